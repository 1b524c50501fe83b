/// Tokens to one form; nesting is bounded.
struct FormReader {
    static let depthLimit = 100

    private let tokens: [FormToken]
    private var place = 0

    /// The one form of `text`.
    static func form(in text: String) throws(MiniGrafError) -> Form {
        var reader = FormReader(tokens: try FormLexer.tokens(in: text))
        let form = try reader.form(depth: 0)
        if reader.place < reader.tokens.count {
            let name = reader.tokens[reader.place].name
            throw .coded("PRS-077", "unexpected trailing input after a complete form: \(name)")
        }
        return form
    }

    private init(tokens: [FormToken]) {
        self.tokens = tokens
    }

    private mutating func form(depth: Int) throws(MiniGrafError) -> Form {
        guard place < tokens.count else { throw .coded("PRS-001", "Unexpected end of input") }
        let token = tokens[place]
        place += 1
        switch token {
        case .atom(let form): return form
        case .leftParen: return .list(try members(until: .rightParen, depth: depth))
        case .leftBracket: return .vector(try members(until: .rightBracket, depth: depth))
        case .setStart: return .set(try members(until: .rightBrace, depth: depth))
        case .leftBrace: return try map(depth: depth)
        case .tag(let name):
            if name != "uuid" { throw .coded("PRS-073", "Unknown tagged literal: #\(name)") }
            return .uuid(try uuid())
        case .rightParen, .rightBracket, .rightBrace:
            throw .coded("PRS-003", "Unexpected token: \(token.name)")
        }
    }

    private enum Closing {
        case rightParen, rightBracket, rightBrace
    }

    private func isNext(_ closing: Closing) -> Bool {
        guard place < tokens.count else { return false }
        return switch (tokens[place], closing) {
        case (.rightParen, .rightParen), (.rightBracket, .rightBracket), (.rightBrace, .rightBrace): true
        default: false
        }
    }

    private func check(depth: Int) throws(MiniGrafError) {
        if depth >= Self.depthLimit {
            throw .coded("INT-010", "Exceeded maximum recursion depth of \(Self.depthLimit)")
        }
    }

    private mutating func members(until closing: Closing, depth: Int) throws(MiniGrafError) -> [Form] {
        try check(depth: depth)
        var members: [Form] = []
        while !isNext(closing) {
            guard place < tokens.count else {
                switch closing {
                case .rightParen: throw .coded("PRS-005", "Unclosed list")
                case .rightBracket: throw .coded("PRS-004", "Unclosed vector")
                case .rightBrace: throw .parser("Unclosed set")
                }
            }
            members.append(try form(depth: depth + 1))
        }
        place += 1
        return members
    }

    private mutating func map(depth: Int) throws(MiniGrafError) -> Form {
        try check(depth: depth)
        var pairs: [(key: Form, value: Form)] = []
        while !isNext(.rightBrace) {
            guard place < tokens.count else { throw .coded("PRS-006", "Unterminated map: missing '}'") }
            let key = try form(depth: depth + 1)
            guard place < tokens.count else { throw .coded("PRS-006", "Unterminated map: missing '}'") }
            pairs.append((key, try form(depth: depth + 1)))
        }
        place += 1
        return .map(pairs)
    }

    private mutating func uuid() throws(MiniGrafError) -> EntityID {
        guard place < tokens.count, case .atom(.string(let text)) = tokens[place] else {
            throw .coded("PRS-071", "Expected UUID string after #uuid tag")
        }
        place += 1
        guard let id = EntityID(text: text) else { throw .coded("PRS-072", "Invalid UUID") }
        return id
    }
}
