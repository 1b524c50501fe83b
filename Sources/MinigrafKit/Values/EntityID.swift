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
            for index in 0..<16 {
                let byte = UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
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
        var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
        )
        let blocks = (message.count + 9 + 63) / 64
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
            message.withUnsafeBufferPointer { message in
                for block in 0..<blocks {
                    fill(words, message, block: block, isLast: block == blocks - 1)
                    mix(words, &state)
                }
            }
        }
        return [state.0, state.1, state.2, state.3, state.4]
    }

    /// The sixteen words of a block, padded with a one bit, zeros and the length in bits, and the 64 made of them.
    private static func fill(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ message: UnsafeBufferPointer<UInt8>, block: Int, isLast: Bool
    ) {
        let start = block * 64
        for word in 0..<16 {
            var value: UInt32 = 0
            for byte in 0..<4 {
                let place = start + word * 4 + byte
                let next: UInt8 = place < message.count ? message[place] : place == message.count ? 0x80 : 0
                value = value << 8 | UInt32(next)
            }
            words[word] = value
        }
        if isLast {
            let bits = UInt64(message.count) &* 8
            words[14] = UInt32(truncatingIfNeeded: bits >> 32)
            words[15] = UInt32(truncatingIfNeeded: bits)
        }
        for word in 16..<80 {
            let mixed = words[word - 3] ^ words[word - 8] ^ words[word - 14] ^ words[word - 16]
            words[word] = mixed << 1 | mixed >> 31
        }
    }

    private static func mix(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
    ) {
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
