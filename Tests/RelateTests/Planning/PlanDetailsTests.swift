import Testing

@testable import Relate

/// Details of operators: Cypher that can be read, and read back.
@Suite struct PlanDetailsTests {
    private func details(_ statement: String) throws -> [String: [String]] {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 20) AS i CREATE (:P {i: i})-[:K {w: i}]->(:Q {i: i})-[:K]->(:P)")
        var found: [String: [String]] = [:]
        func visit(_ node: PlanNode) {
            found[node.operator, default: []].append(node.details)
            node.children.forEach(visit)
        }
        visit(try #require(try connection.query("EXPLAIN " + statement).plan).root)
        return found
    }

    @Test(
        "subqueries, patterns and walks are written out",
        arguments: [
            (
                "MATCH (a:P) WHERE NOT EXISTS { (a)-[:K]->(b:Q) WHERE b.i > a.i } RETURN a", "Filter",
                "NOT EXISTS { (a)-[:K]->(b:Q) WHERE b.i > a.i }"
            ),
            ("MATCH (a:P) WHERE (a)-[:K]->(:Q {i: 1}) RETURN a", "Filter", "EXISTS { (a)-[:K]->(:Q {i: 1}) }"),
            (
                "MATCH (a:P) RETURN [(a)-[k:K]->(b) WHERE k.w > 1 | b.i] AS t", "Projection",
                "[(a)-[k:K]->(b) WHERE k.w > 1 | b.i] AS t"
            ),
            (
                "MATCH (a:P) RETURN COLLECT { MATCH (a)-[:K]->(b) RETURN b.i ORDER BY b.i DESC LIMIT 2 } AS t",
                "Projection",
                "COLLECT { MATCH (a)-[:K]->(b) RETURN b.i ORDER BY `b.i` DESC LIMIT 2 } AS t"
            ),
            (
                "MATCH (a:P) WHERE COUNT { MATCH (a)--(x) WITH x.i AS y, count(*) AS c WHERE c > 1 RETURN y } > 2 RETURN a",
                "Filter", "COUNT { MATCH (a)--(x) WITH x.i AS y, count(*) AS c WHERE c > 1 RETURN y } > 2"
            ),
            (
                "MATCH (a:P) ((x)-[k:K]->(y)<-[:K]-(z) WHERE y.i > 1){1,3} (b) RETURN x", "Repeat(Trail)",
                "(a) ((x)-[k:K]->(y)<-[:K]-(z) WHERE y.i > 1){1, 3} (b)"
            ),
            (
                "MATCH (a:P) ((x)-[k:K]->(y) WHERE k.w > 1 AND y.i < 9){1,3} (b) RETURN b", "VarLengthExpand(All)",
                "(a) (()-[k:K]->(y) WHERE k.w > 1 AND y.i < 9){1, 3} (b)"
            ),
            (
                "MATCH (a:P) RETURN shortestPath((a)-[:K*]-(:Q)) IS NULL AS t", "Projection",
                "shortestPath((a)-[:K*]-(:Q)) IS NULL AS t"
            ),
            ("MATCH (a:P)-[:K]->{1,3}(b) RETURN b", "VarLengthExpand(All)", "(a)-[:K*..3]->(b)"),
            ("MATCH (a:P)--(b) RETURN b", "Expand(All)", "(a)--(b)"),
            ("MATCH p = (a:P)-[r:K*2]->(b) RETURN p", "Projection", "(a)-[r*]-(b) AS p"),
            (
                "MATCH p = SHORTEST 2 (a:P {i: 1}) ((x)-[:K]->(y)<-[:K]-(z)){1,3} (b) RETURN p",
                "StatefulShortestPath(All)",
                "SHORTEST 2 (a) ((x)-[:K]->(y)<-[:K]-(z)){1, 3} (b)"
            ),
            (
                "MATCH (a:P) OPTIONAL MATCH (a)-[k:K]->(b) WHERE k.w > 1 RETURN b", "OptionalExpand(All)",
                "(a)-[k:K]->(b) WHERE k.w > 1"
            ),
            (
                "MERGE (a:P {i: 1}) ON CREATE SET a.n = 1, a:R ON MATCH SET a += {m: 2}", "Merge",
                "(a:P {i: 1}) ON CREATE SET a.n = 1, a:R ON MATCH SET a += {m: 2}"
            ),
            ("CALL db.labels() YIELD label AS l RETURN l", "ProcedureCall", "db.labels() YIELD label AS l"),
            (
                "LOAD CSV WITH HEADERS FROM 'x.csv' AS row FIELDTERMINATOR ';' RETURN row.a", "LoadCSV",
                "WITH HEADERS FROM 'x.csv' AS row FIELDTERMINATOR ';'"
            ),
        ])
    func written(_ statement: String, _ name: String, _ details: String) throws {
        let found = try self.details(statement)
        #expect(found[name]?.contains(details) ?? false, "\(found)")
    }

    @Test("a text beyond all reading is cut at its end")
    func shortened() throws {
        let list = (1...5_000).map { "a.i = \($0)" }.joined(separator: " OR ")
        let filter = try #require(try details("MATCH (a:P) WHERE \(list) RETURN a")["Filter"]?.first)
        #expect(filter.hasPrefix("a.i = 1 OR a.i = 2") && filter.hasSuffix(" …"))
        #expect(filter.utf8.count <= Limits.planDetailsBytesLimit + 4)
    }

    @Test("one index that two operators miss is one note, which names both")
    func mergedNotes() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 200) AS i CREATE (:P {i: i, j: i})")
        let twice = try connection.query("EXPLAIN MATCH (a:P {i: 1}) MATCH (b:P {i: 1}) RETURN a, b").notifications
        let notes = twice.filter { $0.gqlStatus == "03NR3" }
        #expect(notes.count == 1)
        #expect(notes.first?.description.contains(" So it is for operator ") ?? false, "\(twice)")
        let other = try connection.query("EXPLAIN MATCH (a:P {i: 1}) MATCH (b:P {j: 1}) RETURN a, b").notifications
        #expect(other.filter { $0.gqlStatus == "03NR3" }.count == 2)
    }

    @Test("cores are those the process may run on, and its group's share of time")
    func cores() {
        #expect(
            AvailableCores.permittedCores(in: "Name:\tx\nCpus_allowed:\tff,0000000f\nCpus_allowed_list:\t0-3\n") == 12)
        #expect(AvailableCores.permittedCores(in: "Name:\tx\n") == nil)
        #expect(AvailableCores.cores(ofMaximum: "150000 100000\n") == 2)
        #expect(AvailableCores.cores(ofMaximum: "5000 100000") == 1)
        #expect(AvailableCores.cores(ofMaximum: "max 100000\n") == nil)
        #expect(AvailableCores.cores(ofMaximum: "-1 100000") == nil)
        #expect(AvailableCores.groups(in: "1:cpu:/old\n0::/a/b.slice\n") == ["/a/b.slice", "/a", ""])
        #expect(AvailableCores.groups(in: "0::/\n") == [""])
        #expect(AvailableCores.count >= 1)
    }
}
