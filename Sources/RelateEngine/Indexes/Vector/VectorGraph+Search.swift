extension VectorGraph {
    /// The nearest elements to `query`, the nearest first, with their distances.
    ///
    /// By the graph, which may miss a few, where that costs less than to look at all; by a scan of all where not: a small
    /// index, many rows asked for, or a filter that lets little through.
    ///
    /// - Parameters:
    ///   - query: prepared as the index's own vectors are.
    ///   - admits: whether an element may be among them; `nil` for all.
    ///   - check: called from time to time in a long search.
    func nearest(
        to query: [Float], count: Int, admits: ((UInt32) -> Bool)? = nil,
        check: () throws(EngineError) -> Void = { () throws(EngineError) in }
    ) throws(EngineError) -> [(element: UInt32, distance: Float)] {
        guard count > 0, liveCount > 0 else { return [] }
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: width * 4, alignment: 64)
        defer { buffer.deallocate() }
        let aligned = buffer.initializeMemory(as: Float.self, repeating: 0, count: width)
        for (index, coordinate) in query.prefix(dimension).enumerated() { aligned[index] = coordinate }

        let reader = self.reader
        let wanted = min(count, liveCount)
        var found: [NearSlot]
        if let breadth = graphBreadth(wanted, admits) {
            var scan = VectorScan(aligned, reader, settings.similarity, count: wanted, admits: admits)
            for near in walk(aligned, breadth: breadth, reader, admits) {
                scan.take(NearSlot(near.distance, reader.element(near.slot)))
            }
            try scan.look(from: linkedCount, to: slotCount, check)
            found = scan.found
            // The walk ended before it had enough: a filter, or a part of the graph that is hard to reach.
            if found.count < wanted { found = try scanAll(aligned, wanted, reader, admits, check) }
        } else {
            found = try scanAll(aligned, wanted, reader, admits, check)
        }
        withExtendedLifetime(self) {}
        return found.map { ($0.slot, $0.distance) }
    }

    /// Candidates that a walk keeps at least.
    private static let leastBreadth = 200
    /// Likewise above the lowest level: enough that some lie in each region of the vectors.
    private static let upperBreadth = 32
    /// What a step of the walk costs, in rows scanned.
    private static let rowsPerStep = 200

    /// How many candidates a walk has to keep; `nil` where a scan is cheaper.
    private func graphBreadth(_ wanted: Int, _ admits: ((UInt32) -> Bool)?) -> Int? {
        guard top != nil else { return nil }
        let breadth = max(Self.leastBreadth, Int(min(1e9, Double(wanted) * settings.expansion)))
        var steps = Double(breadth)
        // Dead slots and those not admitted are walked over.
        steps *= Double(slotCount) / Double(max(1, liveCount))
        if let admits { steps /= admittedShare(admits) }
        return steps * Double(Self.rowsPerStep) < Double(linkedCount) ? breadth : nil
    }

    /// Of a sample; never 0.
    private func admittedShare(_ admits: (UInt32) -> Bool) -> Double {
        let step = max(1, slotCount / 256)
        let reader = self.reader
        var (live, admitted) = (0, 0)
        for slot in stride(from: 0, to: slotCount, by: step) {
            let slot = UInt32(truncatingIfNeeded: slot)
            guard reader.isLive(slot) else { continue }
            live += 1
            if admits(reader.element(slot)) { admitted += 1 }
        }
        return (Double(admitted) + 0.5) / (Double(live) + 1)
    }

    private func walk(
        _ query: UnsafePointer<Float>, breadth: Int, _ reader: Reader, _ admits: ((UInt32) -> Bool)?
    ) -> [NearSlot] {
        guard let (entry, level) = top else { return [] }
        var search = VectorLayerSearch(slotCount: slotCount, capacity: breadth)
        let first = search.descend(query, from: entry, level: level, to: 0, breadth: Self.upperBreadth, in: reader)
        if let admits {
            search.run(query, from: first, level: 0, count: breadth, in: reader) { slot in
                reader.isLive(slot) && admits(reader.element(slot))
            }
        } else if liveCount < slotCount {
            search.run(query, from: first, level: 0, count: breadth, in: reader) { reader.isLive($0) }
        } else {
            search.run(query, from: first, level: 0, count: breadth, in: reader)
        }
        return search.nearest.sorted
    }

    /// What rounding takes from two vectors hardly ever points the same way: so many deviations of chance.
    private var caution: Float { min(1, 5 / Float(dimension).squareRoot()) }

    /// - Returns: elements, not slots.
    private func scanAll(
        _ query: UnsafePointer<Float>, _ count: Int, _ reader: Reader, _ admits: ((UInt32) -> Bool)?,
        _ check: () throws(EngineError) -> Void
    ) throws(EngineError) -> [NearSlot] {
        guard let cells else {
            var scan = VectorScan(query, reader, settings.similarity, count: count, admits: admits)
            try scan.look(from: 0, to: slotCount, check)
            return scan.found
        }
        var scan = VectorScan(
            query, reader, settings.similarity, count: max(count, VectorReach.neighbours), admits: admits,
            caution: cells.reach < 1 ? caution : 1)
        let wanted = admits.map { Double(count) / admittedShare($0) } ?? Double(count)
        try scan.look(at: cells, of: slotCount, wanted: Int(min(wanted, Double(slotCount))), check)
        return Array(scan.found.prefix(count))
    }
}
