// Counts: from the store, or from degrees, instead of over rows.
extension PlanRewriter {
    /// `count(x)` of what cannot be null is `count(*)`, so that nobody has to carry `x`.
    mutating func normalizeCounts(_ plan: inout LogicalPlan) {
        for index in plan.children.indices { normalizeCounts(&plan.children[index]) }
        guard rules.contains(.degreeCounts) || rules.contains(.storeCounts),
            case .aggregate(var aggregation, let multiplicity) = plan.operation
        else { return }
        let elements = plan.children[0].elementSlots
        var isOther = false
        for index in aggregation.aggregates.indices {
            let call = aggregation.aggregates[index].call
            if call.function.name == "count", !call.isDistinct, case .slot(let slot)? = call.arguments.first,
                elements.contains(slot)
            {
                aggregation.aggregates[index].call.arguments = []
                isOther = true
            }
        }
        guard isOther else { return }
        plan.operation = .aggregate(aggregation, multiplicity: multiplicity)
        hasChanged = true
    }

    /// An expand whose relationship and node nobody reads becomes a count by degree, where an aggregation above can take
    /// rows that stand for several.
    mutating func countInsteadOfExpanding(_ plan: inout LogicalPlan) {
        for index in plan.children.indices { countInsteadOfExpanding(&plan.children[index]) }
        guard rules.contains(.degreeCounts), case .aggregate(let aggregation, nil) = plan.operation,
            aggregation.aggregates.allSatisfy({ $0.call.takesMultiplicity }), !aggregation.draws
        else { return }
        var latest: Slot?
        count(&plan.children[0], &latest)
        guard let latest else { return }
        plan.operation = .aggregate(aggregation, multiplicity: latest)
        hasChanged = true
    }

    /// From the bottom up, so that each count multiplies those before it.
    private mutating func count(_ plan: inout LogicalPlan, _ latest: inout Slot?) {
        switch plan.operation {
        case .filter(let predicates):
            // What is drawn is drawn for each row.
            guard !predicates.contains(where: \.draws) else { return }
            count(&plan.children[0], &latest)
        case .project(let items):
            guard !items.contains(where: { $0.expression.draws }) else { return }
            count(&plan.children[0], &latest)
        case .expandAll(let expand):
            count(&plan.children[0], &latest)
            if !plan.carries(expand.to), !plan.carries(expand.relationship) {
                let slot = newSlot("count", .integer)
                plan.operation = .countExpand(expand, LogicalPlan.Multiplicity(slot: slot, earlier: latest))
                latest = slot
            }
        case .expandInto: count(&plan.children[0], &latest)
        case .expandIntersect(var expand):
            count(&plan.children[0], &latest)
            if !plan.carries(expand.first.to), !plan.carries(expand.first.relationship),
                !plan.carries(expand.second.relationship)
            {
                let slot = newSlot("count", .integer)
                expand.multiplicity = LogicalPlan.Multiplicity(slot: slot, earlier: latest)
                plan.operation = .expandIntersect(expand)
                latest = slot
            }
        default: return
        }
        if let latest { plan.available.insert(latest) }
    }

    /// `count(*)` of all nodes, of a label, of relationships: one look at the store's counts.
    mutating func readStoreCounts(_ plan: inout LogicalPlan) {
        for index in plan.children.indices { readStoreCounts(&plan.children[index]) }
        guard rules.contains(.storeCounts), case .aggregate(let aggregation, let multiplicity) = plan.operation,
            aggregation.keys.isEmpty,
            aggregation.aggregates.allSatisfy({ $0.call.isCountOfRows }),
            let count = storeCount(of: plan.children[0], multiplicity)
        else { return }
        let start = plan.children[0].start ?? plan.children[0].children.first?.start
        var counted = LogicalPlan(
            .countStore(count, aggregation.aggregates.map(\.slot)), estimatedRows: 1, available: plan.available)
        counted.start = start
        plan = counted
        hasChanged = true
    }

    private func storeCount(of plan: LogicalPlan, _ multiplicity: Slot?) -> LogicalPlan.StoreCount? {
        switch plan.operation {
        case .allNodesScan where multiplicity == nil: return .nodes(label: nil)
        case .nodeByLabelScan(_, let label) where multiplicity == nil: return .nodes(label: label)
        case .relationshipScan(_, _, _, let types, let isDirected) where multiplicity == nil && isDirected:
            return .relationships(types: types, label: nil, isLabelAtStart: true)
        case .countExpand(let expand, let counted) where multiplicity == counted.slot && counted.earlier == nil:
            guard expand.distinctFrom.isEmpty, expand.direction != .either else { return nil }
            let isAtStart = expand.direction == .leftToRight
            switch plan.children[0].operation {
            case .allNodesScan: return .relationships(types: expand.types, label: nil, isLabelAtStart: isAtStart)
            case .nodeByLabelScan(_, let label):
                return .relationships(types: expand.types, label: label, isLabelAtStart: isAtStart)
            default: return nil
            }
        default: return nil
        }
    }
}

extension AggregateCall {
    /// `count(*)`.
    var isCountOfRows: Bool { function.name == "count" && arguments.isEmpty && !isDistinct }

    /// The same over rows that stand for several as over so many rows.
    var takesMultiplicity: Bool { ignoresDuplicates || function.name == "count" }

    /// A row that comes twice changes nothing.
    var ignoresDuplicates: Bool {
        // The values of a DISTINCT sum or list come in the order of their rows, which pruning may change.
        (isDistinct && function.name == "count") || function.name == "min" || function.name == "max"
    }
}
