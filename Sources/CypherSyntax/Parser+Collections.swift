// Square brackets, CASE and subqueries.

extension Parser {
    /// A list, a list comprehension or a pattern comprehension.
    mutating func bracketed() throws(Failure) -> Expression {
        let start = start
        let kind = try nested { (parser) throws(Failure) -> Expression.Kind in
            parser.advance()
            if parser.accept(.rightBracket) { return .list([]) }
            if parser.isAt(.leftParenthesis), parser.isPatternAhead() {
                return try parser.patternOrList()
            }
            if Self.isName(parser.current), parser.token(1).kind == .equal, parser.isPatternAhead(at: 2) {
                let pathStart = parser.start
                let variable = try parser.variable()
                parser.advance()
                return try parser.patternComprehension(try parser.simplePath(variable, from: pathStart))
            }
            if Self.isName(parser.current), parser.token(1).keyword == .in { return try parser.comprehensionOrList() }
            return try parser.listElements(try parser.expression())
        }
        return Expression(kind, span: span(from: start))
    }

    private mutating func listElements(_ first: Expression) throws(Failure) -> Expression.Kind {
        var elements = [first]
        while accept(.comma) { elements.append(try expression()) }
        try expect(.rightBracket)
        return .list(elements)
    }

    /// `[x IN list WHERE p | e]`, or a list whose first element begins with `x IN list`.
    private mutating func comprehensionOrList() throws(Failure) -> Expression.Kind {
        let variable = try variable()
        advance()
        let list = try expression(.additive)
        switch kind {
        case .rightBracket, .bar: break
        case .word where keyword == .where: break
        default:
            let isIn = Expression(
                .isIn(Expression(.variable(variable), span: variable.span), list),
                span: span(from: variable.span.lowerBound))
            return try listElements(try continued(isIn, .or))
        }
        var predicate: Expression?
        if accept(.where) { predicate = try comprehensionPredicate() }
        let projection = accept(.bar) ? try expression() : nil
        try expect(.rightBracket)
        return .listComprehension(variable: variable, list: list, predicate: predicate, projection: projection)
    }

    private mutating func comprehensionPredicate() throws(Failure) -> Expression {
        barEndsLabels = true
        let predicate = try expression()
        barEndsLabels = false
        return predicate
    }

    /// Whether there is another `|` before the bracket around the current one closes: then the current one belongs to a
    /// label expression, and the other separates the projection.
    func anotherBarFollows() -> Bool {
        var index = position + 1
        while index < tokens.count {
            switch tokens[index].kind {
            case .bar: return true
            // Behind a colon the other one may belong to a label expression of the projection.
            case .rightBracket, .rightParenthesis, .rightBrace, .endOfText, .comma, .colon: return false
            case .less where index > 0 && isGenericType(tokens[index - 1]):
                index = endOfTypeArguments(from: index)
            case .leftBracket, .leftParenthesis, .leftBrace:
                let partner = Int(tokens[index].partner)
                guard partner > index else { return false }
                index = partner + 1
            default: index += 1
            }
        }
        return false
    }

    private func isGenericType(_ token: Token) -> Bool {
        guard token.kind == .word else { return false }
        switch text(token).uppercased() {
        case "LIST", "ARRAY", "ANY", "VECTOR": return true
        default: return false
        }
    }

    /// Behind the `>` that belongs to the `<` at `start`, or at the end.
    private func endOfTypeArguments(from start: Int) -> Int {
        var index = start
        var open = 0
        while index < tokens.count {
            if tokens[index].kind == .less { open += 1 }
            if tokens[index].kind == .greater { open -= 1 }
            index += 1
            if open == 0 { break }
        }
        return index
    }

    /// `[(a)-->(b) WHERE p | e]`, or a list whose first element begins with a pattern.
    private mutating func patternOrList() throws(Failure) -> Expression.Kind {
        let path = try simplePath(nil, from: start)
        if isAt(.bar) || isAt(.where) { return try patternComprehension(path) }
        let pattern = try postfixed(Expression(.pattern(path), span: path.span))
        return try listElements(try continued(pattern, .or))
    }

    private mutating func patternComprehension(_ path: PathPattern) throws(Failure) -> Expression.Kind {
        let predicate = accept(.where) ? try comprehensionPredicate() : nil
        try expect(.bar)
        let projection = try expression()
        try expect(.rightBracket)
        return .patternComprehension(path, predicate: predicate, projection: projection)
    }
}

// MARK: - CASE

extension Parser {
    mutating func caseExpression() throws(Failure) -> Expression {
        let start = start
        let expression = try nested { (parser) throws(Failure) -> CaseExpression in
            parser.advance()
            let operand = parser.isAt(.when) ? nil : try parser.expression()
            var branches: [CaseExpression.Branch] = []
            if parser.isAt(.else) || parser.isAt(.end) {
                throw Failure(
                    .unexpectedSyntax, "CASE needs a WHEN … THEN …", at: parser.current.span, gqlStatus: "42I00")
            }
            try parser.expect(.when)
            repeat { branches.append(try parser.caseBranch(hasOperand: operand != nil)) } while parser.accept(.when)
            let otherwise = parser.accept(.else) ? try parser.expression() : nil
            try parser.expect(.end)
            return CaseExpression(operand: operand, branches: branches, otherwise: otherwise)
        }
        return Expression(.caseWhen(expression), span: span(from: start))
    }

    private mutating func caseBranch(hasOperand: Bool) throws(Failure) -> CaseExpression.Branch {
        var tests: [CaseExpression.Test] = []
        repeat {
            tests.append(hasOperand && beginsHalfPredicate() ? try halfPredicate() : .value(try expression()))
        } while hasOperand && accept(.comma)
        try expect(.then)
        return CaseExpression.Branch(tests: tests, value: try expression())
    }

    /// An operator without its left side, which the `CASE` operand is.
    private func beginsHalfPredicate() -> Bool {
        switch kind {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .exclamationEqual, .matches,
            .doubleColon:
            return true
        case .word:
            let next = token(1)
            switch keyword {
            case .starts, .ends: return next.keyword == .with
            case .contains, .in: return beginsExpression(next, position + 1) && next.kind != .leftParenthesis
            case .is:
                switch next.keyword {
                case .null, .not, .typed, .normalized: return true
                case .nfc, .nfd, .nfkc, .nfkd: return token(2).keyword == .normalized
                default: return next.kind == .doubleColon
                }
            default: return false
            }
        default: return false
        }
    }

    private mutating func halfPredicate() throws(Failure) -> CaseExpression.Test {
        let operand = Expression(.caseOperand, span: SourceSpan(start, start))
        return .predicate(try continued(operand, .comparison))
    }
}

// MARK: - Subqueries

extension Parser {
    /// `EXISTS { … }`, `COUNT { … }`, `COLLECT { … }`, at the word.
    mutating func subquery(_ make: (Subquery) -> Expression.Kind) throws(Failure) -> Expression {
        let start = start
        advance()
        let braces = self.start
        try descendIntoQuery()
        let body = try nested { (parser) throws(Failure) -> Subquery.Body in
            parser.advance()
            let body = try parser.subqueryBody()
            try parser.expect(.rightBrace)
            return body
        }
        ascendFromQuery()
        return Expression(make(Subquery(body: body, span: span(from: braces))), span: span(from: start))
    }

    private mutating func subqueryBody() throws(Failure) -> Subquery.Body {
        guard beginsPattern() else { return .query(try query()) }
        return .pattern(try matchBody(isOptional: false, from: start))
    }

    /// Whether a pattern begins here rather than a clause.
    private func beginsPattern() -> Bool {
        switch kind {
        case .leftParenthesis: return true
        case .quotedName: return true
        case .word:
            if token(1).kind == .equal { return true }
            switch keyword {
            case .any, .all, .shortest, .walk, .trail, .acyclic, .simple, .shortestPath, .allShortestPaths: return true
            case .repeatable, .different: return true
            default: return false
            }
        default: return false
        }
    }
}
