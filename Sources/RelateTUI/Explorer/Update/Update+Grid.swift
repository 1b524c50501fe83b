import Relate
import Render

extension Model {
    /// The grid's area; as high as there is room for where the result does not show.
    func gridRect(_ layout: Layout) -> Rect {
        layout.inner(.result).map { TimeRulerView.split(self, $0).grid }
            ?? Rect(row: 0, column: 0, rows: max(3, size.rows / 2), columns: max(10, size.columns - 2))
    }

    mutating func performInGrid(_ command: Command) -> [Effect] {
        guard var grid else { return command == .back ? perform(.focusQuery) : [] }
        let rect = gridRect(Layout(self))
        defer {
            if self.grid != nil {
                grid.layout.showCursor(in: rect)
                self.grid = grid
            }
        }
        let page = grid.layout.visibleRows(in: rect)
        if let row = Self.moved(grid.layout.cursorRow, by: command, count: grid.layout.rowCount, page: page) {
            grid.layout.cursorRow = row
            // A page moves the picture, not only the cursor in it.
            if command == .pageDown { grid.layout.firstRow += page }
            if command == .pageUp { grid.layout.firstRow -= page }
            return []
        }
        switch command {
        case .left: grid.layout.cursorColumn -= 1
        case .right: grid.layout.cursorColumn += 1
        case .lineStart: grid.layout.cursorColumn = 0
        case .lineEnd: grid.layout.cursorColumn = grid.layout.columns.count - 1
        case .sort: return sort(grid)
        case .hideColumn: hideColumn(&grid)
        case .showColumns:
            if grid.columns.hidden.isEmpty { message = .information("No column is hidden") }
            grid.arrangeColumns { $0.showAll() }
        case .chooseColumns: layers.append(.picker(columnsPicker(grid)))
        case .freeze: freeze(&grid, room: rect.columns)
        case .narrower, .wider: changeWidth(&grid, by: command == .wider ? 4 : -4)
        case .fitWidths:
            grid.hasOwnWidths = false
            grid.refit(room: rect.columns)
        case .columnLeft, .columnRight: moveColumn(&grid, by: command == .columnRight ? 1 : -1)
        case .filter:
            layers.append(.prompt(Prompt(purpose: .filter, line: LineInput(grid.arrangement.filter, isSelected: true))))
        case .search:
            layers.append(.prompt(Prompt(purpose: .search, line: LineInput(grid.searchText, isSelected: true))))
        case .searchNext: return find(grid, step: 1)
        case .searchPrevious: return find(grid, step: -1)
        case .copy:
            return grid.cursorValue.map { [.copy(Self.copyText($0), what: "The cell")] } ?? []
        case .copyLiteral:
            return grid.cursorValue.map { [.copy(CypherLiteral.text($0), what: "The cell as Cypher")] } ?? []
        case .copyJSON:
            let names = grid.layout.columns.map(\.name)
            return [.copy(JSONText.row(names, grid.cursorRowValues), what: "The row as JSON")]
        case .copyRow:
            return [.copy(grid.cursorRowValues.map(Self.copyText).joined(separator: "\t"), what: "The row")]
        case .copyAs:
            layers.append(.picker(copyPicker()))
            return []
        case .open: return openCell(grid)
        case .showAround: return showAround(grid)
        case .back: focus(on: .query)
        default: sayMeaningless(command)
        }
        return []
    }

    /// A string as it is, anything else as one would write it in Cypher.
    static func copyText(_ value: CypherValue) -> String {
        if case .string(let text) = value { return text }
        return CypherLiteral.text(value)
    }

    private mutating func openCell(_ grid: GridState) -> [Effect] {
        guard let value = grid.cursorValue else { return [] }
        let name = grid.layout.columns[grid.layout.cursorColumn].name
        let row = Counts.grouped(grid.tableRow(grid.layout.cursorRow) + 1)
        layers.append(.inspector(InspectorState(name: name, place: "row \(row)", value: value)))
        return []
    }

    /// The cell's node in the graph; of a relationship, one of its ends.
    private mutating func showAround(_ grid: GridState) -> [Effect] {
        guard let elementID = grid.cursorValue?.focusElementID else {
            message = .information("The cell has no node")
            return []
        }
        return goTo(elementID: elementID)
    }

    func copyPicker() -> Picker {
        let scope = grid?.selection(isWhole: false).scope
        let items = RowsText.Format.allCases.map { format in
            Picker.Item(title: format.title, detail: format.ending ?? "", choice: .copyFormat(format))
        }
        return Picker(.copyFormats, title: "Copy " + (scope?.text ?? ""), items: items)
    }

    mutating func copyRows(as format: RowsText.Format) -> [Effect] {
        guard let grid, grid.layout.columns.indices.contains(grid.layout.cursorColumn) else {
            message = .information("There is no result to copy")
            return []
        }
        if postpone(.copy(format)) { return [] }
        let selection = grid.selection(isWhole: false)
        let column = grid.layout.cursorColumn
        return work(.exporting, of: grid, scope: selection.scope) { _ in
            [.copyRows(selection.table, order: selection.order, column: column, format)]
        }
    }

    // MARK: - Arrangement

    private mutating func sort(_ grid: GridState) -> [Effect] {
        guard grid.layout.columns.indices.contains(grid.layout.cursorColumn) else { return [] }
        let column = grid.layout.columns[grid.layout.cursorColumn]
        let coming = comingArrangement(of: grid)
        let present = coming.sort.flatMap { $0.column == column.source ? $0 : nil }
        let sort: RowArrangement.Sort? =
            switch present?.isDescending {
            case nil: RowArrangement.Sort(column: column.source, isDescending: false)
            case false?: RowArrangement.Sort(column: column.source, isDescending: true)
            case true?: nil
            }
        return arrange(grid, sort: sort, filter: coming.filter)
    }

    mutating func filterGrid(_ text: String) -> [Effect] {
        guard let grid else { return [] }
        return arrange(grid, sort: comingArrangement(of: grid).sort, filter: text)
    }

    private mutating func arrange(_ grid: GridState, sort: RowArrangement.Sort?, filter: String) -> [Effect] {
        let kind: RowWork.Kind = sort == comingArrangement(of: grid).sort ? .filtering : .sorting
        let effects = work(kind, of: grid) { [.arrange($0.table, sort: sort, filter: filter)] }
        if !effects.isEmpty { rowWork?.arranging = RowArrangement(sort: sort, filter: filter) }
        return effects
    }

    mutating func rowsArranged(_ number: Int, _ arrangement: RowArrangement) -> [Effect] {
        // An order that a newer one takes the place of is not what was waited for.
        let next = rowWork?.pendingCount == 1 ? rowWork?.next : nil
        rowWorkEnded()
        guard var grid, grid.table.number == number else { return [] }
        let row = Int32(truncatingIfNeeded: grid.tableRow(grid.layout.cursorRow))
        let isSortNew = arrangement.sort != grid.arrangement.sort
        grid.arrange(arrangement)
        // The cursor stays on its row where that still shows, and goes to the top of a new order.
        grid.layout.cursorRow = isSortNew ? 0 : arrangement.order.map { $0.firstIndex(of: row) ?? 0 } ?? Int(row)
        grid.layout.showCursor(in: gridRect(Layout(self)))
        self.grid = grid
        if !arrangement.filter.isEmpty {
            let among = grid.firstRows.map { " among \($0)" } ?? ""
            message = .information(
                "\(Counts.of(grid.layout.rowCount, "row")) with “\(arrangement.filter)”\(among); "
                    + "& and an empty text show all")
        }
        return next.map { goOn(with: $0) } ?? []
    }

    // MARK: - Search

    mutating func searchGrid(_ text: String) -> [Effect] {
        grid?.searchText = text
        guard let grid else { return [] }
        return find(grid, step: 0)
    }

    /// From the cursor on, with `step` 0 its own row too.
    mutating func find(_ grid: GridState, step: Int) -> [Effect] {
        guard !grid.searchText.isEmpty else {
            message = .information("Nothing was searched for yet: / searches")
            return []
        }
        if postpone(.search(step: step)) { return [] }
        return work(.searching, of: grid) { grid in
            [
                .find(
                    grid.table, text: grid.searchText, order: grid.arrangement.order, from: grid.layout.cursorRow,
                    step: step)
            ]
        }
    }

    mutating func rowFound(_ number: Int, _ row: Int?) {
        rowWorkEnded()
        guard var grid, grid.table.number == number else { return }
        guard let row else {
            let filter = grid.arrangement.filter
            let among = grid.firstRows.map { " in \($0)" } ?? ""
            message = .warning(
                "“\(grid.searchText)” is not found" + (filter.isEmpty ? "" : " among rows with “\(filter)”") + among)
            return
        }
        grid.layout.cursorRow = row
        let found = grid.layout.columns.indices.first {
            GridSearch.matches(grid.value(row: row, column: $0), grid.searchText)
        }
        if let found { grid.layout.cursorColumn = found }
        grid.layout.showCursor(in: gridRect(Layout(self)))
        self.grid = grid
    }

    // MARK: - Columns

    private mutating func hideColumn(_ grid: inout GridState) {
        guard let column = grid.cursorColumn, grid.arrangeColumns({ $0.hide(column) }) else {
            message = .information("The last column stays")
            return
        }
        message = .information("A shows all columns again, :cols one")
    }

    /// Refused where the frozen columns would leave no room for the others.
    private mutating func freeze(_ grid: inout GridState, room: Int) {
        guard let column = grid.cursorColumn else { return }
        var frozen = grid
        frozen.arrangeColumns { $0.freeze(upTo: column) }
        let fitting = frozen.layout.frozenCount(width: room)
        guard fitting == frozen.layout.frozenCount else {
            message = .warning(
                fitting == 0
                    ? "There is no room to keep a column in view; < makes it narrower"
                    : "Only the first \(Counts.of(fitting, "column")) can stay in view here; < makes one narrower")
            return
        }
        grid = frozen
    }

    /// Every column of the result, in the order they have, to be hidden and shown.
    func columnsPicker(_ grid: GridState) -> Picker {
        let items = grid.columns.order.map { column in
            let isHidden = grid.columns.hidden.contains(column)
            return Picker.Item(
                title: (isHidden ? "☐ " : "☑ ") + grid.table.columns[column], detail: "", choice: .column(column))
        }
        return Picker(.columns, title: "Enter hides or shows", items: items)
    }

    /// Hides a column, or shows it again; the list stays open.
    mutating func toggleColumn(_ column: Int) {
        guard var grid else { return }
        let isDone = grid.arrangeColumns { columns in
            if columns.hidden.contains(column) {
                columns.show(column)
                return true
            }
            return columns.hide(column)
        }
        if !isDone { message = .information("The last column stays") }
        grid.layout.showCursor(in: gridRect(Layout(self)))
        self.grid = grid
        if case .picker(let picker) = layers.last { replaceTop(.picker(columnsPicker(grid).like(picker))) }
    }

    private func changeWidth(_ grid: inout GridState, by step: Int) {
        guard grid.layout.columns.indices.contains(grid.layout.cursorColumn) else { return }
        let width = grid.layout.columns[grid.layout.cursorColumn].width
        grid.layout.columns[grid.layout.cursorColumn].width = min(max(3, width + step), 1000)
        grid.hasOwnWidths = true
    }

    private mutating func moveColumn(_ grid: inout GridState, by step: Int) {
        guard let column = grid.cursorColumn, grid.arrangeColumns({ $0.move(column, by: step) }) else {
            message = .information(step < 0 ? "It is the first column" : "It is the last column")
            return
        }
    }

    /// After a change of the pane's size.
    mutating func scrollGrid(_ layout: Layout) {
        guard var grid else { return }
        let rect = gridRect(layout)
        if !grid.hasOwnWidths, grid.fittedRoom != rect.columns { grid.refit(room: rect.columns) }
        grid.layout.showCursor(in: rect)
        self.grid = grid
    }
}
