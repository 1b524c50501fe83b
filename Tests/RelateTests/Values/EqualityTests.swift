import Relate
import Testing

@Suite("Equality, comparison and IN")
struct EqualityTests {
    static let equalities: [(Value, Value, Bool?)] = [
        // Source: openCypher TCK, Comparison1 [7] to [9] and List3.
        ([:], [:], true), (["k": true], ["k": true], true), (["k": "a", "l": 2], ["k": "a", "l": 2], true),
        ([:], ["k": nil], false), (["k": nil], [:], false), (["k": 1], ["k": 1, "l": nil], false),
        (["k": nil, "l": 1], ["l": 1], false), (["k": nil], ["k": nil, "l": nil], false),
        (["k": nil], ["k": nil], nil), (["k": 1], ["k": nil], nil), (["k": 1, "l": nil], ["k": nil, "l": nil], nil),
        (["k": 1, "l": nil], ["k": nil, "l": 1], nil), (["k": 1, "l": nil], ["k": 1, "l": 1], nil),
        (.nan, 1, false), (.nan, 1.0, false), (.nan, .nan, false), (.nan, "a", false),
        (1, 1.0, true), ("1.0", 1.0, false), ("1", 1, false), (0.0, -0.0, true),
        ([1, 2], "foo", false), ([1, 2], [nil, 2], nil), ([[1, 2], [1, 3]], [[1, 2], [nil, "foo"]], false),
        ([[1, 2], ["foo", "bar"]], [[1, 2], [nil, "bar"]], nil),
        (4_611_686_018_427_387_905, 4_611_686_018_427_387_900, false),
        (nil, nil, nil), (nil, 1, nil), ("é", "e\u{301}", false), (.node(0), .node(0), true),
        (.node(0), .relationship(0), false),
    ]

    @Test("values are equal, different or unknown", arguments: equalities)
    func equals(left: Value, right: Value, expected: Bool?) {
        #expect(Equality.equals(left, right) == expected)
        #expect(Equality.equals(right, left) == expected)
        #expect(Comparison.holds(left, .notEqual, right) == expected.map { !$0 })
    }

    @Test("a path equals the list of its elements")
    func pathAndList() {
        let path = Value.path(PathValue(nodes: [NodeID(0), NodeID(1)], relationships: [RelationshipID(0)]))
        #expect(Equality.equals(path, [.node(0), .relationship(0), .node(1)]) == true)
        #expect(Equality.equals([.node(0), .relationship(1), .node(1)], path) == false)
    }

    static let memberships: [(Value, [Value], Bool?)] = [
        // Source: openCypher TCK, List5.
        (1, ["1", 2], false), ([1, 2], [1, [1, "2"]], false), ([1], [1, 2], false), ([1], [1, 2, [1]], true),
        ([1, 2], [1, [2, 1]], false), (nil, [nil], nil), ([nil], [[nil]], nil), ([1], [[1, nil]], false),
        (3, [1, nil, 3], true), (4, [1, nil, 3], nil), ([1, 2], [[nil, "foo"], [1, 2]], true),
        ([1, 2], [[nil, "foo"]], false), ([1, 2], [[nil, 2]], nil), ([1, 2], [1, [1, 2, nil]], false),
        ([1, 2, nil], [1, [1, 2, nil]], nil), ([], [[]], true), ([], [], false), ([], [1, 2, nil], nil),
        (nil, [], false),
    ]

    @Test("IN is true for a match, else unknown where a null might match", arguments: memberships)
    func isIn(element: Value, list: [Value], expected: Bool?) {
        #expect(Equality.isIn(element, list) == expected)
    }

    @Test("a list made ready for many tests answers as the list does")
    func membershipList() {
        var random = SplitMix(seed: 21)
        for _ in 0..<200 {
            let list = (0..<Int(random.next() % 12)).map { _ in
                assortedValues[Int(random.next() % UInt64(assortedValues.count))]
            }
            let ready = MembershipList(list)
            for value in assortedValues {
                #expect(ready.contains(value) == Equality.isIn(value, list), "\(value) in \(list)")
            }
        }
    }

    static let orders: [(Value, ComparisonOperator, Value, Bool?)] = [
        (1, .less, 3.14, true), (3.14, .greaterOrEqual, 1, true), ("a", .less, "b", true), (false, .less, true, true),
        (1, .less, "a", nil), (nil, .less, 1, nil), ([:], .less, [:], nil), (.node(0), .less, .node(1), nil),
        // Source: openCypher TCK, Comparison2 [5].
        (.nan, .greater, 1, false), (.nan, .lessOrEqual, .nan, false), (.nan, .less, "a", nil), (1, .less, .nan, false),
        ([1, 0], .greaterOrEqual, [1], true), ([1, nil], .greaterOrEqual, [1], true),
        ([1, 2], .greaterOrEqual, [1, nil], nil),
        ([1, "a"], .greaterOrEqual, [1, nil], nil), ([1, 2], .greaterOrEqual, [3, nil], false),
        ([], .less, [nil], true),
        ("\u{ffff}", .less, "\u{10000}", true), (.date(2024, 1, 1), .less, .date(2024, 1, 2), true),
        (
            .duration(DurationValue(months: 1, days: 0, seconds: 0, nanoseconds: 0)), .less,
            .duration(DurationValue(months: 2, days: 0, seconds: 0, nanoseconds: 0)), nil
        ),
    ]

    @Test("values of one orderable type compare, others are unknown", arguments: orders)
    func compares(left: Value, comparison: ComparisonOperator, right: Value, expected: Bool?) {
        #expect(Comparison.holds(left, comparison, right) == expected)
    }
}
