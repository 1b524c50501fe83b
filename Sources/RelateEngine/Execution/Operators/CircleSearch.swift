/// Whether a node lies on a circle of at most so many relationships, each used once and in either direction.
///
/// Breadth first: each node is known by the relationship by which its shortest way leaves the start, its root. Two nodes with
/// different roots, whose ways share nothing but the start, close a circle where a relationship joins them; and the shortest
/// circle has such a relationship, since its two ends leave the start by different ones.
struct CircleSearch: ~Copyable {
    private struct Place {
        var root: UInt32
        var level: UInt32
    }

    private var start: UInt32 = 0
    private var maximum = Int.max
    private var visited = NodeMarks()
    /// By node, of those that were visited; the rest is not written.
    private var places: UnsafeMutablePointer<Place> = .allocate(capacity: 1)
    private var capacity = 1
    private var frontier: [UInt32] = []
    private var later: [UInt32] = []
    private var position = 0
    private var level = 0

    deinit { places.deallocate() }

    /// Begins a search over nodes below `rowCount`; `maximum` is `nil` for circles of any length.
    mutating func begin(_ start: UInt32, maximum: Int?, rowCount: Int) {
        self.start = start
        self.maximum = maximum ?? .max
        visited.clear(rowCount: rowCount)
        if rowCount > capacity {
            places.deallocate()
            places = .allocate(capacity: rowCount)
            capacity = rowCount
        }
        frontier.removeAll(keepingCapacity: true)
        later.removeAll(keepingCapacity: true)
        if self.maximum > 0 { frontier.append(start) }
        position = 0
        level = 0
    }

    /// The node whose relationships are to be looked at now; `nil` once no circle can be short enough.
    mutating func next() -> UInt32? {
        if position == frontier.count {
            swap(&frontier, &later)
            later.removeAll(keepingCapacity: true)
            position = 0
            level += 1
        }
        guard position < frontier.count else { return nil }
        position += 1
        return frontier[position - 1]
    }

    mutating func isClosed(
        by neighbours: UnsafeBufferPointer<UInt32>, _ relationships: UnsafeBufferPointer<UInt32>, from node: UInt32
    ) -> Bool {
        for index in 0..<neighbours.count where isClosed(by: neighbours[index], relationships[index], from: node) {
            return true
        }
        return false
    }

    mutating func isClosed(by neighbour: UInt32, _ relationship: UInt32, from node: UInt32) -> Bool {
        // Back to the start leads the way that was come by; another of the same ends was met at the start. Or a loop.
        if neighbour == start { return node == start }
        let root = node == start ? relationship : places[Int(node)].root
        guard visited.add(neighbour) else {
            let place = places[Int(neighbour)]
            return place.root != root && level + Int(place.level) < maximum
        }
        places[Int(neighbour)] = Place(root: root, level: UInt32(truncatingIfNeeded: level + 1))
        // From there on, circles have at least two relationships more.
        if level < (maximum - 1) / 2 { later.append(neighbour) }
        return false
    }
}
