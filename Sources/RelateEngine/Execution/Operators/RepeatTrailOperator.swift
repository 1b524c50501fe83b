/// `Repeat(Trail)`: a pattern repeated from a node on, no relationship twice, depth first; the inner plan is run on the end
/// of each repetition to find the next ones.
final class RepeatTrailOperator: Operator {
    private let plan: LogicalPlan.RepeatTrail
    private var packer: BatchPacker
    private var isDone = false

    /// One way to go on: the values of the repetition's variables, and where it ends.
    private struct Repetition {
        var end: UInt32
        var values: [Value]
        var relationships: [UInt32]
    }

    init(_ plan: LogicalPlan.RepeatTrail, _ input: Operator, _ inner: Operator, carried: [Int]) {
        self.plan = plan
        packer = BatchPacker(keeping: carried)
        super.init([input, inner], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        packer.removeAll(context)
        isDone = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while !packer.isFull, !isDone {
            guard let batch = try inputs[0].next(context) else {
                isDone = true
                break
            }
            let slots = Array(batch.columns.indices)
            try batch.selection.forEach { row throws(EngineError) in
                guard let start = batch[plan.from].node(at: row) else { return }
                try walk(from: start, batch.row(row, keeping: slots, context.strings), context)
            }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    private func walk(from start: UInt32, _ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        var matched = MatchedRelationships(plan.distinctFrom)
        matched.begin(outer)
        matched.load(0, context.strings)
        var trail: [Repetition] = []
        /// For each level what can still be tried there.
        var levels: [[Repetition]] = []
        if plan.minimum == 0 { try emit(start, trail, outer, context) }
        levels.append(plan.maximum == 0 ? [] : try repetitions(from: start, trail, outer, matched, context))
        while !levels.isEmpty {
            try context.checkInterrupt()
            guard let next = levels[levels.count - 1].popLast() else {
                levels.removeLast()
                if !trail.isEmpty { trail.removeLast() }
                continue
            }
            trail.append(next)
            if trail.count >= plan.minimum { try emit(next.end, trail, outer, context) }
            let goesOn = plan.maximum.map { trail.count < $0 } ?? true
            levels.append(goesOn ? try repetitions(from: next.end, trail, outer, matched, context) : [])
        }
    }

    private func repetitions(
        from node: UInt32, _ trail: [Repetition], _ outer: RowBatch, _ matched: MatchedRelationships,
        _ context: ExecutionContext
    ) throws(EngineError) -> [Repetition] {
        let arguments = RowBatch(columns: outer.columns, rowCount: 1)
        arguments[plan.innerFrom] = .constant(.node(NodeID(node)))
        try inputs[1].open(arguments, context)
        defer { inputs[1].close(context) }
        var found: [Repetition] = []
        while let batch = try inputs[1].next(context) {
            batch.selection.forEach { row in
                guard let end = batch[plan.innerTo].node(at: row) else { return }
                var relationships: [UInt32] = []
                for slot in plan.innerRelationships {
                    if let relationship = batch[slot].relationship(at: row) {
                        relationships.append(relationship)
                    } else if case .list(let items) = batch[slot].value(at: row, context.strings) {
                        for case .relationship(let id) in items { relationships.append(id.rawValue) }
                    }
                }
                for relationship in relationships {
                    if matched.contains(relationship) { return }
                    if trail.contains(where: { $0.relationships.contains(relationship) }) { return }
                }
                let values = plan.groupVariables.map { batch[$0.inner].value(at: row, context.strings) }
                found.append(Repetition(end: end, values: values, relationships: relationships))
            }
        }
        return found.reversed()
    }

    private func emit(
        _ end: UInt32, _ trail: [Repetition], _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) {
        if plan.isInto, outer[plan.to].node(at: 0) != end { return }
        let batch = RowBatch(columns: outer.columns, rowCount: 1)
        batch[plan.to] = .constant(.node(NodeID(end)))
        // Walked from the pattern's right end, the lists are turned round.
        let order = plan.isReversed ? trail.reversed() : trail
        for (index, variable) in plan.groupVariables.enumerated() {
            batch[variable.outer] = .constant(.list(order.map { $0.values[index] }))
        }
        let relationships = order.flatMap(\.relationships)
        batch[plan.relationships] = .constant(.list(relationships.map { .relationship(RelationshipID($0)) }))
        try packer.append(batch, context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
    }
}
