import CKernels

/// Nodes, or relationships, of one chunk of the store, found by a scan.
struct FoundChunk {
    let index: Int
    let found: ElementChunk
}

/// An operator whose rows are elements of the store in the order of their numbers, and can be had by chunks instead of batches: what
/// only tests or counts them then needs neither rows nor vectors.
class ElementChunkOperator: Operator, NodePartOperator {
    let elements: ScannedElements
    /// What each row has beside its element.
    @exclusivity(unchecked) final var columns = SlotColumns(slotCount: 0)

    init(_ elements: ScannedElements, carried: [Int]) {
        self.elements = elements
        super.init([], carried: carried)
    }

    /// Of the elements.
    final var slot: Slot? { elements.slot }

    /// Its chunks are the store's, or as lasting, not valid until the next one alone.
    var hasLastingChunks: Bool { false }

    /// The graph that its elements are of.
    func graph(_ context: ExecutionContext) -> GraphState { context.transaction.state }

    /// It has chunks, at this opening.
    var isByChunks: Bool { true }

    /// The next chunk; `nil` when there are no more.
    func findChunk(_ context: ExecutionContext) -> FoundChunk? {
        preconditionFailure("an ElementChunkOperator has chunks")
    }

    /// `findChunk`, counted as `next` counts rows.
    final func nextChunk(_ context: ExecutionContext) throws(EngineError) -> FoundChunk? {
        try context.checkInterrupt()
        guard let chunk = findChunk(context) else { return nil }
        countFound(chunk.found.count, context)
        return chunk
    }

    /// Chunks that are looked at between two tests for interruption.
    private static let pieceLength = 16

    /// Calls `body` with the next chunks, counted as by `nextChunk`, until it returns false or there are no more.
    @inline(__always)
    final func forEachChunk(
        _ context: ExecutionContext, _ body: (FoundChunk) throws(EngineError) -> Bool
    ) throws(EngineError) {
        var goesOn = true
        while goesOn {
            try context.checkInterrupt()
            var rows = 0
            for _ in 0..<Self.pieceLength where goesOn {
                guard let chunk = findChunk(context) else {
                    goesOn = false
                    break
                }
                rows &+= chunk.found.count
                goesOn = try body(chunk)
            }
            countFound(rows, context)
        }
    }

    /// What stands for a scan hands on what was counted there.
    private func countFound(_ rows: Int, _ context: ExecutionContext) {
        if shown === self { count(rows, context) }
    }

    final var partNodes: ElementChunkOperator? { isByChunks && elements.areNodes ? self : nil }

    final func nextPart(_ context: ExecutionContext) throws(EngineError) -> NodePart? {
        try nextChunk(context).map { .chunk($0) }
    }

    /// Some elements of a chunk as a batch.
    final func batch(_ index: Int, _ found: ElementChunk, _ context: ExecutionContext) -> RowBatch {
        switch elements {
        case .nodes(let slot):
            var columns = columns
            if let slot { columns[slot.index] = .nodeSequence(start: UInt32(truncatingIfNeeded: index << 10)) }
            return found.batch(columns)
        case .relationships(let slots): return slots.batch(index, found, over: columns, graph(context))
        }
    }

    /// Elements of several chunks, by their numbers, as a batch.
    final func batch(_ numbers: TypedVector<UInt32>, count: Int, _ context: ExecutionContext) -> RowBatch {
        switch elements {
        case .nodes(let slot):
            var columns = columns
            if let slot { columns[slot.index] = .nodes(numbers) }
            return RowBatch(columns: columns, rowCount: count)
        case .relationships(let slots): return slots.batch(numbers, count: count, over: columns, graph(context))
        }
    }

    final override func produceCount(_ context: ExecutionContext) throws(EngineError) -> Int? {
        isByChunks ? findChunk(context)?.found.count : try produce(context)?.selection.count
    }
}

/// All nodes, or those with any of some labels: a chunk of the store at a time.
final class NodeScan: ElementChunkOperator {
    private let labels: [String]?
    private var state: GraphState?
    /// Of the labels those that the store knows.
    private var labelIDs: [LabelID] = []
    private let union = LabelUnion()
    private var chunk = 0

    override var hasLastingChunks: Bool { (labels?.count ?? 1) <= 1 }

    /// - Parameter labels: `nil` for all nodes.
    init(_ slot: Slot, labels: [String]?, carried: [Int]) {
        self.labels = labels
        super.init(.nodes(slot), carried: carried)
    }

    override var isReusable: Bool { true }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        columns = arguments.columns
        state = nil
        chunk = 0
    }

    /// The graph at the first row: an operator before this one may have written since `open`. The state is a value, so that
    /// what is written while the scan goes on does not change what it finds.
    private func begin(_ context: ExecutionContext) -> GraphState {
        if let state { return state }
        let state = context.transaction.state
        self.state = state
        labelIDs = labels?.compactMap { state.labelID(named: $0) } ?? []
        return state
    }

    override func findChunk(_ context: ExecutionContext) -> FoundChunk? {
        let state = begin(context)
        if labels != nil, labelIDs.isEmpty { return nil }
        while chunk < state.nodeChunkCount {
            let index = chunk
            chunk += 1
            guard let found = self.chunk(at: index, of: state), found.count > 0 else { continue }
            statistics.nodeReads &+= found.count
            if labelIDs.count <= 1 { state.prefetchNodes(after: index, label: labelIDs.first) }
            return FoundChunk(index: index, found: found)
        }
        return nil
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let chunk = findChunk(context) else { return nil }
        return batch(chunk.index, chunk.found, context)
    }

    private func chunk(at index: Int, of state: GraphState) -> ElementChunk? {
        if labels == nil { return state.nodeChunk(at: index) }
        if labelIDs.count == 1 { return state.nodeChunk(at: index, label: labelIDs[0]) }
        return union.chunk(at: index, of: state, labelIDs)
    }

    override func close(_ context: ExecutionContext) { state = nil }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        columns = SlotColumns(slotCount: 0)
    }
}

/// The nodes of a chunk with any of several labels, in memory of its own.
private final class LabelUnion {
    private static let wordCount = GraphState.chunkRows / 64
    private let words = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)

    deinit { words.deallocate() }

    /// Valid until the next one.
    func chunk(at index: Int, of state: GraphState, _ labels: [LabelID]) -> ElementChunk? {
        var first: ElementChunk?
        var isUnion = false
        for label in labels {
            guard let chunk = state.nodeChunk(at: index, label: label) else { continue }
            if chunk.isFull { return chunk }
            guard let known = first else {
                first = chunk
                continue
            }
            if !isUnion { words.update(from: known.words, count: Self.wordCount) }
            isUnion = true
            for word in 0..<Self.wordCount { words[word] |= chunk.words[word] }
        }
        guard isUnion else { return first }
        let count = (0..<Self.wordCount).reduce(0) { $0 + words[$1].nonzeroBitCount }
        return ElementChunk(words: UnsafePointer(words), count: count)
    }
}

/// The lower end of a lane: hands out the rows of the morsel at hand. In the plan the source stands in its place.
final class MorselFeed: ElementChunkOperator {
    private let source: Operator
    private let scan: ElementChunkOperator?
    private var batches: [RowBatch] = []
    @exclusivity(unchecked) private var chunks: [FoundChunk] = []
    private var hasChunks = false
    @exclusivity(unchecked) private var position = 0

    init(_ source: Operator) {
        self.source = source
        scan = source as? ElementChunkOperator
        super.init(scan?.elements ?? .nodes(nil), carried: source.carried)
    }

    override var shown: Operator { source.shown }

    func fill(_ rows: MorselSource.Rows) {
        position = 0
        switch rows {
        case .batches(let batches):
            (self.batches, chunks, hasChunks) = (batches, [], false)
        case .chunks(let chunks):
            (batches, self.chunks, hasChunks) = ([], chunks, true)
            if let scan { columns = scan.columns }
        }
    }

    override var isByChunks: Bool { hasChunks }

    override func findChunk(_ context: ExecutionContext) -> FoundChunk? {
        guard position < chunks.count else { return nil }
        position &+= 1
        return chunks[position &- 1]
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if hasChunks { return findChunk(context).map { batch($0.index, $0.found, context) } }
        guard position < batches.count else { return nil }
        position += 1
        return batches[position - 1]
    }

    override func close(_ context: ExecutionContext) {
        (batches, chunks, hasChunks) = ([], [], false)
        columns = SlotColumns(slotCount: 0)
    }
}

/// The elements of a chunk that have passed all tests so far, a bit each: what `VectorExpression.narrow` takes away from.
struct ChunkRows {
    /// The slot that the elements are in.
    let slot: Slot
    /// Else they are relationships.
    let areNodes: Bool
    let index: Int
    /// As many as a chunk has.
    let words: UnsafeMutablePointer<UInt64>
    private(set) var count: Int

    static let wordCount = GraphState.chunkRows / 64

    init(_ chunk: FoundChunk, in slot: Slot, areNodes: Bool, words: UnsafeMutablePointer<UInt64>) {
        self.slot = slot
        self.areNodes = areNodes
        self.words = words
        index = chunk.index
        count = chunk.found.count
        words.update(from: chunk.found.words, count: Self.wordCount)
    }

    mutating func removeAll() { count = 0 }

    /// Leaves rows with a value alone.
    mutating func keep(presentIn chunk: PropertyChunk) {
        count = relate_keep(words, chunk.presence, chunk.presence, Self.wordCount)
    }

    /// Leaves rows alone whose bit is set in a mask, and whose value is there.
    ///
    /// - Parameters:
    ///   - beyond: the bit of rows at `rowCount` and above.
    ///   - make: writes the bits of rows below it, or their opposites.
    ///   - correct: changes single bits, which are no opposites, of any rows.
    @inline(__always)
    mutating func keep(
        _ rowCount: Int, isInverted: Bool = false, beyond: Bool = false, present: UnsafePointer<UInt64>? = nil,
        _ make: (UnsafeMutablePointer<UInt64>) -> Void, correct: (UnsafeMutablePointer<UInt64>) -> Void = { _ in }
    ) {
        var kept = count
        let (words, wordCount) = (words, (rowCount + 63) >> 6)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.wordCount) { mask in
            guard let mask = mask.baseAddress else { return }
            make(mask)
            if isInverted { for word in 0..<wordCount { mask[word] = ~mask[word] } }
            for word in wordCount..<Self.wordCount { mask[word] = beyond ? .max : 0 }
            if rowCount & 63 != 0 {
                let rows: UInt64 = 1 << UInt64(rowCount & 63) &- 1
                mask[wordCount - 1] = beyond ? mask[wordCount - 1] | ~rows : mask[wordCount - 1] & rows
            }
            correct(mask)
            kept = relate_keep(words, mask, present ?? UnsafePointer(mask), Self.wordCount)
        }
        count = kept
    }

    /// Leaves rows alone whose integer lies in the range; of a chunk of integers.
    mutating func keep(_ chunk: PropertyChunk, in range: PassingRange) {
        let bounds = chunk.integerBounds
        switch range.outcome(of: bounds) {
        case .nothing: removeAll()
        case .everything: keep(presentIn: chunk)
        case .something:
            if let narrow = chunk.narrowIntegers { return keep(chunk, narrow, in: range) }
            keep(chunk.rowCapacity, isInverted: range.isInverted, present: chunk.presence) { mask in
                relate_mask_within(chunk.ints, chunk.rowCapacity, range.lower, range.distance, mask)
            }
        }
    }

    /// Likewise, where some of the integers lie in the range.
    private mutating func keep(_ chunk: PropertyChunk, _ narrow: NarrowIntegers, in range: PassingRange) {
        let first = max(range.lower, narrow.least) &- narrow.least
        let length = min(range.upper, narrow.greatest) &- narrow.least &- first
        keep(chunk.rowCapacity, isInverted: range.isInverted, present: chunk.presence) { mask in
            if narrow.isOfBytes {
                relate_mask_within_bytes(
                    narrow.bytes, chunk.rowCapacity, UInt8(truncatingIfNeeded: first),
                    UInt8(truncatingIfNeeded: length), mask)
            } else {
                relate_mask_within_shorts(
                    narrow.shorts, chunk.rowCapacity, UInt16(truncatingIfNeeded: first),
                    UInt16(truncatingIfNeeded: length), mask)
            }
        }
    }

    /// Leaves rows alone whose string has the number, or has not; of a chunk of strings.
    mutating func keep(_ chunk: PropertyChunk, equalTo number: UInt32, isInverted: Bool) {
        keep(chunk.rowCapacity, isInverted: isInverted, present: chunk.presence) { mask in
            relate_mask_equal(chunk.strings, chunk.rowCapacity, number, mask)
        }
    }

    /// Leaves rows alone that have a value for which the test holds.
    mutating func filter(
        presentIn chunk: PropertyChunk, _ holds: (Int) throws(EngineError) -> Bool
    ) throws(EngineError) {
        let presence = chunk.presence
        var kept = 0
        for word in 0..<Self.wordCount {
            var bits = words[word] & presence[word]
            var passed: UInt64 = 0
            if bits == .max {
                for place in 0..<64 { passed |= try holds(word << 6 &+ place) ? 1 << UInt64(place) : 0 }
            } else {
                while bits != 0 {
                    let place = bits.trailingZeroBitCount
                    if try holds(word << 6 &+ place) { passed |= 1 << UInt64(place) }
                    bits &= bits &- 1
                }
            }
            words[word] = passed
            kept &+= passed.nonzeroBitCount
        }
        count = kept
    }

    /// The numbers of the elements, ascending.
    func appendNumbers(to target: UnsafeMutablePointer<UInt32>) {
        var target = target
        for word in 0..<Self.wordCount {
            var bits = words[word]
            while bits != 0 {
                target.pointee = UInt32(truncatingIfNeeded: index << 10 | word << 6 | bits.trailingZeroBitCount)
                target += 1
                bits &= bits &- 1
            }
        }
    }
}
