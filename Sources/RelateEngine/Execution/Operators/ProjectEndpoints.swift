/// Finds, or checks, the ends of a relationship (or of a list of them that must form a trail) that has a value already.
final class ProjectEndpointsOperator: Operator {
    private let plan: LogicalPlan.ProjectEndpoints

    init(_ plan: LogicalPlan.ProjectEndpoints, _ input: Operator, carried: [Int]) {
        self.plan = plan
        super.init([input], carried: carried)
    }

    /// Rows beyond a full batch: a relationship has two readings where it is not directed.
    private var rest: (input: RowBatch, rows: ArraySlice<UInt16>, starts: ArraySlice<UInt32>, ends: ArraySlice<UInt32>)?

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        rest = nil
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if let rest {
            self.rest = nil
            return batch(rest.input, rest.rows, rest.starts, rest.ends, context)
        }
        guard let input = try inputs[0].next(context) else { return nil }
        let state = context.transaction.state
        var rows: [UInt16] = []
        var starts: [UInt32] = []
        var ends: [UInt32] = []
        var matched = MatchedRelationships(plan.distinctFrom)
        matched.begin(input)
        input.selection.forEach { row in
            matched.load(row, context.strings)
            for (start, end, relationships) in self.walks(input, row, state, context.strings) {
                if plan.isStartBound, input[plan.start].node(at: row) != start { continue }
                if plan.isEndBound, input[plan.end].node(at: row) != end { continue }
                guard !relationships.contains(where: matched.contains) else { continue }
                rows.append(UInt16(truncatingIfNeeded: row))
                starts.append(start)
                ends.append(end)
            }
        }
        let limit = RowBatch.rowsLimit
        if rows.count > limit { rest = (input, rows[limit...], starts[limit...], ends[limit...]) }
        return batch(input, rows.prefix(limit), starts.prefix(limit), ends.prefix(limit), context)
    }

    private func batch(
        _ input: RowBatch, _ rows: ArraySlice<UInt16>, _ starts: ArraySlice<UInt32>, _ ends: ArraySlice<UInt32>,
        _ context: ExecutionContext
    ) -> RowBatch {
        var columns = SlotColumns(slotCount: context.slotCount)
        rows.withUnsafeBufferPointer { rows in
            for slot in carried { columns[slot] = input.columns[slot].gathered(rows) }
        }
        let startVector = TypedVector<UInt32>(capacity: rows.count)
        let endVector = TypedVector<UInt32>(capacity: rows.count)
        for (index, place) in rows.indices.enumerated() {
            startVector.base[index] = starts[place]
            endVector.base[index] = ends[place]
        }
        columns[plan.start.index] = .nodes(startVector)
        columns[plan.end.index] = .nodes(endVector)
        return RowBatch(columns: columns, rowCount: rows.count)
    }

    /// Every reading of the bound relationships: where they start, where they end.
    private func walks(
        _ input: RowBatch, _ row: Int, _ state: GraphState, _ strings: StringPool
    ) -> [(start: UInt32, end: UInt32, relationships: [UInt32])] {
        var list: [UInt32] = []
        if let relationship = input[plan.relationship].relationship(at: row) {
            list = [relationship]
        } else if case .list(let items) = input[plan.relationship].value(at: row, strings) {
            for case .relationship(let id) in items { list.append(id.rawValue) }
            guard list.count == items.count else { return [] }
        } else {
            return []
        }
        if let length = plan.length {
            guard list.count >= length.minimum, length.maximum.map({ list.count <= $0 }) ?? true else { return [] }
        }
        if let types = plan.types {
            let names = Set(types)
            guard list.allSatisfy({ names.contains(state.name(of: state.type(of: RelationshipID($0)))) }) else {
                return []
            }
        }
        guard let first = list.first else {
            // An empty list joins any node with itself; one end must be known.
            let node = plan.isStartBound ? input[plan.start].node(at: row) : input[plan.end].node(at: row)
            return node.map { [($0, $0, [])] } ?? []
        }
        let firstStart = state.start(of: RelationshipID(first)).rawValue
        let firstEnd = state.end(of: RelationshipID(first)).rawValue
        var result: [(start: UInt32, end: UInt32, relationships: [UInt32])] = []
        for (start, next) in firstStart == firstEnd || plan.isDirected
            ? [(firstStart, firstEnd)] : [(firstStart, firstEnd), (firstEnd, firstStart)]
        {
            var current = next
            var isTrail = true
            for relationship in list.dropFirst() {
                let from = state.start(of: RelationshipID(relationship)).rawValue
                let to = state.end(of: RelationshipID(relationship)).rawValue
                if from == current {
                    current = to
                } else if !plan.isDirected, to == current {
                    current = from
                } else {
                    isTrail = false
                    break
                }
            }
            if isTrail { result.append((start, current, list)) }
        }
        return result
    }
}
