/// One field of a segment: its terms in order, and for each the documents that have it, how often and where.
///
/// A term's documents stand in blocks of 128, each by its distance from the one before in a byte or more, with the frequency
/// behind it where that is not 1. Positions stand apart, so that a query without phrases does not read them. Of each block it
/// is known where it ends and what its best document can score at most. Immutable.
final class FieldPostings: Sendable {
    static let blockSize = 128

    /// `LengthNorm` by document; 0 where it has no term here.
    let norms: [UInt8]
    /// Documents that have a term here.
    let documentCount: Int
    /// Of all documents together.
    let totalLength: Int

    let termBytes: [UInt8]
    /// Where each term begins; one more at the end.
    let termStarts: [UInt32]
    /// Documents of each term.
    let frequencies: [UInt32]
    /// Where the blocks of each term begin; one more at the end.
    let blockStarts: [UInt32]

    let blocks: [Block]
    let postings: [UInt8]
    let positions: [UInt8]

    struct Block: Sendable {
        var lastDocument: UInt32
        var postings: UInt32
        var positions: UInt32
        /// 255 for all that is more.
        var highestFrequency: UInt8
        var shortestNorm: UInt8
    }

    init(_ writer: FieldWriter, norms: [UInt8]) {
        self.norms = norms
        documentCount = norms.count { $0 > 0 }
        totalLength = writer.totalLength
        termBytes = writer.termBytes
        termStarts = writer.termStarts
        frequencies = writer.frequencies
        blockStarts = writer.blockStarts
        blocks = writer.blocks
        postings = writer.postings
        positions = writer.positions
    }

    var termCount: Int { frequencies.count }

    var byteCount: Int { termBytes.count + postings.count + positions.count }

    @inline(__always)
    func withTerm<Result>(_ term: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        termBytes.withUnsafeBufferPointer { bytes in
            body(UnsafeBufferPointer(rebasing: bytes[Int(termStarts[term])..<Int(termStarts[term + 1])]))
        }
    }

    func term(_ term: Int) -> [UInt8] { Array(termBytes[Int(termStarts[term])..<Int(termStarts[term + 1])]) }

    /// The first term that is not before `bytes`; the count of terms where all are.
    func firstTerm(notBefore bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { wanted in
            var (low, high) = (0, termCount)
            while low < high {
                let middle = (low + high) / 2
                if withTerm(middle, { IndexBytes.compare($0, wanted) }) < 0 { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    func number(of bytes: [UInt8]) -> Int? {
        let place = firstTerm(notBefore: bytes)
        guard place < termCount else { return nil }
        return withTerm(place, { term in bytes.withUnsafeBufferPointer { IndexBytes.compare(term, $0) == 0 } })
            ? place : nil
    }

    /// Documents with the term.
    func frequency(of bytes: [UInt8]) -> Int { number(of: bytes).map { Int(frequencies[$0]) } ?? 0 }
}

/// Writes the terms of a field, in order of their bytes, and the documents of each, in order.
struct FieldWriter {
    fileprivate(set) var termBytes: [UInt8] = []
    fileprivate(set) var termStarts: [UInt32] = [0]
    fileprivate(set) var frequencies: [UInt32] = []
    fileprivate(set) var blockStarts: [UInt32] = [0]
    fileprivate(set) var blocks: [FieldPostings.Block] = []
    fileprivate(set) var postings: [UInt8] = []
    fileprivate(set) var positions: [UInt8] = []
    fileprivate(set) var totalLength = 0

    private var count = 0
    private var last: UInt32 = 0

    /// - Parameter positions: of the term in the document, rising.
    mutating func add(_ document: UInt32, norm: UInt8, _ places: ArraySlice<UInt32>) {
        if count % FieldPostings.blockSize == 0 {
            blocks.append(
                FieldPostings.Block(
                    lastDocument: 0, postings: UInt32(truncatingIfNeeded: postings.count),
                    positions: UInt32(truncatingIfNeeded: positions.count), highestFrequency: 0, shortestNorm: .max))
            last = 0
        }
        let frequency = UInt32(truncatingIfNeeded: places.count)
        let distance = UInt64(document - last)
        Self.append(distance << 1 | (frequency == 1 ? 1 : 0), to: &postings)
        if frequency != 1 { Self.append(UInt64(frequency), to: &postings) }
        var before: UInt32 = 0
        for place in places {
            Self.append(UInt64(place &- before), to: &positions)
            before = place
        }
        let block = blocks.count - 1
        blocks[block].lastDocument = document
        blocks[block].highestFrequency = max(blocks[block].highestFrequency, UInt8(clamping: frequency))
        blocks[block].shortestNorm = min(blocks[block].shortestNorm, norm)
        last = document
        count += 1
        totalLength += places.count
    }

    /// The documents added since the last term are this one's; none, and there is no such term.
    mutating func finish(_ term: UnsafeBufferPointer<UInt8>) {
        guard count > 0 else { return }
        termBytes.append(contentsOf: term)
        termStarts.append(UInt32(truncatingIfNeeded: termBytes.count))
        frequencies.append(UInt32(truncatingIfNeeded: count))
        blockStarts.append(UInt32(truncatingIfNeeded: blocks.count))
        count = 0
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
