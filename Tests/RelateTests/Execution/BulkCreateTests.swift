import Testing

@testable import Relate

/// Relationships of a `CREATE` at the end of a statement are made many at once, which nothing may notice.
@Suite struct BulkCreateTests {
    private let database: Database
    private let connection: Connection

    init() throws {
        database = try Database.inMemory()
        connection = try database.connect()
        try connection.query("CREATE INDEX FOR (n:N) ON (n.i)")
        try connection.query("UNWIND range(0, 2999) AS i CREATE (:N {i: i})")
    }

    private func number(_ statement: String) throws -> Int64? {
        guard case .int(let number)? = try connection.query(statement).rows.first?[0] else { return nil }
        return number
    }

    private func checkState() {
        #expect(database.snapshot.checkInvariants() == [])
    }

    @Test func `many are as they would be one by one`() throws {
        let statement = """
            UNWIND range(0, 39999) AS k
            MATCH (a:N {i: k % 3000}), (b:N {i: (k * 7 + k / 3000) % 3000})
            CREATE (a)-[:R {k: k, t: toString(k)}]->(b), (b)-[:S]->(a)
            """
        let stats = try connection.query(statement).stats
        #expect(stats.relationshipsCreated == 80_000 && stats.propertiesSet == 80_000)
        #expect(
            try number(
                "MATCH (a:N)-[r:R]->(b:N) WHERE a.i = r.k % 3000 AND r.t = toString(r.k) AND "
                    + "b.i = (r.k * 7 + r.k / 3000) % 3000 RETURN count(DISTINCT r.k)") == 40_000)
        #expect(try number("MATCH (a)-[:R]->(b)-[:S]->(a) RETURN count(DISTINCT [a.i, b.i])") ?? 0 > 30_000)
        #expect(try number("MATCH ()-[s:S]->() RETURN count(s)") == 40_000)
        checkState()
    }

    @Test func `properties that some lack, of other kinds, or given twice, are as they would be one by one`() throws {
        let stats = try connection.query(
            """
            UNWIND range(0, 9999) AS k MATCH (a:N {i: k % 3000})
            CREATE (a)-[:R {k: k, third: CASE WHEN k % 3 = 0 THEN k END, rare: CASE k % 500 WHEN 7 THEN k END,
                            mixed: CASE WHEN k = 5000 THEN 'text' ELSE k END}]->(a)
            """
        ).stats
        #expect(stats.propertiesSet == 10_000 + 3_334 + 20 + 10_000)
        for (condition, count) in [
            ("r.third = r.k", 3_334), ("r.third IS NULL AND r.k % 3 <> 0", 6_666), ("r.rare = r.k", 20),
            ("r.rare IS NULL", 9_980), ("r.mixed = r.k", 9_999), ("r.mixed = 'text' AND r.k = 5000", 1),
        ] {
            #expect(
                try number("MATCH ()-[r:R]->() WHERE \(condition) RETURN count(r)") == Int64(count), "\(condition)")
        }
        try connection.query("CREATE INDEX FOR ()-[r:S]-() ON (r.k)")
        try connection.query("UNWIND range(0, 9999) AS k MATCH (a:N {i: k % 3000}) CREATE (a)-[:S {k: k}]->(a)")
        #expect(try number("MATCH ()-[r:S {k: 77}]->() RETURN count(r)") == 1)
        checkState()
    }

    @Test func `what a statement creates is not matched by it`() throws {
        try connection.query("MATCH (a:N) WHERE a.i < 100 MATCH (b:N {i: a.i + 1}) CREATE (a)-[:R]->(b)")
        try connection.query("MATCH (a)-[:R]->(b) CREATE (b)-[:R]->(a)")
        #expect(try number("MATCH ()-[r:R]->() RETURN count(r)") == 200)
        try connection.query("MATCH (a)-[:R]->(b) MATCH (b)-[:R]->(a) CREATE (a)-[:Q]->(b)")
        #expect(try number("MATCH ()-[r:Q]->() RETURN count(r)") == 200)
        checkState()
    }

    @Test func `what comes behind it sees all`() throws {
        let rows = try connection.query(
            """
            UNWIND range(0, 1999) AS k MATCH (a:N {i: k}), (b:N {i: k + 1}) CREATE (a)-[r:R {k: k}]->(b)
            WITH a, r MATCH (a)-[q:R]->() RETURN count(q) AS n, sum(r.k) AS s
            """
        ).rows
        #expect(rows == [[.int(2000), .int(1_999_000)]])
        #expect(
            try number(
                "UNWIND range(0, 99) AS k MATCH (a:N {i: k}), (b:N {i: k + 1}) "
                    + "CREATE p = (a)-[:P]->(b) RETURN sum(length(p))") == 100)
        checkState()
    }

    @Test func `a failure leaves nothing, wherever it comes`() throws {
        #expect(throws: RelateError.self) {
            try connection.query(
                """
                UNWIND range(0, 35000) AS k MATCH (a:N {i: k % 3000})
                CREATE (a)-[:R {k: 1 / (35000 - k)}]->(a)
                """)
        }
        #expect(try number("MATCH ()-[r]->() RETURN count(r)") == 0)
        try connection.begin()
        try connection.query("MATCH (a:N {i: 1}), (b:N) WHERE b.i < 50 CREATE (a)-[:R]->(b)")
        #expect(try number("MATCH ()-[r:R]->() RETURN count(r)") == 50)
        try connection.rollback()
        #expect(try number("MATCH ()-[r:R]->() RETURN count(r)") == 0)
        checkState()
    }

    @Test func `subqueries, loops and batches create theirs before they go on`() throws {
        try connection.query(
            "MATCH (a:N) WHERE a.i < 40 CALL (a) { MATCH (b:N) WHERE b.i < 40 CREATE (a)-[:R]->(b) }")
        try connection.query("MATCH (a:N {i: 50}) FOREACH (k IN range(1, 40) | CREATE (a)-[:R]->(a))")
        try connection.query(
            """
            UNWIND range(0, 99) AS k CALL (k) { MATCH (a:N {i: k}), (b:N {i: k + 1}) CREATE (a)-[:T]->(b) }
            IN TRANSACTIONS OF 30 ROWS
            """)
        #expect(try number("MATCH ()-[r:R]->() RETURN count(r)") == 1640)
        #expect(try number("MATCH ()-[r:T]->() RETURN count(r)") == 100)
        checkState()
    }

    @Test func `a snapshot does not see relationships of the same chunk that came after it`() throws {
        try connection.query("MATCH (a:N {i: 1}), (b:N {i: 2}) CREATE (a)-[:R {k: 1}]->(b)")
        let before = database.snapshot
        let other = try database.connect()
        try other.begin()
        try other.query("MATCH (a:N {i: 3}), (b:N {i: 4}) CREATE (a)-[:S {k: 2}]->(b)")
        try connection.query("MATCH (a:N {i: 5}), (b:N {i: 6}) CREATE (a)-[:R {k: 3}]->(b)")
        try other.commit()
        #expect(before.relationshipCount == 1 && before.checkInvariants() == [])
        let rows = try connection.query(
            "MATCH (a)-[r]->(b) RETURN a.i, type(r), r.k, b.i ORDER BY r.k"
        ).rows
        #expect(
            rows == [
                [.int(1), .string("R"), .int(1), .int(2)], [.int(3), .string("S"), .int(2), .int(4)],
                [.int(5), .string("R"), .int(3), .int(6)],
            ])
        checkState()
    }

    @Test func `nodes made many at once are in every index, and nulls are no properties`() throws {
        try connection.query("CREATE TEXT INDEX FOR (n:M) ON (n.t)")
        try connection.query("CREATE INDEX FOR (n:M) ON (n.k, n.t)")
        try connection.query("CREATE INDEX FOR (n:L) ON (n.k)")
        let stats = try connection.query(
            """
            UNWIND range(0, 2499) AS k
            CREATE (m:M:L {k: k, t: CASE WHEN k % 2 = 0 THEN 't' + toString(k) END})-[:R]->(:Other {k: 2 * k})
            """
        ).stats
        #expect(stats.nodesCreated == 5_000 && stats.labelsAdded == 7_500 && stats.propertiesSet == 6_250)
        #expect(try number("MATCH (m:M) WHERE m.t CONTAINS 't248' RETURN count(m)") == 6)
        #expect(try number("MATCH (m:M {k: 10, t: 't10'}) RETURN count(m)") == 1)
        #expect(try number("UNWIND range(0, 4999) AS k MATCH (l:L {k: k}) RETURN sum(l.k)") == 2499 * 1250)
        #expect(try number("MATCH (m:M) WHERE m.t IS NULL RETURN count(m)") == 1_250)
        checkState()
    }

    @Test func `a few more relationships of a node with many stand among them in order`() throws {
        func connect(_ count: Int, from first: Int, times factor: Int, plus offset: Int) throws {
            try connection.query(
                """
                UNWIND range(0, \(count - 1)) AS k
                MATCH (h:N {i: 5}), (b:N {i: k * \(factor) % 3000 + \(offset)})
                CREATE (h)-[:H {k: \(first) + k, end: b.i}]->(b)
                """)
        }
        try connect(6_000, from: 0, times: 7, plus: 0)
        try connect(100, from: 6_000, times: 31, plus: 0)
        checkState()
        try connection.query("UNWIND range(0, 99) AS k CREATE (:N {i: 10000 + k})")
        try connect(100, from: 6_100, times: 1, plus: 10_000)
        try connect(90, from: 6_200, times: 33, plus: 0)
        checkState()
        #expect(try number("MATCH (:N {i: 5})-[r:H]->(b) WHERE r.end = b.i RETURN count(DISTINCT r.k)") == 6_290)
        #expect(try number("MATCH (:N {i: 5})-[r:H]->(:N {i: 31}) RETURN count(r)") == 3)
        #expect(try number("MATCH (b:N)<-[r:H]-(:N {i: 5}) WHERE b.i >= 10000 RETURN sum(r.k)") == 614_950)
    }
}
