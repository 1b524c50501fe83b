import Relate
import Render

extension Model {
    mutating func performInGraph(_ command: Command) -> [Effect] {
        switch command {
        case .showCards: return showCards()
        case .showMap: return showMap(.map)
        case .showOverview: return showMap(.overview)
        case .graphTypes:
            layers.append(.picker(graphTypesPicker()))
            return []
        case .inspectNode: return inspectNode()
        case .inspectRelationship: return inspectRelationship()
        case .copy: return copyNode()
        case .copyRow: return copyGraph()
        case .search:
            layers.append(.prompt(Prompt(purpose: .search, line: LineInput(graph.searchText, isSelected: true))))
            return []
        case .searchStore:
            if let effects = proposeIndex() { return effects }
            layers.append(.prompt(Prompt(purpose: .storeSearch, line: LineInput())))
            return []
        case .searchNext: return searchGraph(step: 1)
        case .searchPrevious: return searchGraph(step: -1)
        default: break
        }
        return graph.presentation == .cards ? performInCards(command) : performOnMap(command)
    }

    /// The reader that sees what the session sees. While a statement runs, its session has no time for others.
    var graphSight: GraphSight {
        session.transaction != .none && running == nil ? .transaction : .committed
    }

    /// Sends an effect whose answer is waited for.
    mutating func ask(_ effect: GraphEffect) -> [Effect] {
        guard session.abilities.contains(.neighbours) || !effect.readsStore else {
            message = .warning("This store cannot be walked through")
            return []
        }
        session.pendingCount += 1
        return [.graph(effect)]
    }

    // MARK: - Cards

    private mutating func performInCards(_ command: Command) -> [Effect] {
        guard var stop = graph.current else { return command == .back ? perform(.focusQuery) : [] }
        if move(&stop.cards, by: command) {
            graph.replaceCurrent(stop)
            return []
        }
        switch command {
        case .fold, .collapse:
            fold(&stop)
            graph.replaceCurrent(stop)
        case .open: return openInCards(stop)
        case .expand: return loadMore(stop)
        case .groupAsQuery: return listGroup(stop)
        case .back, .undoGraph: goBack()
        case .forward: goForward()
        case .connectNodes: message = .information("The card has all its relationships; m shows the map")
        case .pin, .removeNode: message = .information("m shows the map, where nodes are pinned and removed")
        default: sayMeaningless(command)
        }
        return []
    }

    /// `false` for a command that does not move.
    private func move(_ cards: inout GraphCards, by command: Command) -> Bool {
        if command == .left || command == .right {
            moveSideways(&cards, toRight: command == .right)
            return true
        }
        let page = (Layout(self).inner(.graph)?.rows ?? 10) - 3
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
    private func fold(_ stop: inout GraphStop) {
        guard let (side, index) = stop.selectedGroup else { return }
        if side == .incoming {
            stop.cards.incoming[index].isOpen.toggle()
        } else {
            stop.cards.outgoing[index].isOpen.toggle()
        }
        let head = stop.cards.rows(side).firstIndex(of: .group(index)) ?? 0
        stop.cards.cursor = .row(side, head)
    }

    private mutating func openInCards(_ stop: GraphStop) -> [Effect] {
        if let neighbour = stop.selectedNeighbour {
            return goTo(elementID: neighbour.node.elementId, via: neighbour.relationship)
        }
        if case .row(let side, let place) = stop.cards.cursor {
            if case .more = stop.cards.rows(side)[place] { return loadMore(stop) }
            return performInCards(.fold)
        }
        return inspectNode()
    }

    /// The next page of the group under the cursor; on the card, of every group that has more.
    private mutating func loadMore(_ stop: GraphStop) -> [Effect] {
        var pages: [NeighbourPage] = []
        let limit = settings.graphPages.further
        if let (side, index) = stop.selectedGroup {
            pages = stop.nextPage(side, index, limit: limit).map { [$0] } ?? []
        } else {
            for side in GraphCards.Side.allCases {
                pages += stop.groups(side).indices.compactMap { stop.nextPage(side, $0, limit: limit) }
            }
        }
        if pages.isEmpty {
            message = .information(
                stop.selectedGroup == nil ? "All neighbours are shown" : "All neighbours of this group are shown")
        }
        let reader = graphSight
        return pages.flatMap { ask(.loadPage($0, reader)) }
    }

    /// The group as a statement: its rows can be sorted, filtered and searched, however many there are.
    private mutating func listGroup(_ stop: GraphStop) -> [Effect] {
        guard session.language == .cypher, let (side, index) = stop.selectedGroup else {
            message = .information("Put the cursor on a group, or on one of its neighbours")
            return []
        }
        let type = CypherLiteral.name(stop.groups(side)[index].type)
        let arrow = side == .outgoing ? "-[r:\(type)]->" : "<-[r:\(type)]-"
        let id = CypherLiteral.text(.string(stop.neighbourhood.focus.elementId))
        return browse("MATCH (n)\(arrow)(m)\nWHERE elementId(n) = \(id)\nRETURN m, r")
    }

    // MARK: - Ways

    /// Asks for the element and what is around it; the answer becomes the focus.
    mutating func goTo(elementID: String, via relationship: CypherValue.Relationship? = nil) -> [Effect] {
        guard !elementID.isEmpty else {
            message = .information("Type the element id behind the command")
            return []
        }
        graph.failure = nil
        graph.presentation = .cards
        focus(on: .graph)
        let effects = ask(.loadFocus(elementID: elementID, limit: settings.graphPages.first, graphSight))
        guard !effects.isEmpty else { return [] }
        graph.loading = elementID
        graph.loadingVia = relationship
        return effects
    }

    private mutating func goBack() {
        guard graph.trail.count > 1, let stop = graph.trail.popLast() else {
            message = .information("This is where the way began")
            return
        }
        graph.ahead.append(stop)
    }

    private mutating func goForward() {
        guard let stop = graph.ahead.popLast() else {
            message = .information("This is how far the way went")
            return
        }
        graph.trail.append(stop)
    }

    // MARK: - What came back

    mutating func graphEvent(_ event: GraphEvent) -> [Effect] {
        if case .collected(let number, let set) = event { return collected(number, set) }
        session.pendingCount -= 1
        switch event {
        case .focusLoaded(let elementID, let result): focusLoaded(elementID, result)
        case .pageLoaded(let page, .success(let neighbours)):
            guard var stop = graph.current, stop.neighbourhood.focus.elementId == page.elementID else { break }
            stop.append(neighbours, to: page)
            graph.replaceCurrent(stop)
        case .expanded(_, .success(let expansion)): return expanded(expansion)
        case .connected(.success(let links)): return connected(links)
        case .collected: break
        case .laidOut(let revision, let overview): graph.take(overview, revision: revision)
        case .found(let text, .success(let hits)): found(hits, text)
        case .indexProposed(.success(let statement)): indexProposed(statement)
        case .exported(let path, .success(let count)):
            message = .success("\(Counts.of(count, "byte")) written to \(path)")
        case .pageLoaded(_, .failure(let failure)), .expanded(_, .failure(let failure)),
            .connected(.failure(let failure)), .exported(_, .failure(let failure)), .found(_, .failure(let failure)),
            .indexProposed(.failure(let failure)):
            message = .error(failure.message.firstLine)
        }
        return []
    }

    private mutating func focusLoaded(_ elementID: String, _ result: Result<GraphFocus, StatementFailure>) {
        guard graph.loading == elementID else { return }
        graph.loading = nil
        switch result {
        case .failure(let failure):
            if graph.trail.isEmpty { graph.failure = failure.message.firstLine }
            message = .error(failure.message.firstLine)
        case .success(let focus):
            let isSame = graph.current?.neighbourhood.focus.elementId == focus.neighbourhood.focus.elementId
            let stop = GraphStop(
                focus, via: isSame ? graph.current?.via : graph.loadingVia, graph.filter, graphOptions)
            if isSame {
                graph.replaceCurrent(stop)
            } else {
                graph.trail.append(stop)
                graph.ahead = []
            }
        }
    }

    // MARK: - Looking closer, copying

    private mutating func inspectNode() -> [Effect] {
        guard let node = graph.selectedNode else { return [] }
        layers.append(.inspector(InspectorState(name: "n", place: node.elementId, value: .node(node))))
        return []
    }

    private mutating func inspectRelationship() -> [Effect] {
        if graph.presentation == .cards {
            guard let relationship = graph.current?.selectedNeighbour?.relationship else {
                message = .information("Put the cursor on a neighbour")
                return []
            }
            layers.append(
                .inspector(
                    InspectorState(name: "r", place: relationship.elementId, value: .relationship(relationship))))
            return []
        }
        guard let selected = graph.selected else { return [] }
        let options = graphOptions
        let items = graph.set.relationships(of: selected).map { relationship in
            let isOut = relationship.startElementId == selected
            let other = graph.set.node(isOut ? relationship.endElementId : relationship.startElementId)
            let caption = other.flatMap(options.caption) ?? other?.elementId ?? ""
            let title =
                isOut ? "─\(relationship.type)→ \(caption)" : "←\(relationship.type)─ \(caption)"
            return Picker.Item(
                title: title, detail: relationship.elementId, choice: .value("r", .relationship(relationship)))
        }
        layers.append(.picker(Picker(.relationships, title: "Relationships on the map", items: items)))
        return []
    }

    private func copyNode() -> [Effect] {
        guard let node = graph.selectedNode else { return [] }
        return [.copy(GraphScripts.match(node), what: "A MATCH of the node")]
    }

    /// What shows, as the statement that makes it anew.
    private mutating func copyGraph() -> [Effect] {
        let set = shownSet
        guard !set.isEmpty else { return [] }
        let text = GraphScripts.create(set.nodes, set.relationships)
        return [.copy(text, what: "A CREATE of \(Counts.of(set.nodes.count, "node"))")]
    }

    /// The way over the cards as a pattern.
    mutating func copyTrail() -> [Effect] {
        guard !graph.trail.isEmpty else {
            message = .information("There is no way to copy yet")
            return []
        }
        let steps = graph.trail.map { (node: $0.neighbourhood.focus, via: $0.via) }
        return [.copy(GraphScripts.match(trail: steps), what: "A MATCH of the way")]
    }

    /// What map and overview show through the filter, or what the cards show.
    var shownSet: GraphSet {
        if graph.presentation == .cards {
            guard let stop = graph.current else { return GraphSet() }
            var set = GraphSet()
            set.add(stop.neighbourhood.focus)
            for group in GraphCards.Side.allCases.flatMap({ stop.groups($0) }) {
                for neighbour in group.neighbours {
                    set.add(neighbour.node)
                    set.add(neighbour.relationship)
                }
            }
            return set
        }
        var set = graph.set
        set.remove(Set(set.elementIDs.filter { graph.scene.place(of: $0) == nil }))
        return set
    }
}

extension GraphEffect {
    /// Asks the store something, and not only what is here.
    fileprivate var readsStore: Bool {
        switch self {
        case .loadFocus, .loadPage, .expand, .connect, .search, .proposeIndex: true
        case .collect, .layOut, .export: false
        }
    }
}
