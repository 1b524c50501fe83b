import Relate
import Render

extension Model {
    mutating func performInGraph(_ command: Command) -> [Effect] {
        if graph.trail.isEmpty { return command == .back ? perform(.focusQuery) : [] }
        guard var stop = graph.trail.popLast() else { return [] }
        defer { scrollLists(Layout(self)) }
        let rows = stop.rows(stop.side)
        let page = Layout(self).inner(.graph).map(GraphMetrics.listRows) ?? 10
        if let row = Self.moved(stop.cursor, by: command, count: rows.count, page: page) {
            stop.cursor = row
            graph.trail.append(stop)
            return []
        }
        if command == .left || command == .right { moveSideways(&stop, toRight: command == .right) }
        graph.trail.append(stop)
        switch command {
        case .open: return openInGraph(stop)
        case .expand: return loadMore(stop)
        case .back: goBack()
        case .forward: goForward()
        case .copy:
            return graph.current.map { [.copy(Self.matchText(Self.selectedNode($0)), what: "A MATCH of the node")] }
                ?? []
        case .copyRow:
            return [.copy(CypherLiteral.text(.node(stop.neighbourhood.focus)), what: "The node")]
        default: return []
        }
        return []
    }

    private func moveSideways(_ stop: inout GraphState.Stop, toRight: Bool) {
        let sides: [GraphState.Side] = [.incoming, .focus, .outgoing]
        guard let index = sides.firstIndex(of: stop.side) else { return }
        let rest = toRight ? Array(sides[(index + 1)...]) : sides[..<index].reversed()
        guard let side = rest.first(where: { $0 == .focus || !stop.rows($0).isEmpty }) else { return }
        stop.side = side
        let top = stop.tops[side] ?? 0
        stop.cursor = min(max(stop.cursor, top), max(0, stop.rows(side).count - 1))
    }

    private static func selectedNode(_ stop: GraphState.Stop) -> CypherValue.Node {
        if case .neighbour(let neighbour) = stop.selected { return neighbour.node }
        return stop.neighbourhood.focus
    }

    static func matchText(_ node: CypherValue.Node) -> String {
        let labels = node.labels.map { ":" + CypherLiteral.name($0) }.joined()
        return "MATCH (n\(labels)) WHERE elementId(n) = \(CypherLiteral.text(.string(node.elementId))) RETURN n"
    }

    private mutating func openInGraph(_ stop: GraphState.Stop) -> [Effect] {
        switch stop.selected {
        case .neighbour(let neighbour): return goTo(elementID: neighbour.node.elementId)
        case .more: return loadMore(stop)
        case .group, nil:
            let focus = stop.neighbourhood.focus
            layers.append(
                .inspector(InspectorState(name: "n", place: focus.elementId, value: .node(focus))))
            return []
        }
    }

    /// Asks for the node and what is around it; the answer becomes the focus.
    mutating func goTo(elementID: String) -> [Effect] {
        guard !elementID.isEmpty else {
            message = .information("Type the element id behind the command")
            return []
        }
        graph.loading = elementID
        graph.failure = nil
        focus(on: .graph)
        session.pendingCount += 1
        return [.loadNeighbourhood(elementID: elementID, limit: GraphState.firstLimit)]
    }

    private mutating func loadMore(_ stop: GraphState.Stop) -> [Effect] {
        guard stop.neighbourhood.groups.contains(where: { $0.count > $0.neighbours.count }) else {
            message = .information("All neighbours are shown")
            return []
        }
        let elementID = stop.neighbourhood.focus.elementId
        graph.loading = elementID
        session.pendingCount += 1
        return [.loadNeighbourhood(elementID: elementID, limit: stop.limit * 5)]
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
                stop.neighbourhood = neighbourhood
                stop.limit = limit
                graph.trail[graph.trail.count - 1] = stop
            } else {
                graph.trail.append(GraphState.Stop(neighbourhood))
                graph.ahead = []
            }
        }
        scrollLists(Layout(self))
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
