/// The second input of a hash join: its rows by their keys, read once until something is written.
final class JoinTable {
    private let keys: [VectorExpression]
    private let kept: KeptRows
    /// Without its rows, a table only knows which keys there are.
    private let keepsRows: Bool
    private let table: GroupTable
    /// By group the first and last of its rows, by row the next of its group: numbers into `places`, -1 for none.
    @exclusivity(unchecked) private var heads: [Int32] = []
    @exclusivity(unchecked) private var tails: [Int32] = []
    @exclusivity(unchecked) private var successors: [Int32] = []
    @exclusivity(unchecked) private var places: [BatchStore.Place] = []
    private var bytes = 0

    /// - Parameter slots: kept of each row.
    init(_ keys: [VectorExpression], keeping slots: [Int], keepsRows: Bool = true) {
        self.keys = keys
        self.keepsRows = keepsRows
        kept = KeptRows(slots: slots)
        table = GroupTable(keyCount: keys.count)
    }

    func fill(from input: Operator, _ context: ExecutionContext) throws(EngineError) {
        guard !kept.isCurrent(context) else { return }
        removeAll(context)
        var groups: [Int32] = []
        try kept.fill(from: input, context) { batch throws(EngineError) in
            batch.selection = try find(batch, by: keys, adds: true, into: &groups, context)
            guard keepsRows, !batch.selection.isEmpty else { return }
            let index = kept.store.batches.count
            try kept.store.append(batch, context)
            try charge(batch.selection.count * 24, context)
            for (row, group) in groups.enumerated() { add(BatchStore.place(batch: index, row: row), to: Int(group)) }
        }
    }

    private func removeAll(_ context: ExecutionContext) {
        kept.removeAll(context)
        table.removeAll(context)
        context.release(bytes)
        bytes = 0
        heads.removeAll()
        tails.removeAll()
        successors.removeAll()
        places.removeAll()
    }

    private func charge(_ more: Int, _ context: ExecutionContext) throws(EngineError) {
        try context.charge(more)
        bytes &+= more
    }

    private func add(_ place: BatchStore.Place, to group: Int) {
        let number = Int32(truncatingIfNeeded: places.count)
        places.append(place)
        successors.append(-1)
        if group == heads.count {
            heads.append(number)
            tails.append(number)
        } else {
            successors[Int(tails[group])] = number
            tails[group] = number
        }
    }

    // MARK: Looking up

    /// The group of each row of the first input that may have a partner.
    ///
    /// - Returns: those rows; for each of them `groups` has a group, or `GroupTable.missing`.
    func find(
        _ batch: RowBatch, by keys: [VectorExpression], into groups: inout [Int32], _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        try find(batch, by: keys, adds: false, into: &groups, context)
    }

    private func find(
        _ batch: RowBatch, by keys: [VectorExpression], adds: Bool, into groups: inout [Int32],
        _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        var rows = batch.selection
        var vectors: [Vector] = []
        for key in keys {
            let vector = try key.evaluate(batch, rows, context)
            rows = vector.joinable(rows, context)
            vectors.append(vector)
        }
        if rows.isEmpty {
            groups.removeAll(keepingCapacity: true)
        } else {
            try table.find(vectors, rows, adds: adds, into: &groups, context)
        }
        return rows
    }

    /// The first row of a group, by number.
    @inline(__always) func first(of group: Int32) -> Int32 { heads[Int(group)] }
    /// The row behind another of its group; -1 behind the last.
    @inline(__always) func next(behind row: Int32) -> Int32 { successors[Int(row)] }
    @inline(__always) func place(of row: Int32) -> BatchStore.Place { places[Int(row)] }

    func gather(_ places: [BatchStore.Place], _ context: ExecutionContext) -> RowBatch {
        kept.store.gather(places[...], slotCount: context.slotCount, context.strings)
    }
}

extension Vector {
    /// Those of `rows` whose value is equal to something, itself at least: neither null nor NaN is.
    fileprivate func joinable(_ rows: Selection, _ context: ExecutionContext) -> Selection {
        switch self {
        case .nodeSequence: return rows
        case .nodes(let vector), .relationships(let vector), .pooled(let vector):
            return vector.validity == nil ? rows : rows.filtered { vector.isValid($0) }
        case .ints(let vector): return vector.validity == nil ? rows : rows.filtered { vector.isValid($0) }
        case .absent: return Selection(all: 0)
        default: return rows.filtered { value(at: $0, context.strings).isEqualToItself }
        }
    }
}

extension Value {
    /// `v = v` is true: no null and no NaN at any depth.
    var isEqualToItself: Bool { Equality.equals(self, self) ?? false }
}
