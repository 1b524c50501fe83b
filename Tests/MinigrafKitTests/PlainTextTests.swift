import Foundation
import MinigrafKit
import Testing

/// Plain statements take shorter ways than others. A comment before a statement sends it the long way.
struct PlainTextTests {
    private static func outcome(_ database: MiniGrafDb, _ text: String) -> String {
        do {
            return try database.execute(datalog: text).replacing(#/"(transacted|retracted)":[0-9]+/#, with: "written")
        } catch let error as MiniGrafError {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    private static func log(_ database: MiniGrafDb) throws -> [FactRecord] {
        var records: [FactRecord] = []
        try database.factLog(filter: FactFilter()).forEachRecord { record in
            var record = record
            record.txId = 0
            // Of the time of the write, where nothing else is said.
            if record.validFrom > 1_750_000_000_000 { record.validFrom = -1 }
            records.append(record)
        }
        return records
    }

    @Test(arguments: [
        "[[:a :n 1]]", "[]", " [ [:a :n 1] [:b :n 2.5] ] ", "[[:a :n -7] [:a :n -0.0] [:a :n 1.] [:a :n 007]]",
        "[[:a :s \"x\"][:a :s \"\"] [:a :s \"é 😀\"]]", "[[:a :b true] [:a :b false] [:a :b nil]]",
        "[[:a :k :b/c-d?] [:a-b :x_y :k]]",
        "[[:a :n 1 {:valid-from \"2020-01-01\"}] [:a :m 1 {:valid-to \"2999-01-01\"}]]",
        "{:valid-from \"2020-01-01\" :valid-to \"2021-01-01\"} [[:a :n 1] [:a :m 2 {:valid-to \"2022-01-01\"}]]",
        "{} [[:a :n 1]]", "{:valid-from\"2020-01-01\",:valid-from \"2021-01-01\"}[[:a :n 1]]",
        "[[:a :n 1] [:a :n 1] [:b :n 1] [:a :n 1]]", "[[:a :n 1] [:a :n 1 {:valid-from \"2020-01-01\"}]]",
        "[[:a :n 9223372036854775807] [:a :n -9223372036854775808]]", "[[:a :n 9223372036854775808]]",
        "[[:a :s \"q\\\"q\"]]", "[[:ä :ö \"ü\"]]", "[[#uuid \"6ba7b810-9dad-11d1-80b4-00c04fd430c8\" :n 1]]",
        "[[:a :r #uuid \"6ba7b810-9dad-11d1-80b4-00c04fd430c8\"]]", "[[:a :n #{1 2}]]", "[[:a:n 1]]", "[[:a :n1]]",
        "[[:a :n 1x]]",
        "[[:a :n 1e5]]", "[[:a :n foo]]", "[[:a :n truex]]", "[[:a :n \"x\"y]]", "[[:a :n]]", "[[:a]]", "[[]]",
        "[[:a :n 1 2]]",
        "[[:a :n 1] :b]", "[[:a :n 1]", "[[:a :n 1]]]", "[[:a :n 1]] 5", "{:valid-from 5} [[:a :n 1]]",
        "{:x \"2020-01-01\"} [[:a :n 1]]",
        "{:valid-from \"2020-13-01\"} [[:a :n 1]]", "[[:a :n 1 {:valid-from \"2021-01-01\" :valid-to \"2020-01-01\"}]]",
        "[[5 :n 1]]", "[[:a 5 1]]", "[[\"a\" :n 1]]", "[[:a \"n\" 1]]", "[[:a :n ?x]]", "[[:a :n $x]]", "[[:a :n :]]",
        "[[: :n 1]]",
        "[[:a :n -]]", "[[:a :n 1.5.2]]", "[[:a :n [1]]]", "[[:a ; remark\n :n 1]]", "[[:a :n \"x", "",
    ])
    func `a plain list of facts is written as any other`(_ facts: String) throws {
        for command in ["transact", "retract"] {
            let (plain, other) = (try MiniGrafDb.openInMemory(), try MiniGrafDb.openInMemory())
            for database in [plain, other] {
                _ = try database.execute(datalog: "; long way\n(transact [[:a :n 1] [:a :k :b/c-d?]])")
            }
            let text = "(\(command) \(facts))"
            #expect(Self.outcome(plain, text) == Self.outcome(other, "; long way\n" + text), "\(text)")
            #expect(try Self.log(plain) == Self.log(other), "\(text)")
            #expect(try plain.currentTxCount() == other.currentTxCount())
        }
    }

    @Test func `a query of a known shape answers as one that is read`() throws {
        let database = try MiniGrafDb.openInMemory()
        _ = try database.execute(
            datalog: """
                (transact {:valid-from "2020-01-01"}
                  [[:a :n 1] [:b :n 2] [:c :n 2.0] [:d :n "2"] [:e :k :a] [:f :k :b] [:a :s "x y"] [:g :n -5] [:h :s ":a"]
                   [:i :r #uuid "ddac7794-6537-5d40-a911-e7998b77f717"] [:j :n -0.0] [:k :n 0.0]])
                """)
        _ = try database.execute(datalog: "(rule [(named ?x ?s) [?x :s ?s]])")
        let literals = [
            "1", "2", "2.0", "\"2\"", ":a", ":b", ":none", "\"x y\"", "\":a\"", "-5", "0.0", "-0.0", "99", "\"\"",
            "true",
        ]
        let shapes = [
            "[:find ?e :where [?e :n LIT]]", "[:find ?a ?v :where [LIT ?a ?v]]",
            "[:find ?e :where [?e ?a LIT] [?e :n _]]",
            "[:find ?e :where [?e :k LIT]]", "[:find ?v :where [?e :k LIT] [LIT :n ?v]]",
            "[:find ?e :where [?e :n ?v] (not [?e :n LIT])]",
            "[:find ?e :where (or [?e :n LIT] [?e :s LIT])]", "[:find ?e :where [?e :n ?v] [(= ?v LIT)]]",
            "[:find ?e :where (named ?e LIT)]", "[:find (count ?e) :as-of 1 :where [?e _ LIT]]",
            "[:find ?v :where [LIT LIT ?v]]",
            "[:find ?e :where [?e :n LIT LIT]]", "[:find ?e :where [?e LIT]]", "[:find ?e :where [LIT] [?e :n 1]]",
            "[:find LIT :where [?e :n LIT]]", "[:find ?e ?t :any-valid-time :where [?e :n LIT] [?e :db/tx-count ?t]]",
            "[:find ?e :where [?e :db/tx-count LIT]]", "[:find ?e :valid-at \"2019-01-01\" :where [?e :n LIT]]",
            "[:find ?e\n :where\t[?e,:n,LIT],]", "[:find ?e :where [?e :n LIT] (not-join [LIT] [?e :n 1])]",
            "[:find ?e :where [?e :n LIT]] extra", "[:find ?e :where [?e :n LIT]", "[:find ?e :where [?e :n LIT)]]",
        ]
        for shape in shapes {
            for round in 0..<3 {
                for literal in literals {
                    let text = "(query \(shape.replacing("LIT", with: literal)))"
                    #expect(
                        Self.outcome(database, text) == Self.outcome(database, "; long way\n" + text),
                        "\(text), round \(round)")
                }
            }
        }
        // What the store learns later is found under the old shape.
        #expect(Self.outcome(database, "(query [:find ?e :where [?e :n 77]])").contains("[]"))
        _ = try database.execute(datalog: "(transact [[:new :n 77] [:new :k :fresh]])")
        #expect(Self.outcome(database, "(query [:find ?e :where [?e :n 77]])").contains("[[\""))
        #expect(Self.outcome(database, "(query [:find ?e :where [?e :k :fresh]])").contains("[[\""))
    }
}
