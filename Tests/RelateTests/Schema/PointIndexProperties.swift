import Relate
import Testing

/// Points found by an index and by looking at all of them: the same.
@Suite struct PointIndexProperties {
    private static func point(_ system: Int, _ random: inout SplitMix) -> String {
        func number(_ range: ClosedRange<Double>) -> Double {
            // Many on edges and close together, some anywhere.
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return Double.random(in: range, using: &random)
            case 1: return [range.lowerBound, range.upperBound, 0].randomElement(using: &random) ?? 0
            default: return Double(Int.random(in: -3...3, using: &random)) / 2
            }
        }
        switch system {
        case 0: return "point({x: \(number(-2_000_000...2_000_000)), y: \(number(-50...50))})"
        case 1: return "point({x: \(number(-9...9)), y: \(number(-9...9)), z: \(number(-9...9))})"
        case 2: return "point({longitude: \(number(-180...180)), latitude: \(number(-90...90))})"
        default:
            return
                "point({longitude: \(number(-180...180)), latitude: \(number(-90...90)), height: \(number(-500...9000))})"
        }
    }

    private static func predicate(_ random: inout SplitMix) -> String {
        let system = Int.random(in: 0..<4, using: &random)
        let center = point(system, &random)
        let reach: Double =
            system < 2
            ? [0, 0.5, 2, 1e3, 1e7].randomElement(using: &random) ?? 0
            : [0, 50_000, 300_000, 5e6, 1.9e7].randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "point.distance(n.p, \(center)) <= \(reach)"
        case 1: return "\(reach) > point.distance(\(center), n.p)"
        case 2: return "point.withinBBox(n.p, \(center), \(point(system, &random)))"
        default: return "point.distance(n.p, \(center)) < null"
        }
    }

    @Test("A search for points finds the same with an index and without", arguments: 1...10)
    func sameRows(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let plain = try Database.inMemory().connect()
        let indexed = try Database.inMemory().connect()
        try indexed.query("CREATE POINT INDEX p FOR (n:P) ON (n.p)")
        for k in 0..<150 {
            let statement = "CREATE (:P {k: \(k), p: \(Self.point(Int.random(in: 0..<4, using: &random), &random))})"
            try plain.query(statement)
            try indexed.query(statement)
        }
        for connection in [plain, indexed] {
            try connection.query("MATCH (n:P) WHERE n.k % 9 = 1 REMOVE n.p")
            try connection.query("MATCH (n:P) WHERE n.k % 9 = 2 DELETE n")
            try connection.query("MATCH (n:P) WHERE n.k % 9 = 3 SET n.p = point({x: 0.5, y: 0.5})")
        }
        for _ in 0..<80 {
            let statement = "MATCH (n:P) WHERE \(Self.predicate(&random)) RETURN n.k AS k ORDER BY k"
            let expected = try plain.query(statement).rows.map { $0[0].intValue }
            let found = try indexed.query(statement).rows.map { $0[0].intValue }
            try #require(found == expected, "seed \(seed): \(statement)")
            #expect(try indexed.query("EXPLAIN \(statement)").plan?.usesIndex == true)
        }
        #expect(indexed.database.snapshot.checkInvariants() == [])
        #expect(try indexed.query("DROP INDEX p").stats.indexesRemoved == 1)
        try indexed.query("CREATE POINT INDEX p FOR (n:P) ON (n.p)")
        #expect(indexed.database.snapshot.checkInvariants() == [])
    }
}
