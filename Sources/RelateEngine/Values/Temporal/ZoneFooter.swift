/// The rule for all years after a zone's last transition: a POSIX `TZ` string, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// - Source: RFC 8536, section 3.3, and POSIX.1-2017, "TZ", with hours from -167 to 167.
struct ZoneFooter: Hashable, Sendable {
    var standardOffset: Int32
    var summer: Summer?

    /// The other offset of the year, and when it starts and ends in local time.
    struct Summer: Hashable, Sendable {
        var offset: Int32
        var start: Moment
        var end: Moment
    }

    struct Moment: Hashable, Sendable {
        var day: Day
        var secondOfDay: Int64
    }

    enum Day: Hashable, Sendable {
        /// `Jn`: 1 to 365; February 29th is never counted.
        case withoutLeapDay(Int64)
        /// `n`: 0 to 365.
        case ofYear(Int64)
        /// `Mm.w.d`: weekday 0 is Sunday; week 5 is the last.
        case ofMonth(month: Int64, week: Int64, weekday: Int64)
    }

    func offset(at epochSecond: Int64) -> Int32? {
        guard summer != nil else { return standardOffset }
        return transitions(around: epochSecond).last { $0.at <= epochSecond }?.offset
    }

    /// The transitions of the year of the instant and of its neighbours, ascending.
    func transitions(around epochSecond: Int64) -> [ZoneRules.Transition] {
        guard let summer else { return [] }
        let year = GregorianCalendar.civil(ofEpochDay: floorDivide(epochSecond, TemporalUnits.secondsPerDay)).year
        var changes: [ZoneRules.Transition] = []
        for year in (year - 1)...(year + 1) {
            let start = summer.start.localSecond(inYear: year) - Int64(standardOffset)
            let end = summer.end.localSecond(inYear: year) - Int64(summer.offset)
            changes.append(ZoneRules.Transition(at: end, offset: standardOffset))
            changes.append(ZoneRules.Transition(at: start, offset: summer.offset))
        }
        // Where summer ends as the next one starts, summer goes on.
        changes.sort { $0.at < $1.at || ($0.at == $1.at && $0.offset != summer.offset && $1.offset == summer.offset) }
        return changes
    }
}

extension ZoneFooter.Moment {
    func localSecond(inYear year: Int64) -> Int64 {
        let firstDay = GregorianCalendar.epochDay(year: year, month: 1, day: 1)
        let epochDay: Int64
        switch day {
        case .withoutLeapDay(let number):
            epochDay = firstDay + number - 1 + (number > 59 && GregorianCalendar.isLeap(year) ? 1 : 0)
        case .ofYear(let number):
            epochDay = firstDay + number
        case .ofMonth(let month, let week, let weekday):
            let first = GregorianCalendar.epochDay(year: year, month: month, day: 1)
            let firstMatch = floorModulo(weekday - GregorianCalendar.weekday(first), 7)
            var dayOfMonth = firstMatch + (week - 1) * 7
            if dayOfMonth >= GregorianCalendar.dayCount(ofMonth: month, year: year) { dayOfMonth -= 7 }
            epochDay = first + dayOfMonth
        }
        return epochDay * TemporalUnits.secondsPerDay + secondOfDay
    }
}

extension ZoneFooter {
    /// `nil` when the text is no rule.
    init?(parsing text: some Collection<UInt8>) {
        var scanner = ByteScanner(text)
        guard scanner.skipZoneName(), let west = scanner.clock(hoursLimit: 24) else { return nil }
        standardOffset = Int32(truncatingIfNeeded: -west)
        if scanner.isAtEnd {
            summer = nil
            return
        }
        guard scanner.skipZoneName() else { return nil }
        var offset = standardOffset + 3_600
        if !scanner.isAtEnd, scanner.peek != UInt8(ascii: ",") {
            guard let west = scanner.clock(hoursLimit: 24) else { return nil }
            offset = Int32(truncatingIfNeeded: -west)
        }
        guard let start = scanner.moment(), let end = scanner.moment(), scanner.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }
}

extension ByteScanner {
    /// Letters, or anything within `<>`.
    fileprivate mutating func skipZoneName() -> Bool {
        if skip("<") {
            while let byte = next() {
                if byte == UInt8(ascii: ">") { return true }
            }
            return false
        }
        let start = position
        while let byte = peek, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") { advance() }
        return position - start >= 3
    }

    /// `[+-]h[:m[:s]]` in seconds.
    fileprivate mutating func clock(hoursLimit: Int64) -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(digits: 1...3), hours <= hoursLimit else { return nil }
        var seconds = hours * 3_600
        if skip(":") {
            guard let minutes = number(digits: 1...2), minutes < 60 else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number(digits: 1...2), rest < 60 else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }

    /// `,date[/time]`
    fileprivate mutating func moment() -> ZoneFooter.Moment? {
        guard skip(","), let day = dayRule() else { return nil }
        guard skip("/") else { return ZoneFooter.Moment(day: day, secondOfDay: 7_200) }
        guard let seconds = clock(hoursLimit: 167) else { return nil }
        return ZoneFooter.Moment(day: day, secondOfDay: seconds)
    }

    private mutating func dayRule() -> ZoneFooter.Day? {
        if skip("J") {
            guard let number = number(digits: 1...3), number >= 1, number <= 365 else { return nil }
            return .withoutLeapDay(number)
        }
        if skip("M") {
            guard let month = number(digits: 1...2), month >= 1, month <= 12, skip("."),
                let week = number(digits: 1...1), week >= 1, week <= 5, skip("."),
                let weekday = number(digits: 1...1), weekday <= 6
            else { return nil }
            return .ofMonth(month: month, week: week, weekday: weekday)
        }
        guard let number = number(digits: 1...3), number <= 365 else { return nil }
        return .ofYear(number)
    }
}
