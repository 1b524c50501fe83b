import Durability
import Testing

@testable import Relate

@Suite struct SchemaStorageTests {
    private static let commands = [
        "CREATE INDEX r FOR (n:A) ON (n.x, n.y)", "CREATE TEXT INDEX t FOR ()-[r:R]-() ON (r.name)",
        "CREATE POINT INDEX p FOR (n:A) ON (n.at) OPTIONS {indexConfig: {`spatial.cartesian.min`: [-5, -5.0]}}",
        "CREATE FULLTEXT INDEX f FOR (n:A|B) ON EACH [n.x, n.name]",
        "CREATE VECTOR INDEX v FOR (n:A) ON (n.e) OPTIONS {indexConfig: {`vector.dimensions`: 3}}",
        "DROP INDEX index_343aff4e", "CREATE CONSTRAINT u FOR ()-[r:R]-() REQUIRE (r.a, r.b) IS UNIQUE",
        "ALTER CURRENT GRAPH TYPE ADD { (:P => :Q {n :: STRING NOT NULL, l :: LIST<INTEGER NOT NULL> | DATE}), "
            + "(:P =>)-[:S => {w ANY NOT NULL}]->(:Z), CONSTRAINT k FOR (n:P) REQUIRE n.n IS KEY }",
        "CREATE CONSTRAINT gone FOR (n:Z) REQUIRE n.x IS NOT NULL", "DROP CONSTRAINT gone",
    ]

    private func shown(_ database: Database) throws -> [[CypherValue]] {
        let connection = try database.connect()
        return try [
            "SHOW INDEXES YIELD * RETURN id, name, state, type, entityType, labelsOrTypes, properties, owningConstraint, "
                + "options, createStatement",
            "SHOW CONSTRAINTS YIELD *", "SHOW CURRENT GRAPH TYPE",
        ].flatMap { try connection.query($0).rows }
    }

    @Test("Every kind of definition comes back from the log and from the checkpoint, and is upheld")
    func comesBack() throws {
        let files = InMemoryFileSystem()
        let database = try Database(opening: "/s", .test(files))
        let connection = try database.connect()
        try connection.query("CREATE (:A {x: 1, y: 'a', at: point({x: 1, y: 2})})-[:R {name: 'abc', a: 1, b: 2}]->(:B)")
        for command in Self.commands { try connection.query(command) }
        try connection.query("CREATE (:P:Q {n: 'one'})-[:S {w: 1}]->(:Z)")
        let expected = try shown(database)
        #expect(expected.count > 15)
        func check() throws {
            let read = try Database(reading: "/s", in: files)
            #expect(try shown(read) == expected)
            #expect(read.snapshot.checkInvariants() == [])
        }
        try check()
        try database.checkpoint()
        try check()
        try connection.query("CREATE (:A {x: 2, y: 'b'})")
        #expect(throws: RelateError.self) { try connection.query("CREATE (:P {n: 'no label Q'})") }
        try check()
    }
}
