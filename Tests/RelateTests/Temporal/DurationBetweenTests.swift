import Testing

@testable import Relate

struct DurationBetweenTests {
    @Test(arguments: [
        TemporalCase("duration.between(date('2024-01-31'), date('2024-02-29'))", "P29D"),
        TemporalCase("duration.between(date('2024-01-31'), date('2024-03-01'))", "P1M1D"),
        TemporalCase("duration.between(date('2024-03-01'), date('2024-01-31'))", "P-1M-1D"),
        TemporalCase("duration.between(date('2024-01-01'), localtime('10:30'))", "PT10H30M"),
        TemporalCase("duration.between(localtime('10:30'), date('2024-01-01'))", "PT-10H-30M"),
        TemporalCase("duration.between(localtime('10:30'), time('12:30+01:00'))", "PT2H"),
        TemporalCase("duration.between(time('10:30Z'), time('12:30+01:00'))", "PT1H"),
        TemporalCase("duration.between(localdatetime('2024-01-31T12:00'), date('2024-03-01'))", "P29DT12H"),
        TemporalCase(
            "duration.between(datetime('2024-01-31T12:00+02:00'), datetime('2024-01-31T12:00-02:00'))", "PT4H"),
        TemporalCase("duration.between(date('-999999999-01-01'), date('+999999999-12-31'))", "P1999999998Y11M30D"),
        // Where the first one's clock shows the second one, there is no date any more.
        TemporalCase(
            "duration.between(datetime('+999999999-12-31T23:00+01:00'), datetime('+999999999-12-31T23:59-18:00'))",
            "PT19H59M"),
        TemporalCase(
            "duration.inSeconds(datetime('-999999999-01-01T00:00-18:00'), datetime('-999999999-01-01T00:00+18:00'))",
            "PT-36H"),
        TemporalCase(
            "duration.inDays(datetime('+999999996-01-31T23:59-18:00'), datetime('-999999999-01-01T23:59+18:00'))",
            "P-730484998204D"),
        TemporalCase(
            "duration.inMonths(datetime('-999999999-02-28T17:15-01:00'), datetime('+999999999-12-31T12:34-18:00'))",
            "P1999999998Y10M"),
        TemporalCase(
            "duration.between(datetime('2024-03-30T12:00[Europe/Berlin]'), datetime('2024-03-31T12:00[Europe/Berlin]'))",
            "P1D"),
        TemporalCase(
            "duration.between(datetime('2024-03-30T12:00[Europe/Berlin]'), datetime('2024-03-31T13:00[Europe/Berlin]'))",
            "P1DT1H"),
        TemporalCase(
            "duration.inSeconds(datetime('2024-03-30T12:00[Europe/Berlin]'), datetime('2024-03-31T12:00[Europe/Berlin]'))",
            "PT23H"),
        TemporalCase("duration.inSeconds(date('2017-10-29'), datetime('2017-10-29T04:00[Europe/Stockholm]'))", "PT5H"),
        TemporalCase("duration.inSeconds(datetime('2017-10-29T00:00[Europe/Stockholm]'), date('2017-10-30'))", "PT25H"),
        TemporalCase(
            "duration.inSeconds(localdatetime('2014-07-21T21:40:36.143'), localdatetime('2014-07-21T21:40:36.142'))",
            "PT-0.001S"),
        TemporalCase("duration.inMonths(date('2018-07-21'), datetime('2016-07-21T21:40:32.142+0100'))", "P-1Y-11M"),
        TemporalCase("duration.inMonths(date('2024-01-31'), date('2024-02-29'))", "PT0S"),
        TemporalCase("duration.inMonths(localtime('10:00'), time('12:00Z'))", "PT0S"),
        TemporalCase("duration.inDays(localdatetime('2024-01-02T12:00'), localdatetime('2024-01-01T13:00'))", "PT0S"),
        TemporalCase("duration.inDays(date('2024-01-01'), date('2023-01-01'))", "P-365D"),
        TemporalCase("duration.inDays(localtime('10:00'), localtime('12:00'))", "PT0S"),
    ])
    func `Durations between instants borrow what one side lacks`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        "duration.between(1, date())", "duration.inDays(date(), '2024-01-01')",
        "duration.between(duration('P1D'), date())",
    ])
    func `Only instants have a duration between them`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }

    @Test func `The first instant and the duration lead to the second`() throws {
        var random = TemporalRandom(seed: 3)
        let zones: [String?] = [nil, "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
        for _ in 0..<3_000 {
            let zone = zones.randomElement(using: &random) ?? nil
            let rule = if let zone { try TemporalParser.zone(zone) } else { TimeZoneRule.offset(3_600) }
            func instant() throws -> DateTimeValue {
                try rule.dateTime(
                    epochSecond: Int64.random(in: -10_000_000_000...10_000_000_000, using: &random),
                    nanosecond: Int32.random(in: 0..<1_000_000_000, using: &random))
            }
            let (first, second) = (try instant(), try instant())
            let between = try #require(try DurationBetween(.dateTime(first), .dateTime(second)))
            #expect(try first.adding(between.seconds()) == second)
            #expect(try first.adding(between.logical()) == second, "\(first.isoText) \(second.isoText)")
            let (days, back) = (
                try between.inDays().days, try DurationBetween(.dateTime(second), .dateTime(first))?.inDays()
            )
            #expect(days == 0 || back?.days == -days)
        }
    }
}
