/// `EXISTS { … }`, `COUNT { … }`, `COLLECT { … }`: an inner plan, run on a batch of rows at once where it can be, else on
/// each row; once for all where it reads nothing of them.
final class SubqueryExpression: VectorExpression {
    private let kind: BoundExpression.NestedKind
    private let root: Operator
    private let column: Slot?
    private let arguments: [Int]
    /// The outcome of a plan that reads nothing of the rows, and when it was found.
    private var steady: (value: Value, at: UpdateCounters)?

    init(_ kind: BoundExpression.NestedKind, _ root: Operator, column: Slot?, arguments: [Slot]) {
        self.kind = kind
        self.root = root
        self.column = column
        self.arguments = arguments.map(\.index)
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        guard !rows.isEmpty else { return .constant(.null) }
        let statistics = context.statistics
        defer { context.statistics = statistics }
        if root.isSteady {
            if let steady, steady.at == context.transaction.counters { return .constant(steady.value) }
            let value = try run(on: .unit(slotCount: context.slotCount), context)
            steady = (value, context.transaction.counters)
            return .constant(value)
        }
        if let rowNumber = root.rowNumber { return try runOnMany(batch, rows, rowNumber, context) }
        return try Self.mapValues(batch, rows, context) { row throws(EngineError) in
            try run(on: batch.row(row, keeping: arguments, context.strings), context)
        }
    }

    private func run(on row: RowBatch, _ context: ExecutionContext) throws(EngineError) -> Value {
        try root.open(row, context)
        var count = 0
        var items: [Value] = []
        while let found = try root.next(context) {
            count += found.selection.count
            if kind == .exists, count > 0 { break }
            if let column {
                let vector = found[column]
                found.selection.forEach { items.append(vector.value(at: $0, context.strings)) }
            }
        }
        root.close(context)
        switch kind {
        case .exists: return .bool(count > 0)
        case .count: return .int(Int64(count))
        case .collect: return .list(items)
        }
    }

    private func runOnMany(
        _ batch: RowBatch, _ rows: Selection, _ rowNumber: Slot, _ context: ExecutionContext
    ) throws(EngineError) -> Vector {
        let outer = RowBatch(columns: batch.columns, rowCount: batch.rowCount, selection: rows)
        try root.open(OuterRows.numbered(outer, keeping: arguments, rowNumber), context)
        var counts = [Int64](repeating: 0, count: rows.count)
        var lists: [[Value]] = kind == .collect ? [[Value]](repeating: [], count: rows.count) : []
        while let found = try root.next(context) {
            let numbers = found[rowNumber]
            if let column {
                let vector = found[column]
                found.selection.forEach { row in
                    lists[OuterRows.number(numbers, row, context)].append(vector.value(at: row, context.strings))
                }
            } else {
                found.selection.forEach { row in counts[OuterRows.number(numbers, row, context)] &+= 1 }
            }
        }
        root.close(context)
        var number = 0
        switch kind {
        case .exists:
            let out = TypedVector<UInt8>(capacity: batch.rowCount)
            rows.forEach { row in
                out.base[row] = counts[number] > 0 ? 1 : 0
                number &+= 1
            }
            return .bools(out)
        case .count:
            let out = TypedVector<Int64>(capacity: batch.rowCount)
            rows.forEach { row in
                out.base[row] = counts[number]
                number &+= 1
            }
            return .ints(out)
        case .collect:
            return try Self.mapValues(batch, rows, context) { _ throws(EngineError) in
                defer { number += 1 }
                return .list(lists[number])
            }
        }
    }
}
