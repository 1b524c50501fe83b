import Render

/// The picture of a model. Pure; costs what is seen, whatever there is.
func view(_ model: Model) -> Frame {
    var frame = Frame(rows: model.size.rows, columns: model.size.columns)
    let layout = Layout(model)
    guard !layout.isTooSmall else {
        frame.draw("window too small", .warning, row: 0, column: 0)
        return frame
    }
    StatusBarView.draw(model, into: &frame, layout.statusBar)
    // From the top down: a pane's title stands on the border that it shares with the pane above.
    for pane in layout.visiblePanes { drawPane(pane, model, layout, into: &frame) }
    MessageLineView.draw(model, into: &frame, layout.messageLine)
    FooterView.draw(model, into: &frame, layout.footer)
    CompletionView.draw(model, into: &frame, layout)
    for layer in model.layers { LayerView.draw(layer, model, layout, into: &frame) }
    return model.settings.glyphs == .ascii ? frame.asciiMarks : frame
}

private func drawPane(_ pane: Pane, _ model: Model, _ layout: Layout, into frame: inout Frame) {
    guard let rect = layout.panes[pane], rect.rows >= 2, rect.columns >= 2 else { return }
    let isFocused = pane == model.focus
    switch pane {
    case .query: QueryView.draw(model, into: &frame, rect, isFocused: isFocused)
    case .result: ResultView.draw(model, into: &frame, rect, isFocused: isFocused)
    case .plan: PlanView.draw(model, into: &frame, rect, isFocused: isFocused)
    case .notes: NotesView.draw(model, into: &frame, rect, isFocused: isFocused)
    case .graph: GraphView.draw(model, into: &frame, rect, isFocused: isFocused)
    case .schema: SchemaView.draw(model, into: &frame, rect, isFocused: isFocused)
    }
}

/// What all panes have in common.
enum PaneFrame {
    /// The border with the pane's title, and what belongs to the title.
    static func draw(
        _ pane: Pane, into frame: inout Frame, _ rect: Rect, isFocused: Bool, detail: StyledLine? = nil,
        trailing: StyledLine? = nil, footer: StyledLine? = nil
    ) {
        var title = StyledLine("\(pane.digit) ", isFocused ? .key : .dim)
        title.append(pane.title, isFocused ? .titleFocused : .title, isFocused ? .bold : [])
        if let detail, !detail.isEmpty { title += StyledLine("  ") + detail }
        frame.box(rect, title: title, footer: footer, trailing: trailing, focused: isFocused)
    }

    /// Lines in the middle of an area, for a pane that has nothing to show yet.
    static func drawHint(_ lines: [StyledLine], into frame: inout Frame, _ rect: Rect) {
        let shown = lines.prefix(rect.rows)
        let top = rect.row + max(0, (rect.rows - shown.count) / 2)
        for (index, line) in shown.enumerated() {
            let line = line.cut(to: rect.columns)
            frame.draw(line, row: top + index, column: rect.column + (rect.columns - line.columns) / 2)
        }
    }

    /// Keys and what they do, one below the other: lines of one width, so that they stay a block in the middle.
    static func hints(_ hints: [(key: String, text: String)]) -> [StyledLine] {
        let keyColumns = hints.map { TextWidth.visible($0.key).columns }.max() ?? 0
        let textColumns = hints.map { TextWidth.visible($0.text).columns }.max() ?? 0
        return hints.map { key, text in
            StyledLine(key, .key, .bold).padded(to: keyColumns, .right)
                + StyledLine("  " + text, .dim).padded(to: textColumns + 2)
        }
    }

    /// A key and what it does, for hints.
    static func hint(_ key: String, _ text: String) -> StyledLine {
        StyledLine(key, .key, .bold) + StyledLine(" " + text, .dim)
    }
}
