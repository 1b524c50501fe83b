/// How an analyzer cuts text into words.
enum Tokenizer: Sendable {
    /// By the word boundaries of Unicode.
    case standard
    /// Likewise, with e-mail addresses and URLs whole.
    case standardWithAddresses
    /// Runs of letters.
    case letters
    /// Runs of anything but white space.
    case whitespace
    /// All of it.
    case whole

    /// A longer word is cut into pieces of so many characters, as Lucene does.
    static let wordLengthLimit = 255

    /// Hands on each word, as UTF-8, in order.
    ///
    /// - Parameter isLowercasing: to the simple lower case of each character.
    func forEachWord(of text: String, lowercasing isLowercasing: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        switch self {
        case .standard: StandardTokenizer(isLowercasing: isLowercasing, keepsAddresses: false).run(text, body)
        case .standardWithAddresses:
            StandardTokenizer(isLowercasing: isLowercasing, keepsAddresses: true).run(text, body)
        case .letters: runs(of: text, isLowercasing, body) { $0.properties.isLetter }
        case .whitespace: runs(of: text, isLowercasing, body) { !$0.properties.isWhitespace }
        case .whole:
            var word = WordBytes()
            for scalar in text.unicodeScalars { word.append(scalar, lowercasing: isLowercasing) }
            word.withBytes(body)
        }
    }

    private func runs(
        of text: String, _ isLowercasing: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void,
        _ belongs: (Unicode.Scalar) -> Bool
    ) {
        var word = WordBytes()
        for scalar in text.unicodeScalars {
            if belongs(scalar) {
                word.append(scalar, lowercasing: isLowercasing)
                if word.count == Self.wordLengthLimit { word.take(body) }
            } else {
                word.take(body)
            }
        }
        word.take(body)
    }
}

extension Unicode.Scalar.Properties {
    var isLetter: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}

/// The bytes of a word that is being read.
struct WordBytes {
    private var bytes: [UInt8] = []
    /// Of characters.
    private(set) var count = 0

    var isEmpty: Bool { bytes.isEmpty }

    @inline(__always)
    mutating func append(_ scalar: Unicode.Scalar, lowercasing isLowercasing: Bool) {
        count += 1
        if scalar.value < 128 {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            let isUpper = byte &- UInt8(ascii: "A") < 26
            bytes.append(isLowercasing && isUpper ? byte | 0x20 : byte)
            return
        }
        appendWide(isLowercasing ? scalar.simpleLowercase : scalar)
    }

    private mutating func appendWide(_ scalar: Unicode.Scalar) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        count = 0
    }

    func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) { bytes.withUnsafeBufferPointer(body) }

    /// Hands on what there is, and is empty.
    mutating func take(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if !isEmpty { withBytes(body) }
        removeAll()
    }
}

extension Unicode.Scalar {
    /// Of one character alone, whatever stands around it.
    var simpleLowercase: Unicode.Scalar { properties.lowercaseMapping.unicodeScalars.first ?? self }
}
