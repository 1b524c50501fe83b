/// Splits a text into its statements, which `;` separates outside of strings, comments and backticks.
public enum Script {
    /// A statement of a script.
    public struct Part: Hashable, Sendable {
        /// From the statement's first token to its last, without the `;`.
        public var span: SourceSpan
        /// A `;` follows. Without one, more text may belong to the statement.
        public var isTerminated: Bool
        /// From the end of the part before to the end of this one, `;` included: where a cursor belongs to it.
        public var territory: SourceSpan
    }

    /// The statements in order. Stretches of nothing but comments and white space are none.
    public static func parts(of text: String) -> [Part] {
        let bytes = Array(text.utf8)
        return parts(Lexer.tokens(in: bytes, withTrivia: false), count: bytes.count)
    }

    /// The text of each statement, without its `;`.
    public static func statements(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return parts(Lexer.tokens(in: bytes, withTrivia: false), count: bytes.count).map { part in
            String(decoding: bytes[part.span.lowerBound..<part.span.upperBound], as: UTF8.self)
        }
    }

    /// The statement at a place in UTF-8 bytes; behind the last `;` it is the last one. `nil` in a script without any.
    public static func statement(at offset: Int, in text: String) -> Part? {
        let parts = parts(of: text)
        return parts.first { offset < $0.territory.upperBound } ?? parts.last
    }

    static func parts(_ tokens: [Token], count: Int) -> [Part] {
        var parts: [Part] = []
        var first: Token?
        var last: Token?
        var territoryStart = 0
        for token in tokens {
            switch token.kind {
            case .semicolon, .endOfText:
                let end = token.kind == .semicolon ? Int(token.upper) : count
                if let first, let last {
                    parts.append(
                        Part(
                            span: SourceSpan(Int(first.lower), Int(last.upper)),
                            isTerminated: token.kind == .semicolon, territory: SourceSpan(territoryStart, end)))
                    territoryStart = end
                }
                first = nil
                last = nil
            default:
                if first == nil { first = token }
                last = token
            }
        }
        return parts
    }
}
