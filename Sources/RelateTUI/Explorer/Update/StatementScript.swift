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
        return Script.parts(of: text).map { part in
            let text = bytes[part.span.lowerBound..<part.span.upperBound]
            return Piece(text: String(decoding: text, as: UTF8.self), offset: part.span.lowerBound)
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
        let keyword = Lexer.tokens(in: statement).first?.keyword
        return keyword == .explain || keyword == .profile
    }
}
