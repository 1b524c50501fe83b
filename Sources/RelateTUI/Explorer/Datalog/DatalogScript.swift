import CypherSyntax

/// The statements of a Datalog text, as their brackets part them.
enum DatalogScript {
    static func statements(in text: String) -> [StatementScript.Piece] {
        FormScriptReader.forms(in: text).map { StatementScript.Piece(text: $0.text, offset: $0.offset) }
    }

    /// The statement that a cursor at `offset` is in or right behind; between two, the one before on its line, else the next.
    static func statement(at offset: Int, in text: String) -> StatementScript.Piece? {
        let pieces = statements(in: text)
        guard let index = pieces.lastIndex(where: { $0.offset <= offset }) else { return pieces.first }
        let end = pieces[index].offset + pieces[index].text.utf8.count
        let between = text.utf8.dropFirst(end).prefix(max(0, offset - end))
        let isBehind = between.contains(UInt8(ascii: "\n"))
        return isBehind && index + 1 < pieces.count ? pieces[index + 1] : pieces[index]
    }
}

/// The roles of a Datalog text's words.
enum DatalogHighlights {
    /// The stretches in order; white space has none.
    static func highlights(in text: String) -> [Highlight] {
        var scanner = Scanner(bytes: Array(text.utf8))
        return scanner.run()
    }

    private struct Scanner {
        let bytes: [UInt8]
        var place = 0
        /// The word that comes next stands behind `(`, and so is called.
        var isHead = false

        mutating func run() -> [Highlight] {
            var highlights: [Highlight] = []
            while place < bytes.count {
                let start = place
                guard let role = next() else { continue }
                highlights.append(Highlight(span: SourceSpan(start, place), role: role))
            }
            return highlights
        }

        private mutating func next() -> Highlight.Role? {
            let byte = bytes[place]
            place += 1
            let wasHead = isHead
            isHead = false
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","):
                isHead = wasHead
                return nil
            case UInt8(ascii: ";"):
                isHead = wasHead
                skip { $0 != 0x0A }
                return .comment
            case UInt8(ascii: "\""): return string()
            case UInt8(ascii: "("):
                isHead = true
                return .bracket
            case UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                return .bracket
            case UInt8(ascii: "$"):
                skip(isWord)
                return .parameter
            case UInt8(ascii: "#"):
                skip(isWord)
                return .type
            default:
                skip(isWord)
                return word(from: place, wasHead)
            }
        }

        private mutating func skip(_ isMember: (UInt8) -> Bool) {
            while place < bytes.count, isMember(bytes[place]) { place += 1 }
        }

        private mutating func string() -> Highlight.Role {
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if byte == UInt8(ascii: "\\") { place = min(bytes.count, place + 1) }
                if byte == UInt8(ascii: "\"") { return .string }
            }
            return .error
        }

        private func isWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || !" \t\n\r,;\"()[]{}".utf8.contains(byte)
        }

        private func word(from end: Int, _ wasHead: Bool) -> Highlight.Role {
            var start = end
            while start > 0, isWord(bytes[start - 1]) { start -= 1 }
            let word = String(decoding: bytes[start..<end], as: UTF8.self)
            if word.hasPrefix(":") {
                if DatalogNames.sections.contains(word) { return .keyword }
                return DatalogNames.pseudoAttributes.contains(word) ? .type : .propertyKey
            }
            if word.hasPrefix("?") || word == "_" { return .variable }
            if word == "true" || word == "false" || word == "nil" { return .constant }
            if DatalogNames.isFunction(word) { return word.first?.isLetter == true ? .function : .operator }
            if let first = word.utf8.first(where: { $0 != UInt8(ascii: "-") }),
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            {
                return .number
            }
            if wasHead {
                return DatalogNames.commands.contains(word) || DatalogNames.clauses.contains(word)
                    ? .keyword : .relationshipType
            }
            return .error
        }
    }
}
