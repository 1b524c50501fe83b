import CypherSyntax

/// `n:A&B`, `r:T|U`: whether an element has labels, or a relationship a type.
final class LabelTestExpression: VectorExpression {
    private let operand: VectorExpression
    private let test: Test

    /// A label expression with its computed names compiled.
    indirect enum Test {
        case label(String)
        case dynamic(VectorExpression, isAll: Bool)
        case wildcard
        case not(Test)
        case and([Test])
        case or([Test])
    }

    init(_ operand: VectorExpression, _ test: Test) {
        self.operand = operand
        self.test = test
    }

    override var isReusable: Bool {
        guard case .label = test else { return false }
        return operand.isReusable
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        .bools(try outcomes(batch, rows, context, refusesDeleted: context.transaction.hasDeletions))
    }

    private func outcomes(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext, refusesDeleted: Bool
    ) throws(EngineError) -> TypedVector<UInt8> {
        let vector = try operand.evaluate(batch, rows, context)
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        context.statistics.nodeReads &+= rows.count
        try rows.forEach { row throws(EngineError) in
            let outcome: Bool
            if let node = vector.node(at: row) {
                // As with labels(), while the type of a relationship is known even then.
                if refusesDeleted, !context.transaction.state.exists(NodeID(node)) {
                    throw EngineError.deletedEntityAccess("the node").at(operand.span)
                }
                outcome = try holds(test, batch, row, context) { state, name in
                    state.labelID(named: name).map { state.hasLabel(NodeID(node), $0) } ?? false
                }
            } else if let relationship = vector.relationship(at: row) {
                let type = context.transaction.state.type(of: RelationshipID(relationship))
                outcome = try holds(test, batch, row, context) { state, name in
                    state.relationshipTypeID(named: name) == type
                }
            } else {
                let value = vector.value(at: row, context.strings)
                if case .null = value { return }
                throw .typeMismatch(
                    "Expected a NODE or RELATIONSHIP before a label, got \(value.typeName)", at: operand.span)
            }
            out.base[row] = outcome ? 1 : 0
            out.setValid(row)
        }
        return out
    }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        // The common case: one label on nodes.
        if case .label(let name) = test, case .nodes(let nodes) = try operand.evaluate(batch, rows, context) {
            context.statistics.nodeReads &+= rows.count
            let state = context.transaction.state
            guard let label = state.labelID(named: name) else { return Selection(all: 0) }
            return rows.filtered { nodes.isValid($0) && state.hasLabel(NodeID(nodes[$0]), label) }
        }
        // A pattern does not match what is gone.
        let outcomes = try outcomes(batch, rows, context, refusesDeleted: false)
        return rows.filtered { outcomes.isValid($0) && outcomes[$0] != 0 }
    }

    private func holds(
        _ test: Test, _ batch: RowBatch, _ row: Int, _ context: ExecutionContext,
        _ has: (GraphState, String) -> Bool
    ) throws(EngineError) -> Bool {
        switch test {
        case .label(let name): return has(context.transaction.state, name)
        case .wildcard:
            guard let node = try operand.evaluate(batch, Selection(all: batch.rowCount), context).node(at: row) else {
                return true
            }
            return !context.transaction.state.labels(of: NodeID(node)).isEmpty
        case .not(let inner): return try !holds(inner, batch, row, context, has)
        case .and(let parts):
            for part in parts where try !holds(part, batch, row, context, has) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part, batch, row, context, has) { return true }
            return false
        case .dynamic(let expression, let isAll):
            let names = try DynamicNames.names(try expression.value(batch, row: row, context), at: expression.span)
            for name in names where has(context.transaction.state, name) != isAll { return !isAll }
            return isAll
        }
    }
}

/// The names that `$(expression)` computes.
enum DynamicNames {
    /// - Throws: where the value is neither a STRING nor a LIST of them, or a name is empty.
    static func names(_ value: Value, at span: SourceSpan?) throws(EngineError) -> [String] {
        var result: [String] = []
        switch value {
        case .string(let name): result = [name]
        case .list(let items):
            for item in items {
                guard case .string(let name) = item else {
                    throw .typeMismatch("Expected a STRING as a label or type, got \(item.typeName)", at: span)
                }
                result.append(name)
            }
        default:
            throw .typeMismatch(
                "Expected a STRING or LIST<STRING> as a label or type, got \(value.typeName)", at: span)
        }
        for name in result where name.isEmpty {
            throw EngineError.invalidArgument("A label or type may not be empty", gqlStatus: "42I11").at(span)
        }
        return result
    }
}
