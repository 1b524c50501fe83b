import CKernels
import Durability

/// Which way a relationship is followed from a node. With `.both` a relationship from a node to itself comes once.
package enum AdjacencyDirection: Sendable {
    case outgoing, incoming, both
}

/// All relationships of one type: both directions, and how many there are.
struct TypeAdjacency: Sendable {
    var outgoing = Spine<AdjacencyChunk>()
    var incoming = Spine<AdjacencyChunk>()
    var count = 0
    /// Relationships from a node to itself.
    var loopCount = 0
    /// `count` when the chunks were last without deltas.
    var settledCount = 0
    /// Relationships by a label of their start, and of their end: by label number.
    private var labelCounts: [(starting: Int, ending: Int)] = []

    func startCount(_ label: LabelID) -> Int { counts(label).starting }
    func endCount(_ label: LabelID) -> Int { counts(label).ending }

    private func counts(_ label: LabelID) -> (starting: Int, ending: Int) {
        Int(label.rawValue) < labelCounts.count ? labelCounts[Int(label.rawValue)] : (0, 0)
    }

    /// Notes that so many relationships more, or fewer, start and end at nodes with the label.
    mutating func noteLabel(_ label: Int, starting: Int, ending: Int) {
        guard starting | ending != 0 else { return }
        while labelCounts.count <= label { labelCounts.append((0, 0)) }
        labelCounts[label].starting += starting
        labelCounts[label].ending += ending
    }

    /// Counts the relationships of nodes with the label, of which none is counted yet: as a store is read.
    mutating func count(label: Int, _ members: RowBitmap, living: RowBitmapReader) {
        var counts = (starting: 0, ending: 0)
        for index in 0..<members.chunkCapacity {
            guard let chunk = members.chunk(at: index) else { continue }
            counts.starting += outgoing.chunk(at: index)?.count(of: chunk, living: living) ?? 0
            counts.ending += incoming.chunk(at: index)?.count(of: chunk, living: living) ?? 0
        }
        noteLabel(label, starting: counts.starting, ending: counts.ending)
    }

    var reader: TypeAdjacencyReader {
        @inline(__always) get {
            TypeAdjacencyReader(outgoing: outgoing.reader, incoming: incoming.reader, loopCount: loopCount)
        }
    }

    mutating func insert(_ relationship: UInt32, from start: UInt32, to end: UInt32, living: RowBitmapReader) {
        outgoing.uniqueChunk(at: Int(start >> 10)) { AdjacencyChunk() }
            ._withUnsafeGuaranteedRef {
                $0.insert(row: Int(start & 1023), neighbour: end, relationship: relationship, living: living)
            }
        incoming.uniqueChunk(at: Int(end >> 10)) { AdjacencyChunk() }
            ._withUnsafeGuaranteedRef {
                $0.insert(row: Int(end & 1023), neighbour: start, relationship: relationship, living: living)
            }
        count += 1
        if start == end { loopCount += 1 }
    }

    mutating func insert(
        _ relationships: [UInt32], from starts: [UInt32], to ends: [UInt32], living: RowBitmapReader
    ) {
        if relationships.count < Self.parallelCount {
            Self.insert(relationships, rows: starts, neighbours: ends, into: &outgoing, living)
            Self.insert(relationships, rows: ends, neighbours: starts, into: &incoming, living)
        } else {
            // The directions share nothing.
            let other = Direction(outgoing)
            outgoing = Spine()
            let thread = BackgroundThread {
                Self.insert(relationships, rows: starts, neighbours: ends, into: &other.spine, living)
            }
            if thread == nil {
                Self.insert(relationships, rows: starts, neighbours: ends, into: &other.spine, living)
            }
            Self.insert(relationships, rows: ends, neighbours: starts, into: &incoming, living)
            thread?.join()
            outgoing = other.spine
        }
        count += relationships.count
        for (start, end) in zip(starts, ends) where start == end { loopCount += 1 }
    }

    /// Below that a thread costs more than it spares.
    private static let parallelCount = 1 << 12

    /// One direction while a thread works on it.
    private final class Direction: @unchecked Sendable {
        var spine: Spine<AdjacencyChunk>

        init(_ spine: Spine<AdjacencyChunk>) { self.spine = spine }
    }

    private static func insert(
        _ relationships: [UInt32], rows: [UInt32], neighbours: [UInt32], into spine: inout Spine<AdjacencyChunk>,
        _ living: RowBitmapReader
    ) {
        let all = AdjacencySort.Part(relationships: relationships, rows: rows, neighbours: neighbours)
        insert(AdjacencySort.load(all, into: &spine) ?? all, into: &spine, living)
    }

    /// Sorted by chunk first, so that each takes in its own at once.
    private static func insert(
        _ part: AdjacencySort.Part, into spine: inout Spine<AdjacencyChunk>, _ living: RowBitmapReader
    ) {
        let (relationships, rows, neighbours) = (part.relationships, part.rows, part.neighbours)
        guard let highest = rows.max() else { return }
        var offsets = [Int](repeating: 0, count: Int(highest >> 10) + 2)
        for row in rows { offsets[Int(row >> 10) + 1] += 1 }
        for chunk in 1..<offsets.count { offsets[chunk] += offsets[chunk - 1] }
        var next = offsets
        var entries = [AdjacencyEntry](repeating: AdjacencyEntry(), count: rows.count)
        for place in rows.indices {
            let chunk = Int(rows[place] >> 10)
            entries[next[chunk]] = AdjacencyEntry(
                row: rows[place] & 1023, neighbour: neighbours[place], relationship: relationships[place])
            next[chunk] += 1
        }
        entries.withUnsafeBufferPointer { entries in
            for chunk in 0..<(offsets.count - 1) where offsets[chunk] < offsets[chunk + 1] {
                spine.uniqueChunk(at: chunk) { AdjacencyChunk() }
                    ._withUnsafeGuaranteedRef {
                        $0.insert(
                            UnsafeBufferPointer(rebasing: entries[offsets[chunk]..<offsets[chunk + 1]]), living: living)
                    }
            }
        }
    }

    /// So much has come that `settle` is worth it.
    var isUnsettled: Bool { count - settledCount >= max(Self.settledMinimum, count / 4) }

    /// The deltas of all chunks become part of their bases.
    mutating func settle(living: RowBitmapReader) {
        settledCount = count
        Self.settle(&outgoing, living)
        Self.settle(&incoming, living)
    }

    /// Fewer are not worth a look at all chunks.
    static let settledMinimum = 1 << 14

    private static func settle(_ spine: inout Spine<AdjacencyChunk>, _ living: RowBitmapReader) {
        for index in 0..<spine.chunkCapacity {
            guard let chunk = spine.unmanagedChunk(at: index), chunk._withUnsafeGuaranteedRef({ $0.hasDelta }) else {
                continue
            }
            spine.uniqueChunk(at: index) { AdjacencyChunk() }._withUnsafeGuaranteedRef { $0.merge(living) }
        }
    }

    mutating func remove(from start: UInt32, to end: UInt32, living: RowBitmapReader) {
        outgoing.uniqueChunk(at: Int(start >> 10)) { AdjacencyChunk() }
            ._withUnsafeGuaranteedRef { $0.markDeleted(row: Int(start & 1023), living: living) }
        incoming.uniqueChunk(at: Int(end >> 10)) { AdjacencyChunk() }
            ._withUnsafeGuaranteedRef { $0.markDeleted(row: Int(end & 1023), living: living) }
        count -= 1
        if start == end { loopCount -= 1 }
    }
}

/// The relationships of one type without their reference counts, as `SpineReader` is.
struct TypeAdjacencyReader: Sendable {
    let outgoing: SpineReader<AdjacencyChunk>
    let incoming: SpineReader<AdjacencyChunk>
    let loopCount: Int

    @inline(__always)
    func forEachRun(
        of node: UInt32, _ direction: AdjacencyDirection, living: RowBitmapReader,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        if direction != .incoming { Self.forEachRun(in: outgoing, of: node, living: living, body) }
        if direction == .outgoing { return }
        if direction == .both && loopCount > 0 {
            Self.forEachRun(in: incoming, of: node, living: living) {
                Self.forEachRun($0, $1, without: node, body)
            }
        } else {
            Self.forEachRun(in: incoming, of: node, living: living, body)
        }
    }

    @inline(__always)
    private static func forEachRun(
        in spine: SpineReader<AdjacencyChunk>, of node: UInt32, living: RowBitmapReader,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard let chunk = spine.chunk(at: Int(node >> 10)) else { return }
        chunk._withUnsafeGuaranteedRef { $0.forEachRun(ofRow: Int(node & 1023), living: living, body) }
    }

    @inline(never)
    private static func forEachRun(
        _ neighbours: UnsafeBufferPointer<UInt32>, _ relationships: UnsafeBufferPointer<UInt32>, without node: UInt32,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        var start = 0
        for index in 0...neighbours.count {
            if index < neighbours.count && neighbours[index] != node { continue }
            if start < index {
                body(
                    UnsafeBufferPointer(rebasing: neighbours[start..<index]),
                    UnsafeBufferPointer(rebasing: relationships[start..<index]))
            }
            start = index + 1
        }
    }

    /// Calls `body` with each relationship between the two nodes, seen from the first: a search in what is sorted.
    @inline(__always)
    func forEachRelationship(
        of node: UInt32, to neighbour: UInt32, _ direction: AdjacencyDirection, living: RowBitmapReader,
        _ body: (UInt32) -> Void
    ) {
        if direction != .incoming {
            outgoing.chunk(at: Int(node >> 10))?._withUnsafeGuaranteedRef {
                $0.forEachRelationship(ofRow: Int(node & 1023), to: neighbour, living: living, body)
            }
        }
        // One from a node to itself is found once.
        guard direction != .outgoing, direction == .incoming || node != neighbour else { return }
        incoming.chunk(at: Int(node >> 10))?._withUnsafeGuaranteedRef {
            $0.forEachRelationship(ofRow: Int(node & 1023), to: neighbour, living: living, body)
        }
    }

    /// Has brought near, at once instead of one after the other, what a look at each of the nodes begins with.
    func prefetch(_ nodes: UnsafeBufferPointer<UInt32>, _ direction: AdjacencyDirection, _ reading: Reading) {
        if direction != .incoming { Self.prefetch(in: outgoing, nodes, reading) }
        if direction != .outgoing { Self.prefetch(in: incoming, nodes, reading) }
    }

    /// What is asked of a node's relationships.
    enum Reading { case degree, neighbours, relationships }

    private static func prefetch(
        in spine: SpineReader<AdjacencyChunk>, _ nodes: UnsafeBufferPointer<UInt32>, _ reading: Reading
    ) {
        for node in nodes {
            guard let chunk = spine.chunk(at: Int(node >> 10)) else { continue }
            relate_prefetch(chunk.toOpaque())
            // It begins in the middle of a line, as a rule.
            relate_prefetch(chunk.toOpaque() + 48)
        }
        for node in nodes {
            spine.chunk(at: Int(node >> 10))?._withUnsafeGuaranteedRef { $0.prefetchOffset(ofRow: Int(node & 1023)) }
        }
        if reading == .degree { return }
        for node in nodes {
            spine.chunk(at: Int(node >> 10))?
                ._withUnsafeGuaranteedRef {
                    $0.prefetchNeighbours(ofRow: Int(node & 1023), withRelationships: reading == .relationships)
                }
        }
    }

    @inline(__always)
    func degree(of node: UInt32, _ direction: AdjacencyDirection, living: RowBitmapReader) -> Int {
        if direction == .both && loopCount > 0 {
            var degree = 0
            forEachRun(of: node, .both, living: living) { neighbours, _ in degree += neighbours.count }
            return degree
        }
        var degree = 0
        if direction != .incoming { degree += Self.degree(in: outgoing, of: node, living: living) }
        if direction != .outgoing { degree += Self.degree(in: incoming, of: node, living: living) }
        return degree
    }

    /// Adds the degrees of the first `rowCount` nodes of a chunk to `counts`, without a look at each.
    ///
    /// - Returns: false, and nothing is added, where deleted relationships or loops ask for that look.
    func addDegrees(
        ofChunk index: Int, _ direction: AdjacencyDirection, to counts: UnsafeMutablePointer<Int64>, rowCount: Int
    ) -> Bool {
        if direction == .both && loopCount > 0 { return false }
        let out = direction == .incoming ? nil : outgoing.chunk(at: index)
        let into = direction == .outgoing ? nil : incoming.chunk(at: index)
        for chunk in [out, into] {
            if let chunk, chunk._withUnsafeGuaranteedRef({ ($0.delta?.deadCount ?? 0) > 0 }) { return false }
        }
        for chunk in [out, into] {
            guard let chunk else { continue }
            let runs = chunk._withUnsafeGuaranteedRef { chunk in
                chunk.delta?.addDegrees(to: counts, rowCount: rowCount)
                return chunk.baseRuns
            }
            let offsets = runs.offsets
            for row in 0..<min(rowCount, runs.rowCount) { counts[row] &+= Int64(offsets[row + 1] &- offsets[row]) }
        }
        return true
    }

    @inline(__always)
    private static func degree(in spine: SpineReader<AdjacencyChunk>, of node: UInt32, living: RowBitmapReader) -> Int {
        guard let chunk = spine.chunk(at: Int(node >> 10)) else { return 0 }
        return chunk._withUnsafeGuaranteedRef { $0.degree(ofRow: Int(node & 1023), living: living) }
    }
}
