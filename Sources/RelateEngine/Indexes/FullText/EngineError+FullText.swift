// Why a search was refused.

extension EngineError {
    /// - Parameter column: in characters of the query, from 1.
    static func invalidFullTextQuery(_ detail: String, column: Int) -> EngineError {
        EngineError(
            .procedureCallFailed, stage: .runtime,
            "runtime error: InvalidFullTextQuery: \(detail) (column \(column) of the query)")
    }

    static func fullTextQueryTooLarge(_ what: String, limit: String) -> EngineError {
        EngineError(
            .procedureCallFailed, stage: .runtime,
            "runtime error: InvalidFullTextQuery: The query has \(what), the limit is \(limit)")
    }
}
