import Relate
import TestSupport
import Testing

/// Groups that are made of whole chunks of columns are those of the rows one by one, whatever the chunks hold.
@Suite struct ChunkAggregationProperties {
    /// Some chunks are of one kind without a gap; in others values are missing or of several kinds.
    private func value(_ key: String, _ row: Int, _ random: inout SplitMix) -> String {
        let hasGaps = (1500..<2500).contains(row)
        if hasGaps, Int.random(in: 0..<9, using: &random) == 0 { return "null" }
        switch key {
        case "city": return "'c\(Int.random(in: 0...30, using: &random))'"
        case "age": return "\(Int.random(in: -90...90, using: &random))"
        case "far": return "\(Int64.random(in: -(1 << 39)...(1 << 39), using: &random))"
        case "mixed": return row < 3000 ? "\(row % 17)" : ["2.5", "4", "1.25"][row % 3]
        default: return row < 1024 ? "\(Double(row) / 8)" : "\(Double(row % 100) / 4)"
        }
    }

    private static let keys = ["city", "age", "far", "mixed", "weight"]

    private func graph(_ random: inout SplitMix) throws -> (Database, Connection) {
        let database = try Database.inMemory()
        let connection = try database.connect()
        for start in stride(from: 0, to: 6_000, by: 500) {
            let rows = (start..<(start + 500)).map { row in
                let entries = Self.keys.map { "\($0): \(value($0, row, &random))" }
                return "{id: \(row), \(entries.joined(separator: ", "))}"
            }
            try connection.query("UNWIND [\(rows.joined(separator: ","))] AS r CREATE (n:N) SET n = r")
        }
        // Nodes of another label stand between.
        try connection.query("MATCH (n:N) WHERE n.id % 7 = 3 AND n.id > 4000 REMOVE n:N SET n:M")
        return (database, connection)
    }

    private static let aggregates = [
        "count(*)", "count(n.age)", "count(n.city)", "sum(n.age)", "avg(n.age)", "min(n.age)", "max(n.age)",
        "avg(n.far)",
        "min(n.far)", "max(n.far)", "sum(n.mixed)", "avg(n.mixed)", "sum(n.weight)", "max(n.city)",
        "count(DISTINCT n.age)",
        "sum(n.absent)", "collect(n.id)[..3]",
    ]

    private static let conditions = [
        "", "WHERE n.age > 0", "WHERE n.age >= -10 AND n.age < 10", "WHERE n.city STARTS WITH 'c1'",
        "WHERE n.id < 1024",
        "WHERE n.age = 77", "WHERE n.age % 2 = 0", "WHERE n.city IS NOT NULL AND n.mixed > 3", "WHERE n.age > 1000",
    ]

    /// A slot stands between the property and the aggregate: what is read then are batches, row by row.
    private func spelledOut(_ aggregate: String) -> (items: String, aggregate: String) {
        guard let place = aggregate.firstRange(of: "n.") else { return ("1 AS v", aggregate) }
        let key = aggregate[place.upperBound...].prefix { $0.isLetter }
        return ("n.\(key) AS v", aggregate.replacing("n.\(key)", with: "v"))
    }

    @Test("aggregates of properties by a property are those of values by a value, with and without filters")
    func sameGroups() throws {
        var random = SplitMix(seed: 83)
        let (database, connection) = try graph(&random)
        for round in 0..<2 {
            for condition in Self.conditions {
                for aggregate in Self.aggregates {
                    let key = ["n.city", "n.age", "n.absent", nil].randomElement(using: &random) ?? nil
                    let label = [":N", ":M", ""].randomElement(using: &random) ?? ""
                    let (items, spelled) = spelledOut(aggregate)
                    database.engineTuning = EngineTuning()
                    let wanted = try rows(
                        connection,
                        "MATCH (n\(label)) \(condition) WITH n, \(key ?? "0") AS k, \(items) RETURN \(key == nil ? "" : "k, ")\(spelled)"
                    )
                    for threads in [1, 2] {
                        // A morsel of a few chunks, so that tables are put together.
                        database.engineTuning.parallelism.rowsMinimum = 0
                        database.engineTuning.parallelism.sourceRowsMinimum = 0
                        database.engineTuning.parallelism.morselRows =
                            [1024, 2048, 100_000].randomElement(using: &random) ?? 1024
                        database.engineTuning.parallelism.helpNanosecondsMinimum = 0
                        database.engineTuning.parallelism.threads = threads
                        let statement =
                            "MATCH (n\(label)) \(condition) RETURN \(key.map { "\($0) AS k, " } ?? "")\(aggregate) AS a, count(*) AS c"
                        let found = try rows(connection, statement).map { Array($0.dropLast()) }
                        #expect(found == wanted, "\(statement), \(random)")
                    }
                }
            }
            if round == 0 {
                try connection.query("MATCH (n) WHERE n.id % 11 = 5 SET n.age = n.age + 0.5, n.city = null")
            }
        }
    }

    /// Groups in the order of their first rows.
    private func rows(_ connection: Connection, _ statement: String) throws -> [[String]] {
        try connection.query(statement).rows.map { row in row.map { "\($0)" } }
    }

    @Test("a sum beyond INTEGER is refused, one that comes back to it is not, and averages go on beyond it")
    func overflow() throws {
        let connection = try Database.inMemory().connect()
        // 1,024 times 2^53 is one more than INTEGER holds.
        try connection.query(
            """
            UNWIND range(0, 2047) AS i
            CREATE (:N {i: i, g: 'g' + toString(i % 2), up: 9007199254740992,
              both: CASE WHEN i < 1024 THEN 9007199254740992 ELSE -9007199254740992 END})
            """)
        func value(_ expression: String, _ condition: String = "") throws -> CypherValue {
            try connection.query("MATCH (n:N) \(condition) RETURN \(expression)").scalar()
        }
        #expect(throws: RelateError.self) { try value("sum(n.up)") }
        #expect(throws: RelateError.self) { try value("sum(n.up)", "WHERE n.i < 1024") }
        #expect(try value("sum(n.up)", "WHERE n.i < 1023") == .int(1023 << 53))
        #expect(try value("sum(n.both)") == 0)
        #expect(try value("avg(n.up)") == 9_007_199_254_740_992.0)
        let groups = try connection.query("MATCH (n:N) RETURN n.g, sum(n.both), min(n.up) ORDER BY n.g").rows
        #expect(groups == [["g0", 0, 9_007_199_254_740_992], ["g1", 0, 9_007_199_254_740_992]])
        #expect(throws: RelateError.self) {
            try connection.query("MATCH (n:N) RETURN n.g, sum(n.up)")
        }
    }

    @Test("the first rows by a number are right where most chunks are passed over")
    func firstOfManyChunks() throws {
        let session = try Database.inMemory().connect()
        try session.query(
            "UNWIND range(0, 8191) AS i CREATE (:N {i: i, k: CASE WHEN i = 5000 THEN null ELSE i * 7919 % 8191 END})")
        for order in ["n.k", "n.k DESC", "n.i", "n.i DESC", "n.k DESC, n.i", "n.k, n.i DESC"] {
            let all = try rows(session, "MATCH (n:N) RETURN n.k, n.i ORDER BY \(order)")
            for limit in [1, 20, 90] {
                let first = try rows(session, "MATCH (n:N) RETURN n.k, n.i ORDER BY \(order) LIMIT \(limit)")
                #expect(first == Array(all.prefix(limit)), "\(order) \(limit)")
            }
        }
        // What is passed over counts as looked at, and a row that cannot be computed fails the statement wherever it stands.
        let plan = try #require(try session.query("PROFILE MATCH (n:N) RETURN n.i, n.k ORDER BY n.i LIMIT 5").plan)
        func counts(of name: String, _ node: PlanNode) -> [Int64] {
            (node.operator == name ? [node.actual?.rows ?? -1] : []) + node.children.flatMap { counts(of: name, $0) }
        }
        #expect(counts(of: "Projection", plan.root) == [8192])
        #expect(throws: RelateError.self) {
            try session.query("MATCH (n:N) RETURN n.i, 1 / (n.i - 8000) AS x ORDER BY n.i LIMIT 5")
        }
    }
}
