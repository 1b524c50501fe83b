import Render

/// The list of what the word at the cursor could become, at the cursor.
enum CompletionView {
    private static let rowsLimit = 10
    private static let columnsLimit = 64

    static func draw(_ model: Model, into frame: inout Frame, _ layout: Layout) {
        guard let state = model.completion, model.focus == .query, model.layers.isEmpty, let area = layout.inner(.query)
        else { return }
        let buffer = model.buffers[model.currentBuffer]
        let start = buffer.text.position(ofOffset: state.replacing.lowerBound)
        let gutter = EditorMetrics.gutterColumns(lineCount: buffer.text.lines.count)
        let row = area.row + start.line - buffer.topLine
        let column = area.column + gutter + EditorMetrics.column(of: start, in: buffer.text) - buffer.leftColumn
        guard row >= area.row, row < area.endRow else { return }
        let lines = rows(state)
        let width = min(Self.columnsLimit, frame.columns - 2, max(14, (lines.map(\.columns).max() ?? 0) + 4))
        let below = layout.messageLine.row - row - 1
        let above = row - area.row
        let isBelow = below >= min(4, lines.count + 2) || below >= above
        let height = min(lines.count, Self.rowsLimit, max(1, (isBelow ? below : above) - 2))
        guard height >= 1, width >= 12, (isBelow ? below : above) >= 3 else { return }
        let rect = Rect(
            row: isBelow ? row + 1 : row - height - 2, column: max(0, min(column - 2, frame.columns - width)),
            rows: height + 2, columns: width)
        let footer = state.selectedItem.flatMap { item -> StyledLine? in
            let detail = StyledLine([Span(item.detail, .dim)])
            // Said once more where the list had to cut it.
            return name(item).columns + detail.columns + 6 > width && !detail.isEmpty ? detail : nil
        }
        let inner = LayerView.popup(
            rect, title: "", footer: footer?.cut(to: width - 4), trailing: place(state), into: &frame)
        let selection = state.selection ?? 0
        let top = max(0, min(selection - height / 2, lines.count - height))
        for line in 0..<height where top + line < lines.count {
            let place = Rect(row: inner.row + line, column: inner.column - 1, rows: 1, columns: inner.columns + 2)
            frame.draw(lines[top + line].fitted(to: inner.columns), row: place.row, column: inner.column)
            if state.selection == top + line { frame.fill(place, backdrop: .selection) }
        }
    }

    private static func place(_ state: CompletionState) -> StyledLine? {
        guard state.items.count > Self.rowsLimit else { return nil }
        return StyledLine("\((state.selection ?? 0) + 1)/\(state.items.count)", .dim)
    }

    private static func rows(_ state: CompletionState) -> [StyledLine] {
        if state.items.isEmpty { return [StyledLine(state.isLoading ? "looking…" : "nothing", .dim, .italic)] }
        let names = state.items.map { name($0) }
        let widest = min(34, names.map(\.columns).max() ?? 0)
        return zip(state.items, names).map { item, name in
            name.fitted(to: widest) + StyledLine("  ") + StyledLine([Span(item.detail, .dim, limit: 60)])
        }
    }

    private static func name(_ item: CompletionItem) -> StyledLine {
        let role: Role =
            switch item.kind {
            case .variable: .variable
            case .propertyKey: .propertyKey
            case .parameter: .parameter
            case .label: .nodeLabel
            case .relationshipType: .relationshipType
            case .function, .procedure: .function
            case .keyword: .keyword
            }
        let lead = item.kind == .parameter ? "$" : ""
        return StyledLine([Span(lead + item.name, role, limit: 60)])
    }
}
