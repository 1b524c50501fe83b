import Relate
import Testing

/// What a result says of its statement, member by member.
///
/// - Source: Swift API page, "QueryResult", "Notifications and plans".
@Suite("The page's table of results")
struct ResultTableTests {
    @Test("columns stand as written, rows in column order, records by name with the last of a repeated one")
    func columns() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query("UNWIND [1, 2] AS x RETURN x, x + 1, toUpper( 'a' ) AS `a b`, count( * )")
        #expect(result.columns == ["x", "x + 1", "a b", "count( * )"])
        #expect(result.rows == [[1, 2, "A", 1], [2, 3, "A", 1]])
        #expect(result.records[1] == ["x": 2, "x + 1": 3, "a b": "A", "count( * )": 1])
        let empty = try connection.query("MATCH (n:None) RETURN n.a, n")
        #expect(empty.columns == ["n.a", "n"])
        #expect(empty.rows.isEmpty)
        #expect(try connection.query("CREATE (:A)").columns.isEmpty)
    }

    @Test("scalar is the one value, and refuses any other shape")
    func scalar() throws {
        let connection = try Database.inMemory().connect()
        #expect(try connection.query("RETURN 7").scalar() == 7)
        for text in ["RETURN 1, 2", "UNWIND [1, 2] AS x RETURN x", "UNWIND [] AS x RETURN x", "CREATE (:A)"] {
            let error = #expect(throws: RelateError.self) { try connection.query(text).scalar() }
            guard case .decoding(let message)? = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
            #expect(error?.description == "Relate decoding error: \(message)")
            #expect(error?.message == message)
            #expect(error?.engineError == nil)
        }
    }

    static let types: [(String, QueryType)] = [
        ("RETURN 1", .read), ("MATCH (n) RETURN n", .read), ("CALL db.labels()", .read), ("SHOW INDEXES", .read),
        ("CREATE (:A)", .write), ("MATCH (n) SET n.x = 1", .write), ("MATCH (n) DETACH DELETE n", .write),
        ("MERGE (n:A) RETURN n", .readWrite), ("CREATE (n) RETURN n", .readWrite),
        ("UNWIND [1] AS x CALL (x) { CREATE (:A) } RETURN x", .readWrite),
        ("CREATE INDEX t_index IF NOT EXISTS FOR (n:A) ON (n.k)", .schema), ("DROP INDEX t_index IF EXISTS", .schema),
    ]

    @Test("the type is that of the plan, also under EXPLAIN and PROFILE", arguments: types)
    func queryType(text: String, type: QueryType) throws {
        for prefix in ["", "EXPLAIN ", "PROFILE "] {
            let connection = try Database.inMemory().connect()
            #expect(try connection.query(prefix + text).queryType == type, "\(prefix)\(text)")
        }
    }

    @Test("raw values are the page's")
    func rawValues() {
        #expect([QueryType.read, .write, .readWrite, .schema].map(\.rawValue) == ["r", "w", "rw", "s"])
        #expect(
            [Namespace.neo4j, .system, .systemOntologies].map(\.rawValue) == ["neo4j", "system", "system_ontologies"])
    }

    @Test("the namespace is the USE target, else the session's")
    func namespace() throws {
        let database = try Database.inMemory()
        let connection = try database.connect(namespace: "System")
        #expect(try connection.query("SHOW INDEXES").namespace == .system)
        #expect(try connection.query("USE neo4j RETURN 1").namespace == .neo4j)
        #expect(try connection.query("USE SYSTEM_ONTOLOGIES RETURN 1").namespace == .systemOntologies)
        #expect(try connection.query("EXPLAIN USE graph.byName('neo4j') MATCH (n) RETURN n").namespace == .neo4j)
        #expect(try database.connect().query("RETURN 1").namespace == .neo4j)
    }

    @Test("all eleven counters count what changed, and are zero for what only reads or explains")
    func stats() throws {
        let connection = try Database.inMemory().connect()
        func counts(_ text: String) throws -> [Int] {
            let stats = try connection.query(text).stats
            return [
                stats.nodesCreated, stats.nodesDeleted, stats.relationshipsCreated, stats.relationshipsDeleted,
                stats.propertiesSet, stats.labelsAdded, stats.labelsRemoved, stats.indexesAdded, stats.indexesRemoved,
                stats.constraintsAdded, stats.constraintsRemoved,
            ]
        }
        #expect(try counts("CREATE (:A:B {x: 1})-[:R {y: 2}]->(:A)") == [2, 0, 1, 0, 2, 3, 0, 0, 0, 0, 0])
        #expect(try counts("MATCH (n:B) SET n.x = 1, n:A, n:C REMOVE n:B") == [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0])
        #expect(try counts("MATCH (n) RETURN n") == Array(repeating: 0, count: 11))
        #expect(try counts("EXPLAIN MATCH (n) DETACH DELETE n") == Array(repeating: 0, count: 11))
        #expect(try counts("MATCH (n) DETACH DELETE n") == [0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        #expect(try counts("CREATE INDEX i FOR (n:A) ON (n.k)") == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
        #expect(try counts("CREATE INDEX i IF NOT EXISTS FOR (n:A) ON (n.k)") == Array(repeating: 0, count: 11))
        #expect(try counts("DROP INDEX i") == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
        #expect(
            try counts("CREATE CONSTRAINT c FOR (n:A) REQUIRE n.k IS UNIQUE") == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
        #expect(try counts("DROP CONSTRAINT c") == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test("notifications and a plan come with EXPLAIN and PROFILE, and with nothing else")
    func plans() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A {x: 1})-[:R]->(:B)")
        let text = "MATCH (a:A), (b:B) RETURN id(a), b"
        let plain = try connection.query(text)
        #expect(plain.plan == nil)
        #expect(plain.notifications.isEmpty)
        for (prefix, isProfiled) in [("EXPLAIN ", false), ("PROFILE ", true)] {
            let result = try connection.query(prefix + text)
            let plan = try #require(result.plan)
            #expect(plan.schema == "relate.plan/v1")
            #expect(plan.profiled == isProfiled)
            #expect(plan.statement == prefix + text)
            #expect(result.rows.count == (isProfiled ? 1 : 0))
            var nodes = [plan.root]
            var index = 0
            while index < nodes.count {
                nodes += nodes[index].children
                index += 1
            }
            #expect(plan.root.operator == "ProduceResults")
            #expect(plan.root.details == "id(a), b" || plan.root.details.contains("b"))
            #expect(nodes.allSatisfy { ($0.actual != nil) == isProfiled })
            #expect(nodes.allSatisfy { $0.estimatedRows != nil })
            if isProfiled {
                let actual = try #require(plan.root.actual)
                #expect(actual.rows == 1)
                for node in nodes.compactMap(\.actual) {
                    #expect(node.dbHits == node.hops + node.neighborWalks + node.nodeReads)
                    #expect(node.timeMs >= 0 && node.memoryBytes >= 0)
                }
            }
            let product = try #require(result.notifications.first { $0.code.hasSuffix("CartesianProduct") })
            #expect(product.gqlStatus == "03N90")
            #expect(product.code == "Neo.ClientNotification.Statement.CartesianProduct")
            #expect(product.severity == "INFORMATION")
            #expect(product.category == "PERFORMANCE")
            #expect(!product.description.isEmpty && !product.remedy.isEmpty)
            let deprecated = try #require(result.notifications.first { $0.category == "DEPRECATION" })
            #expect(deprecated.severity == "WARNING")
            #expect(deprecated.operatorId == nil)
            for notification in result.notifications {
                #expect(["INFORMATION", "WARNING"].contains(notification.severity))
                #expect(
                    ["PERFORMANCE", "UNRECOGNIZED", "DEPRECATION", "SCHEMA", "HINT"].contains(notification.category))
            }
        }
    }

    @Test("a profiled walk says where it started, which way and why")
    func start() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 50) AS i CREATE (:Many)-[:R]->(:Many) CREATE (:Many)-[:R]->(:Few)")
        let plan = try #require(try connection.query("PROFILE MATCH (a:Many)-[r:R]->(b:Few) RETURN a").plan)
        var nodes = [plan.root]
        var index = 0
        while index < nodes.count {
            nodes += nodes[index].children
            index += 1
        }
        let starts = nodes.compactMap { $0.actual?.start }
        let start = try #require(starts.first)
        #expect(!start.element.isEmpty)
        #expect(!start.reason.isEmpty)
    }

    @Test("the phases are parts of the whole time")
    func timings() throws {
        let connection = try Database.inMemory().connect()
        for text in ["RETURN 1", "UNWIND range(1, 20000) AS x CREATE ({x: x})", "EXPLAIN MATCH (n) RETURN n"] {
            let result = try connection.query(text)
            #expect(result.parseMs >= 0 && result.planMs >= 0 && result.executeMs >= 0)
            #expect(result.parseMs + result.planMs + result.executeMs <= result.elapsedMs)
            #expect(result.elapsedMs > 0)
        }
    }
}
