import Testing

@testable import Relate

struct TemporalOrderingTests {
    /// Each list ascends strictly.
    @Test(arguments: [
        ["date('-0001-01-01')", "date('1984-10-11')", "date('1984-10-12')"],
        ["localtime('00:00')", "localtime('12:31:14.645876123')", "localtime('12:31:14.645876124')"],
        ["time('12:35:15+05:00')", "time('12:30:14+01:01')", "time('12:31:14+01:00')", "time('10:35-08:00')"],
        // The same instant: by offset.
        ["time('09:00-01:00')", "time('10:00Z')", "time('11:00+01:00')"],
        [
            "localdatetime('0001-01-01T01:01:01')", "localdatetime('1980-01-01')",
            "localdatetime('1980-01-01T00:00:00.1')",
        ],
        ["datetime('2024-01-01T12:00+05:00')", "datetime('2024-01-01T12:00Z')", "datetime('2024-01-01T12:00:00.1Z')"],
        // The same instant: by offset, then by zone, an offset alone first.
        [
            "datetime('2024-01-01T11:00Z')", "datetime('2024-01-01T12:00+01:00')",
            "datetime('2024-01-01T12:00[Europe/Berlin]')", "datetime('2024-01-01T12:00[Europe/Paris]')",
            "datetime('2024-01-01T13:00+02:00')",
        ],
        [
            "duration('P-1Y')", "duration('PT-1S')", "duration('PT0S')", "duration('PT24H')", "duration('P1D')",
            "duration('P30D')", "duration('P1M')", "duration('P31D')", "duration('P12M')", "duration('P366D')",
        ],
    ])
    func `Values of one kind are ordered`(_ ascending: [String]) throws {
        let values = try ascending.map { try TemporalExpression.value($0) }
        for (index, left) in values.enumerated() {
            for (otherIndex, right) in values.enumerated() {
                let order = try #require(TemporalOrdering.compare(left, right))
                #expect(order.signum() == (index - otherIndex).signum(), "\(ascending[index]) \(ascending[otherIndex])")
            }
        }
    }

    @Test func `Values of different kinds are not compared here`() throws {
        let date = Value.date(DateValue(epochDay: 0))
        #expect(
            TemporalOrdering.compare(date, .localDateTime(LocalDateTimeValue(localSecond: 0, nanosecond: 0))) == nil)
        #expect(TemporalOrdering.compare(date, .int(0)) == nil)
    }

    @Test func `Only equal values compare as 0`() throws {
        var random = TemporalRandom(seed: 6)
        for _ in 0..<5_000 {
            let (first, second) = (DurationValue.tiny(&random), DurationValue.tiny(&random))
            #expect((TemporalOrdering.compare(first, second) == 0) == (first == second))
            #expect(TemporalOrdering.compare(first, second) == -TemporalOrdering.compare(second, first))
        }
    }
}

extension DurationValue {
    /// Often of the same length by different groups.
    fileprivate static func tiny(_ random: inout TemporalRandom) -> DurationValue {
        DurationValue(
            months: Int64.random(in: -1...1, using: &random), days: Int64.random(in: -1...1, using: &random),
            seconds: Int64.random(in: -1...1, using: &random) * 86_400, nanoseconds: 0)
    }
}
