import CypherSyntax

// Few rows of many in the order of a property: `MATCH (n:L) WHERE n.p > 5 RETURN n ORDER BY n.p LIMIT 10`. However much of the
// label the condition lets through, the index of `n.p` gives the first ten at once.
extension IndexOrder {
    /// What an entry of the index costs, read in order and looked at one by one, by what a scanned row costs.
    private static let entryCost = 8.0

    /// Puts a search of the index on the sort's property in the place of a scan, where that ends much earlier. A condition on
    /// the property has to be there: what lacks it is not in the index.
    func beginAtIndex(_ plan: inout LogicalPlan, by key: BoundExpression, wanted: Double) {
        switch plan.operation {
        case .project(let items):
            guard let source = Self.source(of: key, items) else { return }
            beginAtIndex(&plan.children[0], by: source, wanted: wanted)
        case .filter(let predicates):
            guard plan.nested.isEmpty, case .property(.slot(let slot), let property, _) = key,
                let scan = Scan(plan.children[0]), scan.slot == slot,
                let search = search(scan, property, predicates, wanted: wanted)
            else { return }
            var leaf = LogicalPlan(
                .indexSeek(search.seek), estimatedRows: search.rows, available: plan.children[0].available)
            leaf.start = PlanStart(
                element: plan.children[0].start?.element ?? "", backward: plan.children[0].start?.backward ?? false,
                reason: "index \(search.seek.index.name): its order is the one asked for")
            let rest = predicates.indices.filter { !search.consumed.contains($0) }.map { predicates[$0] }
            if rest.isEmpty {
                plan = leaf
            } else {
                plan = LogicalPlan(
                    .filter(rest), [leaf], estimatedRows: plan.estimatedRows, available: plan.available)
            }
        default: return
        }
    }

    /// A scan that an index of the same label or type can stand for.
    private struct Scan {
        let slot: Slot
        let token: String
        let target: LogicalPlan.IndexSeek.Target
        let rows: Double

        init?(_ plan: LogicalPlan) {
            rows = plan.estimatedRows
            switch plan.operation {
            case .nodeByLabelScan(let slot, let label): (self.slot, token, target) = (slot, label, .node(slot))
            case .relationshipScan(let relationship, let from, let to, let types?, isDirected: true)
            where types.count == 1:
                (slot, token) = (relationship, types[0])
                target = .relationship(relationship, from: from, to: to, isDirected: true)
            default: return nil
            }
        }
    }

    private func search(
        _ scan: Scan, _ property: String, _ predicates: [BoundExpression], wanted: Double
    ) -> (seek: LogicalPlan.IndexSeek, rows: Double, consumed: [Int])? {
        let entity: EntityKind = if case .node = scan.target { .node } else { .relationship }
        let index = estimator.state.schema.indexes.first { index in
            index.kind == .range && index.entity == entity && index.labelsOrTypes == [scan.token]
                && index.properties.count == 1 && index.properties[0].hasSameBytes(as: property)
        }
        guard let index, let entries = estimator.state.liveIndex(id: index.id)?.range?.entries else { return nil }
        let pending = predicates.map { PatternWork.Pending($0) }
        let terms = IndexTerm.terms(of: pending, on: scan.slot, available: SlotSet())
        guard let (condition, used) = IndexTerm.condition(terms.filter { $0.key.hasSameBytes(as: property) }) else {
            return nil
        }
        let consumed = IndexTerm.whole(used, of: terms)
        // Of the entries only so many pass the other tests.
        let share = predicates.indices.filter { !consumed.contains($0) }
            .reduce(1.0) { $0 * estimator.selectivity(predicates[$1]) }
        guard wanted / max(share, 1e-9) * Self.entryCost < scan.rows else { return nil }
        let seek = LogicalPlan.IndexSeek(
            index: index, target: scan.target, conditions: [condition], predicates: consumed.map { predicates[$0] })
        return (
            seek, IndexEstimate(entries, isUnique: index.owningConstraint != nil).rows([condition], of: 1), consumed
        )
    }
}

extension LogicalPlan {
    /// Of a `Top` whose numbers stand in the statement: rows that it has to see at least.
    var rowsKept: Double? {
        guard case .top(_, let skip, .literal(.int(let limit))) = operation else { return nil }
        switch skip {
        case nil: return Double(limit)
        case .literal(.int(let skipped)): return Double(limit) + Double(skipped)
        default: return nil
        }
    }
}
