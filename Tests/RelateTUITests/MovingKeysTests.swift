import Relate
import Testing

@testable import RelateTUI

/// Arrows, pages and ends with Control, Shift and Alt: they do in every pane and list what they do elsewhere, and never
/// nothing.
@Suite("Moving keys") struct MovingKeysTests {
    private func model(_ text: String = "RETURN 1") throws -> Model {
        var model = Model.opened(text, columns: 120, rows: 40)
        _ = update(&model, .schemaLoaded(Fixtures.schema))
        let request = try #require(press("F5", &model).runRequest)
        let rows = (1...100).map { row in (0..<4).map { CypherValue.int(Int64(row * 10 + $0)) } }
        _ = update(
            &model, .statementEnded(request, .success(Fixtures.outcome(columns: ["a", "b", "c", "d"], rows: rows))))
        return model
    }

    @Test(
        "In the result, Control with an end or an arrow goes to the edge",
        arguments: [
            ("C-End", 99, 0), ("C-End C-Home", 0, 0), ("C-Down", 99, 0), ("C-End C-Up", 0, 0), ("C-Right", 0, 3),
            ("C-Right C-Left", 0, 0), ("S-Down", 1, 0), ("M-Down", 1, 0), ("S-Right", 0, 1), ("C-S-Down S-Down", 99, 0),
            ("End", 99, 0), ("C-S-End", 99, 0),
        ])
    func result(keys: String, row: Int, column: Int) throws {
        var model = try model()
        try press("F3 " + keys, &model)
        #expect(model.grid?.layout.cursorRow == row && model.grid?.layout.cursorColumn == column)
    }

    @Test("A page with Shift or Control is a page", arguments: ["PgDn", "S-PgDn", "M-PgDn"])
    func pages(key: String) throws {
        var model = try model()
        try press("F3 " + key, &model)
        #expect((model.grid?.layout.cursorRow ?? 0) > 5)
    }

    @Test(
        "In the query, Control goes by words and to the ends of the text, and Shift selects on the way",
        arguments: [
            ("C-Home", 0, 0, nil), ("C-Home C-End", 2, 5, nil), ("C-Home C-Right", 0, 3, nil),
            ("C-Home M-Right", 0, 3, nil), ("C-End C-Left", 2, 0, nil), ("C-Home S-Right", 0, 1, "o"),
            ("C-Home C-S-Right", 0, 3, "one"), ("C-Home C-S-End", 2, 5, "one two\nthree four\nfive!"),
            ("C-End C-S-Home", 0, 0, "one two\nthree four\nfive!"), ("C-Home S-Down", 1, 0, "one two\n"),
            ("C-Home C-Down", 1, 0, nil), ("C-Home M-Down", 1, 0, nil), ("C-Home S-End", 0, 7, "one two"),
            ("C-Home S-PgDn", 2, 5, "one two\nthree four\nfive!"),
        ] as [(String, Int, Int, String?)])
    func query(keys: String, line: Int, column: Int, selected: String?) throws {
        var model = Model.opened("one two\nthree four\nfive!", columns: 120, rows: 40)
        try press(keys, &model)
        #expect(model.editor.cursor == TextPosition(line: line, column: column))
        #expect(model.editor.selectedText == selected)
    }

    @Test("Control with a page goes to the next buffer, and to the one before")
    func buffers() throws {
        var model = Model.opened("one")
        try press("M-n C-PgDn", &model)
        #expect(model.currentBuffer == 0)
        try press("C-PgUp", &model)
        #expect(model.currentBuffer == 1)
    }

    @Test("In the sidebar, in notes, help, value, list and parameters the ends are reached, and other keys move")
    func lists() throws {
        var model = try model()
        try press("M-6 C-End", &model)
        #expect(model.schema.cursor == model.schema.rows.count - 1)
        try press("C-Home S-Down M-Down C-Down", &model)
        #expect(model.schema.cursor == 3)

        try press("F3 F1 C-End", &model)
        guard case .help(let help)? = model.layers.last else {
            Issue.record("no help")
            return
        }
        #expect(help.topLine > 10)
        try press("Esc C-p C-End", &model)
        guard case .picker(let picker)? = model.layers.last else {
            Issue.record("no list")
            return
        }
        #expect(picker.selection == picker.shown.count - 1)
        try press("C-Home S-Down C-Down", &model)
        guard case .picker(let moved)? = model.layers.last else { return }
        #expect(moved.selection == 2)

        try press("Esc Esc C-t \"a = 1\" Enter", &model)
        model.setParameter(ParameterEntry(name: "a", text: "1", value: 1))
        try press("C-End", &model)
        guard case .parameters(let parameters)? = model.layers.last else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters.cursor == parameters.entries.count)
    }

    @Test("A value's tree goes to its ends and by pages")
    func inspector() throws {
        var model = Model.opened()
        let list = CypherValue.list((0..<100).map { .int($0) })
        model.layers = [.inspector(InspectorState(name: "v", place: "row 1", value: list))]
        func cursor() -> Int? {
            if case .inspector(let state)? = model.layers.last { state.cursor } else { nil }
        }
        try press("C-End", &model)
        #expect(cursor() == 100)
        try press("C-Home S-Down C-Down M-Down", &model)
        #expect(cursor() == 3)
    }

    @Test("Alt with an arrow goes back and forward again, as a browser has it")
    func backAndForward() throws {
        let keys = KeyTable.standard
        #expect(keys.command(for: Key(.left, .alt), in: [.graph, .outsideText, .anywhere]) == .back)
        #expect(keys.command(for: Key(.right, .alt), in: [.graph, .outsideText, .anywhere]) == .forward)
    }

    @Test(
        "A line to type into takes them as well",
        arguments: [
            ("C-Left", 4), ("M-Left", 4), ("C-S-Left", 4), ("C-Home", 0), ("S-Home", 0), ("Home C-End", 7),
            ("S-Left", 6), ("C-Left C-Right", 7),
        ])
    func lines(keys: String, column: Int) throws {
        var line = LineInput("abc def")
        for step in try KeyWords.parse(keys) {
            guard case .press(let key) = step else { continue }
            let isTaken = line.handle(key)
            #expect(isTaken)
        }
        #expect(line.textBeforeCursor.count == column)
    }

    @Test("Moving keys that are bound with what is held beside them keep that, in every context")
    func keepsOwn() {
        let keys = KeyTable.standard
        #expect(keys.command(for: Key(.left, .control), in: [.query, .anywhere]) == .wordLeft)
        #expect(keys.command(for: Key(.right, .prefixed), in: [.query, .anywhere]) == .nextBuffer)
        #expect(keys.command(for: Key(.up, .prefixed), in: [.result, .outsideText, .anywhere]) == nil)
        #expect(keys.command(for: Key(.enter, .control), in: [.query, .anywhere]) == .run)
    }
}
