/// The whole graph as one moment saw it. A value: a copy is a snapshot and costs a dozen reference counts.
///
/// Pointers that it hands out are into its own memory: valid while this value, or a copy of it, lives unchanged.
package struct GraphState: Sendable {
    /// Rows of a chunk, of every column, bitmap and adjacency.
    package static let chunkRows = 1024

    package let shared: StoreShared

    private(set) var nodes = RowBitmap()
    private(set) var relationships = RowBitmap()
    private(set) var labelBitmaps: [RowBitmap] = []
    private(set) var nodePropertyColumns: [PropertyColumn] = []
    private(set) var relationshipPropertyColumns: [PropertyColumn] = []
    private var relationshipEnds = Spine<RelationshipChunk>()
    private(set) var typeAdjacencies: [TypeAdjacency] = []

    /// Rows of nodes ever used in this state: an upper bound of node numbers, exclusive.
    package private(set) var nodeRowCount = 0
    package private(set) var relationshipRowCount = 0

    package init(shared: StoreShared = StoreShared()) { self.shared = shared }

    package var strings: StringPool { shared.strings }

    // MARK: Counts

    package var nodeCount: Int { nodes.count }
    package var relationshipCount: Int { relationships.count }

    package func nodeCount(of label: LabelID) -> Int {
        Int(label.rawValue) < labelBitmaps.count ? labelBitmaps[Int(label.rawValue)].count : 0
    }

    package func relationshipCount(of type: RelationshipTypeID) -> Int {
        Int(type.rawValue) < typeAdjacencies.count ? typeAdjacencies[Int(type.rawValue)].count : 0
    }

    // MARK: Elements one at a time

    @inline(__always)
    package func exists(_ node: NodeID) -> Bool { nodes.contains(node.rawValue) }

    @inline(__always)
    package func exists(_ relationship: RelationshipID) -> Bool { relationships.contains(relationship.rawValue) }

    @inline(__always)
    package func hasLabel(_ node: NodeID, _ label: LabelID) -> Bool {
        Int(label.rawValue) < labelBitmaps.count && labelBitmaps[Int(label.rawValue)].reader.contains(node.rawValue)
    }

    /// In the order the labels were first used in the store.
    package func labels(of node: NodeID) -> [LabelID] {
        var result: [LabelID] = []
        for index in labelBitmaps.indices where labelBitmaps[index].reader.contains(node.rawValue) {
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

    @inline(__always)
    private func ends(of relationship: RelationshipID) -> (type: UInt32, start: UInt32, end: UInt32) {
        guard let chunk = relationshipEnds.unmanagedChunk(at: Int(relationship.rawValue >> 10)) else {
            preconditionFailure("no relationship ever had this number")
        }
        let row = Int(relationship.rawValue & 1023)
        return chunk._withUnsafeGuaranteedRef { chunk in
            precondition(row < chunk.rowCapacity, "no relationship ever had this number")
            return (chunk.types[row], chunk.starts[row], chunk.ends[row])
        }
    }

    /// `.null` where the node does not have it.
    package func property(_ key: PropertyKeyID, of node: NodeID) -> Value {
        guard Int(key.rawValue) < nodePropertyColumns.count else { return .null }
        return nodePropertyColumns[Int(key.rawValue)].reader.value(atRow: node.rawValue, pool: strings)
    }

    package func property(_ key: PropertyKeyID, of relationship: RelationshipID) -> Value {
        guard Int(key.rawValue) < relationshipPropertyColumns.count else { return .null }
        return relationshipPropertyColumns[Int(key.rawValue)].reader.value(atRow: relationship.rawValue, pool: strings)
    }

    /// In order of key number.
    package func properties(of node: NodeID) -> [(PropertyKeyID, Value)] {
        properties(atRow: node.rawValue, in: nodePropertyColumns)
    }

    package func properties(of relationship: RelationshipID) -> [(PropertyKeyID, Value)] {
        properties(atRow: relationship.rawValue, in: relationshipPropertyColumns)
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
            guard Int(type.rawValue) < typeAdjacencies.count else { return 0 }
            return typeAdjacencies[Int(type.rawValue)].reader.degree(
                of: node.rawValue, direction, living: relationships.reader)
        }
        var degree = 0
        for index in typeAdjacencies.indices {
            degree += typeAdjacencies[index].reader.degree(of: node.rawValue, direction, living: relationships.reader)
        }
        return degree
    }

    // MARK: In bulk

    /// Chunks that hold nodes: indices to ask `nodeChunk` for, exclusive.
    package var nodeChunkCount: Int { (nodeRowCount + Self.chunkRows - 1) / Self.chunkRows }
    package var relationshipChunkCount: Int { (relationshipRowCount + Self.chunkRows - 1) / Self.chunkRows }

    /// The living nodes among the chunk's 1,024 rows; `nil` where there is none.
    package func nodeChunk(at index: Int) -> ElementChunk? { nodes.chunk(at: index) }

    /// The nodes with the label among the chunk's 1,024 rows; `nil` where there is none.
    package func nodeChunk(at index: Int, label: LabelID) -> ElementChunk? {
        Int(label.rawValue) < labelBitmaps.count ? labelBitmaps[Int(label.rawValue)].reader.chunk(at: index) : nil
    }

    /// The living relationships among the chunk's 1,024 rows; `nil` where there is none.
    package func relationshipChunk(at index: Int) -> RelationshipChunkColumns? {
        guard let live = relationships.chunk(at: index), let chunk = relationshipEnds.unmanagedChunk(at: index) else {
            return nil
        }
        return chunk._withUnsafeGuaranteedRef { chunk in
            RelationshipChunkColumns(
                live: live, types: UnsafePointer(chunk.types), starts: UnsafePointer(chunk.starts),
                ends: UnsafePointer(chunk.ends))
        }
    }

    /// `nil` where no node ever had the property.
    package func nodeColumn(_ key: PropertyKeyID) -> PropertyColumn? {
        Int(key.rawValue) < nodePropertyColumns.count ? nodePropertyColumns[Int(key.rawValue)] : nil
    }

    package func relationshipColumn(_ key: PropertyKeyID) -> PropertyColumn? {
        Int(key.rawValue) < relationshipPropertyColumns.count ? relationshipPropertyColumns[Int(key.rawValue)] : nil
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
            guard Int(type.rawValue) < typeAdjacencies.count else { return }
            typeAdjacencies[Int(type.rawValue)].reader.forEachRun(
                of: node.rawValue, direction, living: relationships.reader, body)
            return
        }
        for index in typeAdjacencies.indices {
            typeAdjacencies[index].reader.forEachRun(of: node.rawValue, direction, living: relationships.reader, body)
        }
    }

    // MARK: Changes, by a transaction or when a store is read

    /// - Precondition: no node had this number in any state of the store.
    package mutating func createNode(_ node: NodeID, labels nodeLabels: [LabelID]) {
        nodes.insert(node.rawValue)
        nodeRowCount = max(nodeRowCount, Int(node.rawValue) + 1)
        for label in nodeLabels { addLabel(label, to: node) }
    }

    /// - Precondition: no relationship had this number in any state of the store; both nodes exist.
    package mutating func createRelationship(
        _ relationship: RelationshipID, type: RelationshipTypeID, from start: NodeID, to end: NodeID
    ) {
        relationships.insert(relationship.rawValue)
        relationshipRowCount = max(relationshipRowCount, Int(relationship.rawValue) + 1)
        relationshipEnds.uniqueChunk(at: Int(relationship.rawValue >> 10)) { RelationshipChunk() }
            ._withUnsafeGuaranteedRef {
                $0.set(
                    row: Int(relationship.rawValue & 1023), type: type.rawValue, start: start.rawValue,
                    end: end.rawValue)
            }
        while typeAdjacencies.count <= Int(type.rawValue) { typeAdjacencies.append(TypeAdjacency()) }
        typeAdjacencies[Int(type.rawValue)].insert(
            relationship.rawValue, from: start.rawValue, to: end.rawValue, living: relationships.reader)
    }

    /// - Returns: whether the node did not have it before.
    @discardableResult
    package mutating func addLabel(_ label: LabelID, to node: NodeID) -> Bool {
        while labelBitmaps.count <= Int(label.rawValue) { labelBitmaps.append(RowBitmap()) }
        return labelBitmaps[Int(label.rawValue)].insert(node.rawValue)
    }

    /// - Returns: whether the node had it before.
    @discardableResult
    package mutating func removeLabel(_ label: LabelID, from node: NodeID) -> Bool {
        guard Int(label.rawValue) < labelBitmaps.count else { return false }
        return labelBitmaps[Int(label.rawValue)].remove(node.rawValue)
    }

    /// `.null` removes the property.
    package mutating func setProperty(_ key: PropertyKeyID, of node: NodeID, to value: Value) {
        if case .null = value {
            removeProperty(key, of: node)
            return
        }
        while nodePropertyColumns.count <= Int(key.rawValue) { nodePropertyColumns.append(PropertyColumn()) }
        nodePropertyColumns[Int(key.rawValue)].set(value, atRow: node.rawValue, pool: shared.strings)
    }

    package mutating func setProperty(_ key: PropertyKeyID, of relationship: RelationshipID, to value: Value) {
        if case .null = value {
            removeProperty(key, of: relationship)
            return
        }
        while relationshipPropertyColumns.count <= Int(key.rawValue) {
            relationshipPropertyColumns.append(PropertyColumn())
        }
        relationshipPropertyColumns[Int(key.rawValue)].set(value, atRow: relationship.rawValue, pool: shared.strings)
    }

    /// - Returns: whether the node had it before.
    @discardableResult
    package mutating func removeProperty(_ key: PropertyKeyID, of node: NodeID) -> Bool {
        guard Int(key.rawValue) < nodePropertyColumns.count else { return false }
        return nodePropertyColumns[Int(key.rawValue)].remove(atRow: node.rawValue)
    }

    @discardableResult
    package mutating func removeProperty(_ key: PropertyKeyID, of relationship: RelationshipID) -> Bool {
        guard Int(key.rawValue) < relationshipPropertyColumns.count else { return false }
        return relationshipPropertyColumns[Int(key.rawValue)].remove(atRow: relationship.rawValue)
    }

    /// Type, start and end may still be asked of it afterwards; properties are gone.
    ///
    /// - Precondition: it exists.
    package mutating func deleteRelationship(_ relationship: RelationshipID) {
        let (type, start, end) = ends(of: relationship)
        relationships.remove(relationship.rawValue)
        typeAdjacencies[Int(type)].remove(from: start, to: end, living: relationships.reader)
        for index in relationshipPropertyColumns.indices
        where relationshipPropertyColumns[index].reader.isPresent(relationship.rawValue) {
            _ = relationshipPropertyColumns[index].remove(atRow: relationship.rawValue)
        }
    }

    /// The node, its labels and its properties are gone. Its relationships stay until they are deleted too: a
    /// transaction makes sure of that before it ends.
    package mutating func deleteNode(_ node: NodeID) {
        nodes.remove(node.rawValue)
        for index in labelBitmaps.indices where labelBitmaps[index].reader.contains(node.rawValue) {
            labelBitmaps[index].remove(node.rawValue)
        }
        for index in nodePropertyColumns.indices where nodePropertyColumns[index].reader.isPresent(node.rawValue) {
            _ = nodePropertyColumns[index].remove(atRow: node.rawValue)
        }
    }
}
