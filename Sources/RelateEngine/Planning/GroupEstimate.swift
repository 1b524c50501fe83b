/// How many groups rows fall into, from what the keys are made of.
///
/// A key that is a node or relationship has as many values as the rows have of them; one property of it is taken to have
/// the square root of that, and several properties together no more values than there are elements.
struct GroupEstimate {
    let estimator: CardinalityEstimator
    let input: LogicalPlan

    func groups(of keys: [BoundExpression]) -> Double {
        guard !keys.isEmpty else { return 1 }
        var values = 1.0
        var ofElement: [Slot: Double] = [:]
        for key in keys {
            switch key {
            case .literal, .parameter: continue
            case .slot(let slot):
                guard let elements = elements(in: slot) else { return unknown }
                ofElement[slot] = elements
            case .property(.slot(let slot), _, _):
                guard let elements = elements(in: slot) else { return unknown }
                ofElement[slot] = min(elements, (ofElement[slot] ?? 1) * elements.squareRoot())
            default: return unknown
            }
        }
        for count in ofElement.values { values *= count }
        // A scan's own elements are all different.
        return max(1, values < input.estimatedRows ? drawn(values) : input.estimatedRows)
    }

    private var unknown: Double { max(1, input.estimatedRows.squareRoot()) }

    /// How many of so many equally frequent values the rows hold, about: few rows have different ones, many have them all.
    private func drawn(_ values: Double) -> Double { values * input.estimatedRows / (values + input.estimatedRows) }

    /// Different nodes or relationships that the slot can hold; `nil` where it is no element of a pattern.
    private func elements(in slot: Slot) -> Double? {
        var labels: [LabelExpression] = []
        var plan = input
        while let below = plan.children.first(where: { $0.available.contains(slot) }) {
            if case .filter(let predicates) = plan.operation {
                for case .hasLabels(.slot(slot), let found) in predicates { labels.append(found) }
            }
            plan = below
        }
        switch plan.operation {
        case .allNodesScan, .nodeByLabelScan, .nodeByLabelsScan, .indexSeek: return plan.estimatedRows
        case .expandAll(let expand) where expand.relationship == slot:
            return min(plan.estimatedRows, estimator.relationshipCount(expand.types))
        case .relationshipScan(slot, _, _, let types, _): return estimator.relationshipCount(types)
        case .expandAll, .expandIntersect, .variableLengthExpand, .repeatTrail, .relationshipScan:
            return min(plan.estimatedRows, estimator.nodeCount(.and(labels)))
        default: return nil
        }
    }
}
