/// What a transaction wrote, in order, as element numbers alone: the new values are read from its state.
///
/// Logs that only grow, so that noting a write costs a few nanoseconds and a statement's notes can be cut off again.
/// They may hold a write twice, or one of an element deleted later. Elements created here are noted as created and in
/// no other log but the deletions: all they have is new.
package struct WriteSet: Sendable {
    package struct NodeProperty: Hashable, Sendable {
        package var node: NodeID
        package var key: PropertyKeyID
    }

    package struct RelationshipProperty: Hashable, Sendable {
        package var relationship: RelationshipID
        package var key: PropertyKeyID
    }

    package struct NodeLabel: Hashable, Sendable {
        package var node: NodeID
        package var label: LabelID
    }

    package fileprivate(set) var createdNodes: [NodeID] = []
    package fileprivate(set) var createdRelationships: [RelationshipID] = []
    package fileprivate(set) var nodeProperties: [NodeProperty] = []
    package fileprivate(set) var relationshipProperties: [RelationshipProperty] = []
    /// Labels added or removed.
    package fileprivate(set) var nodeLabels: [NodeLabel] = []
    /// Each once, whether created here or before.
    package fileprivate(set) var deletedRelationships: [RelationshipID] = []
    package fileprivate(set) var deletedNodes: [NodeID] = []
    /// In order. A transaction changes either the schema or data.
    package fileprivate(set) var schemaChanges: [SchemaChange] = []

    package init() {}

    package var isEmpty: Bool { !hasDataChanges && schemaChanges.isEmpty }

    /// Elements were written, whatever became of them.
    var hasDataChanges: Bool {
        !(createdNodes.isEmpty && createdRelationships.isEmpty && nodeProperties.isEmpty
            && relationshipProperties.isEmpty && nodeLabels.isEmpty && deletedRelationships.isEmpty
            && deletedNodes.isEmpty)
    }

    mutating func noteCreated(_ node: NodeID) { createdNodes.append(node) }
    mutating func noteCreated(_ relationship: RelationshipID) { createdRelationships.append(relationship) }
    mutating func noteCreated(nodes: Range<UInt32>) { createdNodes.append(contentsOf: nodes.lazy.map { NodeID($0) }) }
    mutating func noteCreated(relationships: Range<UInt32>) {
        createdRelationships.append(contentsOf: relationships.lazy.map { RelationshipID($0) })
    }
    mutating func note(_ change: SchemaChange) { schemaChanges.append(change) }
    mutating func noteDeleted(_ node: NodeID) { deletedNodes.append(node) }
    mutating func noteDeleted(_ relationship: RelationshipID) { deletedRelationships.append(relationship) }

    mutating func noteChanged(_ key: PropertyKeyID, of node: NodeID) {
        nodeProperties.append(NodeProperty(node: node, key: key))
    }

    mutating func noteChanged(_ key: PropertyKeyID, of relationship: RelationshipID) {
        relationshipProperties.append(RelationshipProperty(relationship: relationship, key: key))
    }

    mutating func noteChanged(_ label: LabelID, of node: NodeID) {
        nodeLabels.append(NodeLabel(node: node, label: label))
    }

    // MARK: Statements

    /// A place in all logs.
    struct Mark: Sendable {
        var createdNodes = 0
        var createdRelationships = 0
        var nodeProperties = 0
        var relationshipProperties = 0
        var nodeLabels = 0
        fileprivate var deletedRelationships = 0
        fileprivate var deletedNodes = 0
        fileprivate var schemaChanges = 0
    }

    var mark: Mark {
        Mark(
            createdNodes: createdNodes.count, createdRelationships: createdRelationships.count,
            nodeProperties: nodeProperties.count, relationshipProperties: relationshipProperties.count,
            nodeLabels: nodeLabels.count, deletedRelationships: deletedRelationships.count,
            deletedNodes: deletedNodes.count, schemaChanges: schemaChanges.count)
    }

    /// Forgets what was noted since the mark.
    mutating func cut(to mark: Mark) {
        createdNodes.removeSubrange(mark.createdNodes...)
        createdRelationships.removeSubrange(mark.createdRelationships...)
        nodeProperties.removeSubrange(mark.nodeProperties...)
        relationshipProperties.removeSubrange(mark.relationshipProperties...)
        nodeLabels.removeSubrange(mark.nodeLabels...)
        deletedRelationships.removeSubrange(mark.deletedRelationships...)
        deletedNodes.removeSubrange(mark.deletedNodes...)
        schemaChanges.removeSubrange(mark.schemaChanges...)
    }
}

extension GraphState {
    /// Does to this state what `writeSet` notes, with the values that `source` has: the state of the transaction that
    /// wrote it. Numbers are store-wide, so they are the same in both.
    ///
    /// - Precondition: nothing in the write set conflicts with what happened to this state since `source` was copied.
    package mutating func apply(_ writeSet: WriteSet, from source: GraphState) {
        for change in writeSet.schemaChanges { apply(change) }
        for node in writeSet.createdNodes where source.exists(node) {
            createNode(node, labels: source.labels(of: node))
            for (key, value) in source.properties(of: node) { setProperty(key, of: node, to: value) }
        }
        for relationship in writeSet.createdRelationships where source.exists(relationship) {
            createRelationship(
                relationship, type: source.type(of: relationship), from: source.start(of: relationship),
                to: source.end(of: relationship))
            for (key, value) in source.properties(of: relationship) { setProperty(key, of: relationship, to: value) }
        }
        for change in writeSet.nodeProperties where source.exists(change.node) {
            setProperty(change.key, of: change.node, to: source.property(change.key, of: change.node))
        }
        for change in writeSet.relationshipProperties where source.exists(change.relationship) {
            setProperty(
                change.key, of: change.relationship, to: source.property(change.key, of: change.relationship))
        }
        for change in writeSet.nodeLabels where source.exists(change.node) {
            if source.hasLabel(change.node, change.label) {
                addLabel(change.label, to: change.node)
            } else {
                removeLabel(change.label, from: change.node)
            }
        }
        for relationship in writeSet.deletedRelationships where exists(relationship) {
            deleteRelationship(relationship)
        }
        for node in writeSet.deletedNodes where exists(node) { deleteNode(node) }
    }
}
