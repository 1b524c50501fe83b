import Durability
import Testing

@testable import Relate

@Suite struct StoreProperties {
    @Test(
        "Random transactions of several connections are there after every reopening, as a model has them",
        arguments: 1...6)
    func reopening(seed: UInt64) throws {
        var steps = RandomSteps(seed: seed)
        let files = InMemoryFileSystem()
        let path = StoreScript.paths[Int(seed) % 2]
        var committed = GraphModel()
        var number: UInt64 = 0
        for round in 0..<8 {
            let (store, stored) = try OpenStore.open(path, .test(files))
            try #require(committed.differences(from: stored.state) == [], "seed \(seed), round \(round)")
            #expect(stored.number == number)
            let manager = TransactionManager(state: stored.state, number: stored.number, log: store)
            for step in 0..<25 {
                var model = committed
                let transaction = manager.begin(step % 3 == 0 ? .autoCommit : .explicit)
                for _ in 0..<Int.random(in: 1...12, using: &steps.generator) { try steps.take(transaction, &model) }
                // Another connection's transaction, at the same time, of nothing but a node of its own.
                let other = step % 3 == 0 ? nil : manager.begin(.explicit)
                var otherNode: UInt32?
                if let other {
                    otherNode = try other.createNode(labels: [other.internLabel("Person")]).rawValue
                    _ = try other.commit()
                    number += 1
                }
                if Int.random(in: 0..<5, using: &steps.generator) == 0 {
                    transaction.rollback()
                    model = committed
                } else if try transaction.commit() != nil {
                    number += 1
                }
                if let otherNode { model.nodes[otherNode] = GraphModel.Node(labels: ["Person"]) }
                committed = model
                if Int.random(in: 0..<20, using: &steps.generator) == 0 { try store.checkpoint(manager) }
            }
            try #require(committed.differences(from: manager.snapshot.state) == [], "seed \(seed), round \(round)")
            // Every other time as after a crash.
            store.close(manager, isHealthy: round % 2 == 0)
        }
    }

    @Test("Whatever can be stored comes back as it was, from the log and from a checkpoint")
    func values() throws {
        let expressions = [
            "true", "false", "0", "-9223372036854775808", "9223372036854775807", "1.5", "0.0/0.0", "-0.0", "1.0/0.0",
            "''", "'Grüße \\u0000 𝄞'", "[]", "[1, 2]", "['a', '']", "[true]", "[1.5, 2]", "date('-9999-01-01')",
            "date('2024-02-29')", "localtime('23:59:59.999999999')", "time('00:00:00+14:00')",
            "localdatetime('1969-12-31T23:59:59.5')", "datetime('2024-05-06T09:30:00[Europe/Berlin]')",
            "datetime('2024-05-06T09:30:00-02:30')", "duration('P-1Y2M-3DT4H-0.5S')", "duration({nanoseconds: -1})",
            "point({x: 1, y: 2})", "point({longitude: 12.5, latitude: -1, height: 3})", "[date('2024-01-01')]",
            "vector([1, -2, 3], 3, INTEGER8)", "vector([1.5, 2.5], 2, FLOAT32)", "vector([0.1, 0.2], 2, FLOAT)",
        ]
        let files = InMemoryFileSystem()
        let properties = expressions.enumerated().map { "p\($0): \($1)" }.joined(separator: ", ")
        let text = "UNWIND range(0, 2) AS i CREATE (:V {\(properties)})"
        let fields = expressions.indices.map { "n.p\($0)" }.joined(separator: ", ")
        // As text: a NaN equals nothing.
        func read(_ database: Database) throws -> [String] {
            try database.connect().query("MATCH (n:V) RETURN \(fields)").rows.map { "\($0)" }
        }
        let database = try Database(opening: "/v.rl", .test(files))
        try database.connect().query(text)
        let expected = try read(database)
        #expect(expected.count == 3)
        let fromLog = try Database(reading: "/v.rl", in: files)
        #expect(try read(fromLog) == expected)
        try database.checkpoint()
        #expect(try StoredGraph.reading("/v.rl", in: files).log.records.isEmpty)
        let fromCheckpoint = try Database(reading: "/v.rl", in: files)
        #expect(try read(fromCheckpoint) == expected)
    }

    @Test("Chunks of every shape come back from a checkpoint")
    func shapes() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        let connection = try database.connect()
        try connection.query(
            """
            UNWIND range(0, 5000) AS i
            CREATE (n:N {i: i, s: 'text ' + i % 700, f: i / 7.0, b: i % 3 = 0})
            SET n.sparse = CASE WHEN i % 1500 = 0 THEN i END, n.mixed = CASE WHEN i % 2 = 0 THEN i ELSE 'odd' END
            """)
        try connection.query(
            "MATCH (n:N), (m:N) WHERE n.i < 40 AND m.i < 300 CREATE (n)-[:R {w: n.i + m.i}]->(m)")
        try connection.query("MATCH (n:N {i: 3})-[r]->() DELETE r")
        try connection.query("MATCH (n:N) WHERE n.i % 10 = 9 AND n.i > 300 DETACH DELETE n")
        let expected = GraphModel(readingElementsOf: database.snapshot)
        try database.checkpoint()
        let stored = try StoredGraph.reading("/s", in: files)
        #expect(stored.state.checkInvariants() == [])
        #expect(GraphModel(readingElementsOf: stored.state) == expected)
        #expect(stored.log.records.isEmpty)
    }
}
