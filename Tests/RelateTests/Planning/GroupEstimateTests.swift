import Relate
import Testing

@Suite("Estimated groups") struct GroupEstimateTests {
    /// 100 nodes `A`, 400 nodes `B`, and from each `B` a relationship to an `A`.
    private func connection() throws -> Connection {
        let connection = try Database.inMemory().connect()
        try connection.query(
            """
            UNWIND range(1, 100) AS i CREATE (a:A {name: i, kind: i % 10})
            WITH collect(a) AS nodes UNWIND range(0, 399) AS j WITH nodes[j % 100] AS a, j CREATE (:B {n: j})-[:T]->(a)
            """)
        return connection
    }

    @Test(
        "Keys made of an element are bounded by how many elements there are",
        arguments: [
            // 100 values seen in 400 rows: 100 · 400 / 500.
            ("MATCH (a:A)<-[:T]-(b) RETURN a, count(b.n) AS c", 80),
            ("MATCH (a:A)<-[:T]-(b) RETURN a.name, a.kind, count(b.n) AS c", 80),
            // 10 · 400 / 410, rounded.
            ("MATCH (a:A)<-[:T]-(b) RETURN a.kind, count(b.n) AS c", 10),
            ("MATCH (a:A)<-[:T]-(b) RETURN DISTINCT a.kind", 10),
            ("MATCH (a:A) RETURN DISTINCT a", 100),
            ("MATCH (a:A)<-[:T]-(b) RETURN 'all' AS k, count(b.n) AS c", 1),
            // Of what is computed nothing is known: the square root of the rows.
            ("MATCH (a:A)<-[:T]-(b) RETURN a.name + 1 AS k, count(b.n) AS c", 20),
        ])
    func isBounded(text: String, groups: Int64) throws {
        let plan = try #require(try connection().query("EXPLAIN " + text).plan)
        #expect(plan.root.estimatedRows == groups)
    }
}
