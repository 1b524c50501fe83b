// Paths with a selector (`ANY`, `ALL SHORTEST`, `SHORTEST k GROUPS` …) or a mode (`ACYCLIC`, `SIMPLE`, or walks under
// `REPEATABLE ELEMENTS`): ends are matched first, then one operator searches between them.
extension Planner {
    /// Takes the path out of the walk, so that `applyPathSearches` can search for it.
    mutating func planPathSearch(_ index: Int, _ work: inout PatternWork) throws(EngineError) {
        let path = work.pattern.paths[index]
        guard let first = path.nodes.first, let last = path.nodes.last, !path.relationships.isEmpty else { return }
        work.pathSearches.append(index)
        for relationship in path.relationships {
            guard !work.pattern.relationships[relationship].isBound else {
                throw .unsupported(
                    "a relationship variable of an earlier clause in a path with a selector or a path mode",
                    instead: "a relationship of its own, compared in WHERE")
            }
            work.solvedRelationships.insert(relationship)
        }
        let elsewhere = work.nodesOutsideSearches
        for (place, node) in path.nodes.enumerated() where place > 0 && place < path.nodes.count - 1 {
            if !work.pattern.nodes[node].isBound, !elsewhere.contains(node), node != first, node != last {
                work.solvedNodes.insert(node)
            }
        }
        let isFirstGiven = work.pattern.nodes[first].isBound || elsewhere.contains(first)
        let isLastGiven = work.pattern.nodes[last].isBound || elsewhere.contains(last)
        guard first != last, !(isFirstGiven && isLastGiven) else { return }
        // One end is left to the search, unless few nodes can be it: then the search is between two nodes.
        let far: Int
        if isFirstGiven || isLastGiven {
            far = isFirstGiven ? last : first
        } else {
            far = endRows(first, work) <= endRows(last, work) ? last : first
        }
        let near = far == last ? first : last
        let isPair = hasEquality(far, work) && (work.pattern.nodes[near].isBound || hasEquality(near, work))
        if !isPair { work.solvedNodes.insert(far) }
    }

    private func endRows(_ node: Int, _ work: PatternWork) -> Double {
        var rows = estimator.nodeCount(work.pattern.nodes[node].labels)
        for pending in work.pending where pending.reads(only: work.pattern.nodes[node].slot) {
            rows *= estimator.selectivity(pending.expression)
        }
        return rows
    }

    private func hasEquality(_ node: Int, _ work: PatternWork) -> Bool {
        work.pending.contains { pending in
            guard pending.reads(only: work.pattern.nodes[node].slot) else { return false }
            if case .compare(_, .equal, _) = pending.expression { return true }
            return false
        }
    }

    /// Searches for every such path whose ends are matched; what is not yet follows from those before.
    mutating func applyPathSearches(
        _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var plan = input
        while !work.pathSearches.isEmpty {
            let place = work.pathSearches.firstIndex { index in
                let path = work.pattern.paths[index]
                return [path.nodes.first, path.nodes.last].contains { node in
                    node.map { plan.available.contains(work.pattern.nodes[$0].slot) } ?? false
                }
            }
            guard let place else { throw .internalError("a path search without an end to begin at") }
            let index = work.pathSearches.remove(at: place)
            plan = try applyPathSearch(index, &work, on: plan)
            plan = try applyReady(&work, on: plan)
        }
        return plan
    }

    private mutating func applyPathSearch(
        _ index: Int, _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        let path = work.pattern.paths[index]
        let isReversed = !(path.nodes.first.map { input.available.contains(work.pattern.nodes[$0].slot) } ?? false)
        let nodes = isReversed ? path.nodes.reversed() : path.nodes
        let relationships = isReversed ? path.relationships.reversed() : path.relationships
        var draft = SearchDraft(available: input.available, start: work.pattern.nodes[nodes[0]].slot)
        for (place, relationship) in relationships.enumerated() {
            let original = work.pattern.nodes[nodes[place + 1]].slot
            var end = original
            if input.available.contains(original), place == relationships.count - 1 {
                draft.isInto = true
            } else if input.available.contains(original) || draft.introduced.contains(original) {
                // The same node as another of the pattern: a slot of its own, and the test that both are equal.
                end = newSlot(slots[original.index].name, .node)
                draft.introduced.insert(end)
                work.pending.append(
                    PatternWork.Pending(.compare(.slot(end), .equal, .slot(original)), isOfPattern: true))
            } else {
                draft.introduced.insert(end)
            }
            try appendSegment(relationship, to: end, isReversed: isReversed, &draft, work)
        }
        try distribute(&work, &draft)
        let search = LogicalPlan.PathSearch(
            selector: path.selector, mode: path.mode, start: draft.start, isInto: draft.isInto,
            isReversed: isReversed, segments: draft.segments, predicates: draft.predicates,
            distinctFrom: relationshipsElsewhere(path.relationships, work).filter { input.available.contains($0) },
            needed: draft.needed)
        if let pair = twoSided(search, from: input) {
            var plan = LogicalPlan(
                .shortestPath(pair), [input], estimatedRows: input.estimatedRows,
                available: input.available.union(draft.introduced))
            plan.nested = draft.nested
            return plan
        }
        var plan = LogicalPlan(
            .pathSearch(search), [input] + draft.children,
            estimatedRows: draft.isInto ? input.estimatedRows : input.estimatedRows * 10,
            available: input.available.union(draft.introduced))
        plan.nested = draft.nested
        return plan
    }

    /// The search between two given nodes that may begin at both of them: one shortest path over one kind of relationship,
    /// of which nothing is asked but what each relationship is like by itself.
    private func twoSided(_ search: LogicalPlan.PathSearch, from input: LogicalPlan) -> LogicalPlan.ShortestPath? {
        guard rules.contains(.twoSidedSearch), search.isInto, search.selector.isAnyShortest,
            search.mode == .trail || search.mode == .walk, search.predicates.isEmpty, search.distinctFrom.isEmpty,
            search.segments.count == 1, let segment = search.segments.first, !segment.isSingle, segment.minimum <= 1,
            segment.groupVariables.isEmpty, segment.endPredicates.isEmpty,
            case .relationship(let step, let predicates) = segment.step
        else { return nil }
        var readable = input.available
        readable.insert(step.relationship)
        guard predicates.allSatisfy({ $0.freeSlots.isSubset(of: readable) }) else { return nil }
        let expand = LogicalPlan.Expand(
            from: search.start, relationship: segment.relationship, to: segment.end, direction: step.direction,
            types: step.types, distinctFrom: [])
        return LogicalPlan.ShortestPath(
            expand: LogicalPlan.VariableLengthExpand(
                expand: expand, minimum: segment.minimum, maximum: segment.maximum, isInto: true, isReversed: false,
                predicates: predicates, element: step.relationship),
            path: nil, selector: .shortestPath, findsCircles: true, predicates: [])
    }

    /// What is known of a search while it is made.
    private struct SearchDraft {
        let available: SlotSet
        let start: Slot
        var isInto = false
        /// Slots that only the search gives a value.
        var introduced = SlotSet()
        var segments: [LogicalPlan.PathSearch.Segment] = []
        var predicates: [BoundExpression] = []
        var children: [LogicalPlan] = []
        var needed = SlotSet()
        var nested: [LogicalPlan] = []

        init(available: SlotSet, start: Slot) {
            self.available = available
            self.start = start
        }

        var end: Slot { segments.last?.end ?? start }
    }

    private mutating func appendSegment(
        _ index: Int, to end: Slot, isReversed: Bool, _ draft: inout SearchDraft, _ work: PatternWork
    ) throws(EngineError) {
        let relationship = work.pattern.relationships[index]
        let direction = isReversed ? relationship.direction.reversed : relationship.direction
        var segment = LogicalPlan.PathSearch.Segment(
            end: end, endPredicates: [], minimum: 1, maximum: 1, relationship: relationship.slot, isSingle: true,
            step: .relationship(
                LogicalPlan.Expand(
                    from: draft.end, relationship: relationship.slot, to: end, direction: direction,
                    types: relationship.types.flatMap(\.plainAlternatives), distinctFrom: []), predicates: []),
            groupVariables: [])
        switch relationship.length {
        case .one: break
        case .variable(let minimum, let maximum):
            (segment.minimum, segment.maximum, segment.isSingle) = (minimum, maximum, false)
            let element = newSlot("step", .relationship)
            var predicates = relationship.properties.map { property -> BoundExpression in
                .compare(
                    .property(of: .slot(element), key: property.key, span: relationship.span), .equal, property.value)
            }
            if let labels = work.elementPredicates[index] { predicates.append(.hasLabels(.slot(element), labels)) }
            for place in predicates.indices { predicates[place] = try prepare(predicates[place], &draft.nested) }
            segment.step = .relationship(
                LogicalPlan.Expand(
                    from: newSlot("from", .node), relationship: element, to: newSlot("to", .node),
                    direction: direction, types: relationship.types.flatMap(\.plainAlternatives), distinctFrom: []),
                predicates: predicates)
        case .quantified(let inner):
            (segment.minimum, segment.maximum, segment.isSingle) = (inner.minimum, inner.maximum, false)
            segment.groupVariables = inner.groupVariables
            segment.pattern = inner
            for variable in inner.groupVariables { draft.introduced.insert(variable.outer) }
            segment.step = try step(of: inner, isReversed: isReversed, &draft)
        }
        draft.introduced.insert(relationship.slot)
        draft.segments.append(segment)
    }

    private mutating func step(
        of inner: BoundQuantifiedPattern, isReversed: Bool, _ draft: inout SearchDraft
    ) throws(EngineError) -> LogicalPlan.PathSearch.Step {
        let first = inner.pattern.nodes[inner.first].slot
        let last = inner.pattern.nodes[inner.last].slot
        let (from, to) = isReversed ? (last, first) : (first, last)
        if inner.pattern.relationships.count == 1, first != last, inner.pattern.paths.isEmpty,
            let single = inner.pattern.relationships.first, single.isSingle
        {
            let predicates = PatternWork(inner.pattern, inner.predicates).pending.map(\.expression)
            var prepared: [BoundExpression] = []
            for predicate in predicates { prepared.append(try prepare(predicate, &draft.nested)) }
            return .relationship(
                LogicalPlan.Expand(
                    from: from, relationship: single.slot, to: to,
                    direction: isReversed ? single.direction.reversed : single.direction,
                    types: single.types.flatMap(\.plainAlternatives), distinctFrom: []), predicates: prepared)
        }
        guard inner.pattern.relationships.allSatisfy(\.isSingle) else {
            throw .unsupported(
                "a variable-length relationship in a quantified pattern, together with a path selector or mode",
                instead: "a pattern whose relationships have one length")
        }
        let (plan, needed) = try repetitionPlan(inner, isFromLeft: !isReversed, outer: draft.available)
        draft.children.append(plan)
        draft.needed.formUnion(needed)
        return .pattern(
            child: draft.children.count, from: from, to: to,
            relationships: inner.pattern.relationships.map(\.slot))
    }

    /// Gives each condition to the first place of the search that can tell. Those of the pattern itself decide which paths
    /// there are to select from; the clause's wait, but for those that only read the end.
    private mutating func distribute(_ work: inout PatternWork, _ draft: inout SearchDraft) throws(EngineError) {
        let all = draft.available.union(draft.introduced)
        var rest: [PatternWork.Pending] = []
        for pending in work.pending {
            guard !pending.free.isDisjoint(with: draft.introduced), pending.free.isSubset(of: all),
                pending.isOfPattern || isEndOnly(pending, draft)
            else {
                rest.append(pending)
                continue
            }
            let expression = try prepare(pending.expression, &draft.nested)
            if let place = draft.segments.firstIndex(where: { reads(pending, only: [$0.end], draft) }) {
                draft.segments[place].endPredicates.append(expression)
            } else if let place = draft.segments.firstIndex(where: { isStepLocal(pending, $0, draft) }),
                case .relationship(let expand, let predicates) = draft.segments[place].step
            {
                draft.segments[place].step = .relationship(expand, predicates: predicates + [expression])
            } else {
                draft.predicates.append(expression)
            }
        }
        work.pending = rest
    }

    private func reads(_ pending: PatternWork.Pending, only slots: [Slot], _ draft: SearchDraft) -> Bool {
        pending.free.isSubset(of: draft.available.union(SlotSet(slots)))
    }

    private func isEndOnly(_ pending: PatternWork.Pending, _ draft: SearchDraft) -> Bool {
        !draft.isInto && reads(pending, only: [draft.end], draft)
    }

    private func isStepLocal(
        _ pending: PatternWork.Pending, _ segment: LogicalPlan.PathSearch.Segment, _ draft: SearchDraft
    ) -> Bool {
        guard segment.isSingle, case .relationship(let expand, _) = segment.step else { return false }
        return reads(pending, only: [expand.from, expand.relationship, expand.to], draft)
    }

    /// Relationships that share a rule of difference with those of the path, but are not of it.
    private func relationshipsElsewhere(_ own: [Int], _ work: PatternWork) -> [Slot] {
        var result: [Slot] = []
        for index in own {
            for slot in work.relationshipsToDifferFrom(index)
            where !result.contains(slot) && !own.contains(where: { work.pattern.relationships[$0].slot == slot }) {
                result.append(slot)
            }
        }
        return result
    }
}

extension PatternPath.Selector {
    /// `ANY`, `SHORTEST 1`: any one of the least length will do.
    fileprivate var isAnyShortest: Bool {
        switch self {
        case .any(.literal(.int(1))), .shortest(.literal(.int(1))): true
        default: false
        }
    }
}

extension PatternPath {
    /// It is searched for as a whole, not walked with the rest of the pattern.
    var isSearched: Bool {
        switch selector {
        case .any, .shortest, .shortestGroups: return true
        case .shortestPath, .allShortestPaths: return false
        case .all: return mode != .trail
        }
    }
}
