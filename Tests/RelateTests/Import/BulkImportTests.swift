import Foundation
import TestSupport
import Testing

@testable import Relate

@Suite("Loading tables of nodes and relationships") struct BulkImportTests {
    /// Loads into a fresh store; rolls back where a row is no good, as the program does.
    private func load(
        nodes: [(labels: [String], text: String)] = [], relationships: [(type: String?, text: String)] = [],
        _ options: BulkImport.Options = BulkImport.Options()
    ) throws -> (connection: Connection, problems: [BulkImport.Problem]) {
        let folder = try TemporaryDirectory()
        func file(_ name: String, _ text: String) throws -> String {
            let path = folder.path + "/" + name
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            return path
        }
        let connection = try Database.inMemory().connect()
        try connection.begin()
        let load = try BulkImport(connection, options) { _ in }
        for (number, table) in nodes.enumerated() {
            try load.nodes(from: [try file("nodes\(number)", table.text)], labels: table.labels)
        }
        for (number, table) in relationships.enumerated() {
            try load.relationships(from: [try file("relationships\(number)", table.text)], type: table.type)
        }
        if load.problemCount == 0 { try connection.commit() } else { try connection.rollback() }
        return (connection, load.problems)
    }

    @Test("A typed header makes typed properties, and an empty field none")
    func types() throws {
        let text = #"""
            id:ID,name,age:int,height:float,isIn:boolean,born:date,tags:string[],counts:long[],place:point,skipped:IGNORE
            1,"Ada ""the first""", 36 ,1.65,TRUE,1815-12-10,a;b,1;2,"{x: 1, y: 2.5}",x
            2,"",,,,,,,,
            """#
        let (connection, problems) = try load(nodes: [(["Person", "Author"], text)])
        #expect(problems == [])
        let rows = try connection.query("MATCH (p:Person:Author) RETURN properties(p) ORDER BY p.id").rows
        #expect(
            rows[0][0].description
                == "{age: 36, born: 1815-12-10, counts: [1, 2], height: 1.65, id: '1', isIn: true, "
                + "name: 'Ada \"the first\"', place: point({srid: 7203, x: 1.0, y: 2.5}), tags: ['a', 'b']}")
        #expect(rows[1][0].description == "{id: '2', name: ''}")
        #expect(try connection.query("MATCH (p) WHERE p.skipped IS NOT NULL RETURN count(p)").scalar() == .int(0))
    }

    @Test("Ids are told apart by their space and as written, labels and types come from columns")
    func spaces() throws {
        let (connection, problems) = try load(
            nodes: [
                ([], ":ID(A),:LABEL,name\n1,X;Y,a1\n01,X,a01\n"), (["B"], ":ID(B),name\n1,b1\n-0,zero\n0,none\n"),
            ],
            relationships: [
                ("T", ":START_ID(A),:END_ID(B),:TYPE,w:double\n1,1,,0.5\n01,-0,S,\n"),
                ("T", ":START_ID(B),:END_ID(B)\n0,1\n"),
            ])
        #expect(problems == [])
        let rows = try connection.query(
            "MATCH (a)-[r]->(b) RETURN a.name + type(r) + coalesce(toString(r.w), '') + b.name AS t ORDER BY t")
        #expect(rows.rows.map { $0[0] } == ["a01Szero", "a1T0.5b1", "noneTb1"])
        #expect(try connection.query("MATCH (n:X:Y) RETURN count(n)").scalar() == .int(1))
    }

    @Test("Each bad row is told by file and line, and nothing of the load is seen")
    func badRows() throws {
        let (connection, problems) = try load(
            nodes: [(["N"], ":ID,age:int\n1,x\n\n2,\"1\n\",9\n3,9223372036854775808\n3,1\n3,2\n")],
            relationships: [("T", ":START_ID,:END_ID\n3,4\n3\n")])
        #expect(problems.map(\.line) == [2, 4, 6, 8, 2, 3])
        #expect(
            problems.map(\.message) == [
                "age: 'x' is no integer of 64 bits", "the row has 3 fields, the header 2",
                "age: '9223372036854775808' is no integer of 64 bits", "the id '3' stands twice",
                "there is no node with the id '4'", "the row has no :END_ID",
            ])
        #expect(problems.allSatisfy { $0.file.hasSuffix("nodes0") || $0.file.hasSuffix("relationships0") })
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(0))
    }

    @Test(
        "A header that cannot be read is refused as a whole",
        arguments: ["name:text", ":int", "a,a", "a:ID[]", "a,,b"])
    func headers(text: String) throws {
        #expect(throws: ImportFailure.self) { try load(nodes: [([], text + "\n1,2,3\n")]) }
    }

    @Test("Delimiters and integer ids by option, lists and labels alike")
    func options() throws {
        var options = BulkImport.Options()
        options.delimiter = "\t"
        options.listDelimiter = "|"
        options.hasIntegerIDs = true
        let (connection, problems) = try load(nodes: [([], "id:ID\t:LABEL\ttags:int[]\n7\tA|B\t1|2\n")], options)
        #expect(problems == [])
        let row = try connection.query("MATCH (n:A:B) RETURN n.id, n.tags").rows[0]
        #expect(row == [7, [1, 2]])
    }

    @Test("A constraint that the rows break refuses the commit")
    func constraints() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE CONSTRAINT FOR (n:N) REQUIRE n.k IS UNIQUE")
        let folder = try TemporaryDirectory()
        try ":ID,k:int\n1,1\n2,1\n".write(toFile: folder.path + "/n", atomically: false, encoding: .utf8)
        try connection.begin()
        let load = try BulkImport(connection, BulkImport.Options()) { _ in }
        try load.nodes(from: [folder.path + "/n"], labels: ["N"])
        #expect(throws: RelateError.self) { try connection.commit() }
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(0))
    }
}
