import Testing

@testable import Relate

struct DurationTests {
    @Test(arguments: [
        TemporalCase("duration('P14DT16H12M')", "P14DT16H12M"),
        TemporalCase("duration('P5M1.5D')", "P5M1DT12H"),
        TemporalCase("duration('P0.75M')", "P22DT19H51M49.5S"),
        TemporalCase("duration('P1.5Y')", "P1Y6M"),
        TemporalCase("duration('P0.1Y')", "P1M6DT2H5M49.2S"),
        TemporalCase("duration('P2.5W')", "P17DT12H"),
        TemporalCase("duration('P1W2D')", "P9D"),
        TemporalCase("duration('PT0.75M')", "PT45S"),
        TemporalCase("duration('PT1.5H')", "PT1H30M"),
        TemporalCase("duration('PT1,000000001S')", "PT1.000000001S"),
        TemporalCase("duration('PT-0.5S')", "PT-0.5S"),
        TemporalCase("duration('-PT0.5S')", "PT-0.5S"),
        TemporalCase("duration('-P1Y2M-3DT4H')", "P-1Y-2M3DT-4H"),
        TemporalCase("duration('P-1.5D')", "P-1DT-12H"),
        TemporalCase("duration('P+1D')", "P1D"),
        TemporalCase("duration('PT3600S')", "PT1H"),
        TemporalCase("duration('P30M')", "P2Y6M"),
        TemporalCase("duration('P2012-02-02T14:37:21.545')", "P2012Y2M2DT14H37M21.545S"),
        TemporalCase("duration('P20120202T143721.545')", "P2012Y2M2DT14H37M21.545S"),
        TemporalCase("duration('P2012-02-02')", "P2012Y2M2D"),
        TemporalCase("duration('P0D')", "PT0S"),
        TemporalCase("duration('PT9223372036854775807S')", "PT2562047788015215H30M7S"),
    ])
    func `Durations are read with fractions and signs at every unit`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        TemporalCase("duration({days: 14, hours: 16, minutes: 12})", "P14DT16H12M"),
        TemporalCase("duration({months: 5, days: 1.5})", "P5M1DT12H"),
        TemporalCase("duration({quarters: 1.5})", "P4M15DT5H14M33S"),
        TemporalCase("duration({years: 0.3, months: 0.4})", "P4M"),
        TemporalCase("duration({weeks: -2.5})", "P-17DT-12H"),
        TemporalCase("duration({milliseconds: 1.5})", "PT0.0015S"),
        TemporalCase("duration({microseconds: 1, nanoseconds: -1001})", "PT-0.000000001S"),
        TemporalCase("duration({nanoseconds: 9223372036854775807})", "PT2562047H47M16.854775807S"),
        TemporalCase("duration({seconds: -1, milliseconds: 1})", "PT-0.999S"),
        TemporalCase("duration({days: 1, seconds: null})", "P1D"),
        TemporalCase("duration({Days: 1})", "P1D"),
        TemporalCase(
            "duration({years: 12.5, months: 5.5, days: 14.5, hours: 16.5, minutes: 12.5, seconds: 70.5, nanoseconds: 3})",
            "P12Y11M29DT33H58M13.500000003S"),
    ])
    func `Durations are made from maps with whole and broken numbers`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        TemporalCase("duration('P1M3DT5S') + duration('P2M-4DT0.5S')", "P3M-1DT5.5S"),
        TemporalCase("duration('P1M3DT5S') - duration('P2M-4DT0.5S')", "P-1M7DT4.5S"),
        TemporalCase("duration('P1Y3DT5.000000001S') * 3", "P3Y9DT15.000000003S"),
        TemporalCase("-3 * duration('P1Y3DT5.25S')", "P-3Y-9DT-15.75S"),
        TemporalCase("duration('P1M') * 0.5", "P15DT5H14M33S"),
        TemporalCase("duration('P3D') / 2", "P1DT12H"),
        TemporalCase("duration('PT1S') / 3", "PT0.333333333S"),
        TemporalCase("duration('PT2S') / 3", "PT0.666666666S"),
        TemporalCase("duration('PT-2S') / 3", "PT-0.666666666S"),
        TemporalCase("duration('P1M') / 0.5", "P2M"),
        TemporalCase("duration('P1Y') / 1", "P1Y"),
        TemporalCase("date('2024-01-31') + duration('P1M')", "2024-02-29"),
        TemporalCase("date('2024-01-31') + duration('P1MT23H')", "2024-02-29"),
        TemporalCase("date('2024-01-31') + duration('PT47H')", "2024-02-01"),
        TemporalCase("date('2024-01-31') - duration('PT47H')", "2024-01-30"),
        TemporalCase("duration('P1D') + date('2024-01-31')", "2024-02-01"),
        TemporalCase("localtime('23:00') + duration('P5MT90M')", "00:30:00"),
        TemporalCase("time('00:30+01:00') - duration('PT1H0.000000001S')", "23:29:59.999999999+01:00"),
        TemporalCase(
            "localdatetime('2024-02-28T23:59:59.999999999') + duration('PT0.000000001S')",
            "2024-02-29T00:00:00"),
        // A day over the change of clocks is a day; 24 hours are not.
        TemporalCase(
            "datetime('2024-03-30T12:00[Europe/Berlin]') + duration('P1D')",
            "2024-03-31T12:00:00+02:00[Europe/Berlin]"),
        TemporalCase(
            "datetime('2024-03-30T12:00[Europe/Berlin]') + duration('PT24H')",
            "2024-03-31T13:00:00+02:00[Europe/Berlin]"),
        TemporalCase(
            "datetime('2024-03-30T02:30[Europe/Berlin]') + duration('P1D')",
            "2024-03-31T03:30:00+02:00[Europe/Berlin]"),
        TemporalCase(
            "datetime('2024-10-26T02:30[Europe/Berlin]') + duration('P1D')",
            "2024-10-27T02:30:00+02:00[Europe/Berlin]"),
        TemporalCase(
            "datetime('2024-10-27T02:30+02:00[Europe/Berlin]') + duration('PT1H')",
            "2024-10-27T02:30:00+01:00[Europe/Berlin]"),
    ])
    func `Durations are added, multiplied, and move instants`(_ row: TemporalCase) throws { try row.check() }

    /// Each part is cut off towards zero once the fraction of the larger one is in it.
    @Test(arguments: [
        TemporalCase(
            "duration({months: 3, days: -106, seconds: 18409, nanoseconds: 65866910}) * -2.5",
            "P-7M249DT5H58M24.335332725S"),
        TemporalCase("duration({months: 1570, days: -1, seconds: 3}) / 0.8", "P163Y6M13DT23H14M36.75S"),
        TemporalCase("duration({months: 1, days: -16}) * 0.5", "P7DT5H14M33S"),
        TemporalCase("duration({months: 1, days: -33}) / 2", "P-1DT-6H-45M-27S"),
        TemporalCase("duration({months: -1, days: 33}) / 2", "P1DT6H45M27S"),
        TemporalCase("duration({months: 1.57, weeks: -0.45, hours: -4.76, seconds: -2.42})", "P1M14DT56.8S"),
        TemporalCase("duration({years: -0.91, quarters: 2.03, days: 1.79, hours: 4.7})", "P-4M-23DT-6H-38M-33.18S"),
        TemporalCase("duration({years: 1, months: -0.5})", "P11M15DT5H14M33S"),
        TemporalCase("duration('P1DT-1S') / 2", "PT11H59M59.5S"),
        TemporalCase("duration('P0.5M-16.5D')", "P-1DT-6H-45M-27S"),
        TemporalCase("duration('P-0.5M16.5D')", "P1DT6H45M27S"),
    ])
    func `A fraction goes on into a part of another sign`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        "duration({months: 9223372036854775807})", "duration({days: 9223372036854775807})",
        "duration({seconds: 9223372036854775807}) + duration({seconds: 1})", "duration({days: 1e300})",
        "duration('P99999999999999999999Y')", "duration({years: 9223372036854775807})",
        "duration({seconds: 9223372036854775807, days: 1})", "duration('P1D') * 9223372036854775807",
        "duration('P1D') * 1e300", "duration('P1D') / 0", "duration('P1D') / 0.0",
        "date('+999999999-12-31') + duration('P1D')", "date('-999999999-01-01') - duration('P1M')",
        "localdatetime('+999999999-12-31T23:59') + duration('PT1M')", "date() + duration('P9999999999Y')",
        "datetime('+999999999-12-31T23:59Z') + duration('PT1M')", "duration('PT1S') * -9223372036854775808 * -1",
    ])
    func `Durations and instants past their range are refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }

    @Test func `Arithmetic without a temporal operand is left to others`() throws {
        #expect(try TemporalArithmetic.add(.int(1), .int(2)) == nil)
        #expect(try TemporalArithmetic.subtract(.date(DateValue(epochDay: 0)), .date(DateValue(epochDay: 0))) == nil)
        #expect(try TemporalArithmetic.subtract(.duration(.zero), .date(DateValue(epochDay: 0))) == nil)
        #expect(try TemporalArithmetic.multiply(.duration(.zero), .duration(.zero)) == nil)
        #expect(try TemporalArithmetic.divide(.int(1), .duration(.zero)) == nil)
    }

    @Test func `What is added and subtracted again is the same duration`() throws {
        var random = TemporalRandom(seed: 2)
        for _ in 0..<2_000 {
            let (first, second) = (DurationValue.random(&random), DurationValue.random(&random))
            #expect(try first.adding(second).subtracting(second) == first)
            #expect(try first.negated().negated() == first)
            #expect(try first.multiplied(by: 3 as Int64) == first.adding(first).adding(first))
            #expect(try DurationParser.duration(first.isoText) == first, "\(first.isoText)")
        }
    }
}

extension DurationValue {
    static func random(_ random: inout TemporalRandom) -> DurationValue {
        let isSmall = Bool.random(using: &random)
        let limit: Int64 = isSmall ? 30 : 1_000_000_000
        return DurationValue(
            months: Int64.random(in: -limit...limit, using: &random),
            days: Int64.random(in: -limit...limit, using: &random),
            seconds: Int64.random(in: -limit...limit, using: &random),
            nanoseconds: Bool.random(using: &random) ? Int32.random(in: 0..<1_000_000_000, using: &random) : 0)
    }
}
