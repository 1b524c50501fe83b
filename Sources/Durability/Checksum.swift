/// Reflected 32-bit cyclic redundancy checks, eight bytes a step.
package struct Checksum: Sendable {
    /// As in zip and PNG.
    package static let crc32 = Checksum(polynomial: 0xEDB8_8320)
    /// Castagnoli's, as in iSCSI.
    package static let crc32C = Checksum(polynomial: 0x82F6_3B78)

    private let table: [UInt32]

    private init(polynomial: UInt32) {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
            table[byte] = value
        }
        for slice in 1..<8 {
            for byte in 0..<256 {
                let previous = table[(slice - 1) * 256 + byte]
                table[slice * 256 + byte] = previous >> 8 ^ table[Int(previous & 0xFF)]
            }
        }
        self.table = table
    }

    /// The checksum of `bytes`, going on from that of the bytes before them.
    package func of(_ bytes: some Collection<UInt8>, after previous: UInt32 = 0) -> UInt32 {
        let whole: UInt32? = bytes.withContiguousStorageIfAvailable { run($0, previous) }
        return whole ?? Array(bytes).withUnsafeBufferPointer { run($0, previous) }
    }

    private func run(_ bytes: UnsafeBufferPointer<UInt8>, _ previous: UInt32) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var value = ~previous
            var place = 0
            while place + 8 <= bytes.count {
                let low =
                    value ^ UInt32(bytes[place]) ^ UInt32(bytes[place + 1]) << 8 ^ UInt32(bytes[place + 2]) << 16
                    ^ UInt32(bytes[place + 3]) << 24
                var mixed = table[7 * 256 + Int(low & 0xFF)] ^ table[6 * 256 + Int(low >> 8 & 0xFF)]
                mixed ^= table[5 * 256 + Int(low >> 16 & 0xFF)] ^ table[4 * 256 + Int(low >> 24)]
                mixed ^= table[3 * 256 + Int(bytes[place + 4])] ^ table[2 * 256 + Int(bytes[place + 5])]
                mixed ^= table[256 + Int(bytes[place + 6])] ^ table[Int(bytes[place + 7])]
                value = mixed
                place += 8
            }
            while place < bytes.count {
                value = value >> 8 ^ table[Int((value ^ UInt32(bytes[place])) & 0xFF)]
                place += 1
            }
            return ~value
        }
    }
}
