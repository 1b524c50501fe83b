import CypherSyntax
import Testing

@Suite struct ParserTests {
    @Test(arguments: [
        ("1 + 2 * 3 - 4", "1 + 2 * 3 - 4"),
        ("(1 + 2) * 3", "(1 + 2) * 3"),
        ("((1))", "1"),
        ("a or b and c xor not d", "a OR b AND c XOR NOT d"),
        ("(a or b) and c", "(a OR b) AND c"),
        ("-2 ^ 2", "-2 ^ 2"),
        ("-x ^ 2", "(-x) ^ 2"),
        ("2 ^ 3 ^ 4", "2 ^ 3 ^ 4"),
        ("2 ^ (3 ^ 4)", "2 ^ (3 ^ 4)"),
        ("NOT a = b", "NOT a = b"),
        ("a = b = c", "a = b = c"),
        ("a IS NULL = b IS NULL", "a IS NULL = b IS NULL"),
        ("a + b IN c + d", "a + b IN c + d"),
        ("n.a.b[0][1..2].c", "n.a.b[0][1..2].c"),
        ("n:A|B", "n:(A|B)"),
        ("n IS A", "n:A"),
        ("n IS NOT A", "n IS NOT LABELED A"),
        ("x :: INT | BOOL", "x IS :: ANY<INTEGER | BOOLEAN>"),
        ("[x IN list WHERE x:A|x.name]", "[x IN list WHERE x:A | x.name]"),
        ("[x IN list WHERE x:A|B|x.name]", "[x IN list WHERE x:(A|B) | x.name]"),
        ("[x IN list WHERE x:A | y:B|C]", "[x IN list WHERE x:A | y:(B|C)]"),
        ("[x IN list WHERE x:A | y :: LIST<INT | BOOL>]", "[x IN list WHERE x:A | y IS :: LIST<INTEGER | BOOLEAN>]"),
        ("(n)-[:T]->(m)", "(n)-[:T]->(m)"),
        ("(n)-[1][0]", "n - [1][0]"),
        ("(n) - (m)", "n - m"),
        ("count(*) + 1", "count(*) + 1"),
        ("case x when < 3 then 1 end", "CASE x WHEN < 3 THEN 1 END"),
        ("9223372036854775807", "9223372036854775807"),
        ("0x1F", "31"),
        ("-0x8000000000000000", "-9223372036854775808"),
        ("1_000.5e1", "10005.0"),
        ("'\\u0041\\n\"'", "'A\\n\"'"),
        ("\"it's\"", "'it\\'s'"),
    ])
    func expressionsGroupByPrecedence(_ text: String, _ expected: String) throws {
        #expect(StatementPrinter.text(of: try Parser.expression(in: text)) == expected)
    }

    @Test func chainsAreFlat() throws {
        func operands(_ text: String) throws -> Int {
            switch try Parser.expression(in: text).kind {
            case .and(let operands), .or(let operands), .xor(let operands): operands.count
            case .arithmetic(_, let links): links.count + 1
            case .comparison(_, let links): links.count + 1
            default: 0
            }
        }
        #expect(try operands("a AND b AND c") == 3)
        #expect(try operands("a OR b OR c OR d") == 4)
        #expect(try operands("1 + 2 - 3 || 4") == 4)
        #expect(try operands("1 * 2 / 3 % 4") == 4)
        #expect(try operands("1 < 2 <= 3") == 3)
        #expect(try operands((0..<100_000).map { "x\($0)" }.joined(separator: " AND ")) == 100_000)
        #expect(try operands((0..<100_000).map(String.init).joined(separator: " + ")) == 100_000)
    }

    @Test func aColumnIsNamedByTheTextAsWritten() throws {
        let statement = try Parser.statement(in: "RETURN ( n.a+1 ) , n . b AS c, count( * )")
        guard case .query(let query) = statement.body, case .union(let union) = query.parts[0],
            case .clauses(let clauses) = union.first.body, case .return(let clause) = clauses[0]
        else {
            Issue.record("no RETURN")
            return
        }
        #expect(clause.projection.items.map(\.name) == ["( n.a+1 )", "c", "count( * )"])
    }

    @Test func spansPointAtWhatTheyName() throws {
        let text = "MATCH (abc:Label) WHERE abc.key = 1 RETURN abc"
        let bytes = Array(text.utf8)
        func written(_ span: SourceSpan?) -> String {
            span.map { String(decoding: bytes[$0.lowerBound..<$0.upperBound], as: UTF8.self) } ?? ""
        }
        guard case .query(let query) = try Parser.statement(in: text).body, case .union(let union) = query.parts[0],
            case .clauses(let clauses) = union.first.body, case .match(let match) = clauses[0],
            case .node(let node) = match.patterns[0].elements[0],
            case .comparison(let left, let links) = match.predicate?.kind
        else {
            Issue.record("another tree")
            return
        }
        #expect(written(match.span) == "MATCH (abc:Label) WHERE abc.key = 1")
        #expect(written(node.span) == "(abc:Label)")
        #expect(written(node.variable?.span) == "abc")
        #expect(written(node.labels?.span) == "Label")
        #expect(written(match.predicate?.span) == "abc.key = 1")
        #expect(written(left.span) == "abc.key")
        #expect(written(links[0].operatorSpan) == "=")
        #expect(written(links[0].operand.span) == "1")
    }

    @Test func equalTreesMayStandAnywhereInTheirTexts() throws {
        let left = try Parser.statement(in: "MATCH (n) RETURN n.a+1")
        let right = try Parser.statement(in: "  match (n)\n  return ( n.a + 1 ) // same")
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(try Parser.statement(in: "MATCH (n) RETURN n.a+2") != left)
    }
}
