import Relate
import Render

/// Where the inspector stands and how it is divided, for view and paging alike.
struct InspectorLayout {
    let box: Rect
    /// The way to the chosen part.
    let path: Rect
    let tree: Rect
    /// The chosen part in full; empty where the tree takes all.
    let details: Rect

    private static let leastColumns = 56

    /// As large as the value needs, up to most of the screen. The size stays while the cursor moves.
    init(_ state: InspectorState, _ size: ScreenSize) {
        let widest = max(Self.leastColumns, size.columns * 3 / 4)
        let most = min(size.rows - 1, max(14, size.rows * 4 / 5))
        let columns = min(size.columns, Self.neededColumns(state, most: widest, rows: most))
        let rows = min(most, Self.neededRows(state, columns: columns, most: most))
        box = Rect(row: (size.rows - rows) / 2, column: (size.columns - columns) / 2, rows: rows, columns: columns)
        let (path, rest) = box.inset(rows: 1, columns: 2).split(top: 1)
        let room = rest.split(top: 1).1
        self.path = path
        // A value without parts has only its details.
        let isTree = ValueTree.childCount(of: state.value) > 0
        let least = room.rows >= 10 ? room.rows * 3 / 5 : room.rows
        // What the details do not need is the tree's.
        let treeRows = isTree ? min(state.rowCount, max(least, room.rows - 1 - Self.detailRows)) : 0
        tree = room.split(top: treeRows).0
        details = isTree ? room.split(top: treeRows + 1).1 : room
    }
}

extension InspectorLayout {
    /// Lines that the details of most parts fit into.
    private static let detailRows = 4

    /// A plain value's longest line of those that may show; a tree unfolds, so it has all the room there may be.
    private static func neededColumns(_ state: InspectorState, most: Int, rows: Int) -> Int {
        guard ValueTree.childCount(of: state.value) == 0 else { return most }
        let lines = InspectorRendering.details(state.value, width: most - 4, most: rows, view: state.textView)
        return min(most, max(leastColumns, (lines.map(\.columns).max() ?? 0) + 6))
    }

    /// Borders, the path, the rule below it; then the whole of a plain value, or the tree with its details.
    private static func neededRows(_ state: InspectorState, columns: Int, most: Int) -> Int {
        guard ValueTree.childCount(of: state.value) > 0 else {
            let lines = InspectorRendering.details(state.value, width: columns - 4, most: most, view: state.textView)
            return min(most, lines.count + 4)
        }
        return min(most, state.rowCount + detailRows + 5)
    }
}

extension InspectorLayout {
    /// Of a string alone: its lines, below the line that says what it is.
    var text: Rect { details.split(top: 1).1 }

    /// The string's lines as they stand in there.
    func pages(_ state: InspectorState) -> TextPages? {
        state.text.map { TextPages($0, width: text.columns, view: state.textView) }
    }
}

/// A value taken apart: its tree above, the chosen part in full below.
enum InspectorView {
    static func draw(_ state: InspectorState, _ size: ScreenSize, _ options: ValueOptions, into frame: inout Frame) {
        let layout = InspectorLayout(state, size)
        let type = StyledLine(ValueRendering.typeName(of: state.value), .dim)
        _ = LayerView.popup(layout.box, title: state.place, trailing: type, into: &frame)
        let row = state.selectedRow
        let path = ValueTree.pathText(in: state.value, at: row?.path ?? [], name: state.name)
        frame.draw(
            StyledLine([Span(path, .variable, .bold, limit: 400)]), row: layout.path.row, column: layout.path.column,
            width: layout.path.columns)
        rule(layout.path.row + 1, layout.box, into: &frame)
        drawTree(state, layout, options, into: &frame)
        if let pages = layout.pages(state) { return drawText(pages, state, layout, into: &frame) }
        guard !layout.details.isEmpty, let value = row?.value else { return }
        if !layout.tree.isEmpty { rule(layout.details.row - 1, layout.box, into: &frame) }
        let lines = InspectorRendering.details(
            value, width: layout.details.columns, most: layout.details.rows + 1, view: state.textView, options)
        frame.drawMarkingRest(lines, in: layout.details, isWhole: false)
    }

    /// A string alone, from the line on that was gone to.
    private static func drawText(
        _ pages: TextPages, _ state: InspectorState, _ layout: InspectorLayout, into frame: inout Frame
    ) {
        guard !layout.details.isEmpty else { return }
        var summary = InspectorRendering.summary(of: state.value)
        if state.textPlace > .start {
            summary.append("  from byte \(Counts.grouped(pages.byte(of: state.textPlace))) on", .dim)
        }
        frame.draw(summary, row: layout.details.row, column: layout.details.column, width: layout.details.columns)
        let area = layout.text
        var lines = pages.lines(from: state.textPlace, most: area.rows)
        if !state.searchText.isEmpty {
            let matches = LineMatches(state.searchText)
            lines = lines.map { $0.marking(matches) }
        }
        frame.draw(lines, in: area)
        // Of a long text nobody counts the lines: bytes stand for them.
        guard !area.isEmpty, state.textPlace > .start || pages.last(page: area.rows) > .start else { return }
        let isLast = state.textPlace >= pages.last(page: area.rows)
        let offset = state.textPlace.piece + state.textPlace.line * area.columns
        let seen = max(1, min(pages.byteCount - 1, area.rows * area.columns))
        let track = Rect(row: area.row, column: layout.box.column, rows: area.rows, columns: layout.box.columns)
        frame.scrollBar(track, total: pages.byteCount, offset: isLast ? pages.byteCount : offset, visible: seen)
    }

    private static func rule(_ row: Int, _ box: Rect, into frame: inout Frame) {
        guard row > box.row, row < box.endRow - 1 else { return }
        frame.horizontalLine(
            row: row, column: box.column, length: box.columns, role: .borderFocused, style: .rounded, joined: true)
    }

    private static func drawTree(
        _ state: InspectorState, _ layout: InspectorLayout, _ options: ValueOptions, into frame: inout Frame
    ) {
        let area = layout.tree
        guard !area.isEmpty else { return }
        let rows = ValueTree.rows(of: state.value, expanded: state.unfolded, in: state.top..<(state.top + area.rows))
        for (index, row) in rows.enumerated() {
            let place = Rect(row: area.row + index, column: area.column - 1, rows: 1, columns: area.columns + 2)
            frame.draw(line(row, state, options), row: place.row, column: area.column, width: area.columns)
            if state.top + index == state.cursor { frame.fill(place, backdrop: .selection) }
        }
        let track = Rect(row: area.row, column: layout.box.column, rows: area.rows, columns: layout.box.columns)
        frame.scrollBar(track, total: state.rowCount, offset: state.top, visible: area.rows)
    }

    private static func line(_ row: ValueTree.Row, _ state: InspectorState, _ options: ValueOptions) -> StyledLine {
        var line = StyledLine(String(repeating: "  ", count: row.depth))
        line.append(row.childCount == 0 ? "  " : row.isExpanded ? "▾ " : "▸ ", .guide)
        switch row.step {
        case .index(let index): line.append("\(index)", .number)
        case .key(let key): line += .name(key, .propertyKey, atMost: 80)
        case .part(let part): line.append(part, .label)
        case nil: line += .name(state.name, .variable, atMost: 80)
        }
        return line + StyledLine("  ") + ValueRendering.line(row.value, options)
    }
}

extension StyledLine {
    /// With what is sought marked where it stands.
    fileprivate func marking(_ matches: LineMatches) -> StyledLine {
        let characters = Array(plainText)
        var line = StyledLine()
        var done = 0
        for start in matches.columns(in: characters) {
            let first = TextWidth.columns(of: String(characters[..<start]))
            let end = TextWidth.columns(of: String(characters[..<(start + matches.length)]))
            line += slice(done..<first) + slice(first..<end).with(role: .match)
            done = end
        }
        return line + slice(done..<columns)
    }
}
