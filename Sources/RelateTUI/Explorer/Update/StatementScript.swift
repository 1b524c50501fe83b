import CypherSyntax

/// The statements of a text, as semicolons part them.
enum StatementScript {
    struct Piece: Hashable, Sendable {
        var text: String
        /// Where it begins, in UTF-8 bytes.
        var offset: Int
    }

    static func statements(in text: String) -> [Piece] {
        let bytes = Array(text.utf8)
        return spans(in: text).map { span in
            Piece(
                text: String(decoding: bytes[span.lowerBound..<span.upperBound], as: UTF8.self),
                offset: span.lowerBound)
        }
    }

    /// The statement that a cursor at `offset` is in or behind on its last line; between two, the one to come.
    static func statement(at offset: Int, in text: String) -> Piece? {
        let pieces = statements(in: text)
        guard let index = pieces.lastIndex(where: { $0.offset <= offset }) else { return pieces.first }
        let piece = pieces[index]
        let end = piece.offset + piece.text.utf8.count
        let between = text.utf8.dropFirst(end).prefix(max(0, offset - end))
        let isBehind = between.contains(UInt8(ascii: "\n")) && between.contains(UInt8(ascii: ";"))
        return isBehind && index + 1 < pieces.count ? pieces[index + 1] : piece
    }

    /// The statement asks for its plan by its own first word.
    static func asksForPlan(_ statement: String) -> Bool {
        guard let first = Lexer.tokens(in: statement).first else { return false }
        let word = String(
            decoding: statement.utf8.prefix(first.span.upperBound).suffix(
                first.span.upperBound - first.span.lowerBound), as: UTF8.self
        ).uppercased()
        return word == "EXPLAIN" || word == "PROFILE"
    }

    private static func spans(in text: String) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var start: Int?
        var end = 0
        for token in Lexer.tokens(in: text) {
            if token.kind == .semicolon || token.kind == .endOfText {
                if let from = start { spans.append(from..<end) }
                start = nil
            } else {
                start = start ?? token.span.lowerBound
                end = token.span.upperBound
            }
        }
        if let from = start { spans.append(from..<end) }
        return spans
    }
}
