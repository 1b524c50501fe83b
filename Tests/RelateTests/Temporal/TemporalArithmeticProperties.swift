import Relate
import Testing

/// Laws of temporal arithmetic on random values, through statements.
@Suite("Random temporal values, added and subtracted")
struct TemporalArithmeticProperties {
    private struct Generator {
        var random: SplitMix

        mutating func within(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(random.next() % UInt64(range.upperBound - range.lowerBound + 1))
        }

        mutating func date() -> CypherValue.Date {
            // Ends of months and leap days come up often: there months have no such day.
            let (year, month) = (within(-3_000...4_000), within(1...12))
            let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let last = month == 2 ? (leaps ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            return .init(year: year, month: month, day: within(0...2) == 0 ? last : within(1...last))
        }

        mutating func time() -> CypherValue.LocalTime {
            .init(
                hour: within(0...23), minute: within(0...59), second: within(0...59),
                nanosecond: within(0...1) == 0 ? 0 : within(0...999_999_999))
        }

        mutating func value(_ kind: CypherValueKind) -> CypherValue {
            let (day, time) = (date(), self.time())
            let offset = within(-64...64) * 900
            switch kind {
            case .date: return .date(day)
            case .localTime: return .localTime(time)
            case .time:
                return .time(
                    .init(
                        hour: time.hour, minute: time.minute, second: time.second, nanosecond: time.nanosecond,
                        offsetSeconds: offset))
            case .localDateTime:
                return .localDateTime(
                    .init(
                        year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute,
                        second: time.second, nanosecond: time.nanosecond))
            default:
                return .dateTime(
                    .init(
                        year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute,
                        second: time.second, nanosecond: time.nanosecond, offsetSeconds: offset))
            }
        }

        mutating func duration() -> CypherValue {
            .duration(
                .init(
                    months: Int64(within(-1_000...1_000)), days: Int64(within(-1_000...1_000)),
                    seconds: Int64(within(-1_000_000...1_000_000)), nanoseconds: Int64(within(0...999_999_999))))
        }
    }

    static let kinds: [CypherValueKind] = [.date, .localTime, .time, .localDateTime, .dateTime]

    @Test("a value and what lies between it and another make the other", arguments: kinds)
    func between(kind: CypherValueKind) throws {
        var generator = Generator(random: SplitMix(seed: 51))
        let connection = try Database.inMemory().connect()
        for _ in 0..<400 {
            var (from, to) = (generator.value(kind), generator.value(kind))
            if kind == .dateTime || kind == .time, case (let a, let b) = (from, to) {
                // With one offset on both sides; across offsets the sum keeps the first one.
                (from, to) = Self.withOneOffset(a, b)
            }
            let row = try connection.query(
                "RETURN $a + duration.between($a, $b) = $b, $a + duration.inSeconds($a, $b) = $b,"
                    + " $b - duration.inSeconds($a, $b) = $a, duration.between($a, $a) = duration('PT0S'),"
                    + " duration.inSeconds($a, $b) = duration('PT0S') - duration.inSeconds($b, $a)",
                ["a": from, "b": to]
            ).rows[0]
            // A date takes whole days of a duration alone, each of 24 hours.
            #expect(row == [true, true, true, true, true], "\(from) and \(to)")
        }
    }

    private static func withOneOffset(_ first: CypherValue, _ second: CypherValue) -> (CypherValue, CypherValue) {
        switch (first, second) {
        case (.dateTime(let a), .dateTime(let b)):
            return (
                first,
                .dateTime(
                    .init(
                        year: b.year, month: b.month, day: b.day, hour: b.hour, minute: b.minute, second: b.second,
                        nanosecond: b.nanosecond, offsetSeconds: a.offsetSeconds))
            )
        case (.time(let a), .time(let b)):
            return (
                first,
                .time(
                    .init(
                        hour: b.hour, minute: b.minute, second: b.second, nanosecond: b.nanosecond,
                        offsetSeconds: a.offsetSeconds))
            )
        default: return (first, second)
        }
    }

    @Test("durations are added group by group, and what is added can be taken off again")
    func durations() throws {
        var generator = Generator(random: SplitMix(seed: 52))
        let connection = try Database.inMemory().connect()
        for _ in 0..<400 {
            let (a, b) = (generator.duration(), generator.duration())
            let row = try connection.query(
                "RETURN ($a + $b) - $b = $a, $a + $b = $b + $a, $a * 2 = $a + $a, $a - $a = duration('PT0S'),"
                    + " duration(toString($a)) = $a, ($a * 3) / 3 = $a, $a * 1 = $a", ["a": a, "b": b]
            ).rows[0]
            #expect(row == Array(repeating: true, count: 7), "\(a) and \(b)")
        }
    }

    @Test("seconds added to a local instant and taken off again leave it as it was", arguments: kinds)
    func seconds(kind: CypherValueKind) throws {
        var generator = Generator(random: SplitMix(seed: 53))
        let connection = try Database.inMemory().connect()
        for _ in 0..<300 {
            let value = generator.value(kind)
            let seconds = Int64(generator.within(-10_000_000...10_000_000)) * (kind == .date ? 86_400 : 1)
            let row = try connection.query(
                "WITH duration({seconds: $s}) AS d RETURN $a + d - d = $a, $a - d + d = $a",
                ["a": value, "s": .int(seconds)]
            ).rows[0]
            #expect(row == [true, true], "\(value) and \(seconds)")
        }
    }

    @Test("a value's text reads back as the value, and its components make it again", arguments: kinds)
    func text(kind: CypherValueKind) throws {
        var generator = Generator(random: SplitMix(seed: 54))
        let connection = try Database.inMemory().connect()
        let function =
            switch kind {
            case .date: "date"
            case .localTime: "localtime"
            case .time: "time"
            case .localDateTime: "localdatetime"
            default: "datetime"
            }
        let day = "year: v.year, month: v.month, day: v.day"
        let time = "hour: v.hour, minute: v.minute, second: v.second, nanosecond: v.nanosecond"
        let fields =
            switch kind {
            case .date:
                [
                    day, "year: v.weekYear, week: v.week, dayOfWeek: v.dayOfWeek",
                    "year: v.year, quarter: v.quarter, dayOfQuarter: v.dayOfQuarter",
                    "year: v.year, ordinalDay: v.ordinalDay",
                ]
            case .localTime: [time]
            case .time: [time + ", timezone: v.timezone"]
            case .localDateTime: [day + ", " + time, "year: v.weekYear, week: v.week, dayOfWeek: v.dayOfWeek, " + time]
            default:
                [
                    day + ", " + time + ", timezone: v.timezone",
                    "epochSeconds: v.epochSeconds, nanosecond: v.nanosecond,"
                        + " timezone: v.timezone",
                ]
            }
        let tests = fields.map { "\(function)({\($0)}) = v" }.joined(separator: ", ")
        for _ in 0..<300 {
            let value = generator.value(kind)
            let row = try connection.query(
                "WITH $v AS v RETURN \(function)(toString(v)) = v, \(function)(v) = v, \(tests)", ["v": value]
            ).rows[0]
            #expect(row.allSatisfy { $0 == true }, "\(value): \(row)")
        }
    }

    @Test("a truncated value is no later, truncates to itself, and the next unit begins after the value")
    func truncation() throws {
        var generator = Generator(random: SplitMix(seed: 55))
        let connection = try Database.inMemory().connect()
        let units: [(String, String)] = [
            ("millennium", "P1000Y"), ("century", "P100Y"), ("decade", "P10Y"), ("year", "P1Y"), ("quarter", "P3M"),
            ("month", "P1M"), ("week", "P1W"), ("day", "P1D"), ("hour", "PT1H"), ("minute", "PT1M"), ("second", "PT1S"),
            ("millisecond", "PT0.001S"), ("microsecond", "PT0.000001S"),
        ]
        for _ in 0..<60 {
            let value = generator.value(.localDateTime)
            for (unit, length) in units {
                let row = try connection.query(
                    """
                    WITH $v AS v, localdatetime.truncate($unit, $v) AS t
                    RETURN t <= v, localdatetime.truncate($unit, t) = t, v < t + duration($length)
                    """, ["v": value, "unit": .string(unit), "length": .string(length)]
                ).rows[0]
                #expect(row == [true, true, true], "\(value) by \(unit)")
            }
        }
    }
}
