import Durability
import Relate
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a store on disk costs: commits, checkpoints, and many of both. Times are those of a clock on the wall, since they
/// wait for a disk; ratios within a run are what counts.
enum StoreBenchmark {
    static func run(_ words: [String]) {
        do {
            switch (words.first, words.count) {
            case ("commits", 2): try commits(in: words[1])
            case ("checkpoint", 2): try checkpoint(of: words[1])
            case ("million", 2...3): try million(in: words[1], count: words.count > 2 ? Int(words[2]) ?? 0 : 1_000_000)
            default: print("usage: relate-bench store commits FOLDER | checkpoint STORE | million FOLDER [COUNT]")
            }
        } catch {
            print("failed: \(error)")
        }
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static let create = "CREATE (:Person {id: $id, name: 'New', age: 34, city: 'City New'})"

    // MARK: Commits

    /// Commits a second of one connection and of eight, and of a bare file, taking turns.
    private static func commits(in folder: String) throws {
        let database = try Database(path: folder + "/commits.rl")
        let next = Atomic<Int64>(0)
        var rates: [String: [Double]] = [:]
        for _ in 0..<7 {
            rates["append and fdatasync", default: []].append(try appends(to: folder + "/raw", count: 400))
            for connections in [1, 8] {
                let each = 400 / connections * (connections == 1 ? 1 : 4)
                let start = seconds()
                try inParallel(connections) { _ in
                    let connection = try database.connect()
                    for _ in 0..<each {
                        let id = next.add(1, ordering: .relaxed).newValue
                        try connection.query(create, ["id": .int(id)])
                    }
                }
                rates["\(connections) connections", default: []].append(
                    Double(connections * each) / (seconds() - start))
            }
        }
        for (name, rate) in rates.sorted(by: { $0.key < $1.key }) {
            report("\(name), the median of \(rate.count) rounds", rate.sorted()[rate.count / 2], "a second")
        }
        let ratios = { (over: String, under: String) -> Double in
            let pairs = zip(rates[over] ?? [], rates[under] ?? []).map { $0 / $1 }.sorted()
            return pairs.isEmpty ? 0 : pairs[pairs.count / 2]
        }
        report("one connection to the bare file", ratios("1 connections", "append and fdatasync"), "times")
        report("eight connections to one", ratios("8 connections", "1 connections"), "times")
    }

    private static func appends(to path: String, count: Int) throws -> Double {
        let file = try POSIXFileSystem().open(path, .create)
        try file.write([UInt8](repeating: 0, count: 512 * (count + 1)), at: 0)
        try file.sync()
        let block = [UInt8](repeating: 1, count: 512)
        let start = seconds()
        for index in 0..<count {
            try file.write(block, at: index * 512)
            try file.sync()
        }
        return Double(count) / (seconds() - start)
    }

    private static func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let problem = Mutex<String?>(nil)
        let threads = (0..<count).compactMap { index in
            BackgroundThread {
                do { try body(index) } catch { problem.withLock { $0 = "\(error)" } }
            }
        }
        for thread in threads { thread.join() }
        if let problem = problem.withLock({ $0 }) { throw Failure(text: problem) }
    }

    private struct Failure: Error {
        var text: String
    }

    // MARK: Checkpoints

    /// How long calls took, in milliseconds, by their names and by whether a checkpoint was being written.
    private final class Latencies: Sendable {
        private let taken = Mutex<[String: [Double]]>([:])

        func note(_ name: String, _ ms: Double) { taken.withLock { $0[name, default: []].append(ms) } }

        func tell() {
            for (name, taken) in taken.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
                let sorted = taken.sorted()
                report("\(name), the median of \(sorted.count)", sorted[sorted.count / 2], "ms")
                report("\(name), 99 of 100 within", sorted[sorted.count * 99 / 100], "ms")
                report("\(name), the slowest", sorted[sorted.count - 1], "ms")
            }
        }
    }

    /// Writes checkpoints of a store while one connection commits and another reads, again and again.
    private static func checkpoint(of path: String) throws {
        let database = try Database(path: path)
        try database.connect().query(create, ["id": .int(-1)])
        try database.checkpoint()
        let latencies = Latencies()
        let isOver = Atomic(false)
        let isWriting = Atomic(false)
        func watch(_ name: String, _ body: @escaping @Sendable (Connection, Int64) throws -> Void)
            -> BackgroundThread?
        {
            BackgroundThread {
                guard let connection = try? database.connect() else { return }
                var number: Int64 = 0
                while !isOver.load(ordering: .acquiring) {
                    let wasWriting = isWriting.load(ordering: .acquiring)
                    let start = seconds()
                    try? body(connection, number)
                    let took = (seconds() - start) * 1000
                    let isDuring = wasWriting || isWriting.load(ordering: .acquiring)
                    latencies.note("\(name) \(isDuring ? "during" : "without") a checkpoint", took)
                    // So that it does not keep a processor from the others.
                    usleep(200)
                    number += 1
                }
            }
        }
        let threads = [
            watch("a commit") { try $0.query(create, ["id": .int($1)]) },
            watch("a read") { try $0.query("MATCH (n:Person {id: $id}) RETURN n.age", ["id": .int($1)]) },
        ]
        for _ in 0..<5 {
            pause(ms: 500)
            isWriting.store(true, ordering: .releasing)
            let start = seconds()
            try database.checkpoint()
            report("a checkpoint", (seconds() - start) * 1000, "ms")
            isWriting.store(false, ordering: .releasing)
        }
        isOver.store(true, ordering: .releasing)
        for thread in threads { thread?.join() }
        latencies.tell()
    }

    private static func pause(ms: Int) { usleep(UInt32(ms * 1000)) }

    // MARK: Many commits

    /// Commits one by one; says the rate and memory of every tenth, and what is on disk. One reader keeps its snapshot.
    private static func million(in folder: String, count: Int) throws {
        let path = folder + "/million"
        let database = try Database(path: path)
        let connection = try database.connect()
        try connection.query("CREATE INDEX FOR (n:Person) ON (n.id)")
        try connection.query("UNWIND range(1, 100000) AS i CREATE (:Counter {id: i, n: 0})")
        let reader = try database.connect()
        try reader.begin()
        try reader.query("MATCH (n) RETURN count(n)")
        let part = max(1, count / 10)
        for index in 0..<10 {
            let start = seconds()
            for number in 0..<part {
                let id = Int64(index * part + number)
                if number % 2 == 0 {
                    try connection.query(create, ["id": .int(id)])
                } else {
                    try connection.query("MATCH (n:Counter {id: $id}) SET n.n = n.n + 1", ["id": .int(id % 100 + 1)])
                }
            }
            report("commits \(index * part) to \((index + 1) * part)", Double(part) / (seconds() - start), "a second")
            let files = POSIXFileSystem()
            let names = try files.names(in: path)
            var byteCount = 0
            for name in names { byteCount += try files.open(path + "/" + name, .read).size() }
            report("  resident memory", Double(Stopwatch.residentBytes()) / 1e6, "MB")
            report("  \(names.count) files", Double(byteCount) / 1e6, "MB")
        }
        try reader.rollback()
    }
}
