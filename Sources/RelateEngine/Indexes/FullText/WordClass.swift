/// What a character is to the rules by which text falls into words.
///
/// - Source: Unicode Standard Annex #29, "Word Boundaries", as far as words go; ideographs and Hiragana are words of one
///   character, as Lucene's standard tokenizer has them.
enum WordClass: UInt8 {
    case other, letter, digit, katakana, connector
    /// Belongs to the character before it.
    case extending
    /// Within a word only between two letters, only between two digits, or between either.
    case midLetter, midDigit, midBoth
    /// A word by itself: an ideograph, Hiragana.
    case single
    case emoji

    static let ascii: [WordClass] = (0..<128).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case UInt8(ascii: "_"): .connector
        case UInt8(ascii: ":"): .midLetter
        case UInt8(ascii: ","), UInt8(ascii: ";"): .midDigit
        case UInt8(ascii: "."), UInt8(ascii: "'"): .midBoth
        default: .other
        }
    }

    static func of(_ scalar: Unicode.Scalar) -> WordClass {
        let value = scalar.value
        if value < 128 { return ascii[Int(value)] }
        switch value {
        case 0xb7, 0x387, 0x55f, 0x5f4, 0x2027, 0xfe13, 0xfe55, 0xff1a: return .midLetter
        case 0x2018, 0x2019, 0x2024, 0xfe52, 0xff07, 0xff0e: return .midBoth
        case 0x37e, 0x589, 0x60c, 0x60d, 0x66c, 0x7f8, 0x2044, 0xfe10, 0xfe14, 0xfe50, 0xfe54, 0xff0c, 0xff1b:
            return .midDigit
        case 0x3041...0x3096, 0x309d...0x309f: return .single
        case 0x30a1...0x30fa, 0x30fc...0x30ff, 0x31f0...0x31ff, 0xff66...0xff9d, 0x3031...0x3035, 0x309b, 0x309c,
            0x30a0:
            return .katakana
        case 0xac00...0xd7a3: return .letter
        case 0x4e00...0x9fff: return .single
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return properties.isIdeographic ? .single : .letter
        case .decimalNumber: return .digit
        case .nonspacingMark, .spacingMark, .enclosingMark: return .extending
        case .format: return value == 0x200b ? .other : .extending
        case .connectorPunctuation: return .connector
        default:
            if properties.isEmojiPresentation { return .emoji }
            return properties.isAlphabetic ? .letter : .other
        }
    }
}
