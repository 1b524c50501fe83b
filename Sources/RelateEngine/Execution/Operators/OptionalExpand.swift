/// `OptionalExpand`: the relationships of a node, or between two, that are as asked; a row without one is kept, with nulls.
final class OptionalExpandOperator: Operator {
    private let plan: LogicalPlan.OptionalExpand
    private let predicates: [VectorExpression]
    private let introduced: [Int]
    private let newNode: Int?
    private var step: ExpandStep
    private var matched: MatchedRelationships
    private var input: RowBatch?
    private var position = 0
    private var charged = 0

    /// By match found: the row of the input, and what it led to.
    private let parents = ElementBuffer<UInt16>()
    private let nodes = ElementBuffer<UInt32>()
    private let relationships = ElementBuffer<UInt32>()
    /// What is to be handed on: matches by their numbers, -1 for a row without one.
    private var rows: [UInt16] = []
    private var matches: [Int32] = []
    private var taken = 0

    init(
        _ plan: LogicalPlan.OptionalExpand, _ predicates: [VectorExpression], _ input: Operator, carried: [Int]
    ) {
        self.plan = plan
        self.predicates = predicates
        introduced = plan.introduced.map(\.index)
        newNode = plan.isInto ? nil : plan.expand.to.index
        step = ExpandStep(plan.expand)
        matched = MatchedRelationships(plan.expand.distinctFrom)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        clear(context)
    }

    private func clear(_ context: ExecutionContext) {
        input = nil
        position = 0
        removeFound()
        context.release(charged)
        charged = 0
    }

    private func removeFound() {
        parents.removeAll()
        nodes.removeAll()
        relationships.removeAll()
        rows.removeAll(keepingCapacity: true)
        matches.removeAll(keepingCapacity: true)
        taken = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let input {
                if taken < rows.count { return take(from: input, context) }
                if position < input.selection.count {
                    removeFound()
                    // An operator above may have written since the last batch.
                    step.refresh(context.transaction.state)
                    try fill(from: input, context)
                    continue
                }
            }
            guard let next = try inputs[0].next(context) else { return nil }
            step.resolve(context.transaction.state)
            matched.begin(next)
            input = next
            position = 0
            removeFound()
        }
    }

    /// Matches of the next rows of the input, about as many as a batch has.
    private func fill(from input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let first = position
        let step = step
        let starts = input[plan.expand.from]
        let targets = plan.isInto ? input[plan.expand.to] : .absent
        while parents.count < RowBatch.rowsLimit, position < input.selection.count {
            let row = input.selection.row(at: position)
            position += 1
            guard let node = starts.node(at: row) else { continue }
            matched.load(row, context.strings)
            if plan.isInto {
                if let target = targets.node(at: row) { find(from: node, to: target, row, step, context) }
            } else {
                find(from: node, row, step, context)
            }
        }
        let bytes = parents.capacity * 2 + 4 * (nodes.capacity + relationships.capacity)
        if bytes > charged, bytes > 1 << 16 {
            try context.charge(bytes - charged)
            charged = bytes
        }
        try keep(rowsFrom: first, of: input, context)
    }

    private func find(from node: UInt32, _ row: Int, _ step: ExpandStep, _ context: ExecutionContext) {
        context.statistics.neighborWalks &+= 1
        step.forEachRun(node, step.direction) { neighbours, found in
            context.statistics.hops &+= neighbours.count
            for index in 0..<neighbours.count where !matched.contains(found[index]) {
                add(row, neighbours[index], found[index])
            }
        }
    }

    private func find(
        from node: UInt32, to target: UInt32, _ row: Int, _ step: ExpandStep, _ context: ExecutionContext
    ) {
        context.statistics.neighborWalks &+= 1
        step.forEachRelationship(node, to: target, step.direction) { relationship in
            context.statistics.hops &+= 1
            if !matched.contains(relationship) { add(row, target, relationship) }
        }
    }

    @inline(__always)
    private func add(_ row: Int, _ node: UInt32, _ relationship: UInt32) {
        parents.append(UInt16(truncatingIfNeeded: row))
        nodes.append(node)
        relationships.append(relationship)
    }

    /// Writes to `rows` and `matches` the matches that pass, and rows that none was left for.
    private func keep(rowsFrom first: Int, of input: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        let passing = try passing(input, context)
        var match = 0
        for place in first..<position {
            let row = UInt16(truncatingIfNeeded: input.selection.row(at: place))
            var isMatched = false
            while match < parents.count, parents.base[match] == row {
                if passing?[match] ?? true {
                    rows.append(row)
                    matches.append(Int32(truncatingIfNeeded: match))
                    isMatched = true
                }
                match += 1
            }
            if !isMatched {
                rows.append(row)
                matches.append(-1)
            }
        }
    }

    /// By match, whether all predicates hold; `nil` without predicates.
    private func passing(_ input: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Bool]? {
        guard !predicates.isEmpty else { return nil }
        var result = [Bool](repeating: false, count: parents.count)
        var start = 0
        while start < parents.count {
            try context.checkInterrupt()
            let length = min(parents.count - start, RowBatch.rowsLimit)
            let sources = UnsafeBufferPointer(start: parents.base + start, count: length)
            var columns = input.columns.map { $0.gathered(sources) }
            if let newNode { columns[newNode] = .nodes(TypedVector(copying: nodes.base + start, count: length)) }
            columns[plan.expand.relationship.index] = .relationships(
                TypedVector(copying: relationships.base + start, count: length))
            let batch = RowBatch(columns: columns, rowCount: length)
            var selection = batch.selection
            for predicate in predicates where !selection.isEmpty {
                selection = try predicate.select(batch, selection, context)
            }
            selection.forEach { result[start + $0] = true }
            start += length
        }
        return result
    }

    private func take(from input: RowBatch, _ context: ExecutionContext) -> RowBatch {
        let length = min(rows.count - taken, RowBatch.rowsLimit)
        var columns = SlotColumns(slotCount: context.slotCount)
        rows.withUnsafeBufferPointer { all in
            let part = UnsafeBufferPointer(rebasing: all[taken..<(taken + length)])
            for slot in carried where !introduced.contains(slot) { columns[slot] = input.columns[slot].gathered(part) }
        }
        let part = matches[taken..<(taken + length)]
        for slot in carried where introduced.contains(slot) {
            if slot == newNode {
                columns[slot] = .nodes(Self.gathered(nodes, part))
            } else if slot == plan.expand.relationship.index {
                columns[slot] = .relationships(Self.gathered(relationships, part))
            } else {
                columns[slot] = .constant(.null)
            }
        }
        taken += length
        return RowBatch(columns: columns, rowCount: length)
    }

    private static func gathered(_ found: ElementBuffer<UInt32>, _ matches: ArraySlice<Int32>) -> TypedVector<UInt32> {
        let hasNull = matches.contains(-1)
        let out = TypedVector<UInt32>(capacity: matches.count, isNullable: hasNull)
        for (target, match) in matches.enumerated() where match >= 0 {
            out.base[target] = found.base[Int(match)]
            if hasNull { out.setValid(target) }
        }
        return out
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        clear(context)
    }

    override var isReusable: Bool { predicates.allSatisfy(\.isReusable) }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        parents.shrink()
        nodes.shrink()
        relationships.shrink()
        matched.removeAll()
        rows = []
        matches = []
    }
}
