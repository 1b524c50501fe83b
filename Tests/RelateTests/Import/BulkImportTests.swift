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

    @Test(
        "An integer beyond what its column holds is told by file and line, in nodes, relationships, lists and ids",
        arguments: [
            ("byte", "-128", "127", "-129", "128", 8), ("short", "-32768", "32767", "-32769", "32768", 16),
            ("int", "-2147483648", "2147483647", "-2147483649", "2147483648", 32),
            ("long", "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808", 64),
        ])
    func integerRanges(type: String, least: String, most: String, below: String, above: String, bits: Int) throws {
        let good = try load(
            nodes: [(["N"], ":ID,a:\(type),l:\(type)[]\n1,\(least),\(least);0\n2,\(most),\" \(most)\"\n")],
            relationships: [("T", ":START_ID,:END_ID,a:\(type)\n1,2,\(most)\n")])
        #expect(good.problems == [])
        let rows = try good.connection.query("MATCH (n)-[r]->(m) RETURN n.a, n.l, m.a, m.l, r.a").rows
        let (low, high) = (try #require(Int64(least)), try #require(Int64(most)))
        #expect(rows == [[.int(low), .list([.int(low), 0]), .int(high), .list([.int(high)]), .int(high)]])
        let bad = try load(
            nodes: [
                (["N"], ":ID,a:\(type),l:\(type)[]\n1,\(below),0\n2,0,0;\(above)\n3,\"\(above)\",0\n4,0,0\n")
            ], relationships: [("T", ":START_ID,:END_ID,a:\(type)\n4,4,\(above)\n4,4,\"\(below)\"\n")])
        #expect(bad.problems.map(\.line) == [2, 3, 4, 2, 3])
        #expect(
            bad.problems.map(\.message) == [
                "a: '\(below)' is no integer of \(bits) bits", "l: '\(above)' is no integer of \(bits) bits",
                "a: '\(above)' is no integer of \(bits) bits", "a: '\(above)' is no integer of \(bits) bits",
                "a: '\(below)' is no integer of \(bits) bits",
            ])
    }

    @Test(
        "A number beyond the range of floats is told by file, line and column, and an infinity is one where it says so",
        arguments: ["float", "double", "double[]", "point", "vector"])
    func floatRange(type: String) throws {
        func field(_ number: String) -> String {
            switch type {
            case "double[]": "1.5;\(number)"
            case "point": "\"{x: 1, y: \(number)}\""
            default: number
            }
        }
        for number in ["1e400", "-1E999", "9\(String(repeating: "0", count: 308)).0"] {
            let text = "'\(number)' is out of the range of FLOAT"
            let nodes = try load(nodes: [([], ":ID,a:\(type)\n1,\n2,\(field(number))\n3,\n")])
            #expect(nodes.problems.map(\.line) == [3])
            #expect(nodes.problems.first?.message.hasPrefix("a: ") == true)
            #expect(nodes.problems.first?.message.contains(text) == true, "\(nodes.problems)")
            let relationships = try load(
                nodes: [([], ":ID\n1\n")],
                relationships: [("T", ":START_ID,:END_ID,b:\(type)\n1,1,\n1,1,\(field(number))\n")])
            #expect(relationships.problems.map(\.line) == [3])
            #expect(relationships.problems.first?.message.hasPrefix("b: ") == true)
            #expect(relationships.problems.first?.message.contains(text) == true, "\(relationships.problems)")
        }
        guard type == "double" else { return }
        let (connection, problems) = try load(
            nodes: [([], ":ID,a:double\n1,Infinity\n2,-Infinity\n3,NaN\n4,1.7976931348623157e308\n5,1e-400\n")])
        #expect(problems == [])
        #expect(
            try connection.query("MATCH (n) RETURN toString(n.a) ORDER BY id(n)").rows.map { $0[0] }
                == ["Infinity", "-Infinity", "NaN", "1.7976931348623157E308", "0.0"])
    }

    @Test("Each bad row is told by file and line, and nothing of the load is seen")
    func badRows() throws {
        let (connection, problems) = try load(
            nodes: [(["N"], ":ID,age:int\n1,x\n\n2,\"1\n\",9\n3,9223372036854775808\n3,1\n3,2\n")],
            relationships: [("T", ":START_ID,:END_ID\n3,4\n3\n")])
        #expect(problems.map(\.line) == [2, 4, 6, 8, 2, 3])
        #expect(
            problems.map(\.message) == [
                "age: 'x' is no integer of 32 bits", "the row has 3 fields, the header 2",
                "age: '9223372036854775808' is no integer of 32 bits", "the id '3' stands twice",
                "there is no node with the id '4'", "the row has no :END_ID",
            ])
        #expect(problems.allSatisfy { $0.file.hasSuffix("nodes0") || $0.file.hasSuffix("relationships0") })
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == .int(0))
    }

    @Test(
        "A header that cannot be read is refused as a whole",
        arguments: [
            "name:text", ":int", "a,a", "a:ID[]", "a,,b", ":ID,b:ID(x)", ":START_ID,a",
            "p:point{crs:moon}",
            "p:point{srid:7203}", "p:point{crs}", "t:time{timezone:Europe/Berlin}", "d:datetime{timezone:Nowhere/None}",
            "v:vector[]", "v:vector{dimensions:0}", "v:vector{coordinateType:text}", "a:int{crs:WGS-84}",
            "id:ID{id-type:float}", "id:ID{size:3}",
        ])
    func headers(text: String) throws {
        #expect(throws: ImportFailure.self) { try load(nodes: [([], text + "\n1,2,3\n")]) }
    }

    @Test("Several columns make up an id, and labels come from several as well")
    func compositeIDs() throws {
        let (connection, problems) = try load(
            nodes: [
                (["P"], ":ID(P),code:ID(P),:LABEL,name,:LABEL\na,1,X,x,Y\na,12,,y,\na1,2,X;Z,z,\n"),
                ([], ":ID\na\n"),
            ],
            relationships: [
                ("T", ":START_ID(P),:START_ID(P),:END_ID(P),w:int,:END_ID(P)\na,1,a1,7,2\na,12,a,8,1\n"),
                ("T", ":START_ID,:END_ID(P),:END_ID(P)\na,\"a\",1\n"),
            ])
        #expect(problems == [])
        let rows = try connection.query(
            "MATCH (a)-[r]->(b) RETURN a.name, a.code, r.w, b.name, labels(b) ORDER BY r.w")
        #expect(
            rows.rows == [
                ["x", "1", 7, "z", ["P", "X", "Z"]], ["y", "12", 8, "x", ["P", "X", "Y"]],
                [nil, nil, nil, "x", ["P", "X", "Y"]],
            ])
    }

    @Test("An id of several columns is told as a whole, and has all its parts")
    func badCompositeIDs() throws {
        let (_, problems) = try load(
            nodes: [([], ":ID,:ID,name\na,1,x\na,1,y\nb,,z\n")],
            relationships: [("T", ":START_ID,:START_ID,:END_ID,:END_ID\na,1,a,3\na,,a,1\n,,a,1\n")])
        #expect(
            problems.map(\.message) == [
                "the id 'a, 1' stands twice", "the row has no :ID but a part: 'b'",
                "there is no node with the id 'a, 3'", "the row has no :START_ID but a part: 'a'",
                "the row has no :START_ID",
            ])
        for header in [":START_ID,:END_ID", ":START_ID,:START_ID,:END_ID", ":START_ID,:START_ID(x),:END_ID,:END_ID"] {
            #expect(throws: ImportFailure.self, "\(header)") {
                try load(nodes: [([], ":ID,:ID\na,1\n")], relationships: [("T", header + "\na,1,a,1\n")])
            }
        }
    }

    @Test("A header's options are those of every field that says nothing else")
    func formats() throws {
        let text = #"""
            id:ID(N){id-type:long},p:point{crs:WGS-84},t:time{timezone:+02:00},d:datetime{timezone:Europe/Stockholm},"v:vector{coordinateType:byte,dimensions:3}",w:vector
            7,"{x: 1, y: 2}",12:00,2024-07-01T12:00,1;2;3,0.5;1
            8,"{x: 1, y: 2, crs: 'cartesian'}",12:00Z,2024-07-01T12:00Z,,
            9,,,,1;2,
            """#
        let (connection, problems) = try load(nodes: [(["N"], text)])
        #expect(problems.map(\.line) == [4])
        #expect(problems.first?.message.hasPrefix("v: ") == true)
        #expect(try connection.query("MATCH (n) RETURN count(n)").scalar() == 0)
        let (loaded, none) = try load(nodes: [(["N"], text.split(separator: "\n").dropLast().joined(separator: "\n"))])
        #expect(none == [])
        let rows = try loaded.query(
            """
            MATCH (n:N) RETURN n.id, n.p.srid, toString(n.t), toString(n.d), toIntegerList(n.v), toFloatList(n.w),
              valueType(n.v) ORDER BY n.id
            """
        ).rows
        #expect(
            rows == [
                [
                    7, 4326, "12:00:00+02:00", "2024-07-01T12:00:00+02:00[Europe/Stockholm]", [1, 2, 3], [0.5, 1.0],
                    "VECTOR<INTEGER8 NOT NULL>(3) NOT NULL",
                ],
                [8, 7203, "12:00:00Z", "2024-07-01T12:00:00Z", nil, nil, "NULL"],
            ])
    }

    @Test("Records plain and quoted, with all line ends, come in one order and with their lines")
    func lines() throws {
        let text =
            "id:ID,n:long,s\r\n1,1,a\r\n2,+2,b\r3,\"3\",\"c\nd\"\n\n4,-4,\n5,,x\"y\n6,007,é\r\n7,9223372036854775807,\r\n8,-0,z"
        let (connection, problems) = try load(nodes: [([], text)])
        #expect(problems == [])
        let rows = try connection.query("MATCH (n) RETURN n.id, n.n, n.s ORDER BY n.id").rows
        #expect(
            rows == [
                ["1", 1, "a"], ["2", 2, "b"], ["3", 3, "c\nd"], ["4", -4, nil], ["5", nil, "x\"y"], ["6", 7, "é"],
                ["7", .int(.max), nil], ["8", 0, "z"],
            ])
        let (_, bad) = try load(nodes: [([], ":ID,n:int\r\n1,1\r\n2,\"a\nb\"\n3,x\n\n4,y\r5,z")])
        #expect(bad.map(\.line) == [3, 5, 7, 8])
    }

    @Test("Many relationships loaded at once are those created one by one, beside what is there", arguments: 1...4)
    func batches(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let database = try Database.inMemory()
        let connection = try database.connect()
        try connection.query("UNWIND range(1, 3000) AS i CREATE (:A {i: i})")
        try connection.query("MATCH (a:A) WHERE a.i % 3 = 0 SET a:B")
        try connection.query("MATCH (a:A) WHERE a.i % 7 = 0 CREATE (a)-[:R {w: 0}]->(a)")
        try connection.query("MATCH (a:A)-[r:R]->() WHERE a.i % 2 = 0 DELETE r")
        var model: [String] = try connection.query(
            "MATCH (a)-[r]->(b) RETURN a.i + ' ' + type(r) + ' ' + r.w + ' ' + b.i AS t"
        ).rows.compactMap { $0.first?.stringValue }
        for _ in 0..<3 {
            let folder = try TemporaryDirectory()
            var nodes = "i:ID,:LABEL\n"
            var text = ":START_ID,:END_ID,:TYPE,w:int\n"
            let first = 10_000 + Int(random.next() % 1_000_000) * 1_000
            for node in 0..<50 { nodes += "\(first + node),C\n" }
            for _ in 0..<Int(random.next() % 4000) {
                let (a, b) = (first + Int(random.next() % 50), first + Int(random.next() % 50))
                let (type, w) = (random.next() % 3 == 0 ? "S" : "R", Int(random.next() % 9))
                text += "\(a),\(b),\(type),\(w)\n"
                model.append("\(a) \(type) \(w) \(b)")
            }
            try nodes.write(toFile: folder.path + "/n", atomically: false, encoding: .utf8)
            try text.write(toFile: folder.path + "/r", atomically: false, encoding: .utf8)
            try connection.begin()
            let load = try BulkImport(connection, BulkImport.Options()) { _ in }
            try load.nodes(from: [folder.path + "/n"], labels: ["A"])
            try load.relationships(from: [folder.path + "/r"], type: nil)
            #expect(load.problems == [])
            try connection.commit()
            #expect(database.snapshot.checkInvariants() == [])
        }
        let read = "RETURN toString(a.i) + ' ' + type(r) + ' ' + r.w + ' ' + b.i AS t"
        for pattern in ["(a)-[r]->(b)", "(b)<-[r]-(a)"] {
            let rows = try connection.query("MATCH \(pattern) \(read)").rows.compactMap { $0.first?.stringValue }
            #expect(rows.sorted() == model.sorted())
        }
        let counts = try connection.query(
            "MATCH (a:B)-[:R]->() RETURN count(*) UNION ALL MATCH (a:C)-[r]->(b:A) RETURN count(*)"
        ).rows
        #expect(counts.count == 2)
    }

    @Test("A file of more relationships than a batch is loaded as a whole")
    func largeFiles() throws {
        var nodes = ":ID,i:int\n"
        for node in 0..<2000 { nodes += "\(node),\(node)\n" }
        var relationships = ":START_ID,:END_ID,w:int\n"
        for place in 0..<40_000 { relationships += "\(place % 2000),\(place * 7 % 1999),\(place)\n" }
        let (connection, problems) = try load(nodes: [(["N"], nodes)], relationships: [("R", relationships)])
        #expect(problems == [])
        #expect(connection.database.snapshot.checkInvariants() == [])
        let wrong = try connection.query(
            "MATCH (a)-[r]->(b) WHERE a.i <> r.w % 2000 OR b.i <> r.w * 7 % 1999 RETURN count(*)")
        #expect(try wrong.scalar() == 0)
        #expect(
            try connection.query("MATCH (b)<-[r:R]-(:N) RETURN count(r), sum(r.w)").rows == [[40_000, 799_980_000]])
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

    @Test("An integer is one id however it is written, where the ids are integers", arguments: [false, true])
    func integerIDs(isQuoted: Bool) throws {
        let quote = isQuoted ? "\"" : ""
        func field(_ text: String) -> String { quote + text + quote }
        var options = BulkImport.Options()
        options.hasIntegerIDs = true
        let twice = try load(nodes: [([], ":ID\n1\n\(field("01"))\n\(field("+1"))\n\(field(" 1"))\n2\n")], options)
        #expect(twice.problems.map(\.line) == [3, 4, 5])
        #expect(twice.problems.allSatisfy { $0.message == "the id '1' stands twice" })
        let named = try load(nodes: [([], "k:ID{id-type:long}\n\(field("-0"))\n0\n")])
        #expect(named.problems.map(\.message) == ["the id '0' stands twice"])
        let (connection, problems) = try load(
            nodes: [([], "k:ID\n\(field("007"))\n8\n")],
            relationships: [
                ("T", ":START_ID,:END_ID\n7,\(field("08"))\n\(field("+8")),\(field("0007"))\n\(field("007")),8\n")
            ], options)
        #expect(problems == [])
        #expect(
            try connection.query("MATCH (a)-[r]->(b) RETURN a.k, b.k ORDER BY id(r)").rows == [
                [7, 8], [8, 7], [7, 8],
            ])
        // As texts they are three.
        let texts = try load(
            nodes: [([], ":ID\n1\n\(field("01"))\n\(field("+1"))\n")],
            relationships: [("T", ":START_ID,:END_ID\n\(field("001")),1\n")])
        #expect(texts.problems.map(\.message) == ["there is no node with the id '001'"])
    }

    @Test("An integer of an id of several columns is one however it is written, and a text beside it is not")
    func compositeIntegerIDs() throws {
        let header = "a:ID(S){id-type:int},b:ID(S){id-type:string}"
        let (connection, problems) = try load(
            nodes: [([], header + "\n01,01\n1,1\n")],
            relationships: [("T", ":START_ID(S),:START_ID(S),:END_ID(S),:END_ID(S)\n1,01,+1,1\n001,1,1,01\n")])
        #expect(problems == [])
        #expect(
            try connection.query("MATCH (a)-[r]->(b) RETURN a.a, a.b, b.a, b.b ORDER BY id(r)").rows
                == [[1, "01", 1, "1"], [1, "1", 1, "01"]])
        let twice = try load(nodes: [([], header + "\n1,a\n+1,a\n")])
        #expect(twice.problems.map(\.message) == ["the id '1, a' stands twice in the space 'S'"])
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
