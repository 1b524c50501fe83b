import Testing

@testable import Relate

@Suite struct IntegerLookupTests {
    private static func key(_ value: Value) -> [UInt8] { IndexKey([value])?.bytes ?? [] }

    private static func elements(_ table: IntegerLookup, _ integers: [Int64]) -> [UInt32?] {
        var found = [UInt32](repeating: 0, count: integers.count)
        integers.withUnsafeBufferPointer { integers in
            found.withUnsafeMutableBufferPointer { found in
                if let first = found.baseAddress { table.look(integers, into: first) }
            }
        }
        return found.map { $0 == IntegerLookup.absent ? nil : $0 }
    }

    @Test("A key says which integer it is of, and other keys say none")
    func integerOfKey() {
        func integer(_ value: Value) -> Int64? {
            Self.key(value).withUnsafeBufferPointer { IndexKey.integer(of: $0) }
        }
        let edges: [Int64] = [
            0, 1, -1, 42, -42, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1, 1 << 62,
            9_007_199_254_740_993, 20_000_000_004,
        ]
        for edge in edges { #expect(integer(.int(edge)) == edge) }
        #expect(integer(.float(5)) == 5)
        #expect(integer(.float(-0.0)) == 0)
        for other in [Value.float(5.5), .float(.nan), .float(.infinity), .float(1e300), .string("5"), .bool(true)] {
            #expect(integer(other) == nil)
        }
        let pair = (IndexKey([.int(5), .int(6)])?.bytes ?? []).withUnsafeBufferPointer { IndexKey.integer(of: $0) }
        #expect(pair == nil)
    }

    @Test("A table finds what the tree holds of integers, near ones and far ones", arguments: [1 as Int64, 9, 1 << 40])
    func findsElements(step: Int64) throws {
        var index = OrderedIndex()
        for element in 0..<3000 as Range<UInt32> {
            index.insert(Self.key(.int(Int64(element) * step - 50)), element)
        }
        index.insert(Self.key(.string("x")), 7000)
        index.insert(Self.key(.float(0.5)), 7001)
        let table = try #require(IntegerLookup(index))
        let wanted: [Int64] = [
            -50, step - 50, 2999 * step - 50, 3000 * step - 50, -51, .max, .min, step * 1500 - 50, -50,
        ]
        #expect(Self.elements(table, wanted) == [0, 1, 2999, nil, nil, nil, nil, 1500, 0])
    }

    @Test("Of an index without integers nothing is found, and several elements of one integer have no table")
    func noTable() throws {
        #expect(Self.elements(try #require(IntegerLookup(OrderedIndex())), [0, 5]) == [nil, nil])
        var index = OrderedIndex()
        index.insert(Self.key(.int(5)), 1)
        index.insert(Self.key(.int(5)), 2)
        #expect(IntegerLookup(index) == nil)
        #expect(index.integerLookup(for: 1000) == nil)
    }

    @Test("A table is made when it pays, shared by copies, and goes with a change")
    func life() throws {
        var index = OrderedIndex()
        for element in 0..<2000 as Range<UInt32> { index.insert(Self.key(.int(Int64(element))), element) }
        #expect(index.integerLookup(for: 100) == nil)
        let table = try #require(index.integerLookup(for: 400))
        let copy = index
        #expect(copy.integerLookup(for: 1) === table)
        index.insert(Self.key(.int(2000)), 2000)
        #expect(index.integerLookup(for: 1) == nil)
        #expect(copy.integerLookup(for: 1) === table)
        let second = try #require(index.integerLookup(for: 1000))
        #expect(Self.elements(second, [2000]) == [2000])
        #expect(Self.elements(table, [2000]) == [nil])
        // Nobody else holds it now: it is changed where it is.
        index.remove(Self.key(.int(7)), 7)
        let third = try #require(index.integerLookup(for: 1000))
        #expect(Self.elements(third, [7, 8]) == [nil, 8])
    }

    @Test("Many rows are looked up as few are: integers, floats, texts and nulls mixed, and own writes seen")
    func statement() throws {
        let connection = try Database.inMemory().connect()
        _ = try connection.query("CREATE INDEX FOR (n:A) ON (n.id)")
        _ = try connection.query("UNWIND range(0, 4999) AS i CREATE (:A {id: i, twice: 2 * i})")
        let sum = try connection.query(
            "UNWIND range(0, 9999) AS i MATCH (n:A {id: i}) RETURN count(*) AS found, sum(n.twice - 2 * i) AS off")
        #expect(sum.rows.map { "\($0)" } == ["[5000, 0]"])
        let mixed = try connection.query(
            """
            UNWIND range(0, 4999) AS i
            WITH CASE i % 5 WHEN 0 THEN null WHEN 1 THEN toFloat(i) WHEN 2 THEN toString(i) ELSE i END AS key
            MATCH (n:A {id: key}) RETURN count(*) AS found, sum(n.id) AS ids
            """)
        let wanted = (0..<5000).filter { [1, 3, 4].contains($0 % 5) }
        #expect(mixed.rows.map { "\($0)" } == ["[\(wanted.count), \(wanted.reduce(0, +))]"])
        let written = try connection.query(
            """
            UNWIND range(0, 2999) AS i MATCH (n:A {id: i}) SET n.id = i + 10000
            WITH count(*) AS moved UNWIND range(0, 2999) AS j
            OPTIONAL MATCH (old:A {id: j}) OPTIONAL MATCH (new:A {id: j + 10000})
            RETURN moved, count(old) AS old, count(new) AS new
            """)
        #expect(written.rows.map { "\($0)" } == ["[3000, 0, 3000]"])
    }
}
