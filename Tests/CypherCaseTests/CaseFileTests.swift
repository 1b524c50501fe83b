import Relate
import Testing

/// The format itself: a reader that lets mistakes pass would make every case worthless.
@Suite struct CaseFileTests {
    private func cases(_ text: String) throws -> [Case] { try CaseFile.cases(in: text, file: "x.case") }

    @Test func `sections become steps with their lines`() throws {
        let read = try cases(
            """
            # about
            == one
            given
                CREATE ()
            with
                a = {b: [1, 'x|y']}
            when
                RETURN 1,
                    2
            then ordered
                | a | b |
                | 1 | 'a|b' |
                | 2 | (:A:B {k: 1.5}) |
            == two
            when
                RETURN
            then error SyntaxError at compile
                part one
                part two
            """)
        #expect(read.map(\.title) == ["one", "two"])
        #expect(read[0].steps.map(\.line) == [3, 7, 10])
        guard case .when(let text, let parameters) = read[0].steps[1].step else {
            Issue.record("no when")
            return
        }
        #expect(text == "RETURN 1,\n    2")
        #expect(parameters["a"]?.parameter == .map(["b": .list([.int(1), .string("x|y")])]))
        guard case .error(_, _, let parts) = read[1].steps[1].step else {
            Issue.record("no error")
            return
        }
        #expect(parts == ["part one", "part two"])
    }

    @Test(arguments: [
        "when\n    RETURN 1", "    lonely", "== ", "== a\nwhat", "== a\nthen error X", "== a\nwith\n    x",
        "== a\nthen\n", "== a\nthen\n    | a |\n    | 1 | 2 |", "== a\nthen\n    | a |\n    | one |",
        "== a\nthen\n    | a |\n    | 'x |", "== a\nthen stats\n    nodes", "== a\nthen sorted\n    | a |",
    ])
    func `mistakes in a file are found`(_ text: String) {
        #expect(throws: CaseFileError.self) { try cases(text) }
    }

    @Test(
        arguments: [
            ("1", .int(1)), ("1.0", .float(1)), ("NaN", .float(.nan)), ("-Infinity", .float(-.infinity)),
            ("null", .null),
            ("'it\\'s'", .string("it's")), ("[1, 'a']", .list([.int(1), .string("a")])),
            ("{a: 1}", .map(["a": .int(1)])),
            ("date('2024-05-06')", .date(.init(year: 2024, month: 5, day: 6))), ("*", .bool(true)),
            (
                "(:B:A {x: 1})",
                .node(.init(id: 7, elementId: "7", labels: ["A", "B"], properties: ["x": .int(1)]))
            ),
        ] as [(String, CypherValue)])
    func `a value matches what it says`(_ text: String, _ value: CypherValue) throws {
        #expect(try ExpectedParser.value(in: text).matches(value))
    }

    @Test(
        arguments: [
            ("1", .float(1)), ("1.0", .int(1)), ("1", .string("1")), ("null", .bool(false)),
            ("'é'", .string("e\u{301}")),
            ("[1]", .list([.int(1), .int(2)])), ("{a: 1}", .map(["b": .int(1)])),
            ("(:A)", .node(.init(id: 1, elementId: "1", labels: ["A", "B"], properties: [:]))),
            ("(:A)", .node(.init(id: 1, elementId: "1", labels: ["A"], properties: ["x": .int(1)]))),
            ("date('2024-05-06')", .string("2024-05-06")),
        ] as [(String, CypherValue)])
    func `a value does not match what it does not say`(_ text: String, _ value: CypherValue) throws {
        #expect(try !ExpectedParser.value(in: text).matches(value))
    }

    @Test func `a path says which way its relationships point`() throws {
        func node(_ id: Int64, _ label: String) -> CypherValue.Node {
            .init(id: id, elementId: "\(id)", labels: [label], properties: [:])
        }
        let relationship = CypherValue.Relationship(
            id: 0, elementId: "0", type: "R", startId: 1, endId: 2, startElementId: "1", endElementId: "2",
            properties: [:])
        let path = CypherValue.path(.init(nodes: [node(1, "A"), node(2, "B")], relationships: [relationship]))
        #expect(try ExpectedParser.value(in: "<(:A)-[:R]->(:B)>").matches(path))
        #expect(try !ExpectedParser.value(in: "<(:A)<-[:R]-(:B)>").matches(path))
        #expect(try !ExpectedParser.value(in: "<(:B)-[:R]->(:A)>").matches(path))
    }
}
