import CypherSyntax
import Foundation
import Testing

@testable import Relate

@Suite struct BinderTests {
    @Test(
        "Column names are as written",
        arguments: [
            ("RETURN 1", ["1"]), ("RETURN 1 AS one, 'a'", ["one", "'a'"]),
            ("MATCH (n) RETURN n . name, count( * )", ["n . name", "count( * )"]),
            ("MATCH (b)-[a]->(c) RETURN *", ["a", "b", "c"]),
            ("MATCH (b) RETURN *, 1 AS a", ["b", "a"]),
            ("RETURN 1 AS x UNION RETURN 2 AS x", ["x"]),
            ("CREATE (n)", []), ("MATCH (n) FINISH", []),
            ("CALL db.labels()", ["label"]), ("CALL db.labels() YIELD label AS l", ["l"]),
            ("CALL db.labels() YIELD *", ["label"]), ("MATCH (n) DELETE n RETURN 1 AS done", ["done"]),
            ("RETURN 1 AS a NEXT RETURN a + 1 AS b", ["b"]),
            ("WHEN true THEN RETURN 1 AS a ELSE RETURN 2 AS a", ["a"]),
            ("SHOW PROCEDURES", ["name", "description", "mode", "worksOnSystem"]),
            ("SHOW FUNCTIONS YIELD name, category WHERE name = 'abs'", ["name", "category"]),
            ("CALL { RETURN 1 AS a UNION RETURN 2 AS a } RETURN *", ["a"]),
        ])
    func columns(query: String, names: [String]) throws {
        #expect(try bound(query).columns.map(\.name) == names)
    }

    @Test(
        "The query type says what a statement changes and whether it returns",
        arguments: [
            ("RETURN 1", QueryType.read), ("MATCH (n) RETURN n", .read), ("CREATE (n)", .write),
            ("MATCH (n) SET n.x = 1", .write), ("CREATE (n) RETURN n", .readWrite),
            ("MATCH (n) DELETE n RETURN 1", .readWrite), ("CALL { CREATE (n) } RETURN 1", .readWrite),
            ("FOREACH (x IN [1] | CREATE ())", .write), ("CREATE INDEX FOR (n:L) ON (n.p)", .schema),
            ("EXPLAIN CREATE (n)", .write), ("SHOW INDEXES", .read), ("CALL db.labels()", .read),
            ("RETURN COUNT { MATCH (n) }", .read),
        ])
    func queryType(query: String, type: QueryType) throws {
        #expect(try bound(query).queryType == type)
    }

    @Test("Parameters are numbered in the order they are first read")
    func parameters() throws {
        let statement = try bound("MATCH (n {x: $b}) WHERE n.y = $a OR n.z = $b RETURN $c LIMIT $a")
        #expect(statement.parameters == ["b", "a", "c"])
    }

    @Test("A projection passes a variable on in its slot and gives renamed ones new slots")
    func projectionSlots() throws {
        let statement = try bound("MATCH (a) WITH a, a AS b RETURN a, b")
        guard case .query(.single(let clauses)) = statement.body, case .match(let match) = clauses[0],
            case .project(let projection) = clauses[1]
        else {
            Issue.record("unexpected shape")
            return
        }
        #expect(projection.items[0].slot == match.pattern.nodes[0].slot)
        #expect(projection.items[1].slot != match.pattern.nodes[0].slot)
        #expect(statement.columns.map(\.slot) == projection.items.map(\.slot))
        #expect(statement.slots[projection.items[1].slot.index].type == .node)
    }

    @Test("Occurrences of a variable are one node, and earlier variables are bound")
    func patternNodes() throws {
        let statement = try bound("MATCH (a:A) MATCH (a)-[r:R]->(b)<--(c), (b:B {x: a.y}) WHERE c.z AND b.w RETURN 1")
        let match = try #require(Self.match(1, of: statement))
        #expect(match.pattern.nodes.map { statement.slots[$0.slot.index].name } == ["a", "b", "c"])
        #expect(match.pattern.nodes.map(\.isBound) == [true, false, false])
        #expect(match.pattern.relationships.count == 2)
        #expect(match.pattern.relationships[1].left == 1 && match.pattern.relationships[1].right == 2)
        #expect(match.pattern.relationships[1].direction == .rightToLeft)
        #expect(match.pattern.distinctRelationships == [[0, 1]])
        #expect(match.pattern.nodes[1].properties.map(\.key) == ["x"])
        #expect(match.predicates.count == 2)
        #expect(match.arguments == [match.pattern.nodes[0].slot])
    }

    @Test("A grouping projection has its keys and aggregates apart, each aggregate once")
    func grouping() throws {
        let statement = try bound(
            "MATCH (n) RETURN n.k AS k, n.k + count(*) AS a, count(*) AS c, sum(n.v) ORDER BY count(*) + sum(n.v), k")
        let projection = try #require(Self.projection(1, of: statement))
        let aggregation = try #require(projection.aggregation)
        #expect(aggregation.keys.count == 1)
        #expect(aggregation.aggregates.map(\.call.function.name) == ["count", "sum"])
        #expect(aggregation.keys[0].slot == projection.items[0].slot)
        let texts = projection.items.map { $0.expression.text(slots: statement.slots) }
        #expect(texts[0] == "k")
        #expect(texts[1] == "k + c")
        #expect(texts[2] == "c")
        #expect(projection.orderBy.map { $0.expression.text(slots: statement.slots) } == ["c + `sum(n.v)`", "k"])
    }

    @Test("ORDER BY and WHERE may repeat a projected expression")
    func repeatedExpressions() throws {
        let statement = try bound("MATCH (n) WITH DISTINCT n.x + 1 AS y WHERE n.x + 1 > 2 RETURN y ORDER BY y")
        let projection = try #require(Self.projection(1, of: statement))
        #expect(projection.predicates.map { $0.text(slots: statement.slots) } == ["y > 2"])
        #expect(projection.isDistinct)
    }

    @Test("A subquery names the slots of outside that it reads")
    func subqueryArguments() throws {
        let statement = try bound("MATCH (a), (b) WHERE EXISTS { (a)-->(c) WHERE c.x = b.x } RETURN COUNT { (b)-->() }")
        let match = try #require(Self.match(0, of: statement))
        guard case .exists(_, let arguments)? = match.predicates.first else {
            Issue.record("no EXISTS")
            return
        }
        #expect(Set(arguments) == Set(match.pattern.nodes.prefix(2).map(\.slot)))
        let projection = try #require(Self.projection(1, of: statement))
        guard case .count(_, let counted) = projection.items[0].expression else {
            Issue.record("no COUNT")
            return
        }
        #expect(counted == [match.pattern.nodes[1].slot])
    }

    @Test("A pattern comprehension names what its projection reads outside")
    func comprehensionArguments() throws {
        let statement = try bound("MATCH (a), (c) RETURN [(a)-->(b) | b.x + c.y] AS l")
        let match = try #require(Self.match(0, of: statement))
        let projection = try #require(Self.projection(1, of: statement))
        guard case .patternComprehension(let inner, _) = projection.items[0].expression else {
            Issue.record("no comprehension")
            return
        }
        #expect(Set(inner.arguments) == Set(match.pattern.nodes.map(\.slot)))
    }

    @Test(
        "Expressions are written back as Cypher",
        arguments: [
            ("1 + 2 * 3", "1 + 2 * 3"), ("(1 + 2) * 3", "(1 + 2) * 3"), ("1 - (2 - 3)", "1 - (2 - 3)"),
            ("true AND (false OR $p)", "true AND (false OR $p)"), ("NOT (n.x = 1)", "NOT n.x = 1"),
            ("n.`odd key` IS NOT NULL", "n.`odd key` IS NOT NULL"), ("'it\\'s'", "'it\\'s'"),
            ("[x IN n.l WHERE x > 1 | x + 1]", "[x IN n.l WHERE x > 1 | x + 1]"),
            ("CASE n.x WHEN 1 THEN 'a' ELSE null END", "CASE n.x WHEN 1 THEN 'a' ELSE null END"),
            ("n:A&(B|!C)", "n:A&(B|!C)"), ("toUpper(n.x) STARTS WITH 'A'", "toUpper(n.x) STARTS WITH 'A'"),
            ("1 < n.x <= 3", "1 < n.x <= 3"), ("n.l[0..-1][1]", "n.l[0..-1][1]"),
            ("any(x IN [1] WHERE x IN n.l)", "any(x IN [1] WHERE x IN n.l)"),
            ("n {.a, .*, b: 1}", "n{.a, .*, b: 1}"), ("-n.x ^ 2", "-n.x ^ 2"),
        ])
    func text(expression: String, expected: String) throws {
        let statement = try bound("MATCH (n) RETURN \(expression) AS e")
        let projection = try #require(Self.projection(1, of: statement))
        let text = projection.items[0].expression.text(slots: statement.slots, parameters: statement.parameters)
        #expect(text == expected)
    }

    @Test("A quantified pattern binds lists outside and elements inside")
    func quantifiedPattern() throws {
        let statement = try bound("MATCH (s)((a)-[r:R]->(b) WHERE a.x < b.x){1,3}(t) RETURN a, r, b")
        let match = try #require(Self.match(0, of: statement))
        #expect(match.pattern.nodes.count == 2)
        guard case .quantified(let inner) = match.pattern.relationships[0].length else {
            Issue.record("not quantified")
            return
        }
        #expect(inner.minimum == 1 && inner.maximum == 3)
        #expect(inner.pattern.nodes.count == 2 && inner.first == 0 && inner.last == 1)
        #expect(inner.predicates.count == 1)
        #expect(inner.groupVariables.count == 3)
        #expect(
            statement.columns.map { statement.slots[$0.slot.index].type } == [
                .list(.node), .list(.relationship), .list(.node),
            ])
    }

    @Test("MERGE has its pattern twice: to look for and to create")
    func merge() throws {
        let statement = try bound(
            "MATCH (a) MERGE p = (a)<-[r:R {x: 1}]-(b:B {y: $v}) ON CREATE SET b.z = 1 ON MATCH SET a.n = 2 RETURN p")
        guard case .query(.single(let clauses)) = statement.body, case .merge(let merge) = clauses[1] else {
            Issue.record("unexpected shape")
            return
        }
        #expect(merge.pattern.nodes.map(\.isBound) == [true, false])
        #expect(merge.elements.count == 3)
        #expect(merge.onCreate.count == 1 && merge.onMatch.count == 1)
        guard case .relationship(_, _, let from, let to, _, _) = merge.elements[1] else {
            Issue.record("no relationship")
            return
        }
        #expect(from == merge.pattern.nodes[1].slot && to == merge.pattern.nodes[0].slot)
        #expect(merge.arguments == [merge.pattern.nodes[0].slot])
    }

    @Test(
        "Statements of the whole language bind",
        arguments: [
            "MATCH (a) CALL (a) { MATCH (a)-->(b) RETURN count(b) AS c } RETURN a, c",
            "MATCH (a) CALL (*) { WITH 1 AS x RETURN a.y + x AS z } RETURN z",
            "MATCH (a) CALL { WITH a MATCH (a)-->(b) RETURN b UNION WITH a MATCH (a)<--(b) RETURN b } RETURN b",
            "MATCH (a) OPTIONAL CALL (a) { MATCH (a)-->(b) RETURN b } RETURN b",
            "CALL { CREATE (n) } IN TRANSACTIONS OF 10 ROWS",
            "UNWIND [1] AS x CALL (x) { CREATE ({v: x}) } IN TRANSACTIONS ON ERROR CONTINUE REPORT STATUS AS s RETURN s",
            "MATCH (n) RETURN [(n)-[r]->(m:M) WHERE m.x > 1 | {m: m, r: type(r)}] AS l",
            "MATCH (n) RETURN n {.name, .*, x: 1, n} AS m",
            "RETURN reduce(s = 0, x IN [1, 2] | s + x) AS s, [x IN [1] WHERE x > 0 | x * 2] AS l",
            "RETURN CASE 1 WHEN 1, 2 THEN 'a' WHEN < 3 THEN 'b' ELSE null END AS c",
            "RETURN all(x IN [1] WHERE x = 1) AND any(x IN [true] WHERE x) XOR none(x IN [] WHERE x) AS b",
            "MATCH p = shortestPath((a)-[*..5]-(b)) RETURN length(p), nodes(p)",
            "MATCH (a), (b) RETURN shortestPath((a)-[*]-(b)) AS p, allShortestPaths((a)-[*]-(b)) AS q",
            "MATCH p = ANY SHORTEST (a:A)-[:R]->+(b:B) RETURN p",
            "MATCH p = SHORTEST 2 GROUPS ((a)-->+(b) WHERE a.x = b.x) RETURN p",
            "MATCH REPEATABLE ELEMENTS (a)-[r]->(b)<-[r]-(c) RETURN *",
            "MATCH (n:A&!B|C {x: 1} WHERE n.y > 2)-[r:R|S WHERE r.z]->(m:%) RETURN n",
            "MATCH (n:$('L'))-[r:$any(['A', 'B'])]->() RETURN n",
            "MATCH (n) WHERE n:A|B AND n IS NOT LABELED C RETURN n IS :: NODE NOT NULL",
            "MATCH (n) SET n.a = 1, n += {b: 2}, n:L:M, n[$k] = 3 REMOVE n.c, n:N, n['d'] RETURN n",
            "MATCH (n) SET n = properties(n)",
            "MATCH (n) DETACH DELETE n",
            "MATCH p = ()-->() DELETE p",
            "CREATE p = (a:A {x: 1})-[r:R {y: 2}]->(b $props)<-[:S]-(a) RETURN p",
            "MERGE (a:A {x: 1}) ON CREATE SET a.y = 2 ON MATCH SET a.y = 3",
            "FOREACH (x IN [1, 2] | CREATE (n {v: x}) FOREACH (y IN [x] | SET n.w = y))",
            "LOAD CSV WITH HEADERS FROM 'file:///a.csv' AS row FIELDTERMINATOR ';' CREATE ({v: row.x})",
            "MATCH (n) LET x = n.a, y = n.b FILTER x > y ORDER BY x SKIP 1 LIMIT 2 RETURN x, y",
            "MATCH (n) RETURN count(DISTINCT n.x) AS c, collect(n)[0..2] AS l, max(n.y) - min(n.y) AS r",
            "MATCH (n) RETURN DISTINCT n ORDER BY n.name",
            "MATCH (n) RETURN n.name AS name ORDER BY n.age DESC, name SKIP $s LIMIT toInteger(ceil(1.7))",
            "MATCH (a)-->(b) RETURN a, count(*) AS c ORDER BY a.name, c DESC",
            "MATCH (me)--(you) WITH me.age AS age, you RETURN age, age + count(you.age)",
            "MATCH (n) WITH n, count(*) AS c WHERE c > 1 AND n.x RETURN n",
            "RETURN 1 AS a, 2 AS b UNION RETURN 3 AS b, 4 AS a",
            "RETURN trim(BOTH 'x' FROM 'xax') AS a, normalize('a', NFC) AS b, 'a' IS NFC NORMALIZED AS c",
            "WITH null AS a MATCH (a)-->(b) RETURN b",
            "WITH null AS a OPTIONAL MATCH p = (a)-[r]->() RETURN p, a.x, a[0], a + 1",
            "MATCH (a)-[r1]->()-[r2]->() WITH [r1, r2] AS rs MATCH ()-[rs*]->() RETURN rs",
            "UNWIND $rows AS row MATCH (n {id: row.id}) SET n += row.props",
            "MATCH (n) WHERE NOT (n)-->() AND exists((n)<--()) RETURN n",
            "MATCH (n) RETURN EXISTS { MATCH (n)-->(m) WITH m, count(*) AS c WHERE c > 1 RETURN m } AS e",
            "MATCH (n) RETURN COLLECT { MATCH (n)-->(m) RETURN m.x ORDER BY m.x LIMIT 1 } AS l",
            "CALL db.labels() YIELD label WHERE label STARTS WITH 'A' RETURN count(*)",
            "USE neo4j MATCH (n) RETURN n",
            "CYPHER 25 PROFILE RETURN 1",
            "RETURN date('2020-01-01') + duration('P1D') AS d, date().year AS y, point({x: 1, y: 2}).x AS x",
            "RETURN 'a' + 1 AS a, 1 + 'a' AS b, [1] + 2 AS c, 1 + [2] AS d, [1] + ['a'] AS e",
            "MATCH (n) WITH n ORDER BY n.x WITH collect(n) AS ns UNWIND ns AS m MATCH (m)-->(o) RETURN o",
            "RETURN 1 AS a NEXT MATCH (n) WHERE n.x = a RETURN n NEXT RETURN count(n) AS c",
            "CREATE CONSTRAINT c IF NOT EXISTS FOR (n:L) REQUIRE (n.a, n.b) IS UNIQUE",
            "CREATE VECTOR INDEX v FOR (n:L) ON n.e OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
            "DROP INDEX $name IF EXISTS",
            "SHOW INDEXES YIELD name, type ORDER BY name LIMIT 3 WHERE type = 'RANGE' RETURN name",
            "MATCH (n) RETURN s'name: ${n.name}' AS t",
            "MATCH (a {x: 1}), (b {y: a.x}) RETURN a, b",
            "WITH [1, 2] AS l RETURN l[0], l[-1..], l[..1], {a: 1}.a, {a: 1}['a']",
        ])
    func wholeLanguage(query: String) throws {
        _ = try bound(query)
    }

    // MARK: Size

    static let largeStatements: [(String, String)] = [
        ("a sum", "RETURN " + String(repeating: "1 + ", count: 100_000) + "1 AS x"),
        ("a conjunction", "RETURN " + String(repeating: "true AND ", count: 100_000) + "true AS x"),
        ("lists", "RETURN " + String(repeating: "[", count: 450) + String(repeating: "]", count: 450) + " AS x"),
        ("negations", "RETURN " + String(repeating: "NOT ", count: 450) + "true AS x"),
        (
            "subqueries",
            "MATCH (n) WHERE " + String(repeating: "EXISTS { MATCH (n) WHERE ", count: 240) + "true"
                + String(repeating: " }", count: 240) + " RETURN n"
        ),
        (
            "calls",
            String(repeating: "CALL { ", count: 200) + "RETURN 1 AS x" + String(repeating: " } RETURN x", count: 200)
        ),
    ]

    /// Kept for good: to release a deep tree takes stack as well.
    static let largeTrees: [String: Statement] = {
        var trees: [String: Statement] = [:]
        for (name, text) in largeStatements {
            trees[name] = CypherSyntax.DeepStack.run { try? Parser.statement(in: text) } ?? nil
        }
        return trees
    }()

    @Test(
        "Chains of 100,000 operands and a deep nesting bind upon a small stack", arguments: largeStatements.map(\.0))
    func largeStatement(name: String) throws {
        #expect(try boundOnSmallStack(name) == nil)
    }

    @Test("The bound statement tells how deep it nests")
    func nesting() throws {
        #expect(try bound(Self.largeStatements[2].1).nesting > 400)
        #expect(try bound("RETURN 1").nesting < 5)
    }

    /// What went wrong on a thread with 512 KiB of stack; `nil` for nothing.
    private func boundOnSmallStack(_ name: String) throws -> String? {
        let tree = try #require(Self.largeTrees[name])
        final class Outcome: @unchecked Sendable { var message: String? = "did not run" }
        let outcome = Outcome()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            do throws(EngineError) {
                _ = try Binder.bind(tree, catalog: BuiltInCatalog())
                outcome.message = nil
            } catch {
                outcome.message = error.message
            }
            isDone.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        isDone.wait()
        return outcome.message
    }

    @Test("Thousands of variables and parameters bind")
    func manyVariables() throws {
        let nodes = (0..<5_000).map { "(n\($0) {x: $p\($0)})" }.joined(separator: ", ")
        let statement = try bound("MATCH \(nodes) RETURN *")
        #expect(statement.columns.count == 5_000)
        #expect(statement.parameters.count == 5_000)
        let arms = (0..<3_000).map { "RETURN \($0) AS x" }.joined(separator: " UNION ALL ")
        #expect(try bound(arms).columns.map(\.name) == ["x"])
    }

    // MARK: Helpers

    static func clauses(of statement: BoundStatement) -> [BoundClause] {
        if case .query(.single(let clauses)) = statement.body { clauses } else { [] }
    }

    static func match(_ index: Int, of statement: BoundStatement) -> BoundMatch? {
        if case .match(let match) = clauses(of: statement)[index] { match } else { nil }
    }

    static func projection(_ index: Int, of statement: BoundStatement) -> BoundProjection? {
        if case .project(let projection) = clauses(of: statement)[index] { projection } else { nil }
    }
}
