/// Makes a tree of a statement's text: recursive descent over the tokens, one token at a time, never back.
///
/// No keyword is reserved. Where a word can be a name or a keyword, what follows it decides.
public struct Parser {
    /// How deep brackets, subqueries and prefix operators may nest. Chains such as `a + b + c` do not nest.
    ///
    /// - Source: limits of the engine this one is compatible with.
    public static let nestingDepthLimit = 500

    /// Deeper statements are parsed on a stack of their own. A level of a debug build takes some 10 KiB of stack, a
    /// query's some 60 KiB.
    static let shallowDepthLimit = 12
    static let shallowQueryLimit = 3

    /// The one statement that `text` holds, with or without a closing `;`.
    public static func statement(in text: String) throws(SyntaxError) -> Statement {
        let source = Array(text.utf8)
        return try run(source, Lexer.tokens(in: source, withTrivia: false)) { (parser) throws(Failure) in
            try parser.wholeStatement()
        }
    }

    /// The one expression that `text` holds.
    public static func expression(in text: String) throws(SyntaxError) -> Expression {
        let source = Array(text.utf8)
        return try run(source, Lexer.tokens(in: source, withTrivia: false)) { (parser) throws(Failure) in
            let expression = try parser.expression()
            try parser.expectEnd()
            return expression
        }
    }

    /// Runs `body` on a new parser: first with little nesting allowed, then, where that does not do, on a deep stack; and
    /// once more after a failure, to note what could have stood at the place.
    static func run<Result>(
        _ source: [UInt8], _ tokens: [Token], _ body: (inout Parser) throws(Failure) -> Result
    ) throws(SyntaxError) -> Result {
        var parser = Parser(source, tokens, depthLimit: shallowDepthLimit)
        do {
            return try body(&parser)
        } catch {
            if error.error.kind != .nestingTooDeep {
                throw explained(error.error, source, tokens, depthLimit: shallowDepthLimit, body)
            }
        }
        let outcome = DeepStack.run { () -> Swift.Result<Result, SyntaxError> in
            var parser = Parser(source, tokens, depthLimit: nestingDepthLimit)
            do throws(Failure) {
                return .success(try body(&parser))
            } catch {
                return .failure(explained(error.error, source, tokens, depthLimit: nestingDepthLimit, body))
            }
        }
        guard let outcome else { throw Failure.nestingTooDeep(at: parser.current.span).error }
        return try outcome.get()
    }

    /// A parser that went over the tokens as far as it could, for what it noted on its way.
    static func explored(_ source: [UInt8], _ tokens: [Token], _ prepare: (inout Parser) -> Void) -> Parser {
        var parser = Parser(source, tokens, depthLimit: shallowDepthLimit)
        prepare(&parser)
        guard !parser.explore() else { return parser }
        let deep = DeepStack.run { () -> Parser in
            var parser = Parser(source, tokens, depthLimit: nestingDepthLimit)
            prepare(&parser)
            _ = parser.explore()
            return parser
        }
        return deep ?? parser
    }

    /// False where the statement nests too deep.
    private mutating func explore() -> Bool {
        do throws(Failure) {
            _ = try wholeStatement()
            return true
        } catch {
            return error.error.kind != .nestingTooDeep
        }
    }

    private static func explained<Result>(
        _ error: SyntaxError, _ source: [UInt8], _ tokens: [Token], depthLimit: Int,
        _ body: (inout Parser) throws(Failure) -> Result
    ) -> SyntaxError {
        guard error.isUnexpectedToken else { return error }
        var parser = Parser(source, tokens, depthLimit: depthLimit)
        parser.expectations = Expectations()
        do {
            _ = try body(&parser)
            return error
        } catch {
            return error.error
        }
    }

    let source: [UInt8]
    let tokens: [Token]
    let depthLimit: Int
    var position = 0
    var depth = 0
    /// How many queries are around this place.
    var queryDepth = 0
    /// A `USE` that no command followed: the first clause of the query that begins.
    var leadingUse: UseClause?
    /// Set in the `WHERE` of a comprehension: the `|` behind it ends a label expression.
    var barEndsLabels = false
    /// What the names among the tokens name, by the token's index; kept for the highlighter only.
    var nameRoles: [Int: String]?
    /// Names of a label expression are relationship types.
    var labelsAreTypes = false
    /// Noted only after a failure.
    var expectations: Expectations?

    init(_ source: [UInt8], _ tokens: [Token], depthLimit: Int) {
        self.source = source
        self.tokens = tokens
        self.depthLimit = depthLimit
    }
}

// MARK: - Tokens

extension Parser {
    var current: Token { tokens[position] }

    var kind: Token.Kind { tokens[position].kind }

    var keyword: Keyword? { tokens[position].keyword }

    /// The token `offset` further on, or `.endOfText`.
    func token(_ offset: Int) -> Token { tokens[min(position + offset, tokens.count - 1)] }

    /// Where the current token begins.
    var start: Int { Int(tokens[position].lower) }

    /// From `start` to the end of the last token taken.
    func span(from start: Int) -> SourceSpan {
        SourceSpan(start, position > 0 ? max(start, Int(tokens[position - 1].upper)) : start)
    }

    func isAt(_ kind: Token.Kind) -> Bool { tokens[position].kind == kind }

    func isAt(_ keyword: Keyword) -> Bool { tokens[position].keyword == keyword }

    func isAt(_ keyword: Keyword, _ next: Keyword) -> Bool {
        tokens[position].keyword == keyword && token(1).keyword == next
    }

    /// A name, in backticks or not.
    static func isName(_ token: Token) -> Bool { token.kind == .word || token.kind == .quotedName }

    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    mutating func accept(_ kind: Token.Kind) -> Bool {
        if tokens[position].kind == kind {
            advance()
            return true
        }
        if expectations != nil { note(.kind(kind)) }
        return false
    }

    mutating func accept(_ keyword: Keyword) -> Bool {
        if tokens[position].keyword == keyword {
            advance()
            return true
        }
        if expectations != nil { note(.keyword(keyword)) }
        return false
    }

    /// Both words or neither.
    mutating func accept(_ keyword: Keyword, _ next: Keyword) -> Bool {
        if tokens[position].keyword == keyword, token(1).keyword == next {
            position += 2
            return true
        }
        if expectations != nil {
            note(tokens[position].keyword == keyword ? .keyword(next, offset: 1) : .keyword(keyword))
        }
        return false
    }

    mutating func expect(_ kind: Token.Kind) throws(Failure) {
        guard accept(kind) else { throw unexpected() }
    }

    mutating func expect(_ keyword: Keyword) throws(Failure) {
        guard accept(keyword) else { throw unexpected() }
    }

    mutating func expectEnd() throws(Failure) {
        guard isAt(.endOfText) else {
            note(.category("the end of the statement"))
            throw unexpected()
        }
    }

    mutating func note(_ expectation: Expectations.Item) {
        expectations?.add(expectation, at: position)
    }
}

// MARK: - Nesting

extension Parser {
    /// One level deeper; every call has its `ascend`.
    mutating func descend() throws(Failure) {
        guard depth < depthLimit else { throw .nestingTooDeep(at: current.span) }
        depth += 1
    }

    mutating func ascend() { depth -= 1 }

    /// Before a query inside a query: those take more stack than other levels.
    mutating func descendIntoQuery() throws(Failure) {
        guard queryDepth < Self.shallowQueryLimit || depthLimit > Self.shallowDepthLimit else {
            throw .nestingTooDeep(at: current.span)
        }
        queryDepth += 1
    }

    mutating func ascendFromQuery() { queryDepth -= 1 }

    /// Refuses a tree that grows by `levels` although the parser does not recurse, as in `a[0][0][0]`.
    func checkDepth(adding levels: Int) throws(Failure) {
        guard depth + levels <= depthLimit else { throw .nestingTooDeep(at: current.span) }
    }
}

// MARK: - Names and text

extension Parser {
    /// A name; `what` says in a message what it would name.
    mutating func name(_ what: String) throws(Failure) -> Name {
        guard Self.isName(current) else {
            note(.category(what))
            throw unexpected()
        }
        let name = Name(nameText(current), span: current.span)
        nameRoles?[position] = what
        advance()
        return name
    }

    mutating func variable() throws(Failure) -> Name { try name("a variable") }

    mutating func dottedName(_ what: String) throws(Failure) -> [Name] {
        var parts = [try name(what)]
        while accept(.dot) { parts.append(try name(what)) }
        return parts
    }

    mutating func nameOrParameter(_ what: String) throws(Failure) -> NameOrParameter {
        if isAt(.parameter) { return .parameter(try parameter()) }
        return .name(try name(what))
    }

    /// Names separated by commas.
    mutating func names(_ what: String) throws(Failure) -> [Name] {
        var names = [try name(what)]
        while accept(.comma) { names.append(try name(what)) }
        return names
    }

    mutating func parameter() throws(Failure) -> Parameter {
        let token = current
        advance()
        var text = text(token, droppingFirst: 1)
        if text.utf8.first == Ascii.backtick {
            text = unquoted(Int(token.lower) + 2, Int(token.upper) - 1)
        } else if text.utf8.contains(Ascii.backslash) {
            text = unquoted(Int(token.lower) + 1, Int(token.upper))
        }
        return Parameter(text, span: token.span)
    }

    /// What a name token names.
    func nameText(_ token: Token) -> String {
        if token.kind == .quotedName { return unquoted(Int(token.lower) + 1, Int(token.upper) - 1) }
        if token.partner == Token.hasEscapes {
            return unquoted(Int(token.lower), Int(token.upper))
        }
        return text(token)
    }

    func text(_ token: Token, droppingFirst count: Int = 0) -> String {
        text(Int(token.lower) + count, Int(token.upper))
    }

    func text(_ lower: Int, _ upper: Int) -> String {
        source.withUnsafeBufferPointer { buffer in
            String(decoding: UnsafeBufferPointer(rebasing: buffer[lower..<max(lower, upper)]), as: UTF8.self)
        }
    }

    private func unquoted(_ lower: Int, _ upper: Int) -> String {
        source.withUnsafeBufferPointer { Lexer.decoded($0, lower, upper) }
    }
}
