import Durability
import Testing

@testable import MinigrafKit

struct GraphStoreCrashTests {
    private static func fact(_ number: Int64) -> Fact {
        Fact(
            entity: EntityID(keyword: ":e\(number % 3)"), attribute: ":n", value: .int(number), validFrom: 0,
            validTo: .max, isAssertion: true)
    }

    /// Writes eight transactions, with checkpoints between and a reopening; returns the last that was acknowledged.
    private static func script(_ files: InMemoryFileSystem) -> Int64 {
        var acknowledged: Int64 = 0
        do throws(MiniGrafError) {
            for round in 0..<2 {
                var (store, table) = try GraphStore.open(path: "/db.graph", options: OpenOptions(), files: files)
                for step in 0..<4 {
                    let count = table.lastTxCount + 1
                    let facts = [fact(count), fact(count + 100)].map { fact in
                        NumberedFact(
                            entity: table.values.intern(.ref(fact.entity)),
                            attribute: table.values.intern(.keyword(fact.attribute)),
                            object: table.values.intern(fact.value),
                            window: FactWriter.Window(from: fact.validFrom, to: fact.validTo),
                            isAssertion: fact.isAssertion)
                    }
                    try store.append(
                        try WriteAheadFile.encode(facts, values: table.values, txCount: count, txID: count))
                    acknowledged = count
                    table.append(facts, txCount: count, txID: count)
                    if step == 1 + round { try store.checkpoint(table: table, withTrees: round == 0) }
                }
                store.close(table: table)
            }
        } catch {
            return acknowledged
        }
        return acknowledged
    }

    @Test(
        "Whatever operation fails, every acknowledged transaction is there after it, and none is half there",
        arguments: [true, false], [true, false])
    func crash(tearingWrites: Bool, losingUnsynced: Bool) throws {
        let whole = InMemoryFileSystem()
        #expect(Self.script(whole) == 8)
        for operation in 1...whole.operationCount {
            let files = InMemoryFileSystem()
            files.fail(at: operation, tearingWrites: tearingWrites)
            let acknowledged = Self.script(files)
            let survivors = files.afterCrash(losingUnsynced: losingUnsynced)
            let (_, table) = try GraphStore.open(path: "/db.graph", options: OpenOptions(), files: survivors)
            let last = table.lastTxCount
            #expect(last >= acknowledged && last <= acknowledged + 1, "operation \(operation)")
            #expect(table.versionCount == Int(last) * 2, "operation \(operation)")
            for (version, expected) in zip(0..<table.versionCount, (1...max(1, last)).flatMap { [$0, $0 + 100] }) {
                #expect(table.stored(version).fact == Self.fact(expected))
            }
        }
    }

    @Test("A file cut at any length, or with any byte turned, is read or refused and never traps")
    func damage() throws {
        let files = InMemoryFileSystem()
        _ = Self.script(files)
        let bytes = try files.open("/db.graph", .read).read(at: 0, count: 1 << 20)
        func reopen(_ bytes: [UInt8]) throws {
            let damaged = InMemoryFileSystem()
            try damaged.open("/db.graph", .create).write(bytes, at: 0)
            do throws(MiniGrafError) {
                _ = try GraphStore.open(path: "/db.graph", options: OpenOptions(), files: damaged)
            } catch {
                #expect(error.message.hasPrefix("["))
            }
        }
        for count in stride(from: 0, to: bytes.count, by: 61) { try reopen(Array(bytes.prefix(count))) }
        let places = Array(0..<96) + Array(4096..<4200) + Array(8000..<8192)
        for place in places where place < bytes.count {
            var changed = bytes
            changed[place] ^= 0xFF
            try reopen(changed)
        }
    }
}
