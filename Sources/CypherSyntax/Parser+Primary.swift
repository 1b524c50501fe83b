// What stands between operators: literals, names, calls, brackets.

extension Parser {
    mutating func primary() throws(Failure) -> Expression {
        let start = start
        switch kind {
        case .word: return try wordExpression()
        case .quotedName: return try nameExpression()
        case .integer, .float, .malformedNumber:
            let kind = try numberLiteral(isNegative: false)
            return Expression(kind, span: span(from: start))
        case .string:
            let text = try stringLiteral()
            return Expression(.string(text), span: span(from: start))
        case .interpolatedString:
            let segments = try interpolatedString()
            return Expression(.interpolatedString(segments), span: span(from: start))
        case .parameter, .dollar:
            let parameter = try parameterExpression()
            return Expression(.parameter(parameter), span: parameter.span)
        case .leftParenthesis:
            return isPatternAhead() ? try patternExpression() : try parenthesized()
        case .leftBracket: return try bracketed()
        case .leftBrace: return try mapLiteral()
        default:
            note(.category("an expression"))
            throw unexpected()
        }
    }

    /// Runs `body` between brackets: one level deeper, and with a meaning of `|` of its own.
    mutating func nested<Result>(_ body: (inout Parser) throws(Failure) -> Result) throws(Failure) -> Result {
        try descend()
        let outerBar = barEndsLabels
        barEndsLabels = false
        let result = try body(&self)
        barEndsLabels = outerBar
        ascend()
        return result
    }

    private mutating func parenthesized() throws(Failure) -> Expression {
        try nested { (parser) throws(Failure) in
            parser.advance()
            let expression = try parser.expression()
            try parser.expect(.rightParenthesis)
            return expression
        }
    }

    /// `$ name`: with white space the lexer gives two tokens.
    private mutating func parameterExpression() throws(Failure) -> Parameter {
        guard isAt(.dollar) else { return try parameter() }
        let start = start
        advance()
        if isAt(.integer) || isAt(.malformedNumber) {
            let text = text(current)
            advance()
            return Parameter(text, span: span(from: start))
        }
        let name = try name("the name of a parameter")
        return Parameter(name.text, span: span(from: start))
    }

    private mutating func mapLiteral() throws(Failure) -> Expression {
        let start = start
        let entries = try nested { (parser) throws(Failure) in
            parser.advance()
            var entries: [Expression.MapEntry] = []
            if parser.accept(.rightBrace) { return entries }
            repeat { entries.append(try parser.mapEntry()) } while parser.accept(.comma)
            try parser.expect(.rightBrace)
            return entries
        }
        return Expression(.map(entries), span: span(from: start))
    }

    private mutating func mapEntry() throws(Failure) -> Expression.MapEntry {
        let key = try name("a property key")
        try expect(.colon)
        return Expression.MapEntry(key: key, value: try expression())
    }
}

// MARK: - Words

extension Parser {
    private mutating func wordExpression() throws(Failure) -> Expression {
        let following = token(1)
        let isCall = following.kind == .leftParenthesis
        switch keyword {
        case nil: break
        case .true where !isCall: return literal(.boolean(true))
        case .false where !isCall: return literal(.boolean(false))
        case .null where !isCall: return literal(.null)
        case .inf where !isCall, .infinity where !isCall: return literal(.float(.infinity))
        case .nan where !isCall: return literal(.float(.nan))
        case .case where following.keyword == .when || beginsOperandOfCase(following): return try caseExpression()
        case .exists where beginsSubquery(following): return try subquery { .exists($0) }
        case .count where beginsSubquery(following): return try subquery { .count($0) }
        case .collect where beginsSubquery(following): return try subquery { .collect($0) }
        case .count where isCall && token(2).kind == .star && token(3).kind == .rightParenthesis:
            let start = start
            position += 4
            return Expression(.countStar, span: span(from: start))
        case .all where isIteration(following): return try quantifier(.all)
        case .any where isIteration(following): return try quantifier(.any)
        case .noneOf where isIteration(following): return try quantifier(.none)
        case .single where isIteration(following): return try quantifier(.single)
        case .reduce where isCall && Self.isName(token(2)) && token(3).kind == .equal: return try reduction()
        case .allReduce where isCall && Self.isName(token(2)) && token(3).kind == .equal: return try allReduction()
        case .shortestPath where isCall, .allShortestPaths where isCall: return try patternExpression()
        case .trim where isCall: return try trimCall()
        default: break
        }
        return try nameExpression()
    }

    private mutating func literal(_ kind: Expression.Kind) -> Expression {
        let expression = Expression(kind, span: current.span)
        advance()
        return expression
    }

    /// `{`, but not the `{.key` of a map projection.
    private func beginsSubquery(_ following: Token) -> Bool {
        following.kind == .leftBrace && token(2).kind != .dot
    }

    private func beginsOperandOfCase(_ token: Token) -> Bool {
        token.kind != .plus && token.kind != .minus && beginsExpression(token, position + 1) || isSignedOperandOfCase()
    }

    /// `CASE -x WHEN`: a sign before one simple operand.
    private func isSignedOperandOfCase() -> Bool {
        (token(1).kind == .minus || token(1).kind == .plus) && token(3).keyword == .when
    }

    /// `(name IN`
    private func isIteration(_ following: Token) -> Bool {
        following.kind == .leftParenthesis && Self.isName(token(2)) && token(3).keyword == .in
    }

    /// A variable, a map projection, or a function with or without a namespace.
    private mutating func nameExpression() throws(Failure) -> Expression {
        var end = position + 1
        while tokens[end].kind == .dot, Self.isName(tokens[end + 1]) { end += 2 }
        if tokens[end].kind == .leftParenthesis { return try functionCall() }
        let variable = try variable()
        guard isAt(.leftBrace) else { return Expression(.variable(variable), span: variable.span) }
        let items = try nested { (parser) throws(Failure) in try parser.mapProjectionItems() }
        return Expression(.mapProjection(variable, items), span: span(from: variable.span.lowerBound))
    }

    private mutating func mapProjectionItems() throws(Failure) -> [Expression.MapProjectionItem] {
        advance()
        var items: [Expression.MapProjectionItem] = []
        if accept(.rightBrace) { return items }
        repeat {
            if accept(.dot) {
                items.append(accept(.star) ? .allProperties : .property(try name("a property key")))
            } else if Self.isName(current), token(1).kind == .colon {
                items.append(.entry(try mapEntry()))
            } else {
                items.append(.variable(try variable()))
            }
        } while accept(.comma)
        try expect(.rightBrace)
        return items
    }
}

// MARK: - Calls

extension Parser {
    private mutating func functionCall() throws(Failure) -> Expression {
        let start = start
        let name = try dottedName("a function")
        var call = FunctionCall(name: name, isDistinct: false, arguments: [])
        try nested { (parser) throws(Failure) in
            parser.advance()
            if parser.keyword == .distinct, parser.beginsExpression(parser.token(1), parser.position + 1) {
                parser.advance()
                call.isDistinct = true
            } else if parser.keyword == .all, parser.token(1).kind != .leftParenthesis,
                parser.beginsExpression(parser.token(1), parser.position + 1)
            {
                parser.advance()
            }
            if parser.accept(.rightParenthesis) { return }
            let keywordIndex = Self.keywordArgumentIndex(of: call)
            repeat {
                if call.arguments.count == keywordIndex, let word = try parser.keywordArgument(of: call) {
                    call.arguments.append(word)
                } else {
                    call.arguments.append(try parser.expression())
                }
            } while parser.accept(.comma)
            try parser.expect(.rightParenthesis)
        }
        return Expression(.function(call), span: span(from: start))
    }

    /// Which argument of a function is a word of the grammar instead of an expression, if any.
    private static func keywordArgumentIndex(of call: FunctionCall) -> Int? {
        guard call.name.count == 1 else { return nil }
        switch call.name[0].text.lowercased() {
        case "normalize", "vector_norm", "property_exists": return 1
        case "vector", "vector_distance": return 2
        default: return nil
        }
    }

    /// A bare word in the place of an argument; a key of `property_exists` keeps its case.
    private mutating func keywordArgument(of call: FunctionCall) throws(Failure) -> Expression? {
        let start = start
        guard Self.isName(current) else { return nil }
        let isKey = call.name[0].text.lowercased() == "property_exists"
        if token(1).kind == .rightParenthesis {
            let text = nameText(current)
            advance()
            return Expression(.keyword(isKey ? text : text.uppercased()), span: span(from: start))
        }
        guard call.name[0].text.lowercased() == "vector", Self.isName(token(1)), token(2).kind == .rightParenthesis
        else { return nil }
        let text = "\(nameText(current)) \(nameText(token(1)))"
        position += 2
        return Expression(.keyword(text.uppercased()), span: span(from: start))
    }

    /// `trim([[BOTH|LEADING|TRAILING] [characters] FROM] source)`
    private mutating func trimCall() throws(Failure) -> Expression {
        let start = start
        let name = try name("a function")
        let kind = try nested { (parser) throws(Failure) -> Expression.Kind in
            parser.advance()
            let side = parser.trimSide()
            if parser.keyword == .from, parser.beginsExpression(parser.token(1), parser.position + 1) {
                parser.advance()
                return .trim(side ?? .both, characters: nil, source: try parser.lastArgument())
            }
            if side == nil, parser.accept(.rightParenthesis) {
                return .function(FunctionCall(name: [name], isDistinct: false, arguments: []))
            }
            var arguments = try parser.expressions()
            if arguments.count == 1, parser.accept(.from) {
                return .trim(side ?? .both, characters: arguments.removeFirst(), source: try parser.lastArgument())
            }
            guard side == nil else {
                parser.note(.keyword(.from))
                throw parser.unexpected()
            }
            try parser.expect(.rightParenthesis)
            return .function(FunctionCall(name: [name], isDistinct: false, arguments: arguments))
        }
        return Expression(kind, span: span(from: start))
    }

    private mutating func trimSide() -> Expression.TrimSide? {
        guard beginsExpression(token(1), position + 1) else { return nil }
        switch keyword {
        case .both:
            advance()
            return .both
        case .leading:
            advance()
            return .leading
        case .trailing:
            advance()
            return .trailing
        default: return nil
        }
    }

    private mutating func lastArgument() throws(Failure) -> Expression {
        let expression = try expression()
        try expect(.rightParenthesis)
        return expression
    }

    private mutating func quantifier(_ quantifier: Expression.QuantifierKind) throws(Failure) -> Expression {
        let start = start
        advance()
        let kind = try nested { (parser) throws(Failure) -> Expression.Kind in
            parser.advance()
            let variable = try parser.variable()
            try parser.expect(.in)
            let list = try parser.expression()
            let predicate = parser.accept(.where) ? try parser.expression() : nil
            try parser.expect(.rightParenthesis)
            return .quantifier(quantifier, variable: variable, list: list, predicate: predicate)
        }
        return Expression(kind, span: span(from: start))
    }

    private mutating func reduction() throws(Failure) -> Expression {
        let start = start
        advance()
        let reduction = try nested { (parser) throws(Failure) in
            let reduction = try parser.reductionParts()
            try parser.expect(.rightParenthesis)
            return reduction
        }
        return Expression(.reduce(reduction), span: span(from: start))
    }

    private mutating func allReduction() throws(Failure) -> Expression {
        let start = start
        advance()
        let kind = try nested { (parser) throws(Failure) -> Expression.Kind in
            let reduction = try parser.reductionParts()
            try parser.expect(.comma)
            let predicate = try parser.expression()
            try parser.expect(.rightParenthesis)
            return .allReduce(reduction, predicate: predicate)
        }
        return Expression(kind, span: span(from: start))
    }

    /// `(accumulator = initial, variable IN list | step`
    private mutating func reductionParts() throws(Failure) -> Expression.Reduction {
        advance()
        let accumulator = try variable()
        try expect(.equal)
        let initial = try expression()
        try expect(.comma)
        let variable = try variable()
        try expect(.in)
        barEndsLabels = true
        let list = try expression()
        barEndsLabels = false
        guard accept(.bar) else {
            throw Failure(
                .unexpectedSyntax, "reduce(…) needs '| expression' behind its list", at: current.span,
                gqlStatus: "42N41")
        }
        let step = try expression()
        return Expression.Reduction(
            accumulator: accumulator, initial: initial, variable: variable, list: list, step: step)
    }
}
