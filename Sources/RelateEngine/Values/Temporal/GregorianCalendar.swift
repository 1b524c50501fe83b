/// The proleptic Gregorian calendar: days since 1970-01-01 to years, months, quarters and ISO weeks, and back.
///
/// Functions without `checked` in their name expect fields in range; the calendar's own range is ±999,999,999 years.
enum GregorianCalendar {
    static let yearLimit: Int64 = 999_999_999
    /// -999999999-01-01.
    static let firstEpochDay: Int64 = -365_243_219_162
    /// +999999999-12-31.
    static let lastEpochDay: Int64 = 365_241_780_471

    /// A day's year, month (from 1) and day of the month (from 1).
    struct Civil: Hashable {
        var year: Int64
        var month: Int64
        var day: Int64
    }

    static func isLeap(_ year: Int64) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func dayCount(ofYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

    static func dayCount(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func dayCount(ofQuarter quarter: Int64, year: Int64) -> Int64 {
        switch quarter {
        case 1: isLeap(year) ? 91 : 90
        case 2: 91
        default: 92
        }
    }

    /// 52 or 53: a year has 53 ISO weeks when it starts on a Thursday, or on a Wednesday and is a leap year.
    static func weekCount(ofYear year: Int64) -> Int64 {
        let firstWeekday = weekday(epochDay(year: year, month: 1, day: 1))
        return firstWeekday == 4 || (firstWeekday == 3 && isLeap(year)) ? 53 : 52
    }

    /// Years counted from March make the leap day the last of its year.
    ///
    /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    static func epochDay(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let marchMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func civil(ofEpochDay epochDay: Int64) -> Civil {
        let shifted = epochDay + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return Civil(year: year, month: month, day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// 1 is Monday, 7 is Sunday.
    static func weekday(_ epochDay: Int64) -> Int64 {
        floorModulo(epochDay + 3, 7) + 1
    }

    /// From 1.
    static func dayOfYear(_ civil: Civil) -> Int64 {
        epochDay(year: civil.year, month: civil.month, day: civil.day)
            - epochDay(year: civil.year, month: 1, day: 1) + 1
    }

    static func quarter(ofMonth month: Int64) -> Int64 { (month - 1) / 3 + 1 }

    /// The day on which the ISO week 1 of `weekYear` starts: the Monday of the week with January 4th.
    static func firstDay(ofWeekYear weekYear: Int64) -> Int64 {
        let january4 = epochDay(year: weekYear, month: 1, day: 4)
        return january4 - (weekday(january4) - 1)
    }

    /// The ISO week a day lies in, and the year that owns the week.
    static func week(ofEpochDay epochDay: Int64) -> (weekYear: Int64, week: Int64) {
        // The Thursday of a week lies in the year that owns it.
        let thursday = epochDay - weekday(epochDay) + 4
        let weekYear = civil(ofEpochDay: thursday).year
        return (weekYear, (epochDay - firstDay(ofWeekYear: weekYear)) / 7 + 1)
    }

    /// The same day of the month `months` later, or the month's last day where it has no such day; `nil` outside the range.
    static func adding(months: Int64, toEpochDay epochDay: Int64) -> Int64? {
        let from = civil(ofEpochDay: epochDay)
        let (total, overflow) = (from.year * 12 + from.month - 1).addingReportingOverflow(months)
        if overflow { return nil }
        let year = floorDivide(total, 12)
        guard abs(year) <= yearLimit else { return nil }
        let month = floorModulo(total, 12) + 1
        let day = min(from.day, dayCount(ofMonth: month, year: year))
        return Self.epochDay(year: year, month: month, day: day)
    }

    /// `nil` outside the calendar's range.
    static func adding(days: Int64, toEpochDay epochDay: Int64) -> Int64? {
        let (sum, overflow) = epochDay.addingReportingOverflow(days)
        return overflow || !contains(epochDay: sum) ? nil : sum
    }

    static func contains(epochDay: Int64) -> Bool { epochDay >= firstEpochDay && epochDay <= lastEpochDay }

    private static func abs(_ value: Int64) -> Int64 { value < 0 ? 0 &- value : value }
}

/// The quotient rounded down; `divisor` is positive.
@inline(__always) func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}

/// What `floorDivide` leaves: `0 ..< divisor`.
@inline(__always) func floorModulo(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let remainder = dividend % divisor
    return remainder < 0 ? remainder + divisor : remainder
}
