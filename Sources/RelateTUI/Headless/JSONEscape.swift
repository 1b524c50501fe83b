/// What a backslash in a JSON string begins.
///
/// - Source: RFC 8259, section 7.
enum JSONEscape {
    /// Appends what the escape stands for, in UTF-8.
    ///
    /// - Parameter position: Behind the backslash; goes behind the escape, or to what is wrong with it.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int, into text: inout [UInt8]
    ) throws(JSONError) {
        guard position < bytes.count else {
            throw JSONError(message: "the text ends inside a string", offset: position)
        }
        let start = position - 1
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal(bytes, at: &position)
            if (0xD800..<0xDC00).contains(code), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                let low = try hexadecimal(bytes, at: &position)
                if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw JSONError(message: "a surrogate without its partner is no character", offset: start)
            }
            text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default:
            throw JSONError(message: "there is no such escape in JSON", offset: start)
        }
    }

    /// Four hexadecimal digits.
    private static func hexadecimal(
        _ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int
    ) throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
            else { throw JSONError(message: "four hexadecimal digits are due after \\u", offset: position) }
            code = code << 4 | UInt32(truncatingIfNeeded: digit)
            position += 1
        }
        return code
    }
}
