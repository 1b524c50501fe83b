/// Reads durations from ISO 8601 text: `P12Y5M14DT16H12M70.5S`, `P2.5W`, `PT-3H`, `-P1D`, and the form of a date and time,
/// `P2012-02-02T14:37:21.545`. Every unit may have a sign and a fraction.
enum DurationParser {
    static func duration(_ text: String) throws(EngineError) -> DurationValue {
        var reader = DurationReader(text)
        return try reader.duration()
    }
}

private struct DurationReader {
    let text: String
    var scanner: ByteScanner
    var parts = FractionalDuration()

    private static let byteLimit = 400

    init(_ text: String) {
        self.text = text
        scanner = ByteScanner(text.utf8.prefix(Self.byteLimit))
    }

    private func invalid(_ reason: String) -> EngineError {
        .temporalTextInvalid(text, kind: "Duration", reason)
    }

    mutating func duration() throws(EngineError) -> DurationValue {
        let isNegative = scanner.skip("-")
        if !isNegative { _ = scanner.skip("+") }
        guard scanner.skip("P") else { throw invalid("a duration begins with P") }
        if isDateForm { try readDateForm() } else { try readUnits() }
        guard scanner.isAtEnd, text.utf8.count <= Self.byteLimit else {
            throw invalid("unexpected text from character \(scanner.position + 1) on")
        }
        let duration = try parts.duration()
        return isNegative ? try duration.negated() : duration
    }

    // MARK: Units

    private mutating func readUnits() throws(EngineError) {
        var count = 0
        var units = "YMWD".unicodeScalars[...]
        while !scanner.isAtEnd, scanner.peek != UInt8(ascii: "T") {
            let number = try number()
            switch try unit(&units) {
            case "Y": try parts.addMonths(number.whole, number.fraction, unitLength: 12)
            case "M": try parts.addMonths(number.whole, number.fraction)
            case "W": try parts.addDays(number.whole, number.fraction, unitLength: 7)
            default: try parts.addDays(number.whole, number.fraction)
            }
            count += 1
        }
        if scanner.skip("T") {
            let countOfDateUnits = count
            units = "HMS".unicodeScalars[...]
            while !scanner.isAtEnd {
                let number = try number()
                switch try unit(&units) {
                case "H": try parts.addSeconds(number.whole, number.fraction, unitLength: 3_600)
                case "M": try parts.addSeconds(number.whole, number.fraction, unitLength: 60)
                default: try parts.addSeconds(number.whole, number.fraction)
                }
                count += 1
            }
            if count == countOfDateUnits { throw invalid("after T come hours, minutes or seconds") }
        }
        if count == 0 { throw invalid("it has no unit") }
    }

    /// The next unit letter; each may come once, in order.
    private mutating func unit(_ units: inout Substring.UnicodeScalarView.SubSequence) throws(EngineError)
        -> Unicode.Scalar
    {
        while let unit = units.popFirst() {
            if scanner.skip(unit) { return unit }
        }
        throw invalid("a unit is missing, unknown or out of order at character \(scanner.position + 1)")
    }

    /// A whole number and a fraction, both with the number's sign.
    private mutating func number() throws(EngineError) -> (whole: Int64, fraction: Double) {
        let isNegative = scanner.skip("-")
        if !isNegative { _ = scanner.skip("+") }
        guard scanner.digitCount > 0 else { throw invalid("a number is missing at character \(scanner.position + 1)") }
        guard scanner.digitCount <= 19, let whole = scanner.number(digits: 1...19) else { throw .durationOverflow() }
        var fraction = 0.0
        if scanner.skip(".") || scanner.skip(",") {
            let places = scanner.digitCount
            guard places <= 18, let digits = scanner.number(digits: 1...18) else {
                throw invalid("a fraction has one to 18 digits")
            }
            var scale = 1.0
            for _ in 0..<places { scale *= 10 }
            fraction = Double(digits) / scale
        }
        return isNegative ? (-whole, -fraction) : (whole, fraction)
    }

    // MARK: Date and time

    /// `2012-…` or eight digits, perhaps with a time.
    private var isDateForm: Bool {
        var lookahead = scanner
        let digits = lookahead.digitCount
        for _ in 0..<digits { lookahead.advance() }
        if digits == 4, lookahead.peek == UInt8(ascii: "-") { return true }
        return digits == 8 && (lookahead.isAtEnd || lookahead.peek == UInt8(ascii: "T"))
    }

    private mutating func readDateForm() throws(EngineError) {
        guard let years = scanner.number(digits: 4...4) else { throw invalid("years have four digits") }
        let isExtended = scanner.skip("-")
        let months = try field("months", limit: 12)
        if isExtended, !scanner.skip("-") { throw invalid("days are missing") }
        let days = try field("days", limit: 31)
        try parts.addMonths(years * 12 + months, 0)
        try parts.addDays(days, 0)
        if scanner.skip("T") { try readClock() }
    }

    private mutating func readClock() throws(EngineError) {
        var seconds = try field("hours", limit: 24) * 3_600
        var fraction = 0.0
        let isExtended = scanner.skip(":")
        if isExtended || scanner.digitCount > 0 {
            seconds += try field("minutes", limit: 60) * 60
            if isExtended ? scanner.skip(":") : scanner.digitCount > 0 {
                seconds += try field("seconds", limit: 60)
                if scanner.skip(".") || scanner.skip(",") {
                    guard scanner.digitCount <= 9, let nanoseconds = scanner.nanosecondFraction() else {
                        throw invalid("a fraction of a second has one to nine digits")
                    }
                    fraction = Double(nanoseconds) / 1e9
                }
            }
        }
        try parts.addSeconds(seconds, fraction)
    }

    private mutating func field(_ name: String, limit: Int64) throws(EngineError) -> Int64 {
        guard let number = scanner.number(digits: 2...2) else { throw invalid("\(name) have two digits") }
        guard number <= limit else { throw invalid("\(name) are at most \(limit) in this form") }
        return number
    }
}
