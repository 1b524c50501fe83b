import Relate
import Testing

@testable import RelateTUI

@Suite struct HeadlessOutputTests {
    private func csv(_ row: [CypherValue]) -> String {
        var json = JSONWriter()
        CSVText.row(row, to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("A terminal has the colours that terminfo knows, and one it does not know is not guessed at there")
    func knowsColors() {
        for (term, colors) in [("xterm", 8), ("screen", 8), ("linux", 8), ("xterm-256color", 256), ("vt100", 0)] {
            #expect(OutputStyle.knownColors(term, 2) == colors, "\(term)")
        }
        #expect(OutputStyle.knownColors("no-such-terminal", 2) == nil)
    }

    @Test(
        arguments: [
            ([.int(1), .float(1.5), .bool(true)], "1,1.5,true\n"),
            ([.null, .string(""), .null], ",\"\",\n"),
            (
                [.string("a,b"), .string("say \"hi\""), .string("two\nlines"), .string("cr\r")],
                "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"cr\r\"\n"
            ),
            ([.string(" lead"), .string("trail "), .string("in side")], "\" lead\",\"trail \",in side\n"),
            ([.list([.int(1), .string("x,\"y")])], "\"[1,\"\"x,\\\"\"y\"\"]\"\n"),
            ([.map(["b": .int(1), "a": .null])], "\"{\"\"a\"\":null,\"\"b\"\":1}\"\n"),
            (
                [
                    .date(.init(year: 2024, month: 5, day: 6)), .duration(.init(days: 1)), .float(.nan),
                    .float(.infinity),
                ],
                "2024-05-06,P1D,NaN,Infinity\n"
            ),
            ([.string("=1+1"), .string("é☃")], "=1+1,é☃\n"),
        ] as [([CypherValue], String)])
    func `a row of CSV reads back as it was`(_ row: [CypherValue], _ text: String) {
        #expect(csv(row) == text)
    }

    @Test func `plain JSON keeps what JSON can hold, and writes the rest as text`() {
        let node = CypherValue.Node(id: 1, elementId: "n1", labels: ["A"], properties: ["x": .float(.nan)])
        var json = JSONWriter()
        json.plainRow(
            ["i", "n", "p", "v", "t", "l"],
            [
                .int(9_007_199_254_740_993), .node(node), .point(.init(srid: 7203, x: 1, y: 2)),
                .vector(.ints(dtype: .integer, values: [1, -2])), .localTime(.init(hour: 1, minute: 2)),
                .list([.null, .bool(false)]),
            ])
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"i":9007199254740993,"n":{"elementId":"n1","labels":["A"],"properties":{"x":"NaN"}},"#
                + #""p":"SRID=7203;POINT (1.0 2.0)","v":[1,-2],"t":"01:02:00","l":[null,false]}"#)
    }

    @Test func `an error's text cannot move the cursor of a terminal`() {
        let failure = Failure.usage("bad \u{1B}[2J\u{9B}1m text\n\tline two\u{202E}")
        let text = ErrorText.text(failure, at: InputPlace(source: "a\u{7}.cypher", line: 3))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) })
        #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{9B}"))
        #expect(text.hasPrefix("relate-tui: a"))
        #expect(text.contains("\n\tline two"))
    }

    @Test func `an error in a script is told by the script's line and column`() throws {
        let connection = try Database.inMemory().connect()
        func place(_ statement: String) -> String? {
            do { _ = try connection.query(statement) } catch {
                return InputPlace(source: "s.cypher", line: 9, column: 11).text(of: Failure(error))
            }
            return nil
        }
        #expect(place("RETURN x") == "s.cypher:9:18")
        #expect(place("RETURN 1 AS a,\n\n  x") == "s.cypher:11:3")
        do { _ = try connection.query("RETURN x") } catch {
            let text = ErrorText.text(Failure(error), at: InputPlace(source: "s.cypher", line: 9, column: 11))
            #expect(text.hasPrefix("relate-tui: s.cypher:9:18: ") && text.contains("\"RETURN x\""))
            #expect(!text.contains("(line"))
        }
        let inJSON = InputPlace(source: "stdin", line: 4)
        #expect(inJSON.text(of: .usage("no")) == "stdin:4")
    }

    @Test func `a result has every member of the contract`() throws {
        let result = QueryResult(
            columns: ["a"], rows: [[.int(1)], [.null]], queryType: .readWrite, namespace: .neo4j, bookmark: "relate:3",
            stats: QueryStats(), notifications: [], plan: nil, elapsedMs: 1.5, parseMs: 0.25, planMs: 0.25, executeMs: 1
        )
        var json = JSONWriter()
        json.beginResult(result)
        for (index, row) in result.rows.enumerated() {
            if index > 0 { json.raw(",") }
            json.typed(row)
        }
        json.endResult(result)
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"columns":["a"],"rows":[[{"$type":"Integer","_value":"1"}],[{"$type":"Null","_value":null}]],"#
                + #""queryType":"rw","namespace":"neo4j","stats":{"nodesCreated":0,"nodesDeleted":0,"#
                + #""relationshipsCreated":0,"relationshipsDeleted":0,"propertiesSet":0,"labelsAdded":0,"#
                + #""labelsRemoved":0,"indexesAdded":0,"indexesRemoved":0,"constraintsAdded":0,"#
                + #""constraintsRemoved":0},"notifications":[],"plan":null,"bookmark":"relate:3","elapsedMs":1.5,"#
                + #""parseMs":0.25,"planMs":0.25,"executeMs":1.0}"#)
    }

    @Test func `a plan and its notifications are written whole`() throws {
        let notification = Notification(
            code: "C", gqlStatus: "01N00", severity: "WARNING", category: "HINT", title: "t", description: "d",
            remedy: "r", operatorId: 2)
        let actual = PlanActual(
            rows: 1, timeMs: 0.5, dbHits: 6, memoryBytes: 8, hops: 1, neighborWalks: 2, nodeReads: 3,
            start: PlanStart(element: "n", backward: true, reason: "why"))
        let leaf = PlanNode(
            operator: "Scan", details: "n:\"A\"", identifiers: ["n"], estimatedRows: nil, actual: actual, children: [],
            warnings: [notification])
        let root = PlanNode(
            operator: "Root", details: "", identifiers: [], estimatedRows: 5, actual: nil, children: [leaf],
            warnings: [])
        var json = JSONWriter()
        json.plan(PlanDocument(profiled: true, statement: nil, root: root))
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(
            text
                == #"{"schema":"relate.plan/v1","profiled":true,"statement":null,"root":{"operator":"Root","details":"","#
                + #""identifiers":[],"estimatedRows":5,"actual":null,"children":[{"operator":"Scan","#
                + #""details":"n:\"A\"","identifiers":["n"],"estimatedRows":null,"actual":{"rows":1,"timeMs":0.5,"#
                + #""dbHits":6,"memoryBytes":8,"hops":1,"neighborWalks":2,"nodeReads":3,"#
                + #""start":{"element":"n","backward":true,"reason":"why"}},"children":[],"#
                + #""warnings":[{"code":"C","gqlStatus":"01N00","severity":"WARNING","category":"HINT","title":"t","#
                + #""description":"d","remedy":"r","operatorId":2}]}],"warnings":[]}}"#)
        #expect(throws: Never.self) { try JSONReader.value(in: text) }
    }

    @Test func `counters are told in words`() {
        let result = QueryResult(
            columns: ["a"], rows: [[.int(1)]], queryType: .read, namespace: .neo4j, bookmark: nil, stats: QueryStats(),
            notifications: [], plan: nil, elapsedMs: 1.5, parseMs: 0, planMs: 0, executeMs: 0)
        #expect(ResultSummary.text(of: result).hasPrefix("1 row, "))
    }
}
