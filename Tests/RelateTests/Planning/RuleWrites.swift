/// Writing statements for tests that compare ways to run the same statement; what they leave depends on the order of rows only
/// as far as every way keeps it.
struct RuleWrite {
    private var random: any RandomNumberGenerator

    init(_ random: any RandomNumberGenerator) { self.random = random }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }

    /// Every node and relationship, told by what they hold.
    static let dump = """
        MATCH (n) RETURN labels(n) AS a, properties(n) AS b, '' AS c, {} AS d, {} AS e
        UNION ALL MATCH (x)-[r]->(y) RETURN [] AS a, properties(r) AS b, type(r) AS c, properties(x) AS d, properties(y) AS e
        """

    mutating func next() -> String {
        let match = pick([
            "MATCH (a:A)", "MATCH (a)-[:X]->(b)", "MATCH (a:A), (b:B)", "MATCH (a:A {m: 1})",
            "MATCH (a:B) WHERE a.n > 2",
            "UNWIND [1, 2, 2, 5, 50, 50, 51] AS n MATCH (a {n: n})", "MATCH (a)-[:Z]->(b) WHERE a.m <> b.m",
            "UNWIND [0, 3, 3] AS n MERGE (a:A {n: n})", "MATCH (a:A) WITH a, a.m + 1 AS n",
        ])
        let write = pick([
            "CREATE (c:A {n: 100, m: a.m})", "CREATE (a)-[:X {r: 200}]->(:B {n: 101})", "SET a.m = 1",
            "SET a.n = a.n + 1",
            "SET a:B", "REMOVE a:A", "SET a.m = null", "MERGE (c:C {n: a.m})", "MERGE (c:A {n: a.n + 1})",
            "MERGE (c:B {m: a.m}) ON CREATE SET c.n = 300 ON MATCH SET c.n = c.n + 1", "DETACH DELETE a",
            "MERGE (a)-[r:X]->(c:C) SET c.n = 7", "MERGE (c:C {n: a.n}) MERGE (a)-[:Y]->(c)", "SET a += {m: 2}",
            "MERGE (c:C {n: a.m % 2}) MERGE (c)-[r:X]-(a) ON MATCH SET r.r = 9 ON CREATE SET r.r = a.n",
            "FOREACH (i IN [1, 2] | MERGE (:C {n: i}))", "CREATE (c:C {n: a.n}) WITH a, c SET c.m = a.m",
        ])
        let end = pick([
            "", " WITH count(*) AS k MATCH (d:A) RETURN k, count(d) AS c", " RETURN count(*) AS c",
            " WITH a MATCH (d:C) RETURN count(d) AS c", " WITH a MATCH (d)-[:X]->(e) SET e.m = 5 RETURN count(*) AS c",
        ])
        return "\(match) \(write)\(write.hasPrefix("DETACH") && end.contains(" a ") ? "" : end)"
    }
}
