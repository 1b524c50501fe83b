/// The relationships of one type and direction of 1,024 nodes.
///
/// Most of them lie in the base: an offset a node, then neighbours and relationship numbers in two arrays, sorted by
/// neighbour (then number) within a node. The base is never changed, so chunks share it. Fresh relationships go into the
/// delta, which a change copies: a run of its own for each node that has any. A deleted relationship stays where it is;
/// its node's row is marked, and readers of such a row leave out what no longer lives. Once delta and deleted outgrow a
/// fraction of the base, both are merged into a new one.
final class AdjacencyChunk: SpineChunk, @unchecked Sendable {
    private(set) var base: AdjacencyBase
    private(set) var delta: AdjacencyDelta?

    init() { base = AdjacencyBase.empty }

    private init(copying other: AdjacencyChunk) {
        base = other.base
        delta = other.delta?.copied()
    }

    func copied() -> AdjacencyChunk { AdjacencyChunk(copying: self) }

    var byteCount: Int { 48 + base.byteCount + (delta?.byteCount ?? 0) }

    // MARK: Reading

    /// Calls `body` with each run of living relationships of the row: none is empty.
    @inline(__always)
    func forEachRun(
        ofRow row: Int, living: RowBitmap, _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard let delta else {
            base.withRun(ofRow: row, body)
            return
        }
        if !delta.hasDead(row) {
            base.withRun(ofRow: row, body)
            delta.withRun(ofRow: row, body)
        } else {
            base.withRun(ofRow: row) { Self.forEachLivingRun($0, $1, living, body) }
            delta.withRun(ofRow: row) { Self.forEachLivingRun($0, $1, living, body) }
        }
    }

    @inline(never)
    private static func forEachLivingRun(
        _ neighbours: UnsafeBufferPointer<UInt32>, _ relationships: UnsafeBufferPointer<UInt32>, _ living: RowBitmap,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        var start = 0
        for index in 0...relationships.count {
            if index < relationships.count && living.contains(relationships[index]) { continue }
            if start < index {
                body(
                    UnsafeBufferPointer(rebasing: neighbours[start..<index]),
                    UnsafeBufferPointer(rebasing: relationships[start..<index]))
            }
            start = index + 1
        }
    }

    /// Living relationships of the row.
    @inline(__always)
    func degree(ofRow row: Int, living: RowBitmap) -> Int {
        guard let delta else { return base.degree(ofRow: row) }
        if !delta.hasDead(row) { return base.degree(ofRow: row) + delta.degree(ofRow: row) }
        var degree = 0
        forEachRun(ofRow: row, living: living) { neighbours, _ in degree += neighbours.count }
        return degree
    }

    // MARK: Writing, by the state that owns this chunk alone

    func insert(row: Int, neighbour: UInt32, relationship: UInt32, living: RowBitmap) {
        uniqueDelta().insert(row: row, neighbour: neighbour, relationship: relationship)
        mergeIfOutgrown(living)
    }

    /// The relationship, one of this row's, no longer lives.
    func markDeleted(row: Int, living: RowBitmap) {
        uniqueDelta().markDead(row: row)
        mergeIfOutgrown(living)
    }

    private func uniqueDelta() -> AdjacencyDelta {
        // The chunk is this state's own, and `copied()` copies the delta: nobody else holds it.
        if let delta { return delta }
        let newDelta = AdjacencyDelta()
        delta = newDelta
        return newDelta
    }

    /// What the delta may hold beside a base: an eighth, so that merging costs a few moves a relationship; less beside
    /// a large base, since a small transaction copies the delta.
    private static func deltaLimit(besideBase count: Int) -> Int { max(64, min(count / 8, 1024 + count / 64)) }

    private func mergeIfOutgrown(_ living: RowBitmap) {
        guard let delta, delta.entryCount + delta.deadCount > Self.deltaLimit(besideBase: base.count) else { return }
        base = AdjacencyBase(merging: base, delta, living: living)
        self.delta = nil
    }
}

/// The merged relationships of 1,024 nodes; never changed once made.
final class AdjacencyBase: @unchecked Sendable {
    static let empty = AdjacencyBase()

    /// Rows that have an offset; rows beyond have no relationship here.
    let rowCount: Int
    let count: Int
    /// `rowCount + 1` of them.
    let offsets: UnsafeMutablePointer<UInt32>
    let neighbours: UnsafeMutablePointer<UInt32>
    let relationships: UnsafeMutablePointer<UInt32>

    private init() {
        rowCount = 0
        count = 0
        offsets = .allocate(capacity: 1)
        offsets.initialize(to: 0)
        neighbours = offsets
        relationships = offsets
    }

    deinit { offsets.deallocate() }

    var byteCount: Int { 64 + 4 * (rowCount + 1 + 2 * count) }

    @inline(__always)
    func withRun(
        ofRow row: Int, _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard row < rowCount else { return }
        let start = Int(offsets[row])
        let length = Int(offsets[row + 1]) - start
        guard length > 0 else { return }
        body(
            UnsafeBufferPointer(start: neighbours + start, count: length),
            UnsafeBufferPointer(start: relationships + start, count: length))
    }

    @inline(__always)
    func degree(ofRow row: Int) -> Int {
        row < rowCount ? Int(offsets[row + 1] - offsets[row]) : 0
    }

    /// What lives of a base and its delta.
    init(merging base: AdjacencyBase, _ delta: AdjacencyDelta, living: RowBitmap) {
        let rows = max(base.rowCount, delta.highestRow + 1)
        let upperBound = base.count + delta.entryCount
        let block = UnsafeMutablePointer<UInt32>.allocate(capacity: rows + 1 + 2 * upperBound)
        let newNeighbours = block + rows + 1
        let newRelationships = newNeighbours + upperBound
        var merged = MergedRows(neighbours: newNeighbours, relationships: newRelationships)
        var scratch: [UInt64] = []
        for row in 0..<rows {
            block[row] = UInt32(truncatingIfNeeded: merged.count)
            scratch.removeAll(keepingCapacity: true)
            let hasDead = delta.hasDead(row)
            delta.withRun(ofRow: row) { neighbours, relationships in
                for index in 0..<neighbours.count {
                    if hasDead && !living.contains(relationships[index]) { continue }
                    scratch.append(UInt64(neighbours[index]) << 32 | UInt64(relationships[index]))
                }
            }
            if scratch.count > 1 { scratch.sort() }
            var taken = 0
            base.withRun(ofRow: row) { neighbours, relationships in
                if scratch.isEmpty && !hasDead {
                    merged.append(contentsOf: neighbours, relationships)
                    return
                }
                for index in 0..<neighbours.count {
                    if hasDead && !living.contains(relationships[index]) { continue }
                    let key = UInt64(neighbours[index]) << 32 | UInt64(relationships[index])
                    while taken < scratch.count && scratch[taken] < key {
                        merged.append(scratch[taken])
                        taken += 1
                    }
                    merged.append(key)
                }
            }
            while taken < scratch.count {
                merged.append(scratch[taken])
                taken += 1
            }
        }
        block[rows] = UInt32(truncatingIfNeeded: merged.count)
        rowCount = rows
        count = merged.count
        offsets = block
        neighbours = newNeighbours
        relationships = newRelationships
    }

    private struct MergedRows {
        let neighbours: UnsafeMutablePointer<UInt32>
        let relationships: UnsafeMutablePointer<UInt32>
        var count = 0

        @inline(__always)
        mutating func append(_ key: UInt64) {
            neighbours[count] = UInt32(truncatingIfNeeded: key >> 32)
            relationships[count] = UInt32(truncatingIfNeeded: key)
            count += 1
        }

        @inline(__always)
        mutating func append(
            contentsOf otherNeighbours: UnsafeBufferPointer<UInt32>, _ otherRelationships: UnsafeBufferPointer<UInt32>
        ) {
            guard let left = otherNeighbours.baseAddress, let right = otherRelationships.baseAddress else { return }
            (neighbours + count).initialize(from: left, count: otherNeighbours.count)
            (relationships + count).initialize(from: right, count: otherNeighbours.count)
            count += otherNeighbours.count
        }
    }
}
