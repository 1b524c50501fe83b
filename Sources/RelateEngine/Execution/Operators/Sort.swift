/// What rows are ordered by: expressions, each ascending or descending.
struct SortOrder {
    let keys: [(expression: VectorExpression, isDescending: Bool)]

    func evaluate(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Vector] {
        var vectors: [Vector] = []
        for key in keys { vectors.append(try key.expression.evaluate(batch, batch.selection, context)) }
        return vectors
    }
}

/// Rows with their keys, to be ordered: rows in a store, keys beside them by row.
struct SortBuffer {
    private let order: SortOrder
    private let store: BatchStore
    private var rowKeys: [[Value]]
    /// A single INTEGER key, unboxed: nulls are marked in `nullKeys`.
    private var numbers: [Int64] = []
    private var isNumeric: Bool
    private var places: [BatchStore.Place] = []
    private var keyBytes = 0

    init(_ order: SortOrder, keeping slots: [Int]) {
        self.order = order
        store = BatchStore(keeping: slots)
        rowKeys = [[Value]](repeating: [], count: order.keys.count)
        isNumeric = order.keys.count == 1
    }

    var count: Int { places.count }

    mutating func append(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let vectors = try order.evaluate(batch, context)
        let index = store.batches.count
        let rows = batch.selection
        if isNumeric, case .ints(let ints) = vectors[0], rows.allSatisfyValid(ints) {
            rows.forEach { numbers.append(ints[$0]) }
        } else {
            if isNumeric {
                isNumeric = false
                rowKeys[0] = numbers.map { .int($0) }
                numbers = []
            }
            for (key, vector) in vectors.enumerated() {
                rows.forEach { row in
                    let value = vector.value(at: row, context.strings)
                    keyBytes &+= value.heapByteCount
                    rowKeys[key].append(value)
                }
            }
        }
        try store.append(batch, context)
        try context.charge(rows.count * (16 + 24 * vectors.count))
        keyBytes &+= rows.count * (16 + 24 * vectors.count)
        for row in 0..<rows.count { places.append(BatchStore.place(batch: index, row: row)) }
    }

    /// Row numbers in their order; equal rows stay as they came.
    func sorted(_ context: ExecutionContext) throws(EngineError) -> [Int32] {
        var rows = [Int32](0..<Int32(truncatingIfNeeded: places.count))
        if isNumeric {
            let isDescending = order.keys[0].isDescending
            try MergeSort.sort(&rows, context) { left, right in
                let one = numbers[Int(left)]
                let other = numbers[Int(right)]
                return isDescending ? one > other : one < other
            }
            return rows
        }
        try MergeSort.sort(&rows, context) { left, right in
            for (index, key) in order.keys.enumerated() {
                let comparison = Ordering.compare(rowKeys[index][Int(left)], rowKeys[index][Int(right)])
                if comparison != 0 { return (comparison < 0) != key.isDescending }
            }
            return false
        }
        return rows
    }

    func batch(_ rows: ArraySlice<Int32>, _ context: ExecutionContext) -> RowBatch {
        let wanted = rows.map { places[Int($0)] }
        return store.gather(wanted[...], slotCount: context.slotCount, context.strings)
    }

    mutating func removeAll(_ context: ExecutionContext) {
        store.removeAll(context)
        context.release(keyBytes)
        keyBytes = 0
        rowKeys = [[Value]](repeating: [], count: order.keys.count)
        numbers = []
        places = []
        isNumeric = order.keys.count == 1
    }

    /// Only the first `limit` rows in order are kept.
    mutating func truncate(to limit: Int, _ context: ExecutionContext) throws(EngineError) {
        guard places.count > limit else { return }
        let kept = try sorted(context).prefix(limit)
        var rest = SortBuffer(order, keeping: store.keptSlots)
        var start = 0
        while start < kept.count {
            let end = min(kept.count, start + RowBatch.rowsLimit)
            let rows = kept[start..<end]
            let batch = batch(rows, context)
            let index = rest.store.batches.count
            try rest.store.append(batch, context)
            for row in rows.indices { rest.places.append(BatchStore.place(batch: index, row: row - start)) }
            start = end
        }
        if isNumeric {
            rest.numbers = kept.map { numbers[Int($0)] }
        } else {
            rest.isNumeric = false
            for index in rowKeys.indices { rest.rowKeys[index] = kept.map { rowKeys[index][Int($0)] } }
        }
        rest.keyBytes = kept.count * (16 + 24 * order.keys.count)
        try context.charge(rest.keyBytes)
        removeAll(context)
        self = rest
    }

    /// Rows that would not be among the first `limit` any more; known once so many have been kept in order.
    func threshold(_ limit: Int) -> Int64? {
        isNumeric && places.count == limit ? numbers.last : nil
    }
}

extension Selection {
    fileprivate func allSatisfyValid(_ vector: TypedVector<Int64>) -> Bool {
        guard vector.validity != nil else { return true }
        for index in 0..<count where !vector.isValid(row(at: index)) { return false }
        return true
    }
}

/// A stable merge sort that can be interrupted.
enum MergeSort {
    private static let runLength = 4096

    static func sort(
        _ rows: inout [Int32], _ context: ExecutionContext, by isBefore: (Int32, Int32) -> Bool
    ) throws(EngineError) {
        guard rows.count > 1 else { return }
        var start = 0
        while start < rows.count {
            try context.checkInterrupt()
            let end = min(rows.count, start + runLength)
            rows[start..<end].sort { isBefore($0, $1) || (!isBefore($1, $0) && $0 < $1) }
            start = end
        }
        var width = runLength
        var other = rows
        while width < rows.count {
            var begin = 0
            while begin < rows.count {
                try context.checkInterrupt()
                let middle = min(begin + width, rows.count)
                let end = min(begin + 2 * width, rows.count)
                merge(rows, begin, middle, end, into: &other, isBefore)
                begin = end
            }
            swap(&rows, &other)
            width *= 2
        }
    }

    private static func merge(
        _ rows: [Int32], _ begin: Int, _ middle: Int, _ end: Int, into other: inout [Int32],
        _ isBefore: (Int32, Int32) -> Bool
    ) {
        var left = begin
        var right = middle
        for target in begin..<end {
            if left < middle, right >= end || !isBefore(rows[right], rows[left]) {
                other[target] = rows[left]
                left += 1
            } else {
                other[target] = rows[right]
                right += 1
            }
        }
    }
}

/// `Sort`: all rows, in order.
final class SortOperator: Operator {
    private let order: SortOrder
    private var buffer: SortBuffer
    private var rows: [Int32]?
    private var emitted = 0

    init(_ order: SortOrder, _ input: Operator, carried: [Int]) {
        self.order = order
        buffer = SortBuffer(order, keeping: carried)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        buffer.removeAll(context)
        rows = nil
        emitted = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if rows == nil {
            while let batch = try inputs[0].next(context) { try buffer.append(batch, context) }
            rows = try buffer.sorted(context)
        }
        guard let rows, emitted < rows.count else { return nil }
        let end = min(rows.count, emitted + RowBatch.rowsLimit)
        defer { emitted = end }
        return buffer.batch(rows[emitted..<end], context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        buffer.removeAll(context)
        rows = nil
    }
}

/// `Top`: the first rows in order, without keeping the rest.
final class TopOperator: Operator {
    private let order: SortOrder
    private let skip: VectorExpression?
    private let limit: VectorExpression
    private var buffer: SortBuffer
    private var rows: ArraySlice<Int32>?
    private var wanted = 0
    private var toSkip = 0

    init(_ order: SortOrder, skip: VectorExpression?, limit: VectorExpression, _ input: Operator, carried: [Int]) {
        self.order = order
        self.skip = skip
        self.limit = limit
        buffer = SortBuffer(order, keeping: carried)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        buffer.removeAll(context)
        rows = nil
        toSkip = try RowCount.value(of: skip, "SKIP", arguments, context) ?? 0
        let limit = try RowCount.value(of: limit, "LIMIT", arguments, context) ?? 0
        wanted = limit == 0 ? 0 : toSkip.addingReportingOverflow(limit).overflow ? .max : toSkip + limit
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if rows == nil { try gather(context) }
        guard let rest = rows, !rest.isEmpty else { return nil }
        let part = rest.prefix(RowBatch.rowsLimit)
        rows = rest.dropFirst(part.count)
        return buffer.batch(part, context)
    }

    private func gather(_ context: ExecutionContext) throws(EngineError) {
        // Kept rows are cut back now and then, so that each row is compared a few times on the average.
        let bound = wanted > 1 << 40 ? Int.max : max(2 * wanted, 4 * RowBatch.rowsLimit)
        while let batch = try inputs[0].next(context) {
            guard wanted > 0 else { continue }
            try narrow(batch, context)
            guard !batch.selection.isEmpty else { continue }
            try buffer.append(batch, context)
            if buffer.count >= bound {
                try buffer.truncate(to: wanted, context)
            } else if threshold == nil, buffer.count >= wanted, wanted <= RowBatch.rowsLimit {
                try buffer.truncate(to: wanted, context)
            }
            threshold = buffer.threshold(wanted) ?? threshold
        }
        rows = try buffer.sorted(context)[...].prefix(wanted).dropFirst(toSkip)
    }

    /// The worst single INTEGER key among the best rows: rows behind it are dropped before they are kept.
    private var threshold: Int64?

    private func narrow(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let threshold, order.keys.count == 1 else { return }
        guard case .ints(let ints) = try order.evaluate(batch, context)[0],
            ints.validity == nil || !hasNull(ints, batch)
        else { return }
        let isDescending = order.keys[0].isDescending
        batch.selection = batch.selection.filtered { isDescending ? ints[$0] > threshold : ints[$0] < threshold }
    }

    private func hasNull(_ vector: TypedVector<Int64>, _ batch: RowBatch) -> Bool {
        for index in 0..<batch.selection.count where !vector.isValid(batch.selection.row(at: index)) { return true }
        return false
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        buffer.removeAll(context)
        rows = nil
        threshold = nil
    }
}
