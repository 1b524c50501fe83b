import Foundation
import Testing

@testable import Relate

/// Random text for the parsers: none may crash, and what is accepted must come back from its own text.
///
/// Runs a second, or `FUZZ_SECONDS`.
struct TemporalFuzz {
    private static let seeds = [
        "2015-07-21T21:40:32.142+02:00[Europe/Stockholm]", "20150721T2140-01:30", "2015-W30-2T214032.142Z",
        "2015-Q3-45", "2015202T21+18:00", "-0044-03-15", "+999999999-12-31T23:59:59.999999999-18:00", "21:40:32.142",
        "P12Y5M14DT16H12M70.5S", "-P1.5Y-2.25M3W", "P2012-02-02T14:37:21.545", "PT9223372036854775807S", "P0.75M",
    ]
    private static let alphabet = Array("0123456789-+:.,TWQPYMDHSZ[]/ é".unicodeScalars)

    @Test func `Parsers take any text, and read what they write`() throws {
        let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Int($0) } ?? 1
        let end = ContinuousClock.now + .seconds(seconds)
        var random = TemporalRandom(seed: 7)
        var accepted = 0
        while accepted < 200 || ContinuousClock.now < end {
            var scalars = Array((Self.seeds.randomElement(using: &random) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0...scalars.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where index < scalars.count: scalars.remove(at: index)
                case 1 where index < scalars.count: scalars[index] = Self.alphabet.randomElement(using: &random) ?? "0"
                case 2: scalars = Array(scalars[..<index])
                default: scalars.insert(Self.alphabet.randomElement(using: &random) ?? "0", at: index)
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            for name in ["date", "localtime", "time", "localdatetime", "datetime", "duration"] {
                guard let value = try? TemporalExpression.value("\(name)('\(text)')") else { continue }
                accepted += 1
                let written = TemporalExpression.describe(value)
                let again = try TemporalExpression.value("\(name)('\(written)')")
                #expect(TemporalOrdering.compare(value, again) == 0, "\(text) \(written), \(random)")
            }
        }
    }

    @Test func `Random values come back from their text`() throws {
        var random = TemporalRandom(seed: 8)
        for _ in 0..<4_000 {
            let day = Int64.random(
                in: GregorianCalendar.firstEpochDay...GregorianCalendar.lastEpochDay, using: &random)
            let time = LocalTimeValue(nanosecondOfDay: Int64.random(in: 0..<86_400_000_000_000, using: &random))
            let local = LocalDateTimeValue(DateValue(epochDay: day), time)
            #expect(local.date.epochDay == day)
            #expect(local.time == time)
            #expect(try TemporalParser.localDateTime(local.isoText) == local)
            let timeValue = TimeValue(time, offsetSeconds: Int32.random(in: -64_800...64_800, using: &random))
            #expect(try TemporalParser.time(timeValue.isoText) { () throws(EngineError) in 0 } == timeValue)
        }
    }

    @Test func `Long text is refused quickly`() {
        for text in [String(repeating: "9", count: 1_000_000), "P" + String(repeating: "1D", count: 500_000)] {
            for name in ["date", "localtime", "time", "localdatetime", "datetime", "duration"] {
                #expect(throws: EngineError.self) { try TemporalExpression.text("\(name)('\(text)')") }
            }
        }
    }
}
