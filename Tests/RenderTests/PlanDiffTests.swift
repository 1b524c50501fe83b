import Relate
import Testing

@testable import Render

/// Two plans side by side, and operators at their places in the text.
@Suite("Plan comparison") struct PlanDiffTests {
    private static func node(
        _ name: String, _ details: String = "", _ identifiers: [String] = [], rows: Int64 = 1, hits: Int64 = 0,
        _ children: [PlanNode] = []
    ) -> PlanNode {
        PlanNode(
            operator: name, details: details, identifiers: identifiers, estimatedRows: rows,
            actual: PlanActual(
                rows: rows, timeMs: 1, dbHits: hits, memoryBytes: 0, hops: 0, neighborWalks: 0, nodeReads: hits,
                start: nil), children: children, warnings: [])
    }

    @Test(
        "Times are judged where they are long and far apart, db hits always",
        arguments: [
            (0.025, 0.038, "100 → 100 hits · the same plan"), (0.9, 0.1, "100 → 100 hits · the same plan"),
            (12.0, 10.0, "100 → 100 hits · 12.0 ms → 10.0 ms · the same plan"),
            (30.0, 2.0, "100 → 100 hits · 30.0 ms → 2.0 ms, ×15 faster · the same plan"),
        ])
    func noise(_ before: Double, _ after: Double, _ summary: String) {
        func model(_ ms: Double) -> PlanModel {
            Self.model(
                PlanNode(
                    operator: "NodeByLabelScan", details: "n:A", identifiers: ["n"], estimatedRows: 1,
                    actual: PlanActual(
                        rows: 1, timeMs: ms, dbHits: 100, memoryBytes: 0, hops: 0, neighborWalks: 0, nodeReads: 100,
                        start: nil), children: [], warnings: []))
        }
        let table = PlanDiffTable(PlanDiff(from: model(before), to: model(after)), width: 100)
        #expect(table.summary.plainText == summary)
        let isTelling = summary.contains("faster")
        #expect(table.line(.row(0)).plainText.contains("−") == isTelling)
    }

    private static func model(_ root: PlanNode) -> PlanModel {
        PlanModel(PlanDocument(profiled: true, statement: nil, root: root))
    }

    private static let scanned = model(
        node(
            "ProduceResults", "n", ["n"],
            [
                node(
                    "Filter", "n.name = 'Ada'", ["n"],
                    [node("NodeByLabelScan", "n:Person", ["n"], rows: 100, hits: 100)])
            ])
    )

    @Test("A plan is the same as itself, and folds into one line")
    func same() {
        let diff = PlanDiff(from: Self.scanned, to: Self.scanned)
        #expect(diff.rows.map(\.change) == [.same, .same, .same])
        #expect(diff.changedCount == 0)
        #expect(diff.lines(foldsSame: true) == [.same(first: 0, count: 3)])
        #expect(diff.lines(foldsSame: false) == [.row(0), .row(1), .row(2)])
    }

    @Test("A seek in the place of a filter over a scan")
    func seek() {
        let sought = Self.model(
            Self.node(
                "ProduceResults", "n", ["n"],
                [Self.node("NodeIndexSeek", "RANGE INDEX n:Person(name) WHERE name = 'Ada'", ["n"], hits: 1)]))
        let diff = PlanDiff(from: Self.scanned, to: sought)
        #expect(diff.rows.map(\.change) == [.same, .replaced, .removed])
        #expect(diff.rows[1] == PlanDiff.Row(depth: 1, before: 1, after: 1, change: .replaced))
        let text = PlanDiffTable(diff, width: 100)
        #expect(text.line(.row(1)).plainText.contains("NodeIndexSeek  was Filter"))
        #expect(text.line(.row(2)).plainText.contains("−100"))
        #expect(text.summary.plainText.contains("100 → 1 hits"))
    }

    @Test("A step put in between is added, and what is below it is still matched")
    func inserted() {
        let more = Self.model(
            Self.node(
                "ProduceResults", "n", ["n"],
                [
                    Self.node(
                        "Sort", "n.name ASC", ["n"],
                        [Self.scanned.operators[1].node])
                ]))
        #expect(PlanDiff(from: Self.scanned, to: more).rows.map(\.change) == [.same, .added, .same, .same])
        #expect(PlanDiff(from: more, to: Self.scanned).rows.map(\.change) == [.same, .removed, .same, .same])
    }

    @Test("A changed order of inputs moves them, and other counts change a step")
    func moved() {
        func join(_ left: PlanNode, _ right: PlanNode) -> PlanModel {
            Self.model(
                Self.node(
                    "ProduceResults", "a", ["a"], [Self.node("CartesianProduct", "", ["a", "b"], [left, right])]))
        }
        let one = Self.node("NodeByLabelScan", "a:A", ["a"])
        let two = Self.node("NodeByLabelScan", "b:B", ["b"])
        let diff = PlanDiff(from: join(one, two), to: join(two, one))
        #expect(diff.rows.filter { $0.change == .moved }.count == 1)
        #expect(!diff.rows.contains { $0.change == .added || $0.change == .removed })
        let more = Self.node("NodeByLabelScan", "b:B", ["b"], rows: 7)
        #expect(
            PlanDiff(from: join(one, two), to: join(one, more)).rows.map(\.change) == [.same, .same, .same, .changed])
    }

    @Test("A deep plan is compared without deep recursion")
    func deep() {
        var root = Self.node("AllNodesScan", "n", ["n"])
        for _ in 0..<2_000 { root = Self.node("Filter", "n.x = 1", ["n"], [root]) }
        let model = Self.model(root)
        #expect(PlanDiff(from: model, to: model).changedCount == 0)
        // Released from the root down, as a plan is.
        withExtendedLifetime(model) {}
    }

    @Test(
        "Operators are found in the text, whatever its spacing and case",
        arguments: [
            ("NodeByLabelScan", "p:Person", ["p"], "p : Person"),
            ("Expand(All)", "(p)-[k:KNOWS]->(q)", ["p", "q", "k"], ")-[k:KNOWS]->(q)"),
            ("Filter", "q.age > 30 AND q:Person", ["q"], "q.age > 30 and q:Person"),
            ("Projection", "q.name AS name", ["name", "q"], "q.name as name"),
            ("ProduceResults", "name", ["name"], "return"),
            ("Limit", "10", [], "limit 10"),
        ])
    func places(_ name: String, _ details: String, _ identifiers: [String], _ expected: String) throws {
        let text =
            "match (p : Person)-[k:KNOWS]->(q) // who\nwhere q.age > 30 and q:Person\nreturn q.name as name\nlimit 10"
        let places = PlanPlaces(Self.model(Self.node(name, details, identifiers)), in: text)
        let range = try #require(places.range(of: 0))
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == expected)
        #expect(places.operatorID(at: range.lowerBound) == 0)
        #expect(places.operatorID(at: text.utf8.count + 1) == nil)
    }

    @Test("DOT and SVG hold every operator, with quotes and controls made harmless")
    func exports() {
        let model = Self.model(
            Self.node("Filter", "n.x = \"a\\\n\u{1B}]0;x\"", ["n"], [Self.node("AllNodesScan", "n")]))
        let dot = PlanRendering.dot(model.document)
        #expect(dot.contains("n1 -> n0"))
        #expect(dot.contains("\\\"a"))
        #expect(!dot.unicodeScalars.contains("\u{1B}"))
        let svg = PlanRendering.svg(model.document, theme: .standard, title: "plan")
        #expect(svg.hasPrefix("<svg") && svg.contains("AllNodesScan") && !svg.unicodeScalars.contains("\u{1B}"))
    }
}
