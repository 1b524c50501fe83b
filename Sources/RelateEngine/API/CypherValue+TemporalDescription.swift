// ISO 8601 text of the temporal payloads: seconds always, a fraction without trailing zeros, `Z` for no offset.

extension CypherValue.Date: CustomStringConvertible {
    public var description: String { TemporalText.date(year, month, day) }
}

extension CypherValue.LocalTime: CustomStringConvertible {
    public var description: String { TemporalText.time(hour, minute, second, nanosecond) }
}

extension CypherValue.Time: CustomStringConvertible {
    public var description: String {
        TemporalText.time(hour, minute, second, nanosecond) + TemporalText.offset(offsetSeconds)
    }
}

extension CypherValue.LocalDateTime: CustomStringConvertible {
    public var description: String {
        TemporalText.date(year, month, day) + "T" + TemporalText.time(hour, minute, second, nanosecond)
    }
}

extension CypherValue.DateTime: CustomStringConvertible {
    public var description: String {
        let local = TemporalText.date(year, month, day) + "T" + TemporalText.time(hour, minute, second, nanosecond)
        return local + TemporalText.offset(offsetSeconds) + (zone.map { "[\($0)]" } ?? "")
    }
}

private enum TemporalText {
    /// A year beyond 9999 has a plus sign, as ISO 8601 wants it.
    static func date(_ year: Int, _ month: Int, _ day: Int) -> String {
        let digits = padded(year.magnitude, 4)
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(digits)-\(padded(month.magnitude, 2))-\(padded(day.magnitude, 2))"
    }

    static func time(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int) -> String {
        let clock = "\(padded(hour.magnitude, 2)):\(padded(minute.magnitude, 2)):\(padded(second.magnitude, 2))"
        guard nanosecond != 0 else { return clock }
        var fraction = padded(nanosecond.magnitude, 9)
        while fraction.last == "0" { fraction.removeLast() }
        return clock + "." + fraction
    }

    static func offset(_ seconds: Int) -> String {
        guard seconds != 0 else { return "Z" }
        let magnitude = seconds.magnitude
        let text = (seconds < 0 ? "-" : "+") + "\(padded(magnitude / 3600, 2)):\(padded(magnitude / 60 % 60, 2))"
        return magnitude % 60 == 0 ? text : text + ":" + padded(magnitude % 60, 2)
    }

    private static func padded(_ value: UInt, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
