/// The bytes of plain words: those of ASCII, which is all that most texts have. Readers of plain texts leave any other to
/// `FormReader`, which knows the whole language and names every fault.
enum PlainWords {
    enum Number {
        case integer(Int64)
        case float(Double)
    }

    private static let isWord: [Bool] = {
        var isWord = [Bool](repeating: false, count: 256)
        for byte in FormLexer.nameBytes { isWord[Int(byte)] = true }
        return isWord
    }()

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == UInt8(ascii: ",")
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    static func isWordByte(_ byte: UInt8) -> Bool { isWord[Int(byte)] }

    /// The end of the word bytes from `start` on.
    @inline(__always)
    static func wordEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        isWord.withUnsafeBufferPointer { isWord in
            while end < bytes.count, isWord[Int(bytes[end])] { end += 1 }
        }
        return end
    }

    /// The number from `start` on, and where it ends; `nil` where it is none, or too large.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (number: Number, end: Int)? {
        var end = start
        let isNegative = bytes[start] == UInt8(ascii: "-")
        if isNegative { end += 1 }
        let digits = end
        var value: Int64 = 0
        var isTooLarge = false
        while end < bytes.count, isDigit(bytes[end]) {
            let digit = Int64(bytes[end] &- UInt8(ascii: "0"))
            let (tens, first) = value.multipliedReportingOverflow(by: 10)
            let (sum, second) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            isTooLarge = isTooLarge || first || second
            value = sum
            end += 1
        }
        if end == digits { return nil }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ".") else {
            return isTooLarge ? nil : (.integer(value), end)
        }
        end += 1
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return Double(text.hasSuffix(".") ? text + "0" : text).map { (.float($0), end) }
    }
}
