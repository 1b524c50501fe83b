import CKernels
import Durability

/// One direction of a type's relationships, as a section holds it.
struct LoadedAdjacency {
    var spine = Spine<AdjacencyChunk>()
    var count = 0
    /// Relationships from a node to itself; counted where they go out.
    var loopCount = 0
}

extension CheckpointLoading {
    /// What the offsets of all adjacencies take at the most: one more than it has rows for each chunk, and what lies between
    /// them. A row has a byte of its degree at the least, and a chunk 12 in the section's directory.
    static func offsetBytesLimit(_ reader: CheckpointReader) -> Int {
        let nodeRows = Int(reader.header.nodeRows)
        let kinds = [CheckpointFormat.Kind.outgoing.rawValue, CheckpointFormat.Kind.incoming.rawValue]
        return reader.entries.filter { kinds.contains($0.kind) }.reduce(0) { sum, entry in
            let byteCount = Int(entry.storedBytes)
            return sum + 4 * min(nodeRows, byteCount) + 32 * min(nodeRows / GraphState.chunkRows + 1, byteCount / 12)
        }
    }

    func put(_ adjacency: LoadedAdjacency, type: Int, isOutgoing: Bool) {
        while storage.typeAdjacencies.count <= type { storage.typeAdjacencies.append(TypeAdjacency()) }
        if isOutgoing {
            storage.typeAdjacencies[type].outgoing = adjacency.spine
            storage.typeAdjacencies[type].count = adjacency.count
            storage.typeAdjacencies[type].settledCount = adjacency.count
            storage.typeAdjacencies[type].loopCount = adjacency.loopCount
        } else {
            storage.typeAdjacencies[type].incoming = adjacency.spine
        }
    }

    func adjacency(_ section: inout SectionReader, isOutgoing: Bool) throws(ByteError) -> LoadedAdjacency {
        let count = try section.count(ofSize: 12)
        var directory = SectionReader(try section.take(count * 12))
        try section.align(to: 8)
        let memory = offsetMemory
        var adjacency = LoadedAdjacency()
        var previous = -1
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
            let firstRow = index * GraphState.chunkRows
            let toNodes = relate_survey(
                runs.neighbours, relationshipCount, UInt32(truncatingIfNeeded: firstRow), UInt32(rowCount))
            let byRelationships = relate_survey(runs.relationships, relationshipCount, 0, 0)
            guard fill(runs, degrees, width),
                relationshipCount == 0
                    || toNodes.highest < nodeRows && byRelationships.highest < relationshipRows
            else { throw ByteError(offset: section.offset) }
            // A loop leads into its own chunk.
            if isOutgoing, toNodes.within > 0 { adjacency.loopCount += Self.loopCount(runs, firstRow: firstRow) }
            _ = adjacency.spine.uniqueChunk(at: index) { AdjacencyChunk(base: AdjacencyBase(runs, owner: memory)) }
            adjacency.count += relationshipCount
        }
        return adjacency
    }

    /// Sets the offsets.
    ///
    /// - Returns: whether they fit.
    private func fill(_ runs: AdjacencyBase.Runs, _ degrees: UnsafeRawBufferPointer, _ width: Int) -> Bool {
        switch width {
        case 1: Self.fill(runs, degrees, UInt8.self) == runs.count
        case 2: Self.fill(runs, degrees, UInt16.self) == runs.count
        case 4: Self.fill(runs, degrees, UInt32.self) == runs.count
        default: false
        }
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

    /// Relationships from a node to itself.
    private static func loopCount(_ runs: AdjacencyBase.Runs, firstRow: Int) -> Int {
        let first = UInt32(truncatingIfNeeded: firstRow)
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
