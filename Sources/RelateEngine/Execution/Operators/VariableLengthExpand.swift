/// `VarLengthExpand`: every trail (no relationship twice) from a node whose length is within bounds, depth first.
final class VariableLengthExpandOperator: Operator {
    private let plan: LogicalPlan.VariableLengthExpand
    private let predicates: [VectorExpression]
    private let needsList: Bool
    private var step: ExpandStep
    private var matched: MatchedRelationships
    private var input: RowBatch?
    private var position = 0
    private var walk = TrailWalk()
    private var row = 0

    private var parents: [UInt16] = []
    private var ends: [UInt32] = []
    private var lists: [Value] = []
    /// Of `lists`.
    private var listBytes = 0
    private var memory = HeldMemory()

    /// Where rows have long lists, a batch has fewer rows.
    private static let listBytesLimit = 16 << 20

    init(
        _ plan: LogicalPlan.VariableLengthExpand, _ predicates: [VectorExpression], _ input: Operator, carried: [Int]
    ) {
        self.plan = plan
        self.predicates = predicates
        step = ExpandStep(plan.expand)
        matched = MatchedRelationships(plan.expand.distinctFrom)
        needsList = carried.contains(plan.expand.relationship.index)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        input = nil
        position = 0
        walk.removeAll()
        clear()
        memory.release(context)
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                // An operator above may have written since the last batch.
                step.refresh(context.transaction.state)
                try fill(from: input, context)
                if !ends.isEmpty { return take(from: input, context) }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            step.resolve(context.transaction.state)
            matched.begin(next)
            input = next
            position = 0
        }
    }

    private func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let nodes = input[plan.expand.from]
        let targets = plan.isInto ? input[plan.expand.to] : .absent
        while ends.count < RowBatch.rowsLimit, listBytes < Self.listBytesLimit {
            if walk.isEmpty {
                guard position < input.selection.count else { return }
                row = input.selection.row(at: position)
                position += 1
                guard let node = nodes.node(at: row) else { continue }
                matched.load(row, context.strings)
                walk.removeAll()
                if plan.minimum == 0 { emit(node, targets) }
                if plan.maximum != 0 { try push(node, input, context) }
                continue
            }
            guard let node = walk.advance() else { continue }
            if walk.depth >= plan.minimum { emit(node, targets) }
            if walk.depth & 0x3f == 0 || ends.count & 0xff == 0 { try context.checkInterrupt() }
            if plan.maximum.map({ walk.depth < $0 }) ?? true {
                try push(node, input, context)
            } else {
                walk.pushEmpty()
            }
        }
    }

    /// The relationships of `node` that the walk may follow next.
    private func push(_ node: UInt32, _ input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        context.statistics.neighborWalks &+= 1
        let begin = walk.candidateCount
        step.forEachRun(node, step.direction) { neighbours, relationships in
            context.statistics.hops &+= neighbours.count
            for index in 0..<neighbours.count where !walk.contains(relationships[index]) {
                if !matched.contains(relationships[index]) {
                    walk.appendCandidate(relationships[index], neighbours[index])
                }
            }
        }
        if !predicates.isEmpty {
            try StepFilter(plan, predicates).keep(&walk, from: begin, of: node, input: input, row: row, context)
        }
        walk.pushFrame(from: begin)
        try memory.hold(walk.byteCount &+ listBytes, context)
    }

    private func emit(_ node: UInt32, _ targets: Vector) {
        if plan.isInto, targets.node(at: row) != node { return }
        parents.append(UInt16(truncatingIfNeeded: row))
        ends.append(node)
        guard needsList else { return }
        lists.append(.list(walk.relationships(isReversed: plan.isReversed)))
        listBytes &+= 56 &+ 24 &* walk.depth
    }

    private func take(from input: RowBatch, _ context: ExecutionContext) -> RowBatch {
        let length = min(ends.count, RowBatch.rowsLimit)
        let relationshipIndex = plan.expand.relationship.index
        let toIndex = plan.expand.to.index
        var columns = SlotColumns(slotCount: context.slotCount)
        parents.withUnsafeBufferPointer { parents in
            let rows = UnsafeBufferPointer(rebasing: parents[..<length])
            for slot in carried where slot != relationshipIndex && (plan.isInto || slot != toIndex) {
                columns[slot] = input.columns[slot].gathered(rows)
            }
        }
        if !plan.isInto {
            let out = TypedVector<UInt32>(capacity: length)
            for index in 0..<length { out.base[index] = ends[index] }
            columns[toIndex] = .nodes(out)
        }
        if needsList { columns[relationshipIndex] = .values(Array(lists[..<length])) }
        if length == ends.count {
            clear()
        } else {
            parents.removeFirst(length)
            ends.removeFirst(length)
            if needsList { lists.removeFirst(length) }
        }
        return RowBatch(columns: columns, rowCount: length)
    }

    private func clear() {
        parents.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        lists.removeAll(keepingCapacity: true)
        listBytes = 0
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        input = nil
        walk.removeAll()
        clear()
        memory.release(context)
    }
}

/// A depth-first walk along trails: the path so far, and at each of its nodes what may still be followed.
struct TrailWalk {
    private var path: [UInt32] = []
    private var candidates: [(relationship: UInt32, node: UInt32)] = []
    /// For each level the end of its candidates is where the next begins; the next to try is taken from the back.
    private var frames: [(begin: Int, next: Int)] = []

    var isEmpty: Bool { frames.isEmpty }
    var depth: Int { path.count }
    var candidateCount: Int { candidates.count }
    /// A long walk leaves at each of its nodes what else could be followed there.
    var byteCount: Int { candidates.count &* 8 &+ path.count &* 20 }

    mutating func removeAll() {
        path.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
        frames.removeAll(keepingCapacity: true)
    }

    /// The relationship is part of the path. Paths are short: a search from its end.
    func contains(_ relationship: UInt32) -> Bool { path.last == relationship || path.contains(relationship) }

    mutating func appendCandidate(_ relationship: UInt32, _ node: UInt32) { candidates.append((relationship, node)) }

    mutating func pushFrame(from begin: Int) { frames.append((begin, begin)) }

    mutating func pushEmpty() { frames.append((candidates.count, candidates.count)) }

    /// One step further along the next candidate, to its node, or one back where a level has none left (`nil`).
    mutating func advance() -> UInt32? {
        guard let frame = frames.last else { return nil }
        if frame.next < candidates.count {
            frames[frames.count - 1].next += 1
            let step = candidates[frame.next]
            path.append(step.relationship)
            return step.node
        }
        frames.removeLast()
        candidates.removeLast(candidates.count - frame.begin)
        if !path.isEmpty { path.removeLast() }
        return nil
    }

    func relationships(isReversed: Bool) -> [Value] {
        let values = path.map { Value.relationship(RelationshipID($0)) }
        return isReversed ? values.reversed() : values
    }

    func candidate(_ index: Int) -> (relationship: UInt32, node: UInt32) { candidates[index] }

    mutating func keepCandidates(from begin: Int, _ isKept: (Int) -> Bool) {
        var target = begin
        for index in begin..<candidates.count where isKept(index - begin) {
            candidates[target] = candidates[index]
            target += 1
        }
        candidates.removeLast(candidates.count - target)
    }
}

/// Tests what a pattern asks of each step of a variable-length one.
struct StepFilter {
    private let plan: LogicalPlan.VariableLengthExpand
    private let predicates: [VectorExpression]

    init(_ plan: LogicalPlan.VariableLengthExpand, _ predicates: [VectorExpression]) {
        self.plan = plan
        self.predicates = predicates
    }

    /// - Parameter node: where the steps come from.
    func keep(
        _ walk: inout TrailWalk, from begin: Int, of node: UInt32, input: RowBatch, row: Int,
        _ context: ExecutionContext
    ) throws(EngineError) {
        let count = walk.candidateCount - begin
        guard count > 0 else { return }
        var kept = [Bool](repeating: false, count: count)
        var start = 0
        while start < count {
            let length = min(count - start, RowBatch.rowsLimit)
            let numbers = TypedVector<UInt32>(capacity: length)
            for index in 0..<length { numbers.base[index] = walk.candidate(begin + start + index).relationship }
            var columns = input.columns.map { vector -> Vector in
                if case .absent = vector { return .absent }
                return .constant(vector.value(at: row, context.strings))
            }
            if let element = plan.element { columns[element.index] = .relationships(numbers) }
            if let from = plan.stepFrom { columns[from.index] = .constant(.node(NodeID(node))) }
            if let to = plan.stepTo {
                let ends = TypedVector<UInt32>(capacity: length)
                for index in 0..<length { ends.base[index] = walk.candidate(begin + start + index).node }
                columns[to.index] = .nodes(ends)
            }
            let batch = RowBatch(columns: columns, rowCount: length)
            var rows = batch.selection
            for predicate in predicates { rows = try predicate.select(batch, rows, context) }
            rows.forEach { kept[start + $0] = true }
            start += length
        }
        walk.keepCandidates(from: begin) { kept[$0] }
    }
}
