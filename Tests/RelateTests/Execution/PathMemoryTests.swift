import Relate
import Testing

/// What path searches and sorted values hold is charged as it grows, so that a statement is refused before it takes more.
@Suite("Memory of searches") struct PathMemoryTests {
    /// Every node leads to every other one.
    private func connection(limit: Int = 4 << 20) throws -> Connection {
        let database = try Database.inMemory()
        var tuning = EngineTuning()
        tuning.statementMemoryBytesLimit = limit
        database.engineTuning = tuning
        let connection = try database.connect()
        try connection.query("UNWIND range(1, 14) AS i CREATE (:K {i: i})")
        try connection.query("MATCH (a:K), (b:K) WHERE a.i <> b.i CREATE (a)-[:E]->(b)")
        return connection
    }

    @Test(
        "is refused over the limit, as an error that may be tried again",
        arguments: [
            "MATCH p = shortestPath((a:K {i: 1})-[:E*]-(b:K {i: 2})) WHERE length(p) > 20 RETURN p",
            "MATCH p = allShortestPaths((a:K {i: 1})-[:E*]-(b:K {i: 2})) WHERE length(p) > 6 RETURN p",
            "MATCH p = SHORTEST 3 GROUPS (a:K)-[:E]->+(b:K) RETURN collect(p)",
            "MATCH p = ACYCLIC (a:K)-[:E]->{1,6}(b:K) RETURN collect(p)",
            "MATCH p = (a:K)-[:E*1..8]->(b:K) RETURN p",
            "UNWIND range(1, 2000000) AS i RETURN percentileCont(i, 0.5)",
            "UNWIND range(1, 2000000) AS i WITH i ORDER BY -i SKIP 10 RETURN count(*)",
            "UNWIND range(1, 2000000) AS i RETURN count(DISTINCT i)",
        ])
    func refuses(statement: String) throws {
        let connection = try connection()
        let error = #expect(throws: RelateError.self) { try connection.query(statement) }
        #expect(error?.engineError?.gqlStatus == "51N73" && error?.engineError?.retryable == true)
        // Nothing of it stays.
        #expect(try connection.query("MATCH (k:K) RETURN count(k)").rows == [[.int(14)]])
    }

    @Test("does not count what is over: many small searches fit")
    func fits() throws {
        let connection = try connection()
        let statement = """
            UNWIND range(1, 1500) AS n MATCH p = shortestPath((a:K)-[:E*]->(b:K)) WHERE a.i < b.i RETURN count(p)
            """
        #expect(try connection.query(statement).rows == [[.int(1500 * 91)]])
    }
}
