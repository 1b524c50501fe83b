import Durability
import Testing

@testable import MinigrafKit

/// Files that are damaged, foreign or in use, and the code that each is refused with.
struct DamagedFileTests {
    private static let path = "/db.graph"

    /// A file that holds one transaction in its pages, and a log with another.
    private static func files() throws -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        let (store, table) = try GraphStore.open(path: path, options: OpenOptions(), files: files)
        let core = DatabaseCore(table: table, store: store, options: OpenOptions())
        _ = try core.execute("(transact {:valid-from \"2020-01-01\"} [[:a :n 1]])")
        try core.checkpoint()
        _ = try core.execute("(transact {:valid-from \"2020-01-01\"} [[:b :n 2]])")
        return files.copied()
    }

    /// The code that opening is refused with, or how many facts there are.
    private static func outcome(_ files: InMemoryFileSystem, readOnly: Bool = false) -> String {
        do throws(MiniGrafError) {
            let (_, table) = try GraphStore.open(path: path, options: OpenOptions(readOnly: readOnly), files: files)
            return "\(table.versionCount)"
        } catch {
            return error.parts.code
        }
    }

    private static func change(
        _ files: InMemoryFileSystem, _ name: String, _ body: (inout [UInt8]) -> Void
    ) throws {
        var bytes = try #require(files.bytes(of: name))
        body(&bytes)
        files.put(bytes, at: name)
    }

    @Test(arguments: [
        // Where in the header, what is written there, and the code.
        (0, [0x4E] as [UInt8], "STG-032"), (4, [8], "STG-006"), (4, [0], "STG-006"), (4, [0, 0, 1], "STG-006"),
        (4, [5], "STG-028"), (4, [1], "STG-028"), (8, [0], "STG-007"), (9, [1], "INT-053"), (16, [9], "INT-053"),
        (24, [9], "INT-053"), (32, [99], "STG-008"), (32, [0, 0, 0, 0, 0, 0, 0, 0x80], "STG-008"),
        (40, [99], "INT-053"),
        (64, [1, 2, 3, 4], "INT-053"), (72, [99], "STG-009"),
        (72, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "STG-009"),
        (80, [1, 2, 3, 4], "INT-053"), (80, [0, 0, 0, 0], "2"), (84, [1], "2"), (4095, [1], "2"),
    ])
    func `a damaged header is refused with its code`(_ offset: Int, _ bytes: [UInt8], _ outcome: String) throws {
        let files = try Self.files()
        try Self.change(files, Self.path) { $0.replaceSubrange(offset..<(offset + bytes.count), with: bytes) }
        #expect(Self.outcome(files) == outcome)
        #expect(Self.outcome(files, readOnly: true) == outcome)
    }

    @Test(arguments: [
        // The beginning of a new file counts as new: only the log's fact is there.
        (0, "1"), (1, "1"), (3, "1"), (10, "STG-045"), (2000, "STG-045"), (4095, "STG-045"), (4096, "INT-000"),
        (5000, "INT-000"),
        (8191, "INT-000"),
    ])
    func `a file that is cut is refused, or counts as new`(_ length: Int, _ outcome: String) throws {
        let files = try Self.files()
        try Self.change(files, Self.path) { $0.removeLast($0.count - length) }
        #expect(Self.outcome(files) == outcome)
    }

    @Test func `what follows the pages in use is not looked at`() throws {
        let files = try Self.files()
        try Self.change(files, Self.path) { $0 += [UInt8](repeating: 0x21, count: 5000) }
        #expect(Self.outcome(files) == "2")
    }

    @Test(arguments: [
        (0, [0x4E] as [UInt8], "WAL-001"), (4, [2], "WAL-002"), (8, [1], "2"), (32, [1, 2, 3, 4], "1"), (40, [9], "1"),
        (44, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "1"),
    ])
    func `a damaged log is refused where it is none, and else ends there`(
        _ offset: Int, _ bytes: [UInt8], _ outcome: String
    ) throws {
        let files = try Self.files()
        try Self.change(files, Self.path + ".wal") { $0.replaceSubrange(offset..<(offset + bytes.count), with: bytes) }
        #expect(Self.outcome(files, readOnly: true) == outcome)
        #expect(Self.outcome(files) == outcome)
    }

    @Test func `a log shorter than its header counts as empty`() throws {
        for length in [0, 5, 31, 32] {
            let files = try Self.files()
            try Self.change(files, Self.path + ".wal") { $0.removeLast($0.count - length) }
            #expect(Self.outcome(files) == "1")
        }
    }

    @Test func `a fact page that cannot be read is refused with the page's number`() throws {
        let files = try Self.files()
        // The record's entity has no longer 16 bytes.
        try Self.change(files, Self.path) { bytes in
            let slot = 4096 + 12
            let record = 4096 + Int(bytes[slot]) + Int(bytes[slot + 1]) << 8
            bytes[record] = 15
        }
        do throws(MiniGrafError) {
            _ = try GraphStore.open(path: Self.path, options: OpenOptions(), files: files)
            Issue.record("it opened")
        } catch {
            #expect(error.message == "[INT-000] unclassified internal error: page 1 holds a record that cannot be read")
        }
        // One that is no fact page is passed over.
        try Self.change(files, Self.path) { $0[4096] = 0x21 }
        #expect(Self.outcome(files) == "1")
    }

    @Test func `what another process holds cannot be opened against it`() throws {
        let files = try Self.files()
        let other = try files.open(Self.path, .read)
        #expect(try other.lock(exclusive: false))
        #expect(Self.outcome(files, readOnly: true) == "2")
        #expect(Self.outcome(files) == "STG-026")
        let writer = try Self.files()
        let held = try writer.open(Self.path, .read)
        #expect(try held.lock(exclusive: true))
        #expect(Self.outcome(writer, readOnly: true) == "STG-026")
    }

    @Test func `behind a write that could be neither ended nor taken back nothing is written`() throws {
        let files = try Self.files()
        let (store, table) = try GraphStore.open(path: Self.path, options: OpenOptions(), files: files)
        let core = DatabaseCore(table: table, store: store, options: OpenOptions())
        files.fail(at: files.operationCount + 1, lasting: true)
        var codes: [String] = []
        for _ in 0..<2 {
            do throws(MiniGrafError) {
                _ = try core.execute("(transact [[:c :n 3]])")
                codes.append("none")
            } catch {
                codes.append(error.parts.code)
            }
        }
        #expect(codes == ["INT-000", "WAL-007"])
    }

    @Test func `a log that cannot be removed is told of, and is harmless`() throws {
        let files = try Self.files()
        do {
            let (store, table) = try GraphStore.open(path: Self.path, options: OpenOptions(), files: files)
            let core = DatabaseCore(table: table, store: store, options: OpenOptions())
            // Pages, sync, header, sync; then the log.
            files.fail(at: files.operationCount + 5, lasting: false)
            do throws(MiniGrafError) {
                try core.checkpoint()
                Issue.record("the log was removed")
            } catch {
                #expect(error.message.hasPrefix("[WAL-006] failed to delete WAL file /db.graph.wal: "))
            }
        }
        #expect(files.exists(Self.path + ".wal") && Self.outcome(files) == "2")
    }

    @Test func `a record that no page can hold is refused, and what stands beside it`() throws {
        let files = try Self.files()
        let (store, table) = try GraphStore.open(path: Self.path, options: OpenOptions(), files: files)
        let core = DatabaseCore(table: table, store: store, options: OpenOptions())
        let long = String(repeating: "z", count: 4_100)
        do throws(MiniGrafError) {
            _ = try core.execute("(transact [[:c :n 3] [:c :s \"\(long)\"]])")
            Issue.record("it was written")
        } catch {
            #expect(error.parts.code == "WAL-003")
        }
        // The number is used up all the same.
        #expect(core.lastTxCount == 3 && core.table.versionCount == 2)
    }
}
