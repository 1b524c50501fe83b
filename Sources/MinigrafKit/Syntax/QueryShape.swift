/// The text of a query with the literals of its patterns taken out. Texts that differ in nothing else have one shape: what was
/// made of the first serves for all.
struct QueryShape {
    /// A literal of the text, in the order they stand there.
    enum Literal {
        /// Where its bytes are, the colon included.
        case keyword(Range<Int>)
        /// Where its bytes are, without the quotes.
        case string(Range<Int>)
        case integer(Int64)
        case float(Double)
    }

    /// The text with a slot, named by its number, for each literal: `(query [:find ?v :where [$0 :age ?v]])`.
    private(set) var text: [UInt8] = []
    private(set) var literals: [Literal] = []

    private static let bytesLimit = 4096
    private static let depthLimit = 16
    private static let start = Array("(query".utf8)

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    /// For each bracket open, from the lowest bits on: whether it is a vector, and how many members were seen, up to seven.
    private var open: UInt64 = 0
    private var depth = 0

    /// `nil` for what is no query, and for a text with anything out of the ordinary, which is read by itself.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        guard bytes.count <= Self.bytesLimit, bytes.starts(with: Self.start) else { return nil }
        text.reserveCapacity(bytes.count + 8)
        while place < bytes.count {
            guard take(), depth > 0 || isBlankToEnd else { return nil }
        }
        guard depth == 0 else { return nil }
    }

    private var isBlankToEnd: Bool { bytes[place...].allSatisfy { PlainWords.isBlank($0) } }

    /// Whether a word, string or number may end here.
    private func isEnd(_ end: Int) -> Bool {
        guard end < bytes.count else { return false }
        let byte = bytes[end]
        return PlainWords.isBlank(byte) || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")")
    }

    /// Takes one blank, bracket or word; whether it is an ordinary one.
    private mutating func take() -> Bool {
        let byte = bytes[place]
        switch byte {
        case 0x20, 0x0A, 0x09, 0x0D, UInt8(ascii: ","):
            text.append(byte)
            place += 1
            return true
        case UInt8(ascii: "("), UInt8(ascii: "["): return enter(isVector: byte == UInt8(ascii: "["))
        case UInt8(ascii: ")"), UInt8(ascii: "]"): return leave(isVector: byte == UInt8(ascii: "]"))
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: ":"): return keyword()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "-"):
            let isNumber = place + 1 < bytes.count && PlainWords.isDigit(bytes[place + 1])
            return isNumber ? number() : symbol()
        default: return symbol()
        }
    }

    private mutating func enter(isVector: Bool) -> Bool {
        _ = member()
        guard depth < Self.depthLimit else { return false }
        open = open << 4 | (isVector ? 8 : 0)
        depth += 1
        text.append(bytes[place])
        place += 1
        return true
    }

    private mutating func leave(isVector: Bool) -> Bool {
        guard depth > 0, (open & 8 == 8) == isVector else { return false }
        open >>= 4
        depth -= 1
        text.append(bytes[place])
        place += 1
        return true
    }

    /// Counts a member of the innermost bracket. Whether it is an entity or value of a pattern, if a literal: the query's own
    /// vector is the second bracket, patterns are vectors within.
    private mutating func member() -> Bool {
        let count = open & 7
        if count < 7 { open += 1 }
        return depth > 2 && open & 8 == 8 && (count == 0 || count == 2)
    }

    private mutating func keep(to end: Int) -> Bool {
        text.append(contentsOf: bytes[place..<end])
        place = end
        return true
    }

    private mutating func put(_ literal: Literal, to end: Int) -> Bool {
        text.append(UInt8(ascii: "$"))
        if literals.count > 9 {
            text.append(contentsOf: String(literals.count).utf8)
        } else {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: literals.count))
        }
        literals.append(literal)
        place = end
        return true
    }

    private mutating func string() -> Bool {
        var end = place + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") { return false }
            end += 1
        }
        guard isEnd(end + 1) else { return false }
        return member() ? put(.string((place + 1)..<end), to: end + 1) : keep(to: end + 1)
    }

    private mutating func keyword() -> Bool {
        let end = PlainWords.wordEnd(bytes, from: place + 1)
        guard isEnd(end), end - place <= FormLexer.wordBytesLimit else { return false }
        // Which pattern a pseudo-attribute describes, its entity says, literal or not.
        if bytes[place..<end].starts(with: Self.timePrefix) { return false }
        return member() ? put(.keyword(place..<end), to: end) : keep(to: end)
    }

    private static let timePrefix = Array(":db/".utf8)

    private mutating func number() -> Bool {
        guard let (number, end) = PlainWords.number(bytes, from: place), isEnd(end) else { return false }
        guard member() else { return keep(to: end) }
        switch number {
        case .integer(let integer): return put(.integer(integer), to: end)
        case .float(let float): return put(.float(float), to: end)
        }
    }

    /// Variables, names and operators.
    private mutating func symbol() -> Bool {
        var end = place
        while end < bytes.count, PlainWords.isWordByte(bytes[end]) || Self.operators.contains(bytes[end]) { end += 1 }
        guard end > place, isEnd(end), end - place <= FormLexer.wordBytesLimit else { return false }
        _ = member()
        return keep(to: end)
    }

    private static let operators = Array("+*<>=!".utf8)
}
