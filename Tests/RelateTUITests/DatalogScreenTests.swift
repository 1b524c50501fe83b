import Foundation
import MinigrafKit
import Render
import TestSupport
import Testing

@testable import RelateTUI

/// Whole screens of the explorer on a Datalog store.
@Suite("Datalog screens") struct DatalogScreenTests {
    private static func screen(_ keys: String, columns: Int, rows: Int) throws -> String {
        let database = try MiniGrafDb.openInMemory()
        for text in [
            #"(transact {:valid-from "2020-01-01"} [[:ada :name "Ada"] [:ada :age 36] [:bob :name "Bob"] [:bob :boss :ada]])"#,
            #"(transact {:valid-from "2021-01-01"} [[:ada :age 37] [:cy :name "Cy"] [:cy :boss :ada] [:cy :age 20]])"#,
            #"(retract [[:ada :age 36] [:bob :boss :ada]])"#,
            "(rule [(over ?x ?y) [?y :boss ?x]])",
        ] { _ = try database.execute(datalog: text) }
        let store = DatalogStore(database, name: "people.graph", isReadOnly: false)
        var configuration = ExplorerConfiguration { _ in store }
        configuration.storePath = "people.graph"
        configuration.keepsHistory = false
        configuration.guardsWrites = false
        return steady(
            Explorer.screenshot(configuration, columns: columns, rows: rows, keys: try KeyWords.parse(keys)).frame
                .plainText)
    }

    /// Durations, their bars and the dates of transactions are of the day; what fills a line up, or is cut off, goes with them.
    private static func steady(_ screen: String) -> String {
        screen.replacing(#/20(2[4-9]|[3-9][0-9])-[0-9-]+(T[0-9:.]+Z)?/#, with: "DATE")
            .replacing(#/[0-9.]+Z/#, with: "Z").replacing(#/[0-9]+:[0-9][0-9](:[0-9][0-9])?/#, with: "CLOCK")
            .replacing(#/[0-9.]+ ?(ns|µs|ms|s)\b/#, with: "TIME")
            .replacing(#/(TIME|  row )[^\n]*…/#) { "\($0.output.1) …" }
            .replacing(#/(parse |plan |run |un |n )*[0-9.]+ ─┤/#, with: "TIMES ─┤")
            .replacing(#/[0-9.]+ +[█▉▊▋▌▍▎▏]+ *│/#, with: "N │").replacing(#/[0-9]+\.[0-9]+/#, with: "N").replacing(
                #/[0-9]+ %/#, with: "N %"
            )
            .replacing(#/[─━]{2,}/#) { "\($0.output.prefix(2))" }
            .replacing(#/ {2,}/#, with: "  ").replacing(#/ +│/#, with: " │").replacing(#/ +\n/#, with: "\n")
    }

    private static let ages = #""(query [:find ?e ?n ?a :where [?e :name ?n] [?e :age ?a]])" F5 wait"#

    static let scenes: [(name: String, keys: String)] = [
        ("result", ages),
        ("past", ages + " F3 , wait , wait"),
        ("valid time", ages + " F3 \"(\" wait"),
        ("timeline", ages + " F3 v wait"),
        ("card", ages + " F3 Enter wait"),
        ("plan", #""(query [:find ?n :where [?e :boss ?b] [?e :name ?n] [(!= ?n \"x\")] (over ?b ?e)])" F7 wait F8"#),
        ("completion", #""(query [:find ?n :where [?e :" wait"#),
        ("error", #""(query [:find ?n :where [?e :name]])" F5 wait"#),
    ]

    @Test("Each looks as recorded", arguments: scenes.map(\.name), ["80x24", "120x40"])
    func looksAsRecorded(scene: String, size: String) throws {
        let keys = try #require(Self.scenes.first { $0.name == scene }).keys
        let words = size.split(separator: "x").compactMap { Int($0) }
        let screen = try Self.screen(keys, columns: words[0], rows: words[1])
        #expect(Snapshot.mismatch(screen, suite: "Datalog", test: "\(scene) \(size)") == nil)
    }

    @Test("An answer of the past says so where the rulers have no room")
    func saysPastInLowPanes() throws {
        let screen = try Self.screen(Self.ages + " F3 , wait", columns: 40, rows: 10)
        #expect(screen.contains("2 Result  as of tx "))
        #expect(!(try Self.screen(Self.ages + " F3", columns: 40, rows: 10)).contains("as of"))
        #expect(try Self.screen(Self.ages + " F3 \"(\" wait", columns: 40, rows: 10).contains("2 Result  valid 20"))
    }

    @Test("Below the map are the attributes of the entity, whether it has a keyword or not", arguments: [80, 120])
    func detailsOfMap(columns: Int) throws {
        let query = #""(query [:find ?e :where [?e :name \"NAME\"] [?e :age ?a]])" F5 wait F3 Enter wait m wait g"#
        for (name, text) in [
            ("Ada", "(:ada {age: 37, name: 'Ada'})"), ("Cy", "({age: 20, boss: ':ada', name: 'Cy'})"),
        ] {
            let screen = try Self.screen(
                query.replacingOccurrences(of: "NAME", with: name), columns: columns, rows: 40)
            #expect(screen.contains(text), "\(screen)")
        }
    }
}
