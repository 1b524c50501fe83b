import Relate

/// Reads the ISO 8601 texts of typed JSON, in the one form in which they are written.
///
/// Only the form is checked: an impossible date is refused by the engine, in its own words.
enum TemporalReader {
    static let types: Set<String> = [
        "Date", "Time", "LocalTime", "LocalDateTime", "OffsetDateTime", "ZonedDateTime", "Duration",
    ]

    /// `nil` where `text` is not of the form that `type` has.
    static func value(_ type: String, _ text: String) -> CypherValue? {
        var scanner = Scanner(text)
        let value: CypherValue? =
            switch type {
            case "Date": scanner.date().map { .date($0) }
            case "LocalTime": scanner.localTime().map { .localTime($0) }
            case "Time": scanner.time().map { .time($0) }
            case "LocalDateTime": scanner.localDateTime().map { .localDateTime($0) }
            case "OffsetDateTime": scanner.dateTime(withZone: false).map { .dateTime($0) }
            case "ZonedDateTime": scanner.dateTime(withZone: true).map { .dateTime($0) }
            case "Duration": scanner.duration().map { .duration($0) }
            default: nil
            }
        return scanner.isAtEnd ? value : nil
    }
}

/// Goes through a text from left to right; a `nil` means that it did not fit.
private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func date() -> CypherValue.Date? {
        let isNegative = accept("-")
        let hasSign = isNegative || accept("+")
        guard let year = digits(hasSign ? 4...9 : 4...4), accept("-"), let month = digits(2...2), accept("-"),
            let day = digits(2...2)
        else { return nil }
        return .init(year: Int(isNegative ? -year : year), month: Int(month), day: Int(day))
    }

    mutating func localTime() -> CypherValue.LocalTime? {
        guard let hour = digits(2...2), accept(":"), let minute = digits(2...2) else { return nil }
        var second: Int64 = 0
        var nanosecond: Int64 = 0
        if accept(":") {
            guard let seconds = digits(2...2) else { return nil }
            second = seconds
            if accept(".") {
                guard let fraction = fraction() else { return nil }
                nanosecond = fraction
            }
        }
        return .init(hour: Int(hour), minute: Int(minute), second: Int(second), nanosecond: Int(nanosecond))
    }

    mutating func time() -> CypherValue.Time? {
        guard let time = localTime(), let offset = offset() else { return nil }
        return .init(
            hour: time.hour, minute: time.minute, second: time.second, nanosecond: time.nanosecond,
            offsetSeconds: offset)
    }

    mutating func localDateTime() -> CypherValue.LocalDateTime? {
        guard let date = date(), accept("T"), let time = localTime() else { return nil }
        return .init(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second, nanosecond: time.nanosecond)
    }

    mutating func dateTime(withZone: Bool) -> CypherValue.DateTime? {
        guard let local = localDateTime(), let offset = offset() else { return nil }
        var zone: String?
        if withZone {
            guard accept("["), rest.last == UInt8(ascii: "]") else { return nil }
            zone = String(rest.dropLast())
            rest = rest.suffix(0)
        }
        return .init(
            year: local.year, month: local.month, day: local.day, hour: local.hour, minute: local.minute,
            second: local.second, nanosecond: local.nanosecond, offsetSeconds: offset, zone: zone)
    }

    /// `P1Y2M3W4DT5H6M7.5S`, each number with a sign of its own; a fraction in the seconds only.
    mutating func duration() -> CypherValue.Duration? {
        guard accept("P"), !isAtEnd else { return nil }
        var months = Total()
        var days = Total()
        var seconds = Total()
        var nanoseconds: Int64 = 0
        months.add(part("Y"), times: 12)
        months.add(part("M"), times: 1)
        days.add(part("W"), times: 7)
        days.add(part("D"), times: 1)
        if accept("T") {
            guard !isAtEnd else { return nil }
            seconds.add(part("H"), times: 3600)
            seconds.add(part("M"), times: 60)
            if let last = lastSeconds() {
                seconds.add(last.seconds, times: 1)
                nanoseconds = last.nanoseconds
            }
        }
        if nanoseconds < 0 {
            nanoseconds += 1_000_000_000
            seconds.add(-1, times: 1)
        }
        guard let months = months.value, let days = days.value, let seconds = seconds.value else { return nil }
        return .init(months: months, days: days, seconds: seconds, nanoseconds: nanoseconds)
    }

    /// A whole number and its designator; `nil` and nothing taken where another part follows.
    private mutating func part(_ designator: Character) -> Int64? {
        let before = rest
        if let number = signedNumber(), accept(designator) { return number.value }
        rest = before
        return nil
    }

    private mutating func lastSeconds() -> (seconds: Int64, nanoseconds: Int64)? {
        let before = rest
        if let number = signedNumber() {
            var nanoseconds: Int64 = 0
            if accept("."), let fraction = fraction() { nanoseconds = number.isNegative ? -fraction : fraction }
            if accept("S") { return (number.value, nanoseconds) }
        }
        rest = before
        return nil
    }

    private mutating func signedNumber() -> (value: Int64, isNegative: Bool)? {
        let isNegative = accept("-")
        if !isNegative { _ = accept("+") }
        guard let magnitude = digits(1...18) else { return nil }
        return (isNegative ? -magnitude : magnitude, isNegative)
    }

    /// `Z`, `+02:00` or `+02:00:30`, in seconds.
    private mutating func offset() -> Int? {
        if accept("Z") { return 0 }
        let isNegative = accept("-")
        guard isNegative || accept("+"), let hours = digits(2...2), accept(":"), let minutes = digits(2...2) else {
            return nil
        }
        var seconds: Int64 = 0
        if accept(":") {
            guard let more = digits(2...2) else { return nil }
            seconds = more
        }
        let total = Int(hours * 3600 + minutes * 60 + seconds)
        return isNegative ? -total : total
    }

    /// One to nine digits after a point, in nanoseconds.
    private mutating func fraction() -> Int64? {
        let count = rest.count
        guard var value = digits(1...9) else { return nil }
        for _ in (count - rest.count)..<9 { value *= 10 }
        return value
    }

    /// As many digits as there are, if their number is in `range`.
    private mutating func digits(_ range: ClosedRange<Int>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            guard count < range.upperBound else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            count += 1
            rest.removeFirst()
        }
        return range.contains(count) ? value : nil
    }

    private mutating func accept(_ character: Character) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// A sum that becomes `nil` when it overflows.
    private struct Total {
        var value: Int64? = 0

        mutating func add(_ part: Int64?, times factor: Int64) {
            guard let part, let value else { return }
            let (product, first) = part.multipliedReportingOverflow(by: factor)
            let (sum, second) = value.addingReportingOverflow(product)
            self.value = first || second ? nil : sum
        }
    }
}
