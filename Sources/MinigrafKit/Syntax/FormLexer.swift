/// A piece of a text: a bracket, a tag, or a form that is one word.
enum FormToken {
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace, setStart
    case tag(String)
    case atom(Form)

    /// The token as messages show it.
    var name: String {
        switch self {
        case .leftParen: "LeftParen"
        case .rightParen: "RightParen"
        case .leftBracket: "LeftBracket"
        case .rightBracket: "RightBracket"
        case .leftBrace: "LeftBrace"
        case .rightBrace: "RightBrace"
        case .setStart: "SetStart"
        case .tag(let name): "TaggedLiteral(\(Form.quoted(name)))"
        case .atom(let form): form.description
        }
    }
}

/// Text to tokens. The limits on the length of words are the original's.
struct FormLexer {
    static let wordBytesLimit = 1024
    static let stringBytesLimit = 1_048_576

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    static func tokens(in text: String) throws(MiniGrafError) -> [FormToken] {
        var text = text
        let outcome: Result<[FormToken], MiniGrafError> = text.withUTF8 { bytes in
            do throws(MiniGrafError) {
                var lexer = FormLexer(bytes: bytes)
                var tokens: [FormToken] = []
                tokens.reserveCapacity(bytes.count / 4)
                while let token = try lexer.next() { tokens.append(token) }
                return .success(tokens)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    @inline(__always)
    private func byte(_ ahead: Int = 0) -> UInt8? {
        place + ahead < bytes.count ? bytes[place + ahead] : nil
    }

    /// The scalar that begins at a byte, and how many bytes it has. Strings hold valid UTF-8 only.
    private func scalar(at start: Int) -> (scalar: Unicode.Scalar, count: Int) {
        var iterator = bytes[start..<min(bytes.count, start + 4)].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
        return (scalar, UTF8.width(scalar))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private mutating func next() throws(MiniGrafError) -> FormToken? {
        skipBlank()
        guard let byte = byte() else { return nil }
        switch byte {
        case UInt8(ascii: "("): return bracket(.leftParen)
        case UInt8(ascii: ")"): return bracket(.rightParen)
        case UInt8(ascii: "["): return bracket(.leftBracket)
        case UInt8(ascii: "]"): return bracket(.rightBracket)
        case UInt8(ascii: "{"): return bracket(.leftBrace)
        case UInt8(ascii: "}"): return bracket(.rightBrace)
        case UInt8(ascii: "\""): return .atom(.string(try string()))
        case UInt8(ascii: ":"): return .atom(.keyword(try keyword()))
        case UInt8(ascii: "$"): return .atom(.slot(try slot()))
        case UInt8(ascii: "#"): return try tag()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .atom(try number())
        case UInt8(ascii: "-"):
            if let following = self.byte(1), Self.isDigit(following) { return .atom(try number()) }
            return .atom(.symbol(try word()))
        case UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "="):
            place += 1
            return .atom(.symbol(String(UnicodeScalar(byte))))
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"):
            let isLong = self.byte(1) == UInt8(ascii: "=")
            if byte == UInt8(ascii: "!"), !isLong { throw unexpected("!") }
            place += isLong ? 2 : 1
            return .atom(.symbol(String(UnicodeScalar(byte)) + (isLong ? "=" : "")))
        case UInt8(ascii: "_"), UInt8(ascii: "?"): return .atom(.symbol(try word()))
        default:
            let scalar = scalar(at: place).scalar
            guard scalar.properties.isAlphabetic else { throw unexpected(scalar) }
            return .atom(Self.literal(try word()))
        }
    }

    private mutating func bracket(_ token: FormToken) -> FormToken {
        place += 1
        return token
    }

    private static func literal(_ word: String) -> Form {
        switch word {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "nil": .null
        default: .symbol(word)
        }
    }

    private mutating func skipBlank() {
        while let byte = byte() {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): place += 1
            case UInt8(ascii: ";"): while let skipped = self.byte(), skipped != 0x0A { place += 1 }
            default: return
            }
        }
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> MiniGrafError {
        .coded("PRS-002", "Unexpected character: \(scalar)")
    }

    /// Which words take a byte: letters and digits, and the signs that some kinds of words may have.
    private static let wordBytes: (name: [Bool], slot: [Bool]) = {
        var name = [Bool](repeating: false, count: 128)
        for range in [UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z")] {
            for byte in range { name[Int(byte)] = true }
        }
        for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { name[Int(byte)] = true }
        for byte in "_-".utf8 { name[Int(byte)] = true }
        let slot = name
        for byte in "?/".utf8 { name[Int(byte)] = true }
        return (name, slot)
    }()

    /// The bytes of ASCII that names and keywords may have behind their first.
    static var nameBytes: [UInt8] { wordBytes.name.indices.filter { wordBytes.name[$0] }.map { UInt8($0) } }

    private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// The text from here over the byte or scalar here and all that may follow it in a word.
    private mutating func run(_ allowed: [Bool], skippingFirst: Bool, extra: UInt8 = 0) -> String {
        let start = place
        var end = place
        if skippingFirst { end += bytes[place] < 0x80 ? 1 : scalar(at: place).count }
        while end < bytes.count {
            let byte = bytes[end]
            if byte < 0x80 {
                guard allowed[Int(byte)] || (extra != 0 && byte == extra) else { break }
                end += 1
            } else {
                let next = scalar(at: end)
                guard Self.isLetterOrNumber(next.scalar) else { break }
                end += next.count
            }
        }
        place = end
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    private mutating func word() throws(MiniGrafError) -> String {
        let text = run(Self.wordBytes.name, skippingFirst: true)
        if text.utf8.count > Self.wordBytesLimit {
            throw .coded("INT-009", "Symbol exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return text
    }

    private mutating func keyword() throws(MiniGrafError) -> String {
        let text = run(Self.wordBytes.name, skippingFirst: true)
        if text.utf8.count > Self.wordBytesLimit {
            throw .coded("PRS-008", "Keyword exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return text
    }

    private mutating func slot() throws(MiniGrafError) -> String {
        place += 1
        let name = run(Self.wordBytes.slot, skippingFirst: false)
        if name.isEmpty {
            throw .parser("Bind slot '$' must be followed by an identifier (e.g. $entity)")
        }
        if name.utf8.count > Self.wordBytesLimit {
            throw .coded("PRS-074", "Bind slot name exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return name
    }

    private mutating func tag() throws(MiniGrafError) -> FormToken {
        place += 1
        if byte() == UInt8(ascii: "{") {
            place += 1
            return .setStart
        }
        let name = run(Self.wordBytes.slot, skippingFirst: false, extra: UInt8(ascii: "/"))
        if name.utf8.count > Self.wordBytesLimit {
            throw .coded("PRS-009", "Tagged literal exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return .tag(name)
    }

    private mutating func number() throws(MiniGrafError) -> Form {
        let start = place
        place += 1
        skipDigits()
        func text(_ end: Int) -> String {
            String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }
        if byte() == UInt8(ascii: ".") {
            place += 1
            skipDigits()
            var literal = text(place)
            if literal.hasSuffix(".") { literal += "0" }
            guard let number = Double(literal) else {
                throw .coded("INT-007", "Float literal out of range: \(literal)")
            }
            return .float(number)
        }
        let literal = text(place)
        guard let number = Int64(literal) else {
            throw .coded("INT-008", "Integer literal out of range: \(literal)")
        }
        return .integer(number)
    }

    private mutating func skipDigits() {
        while let byte = byte(), Self.isDigit(byte) { place += 1 }
    }

    /// An unterminated string runs to the end of the text; what encloses it then reports that it is not closed.
    private mutating func string() throws(MiniGrafError) -> String {
        place += 1
        let start = place
        while let byte = byte(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { place += 1 }
        var text: String
        if byte() == UInt8(ascii: "\\") {
            text = String(decoding: escaped(from: start), as: UTF8.self)
        } else {
            text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
            place += 1
        }
        text.makeContiguousUTF8()
        if text.utf8.count > Self.stringBytesLimit {
            throw .coded("PRS-007", "String exceeds maximum length of \(Self.stringBytesLimit) bytes")
        }
        return text
    }

    /// The bytes of a string with escapes; ends behind its quote.
    private mutating func escaped(from start: Int) -> [UInt8] {
        var text = Array(bytes[start..<place])
        while let byte = byte() {
            place += 1
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\"), let letter = self.byte() else {
                text.append(byte)
                continue
            }
            place += 1
            switch letter {
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "r"): text.append(0x0D)
            // The other bytes of a scalar follow by themselves.
            default: text.append(letter)
            }
        }
        return text
    }
}
