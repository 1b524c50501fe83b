import CypherSyntax

/// A compiled expression: one node of the tree that a statement's expression becomes.
///
/// Used by one execution on one thread, so that it may keep what it learns from one batch for the next.
class VectorExpression {
    /// The values in `rows` of `batch`; other rows of the result hold anything.
    ///
    /// Only `rows` are evaluated: an error of a row that a test before has ruled out is never raised.
    func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        preconditionFailure("a VectorExpression evaluates")
    }

    /// Those of `rows` where the value is true; null counts as false.
    func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        let vector = try evaluate(batch, rows, context)
        switch vector {
        case .bools(let bools):
            guard bools.validity != nil else { return rows.filtered { bools[$0] != 0 } }
            return rows.filtered { bools[$0] != 0 && bools.isValid($0) }
        case .constant(let value):
            return try isTrue(value) ? rows : Selection(all: 0)
        case .absent: return Selection(all: 0)
        case .values(let values):
            return try rows.filtered { row throws(EngineError) in try isTrue(values[row]) }
        case .nodes, .relationships, .ints, .doubles, .pooled, .nodeSequence, .rows:
            return try rows.filtered { row throws(EngineError) in
                try isTrue(vector.value(at: row, context.strings))
            }
        }
    }

    /// Takes from some nodes of a chunk those where the value is not true, by a look at the store's columns as a whole.
    ///
    /// - Returns: false where this chunk asks for `select` instead; nodes that do not pass may have been taken away.
    func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool { false }

    /// What it is in every row, where that is known before any row.
    var constantValue: Value? { nil }

    /// It serves other executions of the plan as well: what it keeps from one batch for the next holds for each of them.
    var isReusable: Bool { false }

    /// The one value of a single row.
    func value(_ batch: RowBatch, row: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        let rows = Selection(all: 1)
        if row == 0 { return try evaluate(batch, rows, context).value(at: 0, context.strings) }
        let buffer = Selection.Buffer(capacity: 1)
        buffer.rows[0] = UInt16(truncatingIfNeeded: row)
        return try evaluate(batch, Selection(buffer, count: 1), context).value(at: row, context.strings)
    }

    /// The slot that it is the value of, where it is no more than that.
    var readSlot: Slot? { nil }

    /// The texts that are its values in a batch, and which of them is each row's, where it is a column of a table.
    func texts(_ batch: RowBatch) -> (TextColumn, TypedVector<UInt32>)? { nil }

    /// Where it stands in the statement's text, for who refuses its value.
    var span: SourceSpan? { nil }

    /// - Throws: where the value is neither BOOLEAN nor NULL.
    private func isTrue(_ value: Value) throws(EngineError) -> Bool {
        switch value {
        case .bool(let bool): return bool
        case .null: return false
        default:
            throw .typeMismatch("Expected a BOOLEAN as a predicate, got \(value.typeName)", at: span)
        }
    }

    /// Calls `body` for each row and collects what it gives, in a vector of the rows' physical places. Large values are
    /// charged to the statement while the vector is built.
    static func mapValues(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext,
        _ body: (Int) throws(EngineError) -> Value
    ) throws(EngineError) -> Vector {
        var out = [Value](repeating: .null, count: batch.rowCount)
        var meter = LargeValueMeter()
        defer { meter.release(context) }
        try rows.forEach { row throws(EngineError) in
            // A value may take its time: a text of megabytes, a list of millions.
            try context.checkInterrupt()
            out[row] = try body(row)
            try meter.add(out[row], context)
        }
        return .values(out)
    }
}

/// The same value in every row: a literal.
final class ConstantExpression: VectorExpression {
    let value: Value

    init(_ value: Value) { self.value = value }

    override var constantValue: Value? { value }

    override var isReusable: Bool { true }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector { .constant(value) }
}

/// The parameters of the execution that compiled expressions serve at the moment.
final class ParameterValues {
    @exclusivity(unchecked) var values: [Value]

    init(_ values: [Value]) { self.values = values }
}

/// A parameter: the same value in every row of one execution.
final class ParameterExpression: VectorExpression {
    private let parameters: ParameterValues
    private let index: Int

    init(_ parameters: ParameterValues, at index: Int) {
        self.parameters = parameters
        self.index = index
    }

    private var value: Value { index < parameters.values.count ? parameters.values[index] : .null }

    override var constantValue: Value? { value }

    override var isReusable: Bool { true }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector { .constant(value) }
}

/// What another expression gives, with its place in the text: errors that have none get it.
final class PlacedExpression: VectorExpression {
    private let expression: VectorExpression
    private let place: SourceSpan

    init(_ expression: VectorExpression, _ place: SourceSpan) {
        self.expression = expression
        self.place = place
    }

    override var span: SourceSpan? { place }

    override var constantValue: Value? { expression.constantValue }

    override var isReusable: Bool { expression.isReusable }

    override var readSlot: Slot? { expression.readSlot }

    override func texts(_ batch: RowBatch) -> (TextColumn, TypedVector<UInt32>)? { expression.texts(batch) }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        do throws(EngineError) {
            return try expression.evaluate(batch, rows, context)
        } catch {
            throw error.at(place)
        }
    }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        do throws(EngineError) {
            return try expression.select(batch, rows, context)
        } catch {
            throw error.at(place)
        }
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        do throws(EngineError) {
            return try expression.narrow(&rows, context)
        } catch {
            throw error.at(place)
        }
    }
}

/// What a slot holds.
final class SlotExpression: VectorExpression {
    let slot: Slot

    init(_ slot: Slot) { self.slot = slot }

    override var readSlot: Slot? { slot }

    override var isReusable: Bool { true }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector { batch[slot] }
}

/// Any function of its operands' values, row by row: what has no kernel.
final class RowExpression: VectorExpression {
    typealias Body = (_ operands: [Value], _ context: ExecutionContext) throws(EngineError) -> Value

    private let operands: [VectorExpression]
    private let isNullPropagating: Bool
    private let body: Body

    init(_ operands: [VectorExpression], isNullPropagating: Bool = false, _ body: @escaping Body) {
        self.operands = operands
        self.isNullPropagating = isNullPropagating
        self.body = body
    }

    override var isReusable: Bool { operands.allSatisfy(\.isReusable) }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        var vectors: [Vector] = []
        vectors.reserveCapacity(operands.count)
        for operand in operands { vectors.append(try operand.evaluate(batch, rows, context)) }
        var values = [Value](repeating: .null, count: operands.count)
        let strings = context.strings
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            for index in vectors.indices {
                values[index] = vectors[index].value(at: row, strings)
                if self.isNullPropagating, case .null = values[index] { return .null }
            }
            return try self.body(values, context)
        }
    }
}
