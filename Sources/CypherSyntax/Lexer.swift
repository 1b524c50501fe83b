/// Splits a text into tokens. It never fails: what no rule covers becomes an error token.
///
/// - Source: the Cypher 25 lexer grammar.
public struct Lexer {
    /// All tokens, comments and whitespace included, end to end over the whole text. No `.endOfText` is added.
    public static func tokensWithTrivia(in text: String) -> [Token] {
        tokens(in: Array(text.utf8), withTrivia: true)
    }

    /// The tokens without comments and whitespace, and `.endOfText` behind them.
    public static func tokens(in text: String) -> [Token] {
        tokens(in: Array(text.utf8), withTrivia: false)
    }

    static func tokens(in bytes: [UInt8], withTrivia: Bool) -> [Token] {
        tokens(in: bytes, from: 0, to: bytes.count, withTrivia: withTrivia)
    }

    /// The tokens of a part of the text, with their places in the whole.
    static func tokens(in bytes: [UInt8], from start: Int, to end: Int, withTrivia: Bool) -> [Token] {
        bytes.withUnsafeBufferPointer { buffer in
            var lexer = Lexer(UnsafeBufferPointer(rebasing: buffer[..<end]), from: start, withTrivia: withTrivia)
            lexer.run()
            return lexer.tokens
        }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private let count: Int
    private let withTrivia: Bool
    private let keywords = KeywordTable.shared
    private var position: Int
    private var tokens: [Token] = []
    /// Indices of the brackets that wait for their partner.
    private var openBrackets: [Int] = []

    private init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, withTrivia: Bool) {
        self.bytes = bytes
        count = bytes.count
        position = start
        self.withTrivia = withTrivia
        tokens.reserveCapacity((count - start) / 4 + 8)
    }

    private mutating func run() {
        if position == 0, count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            position = 3
            add(.whitespace, from: 0)
        }
        while position < count { next() }
        if !withTrivia { tokens.append(Token(.endOfText, count, count)) }
    }

    private mutating func next() {
        let start = position
        let byte = bytes[start]
        switch Self.classes[Int(byte)] {
        case .letter: word(from: start)
        case .digit: number(from: start)
        case .space:
            position += 1
            while position < count, Self.classes[Int(bytes[position])] == .space { position += 1 }
            add(.whitespace, from: start)
        case .quote: string(from: start, quote: byte, kind: .string)
        case .other: operatorOrPunctuation(from: start, byte)
        case .high: highCharacter(from: start)
        }
    }

    private mutating func add(_ kind: Token.Kind, from start: Int, keyword: Keyword? = nil) {
        if kind.isTrivia, !withTrivia { return }
        tokens.append(Token(kind, start, position, keyword: keyword))
    }

    /// The byte `offset` further on, 0 behind the end.
    private func byte(_ offset: Int) -> UInt8 {
        let index = position + offset
        return index < count ? bytes[index] : 0
    }
}

// MARK: - Words, names and parameters

extension Lexer {
    /// At the word's first character; `isPlain` where that is one of ASCII, as it is written.
    private mutating func word(from start: Int, isPlain: Bool = true) {
        position += 1
        var isPlain = isPlain
        while position < count {
            switch Self.classes[Int(bytes[position])] {
            case .letter, .digit: position += 1
            case .high:
                guard let (scalar, length) = scalar(at: position), Self.continuesName(scalar) else {
                    return finishWord(from: start, isPlain: isPlain)
                }
                isPlain = false
                position += length
            default:
                guard let (scalar, length) = escape(at: position), Self.continuesName(scalar) else {
                    return finishWord(from: start, isPlain: isPlain)
                }
                isPlain = false
                position += length
            }
        }
        finishWord(from: start, isPlain: isPlain)
    }

    private mutating func finishWord(from start: Int, isPlain: Bool) {
        if position - start == 1, bytes[start] | 0x20 == Ascii.s, byte(0) == Ascii.quote || byte(0) == Ascii.doubleQuote
        {
            let quote = byte(0)
            return interpolatedString(from: start, quote: quote)
        }
        let written = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if isPlain { return add(.word, from: start, keyword: keywords.keyword(of: written)) }
        guard written.contains(Ascii.backslash) else { return add(.word, from: start) }
        add(.word, from: start, keyword: KeywordTable.keyword(of: Self.decoded(bytes, start, position)))
        tokens[tokens.count - 1].partner = Token.hasEscapes
    }

    /// The text of a name: doubled backticks are one, `\uXXXX` is its character.
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, _ lower: Int, _ upper: Int) -> String {
        var decoded: [UInt8] = []
        var index = lower
        while index < upper {
            if let (scalar, length) = escape(in: bytes, at: index), index + length <= upper {
                decoded += Array(String(Character(scalar)).utf8)
                index += length
            } else {
                decoded.append(bytes[index])
                index += bytes[index] == Ascii.backtick ? 2 : 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private mutating func quotedName(from start: Int, kind: Token.Kind) {
        position += 1
        while position < count {
            if bytes[position] == Ascii.backtick {
                position += 1
                guard position < count, bytes[position] == Ascii.backtick else { return add(kind, from: start) }
            }
            position += 1
        }
        position = count
        add(.unterminatedName, from: start)
    }

    private mutating func parameter(from start: Int) {
        position += 1
        guard position < count else { return add(.dollar, from: start) }
        let first = bytes[position]
        switch Self.classes[Int(first)] {
        case .letter, .digit: skipNameCharacters()
        case .high:
            guard let (scalar, _) = scalar(at: position), Self.continuesName(scalar) else { break }
            skipNameCharacters()
        default:
            if first == Ascii.backtick { return quotedName(from: start, kind: .parameter) }
        }
        add(position == start + 1 ? .dollar : .parameter, from: start)
    }

    private mutating func skipNameCharacters() {
        while position < count {
            switch Self.classes[Int(bytes[position])] {
            case .letter, .digit: position += 1
            case .high:
                guard let (scalar, length) = scalar(at: position), Self.continuesName(scalar) else { return }
                position += length
            default:
                guard let (scalar, length) = escape(at: position), Self.continuesName(scalar) else { return }
                position += length
            }
        }
    }
}

// MARK: - Numbers and strings

extension Lexer {
    private mutating func number(from start: Int) {
        if bytes[start] == Ascii.zero, byte(1) == Ascii.x || byte(1) == Ascii.o {
            let isHexadecimal = byte(1) == Ascii.x
            position += 2
            skipDigits { isHexadecimal ? Self.isHexDigit($0) : $0 & 0xF8 == 0x30 }
            return finishNumber(.integer, from: start, hasDigits: position > start + 2)
        }
        var kind = Token.Kind.integer
        skipDigits { $0 &- 0x30 < 10 }
        let hasLeadingZero = position - start > 1 && bytes[start] == Ascii.zero
        if byte(0) == Ascii.dot, byte(1) &- 0x30 < 10 {
            kind = .float
            position += 1
            skipDigits { $0 &- 0x30 < 10 }
        }
        if byte(0) | 0x20 == Ascii.e {
            let sign = byte(1) == Ascii.plus || byte(1) == Ascii.minus ? 1 : 0
            if byte(1 + sign) &- 0x30 < 10 {
                kind = .float
                position += 1 + sign
                skipDigits { $0 &- 0x30 < 10 }
            }
        }
        finishNumber(kind, from: start, hasDigits: kind == .float || !hasLeadingZero)
    }

    /// A number ends where no name character follows; with one it is malformed up to the last of them.
    private mutating func finishNumber(_ kind: Token.Kind, from start: Int, hasDigits: Bool) {
        let end = position
        skipNameCharacters()
        add(position == end && hasDigits && bytes[end - 1] != Ascii.underscore ? kind : .malformedNumber, from: start)
    }

    private mutating func skipDigits(_ isDigit: (UInt8) -> Bool) {
        while position < count {
            let byte = bytes[position]
            guard isDigit(byte) || (byte == Ascii.underscore && bytes[position - 1] != Ascii.underscore) else { return }
            position += 1
        }
    }

    private mutating func string(from start: Int, quote: UInt8, kind: Token.Kind) {
        position += 1
        while position < count {
            let byte = bytes[position]
            position += 1
            if byte == quote { return add(kind, from: start) }
            if byte == Ascii.backslash { position += 1 }
        }
        position = count
        add(.unterminatedString, from: start)
    }

    /// The text up to the closing quote; what stands between `${` and `}` may hold strings, comments and braces.
    private mutating func interpolatedString(from start: Int, quote: UInt8) {
        position += 1
        while position < count {
            let byte = bytes[position]
            position += 1
            if byte == quote { return add(.interpolatedString, from: start) }
            if byte == Ascii.backslash {
                position += 1
            } else if byte == Ascii.dollar, position < count, bytes[position] == Ascii.leftBrace {
                position += 1
                position = Self.endOfInterpolation(in: bytes, from: position)
            }
        }
        position = count
        add(.unterminatedString, from: start)
    }

    /// Behind the `}` that ends the expression which begins at `start`, or the end of the text.
    static func endOfInterpolation(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        var braces = 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case Ascii.leftBrace: braces += 1
            case Ascii.rightBrace:
                braces -= 1
                if braces == 0 { return position }
            case Ascii.quote, Ascii.doubleQuote, Ascii.backtick:
                while position < bytes.count, bytes[position] != byte {
                    position += bytes[position] == Ascii.backslash && byte != Ascii.backtick ? 2 : 1
                }
                position += 1
            default: break
            }
        }
        return bytes.count
    }
}

// MARK: - Operators, comments and characters beyond ASCII

extension Lexer {
    private mutating func operatorOrPunctuation(from start: Int, _ byte: UInt8) {
        let following = self.byte(1)
        switch byte {
        case Ascii.leftParenthesis: openBracket(.leftParenthesis)
        case Ascii.rightParenthesis: closeBracket(.rightParenthesis, opening: .leftParenthesis)
        case Ascii.leftBracket: openBracket(.leftBracket)
        case Ascii.rightBracket: closeBracket(.rightBracket, opening: .leftBracket)
        case Ascii.leftBrace: openBracket(.leftBrace)
        case Ascii.rightBrace: closeBracket(.rightBrace, opening: .leftBrace)
        case Ascii.comma: single(.comma)
        case Ascii.semicolon: single(.semicolon)
        case Ascii.dot:
            if following == Ascii.dot {
                double(.dotDot)
            } else if following &- 0x30 < 10, !isBehindOperand(start) {
                number(from: start)
            } else {
                single(.dot)
            }
        case Ascii.colon: following == Ascii.colon ? double(.doubleColon) : single(.colon)
        case Ascii.plus: following == Ascii.equal ? double(.plusEqual) : single(.plus)
        case Ascii.minus: single(.minus)
        case Ascii.star: single(.star)
        case Ascii.slash: slash(from: start, following)
        case Ascii.percent: single(.percent)
        case Ascii.caret: single(.caret)
        case Ascii.equal:
            switch following {
            case Ascii.tilde: double(.matches)
            case Ascii.greater: double(.doubleArrow)
            default: single(.equal)
            }
        case Ascii.less:
            switch following {
            case Ascii.greater: double(.notEqual)
            case Ascii.equal: double(.lessOrEqual)
            default: single(.less)
            }
        case Ascii.greater: following == Ascii.equal ? double(.greaterOrEqual) : single(.greater)
        case Ascii.bar: following == Ascii.bar ? double(.doubleBar) : single(.bar)
        case Ascii.ampersand: single(.ampersand)
        case Ascii.exclamation: following == Ascii.equal ? double(.exclamationEqual) : single(.exclamation)
        case Ascii.dollar: parameter(from: start)
        case Ascii.backtick: quotedName(from: start, kind: .quotedName)
        case Ascii.backslash: escapedCharacter(from: start)
        default: single(.unknown)
        }
    }

    private mutating func single(_ kind: Token.Kind) {
        position += 1
        add(kind, from: position - 1)
    }

    private mutating func double(_ kind: Token.Kind) {
        position += 2
        add(kind, from: position - 2)
    }

    private mutating func openBracket(_ kind: Token.Kind) {
        openBrackets.append(tokens.count)
        single(kind)
    }

    private mutating func closeBracket(_ kind: Token.Kind, opening: Token.Kind) {
        single(kind)
        guard let open = openBrackets.last, tokens[open].kind == opening else { return }
        openBrackets.removeLast()
        tokens[open].partner = UInt32(truncatingIfNeeded: tokens.count - 1)
        tokens[tokens.count - 1].partner = UInt32(truncatingIfNeeded: open)
    }

    /// Whether the character before stands at the end of an operand, so that a `.` is no decimal point: `a.5`, `f().5`.
    private func isBehindOperand(_ start: Int) -> Bool {
        guard start > 0 else { return false }
        let before = bytes[start - 1]
        switch Self.classes[Int(before)] {
        case .letter, .digit, .high, .quote: return true
        default: return before == Ascii.rightParenthesis || before == Ascii.rightBracket || before == Ascii.backtick
        }
    }

    private mutating func slash(from start: Int, _ following: UInt8) {
        if following == Ascii.slash {
            while position < count, bytes[position] != Ascii.newline, bytes[position] != Ascii.carriageReturn {
                position += 1
            }
            return add(.lineComment, from: start)
        }
        guard following == Ascii.star else { return single(.slash) }
        position += 2
        while position + 1 < count {
            if bytes[position] == Ascii.star, bytes[position + 1] == Ascii.slash {
                position += 2
                return add(.blockComment, from: start)
            }
            position += 1
        }
        position = count
        add(.unterminatedComment, from: start)
    }

    private mutating func highCharacter(from start: Int) {
        guard let (scalar, length) = scalar(at: start) else {
            position += 1
            return add(.unknown, from: start)
        }
        character(scalar, length: length, from: start)
    }

    /// `\uXXXX` outside strings stands for the character.
    private mutating func escapedCharacter(from start: Int) {
        guard let (scalar, length) = escape(at: start) else { return single(.unknown) }
        character(scalar, length: length, from: start)
    }

    private mutating func character(_ scalar: Unicode.Scalar, length: Int, from start: Int) {
        if Self.beginsName(scalar) {
            position += length - 1
            return word(from: start, isPlain: false)
        }
        position += length
        if Self.isWhitespace(scalar) {
            add(.whitespace, from: start)
        } else if Self.dashes.contains(scalar.value) {
            add(.unicodeDash, from: start)
        } else if Self.leftHeads.contains(scalar.value) {
            add(.unicodeLeftHead, from: start)
        } else if Self.rightHeads.contains(scalar.value) {
            add(.unicodeRightHead, from: start)
        } else {
            add(.unknown, from: start)
        }
    }
}
