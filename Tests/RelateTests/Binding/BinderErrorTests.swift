import CypherSyntax
import Testing

@testable import Relate

@Suite struct BinderErrorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var query: String
        var kind: String
        /// The text the error's span covers.
        var place: String?
        var testDescription: String { query }

        init(_ query: String, _ kind: String, _ place: String? = nil) {
            self.query = query
            self.kind = kind
            self.place = place
        }
    }

    static let variables: [Case] = [
        Case("RETURN foo", "UndefinedVariable", "foo"),
        Case("MATCH (n) RETURN m.x", "UndefinedVariable", "m"),
        Case("MATCH (n) WITH n.x AS x RETURN n", "UndefinedVariable", "n"),
        Case("MATCH (n) WHERE (m) RETURN n", "UndefinedVariable", "m"),
        Case("MATCH (n) WHERE (n)-->(m) RETURN n", "UndefinedVariable", "m"),
        Case("CREATE (a {x: a.y})", "UndefinedVariable"),
        Case("MERGE (a {x: b.y})-[:R]->(b)", "UndefinedVariable"),
        Case("CALL { RETURN x } RETURN 1 AS y", "UndefinedVariable", "x"),
        Case("WITH 1 AS x CALL { RETURN x AS y } RETURN y", "UndefinedVariable"),
        Case("FOREACH (x IN [1] | CREATE (a)) RETURN a", "UndefinedVariable"),
        Case("RETURN [x IN [1] | x] AS l, x", "UndefinedVariable"),
        Case("MATCH (n) SET m.x = 1", "UndefinedVariable", "m"),
        Case("MATCH (n) DELETE m", "UndefinedVariable", "m"),
        Case("MATCH (a) USING INDEX b:L(p) RETURN a", "UndefinedVariable", "b"),
        Case("UNWIND [1] AS x UNWIND [2] AS x RETURN x", "VariableAlreadyBound"),
        Case("MATCH (a) CREATE (a)", "VariableAlreadyBound", "a"),
        Case("MATCH (a) MERGE (a:L)", "VariableAlreadyBound"),
        Case("CREATE (a), (a)", "VariableAlreadyBound"),
        Case("CREATE (a)-[r:R]->(b)-[r:R]->(c)", "VariableAlreadyBound"),
        Case("MATCH p = (a) MATCH p = (b) RETURN p", "VariableAlreadyBound", "p"),
        Case("WITH 1 AS x CALL () { RETURN 2 AS x } RETURN x", "VariableAlreadyBound"),
        Case("WITH 1 AS x LET x = 2 RETURN x", "VariableAlreadyBound", "x"),
        Case("FOREACH (x IN [1] | FOREACH (x IN [2] | CREATE ()))", "VariableAlreadyBound"),
        Case("MATCH (a)-[r]->()-[r]->(b) RETURN r", "RelationshipUniquenessViolation", "r"),
        Case("MATCH (r)-[r]-() RETURN r", "VariableTypeConflict", "r"),
        Case("WITH 1 AS n MATCH (n) RETURN n", "VariableTypeConflict", "n"),
        Case("WITH 'x' AS n CREATE (n)-[:R]->()", "VariableTypeConflict", "n"),
        Case("MATCH ()-[r]->() MATCH ()-[r*]->() RETURN r", "VariableTypeConflict"),
        Case("MATCH (a)((a)-->(b))+ RETURN a", "VariableAlreadyBound"),
        Case("MATCH (a) CALL (a) { WITH 1 AS a RETURN a AS b } RETURN b", "VariableShadowing", "a"),
        Case("RETURN *", "NoVariablesInScope", "*"),
    ]

    static let projections: [Case] = [
        Case("RETURN 1 AS a, 2 AS a", "ColumnNameConflict"),
        Case("RETURN 1, 1", "ColumnNameConflict"),
        Case("WITH 1 + 1 RETURN 1", "NoExpressionAlias"),
        Case("RETURN 1 AS a UNION RETURN 2 AS b", "DifferentColumnsInUnion", "RETURN 2 AS b"),
        Case("RETURN 1 AS a UNION ALL RETURN 1 AS a, 2 AS b", "DifferentColumnsInUnion"),
        Case("RETURN 1 AS a UNION RETURN 1 AS a UNION ALL RETURN 1 AS a", "InvalidClauseComposition"),
        Case("MATCH (n)", "InvalidClauseComposition"),
        Case("USE neo4j", "InvalidClauseComposition"),
        Case("MATCH (n) CALL db.labels() YIELD label", "InvalidClauseComposition"),
        Case("CREATE (n) WITH n CALL (n) { SET n.x = 1 } IN TRANSACTIONS", "InvalidClauseComposition"),
        Case("CALL { CALL { CREATE () } IN TRANSACTIONS }", "InvalidClauseComposition"),
        Case("RETURN 1 AS a MATCH (n) RETURN n", "InvalidClauseComposition"),
        Case("MATCH (n) RETURN n SKIP n.x", "NonConstantExpression", "n.x"),
        Case("RETURN 1 LIMIT COUNT { MATCH (n) }", "NonConstantExpression"),
        Case("RETURN 1 LIMIT -1", "NegativeIntegerArgument", "-1"),
        Case("RETURN 1 SKIP 1.5", "InvalidArgumentType", "1.5"),
        Case("RETURN 1 LIMIT 'a'", "InvalidArgumentType", "'a'"),
        Case("MATCH (n) RETURN DISTINCT n.x AS x ORDER BY n.y", "UndefinedVariable", "n"),
        Case("MATCH (n) RETURN n.x, count(*) ORDER BY n.y", "UndefinedVariable", "n"),
    ]

    static let aggregation: [Case] = [
        Case("MATCH (n) WHERE count(n) > 1 RETURN n", "InvalidAggregation"),
        Case("MATCH (n) SET n.x = count(*)", "InvalidAggregation"),
        Case("MATCH (n) WITH n WHERE count(*) > 1 RETURN n", "InvalidAggregation"),
        Case("UNWIND collect(1) AS x RETURN x", "InvalidAggregation"),
        Case("RETURN [x IN [1] | count(x)]", "InvalidAggregation"),
        Case("RETURN reduce(a = 0, x IN [1] | a + sum(x))", "InvalidAggregation"),
        Case("MATCH (n) RETURN n.x ORDER BY count(*)", "InvalidAggregation"),
        Case("RETURN toUpper(DISTINCT 'a')", "InvalidAggregation"),
        Case("RETURN count(count(*))", "NestedAggregation"),
        Case("MATCH (n) RETURN count(*) AS c ORDER BY sum(c)", "NestedAggregation"),
        Case("RETURN count(rand())", "NonConstantExpression"),
        Case("MATCH (a) RETURN a.x + count(*)", "AmbiguousAggregationExpression", "a"),
        Case("MATCH (a) RETURN a.x AS x, a.y + count(*)", "AmbiguousAggregationExpression"),
        Case("MATCH (a) RETURN a.x + a.y, a.x + a.y + count(*)", "AmbiguousAggregationExpression"),
        Case("MATCH (a) RETURN size([x IN collect(a) | x.y + a.y])", "AmbiguousAggregationExpression"),
        Case("MATCH (a) RETURN count(*) + COUNT { (a)-->() }", "AmbiguousAggregationExpression"),
    ]

    static let types: [Case] = [
        Case("RETURN 1 AND true", "InvalidArgumentType", "1"),
        Case("RETURN NOT 'a'", "InvalidArgumentType"),
        Case("MATCH (n) WHERE n RETURN n", "InvalidArgumentType"),
        Case("MATCH (n) WHERE 'a' RETURN n", "InvalidArgumentType"),
        Case("RETURN CASE WHEN 1 THEN 2 END", "InvalidArgumentType"),
        Case("RETURN 'a' - 1", "InvalidArgumentType"),
        Case("RETURN [1] * 2", "InvalidArgumentType"),
        Case("RETURN -'a'", "InvalidArgumentType"),
        Case("MATCH (n) RETURN n + 1", "InvalidArgumentType"),
        Case("RETURN 1 IN 2", "InvalidArgumentType", "2"),
        Case("RETURN [x IN 1 | x]", "InvalidArgumentType"),
        Case("RETURN all(x IN 'a' WHERE x)", "InvalidArgumentType"),
        Case("MATCH (n) RETURN type(n)", "InvalidArgumentType", "n"),
        Case("MATCH ()-[r]->() RETURN labels(r)", "InvalidArgumentType", "r"),
        Case("MATCH p = () RETURN size(p)", "InvalidArgumentType", "p"),
        Case("RETURN toUpper(1)", "InvalidArgumentType"),
        Case("WITH 1 AS x DELETE x", "InvalidArgumentType"),
        Case("WITH {a: 1} AS m SET m.a = 2", "InvalidArgumentType"),
        Case("MATCH (n) SET n = 1", "InvalidArgumentType"),
        Case("MATCH ()-[r]->() SET r:L", "InvalidArgumentType"),
        Case("FOREACH (x IN 1 | CREATE ())", "InvalidArgumentType"),
        Case("RETURN toUpper()", "InvalidNumberOfArguments", "toUpper"),
        Case("RETURN toUpper('a', 'b')", "InvalidNumberOfArguments"),
        Case("RETURN toUper('a')", "UnknownFunction", "toUper"),
        Case("RETURN no.such.function(1)", "UnknownFunction", "no.such.function"),
    ]

    static let patterns: [Case] = [
        Case("CREATE ()-->()", "NoSingleRelationshipType"),
        Case("CREATE ()-[:A|B]->()", "NoSingleRelationshipType"),
        Case("MERGE ()-[r]->()", "NoSingleRelationshipType"),
        Case("CREATE ()-[:A]-()", "RequiresDirectedRelationship"),
        Case("CREATE ()-[:A*2]->()", "CreatingVarLength"),
        Case("MERGE ()-[:A*1..2]->()", "CreatingVarLength"),
        Case("CREATE ()-[:A]->{2}()", "CreatingVarLength"),
        Case("MATCH (n $p) RETURN n", "InvalidParameterUse"),
        Case("MERGE (n $p)", "InvalidParameterUse"),
        Case("CREATE (n:A|B)", "InvalidLabelExpression"),
        Case("CREATE (n:!A)", "InvalidLabelExpression"),
        Case("MATCH (n) DELETE n:L", "InvalidDelete"),
        Case("MATCH (n) RETURN (n)-->()", "UnexpectedSyntax"),
        Case("MATCH (n) RETURN size((n)-->())", "UnexpectedSyntax"),
        Case("MATCH (n) WHERE EXISTS { CREATE (m) } RETURN n", "InvalidClauseComposition"),
        Case("MATCH (n) WHERE EXISTS { MATCH (n) SET n.x = 1 } RETURN n", "InvalidClauseComposition"),
        Case("RETURN COLLECT { RETURN 1 AS a, 2 AS b }", "InvalidNumberOfColumns"),
        Case("MATCH ANY SHORTEST (a)-->+(b), (c) RETURN a", "InvalidClauseComposition"),
        Case("MATCH shortestPath((a)-->()-->(b)) RETURN a", "InvalidRelationshipPattern"),
        Case("MATCH (a)(((b)-->(c))+)+(d) RETURN a", "InvalidQuantifier"),
        Case("MATCH (a)((b)){2}(c) RETURN a", "InvalidQuantifier"),
    ]

    @Test(
        "A statement with an error of meaning is refused at compile time, by kind and place",
        arguments: variables + projections + aggregation + types + patterns)
    func syntaxErrors(example: Case) {
        do throws(EngineError) {
            _ = try bound(example.query)
            Issue.record("bound")
        } catch {
            #expect(error.message.hasPrefix("syntax error: \(example.kind): "), "\(error.message)")
            #expect(error.code == "Neo.ClientError.Statement.SyntaxError")
            #expect(error.stage == .compile)
            expect(error.span, of: example)
        }
    }

    private func expect(_ span: SourceSpan?, of example: Case) {
        guard let span else {
            Issue.record("no span")
            return
        }
        let bytes = Array(example.query.utf8)
        #expect(span.lowerBound <= span.upperBound && span.upperBound <= bytes.count)
        if let place = example.place, span.upperBound <= bytes.count {
            #expect(String(decoding: bytes[span.lowerBound..<span.upperBound], as: UTF8.self) == place)
        }
    }

    @Test(
        "Errors of other classes have their codes",
        arguments: [
            ("WITH 1 AS x RETURN x.y", "Neo.ClientError.Statement.TypeError", "InvalidArgumentType"),
            ("MATCH ((a)-->(b))+ RETURN a.x", "Neo.ClientError.Statement.TypeError", "InvalidArgumentType"),
            ("RETURN 'abc'[0]", "Neo.ClientError.Statement.TypeError", "InvalidArgumentType"),
            ("RETURN [1]['a']", "Neo.ClientError.Statement.TypeError", "InvalidArgumentType"),
            ("CALL no.such()", "Neo.ClientError.Procedure.ProcedureNotFound", "ProcedureNotFound"),
            ("USE nowhere RETURN 1", "Neo.ClientError.Database.DatabaseNotFound", "DatabaseNotFound"),
            (
                "CREATE USER x", "Neo.ClientError.Statement.UnsupportedAdministrationCommand",
                "UnsupportedAdministrationCommand"
            ),
        ])
    func otherErrors(query: String, code: String, kind: String) {
        do throws(EngineError) {
            _ = try bound(query)
            Issue.record("bound")
        } catch {
            #expect(error.code == code)
            #expect(error.message.hasPrefix("semantic error: \(kind): "), "\(error.message)")
            #expect(error.stage == .compile)
        }
    }

    @Test(
        "A misspelt name is told what it may have meant",
        arguments: [
            ("MATCH (person) RETURN persn.name", "`person`"), ("RETURN toUper('a')", "'toUpper'"),
            ("RETURN colesce(1)", "'coalesce'"), ("CALL db.label()", "`db.labels`"),
            ("WITH 1 AS Total RETURN total", "`Total`"),
        ])
    func suggestions(query: String, suggestion: String) {
        do throws(EngineError) {
            _ = try bound(query)
            Issue.record("bound")
        } catch {
            #expect(error.message.contains("Did you mean \(suggestion)?"), "\(error.message)")
        }
    }

    @Test("An error of the parser keeps kind, status and place")
    func parserError() {
        do throws(EngineError) {
            _ = try bound("RETURN [, ]")
            Issue.record("bound")
        } catch {
            #expect(error.message.hasPrefix("syntax error: UnexpectedSyntax: "))
            #expect(error.code == "Neo.ClientError.Statement.SyntaxError")
            #expect(error.span != nil)
        }
    }
}
