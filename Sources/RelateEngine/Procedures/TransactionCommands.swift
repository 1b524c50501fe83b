/// The rows of `SHOW TRANSACTIONS` and `TERMINATE TRANSACTIONS`: what the connections of the database have open.
enum TransactionCommands {
    /// - Parameter ids: those wanted, or none for all.
    static func show(_ ids: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        let wanted = try ShowSession.texts(ids)
        let open = (context.database?.transactions.open ?? []).filter { ids.isEmpty || wanted.contains($0.id) }
        let now = Clock.now()
        var rows: [[Value]] = []
        for transaction in open { rows.append(try row(of: transaction, now, context)) }
        return rows
    }

    /// In the order of `ShowSignatures.transactions`. Null is what an engine within the program does not have, or does not
    /// measure.
    private static func row(
        of transaction: OpenTransaction, _ now: OpenTransaction.Instant, _ context: ExecutionContext
    ) throws(EngineError) -> [Value] {
        let statement = transaction.statement
        var parameters: [(key: String, value: Value)] = []
        for (name, value) in statement?.parameters ?? [:] { parameters.append((name, value)) }
        let start = try TemporalClock.value(of: transaction.start, context.evaluation)
        let statementStart = try statement.map { (statement) throws(EngineError) in
            try TemporalClock.value(of: statement.start, context.evaluation)
        }
        let statementElapsed = try statement.map { (statement) throws(EngineError) in
            try duration(from: statement.start, to: now)
        }
        let bytes = statement.map { Value.int(Int64($0.control.bytesHeld)) } ?? .null
        let status = transaction.status
        return [
            .string(transaction.namespace.rawValue), .string(transaction.id),
            statement.map { .string("query-\($0.number)") } ?? .null,
            .string("connection-\(transaction.connection)"), .null, .string(""),
            statement.map { .string($0.text) } ?? .null, start, .string(status.rawValue),
            try duration(from: transaction.start, to: now),
            // What `YIELD` alone shows.
            .null, .map(transaction.metadata), .map(MapValue(parameters)), .null, .null, .null, statementStart ?? .null,
            statement == nil ? .null : .string(status == .blocked ? "waiting" : "running"), .string("embedded"), .null,
            .string(status == .blocked ? "It waits for its turn to write." : ""), .map(.empty), .null, .null, .null,
            .null,
            .null, statementElapsed ?? .null, .null, .null, .null, bytes, .null, bytes, .null, .null, .null, .null,
            .null,
        ]
    }

    /// A row for each id, in their order.
    static func terminate(_ ids: [Value], _ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        try ShowSession.texts(ids).map { id in
            let message: String
            var isKnown = true
            switch context.database?.transactions.terminate(id) ?? .notFound {
            case .terminated: message = "Transaction terminated."
            case .isClosing: message = "Unable to terminate closing transactions."
            case .notFound:
                message = "Transaction not found."
                isKnown = false
            }
            return [.string(id), isKnown ? .string("") : .null, .string(message)]
        }
    }

    private static func duration(
        from start: OpenTransaction.Instant, to end: OpenTransaction.Instant
    ) throws(EngineError) -> Value {
        // The wall clock may have been set back meanwhile.
        let elapsed =
            (end.epochSecond - start.epochSecond) * 1_000_000_000 + Int64(end.nanosecond - start.nanosecond)
        return .duration(
            try DurationValue(months: 0, days: 0, seconds: 0, totalNanoseconds: max(0, elapsed)))
    }
}
