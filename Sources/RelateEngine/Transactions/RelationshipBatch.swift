/// Relationships that are created together: far cheaper one by one than alone, once they are many.
package struct RelationshipBatch: Sendable {
    fileprivate(set) var types: [UInt32] = []
    fileprivate(set) var starts: [UInt32] = []
    fileprivate(set) var ends: [UInt32] = []
    fileprivate typealias Property = (row: Int, key: PropertyKeyID, value: Value)

    fileprivate var properties: [Property] = []
    /// Of the properties' values, beyond the values themselves.
    private(set) var valueBytes = 0

    package init() {}

    package var count: Int { types.count }

    package mutating func append(
        _ type: RelationshipTypeID, from start: NodeID, to end: NodeID, _ properties: [(PropertyKeyID, Value)]
    ) {
        for (key, value) in properties {
            self.properties.append((types.count, key, value))
            if !value.isInteger { valueBytes += value.heapByteCount }
        }
        types.append(type.rawValue)
        starts.append(start.rawValue)
        ends.append(end.rawValue)
    }

    /// One without properties yet.
    @inline(__always)
    mutating func append(_ type: RelationshipTypeID, from start: NodeID, to end: NodeID) {
        types.append(type.rawValue)
        starts.append(start.rawValue)
        ends.append(end.rawValue)
    }

    /// A property of the one at `place`.
    @inline(__always)
    mutating func append(_ key: PropertyKeyID, _ value: Value, at place: Int) {
        properties.append((place, key, value))
        if !value.isInteger { valueBytes += value.heapByteCount }
    }

    mutating func append(contentsOf other: RelationshipBatch) {
        for (row, key, value) in other.properties { properties.append((types.count + row, key, value)) }
        valueBytes += other.valueBytes
        types += other.types
        starts += other.starts
        ends += other.ends
    }

    /// Properties from the one at `start` on that are integers of its key, of rows that ascend and of which not many have none.
    fileprivate func integers(at start: Int) -> ArraySlice<Property> {
        let first = properties[start]
        var end = start
        var previous = first.row - 1
        while end < properties.count {
            let (row, key, value) = properties[end]
            let isDense = row - first.row < 2 * (end - start + 8)
            guard key == first.key, value.isInteger, row > previous, isDense else { break }
            previous = row
            end += 1
        }
        return properties[start..<end]
    }

    package mutating func removeAll() {
        types.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        properties.removeAll(keepingCapacity: true)
        valueBytes = 0
    }
}

extension Transaction {
    /// Creates all of the batch.
    ///
    /// - Returns: their numbers.
    /// - Throws: where one of the nodes is gone, or the store has no numbers left; then nothing is created.
    @discardableResult
    package func createRelationships(_ batch: RelationshipBatch) throws(EngineError) -> [UInt32] {
        for node in batch.starts where !state.exists(NodeID(node)) { throw .deletedEntityAccess("Node \(node)") }
        for node in batch.ends where !state.exists(NodeID(node)) { throw .deletedEntityAccess("Node \(node)") }
        guard let first = state.shared.numbers.nextRelationships(batch.count) else { throw .elementNumbersExhausted() }
        create(from: first, batch.types, batch.starts, batch.ends)
        var rest = batch.properties[...]
        while let (row, key, value) = rest.first {
            if state.storage.indexes.concerned(relationshipKey: key).isEmpty {
                let together = batch.integers(at: rest.startIndex)
                if together.count >= Self.integersTogether {
                    set(together, from: first)
                    rest = rest.dropFirst(together.count)
                    continue
                }
            }
            write(key, of: RelationshipID(first + UInt32(truncatingIfNeeded: row)), to: value, isNew: true)
            rest = rest.dropFirst()
        }
        return Array(first..<first + UInt32(truncatingIfNeeded: batch.count))
    }

    /// Fewer are written one by one.
    private static let integersTogether = 16

    /// - Parameter properties: integers of one key, in order of rows.
    private func set(_ properties: ArraySlice<RelationshipBatch.Property>, from first: UInt32) {
        guard let start = properties.first, let last = properties.last else { return }
        var integers = [Int64](repeating: 0, count: last.row - start.row + 1)
        var absent: [Int] = []
        var next = start.row
        for (row, _, value) in properties {
            if next < row { absent += (next - start.row)..<(row - start.row) }
            if case .int(let integer) = value { integers[row - start.row] = integer }
            next = row + 1
        }
        setFirstProperties(
            .integers(integers, absent: absent), start.key,
            ofRelationshipsFrom: first + UInt32(truncatingIfNeeded: start.row))
    }
}
