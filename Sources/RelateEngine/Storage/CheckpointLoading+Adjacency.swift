import Durability

extension CheckpointLoading {
    /// What the offsets of all adjacencies take at the most: one more than it has rows for each chunk, and what lies between
    /// them. A row has a byte of its degree at the least, and a chunk 12 in the section's directory.
    var offsetBytesLimit: Int {
        let kinds = [CheckpointFormat.Kind.outgoing.rawValue, CheckpointFormat.Kind.incoming.rawValue]
        return reader.entries.filter { kinds.contains($0.kind) }.reduce(0) { sum, entry in
            let byteCount = Int(entry.storedBytes)
            return sum + 4 * min(nodeRows, byteCount) + 32 * min(nodeRows / GraphState.chunkRows + 1, byteCount / 12)
        }
    }

    func adjacency(_ section: inout SectionReader, type: Int, isOutgoing: Bool) throws(ByteError) {
        guard type < shared.relationshipTypes.count else { throw ByteError(offset: 0) }
        while storage.typeAdjacencies.count <= type { storage.typeAdjacencies.append(TypeAdjacency()) }
        let count = try section.count(ofSize: 12)
        var directory = SectionReader(try section.take(count * 12))
        try section.align(to: 8)
        let memory = offsetMemory
        var spine = Spine<AdjacencyChunk>()
        var previous = -1
        var total = 0
        var loops = 0
        for _ in 0..<count {
            let index = Int(try directory.fixed(UInt32.self))
            let rowCount = Int(try directory.fixed(UInt16.self))
            let width = Int(try directory.fixed(UInt8.self))
            _ = try directory.fixed(UInt8.self)
            let relationshipCount = Int(try directory.fixed(UInt32.self))
            try checkIndex(index, after: &previous, rows: nodeRows, section)
            guard rowCount <= GraphState.chunkRows, index * GraphState.chunkRows + rowCount <= nodeRows else {
                throw ByteError(offset: section.offset)
            }
            let degrees = try section.take(width * rowCount)
            try section.align(to: 4)
            let neighbours = try section.take(4 * relationshipCount)
            let relationships = try section.take(4 * relationshipCount)
            guard let firstNeighbour = neighbours.baseAddress, let firstRelationship = relationships.baseAddress else {
                throw ByteError(offset: section.offset)
            }
            guard let offsets = memory.take(4 * (rowCount + 1)) else { throw ByteError(offset: section.offset) }
            // Nothing ever writes to neighbours and relationships.
            let runs = AdjacencyBase.Runs(
                rowCount: rowCount, count: relationshipCount,
                offsets: offsets.bindMemory(to: UInt32.self, capacity: rowCount + 1),
                neighbours: UnsafeMutablePointer(mutating: firstNeighbour.assumingMemoryBound(to: UInt32.self)),
                relationships: UnsafeMutablePointer(mutating: firstRelationship.assumingMemoryBound(to: UInt32.self)))
            guard fill(runs, degrees, width) else { throw ByteError(offset: section.offset) }
            if isOutgoing { loops += Self.loopCount(runs, firstRow: index * GraphState.chunkRows) }
            _ = spine.uniqueChunk(at: index) { AdjacencyChunk(base: AdjacencyBase(runs, owner: memory)) }
            total += relationshipCount
        }
        if isOutgoing {
            storage.typeAdjacencies[type].outgoing = spine
            storage.typeAdjacencies[type].count = total
            storage.typeAdjacencies[type].loopCount = loops
        } else {
            storage.typeAdjacencies[type].incoming = spine
        }
    }

    /// Sets the offsets.
    ///
    /// - Returns: whether they fit, and every number is one of the store.
    private func fill(_ runs: AdjacencyBase.Runs, _ degrees: UnsafeRawBufferPointer, _ width: Int) -> Bool {
        let total: UInt64
        switch width {
        case 1: total = Self.fill(runs, degrees, UInt8.self)
        case 2: total = Self.fill(runs, degrees, UInt16.self)
        case 4: total = Self.fill(runs, degrees, UInt32.self)
        default: return false
        }
        guard total == UInt64(runs.count) else { return false }
        return runs.count == 0
            || Self.highest(runs.neighbours, runs.count) < nodeRows
                && Self.highest(runs.relationships, runs.count) < relationshipRows
    }

    @inline(__always)
    private static func fill<Degree: FixedWidthInteger & UnsignedInteger>(
        _ runs: AdjacencyBase.Runs, _ degrees: UnsafeRawBufferPointer, _ type: Degree.Type
    ) -> UInt64 {
        var place: UInt64 = 0
        for row in 0..<runs.rowCount {
            runs.offsets[row] = UInt32(truncatingIfNeeded: place)
            place += UInt64(degrees.loadUnaligned(fromByteOffset: row * MemoryLayout<Degree>.size, as: type))
        }
        runs.offsets[runs.rowCount] = UInt32(truncatingIfNeeded: place)
        return place
    }

    private static func highest(_ numbers: UnsafePointer<UInt32>, _ count: Int) -> Int {
        var highest: UInt32 = 0
        for index in 0..<count { highest = max(highest, numbers[index]) }
        return Int(highest)
    }

    /// Relationships from a node to itself.
    private static func loopCount(_ runs: AdjacencyBase.Runs, firstRow: Int) -> Int {
        let first = UInt32(truncatingIfNeeded: firstRow)
        let rows = UInt32(truncatingIfNeeded: runs.rowCount)
        var candidates = 0
        for index in 0..<runs.count { candidates &+= runs.neighbours[index] &- first < rows ? 1 : 0 }
        guard candidates > 0 else { return 0 }
        var loops = 0
        for row in 0..<runs.rowCount {
            let start = first &+ UInt32(truncatingIfNeeded: row)
            for index in Int(runs.offsets[row])..<Int(runs.offsets[row + 1]) where runs.neighbours[index] == start {
                loops += 1
            }
        }
        return loops
    }
}
