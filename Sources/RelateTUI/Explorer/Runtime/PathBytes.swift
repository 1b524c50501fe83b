/// Paths whose bytes are not UTF-8, as strings that lead to the same file again.
///
/// A byte that belongs to no character stands as a scalar of a private use plane, and so does each byte of such a scalar
/// where a name really has one. Nothing of that is shown: `shown` writes `\xFF`.
enum PathBytes {
    private static let base: UInt32 = 0x10FE00
    private static let marks = (base + 0x80)...(base + 0xFF)

    static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !isMarked(text) { return text }
        var text = ""
        var rest = Array(bytes)[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            if rest.count >= length, let character = String(validating: rest.prefix(length), as: UTF8.self),
                !isMarked(character)
            {
                text += character
                rest = rest.dropFirst(length)
            } else {
                if let mark = Unicode.Scalar(base + UInt32(first)) { text.unicodeScalars.append(mark) }
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The path as the system takes it.
    static func withBytes<Answer>(of path: String, _ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        guard isMarked(path) else { return path.withCString(body) }
        var bytes: [CChar] = []
        for scalar in path.unicodeScalars {
            if marks.contains(scalar.value) {
                bytes.append(CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value - base)))
            } else {
                bytes += Unicode.UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
            }
        }
        return (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? path.withCString(body)
        }
    }

    /// With `\xFF` for a byte that is no character.
    static func shown(_ text: String) -> String {
        guard isMarked(text) else { return text }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            if marks.contains(scalar.value) {
                shown += "\\x" + String(scalar.value - base, radix: 16, uppercase: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isMarked(_ text: String) -> Bool {
        // All of them begin with this byte.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { marks.contains($0.value) }
    }
}
