import Relate
import Testing

@testable import RelateTUI

/// From plan to text and back, comparison, and what notes lead to.
@Suite("Plan and notes") struct PlanAndNotesTests {
    private let session: any ExplorerSession

    init() throws {
        session = try RelateStore(StoreRequest(path: ":memory:", isReadOnly: false, namespace: nil)) { connection in
            try connection.query("UNWIND range(1, 200) AS i CREATE (:Person {name: 'P' + toString(i), born: 1900 + i})")
        }.connect()
    }

    private func model(_ text: String) -> Model {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.initialText = text
        configuration.guardsWrites = false
        var model = Model(configuration: configuration, size: ScreenSize(rows: 40, columns: 120))
        _ = update(&model, .storeOpened(StoreInfo(name: ":memory:", isReadOnly: false, namespace: "neo4j")))
        return model
    }

    /// Statements that the keys run are run, and their outcome is told.
    private func press(_ keys: String, _ model: inout Model) throws {
        for step in try KeyWords.parse(keys) {
            guard case .press(let key) = step else { continue }
            var effects = update(&model, .key(key))
            while !effects.isEmpty {
                guard case .run(let request) = effects.removeFirst() else { continue }
                let result = Result { () throws(StatementFailure) in
                    try session.run(request.text, mode: request.mode, parameters: request.parameters)
                }
                effects += update(&model, .statementEnded(request, result))
            }
        }
    }

    private func marked(_ model: Model) -> String? {
        model.buffers[model.currentBuffer].jumpPlace.map { model.editor.text(in: $0) }
    }

    @Test("Enter leads from an operator to its place in the query, M-p back to the operator")
    func betweenPlanAndText() throws {
        var model = model("// people\nMATCH (p:Person) WHERE p.born > 2000 RETURN p.name AS name ORDER BY name")
        try press("F7 F8", &model)
        let filter = try #require(model.plan?.model.operators.first { $0.node.operator == "Filter" })
        model.plan?.select(filter.id)
        #expect(model.planPlace != nil)
        try press("Enter", &model)
        #expect(model.focus == .query)
        #expect(marked(model) == "p.born > 2000")
        try press("M-p", &model)
        #expect(model.focus == .plan)
        #expect(model.plan?.cursorOperator == filter.id)
    }

    @Test("An excerpt in a note is cut around its caret, which points at the same place", arguments: [20, 40, 76])
    func excerptAroundCaret(width: Int) throws {
        let source = String(repeating: "abcdefghi ", count: 20) + "X" + String(repeating: " jklmnop", count: 20)
        let text = "Invalid input\n" + source + "\n" + String(repeating: " ", count: 200) + "^"
        let lines = NotesView.paragraph(text, .text, width).map(\.plainText)
        #expect(lines.count == 3)
        let place = try #require(lines[2].firstIndex(of: "^")).utf16Offset(in: lines[2])
        #expect(Array(lines[1])[place] == "X")
        #expect(lines.allSatisfy { $0.count <= width })
    }

    @Test("Where the text has changed since, Enter says so and selects nothing")
    func changedText() throws {
        var model = model("MATCH (p:Person) WHERE p.born > 2000 RETURN p")
        try press("F7 1 C-Home \"/* new */\" F8 Enter", &model)
        #expect(marked(model) == nil)
        #expect(model.message?.text == "The text has changed since")
    }

    @Test("What a jump marks is not what runs: the whole statement does", arguments: ["F5", "F6", "F7"])
    func runsAfterJump(key: String) throws {
        var model = model("MATCH (p:Person) WHERE p.born > 2000 RETURN p.name AS name, count(*) AS n;")
        try press("F7 F8 Down Enter", &model)
        #expect(model.focus == .query && model.editor.selection == nil)
        #expect(marked(model)?.isEmpty == false)
        try press(key, &model)
        #expect(model.notes.count(.error) == 0)
        #expect(model.history.last == "MATCH (p:Person) WHERE p.born > 2000 RETURN p.name AS name, count(*) AS n")
        try press("Left", &model)
        #expect(marked(model) == nil)
    }

    @Test("The keyboard goes to the pane that shows the answer where that takes the place of the focused one")
    func followsTheAnswer() throws {
        var model = model("MATCH (p:Person) RETURN p.name")
        model.size = ScreenSize(rows: 24, columns: 80)
        try press("F7 F8 F5", &model)
        #expect(model.focus == .result)
        try press("Down", &model)
        #expect(model.grid?.layout.cursorRow == 1)
        try press("F6", &model)
        #expect(model.focus == .plan)
        _ = update(&model, .resized(ScreenSize(rows: 60, columns: 200)))
        try press("M-6", &model)
        _ = update(&model, .resized(ScreenSize(rows: 24, columns: 80)))
        #expect(model.focus == .schema && Layout(model).panes[.schema] != nil)
    }

    @Test("A plan says when the result is of a later statement")
    func agesPlans() throws {
        var model = model("MATCH (p:Person) RETURN p.name;\nRETURN 1 AS one;")
        try press("F7 F5 F8", &model)
        #expect(!view(model).plainText.contains("of an earlier statement"))
        try press("F2 C-End F5 F8", &model)
        #expect(view(model).plainText.contains("of an earlier statement"))
        try press("F7", &model)
        #expect(!view(model).plainText.contains("of an earlier statement"))
    }

    @Test("The note that one key helps with comes first; a is offered where there is something to apply")
    func ordersNotes() throws {
        var model = model("MATCH (p:Person {name: 'P7'}), (q:Person) RETURN p, collect(q)")
        try press("F7 F9", &model)
        #expect(model.notes.shown.count > 1)
        #expect(model.notes.selected?.fix != nil)
        #expect(view(model).plainText.contains("a apply remedy"))
        model.notes.cursor = try #require(model.notes.shown.firstIndex { $0.fix == nil })
        #expect(!view(model).plainText.contains("a apply remedy"))
        try press("a", &model)
        #expect(model.buffers.count == 1)
        #expect(model.message?.text.contains("advice") == true)
    }

    @Test(
        "A misspelled keyword or name is put right by a",
        arguments: [
            ("MACH (p) RETURN p", "MATCH (p) RETURN p"), ("RETURN toUper('x')", "RETURN toUpper('x')"),
            ("MATCH (person) RETURN persn.name", "MATCH (person) RETURN person.name"),
            ("CALL db.labls()", "CALL db.labels()"),
        ])
    func mendsErrors(_ written: String, _ meant: String) throws {
        var model = model("RETURN 1;\n" + written)
        try press("C-End F5 F9 a", &model)
        #expect(model.editor.text.hasSuffix("\n" + meant))
        #expect(model.buffers.count == 2)
    }

    @Test("A slow query is profiled, its note's remedy applied, and the plan's change seen by comparison")
    func remedyAndDiff() throws {
        var model = model("MATCH (p:Person {name: 'P7'}) RETURN p.born")
        try press("F7", &model)
        let scan = try #require(model.plan?.model.operators.first { $0.node.operator == "NodeByLabelScan" })
        #expect(scan.node.actual?.rows == 200)
        let note = try #require(model.notes.shown.first { $0.code.hasSuffix("MissingIndex") })
        #expect(note.status == "03NR3" && note.operatorNumber == scan.id)
        try press("F8 P F9", &model)
        #expect(model.notes.selected == note)
        try press("Enter", &model)
        #expect(model.focus == .plan && model.plan?.cursorOperator == scan.id)
        try press("F9 t", &model)
        #expect(marked(model)?.contains("name") == true)
        try press("F9 a", &model)
        #expect(model.buffers.count == 2)
        #expect(model.editor.text.contains("CREATE INDEX FOR (n:Person) ON (n.name);\n"))
        try press("F5", &model)
        #expect(model.message?.text.contains("index added") == true || model.message?.text.contains("1 index") == true)
        // The statement below it is the query again.
        try press("C-End F7", &model)
        #expect(model.plan?.model.operators.contains { $0.node.operator == "NodeIndexSeek" } == true)
        #expect(!model.notes.shown.contains { $0.code.hasSuffix("MissingIndex") })
        try press("F8 D", &model)
        let diff = try #require(model.plan?.diff)
        #expect(diff.rows.contains { $0.change == .replaced || $0.change == .added })
        #expect(diff.after.totalHits < diff.before.totalHits)
        try press("D", &model)
        #expect(model.plan?.presentation == .tree)
    }

    @Test("Once a plan is pinned the footer has the comparison, and no pinning of the same")
    func pinnedFooter() throws {
        var model = model("RETURN 1")
        try press("F6 F8", &model)
        func footer(_ columns: Int) -> Substring {
            _ = update(&model, .resized(ScreenSize(rows: 24, columns: columns)))
            return view(model).plainText.split(separator: "\n").last ?? ""
        }
        #expect(footer(80).contains("P pin"))
        try press("P", &model)
        #expect(footer(80).contains("D diff"))
        #expect(!footer(120).contains("P pin"))
        // A file of rows that is written from here is not the plan's.
        _ = update(&model, .exported(path: "a.csv", .success(1)))
        #expect(model.message?.text == "The result's 1 row written to a.csv; :plan FILE writes the plan")
    }

    @Test("Without a pinned plan there is nothing to compare with")
    func nothingPinned() throws {
        var model = model("RETURN 1")
        try press("F6 F8 D", &model)
        #expect(model.plan?.presentation == .tree)
        #expect(model.message?.text.contains("No plan is pinned") == true)
    }

    @Test("A remedy that is an edit gives the statement so edited")
    func edits() throws {
        var model = model("MATCH (p:Persn) RETURN p")
        try press("F6 F9 a", &model)
        #expect(model.editor.text == "// The store has no such label\nMATCH (p:Person) RETURN p")
        #expect(model.editor.cursor.line == 1)
    }

    @Test("An error has its codes, its place, and the keys that help")
    func errors() throws {
        var model = model("RETURN 1;\nRETURN nobody")
        try press("C-End F5", &model)
        let note = try #require(model.notes.shown.first)
        #expect(note.severity == .error && note.stage == "compile" && !note.status.isEmpty)
        try press("F9 Enter", &model)
        #expect(model.focus == .query)
        #expect(model.editor.offset(of: model.editor.cursor) == 17)
        #expect(!note.isRetryable && !note.asksToReopen)
    }

    @Test("A conflict is retried by r; a session that can do no more is opened again by R")
    func retriesAndReopens() throws {
        var model = model("RETURN 1")
        let request = RunRequest(number: 900, text: "RETURN 1", offset: 0, buffer: 0, mode: .run, parameters: [:])
        model.running = RunningStatement(request: request)
        let poisoned = StatementFailure(
            code: "Neo.DatabaseError.General.UnknownError", status: "50N42", stage: "internal", isRetryable: true,
            message: "internal error", span: nil)
        _ = update(&model, .statementEnded(request, .failure(poisoned)))
        #expect(model.notes.selected?.asksToReopen == true)
        model.focus = .notes
        let again = update(&model, .key(.character("r")))
        #expect(again.contains { if case .run(let run) = $0 { run.text == "RETURN 1" } else { false } })
        model.running = nil
        let opened = update(&model, .key(.character("R")))
        #expect(opened.contains { if case .open = $0 { true } else { false } })
    }

    @Test("A hidden code is gone from the notes and from the text, and comes back")
    func hides() throws {
        var model = model("MATCH (p:Persn) RETURN p")
        try press("F6 F9", &model)
        let count = model.notes.shown.count
        try press("H", &model)
        #expect(model.notes.shown.count < count)
        try press("A", &model)
        #expect(model.notes.shown.count == count)
    }

    @Test("What a comparison writes and copies is the comparison and both plans, in every format")
    func exportsBoth() throws {
        var model = model("MATCH (p:Person) RETURN p")
        try press("F6 F8 P F2 M-a \"MATCH (p:Person) WHERE p.born > 1 RETURN p.name ORDER BY p.name\" F6 F8 D", &model)
        let plan = try #require(model.plan)
        let diff = try #require(plan.diff)
        #expect(diff.changedCount > 0)
        for format in PlanExport.Format.allCases {
            let text = plan.content.text(as: format)
            #expect(text.contains("Sort") && text.contains("before"), "\(format)")
        }
        let json = plan.content.text(as: .json)
        #expect(json.hasPrefix(#"{"before":{"schema":"relate.plan/v1""#))
        #expect(json.contains(#","now":{"schema":"relate.plan/v1""#) && json.hasSuffix("}}\n"))
        let dot = plan.content.text(as: .dot)
        #expect(dot.contains("subgraph cluster_before") && dot.contains("subgraph cluster_now"))
        #expect(dot.contains("color=green"))
        let text = plan.content.text(as: .text)
        let lines = text.split(separator: "\n")
        #expect(lines.contains("before") && lines.contains("now"))
        #expect(lines.contains { ($0.hasPrefix("+") || $0.hasPrefix("≠")) && $0.contains("Sort") })
        guard
            case .editor(.exportPlan(.comparison, .json, "x.json", _))? = try KeyWords.parse(": \"plan x.json\" Enter")
                .flatMap({ step -> [Effect] in
                    if case .press(let key) = step { update(&model, .key(key)) } else { [] }
                }).last
        else {
            Issue.record("not both")
            return
        }
        try press("D", &model)
        guard case .plan? = model.plan?.content else {
            Issue.record("not the plan alone")
            return
        }
    }

    @Test("A plan is written in every format its file's name can end in")
    func exports() throws {
        var model = model("MATCH (p:Person) RETURN p")
        try press("F6", &model)
        let document = try #require(model.plan?.model.document)
        for format in PlanExport.Format.allCases {
            #expect(PlanExport.Format(path: "x" + format.ending) == format)
            #expect(PlanExport.text(document, as: format).contains("NodeByLabelScan"))
        }
        #expect(PlanExport.Format(path: "x.pdf") == nil)
        #expect(PlanExport.text(document, as: .json).hasPrefix(#"{"schema":"relate.plan/v1","profiled":false"#))
    }
}
