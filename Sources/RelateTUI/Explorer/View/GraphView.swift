import Relate
import Render

/// How the graph pane is divided.
enum GraphMetrics {
    static let threeColumnsFrom = 66

    static func caption(_ node: CypherValue.Node) -> String {
        ValueRendering.standardCaption(node) ?? node.labels.first ?? node.elementId
    }

    /// Rows of a side's list that show at once.
    static func listRows(in rect: Rect) -> Int {
        rect.columns >= threeColumnsFrom ? max(1, rect.rows - 2) : max(1, rect.rows - 6)
    }
}

/// The graph pane: the focus as a card in the middle, what leads to it at the left, where it leads at the right.
enum GraphView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let area = rect.inner
        guard let stop = model.graph.current else {
            PaneFrame.draw(.graph, into: &frame, rect, isFocused: isFocused)
            return PaneFrame.drawHint(empty(model.graph), into: &frame, area)
        }
        let loading = model.graph.loading == nil ? nil : StyledLine("loading…", .information)
        PaneFrame.draw(
            .graph, into: &frame, rect, isFocused: isFocused, detail: trail(model.graph, room: rect.columns / 2),
            trailing: loading ?? StyledLine([Span(stop.neighbourhood.focus.elementId, .elementId, limit: 40)]))
        guard !area.isEmpty else { return }
        if area.columns >= GraphMetrics.threeColumnsFrom {
            drawThreeColumns(stop, into: &frame, area, isFocused: isFocused)
        } else {
            drawStacked(stop, into: &frame, area, isFocused: isFocused)
        }
    }

    private static func empty(_ graph: GraphState) -> [StyledLine] {
        if graph.loading != nil { return [StyledLine("loading…", .information)] }
        if let failure = graph.failure { return [StyledLine([Span(failure, .error, limit: 2000)])] }
        return [
            StyledLine("Nothing is in focus yet", .dim),
            PaneFrame.hint("Enter", "on a node in the result, then Enter again, brings it here"),
            PaneFrame.hint(":goto", "and an element id does too"),
        ]
    }

    private static func trail(_ graph: GraphState, room: Int) -> StyledLine {
        let names = graph.trail.suffix(4).map {
            StyledLine([Span(GraphMetrics.caption($0.neighbourhood.focus), .text, limit: 20)]).cut(to: 16)
        }
        return StyledLine.joined(names, separator: StyledLine(" › ", .guide)).cut(to: max(8, room))
    }

    // MARK: - Three columns

    private static func drawThreeColumns(
        _ stop: GraphState.Stop, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let cardColumns = min(44, max(26, area.columns * 2 / 5))
        let sideColumns = (area.columns - cardColumns) / 2
        let (left, rest) = area.split(left: sideColumns)
        let (middle, right) = rest.split(left: area.columns - 2 * sideColumns)
        let card = drawCard(stop, into: &frame, middle.inset(rows: 0, columns: 2), isFocused: isFocused)
        drawSide(.incoming, stop, into: &frame, left, isFocused: isFocused)
        drawSide(.outgoing, stop, into: &frame, right, isFocused: isFocused)
        let row = card.row + min(2, max(0, card.rows - 1))
        if !stop.rows(.incoming).isEmpty { frame.draw("─▶", .relationshipType, row: row, column: middle.column) }
        if !stop.rows(.outgoing).isEmpty { frame.draw("─▶", .relationshipType, row: row, column: middle.endColumn - 2) }
    }

    /// A list with its heading; relationships are coloured by their type, nodes by their label.
    private static func drawSide(
        _ side: GraphState.Side, _ stop: GraphState.Stop, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let rows = stop.rows(side)
        let total = stop.neighbourhood.groups.reduce(0) { sum, group in
            sum + ((group.direction == .incoming) == (side == .incoming) ? group.count : 0)
        }
        var heading = StyledLine(side == .incoming ? "in " : "out ", .label, .bold)
        heading.append(Counts.grouped(total), total == 0 ? .dim : .number)
        frame.draw(heading, row: area.row, column: area.column + 1, width: area.columns - 1)
        let list = area.split(top: 2).1
        guard !rows.isEmpty else {
            frame.draw("–", .dim, row: list.row, column: area.column + 1)
            return
        }
        let top = stop.tops[side] ?? 0
        for line in 0..<list.rows where top + line < rows.count {
            let place = Rect(row: list.row + line, column: list.column, rows: 1, columns: list.columns)
            frame.draw(
                self.line(rows[top + line], side), row: place.row, column: place.column + 1, width: place.columns - 2)
            if stop.side == side, top + line == stop.cursor {
                frame.fill(place, backdrop: isFocused ? .selection : .selectionUnfocused)
                frame.draw("▸", .key, row: place.row, column: place.column)
            }
        }
        if rows.count > list.rows { frame.scrollBar(list, total: rows.count, offset: top, visible: list.rows) }
    }

    private static func line(_ row: GraphState.Row, _ side: GraphState.Side) -> StyledLine {
        switch row {
        case .group(let group):
            var line = StyledLine(side == .incoming ? "─" : "─", .relationshipType)
            line.append(Span(group.type, .relationshipType, .bold, limit: 60))
            line.append("→ ", .relationshipType)
            line.append("×" + Counts.grouped(group.count), .number)
            return line
        case .neighbour(let neighbour):
            let label = neighbour.node.labels.first ?? ""
            var line = StyledLine("  ● ", Role.category(for: label))
            line.append(Span(GraphMetrics.caption(neighbour.node), .text, limit: 200))
            if !label.isEmpty { line.append(Span("  " + label, .dim, limit: 60)) }
            return line
        case .more(let count):
            return StyledLine("  … \(Counts.grouped(count)) more ", .dim) + PaneFrame.hint("e", "")
        }
    }

    // MARK: - The card

    /// - Returns: The card's area.
    private static func drawCard(
        _ stop: GraphState.Stop, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) -> Rect {
        let node = stop.neighbourhood.focus
        let keys = node.properties.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let height = min(area.rows, keys.count + 4)
        let card = Rect(
            row: area.row + max(0, (area.rows - height) / 3), column: area.column, rows: max(3, height),
            columns: area.columns)
        let isSelected = isFocused && stop.side == .focus
        let role = Role.category(for: node.labels.first ?? "")
        frame.box(card, title: labels(node), style: .heavy, role: isSelected ? .borderFocused : role)
        let inner = card.inset(rows: 1, columns: 2)
        frame.draw(
            StyledLine([Span(GraphMetrics.caption(node), .strong, .bold, limit: 200)]), row: inner.row,
            column: inner.column, width: inner.columns)
        guard inner.rows > 2 else { return card }
        let nameColumns = min(inner.columns / 2, keys.map { TextWidth.visible($0, limit: 40).columns }.max() ?? 0)
        for (index, key) in keys.prefix(inner.rows - 2).enumerated() {
            let isLast = index == inner.rows - 3 && keys.count > inner.rows - 2
            var line = StyledLine([Span(key, .propertyKey, limit: 60)]).fitted(to: nameColumns) + StyledLine("  ")
            if isLast {
                line = StyledLine("… \(keys.count - index) more: Enter", .dim)
            } else if let value = node.properties[key] {
                line += ValueRendering.cell(value, width: max(1, inner.columns - nameColumns - 2))
            }
            frame.draw(line, row: inner.row + 2 + index, column: inner.column, width: inner.columns)
        }
        return card
    }

    private static func labels(_ node: CypherValue.Node) -> StyledLine {
        guard !node.labels.isEmpty else { return StyledLine("no label", .dim) }
        let labels = node.labels.map { StyledLine([Span(":" + $0, Role.category(for: $0), .bold, limit: 60)]) }
        return StyledLine.joined(labels)
    }

    // MARK: - One column

    private static func drawStacked(
        _ stop: GraphState.Stop, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let node = stop.neighbourhood.focus
        let head =
            labels(node) + StyledLine("  ")
            + StyledLine([Span(GraphMetrics.caption(node), .strong, .bold, limit: 200)])
        frame.draw(head, row: area.row, column: area.column + 1, width: area.columns - 1)
        let side: GraphState.Side = stop.side == .focus ? .outgoing : stop.side
        drawSide(side, stop, into: &frame, area.split(top: 2).1, isFocused: isFocused)
    }
}
