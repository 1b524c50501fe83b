/// Marks in every operator which slots somebody above reads, so that the others are dropped as early as they can be.
enum SlotLiveness {
    static func mark(_ plan: inout LogicalPlan, required: SlotSet) {
        plan.carried = required.intersection(plan.available).indices
        var below = required
        for subplan in plan.nested { below.formUnion(argumentSlots(of: subplan)) }
        below.formUnion(reads(of: plan.operation))
        if let perRow = plan.perRow { below.insert(perRow) }
        switch plan.operation {
        case .unionAll(let left, let right, let columns):
            var rest = required
            rest.subtract(SlotSet(columns))
            mark(&plan.children[0], required: rest.union(SlotSet(left)))
            mark(&plan.children[1], required: rest.union(SlotSet(right)))
        case .apply, .optionalApply, .merge, .foreach, .foreachSubquery, .repeatTrail, .transactionApply:
            // The inner side reads outer slots as arguments.
            var inner = required.union(innerReads(of: plan.operation))
            if let rowNumber = plan.children[1].rowNumber { inner.insert(rowNumber) }
            mark(&plan.children[1], required: inner)
            below.formUnion(argumentSlots(of: plan.children[1]))
            mark(&plan.children[0], required: below)
        case .pathSearch(let search):
            for index in plan.children.indices.dropFirst() {
                mark(&plan.children[index], required: search.needed)
                below.formUnion(argumentSlots(of: plan.children[index]))
            }
            mark(&plan.children[0], required: below)
        case .aggregate, .produceResults, .emptyResult:
            mark(&plan.children[0], required: reads(of: plan.operation).union(nestedArguments(plan)))
        default:
            for index in plan.children.indices { mark(&plan.children[index], required: below) }
        }
    }

    private static func nestedArguments(_ plan: LogicalPlan) -> SlotSet {
        plan.nested.reduce(SlotSet()) { $0.union(argumentSlots(of: $1)) }
    }

    /// What a plan reads of the rows it is run on: the slots that its argument operators carry.
    static func argumentSlots(of plan: LogicalPlan) -> SlotSet {
        var result = SlotSet()
        if case .argument = plan.operation { result = SlotSet(plan.carried.map { Slot($0) }) }
        if case .aggregate(let aggregation, _) = plan.operation {
            // Given variables are still there behind an aggregation: it takes them from the rows that the plan is run on.
            var given = SlotSet(plan.carried.map { Slot($0) })
            given.subtract(SlotSet(aggregation.keys.map(\.slot) + aggregation.aggregates.map(\.slot)))
            result.formUnion(given)
        }
        for child in plan.children { result.formUnion(argumentSlots(of: child)) }
        for subplan in plan.nested { result.formUnion(argumentSlots(of: subplan)) }
        // The number of the outer row is given by who runs the plan.
        if let rowNumber = plan.rowNumber { result.remove(rowNumber) }
        return result
    }

    private static func innerReads(of operation: LogicalPlan.Operation) -> SlotSet {
        switch operation {
        case .merge(let merge, _): return SlotSet(merge.pattern.introducedSlots)
        case .repeatTrail(let trail): return trail.needed
        default: return SlotSet()
        }
    }

    /// Slots that an operation itself reads of its input.
    static func reads(of operation: LogicalPlan.Operation) -> SlotSet {
        var slots = SlotSet()
        func add(_ expressions: [BoundExpression]) {
            for expression in expressions { expression.collectFreeSlots(into: &slots) }
        }
        func add(_ expression: BoundExpression?) { expression?.collectFreeSlots(into: &slots) }
        func add(_ labels: [BoundLabelName]) {
            for case .dynamic(let expression) in labels { add(expression) }
        }
        func add(_ items: [BoundSetItem]) {
            for item in items {
                switch item {
                case .property(let of, _, let value):
                    add(of)
                    add(value)
                case .dynamicProperty(let of, let key, let value): add([of, key, value])
                case .properties(let of, let value, _): add([of, value])
                case .labels(let of, let labels):
                    add(of)
                    add(labels)
                }
            }
        }
        func add(_ elements: [BoundCreateElement]) {
            for element in elements {
                switch element {
                case .node(_, let labels, let properties):
                    add(labels)
                    add(properties)
                case .relationship(_, let type, let from, let to, let properties, _):
                    add([type])
                    add(properties)
                    slots.insert(from)
                    slots.insert(to)
                case .path(_, let elements): for slot in elements { slots.insert(slot) }
                }
            }
        }
        func add(_ expand: LogicalPlan.Expand, isInto: Bool) {
            slots.insert(expand.from)
            if isInto { slots.insert(expand.to) }
            for slot in expand.distinctFrom { slots.insert(slot) }
        }
        switch operation {
        case .argument, .allNodesScan, .nodeByLabelScan, .nodeByLabelsScan, .relationshipScan, .cartesianProduct,
            .apply, .optionalApply, .eager, .emptyResult, .foreachSubquery, .schemaCommand, .countStore:
            break
        case .indexSeek(let seek): add(seek.expressions)
        case .indexSearch(let search): add(search.expressions)
        case .expandAll(let expand): add(expand, isInto: false)
        case .countExpand(let expand, let multiplicity):
            add(expand, isInto: false)
            if let earlier = multiplicity.earlier { slots.insert(earlier) }
        case .expandIntersect(let expand):
            add(expand.first, isInto: false)
            add(expand.second, isInto: false)
            // It is found together with the second.
            slots.remove(expand.first.relationship)
            for slot in expand.matchedEnds ?? [] { slots.insert(slot) }
            if let earlier = expand.multiplicity?.earlier { slots.insert(earlier) }
        case .expandInto(let expand): add(expand, isInto: true)
        case .optionalExpand(let optional):
            add(optional.expand, isInto: optional.isInto)
            add(optional.predicates)
        case .variableLengthExpand(let expand):
            add(expand.expand, isInto: expand.isInto)
            add(expand.predicates)
        case .projectEndpoints(let project):
            slots.insert(project.relationship)
            if project.isStartBound { slots.insert(project.start) }
            if project.isEndBound { slots.insert(project.end) }
            for slot in project.distinctFrom { slots.insert(slot) }
        case .repeatTrail(let trail):
            slots.insert(trail.from)
            if trail.isInto { slots.insert(trail.to) }
            for slot in trail.distinctFrom { slots.insert(slot) }
        case .shortestPath(let search):
            add(search.expand.expand, isInto: true)
            add(search.expand.predicates)
            add(search.predicates)
        case .pathSearch(let search):
            slots.insert(search.start)
            if search.isInto, let end = search.segments.last?.end { slots.insert(end) }
            for slot in search.distinctFrom { slots.insert(slot) }
            add(search.predicates)
            for segment in search.segments {
                add(segment.endPredicates)
                if case .relationship(_, let predicates) = segment.step { add(predicates) }
            }
        case .filter(let predicates): add(predicates)
        case .project(let items): for item in items { add(item.expression) }
        case .distinct(let keys): for slot in keys { slots.insert(slot) }
        case .aggregate(let aggregation, let multiplicity):
            if let multiplicity { slots.insert(multiplicity) }
            for key in aggregation.keys { add(key.expression) }
            for aggregate in aggregation.aggregates { add(aggregate.call.arguments) }
        case .sort(let keys): for key in keys { add(key.expression) }
        case .top(let keys, let skip, let limit):
            for key in keys { add(key.expression) }
            add(skip)
            add(limit)
        case .skip(let count), .limit(let count, _): add(count)
        case .unwind(let list, _): add(list)
        case .unionAll: break
        case .valueHashJoin(let join): add(join.left + join.right)
        case .semiHashJoin(let join, let predicates): add(join.left + join.right + predicates)
        case .create(let elements): add(elements)
        case .merge(let merge, _):
            add(merge.elements)
            add(merge.onCreate)
            add(merge.onMatch)
            for slot in merge.arguments { slots.insert(slot) }
        case .set(let items): add(items)
        case .remove(let items):
            for item in items {
                switch item {
                case .property(let of, _): add(of)
                case .dynamicProperty(let of, let key): add([of, key])
                case .labels(let of, let labels):
                    add(of)
                    add(labels)
                }
            }
        case .delete(let expressions, _): add(expressions)
        case .foreach(_, let list): add(list)
        case .procedureCall(let call): add(call.arguments)
        case .loadCSV(let load): add(load.url)
        case .transactionApply(let apply): add(apply.batchRows)
        case .produceResults(let columns): for column in columns { slots.insert(column.slot) }
        }
        return slots
    }
}
