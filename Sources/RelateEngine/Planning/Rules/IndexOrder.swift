/// Lets an index do a sort: its entries lie in the order of their values already.
///
/// `MATCH (n:L) WHERE n.p > 5 RETURN n ORDER BY n.p LIMIT 10` reads ten entries. A sort goes where its one key is the property
/// that the search below is on, and what lies between keeps the order of rows.
struct IndexOrder {
    let estimator: CardinalityEstimator

    func apply(to plan: inout LogicalPlan) {
        for index in plan.children.indices { apply(to: &plan.children[index]) }
        for index in plan.nested.indices { apply(to: &plan.nested[index]) }
        let keys: [LogicalPlan.SortKey]
        switch plan.operation {
        case .sort(let own), .top(let own, _, _): keys = own
        default: return
        }
        guard keys.count == 1, plan.nested.isEmpty else { return }
        let key = keys[0].expression
        if let wanted = plan.rowsKept { beginAtIndex(&plan.children[0], by: key, wanted: wanted) }
        guard order(&plan.children[0], by: key, isDescending: keys[0].isDescending) else { return }
        switch plan.operation {
        case .sort: plan = plan.children[0]
        case .top(_, let skip, let limit):
            var input = plan.children[0]
            if let skip {
                input = LogicalPlan(
                    .skip(skip), [input], estimatedRows: input.estimatedRows, available: input.available)
            }
            plan = LogicalPlan(
                .limit(limit, isExhaustive: input.containsWrites), [input], estimatedRows: plan.estimatedRows,
                available: input.available)
        default: break
        }
    }

    /// Makes the search at the end of the plan give its finds in order, where it can and what lies between allows it.
    private func order(_ plan: inout LogicalPlan, by key: BoundExpression, isDescending: Bool) -> Bool {
        switch plan.operation {
        case .filter: return order(&plan.children[0], by: key, isDescending: isDescending)
        case .project(let items):
            guard let source = Self.source(of: key, items) else { return false }
            return order(&plan.children[0], by: source, isDescending: isDescending)
        case .indexSeek(var seek):
            guard plan.children.isEmpty, case .property(.slot(let slot), let property, _) = key,
                seek.slots.first == slot, seek.isOrdered(by: property)
            else { return false }
            seek.order = LogicalPlan.IndexSeek.Order(property: property, isDescending: isDescending)
            plan.operation = .indexSeek(seek)
            return true
        default: return false
        }
    }

    /// What a key over a projection's columns is below it.
    static func source(of key: BoundExpression, _ items: [BoundProjection.Item]) -> BoundExpression? {
        switch key {
        case .slot(let slot):
            guard let item = items.first(where: { $0.slot == slot }) else { return nil }
            return item.expression
        case .property(.slot(let slot), let name, let span):
            guard let item = items.first(where: { $0.slot == slot }) else { return key }
            guard case .slot = item.expression else { return nil }
            return .property(of: item.expression, key: name, span: span)
        default: return nil
        }
    }
}

extension LogicalPlan.IndexSeek {
    /// The values of `property` rise along the entries found: those of the properties before it are one each.
    fileprivate func isOrdered(by property: String) -> Bool {
        guard index.kind == .range, let place = index.properties.firstIndex(where: { $0.hasSameBytes(as: property) })
        else { return false }
        if case .relationship(_, _, _, isDirected: false) = target { return false }
        return conditions.prefix(place).allSatisfy { condition in
            if case .equal = condition { return true }
            return false
        } && conditions.count >= place
    }
}
