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
        guard let place = Layout(self).place(of: border) else { return [] }
        move(border, to: place + (grows ? sign : -sign) * (isVertical ? Self.step.columns : Self.step.rows))
        return []
    }

    mutating func dragBorder(to action: MouseAction) {
        guard let dragged = draggedBorder else { return }
        move(dragged.border, to: dragged.border.isVertical ? action.column : action.row)
    }

    /// As near as the layout goes along, and no further: the way back begins at once, and under the mouse the border is where
    /// the mouse is.
    private mutating func move(_ border: PaneSizes.Border, to wanted: Int) {
        func place(_ size: Int) -> Int? {
            var moved = self
            moved.sizes[border] = size
            return Layout(moved).place(of: border)
        }
        guard let now = Layout(self).place(of: border), now != wanted else { return }
        // The larger the size, the farther the border: of sizes that lead as near as can be, the one nearest to the usual.
        let most = max(size.rows, size.columns)
        guard let first = place(-most), let last = place(most) else { return }
        let target = min(max(wanted, first), last)
        var (low, high) = (-most, most)
        while low < high {
            let middle = (low + high) >> 1
            if let there = place(middle), there >= target { high = middle } else { low = middle + 1 }
        }
        // At the far end all greater sizes lead there, at the near one all smaller.
        if target == first, place(-most) == target {
            (low, high) = (-most, most)
            while low < high {
                let middle = (low + high + 1) >> 1
                if let there = place(middle), there <= target { low = middle } else { high = middle - 1 }
            }
        }
        sizes[border] = low
        keepInView()
    }
}
