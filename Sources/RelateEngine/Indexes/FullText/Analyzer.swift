/// How text becomes the terms of an index: the words of a tokenizer, changed or left out.
final class Analyzer: Sendable {
    let name: String
    let description: String
    let stopWords: [String]
    private let tokenizer: Tokenizer
    private let isLowercasing: Bool
    private let dropsPossessive: Bool
    private let foldsToASCII: Bool
    private let stemmer: Stemmer?
    private let stops: Set<[UInt8]>

    init(
        _ name: String, _ description: String, _ tokenizer: Tokenizer, lowercasing isLowercasing: Bool = true,
        stopWords: [String] = [], dropsPossessive: Bool = false, foldsToASCII: Bool = false, stemmer: Stemmer? = nil
    ) {
        self.name = name
        self.description = description
        self.tokenizer = tokenizer
        self.isLowercasing = isLowercasing
        self.stopWords = stopWords
        self.dropsPossessive = dropsPossessive
        self.foldsToASCII = foldsToASCII
        self.stemmer = stemmer
        stops = Set(stopWords.map { Array($0.utf8) })
    }

    /// Hands on the text's terms with their positions, from `position` on. A word that is left out counts as a position.
    ///
    /// - Returns: the position behind the last.
    @discardableResult
    func forEachTerm(
        of text: String, from position: Int = 0, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void
    ) -> Int {
        var next = position
        func run() {
            tokenizer.forEachWord(of: text, lowercasing: isLowercasing) { word in
                let place = next
                next += 1
                if foldsToASCII, !word.allSatisfy({ $0 < 0x80 }) {
                    Self.folded(word).withUnsafeBufferPointer { hand($0, place, body) }
                } else {
                    hand(word, place, body)
                }
            }
        }
        if let stemmer { stemmer.withLock(run) } else { run() }
        return next
    }

    @inline(__always)
    private func hand(
        _ word: UnsafeBufferPointer<UInt8>, _ place: Int, _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void
    ) {
        var word = word
        if dropsPossessive { word = Self.withoutPossessive(word) }
        if !stops.isEmpty, word.count <= 16, stops.contains(Array(word)) { return }
        if let stemmer {
            stemmer.stem(word) { if !$0.isEmpty { body($0, place) } }
        } else {
            body(word, place)
        }
    }

    /// A word of a query that is not analyzed, one with a wildcard or a number of edits: in lower case where terms are.
    func normalized(_ scalar: Unicode.Scalar) -> Unicode.Scalar { isLowercasing ? scalar.simpleLowercase : scalar }

    /// Without `'s` at its end.
    private static func withoutPossessive(_ word: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let count = word.count
        guard count > 2, word[count - 1] == UInt8(ascii: "s") else { return word }
        if word[count - 2] == UInt8(ascii: "'") { return UnsafeBufferPointer(rebasing: word[..<(count - 2)]) }
        // U+2019 and U+FF07.
        guard count > 4 else { return word }
        let mark = Array(word[(count - 4)..<(count - 1)])
        if mark == [0xe2, 0x80, 0x99] || mark == [0xef, 0xbc, 0x87] {
            return UnsafeBufferPointer(rebasing: word[..<(count - 4)])
        }
        return word
    }

    /// Letters without their accents.
    private static func folded(_ word: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let text = UnicodeNormalization.nfkd.apply(to: String(decoding: word, as: UTF8.self))
        var result: [UInt8] = []
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
            result.append(contentsOf: Array((foldings[scalar.value] ?? String(Character(scalar))).utf8))
        }
        return result
    }

    /// Letters that do not fall into a base and an accent.
    private static let foldings: [UInt32: String] = [
        0xdf: "ss", 0xe6: "ae", 0xf0: "d", 0xf8: "o", 0xfe: "th", 0x111: "d", 0x127: "h", 0x131: "i", 0x142: "l",
        0x153: "oe",
    ]
}
