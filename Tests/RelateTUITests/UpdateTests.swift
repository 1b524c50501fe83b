import Relate
import Render
import Testing

@testable import RelateTUI

/// Keys in, model and effects out: no threads, no terminal.
@Suite("Update") struct UpdateTests {
    private func model(_ text: String = "", columns: Int = 80, rows: Int = 24) -> Model {
        .opened(text, columns: columns, rows: rows)
    }

    private func sent(_ effects: [Effect]) -> RunRequest? {
        effects.lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first
    }

    @Test("F5 runs the statement at the cursor, as a whole and without its semicolon")
    func runsStatementAtCursor() throws {
        var model = model("RETURN 1;\n  RETURN ';' // x;\n  AS a;\nRETURN 3")
        try press("Down", &model)
        let request = try #require(sent(press("F5", &model)))
        #expect(request.text == "RETURN ';' // x;\n  AS a")
        #expect(request.offset == 12)
        #expect(model.running != nil)
    }

    @Test("A cut that leaves fewer lines than were scrolled away shows what is left", arguments: [1, 6, 30])
    func cutsWhatWasScrolledAway(kept: Int) throws {
        let lines = (1...60).map { "line \($0)" }
        var model = model(lines.joined(separator: "\n"))
        try press("C-End", &model)
        try press("C-Home" + String(repeating: " Down", count: kept) + " S-C-End", &model)
        try press("C-x C-x", &model)
        #expect(model.editor.lines.count == kept + 1)
        #expect(view(model).plainText.contains("line \(kept)\n") || view(model).plainText.contains("line \(kept) "))
    }

    @Test("A second F5 while a statement runs is refused, and Ctrl-C interrupts")
    func interrupts() throws {
        var model = model("RETURN 1")
        try press("F5", &model)
        #expect(try press("F5", &model).isEmpty)
        #expect(model.message?.role == .warning)
        let effects = try press("C-c", &model)
        #expect(effects.contains { if case .interrupt = $0 { true } else { false } })
        #expect(!model.hasEnded)
    }

    @Test("Ctrl-C with nothing running does not quit, and says what does")
    func controlCDoesNotQuit() throws {
        var model = model()
        try press("C-c", &model)
        #expect(!model.hasEnded)
        #expect(model.message?.text.contains("Ctrl-Q") == true)
    }

    @Test(
        "Lines typed at the bottom come back by Up and Down, those of each kind apart, and the line begun is not lost")
    func promptHistory() throws {
        var model = try modelWithResult()
        func line() -> String? {
            if case .prompt(let prompt) = model.layers.last { prompt.line.text } else { nil }
        }
        for text in ["param a = 1", "param b = 2", "param a = 1"] { try press("M-: \"\(text)\" Enter", &model) }
        try press("F3 / \"apt\" Enter / Up", &model)
        #expect(line() == "apt")
        try press("Up", &model)
        #expect(line() == "apt")
        try press("Esc M-: \"par\" Up", &model)
        #expect(line() == "param a = 1")
        try press("C-p", &model)
        #expect(line() == "param b = 2")
        try press("Up Down Down", &model)
        #expect(line() == "par")
        try press("Down", &model)
        #expect(line() == "par")
        try press("Up Up Enter M-: Up", &model)
        #expect(line() == "param b = 2")
        try press("Esc M-: Space Enter M-: Up", &model)
        #expect(line() == "param b = 2")
    }

    @Test("A selection runs alone")
    func runsSelection() throws {
        var model = model("RETURN 1 + 2")
        try press("S-Right S-Right S-Right S-Right S-Right S-Right S-Right S-Right", &model)
        #expect(try sent(press("F5", &model))?.text == "RETURN 1")
    }

    @Test("F6 and F7 put EXPLAIN and PROFILE in front, unless the statement has one itself")
    func modes() throws {
        var model = model("RETURN 1")
        #expect(try sent(press("F6", &model))?.mode == .explain)
        model = self.model("profile RETURN 1")
        #expect(try sent(press("F7", &model))?.mode == .run)
    }

    @Test("A failure is told by its place in what was typed, though the plan's word stood in front")
    func spansOfPlannedStatements() throws {
        let session = try RelateStore(StoreRequest(path: ":memory:", isReadOnly: false, namespace: nil)).connect()
        for mode in [RunMode.run, .explain, .profile] {
            let failure = #expect(throws: StatementFailure.self) {
                try session.run("RETURN 1 AS a MATHC", mode: mode, parameters: [:])
            }
            #expect(failure?.span?.lowerBound == 14)
        }
    }

    @Test("Run all sends one statement after the other, and stops at a failure")
    func runsAll() throws {
        var model = model("RETURN 1; RETURN 2; RETURN 3")
        let first = try #require(sent(press("M-F5", &model)))
        let second = try #require(
            sent(
                update(&model, .statementEnded(first, .success(Fixtures.outcome(columns: ["a"], rows: [[1]]))))))
        #expect(second.text == "RETURN 2")
        #expect(model.grid?.isOld == true)
        let failure = StatementFailure(
            code: "c", status: "s", stage: "compile", isRetryable: false, message: "no", span: 7..<8)
        #expect(sent(update(&model, .statementEnded(second, .failure(failure)))) == nil)
        #expect(model.queued.isEmpty)
        #expect(model.running == nil)
        #expect(model.message?.text == "Statement 2 of 3: no")
        #expect(model.editor.cursor == TextPosition(line: 0, column: 17))
    }

    @Test("BEGIN, COMMIT and ROLLBACK in a text begin and end a transaction, and the script goes on behind them")
    func runsTransactions() throws {
        var model = model("begin;\nCREATE (:A);\nCOMMIT TRANSACTION;\nRETURN 1")
        func step(_ effects: [Effect]) -> TransactionStep? {
            effects.lazy.compactMap { if case .transaction(let step) = $0 { step } else { nil } }.first
        }
        #expect(step(try press("M-F5", &model)) == .begin)
        #expect(try press("F5", &model).isEmpty)
        let create = try #require(sent(update(&model, .transactionEnded(.begin, .success(nil)))))
        #expect(create.text == "CREATE (:A)")
        var outcome = Fixtures.outcome(columns: [], rows: [])
        outcome.queryType = .write
        #expect(step(update(&model, .statementEnded(create, .success(outcome)))) == .commit)
        let last = try #require(sent(update(&model, .transactionEnded(.commit, .success("relate:3")))))
        #expect(last.text == "RETURN 1")
        _ = update(&model, .statementEnded(last, .success(Fixtures.outcome(columns: ["a"], rows: [[1]]))))
        #expect(model.message?.text.hasPrefix("4 statements in ") == true)
        #expect(model.session.transaction == .none && model.running == nil)
        #expect(!model.history.contains("begin"))
        // A commit without a beginning says so, and ends the script.
        model.editor.replaceAll(with: "COMMIT; RETURN 2")
        let refused = try press("M-F5", &model)
        #expect(step(refused) == nil && sent(refused) == nil)
        #expect(model.message?.text == "No transaction is open" && model.queued.isEmpty && model.running == nil)
        try press("C-Home F7", &model)
        #expect(model.message?.text == "COMMIT has no plan: F5 does it")
    }

    @Test("Run all tells how many statements ran, and a new result is not an old one")
    func tellsOfAll() throws {
        var model = model("RETURN 1; RETURN 2")
        let outcome = Fixtures.outcome(columns: ["a"], rows: [[1]])
        let first = try #require(sent(press("M-F5", &model)))
        let second = try #require(sent(update(&model, .statementEnded(first, .success(outcome)))))
        _ = update(&model, .statementEnded(second, .success(outcome)))
        #expect(model.message?.text.hasPrefix("2 statements in ") == true)
        #expect(model.message?.text.contains("; the last: 1 row in ") == true)
        #expect(model.grid?.isOld == false)
    }

    @Test("An error is marked where it is, even below other statements, and the mark goes with the next change")
    func marksErrors() throws {
        var model = model("RETURN 1;\nMATHC (n)")
        try press("Down", &model)
        let request = try #require(sent(press("F6", &model)))
        let failure = StatementFailure(
            code: "c", status: "s", stage: "compile", isRetryable: false, message: "syntax error: x\n\"MATHC\"\n ^",
            span: 0..<5)
        _ = update(&model, .statementEnded(request, .failure(failure)))
        let problem = try #require(model.buffers[0].problem)
        #expect(problem.range == TextPosition(line: 1, column: 0)..<TextPosition(line: 1, column: 5))
        #expect(model.notes.notes.first?.detail == "\"MATHC\"\n ^")
        try press("x", &model)
        #expect(model.buffers[0].problem?.version != model.editor.version)
    }

    @Test("A late answer of an earlier statement is not taken for the present one")
    func lateAnswers() throws {
        var model = model("RETURN 1")
        let old = try #require(sent(press("F5", &model)))
        _ = update(&model, .statementEnded(old, .success(Fixtures.cast)))
        try press("F5", &model)
        _ = update(&model, .statementEnded(old, .success(Fixtures.outcome(columns: ["late"], rows: []))))
        #expect(model.grid?.table.columns == ["p", "roles", "title", "released"])
        #expect(model.running != nil)
    }

    private func modelWithResult() throws -> Model {
        var model = model("RETURN 1")
        let request = try #require(sent(press("F5", &model)))
        let rows: [[CypherValue]] = (0..<1_000).map { [.int(Int64($0)), .string("row \($0)"), nil] }
        _ = update(
            &model, .statementEnded(request, .success(Fixtures.outcome(columns: ["a", "b", "c"], rows: rows))))
        try press("F3", &model)
        return model
    }

    @Test("Paging, ends and columns move the grid's cursor and its window")
    func movesInGrid() throws {
        var model = try modelWithResult()
        try press("G", &model)
        #expect(model.grid?.layout.cursorRow == 999)
        try press("g PageDown", &model)
        let page = try #require(model.grid?.layout.firstRow)
        #expect(page > 5)
        #expect(model.grid?.layout.cursorRow == page)
        try press("$ Right", &model)
        #expect(model.grid?.layout.cursorColumn == 2)
        try press("PageUp PageUp PageUp", &model)
        #expect(model.grid?.layout.cursorRow == 0)
    }

    @Test("Sorting goes up, down and back, off the loop, and late orders are dropped")
    func sorts() throws {
        var model = try modelWithResult()
        let effects = try press("s", &model)
        guard case .arrange(let table, let sort, _)? = effects.first else {
            Issue.record("no arrangement asked for")
            return
        }
        #expect(sort == RowArrangement.Sort(column: 0, isDescending: false))
        let order = try GridSearch.order(
            of: table, sort: RowArrangement.Sort(column: 0, isDescending: true), filter: "")
        _ = update(
            &model,
            .rowsArranged(
                resultNumber: table.number,
                RowArrangement(sort: .init(column: 0, isDescending: true), filter: "", order: order)))
        #expect(model.grid?.cursorValue == .int(999))
        _ = update(&model, .rowsArranged(resultNumber: 999, RowArrangement(sort: nil, filter: "", order: [])))
        #expect(model.grid?.layout.rowCount == 1_000)
    }

    @Test("What is asked for while rows are filtered or sorted goes by that order and filter, and waits for it")
    func waitsForArrangement() throws {
        func arrangement(_ effects: [Effect]) -> RowArrangement? {
            guard case .arrange(_, let sort, let filter)? = effects.first else { return nil }
            return RowArrangement(sort: sort, filter: filter)
        }
        let up = RowArrangement.Sort(column: 0, isDescending: false)
        let down = RowArrangement.Sort(column: 0, isDescending: true)
        for keys in [": \"export x.csv\" Enter", ": \"export! -a x.csv\" Enter", "/ \"98\" Enter", "m"] {
            var model = try modelWithResult()
            #expect(arrangement(try press("& \"98\" Enter", &model)) == RowArrangement(filter: "98"))
            #expect(arrangement(try press("s", &model)) == RowArrangement(sort: up, filter: "98"))
            #expect(arrangement(try press("s", &model)) == RowArrangement(sort: down, filter: "98"))
            #expect(try press(keys, &model).isEmpty)
            let number = try #require(model.grid?.table.number)
            let done = RowArrangement(sort: down, filter: "98", order: [998, 98])
            // Of the first two another took the place.
            #expect(update(&model, .rowsCancelled).isEmpty)
            #expect(update(&model, .rowsCancelled).isEmpty)
            let effects = update(&model, .rowsArranged(resultNumber: number, done))
            switch try #require(effects.first) {
            case .export(_, let order, let path, let isForced):
                #expect(path == "x.csv" && order == (isForced ? nil : [998, 98]))
            case .find(_, _, let order, _, _), .graph(.collect(_, let order)): #expect(order == [998, 98])
            default: Issue.record("\(keys): something else was asked for")
            }
        }
    }

    @Test("Ctrl-C while rows are sorted gives up what waits for them as well")
    func givesUpWaiting() throws {
        var model = try modelWithResult()
        try press("s : \"export x.csv\" Enter", &model)
        #expect(try press("s", &model).isEmpty, "an order that a file waits for stays")
        try press("C-c", &model)
        #expect(update(&model, .rowsCancelled).isEmpty)
        #expect(model.rowWork == nil)
    }

    @Test("What was searched and filtered for before is marked: typing takes its place, a move keeps it")
    func marksOldPrompts() throws {
        var model = try modelWithResult()
        for key in ["&", "/"] {
            model.grid?.arrangement.filter = "Taxi"
            model.grid?.searchText = "Taxi"
            #expect(line(of: try prompted(key, &model)) == "Taxi")
            #expect(line(of: try prompted("\(key) \"zz\"", &model)) == "zz")
            #expect(line(of: try prompted("\(key) Left \"zz\"", &model)) == "Taxzzi")
            #expect(line(of: try prompted("\(key) Backspace", &model)) == "")
        }
    }

    private func prompted(_ keys: String, _ model: inout Model) throws -> Model {
        try press(keys, &model)
        defer { model.layers = [] }
        return model
    }

    private func line(of model: Model) -> String? {
        if case .prompt(let prompt)? = model.layers.last { prompt.line.text } else { nil }
    }

    @Test("The message and the place never run into each other; the place gives way", arguments: [30, 60, 80, 120])
    func messageLine(columns: Int) throws {
        var model = try modelWithResult()
        model.size.columns = columns
        for length in [5, columns - 30, columns - 12, columns - 2, columns * 2] where length > 0 {
            model.message = .information(String(repeating: "m", count: length))
            let lines = view(model).plainText.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines[model.size.rows - 2]
            let message = line.drop { $0 == " " }.prefix { $0 == "m" || $0 == "…" }
            #expect(length <= columns - 2 ? message.count == length : message.hasSuffix("…"))
            let rest = line.drop { $0 == " " }.dropFirst(message.count)
            #expect(rest.allSatisfy { $0 == " " } || rest.hasPrefix("   ") || rest.hasPrefix("  ^X m all"))
        }
    }

    @Test("A picture's file is told which endings there are, those of the pane first")
    func refusesEndings() throws {
        var model = try modelWithResult()
        try press("F4 \":export g.png\" Enter", &model)
        #expect(model.message?.text.hasPrefix("The graph's file ends in .svg, .dot, .cypher") == true)
        try press("F3 \":export g.png\" Enter", &model)
        #expect(model.message?.text.hasPrefix("The result's file ends in .csv") == true)
    }

    @Test("The mark of the order stands behind the whole name where the pane has room")
    func sortMark() throws {
        var model = model("RETURN 1")
        let request = try #require(sent(press("F5", &model)))
        _ = update(
            &model,
            .statementEnded(
                request, .success(Fixtures.outcome(columns: ["section", "b"], rows: [["x", 1], ["y", 2]]))))
        _ = update(
            &model,
            .rowsArranged(
                resultNumber: request.number,
                RowArrangement(sort: .init(column: 0, isDescending: true), filter: "", order: [1, 0])))
        #expect(view(model).plainText.contains("section ▼"))
    }

    @Test("A pasted tab shows as space up to the next stop, and the cursor stands behind it")
    func tabs() throws {
        var model = model()
        _ = update(&model, .paste("a\tbc\td"))
        let frame = view(model)
        #expect(frame.plainText.contains("a   bc  d"))
        #expect(frame.cursor?.column == 1 + EditorMetrics.gutterColumns(lineCount: 1) + 9)
        #expect(EditorMetrics.place(line: 0, column: 3, in: model.editor) == TextPosition(line: 0, column: 2))
        #expect(model.editor.text == "a\tbc\td")
    }

    @Test("Columns hide, move and come back")
    func columns() throws {
        var model = try modelWithResult()
        try press("H", &model)
        #expect(model.grid?.layout.columns.map(\.name) == ["b", "c"])
        try press("}", &model)
        #expect(model.grid?.layout.columns.map(\.name) == ["c", "b"])
        try press("A", &model)
        #expect(model.grid?.layout.columns.map(\.name) == ["a", "c", "b"])
    }

    @Test("Tab goes round the panes that show, and digits go to those that do not")
    func focus() throws {
        var model = model()
        try press("Tab", &model)
        #expect(model.focus == .result)
        try press("4", &model)
        #expect(model.focus == .plan)
        try press("Tab Tab", &model)
        #expect(model.focus == .plan)
        try press("z", &model)
        #expect(Layout(model).panes.count == 1)
    }

    @Test("Letters are text in the query and commands elsewhere")
    func lettersAreText() throws {
        var model = model()
        try press("\"q?z:1\"", &model)
        #expect(model.editor.text == "q?z:1")
        #expect(!model.hasEnded)
        try press("F3 q y", &model)
        #expect(model.hasEnded)
    }

    @Test("An open transaction asks before it is lost")
    func asksBeforeQuitting() throws {
        var model = model()
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        try press("C-q", &model)
        #expect(!model.hasEnded)
        try press("n C-q y", &model)
        #expect(model.hasEnded)
    }

    private func asks(_ model: Model) -> String? {
        if case .question(let question)? = model.layers.last { question.detail } else { nil }
    }

    @Test("Quitting asks where what was written to a store in memory, or a file's text, would be lost")
    func asksForLosses() throws {
        var model = model("CREATE (:A)")
        model.session.name = ":memory:"
        try press("C-q", &model)
        #expect(model.hasEnded)
        model.hasEnded = false
        let request = try #require(sent(press("F5", &model)))
        var outcome = Fixtures.outcome(columns: [], rows: [])
        outcome.queryType = .write
        _ = update(&model, .statementEnded(request, .success(outcome)))
        try press("C-q", &model)
        #expect(!model.hasEnded && asks(model)?.contains(":memory:") == true)
        try press("n F3 :", &model)
        try press("\"q!\" Enter", &model)
        #expect(model.hasEnded)
    }

    @Test("Quitting asks where something was typed that stands nowhere, by q, Ctrl-Q and :quit alike")
    func leaves() throws {
        var model = model("RETURN 1")
        try press("F3 q", &model)
        #expect(model.hasEnded)
        model = self.model("RETURN 1")
        try press("\"// mine\" F3 q", &model)
        #expect(!model.hasEnded && asks(model)?.hasPrefix("What was typed") == true)
        try press("n : \"q\" Enter", &model)
        #expect(!model.hasEnded && asks(model)?.hasPrefix("What was typed") == true)
        try press("n C-q", &model)
        #expect(!model.hasEnded && asks(model)?.hasPrefix("What was typed") == true)
        try press("n q y", &model)
        #expect(model.hasEnded)
    }

    @Test("What was run stands in the history, and is not asked about")
    func leavesWhatRan() throws {
        var model = model("RETURN 1")
        try press("C-End \"2\"", &model)
        let request = try #require(sent(press("F5", &model)))
        _ = update(&model, .statementEnded(request, .success(Fixtures.outcome(columns: ["a"], rows: [[1]]))))
        var other = model
        try press("C-q", &other)
        #expect(other.hasEnded)
        try press("\"; RETURN 3\" C-q", &model)
        #expect(!model.hasEnded)
    }

    @Test(
        "Quitting works from every layer, and takes an open question for answered by no",
        arguments: ["F1", "C-p", "C-t"])
    func quitsFromLayers(keys: String) throws {
        var model = model("RETURN 1")
        try press(keys + " C-q", &model)
        #expect(model.hasEnded)
        model = self.model("CREATE (:A)")
        let request = try #require(sent(press("F5", &model)))
        model.askForConsent(request)
        #expect(asks(model)?.contains("writes to the store") == true)
        try press(keys + " C-q", &model)
        #expect(model.hasEnded && model.running == nil)
    }

    @Test(
        "The palette finds commands by name, key and sentence, each once",
        arguments: [
            ("export", "M-e  :export"), ("goto", ":goto ELEMENT-ID"), (":goto", ":goto ELEMENT-ID"),
            ("f7", "F7  :profile"), ("theme", ":theme"), ("checkpoint", ":checkpoint"), ("quit", "^Q  ^X ^C  :quit"),
        ])
    func findsCommands(_ typed: String, _ detail: String) throws {
        var model = model("RETURN 1")
        try press("C-p", &model)
        guard case .picker(let all)? = model.layers.last else { return }
        #expect(all.selectedItem?.detail.hasPrefix("F5") == true)
        #expect(Set(all.items.map(\.title)).count == all.items.count)
        try press("\"\(typed)\"", &model)
        guard case .picker(let picker)? = model.layers.last else { return }
        #expect(picker.selectedItem?.detail == detail)
    }

    @Test("The footer keeps what everybody needs, at every width", arguments: [40, 60, 80, 120])
    func footer(columns: Int) throws {
        var model = try modelWithResult()
        model.size.columns = columns
        for (key, words) in [("F2", ["F5 run", "Tab pane", "^Q quit"]), ("F3", ["F5 run", "Tab pane", "q quit"])] {
            try press(key, &model)
            let footer = try #require(view(model).plainText.split(separator: "\n").last)
            #expect(words.allSatisfy { footer.contains($0) })
        }
    }

    @Test("The inspector finds parts by key and by text, unfolds the way there, and goes round")
    func searchesInspector() throws {
        var model = model()
        let value: CypherValue = ["a": [1, ["deep": ["needle one", 2]]], "needle": 3, "z": ["x": "a Needle two"]]
        model.layers = [.inspector(InspectorState(name: "v", place: "row 1", value: value))]
        func path(_ model: Model) -> [Int]? {
            if case .inspector(let state)? = model.layers.last { state.selectedRow?.path } else { nil }
        }
        try press("X / \"needle\" Enter", &model)
        #expect(path(model) == [0, 1, 0, 0])
        try press("n", &model)
        #expect(path(model) == [1])
        try press("n", &model)
        #expect(path(model) == [2, 0])
        try press("n", &model)
        #expect(path(model) == [0, 1, 0, 0])
        try press("N", &model)
        #expect(path(model) == [2, 0])
        try press("/ \"nothing\" Enter", &model)
        #expect(path(model) == [2, 0] && model.message?.text == "“nothing” is not in this value")
        #expect(model.grid == nil)
    }

    @Test("The inspector offers the graph only for what has a place there")
    func inspectorHints() throws {
        var model = try modelWithResult()
        try press("Enter", &model)
        #expect(!view(model).plainText.contains("to the graph"))
        model.layers = [
            .inspector(
                InspectorState(
                    name: "n", place: "",
                    value: .node(CypherValue.Node(id: 1, elementId: "4:x:n1", labels: [], properties: [:]))))
        ]
        #expect(view(model).plainText.contains("Enter to the graph"))
    }

    @Test("A bookmark is shown whole or not at all", arguments: [60, 70, 80, 90, 100])
    func bookmark(columns: Int) throws {
        var model = model("RETURN 1", columns: columns)
        model.session.bookmark = "relate:2"
        let bar = try #require(view(model).plainText.split(separator: "\n").first)
        #expect(bar.contains("relate:2") || !bar.contains("relat"))
        // Where statements go stays longer than what the last commit was.
        if columns >= 80 { #expect(bar.contains("neo4j")) }
        #expect(bar.contains("neo4j") || !bar.contains("relate:2"))
        if columns == 100 { #expect(bar.contains("neo4j  relate:2")) }
    }

    @Test("A store that was opened by its name in the settings is called so")
    func namedStore() throws {
        var named = Settings.NamedStore()
        named.name = "work"
        named.path = "/tmp/elsewhere/w.rl"
        var model = Model.opened("RETURN 1") { $0.settings.stores = [named] }
        let effects = try press("F3 : \"open work\" Enter", &model)
        guard case .open(let request)? = effects.first else {
            Issue.record("not opened: \(effects)")
            return
        }
        #expect(request.path == "/tmp/elsewhere/w.rl")
        let bar = try #require(view(model).plainText.split(separator: "\n").first)
        #expect(bar.contains("◆ work ") && !bar.contains("elsewhere"))
    }

    @Test("A command that has no use for ! says so in words")
    func needlessForce() throws {
        var model = model("RETURN 1")
        try press("F3 : \"edit!\" Enter", &model)
        #expect(model.message?.text == ":edit needs no !: nothing is lost by it; type it without")
    }

    @Test("A paste with line ends goes into the query as it is, and outside of it nowhere")
    func pastes() throws {
        var model = model()
        _ = update(&model, .paste("MATCH (n)\n  RETURN n"))
        #expect(model.editor.text == "MATCH (n)\n  RETURN n")
        try press("F3", &model)
        _ = update(&model, .paste("q"))
        #expect(!model.hasEnded)
    }

    @Test("Commands behind : may be cut short, and what could be two is refused")
    func colonCommands() throws {
        var model = model()
        try press("F3 : \"prof\" Enter", &model)
        #expect(model.message?.text == "There is no statement at the cursor")
        try press(": \"ro\" Enter", &model)
        #expect(model.message?.text == "No transaction is open")
        try press(": \"p\" Enter", &model)
        #expect(model.message?.role == .error)
        let effects = try press(": \"param $year = 1999\" Enter", &model)
        guard case .evaluateParameter("year", "1999")? = effects.first else {
            Issue.record("no evaluation asked for")
            return
        }
    }

    @Test("The key table has no key twice in one context, and a sentence for every command with a key")
    func keyTable() {
        for context in KeyMap.Context.allCases {
            let keys = KeyMap.bindings(in: context).flatMap(\.keys)
            #expect(keys.count == Set(keys).count, "\(context)")
        }
        #expect(KeyMap.bindings.allSatisfy { !$0.sentence.isEmpty && !$0.sentence.hasSuffix(".") })
    }
}
