import Relate
import Testing

@testable import RelateTUI

/// Keys that can do nothing, and what they say.
@Suite("Keys without an effect") struct SilentKeysTests {
    @Test(
        "An empty pane says why its keys do nothing",
        arguments: [
            ("F8 P", "There is no plan yet: F6 or F7 makes one"), ("F8 D", "There is no plan yet: F6 or F7 makes one"),
            ("F8 Enter", "There is no plan yet: F6 or F7 makes one"),
            ("F8 y", "There is no plan yet: F6 or F7 makes one"),
            ("F3 s", "There is no result yet: F5 runs the statement"),
            ("F3 /", "There is no result yet: F5 runs the statement"),
            ("F9 a", "There are no notes: the last statement gave none"),
            ("F9 r", "There are no notes: the last statement gave none"),
            ("F4 e", "No node is in focus yet: m in the result draws it, :goto takes an element id"),
            ("M-6 Enter", "The schema is not there yet"),
        ])
    func emptyPanes(_ keys: String, _ sentence: String) throws {
        var model = Model.opened("RETURN 1")
        #expect(try press(keys, &model).isEmpty)
        #expect(model.message?.text == sentence)
        #expect(model.layers.isEmpty)
    }

    @Test("A key of another pane says where it works, one of none where keys are listed")
    func unknownKeys() throws {
        var model = Model.opened("RETURN 1")
        try press("F9 s", &model)
        #expect(model.message?.text == "s is a key of the result: F3 goes there")
        try press("F3 E", &model)
        #expect(model.message?.text == "E is no key here: F1 shows those there are")
        try press("C-x e", &model)
        #expect(model.focus == .query)
    }

    @Test("A result without rows, and a value without parts, say so")
    func emptyResults() throws {
        var model = Model.opened("RETURN 1")
        model.grid = GridState(
            number: 1, outcome: Fixtures.outcome(columns: ["a"], rows: []), statement: "RETURN 1", room: 78)
        try press("F3 Enter", &model)
        #expect(model.message?.text == "The result has no rows" && model.layers.isEmpty)
        model.grid = GridState(
            number: 2, outcome: Fixtures.outcome(columns: ["a"], rows: [[1]]), statement: "RETURN 1", room: 78)
        try press("A", &model)
        #expect(model.message?.text == "No column is hidden")
        try press("]", &model)
        #expect(model.message?.text == "“Go forward again” means nothing here")
        try press("Enter t", &model)
        #expect(model.message?.text == "Only a string shows as text, as a literal or as bytes")
        try press("Space", &model)
        #expect(model.message?.text == "There is nothing inside of it")
    }
}
