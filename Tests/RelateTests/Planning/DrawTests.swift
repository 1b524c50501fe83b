import Relate
import Testing

/// `rand()` and its like are drawn for each row, whatever the plan. Bounds lie eight deviations off, or further.
@Suite struct DrawTests {
    /// 2,000 nodes and as many relationships of one of them.
    private func connection(isIndexed: Bool = false) throws -> Connection {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 2000) AS i CREATE (:A {i: i})")
        try connection.query("MATCH (a:A {i: 1}), (b:A) CREATE (a)-[:S]->(b)")
        if isIndexed { try connection.query("CREATE INDEX FOR (a:A) ON (a.i)") }
        return connection
    }

    private func number(_ connection: Connection, _ statement: String) throws -> Int64 {
        guard case .int(let number) = try connection.query(statement).rows[0][0] else { return -1 }
        return number
    }

    @Test(
        "a predicate that reads no variable takes some rows",
        arguments: [
            "MATCH (n:A) WHERE rand() < 0.5 RETURN count(*)",
            "MATCH (n:A) WHERE n.i > 0 AND rand() < 0.5 RETURN count(*)",
            "MATCH (n:A WHERE rand() < 0.5) RETURN count(*)",
            "MATCH ()-[s:S]->() WHERE rand() < 0.5 RETURN count(*)",
            "MATCH (n:A) WHERE randomUUID() < '8' RETURN count(*)",
            "MATCH (a:A {i: 1}) RETURN COUNT { (a)-[:S]->() WHERE rand() < 0.5 }",
            "MATCH (a:A {i: 1}) RETURN size([(a)-[:S]->(b) WHERE rand() < 0.5 | b])",
            "MATCH (a:A {i: 1}) OPTIONAL MATCH (a)-[:S]->(b) WHERE rand() < 0.5 RETURN count(b)",
            "MATCH (a:A {i: 1}) CALL (a) { MATCH (a)-[:S]->(b) WHERE rand() < 0.5 RETURN b } RETURN count(*)",
            "MATCH (a:A {i: 1})-[:S]->(b) WHERE rand() < 0.5 WITH DISTINCT b RETURN count(*)",
            "MATCH (n:A) WHERE n.i < rand() * 2000 RETURN count(*)",
            "UNWIND range(1, 2000) AS k MATCH (n:A {i: 1}) WHERE rand() < 0.5 RETURN count(*)",
        ])
    func filters(statement: String) throws {
        for isIndexed in [false, true] {
            let count = try number(connection(isIndexed: isIndexed), statement)
            #expect((800...1200).contains(count), "\(statement): \(count)")
        }
    }

    @Test("a drawn value is looked for anew for each row")
    func lookUps() throws {
        let connection = try connection(isIndexed: true)
        try connection.query(
            """
            UNWIND range(1, 40) AS k
            MATCH (a:A {i: 1 + toInteger(rand() * 2000)}), (b:A {i: 1 + toInteger(rand() * 2000)})
            CREATE (a)-[:E]->(b)
            """)
        // 40 expected, in 40 pairs; one pair 40 times, or none at all, would be one draw for all rows.
        let pairs = try number(connection, "MATCH (a)-[:E]->(b) RETURN count(DISTINCT [a.i, b.i])")
        #expect(pairs > 2)
    }

    @Test("rows that a drawn value tells apart are not counted together")
    func projections() throws {
        let connection = try connection()
        let groups = "MATCH (a:A {i: 1})-[:S]->() WITH rand() AS k, count(*) AS c RETURN count(*)"
        #expect(try number(connection, groups) > 1900)
        let identifiers = "MATCH (a:A {i: 1})-[:S]->() WITH randomUUID() AS u RETURN count(DISTINCT u)"
        #expect(try number(connection, identifiers) == 2000)
    }

    @Test("what stands still within a statement is looked up by an index")
    func clocks() throws {
        let connection = try connection(isIndexed: true)
        for statement in [
            "EXPLAIN MATCH (a:A) WHERE a.i > timestamp() RETURN a",
            "EXPLAIN MATCH (a:A) WHERE a.i = datetime() RETURN a",
        ] {
            let plan = try connection.query(statement).plan
            #expect("\(String(describing: plan))".contains("NodeIndexSeek"), "\(statement)")
        }
    }
}
