/// Rows that an operator keeps: dense batches of the slots it needs, charged to the statement's budget.
final class BatchStore {
    let slots: [Int]
    private(set) var batches: [RowBatch] = []
    private(set) var rowCount = 0
    /// Of each batch.
    private var sizes: [Int] = []
    private var bytes = 0

    /// A row of the store: its batch in the upper bits, its row in the lower ten.
    typealias Place = UInt64

    init(keeping slots: [Int]) { self.slots = slots }

    @inline(__always) static func place(batch: Int, row: Int) -> Place { UInt64(batch) << 10 | UInt64(row) }

    /// - Parameter madeBytes: what constants of the batch hold that stand in no other.
    func append(_ batch: RowBatch, _ context: ExecutionContext, madeBytes: Int = 0) throws(EngineError) {
        let dense = batch.compacted(keeping: slots)
        var size = 64 + 32 * dense.columns.count + madeBytes
        for slot in slots { size &+= dense.columns[slot].byteCount(rows: dense.rowCount) }
        try context.charge(size)
        bytes &+= size
        rowCount &+= dense.rowCount
        batches.append(dense)
        sizes.append(size)
    }

    /// Lets go of the oldest batches: those behind them are counted from 0.
    func removeFirst(_ count: Int, _ context: ExecutionContext) {
        let size = sizes[..<count].reduce(0, +)
        context.release(size)
        bytes &-= size
        rowCount &-= batches[..<count].reduce(0) { $0 + $1.rowCount }
        batches.removeFirst(count)
        sizes.removeFirst(count)
    }

    func removeAll(_ context: ExecutionContext) {
        context.release(bytes)
        Disposal.free(&batches, leaving: [], bytes: bytes)
        sizes = []
        bytes = 0
        rowCount = 0
    }

    func vector(_ slot: Int, at place: Place) -> (vector: Vector, row: Int) {
        (batches[Int(place >> 10)].columns[slot], Int(place & 1023))
    }

    /// The rows at `places`, in their order, as one batch; at most `RowBatch.rowsLimit`.
    func gather(_ places: ArraySlice<Place>, slotCount: Int, _ strings: StringPool) -> RowBatch {
        var columns = SlotColumns(slotCount: slotCount)
        for slot in slots { columns[slot] = gather(places, slot, strings) }
        return RowBatch(columns: columns, rowCount: places.count)
    }

    private func gather(_ places: ArraySlice<Place>, _ slot: Int, _ strings: StringPool) -> Vector {
        guard let first = places.first else { return .absent }
        // The kind of the first row is tried; where another differs the column is boxed.
        switch vector(slot, at: first).vector {
        case .nodeSequence, .nodes:
            if let out = typed(places, slot, UInt32.self, { $0.node(at: $1) }) { return .nodes(out) }
        case .relationships:
            if let out = typed(places, slot, UInt32.self, { $0.relationship(at: $1) }) { return .relationships(out) }
        case .ints:
            if let out = typed(
                places, slot, Int64.self,
                { vector, row in
                    if case .ints(let ints) = vector, ints.isValid(row) { return ints[row] }
                    return nil
                })
            {
                return .ints(out)
            }
        case .doubles:
            if let out = typed(
                places, slot, Double.self,
                { vector, row in
                    if case .doubles(let doubles) = vector, doubles.isValid(row) { return doubles[row] }
                    return nil
                })
            {
                return .doubles(out)
            }
        case .pooled:
            if let out = typed(
                places, slot, UInt32.self,
                { vector, row in
                    if case .pooled(let pooled) = vector, pooled.isValid(row) { return pooled[row] }
                    return nil
                })
            {
                return .pooled(out)
            }
        case .absent, .constant, .bools, .values, .rows: break
        }
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for place in places {
            let (vector, row) = vector(slot, at: place)
            values.append(vector.value(at: row, strings))
        }
        return .values(values)
    }

    /// `nil` as soon as a row has a value that is not of this kind.
    @inline(__always)
    private func typed<Element: BitwiseCopyable>(
        _ places: ArraySlice<Place>, _ slot: Int, _ type: Element.Type, _ read: (Vector, Int) -> Element?
    ) -> TypedVector<Element>? {
        let out = TypedVector<Element>(capacity: places.count, isNullable: true)
        var target = 0
        for place in places {
            let (vector, row) = vector(slot, at: place)
            if let element = read(vector, row) {
                out.base[target] = element
                out.setValid(target)
            } else if !vector.isNull(at: row) {
                return nil
            }
            target += 1
        }
        return out
    }
}

extension Vector {
    /// Bytes that the vector's rows take, about.
    func byteCount(rows: Int) -> Int {
        switch self {
        case .absent, .constant, .nodeSequence: return 0
        case .nodes, .relationships, .pooled: return rows * 4 + 48
        case .ints, .doubles: return rows * 8 + 48
        case .bools: return rows + 48
        case .rows(let table, _): return 48 + rows * (24 + table.rowByteCount)
        case .values(let values):
            var total = 48
            for value in values { total &+= 24 &+ value.heapByteCount }
            return total
        }
    }

    /// The part of one row in that.
    func byteCount(ofRow row: Int) -> Int {
        switch self {
        case .absent, .constant, .nodeSequence: return 0
        case .nodes, .relationships, .pooled: return 4
        case .ints, .doubles: return 8
        case .bools: return 1
        case .rows(let table, _): return 24 + table.rowByteCount
        case .values(let values): return row < values.count ? 24 &+ values[row].heapByteCount : 24
        }
    }
}

/// Gathers the small batches of many runs into full ones, so that what follows works on vectors again.
struct BatchPacker {
    private let store: BatchStore
    private var places: [BatchStore.Place] = []

    init(keeping slots: [Int]) { store = BatchStore(keeping: slots) }

    var isFull: Bool { places.count >= RowBatch.rowsLimit }
    var isEmpty: Bool { places.isEmpty }

    /// - Parameter madeBytes: what constants of the batch hold that stand in no other.
    mutating func append(_ batch: RowBatch, _ context: ExecutionContext, madeBytes: Int = 0) throws(EngineError) {
        try store.append(batch, context, madeBytes: madeBytes)
        let index = store.batches.count - 1
        for row in 0..<store.batches[index].rowCount { places.append(BatchStore.place(batch: index, row: row)) }
    }

    /// Up to a full batch of the rows appended so far.
    mutating func take(_ context: ExecutionContext) -> RowBatch {
        if store.batches.count == 1, places.count <= RowBatch.rowsLimit {
            let batch = store.batches[0]
            store.removeAll(context)
            places.removeAll(keepingCapacity: true)
            return batch
        }
        let batch = store.gather(places.prefix(RowBatch.rowsLimit), slotCount: context.slotCount, context.strings)
        places.removeFirst(min(places.count, RowBatch.rowsLimit))
        if let first = places.first {
            // All before those that are left goes, once that is the greater part.
            let count = Int(first >> 10)
            guard count * 2 >= store.batches.count else { return batch }
            store.removeFirst(count, context)
            for index in places.indices { places[index] -= BatchStore.place(batch: count, row: 0) }
        } else {
            store.removeAll(context)
        }
        return batch
    }

    mutating func removeAll(_ context: ExecutionContext) {
        store.removeAll(context)
        places.removeAll()
    }
}
