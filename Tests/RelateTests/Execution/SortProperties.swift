import Relate
import TestSupport
import Testing

/// Rows in order, however their keys are held.
@Suite struct SortProperties {
    /// Keys of one kind, or of several with nulls, so that columns are unboxed in some runs and boxed later in others.
    private func key(_ kind: Int, _ row: Int, _ random: inout SplitMix) -> String {
        let number = Int.random(in: 0...40, using: &random)
        switch kind {
        case 0: return "\(number)"
        case 1: return "\(number).5"
        case 2: return "'name \(number)'"
        case 3: return row < 1500 ? "\(number)" : ["null", "'x'", "2.5", "true"].randomElement(using: &random) ?? "1"
        default: return ["null", "\(number)", "'s\(number)'", "\(number).25"].randomElement(using: &random) ?? "1"
        }
    }

    @Test("the first rows by LIMIT are those of the whole order, also behind SKIP, and the order is that of coll.sort")
    func top() throws {
        var random = SplitMix(seed: 61)
        for _ in 0..<10 {
            let kinds = (Int.random(in: 0...4, using: &random), Int.random(in: 0...4, using: &random))
            let connection = try Database.inMemory().connect()
            let count = 2600
            let rows = (0..<count).map { row in
                "{i: \(row), a: \(key(kinds.0, row, &random)), b: \(key(kinds.1, row, &random))}"
            }
            for start in stride(from: 0, to: count, by: 200) {
                try connection.query(
                    "UNWIND [\(rows[start..<(start + 200)].joined(separator: ","))] AS r CREATE (n:N) SET n = r")
            }
            let directions = ["", " DESC"]
            for _ in 0..<4 {
                let order =
                    "n.a\(directions.randomElement(using: &random) ?? ""), n.b\(directions.randomElement(using: &random) ?? ""), n.i"
                let whole = try connection.query("MATCH (n:N) RETURN n.i AS i ORDER BY \(order)").rows.map { "\($0)" }
                #expect(Set(whole).count == count)
                for limit in [1, 20, 700, 3000] {
                    let skip = [0, 5, 1000].randomElement(using: &random) ?? 0
                    let first = try connection.query(
                        "MATCH (n:N) RETURN n.i AS i ORDER BY \(order) SKIP \(skip) LIMIT \(limit)"
                    ).rows.map { "\($0)" }
                    #expect(
                        first == Array(whole.dropFirst(skip).prefix(limit)),
                        "\(kinds) \(order) \(skip) \(limit), \(random)")
                }
            }
            let isSorted = try connection.query(
                "MATCH (n:N) WITH n.a AS a ORDER BY a WITH collect(a) AS inOrder RETURN inOrder = coll.sort(inOrder)")
            #expect(try isSorted.scalar() == true, "\(kinds), \(random)")
        }
    }

    @Test("groups by strings and nodes whose numbers lie far apart are told apart")
    func farGroups() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 5000) AS i CREATE (:N {name: 'unique ' + i, group: 'g' + (i % 7)})")
        try connection.query("CREATE (:N {name: 'last', group: 'late'})")
        let groups = try connection.query(
            "MATCH (n:N) RETURN n.group AS g, count(*) AS c, count(DISTINCT n.name) AS d ORDER BY c DESC, g LIMIT 3")
        #expect(groups.rows.map { "\($0)" }.count == 3)
        #expect(
            try connection.query(
                "MATCH (n:N) WITH n.name AS name, count(*) AS c WHERE c <> 1 RETURN count(*)"
            ).scalar() == 0)
        #expect(
            try connection.query("MATCH (n:N) WITH n, count(*) AS c WITH count(*) AS groups RETURN groups").scalar()
                == 5001)
        #expect(
            try connection.query("MATCH (n:N) WITH n.group AS g, count(*) AS c WHERE g = 'late' RETURN c").scalar() == 1
        )
    }
}
