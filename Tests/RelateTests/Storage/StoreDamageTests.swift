import Durability
import Testing

@testable import Relate

@Suite struct StoreDamageTests {
    /// A store with a checkpoint, and a log of two segments behind it; and what it holds.
    private static func sample(_ path: String) throws -> (files: InMemoryFileSystem, model: GraphModel) {
        let files = InMemoryFileSystem()
        var options = OpenStore.Options.test(files)
        options.segmentBytes = 4 * 512
        let database = try Database(opening: path, options)
        let connection = try database.connect()
        try connection.query(
            """
            CREATE (a:Person:Film {name: 'Ada', age: 36, score: 1.5, tags: ['x', 'y']})-[:KNOWS {since: 1833}]->(b:Film),
                   (b)-[:LIKES]->(b), (:Côte {name: 'Azur'})
            """)
        try database.checkpoint()
        try connection.query("MATCH (c:Côte) SET c.age = 7, c.name = 'd\\'Or'")
        for number in 0..<3 { try connection.query("CREATE (:Film {name: 'Metropolis', age: \(number)})") }
        try connection.query("MATCH (f:Film {name: 'Metropolis'}) DELETE f")
        // As a crash leaves it.
        return (files.afterCrash(.unsynced), GraphModel(readingElementsOf: database.snapshot))
    }

    /// Whether the store opens, to what it held; it may also be refused.
    private static func opens(
        _ path: String, _ files: InMemoryFileSystem, as model: GraphModel, _ place: String
    ) throws -> Bool {
        do {
            let stored = try StoredGraph.reading(path, in: files)
            try #require(GraphModel(readingElementsOf: stored.state) == model, "\(place): a wrong answer")
            try #require(stored.state.checkInvariants() == [], "\(place)")
            return true
        } catch let error as StoreError {
            try #require("\(error)".contains(path), "\(place): \(error)")
            return false
        }
    }

    @Test("With any byte turned, a store opens as it was or is refused", arguments: StoreScript.paths)
    func turnedBytes(path: String) throws {
        let (files, model) = try Self.sample(path)
        #expect(try Self.opens(path, files, as: model, "whole"))
        var refused = 0
        for name in files.paths {
            let bytes = try #require(files.bytes(of: name))
            let refusedBefore = refused
            for offset in bytes.indices {
                var changed = bytes
                changed[offset] ^= ([0xFF, 0x01, 0x80] as [UInt8])[offset % 3]
                files.put(changed, at: name)
                if try !Self.opens(path, files, as: model, "\(name) at \(offset)") { refused += 1 }
            }
            files.put(bytes, at: name)
            // Of a checkpoint no byte goes unseen; of a log those behind its end may.
            if !name.contains("wal-") { #expect(refused - refusedBefore == bytes.count) }
        }
        #expect(refused > 1500)
    }

    @Test("A file cut at any length is refused, or holds all that it held", arguments: StoreScript.paths)
    func truncation(path: String) throws {
        let (files, model) = try Self.sample(path)
        for name in files.paths {
            let bytes = try #require(files.bytes(of: name))
            for count in 0..<bytes.count {
                files.put(Array(bytes.prefix(count)), at: name)
                #expect(try !Self.opens(path, files, as: model, "\(name) cut to \(count)"))
            }
            files.put(bytes, at: name)
        }
        #expect(try Self.opens(path, files, as: model, "whole"))
    }

    @Test("Damage is said with file, offset and reason, and nothing is changed by the attempt")
    func words() throws {
        let (files, _) = try Self.sample("/store")
        let log = "/store/wal-0000000000000002"
        var bytes = try #require(files.bytes(of: log))
        bytes[600] ^= 1
        files.put(bytes, at: log)
        let before = files.paths.map { files.bytes(of: $0) }
        let error = #expect(throws: StoreError.self) { _ = try Database(opening: "/store", .test(files)) }
        #expect(
            error?.description.hasPrefix(
                "/store/wal-0000000000000002 is damaged at offset 512: the checksum of block 1 is wrong") == true)
        #expect(files.paths.map { files.bytes(of: $0) } == before)
    }

    @Test("A log of another store, a missing part and a newer format are told apart")
    func strangeFiles() throws {
        let (files, _) = try Self.sample("/store")
        let (others, _) = try Self.sample("/store")
        let segments = files.paths.filter { $0.contains("wal-") }
        #expect(segments.count >= 3)

        let foreign = files.copied()
        foreign.put(try #require(others.bytes(of: segments[0])), at: segments[0])
        #expect(throws: StoreError.storage(.foreignLog(path: segments[0]))) {
            _ = try StoredGraph.reading("/store", in: foreign)
        }

        // All of the first one is in the checkpoint too.
        let gap = files.copied()
        try gap.remove(segments[1])
        let error = #expect(throws: StoreError.self) { _ = try StoredGraph.reading("/store", in: gap) }
        #expect(error?.description.contains("is missing") == true)

        let newer = files.copied()
        var header = try CheckpointFormat.Header(try #require(files.bytes(of: "/store/checkpoint")), path: "")
        header.version = 9
        var bytes = header.bytes
        bytes[12] = 9
        bytes.removeLast(8)
        var writer = ByteWriter()
        writer.fixed(Checksum64.of(bytes))
        newer.put(bytes + writer.bytes + [UInt8](repeating: 0, count: 1000), at: "/store/checkpoint")
        #expect(throws: StoreError.storage(.newerVersion(path: "/store/checkpoint", version: 9))) {
            _ = try StoredGraph.reading("/store", in: newer)
        }
    }
}
