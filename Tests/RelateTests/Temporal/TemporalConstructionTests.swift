import Testing

@testable import Relate

struct TemporalConstructionTests {
    @Test(arguments: [
        TemporalCase("date({year: 2019, month: 3, day: 9})", "2019-03-09"),
        TemporalCase("date({year: 2019, month: 3})", "2019-03-01"),
        TemporalCase("date({Year: 2019, MONTH: 3})", "2019-03-01"),
        TemporalCase("date({year: 2019, month: null})", "2019-01-01"),
        TemporalCase("date({year: 2020, week: 53, dayOfWeek: 5})", "2021-01-01"),
        TemporalCase("date({year: 2019, quarter: 2, dayOfQuarter: 91})", "2019-06-30"),
        TemporalCase("date({year: 2019, quarter: 2})", "2019-04-01"),
        TemporalCase("date({year: 2020, ordinalDay: 366})", "2020-12-31"),
        TemporalCase("date({year: -5})", "-0005-01-01"),
        TemporalCase(
            "localtime({hour: 1, minute: 2, second: 3, millisecond: 4, microsecond: 5, nanosecond: 6})",
            "01:02:03.004005006"),
        TemporalCase(
            "localtime({hour: 1, minute: 2, second: 3, millisecond: 4, nanosecond: 5678})",
            "01:02:03.004005678"),
        TemporalCase("time({hour: 1, timezone: '-02:05:07'})", "01:00:00-02:05:07"),
        TemporalCase("datetime({year: 2019, timezone: 'Asia/Kolkata'})", "2019-01-01T00:00:00+05:30[Asia/Kolkata]"),
        TemporalCase("datetime({epochSeconds: 416779, nanosecond: 999999999})", "1970-01-05T19:46:19.999999999Z"),
        TemporalCase("datetime({epochMillis: -1, timezone: '+01:00'})", "1970-01-01T00:59:59.999+01:00"),
        TemporalCase("datetime({epochMillis: 5, microsecond: 6, nanosecond: 7})", "1970-01-01T00:00:00.005006007Z"),
        TemporalCase("datetime.fromepoch(416779, 999999999)", "1970-01-05T19:46:19.999999999Z"),
        TemporalCase("datetime.fromepoch(0, -1)", "1969-12-31T23:59:59.999999999Z"),
        TemporalCase("datetime.fromepochmillis(237821673987)", "1977-07-15T13:34:33.987Z"),
    ])
    func `Instants are made from the fields of a map`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        TemporalCase("date(localdatetime('2019-03-09T10:20'))", "2019-03-09"),
        TemporalCase("localtime(datetime('2019-03-09T10:20+03:00'))", "10:20:00"),
        TemporalCase("time(localtime('10:20'))", "10:20:00Z"),
        TemporalCase("time(datetime('2019-07-09T10:20[Europe/Berlin]'))", "10:20:00+02:00"),
        TemporalCase("datetime(localdatetime('2019-07-09T10:20'))", "2019-07-09T10:20:00Z"),
        TemporalCase("date({date: date('2020-02-29'), year: 2021})", "2021-02-28"),
        TemporalCase("date({date: date('2020-03-31'), month: 4})", "2020-04-30"),
        TemporalCase("date({date: date('2020-11-30'), quarter: 1})", "2020-02-29"),
        TemporalCase("date({date: date('2020-11-30'), dayOfWeek: 7})", "2020-12-06"),
        TemporalCase("date({date: date('2020-11-30'), dayOfQuarter: 1})", "2020-10-01"),
        TemporalCase("date({date: date('2016-12-31'), week: 2, year: 2018})", "2018-01-13"),
        TemporalCase(
            "time({time: time('12:31:14.645876+01:00'), second: 42, timezone: '+05:00'})",
            "16:31:42.645876+05:00"),
        TemporalCase("time({time: localtime('23:00'), timezone: '+05:00'})", "23:00:00+05:00"),
        TemporalCase("localtime({time: localtime('10:20:30.123456789'), millisecond: 5})", "10:20:30.005"),
        TemporalCase(
            "datetime({datetime: datetime('2019-03-28T12:00:42[Europe/Berlin]'), month: 4, timezone: '-10:00'})",
            "2019-04-28T00:00:42-10:00"),
        TemporalCase(
            "datetime({date: datetime('2019-03-28T12:00+07:00'), time: localtime('01:00')})",
            "2019-03-28T01:00:00Z"),
        TemporalCase(
            "datetime({date: date('2019-01-01'), time: datetime('2019-07-01T12:00[Europe/Berlin]')})",
            "2019-01-01T12:00:00+01:00[Europe/Berlin]"),
        // The second of the two 02:30s stays the second.
        TemporalCase(
            "datetime({datetime: datetime('2019-10-27T02:30+01:00[Europe/Berlin]')})",
            "2019-10-27T02:30:00+01:00[Europe/Berlin]"),
    ])
    func `Instants are made from other instants, changed by fields and moved to other zones`(
        _ row: TemporalCase
    ) throws { try row.check() }

    @Test(arguments: [
        "date({year: 999999999, week: 52, dayOfWeek: 7})",
        "localdatetime({year: 999999999, week: 52, dayOfWeek: 7, hour: 1})",
        "datetime({year: 999999999, week: 52, dayOfWeek: 6})",
        "date({date: date('+999999999-12-31'), dayOfWeek: 7})",
        "date.truncate('week', date('+999999999-12-31'), {dayOfWeek: 7})",
    ])
    func `A day outside of the calendar is one, whatever names it`(_ expression: String) {
        let error = #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
        #expect(error?.message.contains("The instant lies outside the years -999999999 to 999999999") == true)
    }

    @Test(arguments: [
        "date({})", "date({month: 3})", "date({year: 2019, day: 3})", "date({year: 2019, dayOfWeek: 3})",
        "date({year: 2019, dayOfQuarter: 3})", "date({year: 2019, month: 2, day: 29})",
        "date({year: 2019, month: 3, week: 2})", "date({year: 2019, quarter: 3, ordinalDay: 2})",
        "date({year: 2019, week: 53})", "date({year: 2019, month: 13})", "date({year: 1000000000})",
        "date({year: 2019.0})", "date({year: '2019'})", "date({years: 2019})", "date({year: 2019, hour: 3})",
        "date({year: 2019, timezone: 'Z'})", "date({date: localtime('10:00')})", "date({date: '2019-01-01'})",
        "date(5)", "date(localtime('10:00'))", "localtime(date('2019-01-01'))", "datetime(date('2019-01-01'))",
        "localtime({minute: 3})", "localtime({hour: 3, second: 3})", "localtime({hour: 24})",
        "localtime({hour: 3, minute: 2, second: 1, millisecond: 3, microsecond: 1000})",
        "localtime({hour: 3, minute: 2, second: 1, microsecond: 3, nanosecond: 1000})",
        "localtime({hour: 3, timezone: 'Z'})", "time({hour: 3, timezone: 'Nowhere'})", "time({hour: 3, timezone: 1})",
        "localdatetime({year: 2019, minute: 3})", "datetime({epochSeconds: 1, year: 2019})",
        "datetime({epochSeconds: 1, epochMillis: 1})", "datetime({epochSeconds: 9223372036854775807})",
        "datetime({datetime: datetime(), date: date()})", "datetime({year: 2019, timezone: '+18:01'})",
        "datetime({year: -999999999, timezone: '+18:00', datetime: date()})", "datetime.fromepochmillis('5')",
        "date({date: date('2019-01-01'), epochMillis: 5})", "duration({})", "duration({fortnights: 1})",
        "duration({days: '1'})", "duration(5)", "time({hour: 1, timezone: 'America/Los_Angeles'})",
    ])
    func `Maps that name no instant are refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }

    @Test(arguments: [
        TemporalCase("datetime()", "2024-02-29T23:30:15.123456789Z"),
        TemporalCase("datetime.statement()", "2024-02-29T23:30:15.123456789Z"),
        TemporalCase("datetime.transaction()", "2024-02-29T23:29:15.123456789Z"),
        TemporalCase("datetime.transaction('Asia/Tokyo')", "2024-03-01T08:29:15.123456789+09:00[Asia/Tokyo]"),
        TemporalCase("date()", "2024-02-29"),
        TemporalCase("date({timezone: 'Asia/Tokyo'})", "2024-03-01"),
        TemporalCase("date.statement('+09:00')", "2024-03-01"),
        TemporalCase("localtime()", "23:30:15.123456789"),
        TemporalCase("time({timezone: 'America/Los Angeles'})", "15:30:15.123456789-08:00"),
        TemporalCase("localdatetime({timezone: '+01:00'})", "2024-03-01T00:30:15.123456789"),
        TemporalCase("time({hour: 1, timezone: '-08:00'})", "01:00:00-08:00"),
    ])
    func `Clocks show the statement's or the transaction's instant`(_ row: TemporalCase) throws { try row.check() }

    @Test func `The default zone holds where nothing names one`() throws {
        let context = EvaluationContext.fixed(zone: "Europe/Berlin")
        func text(_ expression: String) throws -> String { try TemporalExpression.text(expression, in: context) }
        #expect(try text("datetime()") == "2024-03-01T00:30:15.123456789+01:00[Europe/Berlin]")
        #expect(try text("date()") == "2024-03-01")
        #expect(try text("datetime('2024-07-01T00:00')") == "2024-07-01T00:00:00+02:00[Europe/Berlin]")
        #expect(try text("datetime({year: 2024})") == "2024-01-01T00:00:00+01:00[Europe/Berlin]")
        #expect(try text("time('10:00')") == "10:00:00+01:00")
    }

    @Test func `The real clock goes on and is near the system's`() throws {
        let clock = ContinuousClock.now
        guard case .dateTime(let first) = try TemporalExpression.value("datetime.realtime()"),
            case .dateTime(let second) = try TemporalExpression.value("datetime.realtime()")
        else { return #expect(Bool(false), "no instants") }
        #expect(TemporalOrdering.compare(first, second) <= 0)
        let elapsed = second.epochSecond - first.epochSecond
        #expect(elapsed <= (ContinuousClock.now - clock).components.seconds + 1)
        #expect(first.epochSecond > 1_700_000_000)
    }

    @Test(arguments: [
        "date(null)", "datetime(null)", "time.transaction(null)", "duration(null)", "duration.between(null, date())",
        "duration.inDays(date(), null)", "date.truncate('day', null)", "date.truncate(null, date())",
        "datetime.fromepoch(null, 1)",
    ])
    func `Null makes null`(_ expression: String) throws {
        #expect(try TemporalExpression.text(expression) == "null")
    }
}
