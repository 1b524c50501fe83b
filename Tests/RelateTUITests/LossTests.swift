import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// What was typed or written is never dropped without a word.
@Suite("Nothing is lost unasked") struct LossTests {
    private func question(_ model: Model) -> String? {
        if case .question(let question)? = model.layers.last { question.detail } else { nil }
    }

    @Test("A buffer with typed text is closed after a yes alone; one that was not typed in, or was run, at once")
    func closesBuffers() throws {
        var model = Model.opened("RETURN 1")
        try press("M-n \"RETURN 2\"", &model)
        try press("M-: \"bclose\" Enter", &model)
        #expect(model.buffers.count == 2 && question(model)?.contains("kept nowhere") == true)
        try press("n", &model)
        #expect(model.buffers.count == 2 && model.editor.text == "RETURN 2")
        var other = model
        try press("M-: \"bclose\" Enter y", &other)
        #expect(other.buffers.count == 1 && other.editor.text == "RETURN 1")
        other = model
        try press("F5", &other)
        try press("M-: \"bclose\" Enter", &other)
        #expect(other.buffers.count == 1)
        try press("M-: \"bclose!\" Enter", &model)
        #expect(model.buffers.count == 1 && model.layers.isEmpty)
        // The sample's own text was not typed.
        try press("M-: \"bclose\" Enter", &model)
        #expect(model.layers.isEmpty && model.editor.text.isEmpty)
    }

    @Test("A file takes the place of an untouched buffer alone: what was emptied can be taken back")
    func opensFiles() throws {
        let content = TextFile.Content(text: "RETURN 3", hasByteOrderMark: false, usesCarriageReturns: false)
        var model = Model.opened()
        _ = update(&model, .editor(.fileRead(path: "/q.cypher", .success(content))))
        #expect(model.buffers.count == 1 && model.editor.text == "RETURN 3")
        model = Model.opened()
        try press("\"RETURN 4\" M-a Delete", &model)
        _ = update(&model, .editor(.fileRead(path: "/q.cypher", .success(content))))
        #expect(model.buffers.count == 2)
        try press("M-, C-_", &model)
        #expect(model.editor.text == "RETURN 4")
    }

    @Test("A store in memory that was written to is closed after a yes alone")
    func closesStores() throws {
        var model = Model.opened()
        model.session.name = ":memory:"
        model.session.isChanged = true
        let first = model.session.number
        try press("M-: \"open /other.rl\" Enter", &model)
        _ = update(&model, .storeOpened(StoreInfo(name: "/other.rl", isReadOnly: false, namespace: "neo4j")))
        try press("M-`", &model)
        #expect(model.session.number == first)
        try press("M-: \"close\" Enter", &model)
        #expect(question(model)?.contains("is gone then") == true)
        let effects = try press("y", &model)
        #expect(effects.contains { if case .session(.close(first)) = $0 { true } else { false } })
        #expect(model.session.name == "/other.rl")
    }

    @Test(
        "Rolling back asks where the transaction has written, and Enter is no yes",
        arguments: ["M-r", "M-: \"rollback\" Enter"])
    func rollsBack(keys: String) throws {
        func rollsBack(_ effects: [Effect]) -> Bool {
            effects.contains { if case .transaction(.rollback) = $0 { true } else { false } }
        }
        var model = Model.opened("CREATE (:A)")
        model.guardsWrites = false
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        var other = model
        #expect(rollsBack(try press(keys, &other)))
        let effects = try press("F5", &model)
        let request = try #require(
            effects.lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first)
        var outcome = Fixtures.outcome(columns: [], rows: [])
        outcome.queryType = .write
        _ = update(&model, .statementEnded(request, .success(outcome)))
        #expect(!rollsBack(try press(keys, &model)))
        #expect(question(model)?.contains("is lost") == true)
        #expect(!rollsBack(try press("Enter", &model)) && model.layers.isEmpty)
        #expect(!rollsBack(try press(keys, &model)))
        #expect(rollsBack(try press("y", &model)))
        _ = update(&model, .transactionEnded(.rollback, .success(nil)))
        #expect(!model.session.hasUncommittedWrites)
    }

    @Test("A question's title says what it is about, however long the store's path is")
    func shortensPaths() throws {
        var model = Model.opened("CREATE (:A)")
        model.session.name =
            "/" + String(repeating: "folder/", count: 30) + String(repeating: "long", count: 30) + ".rl"
        let effects = try press("F5", &model)
        let request = try #require(
            effects.lazy.compactMap { if case .run(let request) = $0 { request } else { nil } }.first)
        model.askForConsent(request)
        #expect(view(model).plainText.contains("long.rl would be changed"))
    }

    @Test("Another session shares the store: its transaction and panes are its own, and closing it asks nothing")
    func connects() throws {
        var model = Model.opened("RETURN 1")
        model.session.name = ":memory:"
        model.session.isChanged = true
        let first = model.session.number
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        let effects = try press("M-: \"connect\" Enter", &model)
        #expect(effects.contains { if case .session(.share(first, _)) = $0 { true } else { false } })
        _ = update(&model, .storeOpened(StoreInfo(name: ":memory:", isReadOnly: false, namespace: "neo4j")))
        #expect(model.sessions.count == 2 && model.session.transaction == .none)
        try press("M-: \"close\" Enter", &model)
        #expect(model.layers.isEmpty && model.session.number == first)
        #expect(model.session.transaction == .open(statementCount: 0))
    }
}
