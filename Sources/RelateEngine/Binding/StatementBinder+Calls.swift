import CypherSyntax

// CALL of subqueries and procedures, SHOW, USE.

extension StatementBinder {
    // MARK: Subqueries

    func callSubquery(_ clause: CallSubqueryClause) throws(EngineError) -> BoundClause {
        let outer = scope
        if let transactions = clause.transactions { try checkPlace(of: transactions) }
        let (inner, place) = try subqueryScope(clause.scope)
        let outerUnseen = unseen
        for (name, slot) in outer.variables where inner[name] != slot { unseen[name] = slot }
        defer { unseen = outerUnseen }
        let bound = try isolated(inner) { () throws(EngineError) -> QueryOutcome in
            try query(clause.query, in: place)
        }
        let outcome = bound.result
        var columns: [Slot] = []
        scope = outer
        if outcome.returns {
            for column in outcome.columns {
                if scope[column.name] != nil { throw .variableAlreadyBound(column.name, at: clause.query.span) }
                scope.variables[column.name] = column.slot
                columns.append(column.slot)
            }
        }
        let transactions = try clause.transactions.map { (part) throws(EngineError) in try self.transactions(part) }
        if clause.isOptional, !outcome.returns {
            deprecations.append(BoundDeprecation(kind: .redundantOptionalSubquery, span: clause.span))
        }
        var arguments = bound.arguments
        // A passed variable that the subquery returns under its own name would be both in and out; it was refused above.
        arguments.sort { $0.index < $1.index }
        return .callSubquery(
            BoundSubqueryCall(
                query: outcome.query, arguments: arguments, columns: columns, isOptional: clause.isOptional,
                isUnit: !outcome.returns, transactions: transactions))
    }

    private func subqueryScope(_ form: CallSubqueryClause.Scope) throws(EngineError) -> (Scope, QueryPlace) {
        switch form {
        case .implicit: return (Scope(), .importingCall(scope))
        case .all:
            for (_, slot) in scope.sorted { noteRead(slot) }
            var inner = scope.inner
            inner.imported = Set(scope.variables.keys)
            return (inner, .call)
        case .variables(let names):
            var imported: [String: Slot] = [:]
            for name in names {
                guard imported[name.text] == nil else { throw .variableAlreadyBound(name.text, at: name.span) }
                imported[name.text] = try resolve(name)
            }
            return (Scope(variables: [:], outer: [imported], imported: Set(imported.keys), csv: scope.csv), .call)
        }
    }

    /// Only at the top, and before anything is written: what is committed batch by batch cannot be undone with the rest.
    private func checkPlace(of part: InTransactions) throws(EngineError) {
        guard frames.isEmpty else {
            throw .invalidClauseComposition(
                "CALL { … } IN TRANSACTIONS cannot stand in another subquery", gqlStatus: "42N58", at: part.span)
        }
        guard !isUpdating else {
            throw .invalidClauseComposition(
                "CALL { … } IN TRANSACTIONS cannot follow a clause that changes the graph", gqlStatus: "42I25",
                at: part.span)
        }
        guard !isInUnion else {
            throw .invalidClauseComposition(
                "CALL { … } IN TRANSACTIONS cannot stand in a UNION", gqlStatus: "42N47", at: part.span)
        }
    }

    private func transactions(_ part: InTransactions) throws(EngineError) -> BoundTransactions {
        let rows = try rowCount(part.batchRows, clause: "IN TRANSACTIONS OF", names: scope)
        if case .literal(.int(0))? = rows {
            throw .syntax(
                "NumberOutOfRange", "IN TRANSACTIONS OF needs a positive INTEGER", gqlStatus: "22N02",
                at: part.batchRows?.span ?? part.span)
        }
        // Writers take turns, so that batches run one after the other whatever is asked for: then none meets another.
        if let disjoint = part.disjoint, disjoint != .none, !part.isConcurrent {
            throw .invalidClauseComposition(
                "DISJOINT BY needs CONCURRENT TRANSACTIONS", gqlStatus: "42N7A", at: part.span)
        }
        if case .keys(let keys) = part.disjoint { try checkDisjoint(keys) }
        if let concurrency = part.concurrency { _ = try bind(concurrency) }
        let onError: BoundTransactions.ErrorHandling
        switch part.onError {
        case nil, .fail: onError = .fail
        case .continue: onError = .continue
        case .break: onError = .break
        case .retry(_, let fallback):
            switch fallback {
            case .fail: onError = .fail
            case .break: onError = .break
            case nil, .continue: onError = .continue
            }
        }
        var status: Slot?
        if let variable = part.statusVariable {
            if onError == .fail {
                throw .invalidClauseComposition(
                    "REPORT STATUS needs ON ERROR CONTINUE or ON ERROR BREAK", gqlStatus: "42I36", at: variable.span)
            }
            status = try declare(variable, .map)
        }
        return BoundTransactions(batchRows: rows, onError: onError, status: status, span: part.span)
    }

    /// What rows are told apart by is the same whenever it is asked for.
    private func checkDisjoint(_ keys: [Expression]) throws(EngineError) {
        for key in keys {
            let bound = try value(key)
            if bound.hasSubquery {
                throw .invalidClauseComposition(
                    "A key of DISJOINT BY holds no subquery", gqlStatus: "42N7C", at: key.span)
            }
            if !bound.isDeterministic {
                throw .invalidClauseComposition(
                    "A key of DISJOINT BY is no random value", gqlStatus: "42N7B", at: key.span)
            }
        }
    }

    // MARK: Procedures

    /// The columns of a call that is the whole statement, `nil` for one among other clauses.
    func procedureCall(
        _ call: CallProcedureClause, isStandalone: Bool, into clauses: inout [BoundClause]
    ) throws(EngineError) -> [BoundColumn]? {
        noteGraphAccess()
        let name = call.dottedName
        guard let signature = catalog.procedure(named: name) else {
            throw .procedureNotFound(
                name, nearest: NameSuggestion.nearest(to: name, among: catalog.procedureNames), at: call.nameSpan)
        }
        if let replacement = signature.replacement {
            deprecations.append(
                BoundDeprecation(kind: .procedure(signature.name, replacement: replacement), span: call.nameSpan))
        }
        if call.isOptional, signature.columns.isEmpty {
            deprecations.append(
                BoundDeprecation(kind: .redundantOptionalProcedure(signature.name), span: call.span))
        }
        if signature.isUpdating { isUpdating = true }
        let arguments = try procedureArguments(call, signature, isStandalone: isStandalone)
        var bound = BoundProcedureCall(
            name: signature.name, arguments: arguments, yields: [], isOptional: call.isOptional,
            isStandalone: isStandalone, predicates: [], span: call.span)
        let columns = try yields(
            call.yield, of: signature, isStandalone: isStandalone, defaultsOnly: false, into: &bound)
        clauses.append(.callProcedure(bound))
        hasCall = true
        return isStandalone ? columns : nil
    }

    private func procedureArguments(
        _ call: CallProcedureClause, _ signature: ProcedureSignature, isStandalone: Bool
    ) throws(EngineError) -> [BoundExpression] {
        guard let arguments = call.arguments else {
            guard isStandalone || signature.parameters.isEmpty else {
                throw .syntax(
                    "InvalidArgumentPassingMode",
                    "Procedure `\(signature.name)` needs its arguments in parentheses when it is called within a query",
                    at: call.nameSpan)
            }
            return signature.parameters.filter { !$0.isOptional }.map { parameter($0.name) }
        }
        let most = signature.parameters.count
        let least = signature.parameters.count { !$0.isOptional }
        guard (least...most).contains(arguments.count) else {
            throw .invalidNumberOfArguments(
                signature.name, expected: Self.countText(least: least, most: most), found: arguments.count,
                at: call.nameSpan)
        }
        var bound: [BoundExpression] = []
        for (argument, parameter) in zip(arguments, signature.parameters) {
            let typed = try bind(argument)
            guard typed.type.mayBe(parameter.type) else {
                throw .invalidArgumentType(
                    "\(signature.name)() needs \(parameter.type.text) as `\(parameter.name)` but got \(typed.type.text)",
                    at: argument.span)
            }
            bound.append(typed.expression)
        }
        return bound
    }

    /// Binds what a call yields. Without `YIELD` only a call that stands alone has columns.
    private func yields(
        _ yield: Yield?, of signature: ProcedureSignature, isStandalone: Bool, defaultsOnly: Bool,
        into bound: inout BoundProcedureCall
    ) throws(EngineError) -> [BoundColumn] {
        var columns: [BoundColumn] = []
        guard let yield, !yield.isStar else {
            if let yield, !isStandalone {
                throw .unexpectedSyntax(
                    "YIELD * serves only a call that stands alone", gqlStatus: "42I43", at: yield.span)
            }
            guard isStandalone else {
                if signature.columns.isEmpty { return [] }
                throw .syntax(
                    "UndefinedVariable",
                    "`\(signature.name)` needs a YIELD that names its columns when it is called within a query",
                    gqlStatus: "42N25", at: bound.span)
            }
            for (index, column) in signature.columns.enumerated()
            where yield != nil || !defaultsOnly || column.isDefault {
                let slot = newSlot(column.name, column.type)
                scope.variables[column.name] = slot
                bound.yields.append((index, slot))
                columns.append(BoundColumn(name: column.name, slot: slot))
            }
            if let yield { bound.predicates = try conjuncts(yield.predicate) }
            return columns
        }
        if signature.columns.isEmpty {
            throw .unexpectedSyntax(
                "`\(signature.name)` yields nothing", gqlStatus: "42I42", at: yield.span)
        }
        for item in yield.items {
            guard let index = signature.columns.firstIndex(where: { $0.name == item.column.text }) else {
                let nearest = NameSuggestion.nearest(to: item.column.text, among: signature.columns.map(\.name))
                let suggestion = nearest.map { ". Did you mean `\($0)`?" } ?? ""
                throw .syntax(
                    "UndefinedVariable", "`\(signature.name)` has no column `\(item.column.text)`\(suggestion)",
                    gqlStatus: "42N50", at: item.column.span)
            }
            let slot = try declare(item.variable, signature.columns[index].type)
            bound.yields.append((index, slot))
            columns.append(BoundColumn(name: item.variable.text, slot: slot))
        }
        bound.predicates = try conjuncts(yield.predicate)
        return columns
    }

    // MARK: SHOW and TERMINATE

    /// `SHOW` is a call whose procedure is the command; its `YIELD` may order and cut what it yields.
    func show(
        _ clause: ShowClause, isStandalone: Bool, into clauses: inout [BoundClause]
    ) throws(EngineError) -> [BoundColumn]? {
        try listing(
            try showCommand(clause), clause.yield, clause.predicate, clause.span, isStandalone: isStandalone,
            into: &clauses)
    }

    func terminate(
        _ clause: TerminateClause, isStandalone: Bool, into clauses: inout [BoundClause]
    ) throws(EngineError) -> [BoundColumn]? {
        try listing(
            try terminateCommand(clause), clause.yield, nil, clause.span, isStandalone: isStandalone, into: &clauses)
    }

    private func listing(
        _ command: (signature: ProcedureSignature, arguments: [BoundExpression]), _ yield: Yield?,
        _ predicate: Expression?, _ span: SourceSpan, isStandalone: Bool, into clauses: inout [BoundClause]
    ) throws(EngineError) -> [BoundColumn]? {
        var bound = BoundProcedureCall(
            name: command.signature.name, arguments: command.arguments, yields: [], isOptional: false,
            isStandalone: isStandalone, predicates: [], span: span)
        // Behind SHOW … YIELD * a RETURN may follow: the columns are variables either way.
        let columns = try yields(
            yield, of: command.signature, isStandalone: isStandalone || yield?.isStar == true,
            defaultsOnly: true, into: &bound)
        bound.predicates.append(contentsOf: try conjuncts(predicate))
        clauses.append(.callProcedure(bound))
        hasCall = true
        guard let yield, !yield.orderBy.isEmpty || yield.skip != nil || yield.limit != nil else {
            return isStandalone ? columns : nil
        }
        let items = columns.map { BoundProjection.Item(slot: $0.slot, name: $0.name, expression: .slot($0.slot)) }
        clauses.append(
            .project(
                BoundProjection(
                    items: items, isDistinct: false, aggregation: nil,
                    orderBy: try sortItems(yield.orderBy, mayAggregate: false),
                    skip: try rowCount(yield.skip, clause: "SKIP", names: scope),
                    limit: try rowCount(yield.limit, clause: "LIMIT", names: scope), predicates: [],
                    isReturn: isStandalone, span: yield.span)))
        return isStandalone ? columns : nil
    }

    // MARK: USE

    func use(_ clause: UseClause) throws(EngineError) {
        let name: String
        let span: SourceSpan
        switch clause.target {
        case .name(let parts):
            name = parts.map(\.text).joined(separator: ".")
            span = clause.span
        case .function(let expression):
            guard case .function(let call) = expression.kind, call.dottedName.lowercased() == "graph.byname",
                call.arguments.count == 1, case .string(let text) = call.arguments[0].kind
            else { throw .unsupportedFeature("USE of a computed graph", at: expression.span) }
            name = text
            span = expression.span
        }
        guard let target = Namespace(rawValue: name.lowercased()) else { throw .databaseNotFound(name, at: span) }
        if let namespace, namespace != target {
            throw .severalGraphs(at: clause.span)
        }
        namespace = target
        useSpan = clause.span
        isUnderUse = true
    }

    /// Here the graph is read or written.
    func noteGraphAccess() {
        if !isUnderUse { readsSessionGraph = true }
    }
}
