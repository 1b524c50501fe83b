import Testing

@testable import Relate

struct TemporalParsingTests {
    @Test(arguments: [
        TemporalCase("date('2019-03-09')", "2019-03-09"),
        TemporalCase("date('20190309')", "2019-03-09"),
        TemporalCase("date('2019-3-9')", "2019-03-09"),
        TemporalCase("date('2019-03')", "2019-03-01"),
        TemporalCase("date('201903')", "2019-03-01"),
        TemporalCase("date('2019')", "2019-01-01"),
        TemporalCase("date('2020-W53-5')", "2021-01-01"),
        TemporalCase("date('2020W535')", "2021-01-01"),
        TemporalCase("date('2020-W53')", "2020-12-28"),
        TemporalCase("date('2020W53')", "2020-12-28"),
        TemporalCase("date('2019-Q3-45')", "2019-08-14"),
        TemporalCase("date('2019Q345')", "2019-08-14"),
        TemporalCase("date('2019-Q3')", "2019-07-01"),
        TemporalCase("date('2019Q3')", "2019-07-01"),
        TemporalCase("date('2020-366')", "2020-12-31"),
        TemporalCase("date('2020366')", "2020-12-31"),
        TemporalCase("date('0000-01-01')", "0000-01-01"),
        TemporalCase("date('-0044-03-15')", "-0044-03-15"),
        TemporalCase("date('-44-03-15')", "-0044-03-15"),
        TemporalCase("date('+2019-03-09')", "2019-03-09"),
        TemporalCase("date('+12019-03-09')", "+12019-03-09"),
        TemporalCase("date('+999999999-12-31')", "+999999999-12-31"),
        TemporalCase("date('-999999999-01-01')", "-999999999-01-01"),
    ])
    func `Dates are read in every form of ISO 8601`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        TemporalCase("localtime('21:40:32.142')", "21:40:32.142"),
        TemporalCase("localtime('214032.142')", "21:40:32.142"),
        TemporalCase("localtime('21:40:32,000000001')", "21:40:32.000000001"),
        TemporalCase("localtime('214032')", "21:40:32"),
        TemporalCase("localtime('21:40')", "21:40:00"),
        TemporalCase("localtime('2140')", "21:40:00"),
        TemporalCase("localtime('21')", "21:00:00"),
        TemporalCase("localtime('9:05:00')", "09:05:00"),
        TemporalCase("time('21:40:32.142+0100')", "21:40:32.142+01:00"),
        TemporalCase("time('2140-02')", "21:40:00-02:00"),
        TemporalCase("time('21:40-00:00')", "21:40:00Z"),
        TemporalCase("time('21Z')", "21:00:00Z"),
        TemporalCase("time('12:34:56+02:05:59')", "12:34:56+02:05:59"),
        TemporalCase("time('123456-020507')", "12:34:56-02:05:07"),
        TemporalCase("time('12:34+18:00')", "12:34:00+18:00"),
        TemporalCase("time('12:34')", "12:34:00Z"),
    ])
    func `Times are read with and without their smaller parts`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        TemporalCase("localdatetime('2019-03-09T01:02:03.4')", "2019-03-09T01:02:03.4"),
        TemporalCase("localdatetime('2019-W10-6T010203.4')", "2019-03-09T01:02:03.4"),
        TemporalCase("localdatetime('2019068T01')", "2019-03-09T01:00:00"),
        TemporalCase("localdatetime('2019T0102')", "2019-01-01T01:02:00"),
        TemporalCase("localdatetime('2019-03-09')", "2019-03-09T00:00:00"),
        TemporalCase("datetime('2019-03-09T01:02-01:30')", "2019-03-09T01:02:00-01:30"),
        TemporalCase("datetime('2019-03-09T01:02')", "2019-03-09T01:02:00Z"),
        TemporalCase("datetime('2019-03-09')", "2019-03-09T00:00:00Z"),
        TemporalCase("datetime('2019-07-09T01:02[Europe/London]')", "2019-07-09T01:02:00+01:00[Europe/London]"),
        TemporalCase("datetime('2019-03-09[Europe/London]')", "2019-03-09T00:00:00Z[Europe/London]"),
        TemporalCase("datetime('2019-07-09T01+0530[Asia/Kolkata]')", "2019-07-09T01:00:00+05:30[Asia/Kolkata]"),
        TemporalCase("datetime('2019-07-09T01[America/New York]')", "2019-07-09T01:00:00-04:00[America/New_York]"),
        TemporalCase("datetime('2019-07-09T01[UTC]')", "2019-07-09T01:00:00Z[UTC]"),
    ])
    func `Dates with times are read with offsets and regions`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        "date('')", "date('foo')", "date('19')", "date('2019-13-01')", "date('2019-02-29')", "date('2019-W53')",
        "date('2019-W10-8')", "date('2019-Q5-01')", "date('2019-Q1-91')", "date('2019-366')", "date('2019-000')",
        "date('2019-03-09T10')", "date('2019-03-')", "date('20190')", "date('2019-1234')", "date('201903091')",
        "date('12019-03-09')", "date('+1000000000-01-01')", "date('+')", "date('2019-W1')", "date('2019 03 09')",
        "date('+999999999-W53-7')", "date('２０１９-03-09')",
        "localtime('24:00')", "localtime('21:60')", "localtime('21:40:60')", "localtime('21:40:32.')",
        "localtime('21:40:32.1234567891')", "localtime('214')", "localtime('21:40Z')", "localtime('')",
        "time('12:00+19')", "time('12:00+18:00:01')", "time('12:00+1')", "time('12:00[Europe/London]')",
        "time('12:00+01:60')", "localdatetime('2019-03-09T10+01:00')", "localdatetime('2019-03-09 10:00')",
        "datetime('2019-03-09T10+01:00[Europe/London]')", "datetime('2019-03-09T10[Europe/London')",
        "datetime('2019-03-09T10[Nowhere/City]')", "datetime('2019-03-09T10[]')", "datetime('2019-03-09T10Zx')",
        "duration('')", "duration('P')", "duration('PT')", "duration('P1')", "duration('1Y')", "duration('P1H')",
        "duration('P1D2M')", "duration('P1Y1Y')", "duration('P1DT')", "duration('PT1D')", "duration('P1.Y')",
        "duration('P--1Y')", "duration('P2012-13-02')", "duration('P2012-02-32')", "duration('P2012-02-02T25:00')",
        "duration('P1Y ')", "duration('PT1S1S')",
    ])
    func `Text that is no value of the kind is refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }

    @Test func `A refusal names the kind, the text and the reason`() throws {
        let error = #expect(throws: EngineError.self) { try TemporalExpression.text("date('2019-02-29')") }
        #expect(error?.gqlStatus == "22007")
        #expect(
            error?.message
                == "runtime error: InvalidArgumentValue: Text cannot be parsed to a Date: '2019-02-29': there is no such date"
        )
    }
}
