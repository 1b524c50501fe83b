import Relate
import Testing

/// What plan documents promise.
@Suite struct PlanDocumentTests {
    private func connection() throws -> Connection {
        let connection = try Database.inMemory().connect()
        try connection.query(
            "UNWIND range(1, 50) AS i CREATE (a:A {i: i})-[:R {w: i}]->(b:B {i: i % 5}) CREATE (b)-[:S]->(:C)")
        return connection
    }

    private func flat(_ node: PlanNode) -> [PlanNode] { [node] + node.children.flatMap(flat) }

    // Source: Swift API page, "Notifications and plans"
    @Test("operatorId is the operator's number in pre-order")
    func operatorNumbers() throws {
        let result = try connection().query("EXPLAIN MATCH (a:A), (b:B) MATCH (c:C), (d:C) RETURN a, b, c, d")
        let operators = flat(try #require(result.plan).root)
        let products = result.notifications.filter { $0.gqlStatus == "03N90" }
        #expect(products.count >= 2)
        for product in products {
            let id = Int(try #require(product.operatorId))
            #expect(operators[id].operator == "CartesianProduct")
            #expect(operators[id].warnings.contains(product))
        }
    }

    @Test("EXPLAIN runs nothing and has no actual counts")
    func explain() throws {
        let connection = try connection()
        let result = try connection.query("EXPLAIN MATCH (n) DETACH DELETE n RETURN count(*) AS gone")
        #expect(result.rows.isEmpty)
        #expect(result.queryType == .readWrite)
        #expect(result.bookmark == nil)
        #expect(!result.stats.containsUpdates)
        #expect(flat(try #require(result.plan).root).allSatisfy { $0.actual == nil && $0.estimatedRows != nil })
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 150)
    }

    @Test(
        "PROFILE counts rows and hits, and db hits are hops, walks and reads together",
        arguments: [
            "MATCH (a:A)-[r:R]->(b:B) WHERE b.i = 2 RETURN a.i, r.w",
            "MATCH (a:A)-[*1..2]->(x) RETURN count(*)",
            "MATCH (a:A) WHERE EXISTS { (a)-[:R]->(:B {i: 1}) } RETURN a.i ORDER BY a.i DESC LIMIT 3",
            "MATCH (a:A) OPTIONAL MATCH (a)-[:S]->(c) RETURN a, c",
        ])
    func profile(_ statement: String) throws {
        let connection = try connection()
        let plain = try connection.query(statement)
        let result = try connection.query("PROFILE " + statement)
        #expect(result.rows == plain.rows)
        let plan = try #require(result.plan)
        #expect(plan.profiled)
        #expect(plan.root.operator == "ProduceResults")
        #expect(plan.root.actual?.rows == Int64(plain.rowCount))
        for node in flat(plan.root) {
            let actual = try #require(node.actual)
            #expect(actual.dbHits == actual.hops + actual.neighborWalks + actual.nodeReads)
            #expect(actual.timeMs >= 0 && actual.rows >= 0)
        }
        #expect(flat(plan.root).contains { ($0.actual?.start) != nil })
        #expect(flat(plan.root).reduce(0) { $0 + ($1.actual?.timeMs ?? 0) } <= result.elapsedMs)
    }

    @Test("a result's cells are the same one by one and all at once")
    func cells() throws {
        let result = try connection().query(
            "MATCH (a:A)-[r]->(b) RETURN a, r, b.i, [a.i, b.i] AS both, a.i / 2.0 AS half")
        #expect(result.rowCount == 50)
        for (row, cells) in result.rows.enumerated() {
            for (column, cell) in cells.enumerated() { #expect(result.cell(row: row, column: column) == cell) }
        }
    }

    @Test("Keys of maps are no reads of the store, properties of elements are")
    func mapKeys() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A {k: 1}), (:A {k: 2})")
        func reads(_ statement: String) throws -> Int64 {
            func sum(_ node: PlanNode) -> Int64 { (node.actual?.nodeReads ?? 0) + node.children.map(sum).reduce(0, +) }
            return sum(try #require(try connection.query("PROFILE " + statement).plan).root)
        }
        #expect(try reads("UNWIND [{k: 1}, {k: 2}] AS m RETURN m.k") == 0)
        #expect(try reads("WITH {k: 1} AS m RETURN m.k") == 0)
        // Two from the scan, two for the property.
        #expect(try reads("MATCH (n:A) WITH [n, {k: 3}] AS l UNWIND l AS x RETURN x.k") == 4)
    }
}
