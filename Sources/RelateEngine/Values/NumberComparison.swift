/// Integers and floats compared by what they stand for, never by rounding one to the other: 2^53 + 1 is above 2.0^53.
package enum NumberComparison {
    /// Below, at or above 0; `nil` where `float` is NaN.
    @inlinable
    package static func order(_ integer: Int64, _ float: Double) -> Int? {
        guard !float.isNaN else { return nil }
        // 2^63 is a Double, Int64.max is none: everything from there on is above every integer.
        if float >= 0x1p63 { return -1 }
        if float < -0x1p63 { return 1 }
        let whole = Int64(float)
        if integer != whole { return integer < whole ? -1 : 1 }
        let fraction = float - Double(whole)
        return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
    }

    /// The integer that equals `float`, where there is one.
    @inlinable
    package static func integer(equalTo float: Double) -> Int64? { Int64(exactly: float) }
}
