// Clauses that write. Their operators work through all rows before the first goes on where `EagerBarrier` says so.
extension Planner {
    mutating func planCreate(
        _ elements: [BoundCreateElement], on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        let prepared = try prepare(elements, &nested)
        var available = input.available
        for element in prepared { available.insert(element.slot) }
        var plan = LogicalPlan(
            .create(prepared), [input], estimatedRows: input.estimatedRows, available: available)
        plan.nested = nested
        return plan
    }

    /// Neighbouring clauses become one operator: a script of a thousand `CREATE`s is not a thousand operators deep.
    ///
    /// - Returns: false, and nothing is done, where the plan does not end in a `CREATE` that takes these.
    mutating func extendCreate(
        _ plan: inout LogicalPlan, by elements: [BoundCreateElement]
    ) throws(EngineError) -> Bool {
        guard case .create(var all) = plan.operation, plan.nested.isEmpty else { return false }
        var nested: [LogicalPlan] = []
        let prepared = try prepare(elements, &nested)
        guard nested.isEmpty else { return false }
        // The plan lets go of the list meanwhile, so that it grows where it lies.
        plan.operation = .argument
        all.append(contentsOf: prepared)
        plan.operation = .create(all)
        for element in prepared { plan.available.insert(element.slot) }
        return true
    }

    private mutating func prepare(
        _ elements: [BoundCreateElement], _ nested: inout [LogicalPlan]
    ) throws(EngineError) -> [BoundCreateElement] {
        var result: [BoundCreateElement] = []
        result.reserveCapacity(elements.count)
        for element in elements {
            switch element {
            case .node(let slot, let labels, let properties):
                result.append(
                    .node(
                        slot: slot, labels: try prepare(labels, &nested),
                        properties: try prepareOptional(properties, &nested)))
            case .relationship(let slot, let type, let from, let to, let properties, let span):
                result.append(
                    .relationship(
                        slot: slot, type: try prepare([type], &nested).first ?? type, from: from, to: to,
                        properties: try prepareOptional(properties, &nested), span: span))
            case .path: result.append(element)
            }
        }
        return result
    }

    private mutating func prepare(
        _ labels: [BoundLabelName], _ nested: inout [LogicalPlan]
    ) throws(EngineError) -> [BoundLabelName] {
        var result: [BoundLabelName] = []
        for label in labels {
            switch label {
            case .name: result.append(label)
            case .dynamic(let expression): result.append(.dynamic(try prepare(expression, &nested)))
            }
        }
        return result
    }

    private mutating func prepareOptional(
        _ expression: BoundExpression?, _ nested: inout [LogicalPlan]
    ) throws(EngineError) -> BoundExpression? {
        guard let expression else { return nil }
        return try prepare(expression, &nested)
    }

    mutating func plan(_ merge: BoundMerge, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared = merge
        prepared.elements = try prepare(merge.elements, &nested)
        prepared.onCreate = try prepare(merge.onCreate, &nested)
        prepared.onMatch = try prepare(merge.onMatch, &nested)
        var given = SlotSet(merge.arguments).intersection(input.available)
        var batched = rules.contains(.batchedMerge) && !given.isEmpty ? merge.batched : nil
        let rowNumber = batched == nil ? nil : addRowNumber(to: &given)
        let argument = LogicalPlan(.argument, estimatedRows: 1, available: given)
        var match = try planPattern(merge.pattern, [], on: argument)
        if let numbered = match.batched(by: rowNumber) { match = numbered } else { batched = nil }
        var available = input.available
        for slot in merge.pattern.introducedSlots { available.insert(slot) }
        var plan = LogicalPlan(
            .merge(prepared, batched: batched), [input, match], estimatedRows: input.estimatedRows, available: available
        )
        plan.nested = nested
        return plan
    }

    private mutating func prepare(
        _ items: [BoundSetItem], _ nested: inout [LogicalPlan]
    ) throws(EngineError) -> [BoundSetItem] {
        var result: [BoundSetItem] = []
        for item in items {
            switch item {
            case .property(let of, let key, let value):
                result.append(
                    .property(of: try prepare(of, &nested), key: key, value: try prepare(value, &nested)))
            case .dynamicProperty(let of, let key, let value):
                result.append(
                    .dynamicProperty(
                        of: try prepare(of, &nested), key: try prepare(key, &nested),
                        value: try prepare(value, &nested)))
            case .properties(let of, let value, let isMerging):
                result.append(
                    .properties(
                        of: try prepare(of, &nested), value: try prepare(value, &nested), isMerging: isMerging))
            case .labels(let of, let labels):
                result.append(.labels(of: try prepare(of, &nested), try prepare(labels, &nested)))
            }
        }
        return result
    }

    mutating func planSet(_ items: [BoundSetItem], on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var plan = LogicalPlan(
            .set(try prepare(items, &nested)), [input], estimatedRows: input.estimatedRows,
            available: input.available)
        plan.nested = nested
        return plan
    }

    mutating func planRemove(_ items: [BoundRemoveItem], on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared: [BoundRemoveItem] = []
        for item in items {
            switch item {
            case .property(let of, let key): prepared.append(.property(of: try prepare(of, &nested), key: key))
            case .dynamicProperty(let of, let key):
                prepared.append(.dynamicProperty(of: try prepare(of, &nested), key: try prepare(key, &nested)))
            case .labels(let of, let labels):
                prepared.append(.labels(of: try prepare(of, &nested), try prepare(labels, &nested)))
            }
        }
        var plan = LogicalPlan(
            .remove(prepared), [input], estimatedRows: input.estimatedRows, available: input.available)
        plan.nested = nested
        return plan
    }

    mutating func planDelete(
        _ expressions: [BoundExpression], isDetach: Bool, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared: [BoundExpression] = []
        for expression in expressions { prepared.append(try prepare(expression, &nested)) }
        var plan = LogicalPlan(
            .delete(prepared, isDetach: isDetach), [input], estimatedRows: input.estimatedRows,
            available: input.available)
        plan.nested = nested
        return plan
    }

    mutating func planForeach(
        _ element: Slot, _ list: BoundExpression, _ clauses: [BoundClause], on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        let prepared = try prepare(list, &nested)
        var inside = input.available
        inside.insert(element)
        let argument = LogicalPlan(.argument, estimatedRows: 10, available: inside)
        var barrier = EagerBarrier(isExact: rules.contains(.exactBarriers), of: clauses)
        let body = try plan(clauses, on: argument, &barrier)
        let inner = LogicalPlan(.emptyResult, [body], estimatedRows: 0, available: SlotSet())
        var plan = LogicalPlan(
            .foreach(element: element, list: prepared), [input, inner], estimatedRows: input.estimatedRows,
            available: input.available)
        plan.nested = nested
        return plan
    }
}

extension BoundCreateElement {
    /// The entries of a literal map of properties.
    var entries: [(key: String, value: BoundExpression)] {
        switch self {
        case .node(_, _, .map(let entries)?), .relationship(_, _, _, _, .map(let entries)?, _): return entries
        case .node, .relationship, .path: return []
        }
    }

    /// What is computed for it.
    var expressions: [BoundExpression] {
        func computed(_ labels: [BoundLabelName]) -> [BoundExpression] {
            labels.compactMap { if case .dynamic(let expression) = $0 { expression } else { nil } }
        }
        switch self {
        case .node(_, let labels, let properties): return computed(labels) + (properties.map { [$0] } ?? [])
        case .relationship(_, let type, _, _, let properties, _):
            return computed([type]) + (properties.map { [$0] } ?? [])
        case .path: return []
        }
    }

    var slot: Slot {
        switch self {
        case .node(let slot, _, _), .relationship(let slot, _, _, _, _, _), .path(let slot, _): return slot
        }
    }
}
