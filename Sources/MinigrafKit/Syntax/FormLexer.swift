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

    private let scalars: [Unicode.Scalar]
    private var place = 0

    static func tokens(in text: String) throws(MiniGrafError) -> [FormToken] {
        var lexer = FormLexer(scalars: Array(text.unicodeScalars))
        var tokens: [FormToken] = []
        while let token = try lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        place + ahead < scalars.count ? scalars[place + ahead] : nil
    }

    private mutating func next() throws(MiniGrafError) -> FormToken? {
        skipBlank()
        guard let scalar = peek() else { return nil }
        if let bracket = Self.brackets[scalar] {
            place += 1
            return bracket
        }
        switch scalar {
        case "\"": return .atom(.string(try string()))
        case ":": return .atom(.keyword(try keyword()))
        case "$": return .atom(.slot(try slot()))
        case "#": return try tag()
        case "0"..."9": return .atom(try number())
        case "-":
            if let following = peek(1), ("0"..."9").contains(following) { return .atom(try number()) }
            return .atom(.symbol(try word(from: 1)))
        case "+", "*", "/", "=":
            place += 1
            return .atom(.symbol(String(scalar)))
        case "<", ">", "!":
            let isLong = peek(1) == "="
            if scalar == "!", !isLong { throw unexpected(scalar) }
            place += isLong ? 2 : 1
            return .atom(.symbol(isLong ? "\(scalar)=" : String(scalar)))
        case "_", "?": return .atom(.symbol(try word(from: 1)))
        default:
            guard scalar.properties.isAlphabetic else { throw unexpected(scalar) }
            return .atom(Self.literal(try word(from: 1)))
        }
    }

    private static let brackets: [Unicode.Scalar: FormToken] = [
        "(": .leftParen, ")": .rightParen, "[": .leftBracket, "]": .rightBracket, "{": .leftBrace, "}": .rightBrace,
    ]

    private static func literal(_ word: String) -> Form {
        switch word {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "nil": .null
        default: .symbol(word)
        }
    }

    private mutating func skipBlank() {
        while let scalar = peek() {
            switch scalar {
            case " ", "\t", "\n", "\r", ",": place += 1
            case ";": while let skipped = peek(), skipped != "\n" { place += 1 }
            default: return
            }
        }
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> MiniGrafError {
        .coded("PRS-002", "Unexpected character: \(scalar)")
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// The text from here over `skipped` scalars and all that `isMember` after them.
    private mutating func run(from skipped: Int, _ isMember: (Unicode.Scalar) -> Bool) -> String {
        var end = place + skipped
        while end < scalars.count, isMember(scalars[end]) { end += 1 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[place..<end])
        place = end
        return String(text)
    }

    private mutating func word(from skipped: Int) throws(MiniGrafError) -> String {
        let text = run(from: skipped) { scalar in
            Self.isAlphanumeric(scalar) || scalar == "?" || scalar == "_" || scalar == "-" || scalar == "/"
        }
        if text.utf8.count > Self.wordBytesLimit {
            throw .coded("INT-009", "Symbol exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return text
    }

    private mutating func keyword() throws(MiniGrafError) -> String {
        let text = run(from: 1) { scalar in
            Self.isAlphanumeric(scalar) || scalar == "/" || scalar == "-" || scalar == "_" || scalar == "?"
        }
        if text.utf8.count > Self.wordBytesLimit {
            throw .coded("PRS-008", "Keyword exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        return text
    }

    private mutating func slot() throws(MiniGrafError) -> String {
        place += 1
        let name = run(from: 0) { Self.isAlphanumeric($0) || $0 == "_" || $0 == "-" }
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
        if peek() == "{" {
            place += 1
            return .setStart
        }
        let name = run(from: 0) { Self.isAlphanumeric($0) || $0 == "_" || $0 == "-" || $0 == "/" }
        if name.utf8.count > Self.wordBytesLimit {
            throw .coded("PRS-009", "Tagged literal exceeds maximum length of \(Self.wordBytesLimit) bytes")
        }
        if name != "uuid" { throw .coded("PRS-073", "Unknown tagged literal: #\(name)") }
        return .tag(name)
    }

    private mutating func number() throws(MiniGrafError) -> Form {
        var text = run(from: 1) { ("0"..."9").contains($0) }
        if peek() == "." {
            text += run(from: 1) { ("0"..."9").contains($0) }
            if text.hasSuffix(".") { text += "0" }
            guard let number = Double(text) else {
                throw .coded("INT-007", "Float literal out of range: \(text)")
            }
            return .float(number)
        }
        guard let number = Int64(text) else {
            throw .coded("INT-008", "Integer literal out of range: \(text)")
        }
        return .integer(number)
    }

    /// An unterminated string runs to the end of the text; what encloses it then reports that it is not closed.
    private mutating func string() throws(MiniGrafError) -> String {
        place += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            place += 1
            if scalar == "\"" { break }
            guard scalar == "\\", let escaped = peek() else {
                text.append(scalar)
                continue
            }
            place += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            default: text.append(escaped)
            }
        }
        let string = String(text)
        if string.utf8.count > Self.stringBytesLimit {
            throw .coded("PRS-007", "String exceeds maximum length of \(Self.stringBytesLimit) bytes")
        }
        return string
    }
}
