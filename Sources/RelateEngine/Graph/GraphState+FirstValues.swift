// New elements whose numbers follow each other.
extension GraphState {
    /// - Parameter labelled: how many follow each other with the same labels, which are distinct; together all.
    /// - Precondition: as of `createNode`.
    mutating func createNodes(_ nodes: Range<UInt32>, labelled: [(labels: [LabelID], count: Int)]) {
        makeUnique()
        storage.nodes.insert(nodes)
        storage.nodeRowCount = max(storage.nodeRowCount, Int(nodes.upperBound))
        var first = nodes.lowerBound
        for (labels, count) in labelled {
            let end = first + UInt32(truncatingIfNeeded: count)
            for label in labels {
                while storage.labelBitmaps.count <= Int(label.rawValue) { storage.labelBitmaps.append(RowBitmap()) }
                storage.labelBitmaps[Int(label.rawValue)].insert(first..<end)
            }
            first = end
        }
    }

    /// Relationships from `first` on that `connect` is still to be told of: nothing finds them before.
    mutating func noteRelationships(from first: UInt32, types: [UInt32], starts: [UInt32], ends: [UInt32]) {
        makeUnique()
        let numbers = first..<first + UInt32(truncatingIfNeeded: types.count)
        storage.relationships.insert(numbers)
        storage.relationshipRowCount = max(storage.relationshipRowCount, Int(numbers.upperBound))
        storage.relationshipEnds.set(from: first, types: types, starts: starts, ends: ends)
    }

    /// A property of nodes, or of relationships, from number `first` on that are new, and in no index.
    mutating func setFirstProperties(_ values: FirstValues, _ key: PropertyKeyID, ofNodesFrom first: UInt32) {
        makeUnique()
        while storage.nodePropertyColumns.count <= Int(key.rawValue) {
            storage.nodePropertyColumns.append(PropertyColumn())
        }
        storage.nodePropertyColumns[Int(key.rawValue)].setFirst(values, from: first, pool: strings)
    }

    mutating func setFirstProperties(_ values: FirstValues, _ key: PropertyKeyID, ofRelationshipsFrom first: UInt32) {
        makeUnique()
        while storage.relationshipPropertyColumns.count <= Int(key.rawValue) {
            storage.relationshipPropertyColumns.append(PropertyColumn())
        }
        storage.relationshipPropertyColumns[Int(key.rawValue)].setFirst(values, from: first, pool: strings)
    }
}
