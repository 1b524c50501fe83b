/// What every expand needs of a relationship pattern: types as numbers, direction, and what not to repeat.
struct ExpandStep {
    let plan: LogicalPlan.Expand
    private var typeIDs: [RelationshipTypeID]?

    init(_ plan: LogicalPlan.Expand) { self.plan = plan }

    var direction: AdjacencyDirection {
        switch plan.direction {
        case .leftToRight: return .outgoing
        case .rightToLeft: return .incoming
        case .either: return .both
        }
    }

    /// Types may be created while the statement runs, so that unknown names are looked up at every opening.
    mutating func resolve(_ state: GraphState) {
        typeIDs = plan.types.map { names in names.compactMap { state.relationshipTypeID(named: $0) } }
    }

    /// Calls `body` with runs of neighbours and relationships, without those of other types.
    @inline(__always)
    func forEachRun(
        _ state: GraphState, _ node: UInt32, _ direction: AdjacencyDirection,
        _ body: (UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        guard let typeIDs else {
            state.withNeighbours(of: NodeID(node), type: nil, direction: direction, body)
            return
        }
        for type in typeIDs { state.withNeighbours(of: NodeID(node), type: type, direction: direction, body) }
    }

    func degree(_ state: GraphState, _ node: UInt32, _ direction: AdjacencyDirection) -> Int {
        guard let typeIDs else { return state.degree(of: NodeID(node), type: nil, direction: direction) }
        return typeIDs.reduce(0) { $0 + state.degree(of: NodeID(node), type: $1, direction: direction) }
    }

    /// The relationship is none of those that the pattern has matched already.
    @inline(__always)
    func isDistinct(_ relationship: UInt32, _ batch: RowBatch, _ row: Int) -> Bool {
        for slot in plan.distinctFrom {
            switch batch[slot] {
            case .relationships(let vector):
                if vector.isValid(row), vector[row] == relationship { return false }
            case .absent: break
            default:
                if Self.holds(batch[slot], row, relationship) { return false }
            }
        }
        return true
    }

    private static func holds(_ vector: Vector, _ row: Int, _ relationship: UInt32) -> Bool {
        if let number = vector.relationship(at: row) { return number == relationship }
        let value: Value
        switch vector {
        case .constant(let constant): value = constant
        case .values(let values): value = row < values.count ? values[row] : .null
        default: return false
        }
        guard case .list(let items) = value else { return false }
        return items.contains { item in
            if case .relationship(let id) = item { return id.rawValue == relationship }
            return false
        }
    }
}

/// Row numbers and neighbours that were found and not handed out yet.
struct FoundRows {
    var parents: [UInt16] = []
    var nodes: [UInt32] = []
    var relationships: [UInt32] = []
    private(set) var taken = 0

    var count: Int { nodes.count - taken }

    mutating func removeAll() {
        parents.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        relationships.removeAll(keepingCapacity: true)
        taken = 0
    }

    /// Up to a full batch of what was found, over the rows of `input` that it was found from.
    mutating func take(
        from input: RowBatch, carried: [Int], relationship: Slot, node: Slot?, slotCount: Int
    ) -> RowBatch {
        let length = min(count, RowBatch.rowsLimit)
        var columns = [Vector](repeating: .absent, count: slotCount)
        let begin = taken
        parents.withUnsafeBufferPointer { parents in
            let rows = UnsafeBufferPointer(rebasing: parents[begin..<(begin + length)])
            for slot in carried where slot != relationship.index && slot != node?.index {
                columns[slot] = input.columns[slot].gathered(rows)
            }
        }
        if let node {
            let out = TypedVector<UInt32>(capacity: length)
            for index in 0..<length { out.base[index] = nodes[begin + index] }
            columns[node.index] = .nodes(out)
        }
        let out = TypedVector<UInt32>(capacity: length)
        for index in 0..<length { out.base[index] = relationships[begin + index] }
        columns[relationship.index] = .relationships(out)
        taken += length
        if taken == nodes.count { removeAll() }
        return RowBatch(columns: columns, rowCount: length)
    }
}

/// `Expand(All)`: every relationship of a node, with the node at its other end.
final class ExpandAll: Operator {
    private var step: ExpandStep
    private var input: RowBatch?
    private var position = 0
    private var found = FoundRows()

    init(_ plan: LogicalPlan.Expand, _ input: Operator, carried: [Int]) {
        step = ExpandStep(plan)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        step.resolve(context.transaction.state)
        input = nil
        position = 0
        found.removeAll()
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                fill(from: input, context)
                if found.count > 0 {
                    return found.take(
                        from: input, carried: carried, relationship: step.plan.relationship, node: step.plan.to,
                        slotCount: context.slotCount)
                }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            step.resolve(context.transaction.state)
            input = next
            position = 0
        }
    }

    /// Goes through the input's rows until a full batch is found, or the rows are used up.
    private func fill(from input: RowBatch, _ context: ExecutionContext) {
        let state = context.transaction.state
        let nodes = input[step.plan.from]
        let needsTest = !step.plan.distinctFrom.isEmpty
        let direction = step.direction
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let node = nodes.node(at: row) else { continue }
            let parent = UInt16(truncatingIfNeeded: row)
            context.statistics.neighborWalks &+= 1
            step.forEachRun(state, node, direction) { neighbours, relationships in
                context.statistics.hops &+= neighbours.count
                if needsTest {
                    for index in 0..<neighbours.count where step.isDistinct(relationships[index], input, row) {
                        found.parents.append(parent)
                        found.nodes.append(neighbours[index])
                        found.relationships.append(relationships[index])
                    }
                } else {
                    found.parents.append(contentsOf: repeatElement(parent, count: neighbours.count))
                    found.nodes.append(contentsOf: neighbours)
                    found.relationships.append(contentsOf: relationships)
                }
            }
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        found.removeAll()
    }
}

/// `Expand(Into)`: the relationships between two nodes that both have a value.
final class ExpandInto: Operator {
    private var step: ExpandStep
    private var input: RowBatch?
    private var position = 0
    private var found = FoundRows()

    init(_ plan: LogicalPlan.Expand, _ input: Operator, carried: [Int]) {
        step = ExpandStep(plan)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        step.resolve(context.transaction.state)
        input = nil
        position = 0
        found.removeAll()
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                fill(from: input, context)
                if found.count > 0 {
                    return found.take(
                        from: input, carried: carried, relationship: step.plan.relationship, node: nil,
                        slotCount: context.slotCount)
                }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            step.resolve(context.transaction.state)
            input = next
            position = 0
        }
    }

    private func fill(from input: RowBatch, _ context: ExecutionContext) {
        let state = context.transaction.state
        let froms = input[step.plan.from]
        let tos = input[step.plan.to]
        while found.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let from = froms.node(at: row), let to = tos.node(at: row) else { continue }
            let parent = UInt16(truncatingIfNeeded: row)
            context.statistics.neighborWalks &+= 1
            // The shorter list of the two is gone through.
            let direction = step.direction
            let isTurned = step.degree(state, to, direction.reversed) < step.degree(state, from, direction)
            step.forEachRun(state, isTurned ? to : from, isTurned ? direction.reversed : direction) {
                neighbours, relationships in
                context.statistics.hops &+= neighbours.count
                let wanted = isTurned ? from : to
                for index in 0..<neighbours.count
                where neighbours[index] == wanted && step.isDistinct(relationships[index], input, row) {
                    found.parents.append(parent)
                    found.nodes.append(wanted)
                    found.relationships.append(relationships[index])
                }
            }
        }
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        found.removeAll()
    }
}

extension AdjacencyDirection {
    var reversed: AdjacencyDirection {
        switch self {
        case .outgoing: return .incoming
        case .incoming: return .outgoing
        case .both: return .both
        }
    }
}
