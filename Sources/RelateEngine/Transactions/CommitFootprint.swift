/// The elements a commit touched: what decides whether two transactions that ran side by side conflict.
///
/// - Written: properties or labels changed, or deleted. Two that write the same element conflict.
/// - Connected: a new relationship starts or ends there. Any number may connect a node, but none may delete it.
struct CommitFootprint: Sendable {
    fileprivate var writtenNodes: Set<NodeID> = []
    fileprivate var writtenRelationships: Set<RelationshipID> = []
    fileprivate var deletedNodes: Set<NodeID> = []
    fileprivate var connectedNodes: Set<NodeID> = []

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

/// What commits did that an open explicit transaction may not have seen: of each element the last commit that touched it.
/// However long a transaction stays open, this grows with what was changed, and not with how often.
final class CommitHistory: @unchecked Sendable {
    private let lock = Lock()
    // Under the lock.
    private var writtenNodes: [NodeID: UInt64] = [:]
    private var writtenRelationships: [RelationshipID: UInt64] = [:]
    private var deletedNodes: [NodeID: UInt64] = [:]
    private var connectedNodes: [NodeID: UInt64] = [:]
    private var forgotten: UInt64 = 0

    /// Elements that are kept note of.
    var count: Int {
        lock.withLock {
            writtenNodes.count + writtenRelationships.count + deletedNodes.count + connectedNodes.count
        }
    }

    func note(_ footprint: CommitFootprint, number: UInt64) {
        lock.withLock {
            Self.note(footprint.writtenNodes, number, in: &writtenNodes)
            Self.note(footprint.writtenRelationships, number, in: &writtenRelationships)
            Self.note(footprint.deletedNodes, number, in: &deletedNodes)
            Self.note(footprint.connectedNodes, number, in: &connectedNodes)
        }
    }

    private static func note<Element>(
        _ elements: Set<Element>, _ number: UInt64, in table: inout [Element: UInt64]
    ) {
        for element in elements { table[element] = max(number, table[element] ?? 0) }
    }

    /// Whether a commit after `number` conflicts.
    func conflicts(with footprint: CommitFootprint, after number: UInt64) -> Bool {
        lock.withLock {
            Self.holds(writtenNodes, footprint.writtenNodes, after: number)
                || Self.holds(writtenRelationships, footprint.writtenRelationships, after: number)
                || Self.holds(deletedNodes, footprint.connectedNodes, after: number)
                || Self.holds(connectedNodes, footprint.deletedNodes, after: number)
        }
    }

    private static func holds<Element>(
        _ table: [Element: UInt64], _ elements: Set<Element>, after number: UInt64
    ) -> Bool {
        !table.isEmpty && elements.contains { table[$0].map { $0 > number } ?? false }
    }

    /// Every transaction that is open, or begins from now on, has seen the commits up to `number`.
    func forget(through number: UInt64) {
        lock.withLock {
            guard number > forgotten else { return }
            forgotten = number
            Self.forget(number, &writtenNodes)
            Self.forget(number, &writtenRelationships)
            Self.forget(number, &deletedNodes)
            Self.forget(number, &connectedNodes)
        }
    }

    private static func forget<Element>(_ number: UInt64, _ table: inout [Element: UInt64]) {
        if table.isEmpty { return }
        // A new table, so that the room of the old one is given back.
        table = table.filter { $0.value > number }
    }
}
