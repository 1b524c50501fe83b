/// What a stretch of a statement's text is, for colouring.
public struct Highlight: Hashable, Sendable {
    public var span: SourceSpan
    public var role: Role

    public enum Role: String, Hashable, Sendable, CaseIterable {
        case keyword, function, label, relationshipType, propertyKey, variable, parameter
        /// `true`, `null`, `Infinity`.
        case constant
        case string, number, comment, `operator`, bracket, punctuation
        /// A type name behind `::`.
        case type
        /// What is no token: an unclosed string, a malformed number, a stray character.
        case error
    }

    package init(span: SourceSpan, role: Role) {
        self.span = span
        self.role = role
    }
}

/// Colours a script as far as it parses by what the parser knows, and behind that by the words around.
public enum Highlighter {
    /// The stretches in order; white space has none.
    public static func highlights(in text: String) -> [Highlight] {
        let source = Array(text.utf8)
        let significant = Lexer.tokens(in: source, withTrivia: false)
        var known: [Int: Highlight.Role] = [:]
        for part in Script.parts(significant, count: source.count) {
            addParsedNames(source, part.span, to: &known)
        }
        var classifier = WordClassifier(significant, known)
        var index = 0
        return Lexer.tokens(in: source, withTrivia: true).compactMap { token in
            if token.kind == .whitespace { return nil }
            if token.kind.isTrivia { return Highlight(span: token.span, role: .comment) }
            defer { index += 1 }
            return Highlight(span: token.span, role: classifier.role(at: index))
        }
    }

    /// The two brackets of which one stands at `offset` or ends there; in UTF-8 bytes.
    public static func matchingBrackets(at offset: Int, in text: String) -> (open: SourceSpan, close: SourceSpan)? {
        let tokens = Lexer.tokens(in: text)
        let candidates = tokens.indices.filter { index in
            tokens[index].isBracket && (Int(tokens[index].lower) == offset || Int(tokens[index].upper) == offset)
        }
        // The bracket under the cursor comes before the one to its left.
        for index in candidates.reversed() {
            let partner = Int(tokens[index].partner)
            let isOpen = tokens[index].isOpenBracket
            guard isOpen ? partner > index : tokens[partner].partner == UInt32(index) else { continue }
            return isOpen ? (tokens[index].span, tokens[partner].span) : (tokens[partner].span, tokens[index].span)
        }
        return nil
    }

    /// What the names of a statement name, by the byte they begin at, up to the first error.
    private static func addParsedNames(
        _ source: [UInt8], _ span: SourceSpan, to known: inout [Int: Highlight.Role]
    ) {
        let tokens = Lexer.tokens(in: source, from: span.lowerBound, to: span.upperBound, withTrivia: false)
        let parser = Parser.explored(source, tokens) { $0.nameRoles = [:] }
        for (index, what) in parser.nameRoles ?? [:] {
            known[Int(tokens[index].lower)] = role(ofName: what)
        }
        // Words before the place of the error that are no names are keywords.
        for index in 0..<min(parser.position, tokens.count) where tokens[index].keyword != nil {
            let start = Int(tokens[index].lower)
            if known[start] == nil { known[start] = tokens[index].isConstant ? .constant : .keyword }
        }
    }

    private static func role(ofName what: String) -> Highlight.Role {
        switch what {
        case "a label", "a label or type", "labels or type": .label
        case "a relationship type": .relationshipType
        case "a property key": .propertyKey
        case "a function", "a procedure": .function
        default: .variable
        }
    }
}

extension Token {
    var isOpenBracket: Bool { kind == .leftParenthesis || kind == .leftBracket || kind == .leftBrace }

    var isBracket: Bool {
        isOpenBracket || kind == .rightParenthesis || kind == .rightBracket || kind == .rightBrace
    }

    var isConstant: Bool {
        switch keyword {
        case .true, .false, .null, .inf, .infinity, .nan: true
        default: false
        }
    }
}

/// Says what a token is: by what the parser knows of it, else by its neighbours.
private struct WordClassifier {
    let tokens: [Token]
    let known: [Int: Highlight.Role]
    /// The open brackets around the place; a relationship's is told from a list's.
    private var brackets: [Bracket] = []
    private var expectsLabel = false
    private var isBehindLabel = false
    private var isInType = false

    private enum Bracket { case parenthesis, list, relationship, brace }

    init(_ tokens: [Token], _ known: [Int: Highlight.Role]) {
        self.tokens = tokens
        self.known = known
    }

    mutating func role(at index: Int) -> Highlight.Role {
        let token = tokens[index]
        track(token, index)
        switch token.kind {
        case .word, .quotedName:
            let role = word(token, index)
            isBehindLabel = role == .label || role == .relationshipType
            expectsLabel = false
            return role
        case .parameter, .dollar: return .parameter
        case .integer, .float: return .number
        case .string, .interpolatedString: return .string
        case .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace: return .bracket
        case .comma, .dot, .semicolon, .colon: return .punctuation
        case .malformedNumber, .unknown, .unterminatedString, .unterminatedName, .unterminatedComment,
            .exclamationEqual:
            return .error
        default: return .operator
        }
    }

    private mutating func track(_ token: Token, _ index: Int) {
        switch token.kind {
        case .word, .quotedName: return
        case .leftParenthesis: brackets.append(.parenthesis)
        case .leftBracket:
            let isRelationship = index > 0 && Parser.isDash(tokens[index - 1])
            brackets.append(isRelationship ? .relationship : .list)
        case .leftBrace: brackets.append(.brace)
        case .rightParenthesis, .rightBracket, .rightBrace: _ = brackets.popLast()
        default: break
        }
        switch token.kind {
        case .colon: expectsLabel = !isMapColon(index)
        case .bar, .ampersand, .exclamation: expectsLabel = expectsLabel || isBehindLabel
        case .leftParenthesis where expectsLabel: break
        default: expectsLabel = false
        }
        isBehindLabel = false
        switch token.kind {
        case .doubleColon: isInType = true
        case .less, .greater, .bar, .exclamation: break
        default: isInType = false
        }
    }

    private func isMapColon(_ index: Int) -> Bool {
        guard brackets.last == .brace, index >= 2 else { return false }
        return tokens[index - 2].kind == .leftBrace || tokens[index - 2].kind == .comma
    }

    private func word(_ token: Token, _ index: Int) -> Highlight.Role {
        if let role = known[Int(token.lower)] { return isInType && role == .keyword ? .type : role }
        let previous = index > 0 ? tokens[index - 1].kind : .endOfText
        let next = index + 1 < tokens.count ? tokens[index + 1].kind : .endOfText
        if isInType { return .type }
        if expectsLabel { return brackets.last == .relationship ? .relationshipType : .label }
        if previous == .dot { return next == .leftParenthesis ? .function : .propertyKey }
        if brackets.last == .brace, next == .colon, previous == .leftBrace || previous == .comma { return .propertyKey }
        if token.isConstant { return .constant }
        if next == .leftParenthesis { return isFunction(token) ? .function : .keyword }
        if token.keyword == nil { return .variable }
        let isElement = (previous == .leftParenthesis || previous == .leftBracket)
        if isElement, next == .rightParenthesis || next == .colon || next == .rightBracket { return .variable }
        return next == .dot ? .variable : .keyword
    }

    private func isFunction(_ token: Token) -> Bool {
        switch token.keyword {
        case nil: return true
        case .count, .collect, .exists, .all, .any, .noneOf, .single, .reduce, .allReduce, .shortestPath,
            .allShortestPaths, .trim, .point, .range, .vector, .type:
            return true
        default: return false
        }
    }
}
