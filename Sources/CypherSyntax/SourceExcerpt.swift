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
        var lineEnd = offset
        while lineEnd < bytes.count, bytes[lineEnd] != UInt8(ascii: "\n"), bytes[lineEnd] != UInt8(ascii: "\r") {
            lineEnd += 1
        }
        let before = Array(String(decoding: bytes[lineStart..<offset], as: UTF8.self))
        let after = Array(String(decoding: bytes[offset..<max(offset, lineEnd)], as: UTF8.self))
        let cut = max(0, before.count - Self.windowCharacters / 2)
        let shown = before[cut...] + after.prefix(Self.windowCharacters - (before.count - cut))
        let lead = (cut > 0 ? "..." : "") + String(before[cut...])
        let shownLine = (cut > 0 ? "..." : "") + String(shown)
        self.line = line
        column = before.count + 1
        characterOffset = String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars.count
        self.text = "\"\(shownLine)\"\n \(String(lead.map { $0 == "\t" ? "\t" : " " }))^"
    }
}
