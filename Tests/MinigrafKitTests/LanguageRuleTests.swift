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
        (
            "(rule [(w a/b ?x) [?x :p ?v]])", "(w ?x ?z)",
            "[INT-022] datalog evaluator: Failed to convert entity: Expected keyword or UUID for entity, "
                + "got Symbol(\"a/b\")"
        ),
        (
            "(rule [(w _ ?x) [?x :p ?v]])", "(w ?x ?z)",
            "[INT-022] datalog evaluator: Failed to convert entity: Expected keyword or UUID for entity, got Symbol(\"_\")"
        ),
        (
            "(rule [(w ?x [1]) [?x :p ?v]])", "(w ?x ?z)",
            "[INT-022] datalog evaluator: Failed to convert value: Cannot convert Vector([Integer(1)]) to Value"
        ),
        (
            "(rule [(w ?x ?_y) [?x :p ?v]])", "(w ?x ?z)",
            "[INT-022] datalog evaluator: Unbound variable in rule head: ?_y"
        ),
        ("(rule [(w ?x ?v ?none) [?x :p ?v]])", "(w ?x ?v)", "3"),
        // A rule with one argument says `true` of it.
        ("(rule [(w ?x) [?x :p ?v]])", "(w ?x true)", "3"),
        ("(rule [(w ?x) [?x :p ?v]])", "[?x :q ?v] (w ?x ?v)", "1"),
        // One variable twice compares exactly: an entity is not its keyword.
        ("(rule [(w ?x ?y) [?x :p ?y]])", "(w ?x ?x)", "0"),
        ("(rule [(w ?x ?y) [?x :p ?v] [?y :p ?v]])", "(w ?x ?x)", "3"),
        // Facts and tuples come first in a rule, and an expression writes over what they bound.
        ("(rule [(w ?x ?v) [?x :q ?u] [(+ ?u 1) ?v] [?x :p ?v]])", "(w ?x 4)", "1"),
        ("(rule [(w ?x) (not [?x :p 1])])", "(w ?x)", "0"),
        ("(rule [(w ?x) [?x :p ?v] (not-join [?x] [(> ?v 1)])])", "(w ?x)", "3"),
    ])
    func `rule heads`(_ rule: String, _ clauses: String, _ answer: String) throws {
        #expect(try Self.answer([rule], "(query [:find ?x :where \(clauses)])") == answer)
    }

    @Test(arguments: [
        // Times, limits and `:with` leave the section as it is; a word that is none of them ends it.
        ("[:find ?x :any-valid-time ?v :where [?x :p ?v] :as-of 1 [?x :q _]]", "3"),
        ("[:find (count ?x) :with ?x :max-results 9 ?v :where [?x :p ?v]]", "3"),
        ("[:find ?x :foo ?v :where [?x :p ?v]]", "[PRS-061] Unexpected element in query: Symbol(\"?v\")"),
        (
            "[:find ?x :as-of 1 5 :where [?x :p ?v]]",
            "[INT-019] datalog parser: Expected variable or aggregate expression in :find clause, got Integer(5)"
        ),
        // Counts of nothing are 0, also of nothing in groups that are not shown.
        ("[:find (count ?x) :with ?v :where [?x :none ?v]]", "1"),
        ("[:find (count ?x) ?v :where [?x :none ?v]]", "0"),
        ("[:find ?x :where [?x :p ?v] [(?f ?v)]]", "[QRY-007] unknown predicate: '?f'"),
        ("[:find ?x :where [?x :p ?v] [(> ?v) 5 6]]", "[PRS-065] > takes exactly 2 arguments"),
        (
            "[:find (sum ?v :over 5 6) :where [?x :p ?v]]",
            "[PRS-036] unexpected tokens after ':over' clause in window expression"
        ),
        (
            "[:find (sum ?v :over 5) :where [?x :p ?v]]",
            "[PRS-035] ':over' must be followed by a list, e.g., (:order-by ?var)"
        ),
        // A branch of facts names all that it shares; one of expressions, one of it.
        ("[:find ?x :where [?x :p ?v] (or-join [?x] [?y :q 3])]", "0"),
        ("[:find ?x :where [?x :p ?v] (or-join [?x ?v] [(> ?v 1)])]", "1"),
        ("[:find ?x :where [?x :p ?v] (or-join [] [?y :q 3])]", "3"),
        ("[:find ?x :where [?x :p _] (or [?x :q 3] [?x :q 3.0])]", "2"),
        // So it is within alternatives and negations.
        ("[:find ?x :where [?x :q ?u] (or-join [?x ?u] (and [(+ ?u 1) ?v] [?x :p ?v]))]", "2"),
        ("[:find ?x :where [?x :q ?u] (not-join [?x ?u] [(+ ?u 1) ?v] [?x :p ?v])]", "2"),
        // An attribute that is bound as an entity is that of its keyword; in one pattern it is compared exactly.
        ("[:find ?f :where [?f ?a ?w] [?a :named _]]", "3"),
        ("[:find ?a :where [_ :r ?v] [?a ?a ?v]]", "0"),
        (
            "[:find ?x :where [?x :p ?v] [(matches? ?x a/b)]]",
            "[PRS-070] unsupported expression argument: Symbol(\"a/b\")"
        ),
        ("[:find (sum ?v) :where [:big _ ?v]]", "1"),
        // Rows that are equal stay as many.
        ("[:find ?x :where [?x :r _] (or [?x :q 3] [?x :q _])]", "2"),
        (
            "[:find ?x :where [?x :p ?v] (not-join [?x] 5)]",
            "[INT-019] datalog parser: expected pattern or rule invocation inside (not-join), got Integer(5)"
        ),
    ])
    func `sections, alternatives and faults as the original has them`(_ query: String, _ answer: String) throws {
        let statements = [
            "(transact [[:a :r 1]])", "(transact [[:a :r 2]])", "(transact [[:p :named \"p\"] [:r :r 1]])",
            "(transact [[:big :x 9223372036854775807] [:big :y 1]])",
        ]
        #expect(try Self.answer(statements, "(query \(query))") == answer)
    }

    @Test(arguments: [
        // An expression runs behind what binds its variables first, and of several the last one before the others.
        ("[:find ?v ?w :where [:a :n ?v] [(+ ?v 10) ?v] [(* ?v 2) ?w]]", "[[11,2]]"),
        ("[:find ?w :where [:a :n ?v] [(+ ?v 5) ?w] [(+ ?v 1) ?w]]", "[[6]]"),
        ("[:find ?v :where [:a :n ?v] [(+ ?v 10) ?v] [(> ?v 10)]]", "[]"),
        ("[:find ?w :where [:a :n ?v] [(+ ?v 1) ?w] [?f :n ?w]]", "[[2]]"),
        ("[:find ?w :where [:a :n ?v] [(+ 1 1) ?w] [:b :n ?w]]", "[[2]]"),
        ("[:find ?w :where [:a :n ?w] [(+ 1 1) ?w]]", "[[2]]"),
        // How an entity shows says the clause that gives most, and of equals the first.
        ("[:find ?f :where [_ :k ?f] [?f :n ?p]]", "[[\":a\"]]"),
        ("[:find ?f :where [?f :n ?p] [_ :k ?f]]", "[[\":a\"]]"),
        ("[:find ?f :where [?h :k ?f] [?f :n 1]]", "[[\"ddac7794-6537-5d40-a911-e7998b77f717\"]]"),
        ("[:find ?f :where [?f :n ?p] [?h :k ?f]]", "[[\"ddac7794-6537-5d40-a911-e7998b77f717\"]]"),
        ("[:find ?f :where [?h :k ?f] [?f :n ?p]]", "[[\":a\"]]"),
        // A group shows its value as it stands in its first row.
        ("[:find ?v (min ?v) :where [:a :z ?v]]", "[[-0.0,-0.0]]"),
    ])
    func `what stands where a variable is bound twice`(_ query: String, _ rows: String) throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(datalog: "(transact [[:a :n 1] [:b :n 2] [:h :k :a] [:a :z -0.0]])")
        #expect(try database.execute(datalog: "(query \(query))").contains("\"results\":\(rows),"))
    }

    @Test func `sums stop at the limits of integers, what expressions make wraps`() throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: "(transact [[:a :n 9223372036854775807] [:b :n 9] [:a :m -9223372036854775807] [:b :m -9]])")
        func rows(_ query: String) throws -> String {
            String(try database.execute(datalog: "(query [\(query)])").dropFirst(11).prefix { $0 != "," })
        }
        #expect(try rows(":find (sum ?v) :where [?e :n ?v]") == "[[9223372036854775807]]")
        #expect(try rows(":find (sum-distinct ?v) :where [?e :m ?v]") == "[[-9223372036854775808]]")
        #expect(try rows(":find ?w :where [:a :n ?v] [(+ ?v 1) ?w]") == "[[-9223372036854775808]]")
    }

    @Test func `what a pseudo-attribute describes, its entity says, however often the shape comes`() throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(datalog: "(transact [[:a :n 1] [:a :m 2] [:b :n 3]])")
        _ = try database.execute(datalog: "(transact [[:a :k 1]])")
        func rows(_ entity: String) throws -> String {
            let text = "(query [:find ?t :any-valid-time :where [:a :n ?v] [\(entity) :db/tx-count ?t]])"
            return try database.execute(datalog: text)
        }
        for _ in 0..<3 { #expect(try rows(":b").hasPrefix("{\"results\":[[1]],")) }
        for _ in 0..<3 { #expect(try rows(":a").hasPrefix("{\"results\":[[1]],")) }
    }

    @Test(arguments: [
        // Alternatives merge what their facts differ in only by version.
        (":find ?e ?x :any-valid-time :where (or [?e :db/tx-count ?x])", 2),
        (":find ?e ?x :any-valid-time :where (or [?e :db/valid-to ?x])", 2),
        (":find ?e ?x :any-valid-time :where [?e :far ?x] (or [?e :db/tx-count 1] [?e :db/tx-count 2])", 2),
        (":find ?e ?q :any-valid-time :where [?e :far ?x] (or [?e :b ?q] [?e :db/tx-count ?q])", 3),
        (
            ":find ?x :any-valid-time :where [?e :far ?x] (or (or [?e :db/tx-id _]) (and [?e :b 2] [?e :db/tx-count 1]))",
            2
        ),
        (":find ?x ?f :valid-at \"2021-01-01\" :where [?e :far ?x] (or [?e :db/valid-at ?f])", 2),
        // The query's instant comes once for each fact of the entity, whatever stands beside it.
        (":find ?x ?f :valid-at \"2021-01-01\" :where [:a :far ?x] [:a :db/valid-at ?f]", 3),
        (":find ?x ?f :valid-at \"2021-01-01\" :where [:a :db/valid-at ?f] [:a :far ?x]", 3),
        (":find ?x :valid-at \"2021-01-01\" :where [?e :far ?x] [?e :db/valid-at 1609459200000]", 4),
        (":find ?x :valid-at \"2021-01-01\" :where [?e :far ?x] [?e :db/valid-at 1609459200001]", 0),
        (":find ?x ?t :any-valid-time :where [?e :far ?x] [?e :db/valid-at ?f] [?e :db/tx-count ?t]", 4),
        (":find ?f ?g :any-valid-time :where [:a :db/valid-at ?f] [:a :db/valid-at ?g]", 9),
        (":find ?x :valid-at \"2021-01-01\" :where [?e :far ?x] (not [?e :db/valid-at 1609459200000])", 0),
        (":find ?x :valid-at \"1999-01-01\" :where [?e :far ?x] [?e :db/valid-at ?f]", 0),
    ])
    func `rows with pseudo-attributes`(_ query: String, _ count: Int) throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: "(transact {:valid-from \"2020-01-01\"} [[:a :far 1] [:a :b 2] [:a :c 3] [:b :far 4]])")
        let answer = try database.run("(query [\(query)])")
        guard case .answer(let rows) = answer else { throw CancellationError() }
        #expect(rows.rowCount == count)
    }

    @Test func `rows that alternatives merge are counted once`() throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: "(transact {:valid-from \"2020-01-01\"} [[:a :far 1] [:a :b 2] [:b :far 4]])")
        let text = "(query [:find (count ?x) :any-valid-time :where (or [?e :db/tx-count ?x] [?e :far ?x])])"
        #expect(try database.execute(datalog: text).hasPrefix("{\"results\":[[3]],"))
    }

    @Test(arguments: ["{} {} []", "{} 3 4", "3 4", "[] {}", "{} [] 3"])
    func `what follows the facts is named before what the facts are`(_ arguments: String) throws {
        let database = try MiniGrafDb.openInMemory()
        let failure = #expect(throws: MiniGrafError.self) {
            try database.execute(datalog: "(transact \(arguments))")
        }
        #expect(failure?.message.hasPrefix("[PRS-075] ") == true)
        #expect(failure?.message.contains("found 1 unexpected trailing argument(s)") == true)
    }

    @Test func `an unknown tag is found where it is read, behind faults before it`() throws {
        #expect(try Self.answer([], "(query [:find ?e)] #foo") == "[PRS-003] Unexpected token: RightParen")
        #expect(try Self.answer([], "(query [:find #foo ?e])") == "[PRS-073] Unknown tagged literal: #foo")
    }

    @Test(arguments: [
        ("2020-01-01", "1577836800000"), (" 2020 - 1- 01\t", "1577836800000"), ("2020-01-01\u{3000}", "1577836800000"),
        ("2020-01-01T00: 00 :00 Z ", "1577836800000"), ("2020-01-01 00:00:00UTC", "1577836800000"),
        ("2020-01-01T00:00:00.5UTC", "1577836800500"), ("2020-01-01T23:59:60Z", "1577923200000"),
        ("-0044-03-15", "-63549360000000"),
        ("-99999-01-01", "-3217830796800000"), ("1-1-1", "-62135596800000"), ("20 20-01-01", ""), ("- 2020-01-01", ""),
        ("2020-01-01 T00:00:00Z", ""), ("2020-01-01T00:00:00Z x", ""), ("2020-01-01 00:00:00Z", ""), ("2020-01- ", ""),
        ("-999999-01-01", ""), ("-9999999999999999999-01-01", ""), ("2020-01-01T00:00:00. 5Z", ""), ("10000-01-01", ""),
    ])
    func `spaces may stand around the numbers of a date`(_ text: String, _ instant: String) throws {
        let database = try MiniGrafDb.openInMemory()
        let written = try? database.execute(datalog: "(transact {:valid-from \"\(text)\"} [[:a :d 1]])")
        let found = try database.execute(
            datalog: "(query [:find ?t :any-valid-time :where [:a :d 1] [:a :db/valid-from ?t]])")
        #expect((written == nil) == instant.isEmpty)
        #expect(found.hasPrefix("{\"results\":[\(instant.isEmpty ? "" : "[" + instant + "]")],"), "\(text)")
    }

    @Test func `any instant has a text`() {
        #expect(InstantText.text(.min) == "-292275055-05-16T16:47:04.192Z")
        #expect(InstantText.text(.max - 1) == "292278994-08-17T07:12:55.806Z")
        #expect(InstantText.text(-1) == "1969-12-31T23:59:59.999Z" && InstantText.text(0) == "1970-01-01")
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
