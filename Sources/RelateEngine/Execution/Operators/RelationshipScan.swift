import CKernels

/// What the rows of a scan by chunks are, and the slots that they come in.
enum ScannedElements {
    case nodes(Slot?)
    case relationships(RelationshipSlots)

    var slot: Slot? {
        switch self {
        case .nodes(let slot): slot
        case .relationships(let slots): slots.relationship
        }
    }

    var areNodes: Bool {
        if case .nodes = self { true } else { false }
    }
}

/// The slots of a relationship and its ends.
struct RelationshipSlots {
    let relationship: Slot
    /// `nil` where nobody reads it.
    let start: Slot?
    let end: Slot?

    /// Relationships of a chunk, with `columns` beside them.
    func batch(
        _ index: Int, _ found: ElementChunk, over columns: SlotColumns, _ graph: GraphState
    ) -> RowBatch {
        let numbers = TypedVector<UInt32>(capacity: found.count)
        let base = UInt32(truncatingIfNeeded: index * GraphState.chunkRows)
        var count = 0
        for word in 0..<ChunkRows.wordCount {
            var bits = found.words[word]
            while bits != 0 {
                numbers.base[count] = base &+ UInt32(truncatingIfNeeded: word << 6 &+ bits.trailingZeroBitCount)
                count &+= 1
                bits &= bits &- 1
            }
        }
        return batch(numbers, count: count, over: columns, graph)
    }

    /// Relationships by their numbers, ascending.
    func batch(
        _ numbers: TypedVector<UInt32>, count: Int, over columns: SlotColumns, _ graph: GraphState
    ) -> RowBatch {
        var columns = columns
        columns[relationship.index] = .relationships(numbers)
        if let start { columns[start.index] = .nodes(Self.ends(of: numbers, count, graph) { $0.starts }) }
        if let end { columns[end.index] = .nodes(Self.ends(of: numbers, count, graph) { $0.ends }) }
        return RowBatch(columns: columns, rowCount: count)
    }

    private static func ends(
        of numbers: TypedVector<UInt32>, _ count: Int, _ graph: GraphState,
        _ column: (RelationshipChunkColumns) -> UnsafePointer<UInt32>
    ) -> TypedVector<UInt32> {
        let out = TypedVector<UInt32>(capacity: count)
        var row = 0
        while row < count {
            let index = Int(numbers.base[row]) / GraphState.chunkRows
            guard let chunk = graph.relationshipChunk(at: index) else { break }
            let nodes = column(chunk)
            while row < count, Int(numbers.base[row]) / GraphState.chunkRows == index {
                out.base[row] = nodes[Int(numbers.base[row]) % GraphState.chunkRows]
                row &+= 1
            }
        }
        return out
    }
}

/// All relationships of some types with both their ends; where not directed, each from either end.
final class RelationshipScan: ElementChunkOperator {
    private let relationship: Slot
    private let from: Slot
    private let to: Slot
    private let types: [String]?
    private let isDirected: Bool
    private var state: GraphState?
    private var typeIDs: [UInt32]?
    private var chunk = 0
    private var mirrored: RowBatch?
    /// The relationships of the types in chunks that hold others too, `ChunkRows.wordCount` words each: as lasting as the store's own.
    private var masks: [UnsafeMutablePointer<UInt64>] = []
    private var maskCount = 0

    init(relationship: Slot, from: Slot, to: Slot, types: [String]?, isDirected: Bool, carried: [Int]) {
        self.relationship = relationship
        self.from = from
        self.to = to
        self.types = types
        self.isDirected = isDirected
        let reads = { (slot: Slot) in carried.contains(slot.index) ? slot : nil }
        super.init(
            .relationships(RelationshipSlots(relationship: relationship, start: reads(from), end: reads(to))),
            carried: carried)
    }

    deinit { for mask in masks { mask.deallocate() } }

    /// From its end a relationship is a row by itself.
    override var isByChunks: Bool { isDirected }

    override var hasLastingChunks: Bool { isDirected }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        columns = arguments.columns
        state = nil
        chunk = 0
        mirrored = nil
        maskCount = 0
    }

    /// As a node scan's.
    override func graph(_ context: ExecutionContext) -> GraphState {
        if let state { return state }
        let state = context.transaction.state
        self.state = state
        typeIDs = types.map { names in names.compactMap { state.relationshipTypeID(named: $0)?.rawValue } }
        return state
    }

    override func findChunk(_ context: ExecutionContext) -> FoundChunk? {
        let state = graph(context)
        if let typeIDs, typeIDs.isEmpty { return nil }
        while chunk < state.relationshipChunkCount {
            let index = chunk
            chunk += 1
            guard let all = state.relationshipChunk(at: index), all.live.count > 0, let found = ofTypes(all) else {
                continue
            }
            statistics.hops &+= found.count
            return FoundChunk(index: index, found: found)
        }
        return nil
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if let mirrored {
            self.mirrored = nil
            return mirrored
        }
        guard let chunk = findChunk(context) else { return nil }
        let batch = batch(chunk.index, chunk.found, context)
        if !isDirected { mirrored = mirror(chunk, context) }
        return batch
    }

    /// The chunk's relationships of the types, `nil` where there is none.
    private func ofTypes(_ all: RelationshipChunkColumns) -> ElementChunk? {
        guard let typeIDs else { return all.live }
        if let type = all.onlyType { return typeIDs.contains(type) ? all.live : nil }
        let mask = nextMask()
        mask.update(repeating: 0, count: ChunkRows.wordCount)
        var count = 0
        for word in 0..<ChunkRows.wordCount {
            var bits = all.live.words[word]
            while bits != 0 {
                let place = bits.trailingZeroBitCount
                if typeIDs.contains(all.types[word << 6 &+ place]) {
                    mask[word] |= 1 << UInt64(place)
                    count &+= 1
                }
                bits &= bits &- 1
            }
        }
        guard count > 0 else { return nil }
        maskCount += 1
        return ElementChunk(words: UnsafePointer(mask), count: count)
    }

    private func nextMask() -> UnsafeMutablePointer<UInt64> {
        if maskCount == masks.count { masks.append(.allocate(capacity: ChunkRows.wordCount)) }
        return masks[maskCount]
    }

    /// The same relationships seen from their ends; one from a node to itself only once in all.
    private func mirror(_ chunk: FoundChunk, _ context: ExecutionContext) -> RowBatch? {
        let mirrored = RelationshipSlots(relationship: relationship, start: to, end: from)
            .batch(chunk.index, chunk.found, over: columns, graph(context))
        guard case .nodes(let starts) = mirrored[to], case .nodes(let ends) = mirrored[from] else { return nil }
        mirrored.selection = mirrored.selection.filtered { starts[$0] != ends[$0] }
        return mirrored
    }

    override func close(_ context: ExecutionContext) {
        state = nil
        mirrored = nil
    }
}
