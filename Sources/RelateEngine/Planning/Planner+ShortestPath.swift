// `shortestPath(…)` and `allShortestPaths(…)`: the ends are matched first, then a search runs between them.
extension Planner {
    /// Takes a path with a selector out of the walk, so that `applyShortestPaths` can search for it.
    mutating func planSelector(_ index: Int, _ work: inout PatternWork) throws(EngineError) {
        let path = work.pattern.paths[index]
        switch path.selector {
        case .all, .any, .shortest, .shortestGroups:
            if path.isSearched { try planPathSearch(index, &work) }
            return
        case .shortestPath, .allShortestPaths: break
        }
        guard path.relationships.count == 1, let relationship = path.relationships.first else {
            throw .unsupported("shortest paths over several relationships", instead: "one variable-length relationship")
        }
        if case .quantified = work.pattern.relationships[relationship].length {
            throw .unsupported("shortest paths over a quantified pattern", instead: "a variable-length relationship")
        }
        work.solvedRelationships.insert(relationship)
        work.solvedPaths.insert(index)
        work.shortestPaths.append(index)
    }

    /// Searches for every path with a selector; both its ends have values.
    mutating func applyShortestPaths(
        _ work: inout PatternWork, on input: LogicalPlan
    ) throws(EngineError) -> LogicalPlan {
        var plan = input
        for index in work.shortestPaths {
            let path = work.pattern.paths[index]
            let relationship = work.pattern.relationships[path.relationships[0]]
            let bounds: (minimum: Int, maximum: Int?)
            switch relationship.length {
            case .variable(let minimum, let maximum): bounds = (minimum, maximum)
            case .one, .quantified: bounds = (1, 1)
            }
            var nested: [LogicalPlan] = []
            let element = newSlot("step", .relationship)
            var elementPredicates = relationship.properties.map { property -> BoundExpression in
                .compare(
                    .property(of: .slot(element), key: property.key, span: relationship.span), .equal, property.value)
            }
            if let labels = work.elementPredicates[path.relationships[0]] {
                elementPredicates.append(.hasLabels(.slot(element), labels))
            }
            for place in elementPredicates.indices {
                elementPredicates[place] = try prepare(elementPredicates[place], &nested)
            }
            // Predicates over the path decide during the search which paths count.
            var pathSlots = SlotSet([relationship.slot])
            if let slot = path.slot { pathSlots.insert(slot) }
            var available = plan.available
            available.formUnion(pathSlots)
            var predicates: [BoundExpression] = []
            var rest: [PatternWork.Pending] = []
            for pending in work.pending {
                if !pending.free.isDisjoint(with: pathSlots), pending.free.isSubset(of: available) {
                    predicates.append(try prepare(pending.expression, &nested))
                } else {
                    rest.append(pending)
                }
            }
            work.pending = rest
            let left = work.pattern.nodes[relationship.left].slot
            let right = work.pattern.nodes[relationship.right].slot
            let search = LogicalPlan.ShortestPath(
                expand: LogicalPlan.VariableLengthExpand(
                    expand: LogicalPlan.Expand(
                        from: left, relationship: relationship.slot, to: right, direction: relationship.direction,
                        types: relationship.types.flatMap(\.plainAlternatives), distinctFrom: []),
                    minimum: bounds.minimum, maximum: bounds.maximum, isInto: true, isReversed: false,
                    predicates: elementPredicates, element: element),
                path: path.slot, selector: path.selector, predicates: predicates)
            plan = LogicalPlan(
                .shortestPath(search), [plan], estimatedRows: plan.estimatedRows, available: available)
            plan.nested = nested
        }
        work.shortestPaths = []
        return try applyReady(&work, on: plan)
    }
}
