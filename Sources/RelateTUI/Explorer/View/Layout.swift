import Render

/// Which part of the screen each pane has. Made from the model alone, so that `update` pages by what `view` shows.
struct Layout: Hashable, Sendable {
    /// One line each; empty where there is no room.
    var statusBar: Rect
    var messageLine: Rect
    var footer: Rect
    /// Panes with their borders, which neighbours share.
    private(set) var panes: [Pane: Rect] = [:]
    let isTooSmall: Bool
    /// The schema stands beside the other panes, unless it is hidden.
    private(set) var hasRoomForSidebar = false

    static let minimum = ScreenSize(rows: 3, columns: 20)
    private static let sidebarColumns = 28
    private static let sidebarFromColumns = 100
    private static let twoColumnsFrom = 160
    private static let stripFromRows = 44

    init(_ model: Model) {
        let screen = Rect(row: 0, column: 0, rows: model.size.rows, columns: model.size.columns)
        isTooSmall = screen.rows < Self.minimum.rows || screen.columns < Self.minimum.columns
        let hasFooter = screen.rows >= 8
        var body: Rect
        (statusBar, body) = screen.split(top: 1)
        (body, footer) = body.split(bottom: hasFooter ? 1 : 0)
        (body, messageLine) = body.split(bottom: 1)
        guard !isTooSmall else { return }
        if model.isZoomed {
            panes[model.focus] = body
            return
        }
        hasRoomForSidebar = body.columns >= Self.sidebarFromColumns
        if hasRoomForSidebar, !model.isSidebarHidden {
            let side: Rect
            (side, body) = Self.splitShared(
                left: Self.clamped(Self.sidebarColumns + model.sizes[.sidebar], 16, body.columns / 2), body)
            panes[.schema] = side
        }
        if screen.columns >= Self.twoColumnsFrom {
            placeWide(body, model)
        } else {
            placeStack(
                body, model, lower: panes[.schema] != nil && model.lowerPane == .schema ? .result : model.lowerPane)
        }
    }

    /// The pane's area inside its border.
    func inner(_ pane: Pane) -> Rect? { panes[pane]?.inner }

    /// Panes on the screen, in the order that Tab goes.
    var visiblePanes: [Pane] {
        let order: [Pane] = [.query, .result, .graph, .plan, .notes, .schema]
        return order.filter { panes[$0] != nil }
    }

    func pane(atRow row: Int, column: Int) -> Pane? {
        visiblePanes.first { panes[$0]?.contains(row: row, column: column) == true }
    }

    /// The pane whose title is in that row.
    func pane(titledAtRow row: Int, column: Int) -> Pane? {
        visiblePanes.first { panes[$0].map { $0.row == row && $0.contains(row: row, column: column) } ?? false }
    }

    /// The query above one other pane.
    private mutating func placeStack(_ body: Rect, _ model: Model, lower: Pane) {
        if body.rows < 10 {
            panes[model.focus == .query ? .query : lower] = body
            return
        }
        let (top, bottom) = Self.splitShared(top: Self.queryRows(model, in: body), body)
        panes[.query] = top
        panes[lower] = bottom
    }

    /// Query and result at the left, another pane at the right, plan and notes along the bottom.
    private mutating func placeWide(_ body: Rect, _ model: Model) {
        var upper = body
        var takesTurns: [Pane] = [.graph, .plan, .notes]
        if body.rows >= Self.stripFromRows {
            let strip: Rect
            (upper, strip) = Self.splitShared(
                top: Self.clamped(body.rows - body.rows / 3 + model.sizes[.upper], 14, body.rows - 6), body)
            let (left, right) = Self.splitShared(
                left: Self.clamped(strip.columns * 3 / 5 + model.sizes[.plan], 30, strip.columns - 30), strip)
            panes[.plan] = left
            panes[.notes] = right
            takesTurns = [.graph]
        }
        let (left, right) = Self.splitShared(
            left: Self.clamped(upper.columns * 11 / 20 + model.sizes[.left], 40, upper.columns - 30), upper)
        let (top, bottom) = Self.splitShared(top: Self.queryRows(model, in: upper), left)
        panes[.query] = top
        panes[.result] = bottom
        panes[takesTurns.contains(model.lowerPane) ? model.lowerPane : takesTurns[0]] = right
    }

    /// Room for the text, between a quarter and two fifths of the height.
    private static func queryRows(_ model: Model, in body: Rect) -> Int {
        let usual = min(max(6, body.rows / 4, model.editor.lines.count + 3), max(6, body.rows * 2 / 5))
        return clamped(usual + model.sizes[.query], 4, body.rows - 5)
    }

    private static func clamped(_ count: Int, _ least: Int, _ most: Int) -> Int {
        max(min(count, most), min(least, most))
    }

    // MARK: - Borders

    /// The border by which a pane gets larger, and 1 where that goes down or to the right, else -1.
    func border(of pane: Pane, isVertical: Bool) -> (PaneSizes.Border, sign: Int)? {
        guard panes[pane] != nil else { return nil }
        func edge(_ border: PaneSizes.Border, _ sign: Int) -> (PaneSizes.Border, sign: Int) { (border, sign) }
        let isWide = panes[.graph] != nil && panes[.result] != nil || panes.count > (hasSidebar ? 3 : 2)
        let hasStrip = panes[.plan] != nil && panes[.notes] != nil
        switch (pane, isVertical) {
        case (.schema, true): return edge(.sidebar, 1)
        case (.schema, false): return nil
        case (.query, false): return panes.count > (hasSidebar ? 2 : 1) ? edge(.query, 1) : nil
        case (.result, false): return panes[.query] != nil ? edge(.query, -1) : nil
        case (.query, true), (.result, true): return isWide ? edge(.left, 1) : hasSidebar ? edge(.sidebar, -1) : nil
        case (.plan, true) where hasStrip: return edge(.plan, 1)
        case (.notes, true) where hasStrip: return edge(.plan, -1)
        case (.plan, false) where hasStrip, (.notes, false) where hasStrip: return edge(.upper, -1)
        case (_, true): return isWide ? edge(.left, -1) : hasSidebar ? edge(.sidebar, -1) : nil
        case (_, false):
            if isWide { return hasStrip ? edge(.upper, 1) : nil }
            return panes[.query] != nil ? edge(.query, -1) : nil
        }
    }

    private var hasSidebar: Bool { panes[.schema] != nil && hasRoomForSidebar }

    /// The column or row that a border stands in.
    func place(of border: PaneSizes.Border) -> Int? {
        switch border {
        case .sidebar: panes[.schema].map { $0.endColumn - 1 }
        case .query: panes[.query].map { $0.endRow - 1 }
        case .left: panes[.query].map { $0.endColumn - 1 }
        case .upper: panes[.plan].map(\.row)
        case .plan: panes[.plan].map { $0.endColumn - 1 }
        }
    }

    /// The border at a place of the screen.
    func border(atRow row: Int, column: Int) -> PaneSizes.Border? {
        func isEdge(_ pane: Pane, isVertical: Bool) -> Bool {
            guard let rect = panes[pane], rect.contains(row: row, column: column) else { return false }
            return isVertical ? column == rect.endColumn - 1 : row == rect.endRow - 1
        }
        for pane in [Pane.schema, .query, .result, .plan] where isEdge(pane, isVertical: true) {
            guard let (border, sign) = border(of: pane, isVertical: true), sign > 0 else { continue }
            return border
        }
        for pane in [Pane.query, .graph, .result] where isEdge(pane, isVertical: false) {
            guard pane != .result else {
                return panes[.plan] != nil && panes[.notes] != nil ? .upper : nil
            }
            guard let (border, sign) = border(of: pane, isVertical: false), sign > 0 else { continue }
            return border
        }
        return nil
    }

    /// The first `count` columns, and the rest with their common border.
    private static func splitShared(left count: Int, _ rect: Rect) -> (Rect, Rect) {
        let left = rect.split(left: count).0
        return (left, rect.split(left: count - 1).1)
    }

    private static func splitShared(top count: Int, _ rect: Rect) -> (Rect, Rect) {
        let top = rect.split(top: count).0
        return (top, rect.split(top: count - 1).1)
    }
}
