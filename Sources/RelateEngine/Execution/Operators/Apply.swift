/// Runs the second input on each row of the first; kept rows carry both.
final class ApplyOperator: Operator {
    enum Kind {
        /// Rows of the inner side with their outer row.
        case all
        /// Likewise; an outer row without any gets nulls in these slots.
        case optional([Slot])
        /// The inner side is run for its writes; outer rows go on as they are.
        case unit
    }

    private let kind: Kind
    private let innerSlots: [Int]
    private var outer: RowBatch?
    private var position = 0
    private var isInnerOpen = false
    private var hasInnerRow = false
    private var packer: BatchPacker

    /// - Parameter innerSlots: slots that the inner rows bring.
    init(_ kind: Kind, _ outer: Operator, _ inner: Operator, innerSlots: [Int], carried: [Int]) {
        self.kind = kind
        self.innerSlots = innerSlots
        packer = BatchPacker(keeping: carried)
        super.init([outer, inner], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        outer = nil
        isInnerOpen = false
        packer.removeAll(context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if case .unit = kind { return try produceUnit(context) }
        while !packer.isFull {
            guard let row = try outerRow(context) else { break }
            guard let outer else { break }
            if !isInnerOpen {
                try inputs[1].open(outer.row(row, keeping: outer.columns.indices, context.strings), context)
                isInnerOpen = true
                hasInnerRow = false
            }
            if let batch = try inputs[1].next(context) {
                hasInnerRow = true
                for slot in carried where !innerSlots.contains(slot) {
                    batch.columns[slot] = .constant(outer.columns[slot].value(at: row, context.strings))
                }
                if packer.isEmpty, batch.selection.count >= RowBatch.rowsLimit / 2 { return batch }
                try packer.append(batch, context)
                continue
            }
            inputs[1].close(context)
            isInnerOpen = false
            position += 1
            if case .optional(let slots) = kind, !hasInnerRow {
                let batch = outer.row(row, keeping: carried, context.strings)
                for slot in slots { batch[slot] = .constant(.null) }
                try packer.append(batch, context)
            }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    /// The outer row to work on; `nil` when all are done.
    private func outerRow(_ context: ExecutionContext) throws(EngineError) -> Int? {
        while true {
            if let outer, position < outer.selection.count { return outer.selection.row(at: position) }
            guard let next = try inputs[0].next(context) else {
                outer = nil
                return nil
            }
            outer = next
            position = 0
        }
    }

    private func produceUnit(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        let slots = batch.columns.indices
        try batch.selection.forEach { row throws(EngineError) in
            try inputs[1].open(batch.row(row, keeping: slots, context.strings), context)
            while try inputs[1].next(context) != nil {}
            inputs[1].close(context)
        }
        return batch
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
        outer = nil
    }
}

/// An apply whose inner side is run on a whole batch of outer rows at once. Inner rows carry the number of their outer row,
/// and come in its order.
final class BatchedApplyOperator: Operator {
    private let number: Slot
    /// Set to null for an outer row without an inner one; `nil` where such a row goes.
    private let optional: [Slot]?
    private let innerSlots: [Int]
    private var outer: RowBatch?
    /// The first outer row that has no inner row so far, nor a later one.
    private var unmatched = 0
    private var ready: [RowBatch] = []

    /// - Parameter rowNumber: where inner rows carry the number of their outer row.
    init(
        optional: [Slot]?, rowNumber: Slot, _ outer: Operator, _ inner: Operator, innerSlots: [Int], carried: [Int]
    ) {
        self.optional = optional
        number = rowNumber
        self.innerSlots = innerSlots
        super.init([outer, inner], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        outer = nil
        ready = []
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let batch = ready.popLast() { return batch }
            if let outer {
                if let batch = try inputs[1].next(context) {
                    join(outer, batch, context)
                } else {
                    inputs[1].close(context)
                    joinRest(outer, context)
                    self.outer = nil
                }
                continue
            }
            guard let next = try inputs[0].next(context) else { return nil }
            let numbered = OuterRows.numbered(next, keeping: next.columns.indices, number)
            outer = numbered
            unmatched = 0
            try inputs[1].open(numbered, context)
        }
    }

    private func join(_ outer: RowBatch, _ inner: RowBatch, _ context: ExecutionContext) {
        var parents: [UInt16] = []
        var rows: [Int32] = []
        let numbers = inner[number]
        inner.selection.forEach { row in
            let number = OuterRows.number(numbers, row, context)
            if optional != nil { addUnmatched(below: number, &parents, &rows) }
            parents.append(UInt16(truncatingIfNeeded: number))
            rows.append(Int32(truncatingIfNeeded: row))
            unmatched = number + 1
        }
        emit(outer, inner, parents, rows)
    }

    private func joinRest(_ outer: RowBatch, _ context: ExecutionContext) {
        guard optional != nil else { return }
        var parents: [UInt16] = []
        var rows: [Int32] = []
        addUnmatched(below: outer.rowCount, &parents, &rows)
        emit(
            outer, RowBatch(columns: SlotColumns(slotCount: context.slotCount), rowCount: 0), parents, rows
        )
    }

    private func addUnmatched(below number: Int, _ parents: inout [UInt16], _ rows: inout [Int32]) {
        while unmatched < number {
            parents.append(UInt16(truncatingIfNeeded: unmatched))
            rows.append(-1)
            unmatched += 1
        }
    }

    /// Outer rows with inner rows, or nulls for -1, in full batches; the last of `ready` comes first.
    private func emit(_ outer: RowBatch, _ inner: RowBatch, _ parents: [UInt16], _ rows: [Int32]) {
        var start = 0
        var batches: [RowBatch] = []
        while start < rows.count {
            let end = min(rows.count, start + RowBatch.rowsLimit)
            var columns = outer.columns.emptied
            for slot in carried {
                if innerSlots.contains(slot) {
                    columns[slot] = inner.columns[slot].gathered(orNull: rows[start..<end])
                } else {
                    columns[slot] = parents.withUnsafeBufferPointer {
                        outer.columns[slot].gathered(UnsafeBufferPointer(rebasing: $0[start..<end]))
                    }
                }
            }
            batches.append(RowBatch(columns: columns, rowCount: end - start))
            start = end
        }
        ready = batches.reversed()
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        outer = nil
        ready = []
    }
}

/// Outer rows as the arguments of an inner plan that runs on many at once.
enum OuterRows {
    /// The selected rows, densely, with their numbers from 0 in `slot`.
    static func numbered(_ batch: RowBatch, keeping slots: [Int], _ slot: Slot) -> RowBatch {
        let dense = batch.compacted(keeping: slots)
        let numbers = TypedVector<Int64>(capacity: dense.rowCount)
        for row in 0..<dense.rowCount { numbers.base[row] = Int64(row) }
        dense[slot] = .ints(numbers)
        return dense
    }

    @inline(__always)
    static func number(_ vector: Vector, _ row: Int, _ context: ExecutionContext) -> Int {
        if case .ints(let numbers) = vector { return Int(numbers[row]) }
        guard case .int(let number) = vector.value(at: row, context.strings) else {
            preconditionFailure("an inner row carries the number of its outer row")
        }
        return Int(number)
    }
}

extension Vector {
    /// The rows `rows`, in their order; null for those below 0.
    func gathered(orNull rows: ArraySlice<Int32>) -> Vector {
        func typed<Element: BitwiseCopyable>(_ vector: TypedVector<Element>) -> TypedVector<Element> {
            let out = TypedVector<Element>(capacity: rows.count, isNullable: true)
            for (target, row) in rows.enumerated() where row >= 0 && vector.isValid(Int(row)) {
                out.base[target] = vector[Int(row)]
                out.setValid(target)
            }
            return out
        }
        switch self {
        case .absent: return .constant(.null)
        case .nodeSequence(let start):
            let out = TypedVector<UInt32>(capacity: rows.count, isNullable: true)
            for (target, row) in rows.enumerated() where row >= 0 {
                out.base[target] = start &+ UInt32(row)
                out.setValid(target)
            }
            return .nodes(out)
        case .nodes(let vector): return .nodes(typed(vector))
        case .relationships(let vector): return .relationships(typed(vector))
        case .ints(let vector): return .ints(typed(vector))
        case .doubles(let vector): return .doubles(typed(vector))
        case .bools(let vector): return .bools(typed(vector))
        case .pooled(let vector): return .pooled(typed(vector))
        case .rows(let table, let places): return .rows(table, typed(places))
        case .constant(let value):
            return rows.allSatisfy { $0 >= 0 } ? self : .values(rows.map { $0 < 0 ? .null : value })
        case .values(let values):
            return .values(rows.map { $0 >= 0 && Int($0) < values.count ? values[Int($0)] : .null })
        }
    }
}
