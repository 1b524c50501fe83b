import Testing

@testable import Relate

/// What a large write puts in order at its commit.
@Suite struct SettlingTests {
    private static let nodeCount = 20_000

    /// - Parameter batch: what each transaction writes.
    private func database(batch: Int) throws -> (Database, Connection) {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query("CREATE INDEX FOR (n:N) ON (n.id)")
        let batches = stride(from: 0, to: Self.nodeCount, by: batch).map {
            ["from": CypherValue.int(Int64($0)), "to": .int(Int64(min($0 + batch, Self.nodeCount) - 1))]
        }
        for bounds in batches {
            try connection.query(
                "UNWIND range($from, $to) AS i CREATE (:N {id: i, name: 'n' + (i % 50), weight: i * 0.5, even: i % 2 = 0})",
                bounds)
        }
        for bounds in batches {
            try connection.query(
                """
                UNWIND range($from, $to) AS i MATCH (a:N {id: i}), (b:N {id: (i * 7 + 3) % 19000})
                CREATE (a)-[:R {since: i % 90}]->(b)
                """, bounds)
        }
        return (database, connection)
    }

    private static let changes = [
        "MATCH (n:N) WHERE n.id % 1999 = 5 SET n.weight = -1, n.name = 'other', n.even = null",
        "MATCH (n:N) WHERE n.id % 2500 = 7 REMOVE n:N SET n:M",
        "MATCH (:N)-[r:R]->(n:N) WHERE n.id % 1500 = 3 DELETE r",
        "MATCH (n:N) WHERE n.id % 3001 = 11 DETACH DELETE n",
        "UNWIND range(30000, 30020) AS i MATCH (b:N {id: i % 400}) CREATE (:N {id: i, name: 'new'})-[:R]->(b)",
        "MATCH (a:N {id: 12}), (b:N {id: 19500}) CREATE (a)-[:R]->(b), (b)-[:R {since: 2}]->(a)",
    ]

    private static let reads = [
        "MATCH (n:N) WHERE NOT EXISTS { (n)-[:R]->() } RETURN count(*)",
        "MATCH (n:N) WHERE NOT EXISTS { (n)<-[:R]-() } RETURN count(*)",
        "MATCH (n) WHERE EXISTS { (n)<-[:R]-() } RETURN count(*), sum(n.id)",
        "MATCH (n:N) RETURN n.name, count(*), avg(n.id), sum(n.weight) ORDER BY n.name",
        "MATCH (n:N)-[r:R]->(m:N) RETURN count(*), sum(r.since), sum(m.id), count(m.even)",
        "MATCH (n:N {id: 3})<-[:R]-(a)-[:R]->(b)<-[:R]-(c) RETURN a.id, b.id, c.id",
        "MATCH (n:M) RETURN n.id, n.name, n.even ORDER BY n.id",
    ]

    private func answers(_ connection: Connection) throws -> [String] {
        try Self.reads.map { "\(try connection.query($0).rows)" }
    }

    private func hasDeltas(_ state: GraphState) -> Bool {
        state.storage.typeAdjacencies.contains { adjacency in
            (0..<adjacency.incoming.chunkCapacity).contains { adjacency.incoming.chunk(at: $0)?.delta != nil }
        }
    }

    @Test("a graph that came in large writes reads as one that came in small ones, before and after changes")
    func sameAnswers() throws {
        let (large, largeConnection) = try database(batch: Self.nodeCount)
        let (small, smallConnection) = try database(batch: 200)
        let settled = large.manager(of: .neo4j).snapshot.state
        #expect(settled.checkInvariants() == [])
        // Small writes leave deltas, which are there until the state is settled.
        let unsettled = small.manager(of: .neo4j).snapshot.state
        var own = unsettled
        own.settleAdjacencies(all: true)
        #expect(hasDeltas(unsettled) && !hasDeltas(own))
        #expect(own.checkInvariants() == [])
        let before = try answers(largeConnection)
        #expect(try answers(smallConnection) == before)
        for change in Self.changes {
            try largeConnection.query(change)
            try smallConnection.query(change)
            #expect(try answers(largeConnection) == answers(smallConnection), "\(change)")
        }
        for database in [large, small] { #expect(database.manager(of: .neo4j).snapshot.state.checkInvariants() == []) }
        // Who still looks at the graph as it was finds it unchanged.
        #expect(settled.checkInvariants() == [])
        #expect(settled.nodeCount == Self.nodeCount && settled.relationshipCount == Self.nodeCount)
    }
}
