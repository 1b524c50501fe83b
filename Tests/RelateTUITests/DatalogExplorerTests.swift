import Foundation
import MinigrafKit
import Relate
import Render
import TestSupport
import Testing

@testable import RelateTUI

/// A Datalog store in the explorer: statements, entities, time, plans.
@Suite struct DatalogExplorerTests {
    /// Three transactions about two people, at fixed instants of valid time.
    private static func database() throws -> MiniGrafDb {
        let database = try MiniGrafDb.openInMemory()
        for text in [
            #"(transact {:valid-from "2020-01-01"} [[:ada :name "Ada"] [:ada :age 36] [:bob :name "Bob"] [:bob :friend :ada]])"#,
            #"(transact {:valid-from "2021-01-01"} [[:ada :age 37] [:cy :name "Cy"] [:cy :friend :ada]])"#,
            "(retract [[:ada :age 36] [:bob :name \"Bob\"]])",
        ] { _ = try database.execute(datalog: text) }
        return database
    }

    private static func frame(_ keys: String, columns: Int = 120, rows: Int = 34) throws -> String {
        let store = DatalogStore(try database(), name: "people.graph", isReadOnly: false)
        var configuration = ExplorerConfiguration { _ in store }
        configuration.storePath = "people.graph"
        configuration.keepsHistory = false
        configuration.guardsWrites = false
        let steps = try KeyWords.parse(keys)
        return Explorer.screenshot(configuration, columns: columns, rows: rows, keys: steps).frame.plainText
    }

    private static let ages = #""(query [:find ?n ?a :where [?e :name ?n] [?e :age ?a]])" F5 wait"#

    @Test func `a query runs, and its entities show as nodes with their names`() throws {
        let frame = try Self.frame(#""(query [:find ?e ?n :where [?e :name ?n]])" F5 wait"#)
        #expect(frame.contains("2 rows") && frame.contains(":ada") && frame.contains("Cy"))
        #expect(frame.contains("Attributes") && frame.contains(":friend"))
    }

    @Test func `the statement at the cursor is cut by brackets, and a failure shows its code's text`() throws {
        let text = #""(query [:find ?n :where [?e :name ?n]]) (select ?x)" F5 wait"#
        #expect(try Self.frame(text).contains("Unknown command: select"))
        #expect(try Self.frame(text.replacing(" F5", with: " Home F5")).contains("2 rows"))
    }

    @Test func `a refusal is said as one would type it, with its place, and the store's own words below`() throws {
        let failure = #expect(throws: StatementFailure.self) {
            let session = try DatalogStore(try Self.database(), name: "x", isReadOnly: false).connect()
            _ = try session.run("(query [:find ?e :wher [?e :name \"Ada\"]])", mode: .run, parameters: [:])
        }
        let lines = try #require(failure).message.split(separator: "\n")
        #expect(lines.first == "A query has no part :wher. Did you mean :where?")
        #expect(lines.last?.contains("Unexpected element in query: Vector([Symbol(") == true)
        #expect(failure?.span == 17..<22 && failure?.suggestion == ":where")
        let other = #expect(throws: StatementFailure.self) {
            let session = try DatalogStore(try Self.database(), name: "x", isReadOnly: false).connect()
            _ = try session.run("(query [:find ?e :where {:a 1}])", mode: .run, parameters: [:])
        }
        #expect(
            other?.message.hasPrefix("Expected pattern vector or rule invocation in :where clause, got {:a 1}\n")
                == true)
        #expect(other?.span == 24..<30)
    }

    @Test func `an entity never goes by another one's name`() throws {
        let store = DatalogStore(try MiniGrafDb.openInMemory(), name: "x", isReadOnly: false)
        let session = try store.connect()
        for text in [
            #"(transact [[:ada :name "Ada"] [:ada :knows :bob] [:bob :name "Bob"] [:cy :knows :bob]])"#,
            #"(transact [[:ada :name "Ada L"]])"#,
        ] { _ = try session.run(text, mode: .run, parameters: [:]) }
        let rows = try session.run("(query [:find ?e :where [?e :knows :bob]])", mode: .run, parameters: [:]).rows
        let captions = (0..<rows.rowCount).map { row -> String? in
            guard case .node(let node) = rows.cell(row: row, column: 0) else { return "no node" }
            return DatalogEntities.caption(node)
        }
        #expect(Set(captions) == ["Ada", nil] || Set(captions) == ["Ada L", nil])
    }

    @Test func `an entity goes by the name that one of its attributes is, in whatever namespace`() throws {
        let session = try DatalogStore(try MiniGrafDb.openInMemory(), name: "x", isReadOnly: false).connect()
        for text in [
            #"(transact [[:ada :person/name "Ada"] [:ada :a/b "x"] [:film :film/title "Heat"] [:film :by :ada]])"#
        ] { _ = try session.run(text, mode: .run, parameters: [:]) }
        let rows = try session.run("(query [:find ?e :where [?e _ _]])", mode: .run, parameters: [:]).rows
        let captions = (0..<rows.rowCount).map { row -> String? in
            guard case .node(let node) = rows.cell(row: row, column: 0) else { return "no node" }
            return DatalogEntities.caption(node)
        }
        #expect(Set(captions) == ["Ada", "Heat"])
    }

    @Test func `stepping back asks again, marks what changed and says what is gone`() throws {
        let now = try Self.frame(Self.ages)
        #expect(now.contains("1 row") && now.contains("tx 3") && now.contains("37"))
        let before = try Self.frame(Self.ages + " F3 , wait")
        #expect(before.contains("tx 2 of 3") && before.contains("2 rows"))
        let first = try Self.frame(Self.ages + " F3 , wait , wait")
        #expect(first.contains("tx 1 of 3") && first.contains("36") && first.contains("gone"))
        let none = try Self.frame(Self.ages + " F3 , wait , wait , wait")
        #expect(none.contains("before all") && none.contains("0 rows"))
        let back = try Self.frame(Self.ages + " F3 , wait , wait T wait")
        #expect(back.contains("tx 3 of 3") && back.contains("1 row"))
    }

    @Test func `valid time steps by the instants at which facts begin`() throws {
        let past = try Self.frame(Self.ages + " F3 \"(\" wait \"(\" wait")
        #expect(past.contains("2020-01-01") && past.contains("0 rows"))
    }

    @Test func `the rulers stand where the query itself is`() throws {
        func query(_ time: String) -> String { #""(query [:find ?a \#(time) :where [?e :age ?a]])" F5 wait"# }
        let own = query(#":as-of 1 :valid-at \"2020-06-01\""#)
        let past = try Self.frame(own)
        #expect(past.contains("tx 1 of 3") && past.contains("2020-06-01") && past.contains("36"))
        #expect(try Self.frame(query(":any-valid-time")).contains("any time"))
        // They are moved on from there, to the end too, and back to what the query says.
        let moved = try Self.frame(own + " F3 . wait")
        #expect(moved.contains("tx 2 of 3") && moved.contains("2020-06-01"))
        #expect(try Self.frame(own + " F3 . wait . wait").contains("tx 3 of 3"))
        #expect(try Self.frame(own + " F3 . wait . wait T wait").contains("tx 1 of 3"))
        // The next query is in the present again.
        let next = try Self.frame(own + " F2 M-a Delete " + Self.ages)
        #expect(next.contains("tx 3 of 3") && next.contains(" now"))
        let instant = try Self.database().run("(query [:find ?a :as-of \"1999-01-01T00:00:00Z\" :where [?e :age ?a]])")
        guard case .answer(let answer) = instant else { throw CancellationError() }
        #expect(answer.time == QueryTime(txCount: 0) && answer.rowCount == 0)
    }

    @Test func `an attribute's history opens from its line in the sidebar`() throws {
        for key in ["v", "V"] {
            #expect(try Self.frame("wait M-6 Down \(key) wait").contains("History of :age"), "\(key)")
        }
        #expect(Counts.of(2, "entity") == "2 entities" && Counts.of(1, "entity") == "1 entity")
        #expect(Counts.of(2, "key") == "2 keys" && Counts.of(0, "row") == "0 rows")
    }

    @Test func `an entity without a name goes by its keyword on cards`() throws {
        let store = DatalogStore(try MiniGrafDb.openInMemory(), name: "x", isReadOnly: false)
        _ = try store.connect().run("(transact [[:a :boss :b] [:b :age 3] [:c :boss :a]])", mode: .run, parameters: [:])
        var configuration = ExplorerConfiguration { _ in store }
        configuration.keepsHistory = false
        let keys = try KeyWords.parse(#""(query [:find ?e :where [?e :boss :b]])" F5 wait F3 Enter wait Enter wait"#)
        let frame = Explorer.screenshot(configuration, columns: 120, rows: 34, keys: keys).frame.plainText
        #expect(frame.contains(":a :boss :b"), "\(frame)")
        let other = try #require((store.memory as? FactView)?.entity(":b"))
        #expect(!frame.contains(other.uuid), "\(frame)")
    }

    @Test func `changed cells are told from rows that stayed`() {
        func table(_ rows: [[CypherValue]]) -> GridTable {
            GridTable(
                number: 1, columns: ["n", "a"],
                rows: QueryResult(columns: ["n", "a"], rows: rows, queryType: .read))
        }
        var gone = 0
        let changes = GridChanges(
            from: table([["Ada", 36], ["Bob", 20], ["Eve", 9]]), to: table([["Ada", 37], ["Bob", 20], ["Cy", 1]]),
            goneCount: &gone)
        #expect(
            changes.cells == [.init(row: 0, column: 1), .init(row: 2, column: 0), .init(row: 2, column: 1)])
        #expect(gone == 2)
    }

    @Test func `the card of an entity has its facts, and references in and out`() throws {
        let entities = DatalogEntities(try Self.database().factView())
        let ada = try #require(entities.facts.entity(":ada"))
        let around = entities.around(ada, limit: 1)
        #expect(around.focus.labels == ["ada"])
        #expect(around.focus.properties == ["name": "Ada", "age": 37])
        #expect(around.groups.map(\.type) == [":friend"] && around.groups[0].direction == .incoming)
        #expect(around.groups[0].count == 2 && around.groups[0].neighbours.count == 1)
        let bob = entities.around(try #require(entities.facts.entity(":bob")), limit: 10)
        #expect(bob.groups.first?.direction == .outgoing)
        #expect(bob.groups.first?.neighbours.first?.node.elementId == ada.uuid)
        let links = entities.links(among: [ada.uuid, bob.focus.elementId, "nonsense"], limit: 10)
        #expect(links.relationships.count == 1 && links.degrees[ada.uuid] == 2)
    }

    @Test func `a history shows each value from the transaction that said it to the one that ended it`() throws {
        let database = try Self.database()
        let timeline = Timeline(
            .entity(":ada"), database.factView(), DatalogEntities(database.factView()))
        #expect(timeline.entries.map(\.value) == ["\"Ada\"", "36", "37"])
        #expect(timeline.entries.map(\.txCount) == [1, 1, 2] && timeline.entries.map(\.endTxCount) == [nil, 3, nil])
        let names = Timeline(.attribute(":name"), database.factView(), DatalogEntities(database.factView()))
        #expect(names.entries.count == 3 && names.title == ":name")
        let frame = try Self.frame(
            #""(query [:find ?e ?a :where [?e :age ?a]])" F5 wait F3 v wait"#)
        #expect(frame.contains("History of :ada") && frame.contains("transaction 1"))
        let asOf = try Self.frame(
            #""(query [:find ?e ?a :where [?e :age ?a]])" F5 wait F3 v wait Enter wait"#)
        #expect(asOf.contains("tx 1 of 3") && asOf.contains("36"))
    }

    @Test func `a plan shows the join order with its rows`() throws {
        let frame = try Self.frame(
            #""(query [:find ?n :where [?e :friend ?f] [?e :name ?n] [(!= ?n \"x\")]])" F7 wait F8"#, rows: 50)
        #expect(frame.contains("Pattern") && frame.contains("Filter") && frame.contains("[?e :friend ?f]"))
        let explained = try Self.frame(#""(query [:find ?n :where [?e :name ?n]])" F6 wait F8"#, rows: 50)
        #expect(explained.contains("EXPLAIN") && explained.contains("Pattern"))
    }

    @Test func `parameters are EDN literals`() throws {
        let frame = try Self.frame(
            #""(query [:find ?n :where [$who :name ?n]])" C-t "who = :cy" Enter wait Esc F5 wait"#)
        #expect(frame.contains("1 row") && frame.contains("Cy") && frame.contains("$who = :cy"))
        let pane = try Self.frame(
            #"C-t "who = :cy" Enter wait "id = #uuid \"00000000-0000-0000-0000-00000000000a\"" Enter wait"#)
        #expect(pane.contains("$who = :cy") && pane.contains("KEYWORD") && !pane.contains("MAP"))
        #expect(pane.contains(#"$id = #uuid "00000000-0000-0000-0000-00000000000a""#) || pane.contains("$id  = #uuid"))
        #expect(try Self.frame("C-t").contains("who = :ada"))
        let refused = try Self.frame(#""(query [:find ?n :where [$who :name ?n]])" F5 wait"#)
        #expect(refused.contains("A slot has no value yet"))
    }

    @Test func `what is written shows in the sidebar, and the rulers grow`() throws {
        let frame = try Self.frame(#""(transact [[:dan :email \"d@x\"]]) " F5 wait"#)
        #expect(frame.contains(":email") && frame.contains("tx 4 of 4"))
        #expect(try Self.frame(#""(rule [(old ?x) [?x :age ?a] [(> ?a 36)]])" F5 wait"#).contains("old"))
    }

    @Test(arguments: [
        ("(qu|", "query"), ("|", ""), ("(query [:f|", ":find"), ("(query [:find ?name :where [?e :name ?n|", "?name"),
        (
            "(query [:find ?e :where [?e :|",
            ":age :friend :name :db/valid-from :db/valid-to :db/tx-count :db/tx-id :db/valid-at"
        ),
        ("(query [:find ?e :where [?e :fr| ?f]])", ":friend"), ("(query [:find ?e :where (ol|", "old"),
        ("(query [:find ?e :where (no|", "not not-join"),
        ("(query [:find ?e :where [?e :age ?a] [(sta|", "starts-with?"),
        ("(query [:find (co|", "count count-distinct"), ("(query [:find (sum ?a :o|", ":over"),
        ("(query [:find (sum ?a :over (:or|", ":order-by"), ("(transact {:valid|", ":valid-from :valid-to"),
        ("(transact [[:ada :na|", ":name"), ("(query [:find ?e :where [$w|", "$who"),
        ("(query [:find ?e :where [?e :name \"a|", ""),
        ("(rule [(old ?x) [?x :ag|", ":age"), ("; (qu|", ""), ("(query [:find ?e :where (not [?e :n|", ":name"),
        ("(query [:find ?e :where (or (and (ol|", "old"), ("(query [:find ?e]) (re|", "retract"),
    ])
    func `completion knows the words of the language and the names of the store`(_ text: String, _ names: String) throws
    {
        let database = try Self.database()
        _ = try database.execute(datalog: "(rule [(old ?x) [?x :age ?a] [(> ?a 36)]])")
        let cursor = try #require(text.firstIndex(of: "|"))
        let found = DatalogCompletion(
            in: text.replacing("|", with: ""), at: text[..<cursor].utf8.count,
            schema: DatalogSchema.summary(of: database.factView(), names: database.knownNames), parameters: ["who"])
        #expect((found?.items ?? []).map(\.name).joined(separator: " ") == names)
    }

    @Test func `Tab completes an attribute, and typing a colon offers them`() throws {
        let text = "\"(query [:find ?n :where [?e :na\" Tab \" ?n]])\" F5 wait"
        #expect(try Self.frame(text).contains("2 rows"))
        #expect(try Self.frame("\"(query [:find ?n :where [?e :\" wait").contains(":friend"))
    }

    @Test(arguments: [
        ("(query [:find ?x])", "bracket keyword bracket keyword variable bracket bracket"),
        (#"[(>= ?a 3.5) ?b] ; x"#, "bracket bracket operator variable number bracket variable bracket comment"),
        (#"(reach :a $b "t")"#, "bracket relationshipType propertyKey parameter string bracket"),
        (#"[:find (count ?x)] nil "open"#, "bracket keyword bracket function variable bracket bracket constant error"),
        (":db/tx-id #uuid _ -1", "type type variable number"),
    ])
    func `words have their roles`(_ text: String, _ roles: String) {
        #expect(DatalogHighlights.highlights(in: text).map(\.role.rawValue).joined(separator: " ") == roles)
    }

    @Test func `no text breaks the highlighter, and its stretches are in order`() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["(", ")", "[", "\"", "\\", ":a", "?x", "$", "#", ";", "\n", " ", "é", "-", "{", "1"]
        for _ in 0..<500 {
            let text = (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            var end = 0
            for stretch in DatalogHighlights.highlights(in: text) {
                #expect(stretch.span.lowerBound >= end && stretch.span.upperBound <= text.utf8.count, "\(text)")
                end = stretch.span.upperBound
            }
        }
    }
}
