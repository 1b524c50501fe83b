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
            found = walk(aligned, breadth: breadth, reader, admits)
            var rest = NearestHeap(farthestOnTop: true)
            try scan(aligned, from: linkedCount, count: wanted, reader, admits, check, into: &rest)
            found += rest.sorted
            found.sort()
            if found.count < wanted {
                // The walk ended before it had enough: a filter, or a part of the graph that is hard to reach.
                found = try scanAll(aligned, wanted, reader, admits, check)
            }
        } else {
            found = try scanAll(aligned, wanted, reader, admits, check)
        }
        return withExtendedLifetime(self) {
            found.prefix(wanted).map { (reader.element($0.slot), $0.distance) }
        }
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

    private func scanAll(
        _ query: UnsafePointer<Float>, _ count: Int, _ reader: Reader, _ admits: ((UInt32) -> Bool)?,
        _ check: () throws(EngineError) -> Void
    ) throws(EngineError) -> [NearSlot] {
        var nearest = NearestHeap(farthestOnTop: true)
        try scan(query, from: 0, count: count, reader, admits, check, into: &nearest)
        return nearest.sorted
    }

    /// Exact: by codes what cannot be near enough is passed over.
    private func scan(
        _ query: UnsafePointer<Float>, from start: Int, count: Int, _ reader: Reader, _ admits: ((UInt32) -> Bool)?,
        _ check: () throws(EngineError) -> Void, into nearest: inout NearestHeap
    ) throws(EngineError) {
        let coded = VectorCodes.Query(query, width, settings.similarity)
        let rowBytes = VectorCodes.rowBytes(width)
        var farthest = nearest.count < count ? Float.infinity : nearest.top.distance
        var checked = start
        try reader.codes.forEachRun(from: start, to: slotCount) { (first, runCount, rows) throws(EngineError) in
            if first - checked > 8192 {
                checked = first
                try check()
            }
            for index in 0..<runCount where coded.leastDistance(rows + index * rowBytes) <= farthest {
                let slot = UInt32(truncatingIfNeeded: first + index)
                guard reader.isLive(slot) else { continue }
                let candidate = NearSlot(reader.distance(query, slot), slot)
                if nearest.count >= count, candidate > nearest.top { continue }
                if let admits, !admits(reader.element(slot)) { continue }
                if nearest.count < count { nearest.push(candidate) } else { nearest.replaceTop(candidate) }
                if nearest.count == count { farthest = nearest.top.distance }
            }
        }
    }
}
