/// The map: a scene as boxes and lines, drawn once; what is seen of it is cut out.
package struct GraphMap: Sendable {
    package let scene: GraphScene
    /// The whole picture, as large as it needs to be.
    package private(set) var frame: Frame
    /// Where each node's box is.
    package private(set) var boxes: [Rect] = []
    /// By cell: which bundle of lines it shows, -1 for none.
    private var owners: [Int32] = []
    /// By bundle: the nodes it connects.
    private var ends: [Set<Int>] = []

    /// More nodes than this are for the overview.
    package static let nodesLimit = 60
    private static let captionColumns = 28

    /// - Parameter focus: The element id from which layers count where relationships go round in circles.
    /// - Parameter chain: Element ids of nodes that stand in one row, in this order.
    package init(_ scene: GraphScene, focus elementId: String? = nil, chain: [String] = []) {
        self.scene = scene
        let routing = GraphRouting(
            GraphLayout(
                scene, focus: elementId.flatMap { scene.place(of: $0) }, chain: chain.compactMap { scene.place(of: $0) }
            ))
        let plan = Columns(routing, scene)
        let layout = routing.layout
        let rows = layout.items.map { $0.top + $0.height }.max() ?? 0
        frame = Frame(rows: rows, columns: plan.width)
        owners = Array(repeating: -1, count: frame.rows * frame.columns)
        boxes = scene.nodes.indices.map { index in
            let item = layout.items[index]
            return Rect(
                row: item.top, column: plan.layerColumns[item.layer], rows: item.height,
                columns: plan.layerWidths[item.layer])
        }
        for (gutter, bundles) in routing.gutters.enumerated() {
            for bundle in bundles { draw(bundle, gutter, routing, plan) }
        }
        for item in layout.items where item.node == nil { drawPassage(item, plan) }
        for index in scene.nodes.indices { drawBox(index, loops: layout.loops[index] ?? []) }
    }

    /// An empty picture, to be drawn by lines.
    init(_ scene: GraphScene, rows: Int, columns: Int, boxes: [Rect]) {
        self.scene = scene
        self.boxes = boxes
        frame = Frame(rows: rows, columns: columns)
        owners = Array(repeating: -1, count: rows * columns)
    }

    /// What leads from one line to the next, lit with either of its nodes.
    mutating func drawHop(_ line: StyledLine, row: Int, between nodes: Set<Int>) {
        frame.draw(line, row: row, column: 0)
        for column in 0..<min(line.columns, frame.columns) { owners[row * frame.columns + column] = Int32(ends.count) }
        ends.append(nodes)
    }

    /// A node in a line: caption, labels, and how many relationships do not show.
    mutating func drawHopNode(_ node: GraphScene.Node, row: Int, column: Int, columns: Int) {
        let caption = StyledLine([Span(ValueWriter.oneLine(node.caption, limit: 80), .strong, .bold, limit: 80)])
        frame.draw(caption.cut(to: columns - 2), row: row, column: column + 1, width: columns - 1)
        var rest = StyledLine.name(node.labels.joined(separator: ":"), node.role, atMost: 24)
        if node.hiddenCount > 0 { rest = rest + StyledLine("  +\(node.hiddenCount)", .number) }
        if node.isPinned { rest = rest + StyledLine(" ◆", .key) }
        frame.draw(rest, row: row, column: column + columns + 1)
    }

    /// Columns of layers and of the gutters right of them.
    private struct Columns {
        var layerColumns: [Int] = []
        var layerWidths: [Int] = []
        var laneColumns: [Int] = []
        var width = 0

        init(_ routing: GraphRouting, _ scene: GraphScene) {
            for (layer, items) in routing.layout.layers.enumerated() {
                let widest = items.compactMap { routing.layout.items[$0].node }.reduce(6) { widest, index in
                    let node = scene.nodes[index]
                    let labels = TextWidth.visible(node.labels.joined(separator: ":"), limit: 20).columns + 3
                    let caption = TextWidth.visible(node.caption, limit: GraphMap.captionColumns).columns
                    let loops = (routing.layout.loops[index] ?? []).map { $0.count + 2 }.max() ?? 0
                    return max(widest, min(GraphMap.captionColumns, max(labels, caption)), loops)
                }
                layerColumns.append(width)
                layerWidths.append(widest + 4)
                let bundles = routing.gutters[layer]
                let label = bundles.map { $0.label.columns }.max() ?? 0
                let lanes = routing.laneCounts[layer]
                laneColumns.append(width + widest + 4 + (label > 0 ? label + 5 : 2))
                width += widest + 4
                if !bundles.isEmpty {
                    width += (label > 0 ? label + 5 : 2) + 2 * max(0, lanes - 1) + (lanes > 0 ? 1 : 0) + 3
                }
            }
        }
    }

    // MARK: Lines

    private mutating func draw(_ bundle: GraphRouting.Bundle, _ gutter: Int, _ routing: GraphRouting, _ plan: Columns) {
        let id = Int32(ends.count)
        let from = plan.layerColumns[gutter] + plan.layerWidths[gutter]
        let isLast = gutter + 1 >= plan.layerColumns.count
        let to = isLast ? plan.width - 1 : plan.layerColumns[gutter + 1] - 1
        var nodes: Set<Int> = []
        for segment in bundle.segments.map({ routing.layout.segments[$0] }) {
            let link = routing.layout.links[segment.link]
            nodes.formUnion([link.start, link.end])
        }
        ends.append(nodes)
        let lane = bundle.lane.map { plan.laneColumns[gutter] + 2 * $0 }
        horizontal(id, bundle.trunkRow, from, lane ?? to, opensAt: nil, closesAt: lane)
        if let lane, bundle.high > bundle.low {
            for row in bundle.low...bundle.high {
                var arms: LineArms = [.up, .down]
                if row == bundle.low { arms = .down }
                if row == bundle.high { arms = .up }
                add(arms, id, row, lane)
            }
        }
        for (row, index) in zip(bundle.branchRows, bundle.segments) {
            let segment = routing.layout.segments[index]
            if segment.isWithinLayer {
                horizontal(id, row, from, lane ?? to, opensAt: nil, closesAt: lane)
            } else if let lane {
                horizontal(id, row, lane, to, opensAt: lane, closesAt: nil)
            }
            let isForward = routing.layout.runsForward(segment.link)
            if segment.isLast, isForward {
                arrow(segment.isWithinLayer ? "◀" : "▶", row, segment.isWithinLayer ? from : to)
            }
        }
        if bundle.pointsAtSource { arrow("◀", bundle.trunkRow, from) }
        if !bundle.label.isEmpty {
            let label = StyledLine(" ") + bundle.label + StyledLine(" ")
            frame.draw(label, row: bundle.trunkRow, column: from + 2)
        }
    }

    private mutating func horizontal(_ id: Int32, _ row: Int, _ from: Int, _ to: Int, opensAt: Int?, closesAt: Int?) {
        guard to >= from else { return }
        for column in from...to {
            var arms: LineArms = [.left, .right]
            if column == opensAt { arms = .right }
            if column == closesAt { arms = .left }
            add(arms, id, row, column)
        }
    }

    /// Joins a bundle's own lines; where it crosses another's, the vertical one goes over.
    private mutating func add(_ arms: LineArms, _ id: Int32, _ row: Int, _ column: Int) {
        guard row >= 0, row < frame.rows, column >= 0, column < frame.columns else { return }
        let index = row * frame.columns + column
        let present = LineArms(of: frame[row, column].text)
        if owners[index] == id || present.isEmpty {
            owners[index] = id
            frame.setGlyph(present.union(arms).glyph(.rounded), row: row, column: column, role: .guide)
            return
        }
        let isVertical = !arms.isDisjoint(with: [.up, .down])
        let wasVertical = !present.isDisjoint(with: [.up, .down])
        if isVertical, !wasVertical {
            owners[index] = id
            frame.setGlyph(arms.glyph(.rounded), row: row, column: column, role: .guide)
        }
    }

    private mutating func arrow(_ glyph: String, _ row: Int, _ column: Int) {
        frame.setGlyph(glyph, row: row, column: column, role: .guide)
    }

    /// The line of a link through a layer in which it has no node.
    private mutating func drawPassage(_ item: GraphLayout.Item, _ plan: Columns) {
        let start = plan.layerColumns[item.layer]
        let owner = start > 0 ? owners[item.top * frame.columns + start - 1] : -1
        horizontal(owner, item.top, start, start + plan.layerWidths[item.layer] - 1, opensAt: nil, closesAt: nil)
    }

    // MARK: Boxes

    private mutating func drawBox(_ index: Int, loops: [String]) {
        let node = scene.nodes[index]
        let box = boxes[index]
        frame.clear(box)
        let labels = StyledLine([Span(node.labels.joined(separator: ":"), node.role, limit: 60)])
        let hidden = node.hiddenCount > 0 ? StyledLine("+\(node.hiddenCount)", .number) : nil
        let pin = node.isPinned ? StyledLine("◆", .key) : nil
        frame.box(box, title: node.labels.isEmpty ? nil : labels, footer: hidden, trailing: pin, role: node.role)
        var lines = [StyledLine([Span(ValueWriter.oneLine(node.caption, limit: 80), .strong, .bold, limit: 80)])]
        lines += loops.map { StyledLine("↺ ", .guide) + StyledLine([Span($0, .relationshipType, limit: 60)]) }
        let inside = box.inset(rows: 1, columns: 2)
        let top = inside.row + max(0, (inside.rows - lines.count) / 2)
        for (line, text) in lines.enumerated() {
            frame.draw(text, row: top + line, column: inside.column, width: inside.columns)
        }
    }

    // MARK: Looking

    /// The part of the picture from `offset` on, with `selected` and its lines lit.
    package func draw(
        into target: inout Frame, _ rect: Rect, offset: (row: Int, column: Int), selected: Int? = nil
    ) {
        for y in 0..<rect.rows {
            let row = offset.row + y
            guard row >= 0, row < frame.rows else { continue }
            var part = Frame(rows: 1, columns: rect.columns)
            part.draw(rowFrame(row, selected), row: 0, column: -offset.column)
            target.draw(part, row: rect.row + y, column: rect.column)
        }
    }

    private func rowFrame(_ row: Int, _ selected: Int?) -> Frame {
        var line = Frame(rows: 1, columns: frame.columns)
        line.draw(frame, row: -row, column: 0)
        guard let selected, boxes.indices.contains(selected) else { return line }
        for column in 0..<frame.columns {
            let owner = Int(owners[row * frame.columns + column])
            let isLit = owner >= 0 && ends[owner].contains(selected) && frame[row, column].role == .guide
            let isBorder =
                boxes[selected].contains(row: row, column: column) && !LineArms(of: frame[row, column].text).isEmpty
            let cell = Rect(row: 0, column: column, rows: 1, columns: 1)
            if isLit || isBorder {
                line.restyle(cell) {
                    $0.role = .borderFocused
                    $0.emphasis = .bold
                }
            } else if (boxes[selected].rows > 1 ? boxes[selected].inner : boxes[selected])
                .contains(row: row, column: column)
            {
                line.fill(cell, backdrop: .selection)
            }
        }
        return line
    }

    /// The offset with the picture in the middle of a view that it does not fill.
    package func centered(
        _ offset: (row: Int, column: Int), rows: Int, columns: Int
    ) -> (row: Int, column: Int) {
        (
            frame.rows < rows ? -(rows - frame.rows) / 2 : offset.row,
            frame.columns < columns ? -(columns - frame.columns) / 2 : offset.column
        )
    }

    /// The node whose box is at a place of the whole picture.
    package func node(atRow row: Int, column: Int) -> Int? {
        boxes.firstIndex { $0.contains(row: row, column: column) }
    }

    /// The rows of a box that are to be seen: of one that is higher than the view, those around its caption.
    private func seenRows(of box: Rect, in rows: Int) -> Range<Int> {
        guard box.rows > rows, rows > 0 else { return box.row..<box.endRow }
        let start = min(max(box.row, box.row + (box.rows - rows) / 2), box.endRow - rows)
        return start..<(start + rows)
    }

    /// The offset that shows `node` in a view of this size, as near to `offset` as may be.
    package func offset(
        showing node: Int, rows: Int, columns: Int, from offset: (row: Int, column: Int)
    ) -> (row: Int, column: Int) {
        guard boxes.indices.contains(node) else { return offset }
        let box = boxes[node]
        let boxRows = seenRows(of: box, in: rows)
        func fit(_ start: Int, _ low: Int, _ high: Int, _ size: Int, _ total: Int) -> Int {
            var start = start
            if high > start + size { start = high - size }
            if low < start { start = low }
            return max(0, min(start, total - size))
        }
        return (
            fit(offset.row, boxRows.lowerBound, boxRows.upperBound, rows, frame.rows),
            fit(offset.column, box.column, box.endColumn, columns, frame.columns)
        )
    }

    /// The offset of a view of this size that shows `node`, and of the others as many as may be; one that stands there
    /// several times counts so often.
    package func offset(showing node: Int, with others: [Int], rows: Int, columns: Int) -> (row: Int, column: Int) {
        guard boxes.indices.contains(node) else { return (0, 0) }
        let box = boxes[node]
        let near = others.filter { boxes.indices.contains($0) && $0 != node }.map { boxes[$0] }
        let starts = Self.starts(
            showing: box.column..<box.endColumn, with: near.map { $0.column..<$0.endColumn }, size: columns,
            of: frame.columns)
        var best: (seen: Int, row: Int, column: Int)?
        for start in starts {
            let inColumns = near.filter { $0.column >= start && $0.endColumn <= start + columns }
            // It cannot see more than there are.
            if let best, inColumns.count < best.seen { continue }
            let rowStarts = Self.starts(
                showing: seenRows(of: box, in: rows), with: inColumns.map { $0.row..<$0.endRow }, size: rows,
                of: frame.rows)
            for row in rowStarts {
                let seen = inColumns.count { $0.row >= row && $0.endRow <= row + rows }
                if best.map({ seen > $0.seen }) ?? true { best = (seen, row, start) }
            }
        }
        return best.map { ($0.row, $0.column) } ?? (0, 0)
    }

    /// Where a stretch of `size` may begin that holds `own` and others up to their ends: nearest to the middle of `own` first.
    private static func starts(
        showing own: Range<Int>, with others: [Range<Int>], size: Int, of total: Int
    ) -> [Int] {
        let high = own.lowerBound
        let low = min(own.upperBound - size, high)
        let middle = (own.lowerBound + own.upperBound - size) / 2
        // A line beside the box tells that the picture goes on.
        let wanted =
            [middle, low, high]
            + others.flatMap { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound + 1 - size, $0.upperBound - size] }
        let starts = Set(wanted.map { max(0, min(min(max($0, low), high), total - size)) })
        return starts.sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
    }

    package enum Direction: Hashable, Sendable { case up, down, left, right }

    /// The nearest node in a direction; `nil` where there is none.
    package func node(from node: Int, _ direction: Direction) -> Int? {
        guard boxes.indices.contains(node) else { return boxes.isEmpty ? nil : 0 }
        let (x, y) = center(node)
        var best: (node: Int, distance: Int)?
        for other in boxes.indices where other != node {
            let (dx, dy) = (center(other).x - x, 2 * (center(other).y - y))
            let (along, across) =
                switch direction {
                case .up: (-dy, abs(dx))
                case .down: (dy, abs(dx))
                case .left: (-dx, abs(dy))
                case .right: (dx, abs(dy))
                }
            guard along > 0 else { continue }
            let distance = along + 2 * across
            if best.map({ distance < $0.distance }) ?? true { best = (other, distance) }
        }
        return best?.node
    }

    private func center(_ node: Int) -> (x: Int, y: Int) {
        (boxes[node].column + boxes[node].columns / 2, boxes[node].row + boxes[node].rows / 2)
    }
}
