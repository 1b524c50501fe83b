/// The mark that some programs write before a file's first character.
enum ByteOrderMark {
    /// In UTF-8.
    static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Takes it off the beginning.
    static func drop(from text: inout [UInt8]) {
        if text.starts(with: bytes) { text.removeFirst(bytes.count) }
    }
}
