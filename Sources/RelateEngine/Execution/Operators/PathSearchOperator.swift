/// `StatefulShortestPath` and `Repeat(Acyclic)`: the paths of a pattern with a selector or a mode, from a node that each row
/// has, to all ends or to the one that the row has.
final class PathSearchOperator: RowByRowOperator {
    private let plan: LogicalPlan.PathSearch
    private let stepper: PathStepper
    private let predicates: [VectorExpression]
    private let count: VectorExpression?
    private var wanted = 1

    init(
        _ plan: LogicalPlan.PathSearch, _ compiler: ExpressionCompiler, _ inputs: [Operator], carried: [Int]
    ) throws(EngineError) {
        self.plan = plan
        stepper = try PathStepper(plan, Array(inputs.dropFirst()), compiler)
        predicates = try compiler.compile(plan.predicates)
        switch plan.selector {
        case .any(let count), .shortest(let count), .shortestGroups(let count): self.count = try compiler.compile(count)
        case .all, .shortestPath, .allShortestPaths: count = nil
        }
        super.init(inputs, carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        // The patterns of segments are opened for each node.
        try super.open(arguments, context)
        guard let count else { return }
        wanted = try RowCount.value(of: count, "A path selector", arguments, context) ?? 1
        guard wanted > 0 else {
            throw EngineError.invalidArgument(
                "A path selector needs a positive INTEGER, got \(wanted)", gqlStatus: "22N02"
            ).at(count.span)
        }
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let start = batch[plan.start].node(at: row) else { return }
        let outer = whole(row, of: batch, context)
        stepper.begin(outer, context)
        if plan.isInto, stepper.wantedEnd == nil { return }
        if count == nil {
            try all(from: start, outer, context)
        } else {
            try selected(from: start, outer, context)
        }
    }

    private func all(from start: UInt32, _ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try AllPaths(stepper: stepper, context: context).find(from: start) { path throws(EngineError) in
            var row = PathRow(plan)
            for (place, step) in path.dropFirst() {
                if let step { row.add(step) } else { row.endSegment(at: place.node) }
            }
            _ = try emit(row, outer, context)
        }
    }

    private func selected(from start: UInt32, _ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let graph = try PathGraph(from: start, stepper, context)
        defer { graph.release(context) }
        var isByGroups = false
        if case .shortestGroups = plan.selector { isByGroups = true }
        let search = SelectedPaths(
            wanted: wanted, isByGroups: isByGroups, graph: graph,
            tracer: PathTracer(graph: graph, stepper: stepper, context: context), context: context)
        try search.find { ways throws(EngineError) in
            var row = PathRow(plan)
            for number in ways {
                let way = graph.ways[number]
                if let step = way.step { row.add(step) } else { row.endSegment(at: graph.places[way.to].node) }
            }
            return try emit(row, outer, context)
        }
    }

    /// Hands the path on, unless it does not fit the pattern's conditions as a whole.
    private func emit(_ row: PathRow, _ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) -> Bool {
        let batch = RowBatch(columns: outer.columns, rowCount: 1)
        let bytes = row.write(to: batch)
        var rows = batch.selection
        for predicate in predicates { rows = try predicate.select(batch, rows, context) }
        guard !rows.isEmpty else { return false }
        try packer.append(batch, context, madeBytes: bytes)
        return true
    }
}

/// The values that a path gives to the pattern's variables.
private struct PathRow {
    private let plan: LogicalPlan.PathSearch
    private var ends: [UInt32] = []
    /// A list a segment, in the order of the walk.
    private var steps: [[PathStep]] = [[]]

    init(_ plan: LogicalPlan.PathSearch) { self.plan = plan }

    mutating func add(_ step: PathStep) { steps[steps.count - 1].append(step) }

    mutating func endSegment(at node: UInt32) {
        ends.append(node)
        steps.append([])
    }

    /// - Returns: bytes of the lists that the row has.
    func write(to batch: RowBatch) -> Int {
        var bytes = 0
        for (index, segment) in plan.segments.enumerated() where index < ends.count {
            batch[segment.end] = .constant(.node(NodeID(ends[index])))
            // Walked from the pattern's right end, the lists are turned round.
            let order = plan.isReversed ? steps[index].reversed() : steps[index]
            var relationships: [Value] = []
            for step in order { step.relationships.forEach { relationships.append(.relationship(RelationshipID($0))) } }
            if segment.isSingle, let single = relationships.first {
                batch[segment.relationship] = .constant(single)
            } else {
                batch[segment.relationship] = .constant(.list(relationships))
                bytes += 32 + 24 * relationships.count
            }
            for (place, variable) in segment.groupVariables.enumerated() {
                batch[variable.outer] = .constant(.list(order.map { $0.values[place] }))
                bytes += 32 + 24 * order.count
            }
        }
        return bytes
    }
}
