/// The part of a plan that one thread at a time reads, in turns: its rows are cut into morsels, numbered in their order.
final class MorselSource: @unchecked Sendable {
    let root: Operator
    /// The root, where its rows come by chunks.
    private let scan: ElementChunkOperator?
    private let context: ExecutionContext
    private let morselRows: Int
    private let lock = Lock()
    // Under the lock.
    private var count = 0
    private var isExhausted = false
    /// What is left of a batch that is larger than a morsel.
    private var rest: RowBatch?

    /// Rows that one thread works on by itself.
    struct Morsel {
        let number: Int
        let rows: Result<Rows, EngineError>
        /// It is known that no other follows.
        let isLast: Bool
    }

    enum Rows {
        case batches([RowBatch])
        /// Of a scan, as whole chunks: who works on them makes rows of them, or needs none.
        case chunks([FoundChunk])

        var isEmpty: Bool {
            switch self {
            case .batches(let batches): batches.isEmpty
            case .chunks(let chunks): chunks.isEmpty
            }
        }
    }

    enum Next {
        case morsel(Morsel)
        /// There are no more than so many.
        case end(count: Int)
    }

    /// - Parameter context: for the source alone.
    init(_ root: Operator, morselRows: Int, _ context: ExecutionContext) {
        self.root = root
        self.morselRows = max(1, morselRows)
        self.context = context
        // A part of a chunk is a batch.
        if morselRows >= GraphState.chunkRows, let scan = root as? ElementChunkOperator, scan.hasLastingChunks {
            self.scan = scan
        } else {
            scan = nil
        }
    }

    func open(_ arguments: RowBatch) throws(EngineError) {
        count = 0
        isExhausted = false
        rest = nil
        try root.open(arguments, context)
    }

    func close() {
        rest = nil
        root.close(context)
    }

    func next() -> Next {
        lock.withLock { () -> Next in
            guard !isExhausted else { return .end(count: count) }
            defer { context.tellRows() }
            let rows: Result<Rows, EngineError>
            do throws(EngineError) {
                let read = if let scan { Rows.chunks(try chunks(of: scan)) } else { Rows.batches(try batches()) }
                if read.isEmpty { return .end(count: count) }
                rows = .success(read)
            } catch {
                isExhausted = true
                rows = .failure(error)
            }
            defer { count += 1 }
            return .morsel(Morsel(number: count, rows: rows, isLast: isExhausted))
        }
    }

    private func chunks(of scan: ElementChunkOperator) throws(EngineError) -> [FoundChunk] {
        var chunks: [FoundChunk] = []
        chunks.reserveCapacity(morselRows / GraphState.chunkRows)
        var rows = 0
        try scan.forEachChunk(context) { chunk in
            rows &+= chunk.found.count
            chunks.append(chunk)
            return rows < morselRows
        }
        if rows < morselRows {
            isExhausted = true
            scan.statistics.hasEnded = true
        }
        return chunks
    }

    private func batches() throws(EngineError) -> [RowBatch] {
        var batches: [RowBatch] = []
        var rows = 0
        while rows < morselRows {
            var next = rest
            rest = nil
            if next == nil { next = try root.next(context) }
            guard let batch = next else {
                isExhausted = true
                break
            }
            guard batch.selection.count > morselRows else {
                rows += batch.selection.count
                batches.append(batch)
                continue
            }
            // The rows of one batch can lead to very many.
            guard batches.isEmpty else {
                rest = batch
                break
            }
            let head = batch.selection.prefix(morselRows)
            batch.selection = batch.selection.dropFirst(morselRows)
            rest = batch
            batches.append(RowBatch(columns: batch.columns, rowCount: batch.rowCount, selection: head))
            break
        }
        return batches
    }
}
