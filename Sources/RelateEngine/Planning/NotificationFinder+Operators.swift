import CypherSyntax

// Notifications that an operator of the plan raises; each has that operator's number.

extension NotificationFinder {
    /// How many statements a remedy spells out.
    private static let namedIndexesLimit = 4
    /// What an unbounded pattern is advised to be bounded by, beyond its least length.
    private static let advisedSteps = 4

    /// What a walk over the plan gathers.
    struct Walk {
        var found: [Notification] = []
        /// The variables on which sides of a pattern are joined.
        var joins: Set<String> = []
        var next = 0
        /// By slot: the scan that gives it its values; without a label it reads all nodes.
        var scans: [Int: (label: String?, id: Int)] = [:]
        var predicates: [BoundExpression] = []
        var disjunctions: [(slot: Slot, labels: [String], id: Int)] = []
        /// The input of a search between two ends: its pairs are what is asked for.
        var searchedProduct: Int?
        /// The ends of relationships that are found between nodes found before: those are tied to each other.
        var ties: [(Slot, Slot)] = []

        /// The sides of a product that hints begin at belong together all the same.
        func isTied(_ product: LogicalPlan) -> Bool {
            let (left, right) = (product.children[0].available, product.children[1].available)
            return ties.contains { one, other in
                left.contains(one) && right.contains(other) || left.contains(other) && right.contains(one)
            }
        }
    }

    func visit(_ plan: LogicalPlan, _ running: Operator?, _ runs: PlanRuns, _ walk: inout Walk) {
        let id = walk.next
        walk.next += 1
        let name = PlanDescription(slots: slots, parameters: [], root: nil).name(of: plan)
        if let join = plan.operation.join {
            walk.predicates += lookups(join)
            if name.hasPrefix("NodeHashJoin") {
                for case .slot(let slot) in join.left { walk.joins.insert(slots[slot.index].name) }
            }
        }
        switch plan.operation {
        case .cartesianProduct where id != walk.searchedProduct && !walk.isTied(plan):
            if let product = product(plan, id) { walk.found.append(product) }
        case .expandInto(let expand): walk.ties.append((expand.from, expand.to))
        case .variableLengthExpand(let expand) where expand.maximum == nil:
            walk.found.append(unbounded(expand.expand, minimum: expand.minimum, id))
        case .repeatTrail(let trail) where trail.maximum == nil: walk.found.append(unbounded(trail, id))
        case .shortestPath(let search):
            // A selector says itself that the least length is meant.
            if search.expand.maximum == nil, !search.findsCircles {
                walk.found.append(unbounded(search.expand.expand, minimum: search.expand.minimum, id))
            }
            if !search.predicates.isEmpty { walk.found.append(exhaustive(search, id)) }
            walk.searchedProduct = id + 1
        case .aggregate(let aggregation, _): walk.found += eager(aggregation, id)
        case .allNodesScan(let slot): walk.scans[slot.index] = (nil, id)
        case .nodeByLabelScan(let slot, let label): walk.scans[slot.index] = (label, id)
        case .nodeByLabelsScan(let slot, let labels): walk.disjunctions.append((slot, labels, id))
        case .filter(let predicates): walk.predicates += predicates
        case .schemaCommand(let command): walk.found += schemaCommand(command, running, id)
        default: break
        }
        let operators = running?.planChildren ?? []
        let inputs = (plan.children + plan.nested).enumerated().map { index, child in
            (plan: child, running: index < operators.count ? operators[index] : nil)
        }
        let inputRuns = inputs.indices.map { runs.ofChild($0, of: plan, outer: inputs.first?.running) }
        let measured = zip(inputs, inputRuns).map { (plan: $0.plan, running: $0.running, runs: $1) }
        if let running, let miss = miss(plan, name, running, runs, measured, id) { walk.found.append(miss) }
        for (input, runs) in zip(inputs, inputRuns) { visit(input.plan, input.running, runs, &walk) }
    }

    // MARK: Patterns

    /// Of two patterns of one `MATCH`: what clauses of their own match is meant to be combined.
    private func product(_ plan: LogicalPlan, _ id: Int) -> Notification? {
        let elements = plan.children.map { child in
            child.available.slots.map(\.index).filter { statement.places.elements[$0] != nil }
        }
        guard let match = statement.places.match(joining: elements[0], elements[1]) else { return nil }
        let sides = plan.children.map { names(introducedBy: $0) }
        return make(
            .cartesianProduct,
            description: "The patterns of \(sides.first ?? "()") and of \(sides.last ?? "()") share no variable: every "
                + "match of one is combined with every match of the other.",
            remedy: "Connect the patterns by a relationship or an equality, or match them in clauses of their own.",
            at: match, operatorId: id)
    }

    private func unbounded(_ expand: LogicalPlan.Expand, minimum: Int, _ id: Int) -> Notification {
        let place = statement.places.elements[expand.relationship.index]
        if let place, isRepetition(place) { return unbounded(repetitionAt: place, minimum: minimum, id) }
        let types = expand.types.map { ":" + $0.joined(separator: "|") } ?? ""
        let bounded = "*\(minimum == 1 ? "" : String(minimum))..\(minimum &+ Self.advisedSteps)"
        return make(
            .unboundedVariableLengthPattern,
            description: "[\(types)*] may follow paths of any length through the whole graph.",
            remedy: "Give it a bound, such as [\(types)\(bounded)].", at: place, operatorId: id,
            fix: place.flatMap { lengthSpan(in: $0) }.map { edit($0, bounded) })
    }

    /// Where `*`, `*2..` stand in `-[r:T*2..]->`.
    private func lengthSpan(in span: SourceSpan) -> SourceSpan? {
        let tokens = Lexer.tokens(in: String(decoding: bytes(span), as: UTF8.self))
        guard let star = tokens.firstIndex(where: { $0.kind == .star }) else { return nil }
        var end = star
        while end + 1 < tokens.count, tokens[end + 1].kind == .integer || tokens[end + 1].kind == .dotDot { end += 1 }
        return SourceSpan(
            span.lowerBound + tokens[star].span.lowerBound, span.lowerBound + tokens[end].span.upperBound)
    }

    private func unbounded(_ trail: LogicalPlan.RepeatTrail, _ id: Int) -> Notification {
        unbounded(
            repetitionAt: statement.places.elements[trail.relationships.index], minimum: trail.minimum, id)
    }

    /// The pattern ends with a quantifier: it was written as a repetition, however it is walked.
    private func isRepetition(_ span: SourceSpan) -> Bool {
        bytes(span).last.map { [UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "}")].contains($0) } ?? false
    }

    private func unbounded(repetitionAt span: SourceSpan?, minimum: Int, _ id: Int) -> Notification {
        let bounded = "{\(minimum), \(minimum &+ Self.advisedSteps)}"
        var fix: Notification.Fix?
        if let span {
            let text = bytes(span)
            if let last = text.last, last == UInt8(ascii: "+") || last == UInt8(ascii: "*") {
                fix = edit(SourceSpan(span.upperBound - 1, span.upperBound), bounded)
            } else if text.last == UInt8(ascii: "}"), let brace = text.lastIndex(of: UInt8(ascii: "{")) {
                fix = edit(SourceSpan(span.lowerBound + brace, span.upperBound), bounded)
            }
        }
        return make(
            .unboundedVariableLengthPattern,
            description: "The repeated pattern may follow paths of any length through the whole graph.",
            remedy: "Give it a bound, such as \(bounded).", at: span, operatorId: id, fix: fix)
    }

    private func exhaustive(_ search: LogicalPlan.ShortestPath, _ id: Int) -> Notification {
        make(
            .exhaustiveShortestPath,
            description: "A predicate over the whole path cannot be tested step by step: paths are tried one by one.",
            remedy: "Test the path behind a WITH, or say the predicate of each step.",
            at: statement.places.elements[search.expand.expand.relationship.index], operatorId: id)
    }

    // MARK: Aggregates

    private func eager(_ aggregation: BoundAggregation, _ id: Int) -> [Notification] {
        aggregation.aggregates.compactMap { _, call in
            let name = call.function.name
            let keepsAll = [
                "collect", "collect_list", "percentileCont", "percentile_cont", "percentileDisc", "percentile_disc",
            ].contains(name)
            guard keepsAll || call.isDistinct else { return nil }
            let shown = call.isDistinct ? "\(name)(DISTINCT …)" : "\(name)(…)"
            return make(
                .eagerAggregation,
                description: "\(shown) keeps \(call.isDistinct && !keepsAll ? "every different value" : "every value") "
                    + "of a group in memory until the last row has come.",
                remedy: "Narrow the rows before, or take fewer of them with LIMIT in a subquery.", at: call.span,
                operatorId: id)
        }
    }

    // MARK: Scans

    /// Scans that an index, or a query for each label, would spare: told by the predicates over what they give.
    func scans(_ walk: Walk) -> [Notification] {
        var seen: Set<String> = []
        let disjunctions = walk.disjunctions.map { disjunction($0.slot, $0.labels, walk.predicates, $0.id) }
        return disjunctions
            + walk.predicates.compactMap { predicate in
                if let found = dynamicProperty(predicate, walk) { return found }
                if let found = unlabelledScan(predicate, walk), seen.insert(found.key).inserted {
                    return found.notification
                }
                guard let (slot, key, span) = equality(predicate), let scan = walk.scans[slot.index],
                    let label = scan.label, seen.insert("\(slot.index).\(key)").inserted,
                    // Of what the store does not know, nothing has to be found.
                    state.labelID(named: label) != nil, state.propertyKeyID(named: key) != nil,
                    !isIndexed(label, key)
                else { return nil }
                return missingIndex(label, key, span, scan.id)
            }
    }

    private func disjunction(
        _ slot: Slot, _ labels: [String], _ predicates: [BoundExpression], _ id: Int
    ) -> Notification {
        let key = predicates.lazy.compactMap { equality($0) }.first { $0.slot == slot }?.key
        let missing = key.map { key in labels.filter { !isIndexed($0, key) } } ?? []
        var remedy =
            "It reads what is asked for: where fewer nodes are meant, compare a property of them that has an "
            + "index for each of the labels."
        if let key, !missing.isEmpty {
            let shown = missing.prefix(Self.namedIndexesLimit).map { IndexRemedy.statement(label: $0, keys: [key]) }
            remedy =
                "Create an index for each of the labels: \(shown.joined(separator: "; "))"
                + (missing.count > shown.count ? "; …" : "")
        }
        let text = labels.map { StatementPrinter.name($0) }.joined(separator: "|")
        return make(
            .labelDisjunctionScan,
            description:
                "(\(slots[slot.index].name):\(text)) is found by reading all nodes of each label: no index serves them all.",
            remedy: remedy,
            at: statement.places.elements[slot.index], operatorId: id)
    }

    /// A node without a label whose property an index of some label has.
    private func unlabelledScan(
        _ predicate: BoundExpression, _ walk: Walk
    ) -> (key: String, notification: Notification)? {
        guard let (slot, key, span) = equality(predicate), let scan = walk.scans[slot.index], scan.label == nil,
            let index = state.schema.indexes.first(where: { $0.entity == .node && $0.properties.first == key }),
            let label = index.labelsOrTypes.first
        else { return nil }
        let name = slots[slot.index].name
        return (
            "\(slot.index)",
            make(
                .allNodesScan,
                description:
                    "Every node of the store is read to compare its `\(key)`: an index is on \(index.targetText), "
                    + "but (\(name)) has no label.",
                remedy: "Give it its label, such as (\(name):\(StatementPrinter.name(label))).", at: span,
                operatorId: scan.id, fix: labelled(slot, label))
        )
    }

    /// The edit from `(n …` to `(n:L …`.
    private func labelled(_ slot: Slot, _ label: String) -> Notification.Fix? {
        guard let place = statement.places.elements[slot.index] else { return nil }
        let tokens = Lexer.tokens(in: String(decoding: bytes(place), as: UTF8.self))
        guard tokens.count > 1, tokens[0].kind == .leftParenthesis else { return nil }
        let isNamed = !slots[slot.index].isAnonymous
        let end = place.lowerBound + tokens[isNamed ? 1 : 0].span.upperBound
        return edit(SourceSpan(end, end), ":" + StatementPrinter.name(label))
    }

    /// `n[$key] = …` on a label that has indexes: which of them would serve is not known before it runs.
    private func dynamicProperty(_ predicate: BoundExpression, _ walk: Walk) -> Notification? {
        let sides: [BoundExpression]
        switch predicate {
        case .compare(let left, _, let right): sides = [left, right]
        case .isIn(let left, _): sides = [left]
        default: return nil
        }
        for side in sides {
            guard case .subscriptOf(.slot(let slot), let key, let span) = side, let scan = walk.scans[slot.index],
                let label = scan.label
            else { continue }
            if case .literal = key { continue }
            guard state.schema.indexes.contains(where: { $0.entity == .node && $0.labelsOrTypes.contains(label) })
            else { continue }
            return make(
                .dynamicProperty,
                description:
                    "The property of `\(slots[slot.index].name)` is computed: no index on :\(label) can be used.",
                remedy: "Name the property where it is known.", at: span, operatorId: scan.id)
        }
        return nil
    }

    private func isIndexed(_ label: String, _ key: String) -> Bool {
        state.schema.indexes.contains {
            $0.kind == .range && $0.entity == .node && $0.labelsOrTypes == [label] && $0.properties == [key]
        }
    }

    /// Equalities of a join by which an index would find one side for each row of the other: that brings nodes or
    /// relationships of no pattern, such as the rows of a file.
    private func lookups(_ join: LogicalPlan.ValueHashJoin) -> [BoundExpression] {
        func isGiven(_ expression: BoundExpression) -> Bool {
            expression.freeSlots.slots.allSatisfy { statement.places.elements[$0.index] == nil }
        }
        return zip(join.left, join.right).compactMap { left, right in
            if case .property = right, isGiven(left) { return .compare(right, .equal, left) }
            if case .property = left, isGiven(right) { return .compare(left, .equal, right) }
            return nil
        }
    }

    private func missingIndex(_ label: String, _ key: String, _ span: SourceSpan, _ id: Int) -> Notification {
        let create = IndexRemedy.statement(label: label, keys: [key])
        return make(
            .missingIndex,
            description: "Every node with the label `\(label)` is read to compare its `\(key)`: there is no index on "
                + ":\(label)(\(key)).",
            remedy: "Create an index: \(create)", at: span, operatorId: id, fix: .statement(create))
    }

    /// `v.key = value` and `v.key IN list`, where the value does not depend on `v`.
    private func equality(_ predicate: BoundExpression) -> (slot: Slot, key: String, span: SourceSpan)? {
        func property(_ side: BoundExpression, _ other: BoundExpression) -> (Slot, String, SourceSpan)? {
            guard case .property(.slot(let slot), let key, let span) = side, !other.reads(slot) else { return nil }
            // Nothing is equal to null: there is nothing to find.
            if case .literal(.null) = other.unplaced { return nil }
            return (slot, key, span)
        }
        switch predicate {
        case .compare(let left, .equal, let right): return property(left, right) ?? property(right, left)
        case .isIn(let left, let right): return property(left, right)
        default: return nil
        }
    }

    private func names(introducedBy plan: LogicalPlan) -> String {
        let names = plan.available.slots.filter { !slots[$0.index].isAnonymous }.map { slots[$0.index].name }
        return names.isEmpty ? "()" : names.prefix(4).map { "(\($0))" }.joined(separator: ", ")
    }
}

extension LogicalPlan.Operation {
    /// The keys of a hash join of either kind.
    fileprivate var join: LogicalPlan.ValueHashJoin? {
        switch self {
        case .valueHashJoin(let join), .semiHashJoin(let join, _): join
        default: nil
        }
    }
}

extension BoundExpression {
    /// A subquery may read anything.
    fileprivate func reads(_ slot: Slot) -> Bool {
        var pending = [self]
        while let expression = pending.popLast() {
            switch expression {
            case .slot(let other) where other == slot: return true
            case .exists, .count, .collect, .path, .nested, .patternComprehension: return true
            default: expression.forEachChild { pending.append($0) }
            }
        }
        return false
    }
}
