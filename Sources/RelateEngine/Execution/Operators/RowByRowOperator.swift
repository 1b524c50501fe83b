/// An operator that answers each row of its first input by any number of rows, which it packs into batches.
class RowByRowOperator: Operator {
    final var packer: BatchPacker
    private var isDone = false
    private var slots: [Int] = []

    /// - Parameter kept: Slots of the rows handed on, `carried` where they are the same.
    init(_ inputs: [Operator], kept: [Int]? = nil, carried: [Int]) {
        packer = BatchPacker(keeping: kept ?? carried)
        super.init(inputs, carried: carried)
    }

    /// Comes before the rows of each batch.
    func prepare(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {}

    /// Appends to `packer` what becomes of one row.
    func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        preconditionFailure("a RowByRowOperator answers")
    }

    /// The row with all its slots, as a batch by itself.
    final func whole(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) -> RowBatch {
        batch.row(row, keeping: slots, context.strings)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        packer.removeAll(context)
        isDone = false
    }

    final override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while !packer.isFull, !isDone {
            guard let batch = try inputs[0].next(context) else {
                isDone = true
                break
            }
            slots = batch.columns.indices
            try prepare(batch, context)
            try batch.selection.forEach { row throws(EngineError) in try answer(row, of: batch, context) }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
    }
}
