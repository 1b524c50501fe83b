import Relate
import Render

/// Tells cells whose text has what is sought, whatever the case of its letters.
///
/// What is sought is nearly always ASCII. Bytes are compared then, and no text is made of a value that cannot have it:
/// a million rows of six columns take a second or two, and not half a minute.
struct CellMatcher: Sendable {
    private let wanted: String
    /// `nil` where it is not all ASCII.
    private let bytes: [UInt8]?
    /// A number or a date may have it.
    private let fitsNumbers: Bool

    init(_ text: String) {
        wanted = text.lowercased()
        let utf8 = Array(wanted.utf8)
        bytes = utf8.allSatisfy { $0 < 0x80 } ? utf8 : nil
        fitsNumbers = utf8.allSatisfy { "0123456789.,-+:einfaty".utf8.contains($0) }
    }

    var isEmpty: Bool { wanted.isEmpty }

    /// As the grid shows the value; everything has an empty text.
    func matches(_ value: CypherValue) -> Bool {
        if wanted.isEmpty { return true }
        switch value {
        case .string(let text): return isIn(text)
        case .int(let number): return fitsNumbers && isIn(String(number))
        case .float(let number): return fitsNumbers && isIn(ValueRendering.text(of: number))
        case .date(let date): return fitsNumbers && isIn(date.description)
        case .bool(let flag): return isIn(flag ? "true" : "false")
        default: return isIn(ValueRendering.line(value).plainText)
        }
    }

    private func isIn(_ text: String) -> Bool {
        guard let bytes else { return text.lowercased().contains(wanted) }
        var text = text
        return text.withUTF8 { Self.find(bytes, in: $0) }
    }

    /// - Parameter wanted: Not empty, without capitals.
    private static func find(_ wanted: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= wanted.count, let first = wanted.first else { return false }
        for start in 0...(text.count - wanted.count) where lowered(text[start]) == first {
            var length = 1
            while length < wanted.count, lowered(text[start + length]) == wanted[length] { length += 1 }
            if length == wanted.count { return true }
        }
        return false
    }

    @inline(__always)
    private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
