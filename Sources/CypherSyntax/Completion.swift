/// What could be typed at a place of a statement.
public struct CompletionContext: Hashable, Sendable {
    /// What the word under way may become.
    public var expected: Set<Kind>
    /// The keywords the grammar takes here, in capitals.
    public var keywords: [String]
    /// The part of the word before the cursor, without `$` or backtick; empty between words.
    public var prefix: String
    /// What a completion replaces: the whole word that the cursor stands in or behind, in UTF-8 bytes.
    public var replacing: SourceSpan
    /// For a property key: the variable whose property it is, where that is plain.
    public var variable: String?
    /// For a property key: the labels or types that the statement gives its element.
    public var labels: [String]
    /// Variables of the statement up to here, in the order of their first use.
    public var variables: [String]

    public enum Kind: Hashable, Sendable {
        case keyword, variable, function, procedure, parameter, label, relationshipType, propertyKey
    }
}

/// Finds what is expected by parsing the text before the cursor and asking the parser where it stopped.
public enum Completion {
    /// `offset` in UTF-8 bytes. Inside strings and comments nothing is expected.
    public static func context(in text: String, at offset: Int) -> CompletionContext {
        let source = Array(text.utf8)
        let offset = max(0, min(offset, source.count))
        let part = Script.statement(at: offset, in: text)
        let territory =
            part.map { $0.territory.upperBound >= offset && !($0.isTerminated && $0.territory.upperBound == offset) }
                == true
            ? part?.territory ?? SourceSpan(0, source.count) : SourceSpan(part?.territory.upperBound ?? 0, source.count)
        var context = CompletionContext(
            expected: [], keywords: [], prefix: "", replacing: SourceSpan(offset, offset), variable: nil, labels: [],
            variables: [])
        let all = Lexer.tokens(
            in: source, from: min(territory.lowerBound, offset), to: territory.upperBound, withTrivia: true)
        var wordStart = offset
        if let token = all.last(where: { Int($0.lower) < offset && offset <= Int($0.upper) }) {
            let isInside = offset < Int(token.upper)
            switch token.kind {
            case .word, .quotedName, .unterminatedName, .parameter, .dollar:
                wordStart = Int(token.lower)
                context.replacing = token.kind == .unterminatedName ? SourceSpan(wordStart, offset) : token.span
                let written = String(decoding: source[wordStart..<offset], as: UTF8.self)
                context.prefix = String(written.drop { $0 == "$" || $0 == "`" })
                if token.kind == .parameter || token.kind == .dollar { context.expected = [.parameter] }
            case .lineComment, .unterminatedString, .unterminatedComment: return context
            case .string, .interpolatedString, .blockComment: if isInside { return context }
            case .integer, .float, .malformedNumber: return context
            default: break
            }
        }
        complete(&context, source, from: min(territory.lowerBound, wordStart), to: wordStart)
        return context
    }

    private static func complete(_ context: inout CompletionContext, _ source: [UInt8], from start: Int, to end: Int) {
        let tokens = Lexer.tokens(in: source, from: start, to: end, withTrivia: false)
        var parser = Parser.explored(source, tokens) { parser in
            parser.nameRoles = [:]
            parser.expectations = Expectations()
        }
        if tokens.count == 1 {
            parser.note(.clauses)
            for keyword in [Keyword.explain, .profile, .cypher] { parser.note(.keyword(keyword)) }
        }
        let names = (parser.nameRoles ?? [:]).sorted { $0.key < $1.key }
        for (index, what) in names where what == "a variable" {
            let name = parser.nameText(tokens[index])
            if !context.variables.contains(name) { context.variables.append(name) }
        }
        if context.expected.isEmpty { addKeywords(KeywordPhrases(source, tokens).nextKeywords, to: &context) }
        guard context.expected.isEmpty || context.expected == [.keyword], let expectations = parser.expectations,
            expectations.position == tokens.count - 1
        else { return }
        for item in expectations.items { add(item, to: &context) }
        if context.expected.contains(.propertyKey) { addElement(&context, parser) }
    }

    private static func add(_ item: Expectations.Item, to context: inout CompletionContext) {
        switch item {
        case .category("an expression"): context.expected.formUnion([.variable, .function, .parameter])
        case .category("a variable"): context.expected.insert(.variable)
        case .category("a label"), .category("a label or type"): context.expected.insert(.label)
        case .category("a relationship type"): context.expected.insert(.relationshipType)
        case .category("a property key"): context.expected.insert(.propertyKey)
        case .category("a procedure"): context.expected.insert(.procedure)
        case .category("a function"): context.expected.insert(.function)
        case .category: break
        case .kind(.parameter): context.expected.insert(.parameter)
        case .kind: break
        case .keyword(let keyword, _): addKeywords([keyword], to: &context)
        case .operators: addKeywords(Expectations.operatorKeywords, to: &context)
        case .clauses: addKeywords(Expectations.clauseKeywords, to: &context)
        }
    }

    private static func addKeywords(_ keywords: [Keyword], to context: inout CompletionContext) {
        if !keywords.isEmpty { context.expected.insert(.keyword) }
        for keyword in keywords where !context.keywords.contains(keyword.spelling) {
            context.keywords.append(keyword.spelling)
        }
    }

    /// `v.` names its element; in `(v:Label {` the element is the one whose map it is.
    private static func addElement(_ context: inout CompletionContext, _ parser: Parser) {
        let tokens = parser.tokens
        var index = tokens.count - 2
        if index >= 1, tokens[index].kind == .dot {
            guard Parser.isName(tokens[index - 1]), index < 2 || tokens[index - 2].kind != .dot else { return }
            let variable = parser.nameText(tokens[index - 1])
            context.variable = variable
            context.labels = labels(of: variable, parser)
            return
        }
        // Back to the brace, and from there to the bracket of the element.
        var depth = 0
        while index >= 0 {
            switch tokens[index].kind {
            case .rightBrace, .rightParenthesis, .rightBracket: depth += 1
            case .leftBrace, .leftParenthesis, .leftBracket:
                if depth == 0, tokens[index].kind != .leftBrace {
                    let names = (index + 1..<tokens.count).prefix { tokens[$0].kind != .leftBrace }
                    if let first = names.first, Parser.isName(tokens[first]) {
                        context.variable = parser.nameText(tokens[first])
                    }
                    context.labels = names.filter { isLabel($0, parser) }.map { parser.nameText(tokens[$0]) }
                    return
                }
                if depth > 0 { depth -= 1 }
            default: break
            }
            index -= 1
        }
    }

    private static func isLabel(_ index: Int, _ parser: Parser) -> Bool {
        let what = parser.nameRoles?[index]
        return what == "a label" || what == "a relationship type"
    }

    /// The labels that stand behind the variable and a colon anywhere before.
    private static func labels(of variable: String, _ parser: Parser) -> [String] {
        var labels: [String] = []
        for index in parser.tokens.indices where parser.nameRoles?[index] == "a variable" {
            guard index + 1 < parser.tokens.count, parser.tokens[index + 1].kind == .colon,
                parser.nameText(parser.tokens[index]) == variable
            else { continue }
            var next = index + 2
            while next < parser.tokens.count {
                switch parser.tokens[next].kind {
                case .word, .quotedName:
                    guard isLabel(next, parser) else {
                        next = parser.tokens.count
                        continue
                    }
                    let label = parser.nameText(parser.tokens[next])
                    if !labels.contains(label) { labels.append(label) }
                case .colon, .ampersand, .bar: break
                default: next = parser.tokens.count
                }
                next += 1
            }
        }
        return labels
    }
}
