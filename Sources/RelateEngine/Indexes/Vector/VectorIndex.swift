/// The vectors of an index's elements, those of each dimension by themselves where the index has none set.
///
/// Values that are no vectors, or not such as the index compares, are passed over.
struct VectorIndex: IndexStructure {
    let settings: VectorIndexSettings
    private(set) var graphs: [Int: VectorGraph] = [:]

    init(_ settings: VectorIndexSettings) { self.settings = settings }

    /// - Parameter values: of the indexed property, then of the additional ones, which are read where the elements are.
    mutating func insert(_ element: UInt32, _ values: [Value]) { add(element, values, linking: true) }

    /// As `insert` does, with the links left for `linkAll`.
    mutating func load(_ element: UInt32, _ values: [Value]) { add(element, values, linking: false) }

    mutating func linkAll<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) {
        for dimension in graphs.keys { try graphs[dimension]?.linkAll(check) }
    }

    private mutating func add(_ element: UInt32, _ values: [Value], linking: Bool) {
        guard let vector = values.first.flatMap(prepared) else { return }
        graphs[vector.count, default: VectorGraph(dimension: vector.count, settings: settings)]
            .insert(element, vector, linking: linking)
    }

    mutating func remove(_ element: UInt32, _ values: [Value]) {
        guard let coordinates = values.first.flatMap(Self.coordinates(of:)), isDimension(coordinates.count) else {
            return
        }
        graphs[coordinates.count]?.remove(element)
    }

    var entryCount: Int { graphs.values.reduce(0) { $0 + $1.liveCount } }

    private func isDimension(_ count: Int) -> Bool { settings.dimension.map { $0 == count } ?? (count > 0) }

    private func prepared(_ value: Value) -> [Float]? {
        guard let coordinates = Self.coordinates(of: value), isDimension(coordinates.count) else { return nil }
        return settings.similarity.prepared(coordinates)
    }

    /// Of a vector or a list of numbers.
    static func coordinates(of value: Value) -> [Double]? {
        switch value {
        case .vector(.floats(_, let values)): return values
        case .vector(.integers(_, let values)): return values.map { Double($0) }
        case .list(let elements):
            var coordinates: [Double] = []
            coordinates.reserveCapacity(elements.count)
            for element in elements {
                switch element {
                case .float(let number): coordinates.append(number)
                case .int(let number): coordinates.append(Double(number))
                default: return nil
                }
            }
            return coordinates
        default: return nil
        }
    }

    func brokenInvariants() -> [String] {
        graphs.flatMap { dimension, graph in graph.brokenInvariants().map { "dimension \(dimension): \($0)" } }
    }

    func hasSameEntries(as other: any IndexStructure) -> Bool {
        guard let other = other as? VectorIndex else { return false }
        let (own, others) = (graphs.filter { $0.value.liveCount > 0 }, other.graphs.filter { $0.value.liveCount > 0 })
        return own.count == others.count
            && own.allSatisfy { dimension, graph in others[dimension].map { graph.hasSameVectors(as: $0) } ?? false }
    }
}

extension VectorGraph {
    private var liveSlots: [UInt32] {
        let reader = self.reader
        return (0..<slotCount).map { UInt32(truncatingIfNeeded: $0) }.filter { reader.isLive($0) }
    }

    func hasSameVectors(as other: VectorGraph) -> Bool {
        guard liveCount == other.liveCount else { return false }
        return liveSlots.allSatisfy { slot in
            let element = reader.element(slot)
            return other.vector(of: element).map { $0 == vector(of: element) } ?? false
        }
    }

    /// A sentence for each rule that is broken.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        let live = liveSlots
        if live.count != liveCount { broken.append("\(live.count) live slots are counted as \(liveCount)") }
        for slot in live where !contains(reader.element(slot)) {
            broken.append("element \(reader.element(slot)) does not lead to its slot \(slot)")
        }
        if let cells { broken += cells.brokenInvariants(reader, slotCount: slotCount) }
        for slot in 0..<linkedCount {
            let slot = UInt32(truncatingIfNeeded: slot)
            for level in 0...reader.level(slot) {
                let neighbours = reader.neighbours(slot, level: level)
                if neighbours.count > neighbourLimit(level: level) { broken.append("slot \(slot) has too many links") }
                for neighbour in neighbours
                where Int(neighbour) >= linkedCount || neighbour == slot || reader.level(neighbour) < level {
                    broken.append("slot \(slot) leads to \(neighbour) on level \(level)")
                }
            }
        }
        return broken
    }
}
