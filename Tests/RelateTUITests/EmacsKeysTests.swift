import Testing

@testable import RelateTUI

/// The keys of Emacs and of a shell, in the query and in every line to type into.
@Suite("Emacs keys") struct EmacsKeysTests {
    /// The keys, and where they lead: `|` is the cursor.
    @Test(
        "They move and cut as there",
        arguments: [
            ("one two\nthree", "C-n", "one two\n|three"), ("one two\nthree", "M-f", "one| two\nthree"),
            ("one two\nthree", "M-f M-f M-b", "one |two\nthree"), ("one two\nthree", "C-e", "one two|\nthree"),
            ("one two\nthree", "C-e C-a", "|one two\nthree"), ("one two\nthree", "C-f C-f C-b", "o|ne two\nthree"),
            ("one two\nthree", "M->", "one two\nthree|"), ("one two\nthree", "M-> M-<", "|one two\nthree"),
            ("one two\nthree", "M-d", "| two\nthree"), ("one two\nthree", "C-d", "|ne two\nthree"),
            ("one two\nthree", "M-f C-k", "one|\nthree"), ("one two\nthree", "C-k C-k", "|three"),
            ("one two\nthree", "C-e C-w", "one |\nthree"), ("one two\nthree", "C-e M-Backspace", "one |\nthree"),
            ("one two\nthree", "C-e C-u", "|\nthree"), ("one two\nthree", "C-e C-w C-a C-y", "two|one \nthree"),
            ("one two\nthree", "S-C-Right C-w C-e C-y", " twoone|\nthree"),
            ("one two\nthree", "M-d C-_", "|one two\nthree"), ("one two\nthree", "M-d C-x u", "|one two\nthree"),
            ("1\n2\n3", "C-v", "1\n2\n3|"), ("1\n2\n3", "C-v M-v", "|1\n2\n3"),
        ])
    func edits(text: String, keys: String, expected: String) throws {
        var model = Model.opened(text)
        model.completion = nil
        try press("C-Home " + keys, &model)
        let offset = model.editor.offset(of: model.editor.cursor)
        let bytes = Array(model.editor.text.utf8)
        let shown =
            String(decoding: bytes[..<offset], as: UTF8.self) + "|" + String(decoding: bytes[offset...], as: UTF8.self)
        #expect(shown == expected)
        #expect(model.session.transaction == .none && model.layers.isEmpty)
    }

    @Test("Alt-T begins a transaction anywhere, Alt-B outside the query, where it is a word to the left")
    func begins() throws {
        func begins(_ keys: String) throws -> Bool {
            var model = Model.opened("RETURN 1")
            return try press(keys, &model).contains { if case .transaction(.begin) = $0 { true } else { false } }
        }
        #expect(try begins("M-t") && begins("F3 M-t") && begins("F3 M-b"))
        #expect(try !begins("M-b"))
        // The design names Ctrl-P for the palette.
        var model = Model.opened("a\nb")
        try press("C-End C-p", &model)
        guard case .picker(let picker)? = model.layers.last, picker.kind == .palette else {
            Issue.record("no palette")
            return
        }
        #expect(picker.items.contains { $0.title == "Begin a transaction" && $0.detail.hasPrefix("M-t") })
    }

    @Test("Keys of two begin with Ctrl-X: they are listed, given up by Ctrl-G, and a wrong second one says so")
    func keysOfTwo() throws {
        var model = Model.opened("RETURN 1")
        try press("C-x", &model)
        #expect(model.message?.text.hasPrefix("^X") == true)
        try press("C-g e", &model)
        #expect(model.editor.text == "eRETURN 1")
        let effects = try press("C-x e", &model)
        #expect(effects.contains { if case .editor(.editExternally) = $0 { true } else { false } })
        try press("C-x j", &model)
        #expect(model.message?.text == "^X j is no key here: F1 shows those there are")
        #expect(model.editor.text == "eRETURN 1")
        try press("F3 C-x j", &model)
        #expect(model.message?.text == "^X j is no key here: F1 shows those there are")
        try press("C-x o", &model)
        #expect(model.focus != .result)
        try press("F1", &model)
        #expect(HelpText.lines(model.keys, for: .query, with: "editor").contains { $0.plainText.contains("^X e") })
        try press("Esc C-x C-c", &model)
        #expect(model.hasEnded || !model.layers.isEmpty)
    }

    @Test("A key of two leaves what is selected alone, but for the one that cuts it")
    func keysOfTwoAndSelection() throws {
        var model = Model.opened("RETURN 1")
        try press("M-a C-x C-s", &model)
        #expect(model.editor.text == "RETURN 1")
        try press("M-a C-x", &model)
        #expect(model.message?.text.contains("^X cuts what is selected") == true)
        try press("C-x", &model)
        #expect(model.editor.text.isEmpty)
    }

    @Test("The configuration takes keys of two, and gives back what it takes")
    func configures() throws {
        let settings = Settings(
            parsing: "[keys.query]\n\"C-p\" = \"cursorUp\"\n\"C-x g\" = \"format\"\n\"C-x C-u\" = \"none\"")
        #expect(settings.warnings.isEmpty)
        var model = Model.opened("match (n) return n") { $0.settings = settings }
        try press("C-x g", &model)
        #expect(model.editor.text == "MATCH (n)\nRETURN n")
        try press("C-End C-p", &model)
        #expect(model.layers.isEmpty && model.editor.cursor.line == 0)
        let printed = SettingsText.text(settings, path: nil, exists: false)
        let again = Settings(parsing: printed)
        #expect(again.warnings.isEmpty)
        #expect(KeyTable(again).command(for: Key.character("g").prefixed, in: [.query]) == .format)
        #expect(!Settings(parsing: "[keys.query]\n\"C-r g\" = \"format\"").warnings.isEmpty)
    }

    @Test(
        "Lines to type into take them too",
        arguments: [
            ("M-b M-b C-k", "one "), ("M-b M-d", "one two "), ("M-Backspace", "one two "), ("C-a M-f C-k", "one"),
            ("C-w C-y C-y", "one two threethree"), ("C-u C-y", "one two three"),
            ("C-Left C-Left C-Delete", "one  three"),
        ])
    func typesLines(keys: String, expected: String) throws {
        var line = LineInput("one two three")
        for case .press(let key) in try KeyWords.parse(keys) {
            let isKnown = line.handle(key)
            #expect(isKnown)
        }
        #expect(line.text == expected)
    }
}
