import Relate
import Testing

/// Schema and constraints across transactions and connections.
@Suite struct SchemaTransactionTests {
    private func error(_ body: () throws -> Void) -> EngineError? {
        do {
            try body()
        } catch let failure as RelateError {
            return failure.engineError
        } catch {}
        return nil
    }

    private func names(_ connection: Connection) throws -> [String] {
        try connection.query("SHOW RANGE INDEXES YIELD name RETURN name ORDER BY name").rows.compactMap(
            \.first?.stringValue)
    }

    @Test("A schema command in a transaction is seen there, and by others after the commit alone")
    func commits() throws {
        let database = try Database.inMemory()
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin()
        try one.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        #expect(try names(one) == ["i"])
        #expect(try names(other) == [])
        #expect(try one.commit() != nil)
        #expect(try names(other) == ["i"])
    }

    @Test("A rollback takes schema commands back, and plans made for them with it")
    func rollsBack() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:N {x: 1})")
        let statement = "EXPLAIN MATCH (n:N {x: 1}) RETURN n"
        try connection.begin()
        try connection.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        #expect(try connection.query(statement).plan?.usesIndex == true)
        try connection.rollback()
        #expect(try connection.query(statement).plan?.usesIndex == false)
        #expect(try connection.query("MATCH (n:N {x: 1}) RETURN n").rows.count == 1)
        try connection.query("CREATE INDEX j FOR (n:N) ON (n.y)")
        #expect(try connection.query(statement).plan?.usesIndex == false)
    }

    @Test("A transaction changes either the schema or data")
    func doesNotMix() throws {
        let connection = try Database.inMemory().connect()
        try connection.begin()
        try connection.query("CREATE (:N)")
        let schemaBehindData = error { try connection.query("CREATE INDEX i FOR (n:N) ON (n.x)") }
        #expect(schemaBehindData?.code == "Neo.ClientError.Transaction.ForbiddenDueToTransactionType")
        #expect(schemaBehindData?.gqlStatus == "25G02")
        try connection.commit()
        try connection.begin()
        try connection.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        #expect(error { try connection.query("CREATE (:N)") }?.gqlStatus == "25G02")
        try connection.query("MATCH (n) RETURN n")
        try connection.commit()
        #expect(try names(connection) == ["i"])
    }

    @Test("Two transactions that change the schema side by side: the later one is refused and may try again")
    func schemaConflicts() throws {
        let database = try Database.inMemory()
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin()
        try other.begin()
        try one.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        try other.query("CREATE INDEX i FOR (n:N) ON (n.y)")
        try one.commit()
        #expect(error { try other.commit() }?.retryable == true)
        #expect(try names(other) == ["i"])
    }

    @Test("An index made beside a transaction that writes holds what that one wrote")
    func indexesConcurrentWrites() throws {
        let database = try Database.inMemory()
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin()
        try one.query("CREATE (:N {x: 1})")
        try other.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        try one.commit()
        let plan = try other.query("PROFILE MATCH (n:N {x: 1}) RETURN n.x")
        #expect(plan.plan?.usesIndex == true)
        #expect(plan.rows.count == 1)
        #expect(database.snapshot.checkInvariants() == [])
    }

    @Test("A value that two transactions write side by side is unique in the end: the later one fails at its commit")
    func uniqueAcrossTransactions() throws {
        let database = try Database.inMemory()
        let (one, other) = (try database.connect(), try database.connect())
        try one.query("CREATE CONSTRAINT u FOR (n:N) REQUIRE n.id IS UNIQUE")
        try one.begin()
        try other.begin()
        try one.query("CREATE (:N {id: 1})")
        try other.query("CREATE (:N {id: 1})")
        try one.commit()
        let refusal = error { try other.commit() }
        #expect(refusal?.code == "Neo.ClientError.Schema.ConstraintValidationFailed")
        #expect(refusal?.gqlStatus == "22N79")
        #expect(refusal?.retryable == false)
        #expect(try one.query("MATCH (n:N) RETURN n").rows.count == 1)
    }

    @Test("A constraint made beside a transaction holds of what that one wrote")
    func constraintBesideWrites() throws {
        let database = try Database.inMemory()
        let (one, other) = (try database.connect(), try database.connect())
        try one.begin()
        try one.query("CREATE (:N {id: 1}), (:N)")
        try other.query("CREATE CONSTRAINT e FOR (n:N) REQUIRE n.id IS NOT NULL")
        #expect(error { try one.commit() }?.gqlStatus == "22N77")
        #expect(try other.query("MATCH (n:N) RETURN n").rows.isEmpty)
        try one.begin()
        try one.query("CREATE CONSTRAINT t FOR (n:N) REQUIRE n.id IS :: INTEGER")
        try other.query("CREATE (:N {id: 'a'})")
        #expect(error { try one.commit() }?.gqlStatus == "50N11")
        #expect(try other.query("SHOW CONSTRAINTS YIELD name").rows.count == 1)
    }

    @Test("What must be there is asked at the commit, what is unique at each statement's end")
    func asksInTime() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE CONSTRAINT k FOR (n:N) REQUIRE n.id IS KEY")
        try connection.begin()
        try connection.query("CREATE (:N {k: 'late'})")
        try connection.query("MATCH (n:N {k: 'late'}) SET n.id = 1")
        #expect(error { try connection.query("CREATE (:N {id: 1})") }?.gqlStatus == "22N79")
        try connection.query("CREATE (:N {id: 2})")
        #expect(error { try connection.query("MATCH (n:N {k: 'late'}) SET n.id = 2") }?.gqlStatus == "22N79")
        try connection.commit()
        #expect(
            try connection.query("MATCH (n:N) RETURN n.id AS id ORDER BY id").rows.map { "\($0[0])" } == ["1", "2"])
        try connection.begin()
        try connection.query("CREATE (:N)")
        #expect(error { try connection.commit() }?.gqlStatus == "22N77")
        #expect(try connection.query("MATCH (n:N) RETURN n").rows.count == 2)
    }

    @Test("A read-only namespace refuses schema commands, and SHOW works there")
    func namespaces() throws {
        let connection = try Database.inMemory().connect(namespace: "system")
        #expect(error { try connection.query("CREATE INDEX i FOR (n:N) ON (n.x)") }?.gqlStatus == "42N18")
        #expect(try connection.query("SHOW INDEXES").rows.count == 2)
    }

    @Test("A schema command's result says so")
    func queryType() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query("CREATE INDEX i FOR (n:N) ON (n.x)")
        #expect(result.queryType == .schema)
        #expect(result.bookmark != nil)
        #expect(result.columns.isEmpty)
        let nothing = try connection.query("CREATE INDEX i IF NOT EXISTS FOR (n:N) ON (n.x)")
        #expect(nothing.bookmark == nil)
        #expect(!nothing.stats.containsUpdates)
        #expect(try connection.query("SHOW INDEXES").queryType == .read)
    }
}
