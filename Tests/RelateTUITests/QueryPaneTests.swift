import Relate
import Testing

@testable import RelateTUI

/// The query pane beside moving and changing text: completion, checks, the guard, files and buffers.
@Suite("Query pane") struct QueryPaneTests {
    private func model(_ text: String = "", configure: (inout ExplorerConfiguration) -> Void = { _ in }) -> Model {
        var model = Model.opened(text, columns: 100, rows: 30, configure: configure)
        _ = update(&model, .schemaLoaded(Fixtures.schema))
        return model
    }

    private func editorEffects(_ effects: [Effect]) -> [EditorEffect] {
        effects.compactMap { if case .editor(let effect) = $0 { effect } else { nil } }
    }

    private func checks(_ effects: [Effect]) -> [CheckRequest] {
        editorEffects(effects).compactMap { if case .check(let request) = $0 { request } else { nil } }
    }

    private func runs(_ effects: [Effect]) -> [RunRequest] {
        effects.compactMap { if case .run(let request) = $0 { request } else { nil } }
    }

    // MARK: - Completion

    @Test("Labels are offered behind a colon, with their counts; Tab takes the first")
    func completesLabels() throws {
        var model = model()
        try press("\"MATCH (p:\"", &model)
        #expect(model.completion?.items.map(\.name) == ["Movie", "Person", "Studio"])
        #expect(model.completion?.items[1].detail == "8 112")
        try press("\"Pe\" Tab", &model)
        #expect(model.editor.text == "MATCH (p:Person")
        #expect(model.completion == nil)
        try press("C-_", &model)
        #expect(model.editor.text == "MATCH (p:Pe")
    }

    @Test("Keys of the label come first, once they are known")
    func completesKeys() throws {
        var model = model("MATCH (m:Movie) WHERE m")
        try press("End", &model)
        let effects = editorEffects(try press("\".\"", &model))
        let asked = effects.compactMap { if case .loadPropertyKeys(let name) = $0 { name } else { nil } }
        #expect(asked == ["Movie"])
        #expect(model.completion?.items.first?.name == "born")
        _ = update(&model, .editor(.propertyKeysLoaded(of: "Movie", ["title", "released"])))
        #expect(model.completion?.items.map(\.name) == ["title", "released"])
        try press("\"re\" Tab", &model)
        #expect(model.editor.text == "MATCH (m:Movie) WHERE m.released")
        #expect(
            editorEffects(try press("\".\" Backspace \".\"", &model)).allSatisfy {
                if case .check = $0 { true } else { false }
            })
    }

    @Test("A function takes the cursor between its brackets, and small keywords stay small")
    func completesFunctionsAndKeywords() throws {
        var model = model()
        var schema = Fixtures.schema
        schema.sections.append(
            SchemaSummary.Section(
                kind: .functions,
                entries: [SchemaSummary.Entry(name: "toUpper", detail: "(input :: STRING) :: STRING")]))
        _ = update(&model, .schemaLoaded(schema))
        try press("\"return toU\" Tab \"n\"", &model)
        #expect(model.editor.text == "return toUpper(n)")
        try press("End \" lim\" Tab", &model)
        #expect(model.editor.text == "return toUpper(n) limit")
        try press("M-a \"RETURN 1 LIM\" Tab", &model)
        #expect(model.editor.text == "RETURN 1 LIMIT")
    }

    @Test("A list that came by typing leaves Enter to the text; Down chooses, then Enter takes it")
    func leavesEnter() throws {
        var model = model()
        try press("\"MATCH (p:P\" Enter", &model)
        #expect(model.editor.text == "MATCH (p:P\n")
        try press("C-_ \"e\" Down Enter", &model)
        #expect(model.editor.text == "MATCH (p:Person")
        try press("\":\"", &model)
        #expect(model.completion != nil)
        try press("Esc", &model)
        #expect(model.completion == nil)
    }

    @Test("Tab where nothing can be completed goes to the next pane; in strings and comments nothing is offered")
    func leavesTab() throws {
        var model = model()
        try press("Tab", &model)
        #expect(model.focus == .result)
        try press("1 \"RETURN 'm.t\" C-Space", &model)
        #expect(model.completion == nil)
        try press("\"x'\" Tab", &model)
        #expect(model.focus == .result)
    }

    @Test("Tab leaves the query behind a whole name, and after a run")
    func leavesBehindWholeNames() throws {
        var model = model()
        try press("\"MATCH (p:Person) RETURN p\" Tab", &model)
        #expect(model.focus == .result && model.completion == nil)
        try press("1 \" ORDER BY p SKI\" Tab", &model)
        #expect(model.editor.text.hasSuffix("SKIP"))
        try press("Backspace F5 Tab", &model)
        #expect(model.focus == .result)
    }

    @Test("Buffers are opened, changed and laid out from every pane", arguments: ["F3", "F4", "F8", "F9", "M-6"])
    func reachesBuffers(pane: String) throws {
        var model = model("RETURN 1")
        try press("\(pane) M-n \"MATCH (n)\"", &model)
        #expect(model.focus == .query && model.editor.text == "MATCH (n)")
        try press("\(pane) M-,", &model)
        #expect(model.focus == .query && model.editor.text == "RETURN 1")
        try press("\(pane) M-;", &model)
        #expect(model.message?.text == "M-; is a key of the query: F2 goes there")
        let effects = editorEffects(try press("\(pane) C-x e", &model))
        #expect(effects.contains { if case .editExternally = $0 { true } else { false } })
    }

    @Test("Alt-: takes a command from the query, where a colon is text")
    func typesCommands() throws {
        var model = model("RETURN 1")
        try press("M-: \"buffer\" Enter", &model)
        #expect(model.buffers.count == 2 && model.buffers[0].text.text == "RETURN 1")
    }

    @Test("A statement of the history takes the place of the one at the cursor, and of no other")
    func historyKeepsTheRest() throws {
        var model = model("RETURN 1;\nRETURN 2;\nRETURN 3;")
        _ = update(&model, .historyLoaded(["MATCH (n) RETURN n"]))
        try press("Down C-r Enter", &model)
        #expect(model.editor.text == "RETURN 1;\nMATCH (n) RETURN n;\nRETURN 3;")
        #expect(runs(try press("F5", &model)).first?.text == "MATCH (n) RETURN n")
        try press("C-_", &model)
        #expect(model.editor.text == "RETURN 1;\nRETURN 2;\nRETURN 3;")
    }

    @Test(
        "A parameter is typed as the box says, whatever letter it begins with",
        arguments: ["year", "a", "quiet", "$day"])
    func typesParameters(name: String) throws {
        var model = model()
        let effects = try press("C-t \"\(name) = 1999\" Enter", &model)
        let asked = effects.compactMap { effect -> String? in
            if case .evaluateParameter(let name, let text) = effect { "\(name)=\(text)" } else { nil }
        }
        #expect(asked == [name.filter { $0 != "$" } + "=1999"])
    }

    @Test("Where there is no room for a sidebar, M-s shows the schema below the query, and goes back")
    func showsSchema() throws {
        var model = model("RETURN 1")
        _ = update(&model, .resized(ScreenSize(rows: 24, columns: 80)))
        try press("M-s", &model)
        #expect(model.focus == .schema && view(model).plainText.contains("Person"))
        try press("M-s", &model)
        #expect(model.focus == .query)
    }

    @Test("Parameters and variables in scope are offered")
    func completesParametersAndVariables() throws {
        var model = model()
        _ = update(&model, .parameterEvaluated(ParameterEntry(name: "year", text: "1999", value: 1999)))
        try press("\"MATCH (person:Person) WHERE pe\"", &model)
        #expect(model.completion?.items.first?.name == "person")
        try press("Tab \".born > $y\" Tab", &model)
        #expect(model.editor.text == "MATCH (person:Person) WHERE person.born > $year")
    }

    // MARK: - Checks

    @Test("A change of the text asks for a check, a move of the cursor does not")
    func asksForChecks() throws {
        var model = model("RETURN 1")
        let first = try #require(checks(try press("End \"0\"", &model)).last)
        #expect(first.text.text == "RETURN 10")
        #expect(checks(try press("Left Home End", &model)).isEmpty)
        let second = try #require(checks(try press("Backspace", &model)).last)
        #expect(second.number > first.number)
        #expect(model.isBusy)
        _ = update(&model, .editor(.checked(nil, number: second.number)))
        #expect(!model.checks.isWaiting)
        try press("F3 : \"check off\" Enter 1", &model)
        #expect(checks(try press("\"1\"", &model)).isEmpty)
    }

    private func report(_ model: Model, _ problems: [EditorProblem], number: Int) -> CheckReport {
        CheckReport(
            number: number, buffer: model.buffers[model.currentBuffer].number, text: model.editor,
            statements: [], problems: problems)
    }

    @Test("Problems stay on lines that did not change, and go from those that did")
    func keepsProblems() throws {
        var model = model("MATCH (n:Nobody)\nRETURN n.nothing")
        let problems = [0, 1].map { line in
            EditorProblem(
                severity: .warning, range: TextPosition(line: line, column: 6)..<TextPosition(line: line, column: 8),
                message: "line \(line)", code: "C\(line)")
        }
        _ = update(&model, .editor(.checked(report(model, problems, number: 1), number: 1)))
        #expect(model.shownProblems.map(\.message) == ["line 0", "line 1"])
        try press("C-End \"x\"", &model)
        #expect(model.shownProblems.map(\.message) == ["line 0"])
        model.notes.hiddenCodes = ["C0"]
        #expect(model.shownProblems.isEmpty)
    }

    // MARK: - The guard

    @Test("On a guarded store a run asks for consent, and goes on after a yes without asking again")
    func asksForConsent() throws {
        var model = model("CREATE (:A)")
        let request = try #require(runs(try press("F5", &model)).first)
        #expect(request.needsConsent)
        _ = update(&model, .editor(.consentNeeded(request)))
        #expect(model.running == nil)
        guard case .question(let question) = model.layers.last else {
            Issue.record("no question")
            return
        }
        #expect(question.detail.contains("writes"))
        let again = try #require(runs(try press("y", &model)).first)
        #expect(again.text == request.text && !again.needsConsent && again.number != request.number)
        _ = update(&model, .statementEnded(again, .success(Fixtures.outcome(columns: [], rows: []))))
        #expect(try #require(runs(try press("F5", &model)).first).needsConsent == false)
    }

    @Test("A no runs nothing, and what waited behind it does not run either")
    func refusesConsent() throws {
        var model = model("CREATE (:A); CREATE (:B)")
        let request = try #require(runs(try press("M-F5", &model)).first)
        _ = update(&model, .editor(.consentNeeded(request)))
        #expect(runs(try press("n", &model)).isEmpty)
        #expect(model.queued.isEmpty && model.running == nil && !model.hasEnded)
        #expect(try #require(runs(try press("F5", &model)).first).needsConsent)
    }

    @Test(
        "The store is asked what would write before anything runs",
        arguments: [
            ("CREATE (:A)", RunMode.run, true), ("CREATE (:A)", .profile, true), ("CREATE (:A)", .explain, false),
            ("PROFILE CREATE (:A)", .run, true), ("EXPLAIN CREATE (:A)", .run, false),
            ("CYPHER 25 PROFILE CREATE (:A) RETURN 1", .run, true), ("MATCH (n) RETURN n", .profile, false),
            ("CREATE INDEX FOR (n:A) ON (n.x)", .run, true), ("CALL db.createLabel('X')", .run, true),
        ])
    func guardsWrites(_ statement: String, _ mode: RunMode, _ isAsked: Bool) throws {
        let session = try RelateStore(StoreRequest(path: ":memory:", isReadOnly: false, namespace: nil)).connect()
        #expect(try session.isWriting(statement, mode) == isAsked)
        let count = try session.run("MATCH (n) RETURN count(n)", mode: .run, parameters: [:])
        #expect(count.rows.cell(row: 0, column: 0) == 0)
    }

    // MARK: - Buffers, files, layout

    @Test("Files keep their byte order mark and their line ends, and what is not UTF-8 is refused by its place")
    func files() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("MATCH (n)\r\nRETURN 'a\u{2028}b';\r\n".utf8)
        let content = try TextFile.content(of: bytes)
        #expect(content.text == "MATCH (n)\nRETURN 'a\u{2028}b';\n")
        #expect(content.hasByteOrderMark && content.usesCarriageReturns)
        #expect(TextFile.bytes(of: content) == bytes)
        #expect(TextBuffer(content.text).lines.count == 3)
        #expect(TextBuffer(content.text).text == content.text)
        let plain = try TextFile.content(of: Array("a\nb".utf8))
        #expect(!plain.hasByteOrderMark && !plain.usesCarriageReturns)
        let failure = #expect(throws: StatementFailure.self) { try TextFile.content(of: [0x61, 0xFF]) }
        #expect(failure?.message.contains("byte at 1") == true)
    }

    @Test("A file comes into a buffer, is marked when it is changed, and is written back as it was")
    func editsFiles() throws {
        var model = model()
        let content = TextFile.Content(text: "RETURN 1\n", hasByteOrderMark: true, usesCarriageReturns: true)
        _ = update(&model, .editor(.fileRead(path: "/q/one.cypher", .success(content))))
        #expect(model.buffers.count == 1)
        #expect(model.buffers[0].title == "one.cypher" && !model.buffers[0].isModified)
        try press("End \"2\"", &model)
        #expect(model.buffers[0].isModified)
        try press("F3 : \"bclose\" Enter 1", &model)
        #expect(model.editor.text == "RETURN 12\n")
        let effects = editorEffects(try press("C-s", &model))
        guard case .write(let written, let path, let buffer, let version, let existing)? = effects.first else {
            Issue.record("nothing is written")
            return
        }
        #expect(path == "/q/one.cypher" && existing == .isReplacedUnchanged(since: nil, replacedBy: ":write!"))
        #expect(TextFile.bytes(of: written) == [0xEF, 0xBB, 0xBF] + Array("RETURN 12\r\n".utf8))
        // What a device took is kept nowhere.
        _ = update(&model, .editor(.fileWritten(path: "/dev/null", buffer: buffer, version: version, .success(nil))))
        #expect(model.buffers[0].isModified && model.buffers[0].title == "one.cypher")
        let stamp = FileStamp(text: "1:2:3:4:5")
        _ = update(&model, .editor(.fileWritten(path: path, buffer: buffer, version: version, .success(stamp))))
        #expect(!model.buffers[0].isModified)
    }

    @Test("A pasted byte order mark stays outside")
    func pastes() {
        var model = model()
        _ = update(&model, .paste("\u{FEFF}RETURN 1"))
        #expect(model.editor.text == "RETURN 1")
    }

    @Test("The text is laid out in one step, and the cursor stays with its word")
    func formats() throws {
        var model = model("match (n) return n // end")
        try press("C-Right C-Right C-Right M-q", &model)
        #expect(model.editor.text == "MATCH (n)\nRETURN n // end")
        #expect(model.editor.cursor == TextPosition(line: 1, column: 6))
        try press("C-_", &model)
        #expect(model.editor.text == "match (n) return n // end")
    }

    @Test("The user's own editor gets the text, and what comes back is one step")
    func editsExternally() throws {
        var model = model("RETURN 1")
        let effects = editorEffects(try press("C-x e", &model))
        guard case .editExternally(let text, let buffer)? = effects.first else {
            Issue.record("no editor")
            return
        }
        #expect(text == "RETURN 1")
        _ = update(&model, .editor(.editedExternally(buffer: buffer, .success("RETURN 2\n"))))
        #expect(model.editor.text == "RETURN 2")
        _ = update(&model, .editor(.editedExternally(buffer: buffer, .failure(.local("vi ended with status 1")))))
        #expect(model.editor.text == "RETURN 2")
        #expect(model.message?.text == "vi ended with status 1")
    }
}
