/// How temporal values of one kind are ordered: what `<` and `ORDER BY` use. `==` of each is equality as Cypher means it,
/// which is finer than the same instant: the offset and the zone count too.
///
/// - Source: Cypher manual, "Equality, ordering and comparison of value types".
package enum TemporalOrdering {
    /// Negative, 0 or positive; `nil` when the values are not of the same temporal kind.
    ///
    /// Durations are ordered by their average length for `ORDER BY`; `<` between them is null, which is the caller's.
    package static func compare(_ left: Value, _ right: Value) -> Int? {
        switch (left, right) {
        case (.date(let first), .date(let second)): order(first.epochDay, second.epochDay)
        case (.localTime(let first), .localTime(let second)): order(first.nanosecondOfDay, second.nanosecondOfDay)
        case (.time(let first), .time(let second)): compare(first, second)
        case (.localDateTime(let first), .localDateTime(let second)): compare(first, second)
        case (.dateTime(let first), .dateTime(let second)): compare(first, second)
        case (.duration(let first), .duration(let second)): compare(first, second)
        default: nil
        }
    }

    /// By the instant in UTC, then by the offset.
    package static func compare(_ left: TimeValue, _ right: TimeValue) -> Int {
        let byInstant = order(left.utcNanoseconds, right.utcNanoseconds)
        return byInstant != 0 ? byInstant : order(left.offsetSeconds, right.offsetSeconds)
    }

    package static func compare(_ left: LocalDateTimeValue, _ right: LocalDateTimeValue) -> Int {
        let bySecond = order(left.localSecond, right.localSecond)
        return bySecond != 0 ? bySecond : order(left.nanosecond, right.nanosecond)
    }

    /// By the instant, then by the offset, then by the zone's name, an offset alone first.
    package static func compare(_ left: DateTimeValue, _ right: DateTimeValue) -> Int {
        let bySecond = order(left.epochSecond, right.epochSecond)
        if bySecond != 0 { return bySecond }
        let byNanosecond = order(left.nanosecond, right.nanosecond)
        if byNanosecond != 0 { return byNanosecond }
        let byOffset = order(left.offsetSeconds, right.offsetSeconds)
        if byOffset != 0 || left.zone == right.zone { return byOffset }
        // No name is empty, so the empty text stands before every zone.
        return (left.zone ?? "").utf8.lexicographicallyPrecedes((right.zone ?? "").utf8) ? -1 : 1
    }

    /// By the average length, then by months, days and seconds, so that only equal durations compare as 0.
    package static func compare(_ left: DurationValue, _ right: DurationValue) -> Int {
        let byLength = order(left.orderingKey.seconds, right.orderingKey.seconds)
        if byLength != 0 { return byLength }
        let byNanoseconds = order(left.nanoseconds, right.nanoseconds)
        if byNanoseconds != 0 { return byNanoseconds }
        let byMonths = order(left.months, right.months)
        return byMonths != 0 ? byMonths : order(left.days, right.days)
    }

    @inline(__always)
    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}

extension DurationValue {
    /// The average length: months of 30.436875 days, days of 24 hours. Seconds saturate, which no checked duration does.
    package var orderingKey: (seconds: Int64, nanoseconds: Int32) {
        let saturated = months < 0 || (months == 0 && (days < 0 || (days == 0 && seconds < 0))) ? Int64.min : .max
        return (averageSeconds ?? saturated, nanoseconds)
    }
}
