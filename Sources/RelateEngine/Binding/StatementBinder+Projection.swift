import CypherSyntax

// `WITH` and `RETURN`: items, grouping, what `ORDER BY` and `WHERE` see, and which variables come out.

extension StatementBinder {
    /// Where a projection stands, for its rules and messages.
    enum ProjectionKind {
        case with, `return`

        var name: String { self == .with ? "WITH" : "RETURN" }
    }

    /// An item on its way: as written, and once bound.
    private struct Item {
        var name: String
        /// `nil` for those that `*` stands for.
        var expression: Expression?
        var alias: Name?
        var span: SourceSpan
        /// The variable that is passed on as it is, or renamed.
        var variable: Slot?
        var typed = Typed(.literal(.null), .null)
        var hasAggregate = false
        var slot = Slot(0)
        var looseReads: [AggregateCollector.LooseRead] = []
        /// Computed from the keys of a `GROUP BY`, and none itself.
        var isDerived = false

        var isKey: Bool { !hasAggregate && !isDerived }
    }

    /// Binds a projection. Afterwards the scope holds what it projects, and nothing else of the query.
    func projection(
        _ projection: Projection, where condition: Expression?, kind: ProjectionKind, at span: SourceSpan
    ) throws(EngineError) -> BoundProjection {
        let saved = (aggregation, collector, self.projected, substitution)
        defer { (aggregation, collector, self.projected, substitution) = saved }
        collector = AggregateCollector()
        collector.base = slots.count
        self.projected = []
        substitution = [:]

        var items = try starItems(projection, kind, at: span)
        for item in projection.items { items.append(try boundItem(item)) }
        let isGrouping = items.contains(where: \.hasAggregate) || projection.groupBy != nil
        collector.isGrouping = isGrouping
        var hidden = try hiddenKeys(projection.groupBy, &items)
        try giveSlots(&items)
        try giveSlots(&hidden)
        if isGrouping { try regroup(&items, hidden) }
        try checkNames(items, kind)

        // What the tail may repeat, and the scope it reads in.
        let before = scope
        var after = Scope(variables: [:], outer: scope.outer)
        // A row behind a grouping stands for many lines.
        after.csv = isGrouping || projection.isDistinct ? nil : scope.csv
        for item in items { after.variables[item.name] = item.slot }
        self.projected = items.compactMap { item in
            guard let expression = item.expression, item.variable == nil else { return nil }
            return ProjectedItem(
                expression: expression, slot: item.slot, type: item.typed.type, isKey: item.isKey)
        }
        let seesBefore = !isGrouping && !projection.isDistinct
        scope = after
        let hasTail = !projection.orderBy.isEmpty || condition != nil
        if seesBefore && hasTail { scope.variables = before.variables.merging(after.variables) { $1 } }

        collector.isTail = true
        collector.aggregatedColumns = Set(items.filter(\.hasAggregate).map(\.slot))
        let orderBy: [(expression: BoundExpression, isDescending: Bool)]
        let predicates: [BoundExpression]
        do throws(EngineError) {
            let hidden = seesBefore || !hasTail ? nil : HiddenNames(.projection, before)
            (orderBy, predicates) = try hiding(hidden) { () throws(EngineError) in
                (
                    try sortItems(projection.orderBy, mayAggregate: isGrouping),
                    try tailPredicates(condition, mayAggregate: isGrouping)
                )
            }
        } catch {
            throw tailError(error, items, before, projection.orderBy)
        }
        noteSubclauses(
            projection.orderBy.map(\.expression) + (condition.map { [$0] } ?? []),
            columns: items.map { ($0.name, $0.expression, $0.slot) }, before: before, seesBefore: seesBefore)
        let skip = try rowCount(projection.skip, clause: "SKIP", names: before)
        let limit = try rowCount(projection.limit, clause: "LIMIT", names: before)
        scope = after
        try checkAliases(items, kind)
        return assembled(
            items, hidden, projection, isGrouping: isGrouping, orderBy: orderBy, skip: skip, limit: limit,
            predicates: predicates, kind: kind, at: span)
    }

    // MARK: Items

    private func starItems(
        _ projection: Projection, _ kind: ProjectionKind, at span: SourceSpan
    ) throws(EngineError) -> [Item] {
        guard let star = projection.star else { return [] }
        if kind == .return, scope.isEmpty { throw .noVariablesInScope(at: star.span) }
        return scope.sorted.map { name, slot in
            noteRead(slot)
            return Item(
                name: name, expression: nil, alias: nil, span: star.span, variable: slot,
                typed: Typed(.slot(slot), type(of: slot)))
        }
    }

    private func boundItem(_ item: ProjectionItem) throws(EngineError) -> Item {
        var bound = Item(name: item.name, expression: item.expression, alias: item.alias, span: item.span)
        try bindExpression(item.expression, into: &bound)
        if case .variable(let name) = item.expression.kind {
            bound.variable = scope[name.text]
            if item.alias == nil { bound.name = name.text }
        }
        return bound
    }

    private func bindExpression(_ expression: Expression, into item: inout Item) throws(EngineError) {
        aggregation = .collecting
        collector.isRecording = true
        collector.hasAggregate = false
        collector.looseReads = []
        item.typed = try bind(expression)
        item.hasAggregate = collector.hasAggregate
        item.looseReads = collector.looseReads
        collector.isRecording = false
        aggregation = .forbidden(.here)
    }

    /// A variable that keeps its name keeps its slot; an item that is one aggregate takes that one's; the others get new ones.
    private func giveSlots(_ items: inout [Item]) throws(EngineError) {
        var used: Set<Slot> = []
        for index in items.indices {
            let item = items[index]
            if let variable = item.variable, slots[variable.index].name == item.name, used.insert(variable).inserted {
                items[index].slot = variable
                continue
            }
            if item.hasAggregate, case .slot(let slot) = item.typed.expression, used.insert(slot).inserted {
                slots[slot.index].name = item.name
                slots[slot.index].isAnonymous = false
                items[index].slot = slot
                continue
            }
            items[index].slot = newSlot(item.name, item.typed.type)
        }
    }

    // MARK: Grouping

    /// Binds the items that aggregate anew, now that the keys are known: what they read beside aggregates must be keys.
    private func regroup(_ items: inout [Item], _ hidden: [Item]) throws(EngineError) {
        var keyVariables: Set<Slot> = []
        for item in items + hidden where item.isKey {
            if let variable = item.variable {
                keyVariables.insert(variable)
                if substitution[variable] == nil { substitution[variable] = item.slot }
            } else if let expression = item.expression, Self.rootVariable(of: expression) != nil {
                collector.groupedProperties[expression] = item.slot
            }
        }
        for index in items.indices where !items[index].isKey && !items[index].looseReads.isEmpty {
            guard let expression = items[index].expression else { continue }
            try bindExpression(expression, into: &items[index])
            let loose = items[index].looseReads.filter { !keyVariables.contains($0.slot) }
            guard let first = loose.first else { continue }
            var names: [String] = []
            for read in loose where !names.contains(read.name) { names.append(read.name) }
            throw .ambiguousAggregation(names, at: first.span)
        }
        substitution = [:]
        collector.groupedProperties = [:]
    }

    /// The keys of `GROUP BY` that are no item. Items that neither are a key nor constant are told to be made of keys.
    ///
    /// - Source: Cypher manual, "GROUP BY".
    private func hiddenKeys(_ groupBy: GroupBy?, _ items: inout [Item]) throws(EngineError) -> [Item] {
        guard case .keys(let keys) = groupBy else { return [] }
        var hidden: [Item] = []
        var keyItems: Set<Int> = []
        for key in keys {
            if let place = items.firstIndex(where: { !$0.hasAggregate && isKey(key, $0) }) {
                keyItems.insert(place)
                continue
            }
            var item = Item(name: "", expression: key, alias: nil, span: key.span)
            let columns = HiddenNames(.grouping, nil, names: Set(items.compactMap { $0.alias?.text }))
            try hiding(columns) { () throws(EngineError) in try bindExpression(key, into: &item) }
            if item.hasAggregate { throw .invalidAggregation("GROUP BY takes no aggregate functions", at: key.span) }
            if case .variable(let name) = key.kind {
                item.variable = scope[name.text]
                item.name = name.text
            }
            hidden.append(item)
        }
        for index in items.indices where !keyItems.contains(index) {
            items[index].isDerived = !items[index].hasAggregate && !items[index].looseReads.isEmpty
        }
        return hidden
    }

    /// The item is the key, or has the name that the key is.
    private func isKey(_ key: Expression, _ item: Item) -> Bool {
        if item.expression == key { return true }
        guard case .variable(let name) = key.kind, item.name == name.text else { return false }
        return item.expression == nil || scope[name.text] == nil
    }

    // MARK: Names

    private func checkNames(_ items: [Item], _ kind: ProjectionKind) throws(EngineError) {
        var seen: Set<String> = []
        for item in items where !seen.insert(item.name).inserted {
            throw .columnNameConflict(item.name, at: item.alias?.span ?? item.span)
        }
        guard kind == .with else { return }
        for item in items { noteShadowing(by: item.slot, named: item.name, at: item.alias?.span ?? item.span) }
        guard !scope.outer.isEmpty else { return }
        for item in items {
            guard let hidden = Scope(variables: [:], outer: scope.outer)[item.name], hidden != item.slot else {
                continue
            }
            let span = item.alias?.span ?? item.span
            if scope.imported.contains(item.name) { throw .variableShadowing(item.name, at: span) }
            deprecations.append(BoundDeprecation(kind: .subqueryVariableShadowing(item.name), span: span))
        }
    }

    /// After all else, for other errors of the projection come first.
    private func checkAliases(_ items: [Item], _ kind: ProjectionKind) throws(EngineError) {
        guard kind == .with else { return }
        for item in items where item.variable == nil && item.alias == nil {
            throw .noExpressionAlias(clause: kind.name, at: item.span)
        }
    }

    // MARK: ORDER BY, WHERE, SKIP and LIMIT

    func sortItems(
        _ items: [SortItem], mayAggregate: Bool
    ) throws(EngineError) -> [(expression: BoundExpression, isDescending: Bool)] {
        aggregation = mayAggregate ? .collecting : .forbidden(.orderBy)
        let all = projected
        defer {
            aggregation = .forbidden(.here)
            projected = all
        }
        var bound: [(expression: BoundExpression, isDescending: Bool)] = []
        for item in items {
            if let match = projectedMatch(item.expression) {
                bound.append((match.expression, item.isDescending))
                continue
            }
            // Beside an aggregate, only keys that are variables and property accesses may be repeated.
            let isMixed = mayAggregate && containsAggregate(item.expression)
            projected = isMixed ? all.filter { !$0.isKey || Self.rootVariable(of: $0.expression) != nil } : all
            bound.append((try value(item.expression), item.isDescending))
        }
        return bound
    }

    private func tailPredicates(
        _ condition: Expression?, mayAggregate: Bool
    ) throws(EngineError) -> [BoundExpression] {
        aggregation = .forbidden(.where)
        defer { aggregation = .forbidden(.here) }
        return try conjuncts(condition)
    }

    /// A variable that only a key of more than one part uses makes an aggregating `ORDER BY` ambiguous, not undefined.
    private func tailError(
        _ error: EngineError, _ items: [Item], _ before: Scope, _ orderBy: [SortItem]
    ) -> EngineError {
        guard collector.isGrouping, let missing = lastUndefined, !missing.isInAggregate else { return error }
        let span = missing.name.span
        let isMixed = orderBy.contains {
            $0.expression.span.lowerBound <= span.lowerBound && span.upperBound <= $0.expression.span.upperBound
                && containsAggregate($0.expression)
        }
        let isInKey = items.contains { item in
            !item.hasAggregate && item.variable == nil && item.looseReads.contains { $0.name == missing.name.text }
        }
        return isMixed && isInKey ? .ambiguousAggregation([missing.name.text], at: span) : error
    }

    private func containsAggregate(_ expression: Expression) -> Bool {
        var found = false
        expression.walk { part in
            switch part.kind {
            case .countStar: found = true
            case .function(let call):
                if case .aggregate = catalog.function(named: call.dottedName)?.body { found = true }
            default: break
            }
            return !found
        }
        return found
    }

    /// `SKIP` and `LIMIT`: a constant, not negative.
    func rowCount(
        _ expression: Expression?, clause: String, names: Scope
    ) throws(EngineError) -> BoundExpression? {
        guard let expression else { return nil }
        let outer = (scope, projected)
        scope = names
        projected = []
        pushFrame()
        defer {
            _ = popFrame()
            (scope, projected) = outer
        }
        let typed = try bind(expression)
        guard frames.last?.reads.isEmpty ?? true, !readsGraph(expression) else {
            throw .nonConstantExpression(
                "\(clause) takes a constant: it cannot read variables or the graph", at: expression.span)
        }
        if case .literal(.int(let count)) = typed.expression, count < 0 {
            throw .negativeIntegerArgument(clause: clause, found: "\(count)", at: expression.span)
        }
        guard typed.type.mayBe(.integer), typed.type != .float, typed.type != .null else {
            throw .invalidArgumentType(expected: "INTEGER", found: typed.type, at: expression.span)
        }
        if case .literal = typed.expression { return typed.expression }
        return .placed(typed.expression, expression.span)
    }

    private func readsGraph(_ expression: Expression) -> Bool {
        var found = false
        expression.walk { part in
            switch part.kind {
            case .exists, .count, .collect, .pattern, .patternComprehension: found = true
            default: break
            }
            return !found
        }
        return found
    }

    // MARK: Outcome

    private func assembled(
        _ items: [Item], _ hidden: [Item], _ projection: Projection, isGrouping: Bool,
        orderBy: [(expression: BoundExpression, isDescending: Bool)], skip: BoundExpression?, limit: BoundExpression?,
        predicates: [BoundExpression], kind: ProjectionKind, at span: SourceSpan
    ) -> BoundProjection {
        var bound: [BoundProjection.Item] = []
        var keys: [(slot: Slot, expression: BoundExpression)] = []
        bound.reserveCapacity(items.count)
        for item in items {
            var expression = item.typed.expression
            if isGrouping, item.isKey {
                keys.append((item.slot, expression))
                expression = .slot(item.slot)
            }
            bound.append(BoundProjection.Item(slot: item.slot, name: item.name, expression: expression))
        }
        if isGrouping { keys += hidden.map { ($0.slot, $0.typed.expression) } }
        return BoundProjection(
            items: bound, isDistinct: projection.isDistinct,
            aggregation: isGrouping ? BoundAggregation(keys: keys, aggregates: collector.calls) : nil,
            orderBy: orderBy, skip: skip, limit: limit, predicates: predicates, isReturn: kind == .return, span: span)
    }

    /// A projection that passes every variable on: what `FILTER`, `LET` and a clause of `ORDER BY` are made of.
    func passThrough(at span: SourceSpan) -> BoundProjection {
        // In any order that is always the same; names are longer to compare.
        let items = scope.variables.sorted { $0.value.index < $1.value.index }.map { name, slot in
            noteRead(slot)
            return BoundProjection.Item(slot: slot, name: name, expression: .slot(slot))
        }
        return BoundProjection(
            items: items, isDistinct: false, aggregation: nil, orderBy: [], skip: nil, limit: nil, predicates: [],
            isReturn: false, span: span)
    }
}
