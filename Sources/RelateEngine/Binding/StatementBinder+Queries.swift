import CypherSyntax

/// A bound query and the columns it ends with; none where it ends without `RETURN`.
struct QueryOutcome {
    var query: BoundQuery
    var columns: [BoundColumn]
    /// It ends in `RETURN`, or like one in a call that stands alone.
    var returns = false
}

/// Where a query stands: that decides how it may begin and end.
enum QueryPlace {
    case top
    /// In braces of an expression: `RETURN` is optional.
    case expression
    /// In `CALL (…) { }`.
    case call
    /// In `CALL { }` without a scope: a `WITH` at its start imports from there.
    case importingCall(Scope)
}

// Queries: parts joined by NEXT, arms joined by UNION, branches of WHEN, and the clauses of one arm.

extension StatementBinder {
    func topLevelQuery(_ query: Query) throws(EngineError) -> QueryOutcome {
        try self.query(query, in: .top)
    }

    func query(_ query: Query, in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        guard query.parts.count > 1 else { return try part(query.parts[0], in: place) }
        if case .importingCall = place {
            throw .invalidClauseComposition("NEXT cannot stand in a CALL with an importing WITH", at: query.span)
        }
        return try sequence(query.parts, in: place)
    }

    private func part(_ part: QueryPart, in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        switch part {
        case .union(let union): return try self.union(union, in: place)
        case .conditional(let conditional): return try self.conditional(conditional, in: place)
        }
    }

    // MARK: NEXT

    /// Each part reads the whole result of the one before: as if that had ended in `WITH`.
    private func sequence(_ parts: [QueryPart], in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        var clauses: [BoundClause] = []
        var outcome = QueryOutcome(query: .single([]), columns: [])
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if !isLast { try requireNames(part) }
            let incoming = scope
            if case .union(let query) = part, !query.rest.isEmpty, index > 0, !scope.variables.isEmpty {
                outcome = try wholeTable(part, into: &clauses, at: query.span)
                if isLast, outcome.returns { clauses.append(returning(outcome.columns, at: part.span)) }
                guard !isLast else { break }
                scope = Scope(variables: [:], outer: scope.outer)
                for column in outcome.columns { scope.variables[column.name] = column.slot }
                continue
            }
            outcome = try nextPart(part, isFirst: index == 0, in: place)
            if case .single(let added) = outcome.query, Self.isSingle(part) {
                clauses.append(contentsOf: isLast ? added : Self.withoutEnd(added))
            } else {
                clauses.append(try rowwise(outcome, of: part, isFirst: index == 0, incoming: incoming))
                if isLast, outcome.returns { clauses.append(returning(outcome.columns, at: part.span)) }
            }
            guard !isLast else { break }
            scope = Scope(variables: [:], outer: scope.outer)
            for column in outcome.columns { scope.variables[column.name] = column.slot }
        }
        outcome.query = .single(clauses)
        return outcome
    }

    /// Behind `NEXT` only names are left of a table: every column before it has one.
    private func requireNames(_ part: QueryPart) throws(EngineError) {
        switch part {
        case .union(let union):
            try requireNames(union.first)
            for arm in union.rest { try requireNames(arm.query) }
        case .conditional(let conditional):
            for branch in conditional.branches { try requireNames(branch.query) }
            if let otherwise = conditional.otherwise { try requireNames(otherwise) }
        }
    }

    private func requireNames(_ query: SingleQuery) throws(EngineError) {
        switch query.body {
        case .nested(_, let inner): if let last = inner.parts.last { try requireNames(last) }
        case .clauses(let clauses):
            guard case .return(let clause)? = clauses.last else { return }
            for item in clause.projection.items where item.alias == nil {
                if case .variable = item.expression.kind { continue }
                throw .noExpressionAlias(clause: "RETURN before NEXT", at: item.expression.span)
            }
        }
    }

    private func nextPart(_ part: QueryPart, isFirst: Bool, in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        return try self.part(part, in: isFirst ? place : .call)
    }

    /// A `UNION` behind `NEXT`: each arm reads the whole table of the part before, so that it is collected, and unwound in
    /// every arm.
    private func wholeTable(
        _ part: QueryPart, into clauses: inout [BoundClause], at span: SourceSpan
    ) throws(EngineError) -> QueryOutcome {
        guard let collect = catalog.function(named: "collect") else {
            throw .unknownFunction("collect", nearest: nil, at: span)
        }
        let columns = scope.sorted.map(\.slot)
        let table = newSlot("table", .list(.list(.any)), isAnonymous: true)
        let call = AggregateCall(
            function: collect, arguments: [.list(columns.map { .slot($0) })], isDistinct: false, span: span)
        clauses.append(
            .project(
                BoundProjection(
                    items: [BoundProjection.Item(slot: table, name: "table", expression: .slot(table))],
                    isDistinct: false, aggregation: BoundAggregation(keys: [], aggregates: [(table, call)]),
                    orderBy: [],
                    skip: nil, limit: nil, predicates: [], isReturn: false, span: span)))
        let row = newSlot("row", .list(.any), isAnonymous: true)
        let items = columns.enumerated().map { index, column in
            BoundProjection.Item(
                slot: column, name: slots[column.index].name,
                expression: .subscriptOf(.slot(row), index: .literal(.int(Int64(index))), span: span))
        }
        let unwound: [BoundClause] = [
            .unwind(list: .slot(table), element: row),
            .project(
                BoundProjection(
                    items: items, isDistinct: false, aggregation: nil, orderBy: [], skip: nil, limit: nil,
                    predicates: [], isReturn: false, span: span)),
        ]
        let outcome = try self.part(part, in: .call)
        clauses.append(
            .callSubquery(
                BoundSubqueryCall(
                    query: Self.prefixing(outcome.query, with: unwound), arguments: [table],
                    columns: outcome.columns.map(\.slot), isOptional: false, isUnit: !outcome.returns)))
        return outcome
    }

    private static func prefixing(_ query: BoundQuery, with clauses: [BoundClause]) -> BoundQuery {
        switch query {
        case .single(let rest): return .single(clauses + rest)
        case .union(let left, let leftColumns, let right, let rightColumns, let columns, let isAll):
            return .union(
                left: prefixing(left, with: clauses), leftColumns: leftColumns,
                right: prefixing(right, with: clauses), rightColumns: rightColumns, columns: columns, isAll: isAll)
        }
    }

    private static func isSingle(_ part: QueryPart) -> Bool {
        if case .union(let query) = part { return query.rest.isEmpty }
        return false
    }

    private static func withoutEnd(_ clauses: [BoundClause]) -> [BoundClause] {
        var clauses = clauses
        if case .project(var last)? = clauses.last, last.isReturn {
            last.isReturn = false
            clauses[clauses.count - 1] = .project(last)
        }
        return clauses
    }

    /// A part with arms or branches, run a row like a subquery.
    private func rowwise(
        _ outcome: QueryOutcome, of part: QueryPart, isFirst: Bool, incoming: Scope
    ) throws(EngineError) -> BoundClause {
        .callSubquery(
            BoundSubqueryCall(
                query: outcome.query, arguments: isFirst ? [] : incoming.sorted.map(\.slot),
                columns: outcome.columns.map(\.slot), isOptional: false, isUnit: !outcome.returns))
    }

    private func returning(_ columns: [BoundColumn], at span: SourceSpan) -> BoundClause {
        let items = columns.map { BoundProjection.Item(slot: $0.slot, name: $0.name, expression: .slot($0.slot)) }
        return .project(
            BoundProjection(
                items: items, isDistinct: false, aggregation: nil, orderBy: [], skip: nil, limit: nil, predicates: [],
                isReturn: true, span: span))
    }

    // MARK: UNION

    private func union(_ union: UnionQuery, in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        guard let firstArm = union.rest.first else { return try single(union.first, in: place) }
        for arm in union.rest where arm.isAll != firstArm.isAll {
            throw .invalidClauseComposition(
                "UNION and UNION ALL cannot be mixed; put one of them in braces", gqlStatus: "42I40",
                at: arm.keywordSpan)
        }
        let start = scope
        let wasInUnion = isInUnion
        isInUnion = true
        defer { isInUnion = wasInUnion }
        var outcomes = [try single(union.first, in: place)]
        for arm in union.rest {
            scope = start
            let outcome = try single(arm.query, in: place)
            try checkColumns(outcome, like: outcomes[0], at: arm.query.span)
            outcomes.append(outcome)
        }
        scope = start
        return joined(outcomes[...], isAll: firstArm.isAll)
    }

    private func checkColumns(
        _ outcome: QueryOutcome, like first: QueryOutcome, at span: SourceSpan
    ) throws(EngineError) {
        let names = outcome.columns.map(\.name)
        let wanted = first.columns.map(\.name)
        if names == wanted && outcome.returns == first.returns { return }
        guard outcome.returns == first.returns, Set(names) == Set(wanted) else {
            throw .differentColumnsInUnion(at: span)
        }
        deprecations.append(BoundDeprecation(kind: .unionColumnOrder, span: span))
    }

    private func checkBranch(
        _ outcome: QueryOutcome, like first: QueryOutcome, at span: SourceSpan
    ) throws(EngineError) {
        guard outcome.returns == first.returns else {
            throw .differentBranches("return columns, or none of them does", gqlStatus: "42N3A", at: span)
        }
        guard outcome.columns.count == first.columns.count else {
            throw .differentBranches("must return as many columns", gqlStatus: "42N3B", at: span)
        }
        guard Set(outcome.columns.map(\.name)) == Set(first.columns.map(\.name)) else {
            throw .differentBranches("must return columns of the same names", gqlStatus: "42N39", at: span)
        }
    }

    /// Halves joined: the tree's depth grows with the logarithm of the arms.
    private func joined(_ outcomes: ArraySlice<QueryOutcome>, isAll: Bool) -> QueryOutcome {
        guard outcomes.count > 1, let first = outcomes.first else {
            return outcomes.first ?? QueryOutcome(query: .single([]), columns: [])
        }
        let middle = outcomes.startIndex + outcomes.count / 2
        let left = joined(outcomes[..<middle], isAll: isAll)
        let right = joined(outcomes[middle...], isAll: isAll)
        var rightSlots: [String: Slot] = [:]
        for column in right.columns { rightSlots[column.name] = column.slot }
        var columns: [BoundColumn] = []
        var rightColumns: [Slot] = []
        for column in left.columns {
            let other = rightSlots[column.name] ?? column.slot
            let type = type(of: column.slot).joined(with: self.type(of: other))
            columns.append(BoundColumn(name: column.name, slot: newSlot(column.name, type)))
            rightColumns.append(other)
        }
        let query = BoundQuery.union(
            left: left.query, leftColumns: left.columns.map(\.slot), right: right.query, rightColumns: rightColumns,
            columns: columns.map(\.slot), isAll: isAll)
        return QueryOutcome(query: query, columns: columns, returns: first.returns)
    }

    // MARK: WHEN

    /// The number of the first branch whose condition holds is computed first; then each branch is an arm that only its rows enter.
    private func conditional(_ conditional: ConditionalQuery, in place: QueryPlace) throws(EngineError) -> QueryOutcome
    {
        if case .importingCall = place {
            throw .invalidClauseComposition("WHEN cannot stand in a CALL with an importing WITH", at: conditional.span)
        }
        var conditions = passThrough(at: conditional.span)
        aggregation = .forbidden(.here)
        var tests: [(test: BoundCaseTest, value: BoundExpression)] = []
        for (number, branch) in conditional.branches.enumerated() {
            // A null does not count as true.
            tests.append((.value(try predicate(branch.predicate)), .literal(.int(Int64(number)))))
        }
        let choice = anonymousSlot(.integer)
        conditions.items.append(
            BoundProjection.Item(
                slot: choice, name: slots[choice.index].name,
                expression: .caseWhen(
                    operand: nil, branches: tests, otherwise: .literal(.int(Int64(conditional.branches.count))))))
        let start = scope
        pushFrame()
        var outcomes: [QueryOutcome] = []
        do throws(EngineError) {
            outcomes = try branches(conditional, choice: choice, scope: start)
        } catch {
            _ = popFrame()
            throw error
        }
        let arguments = popFrame()
        scope = start
        let joinedOutcome = joined(outcomes[...], isAll: true)
        let call = BoundClause.callSubquery(
            BoundSubqueryCall(
                query: joinedOutcome.query, arguments: arguments, columns: joinedOutcome.columns.map(\.slot),
                isOptional: false, isUnit: !joinedOutcome.returns))
        var clauses: [BoundClause] = [.project(conditions), call]
        if joinedOutcome.returns { clauses.append(returning(joinedOutcome.columns, at: conditional.span)) }
        return QueryOutcome(
            query: .single(clauses), columns: joinedOutcome.columns, returns: joinedOutcome.returns)
    }

    private func branches(
        _ conditional: ConditionalQuery, choice: Slot, scope start: Scope
    ) throws(EngineError) -> [QueryOutcome] {
        var queries = conditional.branches.map(\.query)
        if let otherwise = conditional.otherwise { queries.append(otherwise) }
        var outcomes: [QueryOutcome] = []
        for (index, query) in queries.enumerated() {
            scope = start
            noteRead(choice)
            var gate = passThrough(at: query.span)
            gate.predicates = [.compare(.slot(choice), .equal, .literal(.int(Int64(index))))]
            pushFrame()
            var outcome: QueryOutcome
            do throws(EngineError) {
                outcome = try single(query, in: .call)
            } catch {
                _ = popFrame()
                throw error
            }
            let arguments = popFrame()
            if let first = outcomes.first { try checkBranch(outcome, like: first, at: query.span) }
            switch outcome.query {
            case .single(let clauses) where !clauses.contains(where: \.aggregates):
                outcome.query = .single([.project(gate)] + clauses)
            case .single, .union:
                // An aggregation makes a row of no rows: it must not be run at all where the condition does not hold.
                let call = BoundSubqueryCall(
                    query: outcome.query, arguments: arguments, columns: outcome.columns.map(\.slot),
                    isOptional: false, isUnit: !outcome.returns)
                let end = outcome.returns ? [returning(outcome.columns, at: query.span)] : []
                outcome.query = .single([.project(gate), .callSubquery(call)] + end)
            }
            outcomes.append(outcome)
        }
        return outcomes
    }

    // MARK: One arm

    private func single(_ query: SingleQuery, in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        try enter()
        let wasUnderUse = isUnderUse
        defer {
            leave()
            isUnderUse = wasUnderUse
        }
        switch query.body {
        case .nested(let use, let inner):
            if let use { try self.use(use) }
            return try self.query(inner, in: place)
        case .clauses(let clauses): return try self.clauses(clauses, in: place)
        }
    }

    func clauses(_ clauses: [Clause], in place: QueryPlace) throws(EngineError) -> QueryOutcome {
        var bound: [BoundClause] = []
        bound.reserveCapacity(clauses.count)
        var outcome = QueryOutcome(query: .single([]), columns: [])
        var rest = clauses[...]
        if case .importingCall(let outer) = place { rest = try importing(rest, from: outer) }
        try checkDepth(rest)
        var commands = rest
        if case .use? = rest.first { commands = rest.dropFirst() }
        let isAlone = commands.count == 1
        for (index, clause) in zip(rest.indices, rest) {
            let isLast = index == rest.endIndex - 1
            try checkOrder(clause, isLast: isLast, in: place)
            if isLast, case .callProcedure(let call) = clause, call.yield != nil, !isAlone, !Self.isExpression(place) {
                throw .invalidClauseComposition(
                    "A query cannot end in a CALL with YIELD; add a RETURN", gqlStatus: "42N71", at: call.span)
            }
            switch clause {
            case .use(let clause):
                guard index == rest.startIndex else {
                    throw .invalidClauseComposition(
                        "USE stands at the beginning of a query, or behind the WITH that imports its variables",
                        gqlStatus: "42N73", at: clause.span)
                }
                try use(clause)
            case .return(let clause):
                let projection = try self.projection(clause.projection, where: nil, kind: .return, at: clause.span)
                outcome.columns = projection.items.map { BoundColumn(name: $0.name, slot: $0.slot) }
                outcome.returns = true
                bound.append(.project(projection))
            case .callProcedure(let call):
                let columns = try procedureCall(call, isStandalone: isAlone && Self.isTop(place), into: &bound)
                if let columns {
                    outcome.columns = columns
                    outcome.returns = !columns.isEmpty
                }
            case .show(let show):
                if let columns = try self.show(show, isStandalone: isAlone, into: &bound) {
                    outcome.columns = columns
                    outcome.returns = true
                }
            case .terminate(let terminate):
                if let columns = try self.terminate(terminate, isStandalone: isAlone, into: &bound) {
                    outcome.columns = columns
                    outcome.returns = true
                }
            default: bound.append(contentsOf: try self.clause(clause))
            }
        }
        outcome.query = .single(bound)
        return outcome
    }

    /// Each of these clauses becomes an operator above those before, and brings variables that the next ones have to know: of too
    /// many, the scopes alone would take long.
    private func checkDepth(_ clauses: ArraySlice<Clause>) throws(EngineError) {
        var depth = 0
        for clause in clauses {
            switch clause {
            case .let, .callSubquery: depth += 1
            default: break
            }
        }
        guard depth <= Limits.planDepthLimit else { throw .planTooDeep(depth) }
    }

    private static func isTop(_ place: QueryPlace) -> Bool {
        if case .top = place { true } else { false }
    }

    private static func isExpression(_ place: QueryPlace) -> Bool {
        if case .expression = place { true } else { false }
    }

    private func checkOrder(
        _ clause: Clause, isLast: Bool, in place: QueryPlace
    ) throws(EngineError) {
        switch clause {
        case .return, .finish:
            if !isLast {
                throw .invalidClauseComposition(
                    "RETURN and FINISH can only stand at the end of a query", gqlStatus: "42I38", at: clause.span)
            }
            if case .finish = clause, case .expression = place {
                throw .invalidClauseComposition(
                    "A subquery in an expression cannot end in FINISH, which leaves no rows", gqlStatus: "42I57",
                    at: clause.span)
            }
        case .match, .unwind, .with, .loadCSV, .let, .filter, .order, .use:
            if case .expression = place { return }
            if isLast {
                throw .invalidClauseComposition(
                    "A query must end in RETURN, FINISH, a clause that changes the graph, or a CALL",
                    gqlStatus: "42N71",
                    at: clause.span)
            }
        default: break
        }
    }

    /// `WITH a, b` at the start of `CALL { … }`: these variables, and only these, come from outside.
    private func importing(
        _ clauses: ArraySlice<Clause>, from outer: Scope
    ) throws(EngineError) -> ArraySlice<Clause> {
        var rest = clauses
        if case .use(let use)? = rest.first {
            try self.use(use)
            rest = rest.dropFirst()
        }
        guard case .with(let clause)? = rest.first else { return rest }
        let projection = clause.projection
        let isPlain = projection.items.allSatisfy { item in
            if case .variable(let name) = item.expression.kind {
                return item.alias.map { $0.text == name.text } ?? true
            }
            return false
        }
        let isBare =
            !projection.isDistinct && projection.orderBy.isEmpty && projection.skip == nil && projection.limit == nil
            && projection.groupBy == nil && clause.predicate == nil
        let readsOuter =
            projection.star != nil
            || projection.items.contains { item in
                if case .variable(let name) = item.expression.kind { return outer[name.text] != nil }
                return false
            }
        guard isPlain && isBare else {
            guard readsOuter || !isPlain && refersOutside(projection, outer) else { return rest }
            throw .invalidClauseComposition(
                "An importing WITH names variables and nothing else", gqlStatus: "42I28", at: clause.span)
        }
        var imported: [String: Slot] = [:]
        if projection.star != nil { for (name, slot) in outer.sorted { imported[name] = slot } }
        for item in projection.items {
            guard case .variable(let name) = item.expression.kind else { continue }
            guard let slot = outer[name.text] else {
                throw .undefinedVariable(name.text, nearest: outer.nearest(to: name.text), at: name.span)
            }
            imported[name.text] = slot
        }
        for slot in imported.values.sorted(by: { $0.index < $1.index }) { noteRead(slot) }
        scope.variables = imported
        deprecations.append(BoundDeprecation(kind: .callSubqueryWithoutScope, span: clause.span))
        return rest.dropFirst()
    }

    private func refersOutside(_ projection: Projection, _ outer: Scope) -> Bool {
        var found = false
        for item in projection.items {
            item.expression.walk { part in
                if case .variable(let name) = part.kind, outer[name.text] != nil { found = true }
                return !found
            }
        }
        return found
    }
}

extension BoundClause {
    fileprivate var aggregates: Bool {
        if case .project(let projection) = self { return projection.aggregation != nil }
        return false
    }
}
