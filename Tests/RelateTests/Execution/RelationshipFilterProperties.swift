import Durability
import TestSupport
import Testing

@testable import Relate

/// Tests of whole chunks of relationships pass those that tests of single values pass, whatever the chunks hold.
@Suite struct RelationshipFilterProperties {
    private func open(_ files: InMemoryFileSystem) throws -> Database {
        try Database(opening: "/store", .test(files))
    }

    /// Chunks of one type, and chunks where types change from one to the next; a property of one kind, of several, or missing.
    private func fill(_ connection: Connection) throws {
        try connection.query("UNWIND range(0, 99) AS i CREATE (:N {i: i})")
        let make = { (type: String, from: Int, to: Int) in
            """
            UNWIND range(\(from), \(to)) AS k MATCH (a:N {i: k % 100}), (b:N {i: k * 7 % 90})
            CREATE (a)-[:\(type) {k: k, a: CASE WHEN k % 11 = 0 THEN null ELSE k % 40 END,
              b: CASE WHEN k < 1500 THEN k % 10 WHEN k % 3 = 0 THEN 2.5 ELSE 'x' END, c: ['ape', 'apple', 'bee'][k % 3]}]->(b)
            """
        }
        try connection.query(make("R", 0, 2_499))
        try connection.query(make("S", 2_500, 2_999))
        for k in stride(from: 3_000, to: 3_060, by: 2) {
            try connection.query(make("R", k, k))
            try connection.query(make("T", k + 1, k + 1))
        }
        try connection.query("UNWIND range(4000, 4999) AS k MATCH (a:N {i: k % 100}) CREATE (a)-[:T {k: k}]->(a)")
    }

    private static let patterns = [
        "(x)-[r:R]->(y)", "(x)-[r]->(y)", "(x)-[r:S|T]->(y)", "(x)<-[r:T]-(y)", "(x)-[r:R]-(y)", "(x)-[r:None]->(y)",
    ]

    private static let predicates = [
        "r.a = 3", "r.a >= 7 AND r.a < 9", "r.a <> 5", "r.a > 100", "r.a IS NULL", "r.b IS NOT NULL", "r.b = 4",
        "r.b = 'x'",
        "r.b > 1", "r.c STARTS WITH 'ap'", "r.c CONTAINS 'e' AND r.k > 2700", "r.missing = 1", "r.k >= 3010",
        "r.k % 5 = 2 AND r.a < 20", "r.a < 20 AND x.i > 50", "r.a < 20 AND y.i = 35",
    ]

    private func compare(_ connection: Connection, _ said: String) throws {
        for pattern in Self.patterns {
            for predicate in Self.predicates {
                // Evaluated as a value, then tested.
                let wanted = try connection.query(
                    """
                    MATCH \(pattern) WITH r, x, y, (\(predicate)) AS passes
                    RETURN r.k AS k, x.i AS x, y.i AS y, passes = true AS passes ORDER BY k, x, y
                    """
                ).rows.filter { $0[3] == true }.map { "\($0[0]) \($0[1]) \($0[2])" }
                let found = try connection.query(
                    "MATCH \(pattern) WHERE \(predicate) RETURN r.k AS k, x.i AS x, y.i AS y ORDER BY k, x, y"
                ).rows.map { "\($0[0]) \($0[1]) \($0[2])" }
                #expect(found == wanted, "\(said): \(pattern) \(predicate)")
                let count = try connection.query("MATCH \(pattern) WHERE \(predicate) RETURN count(*)").scalar()
                #expect(count == .int(Int64(wanted.count)), "\(said): \(pattern) \(predicate)")
                let ends = try connection.query("MATCH \(pattern) WHERE \(predicate) RETURN sum(y.i)").scalar()
                let sum = wanted.compactMap { Int64($0.split(separator: " ")[2]) }.reduce(0, +)
                #expect(ends == .int(sum), "\(said): \(pattern) \(predicate)")
            }
        }
    }

    @Test("Filters over scans of relationships give those for which their predicates are true, also of an opened store")
    func sameRows() throws {
        let files = InMemoryFileSystem()
        do {
            let database = try open(files)
            let connection = try database.connect()
            try fill(connection)
            try compare(connection, "made")
            try connection.query("MATCH ()-[r]->() WHERE r.k % 9 = 1 DELETE r")
            try connection.query("MATCH ()-[r:R]->() WHERE r.k % 50 = 3 SET r.a = 3, r.c = 'apx'")
            try compare(connection, "changed")
            try database.checkpoint()
        }
        let connection = try open(files).connect()
        try compare(connection, "opened")
        try connection.query(
            "MATCH (a:N {i: 1}), (b:N {i: 35}) CREATE (a)-[:T {k: 9000, a: 3}]->(b), (a)-[:R {k: 9001}]->(b)")
        try compare(connection, "written to")
    }

    @Test("A filter sees relationships that the statement itself has made, and refuses those that it has deleted")
    func ownWrites() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(0, 2999) AS i CREATE (:N)-[:R {i: i}]->(:N)")
        let rows = try connection.query(
            """
            MATCH ()-[r:R]->() WHERE r.i < 10 SET r.i = r.i + 5000 WITH count(*) AS changed
            MATCH ()-[s:R]->() WHERE s.i >= 2900 RETURN changed, count(*) AS above
            """
        ).rows
        #expect(rows == [[10, 110]])
        #expect(
            try connection.query(
                "MATCH ()-[r:R]->() WHERE r.i > 5000 DELETE r WITH count(*) AS n MATCH ()-[s:R]->() WHERE s.i > 2998 RETURN n, count(*)"
            ).rows == [[9, 2]])
    }

    @Test("Rows and hits of a profile are those of scan and filter each, and threads share what is large")
    func profile() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(0, 2999) AS i CREATE (:N)-[:R {i: i}]->(:N), (:N)-[:S {i: i}]->(:N)")
        let plan = try #require(
            try connection.query("PROFILE MATCH ()-[r:R]->() WHERE r.i < 500 AND r.i > 99 RETURN count(*)").plan)
        func find(_ node: PlanNode, _ name: String) -> PlanNode? {
            node.operator == name ? node : node.children.lazy.compactMap { find($0, name) }.first
        }
        let filter = try #require(find(plan.root, "Filter")?.actual)
        let scan = try #require(find(plan.root, "DirectedRelationshipTypeScan")?.actual)
        #expect(scan.rows == 3_000 && scan.dbHits == 3_000)
        #expect(filter.rows == 400 && filter.dbHits == 3_000)
    }
}
