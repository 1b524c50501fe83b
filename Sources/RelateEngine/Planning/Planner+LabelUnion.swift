// Nodes of which each has one of several labels: `(n:A|B)`, `(n:(A|B)&!C)`, `(n:(A&B)|C)`.
extension Planner {
    /// Labels of which every fitting node has one at least, the fewest nodes; `nil` where a node may have none.
    func labelUnion(_ labels: LabelExpression?) -> LabelExpression? {
        guard let labels else { return nil }
        let unions = labels.conjuncts.compactMap { part -> LabelExpression? in
            guard case .or(let alternatives) = part else { return nil }
            let rarest = alternatives.compactMap(rarestLabels)
            guard rarest.count == alternatives.count else { return nil }
            var names: [String] = []
            var seen: Set<String> = []
            for name in rarest.joined() where seen.insert(name).inserted { names.append(name) }
            return .or(names.map { .label($0) })
        }
        return unions.min { estimator.nodeCount($0) < estimator.nodeCount($1) }
    }

    /// The same of a part, by name.
    private func rarestLabels(_ labels: LabelExpression) -> [String]? {
        switch labels {
        case .label(let name): return [name]
        case .or(let parts):
            let rarest = parts.compactMap(rarestLabels)
            return rarest.count == parts.count ? Array(rarest.joined()) : nil
        case .and(let parts):
            return parts.compactMap(rarestLabels).min {
                estimator.nodeCount(.or($0.map { .label($0) })) < estimator.nodeCount(.or($1.map { .label($0) }))
            }
        case .dynamic, .wildcard, .not: return nil
        }
    }

    /// - Parameter union: of labels.
    mutating func scan(
        node index: Int, _ union: LabelExpression, _ work: inout PatternWork, available: SlotSet
    ) -> LogicalPlan {
        let slot = work.pattern.nodes[index].slot
        let names = union.alternativeLabels ?? []
        work.pending.removeAll { pending in
            pending.expression.labels(of: slot)?.alternativeLabels.map { Set($0) == Set(names) } ?? false
        }
        let rows = estimator.nodeCount(union)
        var plan = LogicalPlan(.nodeByLabelsScan(slot, labels: names), estimatedRows: rows, available: available)
        plan.start = PlanStart(
            element: slots[slot.index].name, backward: isBackward(index, work),
            reason: "fewest candidates: labels \(names.joined(separator: ", ")), about \(Int(rows)) nodes")
        return plan
    }
}

extension LabelExpression {
    /// `A|B` as names; `nil` for what is no alternative of plain labels.
    fileprivate var alternativeLabels: [String]? {
        switch self {
        case .label(let name): return [name]
        case .or(let parts):
            let names = parts.compactMap(\.alternativeLabels)
            return names.count == parts.count ? Array(names.joined()) : nil
        case .and, .dynamic, .wildcard, .not: return nil
        }
    }
}
