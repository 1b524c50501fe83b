import Relate
import Testing

@Suite("The Swift API page's own words")
struct PageExampleTests {
    @Test("the page's example prints what the page prints")
    func example() throws {
        // Source: Swift API page, "Example".
        let connection = try Database.inMemory().connect()
        let result = try connection.query(
            """
            CREATE (ada:Person {name: 'Ada'})-[k:KNOWS {since: 2024}]->(grace:Person {name: 'Grace'})
            RETURN ada, k, 9007199254740993 AS big, 1.5 AS ratio, date('2024-05-06') AS day,
                   datetime('2024-05-06T09:30:00[Europe/Berlin]') AS meeting, duration('P1Y2M') AS term,
                   point({x: 1, y: 2}) AS spot, vector([1, 2, 3], 3, INT8) AS counts
            """)
        let lines = zip(result.columns, result.rows[0]).map { column, value in "\(column): \(value.kind) \(value)" }
        #expect(
            lines == [
                "ada: node (4:relate-neo4j:n0:Person {name: 'Ada'})",
                "k: relationship (4:relate-neo4j:n0)-[5:relate-neo4j:r0:KNOWS {since: 2024}]->(4:relate-neo4j:n1)",
                "big: int 9007199254740993", "ratio: float 1.5", "day: date 2024-05-06",
                "meeting: dateTime 2024-05-06T09:30:00+02:00[Europe/Berlin]",
                "term: duration duration(months: 14, days: 0, seconds: 0, nanoseconds: 0)",
                "spot: point point({srid: 7203, x: 1.0, y: 2.0})", "counts: vector vector<INTEGER8>[1, 2, 3]",
            ])
    }

    @Test("a parameter comes back as it was bound", arguments: ConversionTests.roundTrips)
    func parameterRoundTrip(value: CypherValue) throws {
        let connection = try Database.inMemory().connect()
        #expect(try connection.query("RETURN $v AS v", ["v": value]).scalar() == value)
    }

    @Test("parameters that cannot be bound are refused as the page says")
    func refusals() throws {
        // Source: Swift API page, "Parameters", refusals.
        let connection = try Database.inMemory().connect()
        let elements =
            "nodes, relationships and paths cannot be passed as parameters; pass their element id or properties"
        #expect(throws: RelateError.invalidParameter(elements)) {
            try connection.query("RETURN $v", ["v": [.node(CypherValueTests.ada)]])
        }
        #expect(throws: RelateError.invalidParameter("statement contains a NUL byte")) {
            try connection.query("RETURN '\u{0}'")
        }
        #expect(throws: RelateError.invalidParameter("parameter name contains a NUL byte")) {
            try connection.query("RETURN 1", ["v\u{0}": 1])
        }
        #expect(throws: RelateError.invalidParameter("map key contains a NUL byte")) {
            try connection.query("RETURN $v", ["v": ["k\u{0}": 1]])
        }
        let impossible = #expect(throws: RelateError.self) {
            try connection.query("RETURN $v", ["v": .date(.init(year: 2023, month: 2, day: 29))])
        }
        #expect(impossible?.engineError?.stage == .internal)
        let missing = #expect(throws: RelateError.self) { try connection.query("RETURN $a, $b", ["a": 1]) }
        #expect(missing?.message.hasPrefix("semantic error: ParameterMissing: Expected parameter(s): b") == true)
    }
}
