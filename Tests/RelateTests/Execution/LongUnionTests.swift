import Testing

@testable import Relate

/// `UNION` of very many arms, each of which has slots of its own.
@Suite("Long unions") struct LongUnionTests {
    @Test("All arms give their rows, in their order, or each row once")
    func arms() throws {
        let connection = try Database.inMemory().connect()
        let arms = (0..<1_500).map { "RETURN \($0 % 50) AS x" }
        let all = try connection.query(arms.joined(separator: " UNION ALL ")).rows.map { $0[0].intValue }
        #expect(all == (0..<1_500).map { Int64($0 % 50) })
        let distinct = try connection.query(arms.joined(separator: " UNION ")).rows.map { $0[0].intValue }
        #expect(distinct == (0..<50).map { Int64($0) })
    }

    @Test("Arms inside a CALL see its variables, and their rows stand beside them")
    func armsOfCalls() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 3) AS i CREATE (:A {p: i})")
        let arms = (0..<400).map { "MATCH (a:A) WHERE a.p = y RETURN a.p + \($0) AS x" }
        let all = try connection.query(
            "UNWIND [2, 3] AS y CALL (y) { \(arms.joined(separator: " UNION ALL ")) } RETURN y, count(*), sum(x)"
        ).rows
        #expect(all == [[2, 400, 80_600], [3, 400, 81_000]])
        let distinct = try connection.query(
            "CALL { \((0..<400).map { "RETURN \($0 % 7) AS x" }.joined(separator: " UNION ")) } RETURN count(*), sum(x)"
        ).rows
        #expect(distinct == [[7, 21]])
    }

    @Test("Subqueries and list functions by the hundred in one expression keep apart")
    func manyParts() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A {p: 1})-[:R]->(:A {p: 2})")
        func sum(_ part: (Int) -> String) throws -> CypherValue? {
            try connection.query("MATCH (n:A {p: 1}) RETURN " + (0..<300).map(part).joined(separator: " + ")).scalar()
        }
        #expect(try sum { _ in "COUNT { (n)-->(:A) }" } == 300)
        #expect(try sum { "size([y IN [1, n.p, \($0)] WHERE y = 1 | y + n.p])" } == 601)
        #expect(try sum { "reduce(s = \($0), y IN [n.p, 2] | s + y)" } == 45_750)
        #expect(try sum { "[(n)-->(m) | m.p + \($0)][0]" } == 45_450)
    }

    @Test("A list grows through a long chain, and what it began with stays as it was")
    func longLists() throws {
        let connection = try Database.inMemory().connect()
        let chain = (0..<3_000).map { "[\($0)]" }.joined(separator: " + ")
        let rows = try connection.query("WITH [7] AS l RETURN size(l + \(chain)) AS s, (l + \(chain))[3000] AS x, l")
            .rows
        #expect(rows == [[3_001, 2_999, [7]]])
        let nulls = "[1]" + String(repeating: " + [2]", count: 20) + " + null + [3]"
        #expect(try connection.query("RETURN \(nulls) AS x").scalar() == .null)
        let mixed = "1 + [2]" + String(repeating: " || [3]", count: 20) + " + 4"
        #expect(try connection.query("RETURN size(\(mixed)) AS x").scalar() == 23)
    }

    @Test("Neighbouring CREATEs make all that they say, in their order")
    func manyCreates() throws {
        let connection = try Database.inMemory().connect()
        let creates = (0..<3_000).map { "CREATE (n\($0):A {p: \($0)})" } + ["CREATE (n0)-[:R]->(n2999)"]
        #expect(try connection.query(creates.joined(separator: " ")).stats.nodesCreated == 3_000)
        #expect(try connection.query("MATCH (a:A)-[:R]->(b) RETURN a.p, b.p").rows == [[0, 2_999]])
        #expect(try connection.query("MATCH (a:A) RETURN sum(a.p)").scalar() == 4_498_500)
    }

    @Test("Clauses that bring variables are refused before thousands of scopes are made", arguments: ["LET", "CALL"])
    func manyScopes(_ kind: String) throws {
        let connection = try Database.inMemory().connect()
        let clauses = (0..<20_000).map { kind == "LET" ? "LET a\($0) = 1" : "CALL () { RETURN 1 AS a\($0) }" }
        let error = #expect(throws: RelateError.self) {
            try connection.query(clauses.joined(separator: " ") + " RETURN 1 AS x")
        }
        #expect(error?.message.contains("PlanTooDeep") == true)
    }

    @Test("A batch that is kept has the columns that are asked for, in their order, and no room for others")
    func keptBatches() {
        let batch = RowBatch.unit(slotCount: 1_000)
        batch[Slot(900)] = .constant(.int(9))
        batch[Slot(3)] = .constant(.int(3))
        let kept = batch.compacted(to: [Slot(900), Slot(3), Slot(900)])
        #expect(kept.columns.count == 3 && kept.rowCount == 1)
        let values = kept.columns.indices.map { slot -> Int64? in
            if case .constant(.int(let value)) = kept.columns[slot] { value } else { nil }
        }
        #expect(values == [9, 3, 9])
        batch.selection = Selection(all: 0)
        #expect(batch.compacted(to: [Slot(3)]).rowCount == 0)
    }
}
