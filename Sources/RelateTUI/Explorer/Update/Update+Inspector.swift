import Relate
import Render

extension Model {
    mutating func press(_ key: Key, in state: InspectorState) -> [Effect] {
        var state = state
        guard let command = keys.command(for: key, in: [.inspector, .outsideText, .anywhere]) else {
            if Self.isClosing(key) { closeTop() } else { sayUnknown(key) }
            return []
        }
        if state.text != nil, scroll(&state, by: command) {
            replaceTop(.inspector(state))
            return []
        }
        let oldPage = InspectorLayout(state, size).tree.rows
        if let row = Self.moved(state.cursor, by: command, count: state.rowCount, page: oldPage) {
            state.cursor = row
        } else {
            switch command {
            case .fold, .right, .left: unfold(&state, command)
            case .foldAll:
                state.unfolded = state.unfolded.count > 1 ? [[]] : Self.allPlaces(of: state.value)
                state.cursor = 0
            case .textView:
                guard case .string = state.selectedRow?.value else {
                    message = .information("Only a string shows as text, as a literal or as bytes")
                    return []
                }
                let views = InspectorRendering.TextView.allCases
                let next = (views.firstIndex(of: state.textView) ?? 0) + 1
                let shown = InspectorLayout(state, size).pages(state)?.byte(of: state.textPlace) ?? 0
                state.textView = views[next % views.count]
                // What stood at the top stays there, as near as the other view has it.
                if let pages = InspectorLayout(state, size).pages(state), state.textPlace > .start {
                    state.textPlace = pages.place(ofByte: state.foundOffset ?? shown)
                }
            case .search:
                layers.append(
                    .prompt(Prompt(purpose: .search, line: LineInput(state.searchText, isSelected: true))))
                return []
            case .searchNext: return searchInspector(step: 1)
            case .searchPrevious: return searchInspector(step: -1)
            case .open: return openElement(&state)
            case .resultGraph:
                guard let row = state.selectedRow else { return [] }
                closeTop()
                return show(asGraph: row.value)
            case .copy: return copy(state, asPath: false)
            case .copyLiteral:
                return state.selectedRow.map { [.copy(CypherLiteral.text($0.value), what: "The value as Cypher")] }
                    ?? []
            case .copyJSON:
                return state.selectedRow.map { [.copy(JSONText.value($0.value), what: "The value as JSON")] } ?? []
            case .copyRow: return copy(state, asPath: true)
            case .back, .quit, .close, .cancel:
                closeTop()
                return []
            case .help, .palette: return perform(command)
            default: sayMeaningless(command)
            }
        }
        let page = InspectorLayout(state, size).tree.rows
        state.top = Self.scrolled(state.top, cursor: state.cursor, count: state.rowCount, page: page)
        replaceTop(.inspector(state))
        return []
    }

    /// Moves in a string that stands alone; `false` for a command that does not move.
    private func scroll(_ state: inout InspectorState, by command: Command) -> Bool {
        let layout = InspectorLayout(state, size)
        guard let pages = layout.pages(state) else { return false }
        let page = max(1, layout.text.rows)
        let last = pages.last(page: page)
        switch command {
        case .up: state.textPlace = pages.moved(state.textPlace, by: -1)
        case .down: state.textPlace = pages.moved(state.textPlace, by: 1)
        case .pageUp: state.textPlace = pages.moved(state.textPlace, by: -page)
        case .pageDown: state.textPlace = pages.moved(state.textPlace, by: page)
        case .halfPageUp: state.textPlace = pages.moved(state.textPlace, by: -max(1, page / 2))
        case .halfPageDown: state.textPlace = pages.moved(state.textPlace, by: max(1, page / 2))
        case .first: state.textPlace = .start
        case .last: state.textPlace = last
        default: return false
        }
        state.textPlace = min(state.textPlace, last)
        return true
    }

    /// Opens or closes the value under the cursor; left on a closed one goes to what holds it.
    private mutating func unfold(_ state: inout InspectorState, _ command: Command) {
        guard let row = state.selectedRow else { return }
        if row.isExpanded, command != .right {
            state.unfolded.remove(row.path)
        } else if !row.isExpanded, command != .left, row.childCount > 0 {
            state.unfolded.insert(row.path)
        } else if row.childCount == 0, command != .left {
            message = .information("There is nothing inside of it")
        } else if command == .left, !row.path.isEmpty {
            let parent = Array(row.path.dropLast())
            let rows = ValueTree.rows(of: state.value, expanded: state.unfolded, in: 0..<(state.cursor + 1))
            state.cursor = rows.lastIndex { $0.path == parent } ?? state.cursor
        }
    }

    /// A node or relationship opens in the graph, anything else unfolds.
    private mutating func openElement(_ state: inout InspectorState) -> [Effect] {
        guard let row = state.selectedRow else { return [] }
        if let elementID = row.value.ownElementID {
            closeTop()
            return goTo(elementID: elementID)
        }
        if case .path = row.value {
            closeTop()
            return show(asGraph: row.value)
        }
        if case .string = row.value, state.text == nil {
            let name = ValueTree.pathText(in: state.value, at: row.path, name: state.name)
            layers.append(.inspector(InspectorState(name: name, place: state.place, value: row.value)))
            return []
        }
        unfold(&state, .fold)
        replaceTop(.inspector(state))
        return []
    }

    private mutating func copy(_ state: InspectorState, asPath: Bool) -> [Effect] {
        guard let row = state.selectedRow else { return [] }
        if asPath {
            return [.copy(ValueTree.pathText(in: state.value, at: row.path, name: state.name), what: "The path")]
        }
        return [.copy(Self.copyText(row.value), what: "The value")]
    }

    private static let unfoldedPlacesLimit = 2000

    private static func allPlaces(of value: CypherValue) -> Set<[Int]> {
        var places: Set<[Int]> = [[]]
        var waiting: [[Int]] = [[]]
        while let path = waiting.popLast(), places.count < unfoldedPlacesLimit {
            guard let value = ValueTree.value(in: value, at: path) else { continue }
            for index in 0..<min(ValueTree.childCount(of: value), unfoldedPlacesLimit) {
                guard let child = ValueTree.child(of: value, at: index), ValueTree.childCount(of: child.value) > 0
                else { continue }
                places.insert(path + [index])
                waiting.append(path + [index])
            }
        }
        return places
    }
}

extension CypherValue {
    /// Of a node or relationship.
    var ownElementID: String? {
        switch self {
        case .node(let node): node.elementId
        case .relationship(let relationship): relationship.elementId
        default: nil
        }
    }

    /// The inspector's Enter goes on in the graph.
    var leadsToGraph: Bool {
        if case .path = self { return true }
        return ownElementID != nil
    }

    /// It is this element, or holds it at its top or in a list there.
    func holds(element elementID: String) -> Bool {
        switch self {
        case .node, .relationship: ownElementID == elementID
        case .path(let path):
            path.nodes.contains { $0.elementId == elementID }
                || path.relationships.contains { $0.elementId == elementID }
        case .list(let elements): elements.contains { $0.ownElementID == elementID }
        default: false
        }
    }

    /// The node that the graph pane shows for this value: itself, or where a relationship starts.
    var focusElementID: String? {
        switch self {
        case .node(let node): node.elementId
        case .relationship(let relationship): relationship.startElementId
        default: nil
        }
    }
}
