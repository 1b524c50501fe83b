/// Looks at rows one after the other and keeps the elements nearest to a query. By codes it passes over what cannot be near
/// enough, and so it is exact.
struct VectorScan: ~Copyable {
    private let query: UnsafePointer<Float>
    private let coded: VectorCodes.Query
    private let reader: VectorGraph.Reader
    private let count: Int
    private let admits: ((UInt32) -> Bool)?
    private let rowBytes: Int
    /// Elements, the farthest on top.
    private var nearest = NearestHeap(farthestOnTop: true)
    /// What is farther is not wanted.
    private(set) var farthest = Float.infinity
    /// Rows since the last check.
    private var unchecked = 0
    private static let rowsPerCheck = 8192

    /// - Parameters:
    ///   - query: its coordinates, zeros up to the reader's width.
    ///   - admits: whether an element may be among them; `nil` for all.
    init(
        _ query: UnsafePointer<Float>, _ reader: VectorGraph.Reader, _ similarity: VectorSimilarity, count: Int,
        admits: ((UInt32) -> Bool)?
    ) {
        self.query = query
        self.reader = reader
        self.count = count
        self.admits = admits
        coded = VectorCodes.Query(query, reader.width, similarity)
        rowBytes = VectorCodes.rowBytes(reader.width)
    }

    /// The nearest elements first.
    var found: [NearSlot] { nearest.sorted }

    /// Slots from `start` to before `end`.
    mutating func look(
        from start: Int, to end: Int, _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        var slot = start
        while slot < end {
            let count = min(end - slot, reader.codes.rowsFollowing(slot))
            var row = reader.codes[slot]
            for place in slot..<(slot + count) {
                if !(coded.leastDistance(row) > farthest) { look(at: UInt32(truncatingIfNeeded: place)) }
                row += rowBytes
            }
            slot += count
            try note(count, check)
        }
    }

    /// The members of a cell that are at least as far from its centre as `reach`.
    mutating func look(
        at cell: VectorCells.Cell, reach: Float, _ check: () throws(EngineError) -> Void
    ) throws(EngineError) {
        let first = cell.slots.lowerBound
        try look(from: first, to: first + cell.count(beyond: reach), check)
        for slot in cell.added where !(coded.leastDistance(reader.codes[Int(slot)]) > farthest) { look(at: slot) }
        try note(cell.added.count, check)
    }

    private mutating func note(_ rows: Int, _ check: () throws(EngineError) -> Void) throws(EngineError) {
        unchecked += rows
        guard unchecked > Self.rowsPerCheck else { return }
        unchecked = 0
        try check()
    }

    private mutating func look(at slot: UInt32) {
        guard reader.isLive(slot) else { return }
        let element = reader.element(slot)
        let candidate = NearSlot(reader.distance(query, slot), element)
        if nearest.count >= count, candidate > nearest.top { return }
        if let admits, !admits(element) { return }
        take(candidate)
    }

    /// An element that is admitted.
    mutating func take(_ candidate: NearSlot) {
        if nearest.count < count {
            nearest.push(candidate)
        } else if candidate < nearest.top {
            nearest.replaceTop(candidate)
        }
        if nearest.count == count { farthest = nearest.top.distance }
    }
}
