/// The elements a commit touched: what decides whether two transactions that ran side by side conflict.
///
/// - Written: properties or labels changed, or deleted. Two that write the same element conflict.
/// - Connected: a new relationship starts or ends there. Any number may connect a node, but none may delete it.
struct CommitFootprint: Sendable {
    private var writtenNodes: Set<NodeID> = []
    private var writtenRelationships: Set<RelationshipID> = []
    private var deletedNodes: Set<NodeID> = []
    private var connectedNodes: Set<NodeID> = []

    /// - Parameters:
    ///   - state: the writing transaction's, at its end.
    ///   - base: the state it began with. What it created is nobody else's and leaves no trace.
    init(of writeSet: WriteSet, in state: GraphState, since base: GraphState) {
        for change in writeSet.nodeProperties { writtenNodes.insert(change.node) }
        for change in writeSet.nodeLabels { writtenNodes.insert(change.node) }
        for node in writeSet.deletedNodes where base.exists(node) {
            writtenNodes.insert(node)
            deletedNodes.insert(node)
        }
        for change in writeSet.relationshipProperties { writtenRelationships.insert(change.relationship) }
        for relationship in writeSet.deletedRelationships where base.exists(relationship) {
            writtenRelationships.insert(relationship)
        }
        for relationship in writeSet.createdRelationships where state.exists(relationship) {
            let start = state.start(of: relationship)
            let end = state.end(of: relationship)
            if base.exists(start) { connectedNodes.insert(start) }
            if base.exists(end) { connectedNodes.insert(end) }
        }
    }

    func conflicts(with other: CommitFootprint) -> Bool {
        !writtenNodes.isDisjoint(with: other.writtenNodes)
            || !writtenRelationships.isDisjoint(with: other.writtenRelationships)
            || !deletedNodes.isDisjoint(with: other.connectedNodes)
            || !connectedNodes.isDisjoint(with: other.deletedNodes)
    }
}
