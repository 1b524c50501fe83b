import CypherSyntax
import Testing

@testable import Relate
@testable import Render

@Suite struct TableTests {
    @Test("A column has room for what stands for null", arguments: [(nil, 2), ("NULL", 4), ("(none)", 6)])
    func nullWidth(text: String?, width: Int) {
        var options = ValueOptions()
        options.nullText = text
        let measures = ColumnFitting.measure(names: ["id"], rows: [[.null]], cap: 20, options)
        #expect(measures[0].width == width)
    }

    @Test("A column that is cut has what the others leave, and no more than its share where they leave nothing")
    func spareRoom() {
        let long = CypherValue.string(String(repeating: "x", count: 90))
        let columns = GridColumn.fitted(names: ["p", "n"], sample: [[long, 1]], rowCount: 1, room: 78)
        #expect(columns.map(\.width) == [64, 3])
        #expect(GridLayout(columns: columns, rowCount: 1).slots(width: 78).map(\.width) == [64, 3])
        let full = GridColumn.fitted(names: ["a", "b", "c"], sample: [[long, long, long]], rowCount: 1, room: 78)
        #expect(full.map(\.width) == [31, 31, 31])
        let path = GridColumn.fitted(names: ["p", "n"], sample: [[.path(Fixtures.path), 1]], rowCount: 1, room: 160)
        #expect(path[0].width == ValueRendering.line(.path(Fixtures.path)).columns)
    }

    @Test("The table format")
    func table() {
        let lines = TableRendering.table(
            columns: ["n", "name"], rows: [[1, "Ada"], [20, nil], [.null, ""], [3, "日本"]])
        #expect(
            lines.map(\.plainText).joined(separator: "\n") == """
                ╭────┬──────╮
                │  n │ name │
                ├────┼──────┤
                │  1 │ Ada  │
                │ 20 │ ∅    │
                │ ∅  │ ''   │
                │  3 │ 日本 │
                ╰────┴──────╯
                """)
    }

    @Test("A table kept to a width cuts its widest cells", arguments: [20, 30, 45, 70])
    func width(columns: Int) {
        let lines = TableRendering.table(
            columns: ["id", "a column with a long name", "x"],
            rows: [[1, .string(String(repeating: "word ", count: 30)), "short"], [2, .path(Fixtures.path), 5]],
            maxColumns: columns)
        for line in lines { #expect(line.columns <= columns) }
        #expect(Set(lines.map(\.columns)).count == 1)
    }

    @Test("Markdown keeps its table whatever the cells hold")
    func markdown() {
        let text = TableRendering.markdown(
            columns: ["a|b", "n"], rows: [["x|y\nz", 1], ["<b> \u{1B}[0m", nil], ["a\\b", 30]])
        #expect(
            text == """
                | a\\|b        |    n |
                | ----------- | ---: |
                | x\\|y<br>z   |    1 |
                | &lt;b> ␛[0m | NULL |
                | a\\\\b        |   30 |

                """)
    }

    @Test("What Markdown reads is escaped also where a mark stands on it")
    func markedSpecials() {
        let text = TableRendering.markdown(columns: ["a"], rows: [["|\u{301}x"], ["`*_\\<"]])
        #expect(
            text == """
                | a            |
                | ------------ |
                | \\|\u{301}x          |
                | \\`\\*\\_\\\\&lt; |

                """)
    }

    @Test("No columns, no table")
    func noColumns() {
        #expect(Array(TableRendering.table(columns: [], rows: [[], []])).isEmpty)
        #expect(TableRendering.markdown(columns: [], rows: [[]]).isEmpty)
    }

    @Test("No columns, no rows, four hundred columns: the grid draws what there is")
    func edges() {
        for size in ScreenSize.all {
            var frame = Frame(rows: size.rows, columns: size.columns)
            GridLayout(columns: [], rowCount: 0).draw(into: &frame, frame.bounds) { _, _ in nil }
            #expect(frame.plainText.contains("no columns"))
            frame = Frame(rows: size.rows, columns: size.columns)
            GridLayout(columns: [GridColumn(source: 0, name: "x", width: 5)], rowCount: 0)
                .draw(into: &frame, frame.bounds) { _, _ in nil }
            #expect(frame.plainText.contains("no rows"))
            var wide = GridLayout(
                columns: (0..<400).map { GridColumn(source: $0, name: "column \($0)", width: 12) },
                rowCount: 1_000_000_000)
            wide.frozenCount = 1
            wide.cursorRow = 999_999_999
            wide.cursorColumn = 399
            wide.showCursor(in: frame.bounds)
            var asked = 0
            frame = Frame(rows: size.rows, columns: size.columns)
            wide.draw(into: &frame, frame.bounds) { row, column in
                asked += 1
                return .int(Int64(row &+ column))
            }
            #expect(frame.plainText.contains("1000000398"))
            #expect(frame.plainText.contains("column 0"))
            #expect(asked <= size.rows * size.columns / 4)
        }
        for rows in 0..<4 {
            for columns in 0..<8 {
                var frame = Frame(rows: rows, columns: columns)
                var layout = Fixtures.grid(columns: columns)
                layout.showCursor(in: frame.bounds)
                layout.draw(into: &frame, frame.bounds) { Fixtures.rows[$0][$1] }
            }
        }
    }

    @Test("A click finds its cell")
    func hit() {
        let layout = Fixtures.grid(columns: 80)
        let area = Rect(row: 3, column: 2, rows: 10, columns: 80)
        let place = layout.hit(row: 6, column: 12, in: area)
        #expect(place?.row == 1)
        #expect(place?.column == 0)
        #expect(layout.hit(row: 3, column: 12, in: area)?.row == nil)
        #expect(layout.hit(row: 12, column: 12, in: area) == nil)
        #expect(layout.hit(row: 0, column: 0, in: area) == nil)
    }

    @Test("Columns that were scrolled away come back where there is room for all of them", arguments: [0, 1])
    func comesBack(frozenCount: Int) {
        var layout = GridLayout(
            columns: (0..<5).map { GridColumn(source: $0, name: "c\($0)", width: 10) }, rowCount: 3)
        layout.frozenCount = frozenCount
        layout.cursorColumn = 4
        layout.showCursor(in: Rect(row: 0, column: 0, rows: 10, columns: 40))
        #expect(layout.firstColumn == (frozenCount == 0 ? 3 : 4))
        // Room for the row numbers and four columns, then for all five.
        layout.showCursor(in: Rect(row: 0, column: 0, rows: 10, columns: 5 + 4 * 13 - 2))
        #expect(layout.firstColumn == (frozenCount == 0 ? 1 : 2))
        layout.showCursor(in: Rect(row: 0, column: 0, rows: 10, columns: 5 + 5 * 13 - 2))
        #expect(layout.firstColumn == frozenCount)
        #expect(layout.cursorColumn == 4)
    }

    @Test("Widths are shared: none is cut that is narrow, all fit")
    func shares() {
        #expect(ColumnFitting.shared([5, 100, 100], room: 65) == [5, 30, 30])
        #expect(ColumnFitting.shared([5, 10], room: 65) == [5, 10])
        #expect(ColumnFitting.shared([], room: 5) == [])
        #expect(ColumnFitting.shared([50, 7], room: 21).reduce(0, +) == 21)
    }

    @Test("Errors show the place in the text, under wide characters too")
    func errors() {
        let text = "RETURN '日本' +* 1"
        let error = EngineError.syntax("Kind", "this was not expected", at: SourceSpan(17, 18)).located(in: text)
        let lines = ErrorRendering.lines(error, width: 60).map(\.plainText)
        #expect(lines.count >= 4)
        let source = lines[lines.count - 3]
        let caret = lines[lines.count - 2]
        #expect(source.contains("日本"))
        let before = source.prefix { $0 != "*" }
        #expect(caret == String(repeating: " ", count: TextWidth.columns(of: String(before))) + "^")
    }
}
