import CKernels
import TestSupport
import Testing

@testable import Relate

/// Counts and sums of groups in one word each.
@Suite struct GroupTotalsTests {
    @Test("a word gives back the count and the sum, negative ones too, and is empty then")
    func words() {
        let totals = GroupTotals()
        totals.reserve(100)
        func add(_ group: Int, _ number: Int64, times: Int) {
            for _ in 0..<times { totals.words[group] &+= GroupTotals.one &+ UInt64(bitPattern: number) }
            totals.note(times)
        }
        add(0, -1, times: 3)
        add(7, 1 << 19, times: 100_000)
        add(8, -(1 << 19), times: 100_000)
        add(99, 0, times: 1)
        var found: [[Int64]] = []
        totals.empty(groupCount: 100) { found.append([Int64($0), $1, $2]) }
        let large: Int64 = 100_000 << 19
        let expected: [[Int64]] = [[0, 3, -3], [7, 100_000, large], [8, 100_000, -large], [99, 1, 0]]
        #expect(found == expected)
        totals.empty(groupCount: 100) { group, _, _ in Issue.record("group \(group) is left") }
        #expect(totals.rowCount == 0 && !totals.isFull(with: 1))
        #expect(totals.isFull(with: 1 << 19))
        #expect(GroupTotals.takes(-5...1000) && !GroupTotals.takes(0...(1 << 20)) && !GroupTotals.takes(.min ... -1))
    }

    @Test("totals are added up to the first number without a group, by each width of values")
    func kernel() {
        var random = SplitMix(seed: 91)
        for width in 0...2 {
            for _ in 0..<200 {
                let count = Int.random(in: 0...70, using: &random)
                let places: [Int32] = (0..<50).map { place in
                    place % 29 == 28 ? 0 : Int32(place % 7) + 1
                }
                let numbers: [UInt32] = (0..<count).map { _ in
                    let isFar = Int.random(in: 0..<40, using: &random) == 0
                    return UInt32.random(in: 0..<(isFar ? 80 : 28), using: &random)
                }
                let most: UInt16 = width == 1 ? 255 : .max
                let values: [UInt16] = (0..<count).map { _ in UInt16.random(in: 0...most, using: &random) }
                let end = numbers.firstIndex { $0 >= 50 || places[Int($0)] == 0 } ?? count
                var expected = [UInt64](repeating: 0, count: 7)
                for row in 0..<end {
                    let value: UInt64 = width == 0 ? 0 : UInt64(values[row])
                    expected[Int(places[Int(numbers[row])]) - 1] += 1000 + value
                }
                var totals = [UInt64](repeating: 0, count: 7)
                let added: Int
                if width == 1 {
                    added = relate_add_groups(
                        numbers, count, places, 50, values.map { UInt8($0) }, 1, 1000, &totals)
                } else {
                    added = relate_add_groups(numbers, count, places, 50, values, width, 1000, &totals)
                }
                #expect(added == end && totals == expected, "\(random)")
            }
        }
    }

    @Test(
        "groups of many chunks are those of values one by one, where new ones come late and sums are emptied in between"
    )
    func manyChunks() throws {
        let connection = try Database.inMemory().connect()
        // Chunks of narrow integers of either width, at different distances from 0, and one of wide ones.
        try connection.query(
            """
            UNWIND range(0, 20479) AS i
            CREATE (:N {i: i, g: 'g' + toString(i * 7919 % CASE WHEN i < 12000 THEN 40 ELSE 900 END),
              a: i * 31 % 97 - i / 1024 * 10, b: i * 77 % 40000 - 500,
              c: CASE WHEN i / 1024 = 9 THEN i * 1000000007 ELSE i % 5 END})
            """)
        for aggregates in [
            ["count(*)"], ["count(n.a)", "sum(n.a)"], ["avg(n.a)", "count(*)", "sum(n.b)"],
            ["avg(n.b)", "avg(n.c)", "sum(n.a)", "count(n.i)"], ["sum(n.a)", "max(n.a)"],
        ] {
            let spelled = aggregates.map { $0.replacing("n.", with: "") }.joined(separator: ", ")
            for condition in ["", "WHERE n.i >= 2048", "WHERE n.i < 9000"] {
                let wanted = try connection.query(
                    "MATCH (n:N) \(condition) WITH n.g AS g, n.a AS a, n.b AS b, n.c AS c, n.i AS i RETURN g, \(spelled)"
                )
                let found = try connection.query(
                    "MATCH (n:N) \(condition) RETURN n.g, \(aggregates.joined(separator: ", "))")
                #expect(found.rows == wanted.rows, "\(aggregates) \(condition)")
            }
        }
    }
}
