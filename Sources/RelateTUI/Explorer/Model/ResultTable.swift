import Relate

/// Rows as they came from the store; a value, shared as long as nobody changes it, and nobody does.
struct ResultTable: Sendable {
    /// Tells results apart.
    var number: Int
    var columns: [String]
    var rows: [[CypherValue]]

    /// The cell, or null where a row is short.
    func cell(_ row: Int, _ column: Int) -> CypherValue {
        guard rows.indices.contains(row), rows[row].indices.contains(column) else { return .null }
        return rows[row][column]
    }
}

/// The result pane's state: which cell the cursor is on, and how the columns are laid out.
struct GridState: Sendable {
    var table: ResultTable
    var outcome: StatementOutcome
    var statement: String
    var arrangement = RowArrangement()
    /// Places among the shown rows and the shown columns.
    var cursorRow = 0
    var cursorColumn = 0
    var topRow = 0
    var leftColumn = 0
    /// Table columns in the order shown, without the hidden ones.
    var columnOrder: [Int]
    /// Columns at the left that stay in view.
    var frozenCount = 0
    /// Widths set by hand, by table column.
    var widths: [Int: Int] = [:]
    var searchText = ""

    init(number: Int, outcome: StatementOutcome, statement: String) {
        table = ResultTable(number: number, columns: outcome.columns, rows: outcome.rows)
        self.outcome = outcome
        self.outcome.rows = []
        self.statement = statement
        columnOrder = Array(outcome.columns.indices)
    }

    /// How many rows are shown.
    var rowCount: Int { arrangement.order?.count ?? table.rows.count }

    /// The table's row at a shown place.
    func tableRow(_ row: Int) -> Int { arrangement.order.map { Int($0[row]) } ?? row }

    /// The table's column at a shown place.
    func tableColumn(_ column: Int) -> Int? { columnOrder.indices.contains(column) ? columnOrder[column] : nil }

    func value(_ row: Int, _ column: Int) -> CypherValue? {
        guard row >= 0, row < rowCount, let column = tableColumn(column) else { return nil }
        return table.cell(tableRow(row), column)
    }

    var cursorValue: CypherValue? { value(cursorRow, cursorColumn) }

    var cursorRowValues: [CypherValue]? {
        guard cursorRow < rowCount else { return nil }
        let row = tableRow(cursorRow)
        return columnOrder.map { table.cell(row, $0) }
    }

    /// Puts the cursor somewhere, inside the grid.
    mutating func moveCursor(row: Int, column: Int) {
        cursorRow = min(max(0, row), max(0, rowCount - 1))
        cursorColumn = min(max(0, column), max(0, columnOrder.count - 1))
    }

    /// Scrolls so that the cursor's row shows among `pageRows`.
    mutating func scrollRows(page pageRows: Int) {
        let page = max(1, pageRows)
        if cursorRow < topRow { topRow = cursorRow }
        if cursorRow >= topRow + page { topRow = cursorRow - page + 1 }
        topRow = min(max(0, topRow), max(0, rowCount - page))
    }
}
