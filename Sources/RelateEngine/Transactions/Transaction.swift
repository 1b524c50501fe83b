/// One unit of reading and writing: a graph state of its own, which its writes change and nobody else sees.
///
/// Used by one thread at a time (any number of threads may read `state` while none writes). It ends by `commit()` or
/// `rollback()`; one that is dropped is rolled back.
package final class Transaction {
    package enum Mode: Sendable {
        /// Reads the committed state as it was at the beginning.
        case read
        /// One statement that writes: waits its turn at the beginning, so that it conflicts with nobody.
        case autoCommit
        /// Many statements: conflicts are found at the commit.
        case explicit
    }

    package let manager: TransactionManager
    package let mode: Mode
    @exclusivity(unchecked) package private(set) var state: GraphState
    @exclusivity(unchecked) package private(set) var writeSet = WriteSet()
    /// Since `takeCounters()`, or since the beginning.
    @exclusivity(unchecked) package private(set) var counters = UpdateCounters()
    package private(set) var isOpen = true

    /// As it was at the beginning.
    private(set) var base: GraphState
    /// The commit that `base` came from.
    private(set) var baseNumber: UInt64
    /// Of the last part that was committed by itself.
    private var partNumber: UInt64?
    /// The commit log's when `base` was taken.
    private(set) var generation: Int
    /// It is at the head of the writer queue.
    var holdsTurn: Bool
    /// Deletions of nodes up to here are known to leave no relationship behind.
    private var checkedDeletions = 0
    /// Writes up to here are known to break no constraint.
    private var checkedConstraints = WriteSet().mark
    /// Kept only where there are constraints.
    private var changedNew = ChangedNewElements()
    private let hasConstraints: Bool

    init(manager: TransactionManager, mode: Mode, base: GraphState, baseNumber: UInt64, generation: Int) {
        self.manager = manager
        self.mode = mode
        self.base = base
        hasConstraints = !base.schema.constraints.isEmpty
        self.baseNumber = baseNumber
        self.generation = generation
        holdsTurn = mode == .autoCommit
        state = base
    }

    /// What another transaction sees now, for a thread that only reads: threads that count references to the same objects wait
    /// for each other. It is over from its beginning, and keeps nothing open.
    init(reading other: Transaction) {
        manager = other.manager
        mode = .read
        base = other.base
        hasConstraints = other.hasConstraints
        baseNumber = other.baseNumber
        generation = other.generation
        holdsTurn = false
        state = other.state.separated
        writeSet = other.writeSet
        counters = other.counters
        isOpen = false
    }

    deinit { if isOpen { manager.end(self) } }

    /// The counters, which start again from zero.
    package func takeCounters() -> UpdateCounters {
        defer { counters = UpdateCounters() }
        return counters
    }

    /// Whether this transaction deleted an element that it had seen or created.
    package func isDeleted(_ node: NodeID) -> Bool { !state.exists(node) }
    package func isDeleted(_ relationship: RelationshipID) -> Bool { !state.exists(relationship) }

    // MARK: Names

    package func internLabel(_ name: String) -> LabelID { state.internLabel(name) }
    package func internRelationshipType(_ name: String) -> RelationshipTypeID { state.internRelationshipType(name) }
    package func internPropertyKey(_ name: String) -> PropertyKeyID { state.internPropertyKey(name) }

    // MARK: Writes

    package func createNode(
        labels: [LabelID], properties: [(PropertyKeyID, Value)] = []
    ) throws(EngineError) -> NodeID {
        guard let node = state.shared.numbers.nextNode() else { throw .elementNumbersExhausted() }
        // A pattern may name a label twice.
        let labels = labels.count < 2 ? labels : Array(Set(labels))
        state.createNode(node, labels: labels, properties: properties)
        writeSet.noteCreated(node)
        counters.nodesCreated += 1
        counters.labelsAdded += labels.count
        for (_, value) in properties where !value.isNull { counters.propertiesSet += 1 }
        return node
    }

    /// Many nodes with the same labels, and a value of each property for each: `.null` where it has none.
    ///
    /// - Parameter columns: a property each; `value` gives the value for a place from 0 to `count`, which may be stored.
    /// - Throws: where the store has no numbers left.
    func createNodes(
        _ count: Int, labels: [LabelID], columns: [(key: PropertyKeyID, value: (Int) -> Value)]
    ) throws(EngineError) -> [NodeID] {
        guard let first = state.shared.numbers.nextNodes(count) else { throw .elementNumbersExhausted() }
        let nodes = (0..<count).map { NodeID(first + UInt32(truncatingIfNeeded: $0)) }
        let labels = labels.count < 2 ? labels : Array(Set(labels))
        for node in nodes {
            state.createNode(node, labels: labels)
            writeSet.noteCreated(node)
        }
        counters.nodesCreated += count
        counters.labelsAdded += labels.count * count
        for column in columns {
            counters.propertiesSet += state.setFirstProperties(column.key, of: nodes, column.value)
        }
        state.insertIntoIndexes(nodes, labels: labels)
        return nodes
    }

    package func createRelationship(
        type: RelationshipTypeID, from start: NodeID, to end: NodeID, properties: [(PropertyKeyID, Value)] = []
    ) throws(EngineError) -> RelationshipID {
        guard state.exists(start) else { throw .deletedEntityAccess("Node \(start.rawValue)") }
        guard state.exists(end) else { throw .deletedEntityAccess("Node \(end.rawValue)") }
        guard let relationship = state.shared.numbers.nextRelationship() else { throw .elementNumbersExhausted() }
        state.createRelationship(relationship, type: type, from: start, to: end)
        writeSet.noteCreated(relationship)
        counters.relationshipsCreated += 1
        for (key, value) in properties { write(key, of: relationship, to: value, isNew: true) }
        return relationship
    }

    /// Relationships from number `first` on.
    ///
    /// - Precondition: the numbers are new, and all nodes exist.
    func create(from first: UInt32, _ types: [UInt32], _ starts: [UInt32], _ ends: [UInt32]) {
        let numbers = first..<first + UInt32(truncatingIfNeeded: types.count)
        if types.count < Self.togetherCount {
            for (place, relationship) in numbers.enumerated() {
                state.createRelationship(
                    RelationshipID(relationship), type: RelationshipTypeID(types[place]), from: NodeID(starts[place]),
                    to: NodeID(ends[place]))
            }
        } else {
            state.noteRelationships(from: first, types: types, starts: starts, ends: ends)
            state.connect(Array(numbers), types: types, starts: starts, ends: ends)
        }
        writeSet.noteCreated(relationships: numbers)
        counters.relationshipsCreated += types.count
    }

    /// Fewer are created one by one.
    private static let togetherCount = 4

    // MARK: Writes of elements whose numbers follow each other

    /// Whether elements may be created so: no index asks for each of them.
    var takesFirstValues: Bool { state.storage.indexes.all.isEmpty }

    /// Nodes without properties yet.
    ///
    /// - Parameter labelled: how many follow each other with the same labels, which are distinct.
    /// - Returns: the first one's number.
    /// - Throws: where the store has no numbers left.
    func createNodes(labelled: [(labels: [LabelID], count: Int)]) throws(EngineError) -> UInt32 {
        let count = labelled.reduce(0) { $0 + $1.count }
        guard let first = state.shared.numbers.nextNodes(count) else { throw .elementNumbersExhausted() }
        let nodes = first..<first + UInt32(truncatingIfNeeded: count)
        state.createNodes(nodes, labelled: labelled)
        writeSet.noteCreated(nodes: nodes)
        counters.nodesCreated += count
        for (labels, count) in labelled { counters.labelsAdded += labels.count * count }
        return first
    }

    /// Relationships without properties yet. Until `connect` is told of them, nothing finds them at their nodes.
    ///
    /// - Precondition: their nodes exist.
    /// - Returns: the first one's number.
    /// - Throws: where the store has no numbers left.
    func noteRelationships(types: [UInt32], starts: [UInt32], ends: [UInt32]) throws(EngineError) -> UInt32 {
        guard let first = state.shared.numbers.nextRelationships(types.count) else {
            throw .elementNumbersExhausted()
        }
        state.noteRelationships(from: first, types: types, starts: starts, ends: ends)
        writeSet.noteCreated(relationships: first..<first + UInt32(truncatingIfNeeded: types.count))
        counters.relationshipsCreated += types.count
        return first
    }

    func connect(_ relationships: [UInt32], types: [UInt32], starts: [UInt32], ends: [UInt32]) {
        state.connect(relationships, types: types, starts: starts, ends: ends)
    }

    /// - Precondition: `takesFirstValues`; the nodes were created by this transaction, and have no such property.
    func setFirstProperties(_ values: FirstValues, _ key: PropertyKeyID, ofNodesFrom first: UInt32) {
        state.setFirstProperties(values, key, ofNodesFrom: first)
        counters.propertiesSet += values.presentCount
    }

    /// - Precondition: as above.
    func setFirstProperties(_ values: FirstValues, _ key: PropertyKeyID, ofRelationshipsFrom first: UInt32) {
        state.setFirstProperties(values, key, ofRelationshipsFrom: first)
        counters.propertiesSet += values.presentCount
    }

    // MARK: Writes of elements one by one

    /// `.null` removes the property. Does nothing to a deleted node.
    package func setProperty(_ key: PropertyKeyID, of node: NodeID, to value: Value) {
        write(key, of: node, to: value, isNew: false)
    }

    @inline(__always)
    private func write(_ key: PropertyKeyID, of node: NodeID, to value: Value, isNew: Bool) {
        guard state.exists(node) else { return }
        if case .null = value {
            guard state.removeProperty(key, of: node) else { return }
        } else {
            state.setProperty(key, of: node, to: value)
        }
        counters.propertiesSet += 1
        noteChanged(node, isNew: isNew) { $0.noteChanged(key, of: node) }
    }

    /// `.null` removes the property. Does nothing to a deleted relationship.
    package func setProperty(_ key: PropertyKeyID, of relationship: RelationshipID, to value: Value) {
        write(key, of: relationship, to: value, isNew: false)
    }

    @inline(__always)
    func write(_ key: PropertyKeyID, of relationship: RelationshipID, to value: Value, isNew: Bool) {
        guard state.exists(relationship) else { return }
        if case .null = value {
            guard state.removeProperty(key, of: relationship) else { return }
        } else {
            state.setProperty(key, of: relationship, to: value)
        }
        counters.propertiesSet += 1
        if base.exists(relationship) {
            writeSet.noteChanged(key, of: relationship)
        } else if hasConstraints, !isNew {
            changedNew.relationships.append(relationship)
        }
    }

    @inline(__always)
    private func noteChanged(_ node: NodeID, isNew: Bool, _ note: (inout WriteSet) -> Void) {
        if base.exists(node) {
            note(&writeSet)
        } else if hasConstraints, !isNew {
            changedNew.nodes.append(node)
        }
    }

    package func removeProperty(_ key: PropertyKeyID, of node: NodeID) { setProperty(key, of: node, to: .null) }

    package func removeProperty(_ key: PropertyKeyID, of relationship: RelationshipID) {
        setProperty(key, of: relationship, to: .null)
    }

    /// Does nothing to a deleted node, or to one that has the label.
    package func addLabel(_ label: LabelID, to node: NodeID) {
        guard state.exists(node), state.addLabel(label, to: node) else { return }
        counters.labelsAdded += 1
        noteChanged(node, isNew: false) { $0.noteChanged(label, of: node) }
    }

    package func removeLabel(_ label: LabelID, from node: NodeID) {
        guard state.exists(node), state.removeLabel(label, from: node) else { return }
        counters.labelsRemoved += 1
        noteChanged(node, isNew: false) { $0.noteChanged(label, of: node) }
    }

    /// Does nothing to one that is deleted already.
    package func deleteRelationship(_ relationship: RelationshipID) {
        guard state.exists(relationship) else { return }
        state.deleteRelationship(relationship)
        writeSet.noteDeleted(relationship)
        counters.relationshipsDeleted += 1
    }

    /// Does nothing to a node that is deleted already. Its relationships may be deleted later, but before the statement
    /// ends: `checkDeletions()`.
    package func deleteNode(_ node: NodeID) {
        guard state.exists(node) else { return }
        state.deleteNode(node)
        writeSet.noteDeleted(node)
        counters.nodesDeleted += 1
    }

    /// Deletes the node and its relationships.
    package func detachDeleteNode(_ node: NodeID) {
        var attached: [RelationshipID] = []
        state.withNeighbours(of: node, type: nil, direction: .both) { _, relationships in
            for relationship in relationships { attached.append(RelationshipID(relationship)) }
        }
        for relationship in attached { deleteRelationship(relationship) }
        deleteNode(node)
    }

    // MARK: Schema

    /// As `change(_:_:)`, to the end.
    func change(_ change: SchemaChange) { self.change(change, {}) }

    /// - Precondition: the change was checked against this transaction's state.
    ///
    /// - Parameter check: called every few milliseconds while an index is built; what it throws ends that, without a trace.
    func change<Failure: Error>(
        _ change: SchemaChange, _ check: () throws(Failure) -> Void
    ) throws(Failure) {
        try state.apply(change, check)
        writeSet.note(change)
        switch change {
        case .createIndex: counters.indexesAdded += 1
        case .dropIndex: counters.indexesRemoved += 1
        case .createConstraint: counters.constraintsAdded += 1
        case .dropConstraint: counters.constraintsRemoved += 1
        }
    }

    // MARK: Statements

    /// What `undo(to:)` goes back to: cheap, since states are copied on write.
    package struct Savepoint: Sendable {
        fileprivate let state: GraphState
        fileprivate let mark: WriteSet.Mark
        fileprivate let counters: UpdateCounters
        fileprivate let checkedDeletions: Int
        fileprivate let checkedConstraints: WriteSet.Mark
    }

    package func savepoint() -> Savepoint {
        Savepoint(
            state: state, mark: writeSet.mark, counters: counters, checkedDeletions: checkedDeletions,
            checkedConstraints: checkedConstraints)
    }

    /// Undoes all that was written since the savepoint. Numbers given meanwhile stay unused.
    package func undo(to savepoint: Savepoint) {
        state = savepoint.state
        writeSet.cut(to: savepoint.mark)
        counters = savepoint.counters
        checkedDeletions = savepoint.checkedDeletions
        checkedConstraints = savepoint.checkedConstraints
        changedNew = ChangedNewElements()
    }

    /// Nodes deleted in this transaction that still have relationships; empty where all is well.
    package var nodesStillConnected: [NodeID] {
        writeSet.deletedNodes.filter { state.degree(of: $0, type: nil, direction: .both) > 0 }
    }

    /// At a statement's end: no node deleted by it may still have a relationship.
    package func checkDeletions() throws(EngineError) {
        for node in writeSet.deletedNodes[checkedDeletions...]
        where state.degree(of: node, type: nil, direction: .both) > 0 {
            throw .deleteConnectedNode(node)
        }
        checkedDeletions = writeSet.deletedNodes.count
    }

    /// At a statement's end: what it wrote is unique and of the types that the constraints ask for. That a property is there
    /// is asked at the commit, so that one statement may create an element and another complete it.
    func checkConstraints() throws(EngineError) {
        guard !state.schema.constraints.isEmpty else { return }
        try ConstraintCheck(state).statement(writeSet, since: checkedConstraints, changed: changedNew)
        checkedConstraints = writeSet.mark
        changedNew = ChangedNewElements()
    }

    // MARK: The end

    /// Makes the writes everybody's.
    ///
    /// - Parameter isWhole: whether it wrote so much of the graph that the whole graph is better stored at once than what
    ///   changed, and nothing much follows.
    /// - Returns: the commit's number, which bookmarks show; `nil` where nothing was written.
    /// - Throws: `deleteConnectedNode`, `writeConflict`, or what the commit log says. The transaction is over in any case.
    package func commit(isWhole: Bool = false) throws(EngineError) -> UInt64? {
        guard isOpen else { return nil }
        defer { finish() }
        if writeSet.isEmpty {
            try manager.waitForBase(of: self)
            return partNumber
        }
        try checkDeletions()
        try checkConstraints()
        try ConstraintCheck(state).presence(writeSet)
        if !isWhole { settle() }
        return try manager.commit(self, isWhole: isWhole)
    }

    /// Makes the writes so far everybody's and goes on, the counters too: a batch of `CALL … IN TRANSACTIONS`. Other writers
    /// still wait.
    ///
    /// - Precondition: the transaction is not explicit.
    /// - Throws: as `commit()`; the writes can be undone then.
    package func commitPart() throws(EngineError) {
        precondition(mode == .autoCommit || writeSet.isEmpty, "an explicit transaction commits as a whole")
        guard isOpen, !writeSet.isEmpty else { return }
        try checkDeletions()
        try checkConstraints()
        try ConstraintCheck(state).presence(writeSet)
        settle()
        let part = try manager.commitPart(self)
        (baseNumber, generation) = part
        partNumber = part.number
        base = state
        writeSet = WriteSet()
        checkedDeletions = 0
        checkedConstraints = writeSet.mark
    }

    /// After many writes: few do not look whether it is time.
    private func settle() {
        if writeSet.createdRelationships.count >= TypeAdjacency.settledMinimum / 4 { state.settleAdjacencies() }
    }

    package func rollback() {
        guard isOpen else { return }
        finish()
    }

    private func finish() {
        isOpen = false
        manager.end(self)
    }
}
