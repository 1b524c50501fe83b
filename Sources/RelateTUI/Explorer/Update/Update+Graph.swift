import Relate
import Render

extension Model {
    mutating func performInGraph(_ command: Command) -> [Effect] {
        guard var stop = graph.trail.popLast() else { return command == .back ? perform(.focusQuery) : [] }
        let hasMoved = move(&stop.cards, by: command)
        if !hasMoved, command == .fold { fold(&stop.cards) }
        graph.trail.append(stop)
        if hasMoved { return [] }
        let node = stop.selectedNode ?? stop.neighbourhood.focus
        switch command {
        case .open: return openInGraph(stop)
        case .expand: return loadMore(stop)
        case .back: goBack()
        case .forward: goForward()
        case .copy: return [.copy(Self.matchText(node), what: "A MATCH of the node")]
        case .copyRow: return [.copy(CypherLiteral.text(.map(node.properties)), what: "The node's properties")]
        default: break
        }
        return []
    }

    /// `false` for a command that does not move.
    private func move(_ cards: inout GraphCards, by command: Command) -> Bool {
        if command == .left || command == .right {
            moveSideways(&cards, toRight: command == .right)
            return true
        }
        let page = (Layout(self).inner(.graph)?.rows ?? 10) - 2
        guard case .row(let side, let place) = cards.cursor else {
            return Self.moved(0, by: command, count: 1, page: 1) != nil
        }
        guard let row = Self.moved(place, by: command, count: cards.rows(side).count, page: page) else { return false }
        cards.cursor = .row(side, row)
        return true
    }

    private func moveSideways(_ cards: inout GraphCards, toRight: Bool) {
        let hasIncoming = !cards.rows(.incoming).isEmpty
        let hasOutgoing = !cards.rows(.outgoing).isEmpty
        switch (cards.cursor, toRight) {
        case (.row(.incoming, _), true), (.row(.outgoing, _), false): cards.cursor = .focus
        case (.focus, true): if hasOutgoing { cards.cursor = .row(.outgoing, 0) }
        case (.focus, false): if hasIncoming { cards.cursor = .row(.incoming, 0) }
        default: break
        }
    }

    /// Folds or unfolds the group that the cursor is in.
    private func fold(_ cards: inout GraphCards) {
        guard case .row(let side, let place) = cards.cursor, let index = cards.groupIndex(side, place) else { return }
        if side == .incoming { cards.incoming[index].isOpen.toggle() } else { cards.outgoing[index].isOpen.toggle() }
        let head = cards.rows(side).firstIndex(of: .group(index)) ?? 0
        cards.cursor = .row(side, head)
    }

    static func matchText(_ node: CypherValue.Node) -> String {
        let labels = node.labels.map { ":" + CypherLiteral.name($0) }.joined()
        return "MATCH (n\(labels)) WHERE elementId(n) = \(CypherLiteral.text(.string(node.elementId))) RETURN n"
    }

    private mutating func openInGraph(_ stop: GraphPaneState.Stop) -> [Effect] {
        if let node = stop.selectedNode { return goTo(elementID: node.elementId) }
        if case .row(let side, let place) = stop.cards.cursor {
            if case .more = stop.cards.rows(side)[place] { return loadMore(stop) }
            return performInGraph(.fold)
        }
        let focus = stop.neighbourhood.focus
        layers.append(.inspector(InspectorState(name: "n", place: focus.elementId, value: .node(focus))))
        return []
    }

    /// Asks for the node and what is around it; the answer becomes the focus.
    mutating func goTo(elementID: String) -> [Effect] {
        guard !elementID.isEmpty else {
            message = .information("Type the element id behind the command")
            return []
        }
        graph.failure = nil
        focus(on: .graph)
        return loadNeighbourhood(elementID, limit: GraphPaneState.firstLimit)
    }

    private mutating func loadMore(_ stop: GraphPaneState.Stop) -> [Effect] {
        guard stop.neighbourhood.groups.contains(where: { $0.count > $0.neighbours.count }) else {
            message = .information("All neighbours are shown")
            return []
        }
        return loadNeighbourhood(stop.neighbourhood.focus.elementId, limit: stop.limit * 5)
    }

    private mutating func loadNeighbourhood(_ elementID: String, limit: Int) -> [Effect] {
        graph.loading = elementID
        session.pendingCount += 1
        return [.loadNeighbourhood(elementID: elementID, limit: limit)]
    }

    mutating func neighbourhoodLoaded(
        _ elementID: String, limit: Int, _ result: Result<Neighbourhood, StatementFailure>
    ) {
        session.pendingCount -= 1
        guard graph.loading == elementID else { return }
        graph.loading = nil
        switch result {
        case .failure(let failure):
            if graph.trail.isEmpty { graph.failure = failure.message.firstLine }
            message = .error(failure.message.firstLine)
        case .success(let neighbourhood):
            if var stop = graph.current, stop.neighbourhood.focus.elementId == neighbourhood.focus.elementId {
                stop.extend(neighbourhood, limit: limit)
                graph.trail[graph.trail.count - 1] = stop
            } else {
                graph.trail.append(GraphPaneState.Stop(neighbourhood, limit: limit))
                graph.ahead = []
            }
        }
    }

    private mutating func goBack() {
        guard graph.trail.count > 1, let stop = graph.trail.popLast() else {
            message = .information("This is where the way began")
            return
        }
        graph.ahead.append(stop)
    }

    private mutating func goForward() {
        guard let stop = graph.ahead.popLast() else { return }
        graph.trail.append(stop)
    }
}

extension GraphCards {
    /// The group that a row belongs to.
    fileprivate func groupIndex(_ side: Side, _ place: Int) -> Int? {
        let rows = self.rows(side)
        guard rows.indices.contains(place) else { return nil }
        switch rows[place] {
        case .group(let index), .neighbour(let index, _), .more(let index, _): return index
        }
    }
}
