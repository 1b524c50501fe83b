import Relate
import Testing

/// How many threads work on a statement may change how long it takes, nothing else: neither rows nor their order.
@Suite struct ParallelismProperties {
    /// The rows in their order, or the error.
    private func outcome(_ connection: Connection, _ statement: String) -> [String] {
        do {
            return try connection.query(statement).rows.map { "\($0)" }
        } catch {
            return ["\(error)"]
        }
    }

    /// Everything is cut into small pieces.
    private func tuning(threads: Int, morselRows: Int, mergesAll: Bool) -> EngineTuning {
        var tuning = EngineTuning()
        tuning.parallelism.threads = threads
        tuning.parallelism.rowsMinimum = 0
        tuning.parallelism.sourceRowsMinimum = 0
        tuning.parallelism.morselRows = morselRows
        tuning.parallelism.helpNanosecondsMinimum = 0
        tuning.parallelism.rowsPerGroupMinimum = mergesAll ? 0 : 8
        return tuning
    }

    @Test("a statement gives the same rows in the same order with one thread and with several")
    func sameRows() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let database = try Database.inMemory()
            let connection = try database.connect()
            let graph = RuleGraph(&random)
            try connection.query(graph.statement)
            var statements = RuleStatement(random)
            for _ in 0..<12 {
                let statement = statements.next()
                let morselRows = Int.random(in: 1...6, using: &random)
                let mergesAll = Bool.random(using: &random)
                database.engineTuning = tuning(threads: 1, morselRows: morselRows, mergesAll: mergesAll)
                let alone = outcome(connection, statement)
                for threads in [2, 3] {
                    database.engineTuning = tuning(threads: threads, morselRows: morselRows, mergesAll: mergesAll)
                    let together = outcome(connection, statement)
                    #expect(
                        together == alone,
                        "\(threads) threads, \(morselRows) rows, merged \(mergesAll)\n\(graph.statement)\n\(statement)")
                }
                // Cut into pieces or not: the same bag of rows.
                database.engineTuning = EngineTuning()
                #expect(outcome(connection, statement).sorted() == alone.sorted(), "\(graph.statement)\n\(statement)")
            }
        }
    }

    /// 5,000 people who know three others each, some without an age.
    private func people() throws -> (Database, Connection) {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query(
            """
            UNWIND range(0, 4999) AS i
            CREATE (:Person {id: i, age: CASE WHEN i % 10 = 7 THEN null ELSE i * 37 % 80 END, weight: i * 0.1,
              mixed: CASE WHEN i % 3 = 0 THEN i ELSE i * 0.5 END, name: 'n' + toString(i % 1000),
              city: 'c' + toString(i % 20)})
            """)
        try connection.query("CREATE INDEX FOR (p:Person) ON (p.id)")
        try connection.query(
            """
            UNWIND range(0, 4999) AS i UNWIND [1, 7, 113] AS d MATCH (a:Person {id: i}), (b:Person {id: (i + d) % 5000})
            CREATE (a)-[:KNOWS {since: i % 50}]->(b)
            """)
        return (database, connection)
    }

    private static let statements = [
        "MATCH (p:Person) WHERE p.age > 40 RETURN count(*)",
        "MATCH (p:Person) RETURN sum(p.weight), avg(p.weight), avg(p.age), min(p.weight), max(p.age), sum(p.mixed), avg(p.mixed)",
        "MATCH (p:Person) RETURN p.city, count(*), avg(p.weight), sum(p.mixed), min(p.name), collect(p.id)[..7]",
        "MATCH (p:Person) RETURN p.name, p.age, count(*), collect(p.id)",
        "MATCH (p:Person) RETURN p.age, stdev(p.weight), count(DISTINCT p.city), percentileCont(p.weight, 0.3)",
        "MATCH (p:Person) WHERE p.name CONTAINS '99' RETURN p.id, p.city",
        "MATCH (p:Person) RETURN p.id, p.age ORDER BY p.age DESC SKIP 3 LIMIT 20",
        "MATCH (p:Person) RETURN p.id, p.age ORDER BY p.age, p.name LIMIT 50",
        "MATCH (p:Person) WHERE p.id % 3 = 1 RETURN p.id, p.mixed ORDER BY p.city, p.mixed DESC",
        "MATCH (p:Person) RETURN DISTINCT p.city, p.age",
        "MATCH (a:Person)-[k:KNOWS]->(b:Person) WHERE a.age = b.age RETURN a.id, b.id, k.since",
        "MATCH (a:Person)-[:KNOWS]->(b)-[:KNOWS]->(c), (a)-[:KNOWS]->(c) RETURN count(*)",
        "MATCH (a:Person)-[:KNOWS*1..2]->(b) RETURN b.city, count(*), count(DISTINCT a)",
        "MATCH (p:Person) WHERE NOT EXISTS { MATCH (p)-[:KNOWS]->(q) WHERE q.age > 10 } RETURN p.id",
        "MATCH (p:Person) OPTIONAL MATCH (p)-[k:KNOWS]->(q:Person) WHERE q.age > 75 RETURN p.id, q.id",
        "MATCH (p:Person) RETURN count(DISTINCT p.name), max(COUNT { (p)-[:KNOWS]->() })",
        "MATCH (p:Person) RETURN p.id, COUNT { (p)-[:KNOWS]->(q) WHERE q.age > 40 } AS c ORDER BY c DESC, p.id LIMIT 9",
        "UNWIND range(1, 9000) AS x WITH x WHERE x % 7 = 1 RETURN sum(x * 0.1), count(x)",
        "MATCH (p:Person) RETURN sum(p.id / (p.id - 3900))",
        "MATCH (p:Person) RETURN sum(CASE WHEN p.id = 4800 THEN 'text' ELSE p.id END)",
    ]

    @Test("scans, expands, aggregates and orders of thousands of rows")
    func manyRows() throws {
        let (database, connection) = try people()
        for statement in Self.statements {
            try compare(database, connection, statement)
        }
    }

    private func compare(_ database: Database, _ connection: Connection, _ statement: String) throws {
        for (morselRows, mergesAll) in [(1024, true), (1024, false), (100, true)] {
            database.engineTuning = tuning(threads: 1, morselRows: morselRows, mergesAll: mergesAll)
            let alone = outcome(connection, statement)
            for threads in [2, 3] {
                database.engineTuning = tuning(threads: threads, morselRows: morselRows, mergesAll: mergesAll)
                #expect(outcome(connection, statement) == alone, "\(threads) threads, \(morselRows) rows: \(statement)")
            }
        }
    }

    @Test("a profile counts the rows and hits of all threads, and its times sum up")
    func profile() throws {
        let (database, connection) = try people()
        let statement =
            "PROFILE MATCH (a:Person)-[:KNOWS]->(b:Person) WHERE a.age <= b.age RETURN a.city, count(*) AS c ORDER BY c"
        func counts(_ node: PlanNode) -> [String] {
            ["\(node.operator) \(node.actual?.rows ?? -1) \(node.actual?.dbHits ?? -1)"] + node.children.flatMap(counts)
        }
        var found: [[String]] = []
        for threads in [1, 2] {
            database.engineTuning = tuning(threads: threads, morselRows: 512, mergesAll: true)
            let plan = try #require(try connection.query(statement).plan)
            found.append(counts(plan.root))
        }
        database.engineTuning = EngineTuning()
        found.append(counts(try #require(try connection.query(statement).plan).root))
        #expect(found[0] == found[1])
        #expect(found[0] == found[2])
        #expect(found[0].contains { $0.hasPrefix("Expand(All) 15000 ") })
    }

    @Test("an interrupted statement ends on every thread, and the connection goes on")
    func interruption() throws {
        let (database, connection) = try people()
        database.engineTuning = tuning(threads: 2, morselRows: 64, mergesAll: true)
        let control = StatementControl()
        control.interrupt()
        #expect(throws: RelateError.self) {
            try connection.query("MATCH (a:Person)-[:KNOWS*1..6]->(b) RETURN count(*)", control: control)
        }
        #expect(try connection.query("MATCH (p:Person) WHERE p.age >= 0 RETURN count(*)").scalar() == 4_500)
    }
}
