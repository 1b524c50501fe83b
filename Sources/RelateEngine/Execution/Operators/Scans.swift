/// The rows that a plan is run on: once.
final class ArgumentOperator: Operator {
    private var arguments: RowBatch?

    override var isReusable: Bool { true }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        self.arguments = arguments
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        defer { arguments = nil }
        // A copy: whoever is above may narrow its selection or set columns.
        return arguments.map { RowBatch(columns: $0.columns, rowCount: $0.rowCount) }
    }
}

extension ElementChunk {
    /// The chunk's rows as a batch over `columns`, those of the chunk's elements selected.
    func batch(_ columns: SlotColumns) -> RowBatch {
        if isFull { return RowBatch(columns: columns, rowCount: GraphState.chunkRows) }
        let buffer = Selection.Buffer(capacity: count)
        var kept = 0
        for word in 0..<(GraphState.chunkRows / 64) {
            var bits = words[word]
            while bits != 0 {
                buffer.rows[kept] = UInt16(truncatingIfNeeded: word << 6 + bits.trailingZeroBitCount)
                kept &+= 1
                bits &= bits &- 1
            }
        }
        let rowCount = kept == 0 ? 0 : Int(buffer.rows[kept - 1]) + 1
        // Rows without a gap from the first need no list.
        if kept == rowCount { return RowBatch(columns: columns, rowCount: rowCount) }
        return RowBatch(columns: columns, rowCount: rowCount, selection: Selection(buffer, count: kept))
    }
}

/// All relationships of some types with both their ends; where not directed, each from either end.
final class RelationshipScan: Operator {
    private let relationship: Slot
    private let from: Slot
    private let to: Slot
    private let types: [String]?
    private let isDirected: Bool
    private var state: GraphState?
    private var typeIDs: [UInt32]?
    private var columns = SlotColumns(slotCount: 0)
    private var chunk = 0
    private var mirrored: RowBatch?

    init(relationship: Slot, from: Slot, to: Slot, types: [String]?, isDirected: Bool, carried: [Int]) {
        self.relationship = relationship
        self.from = from
        self.to = to
        self.types = types
        self.isDirected = isDirected
        super.init([], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        columns = arguments.columns
        state = nil
        chunk = 0
        mirrored = nil
    }

    /// As a node scan's.
    private func begin(_ context: ExecutionContext) -> GraphState {
        if let state { return state }
        let state = context.transaction.state
        self.state = state
        typeIDs = types.map { names in names.compactMap { state.relationshipTypeID(named: $0)?.rawValue } }
        return state
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if let mirrored {
            self.mirrored = nil
            return mirrored
        }
        let state = begin(context)
        if let typeIDs, typeIDs.isEmpty { return nil }
        while chunk < state.relationshipChunkCount {
            let index = chunk
            chunk += 1
            guard let found = state.relationshipChunk(at: index), found.live.count > 0 else { continue }
            let all = found.live.batch(SlotColumns(slotCount: 0))
            let base = UInt32(truncatingIfNeeded: index * GraphState.chunkRows)
            let numbers = TypedVector<UInt32>(capacity: all.selection.count)
            let starts = TypedVector<UInt32>(capacity: all.selection.count)
            let ends = TypedVector<UInt32>(capacity: all.selection.count)
            var count = 0
            all.selection.forEach { row in
                if let typeIDs, !typeIDs.contains(found.types[row]) { return }
                numbers.base[count] = base &+ UInt32(truncatingIfNeeded: row)
                starts.base[count] = found.starts[row]
                ends.base[count] = found.ends[row]
                count &+= 1
            }
            context.statistics.hops &+= count
            guard count > 0 else { continue }
            if !isDirected { mirrored = mirror(numbers, starts, ends, count) }
            return batch(numbers, starts, ends, count)
        }
        return nil
    }

    private func batch(
        _ numbers: TypedVector<UInt32>, _ starts: TypedVector<UInt32>, _ ends: TypedVector<UInt32>, _ count: Int
    ) -> RowBatch {
        var columns = columns
        columns[relationship.index] = .relationships(numbers)
        columns[from.index] = .nodes(starts)
        columns[to.index] = .nodes(ends)
        return RowBatch(columns: columns, rowCount: count)
    }

    /// The same relationships seen from their ends; one from a node to itself only once in all.
    private func mirror(
        _ numbers: TypedVector<UInt32>, _ starts: TypedVector<UInt32>, _ ends: TypedVector<UInt32>, _ count: Int
    ) -> RowBatch {
        let batch = batch(numbers, ends, starts, count)
        batch.selection = batch.selection.filtered { starts[$0] != ends[$0] }
        return batch
    }

    override func close(_ context: ExecutionContext) {
        state = nil
        mirrored = nil
    }
}
