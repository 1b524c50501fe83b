// Operators by precedence. A chain of one level is gathered in a loop and stays flat.
//
// - Source: the operator table of the Cypher 25 grammar, lowest first.

extension Parser {
    /// The levels of precedence, loosest first. `not` and `unary` are prefixes.
    enum Level: UInt8 {
        case or, xor, and, not, comparison, predicate, additive, multiplicative, power, unary

        static func >= (left: Level, right: Level) -> Bool { left.rawValue >= right.rawValue }
    }

    mutating func expression() throws(Failure) -> Expression { try expression(.or) }

    /// An expression whose operators bind at least as tightly as `minimum`.
    mutating func expression(_ minimum: Level) throws(Failure) -> Expression {
        if keyword == .not, Level.not >= minimum, beginsExpression(token(1), position + 1) {
            return try continued(try negation(), minimum)
        }
        return try continued(try unary(), minimum)
    }

    /// Expressions separated by commas, at least one.
    mutating func expressions() throws(Failure) -> [Expression] {
        var expressions = [try expression()]
        while accept(.comma) { expressions.append(try expression()) }
        return expressions
    }

    /// Goes on behind `left` with the operators that bind at least as tightly as `minimum`.
    mutating func continued(_ first: Expression, _ minimum: Level) throws(Failure) -> Expression {
        var left = first
        var predicates = 0
        while let level = binaryLevel(), level >= minimum {
            // `x IS NULL + 1`: behind a predicate stand only operators that bind no tighter than it does.
            if predicates > 0, !(Level.predicate >= level) { break }
            switch level {
            case .or: left = .init(.or(try chain(left, .or, .xor)), span: span(from: left.span.lowerBound))
            case .xor: left = .init(.xor(try chain(left, .xor, .and)), span: span(from: left.span.lowerBound))
            case .and: left = .init(.and(try chain(left, .and, .not)), span: span(from: left.span.lowerBound))
            case .comparison: left = try comparison(left)
            case .predicate:
                predicates += 1
                try checkDepth(adding: predicates)
                left = try predicate(left)
            case .additive, .multiplicative, .power: left = try arithmetic(left, level)
            case .not, .unary: return left
            }
        }
        if expectations != nil { note(.operators) }
        return left
    }

    /// The level of the binary or postfix operator that the current token is, if any.
    private func binaryLevel() -> Level? {
        let token = tokens[position]
        switch token.kind {
        case .word:
            switch token.keyword {
            case .or: return .or
            case .xor: return .xor
            case .and: return .and
            case .in, .contains, .is: return .predicate
            case .starts, .ends: return self.token(1).keyword == .with ? .predicate : nil
            default: return nil
            }
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .exclamationEqual: return .comparison
        case .matches, .colon, .doubleColon: return .predicate
        case .plus, .minus, .doubleBar: return .additive
        case .star, .slash, .percent: return .multiplicative
        case .caret: return .power
        default: return nil
        }
    }

    private mutating func chain(
        _ first: Expression, _ word: Keyword, _ operandLevel: Level
    ) throws(Failure) -> [Expression] {
        var operands = [first]
        while keyword == word {
            advance()
            operands.append(try expression(operandLevel))
        }
        return operands
    }

    private mutating func negation() throws(Failure) -> Expression {
        let start = start
        try descend()
        advance()
        let operand = try expression(.not)
        ascend()
        return Expression(.not(operand), span: span(from: start))
    }

    private mutating func comparison(_ first: Expression) throws(Failure) -> Expression {
        var links: [Expression.ComparisonLink] = []
        while let comparison = try comparisonOperator() {
            let operatorSpan = current.span
            advance()
            let operand = try expression(.predicate)
            links.append(.init(comparison: comparison, operand: operand, operatorSpan: operatorSpan))
        }
        return Expression(.comparison(first, links), span: span(from: first.span.lowerBound))
    }

    private func comparisonOperator() throws(Failure) -> Expression.Comparison? {
        switch kind {
        case .equal: return .equal
        case .notEqual: return .notEqual
        case .less: return .less
        case .lessOrEqual: return .lessOrEqual
        case .greater: return .greater
        case .greaterOrEqual: return .greaterOrEqual
        case .exclamationEqual:
            throw Failure(
                .unexpectedSyntax, "Invalid input '!=': Cypher writes inequality as '<>'", at: current.span,
                gqlStatus: "42I49", suggestion: "<>")
        default: return nil
        }
    }

    private mutating func arithmetic(_ first: Expression, _ level: Level) throws(Failure) -> Expression {
        var links: [Expression.ArithmeticLink] = []
        while let arithmetic = arithmeticOperator(level) {
            let operatorSpan = current.span
            advance()
            let operand =
                switch level {
                case .additive: try expression(.multiplicative)
                case .multiplicative: try expression(.power)
                default: try unary()
                }
            links.append(.init(arithmetic: arithmetic, operand: operand, operatorSpan: operatorSpan))
        }
        return Expression(.arithmetic(first, links), span: span(from: first.span.lowerBound))
    }

    private func arithmeticOperator(_ level: Level) -> Expression.Arithmetic? {
        switch (kind, level) {
        case (.plus, .additive): .add
        case (.minus, .additive): .subtract
        case (.doubleBar, .additive): .concatenate
        case (.star, .multiplicative): .multiply
        case (.slash, .multiplicative): .divide
        case (.percent, .multiplicative): .modulo
        case (.caret, .power): .power
        default: nil
        }
    }
}

// MARK: - Predicates behind an operand

extension Parser {
    private mutating func predicate(_ left: Expression) throws(Failure) -> Expression {
        let start = left.span.lowerBound
        switch kind {
        case .matches:
            advance()
            let right = try expression(.additive)
            return Expression(.stringPredicate(left, .matches, right), span: span(from: start))
        case .colon:
            let labels = try labels()
            return Expression(.hasLabels(left, labels, isNegated: false), span: span(from: start))
        case .doubleColon:
            advance()
            let type = try type()
            return Expression(.isTyped(left, type, isNegated: false), span: span(from: start))
        default: break
        }
        switch keyword {
        case .in:
            advance()
            let list = try expression(.additive)
            return Expression(.isIn(left, list), span: span(from: start))
        case .is: return try isPredicate(left)
        case .starts: return try stringPredicate(left, .startsWith, words: 2)
        case .ends: return try stringPredicate(left, .endsWith, words: 2)
        default: return try stringPredicate(left, .contains, words: 1)
        }
    }

    private mutating func stringPredicate(
        _ left: Expression, _ string: Expression.StringOperator, words: Int
    ) throws(Failure) -> Expression {
        position += words
        let right = try expression(.additive)
        return Expression(.stringPredicate(left, string, right), span: span(from: left.span.lowerBound))
    }

    /// `IS [NOT] NULL`, `IS [NOT] :: T`, `IS [NOT] [form] NORMALIZED`, `IS [NOT] [LABELED] labels`.
    private mutating func isPredicate(_ left: Expression) throws(Failure) -> Expression {
        let start = left.span.lowerBound
        advance()
        let isNegated = accept(.not)
        if accept(.null) { return Expression(.isNull(left, isNegated: isNegated), span: span(from: start)) }
        if accept(.doubleColon) || accept(.typed) {
            let type = try type()
            return Expression(.isTyped(left, type, isNegated: isNegated), span: span(from: start))
        }
        if let form = normalForm() {
            return Expression(.isNormalized(left, form: form, isNegated: isNegated), span: span(from: start))
        }
        if keyword == .labeled, beginsLabels(token(1)) { advance() }
        let labels = try labelExpression()
        return Expression(.hasLabels(left, labels, isNegated: isNegated), span: span(from: start))
    }

    /// `[NFC|NFD|NFKC|NFKD] NORMALIZED`
    private mutating func normalForm() -> Expression.NormalForm? {
        if accept(.normalized) { return .nfc }
        guard token(1).keyword == .normalized, let keyword, let form = Expression.NormalForm(rawValue: keyword.spelling)
        else { return nil }
        position += 2
        return form
    }
}

// MARK: - Prefixes and postfixes

extension Parser {
    mutating func unary() throws(Failure) -> Expression {
        switch kind {
        case .minus:
            if let literal = try negativeLiteral() { return literal }
            return try prefixed { .negate($0) }
        case .plus: return try prefixed { .unaryPlus($0) }
        default: return try postfixed(try primary())
        }
    }

    private mutating func prefixed(_ make: (Expression) -> Expression.Kind) throws(Failure) -> Expression {
        let start = start
        try descend()
        advance()
        let operand = try unary()
        ascend()
        return Expression(make(operand), span: span(from: start))
    }

    /// `-` directly before a number is the number's sign: only so can the smallest integer be written.
    private mutating func negativeLiteral() throws(Failure) -> Expression? {
        let number = token(1)
        guard number.kind == .integer || number.kind == .float else { return nil }
        let following = token(2).kind
        guard following != .dot, following != .leftBracket else { return nil }
        let start = start
        advance()
        return Expression(try numberLiteral(isNegative: true), span: span(from: start))
    }

    /// Goes on behind `first` with `.key`, `[index]` and `[from..to]`.
    mutating func postfixed(_ first: Expression) throws(Failure) -> Expression {
        var expression = first
        var levels = 0
        while true {
            let token = kind
            guard token == .dot || token == .leftBracket else {
                if expectations != nil { note(.operators) }
                return expression
            }
            levels += 1
            try checkDepth(adding: levels)
            advance()
            if token == .dot {
                let key = try name("a property key")
                expression = Expression(.property(expression, key), span: span(from: first.span.lowerBound))
            } else {
                expression = Expression(try subscripted(expression), span: span(from: first.span.lowerBound))
            }
        }
    }

    /// Behind the `[`.
    private mutating func subscripted(_ list: Expression) throws(Failure) -> Expression.Kind {
        if isAt(.rightBracket) {
            throw Failure(
                .unexpectedSyntax, "An index or a range is missing between '[' and ']'", at: current.span,
                gqlStatus: "42N20")
        }
        try descend()
        let outerBar = barEndsLabels
        barEndsLabels = false
        var from: Expression?
        if !isAt(.dotDot) { from = try expression() }
        let kind: Expression.Kind
        if accept(.dotDot) {
            let to = isAt(.rightBracket) ? nil : try expression()
            kind = .slice(list, from: from, to: to)
        } else if let from {
            kind = .subscriptOf(list, index: from)
        } else {
            throw unexpected()
        }
        try expect(.rightBracket)
        barEndsLabels = outerBar
        ascend()
        return kind
    }

    /// Whether an operand can begin with this token; a word that is more likely what follows an operand does not.
    func beginsExpression(_ token: Token, _ index: Int) -> Bool {
        switch token.kind {
        case .integer, .float, .malformedNumber, .string, .interpolatedString, .parameter, .quotedName,
            .leftParenthesis, .leftBracket, .leftBrace, .plus, .minus, .unterminatedString, .unterminatedName:
            return true
        case .word:
            switch token.keyword {
            case .as, .and, .or, .xor, .in, .is, .contains, .then, .else, .end: return false
            case .starts, .ends: return tokens[min(index + 1, tokens.count - 1)].keyword != .with
            case .order: return tokens[min(index + 1, tokens.count - 1)].keyword != .by
            default: return true
            }
        default: return false
        }
    }
}
