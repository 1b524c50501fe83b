import CypherSyntax

// Expressions with variables of their own: comprehensions, quantifiers, folds, map projections.

extension StatementBinder {
    /// Runs `body` with a variable that is visible in it alone, hiding another of its name.
    ///
    /// An aggregate cannot stand there: it would have to be computed an element.
    private func withElement<Result>(
        _ name: Name, _ type: StaticType, _ body: (Slot) throws(EngineError) -> Result
    ) throws(EngineError) -> Result {
        let slot = newSlot(name.text, type)
        let hidden = scope.variables.updateValue(slot, forKey: name.text)
        let outerAggregation = aggregation
        let outerProjected = projected
        if hidden != nil { projected = [] }
        if case .collecting = aggregation { aggregation = .forbidden(.listComprehension) }
        defer {
            scope.variables[name.text] = hidden
            aggregation = outerAggregation
            projected = outerProjected
        }
        return try body(slot)
    }

    func listComprehension(
        _ variable: Name, _ list: Expression, _ predicate: Expression?, _ projection: Expression?
    ) throws(EngineError) -> Typed {
        let source = try listOperand(list)
        var kept: BoundExpression?
        var made: Typed?
        let slot = try withElement(variable, source.type.element) { (slot) throws(EngineError) -> Slot in
            if let predicate { kept = try self.predicate(predicate) }
            if let projection { made = try bind(projection) }
            return slot
        }
        return Typed(
            .listComprehension(
                element: slot, list: source.expression, predicate: kept, projection: made?.expression),
            .list(made?.type ?? source.type.element))
    }

    func quantifier(
        _ kind: Expression.QuantifierKind, _ variable: Name, _ list: Expression, _ predicate: Expression?,
        at span: SourceSpan
    ) throws(EngineError) -> Typed {
        let source = try listOperand(list)
        guard let predicate else {
            throw .unexpectedSyntax("This predicate needs a WHERE", gqlStatus: "42N70", at: span)
        }
        let bound = try withElement(variable, source.type.element) { (slot) throws(EngineError) in
            (slot, try self.predicate(predicate))
        }
        let quantifier: BoundExpression.QuantifierKind =
            switch kind {
            case .all: .all
            case .any: .any
            case .none: .none
            case .single: .single
            }
        return Typed(
            .quantifier(quantifier, element: bound.0, list: source.expression, predicate: bound.1), .boolean)
    }

    func reduce(_ reduction: Expression.Reduction) throws(EngineError) -> Typed {
        let initial = try bind(reduction.initial)
        let source = try listOperand(reduction.list)
        // The accumulator may change its type on the way: nothing is known of it, nor of the outcome.
        let type = StaticType.any
        let bound = try withElement(reduction.accumulator, type) { (accumulator) throws(EngineError) in
            try withElement(reduction.variable, source.type.element) { (element) throws(EngineError) in
                (accumulator, element, try value(reduction.step))
            }
        }
        return Typed(
            .reduce(
                accumulator: bound.0, initial: initial.expression, element: bound.1, list: source.expression,
                step: bound.2), type)
    }

    func allReduce(_ reduction: Expression.Reduction, _ predicate: Expression) throws(EngineError) -> Typed {
        let initial = try bind(reduction.initial)
        let source = try listOperand(reduction.list)
        let bound = try withElement(reduction.accumulator, .any) { (accumulator) throws(EngineError) in
            let step = try withElement(reduction.variable, source.type.element) { (element) throws(EngineError) in
                (element, try value(reduction.step))
            }
            return (accumulator, step.0, step.1, try self.predicate(predicate))
        }
        return Typed(
            .allReduce(
                accumulator: bound.0, initial: initial.expression, element: bound.1, list: source.expression,
                step: bound.2, predicate: bound.3), .boolean)
    }

    private func listOperand(_ list: Expression) throws(EngineError) -> Typed {
        let typed = try bind(list)
        guard typed.type.mayBe(.list(.any)) else {
            throw .invalidArgumentType(expected: "LIST<ANY>", found: typed.type, at: list.span)
        }
        return Typed(placed(typed, unless: .list(.any), at: list.span), typed.type)
    }

    func mapProjection(_ variable: Name, _ items: [Expression.MapProjectionItem]) throws(EngineError) -> Typed {
        let object = try bind(Expression(.variable(variable), span: variable.span))
        guard object.type.mayBeAny(of: [.map, .node, .relationship]) else {
            throw .invalidArgumentType(expected: "MAP, NODE or RELATIONSHIP", found: object.type, at: variable.span)
        }
        var bound: [MapProjectionItem] = []
        for item in items {
            switch item {
            case .property(let key):
                noteProperty(of: object.type, key)
                bound.append(.property(key.text))
            case .allProperties: bound.append(.allProperties)
            case .variable(let name):
                let read = try value(Expression(.variable(name), span: name.span))
                bound.append(.entry(key: name.text, value: read))
            case .entry(let entry): bound.append(.entry(key: entry.key.text, value: try value(entry.value)))
            }
        }
        return Typed(.mapProjection(.placed(object.expression, variable.span), bound), .map)
    }
}
