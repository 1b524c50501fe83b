import Render

/// The help screen, made from the key table.
enum HelpText {
    private static let keyColumns = 22

    /// The focused pane's keys first, then those that hold anywhere, then the other panes'.
    static func lines(_ keys: KeyTable, for pane: Pane) -> [StyledLine] {
        var lines: [StyledLine] = []
        let own = KeyMap.Context(pane)
        let contexts = [own] + KeyMap.Context.allCases.filter { $0 != own }
        for context in contexts {
            let bindings = keys.bindings(in: context).filter { !$0.keys.isEmpty }
            guard !bindings.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(context.title, .titleFocused, .bold))
            lines += bindings.map { row($0.keys.map(\.name).joined(separator: "  "), $0.sentence) }
        }
        lines += [StyledLine(), StyledLine("Behind :", .titleFocused, .bold)]
        for entry in ColonCommands.entries {
            let names = entry.names.map { ":" + $0 }.joined(separator: "  ")
            lines.append(row(entry.argument.isEmpty ? names : names + " " + entry.argument, entry.sentence))
        }
        lines += [
            StyledLine(),
            StyledLine("^T is Ctrl-T, M-b is Alt-B, S-Tab is Shift-Tab. With Shift, a move selects.", .dim),
            StyledLine(
                "The mouse: a click goes there, twice opens, the wheel scrolls; with Shift the terminal has it.", .dim),
        ]
        return lines
    }

    private static func row(_ keys: String, _ sentence: String) -> StyledLine {
        StyledLine("  " + keys, .key).padded(to: keyColumns) + StyledLine("  ") + StyledLine(sentence, .text)
    }
}
