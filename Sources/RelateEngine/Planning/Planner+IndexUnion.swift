import CypherSyntax

// What several indexes find together: of a disjunction each part by its own, of several labels or types each by its own.
// `n.p = 1 OR n.q > 5`, `(n:A|B {p: 1})`, `-[r:R|S {k: 1}]->`. The predicate itself is tested again on what they find.
extension Planner {
    /// A search for each part.
    struct Alternatives {
        fileprivate(set) var choices: [IndexSelection.Choice]
        var rows: Double { choices.reduce(0) { $0 + $1.rows } }
    }

    /// So many searches at most make up one.
    private static let alternativesLimit = 16

    func nodeAlternatives(_ index: Int, _ work: PatternWork) -> Alternatives? {
        nodeAlternatives(work.pattern.nodes[index], work.pending)
    }

    /// - Parameter all: the predicates that read the node, and perhaps more.
    func nodeAlternatives(_ node: PatternNode, _ all: [PatternWork.Pending]) -> Alternatives? {
        let labels = PatternWork.requiredLabels(of: node.slot, all)
        let count = estimator.nodeCount(node.labels)
        var best: Alternatives?
        for pending in all where pending.reads(only: node.slot) {
            switch pending.expression {
            case .or(let parts) where !labels.isEmpty:
                take(&best, among: count, parts.count) { part in
                    selection(parts[part].conjuncts.map { PatternWork.Pending($0) })
                        .best(node.slot, entity: .node, tokens: labels, target: .node(node.slot))
                }
            case .hasLabels(.slot(node.slot), .or(let parts)):
                take(&best, among: count, parts.count) { part in
                    guard case .label(let label) = parts[part] else { return nil }
                    return selection(all)
                        .best(node.slot, entity: .node, tokens: [label], target: .node(node.slot))
                }
            default: continue
            }
        }
        return best
    }

    func relationshipAlternatives(_ index: Int, _ work: PatternWork) -> Alternatives? {
        guard let (target, types) = relationshipTarget(index, work) else { return nil }
        let slot = work.pattern.relationships[index].slot
        let count = estimator.relationshipCount(types)
        var best: Alternatives?
        if types.count > 1 {
            take(&best, among: count, types.count) { part in
                selection(work.pending).best(slot, entity: .relationship, tokens: [types[part]], target: target)
            }
            return best
        }
        for pending in work.pending where pending.reads(only: slot) {
            guard case .or(let parts) = pending.expression else { continue }
            take(&best, among: count, parts.count) { part in
                selection(parts[part].conjuncts.map { PatternWork.Pending($0) })
                    .best(slot, entity: .relationship, tokens: types, target: target)
            }
        }
        return best
    }

    private func selection(_ pending: [PatternWork.Pending]) -> IndexSelection {
        IndexSelection(estimator: estimator, pending: pending, available: SlotSet())
    }

    /// Better ones than the best so far, where every part has an index that beats a scan, and so do all together.
    private func take(
        _ best: inout Alternatives?, among count: Double, _ parts: Int,
        _ choice: (Int) -> IndexSelection.Choice?
    ) {
        guard 2...Self.alternativesLimit ~= parts else { return }
        var found = Alternatives(choices: [])
        for part in 0..<parts {
            guard let choice = choice(part), choice.isWorthwhile(among: count) else { return }
            found.choices.append(choice)
        }
        guard IndexSelection.Choice.isWorthwhile(found.rows, among: count),
            best.map({ found.rows < $0.rows }) ?? true
        else { return }
        best = found
    }

    // MARK: Making the operators

    mutating func seek(_ alternatives: Alternatives, node index: Int, _ work: inout PatternWork) -> LogicalPlan {
        let slot = work.pattern.nodes[index].slot
        work.solvedNodes.insert(index)
        let labels = Set(alternatives.choices.map { $0.seek.index.labelsOrTypes.first ?? "" })
        if labels.count == 1, let label = labels.first { work.dropLabelPredicate(of: slot, label) }
        return union(alternatives, [slot], slots[slot.index].name, isBackward: isBackward(index, work))
    }

    mutating func seek(_ alternatives: Alternatives, relationship index: Int, _ work: inout PatternWork) -> LogicalPlan
    {
        let slot = work.pattern.relationships[index].slot
        let found = alternatives.choices.first?.seek.slots ?? []
        solve(relationship: index, &work, SlotSet(found))
        return union(alternatives, found, slots[slot.index].name, isBackward: false)
    }

    /// Each once, whichever of the searches find it.
    private func union(
        _ alternatives: Alternatives, _ found: [Slot], _ name: String, isBackward: Bool
    ) -> LogicalPlan {
        let available = SlotSet(found)
        let seeks = alternatives.choices.enumerated().map { place, choice in
            var seek = LogicalPlan(.indexSeek(choice.seek), estimatedRows: choice.rows, available: available)
            if place == 0 {
                let indexes = alternatives.choices.map(\.seek.index.name).joined(separator: ", ")
                seek.start = PlanStart(
                    element: name, backward: isBackward,
                    reason: "indexes \(indexes): about \(Self.number(alternatives.rows.rounded())) entries")
            }
            return seek
        }
        let all = seeks.dropFirst().reduce(seeks[0]) { left, right in
            LogicalPlan(
                .unionAll(left: found, right: found, columns: found), [left, right],
                estimatedRows: left.estimatedRows + right.estimatedRows, available: available)
        }
        return LogicalPlan(.distinct(found), [all], estimatedRows: all.estimatedRows, available: available)
    }
}
