/// The part of a plan that one thread at a time reads, in turns: its rows are cut into morsels, numbered in their order.
final class MorselSource: @unchecked Sendable {
    let root: Operator
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
        let batches: Result<[RowBatch], EngineError>
        /// It is known that no other follows.
        let isLast: Bool
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
            let batches: Result<[RowBatch], EngineError>
            do throws(EngineError) {
                let read = try read()
                if read.isEmpty { return .end(count: count) }
                batches = .success(read)
            } catch {
                isExhausted = true
                batches = .failure(error)
            }
            defer { count += 1 }
            return .morsel(Morsel(number: count, batches: batches, isLast: isExhausted))
        }
    }

    private func read() throws(EngineError) -> [RowBatch] {
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

/// The lower end of a lane: hands out the batches of the morsel at hand. In the plan the source stands in its place.
final class MorselFeed: Operator {
    private let source: Operator
    /// The next one last.
    private var batches: [RowBatch] = []

    init(_ source: Operator) {
        self.source = source
        super.init([], carried: source.carried)
    }

    override var shown: Operator { source.shown }

    func fill(_ batches: [RowBatch]) { self.batches = batches.reversed() }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? { batches.popLast() }

    override func close(_ context: ExecutionContext) { batches = [] }
}
