/// Bytes that end before what they announce, or say something that cannot be.
package struct ByteError: Error, Equatable, Sendable {
    package let offset: Int

    package init(offset: Int) {
        self.offset = offset
    }
}

/// Reads numbers and texts; every length is checked first.
package struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private let end: Int
    package private(set) var offset: Int

    package init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = min(max(0, end ?? bytes.count), bytes.count)
        offset = max(0, start)
    }

    package var remaining: Int { max(0, end - offset) }

    package mutating func take(_ count: Int) throws(ByteError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw ByteError(offset: offset) }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    package mutating func byte() throws(ByteError) -> UInt8 {
        guard remaining >= 1 else { throw ByteError(offset: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Little-endian.
    package mutating func fixed<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) throws(ByteError) -> Number {
        var value: Number = 0
        for (index, byte) in try take(Number.bitWidth / 8).enumerated() {
            value |= Number(byte) << Number(index * 8)
        }
        return value
    }

    /// Seven bits a byte, low group first.
    package mutating func varint() throws(ByteError) -> UInt64 {
        var value: UInt64 = 0
        for group in 0..<10 {
            let byte = try self.byte()
            if group == 9, byte > 1 { throw ByteError(offset: offset) }
            value |= UInt64(byte & 0x7F) << UInt64(group * 7)
            if byte & 0x80 == 0 { return value }
        }
        throw ByteError(offset: offset)
    }

    /// Zigzag in a varint.
    package mutating func signedVarint() throws(ByteError) -> Int64 {
        let raw = try varint()
        return Int64(bitPattern: raw >> 1) ^ (0 &- Int64(bitPattern: raw & 1))
    }

    /// A varint length and that much UTF-8.
    package mutating func text() throws(ByteError) -> String {
        let start = offset
        let count = try varint()
        guard count <= UInt64(remaining) else { throw ByteError(offset: start) }
        guard let text = String(validating: try take(Int(count)), as: UTF8.self) else { throw ByteError(offset: start) }
        return text
    }
}

/// Collects bytes.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

    package mutating func zeros(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        self.bytes.append(contentsOf: bytes)
    }

    package mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func fixed(_ value: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Puts a number, little-endian, over bytes that are there.
    package mutating func overwrite(_ value: UInt32, at offset: Int) {
        for byte in 0..<4 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(byte * 8)) }
    }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func signedVarint(_ value: Int64) {
        varint(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    package mutating func text(_ text: String) {
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
