// Clauses that write.

extension Parser {
    mutating func createClause() throws(Failure) -> CreateClause {
        let start = start
        let isInsert = isAt(.insert)
        advance()
        let patterns = try pathPatterns()
        return CreateClause(isInsert: isInsert, patterns: patterns, span: span(from: start))
    }

    mutating func mergeClause() throws(Failure) -> MergeClause {
        let start = start
        advance()
        let pattern = try pathPattern()
        var actions: [MergeClause.Action] = []
        while isAt(.on) {
            let actionStart = self.start
            advance()
            let isOnCreate = accept(.create)
            if !isOnCreate { try expect(.match) }
            try expect(.set)
            let items = try setItems()
            actions.append(MergeClause.Action(isOnCreate: isOnCreate, items: items, span: span(from: actionStart)))
        }
        if expectations != nil { note(.keyword(.on)) }
        return MergeClause(pattern: pattern, actions: actions, span: span(from: start))
    }

    mutating func setClause() throws(Failure) -> SetClause {
        let start = start
        advance()
        let items = try setItems()
        return SetClause(items: items, span: span(from: start))
    }

    private mutating func setItems() throws(Failure) -> [SetItem] {
        var items: [SetItem] = []
        repeat {
            let start = start
            let kind = try setItem()
            items.append(SetItem(kind: kind, span: span(from: start)))
        } while accept(.comma)
        return items
    }

    private mutating func setItem() throws(Failure) -> SetItem.Kind {
        if Self.isName(current) {
            let next = token(1)
            if next.kind == .colon || next.keyword == .is {
                let variable = try variable()
                return .labels(of: variable, try labelReferences())
            }
            if next.kind == .equal || next.kind == .plusEqual {
                let variable = try variable()
                advance()
                return .properties(of: variable, value: try expression(), isMerging: next.kind == .plusEqual)
            }
        }
        let target = try postfixed(try primary())
        switch target.kind {
        case .property(let element, let key):
            try expect(.equal)
            return .property(of: element, key: key, value: try expression())
        case .subscriptOf(let element, let key):
            try expect(.equal)
            return .dynamicProperty(of: element, key: key, value: try expression())
        default: throw missingProperty(of: target)
        }
    }

    mutating func removeClause() throws(Failure) -> RemoveClause {
        let start = start
        advance()
        var items: [RemoveItem] = []
        repeat {
            let itemStart = self.start
            let kind = try removeItem()
            items.append(RemoveItem(kind: kind, span: span(from: itemStart)))
        } while accept(.comma)
        return RemoveClause(items: items, span: span(from: start))
    }

    private mutating func removeItem() throws(Failure) -> RemoveItem.Kind {
        if Self.isName(current), token(1).kind == .colon || token(1).keyword == .is {
            let variable = try variable()
            return .labels(of: variable, try labelReferences())
        }
        let target = try postfixed(try primary())
        switch target.kind {
        case .property(let element, let key): return .property(of: element, key: key)
        case .subscriptOf(let element, let key): return .dynamicProperty(of: element, key: key)
        default: throw missingProperty(of: target)
        }
    }

    /// Something was written where a property or labels of an element must stand.
    private mutating func missingProperty(of target: Expression) -> Failure {
        if case .variable = target.kind {
            note(.kind(.dot))
            note(.kind(.colon))
            note(.kind(.equal))
            return unexpected()
        }
        return Failure(
            .unexpectedSyntax, "A property such as n.name, or labels such as n:Label, must stand here",
            at: target.span)
    }

    mutating func deleteClause() throws(Failure) -> DeleteClause {
        let start = start
        var mode = DeleteClause.Mode.plain
        if accept(.detach) { mode = .detach } else if accept(.noDetach) { mode = .noDetach }
        try expect(.delete)
        let expressions = try expressions()
        return DeleteClause(mode: mode, expressions: expressions, span: span(from: start))
    }

    mutating func foreachClause() throws(Failure) -> ForeachClause {
        let start = start
        advance()
        try descendIntoQuery()
        let clause = try nested { (parser) throws(Failure) in
            try parser.expect(.leftParenthesis)
            let variable = try parser.variable()
            try parser.expect(.in)
            parser.barEndsLabels = true
            let list = try parser.expression()
            parser.barEndsLabels = false
            try parser.expect(.bar)
            var clauses: [Clause] = []
            repeat { clauses.append(try parser.updatingClause()) } while !parser.isAt(.rightParenthesis)
            try parser.expect(.rightParenthesis)
            return ForeachClause(
                variable: variable, list: list, clauses: clauses, span: parser.span(from: start))
        }
        ascendFromQuery()
        return clause
    }

    private mutating func updatingClause() throws(Failure) -> Clause {
        switch keyword {
        case .create, .insert, .merge, .set, .remove, .delete, .detach, .noDetach, .foreach:
            if let clause = try clause() { return clause }
        case let word? where Expectations.clauseKeywords.contains(word):
            throw Failure(
                .invalidClauseComposition, "FOREACH holds only clauses that update, not \(word.spelling)",
                at: current.span, gqlStatus: "42I01")
        default: break
        }
        for word in [Keyword.create, .merge, .set, .remove, .delete, .detach, .foreach, .insert] {
            note(.keyword(word))
        }
        throw unexpected()
    }
}
