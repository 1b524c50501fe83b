import Relate
import Testing

/// Subqueries that ask for a node's relationships alone are degrees, and say the same as when they are run.
@Suite struct DegreePredicateTests {
    /// Nodes with 0 to 3 relationships that lead away, one of them to itself.
    private func database() throws -> Database {
        let database = try Database.inMemory()
        try database.connect().query(
            """
            CREATE (a:N {i: 1})-[:R]->(:N {i: 2}), (a)-[:R]->(b:N {i: 3}), (b)-[:S]->(a),
                (c:N {i: 4})-[:R]->(a), (c)-[:R]->(b), (c)-[:R]->(c)
            """)
        return database
    }

    private func rows(_ database: Database, _ rules: PlannerRules, _ statement: String) throws -> [String] {
        var tuning = EngineTuning()
        tuning.rules = rules
        database.engineTuning = tuning
        return try database.connect().query(statement).rows.map { "\($0)" }
    }

    @Test("compared with any number, negated or not, inside another subquery or not")
    func sameRows() throws {
        let database = try database()
        for sign in [">", ">=", "<", "<=", "=", "<>"] {
            for bound in ["-1", "0", "1", "2", "3", "1.5", "null"] {
                let counts = ["COUNT { (n)-->() } \(sign) \(bound)", "\(bound) \(sign) COUNT { (n)-[:R]->() }"]
                for count in counts {
                    for predicate in [
                        count, "NOT (\(count))", "NOT (NOT (\(count)))", "EXISTS { (n) WHERE \(count) }",
                        "NOT EXISTS { (n) WHERE \(count) }", "COUNT { (n) WHERE \(count) } > 0",
                        "COUNT { MATCH (n) WHERE \(count) } = 1", "EXISTS { (n) WHERE NOT (\(count)) }",
                    ] {
                        let statement =
                            "MATCH (n:N) RETURN n.i, \(predicate), COUNT { (n) WHERE \(predicate) } ORDER BY n.i"
                        let expected = try rows(database, [], statement)
                        #expect(try rows(database, .all, statement) == expected, "\(statement)")
                        let filtered = "MATCH (n:N) WHERE \(predicate) RETURN n.i ORDER BY n.i"
                        let left = try rows(database, [], filtered)
                        #expect(try rows(database, .all, filtered) == left, "\(filtered)")
                    }
                }
            }
        }
    }

    @Test(
        "with the right numbers",
        arguments: [
            ("MATCH (n:N) WHERE NOT (COUNT { (n)-->() } > 1) RETURN n.i ORDER BY n.i", [2, 3]),
            ("MATCH (n:N) WHERE NOT (COUNT { (n)-->() } > 2) RETURN n.i ORDER BY n.i", [1, 2, 3]),
            ("MATCH (n:N) WHERE EXISTS { (n) WHERE COUNT { (n)-->() } > 2 } RETURN n.i", [4]),
            ("MATCH (n:N) RETURN COUNT { (n) WHERE EXISTS { (n)-->() } } ORDER BY n.i", [1, 0, 1, 1]),
            ("MATCH (n:N) RETURN COUNT { MATCH (n) WHERE (n)-->() } ORDER BY n.i", [1, 0, 1, 1]),
        ] as [(String, [Int64])])
    func numbers(statement: String, expected: [Int64]) throws {
        #expect(try database().connect().query(statement).rows == expected.map { [.int($0)] })
    }
}
