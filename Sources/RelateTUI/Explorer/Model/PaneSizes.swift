import Render

/// How much larger or smaller than usual the user wants panes, in lines and columns of the screen; what does not fit is held back
/// by the layout.
struct PaneSizes: Hashable, Sendable {
    /// A border that can be moved, by what grows when it goes down or to the right.
    enum Border: Hashable, Sendable {
        /// Right of the schema.
        case sidebar
        /// Below the query.
        case query
        /// Right of query and result.
        case left
        /// Above the strip of plan and notes.
        case upper
        /// Between plan and notes.
        case plan

        var isVertical: Bool { self != .query && self != .upper }
    }

    private var moved: [Border: Int] = [:]

    subscript(border: Border) -> Int {
        get { moved[border] ?? 0 }
        set { moved[border] = newValue }
    }
}

/// A border under the mouse's button.
struct DraggedBorder: Hashable, Sendable {
    var border: PaneSizes.Border
}
