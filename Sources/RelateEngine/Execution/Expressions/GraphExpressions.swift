/// A path variable: nodes and relationships of the row, in order; null where one of them is.
final class PathExpression: VectorExpression {
    private let elements: [Slot]

    init(_ elements: [Slot]) { self.elements = elements }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let state = context.transaction.state
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            guard let start = elements.first, let first = batch[start].node(at: row) else { return .null }
            var nodes = [NodeID(first)]
            var relationships: [RelationshipID] = []
            var current = NodeID(first)
            func follow(_ relationship: RelationshipID) {
                let from = state.start(of: relationship)
                current = from == current ? state.end(of: relationship) : from
                relationships.append(relationship)
                nodes.append(current)
            }
            for (place, slot) in elements.enumerated() where place % 2 == 1 {
                let vector = batch[slot]
                if let relationship = vector.relationship(at: row) {
                    follow(RelationshipID(relationship))
                } else {
                    switch vector.value(at: row, context.strings) {
                    case .list(let items):
                        for case .relationship(let relationship) in items { follow(relationship) }
                    case .path(let inner):
                        for relationship in inner.relationships { follow(relationship) }
                    default: return .null
                    }
                }
            }
            return .path(PathValue(nodes: nodes, relationships: relationships))
        }
    }
}
