/// Which rows of a chunk count: the first `count`, or those listed.
struct ChunkPlaces {
    let rows: UnsafePointer<UInt16>?
    let count: Int

    init(rows: UnsafePointer<UInt16>?, count: Int) {
        self.rows = rows
        self.count = count
    }

    init(_ selection: Selection) {
        rows = selection.rows.map { UnsafePointer($0) }
        count = selection.count
    }

    /// Calls `body` with the place of each among these rows, and the row.
    @inline(__always)
    func forEach(_ body: (Int, Int) -> Void) {
        if let rows {
            for index in 0..<count { body(index, Int(rows[index])) }
        } else {
            for index in 0..<count { body(index, index) }
        }
    }
}

/// An operator whose rows are nodes of the store, chunk by chunk where nothing but columns was needed to find them.
protocol NodePartOperator: Operator {
    /// Those that it finds some of; `nil` where it has no chunks at this opening.
    var partNodes: ElementChunkOperator? { get }

    /// The next rows, counted and timed as `next` does; `nil` when there are no more.
    func nextPart(_ context: ExecutionContext) throws(EngineError) -> NodePart?
}

enum NodePart {
    /// Valid until the next part.
    case chunk(FoundChunk)
    case batch(RowBatch)
}

/// An aggregation over properties of a scan's nodes, by a text or by nothing: it reads the columns where they lie.
final class ChunkAggregation {
    let source: any NodePartOperator
    let nodes: ElementChunkOperator
    private let key: PropertyColumnReader?
    /// By aggregate; `nil` where it has no argument.
    private let arguments: [PropertyColumnReader?]
    private let listed = UnsafeMutablePointer<UInt16>.allocate(capacity: GraphState.chunkRows)

    deinit { listed.deallocate() }

    /// - Returns: `nil` where a key or argument is something else.
    init?(_ aggregation: Aggregation, over input: Operator, _ context: ExecutionContext) {
        guard aggregation.keys.count <= 1, !context.transaction.hasDeletions,
            let source = input as? any NodePartOperator, let nodes = source.partNodes, let slot = nodes.slot
        else { return nil }
        var key: PropertyColumnReader?
        if let expression = aggregation.keys.first?.expression {
            guard let column = expression.nodeColumn(of: slot, context) else { return nil }
            key = column
        }
        var arguments: [PropertyColumnReader?] = []
        for aggregate in aggregation.aggregates {
            guard let expression = aggregate.arguments.first else {
                arguments.append(nil)
                continue
            }
            guard aggregate.arguments.count == 1, let column = expression.nodeColumn(of: slot, context) else {
                return nil
            }
            arguments.append(column)
        }
        self.source = source
        self.nodes = nodes
        self.key = key
        self.arguments = arguments
        columnCount = (key == nil ? 0 : 1) + arguments.count { $0 != nil }
    }

    /// Columns that are read.
    let columnCount: Int

    /// Each of the nodes has a value in all columns. What the next chunk needs is brought near.
    func isComplete(_ chunk: FoundChunk) -> Bool {
        if let key, !Self.isComplete(chunk, key) { return false }
        for case let argument? in arguments where !Self.isComplete(chunk, argument) { return false }
        return true
    }

    private static func isComplete(_ nodes: FoundChunk, _ column: PropertyColumnReader) -> Bool {
        column.prefetch(after: nodes.index, isNarrow: true)
        guard let chunk = column.chunk(at: nodes.index) else { return false }
        return chunk._withUnsafeGuaranteedRef { nodes.found.isWithin($0.presence) }
    }

    /// Of the key, where the chunk has texts alone.
    func keys(_ index: Int) -> UnsafePointer<UInt32>? {
        key?.chunk(at: index)?._withUnsafeGuaranteedRef { $0.kind == .string ? $0.strings : nil }
    }

    func argument(_ place: Int, _ index: Int) -> PropertyChunk? {
        arguments[place]?.chunk(at: index)?.takeUnretainedValue()
    }

    /// Valid until the next chunk's.
    func places(of chunk: FoundChunk) -> ChunkPlaces {
        if chunk.found.isFull { return ChunkPlaces(rows: nil, count: chunk.found.count) }
        var count = 0
        for word in 0..<ChunkRows.wordCount {
            var bits = chunk.found.words[word]
            while bits != 0 {
                listed[count] = UInt16(truncatingIfNeeded: word << 6 + bits.trailingZeroBitCount)
                count &+= 1
                bits &= bits &- 1
            }
        }
        return ChunkPlaces(rows: listed, count: count)
    }
}

extension VectorExpression {
    /// The column of nodes in a slot that it is a property of, valid while the state lives unchanged; `nil` where it is something
    /// else, or no node has that.
    func nodeColumn(of slot: Slot, _ context: ExecutionContext) -> PropertyColumnReader? {
        (self as? PropertyExpression)?.column(of: slot, context)
    }

    func isNodeProperty(of slot: Slot) -> Bool { (self as? PropertyExpression)?.isProperty(of: slot) ?? false }
}
