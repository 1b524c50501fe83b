import Durability
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Relate

/// What another program puts in the place of a store that is open for writing is left alone, and nothing is acknowledged
/// that would not be found.
@Suite struct StoreReplacementTests {
    private func open(_ path: String, _ files: InMemoryFileSystem) throws -> Connection {
        try Database(opening: path, Self.options(files)).connect()
    }

    /// With room for several commits in a segment.
    private static func options(_ files: InMemoryFileSystem) -> OpenStore.Options {
        var options = OpenStore.Options.test(files)
        options.segmentBytes = 512 * 512
        return options
    }

    /// Files in which something is put in a store's place, and what the store says when it closes.
    private final class Scene: Sendable {
        let files = InMemoryFileSystem()
        private let said = Mutex<[ClosingProblem]>([])

        var problems: [ClosingProblem] { said.withLock { $0 } }

        var options: OpenStore.Options {
            var options = StoreReplacementTests.options(files)
            options.noteClosing = { problem in self.said.withLock { $0.append(problem) } }
            return options
        }
    }

    private func count(_ path: String, _ files: InMemoryFileSystem) throws -> Int {
        try StoredGraph.reading(path, in: files).state.nodeCount
    }

    private func checkpointPath(_ path: String) -> String { path.hasSuffix(".rl") ? path : path + "/checkpoint" }

    /// The bytes of a store with 10 nodes.
    private func backup() throws -> [UInt8] {
        let files = InMemoryFileSystem()
        try open("/b.rl", files).query("UNWIND range(1, 10) AS i CREATE (:Backup)")
        return try #require(files.bytes(of: "/b.rl"))
    }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch RelateError.engine(let error) {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test("A writer that has been idle finds another file in the place of its own", arguments: StoreScript.paths)
    func idleWriter(path: String) throws {
        let files = InMemoryFileSystem()
        try open(path, files).query("CREATE (:Old)")
        let first = try open(path, files)
        files.replaceFile(at: checkpointPath(path), with: try #require(files.bytes(of: checkpointPath(path))))
        let second = try open(path, files)
        for _ in 0..<5 { try second.query("CREATE (:New)") }
        for _ in 0..<2 {
            let said = message { try first.query("CREATE (:FromFirst)") }
            #expect(
                said.hasPrefix("internal error: \(checkpointPath(path)): another program put another file"), "\(said)")
            #expect(said.contains("The commit is lost; nothing was written over what is there now"))
        }
        #expect(try count(path, files.afterCrash(.unsynced)) == 6)
        try second.query("CREATE (:New)")
        #expect(try count(path, files.afterCrash(.unsynced)) == 7)
    }

    @Test("Who goes on with a log is alone with it, whatever became of the checkpoint", arguments: StoreScript.paths)
    func sharedLog(path: String) throws {
        let files = InMemoryFileSystem()
        do {
            let first = try open(path, files)
            try first.query("CREATE (:A)")
            files.replaceFile(at: checkpointPath(path), with: try #require(files.bytes(of: checkpointPath(path))))
            let refusal = #expect(throws: StoreError.self) { _ = try open(path, files) }
            guard case .storage(.inUse) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            // It goes on in its segment, which belongs to what is there as to what was.
            try first.query("CREATE (:A)")
            #expect(try count(path, files) == 2)
        }
        #expect(try open(path, files).query("MATCH (n) RETURN count(n)").scalar() == 2)
    }

    @Test("A folder that is moved away takes its writer along, and a new one in its place is left alone")
    func movedFolder() throws {
        let files = InMemoryFileSystem()
        try open("/s", files).query("CREATE (:Old)")
        let first = try open("/s", files)
        files.moveFolder("/s", to: "/away")
        let second = try open("/s", files)
        try second.query("CREATE (:New)")
        #expect(message { try first.query("CREATE (:Old)") }.contains("moved or removed its folder"))
        #expect(try count("/s", files.afterCrash(.unsynced)) == 1)
        #expect(try count("/away", files.afterCrash(.unsynced)) == 1)
    }

    @Test(
        "A commit in or after a segment that nobody can find any more is not acknowledged",
        arguments: StoreScript.paths,
        [512 * 512, 16 * 512])
    func removedLog(path: String, segmentBytes: Int) throws {
        let files = InMemoryFileSystem()
        var options = Self.options(files)
        options.segmentBytes = segmentBytes
        let connection = try Database(opening: path, options).connect()
        try connection.query("CREATE (:A)")
        try files.remove(try #require(files.paths.first { $0.contains("wal-0") }))
        for _ in 0..<2 {
            #expect(message { try connection.query("CREATE (:A)") }.contains("another program removed it"))
        }
    }

    @Test(
        "No checkpoint goes over what another program left, and who closes is told where the last commits are",
        arguments: StoreScript.paths, [true, false])
    func checkpoints(path: String, inPlace: Bool) throws {
        let scene = Scene()
        let files = scene.files
        let backup = try backup()
        do {
            let database = try Database(opening: path, scene.options)
            let connection = try database.connect()
            try connection.query("CREATE (:A)")
            if inPlace {
                files.put(backup, at: checkpointPath(path))
            } else {
                files.replaceFile(at: checkpointPath(path), with: backup)
            }
            let said = message { try database.checkpoint() }
            #expect(
                said.contains("another program \(inPlace ? "wrote to it" : "put another file in its place")"), "\(said)"
            )
            #expect(message { try connection.query("CREATE (:A)") }.hasPrefix("internal error: "))
        }
        #expect(files.bytes(of: checkpointPath(path)) == backup)
        let log = try #require(files.paths.first { $0.contains("wal-0") })
        #expect(!files.paths.contains { $0.hasSuffix("rl-new") || $0.hasSuffix("checkpoint-new") })
        // The commit that was refused poisoned the store, and has said so.
        #expect(scene.problems == [])
        try files.remove(log)
        #expect(try count(path, files) == 10)
    }

    @Test("Who closes is told where the last commits are", arguments: StoreScript.paths, [true, false])
    func closes(path: String, isReplaced: Bool) throws {
        let scene = Scene()
        let files = scene.files
        let backup = try backup()
        do {
            try Database(opening: path, scene.options).connect().query("CREATE (:A)")
            #expect(scene.problems == [])
            let connection = try Database(opening: path, scene.options).connect()
            for _ in 0..<2 { try connection.query("CREATE (:A)") }
            if isReplaced {
                files.replaceFile(at: checkpointPath(path), with: backup)
            } else {
                let full = FileError(errorNumber: 28, text: "No space left on device")
                files.fail(at: files.operationCount + 1, lasting: true, error: full)
            }
        }
        let problem = try #require(scene.problems.first)
        let log = try #require(files.paths.first { $0.contains("wal-0") })
        #expect(problem.commitCount == 2 && problem.logPaths == [log] && problem.isWhole == !isReplaced)
        #expect(problem.description.contains("\(log) holds its last 2 commits"), "\(problem)")
        if isReplaced {
            #expect(files.bytes(of: checkpointPath(path)) == backup)
        } else {
            #expect(
                problem.description.contains("the disk is full") && problem.description.contains("must stay beside"))
            #expect(try count(path, files) == 3)
        }
    }

    @Test("A new time alone is no other content", arguments: ["s", "s.rl"])
    func touched(name: String) throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/" + name
        let database = try Database(path: path)
        let connection = try database.connect()
        try connection.query("CREATE (:A)")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: checkpointPath(path))
        try database.checkpoint()
        try connection.query("CREATE (:A)")
        #expect(try Database(readOnlyPath: path).connect().query("MATCH (n) RETURN count(n)").scalar() == 2)
    }

    @Test("A folder that is removed while its store is open", arguments: ["s", "s.rl"])
    func removedFolder(name: String) throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/in/" + name
        try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: true)
        let database = try Database(path: path)
        let connection = try database.connect()
        try connection.query("CREATE (:A)")
        try FileManager.default.removeItem(atPath: folder.path + "/in")
        #expect(message { try connection.query("CREATE (:A)") }.contains("another program removed it"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/in"))
    }

    @Test("A log without its checkpoint is said, and nothing is made", arguments: StoreScript.paths)
    func logAlone(path: String) throws {
        let files = InMemoryFileSystem()
        var connection: Connection? = try open(path, files)
        try connection?.query("CREATE (:A)")
        let left = files.copied()
        connection = nil
        try left.remove(checkpointPath(path))
        let (operations, paths) = (left.operationCount, left.paths)
        let log = try #require(paths.first { $0.contains("wal-0") })
        let missing = StoreError.checkpointMissing(path: checkpointPath(path), log: log)
        #expect(missing.isDamage)
        #expect(throws: missing) { _ = try Database(opening: path, .test(left)) }
        #expect(throws: missing) { _ = try StoreReport(of: path, checking: true, in: left) }
        #expect(left.operationCount == operations && left.paths == paths)
    }
}
