import CypherSyntax

// Where a pattern begins at an index: by constants, or for each row by what the row holds.
extension Planner {
    private var state: GraphState { estimator.state }

    // MARK: Choosing

    /// The best index for a node of the pattern; search values may read `available`.
    func nodeSeek(
        _ index: Int, _ work: PatternWork, reading available: SlotSet, only: IndexDefinition? = nil
    ) -> IndexSelection.Choice? {
        let slot = work.pattern.nodes[index].slot
        return IndexSelection(estimator: estimator, pending: work.pending, available: available)
            .best(slot, entity: .node, tokens: work.requiredLabels(of: slot), target: .node(slot), only: only)
    }

    /// The same, where the predicates have been sorted by what they read.
    func nodeSeek(
        _ index: Int, _ work: PatternWork, _ pending: PendingBySlot, reading available: SlotSet
    ) -> IndexSelection.Choice? {
        let slot = work.pattern.nodes[index].slot
        let own = pending.of(slot)
        var choice = IndexSelection(estimator: estimator, pending: own, available: available)
            .best(slot, entity: .node, tokens: PatternWork.requiredLabels(of: slot, own), target: .node(slot))
        if let found = choice {
            let numbers = pending.numbers(of: slot)
            choice?.consumed = found.consumed.map { numbers[$0] }
        }
        return choice
    }

    /// Likewise for a single relationship of one type, whose ends nothing is known of.
    func relationshipSeek(
        _ index: Int, _ work: PatternWork, reading available: SlotSet, only: IndexDefinition? = nil
    ) -> IndexSelection.Choice? {
        guard let (target, types) = relationshipTarget(index, work), types.count == 1 else { return nil }
        let relationship = work.pattern.relationships[index]
        var choice = IndexSelection(estimator: estimator, pending: work.pending, available: available)
            .best(relationship.slot, entity: .relationship, tokens: types, target: target, only: only)
        if relationship.direction == .either { choice?.rows *= 2 }
        return choice
    }

    /// What a search for the relationship gives, and its types; `nil` where a pattern cannot begin with it.
    func relationshipTarget(
        _ index: Int, _ work: PatternWork
    ) -> (target: LogicalPlan.IndexSeek.Target, types: [String])? {
        let relationship = work.pattern.relationships[index]
        guard relationship.isSingle, !relationship.isBound, relationship.left != relationship.right,
            !work.solvedNodes.contains(relationship.left), !work.solvedNodes.contains(relationship.right),
            let types = relationship.types?.plainAlternatives
        else { return nil }
        let left = work.pattern.nodes[relationship.left].slot
        let right = work.pattern.nodes[relationship.right].slot
        let isTurned = relationship.direction == .rightToLeft
        let target = LogicalPlan.IndexSeek.Target.relationship(
            relationship.slot, from: isTurned ? right : left, to: isTurned ? left : right,
            isDirected: relationship.direction != .either)
        return (target, types)
    }

    // MARK: Seeking for each row

    /// `input` with what an index finds for each of its rows, and what hangs on that; `nil` where no search value comes from
    /// the rows, or where looking each up costs more than to read all once.
    mutating func seekPerRow(_ work: inout PatternWork, on input: LogicalPlan) throws(EngineError) -> LogicalPlan? {
        guard let (element, choice) = bestPerRow(work, input) else { return nil }
        return try walk(&work, on: plan(choice, element, &work, on: input))
    }

    /// The same for the rows of a part that is planned by itself: an equality between two parts is looked up, not joined,
    /// where one of them has few rows and the other an index.
    mutating func seekPerRow(of islands: inout [LogicalPlan], _ work: inout PatternWork) throws(EngineError) -> Bool {
        // Those before it have been looked at: nothing new can be looked up for their rows since.
        for place in islands.indices.suffix(1) {
            if let sought = try seekPerRow(&work, on: islands[place]) {
                islands[place] = sought
                return true
            }
        }
        return false
    }

    private enum Element {
        case node(Int)
        case relationship(Int)
    }

    private func bestPerRow(_ work: PatternWork, _ input: LogicalPlan) -> (Element, IndexSelection.Choice)? {
        // Rows that are given from outside are looked up as they come; the statement's one empty row needs no input.
        var isArgument = false
        if case .argument = input.operation { isArgument = !input.available.isEmpty || !outer.isEmpty }
        var best: (Element, IndexSelection.Choice)?
        let pending = PendingBySlot(work.pending)
        func consider(_ element: Element, _ choice: IndexSelection.Choice?, of all: Double) {
            guard let choice, choice.isCorrelated || isArgument else { return }
            let seekCost = input.estimatedRows * (Self.seekCost + Self.foundCost * choice.rows)
            let joinCost = all * Self.scanCost + input.estimatedRows * Self.joinCost
            guard seekCost < joinCost || choice.rows <= 2 && input.estimatedRows <= Self.fewRows else { return }
            if best.map({ choice.rows < $0.1.rows }) ?? true { best = (element, choice) }
        }
        for index in work.pattern.nodes.indices where !work.solvedNodes.contains(index) && work.mayStart(atNode: index)
        {
            let choice = nodeSeek(index, work, pending, reading: input.available)
            consider(.node(index), choice, of: estimator.nodeCount(work.pattern.nodes[index].labels))
        }
        for index in work.pattern.relationships.indices
        where !work.solvedRelationships.contains(index) && work.expandHints[index] == nil {
            let choice = relationshipSeek(index, work, reading: input.available)
            let types = work.pattern.relationships[index].types.flatMap(\.plainAlternatives)
            consider(.relationship(index), choice, of: estimator.relationshipCount(types))
        }
        return best
    }

    // Nanoseconds, as measured: of one look-up, of an element that it finds, of an element scanned into a hash table, and of a
    // row that looks into that.
    private static let seekCost = 500.0
    private static let foundCost = 20.0
    private static let scanCost = 40.0
    private static let joinCost = 100.0
    /// For so many rows an index is used wherever it finds one element or two: how many there will be is often a guess.
    private static let fewRows = 100.0

    // MARK: Making the operator

    /// The leaf that begins with an index's finds by constants.
    mutating func seek(
        _ choice: IndexSelection.Choice, node index: Int, _ work: inout PatternWork, available: SlotSet
    ) -> LogicalPlan {
        let leaf = LogicalPlan(.argument, estimatedRows: 1, available: available)
        return plan(choice, .node(index), &work, on: leaf, isLeaf: true)
    }

    mutating func seek(
        _ choice: IndexSelection.Choice, relationship index: Int, _ work: inout PatternWork, available: SlotSet
    ) -> LogicalPlan {
        let leaf = LogicalPlan(.argument, estimatedRows: 1, available: available)
        return plan(choice, .relationship(index), &work, on: leaf, isLeaf: true)
    }

    mutating func seek(
        _ choice: IndexSelection.Choice, node index: Int, _ work: inout PatternWork, on input: LogicalPlan
    ) -> LogicalPlan {
        plan(choice, .node(index), &work, on: input)
    }

    mutating func seek(
        _ choice: IndexSelection.Choice, relationship index: Int, _ work: inout PatternWork, on input: LogicalPlan
    ) -> LogicalPlan {
        plan(choice, .relationship(index), &work, on: input)
    }

    private mutating func plan(
        _ choice: IndexSelection.Choice, _ element: Element, _ work: inout PatternWork, on input: LogicalPlan,
        isLeaf: Bool = false
    ) -> LogicalPlan {
        for index in choice.consumed.reversed() { work.pending.remove(at: index) }
        var available = input.available
        for slot in choice.seek.slots { available.insert(slot) }
        let name: String
        let isTurned: Bool
        switch element {
        case .node(let index):
            let slot = work.pattern.nodes[index].slot
            work.solvedNodes.insert(index)
            work.dropLabelPredicate(of: slot, choice.seek.index.labelsOrTypes.first ?? "")
            name = slots[slot.index].name
            isTurned = isBackward(index, work)
        case .relationship(let index):
            let relationship = work.pattern.relationships[index]
            solve(relationship: index, &work, available)
            name = slots[relationship.slot.index].name
            isTurned = false
        }
        var plan = LogicalPlan(
            .indexSeek(choice.seek), isLeaf ? [] : [input], estimatedRows: input.estimatedRows * choice.rows,
            available: available)
        let entries = state.liveIndex(id: choice.seek.index.id)?.structure.entryCount ?? 0
        let about = choice.rows >= 10 || choice.rows == choice.rows.rounded() ? choice.rows.rounded() : choice.rows
        plan.start = PlanStart(
            element: name, backward: isTurned,
            reason: "index \(choice.seek.index.name): about \(Self.number(about)) of \(entries) entries"
                + (choice.isCorrelated ? " a row" : ""))
        return plan
    }

    /// The relationship was found by itself, and its ends with it.
    mutating func solve(relationship index: Int, _ work: inout PatternWork, _ available: SlotSet) {
        let relationship = work.pattern.relationships[index]
        work.solvedRelationships.insert(index)
        work.solvedNodes.insert(relationship.left)
        work.solvedNodes.insert(relationship.right)
        for slot in tellApart(index, &work, whereAvailable: available) where slot != relationship.slot {
            work.pending.append(PatternWork.Pending(.compare(.slot(relationship.slot), .notEqual, .slot(slot))))
        }
    }

    static func number(_ rows: Double) -> String {
        if rows == rows.rounded(), abs(rows) < 9e15 { return String(Int64(rows)) }
        return String((rows * 10).rounded() / 10)
    }
}
