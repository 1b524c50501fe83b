import CypherSyntax

/// A statement's text with literals lifted out of it, so that the same statement with others finds its plan again.
///
/// A literal is lifted where it is a value and nothing else: an entry of a map in a pattern, or what a property is compared
/// with or set to. What a column is named by, a limit, a length and whatever else the plan may go by stays in the text,
/// as does a value by which an index is chosen.
package struct LiftedLiterals {
    let template: LiftedTemplate
    /// By the numbers in their parameters' names.
    package let values: [Value]
    private let source: String

    init(_ template: LiftedTemplate, _ values: [Value], of source: String) {
        self.template = template
        self.values = values
        self.source = source
    }

    /// `nil` where nothing can be lifted.
    package init?(_ text: String, _ state: GraphState) {
        guard let (template, values) = LiftedTemplate.make(text, state) else { return nil }
        self.init(template, values, of: text)
    }

    /// The text with a parameter in the place of each.
    package var text: String { template.text }

    /// The literal that stands for the parameter of that name; `nil` where the name is the statement's own.
    func value(named name: String) -> Value? {
        guard let number = LiftedTemplate.number(inName: name), values.indices.contains(number) else { return nil }
        return values[number]
    }

    /// The error with its place in the statement as it was written.
    func original(_ error: EngineError) -> EngineError {
        let places = template.places(in: source)
        func original(_ offset: Int, isEnd: Bool) -> Int {
            guard let place = places.last(where: { $0.lifted.lowerBound < offset + (isEnd ? 0 : 1) }) else {
                return offset
            }
            if offset >= place.lifted.upperBound { return offset - place.lifted.upperBound + place.original.upperBound }
            return isEnd ? place.original.upperBound : place.original.lowerBound
        }
        return error.moved { span in
            SourceSpan(original(span.lowerBound, isEnd: false), original(span.upperBound, isEnd: true))
        }
    }
}

/// Goes over a statement's tokens for the literals that can be lifted.
struct LiteralFinder {
    private let source: [UInt8]
    private let tokens: [Token]
    private let state: GraphState
    private var position = 0
    private var depth = 0
    /// The clause before tells that values may stand here.
    private var isOpen = false
    /// What stands here is written, not looked for.
    private var isWriting = false
    /// Behind a `RETURN` at this depth: its columns are named by their text.
    private var namingDepth: Int?
    /// Indices by which literals found so far might be looked up.
    private(set) var indices: [UInt32] = []

    private static let countLimit = 256

    init(_ source: [UInt8], _ tokens: [Token], _ state: GraphState) {
        self.source = source
        self.tokens = tokens
        self.state = state
    }

    /// `nil` for a statement that keeps all its literals.
    mutating func find() -> [(span: SourceSpan, kind: Token.Kind, value: Value)]? {
        var found: [(span: SourceSpan, kind: Token.Kind, value: Value)] = []
        for index in tokens.indices {
            position = index
            switch tokens[index].kind {
            case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
            case .rightParenthesis, .rightBracket, .rightBrace:
                depth -= 1
                if let naming = namingDepth, depth < naming { namingDepth = nil }
            case .word:
                if let keyword = tokens[index].keyword, !isName, !follow(keyword) { return nil }
            case .integer, .float, .string:
                guard isOpen, namingDepth == nil, let value = literal(tokens[index]), isValue() else { continue }
                found.append((tokens[index].span, tokens[index].kind, value))
            default: break
            }
        }
        return found.count <= Self.countLimit ? found : nil
    }

    /// The word is a label's, a type's, a key's or a parameter's name.
    private var isName: Bool {
        switch kind(-1) {
        case .dot, .colon, .bar, .ampersand, .dollar: true
        default: kind(1) == .colon || kind(1) == .dot
        }
    }

    private func kind(_ offset: Int) -> Token.Kind {
        let index = position + offset
        return tokens.indices.contains(index) ? tokens[index].kind : .endOfText
    }

    /// - Returns: false where the statement keeps all its literals.
    private mutating func follow(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .explain, .profile, .cypher, .index, .indexes, .constraint, .constraints, .show, .drop, .alter, .load,
            .transactions, .search, .options, .terminate:
            return false
        case .match, .where, .merge:
            (isOpen, isWriting) = (true, false)
            endNaming(keyword)
        case .create, .insert, .set:
            (isOpen, isWriting) = (true, true)
            endNaming(keyword)
        case .return:
            isOpen = false
            if namingDepth == nil { namingDepth = depth }
        case .union, .next:
            isOpen = false
            endNaming(keyword)
        case .with, .unwind, .call, .yield, .order, .skip, .offset, .limit, .foreach, .delete, .remove, .use, .let,
            .filter, .case, .when, .then, .else, .using, .for:
            isOpen = false
        default: break
        }
        return true
    }

    private mutating func endNaming(_ keyword: Keyword) {
        if keyword != .where, namingDepth == depth { namingDepth = nil }
    }

    /// The literal at hand is an entry of a map, or the right side of a comparison with a property.
    private mutating func isValue() -> Bool {
        switch kind(-1) {
        case .colon:
            guard kind(-3) == .leftBrace || kind(-3) == .comma, kind(1) == .comma || kind(1) == .rightBrace else {
                return false
            }
            return isFree(key: position - 2, isEquality: true)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard kind(-3) == .dot else { return false }
            switch kind(1) {
            case .endOfText, .semicolon, .comma, .rightParenthesis, .rightBracket, .rightBrace: break
            case .word:
                switch tokens[position + 1].keyword {
                case .starts, .ends, .contains, .in, .is: return false
                default: break
                }
            default: return false
            }
            return isFree(key: position - 2, isEquality: kind(-1) == .equal)
        default: return false
        }
    }

    /// No index is chosen by this value: none has the property, or each value has about as many entries as another.
    private mutating func isFree(key index: Int, isEquality: Bool) -> Bool {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return false }
        if isWriting { return true }
        let span = tokens[index].span
        let bytes = source[span.lowerBound..<span.upperBound]
        guard !bytes.contains(UInt8(ascii: "\\")) else { return false }
        let name = String(decoding: bytes, as: UTF8.self)
        var found: [UInt32] = []
        for definition in state.schema.indexes
        where definition.properties.contains(where: { $0.hasSameBytes(as: name) }) {
            guard isEquality, LiftedTemplate.isEven(definition.id, in: state) else { return false }
            found.append(definition.id)
        }
        for id in found where !indices.contains(id) { indices.append(id) }
        return true
    }

    /// The value of a literal in its plainest form, in which a template finds it again.
    private func literal(_ token: Token) -> Value? {
        switch token.kind {
        case .integer, .float, .string: break
        default: return nil
        }
        return source[token.span.lowerBound..<token.span.upperBound].withUnsafeBufferPointer { bytes in
            guard LiftedTemplate.end(of: token.kind, in: bytes, from: 0) == bytes.count else { return nil }
            return LiftedTemplate.value(token.kind, bytes)
        }
    }
}
