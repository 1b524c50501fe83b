import Render

/// Panes of other sizes, by keys and by the mouse.
extension Model {
    private static let step = (rows: 1, columns: 2)

    /// Makes the focused pane larger or smaller by moving the border that it has.
    mutating func resizePane(_ command: Command) -> [Effect] {
        if command == .usualSizes {
            sizes = PaneSizes()
            keepInView()
            return []
        }
        let isVertical = command == .broader || command == .lessBroad
        let grows = command == .broader || command == .taller
        guard !isZoomed, let (border, sign) = Layout(self).border(of: focus, isVertical: isVertical) else {
            message = .information(
                isZoomed ? "The pane has the whole screen: z gives it back" : "The pane has no border to move that way")
            return []
        }
        move(border, by: (grows ? sign : -sign) * (isVertical ? Self.step.columns : Self.step.rows))
        return []
    }

    mutating func dragBorder(to action: MouseAction) {
        guard let dragged = draggedBorder else { return }
        let place = dragged.border.isVertical ? action.column : action.row
        move(dragged.border, by: place - dragged.place)
        draggedBorder?.place = place
    }

    /// No further than the layout goes along, so that the way back begins at once.
    private mutating func move(_ border: PaneSizes.Border, by count: Int) {
        let before = Layout(self)
        let old = sizes
        sizes[border] += count
        if Layout(self).panes == before.panes { sizes = old }
        keepInView()
    }
}
