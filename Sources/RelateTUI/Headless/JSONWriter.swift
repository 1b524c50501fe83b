/// Appends JSON to a buffer of bytes. The caller places commas and brackets.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// Appends text that is JSON already.
    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func newline() { bytes.append(0x0A) }

    mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    mutating func integer(_ value: some FixedWidthInteger) {
        if value >= 0, value < 10 {
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value))
        } else {
            append(value.description)
        }
    }

    /// A number; what JSON has no number for becomes a string: `"NaN"`, `"Infinity"`, `"-Infinity"`.
    mutating func number(_ value: Double) {
        if value.isFinite {
            append(value.description)
        } else {
            raw("\"")
            append(Self.text(of: value))
            raw("\"")
        }
    }

    /// The shortest text that reads back as `value`.
    static func text(of value: Double) -> String {
        if value.isFinite { return value.description }
        return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    }

    /// `"name":`
    mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// A string in quotes. Beyond what JSON asks, DEL and the C1 controls are escaped, because a terminal may obey them.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                let isC1 = byte == 0xC2 && index + 1 < utf8.count && utf8[index + 1] < 0xA0
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || isC1
                else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                start = index + (isC1 ? 2 : 1)
                escape(isC1 ? utf8[index + 1] : byte)
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends text as it is.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Hands over what was written and begins anew, with the same memory.
    mutating func drain(_ take: ([UInt8]) throws -> Void) rethrows {
        defer { bytes.removeAll(keepingCapacity: true) }
        try take(bytes)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x08: raw("\\b")
        case 0x0C: raw("\\f")
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            raw("\\u00")
            for digit in [byte >> 4, byte & 0x0F] {
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
