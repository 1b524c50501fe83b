import Relate
import Render
import Testing

@testable import RelateTUI

@Suite("Settings") struct SettingsTests {
    @Test("A file sets what it names, and the rest stays as it is")
    func reads() {
        let settings = Settings(
            parsing: """
                # mine
                [ui]
                theme = "ember"   # warm
                keymap = 'vim'
                mouse = false

                [caption]
                Person = "nick"
                "Odd Label" = "x"

                [keys.result]
                S = "sort"
                s = "none"
                [keys.anywhere]
                "M-g" = "focusGraph"

                [[connection]]
                name = "work"
                path = "~/work.rl"
                [[connection]]
                name = "play"
                path = "/tmp/\\u0070lay"
                read_only = true
                """)
        #expect(settings.warnings.isEmpty)
        #expect(settings.theme == "ember")
        #expect(settings.keyStyle == .vim)
        #expect(!settings.usesMouse)
        #expect(settings.keepsHistory)
        #expect(settings.captions == ["Person": "nick", "Odd Label": "x"])
        #expect(settings.stores.map(\.path) == ["~/work.rl", "/tmp/play"])
        #expect(settings.stores.map(\.isReadOnly) == [false, true])
        #expect(settings.lines["ui.theme"] == 3)
        let keys = KeyTable(settings)
        #expect(keys.command(for: .character("S"), in: [.result]) == .sort)
        #expect(keys.command(for: .character("s"), in: [.result]) == nil)
        #expect(keys.command(for: .alt("g"), in: [.query, .anywhere]) == .focusGraph)
        #expect(keys.bindings(in: .result).first { $0.command == .sort }?.keys == [.character("S")])
    }

    @Test(
        "What is not understood is told with its line, and costs only itself",
        arguments: [
            ("[ui]\nthem = \"x\"", 2, "there is no setting ui.them"),
            ("[ui]\ntheme = ember", 2, "ember is no value: strings stand in quotes"),
            ("[ui]\ntheme = \"ember", 2, "the string does not end"),
            ("[ui]\nmouse = \"no\"", 2, "ui.mouse is true or false"),
            ("[ui]\nmouse = true\nmouse = false", 3, "ui.mouse is there twice"),
            ("[ui\nmouse = true", 1, "expected ] behind ui"),
            ("[keys.result]\nx = \"frobnicate\"", 2, "there is no command frobnicate; --print-config lists them"),
            ("[keys.nowhere]\nx = \"sort\"", 2, "there are no keys of nowhere"),
            ("[keys.result]\nHyper-x = \"sort\"", 2, "unknown key: Hyper-x"),
            ("\n\n= 3", 3, "expected a name, found = 3"),
            ("[ui]\nmouse = true false", 2, "there is more behind it: false"),
            ("[ui]\nkeymap = \"nano\"", 2, "there is no keymap nano: it is emacs, vim, or a file"),
            ("[ui]\ntheme = [\"a\", [1, [2, [3, [4, [5]]]]]]", 2, "lists are nested too deep"),
        ])
    func warns(text: String, line: Int, message: String) throws {
        let settings = Settings(parsing: text + "\n[ui]\nhistory = false\n")
        let warning = try #require(settings.warnings.first)
        #expect(warning.line == line)
        #expect(warning.message.hasPrefix(message), "\(warning.message)")
        #expect(!settings.keepsHistory)
    }

    @Test("The printed configuration, read again, is the same")
    func printed() {
        let settings = Settings(
            parsing: "[ui]\nkeymap = \"vim\"\n[caption]\nA = \"b\\\"c\"\n[keys.graph]\nF5 = \"expand\"")
        let text = SettingsText.text(settings, path: "/x/config.toml", exists: true)
        let again = Settings(parsing: text)
        #expect(again.warnings.isEmpty)
        #expect(again.keyStyle == .vim)
        #expect(again.captions == settings.captions)
        for context in KeyMap.Context.allCases {
            for key in KeyMap.bindings.flatMap(\.keys) {
                #expect(
                    KeyTable(again).command(for: key, in: [context])
                        == KeyTable(settings).command(for: key, in: [context]), "\(context) \(key.name)")
            }
        }
        #expect(text.contains("keymap = \"vim\"                    # line 2"))
    }

    @Test("Random bytes are read without a trap", arguments: 1...50)
    func fuzz(seed: UInt64) {
        var random = KeyStormTests.Random(seed)
        let pieces = [
            "[", "]", "\"", "'", "=", "\\u", "\\", ".", "\n", "ui", "theme", "#", ",", " ", "é", "12", "true",
        ]
        let text = (0..<200).map { _ in pieces[random.below(pieces.count)] }.joined()
        _ = Settings(parsing: text)
    }
}

/// `keymap = "vim"` in the query pane.
@Suite("Vim keys") struct VimTests {
    private func typed(_ keys: String, in text: String) throws -> Model {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in FakeStore() }
        configuration.settings = Settings(parsing: "[ui]\nkeymap = \"vim\"")
        configuration.initialText = text
        var model = Model(configuration: configuration, size: ScreenSize(rows: 24, columns: 80))
        for step in try KeyWords.parse(keys) {
            if case .press(let key) = step { _ = update(&model, .key(key)) }
        }
        return model
    }

    @Test(
        "Motions, operators and modes",
        arguments: [
            ("x", "abc", "bc"), ("l x", "abc", "ac"), ("$ x", "abc", "abc"), ("w d w", "one two three", "one three"),
            ("w c w \"2 \" Esc", "one two three", "one 2 three"), ("d d", "a\nb\nc", "b\nc"),
            ("G d d", "a\nb\nc", "a\nb"), ("j d d k P", "a\nb\nc", "b\na\nc"), ("y y p", "a\nb", "a\na\nb"),
            ("D", "abc", ""), ("w D", "one two", "one "), ("A \" x\" Esc", "one", "one x"),
            ("o \"two\" Esc", "one", "one\ntwo"), ("O \"zero\" Esc", "one", "zero\none"),
            ("i \"ab\" Esc x", "cd", "acd"), ("x u", "abc", "abc"), ("x u C-r", "abc", "bc"),
            ("v l l d", "abcdef", "cdef"), ("v $ y $ p", "abc", "abcabc"), ("d $", "abc", ""),
            ("j d g g", "a\nb", "b"), ("d G", "a\nb", ""), ("w d b", "one two", "two"), ("d e", "one two", " two"),
        ])
    func edits(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test("Letters of the normal mode type nothing, and the mode is told")
    func modes() throws {
        #expect(try typed("q Q z", in: "abc").editor.text == "abc")
        #expect(try typed("i", in: "").vim.mode == .insert)
        #expect(try typed("i Esc", in: "").vim.mode == .normal)
        let frame = view(try typed("d", in: "abc"))
        #expect(frame.plainText.contains("NORMAL d"))
        #expect(try typed(":", in: "abc").layers.count == 1)
    }

    @Test("A keymap of one's own builds on one of ours, and the configuration's own keys go before it")
    func readsKeymaps() {
        let text = "[ui]\nkeymap = \"mine\"\n[keys.result]\ns = \"filter\"\n"
        let keymap = "base = \"vim\"\n[keys.result]\ns = \"none\"\nS = \"sort\"\n[keys.nowhere]\nx = \"sort\"\n"
        let settings = Settings(parsing: text) { $0 == "mine" ? keymap : nil }
        #expect(settings.keyStyle == .vim && settings.keymapName == "mine")
        let keys = KeyTable(settings)
        #expect(keys.command(for: .character("s"), in: [.result]) == .filter)
        #expect(keys.command(for: .character("S"), in: [.result]) == .sort)
        #expect(settings.warnings.map(\.description).first?.hasPrefix("line 2: keymaps/mine.toml, line 6:") == true)
        #expect(Settings(parsing: text).warnings.first?.message.hasPrefix("there is no keymap mine") == true)
        #expect(Settings(parsing: "[ui]\nkeymap = \"../x\"\n").warnings.count == 1)
    }
}
