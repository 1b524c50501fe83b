/// Writes instants by a pattern. Names are English; weeks are ISO weeks, as everywhere in Cypher.
struct InstantPatternWriter {
    private let pattern: TemporalPattern
    private let kind: TemporalKind
    private let date: DateValue?
    private let time: LocalTimeValue?
    private let offsetSeconds: Int32?
    private let zone: String?

    /// `nil` when the value is no instant.
    static func text(_ value: Value, pattern: String) throws(EngineError) -> String? {
        guard let writer = InstantPatternWriter(value, try TemporalPattern(pattern)) else { return nil }
        return try writer.pattern.text(writer.kind.rawValue) { (letter, count) throws(EngineError) in
            try writer.text(letter, count)
        }
    }

    private init?(_ value: Value, _ pattern: TemporalPattern) {
        self.pattern = pattern
        switch value {
        case .date(let value): (kind, date, time, offsetSeconds, zone) = (.date, value, nil, nil, nil)
        case .localTime(let value): (kind, date, time, offsetSeconds, zone) = (.localTime, nil, value, nil, nil)
        case .time(let value):
            (kind, date, time, offsetSeconds, zone) = (.time, nil, value.local, value.offsetSeconds, nil)
        case .localDateTime(let value):
            (kind, date, time, offsetSeconds, zone) = (.localDateTime, value.date, value.time, nil, nil)
        case .dateTime(let value):
            (kind, date, time, offsetSeconds, zone) = (
                .dateTime, value.date, value.time, value.offsetSeconds, value.zone
            )
        default: return nil
        }
    }

    private func text(_ letter: Unicode.Scalar, _ count: Int) throws(EngineError) -> String? {
        switch letter {
        case "G", "u", "y", "D", "M", "L", "d", "g", "Q", "q", "Y", "w", "W", "E", "e", "c", "F":
            guard let date else { return nil }
            return try dateText(letter, count, date)
        case "a", "B", "h", "K", "k", "H", "m", "s", "S", "A", "n", "N":
            guard let time else { return nil }
            return try timeText(letter, count, time)
        case "V", "v", "z", "O", "X", "x", "Z":
            guard let offsetSeconds else { return nil }
            return try zoneText(letter, count, offsetSeconds)
        default:
            throw .temporalPatternInvalid(pattern.text, "the letter \(letter) means nothing")
        }
    }

    private func tooMany(_ letter: Unicode.Scalar, _ count: Int) -> EngineError {
        .temporalPatternInvalid(pattern.text, "the letter \(letter) cannot stand \(count) times in a row")
    }

    private func number(
        _ number: Int64, _ letter: Unicode.Scalar, _ count: Int, limit: Int
    ) throws(EngineError) -> String {
        guard count <= limit else { throw tooMany(letter, count) }
        return PatternNumber.padded(number, width: count)
    }

    // MARK: Dates

    private func dateText(_ letter: Unicode.Scalar, _ count: Int, _ date: DateValue) throws(EngineError) -> String {
        let civil = date.civil
        switch letter {
        case "G":
            let isBefore = civil.year <= 0
            return try style(
                letter, count,
                isBefore ? PatternNames.Name("BC", "Before Christ", "B") : PatternNames.Name("AD", "Anno Domini", "A"))
        case "u": return try year(civil.year, letter, count)
        case "y": return try year(civil.year > 0 ? civil.year : 1 - civil.year, letter, count)
        case "Y": return try year(GregorianCalendar.week(ofEpochDay: date.epochDay).weekYear, letter, count)
        case "D": return try number(date.ordinalDay, letter, count, limit: 3)
        case "d": return try number(civil.day, letter, count, limit: 2)
        case "g": return try number(date.epochDay + 40_587, letter, count, limit: 19)
        case "M", "L":
            if count <= 2 { return try number(civil.month, letter, count, limit: 2) }
            return try style(letter, count, PatternNames.months[Int(civil.month) - 1])
        case "Q", "q":
            if count <= 2 { return try number(date.quarter, letter, count, limit: 2) }
            return try style(letter, count, PatternNames.quarters[Int(date.quarter) - 1])
        case "w": return try number(GregorianCalendar.week(ofEpochDay: date.epochDay).week, letter, count, limit: 2)
        case "W": return try number(weekOfMonth(date), letter, count, limit: 1)
        case "F": return try number((civil.day - 1) / 7 + 1, letter, count, limit: 1)
        case "e" where count <= 2: return try number(date.weekday, letter, count, limit: 2)
        case "c" where count <= 2: return try number(date.weekday, letter, count, limit: 1)
        default: return try style(letter, count, PatternNames.weekdays[Int(date.weekday) - 1])
        }
    }

    private func year(_ year: Int64, _ letter: Unicode.Scalar, _ count: Int) throws(EngineError) -> String {
        guard count <= 19 else { throw tooMany(letter, count) }
        return PatternNumber.year(year, letters: count)
    }

    /// Weeks with at least four days in the month are counted from 1; days before them are in week 0.
    private func weekOfMonth(_ date: DateValue) -> Int64 {
        let firstWeekday = GregorianCalendar.weekday(date.epochDay - date.day + 1)
        let daysOfFirstWeek = 8 - firstWeekday
        return (date.day + firstWeekday - 2) / 7 + (daysOfFirstWeek >= 4 ? 1 : 0)
    }

    private func style(
        _ letter: Unicode.Scalar, _ count: Int, _ name: PatternNames.Name
    ) throws(EngineError) -> String {
        switch count {
        case ...3: return name.short
        case 4: return name.full
        case 5: return name.narrow
        default: throw tooMany(letter, count)
        }
    }

    // MARK: Times

    private func timeText(
        _ letter: Unicode.Scalar, _ count: Int, _ time: LocalTimeValue
    ) throws(EngineError) -> String {
        switch letter {
        case "a":
            guard count == 1 else { throw tooMany(letter, count) }
            return time.hour < 12 ? "AM" : "PM"
        case "B":
            guard [1, 4, 5].contains(count) else { throw tooMany(letter, count) }
            return try style(letter, count, PatternNames.periodOfDay(time))
        case "h": return try number((time.hour + 11) % 12 + 1, letter, count, limit: 2)
        case "K": return try number(time.hour % 12, letter, count, limit: 2)
        case "k": return try number((time.hour + 23) % 24 + 1, letter, count, limit: 2)
        case "H": return try number(time.hour, letter, count, limit: 2)
        case "m": return try number(time.minute, letter, count, limit: 2)
        case "s": return try number(time.second, letter, count, limit: 2)
        case "S":
            guard count <= 9 else { throw tooMany(letter, count) }
            return PatternNumber.fraction(nanoseconds: time.nanosecond, letters: count)
        case "A": return try number(time.nanosecondOfDay / 1_000_000, letter, count, limit: 19)
        case "n": return try number(time.nanosecond, letter, count, limit: 19)
        default: return try number(time.nanosecondOfDay, letter, count, limit: 19)
        }
    }

    // MARK: Zones

    private func zoneText(_ letter: Unicode.Scalar, _ count: Int, _ offset: Int32) throws(EngineError) -> String? {
        switch letter {
        case "V":
            guard count == 2 else { throw .temporalPatternInvalid(pattern.text, "V stands only as VV") }
            return zone ?? offsetText(offset)
        case "v", "z":
            guard letter == "z" ? count <= 4 : count == 1 || count == 4 else { throw tooMany(letter, count) }
            guard zone == nil else {
                throw .temporalPatternInvalid(pattern.text, "names of time zones are not known; use VV or O")
            }
            return offsetText(offset)
        case "O":
            guard count == 1 || count == 4 else { throw tooMany(letter, count) }
            return localizedOffset(offset, isFull: count == 4)
        case "Z":
            guard count <= 5 else { throw tooMany(letter, count) }
            if count == 4 { return localizedOffset(offset, isFull: true) }
            return self.offset(offset, zero: count == 5 ? "Z" : "+0000", style: count == 5 ? 5 : 2)
        default:
            guard count <= 5 else { throw tooMany(letter, count) }
            let zeros = ["+00", "+0000", "+00:00", "+0000", "+00:00"]
            return self.offset(offset, zero: letter == "X" ? "Z" : zeros[count - 1], style: count)
        }
    }

    /// Styles: 1 hours and minutes if not 0; 2 and 3 hours and minutes; 4 and 5 also seconds if not 0; 3 and 5 with colons.
    private func offset(_ offset: Int32, zero: String, style: Int) -> String {
        let seconds = Int64(offset.magnitude)
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, style >= 4 ? seconds % 60 : 0)
        if hours == 0, minutes == 0, rest == 0 { return zero }
        let colon = style == 3 || style == 5 ? ":" : ""
        var text = (offset < 0 ? "-" : "+") + PatternNumber.padded(hours, width: 2)
        if style > 1 || minutes != 0 { text += colon + PatternNumber.padded(minutes, width: 2) }
        if rest != 0 { text += colon + PatternNumber.padded(rest, width: 2) }
        return text
    }

    /// `GMT+8` or `GMT+08:00`.
    private func localizedOffset(_ offset: Int32, isFull: Bool) -> String {
        if offset == 0 { return "GMT" }
        let seconds = Int64(offset.magnitude)
        var text = "GMT" + (offset < 0 ? "-" : "+")
        text += PatternNumber.padded(seconds / 3_600, width: isFull ? 2 : 1)
        if isFull || seconds % 3_600 != 0 { text += ":" + PatternNumber.padded(seconds / 60 % 60, width: 2) }
        if seconds % 60 != 0 { text += ":" + PatternNumber.padded(seconds % 60, width: 2) }
        return text
    }
}

/// The English names that patterns show.
enum PatternNames {
    struct Name: Sendable {
        var short, full, narrow: String

        init(_ short: String, _ full: String, _ narrow: String) {
            (self.short, self.full, self.narrow) = (short, full, narrow)
        }
    }

    static let months: [Name] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ].map(abbreviated)

    static let weekdays: [Name] = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ].map(abbreviated)

    static let quarters = [
        Name("Q1", "1st quarter", "1"), Name("Q2", "2nd quarter", "2"), Name("Q3", "3rd quarter", "3"),
        Name("Q4", "4th quarter", "4"),
    ]

    private static func abbreviated(_ name: String) -> Name {
        Name(String(name.prefix(3)), name, String(name.prefix(1)))
    }

    static func periodOfDay(_ time: LocalTimeValue) -> Name {
        // Midnight and noon last a minute, as long as the pattern's other letters may not show more.
        if time.minute == 0 {
            if time.hour == 0 { return Name("midnight", "midnight", "mi") }
            if time.hour == 12 { return Name("noon", "noon", "n") }
        }
        let name =
            switch time.hour {
            case 6..<12: "in the morning"
            case 12..<18: "in the afternoon"
            case 18..<21: "in the evening"
            default: "at night"
            }
        return Name(name, name, name)
    }
}
