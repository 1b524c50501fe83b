/// The integers of a chunk as distances from the least of them: a loop over those reads an eighth or a quarter of the memory.
struct NarrowIntegers {
    let least: Int64
    let greatest: Int64
    /// Of a row each: 8 bits where the greatest is near enough, else 16.
    private let distances: UnsafeMutableRawPointer

    private static let rowsMinimum = 256

    init(_ bounds: ClosedRange<Int64>, _ distances: UnsafeMutableRawPointer) {
        least = bounds.lowerBound
        greatest = bounds.upperBound
        self.distances = distances
    }

    /// Bytes of a distance; `nil` where integers within the bounds are too far apart, or too few.
    static func width(_ bounds: ClosedRange<Int64>, rowCount: Int) -> Int? {
        guard rowCount >= rowsMinimum else { return nil }
        switch UInt64(bitPattern: bounds.upperBound &- bounds.lowerBound) {
        case 0...0xff: return 1
        case 0...0xffff: return 2
        default: return nil
        }
    }

    var isOfBytes: Bool { UInt64(bitPattern: greatest &- least) <= 0xff }
    /// Bytes of each distance.
    var width: Int { isOfBytes ? 1 : 2 }
    func distance(_ row: Int) -> UInt64 { isOfBytes ? UInt64(bytes[row]) : UInt64(shorts[row]) }
    var base: UnsafeRawPointer { UnsafeRawPointer(distances) }
    var bounds: ClosedRange<Int64> { least...greatest }
    var bytes: UnsafeMutablePointer<UInt8> { distances.assumingMemoryBound(to: UInt8.self) }
    var shorts: UnsafeMutablePointer<UInt16> { distances.assumingMemoryBound(to: UInt16.self) }
}
