import Relate
import Render
import Testing

@testable import RelateTUI

/// Texts that are longer than the screen: read to their end in the inspector, and cheap in the grid.
@Suite("Long texts") struct LongTextTests {
    private static let lines = (0..<3_000).map { "line \($0) of it" }

    private func inspecting(_ value: CypherValue, columns: Int = 100, rows: Int = 30) -> Model {
        var model = Model.opened("", columns: columns, rows: rows)
        model.layers = [.inspector(InspectorState(name: "v", place: "row 1", value: value))]
        return model
    }

    private func state(_ model: Model) throws -> InspectorState {
        guard case .inspector(let state)? = model.layers.last else { throw StatementFailure.local("no inspector") }
        return state
    }

    @Test("A text is scrolled by lines and pages, to its end and back, and never beyond")
    func scrolls() throws {
        var model = inspecting(.string(Self.lines.joined(separator: "\n")))
        func shows(_ number: Int) -> Bool { view(model).plainText.contains("line \(number) of it") }
        #expect(shows(0) && !shows(100))
        try press("Down j", &model)
        #expect(!shows(1) && shows(2))
        try press("Up k Up", &model)
        #expect(shows(0))
        try press("PgDn", &model)
        #expect(!shows(0) && shows(30))
        try press("End", &model)
        #expect(shows(2_999) && shows(2_985) && !shows(2_900))
        try press("PgDn Down Space", &model)
        #expect(shows(2_999) && shows(2_985))
        #expect(view(model).plainText.contains("from byte "))
        try press("C-u PgUp", &model)
        #expect(!shows(2_999))
        try press("g", &model)
        #expect(shows(0))
        _ = update(&model, .mouse(MouseAction(kind: .wheelDown, column: 50, row: 15)))
        #expect(!shows(0) && shows(1))
    }

    @Test("Search goes to the line that has the text, marks it, and goes on from there; the other views follow")
    func searches() throws {
        var model = inspecting(.string(Self.lines.joined(separator: "\n")))
        try press("/ \"LINE 2\" Enter", &model)
        #expect(try state(model).textPlace == .start && state(model).foundOffset != nil)
        try press("n", &model)
        #expect(view(model).plainText.contains("line 20 of it"))
        try press("/ \"line 1777\" Enter", &model)
        #expect(view(model).plainText.contains("line 1777 of it"))
        let found = try #require(try state(model).foundOffset)
        try press("t", &model)
        #expect(view(model).plainText.contains("1777"))
        try press("t", &model)
        #expect(try abs(state(model).textPlace.piece - found) < 16)
        try press("t N", &model)
        #expect(view(model).plainText.contains("line 1777 of it"))
        try press("/ \"nowhere\" Enter", &model)
        #expect(model.message?.text == "“nowhere” is not in this value")
    }

    @Test("A screen of another size shows the text from the same place on")
    func resizes() throws {
        var model = inspecting(.string(Self.lines.joined(separator: "\n")))
        try press("End", &model)
        for (rows, columns) in [(12, 40), (60, 200), (3, 20), (24, 80)] {
            _ = update(&model, .resized(ScreenSize(rows: rows, columns: columns)))
            _ = view(model)
            try press("Down Up", &model)
        }
        #expect(view(model).plainText.contains("line 29"))
    }

    @Test("A text within a value opens alone, and closing it leads back")
    func opensPart() throws {
        let node = Fixtures.person(1, Self.lines.joined(separator: "\n"), born: 1964)
        var model = inspecting(.list([.node(node), "short"]))
        try press("End Enter", &model)
        #expect(model.layers.count == 2)
        #expect(try state(model).name == "v[1]" && state(model).text == "short")
        try press("Esc", &model)
        #expect(model.layers.count == 1)
        #expect(try state(model).selectedRow?.value == "short")
    }

    @Test("A text of a hundred megabytes is looked at and gone through as a short one is")
    func isCheap() throws {
        var model = inspecting(.string(String(repeating: "abcdefgh ", count: 11_000_000)))
        let clock = ContinuousClock()
        let time = try clock.measure {
            for key in ["End", "PgUp", "Up", "Home", "PgDn", "t", "End", "t", "End"] {
                try press(key, &model)
                #expect(view(model).plainText.contains("94 MiB"))
            }
        }
        // Counting or wrapping all of it takes minutes in a debug build.
        #expect(time < .seconds(20))
    }

    // MARK: - The grid

    /// Counts how often its one large cell is made.
    private final class Rows: RowSource {
        let made = Guarded(0)
        private let value: CypherValue

        init(_ value: CypherValue) { self.value = value }

        var rowCount: Int { 50 }

        func cell(row: Int, column: Int) -> CypherValue {
            made.withLock { $0 += 1 }
            return value
        }
    }

    @Test("The grid makes a large cell once, shows its beginning, and copies and inspects the whole")
    func glances() throws {
        let text = String(repeating: "text ", count: 200_000)
        let node = CypherValue.Node(
            id: 1, elementId: "4:relate-neo4j:n1", labels: ["A"], properties: ["name": .string(text), "i": 1])
        for value in [CypherValue.string(text), .node(node), .list([.string(text)]), .map(["k": .string(text)])] {
            var model = Model.opened("RETURN 1", columns: 100, rows: 30)
            let request = try #require(press("F5", &model).runRequest)
            let rows = Rows(value)
            var outcome = Fixtures.outcome(columns: ["v"], rows: [])
            outcome.rows = rows
            _ = update(&model, .statementEnded(request, .success(outcome)))
            try press("F3", &model)
            let screen = view(model).plainText
            #expect(screen.contains("text text text"))
            let made = rows.made.withLock { $0 }
            #expect(made <= 50)
            try press("Down Down", &model)
            #expect(view(model).plainText.contains("text text text"))
            #expect(rows.made.withLock { $0 } == made)
            let effects = try press("y", &model)
            guard case .copy(let copied, _)? = effects.first else {
                Issue.record("nothing is copied")
                return
            }
            #expect(copied.utf8.count >= text.utf8.count)
            try press("Enter", &model)
            #expect(try state(model).value == value)
        }
    }
}

/// The first line: what of it gives way where it is tight.
@Suite("The first line") struct StatusBarTests {
    @Test("The bookmark stays as long as shorter titles make room for it, and the tabs as long as their digits do")
    func bookmark() {
        var lines: [Int: String] = [:]
        for columns in 30...130 {
            var model = Model.opened("", columns: columns, rows: 24)
            model.session.bookmark = "relate:123456"
            lines[columns] = view(model).plainText.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(lines[130]?.contains("relate:123456") == true && lines[130]?.contains("4 Plan") == true)
        var hasShortTitles = false
        for columns in 30...130 {
            let line = lines[columns] ?? ""
            // Titles are whole only where the bookmark is there as well.
            #expect(!line.contains("4 Plan") || line.contains("relate:123456"), "\(columns)")
            if line.contains("4 P "), line.contains("relate:123456") { hasShortTitles = true }
        }
        #expect(hasShortTitles)
        for columns in 60...130 { #expect(lines[columns]?.contains("4 P") == true, "\(columns)") }
    }
}
