import Relate
import Testing

/// The mean of finite numbers is one, also where their sum is not.
@Suite struct FarAverageTests {
    private static let far = Double.greatestFiniteMagnitude

    private static let cases: [(values: [CypherValue], mean: Double)] = [
        ([1e308, 1e308], 1e308), ([.float(far), .float(far), .float(far)], far),
        ([.float(-far), .float(-far)], -far), ([1e308, 1e308, -1e308, -1e308], 0),
        ([1e308, 1.5e308, 1e308, -1.5e308], 0.5e308), ([-1.7e308, -1.7e308, 1.7e308], -1.7e308 / 3),
        ([1e308, 1e308, 4], 2 * (1e308 / 3)), ([4, 1e308, 1e308, 1e308, .int(.max)], 3 * (1e308 / 5)),
        ([1e308, 1e308, .float(.infinity)], .infinity), ([1e308, 1e308, .float(-.infinity)], -.infinity),
        ([1e308, 1e308, .float(.nan)], .nan), ([.float(.infinity), 1.0, .float(-.infinity)], .nan),
        ([.float(.infinity), 1.0, 1e308], .infinity), ([1.0, 2.0, 1e308, 3.0], 0.25e308),
    ]

    /// Beside the largest of the values, as sums round.
    private static func isNear(_ value: CypherValue, _ mean: Double) -> Bool {
        guard case .float(let number) = value else { return false }
        guard mean.isFinite else { return number == mean || number.isNaN && mean.isNaN }
        return number.isFinite && (number - mean).magnitude <= max(mean.magnitude, 1e307) * 1e-13
    }

    @Test("Of values row by row, in groups and without, boxed and not", arguments: cases)
    func rows(values: [CypherValue], mean: Double) throws {
        let connection = try Database.inMemory().connect()
        for text in [
            "UNWIND $xs AS x RETURN avg(x)",
            "UNWIND [0, 1] AS g UNWIND $xs AS x WITH g, avg(x) AS a WHERE g = 1 RETURN a",
            "UNWIND $xs AS x UNWIND [null, x] AS y RETURN avg(y)",
        ] {
            let value = try connection.query(text, ["xs": .list(values)]).scalar()
            #expect(Self.isNear(value, mean), "\(text): \(value) is not \(mean)")
        }
        // All of them different: what DISTINCT takes.
        let numbered = values.enumerated().map { CypherValue.list([.int(Int64($0.offset)), $0.element]) }
        let value = try connection.query(
            "UNWIND $xs AS x WITH DISTINCT x WITH x[0] AS i, x[1] AS x ORDER BY i RETURN avg(x)",
            ["xs": .list(numbered)]
        ).scalar()
        #expect(Self.isNear(value, mean), "\(value) is not \(mean)")
    }

    @Test("Of different values that are told apart")
    func distinct() throws {
        let connection = try Database.inMemory().connect()
        let value = try connection.query(
            "UNWIND [1e308, 1.5e308, 1e308, 1.7e308, 1.5e308] AS x RETURN avg(DISTINCT x)"
        ).scalar()
        #expect(Self.isNear(value, 1.4e308))
    }

    @Test("Of stored values, by one thread and by several that add up their parts", arguments: cases, 1...3)
    func stored(of example: (values: [CypherValue], mean: Double), threads: Int) throws {
        let database = try Database.inMemory()
        let connection = try database.connect()
        // Every value as often in each part, so that the mean stays what it is.
        try connection.query(
            "UNWIND range(1, 300) AS i UNWIND $xs AS x CREATE (:N {x: x, g: i % 3})", ["xs": .list(example.values)])
        for morselRows in [7, 64] {
            var tuning = EngineTuning()
            tuning.parallelism.threads = threads
            tuning.parallelism.rowsMinimum = 0
            tuning.parallelism.sourceRowsMinimum = 0
            tuning.parallelism.morselRows = morselRows
            tuning.parallelism.helpNanosecondsMinimum = 0
            tuning.parallelism.rowsPerGroupMinimum = 0
            database.engineTuning = tuning
            let all = try connection.query("MATCH (n:N) RETURN avg(n.x)").scalar()
            #expect(Self.isNear(all, example.mean), "\(all) is not \(example.mean)")
            for row in try connection.query("MATCH (n:N) RETURN n.g, avg(n.x)").rows {
                #expect(Self.isNear(row[1], example.mean), "\(row) is not \(example.mean)")
            }
        }
    }

    @Test("A sum beyond the range stays infinite")
    func sum() throws {
        let connection = try Database.inMemory().connect()
        for text in ["UNWIND [1e308, 1e308] AS x RETURN sum(x)", "UNWIND [1e308, 1, 1e308] AS x RETURN sum(x)"] {
            #expect(try connection.query(text).scalar() == .float(.infinity))
        }
    }
}
