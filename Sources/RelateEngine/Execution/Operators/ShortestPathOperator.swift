/// `ShortestPath`: for each row one shortest path between two nodes, or all of the least length; no row where there is none.
///
/// Without predicates over the whole path the search goes breadth first from both ends at once. A predicate over the path
/// may rule out the shortest: then trails are gone through by length until one of a length holds.
final class ShortestPathOperator: Operator {
    private let plan: LogicalPlan.ShortestPath
    private let elementPredicates: [VectorExpression]
    private let predicates: [VectorExpression]
    private var step: ExpandStep
    private var packer: BatchPacker
    private var isDone = false

    init(
        _ plan: LogicalPlan.ShortestPath, elementPredicates: [VectorExpression], predicates: [VectorExpression],
        _ input: Operator, carried: [Int]
    ) {
        self.plan = plan
        self.elementPredicates = elementPredicates
        self.predicates = predicates
        step = ExpandStep(plan.expand.expand)
        packer = BatchPacker(keeping: carried)
        super.init([input], carried: carried)
    }

    private var isSingle: Bool {
        if case .shortestPath = plan.selector { return true }
        return false
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        packer.removeAll(context)
        isDone = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while !packer.isFull, !isDone {
            guard let batch = try inputs[0].next(context) else {
                isDone = true
                break
            }
            step.resolve(context.transaction.state)
            let slots = Array(batch.columns.indices)
            try batch.selection.forEach { row throws(EngineError) in
                guard let from = batch[step.plan.from].node(at: row), let to = batch[step.plan.to].node(at: row) else {
                    return
                }
                let outer = batch.row(row, keeping: slots, context.strings)
                for path in try paths(from, to, outer, context) {
                    try packer.append(output(path, outer), context)
                }
            }
        }
        return packer.isEmpty ? nil : packer.take(context)
    }

    private func output(_ path: PathValue, _ outer: RowBatch) -> RowBatch {
        let batch = RowBatch(columns: outer.columns, rowCount: 1)
        batch[step.plan.relationship] = .constant(.list(path.relationships.map { .relationship($0) }))
        if let slot = plan.path { batch[slot] = .constant(.path(path)) }
        return batch
    }

    private func paths(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> [PathValue] {
        if !predicates.isEmpty { return try pathsByLength(from, to, outer, context) }
        if from == to {
            // The path of length 0 where it is allowed; a circle is not a path between two nodes.
            return plan.expand.minimum == 0 ? [PathValue(nodes: [NodeID(from)], relationships: [])] : []
        }
        guard plan.expand.maximum.map({ $0 > 0 }) ?? true else { return [] }
        return isSingle ? try shortest(from, to, outer, context) : try allShortest(from, to, outer, context)
    }

    /// What can be followed from a node, after the pattern's own tests.
    private func neighbours(
        _ node: UInt32, _ direction: AdjacencyDirection, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> [(relationship: UInt32, node: UInt32)] {
        var walk = TrailWalk()
        context.statistics.neighborWalks &+= 1
        step.forEachRun(context.transaction.state, node, direction) { neighbours, relationships in
            context.statistics.hops &+= neighbours.count
            for index in 0..<neighbours.count { walk.appendCandidate(relationships[index], neighbours[index]) }
        }
        if !elementPredicates.isEmpty, let element = plan.expand.element {
            try StepFilter.keep(
                &walk, from: 0, element: element, predicates: elementPredicates, input: outer, row: 0, context)
        }
        return (0..<walk.candidateCount).map { walk.candidate($0) }
    }

    private struct Side {
        /// How each node was reached: from which, by which relationship, at which depth.
        var reached: [UInt32: (previous: UInt32, relationship: UInt32, depth: Int)]
        var frontier: [UInt32]
        var depth = 0

        init(_ node: UInt32) {
            reached = [node: (node, .max, 0)]
            frontier = [node]
        }

        /// Nodes and relationships from `node` back to where this side began.
        func trail(from node: UInt32) -> (nodes: [UInt32], relationships: [UInt32]) {
            var nodes = [node]
            var relationships: [UInt32] = []
            var current = node
            while let step = reached[current], step.depth > 0 {
                relationships.append(step.relationship)
                nodes.append(step.previous)
                current = step.previous
            }
            return (nodes, relationships)
        }
    }

    private func shortest(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> [PathValue] {
        var front = Side(from)
        var back = Side(to)
        let limit = plan.expand.maximum ?? .max
        while !front.frontier.isEmpty, !back.frontier.isEmpty, front.depth + back.depth < limit {
            try context.checkInterrupt()
            let isForward = front.frontier.count <= back.frontier.count
            let meeting =
                isForward
                ? try advance(&front, toward: back, step.direction, outer, context)
                : try advance(&back, toward: front, step.direction.reversed, outer, context)
            guard let meeting else { continue }
            let head = front.trail(from: meeting)
            let tail = back.trail(from: meeting)
            return [
                PathValue(
                    nodes: (head.nodes.reversed() + tail.nodes.dropFirst()).map { NodeID($0) },
                    relationships: (head.relationships.reversed() + tail.relationships).map { RelationshipID($0) })
            ]
        }
        return []
    }

    /// One level more on one side; the node where the sides meet with the shortest way, if they do.
    private func advance(
        _ side: inout Side, toward other: Side, _ direction: AdjacencyDirection, _ outer: RowBatch,
        _ context: ExecutionContext
    ) throws(EngineError) -> UInt32? {
        var next: [UInt32] = []
        var meeting: (node: UInt32, depth: Int)?
        side.depth += 1
        for node in side.frontier {
            try context.checkInterrupt()
            for (relationship, neighbour) in try neighbours(node, direction, outer, context)
            where side.reached[neighbour] == nil {
                side.reached[neighbour] = (node, relationship, side.depth)
                next.append(neighbour)
                if let met = other.reached[neighbour], meeting.map({ met.depth < $0.depth }) ?? true {
                    meeting = (neighbour, met.depth)
                }
            }
        }
        side.frontier = next
        return meeting?.node
    }

    private func allShortest(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> [PathValue] {
        // Levels forward, with every way by which a node is first reached.
        var depths: [UInt32: Int] = [from: 0]
        var ways: [UInt32: [(previous: UInt32, relationship: UInt32)]] = [:]
        var frontier = [from]
        var depth = 0
        let limit = plan.expand.maximum ?? .max
        while !frontier.isEmpty, depths[to] == nil, depth < limit {
            try context.checkInterrupt()
            depth += 1
            var next: [UInt32] = []
            for node in frontier {
                for (relationship, neighbour) in try neighbours(node, step.direction, outer, context) {
                    if let known = depths[neighbour] {
                        if known == depth { ways[neighbour, default: []].append((node, relationship)) }
                        continue
                    }
                    depths[neighbour] = depth
                    ways[neighbour] = [(node, relationship)]
                    next.append(neighbour)
                }
            }
            frontier = next
        }
        guard depths[to] != nil else { return [] }
        // Back along the ways, depth first without recursion.
        var result: [PathValue] = []
        var stack: [(node: UInt32, nodes: [UInt32], relationships: [UInt32])] = [(to, [to], [])]
        while let (node, nodes, relationships) = stack.popLast() {
            try context.checkInterrupt()
            guard node != from else {
                result.append(
                    PathValue(
                        nodes: nodes.reversed().map { NodeID($0) },
                        relationships: relationships.reversed().map { RelationshipID($0) }))
                continue
            }
            for way in ways[node] ?? [] {
                stack.append((way.previous, nodes + [way.previous], relationships + [way.relationship]))
            }
        }
        return result
    }

    /// Trails by length, until some of one length end right and hold.
    private func pathsByLength(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> [PathValue] {
        var trails: [(nodes: [UInt32], relationships: [UInt32])] = [([from], [])]
        var charged = 0
        defer { context.release(charged) }
        var length = 0
        while !trails.isEmpty {
            if length >= plan.expand.minimum {
                var found: [PathValue] = []
                for trail in trails where trail.nodes.last == to {
                    try context.checkInterrupt()
                    let path = PathValue(
                        nodes: trail.nodes.map { NodeID($0) },
                        relationships: trail.relationships.map { RelationshipID($0) })
                    let batch = output(path, outer)
                    var rows = batch.selection
                    for predicate in predicates { rows = try predicate.select(batch, rows, context) }
                    if !rows.isEmpty { found.append(path) }
                    if isSingle, !found.isEmpty { return found }
                }
                if !found.isEmpty { return found }
            }
            guard plan.expand.maximum.map({ length < $0 }) ?? true else { return [] }
            var longer: [(nodes: [UInt32], relationships: [UInt32])] = []
            for trail in trails {
                try context.checkInterrupt()
                guard let last = trail.nodes.last else { continue }
                for (relationship, neighbour) in try neighbours(last, step.direction, outer, context)
                where !trail.relationships.contains(relationship) {
                    longer.append((trail.nodes + [neighbour], trail.relationships + [relationship]))
                }
            }
            context.release(charged)
            charged = longer.count * (96 + 8 * (length + 2))
            try context.charge(charged)
            trails = longer
            length += 1
        }
        return []
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        packer.removeAll(context)
    }
}
