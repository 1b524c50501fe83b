/// A position in a short ASCII text, and the steps that the temporal parsers take through it.
struct ByteScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some Collection<UInt8>) {
        bytes = Array(text)
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }
    var byteCount: Int { bytes.count }
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The byte `distance` after the next one.
    func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    mutating func advance() { position = min(position + 1, bytes.count) }

    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    mutating func back(to position: Int) { self.position = max(0, min(position, bytes.count)) }

    /// Steps over `character` if it is next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    /// How many digits come next.
    var digitCount: Int {
        var end = position
        while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
        return end - position
    }

    /// As many digits as there are, within `digits`; `nil`, and no step, when there are fewer, or the number overflows.
    mutating func number(digits: ClosedRange<Int>) -> Int64? {
        let start = position
        var value: Int64 = 0
        while position - start < digits.upperBound, let byte = peek, Self.isDigit(byte) {
            let (product, overflow1) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            if overflow1 || overflow2 {
                position = start
                return nil
            }
            value = sum
            position += 1
        }
        if position - start < digits.lowerBound {
            position = start
            return nil
        }
        return value
    }

    /// The digits after a decimal point, as nanoseconds of a second; digits past the ninth are read and dropped.
    mutating func nanosecondFraction() -> Int64? {
        guard digitCount > 0 else { return nil }
        var value: Int64 = 0
        var places = 0
        while let byte = peek, Self.isDigit(byte) {
            if places < 9 {
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                places += 1
            }
            position += 1
        }
        while places < 9 {
            value *= 10
            places += 1
        }
        return value
    }

    /// What lies between two positions.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
