import Relate
import Render
import Testing

@testable import RelateTUI

/// What has no room says so.
@Suite("What goes on beyond its place") struct ClippingTests {
    private func lines(_ model: Model) -> [String] {
        view(model).plainText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    @Test("Lines below one another say at the end of the last how many are left")
    func marksRest() {
        var frame = Frame(rows: 2, columns: 12)
        frame.drawMarkingRest((1...5).map { StyledLine("line \($0) of 5") }, in: frame.bounds, way: " z")
        #expect(frame.plainText == "line 1 of 5\nline 2 ▼ 3 z\n")
        frame = Frame(rows: 2, columns: 12)
        frame.drawMarkingRest([StyledLine("a"), StyledLine("b"), StyledLine("c")], in: frame.bounds, isWhole: false)
        #expect(frame.plainText == "a\nb          ▼\n")
        frame = Frame(rows: 2, columns: 2)
        frame.drawMarkingRest([StyledLine("a"), StyledLine("b")], in: frame.bounds)
        #expect(frame.plainText == "a\nb\n")
    }

    @Test("A list that is longer than its box has a bar at its side, and a question its sign")
    func marksLists() throws {
        var model = Model.opened()
        try press("C-p", &model)
        #expect(lines(model).filter { $0.contains("┃") }.count > 1)
        model = Model.opened(columns: 30, rows: 8)
        model.layers = [
            .question(
                Question(title: "Quit", detail: String(repeating: "Something is lost. ", count: 12), action: .quit))
        ]
        #expect(view(model).plainText.contains("▼"))
    }

    @Test("A refusal of a parameter stands there whole")
    func showsRefusals() throws {
        var model = Model.opened()
        let words = (1...20).map { "word\($0)" }.joined(separator: " ")
        var state = ParametersState(entries: [])
        state.refusal = words
        model.layers = [.parameters(state)]
        #expect(view(model).plainText.contains("word20"))
    }

    @Test(
        "A sentence of the help that is longer than its line goes on below, and more is offered only where there is any"
    )
    func wrapsHelp() throws {
        var model = Model.opened()
        try press("F1", &model)
        #expect(lines(model).last?.contains("PgDn more") == true)
        try press("/ \"whole group\" Enter", &model)
        let text = view(model).plainText
        #expect(text.contains("to be") || text.contains("to sort and"))
        #expect(text.contains("filter"))
        #expect(!text.contains("…"))
        #expect(lines(model).last?.contains("PgDn more") == false)
    }

    @Test("Vim's mode stays beside a message that is longer than the line")
    func keepsMode() throws {
        var model = Model.opened("RETURN 1") { $0.settings = Settings(parsing: "[ui]\nkeymap = \"vim\"") }
        try press("i \"x\"", &model)
        model.message = .error(String(repeating: "much to say ", count: 20))
        let line = try #require(view(model).plainText.split(separator: "\n").first { $0.contains("much to say") })
        #expect(line.contains(/\^X m all +INSERT *$/))
    }

    @Test("A name that is longer than its place ends in …")
    func marksNames() {
        #expect(StyledLine.name("abcdef", atMost: 4).plainText == "abc…")
        #expect(StyledLine.name("abcd", atMost: 4).plainText == "abcd")
        #expect(StyledLine.name("日本語", atMost: 4).columns <= 4)
        var model = Model.opened(columns: 200, rows: 60)
        model.buffers[0].title = String(repeating: "long ", count: 20)
        model.parameters = [ParameterEntry(name: String(repeating: "p", count: 50), text: "1", value: .int(1))]
        let text = view(model).plainText
        #expect(text.contains("long long…") && text.contains("ppp…"))
    }
}
