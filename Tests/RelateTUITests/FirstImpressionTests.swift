import Relate
import Render
import Testing

@testable import RelateTUI

/// What a new user meets in the first minutes: bars that can be clicked, a help that can be searched, text that is found,
/// parameters that say why they are refused.
@Suite("First impressions") struct FirstImpressionTests {
    private func model(_ text: String = "", columns: Int = 120, rows: Int = 40) -> Model {
        .opened(text, columns: columns, rows: rows)
    }

    /// Clicks on the first place where the text stands on the screen.
    @discardableResult
    private func click(_ text: String, row: Int? = nil, _ model: inout Model) throws -> [Effect] {
        let lines = view(model).plainText.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where row == nil || row == number {
            guard let place = line.firstRange(of: text)?.lowerBound else { continue }
            let column = TextWidth.visible(String(line[..<place])).columns
            return update(&model, .mouse(MouseAction(kind: .press, column: column, row: number)))
        }
        Issue.record("“\(text)” is not on the screen")
        return []
    }

    // MARK: - The bars

    @Test("A click on a tab goes to its pane", arguments: [Pane.result, .graph, .plan, .notes, .query])
    func clicksTabs(pane: Pane) throws {
        var model = model()
        try press(pane == .query ? "F3" : "F2", &model)
        try click("\(pane.digit) \(pane.title)", row: 0, &model)
        #expect(model.focus == pane)
    }

    @Test("A click on the footer presses the key it shows, in panes and in what lies over them")
    func clicksFooter() throws {
        var model = model("RETURN 1")
        let effects = try click("F5 run", row: 39, &model)
        #expect(effects.contains { if case .run = $0 { true } else { false } })
        _ = update(&model, .statementEnded(try #require(model.running?.request), .success(Fixtures.cast)))
        try press("F3", &model)
        try click("/ find", row: 39, &model)
        #expect(model.layers.count == 1)
        try press("Esc", &model)
        try click("? help", row: 39, &model)
        try click("PgDn more", row: 39, &model)
        guard case .help(let help)? = model.layers.last else {
            Issue.record("no help")
            return
        }
        #expect(help.topLine > 0)
        try click("Esc close", row: 39, &model)
        #expect(model.layers.isEmpty)
    }

    @Test("In a list a click chooses, and outside of it closes")
    func clicksLists() throws {
        var model = model()
        try press("C-p \"notes\"", &model)
        try click("Go to the notes", &model)
        #expect(model.focus == .notes && model.layers.isEmpty)
        try press("C-p", &model)
        _ = update(&model, .mouse(MouseAction(kind: .press, column: 0, row: 0)))
        #expect(model.layers.isEmpty)
    }

    // MARK: - The help

    @Test("The help is narrowed to what has all words, below the titles of its parts")
    func searchesHelp() throws {
        var model = model()
        try press("F1 / \"undo\"", &model)
        let screen = view(model).plainText
        #expect(screen.contains("find undo") && screen.contains("Undo") && !screen.contains("Move up"))
        try press("Enter Esc", &model)
        #expect(view(model).plainText.contains("Move up"))
        try press("Esc", &model)
        #expect(model.layers.isEmpty)
        try press("F1 / \"zzz\"", &model)
        #expect(view(model).plainText.contains("Nothing of the help has “zzz”"))
    }

    // MARK: - The query

    @Test("Text is found from the cursor on, whatever its case, and round the end again")
    func findsText() throws {
        var model = model("MATCH (n)\nRETURN n.Name, n.name\n// NAME")
        try press("M-/ \"name\" Enter", &model)
        #expect(model.editor.cursor == TextPosition(line: 1, column: 9))
        try press("M-m", &model)
        #expect(model.editor.cursor == TextPosition(line: 1, column: 17))
        try press("M-m", &model)
        #expect(model.editor.cursor == TextPosition(line: 2, column: 3))
        try press("M-m", &model)
        #expect(model.editor.cursor == TextPosition(line: 1, column: 9))
        #expect(model.message?.text == "From the start again")
        try press("M-M", &model)
        #expect(model.editor.cursor == TextPosition(line: 2, column: 3))
        // Marked, not selected: F5 still runs the statement.
        #expect(model.editor.selection == nil)
        try press("M-/ \"none\" Enter", &model)
        #expect(model.message?.role == .warning)
        try press("Esc M-/ Enter", &model)
        #expect(model.message?.text == "“none” is not found")
    }

    @Test("What is sought is marked while it is typed, until Escape")
    func marksMatches() throws {
        var model = model("RETURN abc, xabc")
        try press("M-/ \"abc\"", &model)
        func marks() -> Int { view(model).cells.count { $0.backdrop == .match } }
        #expect(marks() == 6)
        try press("Enter", &model)
        #expect(marks() == 6)
        try press("Esc", &model)
        #expect(marks() == 0)
    }

    @Test("A long line shows at its edges that it goes on")
    func marksEdges() throws {
        let text = "RETURN " + (1...60).map { "\($0)" }.joined(separator: " + ")
        var model = model(text, columns: 80, rows: 24)
        func line() -> Substring { view(model).plainText.split(separator: "\n")[2] }
        #expect(line().hasSuffix("▶│") && !line().contains("◀"))
        try press("End", &model)
        #expect(line().contains("◀") && !line().contains("▶"))
        try press("M-t", &model)
        try press("C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left", &model)
        try press("C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left C-Left", &model)
        #expect(line().contains("◀") && line().hasSuffix("▶│"))
    }

    // MARK: - Parameters

    @Test("What is no value is refused where it was typed, with the reason, and can be mended")
    func refusesParameters() throws {
        var model = model()
        let effects = try press("C-t \"since = 20x4\" Enter", &model)
        guard case .evaluateParameter(let name, let text)? = effects.first else {
            Issue.record("no evaluation asked for")
            return
        }
        _ = update(
            &model,
            .parameterRefused(
                name: name, text: text, reason: "syntax error: X: Invalid input '20x4' (line 1, column 8 (offset: 7))"))
        #expect(model.parameters.isEmpty)
        let screen = view(model).plainText
        #expect(screen.contains("$since = 20x4") && screen.contains("$since: a text stands in quotes: '20x4'"))
        try press("BSpace BSpace BSpace \"24\"", &model)
        #expect(!view(model).plainText.contains("in quotes"))
        let again = try press("Enter", &model)
        guard case .evaluateParameter("since", "224")? = again.first else {
            Issue.record("not asked again: \(again)")
            return
        }
        _ = update(&model, .parameterEvaluated(ParameterEntry(name: "since", text: "224", value: 224)))
        #expect(model.parameters.map(\.name) == ["since"])
    }

    @Test("Behind :param the reason is the message")
    func refusesTypedParameters() throws {
        var model = model()
        try press("F3 : \"param p [1,\" Enter", &model)
        _ = update(&model, .parameterRefused(name: "p", text: "[1,", reason: "syntax error: Y: Invalid input ''"))
        #expect(model.message == .error("$p: Invalid input ''"))
    }

    // MARK: - Long work

    @Test("Sorting says how far it is, and Ctrl-C ends it without ending anything else")
    func cancelsSorting() throws {
        var model = model("UNWIND")
        try press("F5", &model)
        let request = try #require(model.running?.request)
        _ = update(&model, .statementEnded(request, .success(try Fixtures.answer("UNWIND"))))
        try press("F3 s", &model)
        _ = update(&model, .rowsProgressed(0.43))
        #expect(view(model).plainText.contains("● sorting  1 000 rows  43 %"))
        let effects = try press("C-c", &model)
        #expect(effects.contains { if case .cancelRows = $0 { true } else { false } })
        _ = update(&model, .rowsCancelled)
        #expect(
            model.rowWork == nil && model.message?.text == "Cancelled"
                && !model.isBusy == (model.session.pendingCount == 0))
        // The keys go on: a newer order takes the place of an older one.
        try press("s s", &model)
        _ = update(&model, .rowsCancelled)
        #expect(model.rowWork != nil)
    }

    // MARK: - The mouse in panes

    private func modelWithResult() throws -> Model {
        var model = model("MATCH (p) RETURN p")
        try press("F5", &model)
        _ = update(&model, .statementEnded(try #require(model.running?.request), .success(Fixtures.cast)))
        try press("F3", &model)
        return model
    }

    @Test("A click on the header goes to the column, the next one sorts by it")
    func clicksHeader() throws {
        var model = try modelWithResult()
        #expect(try click("title", &model).isEmpty)
        #expect(model.grid?.layout.cursorColumn == 2)
        guard case .arrange(_, let sort, _)? = try click("title", &model).first else {
            Issue.record("not sorted")
            return
        }
        #expect(sort?.column == 2)
    }

    @Test("An edge of the header is dragged, and a note is clicked")
    func dragsEdge() throws {
        var model = try modelWithResult()
        let width = try #require(model.grid?.layout.columns[0].width)
        let area = model.gridRect(Layout(model))
        let slot = try #require(model.grid?.layout.slots(width: area.columns).first)
        let edge = area.column + slot.place + slot.width + 1
        func mouse(_ kind: MouseAction.Kind, _ column: Int) {
            _ = update(&model, .mouse(MouseAction(kind: kind, column: column, row: area.row)))
        }
        mouse(.press, edge)
        mouse(.drag, edge + 5)
        #expect(model.grid?.layout.columns[0].width == width + 5)
        mouse(.release, edge + 5)
        mouse(.drag, edge + 9)
        #expect(model.grid?.layout.columns[0].width == width + 5)
        // The button is let go on the first line, in the footer, or far outside.
        for row in [0, model.size.rows - 1, 1_000] {
            mouse(.press, edge + 5)
            #expect(model.draggedEdge != nil)
            _ = update(&model, .mouse(MouseAction(kind: .release, column: 3, row: row)))
            mouse(.drag, edge + 9)
            #expect(model.grid?.layout.columns[0].width == width + 5, "let go in row \(row)")
        }
    }
}
