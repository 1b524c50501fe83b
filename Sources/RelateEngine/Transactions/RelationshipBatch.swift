/// Relationships that are created together: far cheaper one by one than alone, once they are many.
package struct RelationshipBatch: Sendable {
    fileprivate(set) var types: [UInt32] = []
    fileprivate(set) var starts: [UInt32] = []
    fileprivate(set) var ends: [UInt32] = []
    fileprivate var properties: [(row: Int, key: PropertyKeyID, value: Value)] = []
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
        let numbers = (0..<batch.count).map { first + UInt32(truncatingIfNeeded: $0) }
        create(numbers, batch.types, batch.starts, batch.ends)
        for (row, key, value) in batch.properties {
            write(key, of: RelationshipID(numbers[row]), to: value, isNew: true)
        }
        return numbers
    }
}
