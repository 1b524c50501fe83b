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
        return Explorer.screenshot(configuration, columns: columns, rows: rows, keys: try KeyWords.parse(keys))
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
        ("help", "F1"),
        ("palette", "C-p \"theme\""),
        ("parameters", "C-t a \"year = 1960\" Enter wait"),
        ("long", "M-a \"UNWIND\" F5 wait F3 G"),
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
