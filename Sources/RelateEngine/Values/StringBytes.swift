#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

// Cypher compares strings by code point, which for UTF-8 is the order of the bytes. Swift's `==`, `<` and `hash` compare
// canonical forms instead, so that "é" and "e" + U+0301 would be one string: nothing in the engine may use them on data.

extension String {
    /// The string's UTF-8 bytes, without a copy where they lie in one piece.
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
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
