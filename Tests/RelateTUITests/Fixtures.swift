import Relate

@testable import RelateTUI

/// A small world of films for the explorer's tests.
enum Fixtures {
    static let schema: SchemaSummary = {
        func entry(_ name: String, _ count: Int?) -> SchemaSummary.Entry {
            SchemaSummary.Entry(name: name, count: count, action: .run("MATCH (\(name))"))
        }
        return SchemaSummary(
            nodeCount: 12_480, relationshipCount: 31_094,
            sections: [
                SchemaSummary.Section(
                    kind: .labels, entries: [entry("Movie", 4_301), entry("Person", 8_112), entry("Studio", 67)]),
                SchemaSummary.Section(
                    kind: .relationshipTypes,
                    entries: [entry("ACTED_IN", 22_417), entry("DIRECTED", 4_355), entry("PRODUCED", 4_322)]),
                SchemaSummary.Section(
                    kind: .propertyKeys,
                    entries: ["born", "name", "released", "roles", "tagline", "title"].map { entry($0, nil) }),
            ])
    }()

    static func person(_ number: Int, _ name: String, born: Int64) -> CypherValue.Node {
        CypherValue.Node(
            id: Int64(number), elementId: "4:relate-neo4j:n\(number)", labels: ["Person"],
            properties: ["name": .string(name), "born": .int(born)])
    }

    static func movie(_ number: Int, _ title: String, released: Int64) -> CypherValue.Node {
        CypherValue.Node(
            id: Int64(number), elementId: "4:relate-neo4j:n\(number)", labels: ["Movie"],
            properties: [
                "title": .string(title), "released": .int(released), "tagline": "Welcome to the Real World",
            ])
    }

    static func relationship(
        _ number: Int, _ type: String, _ start: CypherValue.Node, _ end: CypherValue.Node
    ) -> CypherValue.Relationship {
        CypherValue.Relationship(
            id: Int64(number), elementId: "5:relate-neo4j:r\(number)", type: type, startId: start.id, endId: end.id,
            startElementId: start.elementId, endElementId: end.elementId, properties: [:])
    }

    static let keanu = person(1, "Keanu Reeves", born: 1964)
    static let carrie = person(2, "Carrie-Anne Moss", born: 1967)
    static let hugo = person(3, "Hugo Weaving", born: 1960)
    static let ken = person(4, "渡辺 謙", born: 1959)
    static let lana = person(5, "Lana Wachowski", born: 1965)
    static let matrix = movie(10, "The Matrix", released: 1999)
    static let inception = movie(11, "Inception", released: 2010)

    /// Keanu, The Matrix, Carrie-Anne.
    static let path = CypherValue.Path(
        nodes: [keanu, matrix, carrie],
        relationships: [relationship(0, "ACTED_IN", keanu, matrix), relationship(1, "ACTED_IN", carrie, matrix)])

    /// What the fake store knows about its nodes.
    static let neighbourhoods: [String: Neighbourhood] = {
        func neighbour(
            _ number: Int, _ type: String, _ from: CypherValue.Node, _ to: CypherValue.Node, shows: CypherValue.Node
        )
            -> Neighbourhood.Neighbour
        { Neighbourhood.Neighbour(relationship: relationship(number, type, from, to), node: shows) }
        let ofMatrix = Neighbourhood(
            focus: matrix,
            groups: [
                Neighbourhood.Group(
                    type: "ACTED_IN", direction: .incoming, count: 25,
                    neighbours: [keanu, carrie, hugo].enumerated().map { index, node in
                        neighbour(index, "ACTED_IN", node, matrix, shows: node)
                    }),
                Neighbourhood.Group(
                    type: "DIRECTED", direction: .incoming, count: 1,
                    neighbours: [neighbour(9, "DIRECTED", lana, matrix, shows: lana)]),
            ])
        let ofKeanu = Neighbourhood(
            focus: keanu,
            groups: [
                Neighbourhood.Group(
                    type: "ACTED_IN", direction: .outgoing, count: 1,
                    neighbours: [neighbour(0, "ACTED_IN", keanu, matrix, shows: matrix)])
            ])
        return [matrix.elementId: ofMatrix, keanu.elementId: ofKeanu]
    }()

    static func outcome(
        columns: [String], rows: [[CypherValue]], stats: QueryStats = QueryStats(),
        notifications: [Relate.Notification] = [], plan: PlanDocument? = nil, type: QueryType = .read
    ) -> StatementOutcome {
        StatementOutcome(
            columns: columns, rows: ArrayRows(rows), queryType: type, stats: stats, notifications: notifications,
            plan: plan,
            bookmark: nil, elapsedMs: 7.1, parseMs: 0.2, planMs: 0.6, executeMs: 6.3)
    }

    static let cast: StatementOutcome = outcome(
        columns: ["p", "roles", "title", "released"],
        rows: [
            [.node(keanu), ["Neo"], "The Matrix", 1999], [.node(carrie), ["Trinity"], "The Matrix", 1999],
            [.node(hugo), ["Agent Smith"], "The Matrix", 1999], [.node(ken), nil, "Inception", 2010],
            [.node(lana), [], "", nil],
        ])

    /// Answers by the statement's first words.
    static let answer: FakeStore.Answer = { statement throws(StatementFailure) in
        let statement = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if statement.hasPrefix("PROFILE") { return outcome(columns: ["name"], rows: [["Keanu"]], plan: profile) }
        if statement.hasPrefix("EXPLAIN") { return outcome(columns: [], rows: [], plan: estimate) }
        if statement.hasPrefix("UNWIND") {
            return outcome(
                columns: ["i", "text"], rows: (1...1_000).map { [.int(Int64($0)), .string("row \($0)")] })
        }
        if statement.hasPrefix("MATCH (m:Movie)") { return outcome(columns: ["m"], rows: [[.node(matrix)]]) }
        if statement.hasPrefix("MATCH") { return cast }
        if statement.hasPrefix("RETURN 'it") { return outcome(columns: ["v"], rows: [["it's"]]) }
        if statement.hasPrefix("RETURN"), !statement.hasSuffix("MATHC") {
            return outcome(columns: ["v"], rows: [[1960]])
        }
        throw StatementFailure(
            code: "Neo.ClientError.Statement.SyntaxError", status: "42N06", stage: "compile", isRetryable: false,
            message: "syntax error: Invalid input 'MATHC': expected a clause (line 1, column 1 (offset: 0))\n"
                + "\"MATHC (n) RETURN n\"\n ^", span: 0..<5)
    }

    private static func node(
        _ name: String, _ details: String, estimated: Int64, rows: Int64?, ms: Double = 0, hits: Int64 = 0,
        warnings: [Relate.Notification] = [], _ children: [PlanNode] = []
    ) -> PlanNode {
        PlanNode(
            operator: name, details: details, identifiers: ["a", "b"], estimatedRows: estimated,
            actual: rows.map {
                PlanActual(
                    rows: $0, timeMs: ms, dbHits: hits, memoryBytes: 1_024, hops: 2, neighborWalks: 3, nodeReads: 4,
                    start: nil)
            }, children: children, warnings: warnings)
    }

    static let warning = Relate.Notification(
        code: "Neo.ClientNotification.Statement.CartesianProduct", gqlStatus: "03N90", severity: "WARNING",
        category: "PERFORMANCE", title: "Cartesian product between parts that do not connect",
        description: "The two parts of the pattern share no variable, so every pair of rows is built.",
        remedy: "Connect the parts with a relationship, or ask for each part alone.", operatorId: 3)

    static func plan(profiled: Bool) -> PlanDocument {
        func rows(_ count: Int64) -> Int64? { profiled ? count : nil }
        let seek = node("NodeIndexSeek", "a:Person(name)", estimated: 1, rows: rows(1), ms: 0.1, hits: 2)
        let expand = node(
            "Expand(All)", "(a)-[:ACTED_IN]->(m)", estimated: 96, rows: rows(3_904), ms: 4.4, hits: 7_808,
            warnings: [warning], [seek])
        let group = node("EagerAggregation", "b.name", estimated: 31, rows: rows(410), ms: 1.1, [expand])
        let top = node("Top", "shared DESC LIMIT 25", estimated: 25, rows: rows(25), ms: 0.2, [group])
        let root = node("ProduceResults", "name, shared", estimated: 25, rows: rows(25), [top])
        return PlanDocument(profiled: profiled, statement: nil, root: root)
    }

    static let profile = plan(profiled: true)
    static let estimate = plan(profiled: false)
}
