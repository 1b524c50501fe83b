/// Tells whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
    /// Where the first byte stands that begins no valid sequence; `nil` when all is well.
    static func firstInvalid(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = 0
            while position < bytes.count {
                let lead = bytes[position]
                if lead < 0x80 {
                    position += 1
                    continue
                }
                let length: Int
                // What the second byte may be, which rules out overlong forms, surrogates and what lies past U+10FFFF.
                let second: ClosedRange<UInt8>
                switch lead {
                case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
                case 0xE0: (length, second) = (3, 0xA0...0xBF)
                case 0xED: (length, second) = (3, 0x80...0x9F)
                case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
                case 0xF0: (length, second) = (4, 0x90...0xBF)
                case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
                case 0xF4: (length, second) = (4, 0x80...0x8F)
                default: return position
                }
                guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return position }
                for index in 2..<max(2, length) where bytes[position + index] & 0xC0 != 0x80 { return position }
                position += length
            }
            return nil
        }
    }
}
