import Relate
import Render

/// Map and overview.
extension Model {
    // MARK: - Getting there

    mutating func showCards() -> [Effect] {
        guard let selected = graph.presentation == .cards ? nil : graph.selected else {
            graph.presentation = .cards
            return []
        }
        if graph.current?.neighbourhood.focus.elementId == selected {
            graph.presentation = .cards
            return []
        }
        return goTo(elementID: selected)
    }

    /// Shows the set in another way. Without one, or coming from a card that is not in it, what is around the card.
    mutating func showMap(_ presentation: GraphPaneState.Presentation) -> [Effect] {
        let isFromCards = graph.presentation == .cards
        graph.presentation = presentation
        if isFromCards, let stop = graph.current {
            let focus = stop.neighbourhood.focus.elementId
            if graph.set.contains(focus) {
                graph.selected = focus
                return redrawGraph()
            }
            graph.show(GraphSet(stop.neighbourhood, limit: settings.graphPages.expansion), root: focus)
            return redrawGraph() + ask(.connect(graph.set.elementIDs, graphSight))
        }
        if graph.set.isEmpty {
            graph.presentation = .cards
            return showResultAsGraph()
        }
        return redrawGraph()
    }

    /// The nodes and relationships of the result's rows on the map.
    mutating func showResultAsGraph() -> [Effect] {
        guard let grid, grid.table.rowCount > 0 else {
            message = .information("There is no result to draw")
            return []
        }
        if postpone(.collect) { return [] }
        return work(.collecting, of: grid) { [.graph(.collect($0.table, order: $0.arrangement.order))] }
    }

    /// The nodes of a value on the map: a path as a chain.
    mutating func show(asGraph value: CypherValue) -> [Effect] {
        let set = GraphSet(value)
        guard !set.isEmpty else {
            message = .information("There is no node in it")
            return []
        }
        return show(set, resultNumber: nil)
    }

    mutating func collected(_ resultNumber: Int, _ set: GraphSet) -> [Effect] {
        rowWorkEnded()
        guard grid?.table.number == resultNumber else { return [] }
        guard !set.isEmpty else {
            message = .information("The result has no nodes: return nodes, relationships or paths to see a graph")
            return []
        }
        if set.nodes.count == 1, let node = set.nodes.first, set.relationships.isEmpty {
            return goTo(elementID: node.elementId)
        }
        if set.isCut {
            message = .warning(
                "There is more than can be drawn: these are the first \(set.nodesText(set.nodes.count))")
        }
        return show(set, resultNumber: resultNumber)
    }

    private mutating func show(_ set: GraphSet, resultNumber: Int?) -> [Effect] {
        let isLarge = set.elementIDs.count > GraphMap.nodesLimit && set.chain.isEmpty
        graph.show(set, root: set.chain.first, resultNumber: resultNumber)
        graph.presentation = isLarge ? .overview : .map
        focus(on: .graph)
        if set.isAsReturned, message == nil {
            message = .information("Drawn as it was returned: a draws all relationships among the nodes")
        }
        return redrawGraph() + ask(.connect(set.elementIDs, graphSight))
    }

    /// All relationships among the nodes that show, whatever a result said of them.
    private mutating func connectNodes() -> [Effect] {
        guard graph.set.isAsReturned else {
            message = .information("All relationships among these nodes show")
            return []
        }
        let effects = ask(.connect(graph.set.elementIDs, graphSight))
        graph.asksAllLinks = !effects.isEmpty
        return effects
    }

    /// How the nodes hang together, as the store says.
    mutating func connected(_ links: GraphLinks) -> [Effect] {
        guard graph.asksAllLinks else {
            graph.extend { $0.add(links) }
            return redrawGraph()
        }
        graph.asksAllLinks = false
        let before = graph.set.relationships.count
        graph.change { set, _ in
            set.wantAllLinks()
            set.add(links)
        }
        let count = graph.set.relationships.count - before
        message = .information(
            count == 0
                ? "All relationships among these nodes show"
                : "\(Counts.of(count, "relationship")) more; u takes them away again")
        return redrawGraph()
    }

    /// A path is drawn for the room it has.
    mutating func followMapRoom() {
        guard Layout(self).panes[.graph] != nil, graph.fit(to: GraphMapLayout(self).map.columns) else { return }
        scrollMap()
    }

    /// Brings map or overview up to date with the set.
    ///
    /// - Parameter added: What has just come, to be seen if it can.
    mutating func redrawGraph(added: [String] = []) -> [Effect] {
        let wanted = graph.presentation
        let scene = graph.redraw(graphOptions, room: GraphMapLayout(self).map.columns)
        if wanted == .map, graph.presentation == .overview {
            message = .information(
                "\(Counts.of(graph.scene.nodes.count, "node")): too many to read on a map; t hides types, e on a card expands"
            )
        }
        aimMap(at: added)
        return scene.map { ask(.layOut($0, revision: graph.revision)) } ?? []
    }

    // MARK: - Commands

    mutating func performOnMap(_ command: Command) -> [Effect] {
        if let direction = GraphMap.Direction(command) {
            moveOnMap(direction)
            return []
        }
        switch command {
        case .open: return showCards()
        case .expand: return expand()
        case .connectNodes: return connectNodes()
        case .collapse, .fold: return collapse()
        case .undoGraph: return undoGraph()
        case .pin: return pin()
        case .removeNode: return removeNode()
        case .pageUp, .pageDown, .halfPageUp, .halfPageDown, .lineStart, .lineEnd: scrollMap(by: command)
        case .first: select(graph.root ?? graph.scene.nodes.first?.elementId)
        case .last: select(graph.scene.nodes.last?.elementId)
        case .back: return undoGraph()
        case .groupAsQuery: message = .information("c shows the cards, where groups are listed")
        default: sayMeaningless(command)
        }
        return []
    }

    private mutating func moveOnMap(_ direction: GraphMap.Direction) {
        guard let place = graph.selectedPlace else { return select(graph.scene.nodes.first?.elementId) }
        let next =
            graph.presentation == .map
            ? graph.map?.node(from: place, direction) : graph.overview?.node(from: place, direction)
        if let next { select(graph.scene.nodes[next].elementId) }
    }

    mutating func select(_ elementID: String?) {
        guard let elementID, graph.scene.place(of: elementID) != nil else { return }
        graph.selected = elementID
        scrollMap()
    }

    /// The selected box in view, with as many as may be of those that hang together with it, and above all the new ones.
    private mutating func aimMap(at added: [String]) {
        guard let map = graph.map, let place = graph.selectedPlace else { return }
        let area = GraphMapLayout(self).map
        let new = added.compactMap { graph.scene.place(of: $0) }
        graph.offset = map.offset(
            showing: place, with: graph.scene.neighbours(of: place) + new + new, rows: area.rows,
            columns: area.columns)
    }

    /// The selected box in view.
    mutating func scrollMap() {
        guard let map = graph.map, let place = graph.selectedPlace else { return }
        let area = GraphMapLayout(self)
        graph.offset = map.offset(
            showing: place, rows: area.map.rows, columns: area.map.columns, from: graph.offset)
    }

    private mutating func scrollMap(by command: Command) {
        guard let map = graph.map else { return }
        let area = GraphMapLayout(self).map
        let (rows, columns) =
            switch command {
            case .pageUp: (-area.rows, 0)
            case .pageDown: (area.rows, 0)
            case .halfPageUp: (-area.rows / 2, 0)
            case .halfPageDown: (area.rows / 2, 0)
            case .lineStart: (0, -area.columns * 2 / 3)
            default: (0, area.columns * 2 / 3)
            }
        graph.offset.row = max(0, min(graph.offset.row + rows, map.frame.rows - area.rows))
        graph.offset.column = max(0, min(graph.offset.column + columns, map.frame.columns - area.columns))
    }

    private mutating func expand() -> [Effect] {
        guard let selected = graph.selected else { return [] }
        return ask(
            .expand(
                elementID: selected, limit: graph.set.nodes.count + settings.graphPages.expansion,
                known: graph.set.elementIDs, graphSight))
    }

    mutating func expanded(_ expansion: GraphExpansion) -> [Effect] {
        guard graph.set.contains(expansion.neighbourhood.focus.elementId) else { return [] }
        var added = 0
        let linkCount = graph.set.relationships.count
        let known = Set(graph.set.elementIDs)
        let filter = graph.filter
        let limit = settings.graphPages.expansion
        var around = expansion.neighbourhood
        around.groups.removeAll { filter.types.contains($0.type) }
        graph.change { set, _ in
            added = set.add(around, limit: limit)
            set.add(expansion.links.within(set))
        }
        let links = graph.set.relationships.count - linkCount
        if added == 0, links == 0 {
            _ = graph.undo()
            message = .information("All its neighbours are on the map")
            return []
        }
        message = .information(
            (added > 0 ? Counts.of(added, "node") : Counts.of(links, "relationship")) + " more; u takes them away again"
        )
        return redrawGraph(added: graph.set.elementIDs.filter { !known.contains($0) })
    }

    private mutating func collapse() -> [Effect] {
        guard let selected = graph.selected else { return [] }
        var count = 0
        let root = graph.root
        graph.change { set, _ in count = set.collapse(selected, keeping: root) }
        if count == 0 {
            _ = graph.undo()
            message = .information("Nothing hangs on this node alone")
            return []
        }
        message = .information("\(Counts.of(count, "node")) fewer; u brings them back")
        return redrawGraph()
    }

    private mutating func undoGraph() -> [Effect] {
        if graph.isMapBefore { message = .information("The map that was shown before this one") }
        guard graph.undo() else {
            message = .information("There is nothing to take back")
            return []
        }
        return redrawGraph()
    }

    private mutating func pin() -> [Effect] {
        guard let selected = graph.selected else { return [] }
        graph.change { set, _ in if set.pinned.remove(selected) == nil { set.pinned.insert(selected) } }
        return redrawGraph()
    }

    private mutating func removeNode() -> [Effect] {
        guard let selected = graph.selected, graph.scene.nodes.count > 1 else { return [] }
        let map = graph.map
        let next = graph.selectedPlace.flatMap { place in
            [GraphMap.Direction.left, .up, .down, .right].compactMap { map?.node(from: place, $0) }.first
        }
        let nextID = next.map { graph.scene.nodes[$0].elementId }
        graph.change { set, _ in set.remove([selected]) }
        graph.selected = nextID
        message = .information("Off the map, not out of the store; u brings it back")
        return redrawGraph()
    }

    // MARK: - Types

    func graphTypesPicker() -> Picker {
        let isOnCards = graph.presentation == .cards
        var types = graph.set.typeCounts
        if isOnCards, let stop = graph.current {
            var counts: [String: Int] = [:]
            for group in stop.neighbourhood.groups { counts[group.type, default: 0] += group.count }
            types = counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
        }
        func item(_ name: String, _ count: Int, _ isHidden: Bool, _ choice: Picker.Item.Choice) -> Picker.Item {
            Picker.Item(title: (isHidden ? "☐ " : "☑ ") + name, detail: Counts.grouped(count), choice: choice)
        }
        var items = types.map {
            item("─\($0.name)→", $0.count, graph.filter.types.contains($0.name), .graphType($0.name))
        }
        if !isOnCards {
            items += graph.set.labelCounts.map {
                item(":" + $0.name, $0.count, graph.filter.labels.contains($0.name), .graphLabel($0.name))
            }
        }
        return Picker(.graphTypes, title: "Enter shows or hides", items: items)
    }

    /// Hides a type or label, or shows it again; the list stays open.
    mutating func toggle(_ choice: Picker.Item.Choice) -> [Effect] {
        graph.change { _, filter in
            switch choice {
            case .graphType(let name): if filter.types.remove(name) == nil { filter.types.insert(name) }
            case .graphLabel(let name): if filter.labels.remove(name) == nil { filter.labels.insert(name) }
            default: break
            }
        }
        if case .picker(let picker) = layers.last { replaceTop(.picker(graphTypesPicker().like(picker))) }
        if var stop = graph.current {
            stop.use(graph.filter)
            graph.replaceCurrent(stop)
        }
        return graph.presentation == .cards ? [] : redrawGraph()
    }
}

extension GraphLinks {
    /// Those between nodes of the set.
    fileprivate func within(_ set: GraphSet) -> GraphLinks {
        var links = self
        links.nodes.removeAll { !set.contains($0.elementId) }
        links.relationships.removeAll { !set.contains($0.startElementId) || !set.contains($0.endElementId) }
        return links
    }
}

extension GraphMap.Direction {
    fileprivate init?(_ command: Command) {
        switch command {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        default: return nil
        }
    }
}
