import Relate
import Testing

/// Two nodes that an index finds, two relationships apart: what lies between is met from both.
@Suite struct FarEndTests {
    /// 80 nodes, each with about ten relationships, some of them parallel or to itself.
    private func database() throws -> Database {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query(
            """
            UNWIND range(0, 79) AS i CREATE (:P {id: i, share: i % 4})
            WITH count(*) AS n
            MATCH (a:P) UNWIND [0, 1, 2, 3, 5, 8, 13, 13, 21, 34] AS step
            MATCH (b:P {id: (a.id * 3 + step) % 80})
            CREATE (a)-[:K {w: step}]->(b)
            """)
        try connection.query("CREATE INDEX FOR (p:P) ON (p.id)")
        return database
    }

    private func rows(_ database: Database, _ rules: PlannerRules, _ statement: String, _ ends: (Int64, Int64)) throws
        -> [String]
    {
        var tuning = EngineTuning()
        tuning.rules = rules
        database.engineTuning = tuning
        let result = try database.connect().query(statement, ["a": .int(ends.0), "b": .int(ends.1)])
        return result.rows.map { "\($0)" }.sorted()
    }

    private static let statements = [
        "MATCH (a:P {id: $a})-[:K]->(m:P)<-[:K]-(b:P {id: $b}) RETURN m.id",
        "MATCH (a:P {id: $a})-[:K]->(m)-[:K]->(b:P {id: $b}) RETURN m.id",
        "MATCH (a:P {id: $a})-[j:K]-(m:P)-[k:K]-(b:P {id: $b}) RETURN m.id, j.w, k.w",
        "MATCH (a:P {id: $a})-[j:K]->(m)<-[k:K]-(b:P {id: $b}) WHERE m.share = 1 AND j.w < k.w RETURN m.id, j.w, k.w",
        "MATCH (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P {id: $b}), (m)-[:K]->(x) RETURN m.id, x.id",
        "MATCH (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P {id: $b}) RETURN count(*)",
        "MATCH (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P) WHERE b.id IN [$b, $a] RETURN m.id, b.id",
        "MATCH p = (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P {id: $b}) RETURN [n IN nodes(p) | n.id]",
        "MATCH (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P {id: $b})-[:K]->(a) RETURN m.id",
        "MATCH (a:P {id: $a})-[:K]->(m) OPTIONAL MATCH (m)-[:K]->(n)<-[:K]-(b:P {id: $b}) RETURN m.id, n.id",
    ]

    @Test("the rows are those of a walk from one end")
    func sameRows() throws {
        let database = try database()
        var random = SystemRandomNumberGenerator()
        for statement in Self.statements {
            for _ in 0..<12 {
                let first = Int64.random(in: 0..<82, using: &random)
                let ends = (first, Bool.random(using: &random) ? first : Int64.random(in: 0..<80, using: &random))
                let walked = try rows(database, PlannerRules.all.subtracting(.farEnds), statement, ends)
                for rules in [PlannerRules.all, .farEnds, .all.subtracting(.intersections)] {
                    #expect(try rows(database, rules, statement, ends) == walked, "\(statement) \(ends)")
                }
            }
        }
    }

    @Test("both ends are looked up where many nodes lie so far, and only there")
    func whereItServes() throws {
        let connection = try database().connect()
        func operators(_ statement: String) throws -> [String] {
            func names(_ node: PlanNode) -> [String] { [node.operator] + node.children.flatMap(names) }
            let plan = try connection.query("EXPLAIN " + statement, ["a": .int(1), "b": .int(2)]).plan
            return plan.map { names($0.root) } ?? []
        }
        let met = try operators(Self.statements[0])
        #expect(met.filter { $0 == "NodeIndexSeek" }.count == 2)
        #expect(met.contains("Expand(Intersect)"))
        try connection.query("CREATE (:P {id: 100})-[:L]->(:P {id: 101})<-[:L]-(:P {id: 102})")
        let few = try operators("MATCH (a:P {id: $a})-[:L]->(m)<-[:L]-(b:P {id: $b}) RETURN m.id")
        #expect(few.filter { $0 == "NodeIndexSeek" }.count == 1)
        let unindexed = try operators("MATCH (a:P {id: $a})-[:K]->(m)<-[:K]-(b:P {share: 1}) RETURN m.id")
        #expect(!unindexed.contains("Expand(Intersect)"))
    }
}
