/// Views of the temporal values that the calendar and the clock speak: dates and times of day.
extension DateValue {
    /// `nil` where a field is out of its range, such as February 30th.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard year >= -GregorianCalendar.yearLimit, year <= GregorianCalendar.yearLimit, month >= 1, month <= 12,
            day >= 1, day <= GregorianCalendar.dayCount(ofMonth: month, year: year)
        else { return nil }
        self.init(epochDay: GregorianCalendar.epochDay(year: year, month: month, day: day))
    }

    package var year: Int64 { civil.year }
    /// From 1.
    package var month: Int64 { civil.month }
    /// Of the month, from 1.
    package var day: Int64 { civil.day }

    var civil: GregorianCalendar.Civil { GregorianCalendar.civil(ofEpochDay: epochDay) }
}

extension LocalTimeValue {
    /// `nil` where a field is out of its range.
    package init?(hour: Int64, minute: Int64, second: Int64, nanosecond: Int64) {
        guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60, nanosecond >= 0,
            nanosecond < TemporalUnits.nanosecondsPerSecond
        else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second
        self.init(nanosecondOfDay: seconds * TemporalUnits.nanosecondsPerSecond + nanosecond)
    }

    package var hour: Int64 { nanosecondOfDay / TemporalUnits.nanosecondsPerHour }
    package var minute: Int64 { nanosecondOfDay / TemporalUnits.nanosecondsPerMinute % 60 }
    package var second: Int64 { nanosecondOfDay / TemporalUnits.nanosecondsPerSecond % 60 }
    /// Of the second.
    package var nanosecond: Int64 { nanosecondOfDay % TemporalUnits.nanosecondsPerSecond }
}

extension TimeValue {
    package init(_ local: LocalTimeValue, offsetSeconds: Int32) {
        self.init(nanosecondOfDay: local.nanosecondOfDay, offsetSeconds: offsetSeconds)
    }

    /// What the clock on the wall shows.
    package var local: LocalTimeValue { LocalTimeValue(nanosecondOfDay: nanosecondOfDay) }

    /// Nanoseconds from midnight in UTC, not wrapped into one day: what times with an offset are ordered by.
    var utcNanoseconds: Int64 {
        nanosecondOfDay - Int64(offsetSeconds) * TemporalUnits.nanosecondsPerSecond
    }
}

extension LocalDateTimeValue {
    package init(_ date: DateValue, _ time: LocalTimeValue) {
        self.init(
            localSecond: date.epochDay * TemporalUnits.secondsPerDay
                + time.nanosecondOfDay / TemporalUnits.nanosecondsPerSecond,
            nanosecond: Int32(truncatingIfNeeded: time.nanosecond))
    }

    package var date: DateValue { DateValue(epochDay: floorDivide(localSecond, TemporalUnits.secondsPerDay)) }

    package var time: LocalTimeValue {
        let secondOfDay = floorModulo(localSecond, TemporalUnits.secondsPerDay)
        return LocalTimeValue(
            nanosecondOfDay: secondOfDay * TemporalUnits.nanosecondsPerSecond + Int64(nanosecond))
    }
}

extension DateTimeValue {
    /// What calendar and clock on the wall show.
    package var local: LocalDateTimeValue {
        LocalDateTimeValue(localSecond: epochSecond + Int64(offsetSeconds), nanosecond: nanosecond)
    }

    package var date: DateValue { local.date }
    /// The local time of day.
    package var time: LocalTimeValue { local.time }
}

/// Dates by week, quarter and day of the year.
extension DateValue {
    /// `nil` where a field is out of its range, such as a week 53 that the year does not have.
    init?(weekYear: Int64, week: Int64, weekday: Int64) {
        guard weekYear >= -GregorianCalendar.yearLimit, weekYear <= GregorianCalendar.yearLimit, week >= 1,
            week <= GregorianCalendar.weekCount(ofYear: weekYear), weekday >= 1, weekday <= 7
        else { return nil }
        let day = GregorianCalendar.firstDay(ofWeekYear: weekYear) + (week - 1) * 7 + weekday - 1
        // The first and the last week of all stand partly outside.
        guard GregorianCalendar.contains(epochDay: day) else { return nil }
        self.init(epochDay: day)
    }

    init?(year: Int64, quarter: Int64, dayOfQuarter: Int64) {
        guard quarter >= 1, quarter <= 4, let first = DateValue(year: year, month: quarter * 3 - 2, day: 1),
            dayOfQuarter >= 1, dayOfQuarter <= GregorianCalendar.dayCount(ofQuarter: quarter, year: year)
        else { return nil }
        self.init(epochDay: first.epochDay + dayOfQuarter - 1)
    }

    init?(year: Int64, ordinalDay: Int64) {
        guard let first = DateValue(year: year, month: 1, day: 1), ordinalDay >= 1,
            ordinalDay <= GregorianCalendar.dayCount(ofYear: year)
        else { return nil }
        self.init(epochDay: first.epochDay + ordinalDay - 1)
    }

    /// 1 is Monday.
    var weekday: Int64 { GregorianCalendar.weekday(epochDay) }
    var quarter: Int64 { GregorianCalendar.quarter(ofMonth: month) }
    var ordinalDay: Int64 { GregorianCalendar.dayOfYear(civil) }

    var dayOfQuarter: Int64 {
        let civil = civil
        let quarter = GregorianCalendar.quarter(ofMonth: civil.month)
        return epochDay - GregorianCalendar.epochDay(year: civil.year, month: quarter * 3 - 2, day: 1) + 1
    }
}
