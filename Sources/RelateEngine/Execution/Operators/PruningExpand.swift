/// `VarLengthExpand(Pruning,BFS)`: the nodes that trails of a length within bounds reach, each once, breadth first.
///
/// The bounds begin at 0 or 1, so that the shortest way to a node decides whether it is reached. It uses no relationship
/// twice, as it uses no node twice; only the way back to the first node may, where both directions are followed.
final class PruningExpandOperator: ExpandOperator {
    private let plan: LogicalPlan.VariableLengthExpand
    private let predicates: [VectorExpression]
    @exclusivity(unchecked) private var visited = NodeMarks()
    @exclusivity(unchecked) private var circles = CircleSearch()
    @exclusivity(unchecked) private var frontier: [UInt32] = []
    @exclusivity(unchecked) private var next: [UInt32] = []

    init(
        _ plan: LogicalPlan.VariableLengthExpand, _ predicates: [VectorExpression], _ input: Operator, carried: [Int]
    ) {
        self.plan = plan
        self.predicates = predicates
        super.init(plan.expand, node: plan.isInto ? nil : plan.expand.to, input, carried: carried)
    }

    override func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let starts = input[plan.expand.from]
        let targets = plan.isInto ? input[plan.expand.to] : .absent
        visited.clear(rowCount: context.transaction.state.nodeRowCount)
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let start = starts.node(at: row) else { continue }
            var target: UInt32?
            if plan.isInto {
                guard let node = targets.node(at: row) else { continue }
                target = node
            }
            try walk(from: start, to: target, row, input, context)
        }
    }

    private func walk(
        from start: UInt32, to target: UInt32?, _ row: Int, _ input: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) {
        let parent = UInt16(truncatingIfNeeded: row)
        visited.begin(start)
        if plan.minimum == 0 || plan.expand.direction == .either {
            _ = visited.add(start)
            if target ?? start == start {
                var isFound = plan.minimum == 0
                if !isFound { isFound = try isOnCircle(start, row, input, context) }
                if isFound { found.append(parent: parent, node: start, relationship: 0) }
                if target == start { return }
            }
        }
        let step = step
        frontier.removeAll(keepingCapacity: true)
        frontier.append(start)
        var depth = 0
        while !frontier.isEmpty, plan.maximum.map({ depth < $0 }) ?? true {
            depth += 1
            next.removeAll(keepingCapacity: true)
            for start in stride(from: 0, to: frontier.count, by: ExpandStep.prefetchCount) {
                let nodes = frontier[start..<min(frontier.count, start + ExpandStep.prefetchCount)]
                nodes.withUnsafeBufferPointer { step.prefetch($0, step.direction, .neighbours) }
                for node in nodes {
                    try context.checkInterrupt()
                    if predicates.isEmpty {
                        context.statistics.neighborWalks &+= 1
                        step.forEachRun(node, step.direction) { neighbours, _ in
                            context.statistics.hops &+= neighbours.count
                            for neighbour in neighbours where visited.add(neighbour) { next.append(neighbour) }
                        }
                    } else {
                        let steps = try self.steps(from: node, row, input, context)
                        for index in 0..<steps.candidateCount {
                            let neighbour = steps.candidate(index).node
                            if visited.add(neighbour) { next.append(neighbour) }
                        }
                    }
                }
            }
            if let target {
                guard !next.contains(target) else {
                    return found.append(parent: parent, node: target, relationship: 0)
                }
            } else {
                for node in next { found.append(parent: parent, node: node, relationship: 0) }
            }
            swap(&frontier, &next)
        }
    }

    /// The relationships of a node that are as the pattern asks.
    private func steps(
        from node: UInt32, _ row: Int, _ input: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> TrailWalk {
        var steps = TrailWalk()
        context.statistics.neighborWalks &+= 1
        step.forEachRun(node, step.direction) { neighbours, relationships in
            context.statistics.hops &+= neighbours.count
            for index in 0..<neighbours.count { steps.appendCandidate(relationships[index], neighbours[index]) }
        }
        if !predicates.isEmpty {
            try StepFilter(plan, predicates).keep(&steps, from: 0, of: node, input: input, row: row, context)
        }
        return steps
    }

    /// A trail in both directions leads from the node back to it.
    private func isOnCircle(
        _ start: UInt32, _ row: Int, _ input: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        circles.begin(start, maximum: plan.maximum, rowCount: context.transaction.state.nodeRowCount)
        while let node = circles.next() {
            try context.checkInterrupt()
            if predicates.isEmpty {
                var isClosed = false
                context.statistics.neighborWalks &+= 1
                step.forEachRun(node, step.direction) { neighbours, relationships in
                    guard !isClosed else { return }
                    context.statistics.hops &+= neighbours.count
                    isClosed = circles.isClosed(by: neighbours, relationships, from: node)
                }
                if isClosed { return true }
            } else {
                let steps = try self.steps(from: node, row, input, context)
                for index in 0..<steps.candidateCount {
                    let candidate = steps.candidate(index)
                    if circles.isClosed(by: candidate.node, candidate.relationship, from: node) { return true }
                }
            }
        }
        return false
    }
}
