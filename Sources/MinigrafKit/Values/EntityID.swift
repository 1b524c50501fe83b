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
        let namespace: [UInt8] = [
            0x6b, 0xa7, 0xb8, 0x12, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
        ]
        let words = SHA1.digest(namespace + Array(keyword.utf8))
        let high = UInt64(words[0]) << 32 | UInt64(words[1])
        let low = UInt64(words[2]) << 32 | UInt64(words[3])
        self.init(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

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
        let digits: StaticString = "0123456789abcdef"
        var text: [UInt8] = []
        text.reserveCapacity(36)
        digits.withUTF8Buffer { digit in
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
                text.append(digit[Int(byte >> 4)])
                text.append(digit[Int(byte & 15)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension EntityID: Comparable {
    static func < (left: EntityID, right: EntityID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// SHA-1, needed for version 5 UUIDs only.
enum SHA1 {
    static func digest(_ message: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bitCount = UInt64(message.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        var words = [UInt32](repeating: 0, count: 80)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                let start = block + index * 4
                let upper = UInt32(padded[start]) << 24 | UInt32(padded[start + 1]) << 16
                words[index] = upper | UInt32(padded[start + 2]) << 8 | UInt32(padded[start + 3])
            }
            for index in 16..<80 {
                let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
                words[index] = mixed << 1 | mixed >> 31
            }
            mix(words, into: &state)
        }
        return state
    }

    private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let function: UInt32
            let constant: UInt32
            switch index {
            case 0..<20: (function, constant) = (b & c | ~b & d, 0x5A82_7999)
            case 20..<40: (function, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
            case 40..<60: (function, constant) = (b & c | b & d | c & d, 0x8F1B_BCDC)
            default: (function, constant) = (b ^ c ^ d, 0xCA62_C1D6)
            }
            let rotated = a << 5 | a >> 27
            let next = rotated &+ function &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
        }
        state[0] = state[0] &+ a
        state[1] = state[1] &+ b
        state[2] = state[2] &+ c
        state[3] = state[3] &+ d
        state[4] = state[4] &+ e
    }
}
