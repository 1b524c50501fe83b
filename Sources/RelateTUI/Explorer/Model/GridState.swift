import Relate
import Render

/// A result's rows: each cell is made when it is asked for.
protocol RowSource: Sendable {
    var rowCount: Int { get }
    /// - Precondition: The row and the column are there.
    func cell(row: Int, column: Int) -> CypherValue
}

/// A result as the grid shows it; a value, shared as long as nobody changes it, and nobody does.
struct GridTable: Sendable {
    /// Tells results apart.
    let number: Int
    let columns: [String]
    let rows: any RowSource
    private let glances = CellGlances()

    init(number: Int, columns: [String], rows: any RowSource) {
        self.number = number
        self.columns = columns
        self.rows = rows
    }

    var rowCount: Int { rows.rowCount }

    /// The cell as a place on the screen may show it: of long texts the beginning.
    func glance(_ row: Int, _ column: Int) -> CypherValue {
        glances.value(row: row, column: column) { cell(row, column) }
    }

    func cell(_ row: Int, _ column: Int) -> CypherValue {
        guard row >= 0, row < rows.rowCount, columns.indices.contains(column) else { return .null }
        return rows.cell(row: row, column: column)
    }

    func row(_ row: Int) -> [CypherValue] { columns.indices.map { cell(row, $0) } }
}

/// A column's right edge under the mouse's button.
struct DraggedEdge: Hashable, Sendable {
    var column: Int
    /// Where the button went down, and how wide the column was there.
    var from: Int
    var width: Int
}

/// The result pane's state: the rows, how they are arranged, which cells are in view and where the cursor is.
struct GridState: Sendable {
    let table: GridTable
    /// Counters, timings and the like.
    let outcome: StatementOutcome
    let request: RunRequest
    /// Another statement was begun since, which brought no rows yet, or none.
    var isOld = false
    var arrangement = RowArrangement()
    private(set) var columns: ColumnArrangement
    var layout: GridLayout
    /// The columns that do not show, as they were, by number.
    private var hiddenColumns: [Int: GridColumn] = [:]
    var searchText = ""
    /// Columns were sized by hand, and keep their widths when the pane changes its own.
    var hasOwnWidths = false
    /// How cells are written, which their widths depend on.
    private let options: ValueOptions
    /// The pane's columns that the widths were made for.
    private(set) var fittedRoom: Int

    private static let sampleRows = 200

    init(outcome: StatementOutcome, of request: RunRequest, room: Int, options: ValueOptions = ValueOptions()) {
        table = GridTable(number: request.number, columns: outcome.columns, rows: outcome.rows)
        self.outcome = outcome
        self.request = request
        fittedRoom = room
        self.options = options
        columns = ColumnArrangement(columnCount: outcome.columns.count)
        layout = GridLayout(columns: [], rowCount: table.rowCount)
        layout.columns = fittedColumns(room: room)
    }

    /// `the first 1,000 rows`, where the statement gave more; `nil` where all are here.
    var firstRows: String? { outcome.rest.firstRows(table.rowCount) }

    /// The table's row at a shown place.
    func tableRow(_ place: Int) -> Int {
        guard let order = arrangement.order else { return place }
        return order.indices.contains(place) ? Int(order[place]) : 0
    }

    func value(row place: Int, column: Int) -> CypherValue? {
        guard place >= 0, place < layout.rowCount, layout.columns.indices.contains(column) else { return nil }
        return table.cell(tableRow(place), layout.columns[column].source)
    }

    /// The cursor's cell, of long texts the beginning.
    var cursorGlance: CypherValue? {
        guard layout.cursorRow >= 0, layout.cursorRow < layout.rowCount, let cursorColumn else { return nil }
        return table.glance(tableRow(layout.cursorRow), cursorColumn)
    }

    /// The cursor's column, by its number in the result.
    var cursorColumn: Int? {
        layout.columns.indices.contains(layout.cursorColumn) ? layout.columns[layout.cursorColumn].source : nil
    }

    var cursorValue: CypherValue? { value(row: layout.cursorRow, column: layout.cursorColumn) }

    /// The cells of the cursor's row, in the order shown.
    var cursorRowValues: [CypherValue] {
        guard layout.cursorRow < layout.rowCount else { return [] }
        let row = tableRow(layout.cursorRow)
        return layout.columns.map { table.cell(row, $0.source) }
    }

    /// The order of rows shown, by table row.
    mutating func arrange(_ new: RowArrangement) {
        arrangement = new
        layout.rowCount = new.order?.count ?? table.rowCount
        changeEveryColumn { column in
            let isSorted = column.source == new.sort?.column
            column.sort = isSorted ? (new.sort?.isDescending == true ? .descending : .ascending) : nil
        }
        if !hasOwnWidths { layout.makeRoomForSortMark(width: fittedRoom) }
    }

    /// Widths anew, for a pane of `room` columns, from the rows in view and some around.
    mutating func refit(room: Int) {
        fittedRoom = room
        let fitted = fittedColumns(room: room)
        changeEveryColumn { column in
            guard fitted.indices.contains(column.source) else { return }
            column.width = fitted[column.source].width
            column.alignment = fitted[column.source].alignment
        }
        layout.makeRoomForSortMark(width: room)
    }

    /// Moves, hides, shows or freezes columns. Each keeps its width, and the cursor its column where that still shows.
    mutating func arrangeColumns<R>(_ change: (inout ColumnArrangement) -> R) -> R {
        let old = layout.columns
        let result = change(&columns)
        var known = hiddenColumns
        for column in old { known[column.source] = column }
        layout.columns = columns.shown.compactMap { known.removeValue(forKey: $0) }
        hiddenColumns = known
        layout.frozenCount = columns.frozenCount
        if old.indices.contains(layout.cursorColumn),
            let place = layout.columns.firstIndex(where: { $0.source == old[layout.cursorColumn].source })
        {
            layout.cursorColumn = place
        }
        return result
    }

    /// Those that do not show too.
    private mutating func changeEveryColumn(_ change: (inout GridColumn) -> Void) {
        for index in layout.columns.indices { change(&layout.columns[index]) }
        hiddenColumns = hiddenColumns.mapValues { column in
            var column = column
            change(&column)
            return column
        }
    }

    private func fittedColumns(room: Int) -> [GridColumn] {
        let first = max(0, min(layout.firstRow, layout.rowCount - Self.sampleRows))
        let places = Array(first..<min(layout.rowCount, first + Self.sampleRows))
        // The last rows too: ids and counts grow longer towards the end.
        let last = Array(max(0, layout.rowCount - 20)..<layout.rowCount)
        let sample = (places + last).lazy.map { place in
            table.columns.indices.map { table.glance(tableRow(place), $0) }
        }
        return GridColumn.fitted(names: table.columns, sample: sample, rowCount: table.rowCount, room: room, options)
    }
}
