import CypherSyntax

/// What list comprehensions, quantifiers and `reduce` share: an inner expression run on the elements of one row's list.
struct ElementBatches {
    /// Slots of the outer row that the inner expressions read.
    let outerSlots: [Int]
    let element: Slot

    /// Calls `body` with batches of a list's elements in `element`, the outer row's values beside them.
    func forEach(
        of elements: [Value], row: Int, in batch: RowBatch, _ context: ExecutionContext,
        _ body: (RowBatch, ArraySlice<Value>) throws(EngineError) -> Bool
    ) throws(EngineError) {
        var columns = batch.columns.emptied
        for slot in outerSlots { columns[slot] = .constant(batch.columns[slot].value(at: row, context.strings)) }
        var start = 0
        while start < elements.count {
            try context.checkInterrupt()
            let end = min(elements.count, start + RowBatch.rowsLimit)
            let part = elements[start..<end]
            columns[element.index] = .values(Array(part))
            guard try body(RowBatch(columns: columns, rowCount: part.count), part) else { return }
            start = end
        }
    }

    /// A list's elements; `nil` for null.
    static func elements(
        _ value: Value, of what: String, at span: SourceSpan?
    ) throws(EngineError) -> [Value]? {
        switch value {
        case .null: return nil
        case .list(let elements): return elements
        case .vector(let vector): return vector.elements
        default: throw .typeMismatch("Expected a LIST in \(what), got \(value.typeName)", at: span)
        }
    }
}

/// `[x IN list WHERE predicate | projection]`.
final class ListComprehensionExpression: VectorExpression {
    private let list: VectorExpression
    private let batches: ElementBatches
    private let predicate: VectorExpression?
    private let projection: VectorExpression?

    init(
        _ batches: ElementBatches, list: VectorExpression, predicate: VectorExpression?, projection: VectorExpression?
    ) {
        self.batches = batches
        self.list = list
        self.predicate = predicate
        self.projection = projection
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let lists = try list.evaluate(batch, rows, context)
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            let value = lists.value(at: row, context.strings)
            guard let elements = try ElementBatches.elements(value, of: "a list comprehension", at: list.span) else {
                return .null
            }
            var out: [Value] = []
            try batches.forEach(of: elements, row: row, in: batch, context) { inner, part throws(EngineError) in
                let kept = try predicate?.select(inner, inner.selection, context) ?? inner.selection
                if let projection {
                    let vector = try projection.evaluate(inner, kept, context)
                    kept.forEach { out.append(vector.value(at: $0, context.strings)) }
                } else {
                    kept.forEach { out.append(part[part.startIndex + $0]) }
                }
                return true
            }
            return .list(out)
        }
    }
}

/// `all/any/none/single(x IN list WHERE predicate)`, three-valued.
final class QuantifierExpression: VectorExpression {
    private let kind: BoundExpression.QuantifierKind
    private let list: VectorExpression
    private let batches: ElementBatches
    private let predicate: VectorExpression

    init(
        _ kind: BoundExpression.QuantifierKind, _ batches: ElementBatches, list: VectorExpression,
        predicate: VectorExpression
    ) {
        self.kind = kind
        self.batches = batches
        self.list = list
        self.predicate = predicate
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let lists = try list.evaluate(batch, rows, context)
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            let value = lists.value(at: row, context.strings)
            guard let elements = try ElementBatches.elements(value, of: "a predicate over a list", at: list.span)
            else { return .null }
            var trueCount = 0
            var falseCount = 0
            var unknownCount = 0
            try batches.forEach(of: elements, row: row, in: batch, context) { inner, part throws(EngineError) in
                let vector = try predicate.evaluate(inner, inner.selection, context)
                for place in 0..<part.count {
                    switch vector.value(at: place, context.strings) {
                    case .null: unknownCount += 1
                    case .bool(true): trueCount += 1
                    case .bool(false): falseCount += 1
                    case let other:
                        throw .typeMismatch(
                            "Expected a BOOLEAN as a predicate, got \(other.typeName)", at: predicate.span)
                    }
                }
                return true
            }
            return outcome(trueCount, falseCount, unknownCount)
        }
    }

    private func outcome(_ trueCount: Int, _ falseCount: Int, _ unknownCount: Int) -> Value {
        switch kind {
        case .all: return falseCount > 0 ? .bool(false) : unknownCount > 0 ? .null : .bool(true)
        case .any: return trueCount > 0 ? .bool(true) : unknownCount > 0 ? .null : .bool(false)
        case .none: return trueCount > 0 ? .bool(false) : unknownCount > 0 ? .null : .bool(true)
        case .single:
            if trueCount > 1 { return .bool(false) }
            return unknownCount > 0 ? .null : .bool(trueCount == 1)
        }
    }
}

/// `reduce(a = initial, x IN list | step)`; with a predicate `allReduce(…)`: whether it holds after every step.
final class ReduceExpression: VectorExpression {
    private let accumulator: Slot
    private let initial: VectorExpression
    private let list: VectorExpression
    private let batches: ElementBatches
    private let step: VectorExpression
    private let predicate: VectorExpression?

    init(
        _ batches: ElementBatches, accumulator: Slot, initial: VectorExpression, list: VectorExpression,
        step: VectorExpression, predicate: VectorExpression? = nil
    ) {
        self.batches = batches
        self.predicate = predicate
        self.accumulator = accumulator
        self.initial = initial
        self.list = list
        self.step = step
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let lists = try list.evaluate(batch, rows, context)
        let beginnings = try initial.evaluate(batch, rows, context)
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            let value = lists.value(at: row, context.strings)
            guard let elements = try ElementBatches.elements(value, of: "reduce()", at: list.span) else {
                return .null
            }
            var result = beginnings.value(at: row, context.strings)
            var columns = batch.columns.emptied
            for slot in batches.outerSlots {
                columns[slot] = .constant(batch.columns[slot].value(at: row, context.strings))
            }
            let inner = RowBatch(columns: columns, rowCount: 1)
            var watch = NestingWatch()
            for element in elements {
                try context.checkInterrupt()
                inner[accumulator] = .constant(result)
                inner[batches.element] = .constant(element)
                result = try step.value(inner, row: 0, context)
                try watch.step(to: result)
                if let predicate {
                    inner[accumulator] = .constant(result)
                    guard try !predicate.select(inner, inner.selection, context).isEmpty else { return .bool(false) }
                }
            }
            guard predicate == nil else { return .bool(true) }
            try watch.finish(with: result)
            return result
        }
    }
}
