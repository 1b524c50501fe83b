import CypherSyntax
import Relate

/// What indexes cost: a look-up, a build over a million nodes, and their upkeep while nodes are created.
enum IndexBenchmark {
    static func run() throws {
        try upkeep()
        try build()
        try seeks()
    }

    private static func index(_ kind: IndexKind, _ name: String, _ properties: [String], id: UInt32) -> SchemaChange {
        .createIndex(
            IndexDefinition(
                id: id, name: name, kind: kind, entity: .node, labelsOrTypes: ["Person"], properties: properties))
    }

    /// Nodes of a label with an integer and a string, in transactions of `batch`.
    private static func create(_ count: Int, batch: Int, _ indexes: [SchemaChange]) throws -> (
        TransactionManager, Double
    ) {
        var state = GraphState()
        for change in indexes { state.apply(change) }
        let manager = TransactionManager(state: state)
        var random = StorageBenchmark.Random()
        let start = Stopwatch.nanoseconds()
        for first in stride(from: 0, to: count, by: batch) {
            let transaction = manager.begin(.autoCommit)
            let label = transaction.internLabel("Person")
            let (id, name) = (transaction.internPropertyKey("id"), transaction.internPropertyKey("name"))
            for number in first..<min(count, first + batch) {
                _ = try transaction.createNode(
                    labels: [label],
                    properties: [
                        (id, .int(Int64(random.below(1 << 30)))), (name, .string("person number \(number)")),
                    ])
            }
            _ = try transaction.commit()
        }
        return (manager, (Stopwatch.nanoseconds() - start) / Double(count))
    }

    private static func upkeep() throws {
        let cases: [(String, [SchemaChange])] = [
            ("no index", []), ("range (id)", [index(.range, "i", ["id"], id: 3)]),
            ("range (name)", [index(.range, "n", ["name"], id: 3)]),
            ("range (name, id)", [index(.range, "c", ["name", "id"], id: 3)]),
            ("text (name)", [index(.text, "t", ["name"], id: 3)]),
        ]
        for (name, indexes) in cases {
            let (_, bulk) = try create(200_000, batch: 10_000, indexes)
            report("create in batches of 10,000, \(name)", bulk, "ns/node")
            let (_, single) = try create(20_000, batch: 1, indexes)
            report("create one a commit, \(name)", single, "ns/node")
        }
    }

    private static func build() throws {
        let (manager, _) = try create(1_000_000, batch: 10_000, [])
        var state = manager.snapshot.state
        for (name, change) in [
            ("range (id)", index(.range, "i", ["id"], id: 3)), ("range (name)", index(.range, "n", ["name"], id: 4)),
            ("text (name)", index(.text, "t", ["name"], id: 5)),
        ] {
            let before = Stopwatch.residentBytes()
            let start = Stopwatch.nanoseconds()
            state.apply(change)
            report("build over 1 M nodes, \(name)", (Stopwatch.nanoseconds() - start) / 1e6, "ms")
            report("memory of it", Double(Stopwatch.residentBytes() - before) / 1e6, "bytes/node")
        }
    }

    private static func seeks() throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query("CREATE INDEX FOR (n:Person) ON (n.id)")
        try connection.query("CREATE TEXT INDEX FOR (n:Person) ON (n.name)")
        for batch in 0..<100 {
            try connection.query(
                "UNWIND range($from, $from + 9999) AS i CREATE (:Person {id: i, name: 'person ' + (i * 7919 % 1000000)})",
                ["from": .int(Int64(batch * 10_000))])
        }
        let statements: [(String, String, [String: CypherValue], Double)] = [
            ("seek one of 1 M", "MATCH (n:Person {id: $id}) RETURN n.name", ["id": .int(777_777)], 1),
            (
                "UNWIND 10,000 keys, seek each",
                "UNWIND range(1, 10000) AS i MATCH (n:Person {id: i * 90}) RETURN count(n)",
                [:], 10_000
            ),
            (
                "MERGE 10,000 known keys", "UNWIND range(1, 10000) AS i MERGE (n:Person {id: i * 90}) RETURN count(n)",
                [:],
                10_000
            ),
            ("range of 1,000", "MATCH (n:Person) WHERE 5000 <= n.id < 6000 RETURN count(n)", [:], 1),
            ("CONTAINS, rare", "MATCH (n:Person) WHERE n.name CONTAINS '77777' RETURN count(n)", [:], 1),
        ]
        for (name, statement, parameters, count) in statements {
            let best = try bestQuery(connection, statement, parameters)
            report(name, best / count / 1000, "µs")
        }
    }

    private static func bestQuery(
        _ connection: Connection, _ statement: String, _ parameters: [String: CypherValue]
    ) throws -> Double {
        var best = Double.infinity
        for _ in 0..<15 {
            let start = Stopwatch.nanoseconds()
            try connection.query(statement, parameters)
            best = min(best, Stopwatch.nanoseconds() - start)
        }
        return best
    }
}
