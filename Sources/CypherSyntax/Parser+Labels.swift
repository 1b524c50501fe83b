// Label and type expressions: `:A&(B|!C)`, `IS %`, `:$(e)`, and the older `:A:B` and `:A|:B`.

extension Parser {
    /// `:` or `IS` and what follows, if one of them stands here.
    mutating func optionalLabels() throws(Failure) -> LabelSyntax? {
        if isAt(.colon) { return try labels() }
        if keyword == .is {
            advance()
            return try labelExpression()
        }
        if expectations != nil { note(.kind(.colon)) }
        return nil
    }

    /// At a colon: an expression, or names with a colon before each.
    mutating func labels() throws(Failure) -> LabelSyntax {
        let start = start
        advance()
        let first = try labelExpression()
        guard isAt(.colon) else { return first }
        var members = [first]
        while accept(.colon) { members.append(try labelExpression()) }
        for member in members {
            switch member.kind {
            case .name, .dynamic: break
            default:
                throw Failure(
                    .invalidLabelExpression,
                    "Labels joined by ':' cannot be mixed with '&', '|', '!' and '%': join them all by '&'",
                    at: span(from: start), gqlStatus: "42I10")
            }
        }
        return LabelSyntax(kind: .and(members), span: SourceSpan(first.span.lowerBound, span(from: start).upperBound))
    }

    /// Whether a label expression can begin with this token.
    func beginsLabels(_ token: Token) -> Bool {
        switch token.kind {
        case .word, .quotedName, .percent, .exclamation, .leftParenthesis, .dollar, .parameter: true
        default: false
        }
    }

    mutating func labelExpression() throws(Failure) -> LabelSyntax {
        let start = start
        var members = [try labelConjunction()]
        while isAt(.bar), !(barEndsLabels && !anotherBarFollows()) {
            advance()
            _ = accept(.colon)
            members.append(try labelConjunction())
        }
        return members.count == 1 ? members[0] : LabelSyntax(kind: .or(members), span: span(from: start))
    }

    private mutating func labelConjunction() throws(Failure) -> LabelSyntax {
        let start = start
        var members = [try labelTerm()]
        while accept(.ampersand) { members.append(try labelTerm()) }
        return members.count == 1 ? members[0] : LabelSyntax(kind: .and(members), span: span(from: start))
    }

    private mutating func labelTerm() throws(Failure) -> LabelSyntax {
        let start = start
        switch kind {
        case .word, .quotedName:
            let name = try name(labelsAreTypes ? "a relationship type" : "a label")
            return LabelSyntax(kind: .name(name.text), span: name.span)
        case .percent:
            advance()
            return LabelSyntax(kind: .wildcard, span: span(from: start))
        case .exclamation:
            try descend()
            advance()
            let operand = try labelTerm()
            ascend()
            return LabelSyntax(kind: .not(operand), span: span(from: start))
        case .leftParenthesis:
            return try nested { (parser) throws(Failure) in
                parser.advance()
                let inner = try parser.labelExpression()
                try parser.expect(.rightParenthesis)
                return inner
            }
        case .dollar, .parameter:
            if let (expression, quantifier) = try dynamicLabel() {
                return LabelSyntax(kind: .dynamic(expression, quantifier), span: span(from: start))
            }
        default: break
        }
        note(.category(labelsAreTypes ? "a relationship type" : "a label"))
        throw unexpected()
    }

    /// `$(e)`, `$all(e)`, `$any(e)`
    mutating func dynamicLabel() throws(Failure) -> (Expression, LabelSyntax.DynamicQuantifier)? {
        guard token(1).kind == .leftParenthesis else { return nil }
        var quantifier = LabelSyntax.DynamicQuantifier.all
        if isAt(.parameter) {
            switch text(current).lowercased() {
            case "$all": break
            case "$any": quantifier = .any
            default: return nil
            }
        }
        advance()
        let expression = try nested { (parser) throws(Failure) in
            parser.advance()
            let expression = try parser.expression()
            try parser.expect(.rightParenthesis)
            return expression
        }
        return (expression, quantifier)
    }

    /// `:A:B`, `:A&B`, `IS A&B`, `:$(e)` of `SET` and `REMOVE`, at the colon or at `IS`.
    mutating func labelReferences() throws(Failure) -> [LabelReference] {
        var references: [LabelReference] = []
        var wantsMore = isAt(.colon) || isAt(.is)
        while wantsMore {
            advance()
            if isAt(.dollar) || isAt(.parameter), let (expression, quantifier) = try dynamicLabel() {
                if quantifier == .any {
                    throw Failure(
                        .invalidLabelExpression, "$any(…) cannot name labels to write or remove",
                        at: expression.span, gqlStatus: "42I55")
                }
                references.append(.dynamic(expression))
            } else {
                references.append(.name(try name("a label")))
            }
            wantsMore = isAt(.colon) || isAt(.ampersand)
        }
        return references
    }
}
