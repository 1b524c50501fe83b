import Synchronization

/// Blocks of vectors that are over, kept for the next ones: beyond a KiB or so the system's own allocator looks for room in places
/// that are in no cache.
///
/// A few of each size, of all threads together: at most 256 KiB.
enum VectorBlocks {
    private typealias Place = Atomic<UnsafeMutableRawPointer?>

    /// Of each size.
    private static let placeCount = 16
    /// A block has a power of two of bytes, from this one on, and room for the validity of 1,024 rows.
    private static let smallestShift = 10
    private static let sizeCount = 4
    private static let validityBytes = 128
    /// Smaller blocks the system has at hand.
    private static let byteCountMinimum = 512
    private static let byteCountLimit = 1 << (smallestShift + sizeCount - 1) + validityBytes

    /// Those of one size behind those of the other, so that a look at them meets one or two lines of memory.
    nonisolated(unsafe) private static let places: UnsafeMutablePointer<Place> = {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: sizeCount * placeCount)
        for place in 0..<sizeCount * placeCount { (places + place).initialize(to: Place(nil)) }
        return places
    }()

    /// Which of the sizes serves for so many bytes; `nil` for none.
    @inline(__always)
    private static func size(_ byteCount: Int) -> Int? {
        guard byteCount > byteCountMinimum, byteCount <= byteCountLimit else { return nil }
        let bits = Int.bitWidth - (byteCount - validityBytes - 1).leadingZeroBitCount
        return max(0, bits - smallestShift)
    }

    /// At a multiple of 8.
    @inline(__always)
    static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        guard let size = size(byteCount) else { return .allocate(byteCount: byteCount, alignment: 8) }
        return block(size)
    }

    @inline(never)
    private static func block(_ size: Int) -> UnsafeMutableRawPointer {
        for place in size * placeCount..<(size + 1) * placeCount
        where places[place].load(ordering: .relaxed) != nil {
            if let block = places[place].exchange(nil, ordering: .acquiring) { return block }
        }
        return .allocate(byteCount: 1 << (size + smallestShift) + validityBytes, alignment: 8)
    }

    /// - Parameter byteCount: what the block was asked for with.
    @inline(__always)
    static func deallocate(_ block: UnsafeMutableRawPointer, _ byteCount: Int) {
        guard let size = size(byteCount) else { return block.deallocate() }
        keep(block, size)
    }

    @inline(never)
    private static func keep(_ block: UnsafeMutableRawPointer, _ size: Int) {
        for place in size * placeCount..<(size + 1) * placeCount
        where places[place].load(ordering: .relaxed) == nil {
            if places[place].compareExchange(expected: nil, desired: block, ordering: .releasing).exchanged { return }
        }
        block.deallocate()
    }
}
