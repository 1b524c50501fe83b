import Foundation
import Relate
import Render
import TestSupport
import Testing

@testable import RelateTUI

/// Whole screens of the explorer, through its real loop and workers, on a store whose answers are written down.
///
/// `EXPLORER_PREVIEW=FOLDER` also writes them there as SVG, to be looked at.
@Suite("Explorer screens") struct ExplorerScreenTests {
    static let query = "MATCH (p:Person)-[r:ACTED_IN]->(m:Movie)\nWHERE p.born > $year\nRETURN p, r.roles, m.title"

    static func screen(_ keys: String, columns: Int, rows: Int, text: String = query) throws -> Frame {
        var configuration = ExplorerConfiguration { _ throws(StatementFailure) in
            FakeStore(neighbourhoods: Fixtures.neighbourhoods)
        }
        configuration.storePath = "movies.rl"
        configuration.initialText = text
        configuration.keepsHistory = false
        return Explorer.screenshot(configuration, columns: columns, rows: rows, keys: try KeyWords.parse(keys)).frame
    }

    static let scenes: [(name: String, keys: String)] = [
        ("start", ""),
        ("result", "F5 wait F3 Down"),
        ("inspector", "F5 wait F3 Enter"),
        ("profile", "F7 wait F8 Down Down Down"),
        ("explain", "F6 wait F8"),
        ("notes", "F7 wait F9"),
        ("error", "C-u M-a \"MATHC (n) RETURN n\" F5 wait"),
        ("graph", "M-a \"MATCH (m:Movie)\" F5 wait F3 Enter Enter wait"),
        ("map", "M-a \"MATCH (m:Movie)\" F5 wait F3 Enter Enter wait m wait"),
        ("overview", "M-a \"MATCH (m:Movie)\" F5 wait F3 Enter Enter wait o wait"),
        ("types", "M-a \"MATCH (m:Movie)\" F5 wait F3 Enter Enter wait t"),
        ("question", "M-t wait C-q"),
        ("help", "F1"),
        ("palette", "C-p \"theme\""),
        ("parameters", "C-t \"year = 1960\" Enter wait"),
        ("long", "M-a \"UNWIND\" F5 wait F3 G"),
        ("find in help", "F1 / \"column\""),
        ("copy as", "F5 wait F3 M-y"),
        ("find in query", "M-/ \"born\""),
        ("refused parameter", "C-t a \"year = MATHC\" Enter wait"),
    ]

    static let sizes: [(columns: Int, rows: Int)] = [(80, 24), (120, 40), (40, 12), (200, 60)]

    @Test(
        "Each pane looks as recorded, at each size", arguments: scenes.map(\.name),
        sizes.map { "\($0.columns)x\($0.rows)" })
    func looksAsRecorded(scene: String, size: String) throws {
        let keys = try #require(Self.scenes.first { $0.name == scene }).keys
        let (columns, rows) = try #require(Self.sizes.first { "\($0.columns)x\($0.rows)" == size })
        let frame = try Self.screen(keys, columns: columns, rows: rows)
        if let folder = ProcessInfo.processInfo.environment["EXPLORER_PREVIEW"] {
            let svg = frame.svg(theme: .standard, options: .init(windowTitle: "relate — \(scene)"))
            try Data(svg.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(scene)-\(size).svg"))
        }
        #expect(Snapshot.mismatch(frame.plainText, suite: "Explorer", test: "\(scene) \(size)") == nil)
    }
}

/// Screens of the query pane, plans and notes on a real store whose numbers do not change.
@Suite("Query and plan screens") struct QueryScreenTests {
    static func screen(_ keys: String, columns: Int, rows: Int, text: String) throws -> Frame {
        var configuration = ExplorerConfiguration { request throws(StatementFailure) in
            try RelateStore(request) { connection in
                try connection.query(
                    "UNWIND range(1, 200) AS i CREATE (p:Person {name: 'P' + toString(i), born: 1900 + i}) "
                        + "CREATE (p)-[:LIVES_IN]->(:City {name: 'C' + toString(i % 7)})")
            }
        }
        configuration.initialText = text
        configuration.keepsHistory = false
        configuration.guardsWrites = true
        return Explorer.screenshot(configuration, columns: columns, rows: rows, keys: try KeyWords.parse(keys)).frame
    }

    static let scenes: [(name: String, text: String, keys: String)] = [
        ("checked", "MATCH (p:Persn)-[:LIVES_IN]->(c)\nWHERE p.born > $year\nRETURN id(p), c.nme;\nRETURN nobody;", ""),
        ("completion", "MATCH (p:Person)-[:LIVES_IN]->(c:City)\nRETURN ", "C-End \"p.\" wait"),
        ("completion asked", "RETURN toU", "End C-Space wait"),
        ("guard", "CREATE (:City {name: 'new'})", "F5 wait"),
        ("remarks", "MATCH (p:Person {name: 'P7'}), (c:City) RETURN p, collect(c)", "F6 wait F9"),
        (
            "diff",
            "MATCH (p:Person {name: 'P7'})-[:LIVES_IN]->(c) RETURN c.name;\n"
                + "CREATE INDEX FOR (p:Person) ON (p.name);",
            "F6 wait F8 P 1 C-End F5 wait y wait C-Home F6 wait F8 D"
        ),
        (
            "found in store",
            "CREATE FULLTEXT INDEX names FOR (n:Person|City) ON EACH [n.name]",
            "F5 wait y wait F4 / \"P1\" Enter wait"
        ),
        ("place", "MATCH (p:Person)-[:LIVES_IN]->(c)\nWHERE p.born > 1950\nRETURN c.name", "F6 wait F8 Down Down"),
    ]

    @Test(
        "Each scene looks as recorded, at each size", arguments: scenes.map(\.name),
        ["80x24", "120x40", "40x12", "200x60"])
    func looksAsRecorded(scene: String, size: String) throws {
        let (_, text, keys) = try #require(Self.scenes.first { $0.name == scene })
        let numbers = size.split(separator: "x").compactMap { Int($0) }
        let frame = try Self.screen(keys, columns: numbers[0], rows: numbers[1], text: text)
        if let folder = ProcessInfo.processInfo.environment["EXPLORER_PREVIEW"] {
            let svg = frame.svg(theme: .standard, options: .init(windowTitle: "relate — \(scene)"))
            try Data(svg.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(scene)-\(size).svg"))
        }
        // Times of planning are never the same.
        let lines = frame.plainText.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("Plan made in") && !$0.contains(" parse ") }
        #expect(Snapshot.mismatch(lines.joined(separator: "\n"), suite: "Query", test: "\(scene) \(size)") == nil)
    }
}
