import CypherSyntax

// `USING INDEX`, `USING SCAN`: where a pattern begins because the statement says so.
extension Planner {
    private var state: GraphState { estimator.state }

    /// `input` with what the hints begin at. A hint for an index that does not exist is passed over; a notification says so.
    ///
    /// - Parameter isSplit: join hints cut the pattern into sides, each of which is walked before it is joined.
    mutating func planHinted(
        _ hints: [BoundHint], isSplit: Bool, _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var plan = input
        for hint in hints {
            switch hint {
            case .join, .expand: continue
            case .scan(let variable, let label): plan = try scan(variable, label, isSplit: isSplit, &work, on: plan)
            case .index(let variable, let label, let properties, let kind, let isSeek):
                guard let index = state.schema.index(hintedBy: label, properties, kind: kind) else { continue }
                plan = try seek(variable, index, isSeek: isSeek, isSplit: isSplit, &work, on: plan)
            }
        }
        return plan
    }

    private mutating func seek(
        _ variable: Slot, _ index: IndexDefinition, isSeek: Bool, isSplit: Bool, _ work: inout PatternWork,
        on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var choice: IndexSelection.Choice?
        var node: Int?
        var relationship: Int?
        if let place = work.pattern.nodes.firstIndex(where: { $0.slot == variable }),
            !work.solvedNodes.contains(place), index.entity == .node
        {
            node = place
            choice = nodeSeek(place, work, reading: input.available, only: index)
        } else if let place = work.pattern.relationships.firstIndex(where: { $0.slot == variable }),
            !work.solvedRelationships.contains(place), index.entity == .relationship
        {
            relationship = place
            choice = relationshipSeek(place, work, reading: input.available, only: index)
        }
        let name = slots[variable.index].name
        guard let choice else {
            throw .hintUnusable(
                "USING INDEX \(name):\(index.hintText)",
                "the pattern needs the label or type of `\(name)` and a predicate on each property of the index")
        }
        if case .exists? = choice.seek.conditions.first, isSeek {
            throw .hintUnusable("USING INDEX SEEK \(name):\(index.hintText)", "no predicate gives a value to seek")
        }
        let isOnRows = choice.isCorrelated || !input.available.isEmpty && input.isArgument
        if let node {
            if isOnRows { return seek(choice, node: node, &work, on: input) }
            let available = outer.intersection(input.available)
            let leaf = seek(choice, node: node, &work, available: available)
            return try join(input, isSplit ? walk(&work, on: leaf) : leaf, &work)
        }
        guard let relationship else { return input }
        if isOnRows { return seek(choice, relationship: relationship, &work, on: input) }
        let leaf = seek(
            choice, relationship: relationship, &work, available: outer.intersection(input.available))
        return try join(input, isSplit ? walk(&work, on: leaf) : leaf, &work)
    }

    private mutating func scan(
        _ variable: Slot, _ label: String, isSplit: Bool, _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        let name = slots[variable.index].name
        if let place = work.pattern.relationships.firstIndex(where: { $0.slot == variable }),
            !work.solvedRelationships.contains(place), let (_, types) = relationshipTarget(place, work),
            types == [label]
        {
            let plan = scan(relationship: place, &work, reason: "the hint USING SCAN")
            return try join(input, isSplit ? walk(&work, on: plan) : plan, &work)
        }
        guard let place = work.pattern.nodes.firstIndex(where: { $0.slot == variable }),
            !work.solvedNodes.contains(place), work.requiredLabels(of: variable).contains(label)
        else {
            throw .hintUnusable(
                "USING SCAN \(name):\(BoundText.quoted(label))",
                "the pattern needs the label of the node, or the one type of the relationship `\(name)`, and no value "
                    + "given before")
        }
        work.solvedNodes.insert(place)
        work.dropLabelPredicate(of: variable, label)
        var available = outer.intersection(input.available)
        available.insert(variable)
        var plan = LogicalPlan(
            .nodeByLabelScan(variable, label: label), estimatedRows: estimator.nodeCount(.label(label)),
            available: available)
        plan.start = PlanStart(element: name, backward: isBackward(place, work), reason: "the hint USING SCAN")
        return try join(input, isSplit ? walk(&work, on: plan) : plan, &work)
    }
}

extension SchemaCatalog {
    /// The index that a hint means; of several kinds the one that it names, else a range index first.
    func index(hintedBy token: String, _ properties: [String], kind: String?) -> IndexDefinition? {
        let found = indexes.filter { index in
            index.labelsOrTypes == [token] && index.properties == properties
                && (kind.map { $0 == index.kind.rawValue } ?? true)
        }
        return found.first { $0.kind == .range } ?? found.first
    }
}

extension IndexDefinition {
    /// As a hint writes it: `L(p, q)`.
    fileprivate var hintText: String {
        let keys = properties.map { BoundText.quoted($0) }.joined(separator: ", ")
        return "\(labelsOrTypes.map { BoundText.quoted($0) }.joined(separator: "|"))(\(keys))"
    }
}

extension EngineError {
    /// A hint that the clause gives no way to follow.
    ///
    /// - Source: status 42N77.
    static func hintUnusable(_ hint: String, _ reason: String) -> EngineError {
        EngineError(
            .syntaxError.with(gqlStatus: "42N77"), stage: .compile,
            "syntax error: InvalidHint: \(hint) cannot be followed: \(reason)")
    }
}
