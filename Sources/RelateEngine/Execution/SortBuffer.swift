/// What rows are ordered by: expressions, each ascending or descending.
struct SortOrder {
    let keys: [(expression: VectorExpression, isDescending: Bool)]

    var isReusable: Bool { keys.allSatisfy { $0.expression.isReusable } }

    func evaluate(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Vector] {
        var vectors: [Vector] = []
        for key in keys { vectors.append(try key.expression.evaluate(batch, batch.selection, context)) }
        return vectors
    }
}

/// One key of many rows: INTEGER, FLOAT or pooled STRING unboxed while every value of the column is, else values.
final class SortKeyColumn {
    private enum Kind { case ints, floats, strings, values }

    let isDescending: Bool
    private let pool: StringPool
    @exclusivity(unchecked) private var kind = Kind.ints
    private let ints = ElementBuffer<Int64>(capacity: 64)
    private let floats = ElementBuffer<Double>(capacity: 1)
    private let strings = ElementBuffer<UInt32>(capacity: 1)
    @exclusivity(unchecked) private var values: [Value] = []

    init(isDescending: Bool, _ pool: StringPool) {
        self.isDescending = isDescending
        self.pool = pool
    }

    private var isEmpty: Bool {
        switch kind {
        case .ints: ints.count == 0
        case .floats: floats.count == 0
        case .strings: strings.count == 0
        case .values: values.isEmpty
        }
    }

    /// - Returns: the bytes that boxed values point to.
    func append(_ vector: Vector, _ rows: Selection) -> Int {
        switch vector {
        case .ints(let vector) where takes(.ints) && vector.areAllValid(rows):
            kind = .ints
            rows.forEach { ints.append(vector[$0]) }
            return 0
        case .doubles(let vector) where takes(.floats) && vector.areAllValid(rows):
            kind = .floats
            rows.forEach { floats.append(vector[$0]) }
            return 0
        case .pooled(let vector) where takes(.strings) && vector.areAllValid(rows):
            kind = .strings
            rows.forEach { strings.append(vector[$0]) }
            return 0
        default: break
        }
        box()
        var bytes = 0
        rows.forEach { row in
            let value = vector.value(at: row, pool)
            bytes &+= value.heapByteCount
            values.append(value)
        }
        return bytes
    }

    private func takes(_ other: Kind) -> Bool { kind == other || isEmpty }

    private func box() {
        switch kind {
        case .ints: for index in 0..<ints.count { values.append(.int(ints.base[index])) }
        case .floats: for index in 0..<floats.count { values.append(.float(floats.base[index])) }
        case .strings:
            for index in 0..<strings.count { values.append(.string(pool.string(of: strings.base[index]))) }
        case .values: break
        }
        kind = .values
    }

    /// The keys of the rows `kept`, in their order.
    func gathered(_ kept: ArraySlice<Int32>) -> SortKeyColumn {
        let result = SortKeyColumn(isDescending: isDescending, pool)
        result.kind = kind
        switch kind {
        case .ints: for row in kept { result.ints.append(ints.base[Int(row)]) }
        case .floats: for row in kept { result.floats.append(floats.base[Int(row)]) }
        case .strings: for row in kept { result.strings.append(strings.base[Int(row)]) }
        case .values: result.values = kept.map { values[Int($0)] }
        }
        return result
    }

    /// Below, at or above zero, as the rows are to come.
    @inline(__always) func compare(_ left: Int, _ right: Int) -> Int {
        let order: Int
        switch kind {
        case .ints: order = Ordering.order(ints.base[left], ints.base[right])
        case .floats: order = Ordering.order(floats.base[left], floats.base[right])
        case .strings: order = pool.compare(strings.base[left], strings.base[right])
        case .values: order = Ordering.compare(values[left], values[right])
        }
        return isDescending ? -order : order
    }

    /// The keys where all are INTEGER.
    var numbers: UnsafeBufferPointer<Int64>? {
        kind == .ints ? UnsafeBufferPointer(start: ints.base, count: ints.count) : nil
    }
}

/// Rows with their keys, to be ordered: rows in a store, keys in columns beside them.
struct SortBuffer {
    private let order: SortOrder
    private let store: BatchStore
    private var keys: [SortKeyColumn] = []
    private var places: [BatchStore.Place] = []
    private var keyBytes = 0

    init(_ order: SortOrder, keeping slots: [Int]) {
        self.order = order
        store = BatchStore(keeping: slots)
    }

    var count: Int { places.count }

    mutating func append(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let vectors = try order.evaluate(batch, context)
        if keys.isEmpty { keys = order.keys.map { SortKeyColumn(isDescending: $0.isDescending, context.strings) } }
        let index = store.batches.count
        let rows = batch.selection
        var bytes = rows.count * (16 + 16 * vectors.count)
        for (key, vector) in vectors.enumerated() { bytes &+= keys[key].append(vector, rows) }
        try store.append(batch, context)
        try context.charge(bytes)
        keyBytes &+= bytes
        for row in 0..<rows.count { places.append(BatchStore.place(batch: index, row: row)) }
    }

    /// Row numbers in their order; equal rows stay as they came.
    func sorted(_ context: ExecutionContext) throws(EngineError) -> [Int32] {
        // Row numbers, and as many to merge into.
        let bytes = places.count * 8
        guard bytes >= ExecutionContext.growthMinimum else { return try sortedRows(context) }
        defer { context.release(bytes) }
        try context.charge(bytes)
        return try sortedRows(context)
    }

    private func sortedRows(_ context: ExecutionContext) throws(EngineError) -> [Int32] {
        var rows = [Int32](0..<Int32(truncatingIfNeeded: places.count))
        if keys.count == 1, let numbers = keys[0].numbers {
            let sign = keys[0].isDescending ? -1 : 1
            try MergeSort.sort(&rows, context.checkInterrupt) {
                sign * Ordering.order(numbers[Int($0)], numbers[Int($1)])
            }
            return rows
        }
        // Read without counting references: `keys` holds the columns meanwhile.
        let columns = keys.map { Unmanaged.passUnretained($0) }
        try columns.withUnsafeBufferPointer { columns throws(EngineError) in
            try MergeSort.sort(&rows, context.checkInterrupt) { left, right in
                for column in columns {
                    let order = column._withUnsafeGuaranteedRef { $0.compare(Int(left), Int(right)) }
                    if order != 0 { return order }
                }
                return 0
            }
        }
        return withExtendedLifetime(keys) { rows }
    }

    func batch(_ rows: ArraySlice<Int32>, _ context: ExecutionContext) -> RowBatch {
        let wanted = rows.map { places[Int($0)] }
        return store.gather(wanted[...], slotCount: context.slotCount, context.strings)
    }

    mutating func removeAll(_ context: ExecutionContext) {
        store.removeAll(context)
        context.release(keyBytes)
        Disposal.free(&keys, leaving: [], bytes: keyBytes)
        keyBytes = 0
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

    /// The first keys by row, where all are INTEGER: once the rows are the best so far and in order, a row whose first key lies
    /// behind the last of them cannot be among them.
    var firstKeys: UnsafeBufferPointer<Int64>? { keys.first?.numbers }
}

/// A merge sort that can be interrupted. Rows of equal rank come by their numbers.
enum MergeSort {
    private static let runLength = 4096

    static func sort(
        _ rows: inout [Int32], _ checkInterrupt: () throws(EngineError) -> Void, by order: (Int32, Int32) -> Int
    ) throws(EngineError) {
        guard rows.count > 1 else { return }
        var start = 0
        while start < rows.count {
            try checkInterrupt()
            let end = min(rows.count, start + runLength)
            rows[start..<end].sort { left, right in
                let order = order(left, right)
                return order < 0 || (order == 0 && left < right)
            }
            start = end
        }
        var width = runLength
        var other = rows
        while width < rows.count {
            var begin = 0
            while begin < rows.count {
                try checkInterrupt()
                let middle = min(begin + width, rows.count)
                let end = min(begin + 2 * width, rows.count)
                try merge(rows, begin, middle, end, into: &other, checkInterrupt, order)
                begin = end
            }
            swap(&rows, &other)
            width *= 2
        }
    }

    private static func merge(
        _ rows: [Int32], _ begin: Int, _ middle: Int, _ end: Int, into other: inout [Int32],
        _ checkInterrupt: () throws(EngineError) -> Void, _ order: (Int32, Int32) -> Int
    ) throws(EngineError) {
        var left = begin
        var right = middle
        for target in begin..<end {
            if target & 0x3fff == 0 { try checkInterrupt() }
            if left < middle, right >= end || order(rows[left], rows[right]) <= 0 {
                other[target] = rows[left]
                left += 1
            } else {
                other[target] = rows[right]
                right += 1
            }
        }
    }
}
