// `MATCH`: the order in which a graph pattern is walked.
extension Planner {
    mutating func plan(_ match: BoundMatch, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        let draws = ClauseEffects(of: .match(match)).draws
        guard match.isOptional || draws && !input.isArgument else { return try planPattern(match, on: input) }
        var given = SlotSet(match.arguments).intersection(input.available)
        // Of what is drawn, as by `rand()`, each row of the input has draws of its own.
        let rowNumber = draws ? nil : addRowNumber(to: &given)
        let argument = LogicalPlan(.argument, estimatedRows: 1, available: given)
        var inner = try planPattern(match, on: argument)
        inner = inner.batched(by: rowNumber) ?? inner
        var introduced = SlotSet(match.pattern.introducedSlots)
        if let score = match.search?.score { introduced.insert(score) }
        introduced.subtract(input.available)
        return LogicalPlan(
            match.isOptional ? .optionalApply(introduced: introduced.slots) : .apply, [input, inner],
            estimatedRows: input.estimatedRows * max(1, inner.estimatedRows),
            available: input.available.union(introduced))
    }

    private mutating func planPattern(_ match: BoundMatch, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        try planPattern(match.pattern, match.predicates, hints: match.hints, search: match.search, on: input)
    }

    /// The pattern's matches for each row of `input`.
    mutating func planPattern(
        _ pattern: QueryGraph, _ predicates: [BoundExpression], hints: [BoundHint] = [], search: BoundSearch? = nil,
        on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        guard pattern.relationships.count < Limits.planDepthLimit else {
            throw .planTooDeep(pattern.relationships.count)
        }
        var work = PatternWork(pattern, predicates)
        let draws = work.takeDraws()
        for index in pattern.paths.indices { try planSelector(index, &work) }
        var plan = input
        plan = try applyReady(&work, on: plan)
        if let search { plan = try self.search(search, &work, on: plan) }
        // What hangs on variables that have a value already is walked from them.
        for node in pattern.nodes.indices where pattern.nodes[node].isBound { work.solvedNodes.insert(node) }
        try noteExpandHints(hints, &work)
        let isSplit = split(&work, at: hints, on: plan)
        plan = try planHinted(hints, isSplit: isSplit, &work, on: plan)
        plan = try walk(&work, on: plan)
        // What does not is planned by itself and joined, the smallest first.
        var islands: [LogicalPlan] = []
        for single in work.takeSingles() {
            try checkInterrupt()
            var single = single
            islands.append(try planIsland(.node(0, rows: 0), &single, input: plan))
        }
        while let sought = try seekPerRow(&work, on: plan) { plan = sought }
        while let start = cheapestStart(work) {
            try checkInterrupt()
            islands.append(try planIsland(start, &work, input: plan))
            guard rules.contains(.indexJoins) else { continue }
            while try seekPerRow(of: &islands, &work) {}
        }
        islands.sort { $0.estimatedRows < $1.estimatedRows }
        for island in islands { plan = try join(plan, island, &work) }
        if !work.expandHints.isEmpty { plan = try walk(&work, on: plan) }
        try checkExpandHints(work)
        plan = try applyReady(&work, on: plan)
        plan = try applyShortestPaths(&work, on: plan)
        plan = try applyPathSearches(&work, on: plan)
        if let left = work.pending.first {
            // Binding checks every name, so that this tells of an error of ours.
            throw .internalError("a predicate of a pattern was left over: \(left.expression)")
        }
        return try filter(draws, on: plan)
    }

    // MARK: Walking

    /// Follows relationships from what is solved until no more hangs on it, each time the one that gives the fewest rows.
    mutating func walk(_ work: inout PatternWork, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var plan = try applyReady(&work, on: input)
        func end(_ node: Int) -> ExpandHint.End {
            guard work.solvedNodes.contains(node) else { return .open }
            return plan.available.contains(work.pattern.nodes[node].slot) ? .here : .inAnotherPart
        }
        while true {
            try checkInterrupt()
            var best: (relationship: Int, rows: Double, isFromLeft: Bool)?
            for index in work.pattern.relationships.indices where !work.solvedRelationships.contains(index) {
                let relationship = work.pattern.relationships[index]
                let isBoundHere = relationship.isBound && plan.available.contains(relationship.slot)
                let left = work.solvedNodes.contains(relationship.left)
                let right = work.solvedNodes.contains(relationship.right)
                guard left || right || isBoundHere else { continue }
                let hint = work.expandHints[index]
                if let hint, !hint.allows(left: end(relationship.left), right: end(relationship.right)) { continue }
                let isFromLeft = hint?.isFromLeft ?? left
                let rows = rowsAfter(index, work, plan, isFromLeft: isFromLeft, isInto: left && right)
                var step = isBoundHere ? plan.estimatedRows * 0.9 : rows
                // Before another way leads to the node that it has to find.
                if hint?.isInto == false { step = -1 }
                if best.map({ step < $0.rows }) ?? true { best = (index, step, isFromLeft) }
            }
            guard let best else { return plan }
            plan = try expand(best.relationship, isFromLeft: best.isFromLeft, &work, on: plan)
            plan = try applyReady(&work, on: plan)
            guard plan.depth <= Limits.planDepthLimit else { throw .planTooDeep(plan.depth) }
        }
    }

    private func rowsAfter(
        _ index: Int, _ work: PatternWork, _ plan: LogicalPlan, isFromLeft: Bool, isInto: Bool
    ) -> Double {
        let relationship = work.pattern.relationships[index]
        let from = work.pattern.nodes[isFromLeft ? relationship.left : relationship.right]
        let types = relationship.types.flatMap(\.plainAlternatives)
        let degree: Double
        switch relationship.length {
        case .one:
            degree = estimator.degree(
                types, from: from.labels,
                direction: isFromLeft ? relationship.direction : relationship.direction.reversed)
        case .variable(let minimum, let maximum):
            degree = estimator.walks(
                minimum, maximum,
                degree: estimator.degree(
                    types, from: from.labels,
                    direction: isFromLeft ? relationship.direction : relationship.direction.reversed))
        case .quantified(let inner):
            degree = estimator.walks(
                inner.minimum, inner.maximum,
                degree: estimator.repetitions(of: inner, isFromLeft: isFromLeft, labels: from.labels))
        }
        if isInto { return plan.estimatedRows * min(1, degree / max(1, estimator.nodeCount)) }
        return plan.estimatedRows * degree
    }

    private mutating func expand(
        _ index: Int, isFromLeft: Bool, _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        let relationship = work.pattern.relationships[index]
        let left = work.pattern.nodes[relationship.left]
        let right = work.pattern.nodes[relationship.right]
        let types = relationship.types.flatMap(\.plainAlternatives)
        let distinctFrom = tellApart(index, &work, whereAvailable: input.available)
        let isLeftSolved = work.solvedNodes.contains(relationship.left)
        let isRightSolved = work.solvedNodes.contains(relationship.right)
        work.solvedRelationships.insert(index)
        work.solvedNodes.insert(relationship.left)
        work.solvedNodes.insert(relationship.right)
        var available = input.available
        available.insert(relationship.slot)
        available.insert(left.slot)
        available.insert(right.slot)

        if relationship.isBound, input.available.contains(relationship.slot) {
            return try projectEndpoints(
                relationship, left, right, isLeftSolved, isRightSolved, types, distinctFrom, available, on: input)
        }
        let isInto = isLeftSolved && isRightSolved
        let from = isFromLeft ? left : right
        let to = isFromLeft ? right : left
        let step = LogicalPlan.Expand(
            from: from.slot, relationship: relationship.slot, to: to.slot,
            direction: isFromLeft ? relationship.direction : relationship.direction.reversed, types: types,
            distinctFrom: distinctFrom)
        let rows = rowsAfter(index, work, input, isFromLeft: isFromLeft, isInto: isInto)
        if !isInto { dropImpliedLabels(of: to.slot, behind: step, relationship.length, &work) }
        switch relationship.length {
        case .one:
            return LogicalPlan(
                isInto ? .expandInto(step) : .expandAll(step), [input], estimatedRows: rows, available: available)
        case .variable(let minimum, let maximum):
            // What a pattern's map asks of each relationship is tested while walking.
            let element =
                relationship.properties.isEmpty && work.elementPredicates[index] == nil
                ? nil : newSlot("step", .relationship)
            var predicates: [BoundExpression] = []
            if let element {
                predicates += relationship.properties.map { property in
                    .compare(
                        .property(of: .slot(element), key: property.key, span: relationship.span), .equal,
                        property.value)
                }
                if let labels = work.elementPredicates[index] { predicates.append(.hasLabels(.slot(element), labels)) }
            }
            var nested: [LogicalPlan] = []
            for place in predicates.indices { predicates[place] = try prepare(predicates[place], &nested) }
            var plan = LogicalPlan(
                .variableLengthExpand(
                    LogicalPlan.VariableLengthExpand(
                        expand: step, minimum: minimum, maximum: maximum, isInto: isInto, isReversed: !isFromLeft,
                        predicates: predicates, element: element)),
                [input], estimatedRows: rows, available: available)
            plan.nested = nested
            return plan
        case .quantified(let quantified):
            return try repeatTrail(
                quantified, relationship, step, isInto: isInto, isFromLeft: isFromLeft, rows: rows, available, on: input
            )
        }
    }

    private func projectEndpoints(
        _ relationship: PatternRelationship, _ left: PatternNode, _ right: PatternNode, _ isLeftSolved: Bool,
        _ isRightSolved: Bool, _ types: [String]?, _ distinctFrom: [Slot], _ available: SlotSet,
        on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        let isTurned = relationship.direction == .rightToLeft
        var length: (minimum: Int, maximum: Int?)?
        switch relationship.length {
        case .one: break
        case .variable(let minimum, let maximum): length = (minimum, maximum)
        case .quantified: throw .internalError("a quantified pattern with a bound relationship")
        }
        return LogicalPlan(
            .projectEndpoints(
                LogicalPlan.ProjectEndpoints(
                    relationship: relationship.slot, start: isTurned ? right.slot : left.slot,
                    end: isTurned ? left.slot : right.slot, isStartBound: isTurned ? isRightSolved : isLeftSolved,
                    isEndBound: isTurned ? isLeftSolved : isRightSolved,
                    isDirected: relationship.direction != .either, types: types, length: length,
                    distinctFrom: distinctFrom)),
            [input], estimatedRows: input.estimatedRows, available: available)
    }

    private mutating func repeatTrail(
        _ quantified: BoundQuantifiedPattern, _ relationship: PatternRelationship, _ step: LogicalPlan.Expand,
        isInto: Bool, isFromLeft: Bool, rows: Double, _ available: SlotSet, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        let first = quantified.pattern.nodes[quantified.first].slot
        let last = quantified.pattern.nodes[quantified.last].slot
        let (inner, needed) = try repetitionPlan(quantified, isFromLeft: isFromLeft, outer: input.available)
        var available = available
        for variable in quantified.groupVariables { available.insert(variable.outer) }
        let trail = LogicalPlan.RepeatTrail(
            from: step.from, to: step.to, minimum: quantified.minimum, maximum: quantified.maximum, isInto: isInto,
            isReversed: !isFromLeft, innerFrom: isFromLeft ? first : last, innerTo: isFromLeft ? last : first,
            innerRelationships: quantified.pattern.relationships.map(\.slot),
            groupVariables: quantified.groupVariables, distinctFrom: step.distinctFrom,
            relationships: relationship.slot, needed: needed, pattern: quantified)
        return LogicalPlan(
            .repeatTrail(trail), [input, inner], estimatedRows: rows, available: available)
    }

    /// One repetition, run from the end that the walk comes from, and what is read of its rows; outer variables are seen
    /// inside.
    mutating func repetitionPlan(
        _ quantified: BoundQuantifiedPattern, isFromLeft: Bool, outer available: SlotSet
    ) throws(EngineError) -> (plan: LogicalPlan, needed: SlotSet) {
        var pattern = quantified.pattern
        let entry = isFromLeft ? quantified.first : quantified.last
        pattern.nodes[entry].isBound = true
        var argument = LogicalPlan(.argument, estimatedRows: 1, available: available)
        argument.available.insert(pattern.nodes[entry].slot)
        let inner = try planPattern(pattern, quantified.predicates, on: argument)
        var needed = SlotSet([quantified.first, quantified.last].map { quantified.pattern.nodes[$0].slot })
        for variable in quantified.groupVariables { needed.insert(variable.inner) }
        for inside in quantified.pattern.relationships { needed.insert(inside.slot) }
        return (inner, needed)
    }

    // MARK: Beginning

    private enum Start {
        case node(Int, rows: Double)
        case relationship(Int, rows: Double)

        var rows: Double {
            switch self {
            case .node(_, let rows), .relationship(_, let rows): return rows
            }
        }
    }

    /// The element of what is not solved that has the fewest candidates; `nil` once all is solved.
    private func cheapestStart(_ work: PatternWork) -> Start? {
        var best: Start?
        let all = PendingBySlot(work.pending)
        for index in work.pattern.nodes.indices where !work.solvedNodes.contains(index) && work.mayStart(atNode: index)
        {
            let node = work.pattern.nodes[index]
            var rows = estimator.nodeCount(node.labels)
            // Labels are counted above.
            let own = all.of(node.slot)
            for pending in own where pending.reads(only: node.slot) && !pending.isOfLabels {
                rows *= estimator.selectivity(pending.expression)
            }
            if let seek = nodeSeek(index, work, all, reading: SlotSet()) { rows = min(rows, seek.rows) }
            if let union = nodeAlternatives(node, own) { rows = min(rows, union.rows) }
            // An unlabelled scan reads every node, whatever a predicate leaves of them.
            if best.map({ rows < $0.rows }) ?? true { best = .node(index, rows: rows) }
        }
        for index in work.pattern.relationships.indices where !work.solvedRelationships.contains(index) {
            let relationship = work.pattern.relationships[index]
            guard case .one = relationship.length, !relationship.isBound, relationship.left != relationship.right,
                !work.solvedNodes.contains(relationship.left), !work.solvedNodes.contains(relationship.right),
                work.expandHints[index] == nil
            else { continue }
            let types = relationship.types.flatMap(\.plainAlternatives)
            if relationship.types != nil, types == nil { continue }
            var rows = estimator.relationshipCount(types) * (relationship.direction == .either ? 2 : 1)
            if let seek = relationshipSeek(index, work, reading: SlotSet()) { rows = min(rows, seek.rows) }
            if let union = relationshipAlternatives(index, work) { rows = min(rows, union.rows) }
            if let best, rows < best.rows || isReadWhole(index, from: best, work) {
                return .relationship(index, rows: rows)
            }
        }
        return best
    }

    /// A walk from the nodes would follow all relationships of the types, and look at each for a predicate of its own: read in
    /// their own order they lie side by side.
    private func isReadWhole(_ index: Int, from start: Start, _ work: PatternWork) -> Bool {
        let relationship = work.pattern.relationships[index]
        guard case .node(let node, let rows) = start, node == relationship.left || node == relationship.right,
            relationship.direction != .either,
            work.pending.contains(where: { $0.reads(only: relationship.slot) })
        else { return false }
        let types = relationship.types.flatMap(\.plainAlternatives)
        let degree = estimator.degree(
            types, from: work.pattern.nodes[node].labels,
            direction: node == relationship.left ? relationship.direction : relationship.direction.reversed)
        return rows * degree >= 0.9 * estimator.relationshipCount(types)
    }

    private mutating func planIsland(
        _ start: Start, _ work: inout PatternWork, input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        // What reads given variables is tested where the part is joined to them, so that the part is read once for all.
        var available = SlotSet()
        var plan: LogicalPlan
        switch start {
        case .node(let index, _):
            let node = work.pattern.nodes[index]
            if let seek = nodeSeek(index, work, reading: SlotSet()),
                seek.isWorthwhile(among: estimator.nodeCount(node.labels))
            {
                plan = self.seek(seek, node: index, &work, available: available)
                return try walk(&work, on: seekFarEnd(of: index, &work, on: plan))
            }
            if let union = nodeAlternatives(index, work) { return try walk(&work, on: seek(union, node: index, &work)) }
            work.solvedNodes.insert(index)
            available.insert(node.slot)
            let label = node.labels?.requiredLabels.min {
                estimator.nodeCount(.label($0)) < estimator.nodeCount(.label($1))
            }
            let union = labelUnion(node.labels)
            if let union, label.map({ estimator.nodeCount(union) < estimator.nodeCount(.label($0)) }) ?? true {
                return try walk(&work, on: scan(node: index, union, &work, available: available))
            }
            if let label {
                plan = LogicalPlan(
                    .nodeByLabelScan(node.slot, label: label), estimatedRows: estimator.nodeCount(.label(label)),
                    available: available)
                work.dropLabelPredicate(of: node.slot, label)
            } else {
                plan = LogicalPlan(.allNodesScan(node.slot), estimatedRows: estimator.nodeCount, available: available)
            }
            let reason: String
            if let label {
                reason = "fewest candidates: label \(label), \(Int(estimator.nodeCount(.label(label)))) nodes"
            } else {
                reason = "no label to start from: all \(state.nodeCount) nodes"
            }
            plan.start = PlanStart(
                element: slots[node.slot.index].name, backward: isBackward(index, work), reason: reason)
        case .relationship(let index, _):
            let relationship = work.pattern.relationships[index]
            if let seek = relationshipSeek(index, work, reading: SlotSet()),
                seek.isWorthwhile(
                    among: estimator.relationshipCount(relationship.types.flatMap(\.plainAlternatives)))
            {
                return try walk(&work, on: self.seek(seek, relationship: index, &work, available: available))
            }
            if let union = relationshipAlternatives(index, work) {
                return try walk(&work, on: seek(union, relationship: index, &work))
            }
            plan = scan(relationship: index, &work, reason: "fewer relationships than nodes to start from")
        }
        return try walk(&work, on: plan)
    }

    /// All relationships of the types.
    mutating func scan(relationship index: Int, _ work: inout PatternWork, reason: String) -> LogicalPlan {
        let relationship = work.pattern.relationships[index]
        let left = work.pattern.nodes[relationship.left].slot
        let right = work.pattern.nodes[relationship.right].slot
        work.solvedRelationships.insert(index)
        work.solvedNodes.insert(relationship.left)
        work.solvedNodes.insert(relationship.right)
        let available = SlotSet([left, right, relationship.slot])
        _ = tellApart(index, &work, whereAvailable: available)
        let isTurned = relationship.direction == .rightToLeft
        let types = relationship.types.flatMap(\.plainAlternatives)
        var plan = LogicalPlan(
            .relationshipScan(
                relationship: relationship.slot, from: isTurned ? right : left, to: isTurned ? left : right,
                types: types, isDirected: relationship.direction != .either),
            estimatedRows: estimator.relationshipCount(types), available: available)
        let step = LogicalPlan.Expand(
            from: left, relationship: relationship.slot, to: right, direction: relationship.direction, types: types,
            distinctFrom: [])
        dropImpliedLabels(of: right, behind: step, .one, &work)
        dropImpliedLabels(of: left, behind: step.turned, .one, &work)
        plan.start = PlanStart(element: slots[relationship.slot.index].name, backward: false, reason: reason)
        return plan
    }

    /// Solved relationships that `index` must differ from: those at hand are returned, those of a part that is planned by
    /// itself are told apart by a predicate, once the parts come together.
    mutating func tellApart(_ index: Int, _ work: inout PatternWork, whereAvailable available: SlotSet)
        -> [Slot]
    {
        let own = work.pattern.relationships[index]
        var atHand: [Slot] = []
        for slot in work.relationshipsToDifferFrom(index) {
            if available.contains(slot) {
                atHand.append(slot)
            } else if let other = work.pattern.relationships.first(where: { $0.slot == slot }) {
                work.pending.append(PatternWork.Pending(differ(own, other)))
            }
        }
        return atHand
    }

    /// No relationship of one is a relationship of the other.
    private mutating func differ(_ one: PatternRelationship, _ other: PatternRelationship) -> BoundExpression {
        switch (one.isSingle, other.isSingle) {
        case (true, true): return .compare(.slot(one.slot), .notEqual, .slot(other.slot))
        case (true, false): return .not(.isIn(.slot(one.slot), .slot(other.slot)))
        case (false, true): return .not(.isIn(.slot(other.slot), .slot(one.slot)))
        case (false, false):
            let step = newSlot("step", .relationship)
            return .quantifier(
                .none, element: step, list: .slot(one.slot), predicate: .isIn(.slot(step), .slot(other.slot)))
        }
    }

    /// Labels of a new node that every relationship of the types leads to anyway need no test: the counts say so.
    private mutating func dropImpliedLabels(
        of slot: Slot, behind step: LogicalPlan.Expand, _ length: PatternRelationship.Length, _ work: inout PatternWork
    ) {
        guard rules.contains(.impliedLabels), isReadOnly else { return }
        switch length {
        case .one: break
        case .variable(let minimum, _): guard minimum > 0 else { return }
        case .quantified: return
        }
        var found: [CountAssumption] = []
        work.pending.removeAll { pending in
            guard case .hasLabels(.slot(slot), .label(let label)) = pending.expression else { return false }
            let ends: [Bool] = step.direction == .either ? [true, false] : [step.direction == .rightToLeft]
            let assumptions = ends.map { CountAssumption(label: label, types: step.types, isAtStart: $0) }
            guard assumptions.allSatisfy({ $0.holds(in: state) }) else { return false }
            found += assumptions
            return true
        }
        for assumption in found where !assumptions.contains(assumption) { assumptions.append(assumption) }
    }

    private var state: GraphState { estimator.state }

    /// The walk from this node goes against the order in which the pattern is written.
    func isBackward(_ node: Int, _ work: PatternWork) -> Bool {
        work.pattern.relationships.contains { $0.right == node }
            && !work.pattern.relationships.contains { $0.left == node }
    }

    /// Both plans' rows together: by an equality between the two where there is one.
    mutating func join(
        _ left: LogicalPlan, _ right: LogicalPlan, _ work: inout PatternWork
    ) throws(EngineError) -> LogicalPlan {
        let available = left.available.union(right.available)
        if case .argument = left.operation, outer.isEmpty, left.estimatedRows <= 1, left.available.isEmpty {
            return try applyReady(&work, on: right)
        }
        // All equalities between the two make one key: by one of them alone, many rows might have to be told apart afterwards.
        var keys = LogicalPlan.ValueHashJoin(left: [], right: [])
        work.pending.removeAll { pending in
            guard let (one, other) = equality(pending.expression, left.available, right.available) else { return false }
            keys.left.append(one)
            keys.right.append(other)
            return true
        }
        if !keys.left.isEmpty {
            let plan = LogicalPlan(
                .valueHashJoin(keys), [left, right], estimatedRows: max(left.estimatedRows, right.estimatedRows),
                available: available)
            return try applyReady(&work, on: plan)
        }
        let plan = LogicalPlan(
            .cartesianProduct, [left, right], estimatedRows: left.estimatedRows * right.estimatedRows,
            available: available)
        return try applyReady(&work, on: plan)
    }

    /// The sides of an equality between what has its variables on the left and what has them on the right alone.
    private func equality(
        _ predicate: BoundExpression, _ left: SlotSet, _ right: SlotSet
    ) -> (left: BoundExpression, right: BoundExpression)? {
        guard case .compare(let one, .equal, let other) = predicate, !one.hasSubquery, !other.hasSubquery,
            !predicate.draws
        else { return nil }
        let (oneSlots, otherSlots) = (one.freeSlots, other.freeSlots)
        guard !oneSlots.isEmpty, !otherSlots.isEmpty else { return nil }
        if oneSlots.isSubset(of: left), otherSlots.isSubset(of: right), otherSlots.isDisjoint(with: left) {
            return (one, other)
        }
        if oneSlots.isSubset(of: right), otherSlots.isSubset(of: left), oneSlots.isDisjoint(with: left) {
            return (other, one)
        }
        return nil
    }

    // MARK: Predicates and paths

    /// Filters by every predicate, and binds every path, whose variables have a value now.
    func readyPaths(_ work: PatternWork, _ available: SlotSet) -> [Int] {
        work.pattern.paths.indices.filter { index in
            guard !work.solvedPaths.contains(index), work.pattern.paths[index].slot != nil else { return false }
            return work.pattern.pathSlots(index).allSatisfy { available.contains($0) }
        }
    }

    mutating func applyReady(_ work: inout PatternWork, on input: LogicalPlan) throws(EngineError) -> LogicalPlan {
        var plan = input
        let paths = readyPaths(work, plan.available)
        if !paths.isEmpty {
            var items: [BoundProjection.Item] = []
            for index in paths {
                work.solvedPaths.insert(index)
                guard let slot = work.pattern.paths[index].slot else { continue }
                items.append(
                    BoundProjection.Item(
                        slot: slot, name: slots[slot.index].name, expression: .path(work.pattern.pathSlots(index))))
            }
            plan = try project(items, on: plan)
        }
        var ready: [BoundExpression] = []
        work.pending.removeAll { pending in
            guard pending.free.isSubset(of: plan.available) else { return false }
            ready.append(pending.expression)
            return true
        }
        // Cheap tests first: subqueries see only the rows that the rest leaves.
        return try filter(ready.filter { !$0.hasSubquery } + ready.filter(\.hasSubquery), on: plan)
    }
}

extension PatternRelationship {
    /// Its value is one relationship, not a list.
    var isSingle: Bool { if case .one = length { true } else { false } }
}

extension PatternRelationship.Direction {
    var reversed: PatternRelationship.Direction {
        switch self {
        case .leftToRight: return .rightToLeft
        case .rightToLeft: return .leftToRight
        case .either: return .either
        }
    }
}
