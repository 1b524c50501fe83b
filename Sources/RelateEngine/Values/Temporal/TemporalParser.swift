/// Reads instants from ISO 8601 text: calendar, week, quarter and ordinal dates, extended (`2015-07-21T21:40`) and basic
/// (`20150721T2140`), with as few parts as the writer knows; what is left out is the first of its kind.
enum TemporalParser {
    static func date(_ text: String) throws(EngineError) -> DateValue {
        var reader = TemporalReader(text, kind: .date)
        let date = try reader.date()
        try reader.expectEnd()
        return date
    }

    static func localTime(_ text: String) throws(EngineError) -> LocalTimeValue {
        var reader = TemporalReader(text, kind: .localTime)
        reader.skipDesignator()
        let time = try reader.time()
        try reader.expectEnd()
        return time
    }

    /// `defaultOffset`: what holds where the text names none.
    static func time(_ text: String, defaultOffset: () throws(EngineError) -> Int32) throws(EngineError) -> TimeValue {
        var reader = TemporalReader(text, kind: .time)
        reader.skipDesignator()
        let time = try reader.time()
        let offset = try reader.offset()
        if reader.scanner.peek == UInt8(ascii: "[") {
            throw reader.invalid("a time without a date cannot have a named time zone, only an offset such as +01:00")
        }
        try reader.expectEnd()
        if let offset { return TimeValue(time, offsetSeconds: offset) }
        return TimeValue(time, offsetSeconds: try defaultOffset())
    }

    static func localDateTime(_ text: String) throws(EngineError) -> LocalDateTimeValue {
        var reader = TemporalReader(text, kind: .localDateTime)
        let dateTime = try reader.dateAndTime()
        try reader.expectEnd()
        return dateTime
    }

    /// `defaultZone`: what holds where the text names none.
    static func dateTime(
        _ text: String, defaultZone: () throws(EngineError) -> TimeZoneRule
    ) throws(EngineError) -> DateTimeValue {
        var reader = TemporalReader(text, kind: .dateTime)
        let local = try reader.dateAndTime()
        let offset = try reader.offset()
        let region = try reader.region()
        try reader.expectEnd()
        guard let region else {
            let rule: TimeZoneRule = if let offset { .offset(offset) } else { try defaultZone() }
            return try rule.resolve(local)
        }
        let value = try region.resolve(local, preferredOffset: offset)
        if let offset, value.offsetSeconds != offset {
            throw reader.invalid("the time zone does not have the offset \(offsetText(offset)) then")
        }
        return value
    }

    /// A zone as maps and clocks name it: an offset, or a region's name, in which spaces stand for underscores.
    static func zone(_ text: String) throws(EngineError) -> TimeZoneRule {
        var reader = TemporalReader(text, kind: .dateTime)
        if let first = text.utf8.first,
            [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(first) || text == "Z" || text == "z"
        {
            guard let offset = try? reader.offset(), reader.scanner.isAtEnd else { throw .timeZoneUnknown(text) }
            return .offset(offset)
        }
        return try region(named: text)
    }

    fileprivate static func region(named text: String) throws(EngineError) -> TimeZoneRule {
        let name = String(decoding: text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
        return .region(name, try ZoneDatabase.system.rules(for: name))
    }
}

/// The steps through one text.
private struct TemporalReader {
    let text: String
    let kind: TemporalKind
    var scanner: ByteScanner

    /// No valid text comes near it.
    private static let byteLimit = 200

    init(_ text: String, kind: TemporalKind) {
        self.text = text
        self.kind = kind
        scanner = ByteScanner(text.utf8.prefix(Self.byteLimit))
    }

    func invalid(_ reason: String) -> EngineError {
        .temporalTextInvalid(text, kind: kind.rawValue, reason)
    }

    func expectEnd() throws(EngineError) {
        guard scanner.isAtEnd, text.utf8.count <= Self.byteLimit else {
            throw invalid("unexpected text from character \(scanner.position + 1) on")
        }
    }

    mutating func dateAndTime() throws(EngineError) -> LocalDateTimeValue {
        let date = try date()
        guard scanner.skip("T") else { return LocalDateTimeValue(date, LocalTimeValue(nanosecondOfDay: 0)) }
        return LocalDateTimeValue(date, try time())
    }

    // MARK: Dates

    mutating func date() throws(EngineError) -> DateValue {
        let year = try year()
        if scanner.skip("-") {
            if scanner.skip("W") { return try weekDate(year, isExtended: true) }
            if scanner.skip("Q") { return try quarterDate(year, isExtended: true) }
            return scanner.digitCount == 3 ? try ordinalDate(year) : try calendarDate(year, isExtended: true)
        }
        if scanner.skip("W") { return try weekDate(year, isExtended: false) }
        if scanner.skip("Q") { return try quarterDate(year, isExtended: false) }
        switch scanner.digitCount {
        case 0: return try make(year, 1, 1)
        case 3: return try ordinalDate(year)
        default: return try calendarDate(year, isExtended: false)
        }
    }

    /// Four digits, or a sign and up to nine.
    private mutating func year() throws(EngineError) -> Int64 {
        let isNegative = scanner.skip("-")
        if isNegative || scanner.skip("+") {
            guard scanner.digitCount <= 9, let year = scanner.number(digits: 1...9) else {
                throw invalid("a year with a sign has one to nine digits")
            }
            return isNegative ? -year : year
        }
        guard let year = scanner.number(digits: 4...4) else {
            throw invalid("a date begins with a year of four digits")
        }
        return year
    }

    /// Behind the year: `-07-21`, `-07`, `0721`, `07`.
    private mutating func calendarDate(_ year: Int64, isExtended: Bool) throws(EngineError) -> DateValue {
        let digits = isExtended ? 1...2 : 2...2
        guard let month = scanner.number(digits: digits) else { throw invalid("a month has two digits") }
        if isExtended ? !scanner.skip("-") : scanner.digitCount == 0 { return try make(year, month, 1) }
        guard let day = scanner.number(digits: digits) else { throw invalid("a day of the month has two digits") }
        return try make(year, month, day)
    }

    private mutating func ordinalDate(_ year: Int64) throws(EngineError) -> DateValue {
        guard let day = scanner.number(digits: 3...3) else { throw invalid("a day of the year has three digits") }
        guard let date = DateValue(year: year, ordinalDay: day) else { throw noSuchDate() }
        return date
    }

    /// Behind the `W`: `30-2`, `302`, `30`.
    private mutating func weekDate(_ year: Int64, isExtended: Bool) throws(EngineError) -> DateValue {
        guard let week = scanner.number(digits: 2...2) else { throw invalid("a week has two digits") }
        var day: Int64 = 1
        if isExtended ? scanner.skip("-") : scanner.digitCount > 0 {
            guard let number = scanner.number(digits: 1...1) else { throw invalid("a day of the week has one digit") }
            day = number
        }
        guard let date = DateValue(weekYear: year, week: week, weekday: day) else { throw noSuchDate() }
        return date
    }

    /// Behind the `Q`: `2-60`, `260`, `2`.
    private mutating func quarterDate(_ year: Int64, isExtended: Bool) throws(EngineError) -> DateValue {
        guard let quarter = scanner.number(digits: 1...1) else { throw invalid("a quarter has one digit") }
        var day: Int64 = 1
        if isExtended ? scanner.skip("-") : scanner.digitCount > 0 {
            guard let number = scanner.number(digits: isExtended ? 1...2 : 2...2) else {
                throw invalid("a day of the quarter has two digits")
            }
            day = number
        }
        guard let date = DateValue(year: year, quarter: quarter, dayOfQuarter: day) else { throw noSuchDate() }
        return date
    }

    private func make(_ year: Int64, _ month: Int64, _ day: Int64) throws(EngineError) -> DateValue {
        guard let date = DateValue(year: year, month: month, day: day) else { throw noSuchDate() }
        return date
    }

    private func noSuchDate() -> EngineError { invalid("there is no such date") }

    // MARK: Times

    /// The `T` that may stand before a time alone.
    ///
    /// - Source: ISO 8601-1, "Time of day".
    mutating func skipDesignator() {
        if let letter = scanner.peek, letter | 0x20 == UInt8(ascii: "t") { scanner.advance() }
    }

    /// `21:40:32.142`, `214032.142` and what is shorter.
    mutating func time() throws(EngineError) -> LocalTimeValue {
        var minute: Int64 = 0
        var second: Int64 = 0
        var nanosecond: Int64 = 0
        let isBasic = scanner.digitCount > 2
        let digits = isBasic ? 2...2 : 1...2
        guard let hour = scanner.number(digits: digits) else { throw invalid("a time begins with its hour") }
        if isBasic || scanner.skip(":") {
            guard let number = scanner.number(digits: digits) else { throw invalid("a minute has two digits") }
            minute = number
            if isBasic ? scanner.digitCount > 0 : scanner.skip(":") {
                guard let number = scanner.number(digits: digits) else { throw invalid("a second has two digits") }
                second = number
                if scanner.skip(".") || scanner.skip(",") { nanosecond = try fraction() }
            }
        }
        guard let time = LocalTimeValue(hour: hour, minute: minute, second: second, nanosecond: nanosecond) else {
            throw invalid("there is no such time of day")
        }
        return time
    }

    private mutating func fraction() throws(EngineError) -> Int64 {
        guard scanner.digitCount <= 9, let nanoseconds = scanner.nanosecondFraction() else {
            throw invalid("a fraction of a second has one to nine digits")
        }
        return nanoseconds
    }

    // MARK: Zones

    /// `Z`, `+01`, `+0100`, `+01:00`, `+010000`, `+01:00:00`; `nil` when none comes next.
    mutating func offset() throws(EngineError) -> Int32? {
        if scanner.skip("Z") || scanner.skip("z") { return 0 }
        let isNegative = scanner.skip("-")
        guard isNegative || scanner.skip("+") else { return nil }
        guard let hours = scanner.number(digits: 2...2) else { throw invalid("an offset has hours of two digits") }
        var seconds = hours * 3_600
        let isExtended = scanner.skip(":")
        if isExtended || scanner.digitCount > 0 {
            guard let minutes = scanner.number(digits: 2...2), minutes < 60 else {
                throw invalid("an offset has minutes of two digits, at most 59")
            }
            seconds += minutes * 60
            if isExtended ? scanner.skip(":") : scanner.digitCount > 0 {
                guard let rest = scanner.number(digits: 2...2), rest < 60 else {
                    throw invalid("an offset has seconds of two digits, at most 59")
                }
                seconds += rest
            }
        }
        guard seconds <= TemporalUnits.offsetSecondsLimit else { throw invalid("an offset is at most 18 hours") }
        return Int32(truncatingIfNeeded: isNegative ? -seconds : seconds)
    }

    /// `[Europe/Stockholm]`, or `nil` when none comes next.
    mutating func region() throws(EngineError) -> TimeZoneRule? {
        guard scanner.skip("[") else { return nil }
        let start = scanner.position
        while let byte = scanner.peek, byte != UInt8(ascii: "]") { scanner.advance() }
        let name = scanner.text(start..<scanner.position)
        guard scanner.skip("]") else { throw invalid("the time zone's name has no end") }
        return try TemporalParser.region(named: name)
    }
}
