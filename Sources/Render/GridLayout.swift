import Relate

/// One column of the result grid.
package struct GridColumn: Hashable, Sendable {
    package enum Sort: Hashable, Sendable { case ascending, descending }

    /// Which column of the result it shows: columns may be moved and hidden.
    package var source: Int
    package var name: String
    package var width: Int
    package var alignment: Alignment
    package var sort: Sort?

    package init(source: Int, name: String, width: Int, alignment: Alignment = .left, sort: Sort? = nil) {
        self.source = source
        self.name = name
        self.width = width
        self.alignment = alignment
        self.sort = sort
    }

    /// Columns for a result: as wide as a sample of its rows, none wider than 40 % of `room` but where the others leave more.
    ///
    /// - Parameter rowCount: The rows whose numbers stand before the columns.
    package static func fitted(
        names: [String], sample: some Collection<[CypherValue]>, rowCount: Int, room: Int,
        _ options: ValueOptions = ValueOptions()
    ) -> [GridColumn] {
        let cap = max(8, names.count == 1 ? room : names.count == 2 ? room * 6 / 10 : room * 4 / 10)
        let measures = ColumnFitting.measure(names: names, rows: sample, cap: cap, options)
        var columns = zip(names, measures).enumerated().map { index, column in
            GridColumn(source: index, name: column.0, width: max(3, column.1.width), alignment: column.1.alignment)
        }
        // The mark of an order may yet want its place.
        let spare = room - GridLayout.columnsTaken(columns, rowCount: rowCount) - GridLayout.sortMarkColumns
        guard spare > 0 else { return columns }
        let first = Array(sample.prefix(10))
        let cut = measures.indices.filter { measures[$0].width >= cap || holdsPath(first, $0) }
        guard !cut.isEmpty else { return columns }
        let wanted = ColumnFitting.measure(
            names: cut.map { names[$0] },
            rows: sample.lazy.map { row in
                cut.map { row.indices.contains($0) ? row[$0] : .null }
            }, cap: cap + spare, options)
        let missing = zip(cut, wanted).map { max(0, $1.width - columns[$0].width) }
        for (index, width) in zip(cut, ColumnFitting.shared(missing, room: spare, least: 0)) {
            columns[index].width += width
        }
        return columns
    }

    /// A path is folded before it would be cut, and may be narrower for it.
    private static func holdsPath(_ rows: [[CypherValue]], _ column: Int) -> Bool {
        rows.contains { row in
            guard row.indices.contains(column), case .path = row[column] else { return false }
            return true
        }
    }
}

/// What of a result is seen, and where the cursor is: a value that draws itself. Costs what is visible, whatever there is.
package struct GridLayout: Hashable, Sendable {
    package var columns: [GridColumn]
    package var rowCount: Int
    /// Columns at the left that are to stay when the others scroll; see `frozenCount(width:)`.
    package var frozenCount = 0
    package var firstRow = 0
    /// The first column shown behind the frozen ones.
    package var firstColumn = 0
    package var cursorRow = 0
    package var cursorColumn = 0
    /// Rows marked for copying.
    package var markedRows: Range<Int>?
    package var isFocused = true
    package var showsRowNumbers = true
    /// The number of a row, from 0, where the shown rows are sorted or filtered.
    package var firstNumber = 1

    package init(columns: [GridColumn], rowCount: Int) {
        self.columns = columns
        self.rowCount = rowCount
    }

    /// A column on the screen: its place counts from the rectangle's left.
    package struct Slot: Hashable, Sendable {
        package let column: Int
        package let place: Int
        package let width: Int
    }

    /// Names and the rule below them, where rows have room beside them.
    private static func headerRows(in rect: Rect) -> Int { rect.rows >= 4 ? 2 : rect.rows >= 2 ? 1 : 0 }

    private var numberWidth: Int { showsRowNumbers ? Self.numberColumns(rowCount) : 0 }

    private static func numberColumns(_ rowCount: Int) -> Int { String(max(1, rowCount)).utf8.count + 4 }

    /// Columns of the screen that all of them take, with the rows' numbers.
    static func columnsTaken(_ columns: [GridColumn], rowCount: Int) -> Int {
        columns.reduce(numberColumns(rowCount)) { $0 + $1.width + 3 } - 2
    }

    /// Rows of data that fit into `rect`.
    package func visibleRows(in rect: Rect) -> Int { max(0, rect.rows - Self.headerRows(in: rect)) }

    /// Of the frozen columns those that stay in `width`: some room is left for what scrolls, so that every cell can be seen.
    package func frozenCount(width: Int) -> Int {
        var place = numberWidth
        for index in columns.indices.prefix(max(0, frozenCount)) {
            place += max(1, columns[index].width) + 3
            let needed = index + 1 < columns.count ? place + Self.scrolledColumnsLeast : place - 3
            if needed >= width { return index }
        }
        return min(max(0, frozenCount), columns.count)
    }

    /// Columns of the screen that frozen columns leave to the others.
    private static let scrolledColumnsLeast = 8

    /// The columns that are seen in `width`; the last may be cut short.
    package func slots(width: Int) -> [Slot] {
        var slots: [Slot] = []
        var place = numberWidth
        let frozen = frozenCount(width: width)
        let scrolled = max(frozen, min(firstColumn, columns.count - 1))
        for index in Array(0..<frozen) + Array(scrolled..<max(scrolled, columns.count)) {
            let room = width - place - 1
            guard room > 0 else { break }
            let wanted = max(1, columns[index].width)
            if wanted > room, room < 4, !slots.isEmpty { break }
            slots.append(Slot(column: index, place: place, width: min(wanted, room)))
            place += min(wanted, room) + 3
        }
        return slots
    }

    static let sortMarkColumns = 2

    /// Room for the mark of the order behind the sorted column's name, where the view has it.
    package mutating func makeRoomForSortMark(width: Int) {
        guard let index = columns.firstIndex(where: { $0.sort != nil }) else { return }
        let name = TextWidth.visible(columns[index].name, limit: 1000).columns
        let wanted = name + Self.sortMarkColumns - columns[index].width
        let taken = columns.reduce(numberWidth) { $0 + $1.width + 3 } - 2
        if wanted > 0, taken + wanted <= width { columns[index].width += wanted }
    }

    // MARK: Moving

    /// Moves the window so that the cursor is in it, and the cursor into the data.
    package mutating func showCursor(in rect: Rect) {
        cursorRow = max(0, min(cursorRow, rowCount - 1))
        cursorColumn = max(0, min(cursorColumn, columns.count - 1))
        let visible = max(1, visibleRows(in: rect))
        if cursorRow < firstRow { firstRow = cursorRow }
        if cursorRow >= firstRow + visible { firstRow = cursorRow - visible + 1 }
        firstRow = max(0, min(firstRow, max(0, rowCount - visible)))
        let frozen = frozenCount(width: rect.columns)
        firstColumn = max(frozen, min(firstColumn, max(0, columns.count - 1)))
        // Where there is more room than before, columns come back from the left.
        defer {
            while firstColumn > frozen, showsAllColumns(from: firstColumn - 1, width: rect.columns) {
                firstColumn -= 1
            }
        }
        guard cursorColumn >= frozen else { return }
        if cursorColumn < firstColumn { firstColumn = cursorColumn }
        while firstColumn < cursorColumn {
            let slot = slots(width: rect.columns).first { $0.column == cursorColumn }
            if let slot, slot.width >= min(columns[cursorColumn].width, rect.columns) { break }
            firstColumn += 1
        }
    }

    /// From this column on to the last, with the frozen ones before, all are seen whole.
    private func showsAllColumns(from first: Int, width: Int) -> Bool {
        let shown = columns[..<frozenCount(width: width)] + columns[first...]
        return shown.reduce(numberWidth) { $0 + max(1, $1.width) + 3 } - 2 <= width
    }

    /// What stands at a place of the screen: row `nil` is the header, column `nil` the row numbers or nothing.
    package func hit(row: Int, column: Int, in rect: Rect) -> (row: Int?, column: Int?)? {
        guard rect.contains(row: row, column: column) else { return nil }
        let x = column - rect.column
        let slot = slots(width: rect.columns).first { x >= $0.place - 1 && x <= $0.place + $0.width }
        let line = row - rect.row - Self.headerRows(in: rect)
        if line < 0 { return (nil, slot?.column) }
        let place = firstRow + line
        return place < rowCount ? (place, slot?.column) : nil
    }

    /// The column whose right edge a place in the header is, to be dragged.
    package func edge(row: Int, column: Int, in rect: Rect) -> Int? {
        guard rect.contains(row: row, column: column), row < rect.row + Self.headerRows(in: rect) else { return nil }
        let x = column - rect.column
        return slots(width: rect.columns).first { x == $0.place + $0.width || x == $0.place + $0.width + 1 }?.column
    }

    // MARK: Drawing

    /// Draws header and rows into `rect`.
    ///
    /// - Parameter cell: The value in a row and a column of the result (`GridColumn.source`); `nil` where it isn't loaded.
    /// - Parameter isMatch: Whether a cell was found by the search that is on.
    package func draw(
        into frame: inout Frame, _ rect: Rect, options: ValueOptions = ValueOptions(),
        isMatch: ((_ row: Int, _ source: Int) -> Bool)? = nil, cell: (_ row: Int, _ source: Int) -> CypherValue?
    ) {
        guard rect.rows > 0, rect.columns > 0 else { return }
        guard !columns.isEmpty else {
            return drawNotice(rowCount == 1 ? "1 row without columns" : "no columns", into: &frame, rect)
        }
        let slots = slots(width: rect.columns)
        let headerRows = Self.headerRows(in: rect)
        if headerRows > 0 { drawHeader(slots, into: &frame, rect) }
        let visible = visibleRows(in: rect)
        for line in 0..<visible where firstRow + line < rowCount {
            drawRow(firstRow + line, at: rect.row + headerRows + line, slots, into: &frame, rect, options) {
                (cell($0, $1), isMatch?($0, $1) ?? false)
            }
        }
        if rowCount == 0 {
            drawNotice("no rows", into: &frame, rect.split(top: headerRows).1)
        }
        drawMoreMarks(slots, into: &frame, rect)
    }

    private func drawNotice(_ text: String, into frame: inout Frame, _ rect: Rect) {
        let line = StyledLine(text, .dim, .italic).cut(to: rect.columns)
        frame.draw(
            line, row: rect.row + rect.rows / 3, column: rect.column + (rect.columns - line.columns) / 2,
            width: rect.columns)
    }

    private func drawHeader(_ slots: [Slot], into frame: inout Frame, _ rect: Rect) {
        frame.fill(rect.split(top: 1).0, backdrop: .header)
        if showsRowNumbers {
            frame.draw(
                StyledLine("#", .dim).padded(to: max(1, numberWidth - 4), .right), row: rect.row,
                column: rect.column + 1, width: rect.columns - 1)
        }
        for slot in slots {
            let column = columns[slot.column]
            let isCurrent = slot.column == cursorColumn && isFocused
            var name = StyledLine(column.name, isCurrent ? .titleFocused : .label, .bold)
            if let sort = column.sort {
                name = name.cut(to: max(1, slot.width - 2)) + StyledLine(sort == .ascending ? " ▲" : " ▼", .key)
            }
            frame.draw(
                name.fitted(to: slot.width, column.alignment), row: rect.row, column: rect.column + slot.place,
                width: slot.width)
        }
        guard Self.headerRows(in: rect) > 1 else { return }
        frame.horizontalLine(row: rect.row + 1, column: rect.column, length: rect.columns)
        for place in separators(slots, width: rect.columns) {
            frame.draw("│", .border, row: rect.row, column: rect.column + place.column)
            frame.setGlyph(
                place.isFrozenEdge ? "╫" : "┴", row: rect.row + 1, column: rect.column + place.column, role: .border)
        }
    }

    /// Columns of the lines between columns.
    private func separators(_ slots: [Slot], width: Int) -> [(column: Int, isFrozenEdge: Bool)] {
        let frozen = frozenCount(width: width)
        var places: [(column: Int, isFrozenEdge: Bool)] = []
        if showsRowNumbers, let first = slots.first { places.append((first.place - 2, false)) }
        for (slot, next) in zip(slots, slots.dropFirst()) {
            places.append((next.place - 2, frozen > 0 && slot.column == frozen - 1))
        }
        return places.filter { $0.column >= 0 }
    }

    private func drawRow(
        _ row: Int, at line: Int, _ slots: [Slot], into frame: inout Frame, _ rect: Rect, _ options: ValueOptions,
        _ cell: (Int, Int) -> (CypherValue?, Bool)
    ) {
        let isCurrent = row == cursorRow
        let isMarked = markedRows?.contains(row) ?? false
        if isMarked {
            frame.fill(
                Rect(row: line, column: rect.column, rows: 1, columns: rect.columns), backdrop: .selectionUnfocused)
        } else if isCurrent, showsRowNumbers {
            // The number and the cell say where the cursor is. A backdrop for all of the row would send two whole rows
            // to the terminal at every step.
            let number = Rect(row: line, column: rect.column, rows: 1, columns: numberWidth - 2)
            frame.fill(number.intersection(rect), backdrop: .cursorLine)
        }
        if showsRowNumbers {
            let number = StyledLine(String(row &+ firstNumber), isCurrent ? .key : .dim)
            frame.draw(
                number.padded(to: numberWidth - 4, .right), row: line, column: rect.column + 1, width: rect.columns - 1)
            if isCurrent { frame.draw("▸", .key, row: line, column: rect.column) }
        }
        // Colours and gaps tell columns apart; lines in every row would cost as many bytes as the values.
        for place in separators(slots, width: rect.columns) where place.isFrozenEdge || options.glyphs == .ascii {
            frame.draw(place.isFrozenEdge ? "║" : "│", .border, row: line, column: rect.column + place.column)
        }
        for slot in slots {
            let (value, isMatch) = cell(row, columns[slot.column].source)
            let text =
                value.map {
                    ValueRendering.cell($0, width: slot.width, options)
                        .padded(to: slot.width, ValueRendering.alignment(of: $0))
                } ?? StyledLine("·", .dim)
            frame.draw(text, row: line, column: rect.column + slot.place, width: slot.width)
            if isMatch {
                let columns = min(slot.width, max(1, text.columns))
                frame.fill(
                    Rect(row: line, column: rect.column + slot.place, rows: 1, columns: columns), backdrop: .match)
            }
            if isCurrent, slot.column == cursorColumn {
                let area = Rect(
                    row: line, column: rect.column + slot.place - 1, rows: 1, columns: slot.width + 2)
                frame.fill(area.intersection(rect), backdrop: isFocused ? .selection : .selectionUnfocused)
            }
        }
    }

    /// `‹` and `›` on the header's rule where columns are hidden at that side.
    private func drawMoreMarks(_ slots: [Slot], into frame: inout Frame, _ rect: Rect) {
        guard Self.headerRows(in: rect) > 1 else { return }
        let frozen = frozenCount(width: rect.columns)
        if firstColumn > frozen {
            let place = max(0, (slots.first { $0.column >= frozen }?.place ?? 1) - 1)
            frame.draw("◀", .key, row: rect.row + 1, column: rect.column + place)
        }
        if let last = slots.last, last.column < columns.count - 1 || last.width < columns[last.column].width {
            frame.draw("▶", .key, row: rect.row + 1, column: rect.endColumn - 1)
        }
    }
}
