/// Each distinct row of some slots once: the first that has it.
final class DistinctOperator: Operator {
    private let keys: [Slot]
    private let table: GroupTable
    private var groups: [Int32] = []

    init(_ keys: [Slot], _ input: Operator, carried: [Int]) {
        self.keys = keys
        table = GroupTable(keyCount: keys.count)
        super.init([input], carried: carried)
    }

    override var isReusable: Bool { true }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        if groups.capacity > RowBatch.rowsLimit * 2 { groups = [] }
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        table.noteMemory(&memory)
        memory.note(groups)
    }

    /// Memory of few groups is kept for the next run.
    private func clear(_ context: ExecutionContext) {
        if table.isSmall { table.reset(context) } else { table.removeAll(context) }
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        clear(context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        var seen = Int32(truncatingIfNeeded: table.count)
        try table.find(keys.map { batch[$0] }, batch.selection, into: &groups, context)
        // All are new, as a rule where they are few.
        if table.count - Int(seen) == batch.selection.count { return batch }
        var index = 0
        batch.selection = batch.selection.filtered { _ in
            defer { index += 1 }
            guard groups[index] == seen else { return false }
            seen += 1
            return true
        }
        return batch
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        clear(context)
    }
}
