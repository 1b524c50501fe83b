import Testing

@testable import Relate

@Suite struct ClauseEffectsTests {
    @Test(
        "Two clauses conflict where one writes what the other reads",
        arguments: [
            ("MATCH (n:A) CREATE (:B) RETURN 1", nil),
            ("MATCH (n:A) CREATE (:A) RETURN 1", "read/set conflict for label: A"),
            ("MATCH (n) CREATE () RETURN 1", "read/create conflict"),
            ("MATCH (n:A)-[:R]->(m) CREATE (n)-[:S]->(m) RETURN 1", nil),
            ("MATCH (n:A)-[:R]->(m) CREATE (n)-[:R]->(m) RETURN 1", "read/create conflict for relationship type: R"),
            ("MATCH (n:A)-->(m) CREATE (n)-[:R]->(m) RETURN 1", "read/create conflict for relationship type: R"),
            ("MATCH (n:A) SET n.x = 1 RETURN 1", nil),
            ("MATCH (n:A) WHERE n.x > 0 SET n.x = 1 RETURN 1", "read/set conflict for property: x"),
            ("MATCH (n:A {x: 0}) SET n.y = 1 RETURN 1", nil),
            ("MATCH (n:A {x: 0}) SET n += $p RETURN 1", "read/set conflict for property: x"),
            ("MATCH (n:A) SET n:B RETURN 1", nil),
            ("MATCH (n:A) REMOVE n:A RETURN 1", "read/set conflict for label: A"),
            ("MATCH (n:A) WHERE NOT n:B SET n:C RETURN 1", nil),
            ("MATCH (n:A&!B) SET n:B RETURN 1", "read/set conflict for label: B"),
            ("MATCH (n:!B) CREATE (:C) RETURN 1", "read/create conflict"),
            ("MATCH (n:A)-[:!R]->(m) CREATE (n)-[:S]->(m) RETURN 1", "read/create conflict for relationship type: S"),
            ("MATCH (n:A) DELETE n RETURN 1", "read/delete conflict"),
            ("UNWIND [1] AS x CREATE (:A {x: x}) RETURN 1", nil),
            ("CREATE (:A) WITH 1 AS x MATCH (n:A) RETURN n", nil),
        ])
    func conflicts(query: String, reason: String?) throws {
        let clauses = BinderTests.clauses(of: try bound(query))
        #expect(ClauseEffects(of: clauses[0]).conflict(before: ClauseEffects(of: clauses[1])) == reason)
    }

    @Test("A clause that writes keeps those after it from reading too early")
    func writeThenRead() throws {
        let clauses = BinderTests.clauses(of: try bound("CREATE (:A) WITH 1 AS x MATCH (n:A) RETURN n"))
        let conflict = ClauseEffects(of: clauses[0]).conflict(before: ClauseEffects(of: clauses[2]))
        #expect(conflict == "write-read/set conflict for label: A")
    }
}
