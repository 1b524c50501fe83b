/// Keeps the rows for which every predicate is true.
///
/// Over whole chunks of a scan's elements, tests of columns take away bits; rows are made of what is left. What is left of chunks that
/// have few such elements is put together, so that who comes after has full batches.
final class FilterOperator: Operator, NodePartOperator {
    private let predicates: [VectorExpression]
    private let scan: ElementChunkOperator?
    /// Elements that passed, few a chunk.
    private var few: TypedVector<UInt32>?
    private var fewCount = 0
    /// Comes after those.
    private var held: RowBatch?
    /// Chunks that are looked through for one batch: more from batch to batch, since perhaps only the first is wanted.
    private var chunksLimit = 1
    private let words: UnsafeMutablePointer<UInt64>

    /// From so many elements on, a chunk makes a batch of its own, which lends the store's columns.
    private static let denseMinimum = 128

    init(_ predicates: [VectorExpression], _ input: Operator, carried: [Int]) {
        self.predicates = predicates
        scan = input as? ElementChunkOperator
        words = .allocate(capacity: ChunkRows.wordCount)
        super.init([input], carried: carried)
    }

    deinit { words.deallocate() }

    override var isReusable: Bool { predicates.allSatisfy(\.isReusable) }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        few = nil
        fewCount = 0
        held = nil
        chunksLimit = 1
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if let scan, scan.isByChunks, let slot = scan.slot { return try produce(from: scan, slot, context) }
        guard let batch = try inputs[0].next(context) else { return nil }
        batch.selection = try select(batch, predicates[...], context)
        return batch
    }

    override func produceCount(_ context: ExecutionContext) throws(EngineError) -> Int? {
        guard let scan, scan.isByChunks, let slot = scan.slot else {
            return try produce(context)?.selection.count
        }
        var isEnd = true
        var count = 0
        try scan.forEachChunk(context) { chunk throws(EngineError) in
            isEnd = false
            var rows = ChunkRows(chunk, in: slot, areNodes: scan.elements.areNodes, words: words)
            let rest = try narrow(&rows, context)
            if rest.isEmpty {
                count &+= rows.count
            } else {
                // What is left may take long for each row.
                try context.checkInterrupt()
                let batch = scan.batch(rows.index, ElementChunk(words: words, count: rows.count), context)
                count &+= try select(batch, rest, context).count
            }
            return true
        }
        return isEnd ? nil : count
    }

    private func select(
        _ batch: RowBatch, _ predicates: ArraySlice<VectorExpression>, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        var rows = batch.selection
        for predicate in predicates where !rows.isEmpty { rows = try predicate.select(batch, rows, context) }
        return rows
    }

    // MARK: Chunks

    /// - Returns: the predicates that still have to be tested, on what is left.
    private func narrow(
        _ rows: inout ChunkRows, _ context: ExecutionContext
    ) throws(EngineError) -> ArraySlice<VectorExpression> {
        for place in predicates.indices where rows.count > 0 {
            guard try predicates[place].narrow(&rows, context) else { return predicates[place...] }
        }
        return []
    }

    var partNodes: ElementChunkOperator? {
        guard let nodes = scan?.partNodes, nodes.slot != nil else { return nil }
        return nodes
    }

    func nextPart(_ context: ExecutionContext) throws(EngineError) -> NodePart? {
        try timed(context) { () throws(EngineError) -> NodePart? in
            guard let nodes = scan, let slot = nodes.slot else { return nil }
            while let chunk = try nodes.nextChunk(context) {
                var rows = ChunkRows(chunk, in: slot, areNodes: nodes.elements.areNodes, words: words)
                let rest = try narrow(&rows, context)
                guard rows.count > 0 else { continue }
                let found = ElementChunk(words: words, count: rows.count)
                if rest.isEmpty {
                    count(rows.count, context)
                    return .chunk(FoundChunk(index: chunk.index, found: found))
                }
                let batch = nodes.batch(chunk.index, found, context)
                batch.selection = try select(batch, rest, context)
                guard !batch.selection.isEmpty else { continue }
                count(batch.selection.count, context)
                return .batch(batch)
            }
            return nil
        }
    }

    private func produce(
        from scan: ElementChunkOperator, _ slot: Slot, _ context: ExecutionContext
    ) throws(EngineError) -> RowBatch? {
        if let held {
            self.held = nil
            return held
        }
        let mayGather = scan.columns.allSatisfy(\.isUniform)
        var chunkCount = 0
        while let chunk = try scan.nextChunk(context) {
            chunkCount += 1
            var rows = ChunkRows(chunk, in: slot, areNodes: scan.elements.areNodes, words: words)
            let rest = try narrow(&rows, context)
            if rest.isEmpty, mayGather, rows.count < Self.denseMinimum {
                if rows.count > 0 { gather(rows) }
                let isEnough = fewCount + Self.denseMinimum > RowBatch.rowsLimit || chunkCount >= chunksLimit
                guard isEnough, fewCount > 0 else { continue }
                chunksLimit = min(64, chunksLimit * 4)
                return takeFew(scan, context)
            }
            let batch = scan.batch(rows.index, ElementChunk(words: words, count: rows.count), context)
            batch.selection = try select(batch, rest, context)
            guard fewCount > 0 else { return batch }
            held = batch
            return takeFew(scan, context)
        }
        return fewCount > 0 ? takeFew(scan, context) : nil
    }

    private func gather(_ rows: ChunkRows) {
        let numbers = few ?? TypedVector<UInt32>(capacity: RowBatch.rowsLimit)
        few = numbers
        rows.appendNumbers(to: numbers.base + fewCount)
        fewCount += rows.count
    }

    private func takeFew(_ scan: ElementChunkOperator, _ context: ExecutionContext) -> RowBatch? {
        guard let few else { return nil }
        defer {
            self.few = nil
            fewCount = 0
        }
        return scan.batch(few, count: fewCount, context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        few = nil
        fewCount = 0
        held = nil
    }
}

extension Vector {
    /// The same in every row.
    fileprivate var isUniform: Bool {
        switch self {
        case .absent, .constant: true
        default: false
        }
    }
}
