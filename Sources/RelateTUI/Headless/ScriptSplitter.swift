import CypherSyntax

/// Finds the statements of a script: they end in `;`, but not inside strings, quoted names and comments.
enum ScriptSplitter {
    struct Piece: Equatable {
        /// The statement without its `;` and without blanks and comments before it.
        var text: String
        /// Of `text`, in UTF-8 bytes.
        var span: SourceSpan
        /// Behind the `;`.
        var end: Int
        var isTerminated: Bool
    }

    /// The statements of `text` in order; blanks and comments alone are none.
    static func statements(in text: String) -> [Piece] {
        var scanner = Scanner(Array(text.utf8))
        scanner.run()
        return scanner.pieces
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var position = 0
        private var first: Int?
        private var last = 0
        private(set) var pieces: [Piece] = []

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func run() {
            while position < bytes.count {
                let start = position
                switch bytes[position] {
                case 0x20, 0x09, 0x0A, 0x0D:
                    position += 1
                    continue
                case UInt8(ascii: ";"):
                    finish(isTerminated: true)
                    continue
                case UInt8(ascii: "/") where starts("//"):
                    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
                    continue
                case UInt8(ascii: "/") where starts("/*"):
                    position += 2
                    while position < bytes.count, !starts("*/") { position += 1 }
                    position = min(position + 2, bytes.count)
                    continue
                case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skipQuoted(bytes[position])
                default: position += 1
                }
                first = first ?? start
                last = position
            }
            finish(isTerminated: false)
        }

        private mutating func finish(isTerminated: Bool) {
            let end = isTerminated ? position + 1 : position
            if let first {
                let text = String(decoding: bytes[first..<last], as: UTF8.self)
                pieces.append(Piece(text: text, span: SourceSpan(first, last), end: end, isTerminated: isTerminated))
            }
            first = nil
            position = end
        }

        private mutating func skipQuoted(_ quote: UInt8) {
            position += 1
            while position < bytes.count, bytes[position] != quote {
                position += bytes[position] == UInt8(ascii: "\\") && quote != UInt8(ascii: "`") ? 2 : 1
            }
            position = min(position + 1, bytes.count)
        }

        private func starts(_ text: StaticString) -> Bool {
            position + 1 < bytes.count && bytes[position] == text.utf8Start[0]
                && bytes[position + 1] == text.utf8Start[1]
        }
    }
}
