/// The bytes of one record; every length is checked, and `nil` says that it cannot be.
struct RecordBytes {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private var place: Int

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
        self.bytes = bytes
        self.end = end
        place = start
    }

    @inline(__always)
    mutating func byte() -> UInt8? {
        guard place < end else { return nil }
        place += 1
        return bytes[place - 1]
    }

    @inline(__always)
    mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while place < end {
            let byte = bytes[place]
            place += 1
            if shift == 63, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
            if shift > 63 { return nil }
        }
        return nil
    }

    @inline(__always)
    mutating func signedVarint() -> Int64? {
        varint().map { Int64(bitPattern: $0 >> 1) ^ (0 &- Int64(bitPattern: $0 & 1)) }
    }

    mutating func fixed() -> UInt64? {
        guard end - place >= 8 else { return nil }
        defer { place += 8 }
        return bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
    }

    @inline(__always)
    mutating func text() -> UnsafeRawBufferPointer? {
        guard let count = varint(), count <= UInt64(end - place) else { return nil }
        defer { place += Int(count) }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + Int(count))])
    }

    @inline(__always)
    mutating func entity() -> EntityID? {
        guard varint() == 16, end - place >= 16 else { return nil }
        defer { place += 16 }
        return EntityID(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)))
    }
}
