/// The search of one level of the graph: the nearest slots that are found by going on from the nearest ones seen so far.
struct VectorLayerSearch: ~Copyable {
    private var visited: VisitedSlots
    private var open = NearestHeap(farthestOnTop: false)
    /// What was found, the farthest on top.
    private(set) var nearest: NearestHeap
    private let fresh: UnsafeMutablePointer<UInt32>
    /// Neighbours of one slot.
    private static let freshCapacity = 1024

    init(slotCount: Int, capacity: Int) {
        visited = VisitedSlots(slotCount: slotCount)
        nearest = NearestHeap(farthestOnTop: true, capacity: min(capacity, slotCount) + 1)
        fresh = .allocate(capacity: Self.freshCapacity)
    }

    deinit { fresh.deallocate() }

    /// Slots near to the query on the level above `lowest`, to begin there; from `entry` on the levels are searched from the top.
    ///
    /// Several, since a single nearest one may lie in a region that no link leads out of.
    mutating func descend(
        _ query: UnsafePointer<Float>, from entry: UInt32, level: Int, to lowest: Int, breadth: Int,
        in reader: VectorGraph.Reader
    ) -> [NearSlot] {
        var entries = [NearSlot(reader.distance(query, entry), entry)]
        for layer in stride(from: level, to: lowest, by: -1) {
            run(query, from: entries, level: layer, count: breadth, in: reader)
            entries = nearest.sorted
        }
        return entries
    }

    /// Finds up to `count` slots near to the query among all of the level.
    mutating func run(
        _ query: UnsafePointer<Float>, from entries: [NearSlot], level: Int, count: Int, in reader: VectorGraph.Reader
    ) {
        run(query, from: entries, level: level, count: count, in: reader) { _ in true }
    }

    /// Likewise among those admitted; the others only lead the way.
    @inline(__always)
    mutating func run(
        _ query: UnsafePointer<Float>, from entries: [NearSlot], level: Int, count: Int, in reader: VectorGraph.Reader,
        admits: (UInt32) -> Bool
    ) {
        visited.removeAll()
        open.removeAll()
        nearest.removeAll()
        for entry in entries where visited.insert(entry.slot) {
            open.push(entry)
            if admits(entry.slot) { nearest.push(entry) }
        }
        while nearest.count > count { _ = nearest.pop() }
        while !open.isEmpty {
            let current = open.pop()
            if nearest.count >= count, current > nearest.top { break }
            // First all that are new, then their distances: so their memory is fetched at once.
            var freshCount = 0
            for neighbour in reader.neighbours(current.slot, level: level)
            where freshCount < Self.freshCapacity && visited.insert(neighbour) {
                fresh[freshCount] = neighbour
                freshCount += 1
            }
            for index in 0..<freshCount {
                let slot = fresh[index]
                let candidate = NearSlot(reader.distance(query, slot), slot)
                if nearest.count < count {
                    open.push(candidate)
                    if admits(slot) { nearest.push(candidate) }
                } else if candidate < nearest.top {
                    open.push(candidate)
                    if admits(slot) { nearest.replaceTop(candidate) }
                }
            }
        }
    }
}
