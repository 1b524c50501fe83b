/// What rows are ordered by: expressions, each ascending or descending.
struct SortOrder {
    let keys: [(expression: VectorExpression, isDescending: Bool)]

    func evaluate(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Vector] {
        var vectors: [Vector] = []
        for key in keys { vectors.append(try key.expression.evaluate(batch, batch.selection, context)) }
        return vectors
    }
}

/// One key of many rows: INTEGER or FLOAT unboxed while every value of the column is, else values.
private enum SortKeyColumn {
    case ints([Int64])
    case floats([Double])
    case values([Value])

    mutating func append(_ vector: Vector, _ rows: Selection, _ context: ExecutionContext) -> Int {
        switch (self, vector) {
        case (.ints(var numbers), .ints(let ints)) where ints.areAllValid(rows):
            self = .values([])
            rows.forEach { numbers.append(ints[$0]) }
            self = .ints(numbers)
            return 0
        case (.ints(let numbers), .doubles(let doubles)) where numbers.isEmpty && doubles.areAllValid(rows):
            var floats: [Double] = []
            rows.forEach { floats.append(doubles[$0]) }
            self = .floats(floats)
            return 0
        case (.floats(var numbers), .doubles(let doubles)) where doubles.areAllValid(rows):
            self = .values([])
            rows.forEach { numbers.append(doubles[$0]) }
            self = .floats(numbers)
            return 0
        default: break
        }
        var values = boxed
        self = .values([])
        var bytes = 0
        rows.forEach { row in
            let value = vector.value(at: row, context.strings)
            bytes &+= value.heapByteCount
            values.append(value)
        }
        self = .values(values)
        return bytes
    }

    private var boxed: [Value] {
        switch self {
        case .ints(let numbers): return numbers.map { .int($0) }
        case .floats(let numbers): return numbers.map { .float($0) }
        case .values(let values): return values
        }
    }

    /// The keys of the rows `kept`, in their order.
    func gathered(_ kept: ArraySlice<Int32>) -> SortKeyColumn {
        switch self {
        case .ints(let numbers): return .ints(kept.map { numbers[Int($0)] })
        case .floats(let numbers): return .floats(kept.map { numbers[Int($0)] })
        case .values(let values): return .values(kept.map { values[Int($0)] })
        }
    }

    /// Below, at or above zero, as the order of values has it.
    @inline(__always) func compare(_ left: Int, _ right: Int) -> Int {
        switch self {
        case .ints(let numbers):
            return numbers[left] < numbers[right] ? -1 : numbers[left] == numbers[right] ? 0 : 1
        case .floats(let numbers): return Ordering.order(numbers[left], numbers[right])
        case .values(let values): return Ordering.compare(values[left], values[right])
        }
    }
}

/// Rows with their keys, to be ordered: rows in a store, keys in columns beside them.
struct SortBuffer {
    private let order: SortOrder
    private let store: BatchStore
    private var keys: [SortKeyColumn]
    private var places: [BatchStore.Place] = []
    private var keyBytes = 0

    init(_ order: SortOrder, keeping slots: [Int]) {
        self.order = order
        store = BatchStore(keeping: slots)
        keys = [SortKeyColumn](repeating: .ints([]), count: order.keys.count)
    }

    var count: Int { places.count }

    mutating func append(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let vectors = try order.evaluate(batch, context)
        let index = store.batches.count
        let rows = batch.selection
        var bytes = rows.count * (16 + 16 * vectors.count)
        for (key, vector) in vectors.enumerated() { bytes &+= keys[key].append(vector, rows, context) }
        try store.append(batch, context)
        try context.charge(bytes)
        keyBytes &+= bytes
        for row in 0..<rows.count { places.append(BatchStore.place(batch: index, row: row)) }
    }

    /// Row numbers in their order; equal rows stay as they came.
    func sorted(_ context: ExecutionContext) throws(EngineError) -> [Int32] {
        var rows = [Int32](0..<Int32(truncatingIfNeeded: places.count))
        if keys.count == 1, case .ints(let numbers) = keys[0] {
            let isDescending = order.keys[0].isDescending
            try MergeSort.sort(&rows, context) { left, right in
                let one = numbers[Int(left)]
                let other = numbers[Int(right)]
                return isDescending ? one > other : one < other
            }
            return rows
        }
        let isDescending = order.keys.map(\.isDescending)
        try MergeSort.sort(&rows, context) { left, right in
            for index in keys.indices {
                let comparison = keys[index].compare(Int(left), Int(right))
                if comparison != 0 { return (comparison < 0) != isDescending[index] }
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
        keys = [SortKeyColumn](repeating: .ints([]), count: order.keys.count)
        places = []
    }

    /// Only the first `limit` rows are kept, in order.
    mutating func truncate(to limit: Int, _ context: ExecutionContext) throws(EngineError) {
        let kept = try sorted(context).prefix(limit)
        var rest = SortBuffer(order, keeping: store.slots)
        var start = 0
        while start < kept.count {
            let rows = kept[start..<min(kept.count, start + RowBatch.rowsLimit)]
            let index = rest.store.batches.count
            try rest.store.append(batch(rows, context), context)
            for row in 0..<rows.count { rest.places.append(BatchStore.place(batch: index, row: row)) }
            start += rows.count
        }
        rest.keys = keys.map { $0.gathered(kept) }
        rest.keyBytes = kept.count * (16 + 16 * keys.count)
        try context.charge(rest.keyBytes)
        removeAll(context)
        self = rest
    }

    /// The first key of the last row where it is INTEGER: once the rows are the best so far and in order, a row whose first
    /// key lies behind it cannot be among them.
    var lastFirstKey: Int64? {
        if case .ints(let numbers) = keys[0] { return numbers.last }
        return nil
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
        // Kept rows are cut back now and then, so that each is compared a few times on the average.
        let bound = wanted > 1 << 40 ? Int.max : wanted + max(wanted, 2 * RowBatch.rowsLimit)
        while let batch = try inputs[0].next(context) {
            guard wanted > 0 else { continue }
            try narrow(batch, context)
            guard !batch.selection.isEmpty else { continue }
            try buffer.append(batch, context)
            let isFirstCut = threshold == nil && buffer.count >= wanted && wanted <= RowBatch.rowsLimit
            if buffer.count >= bound || isFirstCut {
                try buffer.truncate(to: wanted, context)
                threshold = buffer.count == wanted ? buffer.lastFirstKey : nil
            }
        }
        rows = try buffer.sorted(context)[...].prefix(wanted).dropFirst(toSkip)
    }

    /// The first key of the worst of the best rows, where it is INTEGER: rows behind it are dropped before they are kept.
    private var threshold: Int64?

    private func narrow(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let threshold else { return }
        let key = order.keys[0]
        guard case .ints(let ints) = try key.expression.evaluate(batch, batch.selection, context),
            ints.areAllValid(batch.selection)
        else { return }
        // A single key: an equal row came later, so that it stands behind. More keys may still put it before.
        let isOnly = order.keys.count == 1
        let rows = batch.selection
        switch (key.isDescending, isOnly) {
        case (true, true): batch.selection = ints.rows(rows, passing: GreaterTest(bound: threshold))
        case (true, false): batch.selection = ints.rows(rows, passing: GreaterOrEqualTest(bound: threshold))
        case (false, true): batch.selection = ints.rows(rows, passing: LessTest(bound: threshold))
        case (false, false): batch.selection = ints.rows(rows, passing: LessOrEqualTest(bound: threshold))
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        buffer.removeAll(context)
        rows = nil
        threshold = nil
    }
}
