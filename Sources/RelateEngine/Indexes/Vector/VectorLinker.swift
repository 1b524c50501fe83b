/// Links slots into the proximity graph, with memory of its own that one search after the other uses.
struct VectorLinker: ~Copyable {
    private var search: VectorLayerSearch
    private let settings: VectorIndexSettings
    private var candidates: [NearSlot] = []

    /// Slots kept on the levels above the new slot's own.
    private static let descentBreadth = 8

    init(slotCount: Int, settings: VectorIndexSettings) {
        search = VectorLayerSearch(slotCount: slotCount, capacity: settings.candidates)
        self.settings = settings
    }

    /// How many levels above the lowest a slot has: each further one for one in `neighbours`. The same for the same slot in
    /// every run.
    private func level(of slot: UInt32) -> Int {
        var bits = UInt64(slot) &+ 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        bits ^= bits >> 31
        let fanOut = UInt64(max(2, settings.neighbours))
        var level = 0
        var threshold = UInt64.max / fanOut
        while bits < threshold, level < VectorGraph.levelLimit {
            level += 1
            threshold /= fanOut
        }
        return level
    }

    mutating func link(_ slot: UInt32, in graph: inout VectorGraph) {
        let level = level(of: slot)
        guard let (first, topLevel) = graph.top else {
            graph.setLevel(level, of: slot)
            return
        }
        let query = graph.reader.vectors.floats(Int(slot))
        var entries = search.descend(
            query, from: first, level: topLevel, to: level, breadth: Self.descentBreadth, in: graph.reader)
        graph.setLevel(level, of: slot)
        for layer in stride(from: min(level, topLevel), through: 0, by: -1) {
            search.run(query, from: entries, level: layer, count: settings.candidates, in: graph.reader)
            entries = search.nearest.sorted
            let chosen = Self.diverse(entries, limit: settings.neighbours, graph.reader)
            graph.setNeighbours(chosen, of: slot, level: layer)
            for neighbour in chosen { connect(neighbour, to: slot, level: layer, in: &graph) }
        }
    }

    private mutating func connect(_ slot: UInt32, to new: UInt32, level: Int, in graph: inout VectorGraph) {
        let limit = graph.neighbourLimit(level: level)
        let present = graph.reader.neighbours(slot, level: level)
        if present.count < limit {
            graph.withNeighbours(of: slot, level: level) { count, row in
                row[Int(count)] = new
                count += 1
            }
            return
        }
        let reader = graph.reader
        let vector = reader.vectors.floats(Int(slot))
        candidates.removeAll(keepingCapacity: true)
        for neighbour in present { candidates.append(NearSlot(reader.distance(vector, neighbour), neighbour)) }
        candidates.append(NearSlot(reader.distance(vector, new), new))
        candidates.sort()
        graph.setNeighbours(Self.diverse(candidates, limit: limit, reader), of: slot, level: level)
    }

    /// The nearest candidates that lie in directions of their own: none is nearer to one chosen before it than to the slot
    /// that they are for. So a few links lead everywhere.
    ///
    /// - Parameter candidates: the nearest first.
    static func diverse(_ candidates: [NearSlot], limit: Int, _ reader: VectorGraph.Reader) -> [UInt32] {
        var chosen: [UInt32] = []
        chosen.reserveCapacity(limit)
        search: for candidate in candidates {
            if chosen.count == limit { break }
            let vector = reader.vectors.floats(Int(candidate.slot))
            for other in chosen where reader.distance(vector, other) < candidate.distance { continue search }
            chosen.append(candidate.slot)
        }
        return chosen
    }
}
