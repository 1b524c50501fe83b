/// `[DETACH] DELETE`: of all rows before the first goes on, relationships before nodes.
final class DeleteOperator: Operator {
    private let expressions: [VectorExpression]
    private let isDetach: Bool

    init(_ expressions: [VectorExpression], isDetach: Bool, _ input: Operator, carried: [Int]) {
        self.expressions = expressions
        self.isDetach = isDetach
        super.init([input], carried: carried)
    }

    override var isReusable: Bool { expressions.allSatisfy(\.isReusable) }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        var nodes: [NodeID] = []
        for expression in expressions {
            let vector = try expression.evaluate(batch, batch.selection, context)
            try batch.selection.forEach { row throws(EngineError) in
                switch vector.value(at: row, context.strings) {
                case .null: return
                case .node(let node): nodes.append(node)
                case .relationship(let relationship): delete(relationship, context)
                case .path(let path):
                    for relationship in path.relationships { delete(relationship, context) }
                    nodes += path.nodes
                case let other:
                    throw .typeMismatch(
                        "Expected a NODE, RELATIONSHIP or PATH to delete, got \(other.typeName)",
                        at: expression.span)
                }
            }
        }
        for node in nodes where context.transaction.state.exists(node) {
            if isDetach { context.transaction.detachDeleteNode(node) } else { context.transaction.deleteNode(node) }
        }
        return batch
    }

    private func delete(_ relationship: RelationshipID, _ context: ExecutionContext) {
        if context.transaction.state.exists(relationship) { context.transaction.deleteRelationship(relationship) }
    }
}
