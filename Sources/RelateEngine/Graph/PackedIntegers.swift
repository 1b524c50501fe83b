/// Integers as a checkpoint packs those of a chunk: the least of them, then the distance of each row to it.
struct PackedIntegers: Sendable {
    nonisolated(unsafe) private let start: UnsafeRawPointer
    /// Bytes of a distance: 1, 2 or 4.
    let width: Int

    /// - Parameter start: the least (8 bytes), then `width` bytes a row; stays where it is.
    init(_ start: UnsafeRawPointer, width: Int) {
        self.start = start
        self.width = width
    }

    static func byteCount(ofRows rowCount: Int, width: Int) -> Int { 8 + width * rowCount }

    /// All of it, as it lies in a checkpoint.
    func bytes(ofRows rowCount: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Self.byteCount(ofRows: rowCount, width: width))
    }

    /// The integers of the rows; zero where none is present.
    func unpack(_ rowCount: Int, presence: UnsafePointer<UInt64>, into target: UnsafeMutablePointer<Int64>) {
        switch width {
        case 1: unpack(rowCount, UInt8.self, into: target)
        case 2: unpack(rowCount, UInt16.self, into: target)
        default: unpack(rowCount, UInt32.self, into: target)
        }
        for word in 0..<(rowCount + 63) / 64 {
            var absent = ~presence[word]
            while absent != 0 {
                let row = word << 6 + absent.trailingZeroBitCount
                if row < rowCount { target[row] = 0 }
                absent &= absent - 1
            }
        }
    }

    @inline(__always)
    private func unpack<Distance: FixedWidthInteger & UnsignedInteger>(
        _ rowCount: Int, _ type: Distance.Type, into target: UnsafeMutablePointer<Int64>
    ) {
        let least = Int64(littleEndian: start.loadUnaligned(as: Int64.self))
        for row in 0..<rowCount {
            let distance = start.loadUnaligned(fromByteOffset: 8 + row * MemoryLayout<Distance>.size, as: type)
            target[row] = least &+ Int64(truncatingIfNeeded: Distance(littleEndian: distance))
        }
    }
}
