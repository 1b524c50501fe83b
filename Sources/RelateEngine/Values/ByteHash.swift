/// Hashes of byte strings: multiply and fold, eight bytes at a time, as wyhash does; seeded, so that no input can aim at one
/// place of a table.
struct ByteHash: Sendable {
    private let seed = UInt64.random(in: 0 ... .max)

    func callAsFunction(_ text: String) -> UInt32 { text.withBytes { self($0) } }

    func callAsFunction(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash = seed ^ (UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15)
        var remaining = bytes.count
        if let start = bytes.baseAddress {
            var cursor = UnsafeRawPointer(start)
            while remaining >= 8 {
                hash = Self.fold(hash ^ cursor.loadUnaligned(as: UInt64.self), 0xA076_1D64_78BD_642F)
                cursor += 8
                remaining -= 8
            }
            var tail: UInt64 = 0
            for index in 0..<remaining {
                tail |= UInt64(cursor.load(fromByteOffset: index, as: UInt8.self)) << UInt64(8 * index)
            }
            hash = Self.fold(hash ^ tail, 0xE703_7ED1_A0B4_28DB)
        }
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
