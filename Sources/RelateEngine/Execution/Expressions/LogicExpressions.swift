import CypherSyntax

/// Three-valued logic as bytes: the value in bit 0, whether it is known in bit 1.
private enum Truth {
    static let unknown: UInt8 = 0
    static let no: UInt8 = 2
    static let yes: UInt8 = 3

    static func of(
        _ vector: Vector, _ row: Int, _ context: ExecutionContext, _ span: SourceSpan?
    ) throws(EngineError) -> UInt8 {
        switch vector {
        case .bools(let bools): return bools.isValid(row) ? (bools[row] != 0 ? yes : no) : unknown
        default:
            switch vector.value(at: row, context.strings) {
            case .null: return unknown
            case .bool(let bool): return bool ? yes : no
            case let value:
                throw .typeMismatch(
                    "Expected a BOOLEAN operand of AND, OR, XOR or NOT, got \(value.typeName)", at: span)
            }
        }
    }
}

/// `a AND b …` or `a OR b …`. A row that an operand decides is not evaluated for those behind it.
final class JunctionExpression: VectorExpression {
    private let operands: [VectorExpression]
    private let isConjunction: Bool

    init(_ operands: [VectorExpression], isConjunction: Bool) {
        self.operands = operands
        self.isConjunction = isConjunction
    }

    override var isReusable: Bool { operands.allSatisfy(\.isReusable) }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let deciding = isConjunction ? Truth.no : Truth.yes
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        let states = TypedVector<UInt8>(capacity: batch.rowCount)
        let neutral = isConjunction ? Truth.yes : Truth.no
        rows.forEach { states.base[$0] = neutral }
        var open = rows
        for operand in operands {
            let vector = try operand.evaluate(batch, open, context)
            open = try open.filtered { row throws(EngineError) in
                let truth = try Truth.of(vector, row, context, operand.span)
                if truth == deciding {
                    states.base[row] = deciding
                    return false
                }
                if truth == Truth.unknown { states.base[row] = Truth.unknown }
                return true
            }
            if open.isEmpty { break }
        }
        rows.forEach { row in
            let state = states[row]
            out.base[row] = state & 1
            if state & 2 != 0 { out.setValid(row) }
        }
        return .bools(out)
    }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        if isConjunction {
            var kept = rows
            for operand in operands {
                kept = try operand.select(batch, kept, context)
                if kept.isEmpty { break }
            }
            return kept
        }
        // Each operand sees the rows that those before it did not take.
        let marks = TypedVector<UInt8>(capacity: batch.rowCount)
        rows.forEach { marks.base[$0] = 0 }
        var open = rows
        for operand in operands {
            let taken = try operand.select(batch, open, context)
            taken.forEach { marks.base[$0] = 1 }
            open = open.filtered { marks[$0] == 0 }
            if open.isEmpty { break }
        }
        return rows.filtered { marks[$0] != 0 }
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        guard isConjunction else { return false }
        for operand in operands where rows.count > 0 {
            guard try operand.narrow(&rows, context) else { return false }
        }
        return true
    }
}

/// `NOT a`.
final class NotExpression: VectorExpression {
    private let operand: VectorExpression

    init(_ operand: VectorExpression) { self.operand = operand }

    override var isReusable: Bool { operand.isReusable }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let vector = try operand.evaluate(batch, rows, context)
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        try rows.forEach { row throws(EngineError) in
            let truth = try Truth.of(vector, row, context, operand.span)
            guard truth != Truth.unknown else { return }
            out.base[row] = truth == Truth.yes ? 0 : 1
            out.setValid(row)
        }
        return .bools(out)
    }
}

/// `a XOR b …`: null as soon as one operand is.
final class ExclusiveOrExpression: VectorExpression {
    private let operands: [VectorExpression]

    init(_ operands: [VectorExpression]) { self.operands = operands }

    override var isReusable: Bool { operands.allSatisfy(\.isReusable) }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        var vectors: [Vector] = []
        for operand in operands { vectors.append(try operand.evaluate(batch, rows, context)) }
        let out = TypedVector<UInt8>(capacity: batch.rowCount, isNullable: true)
        try rows.forEach { row throws(EngineError) in
            var parity: UInt8 = 0
            var isKnown = true
            for (operand, vector) in zip(operands, vectors) {
                let truth = try Truth.of(vector, row, context, operand.span)
                if truth == Truth.unknown { isKnown = false }
                parity ^= truth & 1
            }
            out.base[row] = parity
            if isKnown { out.setValid(row) }
        }
        return .bools(out)
    }
}

/// `a IS NULL`, `a IS NOT NULL`: never null itself.
final class NullTestExpression: VectorExpression {
    private let operand: VectorExpression
    private let negated: Bool

    init(_ operand: VectorExpression, negated: Bool) {
        self.operand = operand
        self.negated = negated
    }

    override var isReusable: Bool { operand.isReusable }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let vector = try operand.evaluate(batch, rows, context)
        let out = TypedVector<UInt8>(capacity: batch.rowCount)
        rows.forEach { out.base[$0] = vector.isNull(at: $0) != negated ? 1 : 0 }
        return .bools(out)
    }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        let vector = try operand.evaluate(batch, rows, context)
        return rows.filtered { vector.isNull(at: $0) != negated }
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        (operand as? PropertyExpression)?.narrow(&rows, context, hasValue: negated) ?? false
    }
}
