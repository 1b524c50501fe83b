import Durability
import Testing

@testable import Relate

/// `SHOW TRANSACTIONS` and `TERMINATE TRANSACTIONS` across connections of one database.
@Suite struct TransactionCommandTests {
    private let database: Database
    private let watcher: Connection

    init() throws {
        database = try Database.inMemory()
        watcher = try database.connect()
    }

    /// Runs for hours unless it is stopped.
    private static let endless = "UNWIND range(1, 1000000000) AS i RETURN count(i)"

    /// Runs the statement on a connection and thread of its own, and gives its error.
    private final class Victim: @unchecked Sendable {
        private let connection: Connection
        private var error: EngineError?
        private var thread: BackgroundThread?

        init(_ database: Database) throws { connection = try database.connect() }

        func start(_ statement: String, _ parameters: [String: CypherValue] = [:]) {
            thread = BackgroundThread { [self] in
                do { try connection.query(statement, parameters) } catch {
                    self.error = (error as? RelateError)?.engineError
                }
            }
        }

        func end() -> EngineError? {
            thread?.join()
            return error
        }
    }

    /// The rows of a `SHOW TRANSACTIONS`, asked until there is one.
    private func waitFor(_ statement: String) throws -> [[String: CypherValue]] {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            let records = try watcher.query(statement).records
            if !records.isEmpty { return records }
        }
        throw RelateError.decoding("no row in two minutes: \(statement)")
    }

    @Test("A running statement is shown with what it is, and ends when its transaction is terminated")
    func terminates() throws {
        let victim = try Victim(database)
        victim.start(Self.endless + " + $x", ["x": 1])
        let shown = try waitFor(
            """
            SHOW TRANSACTIONS YIELD * WHERE currentQuery CONTAINS '1000000000'
            AND NOT currentQuery STARTS WITH 'SHOW'
            """)
        #expect(shown.count == 1)
        #expect(shown[0]["database"] == "neo4j")
        #expect(shown[0]["status"] == "Running")
        #expect(shown[0]["currentQueryStatus"] == "running")
        #expect(shown[0]["currentQuery"] == .string(Self.endless + " + $x"))
        #expect(shown[0]["parameters"] == ["x": 1])
        #expect(shown[0]["currentQueryId"]?.stringValue?.hasPrefix("query-") == true)
        let id = try #require(shown[0]["transactionId"]?.stringValue)
        let again = try watcher.query("SHOW TRANSACTIONS $id YIELD elapsedTime", ["id": .string(id)]).rows
        #expect(again.count == 1)
        let ended = try watcher.query("TERMINATE TRANSACTIONS $ids", ["ids": [.string(id), "neo4j-transaction-0"]])
        #expect(ended.columns == ["transactionId", "username", "message"])
        #expect(
            ended.rows == [
                [.string(id), "", "Transaction terminated."], ["neo4j-transaction-0", nil, "Transaction not found."],
            ])
        let error = victim.end()
        #expect(error?.code == "Neo.ClientError.Transaction.Terminated")
        #expect(error?.gqlStatus == "25N14")
        #expect(error?.retryable == false)
        #expect(error?.message.contains("TERMINATE TRANSACTIONS") == true)
        #expect(try watcher.query("SHOW TRANSACTIONS $id", ["id": .string(id)]).rows.isEmpty)
    }

    @Test("What is shown may be terminated in the same statement")
    func composes() throws {
        let victim = try Victim(database)
        victim.start(Self.endless)
        _ = try waitFor(
            """
            SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery AS text
            WHERE text STARTS WITH 'UNWIND'
            TERMINATE TRANSACTIONS id YIELD transactionId AS ended, message WHERE message STARTS WITH 'Transaction'
            RETURN ended, message
            """)
        #expect(victim.end()?.code == "Neo.ClientError.Transaction.Terminated")
    }

    @Test("A terminated explicit transaction takes no statement more, and commits nothing")
    func terminatesExplicit() throws {
        let writer = try database.connect()
        try writer.begin()
        try writer.query("CREATE (:A)")
        let shown = try watcher.query(
            "SHOW TRANSACTIONS YIELD transactionId, currentQuery, status, connectionId WHERE currentQuery IS NULL"
        ).rows
        #expect(shown.count == 1)
        let id = try #require(shown.first?.first)
        try watcher.query("TERMINATE TRANSACTION $id", ["id": id])
        #expect(try watcher.query("SHOW TRANSACTIONS $id YIELD status", ["id": id]).rows == [["Terminated"]])
        #expect(throws: RelateError.self) { try writer.query("CREATE (:B)") }
        #expect(throws: RelateError.self) { try writer.commit() }
        #expect(!writer.isInTransaction)
        #expect(try watcher.query("MATCH (n) RETURN count(n)").scalar() == 0)
        // The connection goes on.
        try writer.begin()
        try writer.query("CREATE (:C)")
        try writer.commit()
        #expect(try watcher.query("MATCH (n) RETURN count(n)").scalar() == 1)
        #expect(try watcher.query("SHOW TRANSACTIONS").rows.count == 1)
    }

    @Test("A write that waits for its turn is blocked, and when terminated never begins")
    func terminatesWaiting() throws {
        let turn = database.manager(of: .neo4j).begin(.autoCommit)
        let writer = try Victim(database)
        writer.start("CREATE (:B {n: 1})")
        let waiting = try waitFor(
            "SHOW TRANSACTIONS YIELD transactionId, currentQuery, status WHERE status = 'Blocked'")
        #expect(waiting[0]["currentQuery"] == "CREATE (:B {n: 1})")
        try watcher.query("TERMINATE TRANSACTION $id", ["id": try #require(waiting[0]["transactionId"])])
        turn.rollback()
        #expect(writer.end()?.gqlStatus == "25N14")
        #expect(try watcher.query("MATCH (n) RETURN count(n)").scalar() == 0)
    }

    @Test("Whoever terminates its own transaction fails with it")
    func terminatesItself() throws {
        let error = #expect(throws: RelateError.self) {
            try watcher.query(
                """
                SHOW TRANSACTIONS YIELD transactionId AS id TERMINATE TRANSACTIONS id YIELD message
                RETURN message
                """)
        }
        #expect(error?.engineError?.gqlStatus == "25N14")
    }

    @Test("A transaction says what it is for, and SHOW TRANSACTIONS shows it")
    func metadata() throws {
        let writer = try database.connect()
        try writer.begin()
        try writer.query("CALL tx.setMetaData({app: 'nightly'})")
        #expect(try writer.query("CALL tx.getMetaData()").rows == [[["app": "nightly"]]])
        #expect(
            try watcher.query("SHOW TRANSACTIONS YIELD metaData AS m WHERE m.app IS NOT NULL RETURN m.app").rows
                == [["nightly"]])
        try writer.rollback()
        #expect(try writer.query("CALL tx.getMetaData()").rows == [[[:]]])
    }

    @Test("A released connection is not listed")
    func connections() throws {
        do {
            let other = try database.connect()
            #expect(try other.query("CALL dbms.listConnections()").rows.count == 2)
        }
        #expect(try watcher.query("CALL dbms.listConnections()").rows.count == 1)
    }
}
