import Relate
import Testing

/// How much of a result is kept where the caller limits that.
@Suite struct ResultLimitTests {
    private let connection: Connection

    init() throws {
        connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 40000) AS i CREATE (:N {i: i, s: 'text ' + toString(i)})")
    }

    private func run(_ statement: String, rows: Int? = nil, bytes: Int? = nil) throws -> QueryResult {
        try connection.query(
            statement, planning: nil, keeping: ResultLimit(rowCount: rows, byteCount: bytes))
    }

    @Test(
        "the first rows are kept, and the statement ends there",
        arguments: [1, 1_000, 1_023, 1_024, 1_025, 2_048, 30_000, 39_999])
    func firstRows(_ count: Int) throws {
        let statement = "MATCH (n:N) WHERE n.i % 3 <> 5 RETURN n.i AS i, n, n.s"
        let all = try run(statement)
        let kept = try run(statement, rows: count)
        #expect(all.rest == .none && all.rowCount == 40_000)
        #expect(kept.rowCount == count && kept.rest == .unknown)
        #expect(kept.rows == Array(all.rows.prefix(count)))
    }

    @Test("a result that fits is whole", arguments: [40_000, 40_001, 1_000_000])
    func fits(_ count: Int) throws {
        let result = try run("MATCH (n:N) RETURN n.i", rows: count, bytes: 1 << 30)
        #expect(result.rowCount == 40_000 && result.rest == .none)
        #expect(try run("MATCH (n:Nothing) RETURN n", rows: 1).rest == .none)
    }

    @Test("what would never end, or fail later, ends at the limit")
    func endsEarly() throws {
        let control = StatementControl()
        let endless = try connection.query(
            "UNWIND range(1, 1000000000000) AS i RETURN i", control: control, planning: nil,
            keeping: ResultLimit(rowCount: 5_000))
        #expect(endless.rowCount == 5_000 && endless.rest == .unknown)
        #expect(control.rowsProcessed < 1_000_000)
        #expect(try run("UNWIND range(0, 9999) AS i RETURN 1 / (9000 - i)", rows: 10).rowCount == 10)
    }

    @Test("rows end at the bytes that may be held, and the first row is always there")
    func bytes() throws {
        let statement =
            "UNWIND range(1, 20000) AS i RETURN toString(i) + reduce(s = '', x IN range(1, 200) | s + 'abcde')"
        let kept = try run(statement, bytes: 1_000_000)
        #expect((850...950).contains(kept.rowCount) && kept.rest == .unknown, "\(kept.rowCount)")
        #expect(kept.rows == Array(try run(statement).rows.prefix(kept.rowCount)))
        let one = try run(statement, bytes: 1)
        #expect(one.rowCount == 1 && one.rest == .unknown)
        // Numbers have columns of their own.
        let numbers = try run("UNWIND range(1, 100000) AS i RETURN i", bytes: 80_000)
        #expect((9_000...10_000).contains(numbers.rowCount) && numbers.rest == .unknown, "\(numbers.rowCount)")
    }

    @Test("a statement that writes goes on to its end, and the rows that are not kept are counted")
    func writes() throws {
        let result = try run("UNWIND range(1, 3000) AS i CREATE (m:M {i: i}) RETURN m.i", rows: 10)
        #expect(result.rowCount == 10 && result.rest == .rows(2_990))
        #expect(result.stats.nodesCreated == 3_000)
        #expect(try connection.query("MATCH (m:M) RETURN count(m)").scalar() == 3_000)
    }

    @Test("a statement that is measured is measured whole")
    func profiles() throws {
        let result = try connection.query(
            "MATCH (n:N) RETURN n.i", planning: .profile, keeping: ResultLimit(rowCount: 10))
        #expect(result.rowCount == 10 && result.rest == .rows(39_990))
        #expect(result.plan?.root.actual?.rows == 40_000)
    }
}
