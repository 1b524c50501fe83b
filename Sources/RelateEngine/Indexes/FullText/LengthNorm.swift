/// A field's length, that is its number of terms, in a byte: exact below 40, then with four significant bits, rounded down.
///
/// - Source: Lucene's `SmallFloat.intToByte4`, so that scores are Neo4j's.
enum LengthNorm {
    /// Lengths that stand for themselves before the others begin.
    private static let exactCount: UInt32 = 24

    static func encode(_ length: Int) -> UInt8 {
        let length = UInt32(clamping: min(max(0, length), Int(Int32.max)))
        if length < exactCount { return UInt8(length) }
        let rest = length - exactCount
        let bits = UInt32(32 - rest.leadingZeroBitCount)
        if bits < 4 { return UInt8(exactCount + rest) }
        let shift = bits - 4
        return UInt8(exactCount + ((rest >> shift) & 7 | (shift + 1) << 3))
    }

    static func decode(_ byte: UInt8) -> Int {
        let value = UInt32(byte)
        if value < exactCount { return Int(value) }
        let (bits, exponent) = ((value - exactCount) & 7, (value - exactCount) >> 3)
        return Int(exactCount) + (exponent == 0 ? Int(bits) : Int(bits | 8) << Int(exponent - 1))
    }

    static let lengths: [Float] = (0..<256).map { Float(decode(UInt8($0))) }
}
