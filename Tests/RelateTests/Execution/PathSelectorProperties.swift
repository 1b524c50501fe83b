import Relate
import Testing

/// Path selectors against all paths of small random graphs, selected by hand.
@Suite struct PathSelectorProperties {
    private struct Ends: Hashable {
        var first: String
        var last: String
    }

    @Test("a selector gives what is selected by hand from all paths", arguments: 0..<40)
    func selection(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 77)
        let connection = try Database.inMemory().connect()
        let nodes = 3 + Int(random.next() % 3)
        try connection.query("UNWIND range(0, \(nodes - 1)) AS i CREATE (:N {i: i, even: i % 2 = 0})")
        for _ in 0..<(nodes + Int(random.next() % 3)) {
            try connection.query(
                "MATCH (a:N {i: $a}), (b:N {i: $b}) CREATE (a)-[:R {w: $w}]->(b)",
                [
                    "a": CypherValue(Int(random.next() % UInt64(nodes))),
                    "b": CypherValue(Int(random.next() % UInt64(nodes))), "w": CypherValue(Int(random.next() % 3)),
                ])
        }
        let patterns = [
            "(a:N)-[:R]->+(b:N)", "(a:N)-[:R]-{1,3}(b:N)", "(a:N)-[:R]->{2,}(b:N)", "(a:N)-[:R]->*(m)<-[:R]-(b:N)",
            "(a:N {i: 0})((x)-[r:R]->(y)<-[s:R]-(z)){1,2}(b:N)", "(a:N)-[r:R WHERE r.w > 0]->+(b:N {even: true})",
            "(a:N)((x)-[r:R]->(y) WHERE x.i <> y.i)*(b:N {i: 1})", "(a:N {i: 0})-[:R]->+(a)",
        ]
        for pattern in patterns {
            let all = try lengths("MATCH p = \(pattern) RETURN p", connection)
            try check("ANY SHORTEST", pattern, all, connection) { Array($0.prefix(1)) }
            try check("SHORTEST 3", pattern, all, connection) { Array($0.prefix(3)) }
            try check("ANY 2", pattern, all, connection) { Array($0.prefix(2)) }
            try check("ALL SHORTEST", pattern, all, connection) { sorted in sorted.filter { $0 == sorted.first } }
            try check("SHORTEST 2 GROUPS", pattern, all, connection) { sorted in
                let groups = Set(Set(sorted).sorted().prefix(2))
                return sorted.filter { groups.contains($0) }
            }
        }
    }

    private func check(
        _ selector: String, _ pattern: String, _ all: [Ends: [Int]], _ connection: Connection,
        _ select: ([Int]) -> [Int]
    ) throws {
        let statement = "MATCH p = \(selector) \(pattern) RETURN p"
        let found = try lengths(statement, connection)
        let wanted = all.mapValues { select($0.sorted()) }
        #expect(found.mapValues { $0.sorted() } == wanted, "\(statement)")
    }

    private func lengths(_ statement: String, _ connection: Connection) throws -> [Ends: [Int]] {
        var result: [Ends: [Int]] = [:]
        for row in try connection.query(statement).rows {
            guard let path = row[0].pathValue, let first = path.nodes.first, let last = path.nodes.last else {
                continue
            }
            result[Ends(first: first.elementId, last: last.elementId), default: []].append(path.relationships.count)
        }
        return result
    }

    @Test("modes give the paths of the pattern that keep to them", arguments: 0..<20)
    func modes(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &+ 1_000)
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(0, 3) AS i CREATE (:N {i: i})")
        for _ in 0..<6 {
            try connection.query(
                "MATCH (a:N {i: $a}), (b:N {i: $b}) CREATE (a)-[:R]->(b)",
                ["a": CypherValue(Int(random.next() % 4)), "b": CypherValue(Int(random.next() % 4))])
        }
        for pattern in [
            "(a:N)-[:R]->{1,4}(b)", "(a:N)((x)-[:R]->(y)-[:R]-(z)){1,2}(b)", "(a:N)-[:R]-{1,4}(b)",
            "(a:N)((x)-[:R]-(y)-[:R]-(z)){1,2}(b)", "(a:N)-[:R]-(m)-[:R]-{1,3}(a)",
        ] {
            let trails = try connection.query("MATCH p = \(pattern) RETURN p").rows.compactMap { $0[0].pathValue }
            let acyclic = try connection.query("MATCH p = ACYCLIC \(pattern) RETURN p").rows.count
            let simple = try connection.query("MATCH p = SIMPLE \(pattern) RETURN p").rows.count
            let ids = trails.map { $0.nodes.map(\.elementId) }
            #expect(acyclic == ids.count { Set($0).count == $0.count }, "\(pattern)")
            #expect(
                simple
                    == ids.count { Set($0).count == $0.count || $0.first == $0.last && Set($0).count == $0.count - 1 },
                "\(pattern)")
        }
    }
}
