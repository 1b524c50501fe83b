/// Hashes for tables in memory. The seed differs from run to run, so that no input can be made to collide.
enum TableHash {
    static let seed = UInt64.random(in: .min ... .max)

    @inline(__always)
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 32
        mixed = mixed &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }

    @inline(__always)
    static func of(_ first: UInt64, _ second: UInt64) -> UInt64 {
        mix(mix(first ^ seed) ^ second)
    }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place + 8 <= bytes.count {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var tail: UInt64 = 0
        while place < bytes.count {
            tail = tail << 8 | UInt64(bytes[place])
            place += 1
        }
        return mix(hash ^ tail)
    }

    static func of(_ text: String) -> UInt64 {
        let hash = text.utf8.withContiguousStorageIfAvailable { of(UnsafeRawBufferPointer($0)) }
        return hash ?? Array(text.utf8).withUnsafeBytes { of($0) }
    }
}
