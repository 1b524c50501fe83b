import Durability
import Foundation
import Synchronization
import Testing

@testable import Relate

/// How a log goes on from segment to segment, and what a file of one is written by.
@Suite struct LogSegmentTests {
    @Test("Room for the next segment is made once the current one is half full, so that its first commit finds it")
    func roomAhead() throws {
        let files = InMemoryFileSystem()
        let connection = try Database(opening: "/s", .test(files)).connect()
        var hadRoom = false
        var switches = 0
        for number in 0..<60 {
            let before = (segments: segments(files), operations: files.operationCount)
            hadRoom = files.paths.contains("/s/wal-new")
            try connection.query("CREATE (:A {i: $i})", ["i": .int(Int64(number))])
            guard segments(files) != before.segments, hadRoom else { continue }
            switches += 1
            // Its frame, a sync, the name, a sync of the folder; and what is begun after that.
            #expect(files.operationCount - before.operations <= (files.paths.contains("/s/wal-new") ? 8 : 4))
        }
        #expect(switches >= 4)
        #expect(try StoredGraph.reading("/s", in: files).state.nodeCount == 60)
    }

    private func segments(_ files: InMemoryFileSystem) -> [String] { files.paths.filter { $0.contains("wal-0") } }

    @Test("Where no room can be made ahead, nobody notices: it is made when it is needed")
    func roomFails() throws {
        var failed = 0
        for operation in 1...80 {
            let files = InMemoryFileSystem()
            let connection = try Database(opening: "/s", .test(files)).connect()
            for _ in 0..<12 { try connection.query("CREATE (:A)") }
            let hadRoom = files.paths.contains("/s/wal-new")
            files.fail(at: files.operationCount + operation, lasting: false)
            let outcomes = (0..<20).map { _ in (try? connection.query("CREATE (:A)")) != nil }
            guard !outcomes.contains(false) else { continue }
            failed += hadRoom ? 0 : 1
            #expect(try StoredGraph.reading("/s", in: files).state.nodeCount == 32)
        }
        #expect(failed > 0)
    }

    @Test("A checkpoint leaves the segment that is written to; what of it is older is not done again")
    func checkpointWithinSegment() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        let connection = try database.connect()
        for number in 0..<12 {
            try connection.query("MERGE (c:Counter) SET c.n = coalesce(c.n, 0) + 1")
            if number % 5 == 2 { try database.checkpoint() }
        }
        #expect(segments(files).count <= 2)
        for loss in [InMemoryFileSystem.Loss.nothing, .unsynced] {
            let left = files.afterCrash(loss)
            let stored = try StoredGraph.reading("/s", in: left)
            #expect(stored.checkpoint.number == 8 && stored.log.records.count == 4)
            let again = try Database(opening: "/s", .test(left)).connect()
            #expect(try again.query("MATCH (c:Counter) RETURN c.n").scalar() == 12)
            #expect(try again.query("MATCH (c:Counter) SET c.n = 0").bookmark == "relate:13")
        }
    }

    @Test("Writes around the system's cache are seen by every reader, and others are taken too")
    func directWrites() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("relate-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try POSIXFileSystem().open(path, .create)
        try file.write([UInt8](repeating: 0, count: 8192), at: 0)
        try file.sync()
        file.bypassCache()
        try file.write([UInt8](repeating: 1, count: 1024), at: 512)
        try file.sync()
        var expected = [UInt8](repeating: 0, count: 8192)
        expected.replaceSubrange(512..<1536, with: [UInt8](repeating: 1, count: 1024))
        let reader = try POSIXFileSystem().open(path, .read)
        #expect(try reader.read(at: 0, count: 8192) == expected)
        try file.write([2, 3, 4], at: 700)
        try file.write([UInt8](repeating: 5, count: 512), at: 4096)
        try file.sync()
        expected.replaceSubrange(700..<703, with: [2, 3, 4])
        expected.replaceSubrange(4096..<4608, with: [UInt8](repeating: 5, count: 512))
        #expect(try reader.read(at: 0, count: 8192) == expected)
    }

    @Test("Only one has the writer's turn, and everybody gets one")
    func turns() {
        let queue = WriterQueue()
        let inside = Atomic(0)
        let overlaps = Atomic(0)
        nonisolated(unsafe) var count = 0
        let threads = (0..<8).map { _ in
            BackgroundThread {
                for _ in 0..<500 {
                    queue.enter()
                    if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
                    count += 1
                    inside.subtract(1, ordering: .relaxed)
                    queue.leave()
                }
            }
        }
        for thread in threads { thread?.join() }
        #expect(count == 4000)
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }
}
