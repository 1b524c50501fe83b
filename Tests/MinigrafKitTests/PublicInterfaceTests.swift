import Foundation
import MinigrafKit
import Synchronization
import TestSupport
import Testing

/// The interface member by member, as a caller sees it.
struct PublicInterfaceTests {
    /// The code of the error that `body` throws; empty where it throws none.
    private static func code(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch let error as MiniGrafError {
            return String(error.message.dropFirst().prefix { $0 != "]" })
        } catch {
            return "\(error)"
        }
    }

    private static func people() throws -> MiniGrafDb {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: """
                (transact {:valid-from "2020-01-01"}
                  [[:ada :name "Ada"] [:ada :age 36] [:bob :name "Bob"] [:bob :age 17] [:bob :boss :ada] [:cy :age 36]])
                """)
        return database
    }

    private static func inFolder(_ body: (_ path: String) throws -> Void) throws {
        let folder = try TemporaryDirectory()
        try body(folder.path + "/a.graph")
    }

    private static let ages = "(query [:find ?a :where [?e :age ?a]])"

    // MARK: database

    @Test func `commands answer as JSON, and each error has its kind`() throws {
        let database = try Self.people()
        #expect(try database.execute(datalog: "(rule [(old ?x) [?x :age ?a] [(> ?a 30)]])") == "{\"ok\":true}")
        #expect(try database.execute(datalog: "(transact [])").hasPrefix("{\"transacted\":1"))
        #expect(try database.execute(datalog: "(retract [[:cy :age 36]])").hasPrefix("{\"retracted\":1"))
        #expect(
            try database.execute(datalog: "(query [:find (count ?e) :where (old ?e)])")
                == "{\"results\":[[1]],\"variables\":[\"(count ?e)\"]}")
        #expect(try database.currentTxCount() == 3)
        try database.checkpoint()
        func kind(_ text: String) -> String {
            do {
                _ = try database.execute(datalog: text)
                return ""
            } catch MiniGrafError.Parse(let msg) { return "Parse \(msg.prefix(9))" } catch MiniGrafError.Query(let msg)
            {
                return "Query \(msg.prefix(9))"
            } catch MiniGrafError.Storage(let msg) { return "Storage \(msg.prefix(9))" } catch MiniGrafError.Api(
                let msg)
            {
                return "Api \(msg.prefix(9))"
            } catch MiniGrafError.Other(let msg) { return "Other \(msg.prefix(9))" } catch { return "\(error)" }
        }
        #expect(kind("(select)") == "Parse [PRS-011]")
        #expect(kind("(query [:find ?a :where [?e :age ?a] [(odd? ?a)]])") == "Query [QRY-007]")
        #expect(kind("(query [:find ?a :where [?e :age $a]])") == "Api [API-010]")
        #expect(kind("(transact [[5 :age 1]])") == "Other [INT-002]")
        #expect(Self.code { _ = try database.query(datalog: "(transact [])") } == "API-012")
        #expect(Self.code { _ = try database.query(datalog: "(query [:find ?a :where [$e :age ?a]])") } == "API-010")
    }

    @Test func `a file is one writer's or any number of readers', and keeps what was written`() throws {
        try Self.inFolder { path in
            #expect(
                Self.code { _ = try MiniGrafDb.openWithOptions(path: path, options: OpenOptions(readOnly: true)) }
                    == "STG-042")
            var database: MiniGrafDb? = try MiniGrafDb.open(path: path)
            _ = try database?.execute(datalog: "(transact [[:a :n 1]])")
            #expect(Self.code { _ = try MiniGrafDb.open(path: path) } == "STG-025")
            #expect(
                Self.code { _ = try MiniGrafDb.openWithOptions(path: path, options: OpenOptions(readOnly: true)) }
                    == "STG-025")
            database = nil
            let options = OpenOptions(readOnly: true, pageCacheSize: 4096)
            let first = try MiniGrafDb.openWithOptions(path: path, options: options)
            let second = try MiniGrafDb.openWithOptions(path: path, options: options)
            for reader in [first, second] {
                #expect(try reader.execute(datalog: "(query [:find ?n :where [_ :n ?n]])").contains("[[1]]"))
                for text in ["(transact [[:a :n 2]])", "(transact [])", "(retract [[:a :n 1]])"] {
                    #expect(Self.code { _ = try reader.execute(datalog: text) } == "API-014")
                }
                #expect(Self.code { try reader.checkpoint() } == "API-014")
                #expect(try reader.execute(datalog: "(rule [(r ?x) [?x :n 1]])") == "{\"ok\":true}")
            }
        }
    }

    @Test func `options bound rules, memory and the log`() throws {
        try Self.inFolder { path in
            let options = OpenOptions(
                walCheckpointThreshold: 2, maxDerivedFacts: 3, maxResults: 100, synchronous: .normal,
                queryMemoryLimit: 12_000)
            let database = try MiniGrafDb.openWithOptions(path: path, options: options)
            let facts = (0..<200).map { "[:e\($0) :to :e\($0 + 1)]" }.joined(separator: " ")
            _ = try database.execute(datalog: "(transact [\(facts)])")
            #expect(FileManager.default.fileExists(atPath: path + ".wal"))
            _ = try database.execute(datalog: "(transact [[:a :n 1]])")
            #expect(!FileManager.default.fileExists(atPath: path + ".wal"))
            _ = try database.execute(datalog: "(rule [(next ?x ?y) [?x :to ?y]])")
            #expect(
                Self.code { _ = try database.execute(datalog: "(query [:find ?x :where (next ?x ?y)])") } == "INT-020")
            let join = "(query [:find ?x ?w :where [?x :to ?y] [?z :to ?w] [(!= ?y ?z)]])"
            #expect(Self.code { _ = try database.execute(datalog: join) } == "QRY-012")
            #expect(Self.code { _ = try database.query(datalog: join) } == "QRY-012")
            // What it held is free again.
            #expect(try database.execute(datalog: "(query [:find ?n :where [_ :n ?n]])").contains("[[1]]"))
        }
        #expect(walCheckpointNever == .max && validTimeForever == .max)
    }

    // MARK: cursors and the fact log

    @Test func `a cursor's answer is fixed when it opens, and comes in batches`() throws {
        let database = try Self.people()
        let cursor = try database.query(datalog: Self.ages)
        _ = try database.execute(datalog: "(transact [[:dan :age 5]])")
        #expect(cursor.vars() == ["?a"])
        #expect(Self.code { _ = try cursor.nextBatch(maxRows: -1) } == "API-017")
        let first = try #require(try cursor.nextBatch(maxRows: 0))
        #expect(first.hasPrefix("[[") && first.split(separator: "]").count == 1)
        var batches: [String] = []
        try cursor.forEachBatch(size: 1) { batches.append($0) }
        #expect(batches.count == 2)
        #expect(try cursor.nextBatch(maxRows: 5) == nil)
        let closed = try database.query(datalog: Self.ages)
        closed.close()
        closed.close()
        #expect(try closed.nextBatch(maxRows: 5) == nil)
        #expect(try database.query(datalog: "(query [:find ?a :where [?e :none ?a]])").nextBatch(maxRows: 1) == nil)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try database.query(datalog: Self.ages).forEachBatch { _ in throw Stop() } }
    }

    @Test func `the fact log shows every version that passes the filter, and checkpoints wait for it`() throws {
        try Self.inFolder { path in
            let database = try MiniGrafDb.open(path: path)
            _ = try database.execute(
                datalog: "(transact {:valid-from \"2020-01-01\"} [[:a :n/x 1] [:a :m/y 2] [:b :n/x 3]])")
            _ = try database.execute(datalog: "(retract [[:a :n/x 1]])")
            func log(_ filter: FactFilter) throws -> [String] {
                var found: [String] = []
                try database.factLog(filter: filter).forEachRecord(batchSize: 2) { record in
                    found.append("\(record.txCount)\(record.asserted ? "+" : "-")\(record.attribute)")
                }
                return found.sorted()
            }
            let ada = "ddac7794-6537-5d40-a911-e7998b77f717"
            #expect(try log(FactFilter()) == ["1+:m/y", "1+:n/x", "1+:n/x", "2-:n/x"])
            #expect(try log(FactFilter(attributes: [":m/y"])) == ["1+:m/y"])
            #expect(try log(FactFilter(attributes: [":m/y"], attributePrefixes: [":n/"])).count == 4)
            #expect(try log(FactFilter(entities: [ada], txFrom: 2)) == ["2-:n/x"])
            #expect(try log(FactFilter(entities: [])) == [])
            #expect(try log(FactFilter(txTo: 1, order: .storage)).count == 3)
            #expect(Self.code { _ = try database.factLog(filter: FactFilter(entities: ["ada"])) } == "API-017")
            let open = try database.factLog(filter: FactFilter())
            #expect(Self.code { try database.checkpoint() } == "API-013")
            #expect(Self.code { _ = try open.nextBatch(maxRecords: -1) } == "API-017")
            let record = try #require(try open.nextBatch(maxRecords: 1)?.first)
            #expect(record.entity == ada && record.value == .int64(value: 1) && record.validTo == validTimeForever)
            #expect(record.validFrom == 1_577_836_800_000 && record.txId > record.validFrom)
            open.close()
            #expect(try open.nextBatch(maxRecords: 1) == nil)
            try database.checkpoint()
        }
    }

    // MARK: the log writer

    @Test func `a log written again record by record is the same database`() throws {
        try Self.inFolder { path in
            let source = try Self.people()
            _ = try source.execute(datalog: "(retract [[:cy :age 36]])")
            _ = try source.execute(datalog: "(transact [])")
            let writer = try MiniGrafLogWriter.create(path: path, options: OpenOptions())
            #expect(writer.isOpen() && !FileManager.default.fileExists(atPath: path))
            var records: [FactRecord] = []
            try source.factLog(filter: FactFilter()).forEachRecord { records.append($0) }
            try writer.append(record: records[0])
            try writer.append(record: records[0])
            try writer.appendBatch(records: Array(records.dropFirst()))
            #expect(try writer.txCount() == 2)
            try writer.advanceTxCount(txCount: try source.currentTxCount())
            try writer.finish()
            #expect(!writer.isOpen() && Self.code { try writer.finish() } == "API-018")
            #expect(Self.code { try writer.append(record: records[0]) } == "API-018")
            let copy = try MiniGrafDb.open(path: path)
            var copied: [FactRecord] = []
            try copy.factLog(filter: FactFilter()).forEachRecord { copied.append($0) }
            #expect(copied == records)
            #expect(try copy.currentTxCount() == 3)
            #expect(Self.code { _ = try MiniGrafLogWriter.create(path: path, options: OpenOptions()) } == "STG-043")
        }
    }

    @Test func `the log writer refuses what no database would have written`() throws {
        try Self.inFolder { path in
            let writer = try MiniGrafLogWriter.create(path: path, options: OpenOptions())
            let id = "ddac7794-6537-5d40-a911-e7998b77f717"
            func record(
                _ count: Int64, _ tx: Int64 = 9, value: Int64 = 1, from: Int64 = 0, to: Int64 = .max,
                _ asserted: Bool = true
            )
                -> FactRecord
            {
                FactRecord(
                    entity: id, attribute: ":n", value: .int64(value: value), txCount: count, txId: tx, validFrom: from,
                    validTo: to, asserted: asserted)
            }
            #expect(Self.code { try writer.append(record: record(0)) } == "API-015")
            try writer.append(record: record(5))
            #expect(Self.code { try writer.append(record: record(4)) } == "API-015")
            #expect(Self.code { try writer.append(record: record(5, 10, value: 2)) } == "API-016")
            #expect(Self.code { try writer.append(record: record(5, value: 2, from: 3, to: 3)) } == "API-019")
            #expect(Self.code { try writer.append(record: record(5, from: 3, false)) } == "API-020")
            #expect(Self.code { try writer.append(record: record(5, from: 3)) } == "API-011")
            var strange = record(6)
            strange.entity = "ada"
            #expect(Self.code { try writer.append(record: strange) } == "API-017")
            #expect(Self.code { try writer.advanceTxCount(txCount: 4) } == "API-015")
            #expect(
                throws: MiniGrafError.Api(
                    msg: "[API-015] tx_count 2 is out of order: the log writer is at 6, and a "
                        + "record must open a later transaction or join the open one (batch index 1)")
            ) {
                try writer.appendBatch(records: [record(6), record(2), record(7)])
            }
            #expect(try writer.txCount() == 6)
            writer.close()
            writer.close()
            #expect(Self.code { _ = try writer.txCount() } == "API-018")
            let left = try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
            #expect(left.isEmpty)
            let readOnly = OpenOptions(readOnly: true)
            #expect(Self.code { _ = try MiniGrafLogWriter.create(path: path, options: readOnly) } == "API-014")
        }
    }

    // MARK: prepared queries

    @Test func `slots take plain values, and those of other kinds by name`() throws {
        let database = try Self.people()
        let query = try database.prepare(datalog: "(query [:find ?e :where [?e :p $v]])")
        let id = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        let bound: [(any MinigrafBindable, String)] = [
            (true, "true"), (7, "7"), (Int32(7), "7"), (Int64(7), "7"), (2.5, "2.5"), (Float(2.5), "2.5"),
            ("x", "\"x\""),
            (Int?.none, "nil"), (id, "#uuid \"\(id)\""), (MiniGrafValue.keyword(value: ":k"), ":k"),
            (MiniGrafValue.float64(value: 7), "7.0"), (MiniGrafValue.null, "nil"),
            (MiniGrafBindValue.value(.bool(value: false)), "false"), (Set([1, 2]), "#{1 2}"),
            (Set<MiniGrafValue>([.keyword(value: ":k"), .int64(value: 1)]), "#{:k 1}"),
            (Set([id]), "#{#uuid \"\(id)\"}"),
        ]
        for (value, text) in bound {
            let entity = ":e\(text.hashValue.magnitude)"
            _ = try database.execute(datalog: "(transact [[\(entity) :p \(text)]])")
            #expect(try query.execute(["v": value, "other": 1]).contains("[[\""), "\(text)")
            _ = try database.execute(datalog: "(retract [[\(entity) :p \(text)]])")
            #expect(try query.execute(["v": value]).contains("\"results\":[]"), "\(text)")
        }
        let members = try database.prepare(
            datalog: "(query [:find ?n :where [?e :age ?a] [?e :name ?n] [(in? ?a $ages)]])")
        #expect(try members.execute(["ages": Set([36, 40])]).contains("[[\"Ada\"]]"))
        #expect(try members.query(["ages": Set([1])]).nextBatch(maxRows: 1) == nil)
        let nested = Set<MiniGrafValue>([.set(value: [.int64(value: 1)])])
        #expect(Self.code { _ = try members.execute(["ages": nested]) } == "API-021")
    }

    @Test func `slots stand for entities and times, and bad bindings are refused`() throws {
        let database = try Self.people()
        _ = try database.execute(datalog: "(retract [[:ada :age 36]])")
        let query = try database.prepare(datalog: "(query [:find ?a :as-of $tx :valid-at $at :where [$who :age ?a]])")
        let ada = MiniGrafBindValue.entity("c9d8ec8c-9ac7-5ed9-91b3-32ca9bfba02c")
        let id = try database.execute(datalog: "(query [:find ?e :where [?e :name \"Ada\"]])")
        let text = String(id.dropFirst("{\"results\":[[\"".count).prefix(36))
        #expect(UUID(uuidString: text) != nil)
        let who = MiniGrafBindValue.entity(text)
        func ages(_ tx: MiniGrafBindValue, _ at: MiniGrafBindValue, _ who: any MinigrafBindable) throws -> String {
            try query.execute(["tx": tx, "at": at, "who": who])
        }
        #expect(try ages(.txCount(1), .anyValidTime, who).contains("[[36]]"))
        #expect(try ages(.txCount(2), .anyValidTime, who).contains("[]"))
        #expect(try ages(.txCount(1), .timestamp(0), who).contains("[]"))
        #expect(
            try ages(.timestamp(.max), .timestamp(1_700_000_000_000), try #require(UUID(uuidString: text))).contains(
                "[]"))
        #expect(try ages(.txCount(1), .anyValidTime, ada).contains("[]"))
        #expect(Self.code { _ = try query.execute(["tx": MiniGrafBindValue.txCount(1), "who": who]) } == "API-022")
        #expect(Self.code { _ = try ages(.txCount(1), .anyValidTime, 5) } == "API-024")
        #expect(Self.code { _ = try ages(.anyValidTime, .anyValidTime, who) } == "API-024")
        #expect(Self.code { _ = try ages(.txCount(1), .txCount(1), who) } == "API-024")
        #expect(Self.code { _ = try ages(.txCount(-1), .anyValidTime, who) } == "API-017")
        #expect(Self.code { _ = try ages(.txCount(1), .anyValidTime, MiniGrafBindValue.entity("ada")) } == "API-017")
        #expect(Self.code { _ = try database.prepare(datalog: "(query [:find ?e :where [?e $a 1]])") } == "API-023")
        for (text, code) in [
            ("(transact [])", "API-005"), ("(retract [])", "API-006"), ("(rule [(r ?x) [?x :n 1]])", "API-007"),
        ] {
            #expect(Self.code { _ = try database.prepare(datalog: text) } == code)
        }
    }

    @Test func `cursors, logs and prepared queries keep their database open`() throws {
        try Self.inFolder { path in
            func held(_ make: (MiniGrafDb) throws -> AnyObject) throws -> AnyObject {
                let database = try MiniGrafDb.open(path: path)
                _ = try database.execute(datalog: "(transact [[:a :n 1]])")
                return try make(database)
            }
            let makers: [(MiniGrafDb) throws -> AnyObject] = [
                { try $0.query(datalog: "(query [:find ?n :where [_ :n ?n]])") },
                { try $0.factLog(filter: FactFilter()) },
                { try $0.prepare(datalog: "(query [:find ?n :where [_ :n ?n]])") },
            ]
            for make in makers {
                var holder: AnyObject? = try held(make)
                #expect(Self.code { _ = try MiniGrafDb.open(path: path) } == "STG-025")
                if let prepared = holder as? MiniGrafPreparedQuery {
                    #expect(try prepared.execute().contains("[[1]"))
                }
                holder = nil
                #expect(Self.code { _ = try MiniGrafDb.open(path: path) } == "")
            }
        }
    }

    // MARK: user functions

    private final class Test1: MiniGrafPredicate {
        let body: @Sendable (MiniGrafValue) throws -> Bool
        init(_ body: @escaping @Sendable (MiniGrafValue) throws -> Bool) { self.body = body }
        func test(value: MiniGrafValue) throws -> Bool { try body(value) }
    }

    private final class Counting: MiniGrafAggregate, @unchecked Sendable {
        let made = Atomic<Int>(0)
        final class Accumulator: MiniGrafAccumulator, @unchecked Sendable {
            var total: Int64 = 0
            func step(value: MiniGrafValue) throws { if case .int64(let number) = value { total += number } }
            func finish(count: Int64) throws -> MiniGrafValue { .text(value: "\(total) of \(count)") }
        }
        func accumulator() throws -> any MiniGrafAccumulator {
            made.add(1, ordering: .relaxed)
            return Accumulator()
        }
    }

    private struct Multiline: Error, CustomStringConvertible {
        var description: String { "first line\nsecond" }
    }

    @Test func `a failing function stops the query with its first line, and names are taken once`() throws {
        let database = try Self.people()
        try database.registerPredicate(
            name: "fails?", predicate: Test1 { _ in throw MiniGrafUdfError.Failed(msg: "no age") })
        try database.registerPredicate(name: "breaks?", predicate: Test1 { _ in throw Multiline() })
        for (name, text) in [("fails?", "no age"), ("breaks?", "first line")] {
            let query = "(query [:find ?e :where [?e :age ?a] [(\(name) ?a)]])"
            do {
                _ = try database.execute(datalog: query)
                Issue.record("it passed")
            } catch MiniGrafError.Query(let msg) {
                #expect(msg.hasPrefix("[QRY-014]") && msg.hasSuffix(text))
            }
            #expect(Self.code { _ = try database.query(datalog: query) } == "QRY-014")
            // None is called where no row comes.
            #expect(Self.code { _ = try database.execute(datalog: query.replacing(":age", with: ":none")) } == "")
        }
        let counting = Counting()
        try database.registerAggregate(name: "fails?", aggregate: counting)
        #expect(Self.code { try database.registerAggregate(name: "fails?", aggregate: counting) } == "INT-040")
        #expect(
            Self.code { try database.registerPredicate(name: "fails?", predicate: Test1 { _ in true }) } == "INT-040")
        for name in ["sum", "count-distinct", "avg", "rank"] {
            #expect(Self.code { try database.registerAggregate(name: name, aggregate: counting) } == "INT-040")
        }
        #expect(
            try database.execute(datalog: "(query [:find (fails? ?a) :where [?e :age ?a]])").contains("89 of 3"))
        #expect(counting.made.load(ordering: .relaxed) == 1)
        _ = try database.execute(
            datalog: "(query [:find ?e (fails? ?a :over (:partition-by ?a :order-by ?a)) :where [?e :age ?a]])")
        #expect(counting.made.load(ordering: .relaxed) == 3)
        #expect(
            Self.code { _ = try database.execute(datalog: "(query [:find (mode ?a) :where [?e :none ?a]])") }
                == "QRY-010")
        #expect(
            Self.code {
                _ = try database.execute(
                    datalog: "(query [:find (ntile ?a :over (:order-by ?a)) :where [?e :none ?a]])")
            } == "QRY-011")
    }

    @Test func `a callback may ask, open cursors and register, on the caller's thread`() throws {
        let database = try Self.people()
        let calls = Atomic<Int>(0)
        let caller = Thread.current.description
        let isCaller = Mutex(true)
        try database.registerPredicate(
            name: "adult?",
            predicate: Test1 { [unowned database] value in
                let here = Thread.current.description
                isCaller.withLock { $0 = $0 && here == caller }
                let number = calls.add(1, ordering: .relaxed).newValue
                _ = try database.execute(datalog: Self.ages)
                _ = try database.query(datalog: Self.ages).nextBatch(maxRows: 1)
                _ = try database.execute(datalog: "(transact [[:log :call \(number)]])")
                try database.registerPredicate(name: "made\(number)?", predicate: Test1 { _ in true })
                guard case .int64(let age) = value else { throw MiniGrafUdfError.Failed(msg: "age is not an integer") }
                return age >= 18
            })
        let query = "(query [:find ?e :where [?e :age ?a] [(adult? ?a)]])"
        #expect(try database.execute(datalog: query).split(separator: "\",\"").count >= 1)
        let count = calls.load(ordering: .relaxed)
        #expect(count > 0 && isCaller.withLock { $0 })
        #expect(
            try database.execute(datalog: "(query [:find (count ?c) :where [:log :call ?c]])").contains("[[\(count)]]"))
        // A query sees the functions there were when it began; a prepared one, those at the beginning of each run.
        let prepared = try database.prepare(datalog: "(query [:find ?e :where [?e :age ?a] [(late? ?a)]])")
        #expect(Self.code { _ = try prepared.execute() } == "QRY-007")
        try database.registerPredicate(name: "late?", predicate: Test1 { _ in true })
        #expect(Self.code { _ = try prepared.execute() } == "")
    }

    @Test func `registered objects live as long as the database and what was opened from it`() throws {
        weak var predicate: Test1?
        var prepared: MiniGrafPreparedQuery?
        do {
            let database = try Self.people()
            let object = Test1 { _ in true }
            predicate = object
            try database.registerPredicate(name: "any?", predicate: object)
            prepared = try database.prepare(datalog: "(query [:find ?e :where [?e :age ?a] [(any? ?a)]])")
        }
        #expect(predicate != nil)
        #expect(try prepared?.execute() != nil)
        prepared = nil
        #expect(predicate == nil)
    }

    @Test func `readers and writers on many threads see whole transactions`() throws {
        let database = try MiniGrafDb.openInMemory()
        try database.registerPredicate(
            name: "positive?", predicate: Test1 { if case .int64(let n) = $0 { n > 0 } else { false } })
        let failures = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 6) { worker in
            for round in 1...60 {
                do {
                    if worker < 2 {
                        _ = try database.execute(
                            datalog:
                                "(transact [[:a :left \(worker * 100 + round)] [:a :right \(worker * 100 + round)]])")
                    } else {
                        let answer = try database.execute(
                            datalog: "(query [:find ?v :where [:a :left ?v] (not [:a :right ?v]) [(positive? ?v)]])")
                        if !answer.contains("\"results\":[]") { failures.add(1, ordering: .relaxed) }
                    }
                } catch {
                    failures.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
        #expect(try database.currentTxCount() == 120)
    }
}
