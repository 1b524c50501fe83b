import CypherSyntax
import Testing

@testable import Relate

/// Builds of indexes that are ended before they are done.
@Suite struct IndexBuildTests {
    private struct Stop: Error {}

    /// Counts how often a build asks whether to go on, and ends it at a given time.
    private final class Asked {
        var count = 0
        var last = Int.max

        func check() throws(Stop) {
            count += 1
            if count > last { throw Stop() }
        }
    }

    private static let definitions: [IndexDefinition] = [
        definition(.range, ["i"]), definition(.range, ["s"]), definition(.range, ["i", "s"]), definition(.text, ["s"]),
        definition(.point, ["p"]), definition(.fulltext, ["s"]), definition(.vector, ["v"]),
        definition(.range, ["w"], .relationship, "R"),
    ]

    private static func definition(
        _ kind: IndexKind, _ properties: [String], _ entity: EntityKind = .node, _ token: String = "N"
    ) -> IndexDefinition {
        IndexDefinition(
            id: 7, name: "x", kind: kind, entity: entity, labelsOrTypes: [token], properties: properties)
    }

    private func state(_ count: Int) throws -> GraphState {
        let database = try Database.inMemory()
        try database.connect().query(
            """
            UNWIND range(1, \(count)) AS i
            CREATE (n:N {i: i * 7919 % 100003, s: 'a text of its own ' + toString(i * 7919 % 100003),
                         p: point({x: i % 100, y: i}), v: [i % 7 + 1, i % 11, i % 13]})-[:R {w: -i}]->(n)
            """)
        return database.manager(of: .neo4j).snapshot.state
    }

    @Test("a build may be ended wherever it asks, and leaves nothing", arguments: definitions.indices)
    func isEnded(_ index: Int) throws {
        let definition = Self.definitions[index]
        let before = try state(9_000)
        let asked = Asked()
        var whole = before
        try whole.apply(.createIndex(definition), asked.check)
        #expect(whole.brokenIndexInvariants() == [])
        #expect(try #require(whole.entryCount(ofIndex: 7)) == 9_000)
        // Some milliseconds of work lie between two questions at most: a thousand rows.
        #expect(asked.count >= 9)
        let version = before.schema.version
        for last in Set((0..<8).map { asked.count * $0 / 8 } + [asked.count - 1]) {
            var state = before
            let stopping = Asked()
            stopping.last = last
            #expect(throws: Stop.self) { try state.apply(.createIndex(definition), stopping.check) }
            #expect(stopping.count == last + 1)
            #expect(state.schema.indexes.allSatisfy { $0.id != 7 } && state.liveIndex(id: 7) == nil)
            #expect(state.schema.version == version)
        }
    }

    @Test("a check of a constraint over all data may be ended")
    func constraintCheck() throws {
        let state = try state(5_000)
        let definition = ConstraintDefinition(
            id: 8, name: "c", kind: .exists, entity: .node, labelOrType: "N", properties: ["i"], ownedIndex: nil)
        var asked = 0
        try ConstraintCheck(state).all(of: definition) { () throws(EngineError) in asked += 1 }
        #expect(asked >= 5)
        var left = 2
        let error = #expect(throws: EngineError.self) {
            try ConstraintCheck(state).all(of: definition) { () throws(EngineError) in
                left -= 1
                if left == 0 { throw .interrupted() }
            }
        }
        #expect(error?.code == EngineError.interrupted().code)
    }

    @Test("runs that are merged are in order, whatever they were before", arguments: 1...6 as ClosedRange<UInt64>)
    func runSort(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for count in [0, 1, 2, 4_095, 4_096, 4_097, 20_000] {
            var numbers = (0..<count).map { _ in Int.random(in: 0...5_000, using: &random) }
            let expected = numbers.sorted()
            RunSort.sort(&numbers, {}, by: <)
            #expect(numbers == expected)
        }
    }

    @Test("uniqueness of a new constraint is told by its index, and each duplicate found")
    func uniqueness() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("UNWIND range(1, 3000) AS i CREATE (:N {i: i, j: i % 2999})")
        try connection.query("CREATE CONSTRAINT FOR (n:N) REQUIRE n.i IS UNIQUE")
        let error = #expect(throws: RelateError.self) {
            try connection.query("CREATE CONSTRAINT FOR (n:N) REQUIRE n.j IS UNIQUE")
        }
        #expect(error?.engineError?.code == "Neo.DatabaseError.Schema.ConstraintCreationFailed")
        let left = "SHOW INDEXES YIELD properties WHERE properties = ['j'] RETURN count(*)"
        #expect(try connection.query(left).scalar() == 0)
        try connection.query("MATCH (n:N {j: 1}) WITH n ORDER BY n.i DESC LIMIT 1 SET n.j = NULL")
        try connection.query("CREATE CONSTRAINT FOR (n:N) REQUIRE n.j IS UNIQUE")
    }
}
