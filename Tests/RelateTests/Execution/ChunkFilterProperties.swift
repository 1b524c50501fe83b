import Relate
import TestSupport
import Testing

/// Tests of whole chunks pass the rows that tests of single values pass, whatever the chunks hold.
@Suite struct ChunkFilterProperties {
    /// A value of a property: some keys are of one kind in some chunks and mixed, or missing, in others.
    private func value(_ key: String, _ row: Int, _ random: inout SplitMix) -> String {
        if Int.random(in: 0..<12, using: &random) == 0 { return "null" }
        switch key {
        case "a": return "\(row < 2048 ? Int.random(in: -20...20, using: &random) : row)"
        case "b": return row < 1024 ? "\(Int.random(in: 0...9, using: &random))" : ["1", "2.5", "'x'"][row % 3]
        case "c": return "'\(["ape", "apple", "bee", "b", "ä", ""].randomElement(using: &random) ?? "")\(row % 3)'"
        case "d": return row < 1500 ? "null" : "\(row % 50)"
        case "e": return ["9223372036854775807", "-9223372036854775807", "0"][row % 3]
        default: return "\(Double(row) / 2)"
        }
    }

    private func graph(_ random: inout SplitMix) throws -> Connection {
        let connection = try Database.inMemory().connect()
        // Nodes of another label stand between, now and then for whole chunks.
        let count = 4_500
        for start in stride(from: 0, to: count, by: 500) {
            let rows = (start..<(start + 500)).map { row in
                let entries = ["a", "b", "c", "d", "e", "f"].map { "\($0): \(value($0, row, &random))" }
                return "{id: \(row), \(entries.joined(separator: ", "))}"
            }
            let other = Int.random(in: 0...3, using: &random)
            try connection.query(
                """
                UNWIND [\(rows.joined(separator: ","))] AS r CREATE (n:N) SET n = r
                WITH n WHERE n.id % 4 < \(other) REMOVE n:N SET n:M
                """)
        }
        try connection.query("CREATE INDEX FOR (n:M) ON (n.id)")
        try connection.query("MATCH (n) WHERE n.id % 3 = 0 MATCH (m:M {id: n.id + 1}) CREATE (n)-[:R]->(m)")
        try connection.query("MATCH (n) WHERE n.id % 31 = 0 CREATE (n)-[:R]->(n), (n)-[:S]->(n)")
        return connection
    }

    private func predicate(_ random: inout SplitMix) -> String {
        let comparison = ["<", "<=", ">", ">=", "=", "<>"].randomElement(using: &random) ?? "="
        let number = [-21, -1, 0, 3, 19, 2500, 4400, Int.max, Int.min + 1].randomElement(using: &random) ?? 0
        let key = ["a", "b", "d", "e", "f", "missing"].randomElement(using: &random) ?? "a"
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return "n.\(key) \(comparison) \(number)"
        case 2: return "n.\(key) >= \(min(number, 0)) AND n.\(key) \(comparison) \(number)"
        case 3: return "n.\(key) > \(number) AND n.\(key) <= \(number == Int.max ? number : number + 40)"
        case 4:
            let operation = ["STARTS WITH", "ENDS WITH", "CONTAINS", "=", "<>"].randomElement(using: &random) ?? "="
            return "n.c \(operation) '\(["", "ap", "p", "1", "ape0", "none", "ä"].randomElement(using: &random) ?? "")'"
        case 5: return "n.\(key) IS \(Bool.random(using: &random) ? "NOT " : "")NULL"
        case 6: return "NOT EXISTS { (n)-[:R]->() }"
        case 7: return "COUNT { (n)<-[:\(["R", "S", "T"].randomElement(using: &random) ?? "R")]-() } \(comparison) 1"
        default: return "n.f \(comparison) 7.5"
        }
    }

    @Test("filters over scans give the rows for which their predicates are true")
    func sameRows() throws {
        var random = SplitMix(seed: 71)
        for _ in 0..<3 {
            let connection = try graph(&random)
            for round in 0..<60 {
                if round == 30 {
                    // Fresh and deleted relationships, and values that were changed.
                    try connection.query("MATCH (n)-[r:R]->() WHERE n.id % 9 = 0 DELETE r")
                    try connection.query("MATCH (n) WHERE n.id % 700 = 1 CREATE (n)-[:R]->(n) SET n.a = 77, n.d = null")
                    try connection.query("MATCH (n) WHERE n.id % 13 = 5 DETACH DELETE n")
                }
                let label = ["", ":N", ":M"].randomElement(using: &random) ?? ""
                let tests = (0..<Int.random(in: 1...3, using: &random)).map { _ in predicate(&random) }
                let condition = tests.joined(separator: " AND ")
                // Evaluated as values, then tested.
                let values = tests.enumerated().map { "\($1) AS t\($0)" }.joined(separator: ", ")
                let all = tests.indices.map { "t\($0) = true" }.joined(separator: " AND ")
                let wanted = try connection.query(
                    "MATCH (n\(label)) WITH n, \(values) RETURN n.id AS id, (\(all)) = true AS passes ORDER BY id"
                ).rows.filter { $0[1] == true }.map { "\($0[0])" }
                let found = try connection.query("MATCH (n\(label)) WHERE \(condition) RETURN n.id AS id")
                    .rows.map { "\($0[0])" }
                #expect(found == wanted, "\(label) \(condition), \(random)")
                let count = try connection.query("MATCH (n\(label)) WHERE \(condition) RETURN count(*)").scalar()
                #expect(count == .int(Int64(wanted.count)), "\(label) \(condition), \(random)")
                let first = try connection.query("MATCH (n\(label)) WHERE \(condition) RETURN n.id AS id LIMIT 5")
                #expect(first.rows.map { "\($0[0])" } == Array(wanted.prefix(5)), "\(label) \(condition), \(random)")
            }
        }
    }

    @Test("a filter sees values that the statement itself has changed")
    func ownWrites() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(0, 2999) AS i CREATE (:N {i: i})")
        #expect(try connection.query("MATCH (n:N) WHERE n.i >= 2900 RETURN count(*)").scalar() == 100)
        // The least and the greatest that a chunk was known by no longer hold.
        let counts = try connection.query(
            """
            MATCH (n:N) WHERE n.i < 10 SET n.i = n.i + 5000 WITH count(*) AS changed
            MATCH (m:N) WHERE m.i >= 2900 RETURN changed, count(*) AS above
            """
        ).rows
        #expect(counts == [[10, 110]])
        try connection.query("MATCH (n:N) WHERE n.i >= 5000 REMOVE n.i")
        #expect(try connection.query("MATCH (n:N) WHERE n.i >= 2900 RETURN count(*)").scalar() == 100)
        #expect(try connection.query("MATCH (n:N) WHERE n.i IS NULL RETURN count(*)").scalar() == 10)
    }

    @Test("rows and hits of a profile are those of scan and filter each")
    func profile() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(0, 2999) AS i CREATE (:N {i: i, s: 's' + i % 3})")
        let plan = try #require(
            try connection.query("PROFILE MATCH (n:N) WHERE n.i < 1500 AND n.s = 's1' RETURN count(*)").plan)
        func find(_ node: PlanNode, _ name: String) -> PlanNode? {
            node.operator == name ? node : node.children.lazy.compactMap { find($0, name) }.first
        }
        let filter = try #require(find(plan.root, "Filter")?.actual)
        let scan = try #require(find(plan.root, "NodeByLabelScan")?.actual)
        #expect(scan.rows == 3000 && scan.dbHits == 3000)
        #expect(filter.rows == 500 && filter.dbHits == 4500)
    }
}
