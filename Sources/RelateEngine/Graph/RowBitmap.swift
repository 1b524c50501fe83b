import CKernels

/// 1,024 bits of a `RowBitmap`, with their count.
final class BitmapChunk: SpineChunk, @unchecked Sendable {
    static let wordCount = 16

    let words: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) fileprivate(set) var count: Int

    init() {
        words = .allocate(capacity: Self.wordCount)
        words.initialize(repeating: 0, count: Self.wordCount)
        count = 0
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        words = .allocate(capacity: Self.wordCount)
        count = 0
        for index in 0..<Self.wordCount {
            words[index] = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            count += words[index].nonzeroBitCount
        }
    }

    /// A chunk as a file holds it: 128 bytes. Those of which every row is in the set are one, which is never changed since
    /// somebody else holds it as well.
    static func loaded(_ bytes: UnsafeRawBufferPointer) -> BitmapChunk {
        var common = UInt64.max
        for index in 0..<wordCount { common &= bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        return common == .max ? full : BitmapChunk(bytes)
    }

    private static let full = [UInt64](repeating: .max, count: wordCount).withUnsafeBytes { BitmapChunk($0) }

    private init(copying other: BitmapChunk) {
        words = .allocate(capacity: Self.wordCount)
        words.initialize(from: other.words, count: Self.wordCount)
        count = other.count
    }

    deinit { words.deallocate() }

    func copied() -> BitmapChunk { BitmapChunk(copying: self) }

    /// - Returns: how many of the rows were not in the set before.
    fileprivate func insert(_ rows: Range<Int>) -> Int {
        var added = 0
        forEachWord(of: rows) { word, mask in
            added += (mask & ~words[word]).nonzeroBitCount
            words[word] |= mask
        }
        count += added
        return added
    }

    /// -1 where there is none.
    var highestRow: Int { Self.highestRow(UnsafeRawBufferPointer(start: words, count: Self.wordCount * 8)) }

    /// Of a chunk as a file holds it.
    static func highestRow(_ bytes: UnsafeRawBufferPointer) -> Int {
        for index in (0..<wordCount).reversed() {
            let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            if word != 0 { return index * 64 + 63 - word.leadingZeroBitCount }
        }
        return -1
    }
}

/// Calls `body` with each word that holds rows of a chunk, and their bits in it.
@inline(__always)
func forEachWord(of rows: Range<Int>, _ body: (_ word: Int, _ mask: UInt64) -> Void) {
    guard !rows.isEmpty else { return }
    for word in (rows.lowerBound >> 6)...((rows.upperBound - 1) >> 6) {
        let first = max(rows.lowerBound - word << 6, 0)
        let end = min(rows.upperBound - word << 6, 64)
        body(word, (UInt64.max >> UInt64(64 - (end - first))) << UInt64(first))
    }
}

/// A set of rows: a bit a row in chunks of 1,024, copied on write. Rows without a bit cost nothing beyond their chunk.
struct RowBitmap: Sendable {
    private var spine = Spine<BitmapChunk>()
    private(set) var count = 0

    var chunkCapacity: Int { spine.chunkCapacity }

    var reader: RowBitmapReader {
        @inline(__always) get { RowBitmapReader(spine: spine.reader) }
    }

    @inline(__always)
    func contains(_ row: UInt32) -> Bool { reader.contains(row) }

    @inline(__always)
    func chunk(at index: Int) -> ElementChunk? { reader.chunk(at: index) }

    /// Puts a chunk where there is none yet.
    mutating func load(_ chunk: BitmapChunk, at index: Int) {
        _ = spine.uniqueChunk(at: index) { chunk }
        count += chunk.count
    }

    /// - Returns: whether the row was not in the set before.
    @discardableResult
    mutating func insert(_ row: UInt32) -> Bool {
        if contains(row) { return false }
        let chunk = spine.uniqueChunk(at: Int(row >> 10)) { BitmapChunk() }
        chunk._withUnsafeGuaranteedRef { chunk in
            chunk.words[Int((row & 1023) >> 6)] |= 1 << UInt64(row & 63)
            chunk.count += 1
        }
        count += 1
        return true
    }

    /// Rows that follow each other.
    mutating func insert(_ rows: Range<UInt32>) {
        var row = Int(rows.lowerBound)
        while row < Int(rows.upperBound) {
            let end = min(Int(rows.upperBound), (row | (GraphState.chunkRows - 1)) + 1)
            let chunk = spine.uniqueChunk(at: row >> 10) { BitmapChunk() }
            count += chunk._withUnsafeGuaranteedRef { $0.insert((row & 1023)..<(end - (row & ~1023))) }
            row = end
        }
    }

    /// - Returns: whether the row was in the set before.
    @discardableResult
    mutating func remove(_ row: UInt32) -> Bool {
        guard contains(row) else { return false }
        let chunk = spine.uniqueChunk(at: Int(row >> 10)) { BitmapChunk() }
        chunk._withUnsafeGuaranteedRef { chunk in
            chunk.words[Int((row & 1023) >> 6)] &= ~(1 << UInt64(row & 63))
            chunk.count -= 1
        }
        count -= 1
        return true
    }
}

/// A bitmap without its reference counts, as `SpineReader` is.
struct RowBitmapReader: Sendable {
    fileprivate let spine: SpineReader<BitmapChunk>

    @inline(__always)
    func contains(_ row: UInt32) -> Bool {
        guard let chunk = spine.chunk(at: Int(row >> 10)) else { return false }
        let word = chunk._withUnsafeGuaranteedRef { $0.words[Int((row & 1023) >> 6)] }
        return (word >> UInt64(row & 63)) & 1 != 0
    }

    @inline(__always)
    func chunk(at index: Int) -> ElementChunk? {
        guard let chunk = spine.chunk(at: index) else { return nil }
        return chunk._withUnsafeGuaranteedRef { chunk in
            chunk.count == 0 ? nil : ElementChunk(words: UnsafePointer(chunk.words), count: chunk.count)
        }
    }

    /// Has brought near what a loop over all chunks finds behind this one.
    @inline(__always)
    func prefetch(after index: Int) {
        if let chunk = spine.chunk(at: index + 8) { relate_prefetch(chunk.toOpaque()) }
        spine.chunk(at: index + 4)?
            ._withUnsafeGuaranteedRef { chunk in
                relate_prefetch(chunk.words)
                relate_prefetch(chunk.words + BitmapChunk.wordCount / 2)
            }
    }
}

/// The members of a set of elements among the 1,024 rows of a chunk: 16 words of 64 bits, lowest row first.
///
/// The memory is the graph's own: valid while the state it was asked of, or a copy, lives unchanged.
package struct ElementChunk {
    package let words: UnsafePointer<UInt64>
    /// Bits set; never 0.
    package let count: Int

    package var isFull: Bool { count == GraphState.chunkRows }

    /// Each member's bit is set in 16 words.
    func isWithin(_ other: UnsafePointer<UInt64>) -> Bool {
        var missing: UInt64 = 0
        for word in 0..<BitmapChunk.wordCount { missing |= words[word] & ~other[word] }
        return missing == 0
    }
}
