/// A rectangle of cells, in rows and columns from the frame's top left.
package struct Rect: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    package var isEmpty: Bool { rows == 0 || columns == 0 }
    /// The first row and column beyond it.
    package var endRow: Int { row + rows }
    package var endColumn: Int { column + columns }

    package func contains(row: Int, column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }

    /// What is left inside a border of one cell.
    package var inner: Rect { inset(rows: 1, columns: 1) }

    package func inset(rows dy: Int, columns dx: Int) -> Rect {
        Rect(row: row + dy, column: column + dx, rows: rows - 2 * dy, columns: columns - 2 * dx)
    }

    package func intersection(_ other: Rect) -> Rect {
        let top = max(row, other.row)
        let left = max(column, other.column)
        return Rect(
            row: top, column: left, rows: min(endRow, other.endRow) - top,
            columns: min(endColumn, other.endColumn) - left)
    }

    /// Its first `count` rows, and the rest.
    package func split(top count: Int) -> (Rect, Rect) {
        let count = min(max(0, count), rows)
        return (
            Rect(row: row, column: column, rows: count, columns: columns),
            Rect(row: row + count, column: column, rows: rows - count, columns: columns)
        )
    }

    /// Its first `count` columns, and the rest.
    package func split(left count: Int) -> (Rect, Rect) {
        let count = min(max(0, count), columns)
        return (
            Rect(row: row, column: column, rows: rows, columns: count),
            Rect(row: row, column: column + count, rows: rows, columns: columns - count)
        )
    }

    /// All but its last `count` rows, and those.
    package func split(bottom count: Int) -> (Rect, Rect) { split(top: rows - min(max(0, count), rows)) }

    /// All but its last `count` columns, and those.
    package func split(right count: Int) -> (Rect, Rect) { split(left: columns - min(max(0, count), columns)) }
}

/// A grid of styled cells: one picture of the screen, or of a part of it. Whatever is drawn outside is cut off.
package struct Frame: Hashable, Sendable {
    /// A character in its column; the column right of a wide one has an empty text and a width of 0.
    package struct Cell: Hashable, Sendable {
        package fileprivate(set) var text: String
        package fileprivate(set) var width: UInt8
        package var role: Role
        package var emphasis: Emphasis
        /// Gives the background, if any.
        package var backdrop: Role?

        static let blank = Cell(text: " ", width: 1, role: .text, emphasis: [], backdrop: nil)
    }

    package let rows: Int
    package let columns: Int
    package private(set) var cells: [Cell]
    /// Where the terminal's own cursor stands, if it shows.
    package var cursor: Cursor?

    package struct Cursor: Hashable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    package init(rows: Int, columns: Int) {
        self.rows = max(0, rows)
        self.columns = max(0, columns)
        cells = Array(repeating: .blank, count: self.rows * self.columns)
    }

    /// All of it.
    package var bounds: Rect { Rect(row: 0, column: 0, rows: rows, columns: columns) }

    /// - Precondition: The place lies inside.
    package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    // MARK: Text

    /// Draws `line` from `column` on, at most `width` columns of it (cut with `…`), over what is there.
    ///
    /// - Parameter backdrop: The background of the drawn cells; `nil` leaves the one they have.
    package mutating func draw(
        _ line: StyledLine, row: Int, column: Int, width: Int = .max, backdrop: Role? = nil
    ) {
        guard row >= 0, row < rows, column < columns, width > 0 else { return }
        let line = width == .max ? line : line.cut(to: width)
        var column = column
        for span in line.spans {
            guard column < columns else { return }
            TextWidth.forEachCell(of: span.text) { text, width in
                put(text, width, row, column, span.role, span.emphasis, backdrop)
                column += width
                return column < columns
            }
        }
    }

    package mutating func draw(
        _ text: String, _ role: Role = .text, _ emphasis: Emphasis = [], row: Int, column: Int, width: Int = .max,
        backdrop: Role? = nil
    ) {
        draw(StyledLine(text, role, emphasis), row: row, column: column, width: width, backdrop: backdrop)
    }

    /// Draws lines below one another, from `rect`'s top, cut to it.
    package mutating func draw(_ lines: [StyledLine], in rect: Rect) {
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            draw(line, row: rect.row + index, column: rect.column, width: rect.columns)
        }
    }

    /// Draws lines below one another, and where there is no room for all says at the last one's end how many are left.
    ///
    /// - Parameters:
    ///   - isWhole: These are all there are, so that the rest can be counted.
    ///   - way: How the rest is seen, behind the count.
    package mutating func drawMarkingRest(
        _ lines: [StyledLine], in rect: Rect, isWhole: Bool = true, way: String = ""
    ) {
        draw(lines, in: rect)
        guard lines.count > rect.rows, !rect.isEmpty else { return }
        let sign = StyledLine(isWhole ? " ▼ \(lines.count - rect.rows)" : " ▼", .key) + StyledLine(way, .dim)
        let columns = min(sign.columns, rect.columns)
        let place = Rect(row: rect.endRow - 1, column: rect.endColumn - columns, rows: 1, columns: columns)
        draw(sign, row: place.row, column: place.column, width: columns)
    }

    private mutating func put(
        _ text: Substring, _ width: Int, _ row: Int, _ column: Int, _ role: Role, _ emphasis: Emphasis,
        _ backdrop: Role?
    ) {
        guard width > 0, column + width > 0, column < columns else { return }
        if column < 0 || column + width > columns {
            for place in max(0, column)..<min(columns, column + width) {
                set(" ", 1, row, place, role, emphasis, backdrop)
            }
        } else {
            set(String(text), UInt8(width), row, column, role, emphasis, backdrop)
            if width == 2 { set("", 0, row, column + 1, role, emphasis, backdrop, isContinuation: true) }
        }
    }

    private mutating func set(
        _ text: String, _ width: UInt8, _ row: Int, _ column: Int, _ role: Role, _ emphasis: Emphasis,
        _ backdrop: Role?, isContinuation: Bool = false
    ) {
        let index = row * columns + column
        if cells[index].width == 0, !isContinuation, column > 0 { blank(index - 1) }
        if cells[index].width == 2, column + 1 < columns { blank(index + 1) }
        cells[index].text = text
        cells[index].width = width
        cells[index].role = role
        cells[index].emphasis = emphasis
        if let backdrop { cells[index].backdrop = backdrop }
    }

    private mutating func blank(_ index: Int) {
        cells[index].text = " "
        cells[index].width = 1
    }

    // MARK: Areas

    /// Makes every cell of `rect` blank, on `backdrop`.
    package mutating func clear(_ rect: Rect, backdrop: Role? = nil) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn {
                set(" ", 1, row, column, .text, [], nil)
                cells[row * columns + column].backdrop = backdrop
            }
        }
    }

    /// Puts `backdrop` behind what stands in `rect`.
    package mutating func fill(_ rect: Rect, backdrop: Role?) {
        restyle(rect) { $0.backdrop = backdrop }
    }

    /// Changes role, emphasis or backdrop of the cells in `rect`.
    package mutating func restyle(_ rect: Rect, _ change: (inout Cell) -> Void) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn { change(&cells[row * columns + column]) }
        }
    }

    /// Copies `other` with its top left at this place.
    package mutating func draw(_ other: Frame, row: Int, column: Int) {
        for y in 0..<other.rows where row + y >= 0 && row + y < rows {
            for x in 0..<other.columns where column + x >= 0 && column + x < columns {
                let cell = other[y, x]
                guard cell.width > 0 else { continue }
                put(cell.text[...], Int(cell.width), row + y, column + x, cell.role, cell.emphasis, nil)
                for place in (column + x)..<min(columns, column + x + Int(cell.width)) {
                    cells[(row + y) * columns + place].backdrop = cell.backdrop
                }
            }
        }
    }

    // MARK: For the files that draw lines and change glyphs

    /// Replaces the glyph of one cell by one of our own, one column wide.
    mutating func setGlyph(_ glyph: String, row: Int, column: Int, role: Role, emphasis: Emphasis = []) {
        guard row >= 0, row < rows, column >= 0, column < columns else { return }
        set(glyph, 1, row, column, role, emphasis, nil)
    }

    /// The frame with the texts of cells of one column replaced by others of one column.
    func mappingNarrow(_ change: (String) -> String) -> Frame {
        var frame = self
        for index in cells.indices where cells[index].width == 1 { frame.cells[index].text = change(cells[index].text) }
        return frame
    }

    /// The frame with every cell's text replaced by one of one column, the second halves of wide ones too.
    func mappingText(_ change: (Cell) -> String) -> Frame {
        var frame = self
        for index in cells.indices {
            frame.cells[index].text = change(cells[index])
            frame.cells[index].width = 1
        }
        return frame
    }
}
