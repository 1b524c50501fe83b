import CKernels

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

// Cypher compares strings by code point, which for UTF-8 is the order of the bytes. Swift's `==`, `<` and `hash` compare
// canonical forms instead, so that "é" and "e" + U+0301 would be one string: nothing in the engine may use them on data.

extension UnsafeRawBufferPointer {
    var isASCII: Bool {
        var place = 0
        var union: UInt64 = 0
        while place &+ 8 <= count {
            union |= loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place &+= 8
        }
        while place < count {
            union |= UInt64(self[place])
            place &+= 1
        }
        return union & 0x8080_8080_8080_8080 == 0
    }
}

extension String {
    /// The string's UTF-8 bytes, without a copy where they lie in one piece.
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }

    /// The code points from the last to the first.
    package var reversedCodePoints: String {
        withBytes { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { target in
                var start = 0
                while start < bytes.count {
                    var end = start + 1
                    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
                    for index in start..<end { target[bytes.count - end + index - start] = bytes[index] }
                    start = end
                }
                return bytes.count
            }
        }
    }

    package func hasSameBytes(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        return withBytes { left in
            other.withBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }
    }

    /// Below, at or above 0 as this string comes before, is, or comes after `other`.
    package func compareBytes(to other: String) -> Int {
        withBytes { left in
            other.withBytes { right in
                let common = min(left.count, right.count)
                if common > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress {
                    let order = memcmp(leftStart, rightStart, common)
                    if order != 0 { return Int(order) }
                }
                return left.count - right.count
            }
        }
    }

    package func hasPrefixBytes(_ prefix: String) -> Bool {
        withBytes { whole in
            prefix.withBytes { part in
                guard part.count <= whole.count else { return false }
                guard let whole = whole.baseAddress, let start = part.baseAddress else { return true }
                return memcmp(whole, start, part.count) == 0
            }
        }
    }

    package func hasSuffixBytes(_ suffix: String) -> Bool {
        withBytes { whole in
            suffix.withBytes { part in
                guard part.count <= whole.count else { return false }
                guard let start = whole.baseAddress, let partStart = part.baseAddress else { return true }
                return memcmp(start + (whole.count - part.count), partStart, part.count) == 0
            }
        }
    }

    package func containsBytes(_ part: String) -> Bool {
        withBytes { whole in part.withBytes { ByteSearch.firstIndex(of: $0, in: whole, from: 0) != nil } }
    }

    /// How many code points: what `size()` of a string says.
    package var codePointCount: Int {
        withBytes { bytes in
            var count = 0
            for byte in bytes where byte & 0b1100_0000 != 0b1000_0000 { count += 1 }
            return count
        }
    }
}

/// A run of bytes made ready to be looked for in many others.
///
/// Many places are tried at once: where its first byte stands and its last one at their distance, all of it is compared.
package struct Needle: Sendable {
    private let bytes: [UInt8]
    private let first: UInt64
    private let last: UInt64

    package init(_ text: String) {
        bytes = Array(text.utf8)
        first = UInt64(bytes.first ?? 0) &* 0x0101_0101_0101_0101
        last = UInt64(bytes.last ?? 0) &* 0x0101_0101_0101_0101
    }

    /// The bytes, for a loop over many others: without a look at who holds them for each.
    @inline(__always)
    func withPart<Result, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> Result
    ) throws(E) -> Result { try bytes.withUnsafeBufferPointer(body) }

    package func isIn(_ whole: UnsafeBufferPointer<UInt8>) -> Bool { withPart { isIn(whole, part: $0) } }

    /// - Parameter part: this needle's own bytes.
    @inline(__always)
    func isIn(_ whole: UnsafeBufferPointer<UInt8>, part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let needle = part.baseAddress, part.count > 0 else { return true }
        guard let start = whole.baseAddress, part.count <= whole.count else { return false }
        let distance = part.count - 1
        let end = whole.count - distance
        if end >= 32 { return relate_contains(start, whole.count, needle, part.count) }
        var place = 0
        while place < end {
            // The last eight places overlap those before; with fewer than eight in all, each is tried alone.
            if place + 8 > end {
                guard end >= 8 else { return Self.find(needle, part.count, start, end) }
                place = end - 8
            }
            let raw = UnsafeRawPointer(start + place)
            let ends = raw.loadUnaligned(as: UInt64.self) ^ first
            let tails = raw.loadUnaligned(fromByteOffset: distance, as: UInt64.self) ^ last
            let either = ends | tails
            // A byte that is zero leaves its highest bit here; a false one now and then is compared in vain.
            var candidates = (either &- 0x0101_0101_0101_0101) & ~either & 0x8080_8080_8080_8080
            while candidates != 0 {
                // Lanes are counted from the lowest address: little-endian.
                let lane = candidates.trailingZeroBitCount >> 3
                if memcmp(start + (place + lane), needle, part.count) == 0 { return true }
                candidates &= candidates &- 1
            }
            place += 8
        }
        return false
    }

    private static func find(
        _ needle: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafePointer<UInt8>, _ end: Int
    ) -> Bool {
        for place in 0..<end where memcmp(start + place, needle, count) == 0 { return true }
        return false
    }
}

/// Where one run of bytes stands in another.
package enum ByteSearch {
    /// The first place at or after `start`; an empty `part` is found at once.
    ///
    /// `memchr` leaps from one candidate to the next, by the part's last byte, which in text beyond ASCII tells more than
    /// the first one does.
    package static func firstIndex(
        of part: UnsafeBufferPointer<UInt8>, in whole: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        guard start >= 0, part.count <= whole.count - start else { return nil }
        guard let partStart = part.baseAddress, let wholeStart = whole.baseAddress, part.count > 0 else { return start }
        let tail = part.count - 1
        let last = Int32(partStart[tail])
        var place = start + tail
        while place < whole.count, let found = memchr(wholeStart + place, last, whole.count - place) {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(wholeStart)
            if tail == 0 || memcmp(wholeStart + (end - tail), partStart, tail) == 0 { return end - tail }
            place = end + 1
        }
        return nil
    }
}
