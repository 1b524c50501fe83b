/// Computes new slots.
final class ProjectionOperator: Operator {
    private let items: [(slot: Slot, expression: VectorExpression)]
    private let nodes: ElementChunkOperator?
    /// No item can fail: what is passed over need not be computed.
    private let isSafe: Bool
    /// What the integers of a slot have to lie in for somebody above to want the row; changed from batch to batch.
    @exclusivity(unchecked) var wanted: (slot: Slot, range: PassingRange)?

    init(_ items: [(slot: Slot, expression: VectorExpression)], _ input: Operator, carried: [Int]) {
        self.items = items
        nodes = (input as? ElementChunkOperator).flatMap { $0.elements.areNodes ? $0 : nil }
        isSafe =
            nodes?.slot.map { slot in
                items.allSatisfy { $0.expression.readSlot != nil || $0.expression.isNodeProperty(of: slot) }
            } ?? false
        super.init([input], carried: carried)
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        memory.note(items)
        for item in items { memory.note(item.expression, byteCount: 128) }
    }

    override var isReusable: Bool { items.allSatisfy { $0.expression.isReusable } }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try nextWanted(context) else { return nil }
        // All are computed from the rows as they came: an item never sees another's result.
        var vectors: [Vector] = []
        vectors.reserveCapacity(items.count)
        for item in items { vectors.append(try item.expression.evaluate(batch, batch.selection, context)) }
        for (item, vector) in zip(items, vectors) { batch[item.slot] = vector }
        return batch
    }

    /// The next batch of the input: chunks of nodes that nobody wants, as the bounds of a column tell, are passed over.
    private func nextWanted(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let wanted, isSafe, let nodes, nodes.isByChunks, let slot = nodes.slot, !context.transaction.hasDeletions,
            let column = items.first(where: { $0.slot == wanted.slot })?.expression.nodeColumn(of: slot, context)
        else { return try inputs[0].next(context) }
        while let chunk = try nodes.nextChunk(context) {
            column.prefetch(after: chunk.index)
            if !isUnwanted(chunk, column, wanted.range) { return nodes.batch(chunk.index, chunk.found, context) }
            // They count as looked at, as those do that a filter passes over by bounds.
            count(chunk.found.count, context)
            for item in items where item.expression.isNodeProperty(of: slot) {
                context.statistics.nodeReads &+= chunk.found.count
            }
        }
        return nil
    }

    /// Every node has an integer there, and none lies in the range.
    private func isUnwanted(_ nodes: FoundChunk, _ column: PropertyColumnReader, _ range: PassingRange) -> Bool {
        column.chunk(at: nodes.index)?
            ._withUnsafeGuaranteedRef { chunk in
                guard chunk.kind == .int, case .nothing = range.outcome(of: chunk.integerBounds) else { return false }
                return nodes.found.isWithin(chunk.presence)
            } ?? false
    }
}
