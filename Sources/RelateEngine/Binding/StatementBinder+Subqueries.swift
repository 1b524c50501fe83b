import CypherSyntax

// Queries and patterns within expressions. Each has its own scope, sees all of outside, and gathers what it reads there.

extension StatementBinder {
    /// Runs `body` as a query of its own inside an expression: nothing it binds is seen outside, and no aggregate of it
    /// belongs to the projection around it.
    func isolated<Result>(
        _ inner: Scope, _ body: () throws(EngineError) -> Result
    ) throws(EngineError) -> (result: Result, arguments: [Slot]) {
        try enter(weight: Self.queryWeight)
        let saved = (scope, aggregation, collector, projected, caseOperand)
        pushFrame()
        scope = inner
        aggregation = .forbidden(.here)
        collector = AggregateCollector()
        projected = []
        defer {
            (scope, aggregation, collector, projected, caseOperand) = saved
            leave(weight: Self.queryWeight)
        }
        do throws(EngineError) {
            let result = try body()
            let arguments = popFrame()
            return (result, arguments)
        } catch {
            _ = popFrame()
            throw error
        }
    }

    /// In an item that aggregates, what a subquery reads must be grouping keys like all that the item reads.
    private func noteSubqueryReads(_ arguments: [Slot], at span: SourceSpan) {
        for slot in arguments { noteLooseRead(slot, slots[slot.index].name, at: span) }
    }

    func exists(_ subquery: Subquery) throws(EngineError) -> Typed {
        let bound = try readingQuery(subquery)
        return Typed(.exists(bound.query, arguments: bound.arguments), .boolean)
    }

    func count(_ subquery: Subquery) throws(EngineError) -> Typed {
        let bound = try readingQuery(subquery)
        return Typed(.count(bound.query, arguments: bound.arguments), .integer)
    }

    func collect(_ subquery: Subquery) throws(EngineError) -> Typed {
        let bound = try readingQuery(subquery)
        guard bound.columns.count == 1 else {
            throw .syntax(
                "InvalidNumberOfColumns", "A COLLECT subquery must return one column, not \(bound.columns.count)",
                gqlStatus: "42N22", at: subquery.span)
        }
        let column = bound.columns[0].slot
        return Typed(
            .collect(bound.query, column: column, arguments: bound.arguments), .list(type(of: column)))
    }

    private func readingQuery(
        _ subquery: Subquery
    ) throws(EngineError) -> (query: BoundQuery, columns: [BoundColumn], arguments: [Slot]) {
        let wasUpdating = isUpdating
        isUpdating = false
        defer { isUpdating = wasUpdating }
        let bound = try isolated(scope.inner) { () throws(EngineError) -> QueryOutcome in
            switch subquery.body {
            case .pattern(let clause):
                return QueryOutcome(query: .single([.match(try self.match(clause))]), columns: [])
            case .query(let query): return try self.query(query, in: .expression)
            }
        }
        if isUpdating {
            throw .invalidClauseComposition(
                "A subquery in an expression cannot change the graph", gqlStatus: "42N57", at: subquery.span)
        }
        noteSubqueryReads(bound.arguments, at: subquery.span)
        return (bound.result.query, bound.result.columns, bound.arguments)
    }

    // MARK: Patterns

    func patternExpression(_ pattern: PathPattern, isPredicate: Bool) throws(EngineError) -> Typed {
        if let function = pattern.function { return try shortestPath(pattern, isAll: function == .allShortestPaths) }
        guard isPredicate else {
            throw .unexpectedSyntax(
                "A pattern can only be tested here: use EXISTS { … }, COUNT { … } or a pattern comprehension",
                gqlStatus: "42I34", at: pattern.span)
        }
        try requireNoNewVariables(pattern)
        let bound = try isolated(scope.inner) { () throws(EngineError) -> BoundMatch in
            try self.match(patterns: [pattern], predicate: nil, at: pattern.span)
        }
        noteSubqueryReads(bound.arguments, at: pattern.span)
        return Typed(.exists(.single([.match(bound.result)]), arguments: bound.arguments), .boolean)
    }

    /// A pattern that is a predicate reads variables; it binds none.
    private func requireNoNewVariables(_ pattern: PathPattern) throws(EngineError) {
        if let variable = pattern.variable { try requireBound(variable) }
        for element in pattern.elements {
            let variable: Name? =
                switch element {
                case .node(let node): node.variable
                case .relationship(let relationship): relationship.variable
                case .group: nil
                }
            if let variable { try requireBound(variable) }
            if case .group(let group) = element { try requireNoNewVariables(group.pattern) }
        }
    }

    private func requireBound(_ variable: Name) throws(EngineError) {
        guard scope[variable.text] == nil else { return }
        let error = undefined(variable)
        guard error.gqlStatus == "42N62" else { throw error }
        throw .patternBindsVariable(
            variable.text, nearest: scope.nearest(to: variable.text), at: variable.span)
    }

    func patternComprehension(
        _ pattern: PathPattern, _ predicate: Expression?, _ projection: Expression, at span: SourceSpan
    ) throws(EngineError) -> Typed {
        let bound = try isolated(scope.inner) { () throws(EngineError) -> (BoundMatch, Typed) in
            aggregation = .forbidden(.listComprehension)
            let match = try self.match(patterns: [pattern], predicate: predicate, at: span)
            return (match, try bind(projection))
        }
        noteSubqueryReads(bound.arguments, at: span)
        var (match, projected) = bound.result
        // The projection reads outside as well.
        match.arguments = bound.arguments
        return Typed(
            .patternComprehension(match, projection: projected.expression), .list(projected.type))
    }

    /// `shortestPath(…)` as a value: the path or null; `allShortestPaths(…)`: a list of paths.
    private func shortestPath(_ pattern: PathPattern, isAll: Bool) throws(EngineError) -> Typed {
        let bound = try isolated(scope.inner) { () throws(EngineError) -> (BoundMatch, Slot) in
            var named = pattern
            let hidden = Name("  path", span: pattern.span)
            named.variable = pattern.variable ?? hidden
            let match = try self.match(patterns: [named], predicate: nil, at: pattern.span)
            return (match, scope.variables[named.variable?.text ?? ""] ?? Slot(0))
        }
        noteSubqueryReads(bound.arguments, at: pattern.span)
        let paths = BoundExpression.patternComprehension(bound.result.0, projection: .slot(bound.result.1))
        if isAll { return Typed(paths, .list(.path)) }
        return Typed(.subscriptOf(paths, index: .literal(.int(0)), span: pattern.span), .path)
    }
}
