// What a match brings and nobody reads is not made; a repeated step is a walk of variable length.
extension PlanRewriter {
    /// Paths, and other variables whose values cannot fail, go where nobody reads them.
    mutating func dropUnread(_ plan: inout LogicalPlan) {
        guard rules.contains(.unreadVariables) else { return }
        for index in plan.children.indices { dropUnread(&plan.children[index]) }
        guard case .project(let items) = plan.operation, plan.nested.isEmpty else { return }
        let kept = items.filter { plan.carries($0.slot) || !$0.expression.isFreeToDrop }
        guard kept.count < items.count else { return }
        hasChanged = true
        guard kept.isEmpty else {
            plan.operation = .project(kept)
            return
        }
        var input = plan.children[0]
        input.rowNumber = plan.rowNumber
        input.isSteady = plan.isSteady
        input.available = plan.available
        plan = input
    }

    /// `((x)-[r:R]->(y) WHERE p){1, 5}`, of whose variables at most the list of relationships is read.
    mutating func walkRepetitions(_ plan: inout LogicalPlan) {
        guard rules.contains(.repeatedSteps) else { return }
        for index in plan.children.indices { walkRepetitions(&plan.children[index]) }
        guard case .repeatTrail(let trail) = plan.operation, let step = RepeatedStep(plan.children[1], of: trail) else {
            return
        }
        var lists: [Slot] = []
        for variable in trail.groupVariables where plan.carries(variable.outer) {
            guard variable.inner == step.expand.relationship else { return }
            lists.append(variable.outer)
        }
        let read = step.predicates.reduce(into: SlotSet()) { $1.collectFreeSlots(into: &$0) }
        let walk = LogicalPlan.VariableLengthExpand(
            expand: LogicalPlan.Expand(
                from: trail.from, relationship: trail.relationships, to: trail.to, direction: step.expand.direction,
                types: step.expand.types, distinctFrom: trail.distinctFrom), minimum: trail.minimum,
            maximum: trail.maximum, isInto: trail.isInto, isReversed: trail.isReversed, predicates: step.predicates,
            element: step.predicates.isEmpty ? nil : step.expand.relationship,
            stepFrom: read.contains(step.expand.from) ? step.expand.from : nil,
            stepTo: read.contains(step.expand.to) ? step.expand.to : nil)
        // What is above may want no more than the list's own name.
        var result = plan.replacing(.variableLengthExpand(walk), available: lists.isEmpty ? [] : [trail.relationships])
        result.children = [plan.children[0]]
        result.nested = step.nested
        if !lists.isEmpty {
            let items = lists.map {
                BoundProjection.Item(slot: $0, name: slots[$0.index].name, expression: .slot(trail.relationships))
            }
            var named = LogicalPlan(
                .project(items), [result], estimatedRows: plan.estimatedRows, available: plan.available)
            named.rowNumber = plan.rowNumber
            named.isSteady = plan.isSteady
            result.rowNumber = nil
            named.children = [result]
            result = named
        }
        plan = result
        hasChanged = true
    }

    /// `OPTIONAL MATCH` of one hop from what is given.
    mutating func expandOptionally(_ plan: inout LogicalPlan) {
        guard rules.contains(.optionalExpands) else { return }
        for index in plan.children.indices { expandOptionally(&plan.children[index]) }
        guard case .optionalApply(let introduced) = plan.operation, plan.children[1].rowNumber != nil else { return }
        var inner = plan.children[1]
        var predicates: [BoundExpression] = []
        var nested: [LogicalPlan] = []
        if case .filter(let tests) = inner.operation {
            predicates = tests
            nested = inner.nested
            inner = inner.children[0]
        }
        let step: LogicalPlan.OptionalExpand
        switch inner.operation {
        case .expandAll(let expand):
            guard !introduced.contains(expand.from) else { return }
            step = LogicalPlan.OptionalExpand(
                expand: expand, isInto: false, predicates: predicates, introduced: introduced)
        case .expandInto(let expand):
            guard !introduced.contains(expand.from), !introduced.contains(expand.to) else { return }
            step = LogicalPlan.OptionalExpand(
                expand: expand, isInto: true, predicates: predicates, introduced: introduced)
        default: return
        }
        guard inner.children[0].isArgument, !nested.contains(where: \.containsWrites) else { return }
        var result = plan.replacing(.optionalExpand(step))
        result.children = [plan.children[0]]
        result.nested = nested
        plan = result
        hasChanged = true
    }

    /// What one repetition does, where it follows one relationship and tests what it finds.
    private struct RepeatedStep {
        var expand: LogicalPlan.Expand
        var predicates: [BoundExpression] = []
        var nested: [LogicalPlan] = []

        init?(_ inner: LogicalPlan, of trail: LogicalPlan.RepeatTrail) {
            var plan = inner
            var expand: LogicalPlan.Expand?
            var predicates: [BoundExpression] = []
            var nested: [LogicalPlan] = []
            walk: while true {
                switch plan.operation {
                case .filter(let tests):
                    // Subqueries are known by their place in one list.
                    guard plan.nested.isEmpty || nested.isEmpty else { return nil }
                    nested += plan.nested
                    predicates += tests
                case .expandAll(let step):
                    guard expand == nil, step.from == trail.innerFrom, step.to == trail.innerTo,
                        step.distinctFrom.isEmpty
                    else { return nil }
                    expand = step
                case .argument: break walk
                default: return nil
                }
                plan = plan.children[0]
            }
            guard let expand else { return nil }
            self.expand = expand
            self.predicates = predicates.filter { !$0.hasSubquery } + predicates.filter(\.hasSubquery)
            self.nested = nested
        }
    }
}

extension LogicalPlan.VariableLengthExpand {
    /// Its conditions read the nodes of a step: it may go one way and not back.
    var readsStepNodes: Bool { stepFrom != nil || stepTo != nil }
}

extension BoundExpression {
    /// Evaluating it raises no error and changes nothing, whatever the row.
    fileprivate var isFreeToDrop: Bool {
        switch unplaced {
        case .literal, .slot, .path: return true
        default: return false
        }
    }
}
