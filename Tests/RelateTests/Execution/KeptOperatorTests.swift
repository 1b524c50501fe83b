import Testing

@testable import Relate

/// Operators that lie beside their plan for its next execution: nothing of one execution shows in another.
@Suite struct KeptOperatorTests {
    private func database() throws -> Database {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query(
            """
            UNWIND range(0, 40) AS i
            CREATE (p:P {id: i, name: 'n' + (i % 7), share: i % 3})
            WITH collect(p) AS all
            UNWIND range(0, 40) AS i
            UNWIND [1, 2, 5] AS step
            WITH all[i] AS a, all[(i + step) % 41] AS b, step
            CREATE (a)-[:K {w: step}]->(b)
            """)
        try connection.query("CREATE INDEX FOR (p:P) ON (p.id)")
        return database
    }

    private func outcome(_ connection: Connection, _ text: String, _ parameters: [String: CypherValue]) -> String {
        do {
            let result = try connection.query(text, parameters)
            return "\(result.columns) \(result.rows.map { "\($0)" }.sorted()) \(result.stats)"
        } catch {
            return "\(error)"
        }
    }

    private static let reads = [
        "MATCH (p:P {id: $a}) RETURN p.name, p.share, $b AS b",
        "MATCH (p:P {id: $a})-[:K]->(q:P) RETURN q.id, q.name",
        "MATCH (p:P {id: $a})-[k:K]-(q:P) RETURN q.id, k.w ORDER BY k.w DESC, q.id",
        "MATCH (p:P {id: $a})-[:K]->(:P)-[:K]->(r:P) RETURN DISTINCT r.id",
        "MATCH (p:P {id: $a})-[:K]->(:P)-[:K]->(r:P)-[:K]->() RETURN count(*)",
        "MATCH (p:P {id: $a})-[:K]->(m:P)<-[:K]-(q:P {id: $b}) RETURN m.id",
        "MATCH (p:P {id: $a})-[:K]->(m), (p)-[:K]->(n)-[:K]->(m) RETURN m.id, n.id",
        "MATCH (p:P {id: $a}) OPTIONAL MATCH (p)-[k:K]->(q) WHERE q.share = $b RETURN p.id, q.id, k.w",
        "MATCH (p:P {id: $a})-[k:K]->(q) RETURN q.share, count(*), collect(q.id), sum(k.w) AS s ORDER BY s LIMIT 2",
        "UNWIND $list AS i MATCH (p:P {id: i}) RETURN p.id, p.name",
        "MATCH (p:P {id: $a}), (q:P {id: $b}) RETURN p.id, q.id, p.share = q.share",
        "MATCH (p:P {id: $a})-[:K]->(q) WHERE q.share <> $b AND NOT q.name = $a OR q.id IS NULL RETURN q.id SKIP 1",
        "MATCH (p:P {id: $a})-[:K]->(q) RETURN CASE WHEN q.share = $b THEN 'same' ELSE coalesce($list, 0) END, q.id + $b",
        "MATCH (p:P {id: $a}) RETURN 10 / (p.share - $b)",
        "MATCH (p:P {id: $a})-[:K]->(q) RETURN q.id LIMIT $b",
        "MATCH (p:P {id: $a})-[*1..2]->(q) WHERE q.share = $b RETURN q.id",
        "MATCH (p:P {id: $a}) WHERE EXISTS { MATCH (p)-[:K]->(q) WHERE q.share = $b } RETURN p.name",
        "MATCH (p:P) WHERE p.name = $name RETURN count(*)",
        "MATCH (p:P) WHERE p.name = $name AND p.share < $b RETURN p.id",
        "RETURN $a + 1 AS next, [$a, $b] AS both",
        "MATCH (n) RETURN count(n)",
        "MATCH (p:P) WHERE NOT EXISTS { MATCH (p)-[:K]->() } RETURN count(*)",
        "MATCH (p:P) WHERE COUNT { (p)<-[:K]-() } > 2 AND p.share < $b RETURN count(*)",
        "MATCH (p:P) RETURN p.name, count(*), avg(p.share), max(p.id) ORDER BY p.name",
    ]

    private static let writes = [
        "MATCH (a:P {id: $a}), (b:P {id: $b}) CREATE (a)-[:K {w: $a}]->(b)",
        "MATCH (a:P {id: $a}), (b:P {id: $b}) CREATE (a)-[:L]->(b) RETURN a.id",
        "MATCH (p:P {id: $a}) SET p.share = $b",
        "CREATE (:P {id: $a, name: 'new', share: $b})",
        "MATCH (p:P {id: $a})-[k:K]->(q:P {id: $b}) DELETE k",
        "MATCH (p:P {id: $a}) WHERE p.name = 'new' DETACH DELETE p",
        "MERGE (p:P {id: $a})",
        "MERGE (p:P {id: $a}) ON CREATE SET p.name = 'new', p.share = $b ON MATCH SET p.share = $b RETURN p.name",
        "UNWIND $list AS i MERGE (p:P {id: i}) ON CREATE SET p.name = $name RETURN p.id, p.name",
        "MATCH (a:P {id: $a}), (b:P {id: $b}) MERGE (a)-[k:K {w: $a}]->(b) RETURN k.w",
        "MATCH (p:P {id: $a}) REMOVE p.share RETURN p.name",
        "MATCH (p:P {id: $a})-[k]->(q) WITH p, k LIMIT $b DELETE k RETURN p.id",
        "MATCH (p:P {id: $a}) SET p:Q REMOVE p:Q SET p += {share: $b}",
    ]

    private static func parameters(_ random: inout some RandomNumberGenerator) -> [String: CypherValue] {
        let values: [CypherValue] = [
            .int(Int64.random(in: 0...41, using: &random)), .int(Int64.random(in: 0...41, using: &random)),
            .int(Int64.random(in: 0...3, using: &random)), .int(Int64.random(in: 0...3, using: &random)),
            .float(2), .string("n3"), .null, .bool(true), .list([.int(1)]),
        ]
        func value() -> CypherValue { values.randomElement(using: &random) ?? .null }
        return [
            "a": value(), "b": value(), "name": .string("n\(Int.random(in: 0...8, using: &random))"),
            "list": .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value() }),
        ]
    }

    @Test(
        "a statement says each time what it says by operators of its own, whatever ran, failed or was written between")
    func sameOutcomes() throws {
        var random = SystemRandomNumberGenerator()
        let database = try database()
        let connection = try database.connect()
        let fresh = try self.database()
        let other = try fresh.connect()
        for step in 0..<1_500 {
            let isWrite = Int.random(in: 0..<6, using: &random) == 0
            guard let text = (isWrite ? Self.writes : Self.reads).randomElement(using: &random) else { return }
            let parameters = Self.parameters(&random)
            fresh.planCache.removeAll()
            let expected = outcome(other, text, parameters)
            #expect(outcome(connection, text, parameters) == expected, "step \(step): \(text) \(parameters)")
        }
        let all = "MATCH (n) OPTIONAL MATCH (n)-[k]->(m) RETURN n.id, n.share, type(k), k.w, m.id"
        #expect(outcome(connection, all, [:]) == outcome(other, all, [:]))
    }

    @Test("they are kept from the second execution on, not by a profile, and not where one kind of them cannot be")
    func whatIsKept() throws {
        let database = try database()
        let connection = try database.connect()
        func kept(_ text: String) -> Int? { database.planCache.statement(text)?.planned?.shelf.count }
        let text = "MATCH (p:P {id: $a})-[:K]->(q:P) RETURN q.id"
        try connection.query(text, ["a": .int(1)])
        #expect(kept(text) == 0)
        for _ in 0..<3 {
            try connection.query(text, ["a": .int(1)])
            #expect(kept(text) == 1)
        }
        try connection.query("PROFILE " + text, ["a": .int(1)])
        try connection.query("PROFILE " + text, ["a": .int(1)])
        #expect(kept("PROFILE " + text) == 0)
        let apply = "MATCH (p:P {id: 1}) CALL (p) { MATCH (p)-[:K*1..2]->(q) RETURN q LIMIT 1 } RETURN q.id"
        for _ in 0..<3 { try connection.query(apply) }
        #expect(database.planCache.statement(apply).map { $0.planned?.shelf.count ?? 0 } ?? 0 == 0)
        // One that fails takes its operators with it.
        let failing = "MATCH (p:P {id: $a}) RETURN 1 / p.share"
        for _ in 0..<2 { try connection.query(failing, ["a": .int(1)]) }
        #expect(kept(failing) == 1)
        #expect(throws: RelateError.self) { try connection.query(failing, ["a": .int(0)]) }
        #expect(kept(failing) == 0)
    }

    @Test("they hold nothing of the graph as it was when they ran")
    func noSnapshot() throws {
        let database = try database()
        let connection = try database.connect()
        for text in Self.reads {
            for _ in 0..<3 {
                _ = try? connection.query(
                    text, ["a": .int(3), "b": .int(1), "name": .string("n1"), "list": .list([.int(1)])])
            }
        }
        weak let storage = database.snapshot.storage
        #expect(storage != nil)
        try connection.query("CREATE (:Other)")
        #expect(storage == nil)
    }

    @Test("operators of updates are kept as well")
    func updates() throws {
        let database = try database()
        let connection = try database.connect()
        for text in [
            "MERGE (p:P {id: $a})", "MATCH (p:P {id: $a}) REMOVE p.share RETURN p.name",
            "MATCH (p:P {id: $a}) DETACH DELETE p",
        ] {
            for id in [3, 90, 3] as [Int64] { try connection.query(text, ["a": .int(id)]) }
            #expect(database.planCache.statement(text)?.planned?.shelf.count == 1, "\(text)")
        }
    }

    @Test("what a write replaced is kept until it is let go of, where that is asked for, and only then")
    func remains() throws {
        let database = try database()
        let connection = try database.connect()
        connection.keepsRemains = true
        weak let first = database.snapshot.storage
        try connection.query("CREATE (:Other)")
        #expect(first != nil)
        connection.letGo()
        #expect(first == nil)
        weak let second = database.snapshot.storage
        try connection.query("CREATE (:Other)")
        #expect(second != nil)
        try connection.query("CREATE (:Other)")
        #expect(second == nil)
        connection.letGo()
        connection.keepsRemains = false
        weak let third = database.snapshot.storage
        try connection.query("CREATE (:Other)")
        #expect(third == nil)
    }

    @Test("executions at the same time have operators of their own")
    func sideBySide() async throws {
        let database = try database()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let connection = try database.connect()
                    for step in 0..<300 {
                        let id = Int64((step * 7 + worker) % 41)
                        let found = try connection.query(
                            "MATCH (p:P {id: $a})-[:K]->(q:P) RETURN sum(q.id) AS sum", ["a": .int(id)]
                        ).scalar()
                        #expect(found == .int([1, 2, 5].reduce(0) { $0 + (id + $1) % 41 }))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
