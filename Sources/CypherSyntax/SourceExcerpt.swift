/// A place of a statement as a person reads it: line, column, and the line's text with a caret under the place.
public struct SourceExcerpt: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// From 1, in characters.
    public let column: Int
    /// In Unicode code points from the text's start.
    public let characterOffset: Int
    /// Two lines: the quoted source line, cut to a window around the place, and a caret.
    public let text: String

    private static let windowCharacters = 80

    public init(of span: SourceSpan, in text: String) {
        let bytes = Array(text.utf8)
        let offset = min(max(0, span.lowerBound), bytes.count)
        var lineStart = 0
        var line = 1
        for index in 0..<offset where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        // A long line may have thousands of places: only what is quoted is made into characters, where a byte is one.
        let isPlain = bytes[lineStart..<offset].allSatisfy { $0 < 0x80 }
        let half = Self.windowCharacters / 2
        var before = isPlain ? [] : Array(String(decoding: bytes[lineStart..<offset], as: UTF8.self))
        let count = isPlain ? offset - lineStart : before.count
        let cut = max(0, count - half)
        before =
            isPlain
            ? Array(String(decoding: bytes[(lineStart + cut)..<offset], as: UTF8.self)) : Array(before[cut...])
        let after = Self.characters(of: bytes, from: offset)
        let lead = (cut > 0 ? "..." : "") + String(before)
        let shownLine = lead + String(after.prefix(Self.windowCharacters - before.count))
        self.line = line
        column = count + 1
        // Bytes that continue a code point begin none.
        characterOffset = bytes[..<offset].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        self.text = "\"\(shownLine)\"\n \(String(lead.map { $0 == "\t" ? "\t" : " " }))^"
    }

    /// To the line's end, or where they are plain, as many as a window can need and one more.
    private static func characters(of bytes: [UInt8], from offset: Int) -> [Character] {
        var end = offset
        var isPlain = true
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
            isPlain = isPlain && bytes[end] < 0x80
            if isPlain, end - offset > windowCharacters { break }
            end += 1
        }
        return Array(String(decoding: bytes[offset..<end], as: UTF8.self))
    }
}
