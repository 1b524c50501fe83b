/// Logical plan → plan document: names in Neo4j's vocabulary, details in readable Cypher.
///
/// Children stand in the order of the plan (a join's left before its right, an apply's outer before its inner), behind them
/// the plans of subqueries inside expressions. `operatorId` is the number in pre-order, from 0.
struct PlanDescription {
    let slots: [SlotInfo]
    let parameters: [String]
    /// Read per operator, in pre-order, under `PROFILE`.
    let root: Operator?
    private let text: BoundText

    init(slots: [SlotInfo], parameters: [String], root: Operator?) {
        self.slots = slots
        self.parameters = parameters
        self.root = root
        text = BoundText(slots: slots, parameters: parameters)
    }

    func node(_ plan: LogicalPlan, warnings: [Int: [Notification]]) -> PlanNode {
        var next = 0
        return node(plan, root, warnings, &next)
    }

    private func node(
        _ plan: LogicalPlan, _ running: Operator?, _ warnings: [Int: [Notification]], _ next: inout Int
    ) -> PlanNode {
        let id = next
        next += 1
        var children: [PlanNode] = []
        let inputs = plan.children + plan.nested
        let operators = running?.planChildren ?? []
        for (index, child) in inputs.enumerated() {
            children.append(node(child, index < operators.count ? operators[index] : nil, warnings, &next))
        }
        let estimate = plan.estimatedRows
        return PlanNode(
            operator: name(of: plan), details: Self.shortened(details(of: plan)),
            identifiers: plan.available.slots.filter { !slots[$0.index].isAnonymous }.map { slots[$0.index].name },
            estimatedRows: estimate.isFinite && estimate < 9e18 ? Int64(max(0, estimate.rounded())) : .max,
            actual: running.map { actual(plan, $0) }, children: children, warnings: warnings[id] ?? [])
    }

    /// Time is the operator's own, of all threads together: what its inputs and nested plans took is taken off, so that times add up.
    private func actual(_ plan: LogicalPlan, _ running: Operator) -> PlanActual {
        let statistics = running.statistics
        let below = running.planChildren.reduce(UInt64(0)) { $0 + $1.statistics.inclusiveNanoseconds }
        let own = statistics.inclusiveNanoseconds > below ? statistics.inclusiveNanoseconds - below : 0
        let hits = statistics.hops + statistics.neighborWalks + statistics.nodeReads
        return PlanActual(
            rows: Int64(statistics.rows), timeMs: Double(own) / 1_000_000, dbHits: Int64(hits),
            memoryBytes: Int64(statistics.memoryBytes), hops: Int64(statistics.hops),
            neighborWalks: Int64(statistics.neighborWalks), nodeReads: Int64(statistics.nodeReads), start: plan.start)
    }

    /// A text beyond all reading is cut at its end: its beginning says what it is about.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > Limits.planDetailsBytesLimit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: Limits.planDetailsBytesLimit)
        while end.samePosition(in: text) == nil, end > text.startIndex { end = text.utf8.index(before: end) }
        return text[..<end] + " …"
    }

    func name(of plan: LogicalPlan) -> String {
        switch plan.operation {
        case .argument: return "Argument"
        case .allNodesScan: return "AllNodesScan"
        case .nodeByLabelScan: return "NodeByLabelScan"
        case .nodeByLabelsScan: return "UnionNodeByLabelsScan"
        case .relationshipScan(_, _, _, let types, let isDirected):
            let direction = isDirected ? "Directed" : "Undirected"
            guard let types else { return direction + "AllRelationshipsScan" }
            return types.count == 1
                ? direction + "RelationshipTypeScan" : direction + "UnionRelationshipTypesScan"
        case .indexSeek(let seek): return seek.operatorName
        case .indexSearch(let search): return search.operatorName
        case .schemaCommand(let command): return command.operatorName
        case .expandAll, .countExpand: return "Expand(All)"
        case .expandIntersect: return "Expand(Intersect)"
        case .countStore(.nodes, _): return "NodeCountFromCountStore"
        case .countStore(.relationships, _): return "RelationshipCountFromCountStore"
        case .expandInto: return "Expand(Into)"
        case .variableLengthExpand(let expand):
            if expand.isPruning { return "VarLengthExpand(Pruning,BFS,\(expand.isInto ? "Into" : "All"))" }
            return expand.isInto ? "VarLengthExpand(Into)" : "VarLengthExpand(All)"
        case .projectEndpoints: return "ProjectEndpoints"
        case .repeatTrail: return "Repeat(Trail)"
        case .shortestPath: return "ShortestPath"
        case .pathSearch(let search): return search.operatorName
        case .transactionApply(let apply): return apply.isUnit ? "TransactionForeach" : "TransactionApply"
        case .filter: return "Filter"
        case .project: return "Projection"
        case .distinct: return "Distinct"
        case .aggregate: return "EagerAggregation"
        case .sort: return "Sort"
        case .top: return "Top"
        case .skip: return "Skip"
        case .limit(_, let isExhaustive): return isExhaustive ? "ExhaustiveLimit" : "Limit"
        case .unwind: return "Unwind"
        case .unionAll: return "Union"
        case .cartesianProduct: return "CartesianProduct"
        case .valueHashJoin(let join): return isOfNodes(join) ? "NodeHashJoin" : "ValueHashJoin"
        case .semiHashJoin(let join, _): return isOfNodes(join) ? "NodeHashJoin(Semi)" : "ValueHashJoin(Semi)"
        case .apply: return "Apply"
        case .optionalApply: return "OptionalApply"
        case .optionalExpand(let optional): return optional.isInto ? "OptionalExpand(Into)" : "OptionalExpand(All)"
        case .create: return "Create"
        case .merge: return "Merge"
        case .set: return "SetProperties"
        case .remove: return "RemoveProperties"
        case .delete(_, let isDetach): return isDetach ? "DetachDelete" : "Delete"
        case .foreach: return "Foreach"
        case .foreachSubquery: return "SubqueryForeach"
        case .procedureCall: return "ProcedureCall"
        case .loadCSV: return "LoadCSV"
        case .eager: return "Eager"
        case .produceResults: return "ProduceResults"
        case .emptyResult: return "EmptyResult"
        }
    }

    private func details(of plan: LogicalPlan) -> String {
        switch plan.operation {
        case .argument: return names(plan.carried.map { Slot($0) })
        case .allNodesScan(let slot): return name(slot)
        case .nodeByLabelScan(let slot, let label): return "\(name(slot)):\(quoted(label))"
        case .nodeByLabelsScan(let slot, let labels):
            return "\(name(slot)):" + labels.map(quoted).joined(separator: "|")
        case .relationshipScan(let relationship, let from, let to, let types, let isDirected):
            return "(\(name(from)))"
                + BoundText.arrow(bracket(relationship, types), isDirected ? .leftToRight : .either) + "(\(name(to)))"
        case .expandAll(let expand), .expandInto(let expand): return arrow(expand, length: "")
        case .countExpand(let expand, _): return "count of " + arrow(expand, length: "")
        case .expandIntersect(let expand):
            let pattern = "\(arrow(expand.first, length: "")), \(arrow(expand.second, length: ""))"
            return expand.multiplicity == nil ? pattern : "count of " + pattern
        case .countStore(let count, let slots): return "\(counted(count)) AS \(names(slots))"
        case .variableLengthExpand(let expand):
            return walk(expand)
        case .projectEndpoints(let project):
            let length = project.length.map { BoundText.length($0.minimum, $0.maximum) } ?? ""
            return "(\(name(project.start)))"
                + BoundText.arrow(
                    bracket(project.relationship, project.types, length: length),
                    project.isDirected ? .leftToRight : .either) + "(\(name(project.end)))"
        case .repeatTrail(let trail):
            let ends = trail.isReversed ? (trail.to, trail.from) : (trail.from, trail.to)
            return "(\(name(ends.0)))\(text.quantified(trail.pattern))(\(name(ends.1)))"
        case .shortestPath(let search):
            var function = "shortestPath"
            if case .allShortestPaths = search.selector { function = "allShortestPaths" }
            let path = search.path.map { isHidden($0) ? "" : "\(name($0)) = " } ?? ""
            let pattern =
                search.findsCircles
                ? "ANY SHORTEST \(walk(search.expand))" : "\(path)\(function)(\(walk(search.expand)))"
            return pattern + text.predicates(search.predicates)
        case .indexSeek(let seek): return seek.details(text) { name($0) }
        case .indexSearch(let search): return search.details(text) { name($0) }
        case .schemaCommand(let command): return SchemaCommandText.text(command, text)
        case .pathSearch(let search): return text.text(search)
        case .transactionApply(let apply):
            let rows = apply.batchRows.map { text.text($0) } ?? "1000"
            return "IN TRANSACTIONS OF \(rows) ROWS ON ERROR \(apply.onError.rawValue)"
        case .filter(let predicates): return predicates.map { text.text($0) }.joined(separator: " AND ")
        case .project(let items):
            return items.map { "\(text.text($0.expression)) AS \(name($0.slot))" }.joined(separator: ", ")
        case .distinct(let keys): return names(keys)
        case .aggregate(let aggregation, _):
            let keys = aggregation.keys.filter { $0.slot != plan.perRow }.map { text.text($0.expression) }
            let calls = aggregation.aggregates.map { "\(text.aggregate($0.call)) AS \(name($0.slot))" }
            return (keys + calls).joined(separator: ", ")
        case .sort(let keys): return order(plan.perRow == nil ? keys : Array(keys.dropFirst()))
        case .top(let keys, let skip, let limit):
            return order(keys) + (skip.map { " SKIP " + text.text($0) } ?? "") + " LIMIT " + text.text(limit)
        case .skip(let count), .limit(let count, _): return text.text(count)
        case .unwind(let list, let element): return "\(text.text(list)) AS \(name(element))"
        case .unionAll(_, _, let columns): return names(columns)
        case .cartesianProduct, .apply, .emptyResult, .foreachSubquery: return ""
        case .valueHashJoin(let join): return equalities(join)
        case .semiHashJoin(let join, let predicates): return equalities(join) + text.predicates(predicates)
        case .optionalApply(let introduced): return names(introduced)
        case .optionalExpand(let optional):
            return arrow(optional.expand, length: "") + text.predicates(optional.predicates)
        case .create(let elements): return created(elements)
        case .merge(let merge, _):
            let create = merge.onCreate.map(assignment).joined(separator: ", ")
            let match = merge.onMatch.map(assignment).joined(separator: ", ")
            return created(merge.elements) + (create.isEmpty ? "" : " ON CREATE SET " + create)
                + (match.isEmpty ? "" : " ON MATCH SET " + match)
        case .set(let items): return items.map(assignment).joined(separator: ", ")
        case .remove(let items): return items.map(removal).joined(separator: ", ")
        case .delete(let expressions, _): return expressions.map { text.text($0) }.joined(separator: ", ")
        case .foreach(let element, let list): return "\(name(element)) IN \(text.text(list))"
        case .procedureCall(let call):
            return text.procedure(call)
        case .loadCSV(let load): return text.load(load)
        case .eager(let reason): return reason
        case .produceResults(let columns): return columns.map(\.name).joined(separator: ", ")
        }
    }

    /// The sides of one pattern, joined at a node that both have.
    private func isOfNodes(_ join: LogicalPlan.ValueHashJoin) -> Bool { !nodes(joinedBy: join).isEmpty }

    /// Those that both sides have.
    private func nodes(joinedBy join: LogicalPlan.ValueHashJoin) -> [String] {
        zip(join.left, join.right).compactMap { isOfNodes($0, $1) ? text.text($0) : nil }
    }

    private func isOfNodes(_ left: BoundExpression, _ right: BoundExpression) -> Bool {
        guard case .slot(let one) = left, case .slot(let other) = right else { return false }
        return slots[one.index].name == slots[other.index].name && slots[one.index].type.withoutNullability == .node
    }

    private func equalities(_ join: LogicalPlan.ValueHashJoin) -> String {
        let nodes = nodes(joinedBy: join)
        let values = zip(join.left, join.right).filter { !isOfNodes($0, $1) }
            .map { "\(text.text($0)) = \(text.text($1))" }
        return (nodes + (values.isEmpty ? [] : [values.joined(separator: " AND ")])).joined(separator: ", ")
    }

    private func name(_ slot: Slot) -> String { text.name(of: slot) }

    /// A path that only the engine names: no text can write two blanks in a name without backticks.
    private func isHidden(_ slot: Slot) -> Bool { slots[slot.index].name.hasPrefix("  ") }

    private func names(_ slots: [Slot]) -> String {
        slots.filter { !self.slots[$0.index].isAnonymous }.map { name($0) }.joined(separator: ", ")
    }

    private func quoted(_ name: String) -> String { BoundText.quoted(name) }

    private func bracket(_ relationship: Slot, _ types: [String]?, length: String = "") -> String {
        let name = slots[relationship.index].isAnonymous ? "" : name(relationship)
        let type = types.map { ":" + $0.map { quoted($0) }.joined(separator: "|") } ?? ""
        return "[\(name)\(type)\(length)]"
    }

    private func counted(_ count: LogicalPlan.StoreCount) -> String {
        switch count {
        case .nodes(let label): return "count( (\(label.map { ":" + quoted($0) } ?? "")) )"
        case .relationships(let types, let label, let isLabelAtStart):
            let labelled = "(\(label.map { ":" + quoted($0) } ?? ""))"
            let bracket = types.map { "[:" + $0.map { quoted($0) }.joined(separator: "|") + "]" } ?? ""
            return isLabelAtStart ? "count( \(labelled)-\(bracket)->() )" : "count( ()-\(bracket)->\(labelled) )"
        }
    }

    private func arrow(_ expand: LogicalPlan.Expand, length: String) -> String {
        let bracket = bracket(expand.relationship, expand.types, length: length)
        return "(\(name(expand.from)))\(BoundText.arrow(bracket, expand.direction))(\(name(expand.to)))"
    }

    /// `(a)-[r:R*1..3]->(b)`; with conditions on its steps as the repeated pattern that it is.
    private func walk(_ walk: LogicalPlan.VariableLengthExpand) -> String {
        guard !walk.predicates.isEmpty else {
            return arrow(walk.expand, length: BoundText.length(walk.minimum, walk.maximum))
        }
        let types = walk.expand.types.map { ":" + $0.map { quoted($0) }.joined(separator: "|") } ?? ""
        let element = walk.element.map { name($0) } ?? ""
        let step =
            "(\(walk.stepFrom.map { name($0) } ?? ""))" + BoundText.arrow("[\(element)\(types)]", walk.expand.direction)
            + "(\(walk.stepTo.map { name($0) } ?? ""))"
        let bounds = BoundText.quantifier(walk.minimum, walk.maximum)
        return
            "(\(name(walk.expand.from))) (\(step)\(text.predicates(walk.predicates)))\(bounds) (\(name(walk.expand.to)))"
    }

    private func order(_ keys: [LogicalPlan.SortKey]) -> String {
        keys.map { "\(text.text($0.expression)) \($0.isDescending ? "DESC" : "ASC")" }.joined(separator: ", ")
    }

    private func created(_ elements: [BoundCreateElement]) -> String {
        // A script of thousands of elements is named by its first.
        let shown = elements.prefix(20).map { element -> String in
            switch element {
            case .node(let slot, let labels, let properties):
                let label = labels.map { ":" + self.label($0) }.joined()
                return "(\(name(slot))\(label)\(properties.map { " " + text.text($0) } ?? ""))"
            case .relationship(let slot, let type, let from, let to, let properties, _):
                let name = slots[slot.index].isAnonymous ? "" : self.name(slot)
                let map = properties.map { " " + text.text($0) } ?? ""
                return "(\(self.name(from)))-[\(name):\(label(type))\(map)]->(\(self.name(to)))"
            case .path(let slot, _): return name(slot)
            }
        }
        return shown.joined(separator: ", ") + (elements.count > shown.count ? ", … \(elements.count) in all" : "")
    }

    private func label(_ label: BoundLabelName) -> String {
        switch label {
        case .name(let name): return quoted(name)
        case .dynamic(let expression): return "$(\(text.text(expression)))"
        }
    }

    private func assignment(_ item: BoundSetItem) -> String {
        switch item {
        case .property(let of, let key, let value): return "\(text.text(of)).\(quoted(key)) = \(text.text(value))"
        case .dynamicProperty(let of, let key, let value):
            return "\(text.text(of))[\(text.text(key))] = \(text.text(value))"
        case .properties(let of, let value, let isMerging):
            return "\(text.text(of)) \(isMerging ? "+=" : "=") \(text.text(value))"
        case .labels(let of, let labels): return text.text(of) + labels.map { ":" + label($0) }.joined()
        }
    }

    private func removal(_ item: BoundRemoveItem) -> String {
        switch item {
        case .property(let of, let key): return "\(text.text(of)).\(quoted(key))"
        case .dynamicProperty(let of, let key): return "\(text.text(of))[\(text.text(key))]"
        case .labels(let of, let labels): return text.text(of) + labels.map { ":" + label($0) }.joined()
        }
    }
}
