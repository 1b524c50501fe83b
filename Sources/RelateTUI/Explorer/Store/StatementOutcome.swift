import Relate

/// What a statement gave, free of any store's types but values and plans.
struct StatementOutcome: Sendable {
    var columns: [String]
    var rows: any RowSource
    var queryType: QueryType
    var stats: QueryStats
    var notifications: [Relate.Notification]
    var plan: PlanDocument?
    var bookmark: String?
    var elapsedMs: Double
    var parseMs: Double
    var planMs: Double
    var executeMs: Double
    /// What a query of a store with a past was asked about; `nil` elsewhere.
    var time: TimePoint?
}

/// Why a store refused something.
struct StatementFailure: Error, Hashable, Sendable {
    var code: String
    var status: String
    var stage: String
    var isRetryable: Bool
    var message: String
    /// Where in the statement's text, in UTF-8 bytes.
    var span: Range<Int>?
    /// What was meant by the name at `span`, as it is written in a statement.
    var suggestion: String?
}

extension StatementFailure {
    /// A refusal of the explorer itself, without codes.
    static func local(_ message: String) -> StatementFailure {
        StatementFailure(code: "", status: "", stage: "", isRetryable: false, message: message, span: nil)
    }
}
