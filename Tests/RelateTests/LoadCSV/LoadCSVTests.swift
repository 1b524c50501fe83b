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
}
