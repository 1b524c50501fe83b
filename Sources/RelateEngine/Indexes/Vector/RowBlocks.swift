#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A block of rows of equal size, copied before it is changed while another state holds it.
final class RowBlock: SpineChunk, @unchecked Sendable {
    /// At a cache line, so that a vector touches as few of them as it can.
    let start: UnsafeMutableRawPointer
    private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private static let alignment = 64

    /// All zero; pages of a large block that nobody writes cost no memory.
    init(byteCount: Int) {
        guard let memory = calloc(1, byteCount + Self.alignment) else { preconditionFailure("out of memory") }
        self.memory = memory
        self.byteCount = byteCount
        start = memory.alignedUp(toMultipleOf: Self.alignment)
    }

    deinit { free(memory) }

    func copied() -> RowBlock {
        let copy = RowBlock(byteCount: byteCount)
        copy.start.copyMemory(from: start, byteCount: byteCount)
        return copy
    }
}

/// Rows of equal size by number, zero until written, in blocks that are copied on write.
struct RowBlocks: Sendable {
    private var spine = Spine<RowBlock>()
    private let rowBytes: Int
    private let shift: Int

    /// - Parameter blockBytes: what one block holds, about: a commit of one row copies no more while a snapshot lives.
    init(rowBytes: Int, blockBytes: Int = 16_384) {
        self.rowBytes = rowBytes
        var shift = 2
        while rowBytes << (shift + 1) <= blockBytes { shift += 1 }
        self.shift = shift
    }

    /// For reading without reference counts: valid while these rows, or a copy of them, live unchanged.
    @inline(__always)
    var reader: RowReader { RowReader(spine: spine.reader, rowBytes: rowBytes, shift: shift) }

    /// The row's memory, held by no other state; valid until the next change.
    @inline(__always)
    mutating func write(_ row: Int) -> UnsafeMutableRawPointer {
        let (rowBytes, shift) = (self.rowBytes, self.shift)
        let block = spine.uniqueChunk(at: row >> shift) { RowBlock(byteCount: rowBytes << shift) }
        return block._withUnsafeGuaranteedRef { $0.start } + (row & ((1 << shift) - 1)) * rowBytes
    }
}

struct RowReader: Sendable {
    fileprivate let spine: SpineReader<RowBlock>
    fileprivate let rowBytes: Int
    fileprivate let shift: Int

    /// `nil` where no row near it was ever written.
    @inline(__always)
    func find(_ row: Int) -> UnsafeRawPointer? {
        guard let block = spine.chunk(at: row >> shift) else { return nil }
        return UnsafeRawPointer(block._withUnsafeGuaranteedRef { $0.start }) + (row & ((1 << shift) - 1)) * rowBytes
    }

    /// - Precondition: the row was written.
    @inline(__always)
    subscript(row: Int) -> UnsafeRawPointer {
        guard let place = find(row) else { preconditionFailure("a row that was never written") }
        return place
    }

    /// How many rows lie one behind the other from this one on, itself included.
    @inline(__always)
    func rowsFollowing(_ row: Int) -> Int { ((row >> shift) + 1) << shift - row }

    @inline(__always)
    func floats(_ row: Int) -> UnsafePointer<Float> { self[row].assumingMemoryBound(to: Float.self) }

    @inline(__always)
    func words(_ row: Int) -> UnsafePointer<UInt32> { self[row].assumingMemoryBound(to: UInt32.self) }
}
