import Relate
import Testing

/// - Source: Swift API page, "Database", "Connection", "QueryResult", "Errors".
@Suite struct ConnectionRulesTests {
    private func refusal(_ call: () throws -> Void) -> EngineError? {
        do {
            try call()
            return nil
        } catch {
            return (error as? RelateError)?.engineError
        }
    }

    @Test("A connection's own refusals have the page's code, status and message, and change nothing")
    func refusals() throws {
        let connection = try Database.inMemory().connect()
        func check(_ message: String, _ call: () throws -> Void) {
            let error = refusal(call)
            #expect(error?.message == message)
            #expect(error?.code == "Neo.ClientError.Statement.SemanticError")
            #expect(error?.gqlStatus == "42000")
            #expect(error?.retryable == false)
        }
        check("semantic error: no transaction") { try connection.commit() }
        check("semantic error: no transaction") { try connection.rollback() }
        try connection.begin()
        try connection.query("CREATE (:A)")
        check("semantic error: already in a transaction") { try connection.begin() }
        check("semantic error: already in a transaction") { try connection.transaction { _ in } }
        check("semantic error: TransactionError: Cannot change the namespace while a transaction is open.") {
            try connection.setNamespace("system")
        }
        #expect(try connection.commit() == "relate:1")
        check("semantic error: no transaction") { try connection.commit() }
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 1)
    }

    @Test("Bookmarks grow over all connections; what changed nothing has none")
    func bookmarks() throws {
        let database = try Database.inMemory()
        let (first, second) = (try database.connect(), try database.connect())
        #expect(try first.query("CREATE (:A {x: 1})").bookmark == "relate:1")
        #expect(try second.query("CREATE (:A {x: 2})").bookmark == "relate:2")
        #expect(try first.query("MATCH (a:A) SET a.x = 3").bookmark == "relate:3")
        for text in [
            "MATCH (a:A) RETURN a", "EXPLAIN CREATE (:A)", "MERGE (a:A {x: 3})", "MATCH (b:B) DELETE b",
            "MATCH (a:A) REMOVE a.y",
        ] {
            #expect(try first.query(text).bookmark == nil, "\(text)")
        }
        #expect(try first.query("PROFILE CREATE (:P)").bookmark == "relate:4")
        try first.begin()
        #expect(try first.query("CREATE (:A)").bookmark == nil)
        #expect(try second.query("CREATE (:A)").bookmark == "relate:5")
        #expect(try first.commit() == "relate:6")
        try first.begin()
        try first.query("MATCH (a:A) RETURN a")
        #expect(try first.commit() == nil)
        try first.begin()
        try first.query("CREATE (:A)")
        try first.rollback()
        #expect(try second.query("CREATE (:A)").bookmark == "relate:7")
    }

    @Test("A conflict throws from the commit, once, and the same work again succeeds")
    func conflict() throws {
        let database = try Database.inMemory()
        let (first, second) = (try database.connect(), try database.connect())
        try first.query("CREATE (:A {x: 0})")
        for connection in [first, second] {
            try connection.begin()
            try connection.query("MATCH (a:A) SET a.x = a.x + 1")
        }
        try first.commit()
        let error = refusal { try second.commit() }
        #expect(error?.code == "Neo.TransientError.Transaction.Outdated")
        #expect(error?.message == "write-write conflict")
        #expect(error?.retryable == true)
        try second.transaction { try $0.query("MATCH (a:A) SET a.x = a.x + 1") }
        #expect(try first.query("MATCH (a:A) RETURN a.x").scalar() == 2)
    }

    @Test("A failed statement leaves its transaction as it was; a failed body rolls it back")
    func failures() throws {
        let connection = try Database.inMemory().connect()
        try connection.begin()
        try connection.query("CREATE (:A)")
        #expect(throws: RelateError.self) { try connection.query("UNWIND [1, 0] AS x CREATE (:A {x: 1 / x})") }
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 1)
        #expect(try connection.commit() == "relate:1")

        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try connection.transaction { connection in
                try connection.query("CREATE (:A)")
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 1)
    }

    @Test("Namespaces are matched without regard to case; only neo4j holds and takes data")
    func namespaces() throws {
        let database = try Database.inMemory()
        try database.connect(namespace: nil).query("CREATE (:A)")
        for name in ["system", "SYSTEM", "system_ontologies", "System_Ontologies"] {
            let connection = try database.connect(namespace: name)
            let isSystem = name.lowercased() == "system"
            let result = try connection.query(isSystem ? "SHOW INDEXES" : "MATCH (n) RETURN count(n)")
            if isSystem {
                #expect(refusal { try connection.query("MATCH (n) RETURN count(n)") }?.gqlStatus == "42N17")
            } else {
                #expect(result.rows == [[0]])
            }
            #expect(result.namespace.rawValue == name.lowercased())
            #expect(try connection.query("USE neo4j MATCH (n) RETURN count(n)").scalar() == 1)
            let error = refusal { try connection.query("CREATE (:A)") }
            #expect(error?.gqlStatus == "42N18")
            try connection.setNamespace("Neo4j")
            #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 1)
        }
        let unknown = "semantic error: DatabaseNotFound: Graph not found: movies"
        #expect(refusal { _ = try database.connect(namespace: "movies") }?.message == unknown)
        let connection = try database.connect()
        #expect(refusal { try connection.setNamespace("movies") }?.message == unknown)
        #expect(connection.currentNamespace == .neo4j)
    }

    @Test("USE names the graph of one statement, refuses a name that is none, and does not change the session")
    func use() throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query("CREATE (:A)")
        #expect(try connection.query("USE SYSTEM_ONTOLOGIES MATCH (n) RETURN count(n)").rows == [[0]])
        #expect(refusal { try connection.query("USE SYSTEM MATCH (n) RETURN count(n)") }?.gqlStatus == "42N17")
        #expect(try connection.query("USE system_ontologies RETURN 1").namespace == .systemOntologies)
        for text in ["USE system CREATE (:A)", "USE system_ontologies MERGE (:A)"] {
            let error = refusal { try connection.query(text) }
            #expect(error?.code == "Neo.ClientError.Statement.SemanticError")
            #expect(error?.gqlStatus == "42N18")
        }
        #expect(
            refusal { try connection.query("USE movies RETURN 1") }?.message.hasPrefix(
                "semantic error: DatabaseNotFound: Graph not found: movies") == true)
        #expect(connection.currentNamespace == .neo4j)
        let result = try connection.query("MATCH (n) RETURN count(n)")
        #expect(result.rows == [[1]] && result.namespace == .neo4j)
        // In a transaction too, which stays one of neo4j.
        try connection.begin()
        try connection.query("CREATE (:A)")
        #expect(try connection.query("USE system_ontologies MATCH (n) RETURN count(n)").rows == [[0]])
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 2)
        #expect(try connection.commit() == "relate:2")
    }
}
