import Foundation
import Relate
import TestSupport
import Testing

@Suite struct LoadCSVTests {
    private let root: TemporaryDirectory
    private let directory: URL
    private let connection: Connection

    init() throws {
        root = try TemporaryDirectory()
        directory = URL(fileURLWithPath: root.path).appendingPathComponent("data")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        connection = try Database(opening: ":memory:", csvDirectory: directory.path).connect()
    }

    private func write(_ text: String, to name: String = "a.csv") throws {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }

    private func rows(_ text: String, _ tail: String = "") throws -> [CypherValue] {
        try write(text)
        return try connection.query("LOAD CSV FROM 'file:///a.csv' AS row \(tail) RETURN row").rows.map { $0[0] }
    }

    private func message(_ statement: String) throws -> String {
        do {
            try connection.query(statement)
        } catch let error as RelateError {
            return error.message
        }
        return "no error"
    }

    private static let texts: [(String, [CypherValue])] = [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
        ("\u{FEFF}a,b", [["a", "b"]]),
        ("a,,c\n,\n", [["a", nil, "c"], [nil, nil]]),
        ("a,\"\",c", [["a", "", "c"]]),
        ("\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\"\nz", [["x,y", "say \"hi\"", "two\nlines"], ["z"]]),
        ("\"\"\"\"\"\"", [["\"\""]]),
        ("a\n\n\r\nb", [["a"], ["b"]]),
        ("x\"y,z", [["x\"y", "z"]]),
        (" a , \"b\" ", [[" a ", " \"b\" "]]),
        ("é,漢字,🙂", [["é", "漢字", "🙂"]]),
        ("", []), ("\n\n", []),
    ]

    @Test("a text gives its records", arguments: texts.indices)
    func records(index: Int) throws {
        let (text, wanted) = Self.texts[index]
        #expect(try rows(text) == wanted, "\(text.debugDescription)")
    }

    @Test("a terminator may be any one character")
    func terminators() throws {
        #expect(try rows("a;\"b;c\";d", "") == [["a;\"b;c\";d"]])
        for terminator in [";", "\t", "|", "→", "🙂"] {
            try write("a\(terminator)\"b\(terminator)c\"\(terminator)d\(terminator)\n")
            let result = try connection.query(
                "LOAD CSV FROM 'a.csv' AS row FIELDTERMINATOR '\(terminator)' RETURN row")
            #expect(result.rows == [[["a", .string("b\(terminator)c"), "d", nil]]])
        }
        #expect(try message("LOAD CSV FROM 'a.csv' AS row FIELDTERMINATOR 'ab' RETURN row").contains("one character"))
    }

    @Test("headers name the fields; more fields are left out, fewer are null")
    func headers() throws {
        try write("name,age,\nAda,36,x,y\nBob\n")
        let result = try connection.query(
            "LOAD CSV WITH HEADERS FROM 'a.csv' AS row RETURN row, row.name AS name, linenumber() AS line")
        #expect(
            result.rows == [
                [["name": "Ada", "age": "36"], "Ada", 2], [["name": "Bob", "age": nil], "Bob", 3],
            ])
    }

    @Test("linenumber() is where the record begins, file() what is read; both are null elsewhere")
    func places() throws {
        try write("a\n\"b\nc\"\nd")
        let result = try connection.query(
            "LOAD CSV FROM 'a.csv' AS row WITH row[0] AS x RETURN x, linenumber() AS line, file() AS file")
        #expect(result.rows.map { $0[1] } == [1, 2, 4])
        #expect(result.rows.allSatisfy { $0[2].stringValue?.hasSuffix("/data/a.csv") ?? false })
        #expect(try connection.query("RETURN linenumber(), file()").rows == [[nil, nil]])
        let grouped = try connection.query("LOAD CSV FROM 'a.csv' AS row WITH count(*) AS c RETURN c, linenumber()")
        #expect(grouped.rows == [[3, nil]])
    }

    @Test("records longer than the reader's buffer, and fields across its borders")
    func longFields() throws {
        let long = String(repeating: "0123456789", count: 60_000)
        var text = ""
        for index in 0..<50 { text += "\(index),\"\(String(long.prefix(7_001 * (index % 5))))\"\"\",end\n" }
        text += "\(long),x"
        try write(text)
        let result = try connection.query(
            "LOAD CSV FROM 'a.csv' AS row RETURN row[0] AS n, size(row[1]) AS size, row[2] AS end, linenumber() AS line"
        )
        #expect(result.rows.count == 51)
        for (index, row) in result.rows.dropLast().enumerated() {
            #expect(row == [.string("\(index)"), CypherValue(7_001 * (index % 5) + 1), "end", CypherValue(index + 1)])
        }
        #expect(result.rows.last?[0] == .string(long))
    }

    @Test("a file compressed by gzip is read as what it holds")
    func compressed() throws {
        // `printf 'a,b\n1,2\n' | gzip -n`
        let bytes: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x4b, 0xd4, 0x49, 0xe2, 0x32, 0xd4, 0x31, 0xe2,
            0x02, 0x00, 0x7b, 0x07, 0x97, 0x0a, 0x08, 0x00, 0x00, 0x00,
        ]
        try Data(bytes).write(to: directory.appendingPathComponent("a.csv.gz"))
        let result = try connection.query("LOAD CSV FROM 'a.csv.gz' AS row RETURN row")
        #expect(result.rows == [[["a", "b"]], [["1", "2"]]])
        try Data(bytes.prefix(20)).write(to: directory.appendingPathComponent("b.csv.gz"))
        #expect(try message("LOAD CSV FROM 'b.csv.gz' AS row RETURN row").contains("b.csv.gz"))
    }

    @Test("what lies outside of the directory is not read, by whatever path")
    func outside() throws {
        let secret = directory.deletingLastPathComponent().appendingPathComponent("secret.csv")
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("link.csv"), withDestinationURL: secret)
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("up"), withDestinationURL: directory.deletingLastPathComponent())
        for url in [
            "link.csv", "file:///link.csv", "up/secret.csv", "../secret.csv", "file:///../secret.csv",
            "file:///%2e%2e/secret.csv", secret.path,
        ] {
            #expect(try message("LOAD CSV FROM '\(url)' AS row RETURN row").contains("LoadCSV"), "\(url)")
        }
        try FileManager.default.createSymbolicLink(
            at: directory.appendingPathComponent("inside.csv"),
            withDestinationURL: directory.appendingPathComponent("a.csv"))
        try write("a")
        #expect(try connection.query("LOAD CSV FROM 'inside.csv' AS row RETURN row").rows == [[["a"]]])
        let whole = directory.appendingPathComponent("a.csv").path
        #expect(try connection.query("LOAD CSV FROM 'file://\(whole)' AS row RETURN row").rows == [[["a"]]])
    }

    @Test("without a directory nothing is read")
    func denied() throws {
        try write("a")
        let connection = try Database(opening: ":memory:", csvDirectory: nil).connect()
        #expect(throws: RelateError.self) { try connection.query("LOAD CSV FROM 'a.csv' AS row RETURN row") }
        do {
            try connection.query("LOAD CSV FROM 'a.csv' AS row RETURN row")
        } catch let error as RelateError {
            #expect(error.message.contains("RELATE_LOAD_CSV_DIR"))
            #expect(error.engineError?.code == "Neo.ClientError.Statement.ExternalResourceFailed")
            #expect(error.engineError?.gqlStatus == "22N43")
        }
    }

    @Test("damaged files give errors with the place")
    func damaged() throws {
        try write("a\n\"b\n")
        #expect(try message("LOAD CSV FROM 'a.csv' AS row RETURN row").contains("record at line 2"))
        try write("\"a\"b")
        #expect(try message("LOAD CSV FROM 'a.csv' AS row RETURN row").contains("text behind a closing quote"))
        try Data([0x61, 0x0a, 0xff, 0xfe, 0x0a]).write(to: directory.appendingPathComponent("a.csv"))
        #expect(try message("LOAD CSV FROM 'a.csv' AS row RETURN row").contains("line 2: not UTF-8"))
        #expect(try message("LOAD CSV FROM 'missing.csv' AS row RETURN row").contains("no such file"))
        #expect(try message("LOAD CSV FROM 'https://example.com/a.csv' AS row RETURN row").contains("only files"))
        #expect(try message("LOAD CSV FROM null AS row RETURN row").contains("takes a STRING"))
    }

    /// Enough rows that a thread reads ahead.
    private static let manyRows = 9_000

    @Test("many rows come in order, whatever kinds of records they are")
    func manyRecords() throws {
        var text = "id,name,empty\n"
        for row in 0..<Self.manyRows {
            switch row % 5 {
            case 0: text += "\(row),\"na,\"\"me\"\"\n\(row)\",\n"
            case 1: text += "\(row),é\(row),\"\"\r\n"
            case 2: text += "\(row)\n\n"
            default: text += "\(row),plain\(row),\n"
            }
        }
        try write(text)
        let result = try connection.query(
            """
            LOAD CSV WITH HEADERS FROM 'a.csv' AS row
            RETURN toInteger(row.id), row.name, row.empty, linenumber(), row.none
            """)
        #expect(result.rows.count == Self.manyRows)
        var line = 2
        for (row, fields) in result.rows.enumerated() {
            let name: CypherValue
            switch row % 5 {
            case 0: name = .string("na,\"me\"\n\(row)")
            case 1: name = .string("é\(row)")
            case 2: name = nil
            default: name = .string("plain\(row)")
            }
            let wanted: [CypherValue] = [CypherValue(row), name, row % 5 == 1 ? "" : nil, CypherValue(line), nil]
            #expect(fields == wanted)
            line += row % 5 == 0 || row % 5 == 2 ? 2 : 1
        }
    }

    @Test("rows are maps to whoever asks for one: returned, compared, grouped, kept and unwound")
    func rowsAsMaps() throws {
        var text = "b,a\n"
        for row in 0..<3_000 { text += "\(row % 7),x\n" }
        try write(text)
        let load = "LOAD CSV WITH HEADERS FROM 'a.csv' AS row "
        func rows(_ tail: String) throws -> [[CypherValue]] { try connection.query(load + tail).rows }
        #expect(try rows("RETURN DISTINCT row ORDER BY row.b LIMIT 1") == [[["a": "x", "b": "0"]]])
        #expect(
            try rows("WITH row WHERE row = {a: 'x', b: '3'} RETURN count(row), keys(row) LIMIT 1")
                == [[CypherValue(429), ["a", "b"]]])
        let collected = "WITH collect(row) AS rows UNWIND "
        #expect(
            try rows(collected + "rows AS r RETURN r.b, count(*) ORDER BY r.b LIMIT 2") == [["0", 429], ["1", 429]])
        #expect(
            try rows(collected + "reverse(rows) AS r RETURN r{.*, c: 1} LIMIT 1") == [[["a": "x", "b": "3", "c": 1]]])
        #expect(try rows("OPTIONAL MATCH (n:No {id: row.a}) RETURN count(n), count(row.a)") == [[0, 3000]])
    }

    @Test("toInteger of a field is toInteger of its text")
    func integersOfFields() throws {
        let texts = [
            "0", "-0", "007", "+5", " 5", "5 ", "5.9", "-5.9", "1e3", "", "x", "-", "9223372036854775807",
            "-9223372036854775808", "1234567890123456789", "123456789012345678", "٣",
        ]
        for text in texts {
            try write("x\n1\n\"\(text)\"\n2\n")
            let fields = try connection.query("LOAD CSV WITH HEADERS FROM 'a.csv' AS row RETURN toInteger(row.x)").rows
            let wanted = try connection.query("RETURN toInteger($text)", ["text": .string(text)]).rows[0]
            #expect(fields == [[1], wanted, [2]], "\(text)")
        }
        try write("x\n1\n9223372036854775808\n")
        #expect(
            try message("LOAD CSV WITH HEADERS FROM 'a.csv' AS row RETURN toInteger(row.x)")
                .contains("9223372036854775808"))
    }

    @Test("a bad record far behind is told with its line, and nothing of the statement stays")
    func lateDamage() throws {
        var bytes = Array("id,name\n".utf8)
        for row in 0..<Self.manyRows { bytes += Array("\(row),n\n".utf8) }
        let good = bytes
        bytes += [0x31, 0x2c, 0xff, 0x0a]
        try Data(bytes).write(to: directory.appendingPathComponent("a.csv"))
        let create = "LOAD CSV WITH HEADERS FROM 'a.csv' AS row CREATE (:P {id: toInteger(row.id), name: row.name})"
        #expect(try message(create).contains("line \(Self.manyRows + 2): not UTF-8"))
        try Data(good + Array("2,\"open".utf8)).write(to: directory.appendingPathComponent("a.csv"))
        #expect(try message(create).contains("record at line \(Self.manyRows + 2)"))
        #expect(try connection.query("MATCH (p:P) RETURN count(p)").rows == [[0]])
        try Data(good).write(to: directory.appendingPathComponent("a.csv"))
        try connection.query("CREATE INDEX FOR (p:P) ON (p.id)")
        #expect(try connection.query(create).stats.propertiesSet == 2 * Self.manyRows)
        #expect(try connection.query("MATCH (p:P {id: 8999}) RETURN p.name").rows == [["n"]])
    }

    @Test("whoever stops early leaves no reader behind, and one file is read for each row")
    func earlyEnd() throws {
        var text = "id\n"
        for row in 0..<Self.manyRows { text += "\(row)\n" }
        try write(text)
        #expect(
            try connection.query("LOAD CSV WITH HEADERS FROM 'a.csv' AS row RETURN row.id SKIP 5000 LIMIT 1").rows
                == [["5000"]])
        #expect(
            try connection.query(
                """
                UNWIND range(1, 3) AS i LOAD CSV WITH HEADERS FROM 'a.csv' AS row
                RETURN i, count(*), sum(toInteger(row.id))
                """
            ).rows == (1...3).map { [CypherValue($0), 9000, 40_495_500] })
    }
}
