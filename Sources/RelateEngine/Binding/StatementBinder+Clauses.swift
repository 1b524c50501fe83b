import CypherSyntax

// Clauses but for projections and patterns.

extension StatementBinder {
    func clause(_ clause: Clause) throws(EngineError) -> [BoundClause] {
        switch clause {
        case .match(let clause): return [.match(try match(clause))]
        case .with(let clause):
            return [.project(try projection(clause.projection, where: clause.predicate, kind: .with, at: clause.span))]
        case .unwind(let clause): return [try unwind(clause)]
        case .create(let clause): return [.create(try create(clause))]
        case .merge(let clause): return [.merge(try merge(clause))]
        case .set(let clause): return [.set(try setItems(clause.items))]
        case .remove(let clause): return [.remove(try removeItems(clause.items))]
        case .delete(let clause): return [try delete(clause)]
        default: return try rarerClause(clause)
        }
    }

    private func rarerClause(_ clause: Clause) throws(EngineError) -> [BoundClause] {
        switch clause {
        case .foreach(let clause): return [try foreach(clause)]
        case .let(let clause): return [try binding(clause)]
        case .filter(let clause): return [try filter(clause)]
        case .order(let clause): return [try order(clause)]
        case .finish: return [.finish]
        case .callSubquery(let clause): return [try callSubquery(clause)]
        case .loadCSV(let clause): return [try loadCSV(clause)]
        default: throw .invalidClauseComposition("This clause cannot stand here", at: clause.span)
        }
    }

    // MARK: Rows

    private func unwind(_ clause: UnwindClause) throws(EngineError) -> BoundClause {
        let list = try bind(clause.list)
        let element: StaticType =
            switch list.type.withoutNullability {
            case .list(let element): element.isOpen ? .any : element
            case let type where type.isOpen: .any
            // A value that is no list is unwound as the list of it alone.
            case let type: type
            }
        return .unwind(list: list.expression, element: try declare(clause.variable, element))
    }

    private func loadCSV(_ clause: LoadCSVClause) throws(EngineError) -> BoundClause {
        let url = try bind(clause.url)
        guard url.type.mayBe(.string) else {
            throw .invalidArgumentType(expected: "STRING", found: url.type, at: clause.url.span)
        }
        if let terminator = clause.fieldTerminator, terminator.text.unicodeScalars.count != 1 {
            throw .syntax(
                "InvalidFieldTerminator", "FIELDTERMINATOR takes one character", gqlStatus: "42I05", at: terminator.span
            )
        }
        let row = try declare(clause.row, clause.hasHeaders ? .map : .list(.string))
        let (line, file) = (
            newSlot("linenumber()", .integer, isAnonymous: true), newSlot("file()", .string, isAnonymous: true)
        )
        scope.csv = (line, file)
        return .loadCSV(
            BoundLoadCSV(
                url: url.expression, row: row, line: line, file: file, hasHeaders: clause.hasHeaders,
                fieldTerminator: clause.fieldTerminator?.text, span: clause.span))
    }

    // MARK: Sugar for WITH *

    private func binding(_ clause: LetClause) throws(EngineError) -> BoundClause {
        var projection = passThrough(at: clause.span)
        var added: [(name: Name, typed: Typed)] = []
        for item in clause.items {
            if scope[item.variable.text] != nil || added.contains(where: { $0.name.text == item.variable.text }) {
                throw .variableAlreadyBound(item.variable.text, at: item.variable.span)
            }
            added.append((item.variable, try bind(item.expression)))
        }
        for (name, typed) in added {
            let slot = try declare(name, typed.type)
            projection.items.append(
                BoundProjection.Item(slot: slot, name: name.text, expression: typed.expression))
        }
        return .project(projection)
    }

    private func filter(_ clause: FilterClause) throws(EngineError) -> BoundClause {
        var projection = passThrough(at: clause.span)
        projection.predicates = try conjuncts(clause.predicate)
        return .project(projection)
    }

    private func order(_ clause: OrderClause) throws(EngineError) -> BoundClause {
        var projection = passThrough(at: clause.span)
        projection.orderBy = try sortItems(clause.orderBy, mayAggregate: false)
        projection.skip = try rowCount(clause.skip, clause: "SKIP", names: scope)
        projection.limit = try rowCount(clause.limit, clause: "LIMIT", names: scope)
        return .project(projection)
    }

    // MARK: Changes

    func setItems(_ items: [SetItem]) throws(EngineError) -> [BoundSetItem] {
        isUpdating = true
        var bound: [BoundSetItem] = []
        bound.reserveCapacity(items.count)
        for item in items { bound.append(try setItem(item)) }
        return bound
    }

    private func setItem(_ item: SetItem) throws(EngineError) -> BoundSetItem {
        switch item.kind {
        case .property(let object, let key, let value):
            let target = try element(object)
            try mentionWritten(.propertyKey, key.text, at: key.span)
            return .property(of: target, key: key.text, value: try writtenValue(value))
        case .dynamicProperty(let object, let key, let value):
            return .dynamicProperty(of: try element(object), key: try keyOperand(key), value: try writtenValue(value))
        case .properties(let name, let value, let isMerging):
            let target = try elementVariable(name)
            let map = try bind(value)
            guard map.type.mayBeAny(of: [.map, .node, .relationship]) else {
                throw .invalidArgumentType(expected: "MAP, NODE or RELATIONSHIP", found: map.type, at: value.span)
            }
            return .properties(of: target, value: .placed(map.expression, value.span), isMerging: isMerging)
        case .labels(let name, let labels):
            return .labels(of: try labelled(name), try labelNames(labels, isWritten: true))
        }
    }

    func removeItems(_ items: [RemoveItem]) throws(EngineError) -> [BoundRemoveItem] {
        isUpdating = true
        var bound: [BoundRemoveItem] = []
        bound.reserveCapacity(items.count)
        for item in items {
            switch item.kind {
            case .property(let object, let key):
                mention(.propertyKey, key.text, at: key.span)
                bound.append(.property(of: try element(object), key: key.text))
            case .dynamicProperty(let object, let key):
                bound.append(.dynamicProperty(of: try element(object), key: try keyOperand(key)))
            case .labels(let name, let labels):
                bound.append(.labels(of: try labelled(name), try labelNames(labels, isWritten: false)))
            }
        }
        return bound
    }

    /// An expression whose properties are to be written.
    private func element(_ expression: Expression) throws(EngineError) -> BoundExpression {
        let typed = try bind(expression)
        guard typed.type.mayBeAny(of: [.node, .relationship]) else {
            throw .invalidArgumentType(expected: "NODE or RELATIONSHIP", found: typed.type, at: expression.span)
        }
        return .placed(typed.expression, expression.span)
    }

    private func elementVariable(_ name: Name) throws(EngineError) -> BoundExpression {
        try element(Expression(.variable(name), span: name.span))
    }

    private func labelled(_ name: Name) throws(EngineError) -> BoundExpression {
        let typed = try bind(Expression(.variable(name), span: name.span))
        guard typed.type.mayBe(.node) else {
            throw .invalidArgumentType(expected: "NODE", found: typed.type, at: name.span)
        }
        return .placed(typed.expression, name.span)
    }

    private func keyOperand(_ key: Expression) throws(EngineError) -> BoundExpression {
        let typed = try bind(key)
        guard typed.type.mayBe(.string) else {
            throw .invalidArgumentType(expected: "STRING", found: typed.type, at: key.span)
        }
        return .placed(typed.expression, key.span)
    }

    private func labelNames(_ labels: [LabelReference], isWritten: Bool) throws(EngineError) -> [BoundLabelName] {
        var bound: [BoundLabelName] = []
        for label in labels {
            switch label {
            case .name(let name):
                if isWritten {
                    try mentionWritten(.label, name.text, at: name.span)
                } else {
                    mention(.label, name.text, at: name.span)
                }
                bound.append(.name(name.text))
            case .dynamic(let expression): bound.append(.dynamic(try placed(expression)))
            }
        }
        return bound
    }

    private func delete(_ clause: DeleteClause) throws(EngineError) -> BoundClause {
        isUpdating = true
        var bound: [BoundExpression] = []
        for expression in clause.expressions {
            if case .hasLabels = expression.kind { throw .invalidDelete(at: expression.span) }
            let typed = try bind(expression)
            guard typed.type.mayBeAny(of: [.node, .relationship, .path]) else {
                throw .invalidArgumentType(
                    expected: "NODE, RELATIONSHIP or PATH", found: typed.type, at: expression.span)
            }
            let isElement = [.node, .relationship, .path].contains(typed.type.withoutNullability)
            bound.append(isElement ? typed.expression : .placed(typed.expression, expression.span))
        }
        return .delete(bound, isDetach: clause.mode == .detach)
    }

    private func foreach(_ clause: ForeachClause) throws(EngineError) -> BoundClause {
        isUpdating = true
        let list = try bind(clause.list)
        guard list.type.mayBe(.list(.any)) else {
            throw .invalidArgumentType(expected: "LIST<ANY>", found: list.type, at: clause.list.span)
        }
        try enter(weight: Self.queryWeight)
        let outer = scope
        defer {
            scope = outer
            leave(weight: Self.queryWeight)
        }
        let element = try declare(clause.variable, list.type.element.isOpen ? .any : list.type.element)
        var bound: [BoundClause] = []
        for inner in clause.clauses {
            switch inner {
            case .create, .merge, .set, .remove, .delete, .foreach: bound.append(contentsOf: try self.clause(inner))
            default:
                throw .invalidClauseComposition(
                    "FOREACH takes only clauses that change the graph", gqlStatus: "42I01", at: inner.span)
            }
        }
        return .foreach(
            element: element, list: placed(list, unless: .list(.any), at: clause.list.span), bound)
    }
}
