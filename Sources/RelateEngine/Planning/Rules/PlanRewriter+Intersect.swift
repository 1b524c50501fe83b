// Cycles: the node that closes one is found by intersection.
extension PlanRewriter {
    /// `Expand(All)` to a new node, then (behind filters) `Expand(Into)` from it to a node of before.
    mutating func intersect(_ plan: inout LogicalPlan) {
        for index in plan.children.indices { intersect(&plan.children[index]) }
        guard rules.contains(.intersections), case .expandInto(let closing) = plan.operation else { return }
        var filters: [LogicalPlan] = []
        var below = plan.children[0]
        while case .filter = below.operation {
            filters.append(below)
            below = below.children[0]
        }
        guard case .expandAll(let opening) = below.operation, closing.from != closing.to,
            closing.from == opening.to || closing.to == opening.to
        else { return }
        let second = closing.to == opening.to ? closing : closing.turned
        let input = below.children[0]
        guard second.from != opening.to, input.available.contains(second.from) else { return }
        var expand = LogicalPlan.ExpandIntersect(first: opening, second: second, multiplicity: nil)
        expand.matchedEnds = input.ends(
            of: expand.first.distinctFrom
                + expand.second.distinctFrom.filter {
                    $0 != expand.first.relationship
                })
        if input.changes(opening.from, noMoreOftenThan: second.from) { expand.swapSides() }
        var result = LogicalPlan(
            .expandIntersect(expand), [input], estimatedRows: plan.estimatedRows, available: plan.available)
        result.start = below.start
        // What the filters ask is asked of fewer rows now.
        for filter in filters.reversed() {
            var above = LogicalPlan(
                filter.operation, [result], estimatedRows: plan.estimatedRows, available: plan.available)
            above.nested = filter.nested
            result = above
        }
        result.rowNumber = plan.rowNumber
        result.isSteady = plan.isSteady
        plan = result
        hasChanged = true
    }
}

extension LogicalPlan.Expand {
    /// The same relationships, seen from the other end.
    var turned: LogicalPlan.Expand {
        var result = self
        (result.from, result.to) = (to, from)
        result.direction = direction.reversed
        return result
    }
}

extension LogicalPlan.ExpandIntersect {
    /// First and second change places.
    mutating func swapSides() {
        let mustDiffer = second.distinctFrom.contains(first.relationship)
        second.distinctFrom.removeAll { $0 == first.relationship }
        (first, second) = (second, first)
        if mustDiffer { second.distinctFrom.append(first.relationship) }
    }
}

extension LogicalPlan {
    /// The nodes at the ends of some relationships, where each is found by a single expand below.
    fileprivate func ends(of relationships: [Slot]) -> [Slot]? {
        var open = relationships
        var found = SlotSet()
        var plan: LogicalPlan? = self
        while let current = plan, !open.isEmpty {
            var expands: [LogicalPlan.Expand] = []
            switch current.operation {
            case .expandAll(let expand), .expandInto(let expand): expands = [expand]
            case .expandIntersect(let expand): expands = [expand.first, expand.second]
            case .filter, .project, .allNodesScan, .nodeByLabelScan, .nodeByLabelsScan: break
            default: return nil
            }
            for expand in expands where open.contains(expand.relationship) {
                open.removeAll { $0 == expand.relationship }
                found.formUnion(SlotSet([expand.from, expand.to]))
            }
            plan = current.children.first
        }
        return open.isEmpty && found.isSubset(of: available) ? found.slots : nil
    }

    /// From row to row `slot` stays the same at least as long as `other`: it got its value further below.
    fileprivate func changes(_ slot: Slot, noMoreOftenThan other: Slot) -> Bool {
        var plan = self
        while true {
            guard let input = plan.children.first, plan.children.count == 1 else { return false }
            let hasSlot = input.available.contains(slot)
            let hasOther = input.available.contains(other)
            if hasSlot != hasOther { return hasSlot }
            if !hasSlot { return false }
            plan = input
        }
    }
}
