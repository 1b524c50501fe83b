/// Writes results as JSON, in the number format of the original.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func value(_ value: Value) {
        switch value {
        case .null: raw("null")
        case .bool(let flag): flag ? raw("true") : raw("false")
        case .int(let number): integer(number)
        case .float(let bits): bytes.append(contentsOf: Self.number(Double(bitPattern: bits)).utf8)
        case .text(let text), .keyword(let text): string(text)
        case .ref(let id):
            raw("\"")
            id.write(to: &bytes)
            raw("\"")
        case .set(let members):
            raw("[")
            for (index, member) in members.enumerated() {
                if index > 0 { raw(",") }
                self.value(member)
            }
            raw("]")
        }
    }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    private mutating func integer(_ number: Int64) {
        if number < 0 { raw("-") }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    mutating func string(_ text: String) {
        raw("\"")
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { text in
            // Most texts have nothing to be escaped.
            if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                bytes.append(contentsOf: text)
            } else {
                escaped(text)
            }
        }
        if isDone == nil { escaped(text.utf8) }
        raw("\"")
    }

    private mutating func escaped(_ text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x08: raw("\\b")
            case 0x09: raw("\\t")
            case 0x0A: raw("\\n")
            case 0x0C: raw("\\f")
            case 0x0D: raw("\\r")
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                raw("\\u00")
                if digits.utf8.count < 2 { raw("0") }
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(byte)
            }
        }
    }

    /// Plain decimal from 1e-5 up to 1e16, exponents beyond, `null` where JSON has no number.
    static func number(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let text = number.description
        guard let exponentAt = text.firstIndex(of: "e") else {
            let magnitude = number.magnitude
            if magnitude >= 1e16 { return exponentForm(plain: text) }
            return text.contains(".") ? text : text + ".0"
        }
        let exponent = Int(text[text.index(after: exponentAt)...]) ?? 0
        var mantissa = String(text[..<exponentAt])
        if number.magnitude >= 1e-5, number.magnitude < 1e16 { return plainForm(mantissa, exponent) }
        if mantissa.hasSuffix(".0") { mantissa.removeLast(2) }
        return mantissa + (exponent >= 0 ? "e+\(exponent)" : "e\(exponent)")
    }

    private static func exponentForm(plain text: String) -> String {
        let isNegative = text.hasPrefix("-")
        var digits = text.drop { $0 == "-" }.prefix { $0 != "." }
        let exponent = digits.count - 1
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        let rest = digits.dropFirst()
        let mantissa = rest.isEmpty ? String(digits) : String(digits.prefix(1)) + "." + rest
        return (isNegative ? "-" : "") + mantissa + "e+\(exponent)"
    }

    private static func plainForm(_ mantissa: String, _ exponent: Int) -> String {
        let sign = mantissa.hasPrefix("-") ? "-" : ""
        let parts = mantissa.drop { $0 == "-" }.split(separator: ".")
        var digits = parts.joined()
        if parts.count == 2, parts[1] == "0" { digits = String(parts[0]) }
        if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
        if digits.count <= exponent + 1 {
            return sign + digits + String(repeating: "0", count: exponent + 1 - digits.count) + ".0"
        }
        let split = digits.index(digits.startIndex, offsetBy: exponent + 1)
        return sign + digits[..<split] + "." + digits[split...]
    }
}
