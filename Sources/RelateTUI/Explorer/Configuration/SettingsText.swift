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
        text += "\n[ui]\n"
        line("theme", TOML.quoted(settings.theme ?? "auto"), "ui.theme")
        line("keymap", TOML.quoted(settings.keymapName ?? settings.keyStyle.rawValue), "ui.keymap")
        line("mouse", "\(settings.usesMouse)", "ui.mouse")
        line("clipboard", TOML.quoted(settings.clipboard ?? "auto"), "ui.clipboard")
        line("color", "\(settings.usesColor)", "ui.color")
        if let usesASCII = settings.usesASCII { line("ascii", "\(usesASCII)", "ui.ascii") }
        if let paints = settings.paintsBackground { line("paint_background", "\(paints)", "ui.paint_background") }
        line("history", "\(settings.keepsHistory)", "ui.history")
        line("restore_session", "\(settings.restoresSession)", "ui.restore_session")
        text += "\n[editor]\n"
        line("background_explain", "\(settings.checksStatements)", "editor.background_explain")
        line("autopair", "\(settings.pairsBrackets)", "editor.autopair")
        line("tab_width", "\(settings.tabWidth)", "editor.tab_width")
        text += "\n[run]\n"
        if let guardsWrites = settings.guardsWrites { line("guard_writes", "\(guardsWrites)", "run.guard_writes") }
        line("timeout", "\(settings.timeoutSeconds ?? 0)", "run.timeout")
        text += "\n[grid]\n"
        line("null_text", TOML.quoted(settings.nullText ?? "∅"), "grid.null_text")
        line("max_rows", "\(settings.rowsLimit ?? 0)", "grid.max_rows")
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
