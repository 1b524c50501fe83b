/// Reads one JSON document (RFC 8259) from bytes; strict, and bounded in depth.
///
/// Integers up to 64 bits are exact. An escaped surrogate without its partner is refused, because no Unicode string can
/// hold it.
struct JSONReader {
    /// How deep arrays and objects may nest; protects the stack.
    static let depthLimit = 512

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// Of the object read last: the next one may have as many.
    private var memberCount = 0
    /// Arrays of objects may become tables.
    private let makesRows: Bool

    private init(_ bytes: [UInt8], makesRows: Bool) {
        self.bytes = bytes
        self.makesRows = makesRows
    }

    /// The one value that `bytes` hold, with nothing but white space around it.
    ///
    /// - Parameter makesRows: Whether arrays of objects that have the same names and plain values may come as `.rows`.
    static func value(in bytes: [UInt8], makesRows: Bool = false) throws(JSONError) -> JSONValue {
        // Checked once for all, so that each string can be cut out without another look.
        if let offset = UTF8Check.firstInvalid(in: bytes) {
            throw JSONError(message: "the text is not UTF-8", offset: offset)
        }
        var reader = JSONReader(bytes, makesRows: makesRows)
        reader.skipSpace()
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("there is more after the value") }
        return value
    }

    static func value(in text: String) throws(JSONError) -> JSONValue { try value(in: Array(text.utf8)) }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard position < bytes.count else { throw error("the text ends where a value is due") }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.array() }
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("no value begins with this character")
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        if makesRows, depth < Self.depthLimit,
            let table = bytes.withUnsafeBufferPointer({ JSONRows.table(in: $0, at: &position) })
        {
            return .rows(table)
        }
        position += 1
        var items: [JSONValue] = []
        skipSpace()
        if accept(UInt8(ascii: "]")) { return .array(items) }
        while true {
            skipSpace()
            items.append(try value())
            skipSpace()
            if accept(UInt8(ascii: ",")) { continue }
            guard accept(UInt8(ascii: "]")) else { throw error("',' or ']' is due in an array") }
            return .array(items)
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        position += 1
        var members: [JSONMember] = []
        skipSpace()
        if accept(UInt8(ascii: "}")) { return .object(members) }
        members.reserveCapacity(memberCount)
        while true {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                throw error("a name in double quotes is due in an object")
            }
            let name = try string()
            skipSpace()
            guard accept(UInt8(ascii: ":")) else { throw error("':' is due after a name") }
            skipSpace()
            members.append(JSONMember(name: name, value: try value()))
            skipSpace()
            if accept(UInt8(ascii: ",")) { continue }
            guard accept(UInt8(ascii: "}")) else { throw error("',' or '}' is due in an object") }
            memberCount = min(members.count, 64)
            return .object(members)
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let start = position
        for index in 0..<text.utf8CodeUnitCount {
            guard position < bytes.count, bytes[position] == text.utf8Start[index] else {
                throw JSONError(message: "no such word; JSON has true, false and null", offset: start)
            }
            position += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = accept(UInt8(ascii: "-"))
        let firstDigit = position
        var magnitude: Int64 = 0
        var overflows = false
        while let digit = digit() {
            // Gathered as a negative number, so that -2^63 fits.
            let (tenfold, first) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, second) = tenfold.subtractingReportingOverflow(Int64(digit))
            overflows = overflows || first || second
            magnitude = sum
        }
        guard position > firstDigit else { throw error("a digit is due in a number") }
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
            throw JSONError(message: "a number must not begin with 0", offset: firstDigit)
        }
        let isDecimal = try fraction()
        if isDecimal {
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            guard let value = Double(text), value.isFinite else {
                throw JSONError(message: "the number exceeds the range of a double", offset: start)
            }
            return .decimal(value)
        }
        if !overflows, isNegative { return .integer(magnitude) }
        if !overflows, magnitude != Int64.min { return .integer(-magnitude) }
        return .hugeInteger(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Skips fraction and exponent; whether there was one of them.
    private mutating func fraction() throws(JSONError) -> Bool {
        var isDecimal = false
        if accept(UInt8(ascii: ".")) {
            isDecimal = true
            guard digit() != nil else { throw error("a digit is due after '.'") }
            while digit() != nil {}
        }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            isDecimal = true
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            guard digit() != nil else { throw error("a digit is due in an exponent") }
            while digit() != nil {}
        }
        return isDecimal
    }

    private mutating func digit() -> UInt8? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        position += 1
        return digit
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        skipPlain()
        if accept(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<position - 1], as: UTF8.self) }
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                    try JSONEscape.read(bytes, at: &position, into: &text)
                }
            case 0..<0x20:
                throw error("a control character must be escaped in a string")
            default:
                let plain = position
                skipPlain()
                text += bytes[plain..<position]
            }
        }
        throw error("the text ends inside a string")
    }

    /// To the next byte of a string that is not simply itself.
    private mutating func skipPlain() {
        bytes.withUnsafeBufferPointer { bytes in
            while position < bytes.count {
                let byte = bytes[position]
                guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
                position += 1
            }
        }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func error(_ message: String) -> JSONError { JSONError(message: message, offset: position) }
}
