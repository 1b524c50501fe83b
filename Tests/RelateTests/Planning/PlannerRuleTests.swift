import Relate
import Testing

/// Which operators the rules choose, seen in plan documents.
@Suite struct PlannerRuleTests {
    private func graph() throws -> Connection {
        let connection = try Database.inMemory().connect()
        try connection.query(
            """
            UNWIND range(0, 39) AS i CREATE (:P {i: i})
            WITH count(*) AS n MATCH (a:P), (b:P) WHERE b.i = (a.i * 7 + 3) % 40 OR b.i = (a.i + 1) % 40
            CREATE (a)-[:K {w: a.i}]->(b)
            """)
        return connection
    }

    /// Every operator's name, the root first.
    private func operators(_ connection: Connection, _ statement: String) throws -> [String] {
        func names(_ node: PlanNode) -> [String] { [node.operator] + node.children.flatMap(names) }
        return try connection.query("EXPLAIN " + statement).plan.map { names($0.root) } ?? []
    }

    @Test(
        "counts come from the store",
        arguments: [
            ("MATCH (n) RETURN count(*)", "NodeCountFromCountStore"),
            ("MATCH (n:P) RETURN count(n)", "NodeCountFromCountStore"),
            ("MATCH ()-[k:K]->() RETURN count(k)", "RelationshipCountFromCountStore"),
            ("MATCH (:P)-[:K]->(:P) RETURN count(*) AS c", "RelationshipCountFromCountStore"),
        ])
    func storeCounts(_ statement: String, _ name: String) throws {
        let connection = try graph()
        #expect(try operators(connection, statement) == ["ProduceResults", name])
        let expected: CypherValue = name.hasPrefix("Node") ? 40 : .int(try relationships(connection))
        #expect(try connection.query(statement).scalar() == expected)
    }

    /// Counted one by one: a predicate keeps the store's count out.
    private func relationships(_ connection: Connection) throws -> Int64 {
        try connection.query("MATCH (a)-[k:K]->(b) WHERE k.w >= 0 RETURN count(k.w)").scalar().intValue
            ?? -1
    }

    @Test("a join of which only one side is read stops at the first partner, and all equalities are its key")
    func semiJoins() throws {
        let connection = try Database.inMemory().connect()
        // One partner in 3,000 is as the predicate asks, and stands last.
        try connection.query("UNWIND range(1, 300) AS i CREATE (:A {i: i, k: i % 2})")
        try connection.query("UNWIND range(1, 3000) AS i CREATE (:B {i: i, k: i % 2})")
        let equal = "MATCH (a:A) WHERE EXISTS { MATCH (b:B) WHERE b.k = a.k } RETURN count(*)"
        #expect(try operators(connection, equal).contains("ValueHashJoin(Semi)"))
        #expect(try connection.query(equal).scalar() == 300)
        let last = "MATCH (a:A) WHERE EXISTS { MATCH (b:B) WHERE b.k = a.k AND b.i >= 3000 - a.i % 2 } RETURN count(*)"
        #expect(
            try operators(connection, last).filter { $0 == "Filter" || $0.hasSuffix("(Semi)") }
                == ["Filter", "ValueHashJoin(Semi)"])
        #expect(try connection.query(last).scalar() == 300)
        let none = "MATCH (a:A) WHERE NOT EXISTS { MATCH (b:B) WHERE b.k = a.k AND b.i > 3000 } RETURN count(*)"
        #expect(try connection.query(none).scalar() == 300)
        let distinct = "MATCH (a:A), (b:B) WHERE a.k = b.k RETURN DISTINCT a.k AS k ORDER BY k"
        #expect(try operators(connection, distinct).contains("ValueHashJoin(Semi)"))
        #expect(try connection.query(distinct).rows == [[0], [1]])
        let several = "MATCH (a:A), (b:B) WHERE a.k = b.k AND a.i = b.i RETURN count(*)"
        #expect(
            try operators(connection, several).filter { $0 != "NodeByLabelScan" }
                == ["ProduceResults", "EagerAggregation", "ValueHashJoin"])
        #expect(try connection.query(several).scalar() == 300)
        let written = """
            MATCH (a:A {i: 1}) CREATE (:B {k: 7})
            WITH a, 7 AS k WHERE EXISTS { MATCH (b:B) WHERE b.k = k } RETURN a.i
            """
        #expect(try connection.query(written).scalar() == 1)
    }

    @Test("a label in WHERE is where a scan begins")
    func labelsInWhere() throws {
        let connection = try graph()
        try connection.query("CREATE (:Q)")
        #expect(try operators(connection, "MATCH (n) WHERE n:Q RETURN n") == ["ProduceResults", "NodeByLabelScan"])
        #expect(
            try operators(connection, "MATCH (n) WHERE n.i = 3 AND n:P RETURN n")
                == ["ProduceResults", "Filter", "NodeByLabelScan"])
        #expect(try connection.query("MATCH (n:P) WHERE n:Q RETURN count(*)").scalar() == 0)
    }

    @Test(
        "a triangle is closed by intersection, a pattern predicate is a degree, a distinct walk is pruned"
    )
    func choices() throws {
        let connection = try graph()
        let triangle = "MATCH (a:P)-[:K]->(b)-[:K]->(c), (a)-[:K]->(c) RETURN count(*)"
        #expect(try operators(connection, triangle).contains("Expand(Intersect)"))
        let lonely = "MATCH (p:P) WHERE NOT EXISTS { (p)-[:K]->(:P) } RETURN count(*)"
        #expect(
            try operators(connection, lonely)
                == ["ProduceResults", "EagerAggregation", "Filter", "NodeByLabelScan"])
        let reached = "MATCH (p:P {i: 1})-[:K*1..3]->(q) RETURN DISTINCT q.i"
        #expect(try operators(connection, reached).contains("VarLengthExpand(Pruning,BFS,All)"))
    }

    @Test(
        "a repeated step is a walk, pruned where only distinct ends are asked for; circles keep it exact",
        arguments: [
            ("MATCH (p:P)-[:K]->{1,3}(q) RETURN DISTINCT q.i", "VarLengthExpand(Pruning,BFS,All)"),
            ("MATCH (p:P) ((x)-[k:K]->(y) WHERE k.w > 3 AND y.i > 2){1,3} (q) RETURN count(*)", "VarLengthExpand(All)"),
            ("MATCH (p:P) ((x)-[k:K]->(y)){1,2} (q) RETURN k, q", "VarLengthExpand(All)"),
            ("MATCH (p:P) ((x)-[k:K]->(y)){1,2} (q) RETURN x, q", "Repeat(Trail)"),
            ("MATCH (p:P) ((x)-[k:K]-(y) WHERE x.i < y.i){1,2} (q) RETURN DISTINCT q", "VarLengthExpand(All)"),
            ("MATCH (p:P)-[:K*1..3]-(q) RETURN DISTINCT q", "VarLengthExpand(Pruning,BFS,All)"),
            ("MATCH (p:P)-[:K*2..3]-(q) RETURN DISTINCT q", "VarLengthExpand(All)"),
            ("MATCH p = (a:P)-[:K*1..3]->(b) RETURN count(DISTINCT b)", "VarLengthExpand(Pruning,BFS,All)"),
            ("MATCH (a:P) OPTIONAL MATCH (a)-[k:K]->(b:P) WHERE b.i > a.i RETURN a, b", "OptionalExpand(All)"),
            ("MATCH (a:P {i: 1}), (b:P {i: 2}) OPTIONAL MATCH (a)-[k:K]->(b) RETURN k", "OptionalExpand(Into)"),
            ("MATCH (a:P) OPTIONAL MATCH (a)-[:K]->()-[:K]->(b) RETURN a, b", "OptionalApply"),
        ])
    func walks(_ statement: String, _ name: String) throws {
        #expect(try operators(try graph(), statement).contains(name))
    }

    @Test(
        "a walk in both directions leads back to its beginning over a circle alone",
        arguments: [
            ("(a:S)-[:K]->(b)", "*1..4", false), ("(a:S)-[:K]->(b), (a)-[:K]->(b)", "*1..2", true),
            ("(a:S)-[:K]->(b), (a)-[:K]->(b)", "*1..1", false), ("(a:S)-[:K]->(a)", "*1..1", true),
            ("(a:S)-[:K]->(b), (b)-[:K]->(b)", "*1..4", false),
            ("(a:S)-[:K]->(b), (b)-[:K]->(c), (c)-[:K]->(a)", "*1..3", true),
            ("(a:S)-[:K]->(b), (b)-[:K]->(c), (c)-[:K]->(a)", "*1..2", false),
            ("(a:S)-[:K]->(b), (b)-[:K]->(c), (c)-[:K]->(d), (d)-[:K]->(a)", "*1..4", true),
            ("(a:S)-[:K]->(b), (b)-[:K]->(c), (c)-[:K]->(d), (d)-[:K]->(a)", "*1..3", false),
            ("(a:S)-[:K]->(b), (b)-[:K]->(c), (c)-[:K]->(d), (d)-[:K]->(b)", "*", false),
        ])
    func circles(_ pattern: String, _ length: String, _ isBack: Bool) throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE " + pattern)
        let statement = "MATCH (s:S)-[:K\(length)]-(e) WITH DISTINCT e WHERE e:S RETURN count(*)"
        #expect(try operators(connection, statement).contains { $0.hasPrefix("VarLengthExpand(Pruning") })
        #expect(try connection.query(statement).scalar() == (isBack ? 1 : 0))
    }

    @Test("what a subquery was given is still there behind an aggregation, also where nothing was found")
    func givenBehindAggregation() throws {
        let connection = try Database.inMemory().connect()
        try connection.query(
            "CREATE (:A {i: 1})-[:R]->(b:B {v: 10}), (b)-[:S]->(), (b)-[:S]->(), (:A {i: 2})-[:R]->(:B {v: 20})")
        let rows = try connection.query(
            """
            MATCH (a:A)-[:R]->(x) CALL (x) { MATCH (x)-[:S]->(y) WITH count(y) AS c RETURN c + x.v AS r }
            RETURN a.i AS i, r ORDER BY i
            """
        ).rows
        #expect(rows == [[1, 12], [2, 20]])
        let unrelated = try connection.query(
            "MATCH (a:A)-[:R]->(x) CALL (x) { MATCH (y:A) WITH count(y) AS c RETURN c + x.v AS r } RETURN r ORDER BY r"
        ).rows
        #expect(unrelated == [[12], [22]])
    }

    @Test("an equality between two parts of a pattern is looked up where one is small and the other has an index")
    func indexJoins() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 3000) AS i CREATE (:Big {x: i % 1500}), (:Other {x: i})")
        try connection.query("UNWIND [7, 7, 1499, 5000, null] AS i CREATE (:Small {y: i})")
        let statement = "MATCH (a:Small), (b:Big) WHERE b.x = a.y RETURN count(*)"
        #expect(try !operators(connection, statement).contains("NodeIndexSeek"))
        #expect(try connection.query(statement).scalar() == 6)
        try connection.query("CREATE INDEX FOR (b:Big) ON (b.x)")
        #expect(try operators(connection, statement).contains("NodeIndexSeek"))
        #expect(try connection.query(statement).scalar() == 6)
        // Many rows are joined by a hash table all the same.
        let large = "MATCH (a:Other), (b:Big) WHERE b.x = a.x RETURN count(*)"
        #expect(try operators(connection, large).contains("ValueHashJoin"))
        #expect(try connection.query(large).scalar() == 2998)
    }

    @Test(
        "rows are collected exactly where a clause could see another's writes",
        arguments: [
            ("MATCH (a:P) SET a.x = 1", false), ("MATCH (a:P) CREATE (:Q {i: a.i})", false),
            ("MATCH (a:P)-[:K]->(b) MERGE (q:Q {i: b.i})", false),
            ("MATCH (a:P {i: 1}) SET a.i = 2", true),
            ("MATCH (a:P) CREATE (:P)", true), ("MATCH (a:P)-[k:K]->(b) DELETE k", true),
            ("MATCH (a)-[:K]->(b) CREATE (b)-[:K]->(a)", true),
            ("MATCH (a:P) SET a.x = 1 WITH a MATCH (b) RETURN b.x", true),
            ("MATCH (a:P) SET a.x = 1 WITH a MATCH (a)-[:K]->(b) RETURN count(b)", false),
        ])
    func barriers(_ statement: String, _ isCollected: Bool) throws {
        #expect(try operators(try graph(), statement).contains("Eager") == isCollected)
    }

    @Test(
        "rows of one batch of a MERGE find what others of it made, numbers of both kinds among them")
    func mergedInOneBatch() throws {
        let connection = try Database.inMemory().connect()
        let statement = """
            UNWIND [1, 2, 1.0, 2, 3, 1] AS x MERGE (n:N {id: x})
            ON CREATE SET n.times = 1 ON MATCH SET n.times = n.times + 1 RETURN n.times AS t
            """
        #expect(try connection.query(statement).stats.nodesCreated == 3)
        #expect(
            try connection.query("MATCH (n:N) RETURN n.id AS id, n.times AS t ORDER BY id").rows == [
                [1, 3], [2, 2], [3, 1],
            ])
        #expect(throws: RelateError.self) {
            try connection.query("UNWIND [4, null] AS x MERGE (n:N {id: x})")
        }
        #expect(try connection.query("MATCH (n:N) RETURN count(*)").scalar() == 3)
    }
}
