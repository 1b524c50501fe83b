import Testing

@testable import Relate

struct TemporalComponentTests {
    @Test(
        arguments: [
            (
                "date('2021-01-01')",
                [
                    "year": "2021", "quarter": "1", "month": "1", "week": "53", "weekYear": "2020", "day": "1",
                    "ordinalDay": "1", "dayOfWeek": "5", "weekDay": "5", "dayOfQuarter": "1", "quarterDay": "1",
                ]
            ),
            (
                "localtime('12:31:14.645876123')",
                [
                    "hour": "12", "minute": "31", "second": "14", "millisecond": "645", "microsecond": "645876",
                    "nanosecond": "645876123",
                ]
            ),
            (
                "time('12:31:14-01:30')",
                [
                    "hour": "12", "timezone": "-01:30", "offset": "-01:30", "offsetMinutes": "-90",
                    "offsetSeconds": "-5400",
                ]
            ),
            (
                "datetime('1969-12-31T23:59:59.9995Z')",
                [
                    "epochSeconds": "-1", "epochMillis": "-1", "timezone": "Z", "offset": "Z", "weekYear": "1970",
                    "week": "1",
                ]
            ),
            (
                "datetime('1984-11-11T12:31:14.645876123[Europe/Stockholm]')",
                [
                    "year": "1984", "dayOfQuarter": "42", "hour": "12", "timezone": "Europe/Stockholm",
                    "offset": "+01:00",
                    "offsetMinutes": "60", "epochSeconds": "469020674", "epochMillis": "469020674645",
                ]
            ),
            ("localdatetime('1984-11-11T12:31:14')", ["quarter": "4", "month": "11", "second": "14", "weekday": "7"]),
            (
                "duration({years: 1, months: 4, days: 10, hours: 1, minutes: 1, seconds: 1, nanoseconds: 111111111})",
                [
                    "years": "1", "quarters": "5", "months": "16", "weeks": "1", "days": "10", "hours": "1",
                    "minutes": "61",
                    "seconds": "3661", "milliseconds": "3661111", "microseconds": "3661111111",
                    "nanoseconds": "3661111111111",
                    "quartersOfYear": "1", "monthsOfQuarter": "1", "monthsOfYear": "4", "daysOfWeek": "3",
                    "minutesOfHour": "1", "secondsOfMinute": "1", "millisecondsOfSecond": "111",
                    "microsecondsOfSecond": "111111", "nanosecondsOfSecond": "111111111",
                ]
            ),
            // Nanoseconds are counted up from the second below.
            (
                "duration('PT-1.25S')",
                [
                    "seconds": "-2", "nanosecondsOfSecond": "750000000", "milliseconds": "-1250", "minutes": "0",
                ]
            ),
            ("duration('P-14M-10D')", ["years": "-1", "monthsOfYear": "-2", "weeks": "-1", "daysOfWeek": "-3"]),
        ] as [(String, [String: String])])
    func `Values have the components of their kind`(_ expression: String, _ components: [String: String]) throws {
        for (name, expected) in components {
            #expect(try TemporalExpression.text("\(expression).\(name)") == expected, "\(name)")
        }
    }

    @Test(arguments: [
        "date('2019-01-01').hour", "date('2019-01-01').epochMillis", "localtime('10:00').day",
        "localtime('10:00').offset", "time('10:00').epochSeconds", "localdatetime('2019-01-01').timezone",
        "datetime().years", "duration('P1D').day", "date('2019-01-01').nothing",
        "datetime('+999999999-01-01').epochMillis", "duration({seconds: 10000000000}).nanoseconds",
    ])
    func `Components that a value does not have are refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }
}
