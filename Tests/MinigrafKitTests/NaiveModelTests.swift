import Foundation
import MinigrafKit
import Testing

/// Random histories beside a model that replays them, and random joins beside nested loops.
struct NaiveModelTests {
    private struct Triple: Hashable {
        var entity: Int
        var attribute: String
        var value: Int
    }

    private static func rows(_ database: MiniGrafDb, _ text: String) throws -> [String] {
        let result = try database.execute(datalog: text)
        let object = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any]
        return (object?["results"] as? [Any] ?? []).map { CaseComparison.canonical($0) }.sorted()
    }

    @Test(
        "Every state of a random history answers as a replay of the log does", arguments: 1...12 as ClosedRange<UInt64>)
    func history(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let database = try MiniGrafDb.openInMemory()
        var states: [Set<Triple>] = [[]]
        for _ in 0..<25 {
            var live = states[states.count - 1]
            let isAssertion = Int.random(in: 0..<3, using: &random) > 0
            var facts: Set<Triple> = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                facts.insert(
                    Triple(
                        entity: Int.random(in: 0..<4, using: &random),
                        attribute: Bool.random(using: &random) ? ":p" : ":q",
                        value: Int.random(in: 0..<4, using: &random)))
            }
            let text = facts.map { "[:e\($0.entity) \($0.attribute) \($0.value)]" }.joined(separator: " ")
            _ = try database.execute(datalog: "(\(isAssertion ? "transact" : "retract") [\(text)])")
            if isAssertion { live.formUnion(facts) } else { live.subtract(facts) }
            states.append(live)
        }
        for (count, live) in states.enumerated() {
            for entity in 0..<4 {
                let found = try Self.rows(
                    database, "(query [:find ?a ?v :as-of \(count) :where [:e\(entity) ?a ?v]])")
                let wanted = live.filter { $0.entity == entity }
                    .map { CaseComparison.canonical([$0.attribute, NSNumber(value: $0.value)]) }.sorted()
                #expect(found == wanted, "seed \(seed), transaction \(count)")
            }
            var pairs: [String] = []
            for left in live where left.attribute == ":p" {
                for right in live where right.attribute == ":q" && right.value == left.value {
                    let hasNoOther = !live.contains { $0.attribute == ":p" && $0.entity == right.entity }
                    if hasNoOther { pairs.append(CaseComparison.canonical([NSNumber(value: left.value)])) }
                }
            }
            let joined = try Self.rows(
                database,
                "(query [:find ?v :as-of \(count) :where [?x :p ?v] [?y :q ?v] (not-join [?y] [?y :p ?w])])")
            #expect(joined == pairs.sorted(), "seed \(seed), transaction \(count)")
        }
    }

    @Test(
        "Left, right and double recursion derive the closure that a graph search finds",
        arguments: 1...8 as ClosedRange<UInt64>)
    func closure(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let nodes = 9
        var edges: Set<[Int]> = []
        for _ in 0..<14 {
            edges.insert([Int.random(in: 0..<nodes, using: &random), Int.random(in: 0..<nodes, using: &random)])
        }
        var reached = 0
        for start in 0..<nodes {
            var seen: Set<Int> = []
            var pending = edges.filter { $0[0] == start }.map { $0[1] }
            while let node = pending.popLast() {
                if seen.insert(node).inserted { pending += edges.filter { $0[0] == node }.map { $0[1] } }
            }
            reached += seen.count
        }
        let bodies = ["[?a :edge ?m] (reach ?m ?b)", "(reach ?a ?m) [?m :edge ?b]", "(reach ?a ?m) (reach ?m ?b)"]
        for body in bodies {
            let database = try MiniGrafDb.openInMemory()
            let facts = edges.map { "[:n\($0[0]) :edge :n\($0[1])]" }.joined(separator: " ")
            _ = try database.execute(datalog: "(transact [\(facts)])")
            _ = try database.execute(datalog: "(rule [(reach ?a ?b) [?a :edge ?b]])")
            _ = try database.execute(datalog: "(rule [(reach ?a ?b) \(body)])")
            let found = try Self.rows(database, "(query [:find ?a ?b :where (reach ?a ?b)])")
            #expect(found.count == reached, "seed \(seed), \(body)")
        }
    }
}
