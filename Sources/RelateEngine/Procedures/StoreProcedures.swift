/// Procedures about the store as a whole and who uses it.
extension Procedure {
    static let store: [String: Procedure] = [
        "db.info": Procedure { _, context in info(context) },
        "dbms.info": Procedure { _, context in info(context) },
        // An index is complete when the statement that makes it ends, and its counts are exact.
        "db.awaitindexes": Procedure(isVoid: true) { _, _ in [] },
        "db.awaitindex": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            try existingIndex(arguments, context)
        },
        "db.resampleindex": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            try existingIndex(arguments, context)
        },
        "db.resampleoutdatedindexes": Procedure(isVoid: true) { _, _ in [] },
        "db.prepareforreplanning": Procedure(isVoid: true) { _, context in
            context.database?.planCache.removeAll()
            return []
        },
        "db.clearquerycaches": Procedure { _, context in
            context.database?.planCache.removeAll()
            return [[.string("Query caches successfully cleared.")]]
        },
        "db.checkpoint": Procedure { _, context throws(EngineError) in try checkpoint(context) },
        "dbms.listconnections": Procedure { _, context throws(EngineError) in try connections(context) },
        "dbms.showcurrentuser": Procedure { _, _ in [[.string(""), .list([]), .list([])]] },
        "tx.getmetadata": Procedure { _, context in [[.map(context.session?.open?.metadata ?? .empty)]] },
        "tx.setmetadata": Procedure(isVoid: true) { arguments, context throws(EngineError) in
            guard case .map(let metadata)? = arguments.first else {
                throw .wrongType(of: arguments.first ?? .null, for: "tx.setMetaData", expected: "a MAP")
            }
            context.session?.setMetadata(metadata)
            return []
        },
    ]

    private static func info(_ context: ExecutionContext) -> [[Value]] {
        // When a store was created is not kept.
        [[.string(context.namespace.rawValue), .string(context.namespace.rawValue), .null]]
    }

    private static func existingIndex(
        _ arguments: [Value], _ context: ExecutionContext
    ) throws(EngineError) -> [[Value]] {
        let index = try name(arguments)
        guard context.transaction.state.schema.index(named: index) != nil else { throw .indexNotFound(index) }
        return []
    }

    private static func checkpoint(_ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        do {
            try context.database?.checkpoint()
        } catch RelateError.engine(let error) {
            throw error
        } catch {
            throw .internalError("\(error)")
        }
        return [[.bool(true), .string("Checkpoint completed.")]]
    }

    private static func connections(_ context: ExecutionContext) throws(EngineError) -> [[Value]] {
        var rows: [[Value]] = []
        for session in context.database?.transactions.sessions ?? [] {
            rows.append([
                .string("connection-\(session.number)"),
                try TemporalClock.value(of: session.start, context.evaluation), .string("embedded"), .string(""), .null,
                .null, .null,
            ])
        }
        return rows
    }

    /// What is known of an index before its procedure runs.
    ///
    /// - Throws: where the procedure needs an index of that name, and there is none that it could use.
    static func check(index name: String, of procedure: String, _ schema: SchemaCatalog) throws(EngineError) {
        switch procedure.lowercased() {
        case "db.index.fulltext.querynodes": try schema.searchIndex(named: name, .fulltext, .node)
        case "db.index.fulltext.queryrelationships": try schema.searchIndex(named: name, .fulltext, .relationship)
        case "db.index.vector.querynodes": try schema.searchIndex(named: name, .vector, .node)
        case "db.index.vector.queryrelationships": try schema.searchIndex(named: name, .vector, .relationship)
        case "db.awaitindex", "db.resampleindex": if schema.index(named: name) == nil { throw .indexNotFound(name) }
        default: break
        }
    }
}
