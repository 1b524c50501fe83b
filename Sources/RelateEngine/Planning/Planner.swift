/// Bound tree → logical plan.
///
/// Clauses are planned in their order, each on the plan of those before it; only inside a `MATCH` is the order free.
package struct Planner {
    let estimator: CardinalityEstimator
    /// The statement's slots, and those that Planning adds.
    var slots: [SlotInfo]
    /// What a subquery's rows always have: the variables it was given, also behind `WITH` and aggregations.
    var outer = SlotSet()
    /// Less where a hint says how the graph is followed.
    var rules: PlannerRules
    /// The statement changes nothing, so that the counts stay what they are while it runs.
    let isReadOnly: Bool
    /// Of the statement that waits for its plan.
    let control: StatementControl?
    /// What the plan relies on.
    var assumptions: [CountAssumption] = []

    package static func plan(
        _ query: BoundQuery, columns: [BoundColumn], slots: [SlotInfo], statistics: GraphState,
        rules: PlannerRules = .all, control: StatementControl? = nil
    ) throws(EngineError) -> PlannedQuery {
        var planner = Planner(
            estimator: CardinalityEstimator(state: statistics), slots: slots, rules: rules,
            isReadOnly: !query.writesGraph, control: control)
        var plan = try planner.plan(query, arguments: SlotSet())
        if columns.isEmpty {
            plan = LogicalPlan(.emptyResult, [plan], estimatedRows: 0, available: SlotSet())
        } else {
            plan = LogicalPlan(
                .produceResults(columns), [plan], estimatedRows: plan.estimatedRows,
                available: SlotSet(columns.map(\.slot)))
        }
        if rules.contains(.indexOrder) { IndexOrder(estimator: planner.estimator).apply(to: &plan) }
        plan = PlanRewriter.rewritten(
            plan, required: SlotSet(columns.map(\.slot)), rules: planner.rules, slots: &planner.slots,
            nodeCount: statistics.nodeCount)
        return PlannedQuery(plan: plan, slots: planner.slots, assumptions: planner.assumptions)
    }

    /// A command's plan: it stands alone.
    package static func plan(_ body: BoundStatement.Body) -> PlannedQuery {
        var plan = LogicalPlan(.argument, estimatedRows: 1, available: SlotSet())
        if case .command(let command) = body {
            plan = LogicalPlan(.schemaCommand(command), estimatedRows: 0, available: SlotSet())
        }
        return PlannedQuery(plan: plan, slots: [], assumptions: [])
    }

    /// A query on rows that have `arguments`: the statement's own (none), or a subquery's.
    mutating func plan(_ query: BoundQuery, arguments: SlotSet) throws(EngineError) -> LogicalPlan {
        let enclosing = outer
        outer = arguments
        defer { outer = enclosing }
        switch query {
        case .single(let clauses):
            var plan = LogicalPlan(.argument, estimatedRows: 1, available: arguments)
            var barrier = EagerBarrier(isExact: rules.contains(.exactBarriers), of: clauses)
            plan = try self.plan(clauses, on: plan, &barrier)
            return plan
        case .union(let left, let leftColumns, let right, let rightColumns, let columns, let isAll):
            try checkInterrupt()
            let leftPlan = try plan(left, arguments: arguments)
            let rightPlan = try plan(right, arguments: arguments)
            let rows = leftPlan.estimatedRows + rightPlan.estimatedRows
            let all = LogicalPlan(
                .unionAll(left: leftColumns, right: rightColumns, columns: columns), [leftPlan, rightPlan],
                estimatedRows: rows, available: arguments.union(SlotSet(columns)))
            guard !isAll else { return all }
            return LogicalPlan(
                .distinct(columns), [all], estimatedRows: rows, available: all.available)
        }
    }

    mutating func plan(
        _ clauses: [BoundClause], on input: LogicalPlan, _ barrier: inout EagerBarrier
    ) throws(EngineError) -> LogicalPlan {
        var plan = input
        for clause in clauses {
            try checkInterrupt()
            if let reason = barrier.needed(before: clause) {
                plan = LogicalPlan(
                    .eager(reason: reason), [plan], estimatedRows: plan.estimatedRows, available: plan.available)
            }
            if case .create(let elements) = clause, try extendCreate(&plan, by: elements) { continue }
            plan = try self.plan(clause, on: plan)
            // Later stages go down the plan by recursion: what is too deep for them ends here.
            guard plan.depth <= Limits.planDepthLimit else { throw .planTooDeep(plan.depth) }
        }
        return plan
    }

    private mutating func plan(_ clause: BoundClause, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        switch clause {
        case .match(let match): return try plan(match, on: input)
        case .unwind(let list, let element): return try planUnwind(list, element, on: input)
        case .project(let projection): return try plan(projection, on: input)
        case .create(let elements): return try planCreate(elements, on: input)
        case .merge(let merge): return try plan(merge, on: input)
        case .set(let items): return try planSet(items, on: input)
        case .remove(let items): return try planRemove(items, on: input)
        case .delete(let expressions, let isDetach):
            return try planDelete(expressions, isDetach: isDetach, on: input)
        case .foreach(let element, let list, let clauses):
            return try planForeach(element, list, clauses, on: input)
        case .callSubquery(let call): return try plan(call, on: input)
        case .callProcedure(let call): return try plan(call, on: input)
        case .loadCSV(let load): return try plan(load, on: input)
        case .finish:
            return LogicalPlan(.emptyResult, [input], estimatedRows: 0, available: SlotSet())
        }
    }

    /// - Throws: `EngineError.interrupted` once another thread asked for it: many patterns or clauses take their time.
    func checkInterrupt() throws(EngineError) {
        if let control, control.isInterrupted { throw control.interruption }
    }

    // MARK: Pieces that several clauses use

    /// A slot of Planning's own.
    mutating func newSlot(_ name: String, _ type: StaticType) -> Slot {
        slots.append(SlotInfo(name: name, type: type, isAnonymous: true))
        return Slot(slots.count - 1)
    }

    /// The expression with its subqueries planned, which are added to `nested`.
    mutating func prepare(
        _ expression: BoundExpression, _ nested: inout [LogicalPlan]
    ) throws(EngineError) -> BoundExpression {
        guard expression.hasSubquery else { return expression }
        switch expression {
        case .exists(let query, let arguments):
            var plan = try subquery(query, arguments, isExistence: true)
            plan = PlanRewriter.rewritten(
                plan, required: plan.rowNumbers, rules: rules, slots: &slots, nodeCount: estimator.state.nodeCount,
                duplicatesMatter: false)
            if let degree = degree(plan, isExistence: true) { return .compare(degree, .greater, .zero) }
            if plan.rowNumber == nil {
                // One row answers: what the subquery returns is not read.
                let isSteady = plan.isSteady
                plan = LogicalPlan(
                    .limit(.literal(.int(1)), isExhaustive: false), [plan], estimatedRows: 1,
                    available: plan.available)
                plan.isSteady = isSteady
            }
            return finishNested(.exists, plan, column: nil, arguments, of: expression, &nested)
        case .count(let query, let arguments):
            var plan = try subquery(query, arguments, isExistence: false)
            plan = PlanRewriter.rewritten(
                plan, required: plan.rowNumbers, rules: rules, slots: &slots, nodeCount: estimator.state.nodeCount)
            return degree(plan, isExistence: false)
                ?? finishNested(.count, plan, column: nil, arguments, of: expression, &nested)
        case .collect(let query, let column, let arguments):
            return finishNested(
                .collect, try subquery(query, arguments, isExistence: false), column: column, arguments, of: expression,
                &nested)
        case .patternComprehension(let match, let projection):
            var given = SlotSet(match.arguments)
            let rowNumber = match.arguments.isEmpty || expression.draws ? nil : addRowNumber(to: &given)
            let argument = LogicalPlan(.argument, estimatedRows: 1, available: given)
            let matched = try plan(match, on: argument)
            let column = newSlot("item", .any)
            var projected = try project(
                [BoundProjection.Item(slot: column, name: "item", expression: projection)], on: matched)
            projected = projected.batched(by: rowNumber) ?? projected
            return finishNested(.collect, projected, column: column, match.arguments, of: expression, &nested)
        default:
            // A closure may not capture `inout self` beyond its call; here it does not outlive it.
            var copy = self
            var collected = nested
            let result = try expression.mappingChildren { child throws(EngineError) in
                try copy.prepare(child, &collected)
            }
            self = copy
            nested = collected
            // A degree is never null: that it is not above 0 is that it is 0.
            if case .not(let inner) = result, let degree = inner.degreeAboveZero {
                return .compare(degree, .equal, .zero)
            }
            return result
        }
    }

    /// A subquery's plan, ready to be run on many rows at once where it can be.
    private mutating func subquery(
        _ query: BoundQuery, _ arguments: [Slot], isExistence: Bool
    ) throws(EngineError) -> LogicalPlan {
        var given = SlotSet(arguments)
        let effects = ClauseEffects(of: query)
        let rowNumber = arguments.isEmpty || effects.draws ? nil : addRowNumber(to: &given)
        var plan = try self.plan(query, arguments: given)
        plan.isSteady = arguments.isEmpty && effects.isDeterministic
        guard !isExistence || plan.isQuickToExhaust, let batched = plan.batched(by: rowNumber) else { return plan }
        return batched
    }

    /// A slot for the numbers of outer rows, for an inner plan that may be run on many of them.
    mutating func addRowNumber(to given: inout SlotSet) -> Slot? {
        guard rules.contains(.batchedApply) else { return nil }
        let slot = newSlot("row", .integer)
        given.insert(slot)
        return slot
    }

    /// Where a subquery asks for all relationships of one given node, and for nothing of them: the node's degree.
    ///
    /// - Parameter isExistence: What is asked is only whether the degree is above 0.
    private func degree(_ plan: LogicalPlan, isExistence: Bool) -> BoundExpression? {
        guard rules.contains(.degreePredicates) else { return nil }
        switch plan.operation {
        case .project(let items):
            return items.allSatisfy({ $0.expression.cannotFail })
                ? degree(plan.children[0], isExistence: isExistence) : nil
        case .expandAll(let expand):
            guard case .argument = plan.children[0].operation, expand.distinctFrom.isEmpty else { return nil }
            return .degree(of: expand.from, types: expand.types, direction: expand.direction)
        case .filter(let predicates):
            // Without duplicates the expand has become this test already.
            guard isExistence, predicates.count == 1, case .argument = plan.children[0].operation else { return nil }
            return predicates[0].degreeAboveZero
        default: return nil
        }
    }

    private mutating func finishNested(
        _ kind: BoundExpression.NestedKind, _ plan: LogicalPlan, column: Slot?, _ arguments: [Slot],
        of source: BoundExpression, _ nested: inout [LogicalPlan]
    ) -> BoundExpression {
        nested.append(
            PlanRewriter.rewritten(
                plan, required: SlotSet(column.map { [$0] } ?? []).union(plan.rowNumbers), rules: rules, slots: &slots,
                nodeCount: estimator.state.nodeCount))
        return .nested(kind, plan: nested.count - 1, column: column, arguments: arguments, source: source)
    }

    mutating func filter(_ predicates: [BoundExpression], on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        guard !predicates.isEmpty else { return input }
        var nested: [LogicalPlan] = []
        var prepared: [BoundExpression] = []
        var rows = input.estimatedRows
        for predicate in predicates {
            rows *= estimator.selectivity(predicate)
            prepared.append(try prepare(predicate, &nested))
        }
        var plan = LogicalPlan(.filter(prepared), [input], estimatedRows: rows, available: input.available)
        plan.nested = nested
        return plan
    }

    mutating func project(
        _ items: [BoundProjection.Item], on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var nested: [LogicalPlan] = []
        var prepared: [BoundProjection.Item] = []
        var available = input.available
        for item in items {
            // A variable that is passed on keeps its slot: nothing to do.
            if case .slot(let slot) = item.expression, slot == item.slot { continue }
            var item = item
            item.expression = try prepare(item.expression, &nested)
            available.insert(item.slot)
            prepared.append(item)
        }
        guard !prepared.isEmpty else { return input }
        var plan = LogicalPlan(
            .project(prepared), [input], estimatedRows: input.estimatedRows, available: available)
        plan.nested = nested
        return plan
    }
}

extension BoundExpression {
    fileprivate static let zero = BoundExpression.literal(.int(0))

    /// The degree of which this says that it is above 0.
    fileprivate var degreeAboveZero: BoundExpression? {
        guard case .compare(.degree(let slot, let types, let direction), .greater, .literal(.int(0))) = self else {
            return nil
        }
        return .degree(of: slot, types: types, direction: direction)
    }

    /// Evaluating it raises no error, whatever the row.
    fileprivate var cannotFail: Bool {
        switch self {
        case .literal, .slot, .path: return true
        default: return false
        }
    }
}

/// A query's plan, with the slots that it uses.
package struct PlannedQuery: Sendable {
    package var plan: LogicalPlan
    package var slots: [SlotInfo]
    var assumptions: [CountAssumption]
}
