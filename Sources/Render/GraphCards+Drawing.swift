import Relate

extension GraphCards {
    /// Where the parts of the cards stand in a rectangle; the sides take what they need, the card the rest.
    private struct Places {
        /// A side's lines: where they are, and which row is the first of them.
        struct Lines {
            var rect: Rect
            var firstRow: Int
            var count: Int
        }

        var trail: Rect
        var card: Rect
        var cardLines: [StyledLine]
        var sides: [Side: Lines] = [:]
    }

    /// Below this the three columns stand one below the other.
    private static let narrowColumns = 64
    private static let gutter = 7
    private static let cardColumns = 64
    /// What a card has before labels and properties of its neighbours take the room.
    private static let readableCardColumns = 44
    /// Rows of a side whose widths count for its own.
    private static let measuredRows = 300

    package func draw(into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        if rect.columns < Self.narrowColumns { return drawNarrow(into: &frame, rect) }
        let places = places(in: rect)
        drawTrail(into: &frame, places.trail)
        for side in Side.allCases { drawSide(side, places, into: &frame) }
        drawCard(places.cardLines, into: &frame, places.card)
        if places.sides[.outgoing] != nil, places.card.rows > 2 {
            frame.addLine(
                .right, row: places.card.row + 1, column: places.card.endColumn - 1,
                role: cursor == .focus && isFocused ? .borderFocused : focus.role, style: .rounded)
        }
    }

    /// What stands at a place of the screen.
    package func cursor(atRow row: Int, column: Int, in rect: Rect) -> Cursor? {
        if rect.columns < Self.narrowColumns {
            let (area, list, first) = narrowPlaces(in: rect)
            if row >= area.row, row < area.endRow, list.indices.contains(first + row - area.row) {
                return list[first + row - area.row]
            }
            return row < area.row ? .focus : nil
        }
        let places = places(in: rect)
        if places.card.contains(row: row, column: column) { return .focus }
        for (side, lines) in places.sides where lines.rect.contains(row: row, column: column) {
            let line = row - lines.rect.row
            if line < lines.count { return .row(side, lines.firstRow + line) }
        }
        return nil
    }

    // MARK: Places

    private func trailSplit(_ rect: Rect) -> (trail: Rect, rest: Rect) {
        rect.rows > 6 ? rect.split(top: 1) : (Rect(row: rect.row, column: rect.column, rows: 0, columns: 0), rect)
    }

    private func places(in rect: Rect) -> Places {
        let (trail, area) = trailSplit(rect)
        let (left, right) = sideWidths(in: area)
        let gutters = (left > 0 ? Self.gutter : 0) + (right > 0 ? Self.gutter : 0)
        let width = min(Self.cardColumns, area.columns - left - right - gutters)
        let start = area.column + max(0, (area.columns - left - right - gutters - width) / 2)
        let cardColumn = start + (left > 0 ? left + Self.gutter : 0)
        let lines = cardLines(width: width - 4, rows: area.rows - 2)
        let height = min(area.rows, lines.count + 2)
        let sideRows = max(rows(.incoming).count, rows(.outgoing).count)
        let top = area.row + max(0, (min(area.rows, max(sideRows, height)) - height) / 2)
        let card = Rect(row: top, column: cardColumn, rows: height, columns: width)
        var places = Places(trail: trail, card: card, cardLines: lines)
        let port = card.row + min(1, height - 1)
        for (side, column, columns) in [
            (Side.incoming, start, left), (.outgoing, card.endColumn + Self.gutter, right),
        ] where columns > 0 {
            let total = rows(side).count
            let first = firstRow(side, visible: area.rows, total: total)
            let count = min(total - first, area.rows)
            let wanted = count <= 3 ? port : port - count / 2
            let top = max(area.row, min(wanted, area.endRow - count))
            places.sides[side] = Places.Lines(
                rect: Rect(row: top, column: column, rows: count, columns: columns), firstRow: first, count: count)
        }
        return places
    }

    /// Names are cut only where sides and card together have no room for them: then what wants most gives most.
    /// What is left over goes to labels, to what relationships hold, and last to a wider card.
    private func sideWidths(in area: Rect) -> (left: Int, right: Int) {
        let sides = Side.allCases.filter { !rows($0).isEmpty }
        let room = max(0, area.columns - Self.gutter * sides.count)
        let card = min(Self.readableCardColumns, naturalCardWidth)
        var widths = ColumnFitting.shared(sides.map { naturalWidth($0, room, .name) } + [card], room: room, least: 16)
        var rest = room - widths.reduce(0, +)
        for detail in [RowDetail.label, .properties] {
            for (index, side) in sides.enumerated() where rest > 0 {
                let more = min(rest, naturalWidth(side, room, detail) - widths[index])
                guard more > 0 else { continue }
                widths[index] += more
                rest -= more
            }
        }
        func width(_ side: Side) -> Int { sides.firstIndex(of: side).map { widths[$0] } ?? 0 }
        return (width(.incoming), width(.outgoing))
    }

    private func naturalWidth(_ side: Side, _ most: Int, _ detail: RowDetail) -> Int {
        var widest = 12
        for row in rows(side).prefix(Self.measuredRows) where widest < most {
            widest = max(widest, line(row, side, width: most, detail).columns)
        }
        return min(widest, most)
    }

    /// Of the card with nothing cut and nothing wrapped that fits into its most columns.
    private var naturalCardWidth: Int {
        let lines = cardLines(width: Self.cardColumns - 4, linesAValue: 5)
        let labels = focus.labels.map { TextWidth.visible($0, limit: 40).columns + 1 }.reduce(6, +)
        return max(24, labels, (lines.map(\.columns).max() ?? 0) + 4)
    }

    /// Where a side starts so that its cursor shows.
    private func firstRow(_ side: Side, visible: Int, total: Int) -> Int {
        guard case .row(side, let row) = cursor, row >= visible else { return 0 }
        return min(row - visible + 1 + visible / 3, max(0, total - visible))
    }

    // MARK: The card

    private func drawTrail(into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        let parts =
            trail.map { StyledLine([Span($0, .dim, limit: 30)]) }
            + [StyledLine([Span(focus.caption, focus.role, .bold, limit: 60)])]
        let line = StyledLine.joined(parts, separator: StyledLine(" › ", .dim)).cutInMiddle(to: rect.columns)
        frame.draw(line, row: rect.row, column: rect.column, width: rect.columns)
    }

    private func drawCard(_ lines: [StyledLine], into frame: inout Frame, _ box: Rect) {
        let isCurrent = cursor == .focus && isFocused
        let labels = StyledLine([Span(focus.labels.map { ":" + $0 }.joined(), focus.role, .bold, limit: 100)])
        frame.clear(box)
        frame.box(
            box, title: labels, footer: StyledLine(ValueWriter.shortId(focus.elementId), .elementId),
            focused: isCurrent, role: isCurrent ? .borderFocused : focus.role)
        frame.draw(lines, in: box.inset(rows: 1, columns: 2))
    }

    /// Caption and properties; long texts take several lines where there is room for all of them.
    private func cardLines(width: Int, rows: Int) -> [StyledLine] {
        let width = max(4, width)
        let full = cardLines(width: width, linesAValue: 5)
        return full.count <= rows ? full : cardLines(width: width, linesAValue: 1)
    }

    private func cardLines(width: Int, linesAValue: Int) -> [StyledLine] {
        var lines = StyledLine([Span(focus.caption, .strong, .bold, limit: 400)]).wrapped(to: width)
        if lines.count > 3 { lines = Array(lines.prefix(2)) + [lines[2].cut(to: max(1, width - 1)) + StyledLine("…")] }
        let keys = focus.properties.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let widestKey = keys.map { TextWidth.visible($0, limit: 40).columns }.max() ?? 0
        // Short values leave their room to the names.
        let widestValue =
            keys.compactMap { focus.properties[$0] }.map {
                var options = ValueOptions()
                options.columnsLimit = width
                return ValueRendering.line($0, options).columns
            }.max() ?? 0
        let keyWidth = min(widestKey, max(width * 2 / 5, width - 2 - widestValue))
        let room = max(1, width - keyWidth - 2)
        for key in keys {
            guard let value = focus.properties[key] else { continue }
            if case .string(let text) = value, text == focus.caption { continue }
            let name = StyledLine([Span(key, .propertyKey, limit: 60)]).fitted(to: keyWidth) + StyledLine("  ")
            guard linesAValue > 1 else {
                lines.append(name + ValueRendering.cell(value, width: room))
                continue
            }
            var options = ValueOptions()
            options.columnsLimit = room * linesAValue + 1
            var parts = ValueRendering.line(value, options).wrapped(to: room)
            if parts.count > linesAValue {
                parts =
                    Array(parts.prefix(linesAValue - 1)) + [parts[linesAValue - 1].cut(to: room - 1) + StyledLine("…")]
            }
            let blank = StyledLine(StyledLine.spaces(keyWidth + 2))
            for (index, part) in parts.enumerated() { lines.append((index == 0 ? name : blank) + part) }
        }
        return lines
    }

    // MARK: The sides

    private func drawSide(_ side: Side, _ places: Places, into frame: inout Frame) {
        guard let lines = places.sides[side] else { return }
        let rows = rows(side)
        let rect = lines.rect
        var ports: [Int] = []
        for index in 0..<lines.count {
            let row = rows[lines.firstRow + index]
            let place = rect.row + index
            let line = line(row, side, width: rect.columns)
            frame.draw(line, row: place, column: rect.column, width: rect.columns)
            if case .group = row { ports.append(place) }
            let area = Rect(row: place, column: rect.column - 1, rows: 1, columns: rect.columns + 1)
            if cursor == .row(side, lines.firstRow + index) {
                frame.fill(area, backdrop: isFocused ? .selection : .selectionUnfocused)
            } else if isHighlighted(row, side) {
                frame.fill(area, backdrop: .match)
            }
        }
        if ports.isEmpty { ports = [rect.row] }
        let column = side == .incoming ? rect.endColumn : places.card.endColumn
        connect(ports, side, into: &frame, from: column, port: places.card.row + min(1, places.card.rows - 1))
        drawOverflow(lines, total: rows.count, places, into: &frame)
    }

    private func isHighlighted(_ row: Row, _ side: Side) -> Bool {
        guard let highlighted, case .neighbour(let group, let index) = row else { return false }
        return groups(side)[group].neighbours[index].elementId == highlighted
    }

    /// `▲ 12` and `▼ 30` where a side goes on beyond the pane.
    private func drawOverflow(_ lines: Places.Lines, total: Int, _ places: Places, into frame: inout Frame) {
        drawOverflow(above: lines.firstRow, below: total - lines.firstRow - lines.count, in: lines.rect, into: &frame)
    }

    private func drawOverflow(above: Int, below: Int, in rect: Rect, into frame: inout Frame) {
        guard !rect.isEmpty else { return }
        for (count, mark, row) in [(above, "▲", rect.row), (below, "▼", rect.endRow - 1)] where count > 0 {
            let text = StyledLine(" \(mark) \(Quantities.count(Int64(count)))", .key)
            frame.draw(text, row: row, column: rect.endColumn - text.columns, width: text.columns)
        }
    }

    /// Lines between the groups and the card: one bus, one arrow a group where they lead away, one where they lead in.
    private func connect(_ ports: [Int], _ side: Side, into frame: inout Frame, from column: Int, port: Int) {
        let gutter = Self.gutter
        let bus = side == .incoming ? column + 3 : column + gutter - 4
        let low = min(port, ports.min() ?? port)
        let high = max(port, ports.max() ?? port)
        if high > low {
            frame.verticalLine(
                row: low, column: bus, length: high - low + 1, role: .guide, style: .rounded, joined: true)
        }
        for place in ports {
            if side == .incoming {
                line(from: column + 1, to: bus, row: place, end: bus, into: &frame)
            } else {
                line(from: bus, to: column + gutter - 3, row: place, end: bus, into: &frame)
                frame.draw("▶", .guide, row: place, column: column + gutter - 2)
            }
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

    /// How much a row says: each says what the one before says too.
    private enum RowDetail: Int { case name, label, properties }

    private func line(_ row: Row, _ side: Side, width: Int, _ detail: RowDetail = .properties) -> StyledLine {
        let groups = groups(side)
        switch row {
        case .group(let index):
            let group = groups[index]
            var line = StyledLine(group.isOpen ? "▾ " : "▸ ", .guide)
            line.append(Span(group.type, .relationshipType, .bold, limit: 80))
            line.append(" ×\(Quantities.count(Int64(group.count)))", .number)
            if detail != .name, let label = group.commonLabel {
                let span = Span("  " + label, .dim, limit: 60)
                if line.columns + span.columns <= width { line.append(span) }
            }
            return line.cut(to: width)
        case .neighbour(let group, let index):
            let node = groups[group].neighbours[index]
            let isLoop = node.elementId == focus.elementId
            var line = StyledLine(isLoop ? "↺ " : "  ", .guide)
            line.append(Span(ValueWriter.oneLine(node.caption, limit: 120), node.role, limit: 120))
            if detail != .name, groups[group].commonLabel == nil, let label = node.labels.first {
                let span = Span("  " + label, .dim, limit: 60)
                if line.columns + span.columns <= width { line.append(span) }
            }
            let properties = groups[group].properties
            if detail == .properties, properties.indices.contains(index), !properties[index].isEmpty {
                line.append(Self.line(of: properties[index], width: width - line.columns - 2))
            }
            return line.cut(to: width)
        case .more(_, let count):
            return StyledLine("  … \(Quantities.count(Int64(count))) more", .dim, .italic).cut(to: width)
        }
    }

    /// `  since 1833  role Neo`: as many as fit whole.
    private static func line(of properties: [String: CypherValue], width: Int) -> StyledLine {
        var line = StyledLine()
        var options = ValueOptions()
        options.columnsLimit = max(0, width) + 1
        for key in properties.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let value = properties[key] else { continue }
            var part = StyledLine([Span("  " + key + " ", .dim, limit: 60)])
            part += ValueRendering.line(value, options).with(role: .dim)
            guard line.columns + part.columns <= width else { break }
            line += part
        }
        return line
    }

    // MARK: Narrow

    private func narrowPlaces(in rect: Rect) -> (area: Rect, list: [Cursor], first: Int) {
        let (_, rest) = trailSplit(rect)
        let lines = cardLines(width: rest.columns - 4, linesAValue: 1)
        let area = rest.split(top: min(lines.count + 2, max(3, rest.rows / 2))).1
        let list = Side.allCases.flatMap { side in rows(side).indices.map { Cursor.row(side, $0) } }
        let current = list.firstIndex(of: cursor) ?? 0
        return (area, list, max(0, min(current - area.rows / 2, list.count - area.rows)))
    }

    /// The card, then both sides as one list.
    private func drawNarrow(into frame: inout Frame, _ rect: Rect) {
        let (trail, rest) = trailSplit(rect)
        drawTrail(into: &frame, trail)
        let lines = cardLines(width: rest.columns - 4, linesAValue: 1)
        let (area, list, first) = narrowPlaces(in: rect)
        drawCard(
            lines, into: &frame,
            Rect(row: rest.row, column: rest.column, rows: area.row - rest.row, columns: rest.columns))
        for (index, entry) in list.dropFirst(first).prefix(area.rows).enumerated() {
            guard case .row(let side, let place) = entry else { continue }
            let row = rows(side)[place]
            let arrow = if case .group = row { side == .incoming ? "← " : "→ " } else { "  " }
            let text = StyledLine(arrow, .guide) + line(row, side, width: max(1, rect.columns - 2))
            frame.draw(text, row: area.row + index, column: area.column, width: area.columns)
            let whole = Rect(row: area.row + index, column: area.column, rows: 1, columns: area.columns)
            if entry == cursor {
                frame.fill(whole, backdrop: isFocused ? .selection : .selectionUnfocused)
            } else if isHighlighted(row, side) {
                frame.fill(whole, backdrop: .match)
            }
        }
        drawOverflow(above: first, below: list.count - first - area.rows, in: area, into: &frame)
    }
}
