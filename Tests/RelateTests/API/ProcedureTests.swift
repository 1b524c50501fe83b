import Relate
import Testing

@Suite("Every procedure that is shown")
struct ProcedureTests {
    /// Arguments of those that need some, on the graph below.
    private static let calls: [String: String] = [
        "db.awaitIndex": "CALL db.awaitIndex('words')",
        "db.resampleIndex": "CALL db.resampleIndex('words')",
        "tx.setMetaData": "CALL tx.setMetaData({})",
        "db.createLabel": "CALL db.createLabel('L')",
        "db.createProperty": "CALL db.createProperty('p')",
        "db.createRelationshipType": "CALL db.createRelationshipType('T')",
        "db.index.fulltext.queryNodes": "CALL db.index.fulltext.queryNodes('words', 'hello')",
        "db.index.fulltext.queryRelationships": "CALL db.index.fulltext.queryRelationships('links', 'hello')",
        "db.index.vector.queryNodes": "CALL db.index.vector.queryNodes('near', 1, [1.0, 2.0])",
        "db.index.vector.queryRelationships": "CALL db.index.vector.queryRelationships('nearLinks', 1, [1.0, 2.0])",
        "db.create.setNodeVectorProperty":
            "MATCH (n:A) CALL db.create.setNodeVectorProperty(n, 'v', [1.0, 1.0]) RETURN n",
        "db.create.setRelationshipVectorProperty":
            "MATCH ()-[r:R]->() CALL db.create.setRelationshipVectorProperty(r, 'v', [1.0, 1.0]) RETURN r",
    ]

    @Test("runs, and yields the columns that its signature says")
    func run() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A {t: 'hello', v: [1.0, 2.0]})-[:R {t: 'hello', v: [1.0, 0.0]}]->(:B)")
        for text in [
            "CREATE FULLTEXT INDEX words FOR (n:A) ON EACH [n.t]",
            "CREATE FULLTEXT INDEX links FOR ()-[r:R]-() ON EACH [r.t]",
            "CREATE VECTOR INDEX near FOR (n:A) ON (n.v) OPTIONS {indexConfig: {`vector.dimensions`: 2}}",
            "CREATE VECTOR INDEX nearLinks FOR ()-[r:R]-() ON (r.v) OPTIONS {indexConfig: {`vector.dimensions`: 2}}",
        ] { try connection.query(text) }
        let shown = try connection.query("SHOW PROCEDURES YIELD name, returnDescription RETURN name, returnDescription")
        #expect(shown.rows.count > 20)
        for row in shown.rows {
            let name = try #require(row[0].stringValue)
            let result = try connection.query(Self.calls[name] ?? "CALL \(name)()")
            let columns = row[1].listValue?.compactMap { $0[key: "name"]?.stringValue } ?? []
            if !name.hasPrefix("db.create.set") { #expect(result.columns == columns, "\(name)") }
        }
    }
}
