import CypherSyntax
import Testing

@testable import Relate

/// Each kind of notification: raised where it should be, with its status and place, and not otherwise.
@Suite("Notifications") struct NotificationTests {
    private static let start = """
        CREATE (:Person {name: 'Ada', born: 1815})-[:KNOWS {since: 1833}]->(:Person {name: 'Charles', born: 1791}),
               (:Movie {title: 'The Matrix'})
        """

    private static func connection(_ given: [String] = []) throws -> Connection {
        let connection = try Database.inMemory().connect()
        for statement in [start] + given { try connection.query(statement) }
        return connection
    }

    private static func notifications(
        _ statement: String, mode: String = "EXPLAIN ", given: [String] = []
    ) throws -> [Relate.Notification] {
        try connection(given).query(mode + statement, parameters).notifications
    }

    private static let parameters: [String: CypherValue] = ["key": "title", "name": "Ada"]

    struct Expected: Sendable, CustomTestStringConvertible {
        /// Run before, behind `start`.
        var given: [String] = []
        var statement: String
        /// Behind `Neo.ClientNotification.`.
        var code: String
        var status: String
        var severity = "WARNING"
        /// What stands in the statement at the notification's place; `nil` for a notification without one.
        var place: String?
        /// The statement with the notification's edit, or the statement it advises; `nil` where there is none.
        var fixed: String?
        /// The operator that it stands at; `nil` for a notification of the statement.
        var at: String?

        var testDescription: String { "\(status) \(statement)" }
    }

    static let raised: [Expected] = [
        Expected(
            statement: "MATCH (a:Person), (m:Movie) RETURN a, m", code: "Statement.CartesianProduct", status: "03N90",
            severity: "INFORMATION", place: "MATCH (a:Person), (m:Movie)"),
        Expected(
            statement: "MATCH p = (:Person {name: 'Ada'})-[r:KNOWS*2..]->(b) RETURN p",
            code: "Statement.UnboundedVariableLengthPattern", status: "03N91", severity: "INFORMATION",
            place: "-[r:KNOWS*2..]->",
            fixed: "MATCH p = (:Person {name: 'Ada'})-[r:KNOWS*2..6]->(b) RETURN p"),
        Expected(
            statement: "MATCH (a:Movie) ((x)-[:KNOWS]->(y))+ (b) RETURN b",
            code: "Statement.UnboundedVariableLengthPattern", status: "03N91", severity: "INFORMATION",
            place: "((x)-[:KNOWS]->(y))+", fixed: "MATCH (a:Movie) ((x)-[:KNOWS]->(y)){1, 5} (b) RETURN b"),
        Expected(
            statement: "MATCH (a:Movie)-[:KNOWS]->{0,}(b) RETURN b",
            code: "Statement.UnboundedVariableLengthPattern", status: "03N91", severity: "INFORMATION",
            place: "-[:KNOWS]->{0,}", fixed: "MATCH (a:Movie)-[:KNOWS]->{0, 4}(b) RETURN b"),
        Expected(
            statement: "MATCH (n:Person|Movie) RETURN n", code: "Statement.LabelDisjunctionScan", status: "03NR2",
            severity: "INFORMATION", place: "(n:Person|Movie)"),
        Expected(
            statement: "MATCH (n:Person {name: 'Ada'}) RETURN n", code: "Statement.MissingIndex", status: "03NR3",
            severity: "INFORMATION", fixed: "CREATE INDEX FOR (n:Person) ON (n.name)"),
        Expected(
            statement: "MATCH (n:Person) WHERE n.born IN [1815] RETURN n", code: "Statement.MissingIndex",
            status: "03NR3", severity: "INFORMATION", place: "n.born",
            fixed: "CREATE INDEX FOR (n:Person) ON (n.born)"),
        Expected(
            statement: "MATCH (n:Person) RETURN collect(n.name)", code: "Statement.EagerAggregation", status: "03NR4",
            severity: "INFORMATION", place: "collect(n.name)"),
        Expected(
            statement: "MATCH (n:Persn) RETURN n", code: "Statement.UnknownLabelWarning", status: "01N50",
            place: "Persn", fixed: "MATCH (n:Person) RETURN n"),
        Expected(
            statement: "MATCH ()-[r:KNWS]->() RETURN r", code: "Statement.UnknownRelationshipTypeWarning",
            status: "01N51", place: "KNWS", fixed: "MATCH ()-[r:KNOWS]->() RETURN r"),
        Expected(
            statement: "MATCH (n:Person) RETURN n.nmae", code: "Statement.UnknownPropertyKeyWarning", status: "01N52",
            place: "nmae", fixed: "MATCH (n:Person) RETURN n.name"),
        Expected(
            statement: "MATCH (n:Person) RETURN id(n)", code: "Statement.FeatureDeprecationWarning", status: "01N01",
            place: "id", fixed: "MATCH (n:Person) RETURN elementId(n)"),
        Expected(
            statement: "MATCH (n:Person) CALL { WITH n RETURN n.name AS x } RETURN x",
            code: "Statement.FeatureDeprecationWarning", status: "01N00", place: "WITH n",
            fixed: "MATCH (n:Person) CALL (n) { RETURN n.name AS x } RETURN x"),
        Expected(
            statement: "MATCH (n:Person) RETURN n.name AS n ORDER BY n",
            code: "Statement.FeatureDeprecationWarning", status: "01N00", place: "n"),
        Expected(
            statement: "MATCH (n:Person) RETURN n.born + 1 AS next, count(*) AS c ORDER BY n.born + 1",
            code: "Statement.FeatureDeprecationWarning", status: "01N00", place: "n.born + 1",
            fixed: "MATCH (n:Person) RETURN n.born + 1 AS next, count(*) AS c ORDER BY next"),
        Expected(
            statement: "CREATE (a:X {y: 1}), (b:X {y: a.y})", code: "Statement.FeatureDeprecationWarning",
            status: "01N00", place: "a"),
        Expected(
            statement: "RETURN 1 AS a, 2 AS b UNION RETURN 1 AS b, 2 AS a",
            code: "Statement.FeatureDeprecationWarning", status: "01N00", place: "RETURN 1 AS b, 2 AS a"),
        Expected(
            statement: "MATCH (a)-[:KNOWS&!KNOWS]->(b) RETURN a",
            code: "Statement.UnsatisfiableRelationshipTypeExpression", status: "01N61", place: "KNOWS&!KNOWS"),
        Expected(
            statement: "MATCH (n:Person) USING INDEX n:Person(name) WHERE n.name > 'A' RETURN n",
            code: "Schema.HintedIndexNotFound", status: "01N31", place: "USING INDEX n:Person(name)",
            fixed: "CREATE INDEX FOR (n:Person) ON (n.name)"),
        Expected(
            statement: "MATCH (a:Person)--(b)--(c) USING JOIN ON c RETURN a",
            code: "Statement.JoinHintUnfulfillableWarning", status: "01N30", place: "USING JOIN ON c",
            fixed: "MATCH (a:Person)--(b)--(c)  RETURN a"),
        Expected(
            statement: "OPTIONAL CALL db.awaitIndexes(1)", code: "Statement.RedundantOptionalProcedure",
            status: "03N61", severity: "INFORMATION", place: "OPTIONAL CALL db.awaitIndexes(1)",
            fixed: "CALL db.awaitIndexes(1)"),
        Expected(
            statement: "MATCH (n:Person) OPTIONAL CALL (n) { SET n.born = 1 } RETURN n",
            code: "Statement.RedundantOptionalSubquery", status: "03N62", severity: "INFORMATION",
            place: "OPTIONAL CALL (n) { SET n.born = 1 }",
            fixed: "MATCH (n:Person) CALL (n) { SET n.born = 1 } RETURN n"),
    ]

    /// Of the code's last part; all others are hints.
    private static func category(_ name: Substring) -> String {
        switch name {
        case "CartesianProduct", "UnboundedVariableLengthPattern", "AllNodesScan", "LabelDisjunctionScan",
            "MissingIndex", "EagerAggregation", "DynamicProperty", "ExhaustiveShortestPath":
            "PERFORMANCE"
        case "UnknownLabelWarning", "UnknownRelationshipTypeWarning", "UnknownPropertyKeyWarning": "UNRECOGNIZED"
        case "FeatureDeprecationWarning": "DEPRECATION"
        case "IndexOrConstraintAlreadyExists", "IndexOrConstraintDoesNotExist", "VectorIndexDimensionsNotSpecified":
            "SCHEMA"
        default: "HINT"
        }
    }

    private func flat(_ node: PlanNode) -> [PlanNode] { [node] + node.children.flatMap(flat) }

    @Test("Each kind is raised with its code, status, place and remedy", arguments: raised + raisedOfOperators)
    func isRaised(_ expected: Expected) throws {
        let result = try Self.connection(expected.given).query("EXPLAIN " + expected.statement, Self.parameters)
        let found = result.notifications
        let notification = try #require(
            found.first {
                $0.code == "Neo.ClientNotification.\(expected.code)" && $0.gqlStatus == expected.status
            }, "raised were \(found.map(\.code))")
        #expect(notification.severity == expected.severity)
        #expect(notification.category == Self.category(expected.code.split(separator: ".").last ?? ""))
        if let place = expected.at {
            let operators = flat(try #require(result.plan).root)
            let id = Int(try #require(notification.operatorId))
            #expect(operators[id].operator == place)
            #expect(operators[id].warnings.contains(notification))
        }
        let profiled = try Self.notifications(expected.statement, mode: "PROFILE ", given: expected.given)
        #expect(profiled.contains { $0.code == notification.code && $0.description == notification.description })
        #expect(!notification.title.isEmpty && !notification.description.isEmpty && !notification.remedy.isEmpty)
        let bytes = Array(("EXPLAIN " + expected.statement).utf8)
        if let place = expected.place {
            let position = try #require(notification.position)
            let stretch = bytes[position.offset..<position.offset + position.length]
            #expect(String(decoding: stretch, as: UTF8.self) == place)
            #expect(position.line == 1 && position.column == position.offset + 1)
        }
        switch notification.fix {
        case .edit(let offset, let length, let replacement):
            let fixed = bytes[..<offset] + Array(replacement.utf8) + bytes[(offset + length)...]
            let text = String(decoding: fixed.dropFirst("EXPLAIN ".utf8.count), as: UTF8.self)
            #expect(text == expected.fixed)
            // What is advised can be run, and is not advised again.
            let again = try Self.notifications(text, given: expected.given)
            #expect(!again.contains { $0.code == notification.code && $0.description == notification.description })
        case .statement(let statement):
            #expect(statement == expected.fixed)
            #expect(notification.remedy.contains(statement))
            let again = try Self.notifications(expected.statement, given: expected.given + [statement])
            #expect(!again.contains { $0.code == notification.code && $0.description == notification.description })
        case nil: #expect(expected.fixed == nil)
        }
    }

    @Test(
        "Nothing is raised where nothing is wrong",
        arguments: [
            "MATCH (a:Person)-[:KNOWS]->(b:Person) RETURN a.name AS name, count(*) AS c ORDER BY c DESC, name",
            "MATCH (a:Person) RETURN a.born + 1 AS next ORDER BY a.born + 1",
            "MATCH (a:Person), (b:Person) WHERE a.born = b.born + 1 RETURN a",
            "MATCH (a:Person)-[:KNOWS*1..3]->(b) RETURN b",
            "MATCH (a:Person) WHERE a.born > 1800 RETURN a",
            "MATCH p = shortestPath((a:Person)-[:KNOWS*..4]-(b:Movie)) RETURN p",
            "UNWIND [{key: 1}] AS row RETURN row.key",
            "CREATE (:New {fresh: 1})-[:MADE]->(:Other)",
            "MERGE (n:New {fresh: 1}) ON CREATE SET n.more = 2, n:Extra",
            "MATCH (n:Person) SET n.fresh = n.fresh + 1",
            "MATCH ()-[r:!KNOWS]->() RETURN r",
            "MATCH (n:Person) CALL (n) { RETURN n.name AS x } RETURN x",
            "MATCH (n:Person) RETURN sum(n.born), elementId(n)",
            "MATCH (a:Person) MATCH (m:Movie) RETURN a.name, m.title",
            "UNWIND [1, 2] AS x MATCH (a:Person) RETURN a.name, x",
            "MATCH (n:Person) WHERE EXISTS { MATCH (m:Movie) } RETURN n",
            "MATCH (n:Person) WHERE date() > date('2000-01-01') RETURN n",
            "MATCH (n:Person) CALL (n) { MATCH (n)-[:KNOWS]->(m) RETURN m } RETURN m",
            "CALL { MATCH (n:Person) RETURN n } RETURN n",
            "MATCH (n:Person) RETURN [n IN [1, 2] | n + 1] AS l",
            "MATCH (m:Movie) WHERE m[$key] = 'x' RETURN m",
            "MATCH p = ANY SHORTEST (a:Person)-[:KNOWS]-+(b:Movie) RETURN p",
            "MATCH (a:Person) MATCH (m:Movie) MATCH p = shortestPath((a)-[:KNOWS*..3]-(m)) RETURN p",
            "MATCH p = shortestPath((a:Person)-[:KNOWS*..4]-(b:Movie)) WHERE a.born > 3 RETURN p",
            "CREATE INDEX fresh IF NOT EXISTS FOR (m:Movie) ON (m.title)",
            "CREATE VECTOR INDEX v FOR (m:Movie) ON (m.v) OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
            "MATCH (n:Person) RETURN n.name AS x, count(*) AS c ORDER BY n.name",
            "MATCH (a:Person) CREATE (:Person {name: a.name})",
            "RETURN 1 AS a, 2 AS b UNION RETURN 3 AS a, 4 AS b",
            "OPTIONAL CALL db.labels() YIELD label RETURN label",
            "MATCH (n:Person) OPTIONAL CALL (n) { RETURN 1 AS x } RETURN n, x",
        ])
    func isQuiet(_ statement: String) throws {
        #expect(try Self.notifications(statement).map(\.description) == [])
    }

    @Test("A statement of thousands of unknown names has a notification for each, where it stands")
    func manyNames() throws {
        let names = (0..<5_000).map { "T\($0)" }
        let statement = "EXPLAIN MATCH ()-[:\(names.joined(separator: "|"))]->()\nRETURN 1"
        let found = try Self.connection().query(statement).notifications
        #expect(found.map { $0.position?.length } == names.map(\.utf8.count))
        let bytes = Array(statement.utf8)
        for (note, name) in zip(found, names) {
            let position = try #require(note.position)
            let text = String(decoding: bytes[position.offset..<position.offset + position.length], as: UTF8.self)
            #expect(text == name)
            #expect(position.line == 1 && position.column == position.offset + 1)
        }
    }

    @Test("Lines and columns count characters, whatever the bytes")
    func lines() {
        let text = "MATCH (n)\n  // é😀 comment\r\nRETURN 'ä' AS ü, n"
        let lines = SourceLines(text)
        for offset in 0...text.utf8.count {
            let excerpt = SourceExcerpt(of: SourceSpan(offset, offset), in: text)
            let place = lines.place(of: offset)
            #expect(place.line == excerpt.line && place.column == excerpt.column, "\(offset)")
        }
        #expect(SourceLines("").place(of: 0) == (1, 1))
    }

    @Test("A name that is the beginning of a known one is taken for that")
    func suggestsWhatGoesOn() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE ()-[:DEPENDS_ON]->(), ()-[:DEP]->()")
        let result = try connection.query("EXPLAIN MATCH ()-[:DEPENDS]->() RETURN 1")
        #expect(result.notifications.map(\.remedy) == ["Did you mean `DEPENDS_ON`?"])
        let short = try connection.query("EXPLAIN MATCH ()-[:DE_]->() RETURN 1")
        #expect(short.notifications.map(\.remedy) == ["Did you mean `DEP`?"])
        let other = try connection.query("EXPLAIN MATCH ()-[:PEND]->() RETURN 1")
        #expect(other.notifications.map(\.remedy) == ["Check the spelling of `PEND`."])
    }

    @Test("A profile tells where an estimate was far off")
    func missesEstimates() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query("PROFILE UNWIND range(1, 5000) AS i RETURN i")
        let miss = try #require(result.notifications.first { $0.code.hasSuffix(".EstimationMiss") })
        #expect(miss.gqlStatus == "03NR5")
        #expect(miss.operatorId != nil)
        // The operators above the UNWIND only pass on what it missed.
        #expect(result.notifications.count == 1 && miss.description.hasPrefix("Unwind "))
        #expect(try connection.query("PROFILE UNWIND [1, 2] AS i RETURN i").notifications.isEmpty)
        #expect(try connection.query("UNWIND range(1, 5000) AS i RETURN i").notifications.isEmpty)
    }

    @Test("Nothing is said of estimates of what did not run, or not to its end")
    func passesOverWhatDidNotRun() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 5000) AS i CREATE (:E {k: i, g: i % 7})")
        for statement in [
            "MATCH (n:E) WHERE false RETURN n", "MATCH (a:E {k: -1}) MATCH (b:E) WHERE b.g = a.g RETURN b",
            "MATCH (b:E) WHERE b.k < 0 CALL (b) { MATCH (c:E) RETURN c.k AS k } RETURN k",
            "MATCH (n:E) RETURN n LIMIT 1", "MATCH (n:E) WHERE n.k > 0 RETURN n.k LIMIT 3",
            // Each of five rows gives all of them, as it should.
            "UNWIND range(1, 5) AS i CALL (i) { MATCH (c:E) RETURN c.k AS k } RETURN count(k + i)",
        ] {
            let missed = try connection.query("PROFILE \(statement)").notifications
                .filter { $0.code.hasSuffix(".EstimationMiss") }
            let misleading = missed.filter { $0.description.hasPrefix("NodeByLabelScan") }
            #expect(misleading.isEmpty, "\(statement): \(misleading.map(\.description))")
        }
        let miss = try #require(
            try connection.query("PROFILE MATCH (n:E) WHERE n.k < 0 RETURN n").notifications
                .first { $0.code.hasSuffix(".EstimationMiss") })
        #expect(miss.description.hasPrefix("Filter ") && miss.remedy.contains("below this operator"))
    }

    @Test("What begins a plan is not told to look below itself")
    func advisesLeaves() throws {
        let connection = try Database.inMemory().connect()
        let result = try connection.query("PROFILE UNWIND range(1, 20000) AS i RETURN count(i)")
        let misses = result.notifications.filter { $0.code.hasSuffix(".EstimationMiss") }
        #expect(misses.count == 1 && !misses[0].remedy.contains("below"))
    }

    @Test(
        "A remedy names what the statement has, and is one that helps",
        arguments: [
            ("MATCH (n:Person) CALL { WITH n RETURN n.born AS b } RETURN b", "CALL (n) { … }"),
            (
                "MATCH (n:Person) WITH n, n.born AS o CALL { WITH n, o RETURN n.born + o AS b } RETURN b",
                "CALL (n, o) { … }"
            ),
            ("MATCH ()-[r:KNOWS&!KNOWS]->() RETURN r", "Leave the `!` out: it excludes every type that is left."),
            ("MATCH ()-[r:!%]->() RETURN r", "Leave the `!` out: it excludes every type that is left."),
            ("MATCH ()-[r:KNOWS&LIKES]->() RETURN r", "Join alternatives by `|`."),
            ("MATCH (n:Person|Movie) RETURN n", "It reads what is asked for"),
            (
                "MATCH (n:Person|Movie) WHERE n.name = 'Ada' RETURN n",
                "CREATE INDEX FOR (n:Person) ON (n.name); CREATE INDEX FOR (n:Movie) ON (n.name)"
            ),
        ])
    func remedies(statement: String, remedy: String) throws {
        let found = try Self.notifications(statement)
        #expect(found.contains { $0.remedy.contains(remedy) }, "\(found.map(\.remedy))")
    }

    @Test("The indexes that a disjunction's remedy names silence it")
    func servesDisjunctions() throws {
        let found = try Self.notifications(
            "MATCH (n:Person|Movie) WHERE n.name = 'Ada' RETURN n",
            given: ["CREATE INDEX FOR (n:Person) ON (n.name)", "CREATE INDEX FOR (n:Movie) ON (n.name)"])
        #expect(!found.contains { $0.code.hasSuffix(".LabelDisjunctionScan") })
    }

    @Test("No index is missed for what is compared with null")
    func comparesWithNull() throws {
        for statement in ["MATCH (n:Person {name: null}) RETURN n", "MATCH (n:Person) WHERE n.name = null RETURN n"] {
            #expect(try !Self.notifications(statement).contains { $0.code.hasSuffix(".MissingIndex") })
        }
    }

    @Test("The table has a row a kind, each with a code of its own but for deprecations")
    func table() {
        let rows = NotificationKind.allCases.map(\.row)
        let categories: Set = ["PERFORMANCE", "UNRECOGNIZED", "DEPRECATION", "SCHEMA", "HINT"]
        #expect(rows.allSatisfy { $0.gqlStatus.utf8.count == 5 && categories.contains($0.category) })
        let own = rows.filter { $0.category != "DEPRECATION" }
        #expect(Set(own.map(\.code)).count == own.count)
        #expect(Set(own.map(\.gqlStatus)).count == own.count)
    }

    @Test("A statement's outline says what it would do, and runs nothing")
    func outlines() throws {
        let connection = try Database.inMemory().connect()
        let outline = try connection.outline(of: "PROFILE CREATE (:A {x: $x}) RETURN $y")
        #expect(outline.queryType == .readWrite)
        #expect(!outline.isExplained)
        #expect(outline.parameters == ["x", "y"])
        #expect(try connection.outline(of: "EXPLAIN CREATE (:A)").isExplained)
        #expect(try connection.outline(of: "CREATE INDEX FOR (n:A) ON (n.x)").queryType == .schema)
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(0))
        let error = #expect(throws: RelateError.self) { try connection.outline(of: "RETURN nobody") }
        #expect(error?.engineError?.position?.offset == 7)
    }
}
