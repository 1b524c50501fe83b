import Durability
import Foundation
import Testing

@testable import Relate

/// On the disk of the machine.
@Suite struct StoreOpeningTests {
    private final class Folder {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("relate-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func file(_ name: String) -> String { path + "/" + name }

        /// All files with their bytes.
        var contents: [String: Data] {
            var contents: [String: Data] = [:]
            for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
                contents[name] = FileManager.default.contents(atPath: file(name))
            }
            return contents
        }
    }

    private func count(_ database: Database) throws -> CypherValue {
        try database.connect().query("MATCH (n) RETURN count(n)").scalar()
    }

    @Test("To open it read-only is said of a file that is there and can be read alone")
    func advisesReadOnly() {
        let refused = FileError(errorNumber: 13, text: "permission denied")
        let here = StoreError.storage(.io(refused, path: #filePath)).description
        #expect(here.contains("open it read-only"))
        let missing = StoreError.storage(.io(refused, path: #filePath + ".missing")).description
        #expect(missing.hasSuffix("permission denied; see to the permissions of its folder"))
    }

    @Test("A missing store is created; after a clean close it is there, without a log", arguments: ["s", "s.rl"])
    func creates(name: String) throws {
        let folder = try Folder()
        let path = folder.file(name)
        do {
            let database = try Database(path: path)
            #expect(database.path == path && !database.isReadOnly)
            #expect(try database.connect().query("CREATE (:A)").bookmark == "relate:1")
            #expect(folder.contents.keys.contains { $0.contains("wal-0000000000000001") })
        }
        #expect(folder.contents.keys.filter { $0 != "s" } == [name == "s" ? "s/checkpoint" : "s.rl"])
        let database = try Database(path: path)
        #expect(try count(database) == 1)
        #expect(try database.connect().query("CREATE (:A)").bookmark == "relate:2")
    }

    @Test("Element numbers, names and counts are the same after a reopen, and none is given again")
    func identities() throws {
        let folder = try Folder()
        let path = folder.file("s.rl")
        let first = try Database(path: path).connect().query("CREATE (a:B:A {z: 1, y: 2})-[r:R]->(b) RETURN a, r, b")
        try Database(path: path).connect().query("MATCH (b) WHERE NOT b:A DETACH DELETE b")
        let connection = try Database(path: path).connect()
        let again = try connection.query("MATCH (a:A) RETURN a")
        #expect(again.rows[0][0] == first.rows[0][0])
        let fresh = try connection.query("CREATE (c) RETURN elementId(c)").scalar()
        #expect(fresh == "4:relate-neo4j:n2")
    }

    @Test("One writer at a time, whatever path leads to the store; readers beside it", arguments: ["s", "s.rl"])
    func oneWriter(name: String) throws {
        let folder = try Folder()
        let path = folder.file(name)
        var database: Database? = try Database(path: path)
        let connection = try #require(database).connect()
        try connection.query("CREATE (:A)")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.rl"), withDestinationPath: path)
        for other in [path, folder.file("link.rl"), folder.path + "/./" + name] {
            let error = #expect(throws: StoreError.self) { _ = try Database(opening: other) }
            let process = ProcessInfo.processInfo.processIdentifier
            // Layered file systems list locks under numbers of their own: there nobody can say whose it is.
            #expect(
                error?.description.contains("in process \(process);") == true
                    || error?.description.contains("in another process;") == true, "\(String(describing: error))")
            let said = #expect(throws: RelateError.self) { _ = try Database(path: other) }
            #expect(said?.engineError?.message == "internal error")
            #expect(said?.engineError?.code == "Neo.DatabaseError.General.UnknownError")
            #expect(said?.engineError?.gqlStatus == "42000")
            #expect(said?.engineError?.stage == .internal)
            #expect(try count(try Database(readOnlyPath: other)) == 1)
        }
        // The lock goes on to the file that a checkpoint puts there.
        try #require(database).checkpoint()
        #expect(throws: StoreError.self) { _ = try Database(opening: path) }
        let reader = try Database(readOnlyPath: path)
        try connection.query("CREATE (:A)")
        // It sees what was there when it opened.
        #expect(try count(reader) == 1)
        #expect(try count(try Database(readOnlyPath: path)) == 2)
        database = nil
        #expect(throws: StoreError.self) { _ = try Database(opening: path) }
        withExtendedLifetime(connection) {}
    }

    @Test("A second name of a store's file finds it locked, and keeps what it was once a checkpoint has replaced it")
    func hardLink() throws {
        let folder = try Folder()
        let (path, other) = (folder.file("s.rl"), folder.file("other.rl"))
        try Database(path: path).connect().query("CREATE (:A)")
        let database = try Database(path: path)
        try FileManager.default.linkItem(atPath: path, toPath: other)
        #expect(throws: StoreError.self) { _ = try Database(opening: other) }
        try database.connect().query("CREATE (:A)")
        #expect(try count(try Database(readOnlyPath: other)) == 1)
        try database.checkpoint()
        do {
            let copy = try Database(path: other)
            #expect(try count(copy) == 1)
            try copy.connect().query("CREATE (:B), (:B)")
        }
        #expect(try count(database) == 2)
        #expect(try count(try Database(readOnlyPath: path)) == 2)
        #expect(try count(try Database(readOnlyPath: other)) == 3)
    }

    @Test("A read-only open changes no byte, also of a store with a log, and refuses writes", arguments: ["s", "s.rl"])
    func readOnly(name: String) throws {
        let folder = try Folder()
        let path = folder.file(name)
        let copy = try Folder()
        do {
            let writer = try Database(path: path)
            try writer.connect().query("CREATE (:A)")
            for file in folder.contents.keys where folder.contents[file] != nil {
                let target = copy.file(file)
                try FileManager.default.createDirectory(
                    atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try folder.contents[file]?.write(to: URL(fileURLWithPath: target))
            }
        }
        let before = copy.contents
        do {
            let database = try Database(readOnlyPath: copy.file(name))
            #expect(database.isReadOnly)
            #expect(try count(database) == 1)
            let connection = try database.connect()
            for call: () throws -> Void in [
                { try connection.query("CREATE (:A)") }, { try database.checkpoint() },
                { try connection.query("CREATE INDEX FOR (n:A) ON (n.x)") },
            ] {
                let error = #expect(throws: RelateError.self) { try call() }
                #expect(error?.engineError?.code == "Neo.ClientError.Statement.SemanticError")
                #expect(error?.engineError?.gqlStatus == "42N18")
            }
        }
        #expect(copy.contents == before)
    }

    @Test("What is no store is left alone and named")
    func strangers() throws {
        let folder = try Folder()
        try Data("no store".utf8).write(to: URL(fileURLWithPath: folder.file("text.rl")))
        try Data("no store".utf8).write(to: URL(fileURLWithPath: folder.file("text")))
        try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
        let before = folder.contents
        func reason(_ name: String, reading: Bool = false) -> String {
            do {
                _ = reading ? try Database(reading: folder.file(name)) : try Database(opening: folder.file(name))
                return "opened"
            } catch {
                return "\(error)".replacing(folder.path + "/", with: "")
            }
        }
        #expect(reason("text.rl") == "text.rl is not a store: the file does not begin as a store does")
        #expect(reason("text") == "text is not a store: a store in one file has a name that ends in .rl")
        #expect(reason("none/s").hasPrefix("there is no folder"))
        #expect(reason(".").hasSuffix("is not a store: the folder holds other files"))
        #expect(reason("none", reading: true).hasPrefix("there is no store at none"))
        #expect(reason("empty", reading: true) == "empty is not a store: there is no checkpoint in it")
        #expect(folder.contents == before)
        #expect(reason("empty") == "opened")
    }

    @Test("Checkpoints and logs are for those who may open the store", arguments: ["s", "s.rl"])
    func access(name: String) throws {
        let folder = try Folder()
        let path = folder.file(name)
        let checkpoint = name == "s" ? path + "/checkpoint" : path
        func access(_ path: String) throws -> FileAccess? { try POSIXFileSystem().open(path, .read).access() }
        try Database(path: path).connect().query("CREATE (:A)")
        #expect(chmod(checkpoint, 0o600) == 0)
        if geteuid() == 0 { #expect(chown(checkpoint, 65534, 65534) == 0) }
        let expected = try #require(try access(checkpoint))
        do {
            let database = try Database(path: path)
            try database.connect().query("CREATE (:A)")
            let logs = folder.contents.keys.filter { $0.contains("wal-") }
            #expect(!logs.isEmpty)
            for log in logs { #expect(try access(folder.file(log)) == expected) }
            try database.checkpoint()
            #expect(try access(checkpoint) == expected)
            try database.connect().query("CREATE (:A)")
        }
        #expect(try access(checkpoint) == expected)
        _ = try StoreClone.clone(path, to: folder.file("clone.rl"))
        #expect(try access(folder.file("clone.rl"))?.mode == 0o600)
    }

    @Test("A link that leads to nothing is said to be one")
    func deadLink() throws {
        let folder = try Folder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("l.rl"), withDestinationPath: folder.file("none.rl"))
        let expected = StoreError.deadLink(path: folder.file("l.rl"))
        #expect(throws: expected) { _ = try Database(opening: folder.file("l.rl")) }
        #expect(throws: expected) { _ = try Database(reading: folder.file("l.rl")) }
    }

    @Test("The schema comes back from the log and from the checkpoint")
    func schema() throws {
        let files = InMemoryFileSystem()
        let commands = [
            "CREATE RANGE INDEX by_name FOR (n:A) ON (n.name)", "CREATE INDEX other FOR ()-[r:R]-() ON (r.x, r.y)",
            "DROP INDEX other",
        ]
        let database = try Database(opening: "/s", .test(files))
        let connection = try database.connect()
        try connection.query("UNWIND range(0, 2000) AS i CREATE (:A {name: 'n' + i})")
        for command in commands { try connection.query(command) }
        let expected = try connection.query("SHOW INDEXES YIELD id, name, type, properties").rows
        #expect(expected.count == 3)
        func check(_ database: Database) throws {
            let connection = try database.connect()
            #expect(try connection.query("SHOW INDEXES YIELD id, name, type, properties").rows == expected)
            let plan = try connection.query("PROFILE MATCH (a:A {name: 'n77'}) RETURN count(a)")
            #expect(plan.rows == [[1]])
            #expect("\(String(describing: plan.plan))".contains("NodeIndexSeek"))
            #expect(database.snapshot.checkInvariants() == [])
        }
        try check(try Database(reading: "/s", in: files))
        try database.checkpoint()
        try connection.query("CREATE (:A {name: 'last'})")
        try check(try Database(reading: "/s", in: files))
    }

    @Test("A clone is a store of its own, in one file, also of a store in use")
    func clones() throws {
        let folder = try Folder()
        let database = try Database(path: folder.file("s"))
        try database.connect().query("UNWIND range(1, 100) AS i CREATE (:A {i: i})")
        #expect(try StoreClone.clone(folder.file("s"), to: folder.file("c.rl")) == 1)
        let error = #expect(throws: StoreError.self) {
            try StoreClone.clone(folder.file("s"), to: folder.file("c.rl"))
        }
        #expect(error == .alreadyThere(path: folder.file("c.rl")))
        let copy = try Database(path: folder.file("c.rl"))
        #expect(try count(copy) == 100)
        #expect(try copy.connect().query("CREATE (:A)").bookmark == "relate:2")
        let (one, other) = (
            try StoreReport(of: folder.file("s"), checking: true),
            try StoreReport(of: folder.file("c.rl"), checking: true)
        )
        #expect(one.identity != other.identity)
        #expect(one.isDirectory && !other.isDirectory)
        #expect(one.broken == [] && other.broken == [])
        #expect(one.logCommits == 1 && one.lastNumber == 1 && one.nodeCount == 100)
        #expect(other.logCommits == 1 && other.lastNumber == 2 && other.nodeCount == 101)
        #expect(one.labels.map(\.name) == ["A"] && one.nodeProperties.map(\.count) == [100])
        #expect([ProcessInfo.processInfo.processIdentifier, nil].contains(one.writingProcess))
    }
}
