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
            (side, body) = Self.splitShared(left: Self.sidebarColumns, body)
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
            (upper, strip) = Self.splitShared(top: body.rows - body.rows / 3, body)
            let (left, right) = Self.splitShared(left: strip.columns * 3 / 5, strip)
            panes[.plan] = left
            panes[.notes] = right
            takesTurns = [.graph]
        }
        let (left, right) = Self.splitShared(left: upper.columns * 11 / 20, upper)
        let (top, bottom) = Self.splitShared(top: Self.queryRows(model, in: upper), left)
        panes[.query] = top
        panes[.result] = bottom
        panes[takesTurns.contains(model.lowerPane) ? model.lowerPane : takesTurns[0]] = right
    }

    /// Room for the text, between a quarter and two fifths of the height.
    private static func queryRows(_ model: Model, in body: Rect) -> Int {
        min(max(6, body.rows / 4, model.editor.lines.count + 3), max(6, body.rows * 2 / 5))
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
