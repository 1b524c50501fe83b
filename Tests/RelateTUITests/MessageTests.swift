import Relate
import Render
import Testing

@testable import RelateTUI

/// What is said at the bottom: readable however long it is, and never silence where something was asked for.
@Suite("Messages") struct MessageTests {
    private func model(columns: Int = 80, _ configure: (inout ExplorerConfiguration) -> Void = { _ in }) -> Model {
        .opened("RETURN 1", columns: columns, rows: 24, configure: configure)
    }

    @Test("A message that does not fit the line leads to all that was said, the newest first")
    func log() throws {
        var model = model()
        model.message = .information("The first one")
        model.message = .error(String(repeating: "long ", count: 40) + "end")
        let line = view(model).plainText.split(separator: "\n")[22]
        #expect(line.contains("…  ^X m all") && !line.contains("end"))
        try press("C-x m", &model)
        let screen = view(model).plainText
        #expect(screen.contains("error: long long") && screen.contains("end") && screen.contains("The first one"))
        try press("Esc", &model)
        model.message = .error(String(repeating: "long ", count: 40) + "end")
        _ = update(&model, .mouse(MouseAction(kind: .press, column: 5, row: 22)))
        #expect(model.layers.count == 1)
        try press("Esc", &model)
        _ = model.perform(commandLine: "messages")
        #expect(model.layers.count == 1)
    }

    @Test("What is said twice in a row stands once, and the log has an end")
    func bounds() {
        var log = MessageLog()
        for number in 0..<5_000 {
            log.add(.information("message \(number)"))
            log.add(.information("message \(number)"))
        }
        #expect(log.messages.count <= 500 && log.messages.last?.text == "message 4999")
        #expect(log.text.hasPrefix("message 4999\n\nmessage 4998"))
    }

    @Test("Every fault of the configuration stands in the notes with its line")
    func configuration() throws {
        let text = "[ui]\nfrob = 1\nmouse = 3\n[grid]\nmax_rows = -1\n"
        var model = model { $0.settings = Settings(parsing: text) }
        #expect(model.messages.messages.map(\.text).contains { $0.contains("line 3: ui.mouse") })
        try press("F9", &model)
        let screen = view(model).plainText
        for line in [
            "line 2: there is no setting ui.frob", "line 3: ui.mouse is true", "line 5: grid.max_rows is a whole",
        ] {
            #expect(screen.contains(line), "\(line)")
        }
        try press("Enter", &model)
        #expect(model.message?.text == "This note is of the configuration: no statement stands behind it")
    }

    @Test(
        "What a command does not take is refused with what it takes",
        arguments: [
            ("guard maybe", ":guard takes on|off, and not “maybe”"), ("check x", ":check takes on|off, and not “x”"),
            ("pairs perhaps", ":pairs takes on|off, and not “perhaps”"),
            ("mouse huh", ":mouse takes on|off, and not “huh”"),
            ("buffer 99", ":buffer takes nothing behind it, and not “99”"),
            ("run al", ":run takes [all], and not “al”"),
            ("explain x", ":explain takes nothing behind it, and not “x”"),
            ("graph huh", ":graph takes [cards|map|overview|trail], and not “huh”"),
            ("limit some", ":limit takes on|off, and not “some”"),
        ])
    func arguments(line: String, said: String) {
        var model = model()
        #expect(model.perform(commandLine: line).isEmpty)
        #expect(model.message == .error(said))
    }

    @Test("What is open to any text, or tells how things stand, is taken")
    func allowed() {
        for line in [
            "guard", "run all", "param a 1", "goto n1", "save my query", "open -r x y.rl", "theme", "switch 1",
        ] {
            var model = model()
            _ = model.perform(commandLine: line)
            #expect(model.message?.text.contains(" takes ") != true, "\(line)")
        }
    }

    @Test(
        "Element ids are taken as cards and maps show them",
        arguments: [
            ("#n419", "4:relate-neo4j:n419"), ("n419", "4:relate-neo4j:n419"), ("419", "4:relate-neo4j:n419"),
            ("#419", "4:relate-neo4j:n419"), ("r7", "5:relate-neo4j:r7"), ("#r7", "5:relate-neo4j:r7"),
            ("4:relate-neo4j:n1", "4:relate-neo4j:n1"), ("n", "n"), ("name", "name"), ("", ""),
        ])
    func elementIDs(typed: String, whole: String) {
        #expect(model().wholeElementID(typed) == whole)
    }

    @Test("A parameter without a value is refused with the reason, at the line and in the list; one that is there goes")
    func parameters() throws {
        var model = model()
        #expect(model.perform(commandLine: "param foo").isEmpty)
        #expect(model.message == .error("$foo: a value is missing: :param foo 1999"))
        model.setParameter(ParameterEntry(name: "foo", text: "1", value: 1))
        _ = model.perform(commandLine: "param foo")
        #expect(model.parameters.isEmpty && model.message?.text == "$foo has no value any more")
        try press("C-t \"bar\" Enter", &model)
        guard case .parameters(let state)? = model.layers.last else {
            Issue.record("no parameters")
            return
        }
        #expect(state.refusal == "$bar: a value is missing: bar = 1999" && state.editing?.text == "bar")
    }

    @Test(
        "In a store that is open for reading a statement that writes is said to be refused, and a transaction to only read"
    )
    func readOnly() throws {
        var model = model(columns: 120)
        model.session.isReadOnly = true
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        #expect(model.message?.text == "A transaction is open, and can only read: so is the store; M-r ends it")
    }

    // MARK: - Questions

    @Test("A y that belongs to other typing does not answer a question; a second one does")
    func strayYes() throws {
        var model = model()
        try press("M-t", &model)
        _ = update(&model, .transactionEnded(.begin, .success(nil)))
        model.layers = [.question(Question(title: "t", detail: "d", action: .quit))]
        try press("\":check ma\" y \"be\"", &model)
        #expect(!model.hasEnded && model.layers.count == 1)
        try press("y", &model)
        #expect(!model.hasEnded && model.message?.text.hasSuffix("y again says yes") == true)
        try press("y", &model)
        #expect(model.hasEnded)
    }

    // MARK: - The line behind the colon

    private func line(_ model: Model) -> String? {
        if case .prompt(let prompt)? = model.layers.last { prompt.line.text } else { nil }
    }

    @Test("Tab completes commands and what they take, and goes through them where there are several")
    func completes() throws {
        var model = model(columns: 120)
        try press("M-: \"comm\" Tab", &model)
        #expect(line(model) == "commit")
        try press("Esc M-: \"gua\" Tab", &model)
        #expect(line(model) == "guard ")
        try press("Tab", &model)
        #expect(line(model) == "guard o")
        try press("Tab", &model)
        #expect(line(model) == "guard on")
        #expect(view(model).plainText.contains("on off"))
        try press("Tab", &model)
        #expect(line(model) == "guard off")
        try press("S-Tab", &model)
        #expect(line(model) == "guard on")
        try press("Esc M-: \"use system_\" Tab", &model)
        #expect(line(model) == "use system_ontologies")
        try press("Esc M-: \"theme zz\" Tab", &model)
        #expect(line(model) == "theme zz" && model.message?.text == "Nothing begins with “zz”")
    }

    @Test("Tab completes paths, behind an option too, and names of stores")
    func completesPaths() throws {
        var model = model(columns: 120) {
            $0.settings = Settings(parsing: "[[connection]]\nname = \"work\"\npath = \"/w.rl\"")
        }
        let effects = try press("M-: \"open -r ./w\" Tab", &model)
        guard case .editor(.listPaths("./w"))? = effects.first else {
            Issue.record("no paths are asked for")
            return
        }
        _ = update(&model, .editor(.pathsListed("./w", ["./wide/", "./wild.rl"])))
        #expect(line(model) == "open -r ./wi")
        try press("Tab Tab", &model)
        #expect(line(model) == "open -r ./wild.rl")
        #expect(view(model).plainText.contains("wild.rl wide/"))
        // An answer that comes late changes nothing.
        _ = update(&model, .editor(.pathsListed("./w", ["./wx"])))
        #expect(line(model) == "open -r ./wild.rl")
        try press("Esc M-: \"open wo\" Tab", &model)
        _ = update(&model, .editor(.pathsListed("wo", [])))
        #expect(line(model) == "open work")
    }
}
