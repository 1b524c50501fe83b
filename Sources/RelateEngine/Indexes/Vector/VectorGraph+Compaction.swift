extension VectorGraph {
    /// The same elements without removed slots: live ones keep their order and their links; where a link led to a removed
    /// slot, that one's own links take its place, as far as they are diverse.
    func compacted() -> VectorGraph {
        var result = emptied()
        let reader = self.reader
        var numbers = [UInt32](repeating: .max, count: slotCount)
        var isLinked = false
        for slot in 0..<slotCount {
            let slot = UInt32(truncatingIfNeeded: slot)
            guard reader.isLive(slot) else { continue }
            numbers[Int(slot)] = UInt32(truncatingIfNeeded: result.slotCount)
            let vector = UnsafeBufferPointer(start: reader.vectors.floats(Int(slot)), count: dimension)
            result.insert(reader.element(slot), Array(vector), linking: false)
            if Int(slot) < linkedCount { isLinked = true }
        }
        if isLinked { result.adoptLinks(of: self, numbers) }
        result.linkAll({})
        return result
    }

    /// - Parameter numbers: of this graph's slots by those of the other; `.max` for what it has not.
    private mutating func adoptLinks(of other: VectorGraph, _ numbers: [UInt32]) {
        let reader = other.reader
        // First every slot has its level and with that its rows.
        for old in 0..<other.linkedCount where numbers[old] != .max {
            markLinked()
            setLevel(reader.level(UInt32(truncatingIfNeeded: old)), of: numbers[old])
        }
        for old in 0..<other.linkedCount where numbers[old] != .max {
            let slot = UInt32(truncatingIfNeeded: old)
            for level in 0...reader.level(slot) {
                let kept = other.liveNeighbours(of: slot, level: level, limit: neighbourLimit(level: level))
                setNeighbours(kept.map { numbers[Int($0)] }, of: numbers[old], level: level)
            }
        }
    }

    private func liveNeighbours(of slot: UInt32, level: Int, limit: Int) -> [UInt32] {
        let reader = self.reader
        let neighbours = reader.neighbours(slot, level: level)
        if neighbours.allSatisfy({ reader.isLive($0) }) { return Array(neighbours) }
        var members = Set<UInt32>()
        for neighbour in neighbours {
            if reader.isLive(neighbour) {
                members.insert(neighbour)
                continue
            }
            for further in reader.neighbours(neighbour, level: level) where reader.isLive(further) && further != slot {
                members.insert(further)
            }
        }
        let vector = reader.vectors.floats(Int(slot))
        let candidates = members.map { NearSlot(reader.distance(vector, $0), $0) }.sorted()
        return VectorLinker.diverse(candidates, limit: limit, reader)
    }
}
