import Foundation
import MinigrafKit
import Testing

/// `queryMemoryLimit`: what a query holds counts, what it answers does not.
struct MemoryLimitTests {
    private static func withDatabase(limit: Int64?, _ body: (MiniGrafDb) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("limit-\(UUID().uuidString).graph")
            .path
        defer { for end in ["", ".wal"] { try? FileManager.default.removeItem(atPath: path + end) } }
        do {
            let database = try MiniGrafDb.open(path: path)
            for start in stride(from: 0, to: 2000, by: 500) {
                let facts = (start..<(start + 500)).map {
                    "[:e\($0) :n \($0)] [:e\($0) :group \($0 % 7)] [:e\($0) :next :e\($0 + 1)]"
                }
                _ = try database.execute(
                    datalog: "(transact {:valid-from \"2020-01-01\"} [\(facts.joined(separator: " "))])")
            }
        }
        try body(try MiniGrafDb.openWithOptions(path: path, options: OpenOptions(queryMemoryLimit: limit)))
    }

    private static let holding = [
        // Rows between two clauses.
        "(query [:find (count ?a) :where [?a :n ?n] [?a :next ?b]])",
        "(query [:find (count ?b) :where [?a :group ?g] [?b :group ?g]])",
        "(query [:find (count-distinct ?n) :where [?e :n ?n]])",
        "(query [:find ?n (count ?e) :where [?e :n ?n]])",
        "(query [:find (sum ?n :over (:order-by ?n)) :where [?e :n ?n]])",
        "(query [:find ?e :where [?e :n ?n] (not [?e :group 3])])",
        "(query [:find ?e :where (or [?e :group 1] [?e :n 5])])",
        "(query [:find (count ?y) :where (reach ?x ?y)])",
    ]

    @Test("A query that would hold more than the limit ends with QRY-012, and the next one runs", arguments: holding)
    func limit(query: String) throws {
        try Self.withDatabase(limit: 2048) { database in
            _ = try database.execute(datalog: "(rule [(reach ?x ?y) [?x :next ?y]])")
            let error = #expect(throws: MiniGrafError.self) { try database.execute(datalog: query) }
            guard case .Query(let message)? = error else {
                Issue.record("\(query): \(String(describing: error))")
                return
            }
            #expect(message.hasPrefix("[QRY-012] "))
            let small = try database.execute(datalog: "(query [:find ?n :where [:e5 :n ?n]])")
            #expect(small == #"{"results":[[5]],"variables":["?n"]}"#)
        }
    }

    @Test("Without a limit, or with the largest, the same queries run", arguments: [nil, Int64.max] as [Int64?])
    func noLimit(limit: Int64?) throws {
        try Self.withDatabase(limit: limit) { database in
            _ = try database.execute(datalog: "(rule [(reach ?x ?y) [?x :next ?y]])")
            for query in Self.holding { #expect(try database.execute(datalog: query).hasPrefix("{\"results\":")) }
        }
    }

    @Test("Rows of an answer do not count, however many")
    func answer() throws {
        try Self.withDatabase(limit: 2048) { database in
            var count = 0
            try database.query(datalog: "(query [:find ?e ?n :where [?e :n ?n]])").forEachBatch(size: 100) { batch in
                count += try (JSONSerialization.jsonObject(with: Data(batch.utf8)) as? [Any])?.count ?? 0
            }
            #expect(count == 2000)
        }
    }
}

/// The orders and the window of a fact log change how it is read, never what is read.
struct FactLogOrderTests {
    @Test("Each order and window gives every record, transactions ascending")
    func orders() throws {
        let database = try MiniGrafDb.openInMemory()
        for number in 0..<20 {
            _ = try database.execute(
                datalog: "(transact [[:e\(number % 3) :n \(number)] [:e\(number % 5) :m \(number)]])")
        }
        _ = try database.execute(datalog: "(retract [[:e0 :n 0]])")
        for order in [nil, .tx, .storage] as [FactOrder?] {
            for window in [nil, 0, 1, 7, Int64.max] as [Int64?] {
                let log = try database.factLog(filter: FactFilter(order: order, window: window))
                var records: [FactRecord] = []
                try log.forEachRecord(batchSize: 3) { records.append($0) }
                #expect(records.count == 41)
                #expect(zip(records, records.dropFirst()).allSatisfy { $0.txCount <= $1.txCount })
                #expect(records.last?.asserted == false)
                log.close()
            }
        }
        #expect(throws: MiniGrafError.self) { try database.factLog(filter: FactFilter(window: -1)) }
    }
}
