import Durability
import Testing

@testable import Relate

/// A checkpoint loaded by several threads, as a large one is.
@Suite struct SectionThreadsTests {
    private static let path = "/s/checkpoint"

    /// A checkpoint with chunks of all kinds: full ones, loops, relationships of several types, strings, packed integers.
    private static func sample(_ nodes: Int) throws -> (bytes: [UInt8], model: GraphModel) {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        for statement in [
            "CREATE RANGE INDEX FOR (n:N) ON (n.i)",
            """
            UNWIND range(1, \(nodes)) AS i
            CREATE (n:N {i: i * 7 % 1000, s: 'text ' + i % 90, f: i / 3.0, l: [i]})-[:R {w: i}]->(:M {k: toString(i)})
            """,
            "MATCH (n:N) WHERE n.i % 3 = 0 CREATE (n)-[:S]->(n)",
        ] { try database.connect().query(statement) }
        try database.checkpoint()
        return (try #require(files.bytes(of: path)), GraphModel(readingElementsOf: database.snapshot))
    }

    private static func load(_ bytes: [UInt8], threads: Int) throws -> GraphState {
        let files = InMemoryFileSystem()
        files.put(bytes, at: path)
        return try CheckpointLoading.state(CheckpointReader(try files.open(path, .read), path: path), threads: threads)
    }

    @Test("Any number of threads loads the same", arguments: [1, 2, 3, 8, 100])
    func same(threads: Int) throws {
        let (bytes, model) = try Self.sample(2500)
        for _ in 0..<3 {
            let state = try Self.load(bytes, threads: threads)
            #expect(GraphModel(readingElementsOf: state) == model)
            #expect(state.checkInvariants() == [])
        }
    }

    @Test("Of several damaged sections any number of threads says the first")
    func damage() throws {
        let (bytes, _) = try Self.sample(20)
        let files = InMemoryFileSystem()
        files.put(bytes, at: Self.path)
        let all = try CheckpointReader(try files.open(Self.path, .read), path: Self.path).entries
        let entries = all.filter { $0.kind >= CheckpointFormat.Kind.strings.rawValue && $0.kind < 12 }
        #expect(entries.count > 12)
        for (place, first) in entries.enumerated() {
            var changed = bytes
            for entry in entries[place...] { changed[Int(entry.offset + entry.storedBytes / 2)] ^= 0x10 }
            let kind = try #require(CheckpointFormat.Kind(rawValue: first.kind))
            let expected = StorageProblem.damaged(
                path: Self.path, offset: Int(first.offset), reason: "the checksum of section \(kind) is wrong")
            for threads in [1, 2, 4] {
                #expect(throws: expected) { try Self.load(changed, threads: threads) }
            }
        }
    }

    @Test("Full chunks that a load shares are copied before they change")
    func fullChunks() throws {
        let (bytes, model) = try Self.sample(2500)
        let files = InMemoryFileSystem()
        files.put(bytes, at: Self.path)
        let kept = try Self.load(bytes, threads: 2)
        let database = try Database(opening: "/s", .test(files))
        let connection = try database.connect()
        try connection.query("MATCH (n:N) WHERE n.i = 7 DETACH DELETE n")
        try connection.query("MATCH (n:N) WHERE n.i = 14 REMOVE n:N SET n:M")
        try connection.query("MATCH (:N)-[r:R]->() WHERE r.w % 5 = 0 DELETE r")
        #expect(database.snapshot.checkInvariants() == [])
        #expect(GraphModel(readingElementsOf: kept) == model)
        #expect(kept.checkInvariants() == [])
        #expect(GraphModel(readingElementsOf: try Self.load(bytes, threads: 2)) == model)
    }

    @Test("A file of several blocks is read as it was written, and no byte at their edges goes unseen")
    func blocks() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        let text = String(repeating: "0123456789", count: 500_000)
        try database.connect().query("CREATE (:N {s: $text, i: 1})", ["text": .string(text)])
        try database.checkpoint()
        let bytes = try #require(files.bytes(of: Self.path))
        let model = GraphModel(readingElementsOf: database.snapshot)
        #expect(GraphModel(readingElementsOf: try Self.load(bytes, threads: 2)) == model)
        for offset in [2 << 20, 4 << 20, bytes.count].flatMap({ [$0 - 1, $0] }) where offset < bytes.count {
            var changed = bytes
            changed[offset] ^= 1
            #expect(throws: StorageProblem.self) { try Self.load(changed, threads: 2) }
        }
    }
}
