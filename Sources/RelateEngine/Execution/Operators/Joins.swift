/// The second input of a join, kept. Nothing in it depends on the rows that the plan is run on, so that it is run once and
/// serves every run until something is written.
final class KeptRows {
    let store: BatchStore
    private var builtAt: UpdateCounters?

    init(slots: [Int]) { store = BatchStore(keeping: slots) }

    /// - Parameter body: called with each batch's number and keys for what goes beside the rows, before the first run only.
    /// - Returns: whether the rows were read anew.
    func fill(
        from input: Operator, _ context: ExecutionContext, _ body: (RowBatch) throws(EngineError) -> Void
    ) throws(EngineError) {
        try input.open(.unit(slotCount: context.slotCount), context)
        while let batch = try input.next(context) { try body(batch) }
        input.close(context)
        builtAt = context.transaction.counters
    }

    func isCurrent(_ context: ExecutionContext) -> Bool { builtAt == context.transaction.counters }

    func removeAll(_ context: ExecutionContext) {
        store.removeAll(context)
        builtAt = nil
    }
}

/// Every row of the first input with every row of the second, which is kept; in the order of the first.
final class CartesianProductOperator: Operator {
    private let kept: KeptRows
    private let rightSlots: [Int]
    private var left: RowBatch?
    /// The row at hand, by its place in the selection, and the batch of the second input that it is paired with next.
    private var position = 0
    private var storeIndex = 0
    private var isReady = false

    /// - Parameter rightSlots: slots that the second input's rows bring.
    init(_ left: Operator, _ right: Operator, rightSlots: [Int], carried: [Int]) {
        self.rightSlots = rightSlots
        kept = KeptRows(slots: rightSlots)
        super.init([left, right], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        left = nil
        isReady = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let left, let batch = try pair(left, context) { return batch }
            guard let next = try inputs[0].next(context) else { return nil }
            // The second input begins behind the first, which may have writes to do.
            if !isReady, !kept.isCurrent(context) {
                kept.removeAll(context)
                try kept.fill(from: inputs[1], context) { batch throws(EngineError) in
                    try kept.store.append(batch, context)
                }
            }
            isReady = true
            left = next
            position = 0
            storeIndex = 0
        }
    }

    private func pair(_ left: RowBatch, _ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        let store = kept.store
        guard store.rowCount > 0, position < left.selection.count else { return nil }
        // A few rows on the right: many rows of the left go into one batch.
        if store.batches.count == 1, store.rowCount <= RowBatch.rowsLimit / 8 {
            return gathered(left, store, context)
        }
        // Else a row of the left becomes constants beside a whole batch of the right.
        let right = store.batches[storeIndex]
        let row = left.selection.row(at: position)
        storeIndex += 1
        if storeIndex == store.batches.count {
            storeIndex = 0
            position += 1
        }
        var columns = right.columns
        for slot in carried where !rightSlots.contains(slot) {
            columns[slot] = .constant(left.columns[slot].value(at: row, context.strings))
        }
        return RowBatch(columns: columns, rowCount: right.rowCount)
    }

    private func gathered(_ left: RowBatch, _ store: BatchStore, _ context: ExecutionContext) -> RowBatch {
        let right = store.batches[0]
        let rows = min(left.selection.count - position, RowBatch.rowsLimit / right.rowCount)
        var leftRows: [UInt16] = []
        var rightRows: [UInt16] = []
        leftRows.reserveCapacity(rows * right.rowCount)
        rightRows.reserveCapacity(rows * right.rowCount)
        for place in position..<(position + rows) {
            let row = UInt16(truncatingIfNeeded: left.selection.row(at: place))
            for other in 0..<right.rowCount {
                leftRows.append(row)
                rightRows.append(UInt16(truncatingIfNeeded: other))
            }
        }
        position += rows
        var columns = SlotColumns(slotCount: context.slotCount)
        leftRows.withUnsafeBufferPointer { rows in
            for slot in carried where !rightSlots.contains(slot) { columns[slot] = left.columns[slot].gathered(rows) }
        }
        rightRows.withUnsafeBufferPointer { rows in
            for slot in rightSlots { columns[slot] = right.columns[slot].gathered(rows) }
        }
        return RowBatch(columns: columns, rowCount: leftRows.count)
    }

    override func close(_ context: ExecutionContext) {
        inputs[0].close(context)
        left = nil
    }

    override var isReusable: Bool { true }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        kept.removeAll(context)
    }
}

/// Rows of both inputs whose keys are equal, in the order of the first: the second input is kept in a hash table.
final class ValueHashJoinOperator: Operator {
    private let leftKeys: [VectorExpression]
    private let table: JoinTable
    private let rightSlots: [Int]
    /// The second input is read once a run, whatever is written meanwhile.
    private var isReady = false
    private var left: RowBatch?
    /// The rows of `left` that have a key, and their groups.
    private var rows = Selection(all: 0)
    private var groups: [Int32] = []
    private var position = 0
    private var current: Int32 = -1
    private var parents: [UInt16] = []
    private var places: [BatchStore.Place] = []

    init(
        left leftKeys: [VectorExpression], right rightKeys: [VectorExpression], _ left: Operator, _ right: Operator,
        rightSlots: [Int], carried: [Int]
    ) {
        self.leftKeys = leftKeys
        self.rightSlots = rightSlots
        table = JoinTable(rightKeys, keeping: rightSlots)
        super.init([left, right], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        left = nil
        isReady = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let left {
                probe()
                if !places.isEmpty { return take(left, context) }
            }
            // The second input begins behind the first, which may have writes to do.
            guard let next = try inputs[0].next(context) else { return nil }
            if !isReady { try table.fill(from: inputs[1], context) }
            isReady = true
            left = next
            rows = try table.find(next, by: leftKeys, into: &groups, context)
            position = 0
            current = -1
        }
    }

    private func probe() {
        while places.count < RowBatch.rowsLimit {
            if current < 0 {
                guard position < rows.count else { return }
                let group = groups[position]
                position += 1
                if group == GroupTable.missing { continue }
                current = table.first(of: group)
            }
            parents.append(UInt16(truncatingIfNeeded: rows.row(at: position - 1)))
            places.append(table.place(of: current))
            current = table.next(behind: current)
        }
    }

    private func take(_ left: RowBatch, _ context: ExecutionContext) -> RowBatch {
        let right = table.gather(places, context)
        parents.withUnsafeBufferPointer { rows in
            for slot in carried where !rightSlots.contains(slot) {
                right.columns[slot] = left.columns[slot].gathered(rows)
            }
        }
        places.removeAll(keepingCapacity: true)
        parents.removeAll(keepingCapacity: true)
        return right
    }

    override func close(_ context: ExecutionContext) {
        inputs[0].close(context)
        left = nil
        places.removeAll(keepingCapacity: true)
        parents.removeAll(keepingCapacity: true)
    }
}
