import Durability
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Relate

/// What is left in a store's file until somebody asks for it, and what is made of it then.
@Suite struct StoreLoadingTests {
    /// A store of two chunks of nodes, with indexes of three kinds, loops and relationships side by side.
    private static func files() throws -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        let connection = try Database(opening: "/s", .test(files)).connect()
        for command in [
            "CREATE RANGE INDEX FOR (n:N) ON (n.i)", "CREATE TEXT INDEX FOR (n:N) ON (n.s)",
            "CREATE RANGE INDEX FOR ()-[r:R]-() ON (r.w)", "CREATE CONSTRAINT FOR (n:M) REQUIRE n.k IS UNIQUE",
            """
            UNWIND range(0, 1500) AS i
            CREATE (n:N {i: i % 400, s: 'text ' + i % 90, f: i / 3.0, b: i % 2 = 0})-[:R {w: i}]->(:M {k: i})
            """,
            "MATCH (n:N {i: 7}), (m:N {i: 8}) CREATE (n)-[:S]->(n), (n)-[:S {w: 1}]->(m), (n)-[:S {w: 2}]->(m)",
        ] { try connection.query(command) }
        return files
    }

    /// Statements, each the first that is run after an open.
    private static let statements = [
        "MATCH (n:N {i: 7}) RETURN count(n)", "MATCH (n:N) WHERE n.s ENDS WITH '89' RETURN count(n)",
        "MATCH ()-[r:R {w: 33}]->(m) RETURN type(r), startNode(r).i, m.k", "MATCH ()-[r]->() RETURN type(r), count(*)",
        "MATCH (n:N {i: 7}) SET n.i = 1000, n.s = 'new', n.f = 'now a text', n.b = null RETURN count(n)",
        "CREATE (n:N {i: 7, s: 'text 89'})-[:R {w: 33}]->(:M {k: -1}) RETURN n.i",
        "MATCH (n:N {i: 8}) DETACH DELETE n RETURN count(*)",
        "MATCH (n:N {i: 9}) REMOVE n:N, n.f SET n:M, n.k = elementId(n)",
        "MATCH ()-[r:R]->() WHERE r.w < 100 DELETE r RETURN count(*)", "MATCH (n:N) REMOVE n.s, n.b RETURN count(n)",
        "CREATE INDEX FOR (n:N) ON (n.f)", "DROP CONSTRAINT constraint_missing IF EXISTS",
        "MERGE (m:M {k: 3}) RETURN m.k",
    ]

    @Test("Whatever is asked first after an open is answered as if all had been there", arguments: statements)
    func anyOrder(statement: String) throws {
        let files = try Self.files()
        // The log brings the same changes to a state of which nothing was ever loaded.
        let memory = try Database(opening: "/s", .test(files.copied()))
        memory.snapshot.finishIndexes()
        let database = try Database(opening: "/s", .test(files))
        let untouched = try Database(reading: "/s", in: files).snapshot
        let before = GraphModel(readingElementsOf: untouched)
        let kept = database.snapshot
        let expected = try memory.connect().query(statement).rows
        #expect(try database.connect().query(statement).rows == expected)
        #expect(GraphModel(readingElementsOf: database.snapshot) == GraphModel(readingElementsOf: memory.snapshot))
        #expect(database.snapshot.checkInvariants() == [])
        #expect(GraphModel(readingElementsOf: kept) == before)
        #expect(kept.checkInvariants() == [])
        let fromLog = try Database(reading: "/s", in: files.afterCrash(.unsynced)).snapshot
        #expect(GraphModel(readingElementsOf: fromLog) == GraphModel(readingElementsOf: database.snapshot))
        #expect(fromLog.checkInvariants() == [])
    }

    @Test("Packed integers are those that were written, whether all, one or none were asked for before they change")
    func packedIntegers() throws {
        let files = InMemoryFileSystem()
        let writer = try Database(opening: "/s", .test(files))
        // Distances of one, two and four bytes, and with gaps.
        try writer.connect().query(
            """
            UNWIND range(0, 3000) AS i CREATE (n:N {one: i % 200 - 100, two: i * 31, four: i * 1000003 - 7})
            SET n.gaps = CASE WHEN i % 3 = 0 THEN i + 9000000000 END
            """)
        let expected = GraphModel(readingElementsOf: writer.snapshot)
        try writer.checkpoint()
        let image = try #require(files.bytes(of: "/s/checkpoint"))
        let state = try Database(reading: "/s", in: files.copied()).snapshot
        for (name, width) in [("one", 1), ("two", 2), ("four", 4), ("gaps", 2)] {
            let column = try #require(state.propertyKeyID(named: name).flatMap { state.nodeColumn($0) })
            let chunk = try #require(column.chunk(at: 1))
            #expect(chunk.packed?.width == width, "\(name)")
            let starts = Mutex<Set<UnsafePointer<Int64>>>([])
            let threads = (0..<4).map { _ in
                BackgroundThread { starts.withLock { seen in _ = seen.insert(chunk.ints) } }
            }
            for thread in threads { thread?.join() }
            #expect(starts.withLock { $0.count } == 1)
        }
        #expect(GraphModel(readingElementsOf: state) == expected)
        let copy = files.copied()
        let changed = try Database(opening: "/s", .test(copy))
        let connection = try changed.connect()
        try connection.query("CREATE (:Other)")
        try changed.checkpoint()
        // What nobody asked for is written as it lay.
        #expect(copy.bytes(of: "/s/checkpoint")?.count ?? 0 <= image.count + 1024)
        let other = try Database(opening: "/s", .test(copy.afterCrash(.unsynced)))
        #expect(other.snapshot.checkInvariants() == [])
        let sums = "MATCH (n:N) RETURN sum(n.one), sum(n.two), sum(n.four), sum(n.gaps), count(n.gaps)"
        let before = try writer.connect().query(sums).rows
        let sumOfGaps = stride(from: 0, through: 3000, by: 3).reduce(Int64(0)) { $0 + Int64($1) + 9_000_000_000 }
        #expect(try other.connect().query(sums).rows == before)
        // A change of a chunk that nobody has asked for, and of one that is unpacked.
        for connection in [connection, try other.connect()] {
            try connection.query("MATCH (n:N) WHERE n.two = 31 SET n.gaps = 5, n.one = null, n.four = 'text'")
            let rows = try connection.query("MATCH (n:N) WHERE n.gaps = 5 RETURN n.two, n.one, n.four").rows
            #expect(rows == [[.int(31), .null, .string("text")]])
            #expect(try connection.query("MATCH (n:N) RETURN sum(n.gaps)").scalar() == .int(sumOfGaps + 5))
        }
    }

    @Test("A unique value is refused before its index was ever looked at")
    func unique() throws {
        let connection = try Database(opening: "/s", .test(try Self.files())).connect()
        let error = #expect(throws: RelateError.self) { try connection.query("CREATE (:M {k: 12})") }
        #expect(error?.engineError?.code == "Neo.ClientError.Schema.ConstraintValidationFailed")
    }

    @Test("Threads that ask for the same at once, while others write, all get it")
    func together() throws {
        let database = try Database(opening: "/s", .test(try Self.files()))
        let problems = Mutex<[String]>([])
        let threads = (0..<6).compactMap { number in
            BackgroundThread {
                do {
                    let connection = try database.connect()
                    if number % 3 == 2 {
                        try connection.query(
                            "CREATE (:N {i: -1, s: 'text 1'})-[:R {w: -1}]->(:M {k: -$i})", ["i": .int(Int64(number))])
                    }
                    let count = try connection.query("MATCH (n:N {i: 7})-[r:R]->(m) RETURN count(startNode(r))")
                        .scalar()
                    let texts = try connection.query("MATCH (n:N) WHERE n.s CONTAINS '89' RETURN count(n)").scalar()
                    if count != 4 || texts != 16 { problems.withLock { $0.append("\(count) \(texts)") } }
                } catch {
                    problems.withLock { $0.append("\(error)") }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(problems.withLock { $0 } == [])
        #expect(database.snapshot.checkInvariants() == [])
    }

    @Test("A large file that another program changes under an open store is built on no more, and left as it is")
    func changedFile() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/s.rl"
        let text = String(repeating: "0123456789abcdef", count: 400_000)
        try Database(path: path).connect().query("CREATE (:A {text: $text})", ["text": .string(text)])
        var changed = Data()
        do {
            let database = try Database(path: path)
            let connection = try database.connect()
            #expect(try connection.query("MATCH (a:A) RETURN a.text").scalar() == .string(text))
            #expect(try connection.query("CREATE (:B)").bookmark == "relate:2")
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 100_000)
            try file.write(contentsOf: Data("by another program".utf8))
            try file.close()
            changed = try #require(FileManager.default.contents(atPath: path))
            let error = #expect(throws: RelateError.self) { try connection.query("CREATE (:C)") }
            #expect(error?.engineError?.stage == .internal)
            #expect(error?.message.contains("another program changed") == true)
            #expect(throws: RelateError.self) { try database.checkpoint() }
        }
        #expect(FileManager.default.contents(atPath: path) == changed)
        let error = #expect(throws: StoreError.self) { _ = try Database(opening: path) }
        #expect(error?.isDamage == true)
    }

    @Test(
        "Whichever read fails while a store is opened, the open is refused and the next one succeeds", arguments: ["/s"]
    )
    func failingReads(path: String) throws {
        let files = try Self.files()
        let database = try Database(opening: path, .test(files))
        try database.connect().query("CREATE (:A)")
        let left = files.afterCrash(.unsynced)
        func problem(_ number: Int) -> String? {
            left.failRead(number)
            do {
                _ = try StoredGraph.reading(path, in: left)
                return nil
            } catch {
                return "\(error)"
            }
        }
        var refused = 0
        while refused < 200, let problem = problem(refused + 1) {
            #expect(problem.contains("Input/output error"))
            refused += 1
        }
        #expect((3..<200).contains(refused))
        left.failRead(nil)
        #expect(try Database(reading: path, in: left).snapshot.nodeCount == 3003)
    }
}
