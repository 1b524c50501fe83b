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
