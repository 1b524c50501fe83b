import Durability
import Testing

@testable import Relate

/// Disks that are almost full, and numbers that are almost used up.
@Suite struct StoreRoomTests {
    @Test(
        "Commits go on in small segments while there is room for them, and a checkpoint makes room",
        arguments: StoreScript.paths)
    func smallSegments(path: String) throws {
        let files = InMemoryFileSystem()
        var options = OpenStore.Options.test(files)
        options.segmentBytes = 512 * 512
        let database = try Database(opening: path, options)
        let connection = try database.connect()
        // The first segment has 16 KiB.
        try connection.query("CREATE (:A {text: $text})", ["text": .string(String(repeating: "a", count: 7000))])
        files.limitBytes(files.byteCount + 20_000)
        var said = ""
        var count: Int64 = 1
        while said.isEmpty, count < 1000 {
            do {
                try connection.query(
                    "CREATE (:A {text: $text})", ["text": .string(String(repeating: "b", count: 3000))])
                count += 1
            } catch RelateError.engine(let error) {
                said = error.message
            }
        }
        // Two more in the first segment, and five of 4 KiB at the least, each in a segment of its own.
        #expect(count >= 7)
        #expect(said.contains("No space left on device (4096 bytes are needed)"), "\(said)")
        #expect(try StoredGraph.reading(path, in: files).state.nodeCount == Int(count))
        // So much for the checkpoint and no more: what it frees is for the commits.
        files.limitBytes(files.byteCount + 40_000)
        try database.checkpoint()
        files.limitBytes(files.byteCount + 20_000)
        for _ in 0..<4 {
            try connection.query("CREATE (:A {text: $text})", ["text": .string(String(repeating: "c", count: 3000))])
        }
        #expect(try StoredGraph.reading(path, in: files.afterCrash(.unsynced)).state.nodeCount == Int(count) + 4)
    }

    @Test("A segment that is full goes with a checkpoint, where there was no room for the next one")
    func fullSegment() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s.rl", .test(files))
        let connection = try database.connect()
        files.limitBytes(files.byteCount + 1024)
        var count = 0
        while count < 100, (try? connection.query("CREATE (:A)")) != nil { count += 1 }
        #expect(count >= 1 && count < 100)
        files.limitBytes(files.byteCount + 4096)
        try database.checkpoint()
        #expect(!files.paths.contains { $0.contains("wal-0") })
        try connection.query("CREATE (:A)")
        #expect(try StoredGraph.reading("/s.rl", in: files.afterCrash(.unsynced)).state.nodeCount == count + 1)
    }

    @Test("A checkpoint whose number leaves none for the next commit is refused")
    func lastNumber() throws {
        let files = InMemoryFileSystem()
        let file = try files.open("/s.rl", .create)
        _ = try CheckpointWriter.write(
            GraphState(), storeID: .random(), number: .max, timeMs: 0, to: file, isPatient: false)
        let damage = StorageProblem.damaged(path: "/s.rl", offset: 32, reason: "no store has had so many commits")
        #expect(throws: StoreError.storage(damage)) { _ = try Database(opening: "/s.rl", .test(files)) }
        #expect(throws: StoreError.storage(damage)) { _ = try StoreReport(of: "/s.rl", checking: true, in: files) }
    }

    @Test("A segment's name is its number, in small letters, with room for a next one")
    func segmentNames() throws {
        let log = LogLocation(folder: "/s", prefix: "wal-")
        #expect(log.sequence(of: "wal-00000000000000af") == 175)
        for name in [
            "wal-00000000000000AF", "wal-ffffffffffffffff", "wal-+0000000000000af", "wal-af", "WAL-00000000000000af",
        ] {
            #expect(log.sequence(of: name) == nil, "\(name)")
        }
        // Two names that are the same text, and two files.
        let composed = LogLocation(folder: "/", prefix: "\u{E9}.rl-wal-")
        #expect(composed.sequence(of: "e\u{301}.rl-wal-0000000000000001") == nil)
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        try database.connect().query("CREATE (:A)")
        let left = files.copied()
        left.put(try #require(left.bytes(of: "/s/wal-0000000000000001")), at: "/s/wal-0000000000000002")
        let error = #expect(throws: StoreError.self) { _ = try Database(opening: "/s", .test(left)) }
        #expect(error?.description.contains("is not that of its name") == true)
        withExtendedLifetime(database) {}
    }
}
