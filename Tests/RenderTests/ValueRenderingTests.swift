import Relate
import Testing

@testable import Render

@Suite struct ValueRenderingTests {
    @Test("A string is cut to its cell, whether of one byte a column or not", arguments: ["w", "ö", "字"])
    func cells(letter: String) {
        let columns = letter == "字" ? 2 : 1
        for count in 1...16 {
            let text = String(repeating: letter, count: count)
            for width in 1...14 {
                let cell = ValueRendering.cell(.string(text), width: width).plainText
                let fits = count * columns <= width
                let kept = (width - 1) / columns
                let rest = String(repeating: " ", count: (width - 1) % columns)
                let expected = fits ? text : String(repeating: letter, count: kept) + rest + "…"
                #expect(cell == expected, "\(count) \(width)")
            }
        }
    }

    @Test(
        "A value on one line",
        arguments: [
            (.null, "∅"), ("", "''"), ("null", "'null'"), ("NULL", "'NULL'"), ("true", "'true'"), ("42", "'42'"),
            ("-1.5e3", "'-1.5e3'"), ("2024-05-06", "'2024-05-06'"), ("12:30", "'12:30'"), ("P1Y", "'P1Y'"),
            ("[1]", "'[1]'"),
            ("{a}", "'{a}'"), ("(x)", "'(x)'"), (" x", "' x'"), ("x ", "'x '"), ("∅", "'∅'"),
            ("plain text", "plain text"),
            ("Paris", "Paris"), ("12 monkeys", "12 monkeys"), ("a\nb", "a⏎b"), ("a\r\nb", "a␍⏎b"), ("a\tb", "a␉b"),
            (.int(.min), "-9223372036854775808"), (.float(1), "1.0"), (.float(.nan), "NaN"),
            (.float(-.infinity), "-Infinity"),
            (.bool(false), "false"), ([1, "a", nil, [2.5]], "[1, 'a', ∅, [2.5]]"),
            (["b": 1, "a": "x"], "{a: 'x', b: 1}"),
            (.map([:]), "{}"), (.list([]), "[]"), (.node(Fixtures.keanu), "(:Person Keanu Reeves)"),
            (.node(.init(id: 7, elementId: "4:relate-neo4j:n7", labels: [], properties: [:])), "(#n7)"),
            (
                .node(.init(id: 7, elementId: "4:relate-neo4j:n7", labels: ["A", "B"], properties: ["k": 1])),
                "(:A:B {k: 1})"
            ),
            (.relationship(Fixtures.path.relationships[0]), "-[:ACTED_IN {roles: ['Neo']}]->"),
            (.path(Fixtures.path), "(Keanu Reeves)─ACTED_IN→(The Matrix)←ACTED_IN─(Carrie-Anne Moss)"),
            (.point(.init(srid: 7203, x: 1, y: 2, z: nil)), "point(1.0, 2.0)"),
            (.duration(.init(months: 14, days: -3, seconds: 3_661, nanoseconds: 500_000_000)), "P1Y2M-3DT1H1M1.5S"),
            (.duration(.init(months: 0, days: 0, seconds: -1, nanoseconds: 500_000_000)), "PT-0.5S"),
            (.duration(.init(months: 0, days: 0, seconds: 0, nanoseconds: 0)), "PT0S"),
            (.vector(.floats(dtype: .float32, values: [0, 1])), "FLOAT32[2] ▁█"),
            (
                .dateTime(
                    .init(year: 2024, month: 5, day: 6, hour: 9, minute: 30, offsetSeconds: 7200, zone: "Europe/Berlin")
                ),
                "2024-05-06T09:30:00+02:00[Europe/Berlin]"
            ),
        ] as [(CypherValue, String)])
    func line(value: CypherValue, expected: String) {
        #expect(ValueRendering.line(value).plainText == expected)
    }

    @Test("In ASCII a value has only ASCII of ours")
    func ascii() {
        let options = ValueOptions(glyphs: .ascii)
        let values: [CypherValue] = [
            .null, "a\nb", .path(Fixtures.path), .vector(.ints(dtype: .integer8, values: [1, 2, 3, 4, 5])),
        ]
        let texts = values.map { ValueRendering.line($0, options).plainText }
        #expect(
            texts == [
                "NULL", "a$b", "(Keanu Reeves)-ACTED_IN->(The Matrix)<-ACTED_IN-(Carrie-Anne Moss)",
                "INT8[5] 1, 2, 3, 4, ...",
            ])
    }

    @Test("A long path folds in the middle and keeps both ends", arguments: [30, 50, 80])
    func longPath(width: Int) {
        let nodes = (0..<1000).map { Fixtures.person(Int64($0), "n\($0)") }
        let relationships = (0..<999).map { Fixtures.relationship(Int64($0), "R", nodes[$0], nodes[$0 + 1]) }
        let line = PathRendering.chain(.init(nodes: nodes, relationships: relationships), width: width)
        #expect(line.columns <= width)
        #expect(line.plainText.hasPrefix("(n0)─R→"))
        #expect(line.plainText.hasSuffix("(n999)"))
        #expect(line.plainText.contains("⋯"))
    }

    @Test("A huge or deep value costs what is shown")
    func huge() {
        let long = CypherValue.list(Array(repeating: .string(String(repeating: "x", count: 1000)), count: 10_000))
        #expect(ValueRendering.line(long).columns < 2000)
        var deep = CypherValue.int(1)
        for _ in 0..<2_000 { deep = .list([deep]) }
        #expect(ValueRendering.cell(deep, width: 20).plainText == "[[[[[[[[[[[[[[[[[[[…")
        #expect(CypherLiteral.text(deep).utf8.count == 4001)
    }

    @Test(
        "A literal gives the value again",
        arguments: [
            ("it's\n", #"'it\'s\n'"#), (.date(.init(year: 2024, month: 5, day: 6)), "date('2024-05-06')"),
            (.duration(.init(months: 1, days: 0, seconds: 0, nanoseconds: 0)), "duration('P1M')"),
            (.vector(.ints(dtype: .integer8, values: [1, 2])), "vector([1, 2], 2, INTEGER8)"),
            (["my key": [1, nil]], "{`my key`: [1, null]}"), (.float(.infinity), "(1.0 / 0.0)"),
            (.node(Fixtures.keanu), "(:Person {born: 1964, name: 'Keanu Reeves'})"),
            (.relationship(Fixtures.path.relationships[0]), "()-[:ACTED_IN {roles: ['Neo']}]->()"),
            (.point(.init(srid: 7203, x: 1, y: 2, z: nil)), "point({srid: 7203, x: 1.0, y: 2.0})"),
        ] as [(CypherValue, String)])
    func literal(value: CypherValue, expected: String) {
        #expect(CypherLiteral.text(value) == expected)
    }

    @Test("The tree opens lazily: only the rows asked for are made, and they are the right ones")
    func tree() {
        let root: CypherValue = ["a": .list((0..<100_000).map { .int($0) }), "b": .node(Fixtures.keanu)]
        let closed = ValueTree.rows(of: root, expanded: [], in: 0..<10)
        #expect(closed.count == 1)
        let open: Set<[Int]> = [[], [0], [1], [1, 1]]
        let count = ValueTree.rowCount(of: root, expanded: open)
        #expect(count == 1 + 2 + 100_000 + 4 + 1)
        let all = ValueTree.rows(of: root, expanded: open, in: 0..<count)
        #expect(all.count == count)
        for range in [0..<3, 1..<5, 99_990..<count, 100_002..<100_003, 50_000..<50_007, count - 1..<count + 5] {
            let some = ValueTree.rows(of: root, expanded: open, in: range)
            #expect(some.map(\.path) == all[range.clamped(to: 0..<count)].map(\.path), "\(range)")
        }
        #expect(ValueTree.pathText(in: root, at: [1, 1, 0], name: "x") == "labels(x.b)[0]")
        #expect(ValueTree.pathText(in: root, at: [0, 3], name: "x") == "x.a[3]")
    }

    @Test("Values in full")
    func details() {
        func texts(_ value: CypherValue, _ view: InspectorRendering.TextView = .wrapped) -> [String] {
            InspectorRendering.details(value, width: 60, view: view).map(\.plainText)
        }
        #expect(texts(.int(-1_234_567)) == ["INTEGER", "-1 234 567", "hex -0x12d687"])
        #expect(texts("a\u{1B}\nb") == ["STRING[4]", "a␛", "b"])
        #expect(texts("a\u{1B}\nb", .escaped) == ["STRING[4]", #"'a\u001b\nb'"#])
        #expect(texts("a\u{1B}\nb", .hex)[1] == "00000000  61 1b 0a 62              a··b")
        let dateTime = CypherValue.DateTime(year: 2024, month: 3, day: 1, hour: 0, minute: 30, offsetSeconds: 7200)
        #expect(texts(.dateTime(dateTime))[2] == "UTC   2024-02-29T22:30:00Z")
        #expect(texts(.path(Fixtures.path)).count == 6)
        #expect(texts("a\r\n\r\n\nb\n") == ["STRING[8]", "a", "", "", "b", ""])
    }

    @Test(
        "Of a long value in full no more lines are made than may show",
        arguments: InspectorRendering.TextView.allCases)
    func detailsOfScreen(_ view: InspectorRendering.TextView) {
        for piece in ["x", "abcdefghi ", "é", "a\n", "👨‍👩‍👧‍👦"] {
            let value = CypherValue.string(String(repeating: piece, count: 30_000))
            let all = InspectorRendering.details(value, width: 60, view: view)
            let some = InspectorRendering.details(value, width: 60, most: 12, view: view)
            #expect(some == Array(all.prefix(12)))
            #expect(some.count == 12)
        }
        #expect(InspectorRendering.details(.path(Fixtures.path), width: 60, most: 3).count == 3)
    }

    @Test(
        "What shows in few columns is not cut for the scalars it is made of",
        arguments: [
            ("👨‍👩‍👧‍👦 family", 9, "👨 family"), ("👨‍👩‍👧‍👦 family", 8, "👨 fami…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦 ab", 7, "👨👨 ab"),
            ("👨🏽‍👩🏽‍👧🏽‍👦🏽👨🏽‍👩🏽‍👧🏽‍👦🏽", 4, "👨👨"), ("e\u{301}\u{302}e\u{301}\u{302}f", 3, "e\u{301}\u{302}e\u{301}\u{302}f"),
            ("a\nb", 3, "a⏎b"), ("渡辺 謙", 7, "渡辺 謙"), ("渡辺 謙", 6, "渡辺 …"),
        ])
    func wholeCells(_ text: String, _ width: Int, _ shown: String) {
        let line = ValueRendering.cell(.string(text), width: width)
        #expect(line.plainText.unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(line.columns <= width)
    }

    @Test("A text of marks without a width is cut, and says so")
    func manyMarks() {
        let text = "a" + String(repeating: "\u{301}", count: 100_000) + "b"
        #expect(ValueRendering.cell(.string(text), width: 10).plainText.hasSuffix("…"))
    }

    @Test("Every part of a value is met once, in the order of the tree's rows")
    func parts() {
        let node = CypherValue.Node(
            id: 1, elementId: "4:relate-neo4j:n1", labels: ["Person"], properties: ["name": "Ada", "born": 1815])
        let root: CypherValue = ["b": [1, ["x": 2, "a": 3]], "a": .node(node)]
        var paths: [[Int]] = []
        ValueTree.forEachPart(of: root, limit: .max) { path, _, _ in paths.append(path) }
        var unfolded: Set<[Int]> = []
        for path in paths { unfolded.insert(path) }
        let count = ValueTree.rowCount(of: root, expanded: unfolded)
        #expect(paths == ValueTree.rows(of: root, expanded: unfolded, in: 0..<count).map(\.path))
        var met = 0
        ValueTree.forEachPart(of: root, limit: 4) { _, _, _ in met += 1 }
        #expect(met == 4)
    }
}
