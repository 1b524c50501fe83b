import Render

/// The picture of a model. Pure.
func view(_ model: Model) -> Frame {
    var frame = Frame(rows: model.size.rows, columns: model.size.columns)
    let layout = Layout(model)
    guard !layout.isTooSmall else {
        frame.draw("window too small", .warning, row: 0, column: 0)
        return frame
    }
    for pane in layout.visiblePanes {
        guard let rect = layout.panes[pane] else { continue }
        let isFocused = pane == model.focus
        frame.box(
            rect, title: StyledLine(pane.title, isFocused ? .titleFocused : .title), focused: isFocused)
    }
    return frame
}
