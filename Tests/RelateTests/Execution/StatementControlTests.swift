import Relate
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Statements that would run for hours, stopped from another thread.
@Suite struct StatementControlTests {
    @Test(
        "a running statement stops when another thread interrupts it",
        arguments: [
            "UNWIND range(1, 1000000000) AS i RETURN count(i)",
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a = b RETURN max(a)",
            "MATCH (a), (b), (c), (d), (e) RETURN count(*)",
            "MATCH (a)-[*]-(b) RETURN count(*)",
            "UNWIND range(1, 1000000000) AS i RETURN i ORDER BY i % 7 LIMIT 3",
            "UNWIND range(1, 30000000) AS i RETURN toString(i) AS s ORDER BY s",
            "UNWIND range(1, 1000000000) AS i RETURN DISTINCT i",
            "UNWIND range(1, 1000000000) AS i WITH i % 1000003 AS k, count(*) AS c RETURN sum(c)",
            "UNWIND range(1, 1000000000) AS i RETURN percentileCont(i % 1000, 0.5)",
            "UNWIND range(1, 1000000000) AS i RETURN collect(i % 10)",
            "UNWIND range(1, 1000000000) AS i WITH i WHERE toString(i) =~ '(1+)+2' RETURN count(*)",
            "UNWIND [1, 2] AS i RETURN reduce(s = 0, x IN range(1, 30000000) | s + x)",
            "UNWIND [1, 2] AS i RETURN size([x IN range(1, 30000000) WHERE x % 2 = 0 | x * 2])",
            "UNWIND [1, 2] AS i RETURN all(x IN range(1, 30000000) WHERE x > 0)",
            "UNWIND range(1, 1000000) AS i RETURN max(size(range(1, 30000000)) + i)",
            "UNWIND [1, 2] AS i FOREACH (x IN range(1, 30000000) | CREATE (:X {x: x}))",
            "MATCH (a:N), (b:N) MATCH p = (a)-[:R*]-(b) RETURN max(length(p))",
            "MATCH (a:N)-[:R]-{1,20}(b) RETURN count(*)",
            "MATCH (a:N) ((x)-[:R]-(y)-[:R]-(z)){1,10} (b) RETURN count(x)",
        ])
    func interruption(_ statement: String) throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query(
            """
            UNWIND range(1, 60) AS i CREATE (:N {i: i}) WITH count(*) AS n
            MATCH (a:N), (b:N) WHERE (a.i + b.i) % 3 = 0 CREATE (a)-[:R]->(b)
            """)
        let control = StatementControl()
        let watcher = Watcher(control)
        watcher.start()
        let error = #expect(throws: RelateError.self) { try connection.query(statement, [:], control: control) }
        watcher.join()
        #expect(error?.engineError?.code == "Neo.ClientError.Transaction.Terminated")
        #expect(error?.engineError?.retryable == false)
        // The connection goes on.
        #expect(try connection.query("RETURN 1 AS one").scalar() == 1)
    }

    @Test("an interrupted write leaves nothing behind")
    func interruptedWrite() throws {
        let connection = try Database.inMemory().connect()
        let control = StatementControl()
        let watcher = Watcher(control)
        watcher.start()
        #expect(throws: RelateError.self) {
            try connection.query(
                "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000) AS b CREATE (:N {a: a, b: b})", [:],
                control: control)
        }
        watcher.join()
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 0)
    }
}

/// Waits until a statement has moved rows, then interrupts it.
private final class Watcher: @unchecked Sendable {
    private let control: StatementControl
    private var thread: pthread_t?

    init(_ control: StatementControl) { self.control = control }

    func start() {
        let job = Unmanaged.passRetained(self)
        #if canImport(Darwin)
        pthread_create(&thread, nil, { Watcher.run($0) }, job.toOpaque())
        #else
        var thread = pthread_t()
        pthread_create(&thread, nil, { argument in argument.map { Watcher.run($0) } ?? nil }, job.toOpaque())
        self.thread = thread
        #endif
    }

    private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let watcher = Unmanaged<Watcher>.fromOpaque(argument).takeRetainedValue()
        while watcher.control.rowsProcessed == 0 { sched_yield() }
        watcher.control.interrupt()
        return nil
    }

    func join() {
        if let thread { pthread_join(thread, nil) }
    }
}

/// Statements of thousands of clauses: run, or refused with a clear error, never a stack overflow.
@Suite struct LongStatementTests {
    @Test(
        "a chain of clauses runs or is refused, however long it is",
        arguments: ["WITH x", "WITH x + 1 AS x", "SET n.p = x", "UNWIND [x] AS y WITH x"], [10, 600, 2_000, 5_000])
    func chains(_ clause: String, _ count: Int) throws {
        let connection = try Database.inMemory().connect()
        let needsNode = clause.hasPrefix("SET")
        let begin = needsNode ? "CREATE (n) WITH n, 1 AS x " : "WITH 1 AS x "
        let statement = begin + [String](repeating: clause, count: count).joined(separator: " ") + " RETURN x"
        do {
            #expect(try connection.query(statement).rowCount == 1)
        } catch let error as RelateError {
            #expect(error.message.contains("PlanTooDeep"), "\(error.message)")
        }
        #expect(try connection.query("RETURN 1 AS one").scalar() == 1)
    }

    @Test("a pattern of many relationships is planned or refused at once", arguments: [300, 3_000])
    func patterns(_ count: Int) throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A)-[:R]->(:A)")
        let statement = "MATCH (a)" + [String](repeating: "-->()", count: count).joined() + " RETURN a"
        do {
            #expect(try connection.query(statement).rowCount == 0)
        } catch let error as RelateError {
            #expect(error.message.contains("PlanTooDeep"), "\(error.message)")
        }
    }
}
