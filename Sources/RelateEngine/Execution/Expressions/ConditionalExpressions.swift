/// `CASE …`: each branch is evaluated only for the rows that reach it.
final class ConditionalExpression: VectorExpression {
    struct Branch {
        /// Compared with the operand, or a predicate.
        var test: VectorExpression
        /// The operand's slot for a predicate of a simple `CASE`; then `test` is a predicate.
        var operandSlot: Slot?
        var value: VectorExpression
    }

    private let operand: VectorExpression?
    private let branches: [Branch]
    private let otherwise: VectorExpression?

    init(operand: VectorExpression?, branches: [Branch], otherwise: VectorExpression?) {
        self.operand = operand
        self.branches = branches
        self.otherwise = otherwise
    }

    override var isReusable: Bool {
        (operand?.isReusable ?? true) && (otherwise?.isReusable ?? true)
            && branches.allSatisfy { $0.test.isReusable && $0.value.isReusable }
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        var out = [Value](repeating: .null, count: batch.rowCount)
        let taken = TypedVector<UInt8>(capacity: batch.rowCount)
        var open = rows
        let operandVector = try operand?.evaluate(batch, rows, context)
        let strings = context.strings
        for branch in branches where !open.isEmpty {
            let hits: Selection
            if let operandVector, branch.operandSlot == nil {
                let test = try branch.test.evaluate(batch, open, context)
                hits = open.filtered { row in
                    Equality.equals(operandVector.value(at: row, strings), test.value(at: row, strings)) ?? false
                }
            } else if let slot = branch.operandSlot, let operandVector {
                let inner = RowBatch(columns: batch.columns, rowCount: batch.rowCount, selection: open)
                inner[slot] = operandVector
                hits = try branch.test.select(inner, open, context)
            } else {
                hits = try branch.test.select(batch, open, context)
            }
            guard !hits.isEmpty else { continue }
            let values = try branch.value.evaluate(batch, hits, context)
            open.forEach { taken.base[$0] = 0 }
            hits.forEach { row in
                out[row] = values.value(at: row, strings)
                taken.base[row] = 1
            }
            open = open.filtered { taken[$0] == 0 }
        }
        if let otherwise, !open.isEmpty {
            let values = try otherwise.evaluate(batch, open, context)
            open.forEach { out[$0] = values.value(at: $0, strings) }
        }
        return .values(out)
    }
}

/// `coalesce(…)`: the first that is not null; those behind it are not evaluated.
final class CoalesceExpression: VectorExpression {
    private let operands: [VectorExpression]

    init(_ operands: [VectorExpression]) { self.operands = operands }

    override var isReusable: Bool { operands.allSatisfy(\.isReusable) }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        var out = [Value](repeating: .null, count: batch.rowCount)
        var open = rows
        for operand in operands where !open.isEmpty {
            let vector = try operand.evaluate(batch, open, context)
            open = open.filtered { row in
                if vector.isNull(at: row) { return true }
                out[row] = vector.value(at: row, context.strings)
                return false
            }
        }
        return .values(out)
    }
}
