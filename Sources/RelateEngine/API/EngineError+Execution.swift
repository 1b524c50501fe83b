extension EngineError {
    /// The statement's operators would hold more than their budget.
    static func memoryLimitReached(limit: Int) -> EngineError {
        EngineError(
            .memoryLimit, stage: .runtime, retryable: true,
            "runtime error: MemoryLimitReached: The statement needs more than its workspace of \(limit) bytes; "
                + "narrow it, or raise the limit")
    }

    /// Another thread asked the statement to stop.
    static func interrupted() -> EngineError {
        EngineError(.terminated, stage: .runtime, "runtime error: Interrupted: The statement was interrupted")
    }
}

extension EngineError {
    /// `TERMINATE TRANSACTIONS` ended it.
    static func transactionTerminated() -> EngineError {
        EngineError(
            .terminated, stage: .runtime,
            "runtime error: TransactionTerminated: The transaction was terminated by TERMINATE TRANSACTIONS; what "
                + "it had not committed is undone")
    }

    /// Something in the engine broke its own promise; the text is for a bug report.
    package static func internalError(_ detail: String) -> EngineError {
        EngineError(.unknownError, stage: .internal, "internal error: \(detail)")
    }

    /// Binding accepts it, but nothing runs it.
    static func unsupported(_ what: String, instead: String? = nil) -> EngineError {
        let hint = instead.map { "; use \($0)" } ?? ""
        return EngineError(
            .semanticError, stage: .compile, "semantic error: UnsupportedFeature: \(what) cannot be run yet\(hint)")
    }

    static func negativeRowCount(_ clause: String, _ count: Int64) -> EngineError {
        EngineError(
            .syntaxError.with(gqlStatus: "22N02"), stage: .runtime,
            "runtime error: NegativeIntegerArgument: \(clause) takes a non-negative INTEGER, got \(count)")
    }

    static func rowCountNotInteger(_ clause: String, _ value: Value) -> EngineError {
        EngineError(
            .syntaxError, stage: .runtime,
            "runtime error: InvalidArgumentType: \(clause) takes a non-negative INTEGER, got \(value.typeName)")
    }

    static func missingEndNode() -> EngineError {
        EngineError(
            .semanticError, stage: .runtime,
            "runtime error: InvalidArgumentValue: A relationship cannot be created: a node at its end is null")
    }

    /// - Source: status 22N31.
    static func mergeOnNull(_ key: String, _ value: Value) -> EngineError {
        EngineError(
            .semanticError.with(gqlStatus: "22N31"), stage: .runtime,
            "runtime error: MergeReadOwnWrites: MERGE cannot look for a \(value.typeName == "NULL" ? "null" : "NaN") "
                + "value of the property `\(key)`")
    }
}

// What the connection and the pipeline refuse.
// - Source: Swift API page, "Database", "Connection", "Limits", "Errors".
extension EngineError {
    static func statementTooLong(_ bytes: Int) -> EngineError {
        EngineError(
            .syntaxError, stage: .compile,
            "syntax error: query text of \(bytes) bytes exceeds the maximum query size of "
                + "\(Limits.statementBytesLimit) bytes")
    }

    static func planTooDeep(_ depth: Int) -> EngineError {
        EngineError(
            .semanticError, stage: .compile,
            "semantic error: PlanTooDeep: The statement needs \(depth) operators one above the other, more than "
                + "\(Limits.planDepthLimit); split it into several")
    }

    static func alreadyInTransaction() -> EngineError {
        EngineError(.semanticError, stage: .runtime, "semantic error: already in a transaction")
    }

    static func noTransaction() -> EngineError {
        EngineError(.semanticError, stage: .runtime, "semantic error: no transaction")
    }

    static func namespaceInTransaction() -> EngineError {
        EngineError(
            .semanticError, stage: .runtime,
            "semantic error: TransactionError: Cannot change the namespace while a transaction is open.")
    }

    static func readOnlyDatabase() -> EngineError {
        EngineError(
            .readOnly, stage: .runtime, "semantic error: ReadOnly: The database was opened for reading only")
    }

    static func readOnlyNamespace(_ namespace: Namespace) -> EngineError {
        EngineError(
            .readOnly, stage: .runtime,
            "semantic error: ReadOnly: Statements cannot write to the namespace \(namespace.rawValue)")
    }

    /// A failed open says no more; the explorer looks at the path itself.
    static func failedOpen() -> EngineError { EngineError(.failedOpen, stage: .internal, "internal error") }
}
