/// `Expand(All)` where only the number of relationships is asked for: a row stays one row, with its multiplicity.
///
/// Rows without a relationship go. Those that the row has matched already do not count.
final class CountExpandOperator: Operator {
    private var step: ExpandStep
    private let multiplicity: LogicalPlan.Multiplicity
    /// Of the matched relationships: the one by which a row came to its node, in the direction in which this step leaves it.
    private let arrival: Slot?
    private let matchedSlots: [Slot]

    init(
        _ plan: LogicalPlan.Expand, _ multiplicity: LogicalPlan.Multiplicity, arrival: Slot?, _ input: Operator,
        carried: [Int]
    ) {
        step = ExpandStep(plan)
        self.multiplicity = multiplicity
        self.arrival = arrival
        matchedSlots = plan.distinctFrom
        super.init([input], carried: carried)
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        memory.note(self, byteCount: 256)
    }

    override var isReusable: Bool { true }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        let state = context.transaction.state
        step.resolve(state)
        let counts = TypedVector<Int64>(capacity: batch.rowCount)
        context.statistics.neighborWalks &+= batch.selection.count
        let nodes = batch[step.plan.from]
        step.degrees(of: nodes, batch.selection, rowCount: batch.rowCount, into: counts)
        var rows = counts.rows(batch.selection, passing: GreaterTest(bound: 0))
        if !matchedSlots.isEmpty {
            leaveOutMatched(batch, nodes, rows, counts, state, context.strings)
            rows = counts.rows(rows, passing: GreaterTest(bound: 0))
        }
        rows = try Multiplicities.multiply(counts, by: multiplicity.earlier.map { batch[$0] }, rows, context)
        batch.selection = rows
        batch[multiplicity.slot] = .ints(counts)
        return batch
    }

    /// Has brought near, at once instead of one after the other, where the relationships begin and end.
    private static func prefetchEnds(_ known: TypedVector<UInt32>, _ rows: Selection, _ state: GraphState) {
        func forEachOnce(_ body: (UInt32) -> Void) {
            var last = UInt32.max
            rows.forEach { row in
                guard known.isValid(row), known[row] != last else { return }
                last = known[row]
                body(last)
            }
        }
        forEachOnce { state.prefetchEnds(of: RelationshipID($0), isFirst: true) }
        forEachOnce { state.prefetchEnds(of: RelationshipID($0), isFirst: false) }
    }

    /// Takes from the counts what each row has matched already.
    private func leaveOutMatched(
        _ batch: RowBatch, _ nodes: Vector, _ rows: Selection, _ counts: TypedVector<Int64>, _ state: GraphState,
        _ strings: StringPool
    ) {
        // The relationship of arrival leaves its own end only where it is a loop.
        let slots = step.hasLoops ? matchedSlots : matchedSlots.filter { $0 != arrival }
        guard !slots.isEmpty else { return }
        let step = step
        if slots.count == 1, case .relationships(let known) = batch[slots[0]], case .nodes(let nodes) = nodes {
            // Rows that were found from one row have its relationships in common.
            Self.prefetchEnds(known, rows, state)
            var last = UInt32.max
            var left: (UInt32, UInt32)?
            rows.forEach { row in
                guard known.isValid(row) else { return }
                if known[row] != last {
                    last = known[row]
                    left = step.nodesLeft(by: state.ends(of: RelationshipID(last)))
                }
                if let left, nodes[row] == left.0 || nodes[row] == left.1 { counts.base[row] &-= 1 }
            }
            return
        }
        var matched = MatchedRelationships(slots)
        matched.begin(batch)
        rows.forEach { row in
            guard let node = nodes.node(at: row) else { return }
            matched.load(row, strings)
            for relationship in matched.numbers where step.leads(relationship, from: node, state) {
                counts.base[row] &-= 1
            }
        }
    }
}

extension LogicalPlan {
    /// The relationship by which the rows of this plan came to the node, where they followed it in that direction.
    func arrival(at node: Slot, _ direction: PatternRelationship.Direction) -> Slot? {
        switch operation {
        case .expandAll(let expand) where expand.to == node:
            return direction != .either && expand.direction == direction ? expand.relationship : nil
        case .expandAll, .filter, .countExpand: return children[0].arrival(at: node, direction)
        default: return nil
        }
    }
}

enum Multiplicities {
    /// Multiplies the counts of `rows` in place.
    ///
    /// - Throws: where a product is beyond INTEGER, as the count of the rows would be.
    static func multiply(
        _ counts: TypedVector<Int64>, by earlier: Vector?, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        guard let earlier else { return rows }
        try rows.forEach { row throws(EngineError) in
            guard case .int(let factor) = earlier.value(at: row, context.strings) else {
                throw .internalError("a multiplicity is no number")
            }
            let (product, overflow) = counts[row].multipliedReportingOverflow(by: factor)
            guard !overflow else { throw .integerOverflow("count(*)") }
            counts.base[row] = product
        }
        return rows
    }
}

/// `count(*)`, `count(x)` over rows that stand for several each: the first argument says for how many.
final class WeightedCountAggregate: GroupAggregate {
    @exclusivity(unchecked) private var counts: [Int64] = []

    var byteCount: Int { counts.count * 8 }

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        if counts.count < groupCount { counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count)) }
        guard let weights = arguments.first else { return }
        let counted = arguments.count > 1 ? arguments[1] : nil
        var index = 0
        try rows.forEach { row throws(EngineError) in
            let group = groups.map { Int($0[index]) } ?? 0
            index &+= 1
            if let counted, counted.isNull(at: row) { return }
            let weight: Int64
            if case .ints(let ints) = weights {
                weight = ints[row]
            } else if case .int(let number) = weights.value(at: row, context.strings) {
                weight = number
            } else {
                throw .internalError("a multiplicity is no number")
            }
            let (sum, overflow) = counts[group].addingReportingOverflow(weight)
            guard !overflow else { throw .integerOverflow("count(*)") }
            counts[group] = sum
        }
    }

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? WeightedCountAggregate else { return }
        if counts.count < groupCount { counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count)) }
        for (from, count) in other.counts.enumerated() {
            let (sum, overflow) = counts[Int(groups[from])].addingReportingOverflow(count)
            guard !overflow else { throw .integerOverflow("count(*)") }
            counts[Int(groups[from])] = sum
        }
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        .int(group < counts.count ? counts[group] : 0)
    }
}

/// A count that the store keeps.
final class CountStoreOperator: Operator {
    private let count: LogicalPlan.StoreCount
    private let slots: [Slot]
    private var arguments: RowBatch?

    init(_ count: LogicalPlan.StoreCount, _ slots: [Slot], carried: [Int]) {
        self.count = count
        self.slots = slots
        super.init([], carried: carried)
    }

    override var isReusable: Bool { true }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        self.arguments = arguments
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let arguments else { return nil }
        self.arguments = nil
        let batch = RowBatch(columns: arguments.columns, rowCount: 1)
        let number = Value.int(Int64(count.value(in: context.transaction.state)))
        for slot in slots { batch[slot] = .constant(number) }
        return batch
    }
}

extension LogicalPlan.StoreCount {
    func value(in state: GraphState) -> Int {
        switch self {
        case .nodes(nil): return state.nodeCount
        case .nodes(let label?): return state.labelID(named: label).map { state.nodeCount(of: $0) } ?? 0
        case .relationships(nil, nil, _): return state.relationshipCount
        case .relationships(let types, let label, let isLabelAtStart):
            let names = types ?? state.relationshipTypeNames
            let ids = names.compactMap { state.relationshipTypeID(named: $0) }
            guard let label else { return ids.reduce(0) { $0 + state.relationshipCount(of: $1) } }
            guard let id = state.labelID(named: label) else { return 0 }
            return ids.reduce(0) { sum, type in
                sum
                    + (isLabelAtStart
                        ? state.relationshipCount(of: type, startLabel: id)
                        : state.relationshipCount(of: type, endLabel: id))
            }
        }
    }
}
