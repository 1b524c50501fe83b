/// A row for each element of a list; a value that is no list is a list of itself, null an empty one.
final class UnwindOperator: Operator {
    private let list: VectorExpression
    private let element: Slot
    private var input: RowBatch?
    private var lists: Vector = .absent
    private var position = 0
    private var items: [Value] = []
    private var itemPosition = 0
    /// Of which the items are the rows from `firstRow` on.
    private var table: RowTable?
    private var firstRow = 0

    init(_ list: VectorExpression, element: Slot, _ input: Operator, carried: [Int]) {
        self.list = list
        self.element = element
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        input = nil
        items = []
        table = nil
        itemPosition = 0
    }

    override var isReusable: Bool { list.isReusable }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        lists = .absent
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input, let batch = fill(from: input, context) { return batch }
            guard let next = try inputs[0].next(context) else { return nil }
            input = next
            lists = try list.evaluate(next, next.selection, context)
            position = 0
        }
    }

    private func fill(from input: RowBatch, _ context: ExecutionContext) -> RowBatch? {
        var parents: [UInt16] = []
        var values: [Value] = []
        while values.count < RowBatch.rowsLimit {
            if values.isEmpty, let table, itemPosition < items.count { return rows(of: table, input, context) }
            if itemPosition >= items.count {
                guard position < input.selection.count else { break }
                let row = input.selection.row(at: position)
                position += 1
                itemPosition = 0
                switch lists.value(at: row, context.strings) {
                case .null: items = []
                case .list(let elements): items = elements
                case let single: items = [single]
                }
                noteTable()
                continue
            }
            let row = UInt16(truncatingIfNeeded: input.selection.row(at: position - 1))
            let length = min(items.count - itemPosition, RowBatch.rowsLimit - values.count)
            values.append(contentsOf: items[itemPosition..<(itemPosition + length)])
            parents.append(contentsOf: repeatElement(row, count: length))
            itemPosition += length
        }
        guard !values.isEmpty else { return nil }
        return batch(parents, values.asVector, count: values.count, input, context)
    }

    /// Whether the items are a run of one table's rows.
    private func noteTable() {
        table = nil
        guard items.count > 1, case .map(let map)? = items.first, let (table, first) = map.tableRow else { return }
        for (index, item) in items.enumerated() {
            guard case .map(let map) = item, let (other, row) = map.tableRow, other === table,
                Int(row) == Int(first) + index
            else { return }
        }
        self.table = table
        firstRow = Int(first)
    }

    private func rows(of table: RowTable, _ input: RowBatch, _ context: ExecutionContext) -> RowBatch {
        let count = min(items.count - itemPosition, RowBatch.rowsLimit)
        let places = TypedVector<UInt32>(capacity: count)
        for index in 0..<count {
            places.base[index] = UInt32(truncatingIfNeeded: firstRow + itemPosition + index)
        }
        itemPosition += count
        let row = UInt16(truncatingIfNeeded: input.selection.row(at: position - 1))
        return batch([UInt16](repeating: row, count: count), .rows(table, places), count: count, input, context)
    }

    private func batch(
        _ parents: [UInt16], _ elements: Vector, count: Int, _ input: RowBatch, _ context: ExecutionContext
    ) -> RowBatch {
        var columns = SlotColumns(slotCount: context.slotCount)
        parents.withUnsafeBufferPointer { parents in
            for slot in carried where slot != element.index { columns[slot] = input.columns[slot].gathered(parents) }
        }
        columns[element.index] = elements
        return RowBatch(columns: columns, rowCount: count)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        items = []
        table = nil
    }
}

/// `UNWIND range(start, end, step)`: the numbers themselves, without a list of them.
final class UnwindRangeOperator: Operator {
    private let bounds: [VectorExpression]
    private let element: Slot
    private var input: RowBatch?
    private var vectors: [Vector] = []
    private var position = 0
    private var row = 0
    private var next: Int64 = 0
    private var step: Int64 = 1
    /// How many numbers the row at hand still has.
    private var left: UInt64 = 0

    /// - Parameter bounds: start, end and perhaps step.
    init(_ bounds: [VectorExpression], element: Slot, _ input: Operator, carried: [Int]) {
        self.bounds = bounds
        self.element = element
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        input = nil
        left = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input, let batch = try fill(from: input, context) { return batch }
            guard let batch = try inputs[0].next(context) else { return nil }
            input = batch
            vectors = []
            for bound in bounds { vectors.append(try bound.evaluate(batch, batch.selection, context)) }
            position = 0
        }
    }

    private func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        var parents: [UInt16] = []
        let out = TypedVector<Int64>(capacity: RowBatch.rowsLimit)
        while parents.count < RowBatch.rowsLimit {
            if left == 0 {
                guard position < input.selection.count else { break }
                row = input.selection.row(at: position)
                position += 1
                guard let range = try RangeBounds(vectors.map { $0.value(at: row, context.strings) }) else { continue }
                next = range.start
                step = range.step
                left = range.count
                continue
            }
            let length = min(Int(clamping: left), RowBatch.rowsLimit - parents.count)
            for index in 0..<length { out.base[parents.count + index] = next &+ Int64(index) &* step }
            parents.append(contentsOf: repeatElement(UInt16(truncatingIfNeeded: row), count: length))
            next = next &+ Int64(length) &* step
            left -= UInt64(length)
        }
        guard !parents.isEmpty else { return nil }
        var columns = SlotColumns(slotCount: context.slotCount)
        parents.withUnsafeBufferPointer { rows in
            for slot in carried where slot != element.index { columns[slot] = input.columns[slot].gathered(rows) }
        }
        columns[element.index] = .ints(out)
        return RowBatch(columns: columns, rowCount: parents.count)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
    }
}

extension [Value] {
    /// The values unboxed where all are INTEGER or all FLOAT, so that kernels serve them.
    var asVector: Vector {
        switch first {
        case .int:
            let out = TypedVector<Int64>(capacity: count)
            for (index, value) in enumerated() {
                guard case .int(let number) = value else { return .values(self) }
                out.base[index] = number
            }
            return .ints(out)
        case .float:
            let out = TypedVector<Double>(capacity: count)
            for (index, value) in enumerated() {
                guard case .float(let number) = value else { return .values(self) }
                out.base[index] = number
            }
            return .doubles(out)
        default: return .values(self)
        }
    }
}

/// `SKIP`, `LIMIT`: how many rows, found once a run.
final class LimitOperator: Operator {
    private let skip: VectorExpression?
    private let limit: VectorExpression?
    private let isExhaustive: Bool
    private var toSkip = 0
    private var left = Int.max

    init(
        skip: VectorExpression?, limit: VectorExpression?, isExhaustive: Bool, _ input: Operator, carried: [Int]
    ) {
        self.skip = skip
        self.limit = limit
        self.isExhaustive = isExhaustive
        super.init([input], carried: carried)
    }

    override var isReusable: Bool { (skip?.isReusable ?? true) && (limit?.isReusable ?? true) }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        toSkip = try RowCount.value(of: skip, "SKIP", arguments, context) ?? 0
        left = try RowCount.value(of: limit, "LIMIT", arguments, context) ?? .max
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard left > 0 else {
            // The rows are not wanted, but the clauses before still have to write.
            if isExhaustive { while try inputs[0].next(context) != nil {} }
            return nil
        }
        guard let batch = try inputs[0].next(context) else { return nil }
        if toSkip > 0 {
            let skipped = min(toSkip, batch.selection.count)
            batch.selection = batch.selection.dropFirst(skipped)
            toSkip -= skipped
        }
        if batch.selection.count > left { batch.selection = batch.selection.prefix(left) }
        left -= batch.selection.count
        return batch
    }
}

/// `SKIP` and `LIMIT` for each outer row by itself, in an inner plan that runs on many: rows of one outer row stand together.
final class LimitPerRowOperator: Operator {
    private let skip: VectorExpression?
    private let limit: VectorExpression?
    private let numbering: Slot?
    private var skipped = 0
    private var end = Int.max
    private var number = -1
    /// Rows of that outer row so far.
    private var count = 0

    init(
        skip: VectorExpression?, limit: VectorExpression?, by numbering: Slot?, _ input: Operator, carried: [Int]
    ) {
        self.skip = skip
        self.limit = limit
        self.numbering = numbering
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        skipped = try RowCount.value(of: skip, "SKIP", arguments, context) ?? 0
        end = try RowCount.value(of: limit, "LIMIT", arguments, context) ?? .max
        number = -1
        count = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard end > 0, let numbering, let batch = try inputs[0].next(context) else { return nil }
        let numbers = batch[numbering]
        batch.selection = batch.selection.filtered { row in
            let own = OuterRows.number(numbers, row, context)
            if own != number {
                number = own
                count = 0
            }
            count += 1
            return count > skipped && count <= end
        }
        return batch
    }
}

enum RowCount {
    /// - Throws: where the value is not a non-negative INTEGER.
    static func value(
        of expression: VectorExpression?, _ clause: String, _ arguments: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> Int? {
        guard let expression else { return nil }
        switch try expression.value(arguments, row: 0, context) {
        case .int(let number) where number >= 0: return Int(number)
        case .int(let number): throw EngineError.negativeRowCount(clause, number).at(expression.span)
        case let other: throw EngineError.rowCountNotInteger(clause, other).at(expression.span)
        }
    }
}

/// All rows are read before the first goes on.
final class EagerOperator: Operator {
    private let store: BatchStore
    private var position = 0
    private var isFilled = false

    override var isReusable: Bool { true }

    init(_ input: Operator, carried: [Int]) {
        store = BatchStore(keeping: carried)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        store.removeAll(context)
        position = 0
        isFilled = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if !isFilled {
            while let batch = try inputs[0].next(context) { try store.append(batch, context) }
            isFilled = true
        }
        guard position < store.batches.count else { return nil }
        defer { position += 1 }
        let batch = store.batches[position]
        return RowBatch(columns: batch.columns, rowCount: batch.rowCount)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        store.removeAll(context)
    }
}

/// The first input's rows, then the second's, with the result's columns in common slots.
final class UnionOperator: Operator {
    private let sources: [[Slot]]
    private let columns: [Slot]
    private var current = 0

    init(left: [Slot], right: [Slot], columns: [Slot], _ inputs: [Operator], carried: [Int]) {
        sources = [left, right]
        self.columns = columns
        super.init(inputs, carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        current = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while current < 2 {
            if let batch = try inputs[current].next(context) {
                let vectors = sources[current].map { batch[$0] }
                for (slot, vector) in zip(columns, vectors) { batch[slot] = vector }
                return batch
            }
            current += 1
        }
        return nil
    }
}

/// The result's rows leave the plan here.
final class ProduceResultsOperator: Operator {
    override var isReusable: Bool { true }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        try inputs[0].next(context)
    }
}

/// Rows are used up: the statement, or the inner side of an apply, gives none.
final class EmptyResultOperator: Operator {
    override var isReusable: Bool { true }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while try inputs[0].next(context) != nil {}
        return nil
    }
}
