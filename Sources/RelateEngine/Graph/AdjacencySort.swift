/// Takes many new relationships into chunks of nodes that have none yet: sorted by counting, first by neighbour, then by row,
/// the second time straight into the chunks' memory.
enum AdjacencySort {
    /// Relationships of one direction, a place of the three arrays each.
    struct Part {
        var relationships: [UInt32] = []
        var rows: [UInt32] = []
        var neighbours: [UInt32] = []
    }

    /// Of fewer, the counting takes longer than it spares.
    private static let countMinimum = 1 << 13
    /// As many times fewer than there are nodes.
    private static let nodesPerRelationship = 4

    /// - Returns: those whose chunk has relationships already; `nil`, and nothing is taken, where they are too few, or do not
    ///   come in the order of their numbers.
    static func load(_ part: Part, into spine: inout Spine<AdjacencyChunk>) -> Part? {
        let count = part.rows.count
        guard count >= countMinimum, count < Int(UInt32.max), let highestRow = part.rows.max(),
            let highestNeighbour = part.neighbours.max(),
            Int(max(highestRow, highestNeighbour)) / nodesPerRelationship <= count,
            zip(part.relationships, part.relationships.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let isFresh = (0...Int(highestRow >> 10)).map { spine.unmanagedChunk(at: $0) == nil }
        var rest = Part()
        var freshCount = 0
        for row in part.rows where isFresh[Int(row >> 10)] { freshCount += 1 }
        guard freshCount * 2 >= count else { return nil }
        if freshCount < count {
            for place in 0..<count where !isFresh[Int(part.rows[place] >> 10)] {
                rest.relationships.append(part.relationships[place])
                rest.rows.append(part.rows[place])
                rest.neighbours.append(part.neighbours[place])
            }
        }
        let sorted = byNeighbour(part, upTo: highestNeighbour)
        var blocks = Blocks(part.rows, upTo: highestRow, isFresh)
        blocks.fill(sorted)
        for (index, base) in blocks.bases() { _ = spine.uniqueChunk(at: index) { AdjacencyChunk(base: base) } }
        return rest
    }

    private static func byNeighbour(_ part: Part, upTo highest: UInt32) -> [AdjacencyEntry] {
        var next = [UInt32](repeating: 0, count: Int(highest) + 2)
        for neighbour in part.neighbours { next[Int(neighbour) + 1] += 1 }
        for neighbour in 0...Int(highest) { next[neighbour + 1] += next[neighbour] }
        return [AdjacencyEntry](unsafeUninitializedCapacity: part.rows.count) { entries, count in
            for place in part.rows.indices {
                let neighbour = part.neighbours[place]
                let target = Int(next[Int(neighbour)])
                next[Int(neighbour)] += 1
                (entries.baseAddress.map { $0 + target })?
                    .initialize(
                        to: AdjacencyEntry(
                            row: part.rows[place], neighbour: neighbour, relationship: part.relationships[place]))
            }
            count = part.rows.count
        }
    }

    /// The memory of fresh chunks, with the offsets of their rows.
    private struct Blocks {
        /// Where the next relationship of a row goes, within its chunk.
        private var next: [UInt32]
        /// By chunk; `nil` for those that are not fresh, or get nothing.
        private var blocks: [(memory: UnsafeMutablePointer<UInt32>, rowCount: Int, count: Int)?] = []

        init(_ rows: [UInt32], upTo highest: UInt32, _ isFresh: [Bool]) {
            next = [UInt32](repeating: 0, count: isFresh.count << 10)
            for row in rows { next[Int(row)] += 1 }
            for chunk in isFresh.indices {
                let first = chunk << 10
                guard isFresh[chunk], let last = next[first..<first + 1024].lastIndex(where: { $0 > 0 }) else {
                    blocks.append(nil)
                    continue
                }
                let rowCount = last - first + 1
                let count = next[first...last].reduce(0) { $0 + Int($1) }
                let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: rowCount + 1 + 2 * count)
                var offset: UInt32 = 0
                for row in 0..<rowCount {
                    memory[row] = offset
                    offset += next[first + row]
                    next[first + row] = memory[row]
                }
                memory[rowCount] = offset
                blocks.append((memory, rowCount, count))
            }
        }

        mutating func fill(_ entries: [AdjacencyEntry]) {
            // By chunk: where its neighbours and its relationships lie.
            let targets = blocks.map { block in
                block.map { ($0.memory + $0.rowCount + 1, $0.memory + $0.rowCount + 1 + $0.count) }
            }
            next.withUnsafeMutableBufferPointer { next in
                targets.withUnsafeBufferPointer { targets in
                    for entry in entries {
                        guard let (neighbours, relationships) = targets[Int(entry.row >> 10)] else { continue }
                        let place = Int(next[Int(entry.row)])
                        next[Int(entry.row)] += 1
                        neighbours[place] = entry.neighbour
                        relationships[place] = entry.relationship
                    }
                }
            }
        }

        func bases() -> [(index: Int, base: AdjacencyBase)] {
            blocks.enumerated().compactMap { index, block in
                block.map { (index, AdjacencyBase($0.memory, rowCount: $0.rowCount, count: $0.count)) }
            }
        }
    }
}
