/// Bytes by their names.
enum Ascii {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let exclamation = UInt8(ascii: "!")
    static let doubleQuote = UInt8(ascii: "\"")
    static let dollar = UInt8(ascii: "$")
    static let percent = UInt8(ascii: "%")
    static let ampersand = UInt8(ascii: "&")
    static let quote = UInt8(ascii: "'")
    static let leftParenthesis = UInt8(ascii: "(")
    static let rightParenthesis = UInt8(ascii: ")")
    static let star = UInt8(ascii: "*")
    static let plus = UInt8(ascii: "+")
    static let comma = UInt8(ascii: ",")
    static let minus = UInt8(ascii: "-")
    static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")
    static let zero = UInt8(ascii: "0")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let less = UInt8(ascii: "<")
    static let equal = UInt8(ascii: "=")
    static let greater = UInt8(ascii: ">")
    static let leftBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let rightBracket = UInt8(ascii: "]")
    static let caret = UInt8(ascii: "^")
    static let underscore = UInt8(ascii: "_")
    static let backtick = UInt8(ascii: "`")
    static let leftBrace = UInt8(ascii: "{")
    static let bar = UInt8(ascii: "|")
    static let rightBrace = UInt8(ascii: "}")
    static let tilde = UInt8(ascii: "~")
    static let e = UInt8(ascii: "e")
    static let o = UInt8(ascii: "o")
    static let s = UInt8(ascii: "s")
    static let u = UInt8(ascii: "u")
    static let x = UInt8(ascii: "x")
}

extension Lexer {
    enum ByteClass: UInt8 { case letter, digit, space, quote, other, high }

    /// What a token that begins with a byte can be.
    static let classes: [ByteClass] = (0..<256).map { value -> ByteClass in
        switch UInt8(value) {
        case 0x80...: return .high
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), Ascii.underscore:
            return .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .digit
        case 0x09...0x0D, 0x1C...0x20: return .space
        case Ascii.quote, Ascii.doubleQuote: return .quote
        default: return .other
        }
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isIDStart || scalar.properties.generalCategory == .connectorPunctuation
    }

    static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isIDContinue || scalar.properties.generalCategory == .connectorPunctuation
    }

    /// The characters that the grammar takes for `-`, `<` and `>` in the arrows of a pattern.
    static let dashes: Set<UInt32> = [
        0xAD, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D,
    ]
    static let leftHeads: Set<UInt32> = [0x27E8, 0x3008, 0xFE64, 0xFF1C]
    static let rightHeads: Set<UInt32> = [0x27E9, 0x3009, 0xFE65, 0xFF1E]

    /// The character whose UTF-8 bytes begin at `index`, and how many they are.
    func scalar(at index: Int) -> (Unicode.Scalar, Int)? {
        Self.scalar(in: bytes, at: index)
    }

    static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
        let lead = bytes[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        guard index + length <= bytes.count else { return nil }
        guard length > 1 else { return lead < 0x80 ? (Unicode.Scalar(lead), 1) : nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    /// The character that `\uXXXX` at `index` stands for, a surrogate pair of two of them included, and its length.
    func escape(at index: Int) -> (Unicode.Scalar, Int)? {
        Self.escape(in: bytes, at: index)
    }

    static func escape(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
        guard let first = hexadecimalEscape(in: bytes, at: index) else { return nil }
        if let scalar = Unicode.Scalar(UInt32(first)) { return (scalar, 6) }
        guard first & 0xFC00 == 0xD800, let second = hexadecimalEscape(in: bytes, at: index + 6),
            second & 0xFC00 == 0xDC00,
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        else { return nil }
        return (scalar, 12)
    }

    /// The UTF-16 unit of `\uXXXX` at `index`.
    private static func hexadecimalEscape(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == Ascii.backslash, bytes[index + 1] == Ascii.u else { return nil }
        var value: UInt16 = 0
        for offset in 2..<6 {
            let byte = bytes[index + offset]
            guard isHexDigit(byte) else { return nil }
            value = value << 4 | UInt16(byte <= 0x39 ? byte &- 0x30 : (byte | 0x20) &- 0x57)
        }
        return value
    }
}
