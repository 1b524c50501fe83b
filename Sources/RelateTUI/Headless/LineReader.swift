#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Cuts a source into lines; a byte order mark at its beginning belongs to none.
struct LineReader {
    /// The longest line taken, in bytes; a longer one is skipped, so that memory stays bounded.
    static let lineBytesLimit = 1 << 30

    enum Line: Equatable {
        /// Without its end.
        case bytes([UInt8])
        case tooLong
    }

    private let source: ByteSource
    private var piece: [UInt8] = []
    /// Of the piece, what was taken.
    private var taken = 0
    private let limit: Int
    private var isAtBeginning = true
    /// Of the last line beyond a piece: the next one is likely to be as long.
    private var longByteCount = 0

    /// What is made ready for a long line before its bytes have come.
    private static let readyBytesLimit = 1 << 22

    init(_ source: ByteSource, limit: Int = LineReader.lineBytesLimit) {
        self.source = source
        self.limit = limit
    }

    /// The next line; `nil` at the end. Bytes after the last newline count as a line.
    mutating func next() throws(IOFailure) -> Line? {
        defer { isAtBeginning = false }
        let next = try nextWithMark()
        guard isAtBeginning, case .bytes(var line) = next else { return next }
        ByteOrderMark.drop(from: &line)
        return .bytes(line)
    }

    private mutating func nextWithMark() throws(IOFailure) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isStarted = false
        while true {
            if taken == piece.count {
                piece = try source.next()
                taken = 0
                if piece.isEmpty { return isTooLong ? .tooLong : isStarted ? .bytes(line) : nil }
            }
            isStarted = true
            let end = lineEnd() ?? piece.count
            isTooLong = isTooLong || line.count + (end - taken) > limit
            if isTooLong {
                line = []
            } else {
                if end == piece.count, line.isEmpty { line.reserveCapacity(min(longByteCount, Self.readyBytesLimit)) }
                line += piece[taken..<end]
            }
            let isComplete = end < piece.count
            taken = min(end + 1, piece.count)
            guard isComplete else { continue }
            if line.count > piece.count { longByteCount = line.count }
            return isTooLong ? .tooLong : .bytes(line)
        }
    }

    /// The place of the next newline in the piece.
    private func lineEnd() -> Int? {
        piece.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let found = memchr(start + taken, Int32(UInt8(ascii: "\n")), bytes.count - taken)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }
}
