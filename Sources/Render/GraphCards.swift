import Relate

/// The cards view: one node in the middle, what points at it left, what it points at right, grouped by type.
package struct GraphCards: Hashable, Sendable {
    package enum Side: Hashable, Sendable, CaseIterable { case incoming, outgoing }

    /// Relationships of one type and direction.
    package struct Group: Hashable, Sendable {
        package var type: String
        /// How many there are, of which `neighbours` have been fetched.
        package var count: Int
        package var neighbours: [GraphScene.Node]
        package var isOpen: Bool

        package init(type: String, count: Int, neighbours: [GraphScene.Node] = [], isOpen: Bool = true) {
            self.type = type
            self.count = max(count, neighbours.count)
            self.neighbours = neighbours
            self.isOpen = isOpen
        }
    }

    /// A line of one side.
    package enum Row: Hashable, Sendable {
        case group(Int)
        case neighbour(group: Int, index: Int)
        /// Neighbours that were not fetched yet.
        case more(group: Int, count: Int)
    }

    package enum Cursor: Hashable, Sendable {
        case focus
        case row(Side, Int)
    }

    package var focus: GraphScene.Node
    package var incoming: [Group]
    package var outgoing: [Group]
    package var cursor = Cursor.focus
    package var isFocused = true
    /// Captions of the nodes that led here, the oldest first.
    package var trail: [String] = []

    package init(focus: GraphScene.Node, incoming: [Group], outgoing: [Group]) {
        self.focus = focus
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// The neighbourhood of one node of a scene.
    package init?(_ scene: GraphScene, focus elementId: String) {
        guard let place = scene.place(of: elementId) else { return nil }
        var groups: [Side: [Group]] = [.incoming: [], .outgoing: []]
        for relationship in scene.relationships where relationship.start == place || relationship.end == place {
            let side: Side = relationship.start == place ? .outgoing : .incoming
            let other = scene.nodes[side == .outgoing ? relationship.end : relationship.start]
            if let index = groups[side]?.firstIndex(where: { $0.type == relationship.type }) {
                groups[side]?[index].count += 1
                groups[side]?[index].neighbours.append(other)
            } else {
                groups[side]?.append(Group(type: relationship.type, count: 1, neighbours: [other]))
            }
        }
        self.init(focus: scene.nodes[place], incoming: groups[.incoming] ?? [], outgoing: groups[.outgoing] ?? [])
    }

    package func groups(_ side: Side) -> [Group] { side == .incoming ? incoming : outgoing }

    /// The lines of a side, as the cursor moves over them.
    package func rows(_ side: Side) -> [Row] {
        var rows: [Row] = []
        for (index, group) in groups(side).enumerated() {
            rows.append(.group(index))
            guard group.isOpen else { continue }
            rows += group.neighbours.indices.map { .neighbour(group: index, index: $0) }
            let missing = group.count - group.neighbours.count
            if missing > 0 { rows.append(.more(group: index, count: missing)) }
        }
        return rows
    }

    // MARK: Drawing

    /// Below this the three columns stand one below the other.
    private static let narrowColumns = 64

    package func draw(into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        var area = rect
        if rect.rows > 6 {
            let (line, rest) = rect.split(top: 1)
            frame.draw(trailLine(width: line.columns), row: line.row, column: line.column, width: line.columns)
            area = rest
        }
        if area.columns < Self.narrowColumns { drawNarrow(into: &frame, area) } else { drawWide(into: &frame, area) }
    }

    private func trailLine(width: Int) -> StyledLine {
        let parts =
            trail.map { StyledLine([Span($0, .dim, limit: 30)]) }
            + [StyledLine([Span(focus.caption, focus.role, .bold, limit: 60)])]
        return StyledLine.joined(parts, separator: StyledLine(" › ", .dim)).cutInMiddle(to: width)
    }

    private func drawWide(into frame: inout Frame, _ rect: Rect) {
        let gutter = 6
        let card = max(22, min(46, (rect.columns - 2 * gutter) * 4 / 10))
        let side = (rect.columns - card - 2 * gutter) / 2
        let left = Rect(row: rect.row, column: rect.column, rows: rect.rows, columns: side)
        let middle = Rect(row: rect.row, column: rect.column + side + gutter, rows: rect.rows, columns: card)
        let right = Rect(
            row: rect.row, column: middle.endColumn + gutter, rows: rect.rows,
            columns: rect.columns - side - card - 2 * gutter)
        let lines = cardLines(width: card - 4)
        let height = min(rect.rows, lines.count + 2)
        let sideRows = max(rows(.incoming).count, rows(.outgoing).count)
        let top = rect.row + max(0, (min(rect.rows, max(sideRows, height)) - height) / 2)
        let box = Rect(row: top, column: middle.column, rows: height, columns: card)
        drawSide(.incoming, into: &frame, left, gutter: gutter, port: box.row + min(1, height - 1))
        drawSide(.outgoing, into: &frame, right, gutter: gutter, port: box.row + min(1, height - 1))
        drawCard(lines, into: &frame, box)
    }

    private func drawCard(_ lines: [StyledLine], into frame: inout Frame, _ box: Rect) {
        let isCurrent = cursor == .focus && isFocused
        let labels = StyledLine([Span(focus.labels.map { ":" + $0 }.joined(), focus.role, .bold, limit: 100)])
        frame.clear(box)
        frame.box(
            box, title: labels, footer: StyledLine(ValueWriter.shortId(focus.elementId), .elementId),
            focused: isCurrent,
            role: isCurrent ? .borderFocused : focus.role)
        frame.draw(lines, in: box.inset(rows: 1, columns: 2))
    }

    private func cardLines(width: Int) -> [StyledLine] {
        var lines = StyledLine([Span(focus.caption, .strong, .bold, limit: 400)]).wrapped(to: width)
        if lines.count > 3 { lines = Array(lines.prefix(2)) + [lines[2].cut(to: max(1, width - 1)) + StyledLine("…")] }
        let keys = focus.properties.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let keyWidth = min(width * 2 / 5, keys.map { TextWidth.visible($0, limit: 40).columns }.max() ?? 0)
        for key in keys {
            guard let value = focus.properties[key] else { continue }
            if case .string(let text) = value, text == focus.caption { continue }
            var line = StyledLine([Span(key, .propertyKey, limit: 60)]).fitted(to: keyWidth)
            line.append("  ")
            line.append(ValueRendering.cell(value, width: max(1, width - keyWidth - 2)))
            lines.append(line)
        }
        return lines
    }

    /// Where a side starts so that its cursor shows.
    private func firstRow(_ side: Side, visible: Int, total: Int) -> Int {
        guard case .row(side, let row) = cursor, row >= visible else { return 0 }
        return min(row - visible + 1 + visible / 3, max(0, total - visible))
    }

    private func drawSide(_ side: Side, into frame: inout Frame, _ rect: Rect, gutter: Int, port: Int) {
        let rows = rows(side)
        guard !rows.isEmpty else { return }
        let first = firstRow(side, visible: rect.rows, total: rows.count)
        let shown = rows[first..<min(rows.count, first + rect.rows)]
        let wanted = shown.count <= 3 ? port : port - shown.count / 2
        let top = max(rect.row, min(wanted, rect.endRow - shown.count))
        var ports: [Int] = []
        for (index, row) in shown.enumerated() {
            let place = top + index
            let line = line(row, side, width: rect.columns)
            let column = side == .incoming ? rect.endColumn - line.columns : rect.column
            frame.draw(line, row: place, column: column, width: rect.columns)
            if case .group = row { ports.append(place) }
            if cursor == .row(side, first + index) {
                frame.fill(
                    Rect(row: place, column: rect.column, rows: 1, columns: rect.columns),
                    backdrop: isFocused ? .selection : .selectionUnfocused)
            }
        }
        if ports.isEmpty { ports = [top] }
        connect(
            ports, side, into: &frame, column: side == .incoming ? rect.endColumn : rect.column - gutter, gutter, port)
    }

    /// Lines from the groups to the card: one bus, one arrow.
    private func connect(
        _ ports: [Int], _ side: Side, into frame: inout Frame, column: Int, _ gutter: Int, _ port: Int
    ) {
        let bus = side == .incoming ? column + 2 : column + gutter - 3
        let low = min(port, ports.min() ?? port)
        let high = max(port, ports.max() ?? port)
        if high > low {
            frame.verticalLine(
                row: low, column: bus, length: high - low + 1, role: .guide, style: .rounded, joined: true)
        }
        for place in ports {
            let from = side == .incoming ? column + 1 : bus
            let to = side == .incoming ? bus : column + gutter - 2
            line(from: from, to: to, row: place, end: bus, into: &frame)
            if side == .outgoing { frame.draw("▶", .guide, row: place, column: column + gutter - 2) }
        }
        if side == .incoming {
            line(from: bus, to: column + gutter - 2, row: port, end: bus, into: &frame)
            frame.draw("▶", .guide, row: port, column: column + gutter - 1)
        } else {
            line(from: column, to: bus, row: port, end: bus, into: &frame)
        }
    }

    /// A horizontal line that has only its inner arm at `end`.
    private func line(from: Int, to: Int, row: Int, end: Int, into frame: inout Frame) {
        guard to >= from else { return }
        for place in from...to {
            var arms: LineArms = [.left, .right]
            if place == end, place == from { arms = .right }
            if place == end, place == to { arms = .left }
            if from == to { arms = [.left, .right] }
            frame.addLine(arms, row: row, column: place, role: .guide, style: .rounded)
        }
    }

    private func line(_ row: Row, _ side: Side, width: Int) -> StyledLine {
        let groups = groups(side)
        switch row {
        case .group(let index):
            let group = groups[index]
            var line = StyledLine(group.isOpen ? "▾ " : "▸ ", .guide)
            line.append(Span(group.type, .relationshipType, .bold, limit: 80))
            line.append(" ×\(Quantities.count(Int64(group.count)))", .number)
            return line.cut(to: width)
        case .neighbour(let group, let index):
            let node = groups[group].neighbours[index]
            let isLoop = node.elementId == focus.elementId
            var line = StyledLine(isLoop ? "↺ " : "  ", .guide)
            line.append(Span(ValueWriter.oneLine(node.caption), node.role, limit: 120))
            if let label = node.labels.first {
                let span = Span("  " + label, .dim, limit: 60)
                if line.columns + span.columns <= width { line.append(span) }
            }
            return line.cut(to: width)
        case .more(_, let count):
            return StyledLine("  … \(Quantities.count(Int64(count))) more", .dim, .italic).cut(to: width)
        }
    }

    /// The card, then both sides as one list.
    private func drawNarrow(into frame: inout Frame, _ rect: Rect) {
        let lines = cardLines(width: rect.columns - 4)
        let height = min(lines.count + 2, max(3, rect.rows / 2))
        drawCard(lines, into: &frame, rect.split(top: height).0)
        let area = rect.split(top: height).1
        var all: [(StyledLine, Cursor)] = []
        for side in Side.allCases {
            for (index, row) in rows(side).enumerated() {
                let arrow = if case .group = row { side == .incoming ? "← " : "→ " } else { "  " }
                let text = StyledLine(arrow, .guide) + line(row, side, width: max(1, rect.columns - 2))
                all.append((text, .row(side, index)))
            }
        }
        let current = all.firstIndex { $0.1 == cursor } ?? 0
        let first = max(0, min(current - area.rows / 2, all.count - area.rows))
        for (index, entry) in all.dropFirst(first).prefix(area.rows).enumerated() {
            frame.draw(entry.0, row: area.row + index, column: area.column, width: area.columns)
            if entry.1 == cursor {
                frame.fill(
                    Rect(row: area.row + index, column: area.column, rows: 1, columns: area.columns),
                    backdrop: isFocused ? .selection : .selectionUnfocused)
            }
        }
    }
}
