/// Integers as files write them: digits, perhaps with a minus before them.
enum DecimalInteger {
    /// No number of 64 bits has more, unless it begins with zeros.
    private static let digitsLimit = 19

    /// The integer that the bytes are. Zeros may stand before it, as `toInteger` takes them.
    ///
    /// - Returns: `nil` where something else stands there, 64 bits do not hold it, or there are more than 19 digits.
    @inline(__always)
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
        var place = isNegative ? 1 : 0
        let digits = bytes.count &- place
        guard digits > 0, digits <= digitsLimit else { return nil }
        // So many digits stay below 2^64.
        var number: UInt64 = 0
        while place < bytes.count {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ UInt64(digit)
            place &+= 1
        }
        guard number <= UInt64(Int64.max) &+ (isNegative ? 1 : 0) else { return nil }
        return Int64(bitPattern: isNegative ? 0 &- number : number)
    }

    /// The same where the bytes are the shortest way to write it: 7, and neither 007 nor -0.
    @inline(__always)
    static func shortest(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let first = bytes.first else { return nil }
        let start = first == UInt8(ascii: "-") ? 1 : 0
        if start < bytes.count, bytes[start] == UInt8(ascii: "0"), bytes.count > 1 { return nil }
        return value(bytes)
    }
}
