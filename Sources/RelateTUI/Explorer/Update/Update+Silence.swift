import Render

/// A key that can do nothing says why.
extension Model {
    /// Why the focused pane can do nothing with a command, where it is empty.
    func emptiness(for command: Command) -> String? {
        switch focus {
        case .query: return nil
        case .result:
            guard let grid else { return "There is no result yet: F5 runs the statement" }
            return Self.needsCell(command) ? grid.emptiness : nil
        case .plan: return plan == nil ? "There is no plan yet: F6 or F7 makes one" : nil
        case .notes:
            guard notes.shown.isEmpty, command != .showCodes, command != .reopen else { return nil }
            return notes.notes.isEmpty
                ? "There are no notes: the last statement gave none" : "All notes are hidden: A shows them"
        case .graph:
            let isEmpty = graph.presentation == .cards ? graph.current == nil : graph.set.isEmpty
            guard isEmpty, !Self.leadsToGraph(command) else { return nil }
            return graph.loading == nil
                ? "No node is in focus yet: m in the result draws it, :goto takes an element id" : "It is loading"
        case .schema: return schema.rows.isEmpty && schema.filter.isEmpty ? "The schema is not there yet" : nil
        }
    }

    private static func needsCell(_ command: Command) -> Bool {
        [.open, .copy, .copyLiteral, .copyJSON, .copyRow, .copyAs, .sort].contains(command)
    }

    private static func leadsToGraph(_ command: Command) -> Bool {
        [.showCards, .showMap, .showOverview, .searchStore, .search].contains(command)
    }

    /// A command that the focused pane has no meaning for.
    mutating func sayMeaningless(_ command: Command) {
        let sentence = KeyMap.binding(of: command)?.sentence ?? command.rawValue
        message = .information("“\(sentence)” means nothing here")
    }

    /// A key that the focused pane does not have.
    mutating func sayUnknown(_ key: Key) {
        if let command = keys.command(for: key, in: [.query]), !command.isElementary {
            message = .information("\(key.name) is a key of the query: F2 goes there")
            return
        }
        guard key.text != nil || !key.modifiers.isDisjoint(with: [.alt, .prefixed]) else { return }
        let others = Pane.allCases.filter { $0 != .query && keys.command(for: key, in: [KeyMap.Context($0)]) != nil }
        guard let pane = others.first,
            let way = keys.bindings(in: .anywhere).first(where: { $0.command == .focus(pane) })
        else {
            message = .information("\(key.name) is no key here: F1 shows those there are")
            return
        }
        message = .information("\(key.name) is a key of the \(pane.title.lowercased()): \(way.keys[0].name) goes there")
    }
}

extension GridState {
    /// Why there is no cell; `nil` where there is one.
    fileprivate var emptiness: String? {
        if layout.columns.isEmpty { return "The result has no columns" }
        guard layout.rowCount == 0 else { return nil }
        return arrangement.filter.isEmpty
            ? "The result has no rows" : "No row has “\(arrangement.filter)”: & and an empty text show all"
    }
}

extension Command {
    /// What goes to a pane.
    static func focus(_ pane: Pane) -> Command {
        switch pane {
        case .query: .focusQuery
        case .result: .focusResult
        case .graph: .focusGraph
        case .plan: .focusPlan
        case .notes: .focusNotes
        case .schema: .focusSchema
        }
    }
}
