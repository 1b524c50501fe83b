/// Which of a result's columns show, in which order, and which stay in view: three things that do not touch one another.
///
/// The order is one of all columns, hidden ones included, so that a column comes back to where it was. What stays in view is
/// what stands before a border in that order: hiding a column takes none from behind the border in its place, and moving
/// one over the border leaves the border where it is.
struct ColumnArrangement: Hashable, Sendable {
    /// All columns by their number in the result.
    private(set) var order: [Int]
    private(set) var hidden: Set<Int> = []
    /// Places of the order, from its beginning, that stay in view.
    private(set) var border = 0

    init(columnCount: Int) { order = Array(0..<columnCount) }

    /// What shows, in the order shown.
    var shown: [Int] { hidden.isEmpty ? order : order.filter { !hidden.contains($0) } }

    /// How many of those that show stay in view.
    var frozenCount: Int { order.prefix(border).count { !hidden.contains($0) } }

    var isFirst: Bool { hidden.isEmpty && order.elementsEqual(order.indices) }

    /// Gives a column and its neighbour, `step` columns on among those that show, each other's place.
    ///
    /// - Returns: `false` at the end, where there is no neighbour.
    mutating func move(_ column: Int, by step: Int) -> Bool {
        let shown = shown
        guard let place = shown.firstIndex(of: column), shown.indices.contains(place + step),
            let from = order.firstIndex(of: column), let to = order.firstIndex(of: shown[place + step])
        else { return false }
        order.swapAt(from, to)
        return true
    }

    /// - Returns: `false` for the last one that shows, which stays.
    mutating func hide(_ column: Int) -> Bool {
        guard !hidden.contains(column), order.contains(column), hidden.count + 1 < order.count else { return false }
        hidden.insert(column)
        return true
    }

    mutating func show(_ column: Int) { hidden.remove(column) }

    mutating func showAll() { hidden = [] }

    /// Keeps in view what stands up to this column; where just these are kept already, lets them go.
    mutating func freeze(upTo column: Int) {
        guard let place = shown.firstIndex(of: column), let end = order.firstIndex(of: column) else { return }
        border = frozenCount == place + 1 ? 0 : end + 1
    }
}
