import CKernels
import Synchronization

/// The relationships of one type and direction of 1,024 nodes.
///
/// Most of them lie in the base: an offset a node, then neighbours and relationship numbers in two arrays, sorted by
/// neighbour (then number) within a node. The base is never changed, so chunks share it. Fresh relationships go into the
/// delta, which a change copies: a run of its own for each node that has any. A deleted relationship stays where it is;
/// its node's row is marked, and readers of such a row leave out what no longer lives. Once delta and deleted outgrow a
/// fraction of the base, both are merged into a new one.
final class AdjacencyChunk: SpineChunk, @unchecked Sendable {
    // What a look at a node needs comes first, within as few lines of memory as can be.
    @exclusivity(unchecked) private var unmanagedDelta: Unmanaged<AdjacencyDelta>?
    /// What `base` holds, so that a reader goes one step less and counts no reference.
    @exclusivity(unchecked) private(set) var baseRuns: AdjacencyBase.Runs
    /// A bit for each row that has relationships, once somebody asked for them and until one is changed.
    private let connected = Atomic<UnsafeMutablePointer<UInt64>?>(nil)
    private var base: AdjacencyBase
    private var ownDelta: AdjacencyDelta?

    init() {
        base = AdjacencyBase.empty
        baseRuns = base.runs
    }

    init(base: AdjacencyBase) {
        self.base = base
        baseRuns = base.runs
    }

    private init(copying other: AdjacencyChunk) {
        base = other.base
        baseRuns = base.runs
        ownDelta = other.ownDelta?.copied()
        unmanagedDelta = ownDelta.map { Unmanaged.passUnretained($0) }
    }

    var delta: AdjacencyDelta? { ownDelta }
    var hasDelta: Bool { unmanagedDelta != nil }

    /// Calls `body` with each row whose relationships are not those of the base alone, and how many live.
    @inline(__always)
    func forEachChangedDegree(living: RowBitmapReader, _ body: (_ row: Int, _ degree: Int) -> Void) {
        unmanagedDelta?
            ._withUnsafeGuaranteedRef { delta in
                if delta.deadCount == 0 {
                    delta.forEachRun { row, count in body(row, baseRuns.degree(ofRow: row) &+ count) }
                } else {
                    delta.forEachRow { row in body(row, degree(ofRow: row, living: living)) }
                }
            }
    }

    deinit { connected.load(ordering: .relaxed)?.deallocate() }

    func copied() -> AdjacencyChunk { AdjacencyChunk(copying: self) }

    var byteCount: Int {
        64 + base.byteCount + (delta?.byteCount ?? 0)
            + (connected.load(ordering: .relaxed) == nil ? 0 : BitmapChunk.wordCount * 8)
    }

    // MARK: Reading

    /// Calls `body` with each run of living relationships of the row: none is empty.
    @inline(__always)
    func forEachRun(
        ofRow row: Int, living: RowBitmapReader,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard let unmanagedDelta else {
            baseRuns.withRun(ofRow: row, body)
            return
        }
        unmanagedDelta._withUnsafeGuaranteedRef { delta in
            if !delta.hasDead(row) {
                baseRuns.withRun(ofRow: row, body)
                delta.withRun(ofRow: row, body)
            } else {
                baseRuns.withRun(ofRow: row) { Self.forEachLivingRun($0, $1, living, body) }
                delta.withRun(ofRow: row) { Self.forEachLivingRun($0, $1, living, body) }
            }
        }
    }

    @inline(never)
    private static func forEachLivingRun(
        _ neighbours: UnsafeBufferPointer<UInt32>, _ relationships: UnsafeBufferPointer<UInt32>,
        _ living: RowBitmapReader,
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

    /// Calls `body` with each living relationship of the row that leads to `neighbour`.
    @inline(__always)
    func forEachRelationship(
        ofRow row: Int, to neighbour: UInt32, living: RowBitmapReader, _ body: (UInt32) -> Void
    ) {
        let hasDead = unmanagedDelta?._withUnsafeGuaranteedRef { $0.hasDead(row) } ?? false
        baseRuns.withRun(ofRow: row) { neighbours, relationships in
            var low = 0
            var high = neighbours.count
            while low < high {
                let middle = (low &+ high) >> 1
                if neighbours[middle] < neighbour { low = middle &+ 1 } else { high = middle }
            }
            while low < neighbours.count, neighbours[low] == neighbour {
                if !hasDead || living.contains(relationships[low]) { body(relationships[low]) }
                low &+= 1
            }
        }
        unmanagedDelta?._withUnsafeGuaranteedRef { delta in
            delta.withRun(ofRow: row) { neighbours, relationships in
                for index in 0..<neighbours.count where neighbours[index] == neighbour {
                    if !hasDead || living.contains(relationships[index]) { body(relationships[index]) }
                }
            }
        }
    }

    /// Has brought near where the row's neighbours begin.
    @inline(__always)
    func prefetchOffset(ofRow row: Int) { relate_prefetch(baseRuns.offsets + row) }

    /// Has brought near where the neighbours of all rows begin.
    func prefetchOffsets() {
        let runs = baseRuns
        for row in stride(from: 0, to: min(runs.rowCount, GraphState.chunkRows), by: 16) {
            relate_prefetch(runs.offsets + row)
        }
    }

    /// Has brought near the first of the row's neighbours, and of its relationships where they are asked for.
    @inline(__always)
    func prefetchNeighbours(ofRow row: Int, withRelationships: Bool) {
        let runs = baseRuns
        guard row < runs.rowCount else { return }
        let first = Int(runs.offsets[row])
        relate_prefetch(runs.neighbours + first)
        relate_prefetch(runs.neighbours + first + 16)
        guard withRelationships else { return }
        relate_prefetch(runs.relationships + first)
        relate_prefetch(runs.relationships + first + 16)
    }

    /// Living relationships of the row.
    @inline(__always)
    func degree(ofRow row: Int, living: RowBitmapReader) -> Int {
        guard let unmanagedDelta else { return baseRuns.degree(ofRow: row) }
        return unmanagedDelta._withUnsafeGuaranteedRef { delta in
            if !delta.hasDead(row) { return baseRuns.degree(ofRow: row) + delta.degree(ofRow: row) }
            var degree = 0
            forEachRun(ofRow: row, living: living) { neighbours, _ in degree += neighbours.count }
            return degree
        }
    }

    /// Living relationships of the rows in `members`.
    func count(of members: ElementChunk, living: RowBitmapReader) -> Int {
        if members.isFull, unmanagedDelta == nil { return baseRuns.count }
        var count = 0
        for word in 0..<BitmapChunk.wordCount {
            var bits = members.words[word]
            while bits != 0 {
                count += degree(ofRow: word << 6 + bits.trailingZeroBitCount, living: living)
                bits &= bits - 1
            }
        }
        return count
    }

    // MARK: Which rows have relationships

    /// 16 words with a bit for each row that has relationships: whether there are any is told by the 32nd part of the memory that
    /// offsets take. Valid until the chunk is changed; threads may ask at the same time.
    ///
    /// - Returns: `nil` where some were deleted: who lives is the state's to say.
    var connectedRows: UnsafePointer<UInt64>? {
        if let words = connected.load(ordering: .acquiring) { return UnsafePointer(words) }
        return findConnected()
    }

    /// Has brought near what `connectedRows` is, where it is known.
    @inline(__always)
    func prefetchConnectedRows() {
        guard let words = connected.load(ordering: .relaxed) else { return prefetchOffsets() }
        relate_prefetch(words)
        relate_prefetch(words + BitmapChunk.wordCount / 2)
    }

    @inline(never)
    private func findConnected() -> UnsafePointer<UInt64>? {
        if let ownDelta, ownDelta.deadCount > 0 { return nil }
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: BitmapChunk.wordCount)
        words.initialize(repeating: 0, count: BitmapChunk.wordCount)
        relate_mask_degrees(baseRuns.offsets, min(baseRuns.rowCount, GraphState.chunkRows), 1, .max - 1, words)
        ownDelta?.forEachRun { row, _ in words[row >> 6] |= 1 << UInt64(row & 63) }
        let (isFirst, other) = connected.compareExchange(
            expected: nil, desired: words, ordering: .acquiringAndReleasing)
        guard !isFirst, let other else { return UnsafePointer(words) }
        words.deallocate()
        return UnsafePointer(other)
    }

    /// Before a change: nobody else reads the chunk then.
    @inline(__always)
    private func forgetConnected() {
        guard connected.load(ordering: .relaxed) != nil else { return }
        connected.exchange(nil, ordering: .relaxed)?.deallocate()
    }

    // MARK: Writing, by the state that owns this chunk alone

    @inline(__always)
    func insert(row: Int, neighbour: UInt32, relationship: UInt32, living: RowBitmapReader) {
        uniqueDelta._withUnsafeGuaranteedRef { delta in
            delta.insert(row: row, neighbour: neighbour, relationship: relationship)
            if delta.entryCount + delta.deadCount > deltaLimit { merge(living) }
        }
    }

    /// Few go into the delta as they would alone; many become part of the base at once.
    func insert(_ entries: UnsafeBufferPointer<AdjacencyEntry>, living: RowBitmapReader) {
        // To move what is there costs no more than to find a place in the delta for each.
        let isCheap = entries.count > Self.fewEntries && entries.count * 64 >= baseRuns.count
        guard isCheap || entries.count > deltaLimit / 4 else {
            for entry in entries {
                insert(
                    row: Int(entry.row), neighbour: entry.neighbour, relationship: entry.relationship, living: living)
            }
            return
        }
        replaceBase(by: AdjacencyBase(adding: entries, to: compacted(living: living)))
    }

    /// A small transaction adds no more.
    private static let fewEntries = 16

    /// The relationship, one of this row's, no longer lives.
    func markDeleted(row: Int, living: RowBitmapReader) {
        uniqueDelta._withUnsafeGuaranteedRef { delta in
            delta.markDead(row: row)
            if delta.entryCount + delta.deadCount > deltaLimit { merge(living) }
        }
    }

    /// The delta to be changed, made where there is none. The chunk is its state's own, and `copied()` copies the delta: nobody else
    /// holds it.
    private var uniqueDelta: Unmanaged<AdjacencyDelta> {
        @inline(__always) get {
            forgetConnected()
            if let unmanagedDelta { return unmanagedDelta }
            let newDelta = AdjacencyDelta()
            ownDelta = newDelta
            unmanagedDelta = .passUnretained(newDelta)
            return .passUnretained(newDelta)
        }
    }

    /// What the delta may hold beside the base: an eighth, so that merging costs a few moves a relationship; less beside
    /// a large base, since a small transaction copies the delta.
    private var deltaLimit: Int { max(64, min(baseRuns.count / 8, 256 + baseRuns.count / 64)) }

    /// All that lives of this chunk as one base; the chunk stays as it is.
    func compacted(living: RowBitmapReader) -> AdjacencyBase {
        ownDelta.map { AdjacencyBase(merging: base, $0, living: living) } ?? base
    }

    /// What was added and deleted becomes part of the base.
    @inline(never)
    func merge(_ living: RowBitmapReader) {
        guard let delta = ownDelta else { return }
        replaceBase(by: AdjacencyBase(merging: base, delta, living: living))
    }

    /// By one that holds the delta's too.
    private func replaceBase(by newBase: AdjacencyBase) {
        forgetConnected()
        base = newBase
        baseRuns = base.runs
        ownDelta = nil
        unmanagedDelta = nil
    }
}

/// A relationship on its way into a chunk.
struct AdjacencyEntry {
    /// Within the chunk.
    var row: UInt32 = 0
    var neighbour: UInt32 = 0
    var relationship: UInt32 = 0
}

/// The merged relationships of 1,024 nodes; never changed once made.
final class AdjacencyBase: @unchecked Sendable {
    static let empty = AdjacencyBase()

    let runs: Runs
    /// Keeps the memory, where it is not this base's own.
    private let owner: (AnyObject & Sendable)?

    /// Where the relationships lie.
    struct Runs: Sendable {
        /// Rows that have an offset; rows beyond have no relationship here.
        let rowCount: Int
        /// `rowCount + 1` of them.
        nonisolated(unsafe) let offsets: UnsafeMutablePointer<UInt32>
        nonisolated(unsafe) let neighbours: UnsafeMutablePointer<UInt32>
        nonisolated(unsafe) let relationships: UnsafeMutablePointer<UInt32>
        let count: Int

        init(
            rowCount: Int, count: Int, offsets: UnsafeMutablePointer<UInt32>, neighbours: UnsafeMutablePointer<UInt32>,
            relationships: UnsafeMutablePointer<UInt32>
        ) {
            self.rowCount = rowCount
            self.count = count
            self.offsets = offsets
            self.neighbours = neighbours
            self.relationships = relationships
        }

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
        func degree(ofRow row: Int) -> Int { row < rowCount ? Int(offsets[row + 1] - offsets[row]) : 0 }
    }

    private init() {
        let offsets = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
        offsets.initialize(to: 0)
        runs = Runs(rowCount: 0, count: 0, offsets: offsets, neighbours: offsets, relationships: offsets)
        owner = nil
    }

    deinit { if owner == nil { runs.offsets.deallocate() } }

    var byteCount: Int { 64 + 4 * (runs.rowCount + 1 + 2 * runs.count) }

    /// In memory of `owner`.
    init(_ runs: Runs, owner: AnyObject & Sendable) {
        self.runs = runs
        self.owner = owner
    }

    /// - Parameter block: offsets, neighbours and relationships, one behind the other; from now on the base's own.
    init(_ block: UnsafeMutablePointer<UInt32>, rowCount: Int, count: Int) {
        runs = Runs(
            rowCount: rowCount, count: count, offsets: block, neighbours: block + rowCount + 1,
            relationships: block + rowCount + 1 + count)
        owner = nil
    }

    /// What lives of a base and its delta.
    init(merging base: AdjacencyBase, _ delta: AdjacencyDelta, living: RowBitmapReader) {
        let rows = max(base.runs.rowCount, delta.highestRow + 1)
        let upperBound = base.runs.count + delta.entryCount
        let block = UnsafeMutablePointer<UInt32>.allocate(capacity: rows + 1 + 2 * upperBound)
        let newNeighbours = block + rows + 1
        let newRelationships = newNeighbours + upperBound
        var merged = MergedRows(neighbours: newNeighbours, relationships: newRelationships)
        var scratch: [UInt64] = []
        var next = 0
        delta.forEachRow { row in
            merged.append(rows: next..<row, of: base.runs, offsets: block)
            next = row + 1
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
            base.runs.withRun(ofRow: row) { neighbours, relationships in
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
        merged.append(rows: next..<rows, of: base.runs, offsets: block)
        block[rows] = UInt32(truncatingIfNeeded: merged.count)
        owner = nil
        runs = Runs(
            rowCount: rows, count: merged.count, offsets: block, neighbours: newNeighbours,
            relationships: newRelationships)
    }

    /// A base and many more, all of which live.
    init(adding entries: UnsafeBufferPointer<AdjacencyEntry>, to base: AdjacencyBase) {
        var offsets = [Int](repeating: 0, count: GraphState.chunkRows + 1)
        for entry in entries { offsets[Int(entry.row) + 1] += 1 }
        let highest = offsets.lastIndex { $0 > 0 } ?? 0
        for row in 0..<GraphState.chunkRows { offsets[row + 1] += offsets[row] }
        var keys = [UInt64](repeating: 0, count: entries.count)
        var next = offsets
        for entry in entries {
            keys[next[Int(entry.row)]] = UInt64(entry.neighbour) << 32 | UInt64(entry.relationship)
            next[Int(entry.row)] += 1
        }
        let rows = max(base.runs.rowCount, highest)
        let total = base.runs.count + entries.count
        let block = UnsafeMutablePointer<UInt32>.allocate(capacity: rows + 1 + 2 * total)
        let newNeighbours = block + rows + 1
        let newRelationships = newNeighbours + total
        var merged = MergedRows(neighbours: newNeighbours, relationships: newRelationships)
        keys.withUnsafeMutableBufferPointer { keys in
            var row = 0
            while row < rows {
                var other = row
                while other < rows, offsets[other] == offsets[other + 1] { other += 1 }
                merged.append(rows: row..<other, of: base.runs, offsets: block)
                row = other
                guard row < rows else { break }
                defer { row += 1 }
                block[row] = UInt32(truncatingIfNeeded: merged.count)
                var fresh = UnsafeMutableBufferPointer(rebasing: keys[offsets[row]..<offsets[row + 1]])
                if fresh.count > 1 { fresh.sort() }
                var taken = 0
                base.runs.withRun(ofRow: row) { neighbours, relationships in
                    if fresh.count * MergedRows.fewShare <= neighbours.count {
                        merged.append(contentsOf: neighbours, relationships, and: fresh)
                        taken = fresh.count
                        return
                    }
                    for index in 0..<neighbours.count {
                        let key = UInt64(neighbours[index]) << 32 | UInt64(relationships[index])
                        while taken < fresh.count && fresh[taken] < key {
                            merged.append(fresh[taken])
                            taken += 1
                        }
                        merged.append(key)
                    }
                }
                while taken < fresh.count {
                    merged.append(fresh[taken])
                    taken += 1
                }
            }
        }
        block[rows] = UInt32(truncatingIfNeeded: merged.count)
        owner = nil
        runs = Runs(
            rowCount: rows, count: merged.count, offsets: block, neighbours: newNeighbours,
            relationships: newRelationships)
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

        /// Rows that follow each other, of which none has new ones or lost any: all at once, with the offsets where each begins.
        mutating func append(rows: Range<Int>, of runs: Runs, offsets: UnsafeMutablePointer<UInt32>) {
            let end = min(rows.upperBound, runs.rowCount)
            if rows.lowerBound < end {
                let first = runs.offsets[rows.lowerBound]
                let shift = UInt32(truncatingIfNeeded: count) &- first
                for row in rows.lowerBound..<end { offsets[row] = runs.offsets[row] &+ shift }
                let length = Int(runs.offsets[end] - first)
                append(
                    contentsOf: UnsafeBufferPointer(start: runs.neighbours + Int(first), count: length),
                    UnsafeBufferPointer(start: runs.relationships + Int(first), count: length))
            }
            for row in max(rows.lowerBound, end)..<max(rows.upperBound, end) {
                offsets[row] = UInt32(truncatingIfNeeded: count)
            }
        }

        /// Fewer new ones than one in so many are put between runs of the old ones.
        static let fewShare = 16

        /// Both in order, the new ones few.
        mutating func append(
            contentsOf otherNeighbours: UnsafeBufferPointer<UInt32>, _ otherRelationships: UnsafeBufferPointer<UInt32>,
            and fresh: UnsafeMutableBufferPointer<UInt64>
        ) {
            var start = 0
            for key in fresh {
                var low = start
                var high = otherNeighbours.count
                // New nodes have the highest numbers: as a rule, all old ones come before.
                if low < high, Self.key(otherNeighbours[high - 1], otherRelationships[high - 1]) < key { low = high }
                while low < high {
                    let middle = (low &+ high) >> 1
                    if Self.key(otherNeighbours[middle], otherRelationships[middle]) < key {
                        low = middle &+ 1
                    } else {
                        high = middle
                    }
                }
                append(
                    contentsOf: UnsafeBufferPointer(rebasing: otherNeighbours[start..<low]),
                    UnsafeBufferPointer(rebasing: otherRelationships[start..<low]))
                append(key)
                start = low
            }
            append(
                contentsOf: UnsafeBufferPointer(rebasing: otherNeighbours[start...]),
                UnsafeBufferPointer(rebasing: otherRelationships[start...]))
        }

        @inline(__always)
        private static func key(_ neighbour: UInt32, _ relationship: UInt32) -> UInt64 {
            UInt64(neighbour) << 32 | UInt64(relationship)
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
