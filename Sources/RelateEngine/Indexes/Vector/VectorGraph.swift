/// Vectors of one dimension with their elements: rows to scan, in cells where that spares most of them, and else, where they are
/// many, over the older ones a hierarchical navigable small world.
///
/// A slot is a vector's row, given in the order of insertion. Slots below `linkedCount` are nodes of the proximity graph; those
/// behind it are scanned by their codes, which up to some hundred thousand is as quick as a walk and misses nothing: an index of
/// that size has no graph at all, nor has one in cells, and one write links two slots at the most. A removed slot stays as a way
/// through the graph until the removed ones are many; then all is made anew without them. Rows are copied on write in blocks, so
/// that a state before a write goes on reading what it had.
///
/// - Source: Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical Navigable
///   Small World graphs".
struct VectorGraph: Sendable {
    let dimension: Int
    let settings: VectorIndexSettings
    /// Coordinates of a row, with zeros at the end.
    let width: Int

    private var vectors: RowBlocks
    private var codes: RowBlocks
    /// Of each slot: `NodeRow`.
    private var nodes: RowBlocks
    /// Neighbours above the lowest level, a row a level of a slot: their count, then they.
    private var upper: RowBlocks
    /// The last slot that an element was given, plus 1, by element.
    private var slots = RowBlocks(rowBytes: 4)

    private(set) var slotCount = 0
    private(set) var linkedCount = 0
    private(set) var liveCount = 0
    private var upperCount = 0
    /// Where slots lie near each other, as long as nothing is linked and they do.
    private(set) var cells: VectorCells?
    /// Slots at which they are looked at again.
    private var nextArrangement: Int
    private let arrangedLeast: Int
    /// Where every search begins: a slot of the highest level.
    private var entry: UInt32?
    private var topLevel = 0

    /// Coordinates that are scanned rather than linked: less than a millisecond.
    static let unlinkedCoordinates = 1 << 24
    /// Slots that are scanned rather than linked.
    let unlinkedLimit: Int
    static let levelLimit = 24
    /// So many removed slots are never worth a new beginning.
    private static let deadLimit = 1024

    /// The words of a slot's row: its element, its flags, its first row in `upper`, the count of its neighbours, they.
    enum NodeRow {
        static let element = 0
        static let flags = 1
        static let upper = 2
        static let count = 3
        static let neighbours = 4
        // In `flags`; the level stands from bit 8 on.
        static let live: UInt32 = 1
        static let linked: UInt32 = 2
    }

    /// So many are scanned as quickly as they are.
    static let arrangedLeast = 4096

    /// - Parameters: for tests; elsewhere as they are.
    init(
        dimension: Int, settings: VectorIndexSettings, unlinkedCoordinates: Int = Self.unlinkedCoordinates,
        arrangedLeast: Int = Self.arrangedLeast
    ) {
        self.arrangedLeast = arrangedLeast
        nextArrangement = arrangedLeast
        self.dimension = dimension
        self.settings = settings
        width = (dimension + VectorCodes.width - 1) / VectorCodes.width * VectorCodes.width
        unlinkedLimit = max(16, unlinkedCoordinates / width)
        vectors = RowBlocks(rowBytes: width * 4)
        codes = RowBlocks(rowBytes: VectorCodes.rowBytes(width), blockBytes: VectorCodes.blockBytes)
        nodes = RowBlocks(rowBytes: (NodeRow.neighbours + 2 * settings.neighbours) * 4)
        upper = RowBlocks(rowBytes: (1 + settings.neighbours) * 4)
    }

    // MARK: Reading

    /// The graph's rows without their reference counts.
    struct Reader {
        let similarity: VectorSimilarity
        let width: Int
        let vectors: RowReader
        let codes: RowReader
        let nodes: RowReader
        let upper: RowReader

        @inline(__always)
        func distance(_ query: UnsafePointer<Float>, _ slot: UInt32) -> Float {
            similarity.distance(query, vectors.floats(Int(slot)), width)
        }

        @inline(__always)
        func node(_ slot: UInt32) -> UnsafePointer<UInt32> { nodes.words(Int(slot)) }

        @inline(__always)
        func isLive(_ slot: UInt32) -> Bool { node(slot)[NodeRow.flags] & NodeRow.live != 0 }

        @inline(__always)
        func element(_ slot: UInt32) -> UInt32 { node(slot)[NodeRow.element] }

        @inline(__always)
        func level(_ slot: UInt32) -> Int { Int(node(slot)[NodeRow.flags] >> 8) }

        @inline(__always)
        func neighbours(_ slot: UInt32, level: Int) -> UnsafeBufferPointer<UInt32> {
            let row = node(slot)
            if level == 0 {
                return UnsafeBufferPointer(start: row + NodeRow.neighbours, count: Int(row[NodeRow.count]))
            }
            let words = upper.words(Int(row[NodeRow.upper]) + level - 1)
            return UnsafeBufferPointer(start: words + 1, count: Int(words[0]))
        }
    }

    var reader: Reader {
        Reader(
            similarity: settings.similarity, width: width, vectors: vectors.reader, codes: codes.reader,
            nodes: nodes.reader, upper: upper.reader)
    }

    /// Where a descent begins; `nil` while nothing is linked.
    var top: (slot: UInt32, level: Int)? { entry.map { ($0, topLevel) } }

    func slot(of element: UInt32) -> UInt32? {
        guard let row = slots.reader.find(Int(element)) else { return nil }
        let stored = row.load(as: UInt32.self)
        return stored == 0 ? nil : stored - 1
    }

    func contains(_ element: UInt32) -> Bool { slot(of: element).map { reader.isLive($0) } ?? false }

    /// What the index keeps of the element's vector; `nil` where it has none.
    func vector(of element: UInt32) -> [Float]? {
        guard let slot = slot(of: element), reader.isLive(slot) else { return nil }
        return Array(UnsafeBufferPointer(start: reader.vectors.floats(Int(slot)), count: dimension))
    }

    // MARK: Elements

    /// - Precondition: the element is not in it, and the vector has `dimension` coordinates.
    mutating func insert(_ element: UInt32, _ vector: [Float], linking isLinking: Bool = true) {
        if let last = slot(of: element), isVector(vector, of: last),
            Int(last) >= linkedCount || reader.node(last)[NodeRow.flags] & NodeRow.linked != 0
        {
            // A write that leaves the vector as it is takes it out and puts it back.
            setLive(last, true)
            return
        }
        let slot = UInt32(truncatingIfNeeded: slotCount)
        slotCount += 1
        let row = vectors.write(Int(slot)).assumingMemoryBound(to: Float.self)
        for (index, coordinate) in vector.enumerated() { row[index] = coordinate }
        VectorCodes.encode(row, width, into: codes.write(Int(slot)))
        let node = nodes.write(Int(slot)).assumingMemoryBound(to: UInt32.self)
        node[NodeRow.element] = element
        node[NodeRow.flags] = NodeRow.live
        slots.write(Int(element)).storeBytes(of: slot + 1, as: UInt32.self)
        liveCount += 1
        if isLinking { linkSome() }
        noteInCell(slot)
        if isLinking, linkedCount == 0, slotCount >= nextArrangement { arrange() }
    }

    private mutating func noteInCell(_ slot: UInt32) {
        guard cells != nil else { return }
        let row = reader.vectors.floats(Int(slot))
        if linkedCount == 0 { cells?.add(slot, row) } else { cells = nil }
    }

    /// Another graph's slot, as the last one of this.
    mutating func append(copyOf slot: UInt32, of other: Reader) {
        let element = other.element(slot)
        vectors.write(slotCount).copyMemory(from: other.vectors[Int(slot)], byteCount: width * 4)
        codes.write(slotCount).copyMemory(from: other.codes[Int(slot)], byteCount: VectorCodes.rowBytes(width))
        let node = nodes.write(slotCount).assumingMemoryBound(to: UInt32.self)
        node[NodeRow.element] = element
        node[NodeRow.flags] = NodeRow.live
        slotCount += 1
        slots.write(Int(element)).storeBytes(of: UInt32(truncatingIfNeeded: slotCount), as: UInt32.self)
        liveCount += 1
    }

    /// A graph of the same kind without elements.
    func emptied() -> VectorGraph {
        VectorGraph(
            dimension: dimension, settings: settings, unlinkedCoordinates: unlinkedLimit * width,
            arrangedLeast: arrangedLeast)
    }

    /// All slots lie in these cells, or in none; when they are twice as many it is time to look again.
    mutating func noteArrangement(_ cells: VectorCells?) {
        self.cells = cells
        nextArrangement = max(arrangedLeast, 2 * slotCount)
    }

    /// Does nothing where the element is not in it.
    mutating func remove(_ element: UInt32) {
        guard let slot = slot(of: element), reader.isLive(slot) else { return }
        setLive(slot, false)
        // Far fewer than half stay dead: what is made anew is paid for by what was removed.
        if slotCount - liveCount > max(Self.deadLimit, liveCount / 2) { self = compacted() }
    }

    private func isVector(_ vector: [Float], of slot: UInt32) -> Bool {
        let row = reader.vectors.floats(Int(slot))
        for (index, coordinate) in vector.enumerated() where row[index].bitPattern != coordinate.bitPattern {
            return false
        }
        return true
    }

    private mutating func setLive(_ slot: UInt32, _ isLive: Bool) {
        let node = nodes.write(Int(slot)).assumingMemoryBound(to: UInt32.self)
        let wasLive = node[NodeRow.flags] & NodeRow.live != 0
        guard wasLive != isLive else { return }
        node[NodeRow.flags] ^= NodeRow.live
        liveCount += isLive ? 1 : -1
    }

    // MARK: Links, for what builds the graph

    /// Slots that may stay unlinked: few, once there are links.
    private var unlinkedGoal: Int { linkedCount == 0 ? unlinkedLimit : unlinkedLimit / 8 }

    /// Arranges all slots, where none is linked; where that is of no use, links all but those that may stay unlinked: after a
    /// bulk load.
    ///
    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    mutating func linkAll<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) {
        if linkedCount == 0, slotCount >= nextArrangement { try arrange(check) }
        guard cells == nil, slotCount - linkedCount > unlinkedGoal else { return }
        var linker = VectorLinker(slotCount: slotCount, settings: settings)
        while slotCount - linkedCount > unlinkedGoal {
            try check()
            linkOldest(&linker)
        }
    }

    /// Two for one that is new: so all of them come to be linked without a write that waits long.
    private mutating func linkSome() {
        guard cells == nil, slotCount - linkedCount > unlinkedGoal else { return }
        var linker = VectorLinker(slotCount: slotCount, settings: settings)
        linkOldest(&linker)
        if slotCount - linkedCount > unlinkedGoal { linkOldest(&linker) }
    }

    private mutating func linkOldest(_ linker: inout VectorLinker) {
        let slot = UInt32(truncatingIfNeeded: linkedCount)
        linkedCount += 1
        // Nothing leads to a removed slot that was never linked, nor need it.
        if reader.isLive(slot) { linker.link(slot, in: &self) }
    }

    /// The next slot counts as linked; who calls links it.
    mutating func markLinked() { linkedCount += 1 }

    /// Gives the slot its level, with rows for its neighbours there.
    mutating func setLevel(_ level: Int, of slot: UInt32) {
        let node = nodes.write(Int(slot)).assumingMemoryBound(to: UInt32.self)
        node[NodeRow.flags] = node[NodeRow.flags] & 0xff | NodeRow.linked | UInt32(level) << 8
        node[NodeRow.upper] = UInt32(truncatingIfNeeded: upperCount)
        for row in 0..<level { _ = upper.write(upperCount + row) }
        upperCount += level
        if entry == nil || level > topLevel {
            entry = slot
            topLevel = level
        }
    }

    func neighbourLimit(level: Int) -> Int { level == 0 ? 2 * settings.neighbours : settings.neighbours }

    /// The row of neighbours to be changed: the count, and where they begin.
    @inline(__always)
    mutating func withNeighbours(
        of slot: UInt32, level: Int,
        _ change: (_ count: inout UInt32, _ neighbours: UnsafeMutablePointer<UInt32>) -> Void
    ) {
        if level == 0 {
            let node = nodes.write(Int(slot)).assumingMemoryBound(to: UInt32.self)
            change(&node[NodeRow.count], node + NodeRow.neighbours)
        } else {
            let row = Int(reader.node(slot)[NodeRow.upper]) + level - 1
            let words = upper.write(row).assumingMemoryBound(to: UInt32.self)
            change(&words[0], words + 1)
        }
    }

    mutating func setNeighbours(_ neighbours: [UInt32], of slot: UInt32, level: Int) {
        let limit = neighbourLimit(level: level)
        withNeighbours(of: slot, level: level) { count, row in
            count = UInt32(truncatingIfNeeded: min(limit, neighbours.count))
            for (index, neighbour) in neighbours.prefix(limit).enumerated() { row[index] = neighbour }
        }
    }
}
