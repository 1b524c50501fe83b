/// A day of the proleptic Gregorian calendar, counted from 1970-01-01.
package struct DateValue: Hashable, Sendable {
    package var epochDay: Int64

    package init(epochDay: Int64) { self.epochDay = epochDay }
}

/// A time of day: `0 ..< 86_400_000_000_000` nanoseconds.
package struct LocalTimeValue: Hashable, Sendable {
    package var nanosecondOfDay: Int64

    package init(nanosecondOfDay: Int64) { self.nanosecondOfDay = nanosecondOfDay }
}

/// A local time of day with its offset from UTC.
package struct TimeValue: Hashable, Sendable {
    package var nanosecondOfDay: Int64
    package var offsetSeconds: Int32

    package init(nanosecondOfDay: Int64, offsetSeconds: Int32) {
        self.nanosecondOfDay = nanosecondOfDay
        self.offsetSeconds = offsetSeconds
    }
}

/// A local date and time: seconds since 1970-01-01T00:00:00 as the clock on the wall counts, and `0 ..< 1e9` nanoseconds.
package struct LocalDateTimeValue: Hashable, Sendable {
    package var localSecond: Int64
    package var nanosecond: Int32

    package init(localSecond: Int64, nanosecond: Int32) {
        self.localSecond = localSecond
        self.nanosecond = nanosecond
    }
}

/// An instant (seconds since the epoch in UTC, nanoseconds) seen with an offset and, for a region, its zone's name.
package struct DateTimeValue: Hashable, Sendable {
    package var epochSecond: Int64
    package var nanosecond: Int32
    package var offsetSeconds: Int32
    package var zone: String?

    package init(epochSecond: Int64, nanosecond: Int32, offsetSeconds: Int32, zone: String?) {
        self.epochSecond = epochSecond
        self.nanosecond = nanosecond
        self.offsetSeconds = offsetSeconds
        self.zone = zone
    }
}

/// A duration in four groups that never carry into one another, but for nanoseconds: `0 ..< 1e9`, borrowed from seconds.
package struct DurationValue: Hashable, Sendable {
    package var months: Int64
    package var days: Int64
    package var seconds: Int64
    package var nanoseconds: Int32

    package init(months: Int64, days: Int64, seconds: Int64, nanoseconds: Int32) {
        self.months = months
        self.days = days
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}
