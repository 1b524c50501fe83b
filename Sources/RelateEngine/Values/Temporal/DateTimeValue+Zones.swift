/// Between local date and time and the instant, by way of an offset or a zone.
extension DateTimeValue {
    /// Months and days move the local date; the zone says which instant that is, keeping the offset where the clock shows
    /// the time twice. Seconds move the instant.
    package func adding(_ duration: DurationValue) throws(EngineError) -> DateTimeValue {
        var moved = self
        if duration.months != 0 || duration.days != 0 {
            let date = try date.adding(months: duration.months, days: duration.days)
            moved = try TimeZoneRule(self).resolve(LocalDateTimeValue(date, time), preferredOffset: offsetSeconds)
        }
        let utc = LocalDateTimeValue(localSecond: moved.epochSecond, nanosecond: moved.nanosecond)
        let shifted = try utc.adding(seconds: duration.seconds, nanoseconds: Int64(duration.nanoseconds))
        return try TimeZoneRule(self).dateTime(epochSecond: shifted.localSecond, nanosecond: shifted.nanosecond)
    }
}

/// What gives an instant its offset: a fixed one, or a region's rules.
enum TimeZoneRule {
    case offset(Int32)
    case region(String)

    init(_ value: DateTimeValue) {
        self = value.zone.map(TimeZoneRule.region) ?? .offset(value.offsetSeconds)
    }

    func dateTime(epochSecond: Int64, nanosecond: Int32) throws(EngineError) -> DateTimeValue {
        switch self {
        case .offset(let offset):
            return DateTimeValue(
                epochSecond: epochSecond, nanosecond: nanosecond, offsetSeconds: offset, zone: nil)
        case .region(let name):
            throw .timeZoneUnreadable(name, "named zones are not supported yet")
        }
    }

    func resolve(_ local: LocalDateTimeValue, preferredOffset: Int32?) throws(EngineError) -> DateTimeValue {
        switch self {
        case .offset(let offset):
            return DateTimeValue(
                epochSecond: local.localSecond - Int64(offset), nanosecond: local.nanosecond, offsetSeconds: offset,
                zone: nil)
        case .region(let name):
            throw .timeZoneUnreadable(name, "named zones are not supported yet")
        }
    }
}
