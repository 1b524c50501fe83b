import Foundation
import MinigrafKit
import Testing

/// Calls that know a value derive what they ask for; under an explicit limit the same query derives everything. Both must
/// answer alike, and as a plain search does.
struct RuleDemandTests {
    private static let programs: [[String]] = [
        ["(rule [(r ?x ?y) [?x :to ?y]])"],
        ["(rule [(r ?x ?y) [?x :to ?y]])", "(rule [(r ?x ?y) [?x :to ?z] (r ?z ?y)])"],
        ["(rule [(r ?x ?y) [?x :to ?y]])", "(rule [(r ?x ?y) (r ?x ?z) [?z :to ?y]])"],
        ["(rule [(r ?x ?y) [?x :to ?y]])", "(rule [(r ?x ?y) (r ?x ?z) (r ?z ?y)])"],
        // Two ways to begin and two ways to go on.
        [
            "(rule [(r ?x ?y) [?x :to ?y]])", "(rule [(r ?x ?y) [?y :back ?x]])",
            "(rule [(r ?x ?y) [?x :to ?z] (r ?z ?y)])", "(rule [(r ?x ?y) [?z :back ?x] (r ?z ?y)])",
        ],
        // A step that goes by way of another rule, and a negation.
        [
            "(rule [(s ?x ?y) [?x :to ?m] [?m :back ?y]])", "(rule [(r ?x ?y) (s ?x ?y)])",
            "(rule [(r ?x ?y) (s ?x ?z) (r ?z ?y) (not [?x :mark 1])])",
        ],
        // A constant in the head, a value made by an expression, and a body that overwrites the first column.
        ["(rule [(r ?x 7) [?x :mark 1]])", "(rule [(r ?x ?y) [?x :to ?z] (r ?z ?y)])"],
        ["(rule [(r ?x ?n) [?x :mark ?m] [(+ ?m 10) ?n]])", "(rule [(r ?x ?y) [?x :to ?z] (r ?z ?y)])"],
        ["(rule [(r ?x ?y) [?x :mark ?y] [(+ 1 1) ?y]])", "(rule [(r ?x ?y) [?x :to ?y]])"],
        // The same name with one and two arguments, mutual recursion, one variable twice.
        ["(rule [(r ?x) [?x :mark 1]])", "(rule [(r ?x ?y) [?x :to ?y]])"],
        [
            "(rule [(r ?x ?y) [?x :to ?y]])", "(rule [(r ?x ?y) [?x :to ?z] (q ?z ?y)])",
            "(rule [(q ?x ?y) [?x :back ?z] (r ?z ?y)])",
        ],
        ["(rule [(r ?x ?x) [?x :mark 1]])", "(rule [(r ?x ?y) [?x :to ?z] (r ?z ?y)])"],
    ]

    private static let calls = [
        "[:find ?y :where (r :n0 ?y)]", "[:find ?x :where (r ?x :n1)]", "[:find ?x :where (r ?x 7)]",
        "[:find ?x ?y :where [?x :mark 1] (r ?x ?y)]", "[:find ?x ?y :where [?x :to ?y] (r ?x ?y)]",
        "[:find ?x ?y :where [?y :mark 2] (r ?x ?y)]", "[:find ?x :where (r :n2 ?x) (r ?x :n3)]",
        "[:find ?x :where [?x :mark ?m] (not (r ?x :n1))]",
        "[:find ?x :where [?x :mark ?m] (not-join [?x] (r :n0 ?x))]",
        "[:find ?x :where (r ?x)]", "[:find ?v ?y :where [:n0 :to ?v] (r ?v ?y)]",
        "[:find ?v ?x :where [:n0 :to ?v] (r ?x ?v)]",
        "[:find ?y :where (or (r :n0 ?y) [?y :mark 1])]", "[:find ?x ?y :where (r ?x ?y)]",
    ]

    @Test("What a call asks for is what the full derivation holds", arguments: 0..<programs.count)
    func agreement(program: Int) throws {
        for seed in UInt64(1)...6 {
            var random = SeededRandom(seed: seed &* 977 &+ UInt64(program))
            var facts: [String] = []
            for _ in 0..<Int.random(in: 4...16, using: &random) {
                let (from, to) = (Int.random(in: 0..<6, using: &random), Int.random(in: 0..<6, using: &random))
                let attribute = Int.random(in: 0..<3, using: &random) == 0 ? ":back" : ":to"
                facts.append("[:n\(from) \(attribute) :n\(to)]")
            }
            for node in 0..<6 where Bool.random(using: &random) {
                facts.append("[:n\(node) :mark \(Int.random(in: 1...2, using: &random))]")
            }
            let database = try MiniGrafDb.openInMemory()
            _ = try database.execute(datalog: "(transact [\(facts.joined(separator: " "))])")
            for rule in Self.programs[program] { _ = try database.execute(datalog: rule) }
            for call in Self.calls {
                let asked = try Self.rows(database, "(query \(call))")
                let full = try Self.rows(
                    database, "(query " + call.replacing(" :where", with: " :max-results 1000000 :where") + ")")
                #expect(asked == full, "seed \(seed): \(call) over \(facts)")
            }
        }
    }

    private static func rows(_ database: MiniGrafDb, _ text: String) throws -> [String] {
        let result = try database.execute(datalog: text)
        let object = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any]
        return (object?["results"] as? [Any] ?? []).map { CaseComparison.canonical($0) }.sorted()
    }

    @Test("A chain that no stack could hold is followed from either end")
    func longChain() throws {
        let database = try MiniGrafDb.openInMemory()
        for start in stride(from: 0, to: 20_000, by: 1000) {
            let facts = (start..<(start + 1000)).map { "[:c\($0) :to :c\($0 + 1)]" }.joined(separator: " ")
            _ = try database.execute(datalog: "(transact [\(facts)])")
        }
        _ = try database.execute(datalog: "(rule [(reach ?x ?y) [?x :to ?y]])")
        _ = try database.execute(datalog: "(rule [(reach ?x ?y) [?x :to ?z] (reach ?z ?y)])")
        for call in ["(reach :c0 ?y)", "(reach ?y :c20000)"] {
            let answer = try database.execute(datalog: "(query [:find (count ?y) :where \(call)])")
            #expect(answer == #"{"results":[[20000]],"variables":["(count ?y)"]}"#)
        }
    }
}
