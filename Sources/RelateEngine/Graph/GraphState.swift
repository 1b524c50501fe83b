import CKernels

/// The whole graph as one moment saw it. A value: a copy is a snapshot and costs one reference count.
///
/// Pointers that it hands out are into its own memory: valid while this value, or a copy of it, lives unchanged.
package struct GraphState: Sendable {
    /// Rows of a chunk, of every column, bitmap and adjacency.
    package static let chunkRows = 1024

    private(set) var storage: GraphStorage

    package init(shared: StoreShared = StoreShared()) {
        storage = GraphStorage(shared: shared)
    }

    /// What a file held.
    init(loading storage: GraphStorage) { self.storage = storage }

    /// The same graph in an object of its own.
    var separated: GraphState { GraphState(loading: GraphStorage(copying: storage)) }

    package var shared: StoreShared { storage.shared }

    /// Rows of nodes ever used in this state: an upper bound of node numbers, exclusive.
    package var nodeRowCount: Int { storage.nodeRowCount }
    package var relationshipRowCount: Int { storage.relationshipRowCount }

    package var strings: StringPool { shared.strings }

    // MARK: Counts

    package var nodeCount: Int { storage.nodes.count }
    package var relationshipCount: Int { storage.relationships.count }

    package func nodeCount(of label: LabelID) -> Int {
        Int(label.rawValue) < storage.labelBitmaps.count ? storage.labelBitmaps[Int(label.rawValue)].count : 0
    }

    package func relationshipCount(of type: RelationshipTypeID) -> Int {
        Int(type.rawValue) < storage.typeAdjacencies.count ? storage.typeAdjacencies[Int(type.rawValue)].count : 0
    }

    /// Relationships of the type that start at a node with the label.
    package func relationshipCount(of type: RelationshipTypeID, startLabel: LabelID) -> Int {
        Int(type.rawValue) < storage.typeAdjacencies.count
            ? storage.typeAdjacencies[Int(type.rawValue)].startCount(startLabel) : 0
    }

    /// Relationships of the type that end at a node with the label.
    package func relationshipCount(of type: RelationshipTypeID, endLabel: LabelID) -> Int {
        Int(type.rawValue) < storage.typeAdjacencies.count
            ? storage.typeAdjacencies[Int(type.rawValue)].endCount(endLabel) : 0
    }

    /// Relationships of the type from a node to itself.
    package func loopCount(of type: RelationshipTypeID) -> Int {
        Int(type.rawValue) < storage.typeAdjacencies.count ? storage.typeAdjacencies[Int(type.rawValue)].loopCount : 0
    }

    // MARK: Elements one at a time

    @inline(__always)
    package func exists(_ node: NodeID) -> Bool { storage.nodes.contains(node.rawValue) }

    @inline(__always)
    package func exists(_ relationship: RelationshipID) -> Bool {
        storage.relationships.contains(relationship.rawValue)
    }

    @inline(__always)
    package func hasLabel(_ node: NodeID, _ label: LabelID) -> Bool {
        Int(label.rawValue) < storage.labelBitmaps.count
            && storage.labelBitmaps[Int(label.rawValue)].reader.contains(node.rawValue)
    }

    /// In the order the labels were first used in the store.
    package func labels(of node: NodeID) -> [LabelID] {
        var result: [LabelID] = []
        for index in storage.labelBitmaps.indices where storage.labelBitmaps[index].reader.contains(node.rawValue) {
            result.append(LabelID(UInt32(truncatingIfNeeded: index)))
        }
        return result
    }

    /// Also of a relationship deleted in this state.
    ///
    /// - Precondition: the relationship was created in this state or before it.
    package func type(of relationship: RelationshipID) -> RelationshipTypeID {
        RelationshipTypeID(ends(of: relationship).type)
    }

    package func start(of relationship: RelationshipID) -> NodeID { NodeID(ends(of: relationship).start) }

    package func end(of relationship: RelationshipID) -> NodeID { NodeID(ends(of: relationship).end) }

    /// Type, start and end, also of a relationship deleted in this state.
    @inline(__always)
    func ends(of relationship: RelationshipID) -> (type: UInt32, start: UInt32, end: UInt32) {
        guard let chunk = storage.relationshipEnds.chunk(at: Int(relationship.rawValue >> 10)) else {
            preconditionFailure("no relationship ever had this number")
        }
        let row = Int(relationship.rawValue & 1023)
        return chunk._withUnsafeGuaranteedRef { chunk in
            precondition(row < chunk.rowCapacity, "no relationship ever had this number")
            return (chunk.types[row], chunk.starts[row], chunk.ends[row])
        }
    }

    /// Has brought near what `ends(of:)` reads: first where it is, then what is there.
    func prefetchEnds(of relationship: RelationshipID, isFirst: Bool) {
        guard let chunk = storage.relationshipEnds.chunk(at: Int(relationship.rawValue >> 10)) else { return }
        if isFirst {
            relate_prefetch(chunk.toOpaque())
            relate_prefetch(chunk.toOpaque() + 48)
            return
        }
        let row = Int(relationship.rawValue & 1023)
        chunk._withUnsafeGuaranteedRef { chunk in
            relate_prefetch(chunk.types + row)
            relate_prefetch(chunk.starts + row)
            relate_prefetch(chunk.ends + row)
        }
    }

    /// `.null` where the node does not have it.
    package func property(_ key: PropertyKeyID, of node: NodeID) -> Value {
        guard Int(key.rawValue) < storage.nodePropertyColumns.count else { return .null }
        return storage.nodePropertyColumns[Int(key.rawValue)].reader.value(atRow: node.rawValue, pool: strings)
    }

    package func property(_ key: PropertyKeyID, of relationship: RelationshipID) -> Value {
        guard Int(key.rawValue) < storage.relationshipPropertyColumns.count else { return .null }
        return storage.relationshipPropertyColumns[Int(key.rawValue)].reader.value(
            atRow: relationship.rawValue, pool: strings)
    }

    /// In order of key number.
    package func properties(of node: NodeID) -> [(PropertyKeyID, Value)] {
        properties(atRow: node.rawValue, in: storage.nodePropertyColumns)
    }

    package func properties(of relationship: RelationshipID) -> [(PropertyKeyID, Value)] {
        properties(atRow: relationship.rawValue, in: storage.relationshipPropertyColumns)
    }

    private func properties(atRow row: UInt32, in columns: [PropertyColumn]) -> [(PropertyKeyID, Value)] {
        var result: [(PropertyKeyID, Value)] = []
        for index in columns.indices where columns[index].reader.isPresent(row) {
            let key = PropertyKeyID(UInt32(truncatingIfNeeded: index))
            result.append((key, columns[index].reader.value(atRow: row, pool: strings)))
        }
        return result
    }

    /// Relationships of one type, or of all (`nil`); with `.both` a relationship from the node to itself counts once.
    package func degree(of node: NodeID, type: RelationshipTypeID?, direction: AdjacencyDirection) -> Int {
        if let type {
            guard Int(type.rawValue) < storage.typeAdjacencies.count else { return 0 }
            return storage.typeAdjacencies[Int(type.rawValue)].reader.degree(
                of: node.rawValue, direction, living: storage.relationships.reader)
        }
        var degree = 0
        for index in storage.typeAdjacencies.indices {
            degree += storage.typeAdjacencies[index].reader.degree(
                of: node.rawValue, direction, living: storage.relationships.reader)
        }
        return degree
    }

    // MARK: In bulk

    /// What has come to the adjacencies since the last time becomes part of their chunks' bases, of each type of which that is much: a
    /// read then needs no look at deltas. It costs a few moves for each relationship that has come.
    ///
    /// - Parameter all: of all types, for tests.
    mutating func settleAdjacencies(all: Bool = false) {
        for type in storage.typeAdjacencies.indices where all || storage.typeAdjacencies[type].isUnsettled {
            makeUnique()
            storage.typeAdjacencies[type].settle(living: storage.relationships.reader)
        }
    }

    /// Chunks that hold nodes: indices to ask `nodeChunk` for, exclusive.
    package var nodeChunkCount: Int { (storage.nodeRowCount + Self.chunkRows - 1) / Self.chunkRows }
    package var relationshipChunkCount: Int { (storage.relationshipRowCount + Self.chunkRows - 1) / Self.chunkRows }

    /// The living nodes among the chunk's 1,024 rows; `nil` where there is none.
    package func nodeChunk(at index: Int) -> ElementChunk? { storage.nodes.chunk(at: index) }

    /// The nodes with the label among the chunk's 1,024 rows; `nil` where there is none.
    package func nodeChunk(at index: Int, label: LabelID) -> ElementChunk? {
        Int(label.rawValue) < storage.labelBitmaps.count
            ? storage.labelBitmaps[Int(label.rawValue)].reader.chunk(at: index) : nil
    }

    /// Has brought near what a loop over the chunks of a label, or of all nodes, finds behind this one.
    @inline(__always)
    func prefetchNodes(after index: Int, label: LabelID?) {
        guard let label else { return storage.nodes.reader.prefetch(after: index) }
        guard Int(label.rawValue) < storage.labelBitmaps.count else { return }
        storage.labelBitmaps[Int(label.rawValue)].reader.prefetch(after: index)
    }

    /// The living relationships among the chunk's 1,024 rows; `nil` where there is none.
    package func relationshipChunk(at index: Int) -> RelationshipChunkColumns? {
        guard let live = storage.relationships.chunk(at: index),
            let chunk = storage.relationshipEnds.chunk(at: index)
        else {
            return nil
        }
        return chunk._withUnsafeGuaranteedRef { chunk in
            RelationshipChunkColumns(
                live: live, onlyType: chunk.onlyType, types: UnsafePointer(chunk.types),
                starts: UnsafePointer(chunk.starts),
                ends: UnsafePointer(chunk.ends))
        }
    }

    /// `nil` where no node ever had the property.
    package func nodeColumn(_ key: PropertyKeyID) -> PropertyColumn? {
        Int(key.rawValue) < storage.nodePropertyColumns.count ? storage.nodePropertyColumns[Int(key.rawValue)] : nil
    }

    /// The same without its reference counts: valid while this state lives unchanged.
    @inline(__always)
    func nodeColumnReader(_ key: PropertyKeyID) -> PropertyColumnReader? {
        Int(key.rawValue) < storage.nodePropertyColumns.count
            ? storage.nodePropertyColumns[Int(key.rawValue)].reader : nil
    }

    package func relationshipColumn(_ key: PropertyKeyID) -> PropertyColumn? {
        Int(key.rawValue) < storage.relationshipPropertyColumns.count
            ? storage.relationshipPropertyColumns[Int(key.rawValue)] : nil
    }

    /// As `nodeColumnReader`.
    @inline(__always)
    func relationshipColumnReader(_ key: PropertyKeyID) -> PropertyColumnReader? {
        Int(key.rawValue) < storage.relationshipPropertyColumns.count
            ? storage.relationshipPropertyColumns[Int(key.rawValue)].reader : nil
    }

    /// Calls `body` with runs of neighbours and their relationships, in equal numbers and none empty. The merged run is
    /// sorted by neighbour, then fresh ones follow in order of creation; deleted relationships split a run.
    ///
    /// - Parameter type: `nil` for all types, one after the other.
    @inline(__always)
    package func withNeighbours(
        of node: NodeID, type: RelationshipTypeID?, direction: AdjacencyDirection,
        _ body: (_ neighbours: UnsafeBufferPointer<UInt32>, _ relationships: UnsafeBufferPointer<UInt32>) -> Void
    ) {
        if let type {
            guard Int(type.rawValue) < storage.typeAdjacencies.count else { return }
            storage.typeAdjacencies[Int(type.rawValue)].reader.forEachRun(
                of: node.rawValue, direction, living: storage.relationships.reader, body)
            return
        }
        for index in storage.typeAdjacencies.indices {
            storage.typeAdjacencies[index].reader.forEachRun(
                of: node.rawValue, direction, living: storage.relationships.reader, body)
        }
    }

    /// The adjacency of some types (of all where `nil`) for loops over many nodes: valid while this state lives unchanged.
    func adjacencies(_ types: [RelationshipTypeID]?) -> [TypeAdjacencyReader] {
        guard let types else { return storage.typeAdjacencies.map(\.reader) }
        return types.compactMap { adjacency($0) }
    }

    /// Likewise of one type; `nil` where there never was a relationship of it.
    func adjacency(_ type: RelationshipTypeID) -> TypeAdjacencyReader? {
        Int(type.rawValue) < storage.typeAdjacencies.count ? storage.typeAdjacencies[Int(type.rawValue)].reader : nil
    }

    var livingRelationships: RowBitmapReader { storage.relationships.reader }

    // MARK: Changes, by a transaction or when a store is read

    /// Before a change: what other states share is theirs.
    @inline(__always)
    mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = GraphStorage(copying: storage) }
    }

    /// - Precondition: no node had this number in any state of the store.
    package mutating func createNode(_ node: NodeID, labels nodeLabels: [LabelID]) {
        makeUnique()
        storage.nodes.insert(node.rawValue)
        storage.nodeRowCount = max(storage.nodeRowCount, Int(node.rawValue) + 1)
        // It has neither relationships to count by label nor properties to be in an index by.
        for label in nodeLabels { _ = insertLabel(label, node) }
    }

    /// - Precondition: as above.
    mutating func createNode(_ node: NodeID, labels: [LabelID], properties: [(PropertyKeyID, Value)]) {
        createNode(node, labels: labels)
        for (key, value) in properties where !value.isNull { writeProperty(key, node, value) }
        // Once it has all of them, so that each index is changed once.
        if !storage.indexes.all.isEmpty, !properties.isEmpty { insertIntoIndexes(node, labels: labels) }
    }

    /// - Precondition: no relationship had this number in any state of the store; both nodes exist.
    package mutating func createRelationship(
        _ relationship: RelationshipID, type: RelationshipTypeID, from start: NodeID, to end: NodeID
    ) {
        makeUnique()
        storage.relationships.insert(relationship.rawValue)
        storage.relationshipRowCount = max(storage.relationshipRowCount, Int(relationship.rawValue) + 1)
        storage.relationshipEnds.set(
            relationship.rawValue, type: type.rawValue, start: start.rawValue, end: end.rawValue)
        while storage.typeAdjacencies.count <= Int(type.rawValue) { storage.typeAdjacencies.append(TypeAdjacency()) }
        storage.typeAdjacencies[Int(type.rawValue)].insert(
            relationship.rawValue, from: start.rawValue, to: end.rawValue, living: storage.relationships.reader)
        noteLabels(ofType: Int(type.rawValue), from: start.rawValue, to: end.rawValue, change: 1)
    }

    /// Puts relationships that were noted as living, with their ends, into the adjacencies: a chunk of nodes takes in all of its
    /// own together.
    mutating func connect(_ relationships: [UInt32], types: [UInt32], starts: [UInt32], ends: [UInt32]) {
        makeUnique()
        let isOfOneType = types.allSatisfy { $0 == types[0] }
        for type in isOfOneType ? Array(types.prefix(1)) : Set(types).sorted() {
            while storage.typeAdjacencies.count <= Int(type) { storage.typeAdjacencies.append(TypeAdjacency()) }
            let places = isOfOneType ? [] : relationships.indices.filter { types[$0] == type }
            let (own, from, to) =
                isOfOneType
                ? (relationships, starts, ends)
                : (places.map { relationships[$0] }, places.map { starts[$0] }, places.map { ends[$0] })
            let living = storage.relationships.reader
            let isFirst = storage.typeAdjacencies[Int(type)].count == 0
            storage.typeAdjacencies[Int(type)].insert(own, from: from, to: to, living: living)
            if isFirst {
                // A chunk tells how many its nodes have.
                for label in storage.labelBitmaps.indices {
                    storage.typeAdjacencies[Int(type)].count(
                        label: label, storage.labelBitmaps[label], living: living)
                }
                continue
            }
            for label in storage.labelBitmaps.indices where storage.labelBitmaps[label].count > 0 {
                let bitmap = storage.labelBitmaps[label].reader
                var (starting, ending) = (0, 0)
                for node in from where bitmap.contains(node) { starting += 1 }
                for node in to where bitmap.contains(node) { ending += 1 }
                if starting | ending != 0 {
                    storage.typeAdjacencies[Int(type)].noteLabel(label, starting: starting, ending: ending)
                }
            }
        }
    }

    /// Counts one relationship more or less by the labels of its ends.
    @inline(__always)
    private func noteLabels(ofType type: Int, from start: UInt32, to end: UInt32, change: Int) {
        for label in storage.labelBitmaps.indices {
            let bitmap = storage.labelBitmaps[label].reader
            let starting = bitmap.contains(start) ? change : 0
            let ending = bitmap.contains(end) ? change : 0
            if starting | ending != 0 {
                storage.typeAdjacencies[type].noteLabel(label, starting: starting, ending: ending)
            }
        }
    }

    /// Counts all relationships of a node more or less by a label that it was given, or that was taken from it.
    private func noteLabel(_ label: LabelID, of node: NodeID, sign: Int) {
        let living = storage.relationships.reader
        for type in storage.typeAdjacencies.indices {
            let reader = storage.typeAdjacencies[type].reader
            let starting = reader.degree(of: node.rawValue, .outgoing, living: living)
            let ending = reader.degree(of: node.rawValue, .incoming, living: living)
            if starting | ending != 0 {
                storage.typeAdjacencies[type].noteLabel(
                    Int(label.rawValue), starting: sign * starting, ending: sign * ending)
            }
        }
    }

    /// - Returns: whether the node did not have it before.
    @discardableResult
    package mutating func addLabel(_ label: LabelID, to node: NodeID) -> Bool {
        makeUnique()
        var isNew = false
        let indexes = storage.indexes.concerned(label: label)
        if indexes.isEmpty {
            isNew = insertLabel(label, node)
        } else {
            withUpkeep(indexes, ofNode: node) { isNew = $0.insertLabel(label, node) }
        }
        if isNew { noteLabel(label, of: node, sign: 1) }
        return isNew
    }

    private mutating func insertLabel(_ label: LabelID, _ node: NodeID) -> Bool {
        while storage.labelBitmaps.count <= Int(label.rawValue) { storage.labelBitmaps.append(RowBitmap()) }
        return storage.labelBitmaps[Int(label.rawValue)].insert(node.rawValue)
    }

    /// - Returns: whether the node had it before.
    @discardableResult
    package mutating func removeLabel(_ label: LabelID, from node: NodeID) -> Bool {
        makeUnique()
        let indexes = storage.indexes.concerned(label: label)
        guard indexes.isEmpty else {
            var wasThere = false
            withUpkeep(indexes, ofNode: node) { wasThere = $0.dropLabel(label, node) }
            return wasThere
        }
        return dropLabel(label, node)
    }

    private mutating func dropLabel(_ label: LabelID, _ node: NodeID) -> Bool {
        guard Int(label.rawValue) < storage.labelBitmaps.count else { return false }
        guard storage.labelBitmaps[Int(label.rawValue)].remove(node.rawValue) else { return false }
        noteLabel(label, of: node, sign: -1)
        return true
    }

    /// `.null` removes the property.
    package mutating func setProperty(_ key: PropertyKeyID, of node: NodeID, to value: Value) {
        makeUnique()
        if case .null = value {
            removeProperty(key, of: node)
            return
        }
        let indexes = storage.indexes.concerned(nodeKey: key)
        guard indexes.isEmpty else {
            return withUpkeep(indexes, ofNode: node) { $0.writeProperty(key, node, value) }
        }
        writeProperty(key, node, value)
    }

    /// A property of nodes that are new, and in no index yet: `insertIntoIndexes` comes once they have all of theirs.
    ///
    /// - Returns: how many have it.
    mutating func setFirstProperties(_ key: PropertyKeyID, of nodes: [NodeID], _ value: (Int) -> Value) -> Int {
        makeUnique()
        var count = 0
        for (place, node) in nodes.enumerated() {
            let value = value(place)
            if case .null = value { continue }
            writeProperty(key, node, value)
            count += 1
        }
        return count
    }

    private mutating func writeProperty(_ key: PropertyKeyID, _ node: NodeID, _ value: Value) {
        while storage.nodePropertyColumns.count <= Int(key.rawValue) {
            storage.nodePropertyColumns.append(PropertyColumn())
        }
        storage.nodePropertyColumns[Int(key.rawValue)].set(value, atRow: node.rawValue, pool: storage.shared.strings)
    }

    package mutating func setProperty(_ key: PropertyKeyID, of relationship: RelationshipID, to value: Value) {
        makeUnique()
        if case .null = value {
            removeProperty(key, of: relationship)
            return
        }
        let indexes = storage.indexes.concerned(relationshipKey: key)
        guard indexes.isEmpty else {
            return withUpkeep(indexes, ofRelationship: relationship) { $0.writeProperty(key, relationship, value) }
        }
        writeProperty(key, relationship, value)
    }

    private mutating func writeProperty(
        _ key: PropertyKeyID, _ relationship: RelationshipID, _ value: Value
    ) {
        while storage.relationshipPropertyColumns.count <= Int(key.rawValue) {
            storage.relationshipPropertyColumns.append(PropertyColumn())
        }
        storage.relationshipPropertyColumns[Int(key.rawValue)].set(
            value, atRow: relationship.rawValue, pool: storage.shared.strings)
    }

    /// - Returns: whether the node had it before.
    @discardableResult
    package mutating func removeProperty(_ key: PropertyKeyID, of node: NodeID) -> Bool {
        makeUnique()
        guard Int(key.rawValue) < storage.nodePropertyColumns.count else { return false }
        let indexes = storage.indexes.concerned(nodeKey: key)
        guard indexes.isEmpty else {
            var wasThere = false
            withUpkeep(indexes, ofNode: node) {
                wasThere = $0.storage.nodePropertyColumns[Int(key.rawValue)].remove(atRow: node.rawValue)
            }
            return wasThere
        }
        return storage.nodePropertyColumns[Int(key.rawValue)].remove(atRow: node.rawValue)
    }

    @discardableResult
    package mutating func removeProperty(_ key: PropertyKeyID, of relationship: RelationshipID) -> Bool {
        makeUnique()
        guard Int(key.rawValue) < storage.relationshipPropertyColumns.count else { return false }
        let indexes = storage.indexes.concerned(relationshipKey: key)
        guard indexes.isEmpty else {
            var wasThere = false
            withUpkeep(indexes, ofRelationship: relationship) {
                wasThere = $0.storage.relationshipPropertyColumns[Int(key.rawValue)]
                    .remove(atRow: relationship.rawValue)
            }
            return wasThere
        }
        return storage.relationshipPropertyColumns[Int(key.rawValue)].remove(atRow: relationship.rawValue)
    }

    /// Type, start and end may still be asked of it afterwards; properties are gone.
    ///
    /// - Precondition: it exists.
    package mutating func deleteRelationship(_ relationship: RelationshipID) {
        makeUnique()
        let indexes = storage.indexes.concerned(type: type(of: relationship))
        guard indexes.isEmpty else {
            return withUpkeep(indexes, ofRelationship: relationship) { $0.dropRelationship(relationship) }
        }
        dropRelationship(relationship)
    }

    private mutating func dropRelationship(_ relationship: RelationshipID) {
        let (type, start, end) = ends(of: relationship)
        storage.relationships.remove(relationship.rawValue)
        storage.typeAdjacencies[Int(type)].remove(from: start, to: end, living: storage.relationships.reader)
        noteLabels(ofType: Int(type), from: start, to: end, change: -1)
        for index in storage.relationshipPropertyColumns.indices
        where storage.relationshipPropertyColumns[index].reader.isPresent(relationship.rawValue) {
            _ = storage.relationshipPropertyColumns[index].remove(atRow: relationship.rawValue)
        }
    }

    /// The node, its labels and its properties are gone. Its relationships stay until they are deleted too: a
    /// transaction makes sure of that before it ends.
    package mutating func deleteNode(_ node: NodeID) {
        makeUnique()
        let indexes = indexPositions(of: node)
        guard indexes.isEmpty else { return withUpkeep(indexes, ofNode: node) { $0.dropNode(node) } }
        dropNode(node)
    }

    private mutating func dropNode(_ node: NodeID) {
        storage.nodes.remove(node.rawValue)
        // Of most that are deleted, the relationships went before.
        let isConnected = degree(of: node, type: nil, direction: .both) > 0
        for index in storage.labelBitmaps.indices where storage.labelBitmaps[index].reader.contains(node.rawValue) {
            storage.labelBitmaps[index].remove(node.rawValue)
            if isConnected { noteLabel(LabelID(UInt32(truncatingIfNeeded: index)), of: node, sign: -1) }
        }
        for index in storage.nodePropertyColumns.indices
        where storage.nodePropertyColumns[index].reader.isPresent(node.rawValue) {
            _ = storage.nodePropertyColumns[index].remove(atRow: node.rawValue)
        }
    }
}
