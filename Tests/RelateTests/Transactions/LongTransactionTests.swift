import Durability
import Testing

@testable import Relate

/// What many commits leave behind, also beside somebody who began before them.
@Suite struct LongTransactionTests {
    private func setProperty(_ manager: TransactionManager, _ node: NodeID, _ value: Int) throws -> UInt64? {
        let transaction = manager.begin(.autoCommit)
        transaction.setProperty(transaction.internPropertyKey("x"), of: node, to: .int(Int64(value)))
        return try transaction.commit()
    }

    @Test(
        "What is kept for a transaction that stays open grows with the elements others touched, not with their commits")
    func history() throws {
        let manager = TransactionManager()
        let setUp = manager.begin(.autoCommit)
        let nodes = try (0..<4).map { _ in try setUp.createNode(labels: []) }
        _ = try setUp.commit()
        let long = manager.begin(.explicit)
        for number in 0..<3000 { _ = try setProperty(manager, nodes[number % 3], number) }
        #expect(manager.history.count == 3)
        // One that began behind those commits meets none of them; the long one meets the last of each.
        let late = manager.begin(.explicit)
        late.setProperty(late.internPropertyKey("x"), of: nodes[0], to: .int(-1))
        #expect(try late.commit() == 3002)
        let other = manager.begin(.explicit)
        other.setProperty(other.internPropertyKey("x"), of: nodes[3], to: .int(-1))
        #expect(try other.commit() == 3003)
        #expect(manager.history.count == 4)
        long.setProperty(long.internPropertyKey("y"), of: nodes[3], to: .int(1))
        let error = #expect(throws: EngineError.self) { try long.commit() }
        #expect(error?.message == "write-write conflict")
        #expect(manager.history.count == 0)
    }

    @Test("A snapshot shares with later states all that was not changed since")
    func snapshot() throws {
        let manager = TransactionManager()
        let setUp = manager.begin(.autoCommit)
        let key = setUp.internPropertyKey("x")
        let type = setUp.internRelationshipType("R")
        var nodes: [NodeID] = []
        for number in 0..<(40 * GraphState.chunkRows) {
            nodes.append(try setUp.createNode(labels: [], properties: [(key, .int(Int64(number)))]))
        }
        for pair in zip(nodes, nodes.dropFirst()) {
            _ = try setUp.createRelationship(type: type, from: pair.0, to: pair.1)
        }
        _ = try setUp.commit()
        let before = manager.snapshot.state
        for number in 0..<2000 { _ = try setProperty(manager, nodes[5 * 1024 + number % 700], number) }
        let after = manager.snapshot.state
        let (old, new) = (try #require(before.nodeColumn(key)), try #require(after.nodeColumn(key)))
        let changed = (0..<40).filter { old.chunk(at: $0) !== new.chunk(at: $0) }
        #expect(changed == [5])
        let (runs, newRuns) = (before.storage.typeAdjacencies[0].outgoing, after.storage.typeAdjacencies[0].outgoing)
        #expect((0..<40).allSatisfy { runs.chunk(at: $0) === newRuns.chunk(at: $0) })
        let node = nodes[5 * 1024]
        #expect(ModelValue(before.property(key, of: node)) == .int(5 * 1024))
        #expect(ModelValue(after.property(key, of: node)) == .int(1400))
    }

    @Test(
        "However many commits: after each checkpoint the log is what is written to, and the room for what comes next",
        arguments: ["/s", "/s.rl"])
    func files(path: String) throws {
        let files = InMemoryFileSystem()
        var options = OpenStore.Options.test(files)
        options.segmentBytes = 64 * 512
        let database = try Database(opening: path, options)
        let connection = try database.connect()
        try connection.query("UNWIND range(0, 99) AS i CREATE (:Counter {i: i, n: 0})")
        var mostBytes = 0
        for round in 0..<6 {
            for number in 0..<300 {
                try connection.query(
                    "MATCH (c:Counter {i: $i}) SET c.n = c.n + 1", ["i": .int(Int64(number % 100))])
            }
            #expect(files.paths.count > 3)
            try database.checkpoint()
            #expect(files.paths.count <= 3, "\(files.paths)")
            let bytes = files.bytes(of: files.paths[0])?.count ?? 0
            if round == 0 { mostBytes = bytes + 512 }
            #expect(bytes <= mostBytes)
        }
        #expect(try connection.query("MATCH (c:Counter) RETURN sum(c.n)").scalar() == 1800)
    }

    @Test(
        "A log that has grown long, or changes that are some time old, have a checkpoint made without being asked",
        arguments: [(logBytes: 20_000, intervalMs: 86_400_000), (1 << 40, 1)])
    func schedule(logBytes: Int, intervalMs: Int) throws {
        let files = InMemoryFileSystem()
        var options = OpenStore.Options.test(files)
        options.checkpointLogBytes = logBytes
        options.checkpointIntervalMs = intervalMs
        let database = try Database(opening: "/s", options)
        let connection = try database.connect()
        var seen: UInt64 = 0
        for number in 0..<20_000 where seen == 0 {
            try connection.query("CREATE (:A {i: $i})", ["i": .int(Int64(number))])
            if number % 100 == 99 { seen = try StoredGraph.reading("/s", in: files).checkpoint.number }
        }
        #expect(seen > 0)
    }
}
