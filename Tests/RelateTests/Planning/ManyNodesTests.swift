import Relate
import Testing

/// One `MATCH` of very many nodes, as loaders write it.
@Suite("Many nodes in one MATCH") struct ManyNodesTests {
    private static let count = 400

    private func connection() throws -> Connection {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE INDEX FOR (n:K) ON (n.i)")
        try connection.query("UNWIND range(1, $count) AS i CREATE (:K {i: i})", ["count": CypherValue(Self.count)])
        return connection
    }

    private func patterns(_ text: (Int) -> String) -> String { (1...Self.count).map(text).joined(separator: ", ") }

    @Test("Each is looked up by its own predicates, wherever they stand, and all are put together")
    func constants() throws {
        let connection = try connection()
        let inPattern = "MATCH \(patterns { "(n\($0):K {i: \($0)})" })"
        let inWhere =
            "MATCH \(patterns { "(n\($0):K)" }) WHERE "
            + (1...Self.count).map { "n\($0).i = \($0)" }.joined(separator: " AND ")
        for match in [inPattern, inWhere] {
            let rows = try connection.query("\(match) RETURN n1.i, n17.i, n\(Self.count).i").rows
            #expect(rows.map { row in (0..<3).map { row[$0].intValue } } == [[1, 17, Int64(Self.count)]])
            let plan = try #require(try connection.query("EXPLAIN \(match) RETURN 1").plan)
            #expect(plan.root.count { $0.operator.hasPrefix("NodeIndexSeek") } == Self.count)
        }
    }

    @Test("Values of the row before, and predicates over two of the nodes, are kept")
    func tied() throws {
        let connection = try connection()
        let row = (1...Self.count).map { "a\($0): \($0)" }.joined(separator: ", ")
        let correlated = try connection.query(
            "UNWIND [{\(row)}] AS row MATCH \(patterns { "(n\($0):K {i: row.a\($0)})" }) "
                + "RETURN n3.i, n\(Self.count).i")
        #expect(correlated.rows.map { row in (0..<2).map { row[$0].intValue } } == [[3, Int64(Self.count)]])
        let among = try connection.query(
            "MATCH \((1...30).map { "(n\($0):K {i: \($0)})" }.joined(separator: ", ")), (a:K), (b:K {i: 7}) "
                + "WHERE a.i = b.i + n2.i AND n30.i > n29.i RETURN a.i")
        #expect(among.rows.map { $0[0].intValue } == [9])
        let none = try connection.query(
            "MATCH \((1...30).map { "(n\($0):K {i: \($0)})" }.joined(separator: ", ")) WHERE n5.i > n6.i RETURN n1")
        #expect(none.rows.isEmpty)
    }
}

extension PlanNode {
    fileprivate func count(where holds: (PlanNode) -> Bool) -> Int {
        (holds(self) ? 1 : 0) + children.reduce(0) { $0 + $1.count(where: holds) }
    }
}
