/// Every row of the first input with every row of the second, which is kept.
final class CartesianProductOperator: Operator {
    private let store: BatchStore
    private let rightSlots: [Int]
    private var isBuilt = false
    private var left: RowBatch?
    private var storeIndex = 0
    private var rowPosition = 0

    /// - Parameter rightSlots: slots that the second input's rows bring.
    init(_ left: Operator, _ right: Operator, rightSlots: [Int], carried: [Int]) {
        self.rightSlots = rightSlots
        store = BatchStore(keeping: rightSlots)
        super.init([left, right], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        store.removeAll(context)
        isBuilt = false
        left = nil
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let left, let batch = pair(left, context) { return batch }
            guard let next = try inputs[0].next(context) else { return nil }
            // The second input begins behind the first, which may have writes to do.
            if !isBuilt {
                while let batch = try inputs[1].next(context) { try store.append(batch, context) }
                isBuilt = true
            }
            left = next
            storeIndex = 0
            rowPosition = 0
        }
    }

    /// One row of one side with a whole batch of the other: the shorter side's row becomes constants.
    private func pair(_ left: RowBatch, _ context: ExecutionContext) -> RowBatch? {
        while storeIndex < store.batches.count {
            let right = store.batches[storeIndex]
            if left.selection.count <= right.rowCount {
                if rowPosition < left.selection.count {
                    let row = left.selection.row(at: rowPosition)
                    rowPosition += 1
                    var columns = right.columns
                    for slot in carried where !rightSlots.contains(slot) {
                        columns[slot] = .constant(left.columns[slot].value(at: row, context.strings))
                    }
                    return RowBatch(columns: columns, rowCount: right.rowCount)
                }
            } else if rowPosition < right.rowCount {
                let row = rowPosition
                rowPosition += 1
                var columns = left.columns
                for slot in rightSlots {
                    columns[slot] = .constant(right.columns[slot].value(at: row, context.strings))
                }
                return RowBatch(columns: columns, rowCount: left.rowCount, selection: left.selection)
            }
            storeIndex += 1
            rowPosition = 0
        }
        return nil
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        store.removeAll(context)
        left = nil
    }
}

/// Rows of both inputs whose keys are equal: the second input is kept in a hash table.
final class ValueHashJoinOperator: Operator {
    private let leftKey: VectorExpression
    private let rightKey: VectorExpression
    private let store: BatchStore
    private let rightSlots: [Int]
    private var table: [EquivalenceKey: [BatchStore.Place]] = [:]
    private var tableBytes = 0
    private var isBuilt = false
    private var left: RowBatch?
    private var keys: Vector = .absent
    private var position = 0
    private var parents: [UInt16] = []
    private var places: [BatchStore.Place] = []

    init(
        left leftKey: VectorExpression, right rightKey: VectorExpression, _ left: Operator, _ right: Operator,
        rightSlots: [Int], carried: [Int]
    ) {
        self.leftKey = leftKey
        self.rightKey = rightKey
        self.rightSlots = rightSlots
        store = BatchStore(keeping: rightSlots)
        super.init([left, right], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        clear(context)
    }

    private func clear(_ context: ExecutionContext) {
        store.removeAll(context)
        table.removeAll()
        context.release(tableBytes)
        tableBytes = 0
        isBuilt = false
        left = nil
        parents.removeAll()
        places.removeAll()
    }

    private func build(_ context: ExecutionContext) throws(EngineError) {
        while let batch = try inputs[1].next(context) {
            let keys = try rightKey.evaluate(batch, batch.selection, context)
            let index = store.batches.count
            try store.append(batch, context)
            try context.charge(batch.selection.count * 64)
            tableBytes += batch.selection.count * 64
            for place in 0..<batch.selection.count {
                let key = keys.value(at: batch.selection.row(at: place), context.strings)
                // Neither null nor NaN is equal to anything.
                guard key.isEqualToItself else { continue }
                table[EquivalenceKey(key), default: []].append(BatchStore.place(batch: index, row: place))
            }
        }
        isBuilt = true
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let left {
                while places.count < RowBatch.rowsLimit, position < left.selection.count {
                    let row = left.selection.row(at: position)
                    position += 1
                    let key = keys.value(at: row, context.strings)
                    guard let found = table[EquivalenceKey(key)] else { continue }
                    places.append(contentsOf: found)
                    parents.append(contentsOf: repeatElement(UInt16(truncatingIfNeeded: row), count: found.count))
                }
                if !places.isEmpty { return take(left, context) }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            if !isBuilt { try build(context) }
            left = next
            keys = try leftKey.evaluate(next, next.selection, context)
            position = 0
        }
    }

    private func take(_ left: RowBatch, _ context: ExecutionContext) -> RowBatch {
        let length = min(places.count, RowBatch.rowsLimit)
        let right = store.gather(places[..<length], slotCount: context.slotCount, context.strings)
        parents.withUnsafeBufferPointer { parents in
            let rows = UnsafeBufferPointer(rebasing: parents[..<length])
            for slot in carried where !rightSlots.contains(slot) {
                right.columns[slot] = left.columns[slot].gathered(rows)
            }
        }
        places.removeFirst(length)
        parents.removeFirst(length)
        return right
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        clear(context)
    }
}

extension Value {
    /// `v = v` is true: no null and no NaN at any depth.
    var isEqualToItself: Bool { Equality.equals(self, self) ?? false }
}

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
                try inputs[1].open(outer.row(row, keeping: Array(outer.columns.indices), context.strings), context)
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
        let slots = Array(batch.columns.indices)
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
