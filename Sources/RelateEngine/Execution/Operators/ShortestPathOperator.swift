/// `ShortestPath`: for each row one shortest path between two nodes, or all of the least length; no row where there is none.
///
/// Without predicates over the whole path the search goes breadth first from both ends at once. A predicate over the path
/// may rule out the shortest: then trails are gone through by length until one of a length holds.
final class ShortestPathOperator: RowByRowOperator {
    private let plan: LogicalPlan.ShortestPath
    private let elementPredicates: [VectorExpression]
    private let predicates: [VectorExpression]
    private var step: ExpandStep

    init(
        _ plan: LogicalPlan.ShortestPath, elementPredicates: [VectorExpression], predicates: [VectorExpression],
        _ input: Operator, carried: [Int]
    ) {
        self.plan = plan
        self.elementPredicates = elementPredicates
        self.predicates = predicates
        step = ExpandStep(plan.expand.expand)
        super.init([input], carried: carried)
    }

    private var isSingle: Bool {
        if case .shortestPath = plan.selector { return true }
        return false
    }

    override func prepare(_ batch: RowBatch, _ context: ExecutionContext) {
        step.resolve(context.transaction.state)
    }

    override func answer(_ row: Int, of batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let from = batch[step.plan.from].node(at: row), let to = batch[step.plan.to].node(at: row) else { return }
        let outer = whole(row, of: batch, context)
        try findPaths(from, to, outer, context) { path throws(EngineError) in
            try packer.append(output(path, outer), context, madeBytes: byteCount(path))
        }
    }

    private func output(_ path: PathValue, _ outer: RowBatch) -> RowBatch {
        let batch = RowBatch(columns: outer.columns, rowCount: 1)
        batch[step.plan.relationship] = .constant(.list(path.relationships.map { .relationship($0) }))
        if let slot = plan.path { batch[slot] = .constant(.path(path)) }
        return batch
    }

    /// Bytes of a row's path and list of relationships.
    private func byteCount(_ path: PathValue) -> Int {
        let list = 32 + 24 * path.relationships.count
        return plan.path == nil ? list : list + Value.path(path).heapByteCount
    }

    /// Calls `take` with each path that the row finds.
    private func findPaths(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext,
        _ take: (PathValue) throws(EngineError) -> Void
    ) throws(EngineError) {
        if !predicates.isEmpty { return try findByLength(from, to, outer, context, take) }
        if from == to {
            // The path of length 0 where it is allowed; for `shortestPath()` a circle is not a path between two nodes.
            if plan.expand.minimum == 0 { return try take(PathValue(nodes: [NodeID(from)], relationships: [])) }
            guard plan.findsCircles, let circle = try circle(from, outer, context) else { return }
            return try take(circle)
        }
        guard plan.expand.maximum.map({ $0 > 0 }) ?? true else { return }
        try search(from, to, outer, context, take)
    }

    /// What can be followed from a node, after the pattern's own tests.
    private func neighbours(
        _ node: UInt32, _ direction: AdjacencyDirection, _ outer: RowBatch, _ context: ExecutionContext,
        _ body: (UInt32, UInt32) -> Void
    ) throws(EngineError) {
        context.statistics.neighborWalks &+= 1
        guard !elementPredicates.isEmpty else {
            return step.forEachRun(node, direction) { neighbours, relationships in
                context.statistics.hops &+= neighbours.count
                for index in 0..<neighbours.count { body(relationships[index], neighbours[index]) }
            }
        }
        var walk = TrailWalk()
        step.forEachRun(node, direction) { neighbours, relationships in
            context.statistics.hops &+= neighbours.count
            for index in 0..<neighbours.count { walk.appendCandidate(relationships[index], neighbours[index]) }
        }
        try StepFilter(plan.expand, elementPredicates).keep(&walk, from: 0, of: node, input: outer, row: 0, context)
        for index in 0..<walk.candidateCount {
            let candidate = walk.candidate(index)
            body(candidate.relationship, candidate.node)
        }
    }

    /// A shortest way from the node back to it: over each of its relationships, and back without that one.
    private func circle(
        _ node: UInt32, _ outer: RowBatch, _ context: ExecutionContext
    ) throws(EngineError) -> PathValue? {
        var limit = plan.expand.maximum ?? .max
        var shortest: PathValue?
        var first: [(relationship: UInt32, neighbour: UInt32)] = []
        try neighbours(node, step.direction, outer, context) { first.append(($0, $1)) }
        for (relationship, neighbour) in first where limit > 0 {
            if neighbour == node {
                return PathValue(
                    nodes: [NodeID(node), NodeID(node)], relationships: [RelationshipID(relationship)])
            }
            guard limit > 1 else { continue }
            var found: PathValue?
            try search(neighbour, node, outer, context, limit: limit - 1, without: relationship) { found = found ?? $0 }
            guard let rest = found else { continue }
            shortest = PathValue(
                nodes: [NodeID(node)] + rest.nodes, relationships: [RelationshipID(relationship)] + rest.relationships)
            limit = rest.relationships.count
        }
        return shortest
    }

    private func search(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext, limit: Int? = nil,
        without left: UInt32? = nil, _ take: (PathValue) throws(EngineError) -> Void
    ) throws(EngineError) {
        var search = ShortestSearch(from: from, to: to)
        var memory = HeldMemory()
        defer { memory.release(context) }
        let direction = step.direction
        let isFound = try search.run(
            limit: limit ?? plan.expand.maximum ?? .max, keepsAll: !isSingle, &memory,
            { node, isForward, body throws(EngineError) in
                try neighbours(node, isForward ? direction : direction.reversed, outer, context) {
                    relationship, neighbour in
                    if relationship != left { body(relationship, neighbour) }
                }
            }, context)
        guard isFound else { return }
        if isSingle {
            if let path = search.firstPath() { try take(path) }
        } else {
            try search.forEachPath(context, take)
        }
    }

    /// Trails by length, until some of one length end right and hold.
    private func findByLength(
        _ from: UInt32, _ to: UInt32, _ outer: RowBatch, _ context: ExecutionContext,
        _ take: (PathValue) throws(EngineError) -> Void
    ) throws(EngineError) {
        var trails = TrailTree(from: from)
        var memory = HeldMemory()
        defer { memory.release(context) }
        var level = 0..<1
        var length = 0
        var steps: [(relationship: UInt32, node: UInt32)] = []
        while !level.isEmpty {
            if length >= plan.expand.minimum {
                var isFound = false
                for trail in level {
                    if trail & 0xfff == 0 { try context.checkInterrupt() }
                    guard trails.end(of: trail) == to else { continue }
                    try context.checkInterrupt()
                    let path = trails.path(trail)
                    let batch = output(path, outer)
                    var rows = batch.selection
                    for predicate in predicates { rows = try predicate.select(batch, rows, context) }
                    guard !rows.isEmpty else { continue }
                    isFound = true
                    try take(path)
                    if isSingle { return }
                }
                if isFound { return }
            }
            guard plan.expand.maximum.map({ length < $0 }) ?? true else { return }
            for trail in level {
                try context.checkInterrupt()
                steps.removeAll(keepingCapacity: true)
                try neighbours(trails.end(of: trail), step.direction, outer, context) { relationship, neighbour in
                    if !trails.contains(relationship, in: trail) { steps.append((relationship, neighbour)) }
                }
                for step in steps {
                    try trails.append(step.relationship, to: step.node, behind: trail, &memory, context)
                }
            }
            level = level.upperBound..<trails.count
            length += 1
        }
    }
}
