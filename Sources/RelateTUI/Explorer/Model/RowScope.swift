import Relate

/// How much of a result goes out of the program: what shows, or all there is.
struct RowScope: Hashable, Sendable {
    var rowCount: Int
    /// Of the rows that are kept.
    var allRowCount: Int
    /// What of the result was not kept.
    var rest = ResultRest.none
    var columnCount: Int
    var allColumnCount: Int
    /// Why rows are left out; empty for none.
    var filter: String

    /// All that is kept.
    var isWhole: Bool { rowCount == allRowCount && columnCount == allColumnCount }

    /// `32 of 48 rows with “apt”, 3 of 4 columns`.
    var text: String {
        let all = rest.firstRows(allRowCount) ?? Counts.of(allRowCount, "row")
        var text = rowCount == allRowCount ? all : "\(Counts.grouped(rowCount)) of \(all)"
        if rowCount != allRowCount, !filter.isEmpty { text += " with “\(filter)”" }
        if columnCount != allColumnCount { text += ", \(columnCount) of \(Counts.of(allColumnCount, "column"))" }
        return text
    }
}

/// Rows and columns of a result, ready to be written.
struct RowSelection: Sendable {
    var table: GridTable
    /// `nil` is as they came.
    var order: [Int32]?
    var scope: RowScope
}

extension GridState {
    /// What shows, in the order shown; or all rows and columns as they came.
    func selection(isWhole: Bool) -> RowSelection {
        let shown = isWhole || columns.isFirst ? nil : columns.shown
        let order = isWhole ? nil : arrangement.order
        return RowSelection(
            table: shown.map { table.showing($0) } ?? table, order: order,
            scope: RowScope(
                rowCount: order?.count ?? table.rowCount, allRowCount: table.rowCount, rest: outcome.rest,
                columnCount: shown?.count ?? table.columns.count, allColumnCount: table.columns.count,
                filter: isWhole ? "" : arrangement.filter))
    }
}

extension GridTable {
    /// Only these columns, in this order.
    fileprivate func showing(_ shown: [Int]) -> GridTable {
        GridTable(number: number, columns: shown.map { columns[$0] }, rows: ChosenColumns(rows: rows, columns: shown))
    }

    private struct ChosenColumns: RowSource {
        let rows: any RowSource
        let columns: [Int]

        var rowCount: Int { rows.rowCount }
        func cell(row: Int, column: Int) -> CypherValue { rows.cell(row: row, column: columns[column]) }
    }
}
