import MinigrafKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the Datalog store costs: facts of people with a name, an age, a department and a boss, four a person.
///
/// Prints one JSON object a line, `{"name":…,"seconds":…,"cpu":…}` by the wall's clock and the processor's, so that
/// `Scripts/compare-minigraf` can lay another store's figures beside them. Files are made in the folder named by `TMPDIR`.
enum DatalogBenchmark {
    /// - Parameter size: Facts; `nil` for 100,000.
    static func run(_ size: Int?) {
        let count = size ?? 100_000
        do {
            try insert(count, batch: 100)
            try insert(min(count, 10_000), batch: 1)
            try insertDurably(min(count, 10_000), batch: 100)
            try insertDurably(min(count, 1_000), batch: 1)
            try queries(count)
            try recursion()
            try scale(count)
        } catch {
            print("failed: \(error)")
        }
    }

    /// A clock in seconds; the processor's is that of all threads.
    static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private struct Cost {
        var wall = 0.0
        var cpu = 0.0
    }

    private static func show(_ name: String, _ cost: Cost, _ more: String = "") {
        print("{\"name\":\"\(name)\",\"seconds\":\(cost.wall),\"cpu\":\(cost.cpu)\(more)}")
    }

    private static func measure(_ body: () throws -> Void) rethrows -> Cost {
        let (start, cpu) = (now(), now(CLOCK_PROCESS_CPUTIME_ID))
        try body()
        return Cost(wall: now() - start, cpu: now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    }

    static func facts(_ count: Int) -> [String] {
        var facts: [String] = []
        facts.reserveCapacity(count + 3)
        for person in 0..<((count + 3) / 4) {
            facts.append("[:e\(person) :p/name \"name-\(person)\"]")
            facts.append("[:e\(person) :p/age \(person * 7 % 100)]")
            facts.append("[:e\(person) :p/dept :d\(person % 20)]")
            facts.append("[:e\(person) :p/boss :e\(person / 10)]")
        }
        return Array(facts.prefix(count))
    }

    /// The statements that write `facts`, `batch` of them each.
    private static func statements(_ facts: [String], batch: Int) -> [String] {
        stride(from: 0, to: facts.count, by: batch).map { start in
            "(transact {:valid-from \"2020-01-01\"} ["
                + facts[start..<min(facts.count, start + batch)].joined(separator: " ") + "])"
        }
    }

    private static func load(_ database: MiniGrafDb, _ facts: [String], batch: Int) throws {
        for statement in statements(facts, batch: batch) { _ = try database.execute(datalog: statement) }
    }

    private static func insert(_ count: Int, batch: Int) throws {
        let statements = statements(facts(count), batch: batch)
        let database = try MiniGrafDb.openInMemory()
        let cost = try measure { for text in statements { _ = try database.execute(datalog: text) } }
        show("insert_memory_\(count)_batch\(batch)", cost)
    }

    private static func withFile(_ body: (String) throws -> Void) throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let path = "\(folder)/relate-bench-\(getpid()).graph"
        defer { for end in ["", ".wal"] { unlink(path + end) } }
        try body(path)
    }

    private static func insertDurably(_ count: Int, batch: Int) throws {
        let statements = statements(facts(count), batch: batch)
        try withFile { path in
            let database = try MiniGrafDb.open(path: path)
            let cost = try measure { for text in statements { _ = try database.execute(datalog: text) } }
            show("insert_file_\(count)_batch\(batch)", cost)
        }
    }

    // MARK: queries

    private static func queries(_ count: Int) throws {
        let database = try MiniGrafDb.openInMemory()
        try load(database, facts(count), batch: 500)
        let people = max(1, count / 4)
        var seed: UInt64 = 7
        func person() -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % UInt64(people))
        }
        let queries: [(name: String, text: () -> String)] = [
            ("point_entity", { "(query [:find ?v :where [:e\(person()) :p/age ?v]])" }),
            ("entity_all_attributes", { "(query [:find ?a ?v :where [:e\(person()) ?a ?v]])" }),
            ("point_attribute_value", { "(query [:find ?e :where [?e :p/name \"name-\(person())\"]])" }),
            (
                "join_3_patterns",
                {
                    "(query [:find ?n ?a :where [?e :p/name \"name-\(person())\"] [?e :p/boss ?b] [?b :p/name ?n] "
                        + "[?b :p/age ?a]])"
                }
            ),
            ("join_3_wide", { "(query [:find ?n ?a :where [?e :p/dept :d7] [?e :p/age ?a] [?e :p/name ?n]])" }),
            ("as_of_point", { "(query [:find ?v :as-of 20 :where [:e\(person() % 500) :p/age ?v]])" }),
            (
                "valid_at_point",
                { "(query [:find ?v :valid-at \"2022-06-01\" :where [:e\(person()) :p/age ?v]])" }
            ),
            ("valid_at_scan", { "(query [:find (count ?e) :valid-at \"2022-06-01\" :where [?e :p/dept :d3]])" }),
            (
                "aggregate_group",
                { "(query [:find ?d (count ?e) (sum ?a) :where [?e :p/dept ?d] [?e :p/age ?a]])" }
            ),
            ("range_filter", { "(query [:find (count ?e) :where [?e :p/age ?a] [(>= ?a 90)]])" }),
        ]
        for query in queries {
            _ = try database.execute(datalog: query.text())
            var costs: [Cost] = []
            let end = now() + 0.3
            while costs.count < 3 || (now() < end && costs.count < 2000) {
                let text = query.text()
                costs.append(try measure { _ = try database.execute(datalog: text) })
            }
            let (walls, cpus) = (costs.map(\.wall).sorted(), costs.map(\.cpu).sorted())
            show("\(query.name)_\(count)", Cost(wall: walls[walls.count / 2], cpu: cpus[cpus.count / 2]))
        }
    }

    // MARK: rules

    private static func recursion() throws {
        for nodes in [100, 1000] {
            for isLeft in [false, true] {
                try reach(
                    "chain_\(nodes)_\(isLeft ? "left" : "right")", (0..<nodes).map { ($0, $0 + 1) }, isLeft: isLeft)
            }
        }
        var seed: UInt64 = 11
        func next() -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((seed >> 33) % 1000)
        }
        let edges = (0..<5000).map { _ in (next(), next()) }
        for isLeft in [false, true] { try reach("graph_1000_5000_\(isLeft ? "left" : "right")", edges, isLeft: isLeft) }
        try reach(
            "graph_1000_5000_all_pairs", edges, isLeft: false, query: "(query [:find (count ?y) :where (reach ?x ?y)])")
    }

    private static func reach(
        _ name: String, _ edges: [(Int, Int)], isLeft: Bool,
        query: String = "(query [:find ?y :where (reach :c0 ?y)])"
    ) throws {
        let database = try MiniGrafDb.openInMemory()
        try load(database, edges.map { "[:c\($0.0) :to :c\($0.1)]" }, batch: 100)
        _ = try database.execute(datalog: "(rule [(reach ?x ?y) [?x :to ?y]])")
        _ = try database.execute(
            datalog: isLeft
                ? "(rule [(reach ?x ?y) (reach ?x ?z) [?z :to ?y]])"
                : "(rule [(reach ?x ?y) [?x :to ?z] (reach ?z ?y)])")
        show(name, try measure { _ = try database.execute(datalog: query) })
    }

    // MARK: size

    /// A file of `count` facts: how large it is, how long it opens, and the memory it takes then.
    private static func scale(_ count: Int) throws {
        try withFile { path in
            do {
                let database = try MiniGrafDb.open(path: path)
                try load(database, facts(count), batch: 1000)
                show("checkpoint_\(count)", try measure { try database.checkpoint() })
            }
            var (opens, lookups): ([Cost], [Cost]) = ([], [])
            for _ in 0..<5 {
                var database: MiniGrafDb?
                opens.append(try measure { database = try MiniGrafDb.open(path: path) })
                lookups.append(
                    try measure {
                        _ = try database?.execute(datalog: "(query [:find ?v :where [:e5 :p/age ?v]])")
                    })
            }
            func least(_ costs: [Cost]) -> Cost {
                Cost(wall: costs.map(\.wall).min() ?? 0, cpu: costs.map(\.cpu).min() ?? 0)
            }
            show("open_file_\(count)", least(opens))
            show("first_lookup_\(count)", least(lookups))
        }
    }

    /// Opens a file and tells the memory of the process then, in bytes. In a process of its own, or it measures what came before.
    static func memory(ofFile path: String) {
        do {
            let before = Stopwatch.residentBytes()
            var database: MiniGrafDb?
            let cost = try measure { database = try MiniGrafDb.open(path: path) }
            let facts = try database?.execute(datalog: "(query [:find (count ?e) :where [?e :p/age ?a]])") ?? ""
            show("memory", cost, ",\"bytes\":\(Stopwatch.residentBytes() - before),\"answer\":\"\(facts.count)\"")
        } catch {
            print("failed: \(error)")
        }
    }

    /// Writes a file of `count` facts.
    static func write(_ count: Int, to path: String) {
        do {
            let database = try MiniGrafDb.open(path: path)
            try load(database, facts(count), batch: 1000)
            try database.checkpoint()
        } catch {
            print("failed: \(error)")
        }
    }
}
