import Relate
import TestSupport
import Testing

@Suite("Aggregating functions")
struct AggregateTests {
    /// The outcome over rows of arguments.
    private func aggregate(_ name: String, _ rows: [[Value]]) throws(EngineError) -> Value {
        guard case .aggregate(let make)? = FunctionCatalog.function(named: name)?.body else {
            Issue.record("there is no aggregate \(name)")
            return .null
        }
        let accumulator = make()
        let context = StubGraph.people().context
        for row in rows { try accumulator.add(row, context) }
        return try accumulator.finish(context)
    }

    static let day = Value.duration(DurationValue(months: 0, days: 1, seconds: 0, nanoseconds: 0))

    static let cases: [(String, [Value], String)] = [
        ("count", [1, nil, "a"], "2"), ("count", [], "0"), ("collect", [1, nil, "a"], "[1, 'a']"),
        ("collect", [nil], "[]"),
        ("sum", [], "0"), ("sum", [nil], "0"), ("sum", [33, nil, 42], "75"), ("sum", [1, 2.5], "3.5"),
        ("sum", [.int(.max), .int(.max), .int(.min), .int(.min), 5], "3"), ("sum", [1e16, 1.0, -1e16], "1.0"),
        ("sum", [.float(.infinity), 1.0], "Infinity"), ("sum", [.nan, 1], "NaN"),
        ("sum", [day, day], "duration(months: 0, days: 2, seconds: 0, nanoseconds: 0)"),
        ("avg", [], "null"), ("avg", [1, 2], "1.5"), ("avg", [nil, 3], "3.0"),
        ("avg", [.int(.max), .int(.max)], "9.223372036854776e+18"),
        ("avg", [-2], "-2.0"), ("avg", [-3, -1, nil], "-2.0"), ("avg", [-5, -7, -7, -1.5], "-5.125"),
        ("sum", [-5, -7, -7, -1.5], "-20.5"), ("avg", [.int(.min), .int(.min), .int(.min)], "-9.223372036854776e+18"),
        ("sum", [.int(.min), .int(.min), 0.0], "-1.8446744073709552e+19"), ("avg", [5, -3, -4], "-0.6666666666666666"),
        ("avg", [day, day, nil], "duration(months: 0, days: 1, seconds: 0, nanoseconds: 0)"),
        // Source: openCypher TCK, Aggregation2.
        ("min", [1, 2, 0, nil, -1], "-1"), ("max", [1.0, 2.0, 0.5, nil], "2.0"),
        ("max", [1, 2.0, 5, nil, 3.2, 0.1], "5"),
        ("min", [1, 2.0, 5, nil, 3.2, 0.1], "0.1"), ("max", ["a", "b", "B", nil, "abc", "abc1"], "'b'"),
        ("min", ["a", "b", "B", nil, "abc", "abc1"], "'B'"), ("max", [[1], [2], [2, 1]], "[2, 1]"),
        ("max", [1, "a", nil, [1, 2], 0.2, "b"], "1"), ("min", [1, "a", nil, [1, 2], 0.2, "b"], "[1, 2]"),
        ("min", [], "null"), ("max", [nil], "null"), ("stdev", [], "0.0"), ("stdev", [5], "0.0"),
        ("stdev", [1, 2, 3, 4], "1.2909944487358056"),
        ("stdevp", [1, 2, 3, 4], "1.118033988749895"), ("stdevp", [nil, 7], "0.0"),
    ]

    @Test("a group has its outcome", arguments: cases)
    func outcome(name: String, values: [Value], expected: String) throws {
        #expect(rendered(try aggregate(name, values.map { [$0] })) == expected)
    }

    @Test("a wide sum as a float is its exact sum, however it came about")
    func wideSum() throws {
        var generator = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            // The float makes the sum one.
            var (numbers, exact): ([Value], Double) = ([0.0], 0)
            let bits = UInt64.random(in: 0..<53, using: &generator)
            for _ in 0..<Int.random(in: 1...9, using: &generator) {
                let number = Int64(bitPattern: generator.next()) >> Int64(63 - bits)
                // In turn too large and back again, so that only the sum is small.
                numbers += [.int(.max), .int(number / 16), .int(.max), .int(-.max), .int(-.max)]
                exact += Double(number / 16)
            }
            #expect(rendered(try aggregate("sum", numbers.map { [$0] })) == rendered(.float(exact)))
        }
    }

    @Test("count(*) counts rows")
    func countStar() throws {
        #expect(rendered(try aggregate("count", [[], [], []])) == "3")
    }

    static let percentiles: [(String, [Value], Value, String)] = [
        // Source: openCypher TCK, Aggregation6 [1] and [2].
        ("percentileDisc", [10.0, 20.0, 30.0], 0.0, "10.0"), ("percentileDisc", [10.0, 20.0, 30.0], 0.5, "20.0"),
        ("percentileDisc", [10.0, 20.0, 30.0], 1.0, "30.0"), ("percentileCont", [10.0, 20.0, 30.0], 0.0, "10.0"),
        ("percentileCont", [10.0, 20.0, 30.0], 0.5, "20.0"), ("percentileCont", [30.0, 10.0, 20.0], 1, "30.0"),
        ("percentileCont", [1, 2, 3, 4], 0.5, "2.5"), ("percentileDisc", [1, 2, 3, 4], 0.5, "2"),
        ("percentileDisc", [4, 3, 2, 1], 0.51, "3"),
        ("percentileDisc", [nil], 0.5, "null"), ("percentileCont", [], 0.5, "null"),
        ("percentileCont", [7], 0.3, "7.0"),
    ]

    @Test("a percentile lies in its group", arguments: percentiles)
    func percentile(name: String, values: [Value], percentile: Value, expected: String) throws {
        #expect(rendered(try aggregate(name, values.map { [$0, percentile] })) == expected)
    }

    static let refusals: [(String, [[Value]], String)] = [
        ("percentileDisc", [[10.0, 1000]], "NumberOutOfRange"), ("percentileCont", [[10.0, -1]], "NumberOutOfRange"),
        ("percentileDisc", [[10.0, 1.1]], "NumberOutOfRange"), ("percentileDisc", [[0.9, 3]], "NumberOutOfRange"),
        ("percentileCont", [[10.0, .nan]], "NumberOutOfRange"),
        ("percentileCont", [["a", 0.5]], "InvalidArgumentType"),
        ("percentileCont", [[1, nil]], "InvalidArgumentValue"), ("sum", [["a"]], "InvalidArgumentType"),
        ("sum", [[1], [day]], "InvalidArgumentType"), ("avg", [[day], [1]], "InvalidArgumentType"),
        ("stdev", [[true]], "InvalidArgumentType"),
        ("sum", [[.int(.max)], [1]], "IntegerOverflow"),
    ]

    @Test("a group of other values is an error of its kind", arguments: refusals)
    func refusal(name: String, rows: [[Value]], expected: String) {
        let error = caughtError { () throws(EngineError) in
            let value = try aggregate(name, rows)
            Issue.record("\(name) answers \(rendered(value))")
        }
        #expect(errorKind(of: error) == expected)
    }

    @Test("a wide sum equals the sum of small parts in any order")
    func sums() throws {
        var random = SplitMix(seed: 5)
        for _ in 0..<50 {
            var numbers = (0..<40).map { _ in Int64(bitPattern: random.next()) >> 6 }
            let expected = numbers.reduce(0, +)
            numbers.shuffle(using: &random)
            // Far out and back again, beyond 64 bits on the way.
            let rows: [[Value]] =
                [[.int(.max)], [.int(.max)]] + numbers.map { [.int($0)] } + [[.int(-.max)], [.int(-.max)]]
            #expect(rendered(try aggregate("sum", rows)) == "\(expected)")
        }
    }
}
