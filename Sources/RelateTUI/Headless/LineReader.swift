/// Cuts a source into lines.
struct LineReader {
    /// The longest line taken, in bytes; a longer one is skipped, so that memory stays bounded.
    static let lineBytesLimit = 1 << 30

    enum Line: Equatable {
        /// Without its end.
        case bytes([UInt8])
        case tooLong
    }

    private let source: ByteSource
    private var piece: ArraySlice<UInt8> = []
    private let limit: Int

    init(_ source: ByteSource, limit: Int = LineReader.lineBytesLimit) {
        self.source = source
        self.limit = limit
    }

    /// The next line; `nil` at the end. Bytes after the last newline count as a line.
    mutating func next() throws(IOFailure) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isStarted = false
        while true {
            if piece.isEmpty {
                piece = try source.next()[...]
                if piece.isEmpty { return isTooLong ? .tooLong : isStarted ? .bytes(line) : nil }
            }
            isStarted = true
            let end = piece.firstIndex(of: UInt8(ascii: "\n")) ?? piece.endIndex
            isTooLong = isTooLong || line.count + (end - piece.startIndex) > limit
            if isTooLong { line = [] } else { line += piece[..<end] }
            let isComplete = end < piece.endIndex
            piece = piece[min(end + 1, piece.endIndex)...]
            if isComplete { return isTooLong ? .tooLong : .bytes(line) }
        }
    }
}
