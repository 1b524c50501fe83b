import Foundation
import MinigrafKit
import Testing

/// Rules of the language that only show where statements are odd: which fault is named first, and what is no fault.
struct LanguageRuleTests {
    private static func answer(_ statements: [String], _ query: String) throws -> String {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: "(transact [[:a :p 1] [:b :p 2] [:c :p :a] [:a :q 3] [:b :q 3.0] [:c :q true] [:d :q false]])")
        do {
            for statement in statements { _ = try database.execute(datalog: statement) }
            let result = try database.execute(datalog: query)
            let object = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any]
            return "\((object?["results"] as? [Any])?.count ?? -1)"
        } catch let error as MiniGrafError {
            return error.message
        }
    }

    private static let earlier = "is not bound by any earlier clause"
    private static let outer = "is not bound by any outer clause"

    @Test(arguments: [
        // Negations are checked first, by what stands beside them; then expressions and alternatives as they are written.
        ("[:find ?x :where [?x :p ?v] [(> ?k 1)] (not [?u :q ?x])]", "[INT-018] variable ?u in (not ...) \(outer)"),
        ("[:find ?x :where (not [:c :q _] [?x :p ?w])]", "[INT-018] variable ?x in (not ...) \(outer)"),
        ("[:find ?x :where [?x :p ?v] (not [(> ?k 1)])]", "[INT-018] variable ?k in expression clause \(earlier)"),
        ("[:find ?x :where (not [(> ?v 1)]) [?x :p ?v]]", "[INT-018] variable ?v in expression clause \(earlier)"),
        ("[:find ?x :where [?x :p ?v] (not [(+ ?v 1) ?z])]", "[INT-018] variable ?z in (not ...) \(outer)"),
        (
            "[:find ?x :where [?x :p ?v] (not [?u :q ?x]) (or-join [?u] [?u :q ?x])]",
            "[INT-018] join variable ?u in (or-join ...) \(earlier)"
        ),
        (
            "[:find ?x :where [?x :p ?v] (or [?x :q ?z] [(+ ?u 1) ?y])]",
            "[INT-018] variable ?u in expression clause \(earlier)"
        ),
        (
            "[:find ?x :where [?x :p ?v] (or [?x :q ?z] [?x :q 1]) (not [?z :q 1])]",
            "[INT-018] variable ?z in (not ...) \(outer)"
        ),
        (
            "[:find ?w :where (not-join [?w] [?x :q ?w]) [?y :p ?v] (not [?z :q ?v])]",
            "[INT-018] variable ?z in (not ...) \(outer)"
        ),
        ("[:find ?x :with ?u :where [?x :p ?v]]", "[PRS-022] ':with' variable ?u not bound in :where"),
        // A private variable that nothing binds drops its row; one that is bound later is waited for.
        ("[:find ?e :where [?e :p ?v] (or-join [?e] [(> ?v 1)])]", "0"),
        ("[:find ?e :where [?e :p ?v] (not-join [?e] [(> ?v 1)])]", "3"),
        ("[:find ?e :where [?e :p ?v] (not-join [?e] [(> ?v 1)] [?e :p ?v])]", "2"),
        ("[:find ?x :where [?x :p ?v] (or (not [?u :q ?x]) [?x :q 1])]", "3"),
        // A negation runs when all around it is bound, also what an expression binds behind it.
        ("[:find ?x :where (not [?x :q ?k]) [?x :p ?v] [(+ ?v 1) ?k] [(> ?k 1)]]", "2"),
        ("[:find ?x :where (not-join [?k] [?x :q ?k]) [?x :p ?v] [(+ ?v 1) ?k]]", "1"),
    ])
    func `where variables must be bound`(_ query: String, _ answer: String) throws {
        #expect(try Self.answer([], "(query \(query))") == answer)
    }

    @Test(arguments: [
        // Faults of a head are found when a row comes to it, whether or not the query does.
        ("(rule [(w ?x ?y) [?x :none ?z]])", "(w ?x ?y)", "0"),
        (
            "(rule [(w ?x ?y) [?x :p ?z]])", "[?x :none 1] (w ?x ?y)",
            "[INT-022] datalog evaluator: Unbound variable in rule head: ?y"
        ),
        ("(rule [(w) [?x :none ?z]])", "[?x :p 1] (w ?x)", "0"),
        (
            "(rule [(w ?x _) [?x :p ?z]])", "(w ?x ?z)",
            "[INT-022] datalog evaluator: Failed to convert value: Cannot convert Symbol(\"_\") to Value"
        ),
        (
            "(rule [(w ?v ?x) [?x :p ?v]])", "[?x :none 1] (w ?x ?z)",
            "[INT-022] datalog evaluator: Failed to convert entity: Expected keyword or UUID for entity, got Integer(1)"
        ),
        (
            "(rule [(w \"s\" ?x) [?x :p ?v]])", "(w \"s\" ?x)",
            "[INT-022] datalog evaluator: Failed to convert entity: Expected keyword or UUID for entity, got String(\"s\")"
        ),
        ("(rule [(w ?v ?x) [?x :p ?v] [?v :q 3]])", "(w ?x ?z)", "1"),
        ("(rule [(w ?x) (not [?x :p 1])])", "(w ?x)", "0"),
        ("(rule [(w ?x) [?x :p ?v] (not-join [?x] [(> ?v 1)])])", "(w ?x)", "3"),
    ])
    func `rule heads`(_ rule: String, _ clauses: String, _ answer: String) throws {
        #expect(try Self.answer([rule], "(query [:find ?x :where \(clauses)])") == answer)
    }

    @Test func `a rank is shared by equal values only`() throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog:
                "(transact [[:a :q 3] [:b :q 3.0] [:c :q true] [:d :q false] [:e :z 0.0] [:f :z -0.0] [:g :z 1.0]])")
        func ranks(_ attribute: String) throws -> [Int] {
            let result = try database.execute(
                datalog: "(query [:find (rank :over (:order-by ?v)) :where [?e \(attribute) ?v]])")
            let object = try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: Any]
            return (object?["results"] as? [[Int]] ?? []).map { $0[0] }.sorted()
        }
        #expect(try ranks(":q") == [1, 2, 3, 4])
        #expect(try ranks(":z") == [1, 1, 3])
    }
}
