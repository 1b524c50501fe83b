import Relate
import Testing

/// A rule of the planner may change how long a statement takes, never its rows.
@Suite struct PlannerRuleProperties {
    /// The rows as a bag, or the error's kind.
    private func outcome(_ connection: Connection, _ statement: String) -> [String] {
        do {
            return try connection.query(statement).rows.map { "\($0)" }.sorted()
        } catch {
            return ["\(error)"]
        }
    }

    private static let single: [PlannerRules] = (0..<PlannerRules.count).map { PlannerRules(rawValue: 1 << $0) }

    @Test("a statement gives the same rows with all rules, without one of them, and without any")
    func sameRows() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            let database = try Database.inMemory()
            let connection = try database.connect()
            let graph = RuleGraph(&random)
            try connection.query(graph.statement)
            if Bool.random(using: &random) { try connection.query("CREATE INDEX FOR (n:A) ON (n.n)") }
            var statements = RuleStatement(random)
            for _ in 0..<12 {
                let statement = statements.next()
                var tuning = EngineTuning()
                tuning.rules = []
                database.engineTuning = tuning
                let plain = outcome(connection, statement)
                let left = Self.single.randomElement(using: &random) ?? []
                for rules in [PlannerRules.all, PlannerRules.all.subtracting(left), left] {
                    tuning.rules = rules
                    database.engineTuning = tuning
                    let fast = outcome(connection, statement)
                    #expect(fast == plain, "rules \(rules.rawValue)\n\(graph.statement)\n\(statement)")
                }
            }
        }
    }

    @Test("a writing statement leaves the same graph with all rules and without any")
    func sameGraphs() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<120 {
            let graph = RuleGraph(&random).statement
            var writes = RuleWrite(random)
            let statements = (0..<3).map { _ in writes.next() }
            var outcomes: [[String]] = []
            for rules in [[], PlannerRules.all, .batchedMerge, .exactBarriers] {
                let database = try Database.inMemory()
                var tuning = EngineTuning()
                tuning.rules = rules
                database.engineTuning = tuning
                let connection = try database.connect()
                try connection.query(graph)
                var lines: [String] = []
                for statement in statements {
                    lines += outcome(connection, statement)
                    lines += outcome(connection, RuleWrite.dump)
                }
                outcomes.append(lines)
                #expect(
                    lines == outcomes[0], "rules \(rules.rawValue)\n\(graph)\n\(statements.joined(separator: "\n"))")
            }
        }
    }

    @Test("a plan that relies on counts is made anew when they no longer hold")
    func assumptions() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 50) AS i CREATE (:A {i: i})-[:T]->(:B {i: i})")
        let statement = "MATCH (:A)-[:T]->(b:B) RETURN count(*)"
        #expect(try connection.query(statement).scalar() == 50)
        try connection.query("MATCH (b:B {i: 7}) REMOVE b:B")
        #expect(try connection.query(statement).scalar() == 49)
        try connection.query("MATCH (b {i: 7}) WHERE NOT b:A SET b:B")
        #expect(try connection.query(statement).scalar() == 50)
        try connection.query("MATCH (a:A {i: 1}) CREATE (a)-[:T]->(:C)")
        #expect(try connection.query(statement).scalar() == 50)
        try connection.query("MATCH (:A)-[t:T]->(b:B {i: 3}) DELETE t")
        #expect(try connection.query(statement).scalar() == 49)
    }

    @Test("a deleted node's relationships no longer count, nor does a transaction that was undone")
    func undone() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 20) AS i CREATE (:A {i: i})-[:T]->(:B {i: i})")
        let statement = "MATCH (:A)-[:T]->(:B) RETURN count(*)"
        try connection.begin()
        try connection.query("MATCH (a:A) WHERE a.i < 5 DETACH DELETE a")
        #expect(try connection.query(statement).scalar() == 16)
        try connection.rollback()
        #expect(try connection.query(statement).scalar() == 20)
    }
}
