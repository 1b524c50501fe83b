import Relate
import Render
import TestSupport
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
            ("[ui]\npaint_background = 1", 2, "ui.paint_background is true or false"),
            ("[editor]\ntab_width = 0", 2, "editor.tab_width is a whole number of columns from 1 to 16"),
            ("[editor]\ntab_width = \"4\"", 2, "editor.tab_width is a whole number of columns from 1 to 16"),
            ("[run]\ntimeout = -1", 2, "run.timeout is a whole number of seconds from 0 to 604800"),
            ("[grid]\nmax_rows = true", 2, "grid.max_rows is a whole number of rows from 0 to 1000000000"),
            ("[grid]\nmax_bytes = \"1 GiB\"", 2, "grid.max_bytes is a whole number of bytes from 0 to 1099511627776"),
            ("[graph]\npage = 0", 2, "graph.page is a whole number of neighbours from 1 to 10000"),
            ("[ui]\nglyphs = \"nerd\"", 2, "ui.glyphs is \"unicode\" or \"ascii\""),
            ("[editor]\nvim = \"yes\"", 2, "editor.vim is true or false"),
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

    @Test("Of several faults the first is told, with how many more there are, and a theme that cannot be used is one")
    func severalWarnings() throws {
        let text = "[ui]\ntheme = \"nosuch\"\nfrob = 1\n[keys.nopane]\nx = \"sort\"\n"
        let settings = Settings(parsing: text, themeFault: { $0 == "nosuch" ? "there is no theme nosuch" : nil })
        #expect(settings.warnings.map(\.line) == [2, 3, 5])
        #expect(
            settings.warningText
                == "config.toml, line 2: ui.theme: there is no theme nosuch (and 2 more: F9 lists them)")
        let one = Settings(parsing: "[ui]\nfrob = 1\n")
        #expect(
            try #require(one.warningText).hasPrefix("config.toml, line 2: ")
                && !(one.warningText ?? "").contains("more"))
        #expect(
            Settings(unreadable: "it is a folder, not a file").warningText == "config.toml, it is a folder, not a file")
        #expect(Settings().warningText == nil)
    }

    @Test("A connection without a name or a path is told with its line, and what it lacks")
    func tellsOfConnections() {
        let settings = Settings(
            parsing: """
                [[connection]]
                name = "one"

                [[connection]]
                path = "/tmp/two.rl"
                read_only = true
                [[connection]]
                [[connection]]
                name = "four"
                path = "/tmp/four.rl"
                [[connection]]
                name = "four"
                path = "/tmp/five.rl"
                """)
        #expect(
            settings.warnings.map(\.description) == [
                "line 1: the connection “one” has no path, and is left out",
                "line 4: the connection of /tmp/two.rl has no name, and is left out",
                "line 7: the connection has no name and no path, and is left out",
                "line 11: the connection “four” has the name of one before, and cannot be opened by it",
            ])
        #expect(settings.warningText?.hasPrefix("config.toml, line 1: the connection “one” has no path") == true)
    }

    @Test("Notes of the configuration offer no key of a statement's, and such a key says so")
    func notesOfSettings() throws {
        var model = Model.opened("", columns: 120, rows: 40) { $0.settings = Settings(parsing: "[ui]\nnone = 1") }
        try press("F9", &model)
        let footer = view(model).plainText.split(separator: "\n").last ?? ""
        #expect(!footer.contains(" r ") && !footer.contains(" t "), "\(footer)")
        for key in ["t", "r", "a", "Enter"] {
            try press(key, &model)
            #expect(
                model.message?.text == "This note is of the configuration: no statement stands behind it", "\(key)")
            #expect(model.focus == .notes)
        }
    }

    @Test("A folder in place of the file is told, and a file that is not there is not")
    func folderForFile() throws {
        let directory = try TemporaryDirectory()
        #expect(UserFolders.fault(of: directory.path) == "it is a folder, not a file")
        #expect(UserFolders.fault(of: directory.path + "/none") == nil)
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

    @Test("The printed configuration has each setting's value and where it is from")
    func printsLimits() {
        let defaults = SettingsText.text(Settings(), path: nil, exists: false)
        for line in [
            "tab_width = 4 ", "timeout = 0 ", "max_rows = 1000000 ", "max_bytes = 536870912 ", "glyphs = \"unicode\" ",
            "vim = false ", "# page: 20, and 50 more on a card ", "# guard_writes: of stores on disk ",
        ] {
            #expect(
                defaults.split(separator: "\n").contains { $0.hasPrefix(line) && $0.hasSuffix("# default") }, "\(line)")
        }
        let settings = Settings(
            parsing: """
                [ui]
                paint_background = false
                [editor]
                tab_width = 8
                [run]
                timeout = 30
                [grid]
                max_rows = 1000
                max_bytes = 0
                [graph]
                page = 7
                """)
        let again = Settings(parsing: SettingsText.text(settings, path: nil, exists: false))
        #expect(again.warnings.isEmpty && again.paintsBackground == false)
        #expect(again.tabWidth == 8 && again.timeoutSeconds == 30 && again.resultLimit == ResultLimit(rowCount: 1000))
        #expect(again.graphPages == GraphPages(of: 7))
        #expect(
            SettingsText.text(settings, path: nil, exists: false).contains("timeout = 30                      # line 6")
        )
    }

    @Test("A theme's background is painted where the user wants it, and left where not")
    func paintsBackground() throws {
        var theme = Theme.standard
        func ground(_ text: String) -> Color {
            Settings(parsing: text).painting(theme).style(.text, capability: .trueColor).background
        }
        #expect(ground("") == .terminalDefault)
        #expect(ground("[ui]\npaint_background = true") == theme.background)
        theme.paintsBackground = true
        #expect(ground("") == theme.background)
        #expect(ground("[ui]\npaint_background = false") == .terminalDefault)
    }

    @Test("Tabs stop where the configuration says")
    func tabWidth() throws {
        var model = Model.opened("a\tb") { $0.settings = Settings(parsing: "[editor]\ntab_width = 8") }
        #expect(view(model).plainText.contains("a       b"))
        try press("M-n", &model)
        _ = update(&model, .paste("c\td"))
        #expect(view(model).plainText.contains("c       d"))
    }

    @Test(
        "A statement that takes longer than the configuration allows is interrupted, once, also in a connection behind")
    func timeout() throws {
        var model = Model.opened("RETURN 1; RETURN 2") { $0.settings = Settings(parsing: "[run]\ntimeout = 3") }
        let effects = try press("M-F5", &model)
        let request = try #require(
            effects.compactMap { if case .run(let request) = $0 { request } else { nil } }.first)
        let number = model.session.number
        func pass(_ elapsedMs: Double) -> Int {
            update(&model, .of(connection: number, .progressed(elapsedMs: elapsedMs, RunProgress())))
                .count { if case .interrupt = $0 { true } else { false } }
        }
        #expect(pass(2_999) == 0)
        #expect(pass(3_000) == 1)
        #expect(pass(3_100) == 0)
        let failure = StatementFailure.local("runtime error: Terminated")
        #expect(update(&model, .statementEnded(request, .failure(failure))).isEmpty)
        #expect(model.running == nil && model.queued.isEmpty)
        #expect(model.message?.text.contains("Cancelled after 3 s: run.timeout") == true)
    }

    @Test("Frames and marks are drawn in ASCII where the configuration says so, and letters stay what they are")
    func glyphs() throws {
        let text = "RETURN '渡辺 é … ⏎'"
        let usual = view(Model.opened(text)).plainText
        #expect(usual.contains("─") && usual.contains("◆"))
        let model = Model.opened(text) { $0.settings = Settings(parsing: "[ui]\nglyphs = \"ascii\"") }
        let plain = view(model).plainText
        #expect(plain.contains("渡辺 é ~ $") && !plain.contains("─") && !plain.contains("◆") && plain.contains("+--"))
        #expect(plain.split(separator: "\n").count == usual.split(separator: "\n").count)
        #expect(model.valueOptions.glyphs == .ascii)
    }

    @Test("editor.vim gives the query vim's modes whatever the keymap says, and tells where the two disagree")
    func vim() {
        #expect(Settings(parsing: "[editor]\nvim = true").keyStyle == .vim)
        let both = Settings(parsing: "[ui]\nkeymap = \"vim\"\n[editor]\nvim = false")
        #expect(both.keyStyle == .emacs)
        #expect(
            both.warnings.map(\.description)
                == ["line 4: editor.vim = false goes before ui.keymap = \"vim\" of line 2"])
        let own = Settings(parsing: "[ui]\nkeymap = \"mine\"\n[editor]\nvim = true") { _ in "base = \"emacs\"" }
        #expect(own.keyStyle == .vim && own.warnings.isEmpty)
        #expect(Settings(parsing: "[editor]\nvim = true\n[ui]\nkeymap = \"vim\"").warnings.isEmpty)
    }

    @Test("So many neighbours of a group come at a time as the configuration says")
    func graphPage() throws {
        var model = Model.opened { $0.settings = Settings(parsing: "[graph]\npage = 2") }
        let effects = model.goTo(elementID: Fixtures.matrix.elementId)
        guard case .graph(.loadFocus(_, let limit, _))? = effects.first else {
            Issue.record("nothing is loaded")
            return
        }
        #expect(limit == 2)
        let around = try #require(Fixtures.neighbourhoods[Fixtures.matrix.elementId])
        _ = update(
            &model,
            .graph(.focusLoaded(elementID: Fixtures.matrix.elementId, .success(GraphFocus(neighbourhood: around)))))
        let pages = try press("e", &model).compactMap { effect -> NeighbourPage? in
            if case .graph(.loadPage(let page, _)) = effect { page } else { nil }
        }
        // One that is there already, and two more.
        #expect(pages.map(\.limit) == [3] && pages.map(\.offset) == [2])
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
            ("x", "abc", "bc"), ("l x", "abc", "ac"), ("$ x", "abc", "ab"), ("w d w", "one two three", "one three"),
            ("w c w \"2\" Esc", "one two three", "one 2 three"), ("d d", "a\nb\nc", "b\nc"),
            ("G d d", "a\nb\nc", "a\nb"), ("j d d k P", "a\nb\nc", "b\na\nc"), ("y y p", "a\nb", "a\na\nb"),
            ("D", "abc", ""), ("w D", "one two", "one "), ("A \" x\" Esc", "one", "one x"),
            ("o \"two\" Esc", "one", "one\ntwo"), ("O \"zero\" Esc", "one", "zero\none"),
            ("i \"ab\" Esc x", "cd", "acd"), ("x u", "abc", "abc"), ("x u C-r", "abc", "bc"),
            ("v l l d", "abcdef", "def"), ("v $ y $ p", "abc", "abcabc"), ("d $", "abc", ""),
            ("j d g g", "a\nb\nc", "c"), ("d G", "a\nb", ""),
            ("3 x", "abcdef", "def"), ("2 d d", "a\nb\nc", "c"), ("d 2 w", "one two three", "three"),
            ("2 w x", "one two three", "one two hree"), ("3 G x", "a\nb\ncd", "a\nb\nd"),
            ("2 g g x", "a\nbc\nd", "a\nc\nd"),
            ("1 0 l x", "abcdefghijklm", "abcdefghijlm"), ("l c i w \"x\" Esc", "one two", "x two"),
            ("l d a w", "one two", "two"), ("f ( d i (", "f(a, b) c", "f() c"), ("f a d a b", "f(a, b) c", "f c"),
            ("f { d i {", "x {\n a\n} y", "x {} y"), ("f b c i \"\\\"\" \"z\" Esc", "a \"b c\" d", "a \"z\" d"),
            ("f o x", "abc foo", "abc fo"), ("2 f o x", "abc foo", "abc fo"), ("t o x", "abc foo", "abc oo"),
            ("$ F b x", "abc foo", "ac foo"), ("d t c", "abc", "c"), ("d f b", "abc", "c"),
            ("f o ; x", "a o o", "a o "),
            ("r z", "abc", "zbc"), ("2 r z", "abc", "zzc"), ("x .", "abcd", "cd"), ("d w .", "one two three", "three"),
            ("A \"!\" Esc j .", "a\nb", "a!\nb!"), ("x . u", "abcd", "bcd"), ("J", "one\n  two", "one two"),
            ("d 9 9 9 9 9 9 9 9 j", "a\nb", ""), ("2 y y p", "a\nb", "a\na\nb\nb"),
            ("d i (", "no brackets", "no brackets"),
            ("$ d i (", "f(a)", "f()"), ("$ d a {", "x{a}", "x"), ("End x", "abc", "ab"),
            ("l c $ \"x\" Esc", "abc", "ax"),
            ("A \" ghi jkl\" Esc u", "abc", "abc"), ("c i w \"QQ\" Esc u", "one two", "one two"),
            ("c i \"\\\"\" \"Q r\" Esc u", "\"a b\"", "\"a b\""), ("x A \"y z\" Esc u", "abc", "bc"),
            ("3 i X Esc", "ab", "XXXab"), ("3 a X Esc", "ab", "aXXXb"), ("3 A X Esc", "ab", "abXXX"),
            ("l 3 I X Esc", "ab", "XXXab"), ("3 o x y Esc", "a", "a\nxy\nxy\nxy"),
            ("3 O x y Esc", "a", "xy\nxy\nxy\na"), ("3 i X Esc u", "ab", "ab"), ("3 i X Esc i y Esc", "", "XXyX"),
            ("v i w d", "one two", " two"), ("w d b", "one two", "two"), ("d e", "one two", " two"),
        ])
    func edits(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test("Letters of the normal mode type nothing, and the mode is told")
    func modes() throws {
        #expect(try typed("q Q z", in: "abc").editor.text == "abc")
        #expect(try typed("i", in: "").vim.mode == .insert)
        #expect(try typed("i Esc", in: "").vim.mode == .normal)
        for (keys, column) in [("i \"abc\" Esc $", 2), ("$", 0), ("9 l", 0), ("i \"abc\" Esc Right Right", 2)] {
            #expect(try typed(keys, in: "").editor.cursor.column == column, "\(keys)")
        }
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
