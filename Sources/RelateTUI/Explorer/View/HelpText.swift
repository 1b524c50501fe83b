import Render

/// The help screen, made from the key table.
enum HelpText {
    private static let keyColumns = 22

    static func boxColumns(_ size: ScreenSize) -> Int { min(size.columns, 100) }

    /// The lines that have every word of `filter`, as the box on this screen has them: long sentences go on below.
    static func lines(_ model: Model, with filter: String) -> [StyledLine] {
        let width = max(1, boxColumns(model.size) - 4)
        let indent = width > 2 * keyColumns ? keyColumns + 2 : 4
        return lines(model.keys, for: model.focus, with: filter).flatMap { line in
            line.columns > width ? line.wrapped(to: width, indent: indent) : [line]
        }
    }

    /// The lines that have every word of `filter`, each below the title of its part.
    static func lines(_ keys: KeyTable, for pane: Pane, with filter: String) -> [StyledLine] {
        let words = filter.lowercased().split(separator: " ")
        guard !words.isEmpty else { return lines(keys, for: pane) }
        var found: [StyledLine] = []
        var title: StyledLine?
        for line in lines(keys, for: pane) {
            if line.spans.first?.role == .titleFocused {
                title = line
                continue
            }
            let text = line.plainText.lowercased()
            guard words.allSatisfy({ text.contains($0) }) else { continue }
            if let title {
                if !found.isEmpty { found.append(StyledLine()) }
                found.append(title)
            }
            title = nil
            found.append(line)
        }
        return found.isEmpty ? [StyledLine("Nothing of the help has “\(filter)”", .dim, .italic)] : found
    }

    /// What one needs on the first day, in this order.
    private static let first: [Command] = [
        .run, .explain, .profile, .cancel, .nextPane, .focusQuery, .focusResult, .focusGraph, .focusPlan, .focusNotes,
        .focusSchema, .palette, .commandLine, .history, .parameters, .help, .quit,
    ]

    /// The most needed first, then the focused pane's keys, then those that hold anywhere, then the other panes'. Each
    /// stands once, and moves stand behind what else a pane can do.
    private static func lines(_ keys: KeyTable, for pane: Pane) -> [StyledLine] {
        var lines = [StyledLine("To begin with", .titleFocused, .bold)]
        let common = (keys.bindings(in: .anywhere) + keys.bindings(in: .outsideText)).filter { !$0.keys.isEmpty }
        let needed = first.compactMap { command -> KeyMap.Binding? in
            let ways = common.filter { $0.command == command }
            guard var binding = ways.first else { return nil }
            binding.keys = ways.flatMap(\.keys)
            return binding
        }
        lines += needed.map { row($0.keys.map(\.name).joined(separator: "  "), $0.sentence) }
        if keys.usesVim, pane == .query {
            lines += [StyledLine(), StyledLine("Query, the normal mode of vim", .titleFocused, .bold)]
            lines += VimState.keys.map { row($0.keys, $0.sentence) }
        }
        let own = KeyMap.Context(pane)
        let contexts = [own] + KeyMap.Context.allCases.filter { $0 != own }
        for context in contexts {
            let rest = keys.bindings(in: context).filter { binding in
                guard !binding.keys.isEmpty else { return false }
                return ![.anywhere, .outsideText].contains(context) || !first.contains(binding.command)
            }
            let bindings = rest.filter { !$0.command.isElementary } + rest.filter(\.command.isElementary)
            guard !bindings.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(context.title, .titleFocused, .bold))
            lines += bindings.map { row($0.keys.map(\.name).joined(separator: "  "), $0.sentence) }
        }
        lines += [StyledLine(), StyledLine("Behind :", .titleFocused, .bold)]
        for entry in ColonCommands.entries {
            let others = entry.names.dropFirst().map { "  :" + $0 }.joined()
            lines.append(row(":" + entry.usage + others, entry.sentence))
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
