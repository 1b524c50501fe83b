import Testing

@testable import Relate

struct TemporalTruncationTests {
    @Test(arguments: [
        ("millennium", "2000-01-01T00:00:00"), ("century", "2000-01-01T00:00:00"), ("decade", "2010-01-01T00:00:00"),
        ("year", "2017-01-01T00:00:00"), ("weekYear", "2017-01-02T00:00:00"), ("quarter", "2017-10-01T00:00:00"),
        ("month", "2017-11-01T00:00:00"), ("week", "2017-11-06T00:00:00"), ("day", "2017-11-11T00:00:00"),
        ("hour", "2017-11-11T12:00:00"), ("minute", "2017-11-11T12:31:00"), ("second", "2017-11-11T12:31:14"),
        ("millisecond", "2017-11-11T12:31:14.645"), ("microsecond", "2017-11-11T12:31:14.645876"),
        ("MILLISECOND", "2017-11-11T12:31:14.645"),
    ])
    func `Every unit truncates a date with a time`(_ unit: String, _ expected: String) throws {
        let input = "'2017-11-11T12:31:14.645876123"
        #expect(try TemporalExpression.text("localdatetime.truncate('\(unit)', localdatetime(\(input)'))") == expected)
        #expect(
            try TemporalExpression.text("datetime.truncate('\(unit)', datetime(\(input)+03:00'))") == expected
                + "+03:00")
    }

    @Test(arguments: [
        TemporalCase("date.truncate('week', date('2021-01-01'))", "2020-12-28"),
        TemporalCase("date.truncate('weekYear', date('2021-01-01'))", "2019-12-30"),
        TemporalCase("date.truncate('century', date('-0001-05-05'))", "-0100-01-01"),
        TemporalCase("date.truncate('quarter', datetime('2019-05-31T23:00-12:00'), {day: 31, month: 5})", "2019-05-31"),
        TemporalCase("date.truncate('week', date('2019-05-31'), {dayOfWeek: 7})", "2019-06-02"),
        TemporalCase("date.truncate('year', date('2019-05-31'), null)", "2019-01-01"),
        TemporalCase("date.truncate('month')", "2024-02-01"),
        TemporalCase("localtime.truncate('day', time('12:31:14+01:00'), {minute: 3})", "00:03:00"),
        TemporalCase("time.truncate('hour', time('12:31:14+01:00'), {timezone: '-03:00'})", "12:00:00-03:00"),
        TemporalCase("time.truncate('minute', datetime('2019-07-01T12:31:14[Europe/Berlin]'))", "12:31:00+02:00"),
        TemporalCase(
            "time.truncate('millisecond', localtime('12:31:14.645876123'), {microsecond: 7, nanosecond: 8})",
            "12:31:14.645007008Z"),
        TemporalCase(
            "time.truncate('microsecond', localtime('12:31:14.645876123'), {nanosecond: 8})",
            "12:31:14.645876008Z"),
        TemporalCase(
            "datetime.truncate('day', date('2019-07-01'), {timezone: 'Europe/Berlin', hour: 5})",
            "2019-07-01T05:00:00+02:00[Europe/Berlin]"),
        TemporalCase(
            "datetime.truncate('hour', datetime('2019-10-27T02:30+01:00[Europe/Berlin]'))",
            "2019-10-27T02:00:00+01:00[Europe/Berlin]"),
        TemporalCase("localdatetime.truncate('day', datetime('2019-07-01T12:31+09:00'))", "2019-07-01T00:00:00"),
    ])
    func `Truncated values take the fields of the map`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        "date.truncate('hour', date('2019-01-01'))", "date.truncate('eon', date('2019-01-01'))",
        "date.truncate('day', localtime('10:00'))", "localtime.truncate('month', localtime('10:00'))",
        "localtime.truncate('hour', date('2019-01-01'))", "datetime.truncate('hour', date('2019-01-01'))",
        "date.truncate('day', date('2019-01-01'), {hour: 3})", "date.truncate('day', '2019-01-01')",
        "date.truncate('day', date('2019-01-01'), 5)", "date.truncate(5, date('2019-01-01'))",
        "date.truncate('day', date('2019-01-01'), {timezone: 'Z'})",
        "date.truncate('year', date('2019-01-01'), {date: date('2019-01-01')})",
        "date.truncate('millennium', date('-999999999-05-05'))",
        "time.truncate('microsecond', localtime('12:31:14.6'), {nanosecond: 1000})",
    ])
    func `What cannot be truncated is refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }
}
