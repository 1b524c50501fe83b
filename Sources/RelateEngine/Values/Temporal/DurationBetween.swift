/// The duration from one instant to another, of any two kinds.
///
/// What one side lacks it borrows: a date or a zone from the other side, the time of day from midnight.
struct DurationBetween {
    private var from: LocalDateTimeValue
    private let to: LocalDateTimeValue
    /// Both sides have a date, be it a borrowed one.
    private let hasDates: Bool
    /// The zone that both sides are seen in.
    private let zone: TimeZoneRule?
    /// Instants in UTC where there is a zone, local ones otherwise.
    private let fromInstant: LocalDateTimeValue
    private let toInstant: LocalDateTimeValue

    /// `nil` when one of the two is no instant.
    init?(_ from: Value, _ to: Value) throws(EngineError) {
        guard var first = try TemporalPieces(from), var second = try TemporalPieces(to) else { return nil }
        hasDates = first.date != nil || second.date != nil
        let day = DateValue(epochDay: 0)
        let midnight = LocalTimeValue(nanosecondOfDay: 0)
        let dates = (first.date ?? second.date ?? day, second.date ?? first.date ?? day)
        let locals = (
            LocalDateTimeValue(dates.0, first.time ?? midnight), LocalDateTimeValue(dates.1, second.time ?? midnight)
        )
        guard let zone = first.zone ?? second.zone else {
            self.zone = nil
            (self.from, self.to) = locals
            (fromInstant, toInstant) = locals
            return
        }
        if first.zone == nil { first.zone = second.zone }
        if second.zone == nil { second.zone = first.zone }
        let start = try (first.zone ?? zone).resolve(locals.0, preferredOffset: first.offsetSeconds)
        let end = try (second.zone ?? zone).resolve(locals.1, preferredOffset: second.offsetSeconds)
        self.zone = first.zone
        self.from = start.local
        // At the ends of the calendar that may be a day outside of it, which a difference does not mind.
        self.to = LocalDateTimeValue(
            localSecond: end.epochSecond + Int64((first.zone ?? zone).offset(at: end.epochSecond)),
            nanosecond: end.nanosecond)
        fromInstant = LocalDateTimeValue(localSecond: start.epochSecond, nanosecond: start.nanosecond)
        toInstant = LocalDateTimeValue(localSecond: end.epochSecond, nanosecond: end.nanosecond)
    }

    /// Whole months, then whole days, then seconds.
    func logical() throws(EngineError) -> DurationValue {
        guard hasDates else { return try seconds() }
        let months = months
        let date = try from.date.adding(months: months, days: 0)
        let afterMonths = LocalDateTimeValue(date, from.time)
        let days = Self.days(from: afterMonths, to: to)
        let shifted = LocalDateTimeValue(try date.adding(months: 0, days: days), from.time)
        guard let zone else { return try Self.difference(shifted, to, months: months, days: days) }
        if months == 0, days == 0 { return try Self.difference(fromInstant, toInstant, months: 0, days: 0) }
        let instant = try zone.resolve(shifted)
        return try Self.difference(
            LocalDateTimeValue(localSecond: instant.epochSecond, nanosecond: instant.nanosecond), toInstant,
            months: months, days: days)
    }

    func inMonths() throws(EngineError) -> DurationValue {
        guard hasDates else { return .zero }
        return try DurationValue(months: months, days: 0, seconds: 0, totalNanoseconds: 0)
    }

    func inDays() throws(EngineError) -> DurationValue {
        guard hasDates else { return .zero }
        return try DurationValue(
            months: 0, days: Self.days(from: from, to: to), seconds: 0, totalNanoseconds: 0)
    }

    func seconds() throws(EngineError) -> DurationValue {
        try Self.difference(fromInstant, toInstant, months: 0, days: 0)
    }

    private var months: Int64 {
        let end = to.date.epochDay + Self.unfinishedDay(from: from, to: to)
        let first = from.date.civil
        let last = GregorianCalendar.civil(ofEpochDay: end)
        // A month counts 32 days here, so that the remainder of the division is the day of the month.
        let start = (first.year * 12 + first.month - 1) * 32 + first.day
        return ((last.year * 12 + last.month - 1) * 32 + last.day - start) / 32
    }

    private static func days(from: LocalDateTimeValue, to: LocalDateTimeValue) -> Int64 {
        to.date.epochDay + unfinishedDay(from: from, to: to) - from.date.epochDay
    }

    /// The last day does not count when it is not over by the time of day: -1 or, backwards, 1.
    private static func unfinishedDay(from: LocalDateTimeValue, to: LocalDateTimeValue) -> Int64 {
        let (start, end) = (from.date.epochDay, to.date.epochDay)
        let (startTime, endTime) = (from.time.nanosecondOfDay, to.time.nanosecondOfDay)
        if end > start, endTime < startTime { return -1 }
        if end < start, endTime > startTime { return 1 }
        return 0
    }

    private static func difference(
        _ from: LocalDateTimeValue, _ to: LocalDateTimeValue, months: Int64, days: Int64
    ) throws(EngineError) -> DurationValue {
        try DurationValue(
            months: months, days: days, seconds: to.localSecond - from.localSecond,
            totalNanoseconds: Int64(to.nanosecond) - Int64(from.nanosecond))
    }
}
