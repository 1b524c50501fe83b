/// `Repeat(Trail)`: a pattern repeated from a node on, no relationship twice, depth first; the inner plan is run on the end
/// of each repetition to find the next ones.
final class RepeatTrailOperator: RowByRowOperator {
    private let plan: LogicalPlan.RepeatTrail

    /// One way to go on: the values of the repetition's variables, and where it ends.
    private struct Repetition {
        var end: UInt32
        var values: [Value]
        var relationships: [UInt32]
    }

    init(_ plan: LogicalPlan.RepeatTrail, _ input: Operator, _ inner: Operator, carried: [Int]) {
        self.plan = plan
        super.init([input, inner], carried: carried)
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let start = batch[plan.from].node(at: row) else { return }
        try walk(from: start, whole(row, of: batch, context), context)
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
}
