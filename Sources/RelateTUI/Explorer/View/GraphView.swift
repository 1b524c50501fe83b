import Relate
import Render

/// How the graph pane is divided while map or overview show, for view and scrolling alike.
struct GraphMapLayout: Hashable {
    /// Which colour is which label.
    let legend: Rect
    let map: Rect
    /// What is selected, in words; empty in a low pane.
    let details: Rect

    init(_ model: Model) {
        let layout = Layout(model)
        let inner = layout.inner(.graph) ?? Rect(row: 0, column: 0, rows: model.size.rows, columns: model.size.columns)
        self.init(inner)
    }

    init(_ inner: Rect) {
        let area = inner.inset(rows: 0, columns: 1)
        let (legend, rest) = area.split(top: area.rows >= 6 ? 1 : 0)
        let (map, details) = rest.split(bottom: rest.rows >= 9 ? 3 : 0)
        self.legend = legend
        self.map = map
        self.details = details
    }
}

/// The graph pane: cards, map or overview.
enum GraphView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let graph = model.graph
        let isEmpty = graph.presentation == .cards ? graph.current == nil : graph.set.isEmpty
        if isEmpty {
            PaneFrame.draw(.graph, into: &frame, rect, isFocused: isFocused)
            return PaneFrame.drawHint(empty(graph), into: &frame, rect.inner)
        }
        let loading = graph.loading == nil ? nil : StyledLine("loading…", .information)
        let selected = graph.selectedNode.map { node in
            StyledLine.name(name(of: node, model), .elementId, atMost: 40)
        }
        PaneFrame.draw(
            .graph, into: &frame, rect, isFocused: isFocused, detail: detail(model), trailing: loading ?? selected)
        if graph.presentation == .cards, let stop = graph.current {
            return drawCards(stop, model, into: &frame, rect.inner, isFocused: isFocused)
        }
        let layout = GraphMapLayout(rect.inner)
        drawLegend(graph, into: &frame, layout.legend)
        let place = linkedPlace(model) ?? graph.selectedPlace
        if graph.presentation == .map, let map = graph.map {
            let offset = map.centered(graph.offset, rows: layout.map.rows, columns: layout.map.columns)
            map.draw(into: &frame, layout.map, offset: offset, selected: place)
            drawEdges(map, graph.offset, into: &frame, layout)
        } else if let overview = graph.overview {
            overview.draw(into: &frame, layout.map, selected: place)
        } else {
            PaneFrame.drawHint([StyledLine("laying out…", .information)], into: &frame, layout.map)
        }
        drawDetails(model, place, into: &frame, layout.details)
    }

    /// Which of the three, how much of it, and what is hidden.
    private static func detail(_ model: Model) -> StyledLine {
        let graph = model.graph
        var line = StyledLine(graph.presentation.title, .text)
        if graph.presentation != .cards {
            line.append("  \(graph.set.nodesText(graph.scene.nodes.count))", .dim)
            line.append("  \(Counts.of(graph.scene.relationships.count, "relationship"))", .dim)
        }
        if !graph.filter.isEmpty { line.append("  \(graph.filter.count) hidden", .warning) }
        if model.session.transaction != .none { line.append("  with uncommitted changes", .warning) }
        return line
    }

    /// The node that the cursor of the result is on, where that is among what shows.
    private static func linkedPlace(_ model: Model) -> Int? {
        guard model.focus == .result, let elementID = model.grid?.cursorValue?.focusElementID else { return nil }
        return model.graph.scene.place(of: elementID)
    }

    private static func empty(_ graph: GraphPaneState) -> [StyledLine] {
        if graph.loading != nil { return [StyledLine("loading…", .information)] }
        if let failure = graph.failure { return [StyledLine([Span(failure, .error, limit: 2000)])] }
        return [StyledLine("No node is in focus yet", .dim), StyledLine()]
            + PaneFrame.hints([
                ("m", "in the result draws it as a graph"), ("Enter", "on a node there, and again in the inspector"),
                ("F", "searches the store's texts"), (":goto", "and an element id"),
            ])
    }

    // MARK: - Cards

    private static func drawCards(
        _ stop: GraphStop, _ model: Model, into frame: inout Frame, _ inner: Rect, isFocused: Bool
    ) {
        let (cardsArea, details) = cardsArea(inner)
        var cards = stop.cards
        cards.isFocused = isFocused
        cards.trail = model.graph.trail.dropLast().suffix(8).map { $0.cards.focus.caption }
        if model.focus == .result { cards.highlighted = model.grid?.cursorValue?.focusElementID }
        cards.draw(into: &frame, cardsArea)
        guard !details.isEmpty, let neighbour = stop.selectedNeighbour else { return }
        rule(into: &frame, details)
        var options = model.valueOptions
        options.columnsLimit = 2 * details.columns
        var line = ValueRendering.line(.relationship(neighbour.relationship), options)
        line.append("  ")
        let ends = [stop.neighbourhood.focus, neighbour.node]
        let identity = identity(of: neighbour.relationship, ends, model)
        line.append(Span(identity, .elementId, limit: 2 * details.columns))
        frame.draw(line.wrapped(to: details.columns), in: details.split(top: 1).1)
    }

    /// What a node is told from others by: an entity's keyword where it is known, else the id.
    private static func name(of node: CypherValue.Node, _ model: Model) -> String {
        let keyword = model.session.language == .datalog ? DatalogEntities.keyword(of: node) : nil
        return keyword ?? node.elementId
    }

    /// A relationship's id; of a reference between entities, which has none, the fact.
    private static func identity(
        of relationship: CypherValue.Relationship, _ ends: [CypherValue.Node], _ model: Model
    ) -> String {
        guard model.session.language == .datalog else { return relationship.elementId }
        let names = [relationship.startElementId, relationship.endElementId].map { id in
            ends.first { $0.elementId == id }.map { name(of: $0, model) } ?? id
        }
        return names.joined(separator: " \(relationship.type) ")
    }

    /// The cards, and below them a line for the relationship under the cursor; empty in a low pane.
    static func cardsArea(_ inner: Rect) -> (cards: Rect, details: Rect) {
        let area = inner.inset(rows: 0, columns: 1)
        return area.split(bottom: area.rows >= 20 ? 3 : area.rows >= 9 ? 2 : 0)
    }

    private static func rule(into frame: inout Frame, _ rect: Rect) {
        frame.horizontalLine(row: rect.row, column: rect.column, length: rect.columns)
    }

    // MARK: - Map and overview

    private static func drawLegend(_ graph: GraphPaneState, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        var parts: [StyledLine] = []
        for (name, count) in graph.set.labelCounts {
            let isHidden = graph.filter.labels.contains(name)
            let role = isHidden ? Role.dim : Role.category(for: name)
            parts.append(
                StyledLine("● ", role) + StyledLine.name(name, role, isHidden ? .strikethrough : [], atMost: 24)
                    + StyledLine(" \(Counts.grouped(count))", .dim))
        }
        frame.draw(
            StyledLine.joined(parts, separator: StyledLine("  ")), row: rect.row, column: rect.column,
            width: rect.columns)
    }

    /// At the right of the legend, the sides beyond which the map goes on.
    private static func drawEdges(
        _ map: GraphMap, _ offset: (row: Int, column: Int), into frame: inout Frame, _ layout: GraphMapLayout
    ) {
        let area = layout.map
        var marks = ""
        if offset.column > 0 { marks += "◀" }
        if offset.row > 0 { marks += "▲" }
        if offset.row + area.rows < map.frame.rows { marks += "▼" }
        if offset.column + area.columns < map.frame.columns { marks += "▶" }
        guard !marks.isEmpty, !area.isEmpty else { return }
        let line = StyledLine(" more ", .dim) + StyledLine(marks, .key)
        // In a low pane, which has no legend, on the map itself.
        let place = layout.legend.isEmpty ? area.split(bottom: 1).1 : layout.legend
        frame.draw(line, row: place.row, column: place.endColumn - line.columns, width: line.columns)
    }

    /// The selected node, and its relationships by type: how many show, of how many.
    private static func drawDetails(_ model: Model, _ place: Int?, into frame: inout Frame, _ rect: Rect) {
        let graph = model.graph
        guard !rect.isEmpty, let place, graph.scene.nodes.indices.contains(place) else { return }
        rule(into: &frame, rect)
        let drawn = graph.scene.nodes[place]
        if let node = graph.set.node(drawn.elementId) {
            // With its properties in the place of the caption, which stands in the box.
            var options = model.valueOptions
            options.caption = { _ in nil }
            options.columnsLimit = rect.columns + 1
            // What has no label goes by its id in a cell; here that stands in the title, and what it holds is wanted.
            let isBare = node.labels.isEmpty && !node.properties.isEmpty
            let line =
                isBare
                ? StyledLine("(", .bracket) + ValueRendering.line(.map(node.properties), options)
                    + StyledLine(")", .bracket) : ValueRendering.line(.node(node), options)
            frame.draw(line.cut(to: rect.columns), row: rect.row + 1, column: rect.column, width: rect.columns)
        }
        var counts: [String: (incoming: Int, outgoing: Int)] = [:]
        for relationship in graph.scene.relationships {
            if relationship.start == place { counts[relationship.type, default: (0, 0)].outgoing += 1 }
            if relationship.end == place { counts[relationship.type, default: (0, 0)].incoming += 1 }
        }
        var parts: [StyledLine] = []
        for (type, count) in counts.sorted(by: { $0.key < $1.key }) {
            let name = StyledLine.name(type, .relationshipType, atMost: 40)
            if count.incoming > 0 {
                parts.append(StyledLine("←", .guide) + name + StyledLine(" \(count.incoming)", .number))
            }
            if count.outgoing > 0 {
                parts.append(name + StyledLine("→", .guide) + StyledLine(" \(count.outgoing)", .number))
            }
        }
        if drawn.hiddenCount > 0 {
            parts.append(StyledLine("\(Counts.grouped(drawn.hiddenCount)) more in the store", .dim))
        }
        if drawn.isPinned { parts.append(StyledLine("◆ pinned", .key)) }
        frame.draw(
            StyledLine.joined(parts, separator: StyledLine("  ")), row: rect.row + 2, column: rect.column,
            width: rect.columns)
    }
}
