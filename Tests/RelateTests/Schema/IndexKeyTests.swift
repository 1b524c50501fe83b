import Testing

@testable import Relate

@Suite struct IndexKeyTests {
    /// Values of every kind that a property holds, near and far from each other.
    private static let values: [Value] = {
        let integers: [Int64] = [
            .min, .min + 1, -(1 << 53) - 1, -(1 << 53), -1025, -2, -1, 0, 1, 2, 1023, 1 << 53, (1 << 53) + 1,
            (1 << 62) + 511, (1 << 62) + 512, .max - 1, .max,
        ]
        var values: [Value] = integers.map { .int($0) }
        values += integers.map { .float(Double($0)) }
        values += [-Double.infinity, -1.5, -0.0, 0.5, 1e300, 0x1p63, .infinity, .nan, 1e-300, -1e-300].map {
            .float($0)
        }
        values += ["", "\0", "\0\0", "a", "a\0", "a\u{1}", "ab", "b", "é", "e\u{301}", "😀", "ｚ"].map { .string($0) }
        values += [.bool(true), .bool(false)]
        values += [-1, 0, 1, 20_000].map { .date(DateValue(epochDay: $0)) }
        values += [0, 1, 86_399_999_999_999].map { .localTime(LocalTimeValue(nanosecondOfDay: $0)) }
        values += [-3600, 0, 3600].flatMap { offset in
            [0, 3_600_000_000_000].map { .time(TimeValue(nanosecondOfDay: $0, offsetSeconds: offset)) }
        }
        values += [(-1, 0), (0, 0), (0, 1), (5, 999)].map {
            .localDateTime(LocalDateTimeValue(localSecond: $0.0, nanosecond: $0.1))
        }
        values += [nil, "Europe/Berlin", "Europe/Bern"].flatMap { zone in
            [(-9, 0, 0), (0, 0, 3600), (0, 0, 7200), (0, 5, 0)].map {
                .dateTime(DateTimeValue(epochSecond: $0.0, nanosecond: $0.1, offsetSeconds: $0.2, zone: zone))
            }
        }
        values += [(0, 0, 0, 0), (1, 0, 0, 0), (0, 30, 0, 0), (0, 30, 37_746, 0), (-1, 31, 0, 5), (0, 0, -1, 7)].map {
            .duration(DurationValue(months: $0.0, days: $0.1, seconds: $0.2, nanoseconds: $0.3))
        }
        values += [.vector(.floats(type: .float32, [1, 2])), .vector(.floats(type: .float32, [1, -2]))]
        values += [.vector(.integers(type: .integer8, [1])), .vector(.floats(type: .float, [1, 2, 3]))]
        values += [[], ["a"], ["a", "b"], ["b"]].map { .list($0.map { Value.string($0) }) }
        values += [.list([.int(1)]), .list([.int(1), .int(2)]), .list([.float(1)])]
        values += [
            .point(PointValue(srid: 7203, x: 1, y: -2, z: nil)), .point(PointValue(srid: 7203, x: 1, y: 2, z: nil)),
            .point(PointValue(srid: 9157, x: 1, y: 2, z: 0)), .point(PointValue(srid: 4326, x: 3, y: 0, z: nil)),
        ]
        return values
    }()

    private func key(_ values: Value...) -> [UInt8] { IndexKey(values)?.bytes ?? [] }

    @Test("Keys are ordered as values are, and equal exactly where values are equivalent")
    func ordersAsValues() {
        for left in Self.values {
            for right in Self.values {
                let keys = (key(left), key(right))
                let order = Ordering.compare(left, right)
                #expect((keys.0 == keys.1) == (order == 0), "\(left) and \(right)")
                #expect(keys.0.lexicographicallyPrecedes(keys.1) == (order < 0), "\(left) and \(right)")
            }
        }
    }

    @Test("Keys of two values are ordered by the first, then by the second")
    func ordersPairs() {
        let values = Self.values.filter { value in
            switch value {
            case .string, .bool, .int: true
            default: false
            }
        }
        for (one, other) in zip(values, values.dropFirst()) {
            for (three, four) in [(Value.int(-1), Value.string("")), (.string("x"), .bool(true))] {
                let order = Ordering.compare(.list([one, three]), .list([other, four]))
                #expect(key(one, three).lexicographicallyPrecedes(key(other, four)) == (order < 0))
            }
        }
    }

    @Test("A search finds the values that the predicate holds of", arguments: 0..<3)
    func searches(kind: Int) {
        var index = OrderedIndex()
        for (element, value) in Self.values.enumerated() { index.insert(key(value), UInt32(element)) }
        for wanted in Self.values {
            let conditions: [IndexCondition]
            switch kind {
            case 0: conditions = [.equal(wanted), .isIn([wanted, .null, wanted]), .startsWith(wanted)]
            case 1:
                conditions = [true, false].flatMap { isInclusive in
                    let bound = IndexCondition.Bound(value: wanted, isInclusive: isInclusive)
                    return [IndexCondition.range(lower: bound, upper: nil), .range(lower: nil, upper: bound)]
                }
            default:
                conditions = Self.values.map { other in
                    .range(
                        lower: .init(value: wanted, isInclusive: true), upper: .init(value: other, isInclusive: false))
                }
            }
            for condition in conditions {
                let ranges = IndexRanges([condition])
                var found: [UInt32] = []
                for run in ranges.all {
                    var lower = run.lower
                    while index.append(to: &found, from: &lower, to: run.upper, limit: 10) {}
                }
                if !ranges.isExact { found.removeAll { !condition.holds(Self.values[Int($0)]) } }
                let expected = Self.values.indices.filter { condition.holds(Self.values[$0]) }.map { UInt32($0) }
                #expect(found.sorted() == expected, "\(condition)")
            }
        }
    }

    @Test("Two long lists narrow a search by the first, and test by the second")
    func boundsProducts() {
        let list = (0..<1000).map { Value.int($0) }
        let ranges = IndexRanges([.isIn(list), .isIn(list)])
        #expect(ranges.all.count == 1000 && !ranges.isExact)
        let small = IndexRanges([.isIn(Array(list.prefix(10))), .isIn(Array(list.prefix(20)))])
        #expect(small.all.count == 200 && small.isExact)
    }

    @Test("A value of any length has a bounded key, which is compared again")
    func cutsLongValues() {
        let long = Value.string(String(repeating: "x", count: 100_000))
        let key = IndexKey([long])
        #expect(key?.bytes.count == IndexKey.bytesLimit)
        #expect(key?.isExact == false)
        #expect(IndexRanges([.equal(long)]).isExact == false)
        #expect(IndexRanges([.equal(.string("x"))]).isExact)
    }
}
