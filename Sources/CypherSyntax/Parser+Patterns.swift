// Path patterns: `[p =] [selector] (a)-[r]->(b) …`.

extension Parser {
    /// Patterns separated by commas.
    mutating func pathPatterns() throws(Failure) -> [PathPattern] {
        var patterns = [try pathPattern()]
        while accept(.comma) { patterns.append(try pathPattern()) }
        return patterns
    }

    mutating func pathPattern() throws(Failure) -> PathPattern {
        let start = start
        var variable: Name?
        if Self.isName(current), token(1).kind == .equal {
            variable = try self.variable()
            advance()
        }
        return try pathPattern(variable, from: start)
    }

    /// Behind `p =`.
    mutating func pathPattern(_ variable: Name?, from start: Int) throws(Failure) -> PathPattern {
        let (selector, mode) = try pathPrefix()
        var path = try shortestPathOrElements()
        path.variable = variable
        path.selector = selector
        path.pathMode = mode
        path.span = span(from: start)
        return path
    }

    private mutating func shortestPathOrElements() throws(Failure) -> PathPattern {
        let start = start
        let function: PathPattern.ShortestPathFunction
        switch keyword {
        case .shortestPath: function = .shortestPath
        case .allShortestPaths: function = .allShortestPaths
        default:
            let elements = try patternElements()
            return PathPattern(
                variable: nil, selector: nil, pathMode: nil, function: nil, elements: elements,
                span: span(from: start))
        }
        advance()
        let elements = try nested { (parser) throws(Failure) in
            try parser.expect(.leftParenthesis)
            let elements = try parser.patternElements()
            try parser.expect(.rightParenthesis)
            return elements
        }
        return PathPattern(
            variable: nil, selector: nil, pathMode: nil, function: function, elements: elements,
            span: span(from: start))
    }

    /// A pattern in the place of an operand.
    mutating func patternExpression() throws(Failure) -> Expression {
        let path = try shortestPathOrElements()
        return Expression(.pattern(path), span: path.span)
    }

    /// Nodes and relationships without a prefix, as in a comprehension.
    mutating func simplePath(_ variable: Name?, from start: Int) throws(Failure) -> PathPattern {
        let elements = try patternElements()
        return PathPattern(
            variable: variable, selector: nil, pathMode: nil, function: nil, elements: elements,
            span: span(from: start))
    }

    private mutating func patternElements() throws(Failure) -> [PatternElement] {
        var elements: [PatternElement] = []
        while true {
            guard isAt(.leftParenthesis) else {
                note(.kind(.leftParenthesis))
                throw unexpected()
            }
            let isGroup = isGroupAhead()
            if !isGroup, case .node = elements.last { throw unexpected() }
            elements.append(isGroup ? .group(try group()) : .node(try node()))
            if isAtArrow() {
                elements.append(.relationship(try relationship()))
            } else if !isAt(.leftParenthesis) {
                if expectations != nil {
                    note(.kind(.minus))
                    note(.kind(.less))
                }
                return elements
            } else if !isGroup, !isGroupAhead() {
                return elements
            }
        }
    }

    private func isAtArrow() -> Bool {
        switch kind {
        case .minus, .unicodeDash, .unicodeLeftHead: true
        case .less: Self.isDash(token(1))
        default: false
        }
    }

    static func isDash(_ token: Token) -> Bool { token.kind == .minus || token.kind == .unicodeDash }

    /// `((…`, `(p = (…`, `(ANY SHORTEST (…`: a group, where a node has a name or a colon.
    private func isGroupAhead() -> Bool {
        guard isAt(.leftParenthesis) else { return false }
        let inner = token(1)
        switch inner.kind {
        case .leftParenthesis: return true
        case .word, .quotedName:
            let next = token(2)
            if next.kind == .equal { return true }
            switch inner.keyword {
            case .any, .all, .shortest, .walk, .trail, .acyclic, .simple:
                return next.kind == .leftParenthesis || next.kind == .integer
                    || (next.kind == .word && next.keyword != .where && next.keyword != .is)
            case .shortestPath, .allShortestPaths: return next.kind == .leftParenthesis
            default: return false
            }
        default: return false
        }
    }

    /// Whether a `(` at `offset` begins a pattern rather than an expression.
    func isPatternAhead(at offset: Int = 0) -> Bool {
        let open = min(position + offset, tokens.count - 1)
        return isNodeOfPattern(open) || isRepeatedGroup(open, isBehindNode: false)
    }

    /// The `(` opens a node: an arrow follows its `)`, and another node follows the arrow, or a repeated group follows the node.
    private func isNodeOfPattern(_ open: Int) -> Bool {
        guard tokens[open].kind == .leftParenthesis else { return false }
        let close = Int(tokens[open].partner)
        guard close > open, looksLikeNode(open, close) else { return false }
        var index = close + 1
        if tokens[index].kind == .leftParenthesis { return isRepeatedGroup(index, isBehindNode: true) }
        var hasHead = false
        switch tokens[index].kind {
        case .less, .unicodeLeftHead:
            hasHead = true
            index += 1
            guard Self.isDash(tokens[index]) else { return false }
        case .minus, .unicodeDash: break
        default: return false
        }
        index += 1
        if tokens[index].kind == .leftBracket {
            let end = Int(tokens[index].partner)
            guard end > index else { return true }
            index = end + 1
        }
        guard Self.isDash(tokens[index]) else { return false }
        index = min(index + 1, tokens.count - 1)
        switch tokens[index].kind {
        case .leftParenthesis, .greater, .unicodeRightHead: return true
        case .endOfText: return hasHead
        default: return endOfQuantifier(index).map { tokens[$0].kind == .leftParenthesis } ?? false
        }
    }

    /// The `(` opens a group that begins with a node and is repeated: `((a)-->(b)){1,2}`.
    private func isRepeatedGroup(_ open: Int, isBehindNode: Bool) -> Bool {
        guard tokens[open].kind == .leftParenthesis, tokens[open + 1].kind == .leftParenthesis else { return false }
        let close = Int(tokens[open].partner)
        guard close > open, let end = endOfQuantifier(close + 1), isNodeOfPattern(open + 1) else { return false }
        // With nothing before it, `((a)-->(b)) * (c)` is a product.
        return isBehindNode || tokens[close + 1].kind == .leftBrace || tokens[end].kind == .bar
    }

    /// The token behind the quantifier that begins at a token; `nil` where none does.
    private func endOfQuantifier(_ start: Int) -> Int? {
        switch tokens[start].kind {
        case .plus, .star: return min(start + 1, tokens.count - 1)
        case .leftBrace:
            let close = Int(tokens[start].partner)
            return close > start ? min(close + 1, tokens.count - 1) : nil
        default: return nil
        }
    }

    private func looksLikeNode(_ open: Int, _ close: Int) -> Bool {
        let first = tokens[open + 1]
        if open + 1 == close || first.kind == .colon || first.kind == .leftBrace { return true }
        if first.keyword == .is || first.keyword == .where { return true }
        guard Self.isName(first) else { return false }
        let second = tokens[open + 2]
        return open + 2 == close || second.kind == .colon || second.kind == .leftBrace || second.kind == .parameter
            || second.keyword == .is || second.keyword == .where
    }
}

// MARK: - Selectors

extension Parser {
    /// `ANY SHORTEST TRAIL PATHS` and its like.
    private mutating func pathPrefix() throws(Failure) -> (PathSelector?, PathMode?) {
        let start = start
        let kind: PathSelector.Kind
        switch keyword {
        case .any where token(1).kind != .equal:
            advance()
            if accept(.shortest) {
                kind = .anyShortest
            } else {
                kind = .any(count: try pathCount())
            }
        case .all where token(1).kind != .equal:
            advance()
            kind = accept(.shortest) ? .allShortest : .all
        case .shortest:
            advance()
            return try shortest(try pathCount(), from: start)
        default:
            let mode = pathMode()
            if mode != nil { acceptPathWord() }
            return (nil, mode)
        }
        let selectorSpan = span(from: start)
        let mode = pathMode()
        acceptPathWord()
        return (PathSelector(kind: kind, span: selectorSpan), mode)
    }

    private mutating func shortest(_ count: Expression?, from start: Int) throws(Failure) -> (PathSelector?, PathMode?)
    {
        let mode = pathMode()
        acceptPathWord()
        if accept(.group) || accept(.groups) {
            return (PathSelector(kind: .shortestGroups(count: count), span: span(from: start)), mode)
        }
        guard let count else {
            note(.kind(.integer))
            throw unexpected()
        }
        return (PathSelector(kind: .shortest(count: count), span: span(from: start)), mode)
    }

    private mutating func pathCount() throws(Failure) -> Expression? {
        switch kind {
        case .integer, .malformedNumber:
            let start = start
            let literal = try numberLiteral(isNegative: false)
            return Expression(literal, span: span(from: start))
        case .parameter:
            let parameter = try parameter()
            return Expression(.parameter(parameter), span: parameter.span)
        default: return nil
        }
    }

    private mutating func pathMode() -> PathMode? {
        switch keyword {
        case .walk:
            advance()
            return .walk
        case .trail:
            advance()
            return .trail
        case .acyclic:
            advance()
            return .acyclic
        case .simple:
            advance()
            return .simple
        default: return nil
        }
    }

    private mutating func acceptPathWord() {
        if keyword == .path || keyword == .paths { advance() }
    }
}

// MARK: - Nodes and groups

extension Parser {
    mutating func node() throws(Failure) -> NodePattern {
        let start = start
        return try nested { (parser) throws(Failure) in
            parser.advance()
            let variable = parser.beginsElementVariable() ? try parser.variable() : nil
            let labels = try parser.optionalLabels()
            let properties = try parser.elementProperties()
            let predicate = parser.accept(.where) ? try parser.expression() : nil
            if variable == nil, labels == nil, properties == nil, predicate == nil {
                parser.note(.category("a variable"))
            }
            try parser.expect(.rightParenthesis)
            return NodePattern(
                variable: variable, labels: labels, properties: properties, predicate: predicate,
                span: parser.span(from: start))
        }
    }

    /// Whether the word behind `(` or `[` is a variable; `WHERE` and `IS` are when what follows can only follow one.
    private func beginsElementVariable() -> Bool {
        guard Self.isName(current) else { return false }
        let next = token(1)
        switch keyword {
        case .where:
            switch next.kind {
            case .rightParenthesis, .rightBracket, .colon, .star: return true
            case .leftBrace: return endsElement(behindBracketAt: 1)
            default: return next.keyword == .where || (next.keyword == .is && !Self.isDotOrOperator(token(2)))
            }
        case .is:
            switch next.kind {
            case .rightParenthesis, .rightBracket, .colon, .leftBrace, .star, .parameter: return true
            default: return next.keyword == .where || next.keyword == .is
            }
        default: return true
        }
    }

    /// Whether the `{…}` at an offset is the map of an element rather than the beginning of its predicate.
    private func endsElement(behindBracketAt offset: Int) -> Bool {
        let open = min(position + offset, tokens.count - 1)
        let close = Int(tokens[open].partner)
        guard close > open, close + 1 < tokens.count else { return true }
        let next = tokens[close + 1]
        return next.kind == .rightParenthesis || next.kind == .rightBracket || next.keyword == .where
    }

    private static func isDotOrOperator(_ token: Token) -> Bool {
        switch token.kind {
        case .dot, .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual, .plus, .minus: true
        default: token.keyword == .null || token.keyword == .not
        }
    }

    /// A map or a parameter.
    private mutating func elementProperties() throws(Failure) -> Expression? {
        guard isAt(.leftBrace) || isAt(.parameter) || isAt(.dollar) else { return nil }
        return try primary()
    }

    private mutating func group() throws(Failure) -> GroupPattern {
        let start = start
        var group = try nested { (parser) throws(Failure) in
            parser.advance()
            let pattern = try parser.pathPattern()
            let predicate = parser.accept(.where) ? try parser.expression() : nil
            try parser.expect(.rightParenthesis)
            return GroupPattern(
                pattern: pattern, predicate: predicate, quantifier: nil, span: parser.span(from: start))
        }
        group.quantifier = try quantifier()
        group.span = span(from: start)
        return group
    }
}

// MARK: - Relationships

extension Parser {
    mutating func relationship() throws(Failure) -> RelationshipPattern {
        let start = start
        let pointsLeft = isAt(.less) || isAt(.unicodeLeftHead)
        if pointsLeft { advance() }
        try expectDash()
        var relationship = RelationshipPattern(
            direction: .either, variable: nil, types: nil, length: nil, properties: nil, predicate: nil,
            quantifier: nil, span: span(from: start))
        if accept(.leftBracket) {
            try nested { (parser) throws(Failure) in try parser.relationshipDetail(&relationship) }
        }
        try expectDash()
        let pointsRight = isAt(.greater) || isAt(.unicodeRightHead)
        if pointsRight { advance() }
        if pointsLeft != pointsRight { relationship.direction = pointsLeft ? .left : .right }
        relationship.quantifier = try quantifier()
        relationship.span = span(from: start)
        return relationship
    }

    private mutating func expectDash() throws(Failure) {
        guard Self.isDash(current) else {
            note(.kind(.minus))
            throw unexpected()
        }
        advance()
    }

    /// Behind the `[`, up to the `]`.
    private mutating func relationshipDetail(_ relationship: inout RelationshipPattern) throws(Failure) {
        if beginsElementVariable() { relationship.variable = try variable() }
        labelsAreTypes = true
        relationship.types = try optionalLabels()
        labelsAreTypes = false
        if isAt(.star) { relationship.length = try variableLength() }
        relationship.properties = try elementProperties()
        if accept(.where) { relationship.predicate = try expression() }
        guard accept(.rightBracket) else {
            if isAt(.endOfText) { throw unexpected() }
            switch kind {
            case .dotDot, .minus, .integer, .float, .malformedNumber:
                throw unexpected(.invalidRelationshipPattern)
            default: throw unexpected()
            }
        }
    }

    private mutating func variableLength() throws(Failure) -> VariableLength {
        let start = start
        advance()
        let minimum = isAt(.integer) ? try unsignedInteger() : nil
        var maximum = minimum
        if accept(.dotDot) { maximum = isAt(.integer) ? try unsignedInteger() : nil }
        return VariableLength(minimum: minimum, maximum: maximum, span: span(from: start))
    }

    /// `+`, `*`, `{n}`, `{n,m}` and so on, behind a relationship or a group.
    private mutating func quantifier() throws(Failure) -> Quantifier? {
        let start = start
        switch kind {
        case .plus:
            advance()
            return Quantifier(minimum: 1, maximum: nil, span: span(from: start))
        case .star:
            advance()
            return Quantifier(minimum: 0, maximum: nil, span: span(from: start))
        case .leftBrace: break
        default: return nil
        }
        advance()
        let minimum = isAt(.integer) ? try unsignedInteger() : nil
        var maximum = minimum
        if minimum == nil || isAt(.comma) {
            try expect(.comma)
            maximum = isAt(.integer) ? try unsignedInteger() : nil
        }
        try expect(.rightBrace)
        let quantifier = Quantifier(minimum: minimum ?? 0, maximum: maximum, span: span(from: start))
        if let maximum, maximum == 0 || maximum < quantifier.minimum {
            let detail =
                maximum == 0
                ? "A quantifier's upper bound is at least 1"
                : "A quantifier's lower bound, \(quantifier.minimum), is not above its upper bound, \(maximum)"
            throw Failure(.invalidQuantifier, detail, at: quantifier.span, gqlStatus: "42I17")
        }
        return quantifier
    }
}
