import Durability
import Testing

@testable import Relate

@Suite("When and how checkpoints are written") struct CheckpointWritingTests {
    @Test("A checkpoint that two threads write is the one that one writes, and fails where that does")
    func threads() throws {
        var state = GraphState()
        let key = state.internPropertyKey("text")
        for number in 0..<UInt32(20_000) {
            state.createNode(NodeID(number), labels: [])
            let text = String(repeating: "\(number) ", count: 60)
            state.setProperty(key, of: NodeID(number), to: .string(text))
        }
        let storeID = StoreID.random()
        func write(to files: InMemoryFileSystem, isPatient: Bool) throws {
            let file = try files.open("/c", .create)
            _ = try CheckpointWriter.write(
                state, storeID: storeID, number: 1, timeMs: 5, to: file, isPatient: isPatient)
        }
        let (alone, together) = (InMemoryFileSystem(), InMemoryFileSystem())
        try write(to: alone, isPatient: true)
        try write(to: together, isPatient: false)
        #expect((alone.bytes(of: "/c")?.count ?? 0) > 6 << 20)
        #expect(alone.bytes(of: "/c") == together.bytes(of: "/c"))
        for operation in 1...together.operationCount {
            let files = InMemoryFileSystem()
            files.fail(at: operation, lasting: true)
            #expect(throws: FileError.self, "operation \(operation)") { try write(to: files, isPatient: false) }
        }
    }

    /// Counts calls, and lets one wait for them.
    private final class Calls: Sendable {
        private let monitor = Monitor()
        nonisolated(unsafe) private var count = 0

        func note() {
            monitor.withLock {
                count += 1
                monitor.wakeAll()
            }
        }

        func wait(for wanted: Int) {
            monitor.withLock { while count < wanted { monitor.wait() } }
        }
    }

    @Test("While what was committed does not last yet, a checkpoint is asked for now and then, not all the time")
    func pauses() {
        let schedule = CheckpointSchedule(intervalMs: 86_400_000, logBytes: 1, loggedBytes: 1)
        let calls = Calls()
        let start = ContinuousClock.now
        schedule.start {
            calls.note()
            return .nothingLasts
        }
        calls.wait(for: 6)
        #expect(ContinuousClock.now - start > .milliseconds(50))
        schedule.stop()
    }

    @Test("After a whole graph was stored nothing is left of the log, and commits go on", arguments: StoreScript.paths)
    func wholeCommits(path: String) throws {
        let files = InMemoryFileSystem()
        let script = StoreScript(files, path)
        script.open()
        for _ in 0..<3 { script.commit() }
        script.commit(size: 20, isWhole: true)
        let (location, _) = try StoreLocation.at(path, in: files)
        #expect(try location.log.segments(in: files) == [])
        #expect(script.differencesReading(files.afterCrash(.unsynced)) == [])
        script.commit()
        script.commit(isWhole: true)
        script.commit()
        #expect(script.errors == [])
        #expect(script.acknowledged.count == 7)
        #expect(script.differencesWhileOpen() == [])
        #expect(script.differences(on: files.afterCrash(.unsynced)) == [])
        script.close()
        #expect(script.differences(on: files) == [])
    }

    @Test("A whole commit that conflicts, or that comes from another one's state, is like any other")
    func concurrentWholeCommits() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/store", .test(files))
        let (one, other) = (try database.connect(), try database.connect())
        try one.query("CREATE (:N {i: 1})")
        try one.begin()
        try one.query("MATCH (n:N) SET n.i = 2")
        try other.query("CREATE (:M)")
        try one.commit(isWhole: true)
        #expect(try other.query("MATCH (n) RETURN count(n), sum(n.i)").rows == [[2, 2]])
        try one.begin()
        try one.query("MATCH (n:N) SET n.i = 3")
        try other.query("MATCH (n:N) SET n.i = 4")
        #expect(throws: RelateError.self) { try one.commit(isWhole: true) }
        let reopened = try StoredGraph.reading("/store", in: files.afterCrash(.unsynced)).state
        #expect(reopened.nodeCount == 2)
        #expect(try other.query("MATCH (n:N) RETURN n.i").rows == [[4]])
    }
}
