import Durability
import Testing

@testable import MinigrafKit

/// A database file on a file system whose operations fail, tear and forget.
struct GraphStoreFaultTests {
    private static let path = "/db.graph"
    private static var options: OpenOptions { OpenOptions(walCheckpointThreshold: 4) }

    private static func open(_ files: InMemoryFileSystem) throws(MiniGrafError) -> DatabaseCore {
        let (store, table) = try GraphStore.open(path: path, options: options, files: files)
        return DatabaseCore(table: table, store: store, options: options)
    }

    /// The statement number `number`: two facts, which are there together or not at all.
    private static func statement(_ number: Int) -> String {
        let entity = ":e\(number % 3)"
        return "(transact {:valid-from \"2020-01-01\"} [[\(entity) :n \(number)] [\(entity) :s \"text-\(number)\"]])"
    }

    /// Statements, checkpoints by themselves and by hand, closings and openings.
    ///
    /// - Returns: The statements that were acknowledged.
    private static func script(_ files: InMemoryFileSystem) -> Set<Int> {
        var acknowledged: Set<Int> = []
        for round in 0..<3 {
            guard let core = try? open(files) else { continue }
            for step in 0..<5 {
                let number = round * 5 + step
                if (try? core.execute(statement(number))) != nil { acknowledged.insert(number) }
                if round == 1, step == 1 { try? core.checkpoint() }
            }
        }
        return acknowledged
    }

    /// The statements whose facts a database holds; `nil` where one is there by half, or something strange.
    private static func statements(_ core: DatabaseCore) throws -> Set<Int>? {
        var numbers: Set<Int> = []
        var texts: Set<Int> = []
        let table = core.table
        for version in 0..<table.versionCount {
            let fact = table.stored(version).fact
            switch fact.value {
            case .int(let number) where fact.attribute == ":n": numbers.insert(Int(number))
            case .text(let text) where fact.attribute == ":s" && text.hasPrefix("text-"):
                texts.insert(Int(text.dropFirst(5)) ?? -1)
            default: return nil
            }
            guard fact.isAssertion else { return nil }
        }
        return numbers == texts ? numbers : nil
    }

    @Test(
        "Whatever operation fails, once or for good, what was acknowledged is there and nothing by half",
        arguments: [InMemoryFileSystem.FaultKind.fails, .tears], [true, false])
    func faults(kind: InMemoryFileSystem.FaultKind, isLasting: Bool) throws {
        let whole = InMemoryFileSystem()
        #expect(Self.script(whole) == Set(0..<15))
        for operation in 1...whole.operationCount {
            let files = InMemoryFileSystem()
            files.fail(at: operation, kind, lasting: isLasting)
            let acknowledged = Self.script(files)
            for loss in [InMemoryFileSystem.Loss.nothing, .unsynced, .some(seed: UInt64(operation))] {
                let core = try Self.open(files.afterCrash(loss))
                let found = try #require(try Self.statements(core), "operation \(operation), \(loss)")
                #expect(acknowledged.isSubset(of: found), "operation \(operation), \(loss)")
                // It goes on as if nothing had been.
                _ = try core.execute(Self.statement(99))
                #expect(try Self.statements(core)?.contains(99) == true)
            }
        }
    }

    /// A file with pages and a log behind them, as a killed process leaves them.
    private static func sample() throws -> (files: InMemoryFileSystem, logged: [Int]) {
        let files = InMemoryFileSystem()
        let core = try open(files)
        for number in 0..<4 { _ = try core.execute(statement(number)) }
        for number in 4..<7 { _ = try core.execute(statement(number)) }
        return (files.afterCrash(.unsynced), [4, 5, 6])
    }

    /// What a damaged store holds; `nil` where it is refused, with a code.
    private static func reopened(_ files: InMemoryFileSystem) throws -> Set<Int>? {
        do throws(MiniGrafError) {
            let core = try open(files.copied())
            return try? statements(core)
        } catch {
            #expect(error.message.hasPrefix("["))
            return nil
        }
    }

    @Test("With any byte of the log turned, what stands before it is there, and nothing strange")
    func turnedLog() throws {
        let (files, logged) = try Self.sample()
        let name = Self.path + ".wal"
        let bytes = try #require(files.bytes(of: name))
        #expect(try Self.reopened(files) == Set(0..<7))
        var before = 7
        for offset in bytes.indices {
            var changed = bytes
            changed[offset] ^= ([0xFF, 0x01, 0x80] as [UInt8])[offset % 3]
            files.put(changed, at: name)
            guard let found = try Self.reopened(files) else {
                // Only the header refuses.
                #expect(offset < 8)
                continue
            }
            let kept = logged.filter { found.contains($0) }
            #expect(found.isSuperset(of: 0..<4) && kept == Array(logged.prefix(kept.count)), "offset \(offset)")
            if kept.count < logged.count { before = min(before, kept.count) }
        }
        #expect(before == 0)
    }

    @Test("A log cut at any length holds its whole transactions up to there")
    func cutLog() throws {
        let (files, logged) = try Self.sample()
        let name = Self.path + ".wal"
        let bytes = try #require(files.bytes(of: name))
        var last = 0
        for count in 0...bytes.count {
            files.put(Array(bytes.prefix(count)), at: name)
            let found = try #require(try Self.reopened(files), "cut to \(count)")
            let kept = found.subtracting(0..<4).count
            #expect(found == Set(0..<4).union(logged.prefix(kept)) && kept >= last, "cut to \(count)")
            last = kept
        }
        #expect(last == 3)
    }

    @Test("With any byte of the file turned, or cut at any length, it opens or is refused with a code")
    func damagedPages() throws {
        let (files, _) = try Self.sample()
        let bytes = try #require(files.bytes(of: Self.path))
        var refused = 0
        for offset in bytes.indices where offset < 128 || offset % 7 == 0 {
            var changed = bytes
            changed[offset] ^= ([0xFF, 0x01, 0x80] as [UInt8])[offset % 3]
            files.put(changed, at: Self.path)
            if try Self.reopened(files) == nil { refused += 1 }
        }
        // The header is checked; the format has no checksum of a page.
        #expect(refused > 70)
        for count in 0..<bytes.count where count % 61 == 0 || count < 200 {
            files.put(Array(bytes.prefix(count)), at: Self.path)
            _ = try Self.reopened(files)
        }
    }
}

/// The log writer on the same file systems.
struct LogWriterFaultTests {
    private static let path = "/new.graph"

    private static func record(_ number: Int64) -> FactRecord {
        FactRecord(
            entity: EntityID(keyword: ":e\(number % 5)").description, attribute: ":n", value: .int64(value: number),
            txCount: number, txId: number * 10, validFrom: 0, validTo: validTimeForever, asserted: true)
    }

    private static func build(_ files: InMemoryFileSystem) -> Bool {
        do {
            let writer = try MiniGrafLogWriter.create(path: path, options: OpenOptions(), files: files)
            for number in 1...200 as ClosedRange<Int64> { try writer.append(record: record(number)) }
            try writer.advanceTxCount(txCount: 300)
            try writer.finish()
            return true
        } catch {
            return false
        }
    }

    @Test("A build that fails anywhere leaves no file, or the whole of it", arguments: [true, false])
    func faults(isLasting: Bool) throws {
        let whole = InMemoryFileSystem()
        #expect(Self.build(whole))
        for operation in 1...whole.operationCount {
            for kind in [InMemoryFileSystem.FaultKind.fails, .tears] {
                let files = InMemoryFileSystem()
                files.fail(at: operation, kind, lasting: isLasting)
                let isBuilt = Self.build(files)
                for loss in [InMemoryFileSystem.Loss.nothing, .unsynced, .some(seed: 7), .some(seed: 8)] {
                    let left = files.afterCrash(loss)
                    guard left.exists(Self.path) else {
                        #expect(!isBuilt, "operation \(operation)")
                        continue
                    }
                    let (_, table) = try GraphStore.open(path: Self.path, options: OpenOptions(), files: left)
                    #expect(table.versionCount == 200 && table.lastTxCount == 300, "operation \(operation)")
                }
            }
        }
    }

    @Test("What stands at the path by then is not written over")
    func taken() throws {
        let files = InMemoryFileSystem()
        let writer = try MiniGrafLogWriter.create(path: Self.path, options: OpenOptions(), files: files)
        try writer.append(record: Self.record(1))
        files.put([1, 2, 3], at: Self.path)
        #expect(throws: MiniGrafError.self) { try writer.finish() }
        #expect(files.bytes(of: Self.path) == [1, 2, 3] && !files.exists(Self.path + ".partial"))
    }
}
