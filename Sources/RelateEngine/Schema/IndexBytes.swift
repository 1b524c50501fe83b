#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The order of index keys: by bytes, a prefix before what it begins.
enum IndexBytes {
    /// Below, at or above 0 as `left` lies before, at or behind `right`.
    @inline(__always)
    static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        let common = min(left.count, right.count)
        if common > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress {
            let order = compare(UnsafeRawPointer(leftStart), UnsafeRawPointer(rightStart), common)
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    /// Numbers have keys of 8 to 16 bytes: two words that may overlap, which cost less than a call.
    @inline(__always)
    private static func compare(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Int {
        guard count >= 8 else { return Int(memcmp(left, right, count)) }
        var (one, other) = (word(left), word(right))
        if one == other {
            guard count <= 16 else { return Int(memcmp(left + 8, right + 8, count - 8)) }
            (one, other) = (word(left + (count - 8)), word(right + (count - 8)))
        }
        return one == other ? 0 : one < other ? -1 : 1
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer) -> UInt64 {
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    }
}
