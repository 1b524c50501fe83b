/// One statement's outcome: a plain value, copied out of the engine before `query` returns.
///
/// - Source: Swift API page, "QueryResult".
public struct QueryResult: Sendable {
    /// The column names, in the order of `RETURN`; empty where the statement returns nothing.
    public let columns: [String]
    /// An array a row, cells in the order of the columns.
    public var rows: [[CypherValue]] { storage.rows }
    /// The plan-time classification; under `EXPLAIN` and `PROFILE` that of the wrapped statement.
    public let queryType: QueryType
    /// The statement's `USE` target, else the session's namespace.
    public let namespace: Namespace
    /// An auto-commit write's bookmark, `relate:<n>`; `nil` for a read, an `EXPLAIN`, a write that changed nothing, and any
    /// statement inside an explicit transaction. The numbers grow across the store's connections; compare them as numbers.
    public let bookmark: String?
    public let stats: QueryStats
    /// Filled by `EXPLAIN` and `PROFILE`; empty on a plain run.
    public let notifications: [Notification]
    /// The plan under `EXPLAIN` or `PROFILE`; `nil` on a plain run.
    public var plan: PlanDocument? { document?.plan }
    /// Milliseconds of parsing, planning and execution. The three phases never add up to more.
    public let elapsedMs: Double
    /// Milliseconds from text to syntax tree.
    public let parseMs: Double
    /// Milliseconds from syntax tree to plan.
    public let planMs: Double
    /// Milliseconds from plan to rows.
    public let executeMs: Double

    private var storage: Storage
    /// Most results have none: it takes the room of one reference.
    private let document: Document?

    private final class Document: Sendable {
        let plan: PlanDocument

        init(_ plan: PlanDocument) { self.plan = plan }
    }

    /// Rows as they were given, or as the executor made them: then `rows` converts them on its first use.
    private enum Storage: Sendable {
        case rows([[CypherValue]])
        case table(ResultTable)

        var rows: [[CypherValue]] {
            switch self {
            case .rows(let rows): return rows
            case .table(let table): return table.rows
            }
        }
    }

    /// The rows, each converted when it is asked for and not kept: for whoever goes through a result of any size.
    package var lazyRows: ResultRows {
        switch storage {
        case .rows(let rows): return ResultRows(rows)
        case .table(let table): return ResultRows(table)
        }
    }

    /// How many rows there are, without converting them. An addition to the API page.
    public var rowCount: Int {
        switch storage {
        case .rows(let rows): return rows.count
        case .table(let table): return table.rowCount
        }
    }

    /// What of the rows was not kept, where the caller limited that.
    package var rest: ResultRest {
        switch storage {
        case .rows: return .none
        case .table(let table): return table.rest
        }
    }

    /// One cell, without converting the others: for results of a million rows. An addition to the API page.
    ///
    /// - Precondition: `row < rowCount`, `column < columns.count`.
    public func cell(row: Int, column: Int) -> CypherValue {
        switch storage {
        case .rows(let rows): return rows[row][column]
        case .table(let table): return table.cell(row: row, column: column)
        }
    }

    init(
        columns: [String], table: ResultTable, queryType: QueryType, namespace: Namespace, bookmark: String?,
        stats: QueryStats, notifications: [Notification], plan: PlanDocument?, elapsedMs: Double, parseMs: Double,
        planMs: Double, executeMs: Double
    ) {
        self.init(
            columns: columns, rows: [], queryType: queryType, namespace: namespace, bookmark: bookmark, stats: stats,
            notifications: notifications, plan: plan, elapsedMs: elapsedMs, parseMs: parseMs, planMs: planMs,
            executeMs: executeMs)
        storage = .table(table)
    }

    package init(
        columns: [String], rows: [[CypherValue]], queryType: QueryType, namespace: Namespace, bookmark: String?,
        stats: QueryStats, notifications: [Notification], plan: PlanDocument?, elapsedMs: Double, parseMs: Double,
        planMs: Double, executeMs: Double
    ) {
        self.columns = columns
        storage = .rows(rows)
        self.queryType = queryType
        self.namespace = namespace
        self.bookmark = bookmark
        self.stats = stats
        self.notifications = notifications
        document = plan.map { Document($0) }
        self.elapsedMs = elapsedMs
        self.parseMs = parseMs
        self.planMs = planMs
        self.executeMs = executeMs
    }

    /// The rows by column name; of a repeated name the last column's value stands. Made anew at each call.
    public var records: [[String: CypherValue]] {
        rows.map { row in Dictionary(zip(columns, row), uniquingKeysWith: { _, last in last }) }
    }

    /// The one value of a result of one row and one column.
    ///
    /// - Throws: `RelateError.decoding` for every other shape.
    public func scalar() throws -> CypherValue {
        guard rows.count == 1, columns.count == 1, let value = rows.first?.first else {
            throw RelateError.decoding(
                "scalar() needs one row and one column, got \(rows.count) row\(rows.count == 1 ? "" : "s") and "
                    + "\(columns.count) column\(columns.count == 1 ? "" : "s")")
        }
        return value
    }
}
