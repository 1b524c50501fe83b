import Foundation
import Relate
import TestSupport
import Testing

@testable import Render

/// Screens of the sizes that snapshots are taken in.
struct ScreenSize: CustomStringConvertible, Sendable {
    let columns: Int
    let rows: Int
    var description: String { "\(columns)x\(rows)" }

    static let all = [
        ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 120, rows: 40), ScreenSize(columns: 40, rows: 12),
    ]
}

/// Compares a frame with its snapshot. `RENDER_PREVIEW=FOLDER` also writes it there as SVG, to be looked at, in the
/// colours of `RENDER_THEME=NAME`.
func expectSnapshot(
    _ frame: Frame, suite: String, test: String, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["RENDER_PREVIEW"] {
        let theme = environment["RENDER_THEME"].flatMap { Theme.builtIn($0) } ?? .standard
        let svg = frame.svg(theme: theme, options: .init(windowTitle: "relate — \(suite) \(test)"))
        try? Data(svg.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(suite)-\(test).svg"))
    }
    let mismatch = Snapshot.mismatch(frame.description, suite: suite, test: test, filePath: filePath)
    #expect(mismatch == nil, sourceLocation: sourceLocation)
}

/// A frame with these lines.
func frame(_ lines: [StyledLine], columns: Int, rows: Int? = nil) -> Frame {
    var frame = Frame(rows: rows ?? lines.count, columns: columns)
    frame.draw(lines, in: frame.bounds)
    return frame
}

/// Values and plans that tests draw.
enum Fixtures {
    static func person(_ id: Int64, _ name: String, born: Int64? = nil) -> CypherValue.Node {
        var properties: [String: CypherValue] = ["name": .string(name)]
        if let born { properties["born"] = .int(born) }
        return CypherValue.Node(id: id, elementId: "4:relate-neo4j:n\(id)", labels: ["Person"], properties: properties)
    }

    static func movie(_ id: Int64, _ title: String, _ year: Int64) -> CypherValue.Node {
        CypherValue.Node(
            id: id, elementId: "4:relate-neo4j:n\(id)", labels: ["Movie"],
            properties: ["title": .string(title), "released": .int(year)])
    }

    static func relationship(
        _ id: Int64, _ type: String, _ start: CypherValue.Node, _ end: CypherValue.Node,
        _ properties: [String: CypherValue] = [:]
    ) -> CypherValue.Relationship {
        CypherValue.Relationship(
            id: id, elementId: "5:relate-neo4j:r\(id)", type: type, startId: start.id, endId: end.id,
            startElementId: start.elementId, endElementId: end.elementId, properties: properties)
    }

    static let keanu = person(1, "Keanu Reeves", born: 1964)
    static let carrie = person(2, "Carrie-Anne Moss", born: 1967)
    static let ken = person(3, "渡辺 謙", born: 1959)
    static let lana = person(4, "Lana Wachowski", born: 1965)
    static let matrix = movie(10, "The Matrix", 1999)
    static let inception = movie(11, "Inception", 2010)
    static let speed = movie(12, "Speed", 1994)

    static let path = CypherValue.Path(
        nodes: [keanu, matrix, carrie],
        relationships: [
            relationship(1, "ACTED_IN", keanu, matrix, ["roles": ["Neo"]]),
            relationship(2, "ACTED_IN", carrie, matrix, ["roles": ["Trinity"]]),
        ])

    static let columns = ["p", "r.roles", "m.title", "rating", "seen"]
    static let rows: [[CypherValue]] = [
        [.node(keanu), ["Neo"], "The Matrix", 8.7, .date(.init(year: 1999, month: 6, day: 17))],
        [.node(carrie), ["Trinity"], "The Matrix", 8.7, .null],
        [.node(ken), .null, "インセプション", 8.8, .date(.init(year: 2010, month: 7, day: 29))],
        [.node(lana), [], "", .int(1_250), .localDateTime(.init(year: 2003, month: 5, day: 7, hour: 20))],
        [.map(["k": 1, "v": .list([true, .null])]), .path(path), "two\nlines", .float(.infinity), "null"],
        [
            .vector(.ints(dtype: .integer8, values: (0..<768).map { Int64($0 % 64) - ($0 % 7 == 0 ? 30 : 0) })),
            .relationship(path.relationships[0]), "42", .int(-7),
            .duration(.init(months: 14, days: 3, seconds: 4, nanoseconds: 0)),
        ],
        [.point(.init(srid: 4326, x: 13.4, y: 52.5)), "👨‍👩‍👧 family 🇩🇪", "\u{1B}[31mred\u{7}", .bool(true), "A\u{202E}B"],
    ]

    static func grid(columns width: Int, focused: Bool = true) -> GridLayout {
        var layout = GridLayout(
            columns: GridColumn.fitted(
                names: columns, sample: rows, rowCount: rows.count, room: width), rowCount: rows.count)
        layout.isFocused = focused
        return layout
    }

    // MARK: Plans

    static func node(
        _ name: String, _ details: String = "", _ identifiers: [String] = [], estimated: Int64?,
        _ actual: PlanActual? = nil, _ children: [PlanNode] = [], warnings: [Relate.Notification] = []
    ) -> PlanNode {
        PlanNode(
            operator: name, details: details, identifiers: identifiers, estimatedRows: estimated, actual: actual,
            children: children, warnings: warnings)
    }

    static func actual(
        rows: Int64, ms: Double, hops: Int64 = 0, walks: Int64 = 0, reads: Int64 = 0, memory: Int64 = 0,
        start: PlanStart? = nil
    ) -> PlanActual {
        PlanActual(
            rows: rows, timeMs: ms, dbHits: hops + walks + reads, memoryBytes: memory, hops: hops, neighborWalks: walks,
            nodeReads: reads, start: start)
    }

    static let offEstimate = Relate.Notification(
        code: "Neo.ClientNotification.Statement.EstimateOff", gqlStatus: "03N92", severity: "INFORMATION",
        category: "HINT", title: "The row estimate is off 41 times",
        description:
            "Expand(All) was expected to give 96 rows and gave 3 904. Estimates come from counts by label and type.",
        remedy: "Give the pattern a label: (a)-[:ACTED_IN]->(m:Movie)", operatorId: 5)

    static let cartesian = Relate.Notification(
        code: "Neo.ClientNotification.Statement.CartesianProduct", gqlStatus: "03N90", severity: "WARNING",
        category: "PERFORMANCE", title: "This query builds a cartesian product between disconnected patterns.",
        description: "Each row of one pattern meets each row of the other.\nIt may be what you want.",
        remedy: "Connect the patterns, or match them one after the other with WITH.")

    /// A profile of a chain with two cheap steps and an expensive expansion.
    static func profile(profiled: Bool = true) -> PlanDocument {
        func some(_ value: PlanActual) -> PlanActual? { profiled ? value : nil }
        let seek = node(
            "NodeIndexSeek", "a:Person(name = $n)", ["a"], estimated: 1,
            some(
                actual(
                    rows: 1, ms: 0.1, reads: 2,
                    start: .init(element: "a", backward: false, reason: "index seek: fewest rows"))))
        let expand = node(
            "Expand(All)", "(a)-[:ACTED_IN]->(m)", ["a", "m"], estimated: 3,
            some(actual(rows: 2, ms: 0.03, hops: 2, walks: 1)), [seek])
        let filter = node(
            "Filter", "m:Movie", ["a", "m"], estimated: 3, some(actual(rows: 2, ms: 0.02, reads: 2)), [expand])
        let second = node(
            "Expand(All)", "(m)<-[:ACTED_IN]-(b)", ["a", "m", "b"], estimated: 96,
            some(actual(rows: 3_904, ms: 4.4, hops: 3_904, walks: 2, reads: 3_902, memory: 1_258_291)), [filter],
            warnings: [offEstimate])
        let aggregate = node(
            "EagerAggregation", "b.name, count(*) AS shared", ["b.name", "shared"], estimated: 31,
            some(actual(rows: 410, ms: 1.1, reads: 3_904, memory: 40_960)), [second])
        let top = node(
            "Top", "shared DESC LIMIT 25", ["b.name", "shared"], estimated: 25, some(actual(rows: 25, ms: 0.2)),
            [aggregate])
        let root = node(
            "ProduceResults", "b.name, shared", ["b.name", "shared"], estimated: 25, some(actual(rows: 25, ms: 0.0)),
            [top])
        return PlanDocument(profiled: profiled, statement: "MATCH …", root: root)
    }

    /// Two branches that meet in a product.
    static func branches() -> PlanDocument {
        let left = node(
            "Filter", "a.born > 1960", ["a"], estimated: 300, actual(rows: 4_100, ms: 2.2, reads: 8_112),
            [node("NodeByLabelScan", "a:Person", ["a"], estimated: 8_112, actual(rows: 8_112, ms: 0.8, reads: 8_112))])
        let right = node("NodeByLabelScan", "s:Studio", ["s"], estimated: 67, actual(rows: 67, ms: 0.1, reads: 67))
        let product = node(
            "CartesianProduct", "", ["a", "s"], estimated: 20_100, actual(rows: 274_700, ms: 31.5, memory: 5_402),
            [left, right],
            warnings: [cartesian])
        return PlanDocument(
            profiled: true, statement: nil,
            root: node(
                "ProduceResults", "count(*)", ["count(*)"], estimated: 1, actual(rows: 1, ms: 0.1),
                [
                    node(
                        "EagerAggregation", "count(*)", ["count(*)"], estimated: 1,
                        actual(rows: 1, ms: 12.4, memory: 64), [product])
                ]))
    }
}
