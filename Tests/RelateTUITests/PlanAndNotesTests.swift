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

    @Test("Enter leads from an operator to its place in the query, M-p back to the operator")
    func betweenPlanAndText() throws {
        var model = model("// people\nMATCH (p:Person) WHERE p.born > 2000 RETURN p.name AS name ORDER BY name")
        try press("F7 F8", &model)
        let filter = try #require(model.plan?.model.operators.first { $0.node.operator == "Filter" })
        model.plan?.select(filter.id)
        #expect(model.planPlace != nil)
        try press("Enter", &model)
        #expect(model.focus == .query)
        #expect(model.editor.selectedText == "p.born > 2000")
        try press("M-p", &model)
        #expect(model.focus == .plan)
        #expect(model.plan?.cursorOperator == filter.id)
    }

    @Test("Where the text has changed since, Enter says so and selects nothing")
    func changedText() throws {
        var model = model("MATCH (p:Person) WHERE p.born > 2000 RETURN p")
        try press("F7 1 C-Home \"/* new */\" F8 Enter", &model)
        #expect(model.editor.selectedText == nil)
        #expect(model.message?.text == "The text has changed since")
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
        model.notes.cursor = try #require(model.notes.shown.firstIndex(of: note))
        try press("Enter", &model)
        #expect(model.focus == .plan && model.plan?.cursorOperator == scan.id)
        try press("F9 t", &model)
        #expect(model.editor.selectedText == "{name: 'P7'}" || model.editor.selectedText?.contains("name") == true)
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
