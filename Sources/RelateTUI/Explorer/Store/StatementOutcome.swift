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
    /// What of the rows was not kept.
    var rest = ResultRest.none
}

extension StatementOutcome {
    /// Its first rows alone, where there are more than the limit lets in: for stores that give all of them.
    func keeping(_ limit: ResultLimit) -> StatementOutcome {
        guard let count = limit.rowCount, count < rows.rowCount else { return self }
        var outcome = self
        outcome.rest = .rows(rows.rowCount - count)
        outcome.rows = FirstRows(rows: rows, rowCount: count)
        return outcome
    }

    private struct FirstRows: RowSource {
        let rows: any RowSource
        let rowCount: Int

        func cell(row: Int, column: Int) -> CypherValue { rows.cell(row: row, column: column) }
    }
}

extension ResultRest {
    /// `the first 1,000 rows`, or with their number `the first 1,000 of 1,234 rows`, where so many are kept; `nil` for all.
    func firstRows(_ kept: Int) -> String? {
        switch self {
        case .none: nil
        case .unknown: "the first \(Counts.of(kept, "row"))"
        case .rows(let more): "the first \(Counts.grouped(kept)) of \(Counts.of(kept + more, "row"))"
        }
    }
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
