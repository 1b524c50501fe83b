/// What was added to and deleted from 1,024 nodes' relationships since their base was made.
///
/// Each node with fresh relationships has a contiguous run in the arena, in order of arrival, with room for a power of
/// two; a run that outgrows its room moves to the arena's end. Runs are found by a small hash table of rows, and a
/// bitmap says whether there is one at all.
final class AdjacencyDelta: @unchecked Sendable {
    private struct Run {
        /// The row + 1; 0 is free.
        var key: UInt32 = 0
        var offset: UInt32 = 0
        var count: UInt32 = 0
        var capacity: UInt32 = 0
    }

    /// 16 words of rows with a run, 16 of rows with deleted relationships (here or in the base).
    ///
    /// One block of memory begins here: behind the bits lie the runs, then the arena.
    @exclusivity(unchecked) private var rowBits: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var runs: UnsafeMutablePointer<Run>
    @exclusivity(unchecked) private var runCapacity: Int
    @exclusivity(unchecked) private var runCount: Int
    /// Neighbours, then relationships, `arenaCapacity` of each.
    @exclusivity(unchecked) private var arena: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private var arenaCapacity: Int
    @exclusivity(unchecked) private var arenaCount: Int
    /// Relationships added, living or not.
    @exclusivity(unchecked) private(set) var entryCount: Int
    @exclusivity(unchecked) private(set) var deadCount: Int
    /// -1 without a run.
    @exclusivity(unchecked) private(set) var highestRow: Int

    private static let bitWordCount = 32

    init() {
        (runCapacity, runCount) = (4, 0)
        (arenaCapacity, arenaCount) = (4, 0)
        let wordCount = Self.wordCount(runCapacity, arenaCapacity)
        rowBits = .allocate(capacity: wordCount)
        rowBits.initialize(repeating: 0, count: wordCount)
        (runs, arena) = Self.parts(of: rowBits, runCapacity)
        entryCount = 0
        deadCount = 0
        highestRow = -1
    }

    private init(copying other: AdjacencyDelta) {
        (runCapacity, runCount) = (other.runCapacity, other.runCount)
        (arenaCapacity, arenaCount) = (other.arenaCapacity, other.arenaCount)
        let wordCount = Self.wordCount(runCapacity, arenaCapacity)
        rowBits = .allocate(capacity: wordCount)
        rowBits.initialize(from: other.rowBits, count: wordCount)
        (runs, arena) = Self.parts(of: rowBits, runCapacity)
        entryCount = other.entryCount
        deadCount = other.deadCount
        highestRow = other.highestRow
    }

    deinit { rowBits.deallocate() }

    /// Of the block, in words of 64 bits: a run is two, a place of the arena one.
    private static func wordCount(_ runCapacity: Int, _ arenaCapacity: Int) -> Int {
        bitWordCount + 2 * runCapacity + arenaCapacity
    }

    private static func parts(
        of block: UnsafeMutablePointer<UInt64>, _ runCapacity: Int
    ) -> (runs: UnsafeMutablePointer<Run>, arena: UnsafeMutablePointer<UInt32>) {
        let runs = UnsafeMutableRawPointer(block + bitWordCount)
        let arena = UnsafeMutableRawPointer(block + bitWordCount + 2 * runCapacity)
        return (runs.assumingMemoryBound(to: Run.self), arena.assumingMemoryBound(to: UInt32.self))
    }

    /// A larger block, with the bits of the old one and zeros behind them.
    private func largerBlock(_ runCapacity: Int, _ arenaCapacity: Int) -> UnsafeMutablePointer<UInt64> {
        let wordCount = Self.wordCount(runCapacity, arenaCapacity)
        let block = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
        block.initialize(from: rowBits, count: Self.bitWordCount)
        (block + Self.bitWordCount).initialize(repeating: 0, count: wordCount - Self.bitWordCount)
        return block
    }

    func copied() -> AdjacencyDelta { AdjacencyDelta(copying: self) }

    var byteCount: Int { 96 + 256 + 16 * runCapacity + 8 * arenaCapacity }

    @inline(__always)
    private func hasRun(_ row: Int) -> Bool { (rowBits[row >> 6] >> UInt64(row & 63)) & 1 != 0 }

    @inline(__always)
    func hasDead(_ row: Int) -> Bool { (rowBits[16 + (row >> 6)] >> UInt64(row & 63)) & 1 != 0 }

    /// Calls `body` with each row that has a run or deleted relationships.
    func forEachRow(_ body: (Int) -> Void) {
        for word in 0..<16 {
            var bits = rowBits[word] | rowBits[16 + word]
            while bits != 0 {
                body(word << 6 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
            }
        }
    }

    @inline(__always)
    func withRun(
        ofRow row: Int, _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard hasRun(row) else { return }
        let run = runs[slot(ofRow: row)]
        let start = arena + Int(run.offset)
        body(
            UnsafeBufferPointer(start: start, count: Int(run.count)),
            UnsafeBufferPointer(start: start + arenaCapacity, count: Int(run.count)))
    }

    @inline(__always)
    func degree(ofRow row: Int) -> Int { hasRun(row) ? Int(runs[slot(ofRow: row)].count) : 0 }

    /// Calls `body` with each row that has a run, and its length.
    @inline(__always)
    func forEachRun(_ body: (_ row: Int, _ count: Int) -> Void) {
        for index in 0..<runCapacity where runs[index].key != 0 {
            body(Int(runs[index].key) &- 1, Int(runs[index].count))
        }
    }

    /// Adds what the first `rowCount` rows have here to `counts`, living or not.
    func addDegrees(to counts: UnsafeMutablePointer<Int64>, rowCount: Int) {
        for index in 0..<runCapacity where runs[index].key != 0 {
            let row = Int(runs[index].key) - 1
            if row < rowCount { counts[row] &+= Int64(runs[index].count) }
        }
    }

    func markDead(row: Int) {
        rowBits[16 + (row >> 6)] |= 1 << UInt64(row & 63)
        deadCount += 1
    }

    func insert(row: Int, neighbour: UInt32, relationship: UInt32) {
        if !hasRun(row) { addRun(row: row) }
        let index = slot(ofRow: row)
        if runs[index].count == runs[index].capacity { makeRoom(inRun: index) }
        let place = Int(runs[index].offset + runs[index].count)
        arena[place] = neighbour
        arena[arenaCapacity + place] = relationship
        runs[index].count += 1
        entryCount += 1
    }

    /// The slot of the row's run, or the free one where it would be.
    @inline(__always)
    private func slot(ofRow row: Int) -> Int {
        let key = UInt32(truncatingIfNeeded: row + 1)
        var slot = Self.hash(row) & (runCapacity - 1)
        while runs[slot].key != key && runs[slot].key != 0 { slot = (slot + 1) & (runCapacity - 1) }
        return slot
    }

    /// Rows are few and dense: their low bits spread well.
    @inline(__always)
    private static func hash(_ row: Int) -> Int { row }

    private func addRun(row: Int) {
        if (runCount + 1) * 4 > runCapacity * 3 { growRuns() }
        runs[slot(ofRow: row)].key = UInt32(truncatingIfNeeded: row + 1)
        runCount += 1
        rowBits[row >> 6] |= 1 << UInt64(row & 63)
        highestRow = max(highestRow, row)
    }

    private func growRuns() {
        let (oldBlock, oldRuns, oldArena, oldCapacity) = (rowBits, runs, arena, runCapacity)
        runCapacity *= 2
        rowBits = largerBlock(runCapacity, arenaCapacity)
        (runs, arena) = Self.parts(of: rowBits, runCapacity)
        for index in 0..<oldCapacity where oldRuns[index].key != 0 {
            runs[slot(ofRow: Int(oldRuns[index].key) - 1)] = oldRuns[index]
        }
        arena.update(from: oldArena, count: 2 * arenaCapacity)
        oldBlock.deallocate()
    }

    private func makeRoom(inRun index: Int) {
        let run = runs[index]
        let newCapacity = run.capacity == 0 ? 1 : Int(run.capacity) * 2
        let isLast = Int(run.offset + run.capacity) == arenaCount && run.capacity != 0
        let newOffset = isLast ? Int(run.offset) : arenaCount
        if newOffset + newCapacity > arenaCapacity { growArena(toHold: newOffset + newCapacity) }
        if !isLast && run.count > 0 {
            (arena + newOffset).update(from: arena + Int(run.offset), count: Int(run.count))
            (arena + arenaCapacity + newOffset)
                .update(from: arena + arenaCapacity + Int(run.offset), count: Int(run.count))
        }
        arenaCount = newOffset + newCapacity
        runs[index].offset = UInt32(truncatingIfNeeded: newOffset)
        runs[index].capacity = UInt32(truncatingIfNeeded: newCapacity)
    }

    private func growArena(toHold needed: Int) {
        var newCapacity = arenaCapacity
        while newCapacity < needed { newCapacity *= 2 }
        let (oldBlock, oldRuns, oldArena) = (rowBits, runs, arena)
        rowBits = largerBlock(runCapacity, newCapacity)
        (runs, arena) = Self.parts(of: rowBits, runCapacity)
        runs.update(from: oldRuns, count: runCapacity)
        arena.update(from: oldArena, count: arenaCount)
        (arena + newCapacity).update(from: oldArena + arenaCapacity, count: arenaCount)
        oldBlock.deallocate()
        arenaCapacity = newCapacity
    }
}
