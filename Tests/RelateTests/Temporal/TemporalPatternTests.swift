import Testing

@testable import Relate

struct TemporalPatternTests {
    private static let instant = "datetime('2024-01-02T15:04:05.123456789[Europe/Berlin]')"

    @Test(arguments: [
        ("yyyy-MM-dd HH:mm:ss.SSSZ", "2024-01-02 15:04:05.123+0100"), ("y yy yyy yyyyy", "2024 24 2024 02024"),
        ("u uu uuuu", "2024 24 2024"), ("G GGGG GGGGG", "AD Anno Domini A"), ("D DDD g", "2 002 60311"),
        ("M MM MMM MMMM MMMMM", "1 01 Jan January J"), ("L LLL", "1 Jan"),
        ("Q QQ QQQ QQQQ QQQQQ", "1 01 Q1 1st quarter 1"),
        ("q qqq", "1 Q1"), ("Y w ww W F", "2024 1 01 1 1"), ("E EEEE EEEEE e ee c", "Tue Tuesday T 2 02 2"),
        ("a h hh K k kk B", "PM 3 03 3 15 15 in the afternoon"), ("m s S SSSSSSSSS", "4 5 1 123456789"),
        ("A n N", "54245123 123456789 54245123456789"), ("VV O OOOO", "Europe/Berlin GMT+1 GMT+01:00"),
        ("X XX XXX XXXX XXXXX", "+01 +0100 +01:00 +0100 +01:00"), ("Z ZZZZ ZZZZZ", "+0100 GMT+01:00 +01:00"),
        ("'at' H ''", "at 15 '"), ("'it''s' H", "it's 15"), ("pppH|ppM", " 15| 1"), ("d[ 'x']", "2 x"),
    ])
    func `Instants are written by their letters`(_ pattern: String, _ expected: String) throws {
        let value = try TemporalExpression.value(Self.instant)
        #expect(try InstantPatternWriter.text(value, pattern: pattern) == expected)
    }

    @Test(arguments: [
        TemporalCase("format(date('-0004-07-29'), 'yyyy uuuu G')", "0005 -0004 BC"),
        TemporalCase("format(date('+12345-01-01'), 'yyyy yyyyy')", "+12345 12345"),
        TemporalCase("format(date('2024-06-30'), 'yyyy[ HH]')", "2024"),
        TemporalCase("format(localtime('00:30'), 'h K k H a B')", "12 0 24 0 AM at night"),
        TemporalCase("format(localtime('12:00'), 'B')", "noon"),
        TemporalCase("format(time('10:00Z'), 'X x xx xxx Z O')", "Z +00 +0000 +00:00 +0000 GMT"),
        TemporalCase(
            "format(time('10:00-00:44:30'), 'X XXX XXXX XXXXX O')", "-0044 -00:44 -004430 -00:44:30 GMT-0:44:30"),
        // Weeks of a month count from the first with four days.
        TemporalCase("format(date('2024-06-01'), 'W')", "0"),
        TemporalCase("format(date('2024-06-03'), 'W')", "1"),
        TemporalCase("format(date('2024-06-30'), 'W')", "4"),
        TemporalCase("format(date('2021-01-01'), 'Y w W')", "2020 53 0"),
        TemporalCase("format(datetime('2024-01-01T00:00[Europe/Berlin]'))", "2024-01-01T00:00:00+01:00[Europe/Berlin]"),
        TemporalCase("format(null, 'y')", "null"),
        TemporalCase("format(date('2024-06-01'), null)", "null"),
        TemporalCase("format(duration('P1Y5M10DT26H3M4.5S'))", "P1Y5M10DT26H3M4.5S"),
        TemporalCase("format(duration('P1Y5M'), 'y q M')", "1 1 2"),
        TemporalCase("format(duration('P1Y5M'), 'M')", "17"),
        TemporalCase("format(duration('P1Y5M'), 'q M')", "5 2"),
        TemporalCase("format(duration('P17D'), 'w d')", "2 3"),
        TemporalCase("format(duration('P17DT26H'), 'dd HH')", "17 26"),
        TemporalCase("format(duration('PT26H3M4.056S'), 'h:mm:ss.SSS')", "26:03:04.056"),
        TemporalCase("format(duration('PT3M4.056S'), 's A n')", "184 56 56000000"),
        TemporalCase("format(duration('PT3M4.056S'), 'm A')", "3 4056"),
        TemporalCase("format(duration('PT3M4.056S'), 'N')", "184056000000"),
        TemporalCase("format(duration('PT3M4.0560001S'), 'A N')", "184056 100"),
        TemporalCase("format(duration('PT-1.5S'), 's.S')", "-1.5"),
        TemporalCase("format(duration('PT-0.5S'), 's.S')", "-0.5"),
        TemporalCase("format(duration('PT-0.5S'), 'A')", "-500"),
        TemporalCase("format(duration('P-14M'), 'y M')", "-1 -2"),
    ])
    func `Format takes every temporal kind`(_ row: TemporalCase) throws { try row.check() }

    @Test(arguments: [
        "format(date('2024-01-01'), 'HH')", "format(localtime('10:00'), 'y')", "format(localdatetime(), 'X')",
        "format(date('2024-01-01'), 'J')", "format(date('2024-01-01'), 'ddd')", "format(date('2024-01-01'), 'MMMMMM')",
        "format(date('2024-01-01'), '{')", "format(date('2024-01-01'), ']')", "format(date('2024-01-01'), 'p')",
        "format(datetime(), 'V')", "format(datetime(), 'XXXXXX')", "format(datetime(), 'OO')",
        "format(datetime('2024-01-01T00:00[Europe/Berlin]'), 'z')", "format(localtime('10:00'), 'SSSSSSSSSS')",
        "format(5, 'y')", "format('2024-01-01')", "format(date(), 5)", "format(duration('P1D'), 'E')",
        "format(duration('P1D'), 'SSSSSSSSSS')",
    ])
    func `Patterns that make no sense for the value are refused`(_ expression: String) {
        #expect(throws: EngineError.self) { try TemporalExpression.text(expression) }
    }

    @Test func `Open quotes and deep or long patterns are refused`() throws {
        let deep = String(repeating: "[", count: 100)
        for pattern in ["'open", deep, String(repeating: "y", count: 5_000), String(repeating: "y", count: 50)] {
            let value = try TemporalExpression.value(Self.instant)
            #expect(throws: EngineError.self) { try InstantPatternWriter.text(value, pattern: pattern) }
        }
    }
}
