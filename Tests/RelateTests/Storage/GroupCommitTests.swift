import Durability
import Synchronization
import Testing

@testable import Relate

/// Files in memory whose syncs wait until they are let through, and are counted.
private final class GatedFileSystem: FileSystem {
    let files = InMemoryFileSystem()
    let gate = Gate()

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any StorageFile {
        GatedFile(try files.open(path, mode), gate)
    }

    func exists(_ path: String) -> Bool { files.exists(path) }
    func kind(of path: String) throws(FileError) -> FileKind? { try files.kind(of: path) }
    func identity(of path: String) throws(FileError) -> FileIdentity { try files.identity(of: path) }
    func resolve(_ path: String) throws(FileError) -> String { try files.resolve(path) }
    func names(in folder: String) throws(FileError) -> [String] { try files.names(in: folder) }
    func makeFolder(_ path: String) throws(FileError) { try files.makeFolder(path) }
    func rename(_ path: String, to target: String) throws(FileError) { try files.rename(path, to: target) }
    func name(_ path: String, _ target: String) throws(FileError) { try files.name(path, target) }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
    func syncFolder(of path: String) throws(FileError) { try files.syncFolder(of: path) }
}

private final class Gate: @unchecked Sendable {
    private let monitor = Monitor()
    private var isClosed = false
    private var waiting = 0
    private(set) var syncCount = 0

    func pass() {
        monitor.withLock {
            waiting += 1
            monitor.wakeAll()
            while isClosed { monitor.wait() }
            waiting -= 1
            syncCount += 1
        }
    }

    func close() { monitor.withLock { isClosed = true } }

    func waitForWaiting() { monitor.withLock { while waiting == 0 { monitor.wait() } } }

    func open() {
        monitor.withLock {
            isClosed = false
            monitor.wakeAll()
        }
    }
}

private final class GatedFile: StorageFile {
    private let file: any StorageFile
    private let gate: Gate

    init(_ file: any StorageFile, _ gate: Gate) {
        self.file = file
        self.gate = gate
    }

    var identity: FileIdentity { file.identity }
    func hasName() throws(FileError) -> Bool { try file.hasName() }
    func size() throws(FileError) -> Int { try file.size() }
    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try file.read(at: offset, into: buffer)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) { try file.write(bytes, at: offset) }
    func truncate(to size: Int) throws(FileError) { try file.truncate(to: size) }

    func sync() throws(FileError) {
        gate.pass()
        try file.sync()
    }

    func lock(exclusive: Bool) throws(FileError) -> Bool { try file.lock(exclusive: exclusive) }
}

@Suite struct GroupCommitTests {
    /// A store with two commits and room for more in its segment, in files whose syncs can be held up.
    private struct Fixture {
        let files = GatedFileSystem()
        let store: OpenStore
        let manager: TransactionManager

        init(segmentBytes: Int = 16 * 512) throws {
            var options = OpenStore.Options.test(files)
            options.segmentBytes = segmentBytes
            let (store, stored) = try OpenStore.open("/s", options)
            self.store = store
            manager = TransactionManager(state: stored.state, number: stored.number, log: store)
            _ = try write()
            _ = try write()
        }

        func write() throws -> UInt64? {
            let transaction = manager.begin(.autoCommit)
            _ = try transaction.createNode(labels: [])
            return try transaction.commit()
        }

        /// Runs `body` in a statement of another thread, and returns when it has left the writer's turn.
        func start(_ body: @escaping @Sendable (Transaction) -> Void) throws -> BackgroundThread {
            let manager = manager
            let monitor = Monitor()
            let hasBegun = Mutex(false)
            let thread = BackgroundThread {
                let transaction = manager.begin(.autoCommit)
                monitor.withLock {
                    hasBegun.withLock { $0 = true }
                    monitor.wakeAll()
                }
                body(transaction)
            }
            monitor.withLock { while !hasBegun.withLock({ $0 }) { monitor.wait() } }
            manager.begin(.autoCommit).rollback()
            return try #require(thread)
        }
    }

    @Test("While one commit is synced, others wait together and need one sync; nobody sees what is not durable")
    func group() throws {
        let fixture = try Fixture()
        let gate = fixture.files.gate
        let before = gate.syncCount
        gate.close()
        let numbers = Mutex<[UInt64]>([])
        var threads: [BackgroundThread] = []
        for index in 0..<8 {
            threads.append(
                try fixture.start { transaction in
                    _ = try? transaction.createNode(labels: [])
                    if let number = try? transaction.commit() { numbers.withLock { $0.append(number) } }
                })
            if index == 0 { gate.waitForWaiting() }
            #expect(fixture.manager.snapshot.state.nodeCount == 2)
        }
        gate.open()
        for thread in threads { thread.join() }
        #expect(numbers.withLock { $0.sorted() } == Array(3...10))
        #expect(fixture.manager.snapshot.state.nodeCount == 10)
        #expect(gate.syncCount - before == 2)
        fixture.store.close(fixture.manager, isHealthy: true)
    }

    @Test("After a group, commits that come alone are not kept waiting for others", .timeLimit(.minutes(1)))
    func goesOnAlone() throws {
        let fixture = try Fixture(segmentBytes: 1 << 20)
        let gate = fixture.files.gate
        for _ in 0..<3 {
            gate.close()
            var threads: [BackgroundThread] = []
            for index in 0..<4 {
                threads.append(
                    try fixture.start { transaction in
                        _ = try? transaction.createNode(labels: [])
                        _ = try? transaction.commit()
                    })
                if index == 0 { gate.waitForWaiting() }
            }
            gate.open()
            for thread in threads { thread.join() }
            let before = gate.syncCount
            for _ in 0..<3 { _ = try fixture.write() }
            #expect(gate.syncCount - before == 3)
        }
        #expect(fixture.manager.snapshot.state.nodeCount == 2 + 3 * 7)
        fixture.store.close(fixture.manager, isHealthy: true)
    }

    @Test("Connections that come and go, and write or only read, all come to their end", .timeLimit(.minutes(1)))
    func manyConnections() throws {
        let fixture = try Fixture()
        let manager = fixture.manager
        let numbers = Mutex<[UInt64]>([])
        let threads = (0..<8).map { index in
            BackgroundThread {
                for round in 0..<(20 * (index + 1)) {
                    let transaction = manager.begin(round % 5 == index % 5 ? .explicit : .autoCommit)
                    if round % 7 == 3 {
                        _ = try? transaction.commit()
                        continue
                    }
                    _ = try? transaction.createNode(labels: [])
                    if let number = try? transaction.commit() { numbers.withLock { $0.append(number) } }
                }
            }
        }
        for thread in threads { try #require(thread).join() }
        let count = (0..<8).reduce(0) { sum, index in
            sum + (0..<(20 * (index + 1))).count { $0 % 7 != 3 }
        }
        #expect(numbers.withLock { $0.sorted() } == (3..<(3 + UInt64(count))).map { $0 })
        #expect(manager.snapshot.state.nodeCount == 2 + count)
        let stored = try StoredGraph.reading("/s", in: fixture.files.files)
        #expect(stored.state.nodeCount == 2 + count)
        fixture.store.close(manager, isHealthy: true)
    }

    @Test("A statement that only read what is not durable yet is answered when it is")
    func waitsForBase() throws {
        let fixture = try Fixture()
        let gate = fixture.files.gate
        gate.close()
        let seen = Mutex<[Int]>([])
        let writer = try fixture.start { transaction in
            _ = try? transaction.createNode(labels: [])
            _ = try? transaction.commit()
            seen.withLock { $0.append(1) }
        }
        gate.waitForWaiting()
        let reader = try fixture.start { transaction in
            let count = transaction.state.nodeCount
            _ = try? transaction.commit()
            seen.withLock { $0.append(count) }
        }
        #expect(seen.withLock { $0 } == [])
        gate.open()
        writer.join()
        reader.join()
        #expect(seen.withLock { $0.sorted() } == [1, 3])
        fixture.store.close(fixture.manager, isHealthy: true)
    }

    @Test("A failed write refuses all that waited with it and what built on it, and later ones go on")
    func groupFailure() throws {
        let fixture = try Fixture()
        let (manager, gate) = (fixture.manager, fixture.files.gate)
        gate.close()
        let outcomes = Mutex<[Bool]>([])
        var threads: [BackgroundThread] = []
        for index in 0..<4 {
            threads.append(
                try fixture.start { transaction in
                    _ = try? transaction.createNode(labels: [])
                    let isCommitted = (try? transaction.commit()) != nil
                    outcomes.withLock { $0.append(isCommitted) }
                })
            if index == 0 { gate.waitForWaiting() }
        }
        let other = manager.begin(.explicit)
        _ = try other.createNode(labels: [])
        let building = manager.begin(.autoCommit)
        #expect(building.state.nodeCount == 6)
        _ = try building.createNode(labels: [])
        // The first one's sync succeeds; the write of the three behind it fails, and is undone.
        fixture.files.files.fail(at: fixture.files.files.operationCount + 2, lasting: false)
        gate.open()
        for thread in threads { thread.join() }
        #expect(outcomes.withLock { $0.sorted { !$0 && $1 } } == [false, false, false, true])
        let error = #expect(throws: EngineError.self) { try building.commit() }
        #expect(error?.gqlStatus == "2DN01")
        #expect(manager.snapshot.state.nodeCount == 3)
        #expect(try other.commit() == 4)
        #expect(try fixture.write() == 5)
        #expect(manager.snapshot.state.nodeCount == 5)
        let stored = try StoredGraph.reading("/s", in: fixture.files.files)
        #expect(stored.state.nodeCount == 5)
        #expect(stored.number == 5)
        fixture.store.close(manager, isHealthy: true)
    }
}
