import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI
@testable import Render

/// Order, freezing, hiding and widths of columns, each of which leaves the others as they are.
@Suite("Columns of the grid") struct ColumnArrangementTests {
    private static let names = ["aa", "bb", "cc", "dd"]

    private static func model() -> Model {
        var model = Model.opened("RETURN 1 AS aa, 2 AS bb, 3 AS cc, 4 AS dd")
        model.grid = GridState(
            number: 1, outcome: Fixtures.outcome(columns: names, rows: [[1, 2, 3, 4]]), statement: "", room: 78)
        model.focus(on: .result)
        return model
    }

    private static func shown(_ model: Model) -> [String] { model.grid?.layout.columns.map(\.name) ?? [] }

    @Test("Hiding a moved column that stays in view freezes no other, and A brings it back to where it was moved")
    func hidesMoved() throws {
        var model = Self.model()
        try press("0 Right f {", &model)
        #expect(Self.shown(model) == ["bb", "aa", "cc", "dd"])
        #expect(model.grid?.layout.frozenCount == 2)
        try press("H", &model)
        #expect(Self.shown(model) == ["aa", "cc", "dd"])
        #expect(model.grid?.layout.frozenCount == 1)
        #expect(view(model).plainText.contains("aa │  cc │  dd"))
        try press("A", &model)
        #expect(Self.shown(model) == ["bb", "aa", "cc", "dd"])
        #expect(model.grid?.layout.frozenCount == 2)
        // The cursor is where it was: on the column behind the hidden one.
        #expect(model.grid?.cursorColumn == 0)
    }

    @Test("A hidden column keeps its width, and :cols shows one alone")
    func showsOne() throws {
        var model = Self.model()
        try press("0 > > H H", &model)
        #expect(Self.shown(model) == ["cc", "dd"])
        try press(": \"cols\" Enter", &model)
        #expect(view(model).plainText.contains("☐ aa") && view(model).plainText.contains("☑ cc"))
        try press("Enter Esc", &model)
        #expect(Self.shown(model) == ["aa", "cc", "dd"])
        #expect(model.grid?.layout.columns[0].width == 3 + 8)
        try press(": \"cols\" Enter Down Down Enter Down Enter Up Up Up Enter", &model)
        #expect(Self.shown(model).count == 1)
        #expect(model.message?.text == "The last column stays")
    }

    /// What the commands mean, in the plainest way.
    private struct Plain {
        var order = [0, 1, 2, 3]
        var hidden: Set<Int> = []
        var border = 0
        var widths = [3, 3, 3, 3]
        var cursor = 0

        var shown: [Int] { order.filter { !hidden.contains($0) } }
        var column: Int { shown[cursor] }
        var frozen: [Int] { order.prefix(border).filter { !hidden.contains($0) } }

        mutating func press(_ key: String) {
            let column = column
            switch key {
            case "Left": cursor = max(0, cursor - 1)
            case "Right": cursor = min(shown.count - 1, cursor + 1)
            case "{", "}":
                let other = cursor + (key == "}" ? 1 : -1)
                guard shown.indices.contains(other) else { return }
                let (one, two) = (order.firstIndex(of: column) ?? 0, order.firstIndex(of: shown[other]) ?? 0)
                order.swapAt(one, two)
                cursor = other
            case "H":
                guard shown.count > 1 else { return }
                hidden.insert(column)
                cursor = min(cursor, shown.count - 1)
            case "A":
                hidden = []
                cursor = order.firstIndex(of: column) ?? 0
            case "f":
                let kept = Set(shown.prefix(cursor + 1))
                border = Set(frozen) == kept ? 0 : (order.firstIndex(of: column) ?? 0) + 1
            case ">": widths[column] += 4
            case "<": widths[column] = max(3, widths[column] - 4)
            default: break
            }
        }
    }

    @Test("Any sequence of moves, hides, freezes and widths gives what a plain model says", arguments: 0..<40)
    func properties(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var model = Self.model()
        var plain = Plain()
        var keys: [String] = []
        for _ in 0..<60 {
            let key = try #require(["Left", "Right", "{", "}", "H", "A", "f", ">", "<"].randomElement(using: &random))
            keys.append(key)
            try press(key, &model)
            plain.press(key)
            let grid = try #require(model.grid)
            let columns = grid.layout.columns
            try #require(columns.map(\.source) == plain.shown, "\(keys) \(random)")
            try #require(columns.prefix(grid.layout.frozenCount).map(\.source) == plain.frozen, "\(keys) \(random)")
            try #require(columns.map(\.width) == plain.shown.map { plain.widths[$0] }, "\(keys) \(random)")
            try #require(grid.layout.cursorColumn == plain.cursor, "\(keys) \(random)")
        }
    }

    @Test("No more columns are frozen than leave room for the cursor's")
    func freezesWhatFits() throws {
        var model = Model.opened("RETURN 1")
        let row: [CypherValue] = (0..<400).map { .int($0) }
        model.grid = GridState(
            number: 1, outcome: Fixtures.outcome(columns: (0..<400).map { "c\($0)" }, rows: [row]), statement: "",
            room: 78)
        model.focus(on: .result)
        func isCursorInView() throws -> Bool {
            let grid = try #require(model.grid)
            let width = model.gridRect(Layout(model)).columns
            return grid.layout.slots(width: width).contains { $0.column == grid.layout.cursorColumn }
        }
        try press("$ f", &model)
        #expect(model.grid?.layout.frozenCount == 0)
        let text = try #require(model.message?.text)
        let fitting = try #require(text.split(separator: " ").compactMap { Int($0) }.first)
        #expect(text == "Only the first \(fitting) columns can stay in view here; < makes one narrower")
        #expect(try isCursorInView())
        // So many it is, and not one more.
        try press("0", &model)
        for _ in 1..<fitting { try press("Right", &model) }
        try press("f", &model)
        #expect(model.grid?.layout.frozenCount == fitting)
        try press("Right f", &model)
        #expect(model.grid?.layout.frozenCount == fitting)
        try press("$", &model)
        #expect(try isCursorInView())
        #expect(view(model).plainText.contains("399"))
        // A narrower terminal and wider columns leave the cursor in view too.
        for columns in [60, 40, 24, 80] {
            _ = update(&model, .resized(ScreenSize(rows: 24, columns: columns)))
            for keys in ["0", "$", "Left Left", "0 Right Right"] {
                try press(keys, &model)
                #expect(try isCursorInView(), "\(columns) \(keys)")
            }
        }
        try press("0 > > > > > > > > > > > > > > > > > > > > > > > > $", &model)
        #expect(try isCursorInView())
    }

    // MARK: - Out of the program

    @Test("An export says how much of the result it has, and -a takes all of it")
    func exportsScope() throws {
        var model = Model.opened("RETURN 1")
        let rows: [[CypherValue]] = (0..<48).map { [.int($0), .string($0 < 32 ? "apt \($0)" : "git")] }
        model.grid = GridState(
            number: 1, outcome: Fixtures.outcome(columns: ["n", "name"], rows: rows), statement: "", room: 78)
        model.focus(on: .result)
        func run(_ effects: [Effect]) throws -> String? {
            guard case .export(let table, let order, let path, _)? = effects.first else { return nil }
            let folder = try TemporaryDirectory()
            defer { withExtendedLifetime(folder) {} }
            let file = folder.path + "/" + path
            let count = try ResultExport.write(table, order: order, to: file).get()
            _ = update(&model, .exported(path: path, .success(count)))
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        func exported(_ keys: String) throws -> String { try run(press(keys, &model)) ?? "nothing" }
        var text = try exported("M-e \"a.csv\" Enter")
        #expect(text.hasPrefix("n,name\n0,apt 0\n"))
        #expect(model.message?.text == "48 rows written to a.csv")
        let order = (0..<32).map { Int32(31 - $0) }
        _ = update(
            &model, .rowsArranged(resultNumber: 1, RowArrangement(sort: nil, filter: "apt", order: order)))
        text = try exported(": \"export b.csv\" Enter")
        #expect(text.hasPrefix("n,name\n31,apt 31\n"))
        #expect(model.message?.text == "32 of 48 rows with “apt” written (-a writes all) to b.csv")
        try press("0 }", &model)
        text = try exported(": \"export b.csv\" Enter")
        #expect(text.hasPrefix("name,n\napt 31,31\n"))
        try press("H", &model)
        text = try exported(": \"export b.csv\" Enter")
        #expect(text.hasPrefix("name\napt 31\n"))
        #expect(
            model.message?.text == "32 of 48 rows with “apt”, 1 of 2 columns written (-a writes all) to b.csv")
        text = try exported(": \"export -a b.csv\" Enter")
        #expect(text.hasPrefix("n,name\n0,apt 0\n") && text.hasSuffix("47,git\n"))
        #expect(model.message?.text == "48 rows written to b.csv")
        try press(": \"copy\" Enter", &model)
        #expect(view(model).plainText.contains("Copy 32 of 48 rows with “apt”, 1 of 2 columns"))
    }
}
