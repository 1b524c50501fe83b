/// Numbers as Cypher writes and reads them.
package enum NumberText {
    /// The fewest digits that read back as the same number, laid out as Java does: plain from 0.001 to below 10,000,000, else
    /// with an exponent, always with a digit on both sides of the point: `1.0`, `1.0E10`, `1.5E-7`.
    package static func text(of value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
        let (digits, pointPlace) = shortestDigits(value.magnitude)
        var text = value < 0 ? "-" : ""
        // `pointPlace` digits stand before the point.
        if pointPlace > 7 || pointPlace < -2 {
            text.unicodeScalars.append(scalar(digits[0]))
            text += "."
            append(digits.count > 1 ? digits[1...] : [0], to: &text)
            text += "E\(pointPlace - 1)"
        } else if pointPlace <= 0 {
            text += "0." + String(repeating: "0", count: -pointPlace)
            append(digits[...], to: &text)
        } else {
            append(digits.prefix(pointPlace), to: &text)
            text += String(repeating: "0", count: max(0, pointPlace - digits.count)) + "."
            append(digits.count > pointPlace ? digits[pointPlace...] : [0], to: &text)
        }
        return text
    }

    private static func scalar(_ digit: UInt8) -> Unicode.Scalar { Unicode.Scalar(UInt8(ascii: "0") + digit) }

    private static func append(_ digits: ArraySlice<UInt8>, to text: inout String) {
        for digit in digits { text.unicodeScalars.append(scalar(digit)) }
    }

    /// The digits of Swift's own shortest text, without zeros at either end, and how many stand before the point (0 or
    /// less: that many zeros follow the point).
    static func shortestDigits(_ value: Double) -> (digits: [UInt8], pointPlace: Int) {
        var digits: [UInt8] = []
        var place: Int?
        var exponent = 0
        var bytes = value.description.utf8[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "."): place = digits.count
            case UInt8(ascii: "e"):
                exponent = Int(String(Substring(bytes))) ?? 0
                bytes = bytes[bytes.endIndex...]
            default: digits.append(byte &- UInt8(ascii: "0"))
            }
        }
        var pointPlace = (place ?? digits.count) + exponent
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(min(zeros, digits.count - 1))
        pointPlace -= zeros
        return (digits, pointPlace)
    }

    /// What `toFloat()` reads: a decimal number with an optional sign, fraction and exponent, blanks around it, or `NaN` and
    /// `Infinity`.
    package static func float(in text: String) -> Double? {
        let trimmed = text.trimmingASCIISpace
        var rest = trimmed.utf8[...]
        if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { rest.removeFirst() }
        let unsigned = String(Substring(rest))
        if unsigned.hasSameBytes(as: "NaN") { return .nan }
        if unsigned.hasSameBytes(as: "Infinity") {
            return trimmed.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity
        }
        // Double.init takes more than that: hexadecimal, "inf", "nan(…)".
        let isPlain = rest.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isPlain, rest.contains(where: { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
        return Double(trimmed)
    }

    package enum IntegerReading: Equatable {
        case integer(Int64)
        case outOfRange
        case unreadable
    }

    /// What `toInteger()` reads: a decimal number, whose fraction is dropped without rounding it to a float first.
    package static func integer(in text: String) -> IntegerReading {
        if let integer = Int64(text) { return .integer(integer) }
        let bytes = Array(text.utf8)
        var index = 0
        var isNegative = false
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        var digits: [UInt8] = []
        var pointPlace: Int?
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits.append(byte - UInt8(ascii: "0"))
            } else if byte == UInt8(ascii: "."), pointPlace == nil {
                pointPlace = digits.count
            } else {
                break
            }
            index += 1
        }
        guard !digits.isEmpty else { return .unreadable }
        var exponent = 0
        if index < bytes.count {
            guard bytes[index] == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "E"),
                let parsed = Int(String(decoding: bytes[(index + 1)...], as: UTF8.self))
            else { return .unreadable }
            exponent = parsed
        }
        return whole(digits, pointPlace: pointPlace ?? digits.count, exponent: exponent, isNegative: isNegative)
    }

    private static func whole(
        _ digits: [UInt8], pointPlace: Int, exponent: Int, isNegative: Bool
    ) -> IntegerReading {
        guard digits.contains(where: { $0 != 0 }) else { return .integer(0) }
        let (place, isOverflowing) = pointPlace.addingReportingOverflow(exponent)
        if isOverflowing { return exponent > 0 ? .outOfRange : .integer(0) }
        var value: Int64 = 0
        var index = 0
        while index < place {
            let digit = index < digits.count ? Int64(digits[index]) : 0
            let (tenfold, overflow1) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) =
                isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            if overflow1 || overflow2 { return .outOfRange }
            value = sum
            index += 1
            // Only zeros are left of a value that is still 0: they may be many.
            if value == 0, index >= digits.count { break }
        }
        return .integer(value)
    }
}

extension String {
    /// Without the control characters and blanks (up to U+0020) at both ends.
    package var trimmingASCIISpace: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
