/// What the operators share that find relationships for each row of their input: the rows are gone through until a full
/// batch is found.
class ExpandOperator: Operator {
    @exclusivity(unchecked) final var step: ExpandStep
    final let found: FoundRows
    /// Of the row at hand.
    @exclusivity(unchecked) final var matched: MatchedRelationships
    /// The next row of the input, by its place in the selection.
    @exclusivity(unchecked) final var position = 0
    private var input: RowBatch?
    private var charged = 0

    /// - Parameter node: the slot of the node at the other end, where it is new.
    init(
        _ plan: LogicalPlan.Expand, node: Slot?, other: Slot? = nil, _ input: Operator, carried: [Int]
    ) {
        step = ExpandStep(plan)
        found = FoundRows(node: node, relationship: plan.relationship, other: other, carried: carried)
        matched = MatchedRelationships(plan.distinctFrom)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        clear(context)
    }

    private func clear(_ context: ExecutionContext) {
        input = nil
        position = 0
        found.removeAll()
        guard charged > 0 else { return }
        context.release(charged)
        charged = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                // An operator above may have written since the last batch.
                refresh(context.transaction.state)
                try fill(from: input, context)
                let bytes = found.byteCount
                if bytes > charged, bytes > 1 << 16 {
                    try context.charge(bytes - charged)
                    charged = bytes
                }
                if found.count > 0 { return found.take(from: input, slotCount: context.slotCount) }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            try begin(next, context)
            input = next
            position = 0
        }
    }

    /// A new batch of the input.
    func begin(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        step.resolve(context.transaction.state)
        matched.begin(batch)
    }

    func refresh(_ state: GraphState) { step.refresh(state) }

    /// Goes through the input's rows until a full batch is found, or the rows are used up.
    func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        preconditionFailure("an ExpandOperator fills")
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        clear(context)
    }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        found.shrink()
        matched.removeAll()
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        memory.note(self, byteCount: 256)
        found.noteMemory(&memory)
    }
}

/// `Expand(All)`: every relationship of a node, with the node at its other end.
final class ExpandAll: ExpandOperator {
    override var isReusable: Bool { true }

    /// Of the matched relationships a row has no other than the one by which it came to its node, in the direction in which this step
    /// leaves it: that is met again only where it is a loop.
    private let isMatchedByArrival: Bool

    init(_ plan: LogicalPlan.Expand, arrival: Slot?, _ input: Operator, carried: [Int]) {
        isMatchedByArrival = arrival.map { plan.distinctFrom == [$0] } ?? false
        super.init(plan, node: plan.to, input, carried: carried)
    }

    override func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        // A copy: what a class holds would be counted as used for every row.
        let step = step
        let nodes = input[step.plan.from]
        let direction = step.direction
        let needsTest = !matched.isEmpty && (!isMatchedByArrival || step.hasLoops)
        let reading = needsTest || found.relationship != nil ? TypeAdjacencyReader.Reading.relationships : .neighbours
        var walks = 0
        var hops = 0
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            if position % ExpandStep.prefetchCount == 0, input.selection.rows == nil, case .nodes(let nodes) = nodes {
                let length = min(ExpandStep.prefetchCount, input.selection.count - position)
                step.prefetch(UnsafeBufferPointer(start: nodes.base + position, count: length), direction, reading)
            }
            let row = input.selection.row(at: position)
            position += 1
            guard let node = nodes.node(at: row) else { continue }
            let parent = UInt16(truncatingIfNeeded: row)
            walks &+= 1
            if needsTest {
                matched.load(row, context.strings)
                step.forEachRun(node, direction) { neighbours, relationships in
                    hops &+= neighbours.count
                    for index in 0..<neighbours.count where !matched.contains(relationships[index]) {
                        found.append(parent: parent, node: neighbours[index], relationship: relationships[index])
                    }
                }
            } else {
                step.forEachRun(node, direction) { neighbours, relationships in
                    hops &+= neighbours.count
                    found.append(parent: parent, neighbours, relationships)
                }
            }
        }
        context.statistics.neighborWalks &+= walks
        context.statistics.hops &+= hops
    }
}

/// `Expand(Into)`: the relationships between two nodes that both have a value, by a search in the sorted neighbours of one.
final class ExpandInto: ExpandOperator {
    override var isReusable: Bool { true }

    init(_ plan: LogicalPlan.Expand, _ input: Operator, carried: [Int]) {
        super.init(plan, node: nil, input, carried: carried)
    }

    override func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let step = step
        let froms = input[step.plan.from]
        let tos = input[step.plan.to]
        let direction = step.direction
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let from = froms.node(at: row), let to = tos.node(at: row) else { continue }
            let parent = UInt16(truncatingIfNeeded: row)
            context.statistics.neighborWalks &+= 1
            matched.load(row, context.strings)
            step.forEachRelationship(from, to: to, direction) { relationship in
                context.statistics.hops &+= 1
                if !matched.contains(relationship) {
                    found.append(parent: parent, node: to, relationship: relationship)
                }
            }
        }
    }
}
