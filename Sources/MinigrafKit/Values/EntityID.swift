/// A 128-bit entity id. A keyword's id is the version 5 UUID of its whole text (colon included) in the OID namespace.
struct EntityID: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id of the 16 bytes in textual order; `nil` for another count.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            if index < 8 {
                halves.0 = halves.0 << 8 | UInt64(byte)
            } else {
                halves.1 = halves.1 << 8 | UInt64(byte)
            }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// Reads hyphenated, bare, braced and `urn:uuid:` forms, in either case.
    init?(text: String) {
        var digits = Array(text.utf8)
        let prefix = Array("urn:uuid:".utf8)
        if digits.count == 45, digits.prefix(9).elementsEqual(prefix) {
            digits.removeFirst(9)
            guard digits.count == 36 else { return nil }
        } else if digits.count == 38, digits.first == UInt8(ascii: "{"), digits.last == UInt8(ascii: "}") {
            digits = Array(digits[1..<37])
        }
        if digits.count == 36 {
            for place in [8, 13, 18, 23] where digits[place] != UInt8(ascii: "-") { return nil }
            digits = digits.enumerated().filter { ![8, 13, 18, 23].contains($0.offset) }.map(\.element)
        }
        guard digits.count == 32 else { return nil }
        var halves: [UInt64] = [0, 0]
        for (index, digit) in digits.enumerated() {
            guard let value = EntityID.hexValue(digit) else { return nil }
            halves[index / 16] = halves[index / 16] << 4 | UInt64(value)
        }
        self.init(high: halves[0], low: halves[1])
    }

    /// The permanent id of the entity that a keyword names.
    init(keyword: String) {
        let id = keyword.utf8.withContiguousStorageIfAvailable { EntityID(keyword: UnsafeRawBufferPointer($0)) }
        self = id ?? Array(keyword.utf8).withUnsafeBytes { EntityID(keyword: $0) }
    }

    /// - Parameter keyword: The keyword's UTF-8.
    init(keyword: UnsafeRawBufferPointer) {
        let words = SHA1.digest(Self.namespace, keyword)
        let high = UInt64(words.0) << 32 | UInt64(words.1)
        let low = UInt64(words.2) << 32 | UInt64(words.3)
        self.init(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The OID namespace.
    private static let namespace: [UInt8] = [
        0x6b, 0xa7, 0xb8, 0x12, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
    ]

    var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(16)
        for half in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
            }
        }
        return result
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit &- 0x30
        case 0x41...0x46: digit &- 0x37
        case 0x61...0x66: digit &- 0x57
        default: nil
        }
    }
}

extension EntityID: CustomStringConvertible {
    /// Lower-case, hyphenated.
    var description: String {
        var text: [UInt8] = []
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the 36 bytes of `description`.
    func write(to text: inout [UInt8]) {
        let digits: StaticString = "0123456789abcdef"
        digits.withUTF8Buffer { digit in
            for index in 0..<16 {
                let byte = UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                text.append(digit[Int(byte >> 4)])
                text.append(digit[Int(byte & 15)])
            }
        }
    }
}

extension EntityID: Comparable {
    static func < (left: EntityID, right: EntityID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// SHA-1, needed for version 5 UUIDs only.
enum SHA1 {
    typealias Words = (UInt32, UInt32, UInt32, UInt32, UInt32)

    /// The digest of the two parts of a message, one after the other.
    static func digest(_ first: [UInt8], _ second: UnsafeRawBufferPointer) -> Words {
        var state: Words = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
        let count = first.count + second.count
        let byteCount = (count + 9 + 63) / 64 * 64
        withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 8) { message in
            // The parts, a one bit, zeros, and the length in bits.
            message.copyBytes(from: first)
            UnsafeMutableRawBufferPointer(rebasing: message[first.count...]).copyMemory(from: second)
            message[count] = 0x80
            for place in (count + 1)..<byteCount { message[place] = 0 }
            message.storeBytes(
                of: (UInt64(count) &* 8).bigEndian, toByteOffset: byteCount - 8, as: UInt64.self)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
                for block in stride(from: 0, to: byteCount, by: 64) {
                    for word in 0..<16 {
                        words[word] = UInt32(
                            bigEndian: message.loadUnaligned(fromByteOffset: block + word * 4, as: UInt32.self))
                    }
                    for word in 16..<80 {
                        let mixed = words[word - 3] ^ words[word - 8] ^ words[word - 14] ^ words[word - 16]
                        words[word] = mixed << 1 | mixed >> 31
                    }
                    mix(words, &state)
                }
            }
        }
        return state
    }

    private static func mix(_ words: UnsafeMutableBufferPointer<UInt32>, _ state: inout Words) {
        var (a, b, c, d, e) = state
        @inline(__always)
        func step(_ function: UInt32, _ constant: UInt32, _ word: UInt32) {
            let rotated = a << 5 | a >> 27
            let next = rotated &+ function &+ e &+ constant &+ word
            (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
        }
        for index in 0..<20 { step(b & c | ~b & d, 0x5A82_7999, words[index]) }
        for index in 20..<40 { step(b ^ c ^ d, 0x6ED9_EBA1, words[index]) }
        for index in 40..<60 { step(b & c | b & d | c & d, 0x8F1B_BCDC, words[index]) }
        for index in 60..<80 { step(b ^ c ^ d, 0xCA62_C1D6, words[index]) }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
}
