import Testing

@testable import Relate

struct GregorianCalendarTests {
    /// Both ends, the epoch, leap days, centuries, and many between.
    private static func sampledDays(count: Int) -> [Int64] {
        let (first, last) = (GregorianCalendar.firstEpochDay, GregorianCalendar.lastEpochDay)
        var random = TemporalRandom(seed: 1)
        var days: [Int64] = Array(first..<(first + 800)) + Array((last - 800)...last) + Array(-1_500..<1_500)
        for year: Int64 in [-400, -4, -1, 0, 1, 4, 100, 1600, 1700, 1900, 2000, 2100] {
            let march = GregorianCalendar.epochDay(year: year, month: 3, day: 1)
            days += (march - 3)..<(march + 3)
        }
        for _ in 0..<count { days.append(Int64.random(in: first...last, using: &random)) }
        return days
    }

    @Test func `Every way to name a day leads back to the day`() {
        for day in Self.sampledDays(count: 20_000) {
            let date = DateValue(epochDay: day)
            let (weekYear, week) = GregorianCalendar.week(ofEpochDay: day)
            #expect(DateValue(year: date.year, month: date.month, day: date.day) == date)
            #expect(DateValue(year: date.year, ordinalDay: date.ordinalDay) == date)
            #expect(DateValue(year: date.year, quarter: date.quarter, dayOfQuarter: date.dayOfQuarter) == date)
            // The calendar ends in the middle of a week whose year it does not have.
            if weekYear.magnitude <= 999_999_999 {
                #expect(DateValue(weekYear: weekYear, week: week, weekday: date.weekday) == date)
            }
        }
    }

    @Test func `The day after is the next day of the week, the month, the quarter and the year`() {
        for day in Self.sampledDays(count: 20_000) where day < GregorianCalendar.lastEpochDay {
            let (today, tomorrow) = (DateValue(epochDay: day), DateValue(epochDay: day + 1))
            #expect(tomorrow.weekday == today.weekday % 7 + 1)
            #expect(tomorrow.day == today.day + 1 || (tomorrow.day == 1 && tomorrow.month == today.month % 12 + 1))
            #expect(tomorrow.ordinalDay == today.ordinalDay + 1 || tomorrow.year == today.year + 1)
            let weeks = (GregorianCalendar.week(ofEpochDay: day).week, GregorianCalendar.week(ofEpochDay: day + 1).week)
            #expect((weeks.0 == weeks.1) == (tomorrow.weekday != 1))
        }
    }

    @Test(
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (1, 1, 1, -719_162), (0, 12, 31, -719_163),
            (-999_999_999, 1, 1, -365_243_219_162), (999_999_999, 12, 31, 365_241_780_471),
        ] as [(Int64, Int64, Int64, Int64)])
    func `Known days have their known numbers`(_ year: Int64, _ month: Int64, _ day: Int64, _ epochDay: Int64) {
        #expect(DateValue(year: year, month: month, day: day)?.epochDay == epochDay)
    }

    @Test(
        arguments: [
            (2024, 2, 30), (2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0),
            (1_000_000_000, 1, 1), (-1_000_000_000, 1, 1),
        ] as [(Int64, Int64, Int64)])
    func `Days that do not exist are refused`(_ year: Int64, _ month: Int64, _ day: Int64) {
        #expect(DateValue(year: year, month: month, day: day) == nil)
    }

    @Test func `Years have 52 or 53 weeks by their first day`() {
        let long = (1990...2030).filter { GregorianCalendar.weekCount(ofYear: Int64($0)) == 53 }
        #expect(long == [1992, 1998, 2004, 2009, 2015, 2020, 2026])
    }

    @Test func `Months are added to the last day of shorter months, and not past the calendar`() {
        let january31 = GregorianCalendar.epochDay(year: 2023, month: 1, day: 31)
        func added(_ months: Int64) -> String? {
            GregorianCalendar.adding(months: months, toEpochDay: january31).map { DateValue(epochDay: $0).isoText }
        }
        #expect(added(1) == "2023-02-28")
        #expect(added(13) == "2024-02-29")
        #expect(added(-2) == "2022-11-30")
        #expect(added(-12 * 3_000) == "-0977-01-31")
        #expect(added(12 * 999_997_976) == "+999999999-01-31")
        #expect(added(12 * 999_997_977) == nil)
        #expect(added(.max) == nil)
        #expect(added(.min) == nil)
    }
}
