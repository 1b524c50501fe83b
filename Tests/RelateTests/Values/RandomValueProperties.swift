import Relate
import Testing

/// Laws of order and equivalence on random nested values, in the engine's comparisons and in what statements do with them.
@Suite("Random values, sorted, grouped and looked up")
struct RandomValueProperties {
    /// Values from a small world, so that equal ones meet often; lists and maps of them to three levels.
    private struct Generator {
        var random: SplitMix

        mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

        mutating func value(depth: Int = 3) -> CypherValue {
            if depth > 0 {
                switch below(10) {
                case 0...1: return .list((0..<below(4)).map { _ in value(depth: depth - 1) })
                case 2:
                    var map: [String: CypherValue] = [:]
                    for key in ["a", "b", "é"] where below(2) == 0 { map[key] = value(depth: depth - 1) }
                    return .map(map)
                default: break
                }
            }
            return leaf()
        }

        private mutating func leaf() -> CypherValue {
            switch below(12) {
            case 0: return .null
            case 1: return .bool(below(2) == 0)
            case 2...3: return .int(pick([-1, 0, 1, 2, .max, .min, 9_007_199_254_740_993]))
            case 4...5:
                return .float(
                    pick([-1, 0, -0.0, 1, 0.5, .nan, .infinity, -.infinity, 9_007_199_254_740_992, 0x1p63]))
            case 6: return .string(pick(["", "a", "b", "ab", "é", "e\u{301}", "😀", "\u{ffff}"]))
            case 7: return temporal()
            case 8:
                return .duration(
                    pick([
                        .init(months: 1), .init(days: 30), .init(seconds: 86_400), .init(days: 1),
                        .init(seconds: 1, nanoseconds: 1),
                    ]))
            case 9:
                return .point(
                    pick([
                        .init(srid: 7203, x: 0, y: 1), .init(srid: 4326, x: 0, y: 1),
                        .init(srid: 9157, x: 0, y: 1, z: 0),
                        .init(srid: 7203, x: -0.0, y: 1),
                    ]))
            case 10:
                return .vector(
                    pick([
                        .ints(dtype: .integer8, values: [1, 2]), .floats(dtype: .float32, values: [1, 2]),
                        .ints(dtype: .integer8, values: [1]),
                    ]))
            default: return .int(Int64(below(3)))
            }
        }

        private mutating func temporal() -> CypherValue {
            switch below(5) {
            case 0: return .date(.init(year: 2024, month: 1, day: 1 + below(2)))
            case 1: return .localTime(.init(hour: below(2), minute: 0))
            // The same instant by two offsets is not the same value.
            case 2: return .time(.init(hour: 1 + below(2), minute: 0, offsetSeconds: 3_600 * (1 + below(2))))
            case 3: return .localDateTime(.init(year: 2024, month: 1, day: 1, hour: below(2)))
            default:
                return .dateTime(
                    pick([
                        .init(year: 2024, month: 1, day: 1, hour: 1, offsetSeconds: 3_600),
                        .init(year: 2024, month: 1, day: 1, hour: 0, offsetSeconds: 0),
                        .init(year: 2024, month: 1, day: 1, hour: 1, offsetSeconds: 3_600, zone: "Europe/Berlin"),
                    ]))
            }
        }

        mutating func values(_ count: Int) -> [CypherValue] { (0..<count).map { _ in value() } }
    }

    private static func engine(_ values: [CypherValue]) throws -> [Value] {
        try values.map { try ParameterConversion.value(of: $0, parameter: "v") }
    }

    @Test(
        "the order is total: antisymmetric, transitive, 0 for equivalent values alone",
        arguments: 1...6 as ClosedRange<UInt64>)
    func order(seed: UInt64) throws {
        var generator = Generator(random: SplitMix(seed: seed))
        let values = try Self.engine(generator.values(90))
        for left in values {
            for right in values {
                let sign = Ordering.compare(left, right).signum()
                #expect(sign == -Ordering.compare(right, left).signum(), "\(left) and \(right), seed \(seed)")
                #expect((sign == 0) == Equivalence.holds(left, right), "\(left) and \(right), seed \(seed)")
                if sign == 0 {
                    #expect(Equivalence.hash(left) == Equivalence.hash(right), "\(left) and \(right), seed \(seed)")
                }
                guard sign <= 0 else { continue }
                for third in values where Ordering.compare(right, third) <= 0 {
                    if Ordering.compare(left, third) > 0 { Issue.record("\(left), \(right), \(third), seed \(seed)") }
                }
            }
        }
    }

    @Test("equality is symmetric, and what is equal is equivalent", arguments: 11...14 as ClosedRange<UInt64>)
    func equality(seed: UInt64) throws {
        var generator = Generator(random: SplitMix(seed: seed))
        let values = try Self.engine(generator.values(150))
        for left in values {
            for right in values {
                let equal = Equality.equals(left, right)
                #expect(equal == Equality.equals(right, left), "\(left) and \(right), seed \(seed)")
                if equal == true { #expect(Equivalence.holds(left, right), "\(left) and \(right), seed \(seed)") }
            }
        }
    }

    @Test(
        "ORDER BY, min and max go by the order, up and down, from any row order",
        arguments: 21...24 as ClosedRange<UInt64>)
    func sorting(seed: UInt64) throws {
        var generator = Generator(random: SplitMix(seed: seed))
        let connection = try Database.inMemory().connect()
        let values = generator.values(200)
        for (direction, sign) in [("", 1), (" DESC", -1)] {
            let rows = try connection.query(
                "UNWIND $values AS v RETURN v ORDER BY v\(direction)", ["values": .list(values)])
            let sorted = try Self.engine(rows.rows.map { $0[0] })
            #expect(sorted.count == values.count)
            for (before, after) in zip(sorted, sorted.dropFirst()) {
                #expect(Ordering.compare(before, after) * sign <= 0, "\(before), \(after), seed \(seed)")
            }
        }
        let ends = try connection.query("UNWIND $values AS v RETURN min(v), max(v)", ["values": .list(values)]).rows[0]
        let known = try Self.engine(values).filter { !$0.isNull }
        let (least, greatest) = (try Self.engine([ends[0]])[0], try Self.engine([ends[1]])[0])
        #expect(known.allSatisfy { Ordering.compare(least, $0) <= 0 && Ordering.compare($0, greatest) <= 0 })
    }

    @Test(
        "DISTINCT, grouping and distinct aggregates make the classes of equivalence",
        arguments: 31...34 as ClosedRange<UInt64>)
    func grouping(seed: UInt64) throws {
        var generator = Generator(random: SplitMix(seed: seed))
        let connection = try Database.inMemory().connect()
        let values = generator.values(250)
        let known = try Self.engine(values)
        var classes: [(value: Value, count: Int)] = []
        for value in known {
            if let index = classes.firstIndex(where: { Equivalence.holds($0.value, value) }) {
                classes[index].count += 1
            } else {
                classes.append((value, 1))
            }
        }
        let parameters: [String: CypherValue] = ["values": .list(values)]
        let distinct = try connection.query("UNWIND $values AS v RETURN DISTINCT v", parameters)
        #expect(distinct.rows.count == classes.count, "seed \(seed)")
        let groups = try connection.query("UNWIND $values AS v RETURN v, count(*) AS c", parameters)
        #expect(groups.rows.count == classes.count, "seed \(seed)")
        for row in groups.rows {
            let value = try Self.engine([row[0]])[0]
            let group = classes.first { Equivalence.holds($0.value, value) }
            #expect(row[1] == .int(Int64(group?.count ?? 0)), "\(value), seed \(seed)")
        }
        let counted = try connection.query(
            "UNWIND $values AS v RETURN count(DISTINCT v), size(collect(DISTINCT v)), size(coll.distinct($values))",
            parameters
        ).rows[0]
        let withoutNull = Int64(classes.count { !$0.value.isNull })
        #expect(counted == [.int(withoutNull), .int(withoutNull), .int(Int64(classes.count))], "seed \(seed)")
        let union = try connection.query(
            "UNWIND $values AS v RETURN v UNION UNWIND $values AS v RETURN v", parameters)
        #expect(union.rows.count == classes.count, "seed \(seed)")
    }

    @Test(
        "IN is the disjunction of its equalities, in a constant list and in one of rows",
        arguments: 41...44 as ClosedRange<UInt64>)
    func membership(seed: UInt64) throws {
        var generator = Generator(random: SplitMix(seed: seed))
        let connection = try Database.inMemory().connect()
        for _ in 0..<12 {
            let (list, elements) = (generator.values(generator.below(25)), generator.values(25))
            let rows = try connection.query(
                """
                UNWIND $elements AS e
                RETURN e IN $list AS constant, e IN [x IN $list WHERE true] AS computed, any(x IN $list WHERE x = e) AS any
                """, ["list": .list(list), "elements": .list(elements)])
            for (row, element) in zip(rows.rows, elements) {
                #expect(row[0] == row[2], "\(element) IN \(list), seed \(seed)")
                #expect(row[1] == row[2], "\(element) IN \(list), seed \(seed)")
            }
        }
    }
}
