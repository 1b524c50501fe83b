import Render

/// Settings as a file that gives them again: what `--print-config` prints.
enum SettingsText {
    /// - Parameter path: Where the file is, or would be.
    static func text(_ settings: Settings, path: String?, exists: Bool) -> String {
        var text =
            "# " + (path.map { exists ? "read from \($0)" : "no file yet; it would be \($0)" } ?? "no home, no file")
        text += "\n"
        for warning in settings.warnings { text += "# \(warning)\n" }
        func line(_ name: String, _ value: String, _ setting: String) {
            let source = settings.lines[setting].map { "line \($0)" } ?? "default"
            text += "\(name) = \(value)".padded(to: 34) + "# \(source)\n"
        }
        /// A comment says what holds where nothing is set.
        func line(_ name: String, _ value: String?, _ setting: String, else standard: String) {
            if let value { return line(name, value, setting) }
            text += "# \(name): \(standard)".padded(to: 34) + "# default\n"
        }
        text += "\n[ui]\n"
        line("theme", TOML.quoted(settings.theme ?? "auto"), "ui.theme")
        line(
            "keymap", TOML.quoted(settings.keymapName ?? settings.keyStyle.rawValue),
            settings.usesVim == nil || settings.keymapName != nil ? "ui.keymap" : "editor.vim")
        line("mouse", "\(settings.usesMouse)", "ui.mouse")
        line("clipboard", TOML.quoted(settings.clipboard ?? "auto"), "ui.clipboard")
        line("color", "\(settings.usesColor)", "ui.color")
        line("glyphs", TOML.quoted(settings.glyphs == .ascii ? "ascii" : "unicode"), "ui.glyphs")
        line("ascii", settings.usesASCII.map { "\($0)" }, "ui.ascii", else: "by the locale")
        line("paint_background", settings.paintsBackground.map { "\($0)" }, "ui.paint_background", else: "by the theme")
        line("history", "\(settings.keepsHistory)", "ui.history")
        line("restore_session", "\(settings.restoresSession)", "ui.restore_session")
        text += "\n[editor]\n"
        line("vim", "\(settings.keyStyle == .vim)", settings.usesVim == nil ? "ui.keymap" : "editor.vim")
        line("background_explain", "\(settings.checksStatements)", "editor.background_explain")
        line("autopair", "\(settings.pairsBrackets)", "editor.autopair")
        line("tab_width", "\(settings.tabWidth)", "editor.tab_width")
        text += "\n[run]\n"
        line("guard_writes", settings.guardsWrites.map { "\($0)" }, "run.guard_writes", else: "of stores on disk")
        line("timeout", "\(settings.timeoutSeconds ?? 0)", "run.timeout")
        text += "\n[grid]\n"
        line("null_text", TOML.quoted(settings.nullText ?? "∅"), "grid.null_text")
        line("max_rows", "\(settings.resultLimit.rowCount ?? 0)", "grid.max_rows")
        line("max_bytes", "\(settings.resultLimit.byteCount ?? 0)", "grid.max_bytes")
        text += "\n[graph]\n"
        line("page", settings.graphPage.map { "\($0)" }, "graph.page", else: "20, and 50 more on a card")
        if !settings.captions.isEmpty { text += "\n[caption]\n" }
        for (label, property) in settings.captions.sorted(by: { $0.key < $1.key }) {
            line(TOML.quoted(label), TOML.quoted(property), "caption.\(label)")
        }
        for store in settings.stores {
            text += "\n[[connection]]\nname = \(TOML.quoted(store.name))\npath = \(TOML.quoted(store.path))\n"
            text += "read_only = \(store.isReadOnly)\n"
            if let namespace = store.namespace { text += "namespace = \(TOML.quoted(namespace))\n" }
        }
        let table = KeyTable(settings)
        for context in KeyMap.Context.allCases {
            let bindings = table.bindings(in: context).filter { !$0.keys.isEmpty }
            guard !bindings.isEmpty else { continue }
            text += "\n[keys.\(context.settingName)]\n"
            for binding in bindings {
                for key in binding.keys {
                    text += "\(TOML.quoted(key.name)) = \(TOML.quoted(binding.command.rawValue))".padded(to: 34)
                    text += "# \(binding.sentence)\n"
                }
            }
        }
        return text
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, width - count))
    }
}
