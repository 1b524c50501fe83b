import CypherSyntax

/// A graph pattern on its way: elements are declared first, what they say of themselves is bound when all are known, so
/// that `(a {x: b.x})-->(b)` may look ahead.
struct PatternBuilder {
    /// Slots below are bound by earlier clauses.
    let base: Int
    /// `REPEATABLE ELEMENTS`: relationships may come twice.
    let isRepeating: Bool
    var graph = QueryGraph()
    var predicates: [BoundExpression] = []
    /// Indices into `graph.nodes` by slot.
    var nodeIndices: [Slot: Int] = [:]
    var relationshipSlots: Set<Slot> = []
    var pathVariables: [Slot: String] = [:]
    var pending: [Pending] = []

    init(base: Int, isRepeating: Bool) {
        self.base = base
        self.isRepeating = isRepeating
    }

    /// What is bound in the second round. `path` is the selective path whose own predicates go before its selection.
    enum Pending {
        case node(Int, NodePattern, path: Int?)
        case relationship(Int, RelationshipPattern, path: Int?)
        case group(Expression, path: Int?)
    }

    func finished() -> QueryGraph {
        var graph = graph
        if !isRepeating, graph.relationships.count > 1 {
            graph.distinctRelationships = [Array(graph.relationships.indices)]
        }
        return graph
    }

    mutating func addPredicates(_ added: [BoundExpression], path: Int?) {
        if let path {
            graph.paths[path].predicates.append(contentsOf: added)
        } else {
            predicates.append(contentsOf: added)
        }
    }
}
