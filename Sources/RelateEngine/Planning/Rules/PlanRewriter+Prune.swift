// Where a row that comes twice changes nothing above: duplicates are dropped where they arise.
extension PlanRewriter {
    mutating func prune(_ plan: inout LogicalPlan, duplicatesMatter: Bool) {
        guard rules.contains(.pruning) else { return }
        var matters = true
        switch plan.operation {
        case .distinct: matters = false
        case .aggregate(let aggregation, _):
            matters = aggregation.draws || !aggregation.aggregates.allSatisfy { $0.call.ignoresDuplicates }
        case .filter(let predicates):
            matters = duplicatesMatter || !predicates.allSatisfy(\.isDeterministic)
        case .project(let items):
            matters = duplicatesMatter || !items.allSatisfy { $0.expression.isDeterministic }
        case .expandAll, .expandInto, .expandIntersect, .variableLengthExpand, .indexSeek, .cartesianProduct,
            .valueHashJoin, .semiHashJoin:
            matters = duplicatesMatter
        default: break
        }
        if plan.containsWrites { matters = true }
        if !matters, case .distinct(let keys) = plan.operation { dropEarly(keys, below: &plan.children[0]) }
        for index in plan.children.indices { prune(&plan.children[index], duplicatesMatter: matters) }
        guard !duplicatesMatter else { return }
        switch plan.operation {
        case .expandAll(let expand):
            guard !plan.carries(expand.to), !plan.carries(expand.relationship), expand.distinctFrom.isEmpty else {
                return
            }
            // All that is asked is whether there is one.
            let degree = BoundExpression.degree(of: expand.from, types: expand.types, direction: expand.direction)
            plan.operation = .filter([.compare(degree, .greater, .literal(.int(0)))])
            hasChanged = true
        case .variableLengthExpand(var expand):
            // A shortest way to a node repeats no node, so that each node it finds is found by a trail too. Back to its
            // beginning it must not go along one relationship twice: where relationships are followed in both directions,
            // the operator looks for a circle, which takes that each may be followed in either.
            guard !plan.carries(expand.expand.relationship), expand.expand.distinctFrom.isEmpty, expand.minimum <= 1,
                expand.minimum == 0 || expand.expand.direction != .either || !expand.readsStepNodes
            else { return }
            expand.isPruning = true
            plan.operation = .variableLengthExpand(expand)
            hasChanged = true
        case .valueHashJoin(let join):
            guard rules.contains(.semiJoins), plan.hidesSecondChild(of: plan) else { return }
            plan.operation = .semiHashJoin(join, [])
            plan.estimatedRows = min(plan.estimatedRows, plan.children[0].estimatedRows)
            hasChanged = true
        case .filter(let predicates):
            guard rules.contains(.semiJoins), case .valueHashJoin(let join) = plan.children[0].operation,
                plan.hidesSecondChild(of: plan.children[0]), predicates.allSatisfy(\.isDeterministic)
            else { return }
            plan.operation = .semiHashJoin(join, predicates)
            plan.children = plan.children[0].children
            plan.estimatedRows = min(plan.estimatedRows, plan.children[0].estimatedRows)
            hasChanged = true
        default: return
        }
    }

    /// Of so many times fewer rows than there are nodes about one in a hundred is one that came before.
    private static let rareDuplicates = 64.0

    /// Of `DISTINCT` over what is computed from one node, the node is made distinct first: by its number.
    private mutating func dropEarly(_ keys: [Slot], below plan: inout LogicalPlan) {
        guard case .project(let items) = plan.operation, items.allSatisfy({ $0.expression.isDeterministic }) else {
            return
        }
        let input = plan.children[0]
        // Few of many nodes are hardly ever the same ones: a table of them would cost more than it spares.
        guard input.estimatedRows * Self.rareDuplicates >= Double(nodeCount) else { return }
        guard case .expandAll(let expand) = input.operation, input.carried == [expand.to.index],
            !(keys == [expand.to])
        else { return }
        var distinct = LogicalPlan(
            .distinct([expand.to]), [input], estimatedRows: input.estimatedRows, available: input.available)
        distinct.carried = input.carried
        plan.children[0] = distinct
        hasChanged = true
    }
}

extension LogicalPlan {
    /// Nothing that only the join's second child has is handed on.
    fileprivate func hidesSecondChild(of join: LogicalPlan) -> Bool {
        var own = join.children[1].available
        own.subtract(join.children[0].available)
        return carried.allSatisfy { !own.contains(Slot($0)) }
    }
}

extension BoundExpression {
    /// The same row gives the same value, each time.
    var isDeterministic: Bool {
        if case .function(let function, _, _) = self, !function.isDeterministic { return false }
        if hasSubquery { return false }
        var holds = true
        forEachChild { if holds, !$0.isDeterministic { holds = false } }
        return holds
    }
}
