/// Between local date and time and the instant, by way of an offset or a zone.
extension DateTimeValue {
    /// Months and days move the local date; the zone says which instant that is, keeping the offset where the clock shows
    /// the time twice. Seconds move the instant.
    package func adding(_ duration: DurationValue) throws(EngineError) -> DateTimeValue {
        let rule = try TimeZoneRule(self)
        var moved = self
        if duration.months != 0 || duration.days != 0 {
            let date = try date.adding(months: duration.months, days: duration.days)
            moved = try rule.resolve(LocalDateTimeValue(date, time), preferredOffset: offsetSeconds)
        }
        let utc = LocalDateTimeValue(localSecond: moved.epochSecond, nanosecond: moved.nanosecond)
        let shifted = try utc.adding(seconds: duration.seconds, nanoseconds: Int64(duration.nanoseconds))
        return try rule.dateTime(epochSecond: shifted.localSecond, nanosecond: shifted.nanosecond)
    }

    /// The same instant as another zone shows it.
    func shown(in rule: TimeZoneRule) throws(EngineError) -> DateTimeValue {
        try rule.dateTime(epochSecond: epochSecond, nanosecond: nanosecond)
    }
}

/// What gives an instant its offset: a fixed one, or a region's rules.
enum TimeZoneRule: Sendable {
    case offset(Int32)
    case region(String, ZoneRules)

    static let utc = TimeZoneRule.offset(0)

    init(_ value: DateTimeValue) throws(EngineError) {
        if let zone = value.zone {
            self = .region(zone, try ZoneDatabase.system.rules(for: zone))
        } else {
            self = .offset(value.offsetSeconds)
        }
    }

    var zoneName: String? {
        if case .region(let name, _) = self { name } else { nil }
    }

    func offset(at epochSecond: Int64) -> Int32 {
        switch self {
        case .offset(let offset): offset
        case .region(_, let rules): rules.offset(at: epochSecond)
        }
    }

    func dateTime(epochSecond: Int64, nanosecond: Int32) throws(EngineError) -> DateTimeValue {
        // Far inside 64 bits and a little outside the calendar, so that no sum below overflows.
        guard epochSecond.magnitude < 40_000_000_000_000_000 else { throw .temporalOverflow() }
        let value = DateTimeValue(
            epochSecond: epochSecond, nanosecond: nanosecond, offsetSeconds: offset(at: epochSecond), zone: zoneName)
        guard GregorianCalendar.contains(epochDay: value.date.epochDay) else { throw .temporalOverflow() }
        return value
    }

    /// The instant at which the clock shows `local`; one in a gap is moved forward by the gap.
    func resolve(_ local: LocalDateTimeValue, preferredOffset: Int32? = nil) throws(EngineError) -> DateTimeValue {
        let offset: Int32
        switch self {
        case .offset(let fixed): offset = fixed
        case .region(_, let rules): offset = rules.offset(forLocal: local.localSecond, preferred: preferredOffset)
        }
        return try dateTime(epochSecond: local.localSecond - Int64(offset), nanosecond: local.nanosecond)
    }
}
