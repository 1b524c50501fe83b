// `WITH`, `RETURN`, `UNWIND` and what is sugar for them.
extension Planner {
    mutating func plan(_ projection: BoundProjection, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var plan = input
        if let aggregation = projection.aggregation { plan = try aggregate(aggregation, on: plan) }
        let groups = GroupEstimate(estimator: estimator, input: plan).groups(of: projection.items.map(\.expression))
        plan = try project(projection.items, on: plan)
        let results = projection.items.map(\.slot)
        if projection.isDistinct {
            plan = LogicalPlan(.distinct(results), [plan], estimatedRows: groups, available: plan.available)
        }
        plan = try order(projection, on: plan)
        // `WHERE` may still read what the projection leaves behind.
        plan = try filter(projection.predicates.flatMap(\.conjuncts), on: plan)
        // From here on only the projection's own variables exist.
        plan.available = plan.available.intersection(SlotSet(results).union(outer))
        return plan
    }

    private mutating func aggregate(
        _ aggregation: BoundAggregation, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared = aggregation
        var available = outer
        for index in prepared.keys.indices {
            prepared.keys[index].expression = try prepare(prepared.keys[index].expression, &nested)
            available.insert(prepared.keys[index].slot)
        }
        for index in prepared.aggregates.indices {
            for argument in prepared.aggregates[index].call.arguments.indices {
                prepared.aggregates[index].call.arguments[argument] = try prepare(
                    prepared.aggregates[index].call.arguments[argument], &nested)
            }
            available.insert(prepared.aggregates[index].slot)
        }
        let rows = GroupEstimate(estimator: estimator, input: input).groups(of: prepared.keys.map(\.expression))
        var plan = LogicalPlan(
            .aggregate(prepared, multiplicity: nil), [input], estimatedRows: rows, available: available)
        plan.nested = nested
        return plan
    }

    private mutating func order(
        _ projection: BoundProjection, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var plan = input
        var nested: [LogicalPlan] = []
        var keys: [LogicalPlan.SortKey] = []
        for item in projection.orderBy {
            keys.append(
                LogicalPlan.SortKey(
                    expression: try prepare(item.expression, &nested), isDescending: item.isDescending))
        }
        if !keys.isEmpty, let limit = projection.limit {
            plan = LogicalPlan(
                .top(keys, skip: projection.skip, limit: limit), [plan],
                estimatedRows: min(plan.estimatedRows, constant(limit) ?? plan.estimatedRows),
                available: plan.available)
            plan.nested = nested
            return plan
        }
        if !keys.isEmpty {
            plan = LogicalPlan(.sort(keys), [plan], estimatedRows: plan.estimatedRows, available: plan.available)
            plan.nested = nested
        }
        if let skip = projection.skip {
            let rows = max(0, plan.estimatedRows - (constant(skip) ?? 0))
            plan = LogicalPlan(.skip(skip), [plan], estimatedRows: rows, available: plan.available)
        }
        if let limit = projection.limit {
            let rows = min(plan.estimatedRows, constant(limit) ?? plan.estimatedRows)
            plan = LogicalPlan(
                .limit(limit, isExhaustive: plan.containsWrites), [plan], estimatedRows: rows,
                available: plan.available)
        }
        return plan
    }

    private func constant(_ expression: BoundExpression) -> Double? {
        if case .literal(.int(let number)) = expression { return Double(number) }
        return nil
    }

    mutating func planUnwind(
        _ list: BoundExpression, _ element: Slot, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        let prepared = try prepare(list, &nested)
        var available = input.available
        available.insert(element)
        var length = 10.0
        if case .list(let items) = prepared { length = Double(items.count) }
        var plan = LogicalPlan(
            .unwind(list: prepared, element: element), [input], estimatedRows: input.estimatedRows * length,
            available: available)
        plan.nested = nested
        return plan
    }
}
