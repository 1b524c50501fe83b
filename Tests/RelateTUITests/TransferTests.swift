import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

@Suite("Import and export of whole stores") struct TransferTests {
    private static let statements = [
        """
        CREATE (a:A:`odd ; "label`:`b``\u{301}\\u005Cu0041` {s: "it's; \\"x\\", \\n", e: '', i: 1, f: 1.0, n: 0.0 / 0.0, b: true, l: [1, 2],
          t: ['a', 'b'], d: date('2020-01-02'), dt: datetime('2020-01-01T00:00:00[Europe/Berlin]'),
          du: duration('P1Y2M'), p: point({x: 1, y: 2}), `k:1`: localtime('12:30')})
        CREATE (a)-[:T {w: 0.5}]->(a), (a)<-[:`t u`]-(:B {i: 2})
        """,
        "CREATE INDEX a_i FOR (n:A) ON (n.i)",
        "CREATE INDEX odd FOR (n:`b``\u{301}\\u005Cu0041`) ON (n.`x``\u{301}`)",
    ]

    private func store() throws -> Connection {
        let connection = try Database.inMemory().connect()
        for statement in Self.statements { try connection.query(statement) }
        return connection
    }

    private func graph(_ connection: Connection) throws -> WholeGraph { try WholeGraph(connection, TransferProgress()) }

    /// What a store holds, without the numbers of its elements.
    private func content(_ connection: Connection) throws -> [String] {
        let nodes = try connection.query(
            "MATCH (n) RETURN COLLECT { UNWIND labels(n) AS label RETURN label ORDER BY label }, properties(n)"
        ).rows
        let relationships = try connection.query(
            "MATCH (a)-[r]->(b) RETURN properties(a), type(r), properties(r), properties(b)"
        ).rows
        return (nodes + relationships).map { $0.map(\.description).joined(separator: " ") }.sorted()
    }

    private func load(_ words: [String]) throws -> Connection {
        let command = ImportCommand(arguments: try .parse(["x.rl"] + words))
        let connection = try Database.inMemory().connect()
        try connection.begin()
        let load = try BulkImport(connection, command.options) { _ in }
        try command.fill(load)
        #expect(load.problems == [])
        try connection.commit()
        return connection
    }

    @Test("JSON Lines bring back every element and value")
    func lines() throws {
        let store = try store()
        let folder = try TemporaryDirectory()
        let path = folder.path + "/g.jsonl"
        try ExportFile.writing(to: path) { try GraphLinesWriter($0).write(graph(store)) }
        #expect(try content(load([path])) == content(store))
    }

    @Test("CSV files bring back every element and value, the schema beside them")
    func tables() throws {
        let store = try store()
        let folder = try TemporaryDirectory()
        try store.query("MATCH (n:A) REMOVE n:`odd ; \"label`")
        try CSVGraphWriter(graph(store), directory: folder.path + "/g").write()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/g").sorted()
        #expect(
            files == ["nodes-1.csv", "nodes-2.csv", "relationships-1.csv", "relationships-2.csv", "schema.cypher"])
        let words = files.dropLast().map {
            ($0.hasPrefix("nodes") ? "--nodes=" : "--relationships=") + folder.path + "/g/" + $0
        }
        #expect(try content(load(words)) == content(store))
        let schema = try String(contentsOfFile: folder.path + "/g/schema.cypher", encoding: .utf8)
        #expect(schema.contains("INDEX `a_i`") && schema.hasSuffix(";\n"))
        #expect(throws: IOFailure.self) { try CSVGraphWriter(graph(store), directory: folder.path + "/g").write() }
    }

    /// A value of each kind that a property can have, as an expression.
    private static func value(_ kind: Int, _ random: inout SplitMix) -> String {
        let n = Int64(bitPattern: random.next())
        let text = ["''", "'a b'", "'\"quoted\", \\n\\r\\t;,|'", "'\u{301}ж𝄞'", "'007'", "' x '", "'null'"][
            Int(random.next() % 7)]
        let d = Double(Int(random.next() % 2_000_001) - 1_000_000) / 64
        let day = "\(1900 + Int(random.next() % 200))-\(["01", "06", "12"][Int(random.next() % 3)])-09"
        let time = "\(["00:00", "12:30:15", "23:59:59.123456789"][Int(random.next() % 3)])"
        return switch kind {
        case 0: "\(n)"
        case 1: "\(d)"
        case 2: text
        case 3: "\(n % 2 == 0)"
        case 4: "date('\(day)')"
        case 5: "localtime('\(time)')"
        case 6: "time('\(time)+0\(Int(random.next() % 9)):30')"
        case 7: "localdatetime('\(day)T\(time)')"
        case 8: "datetime('\(day)T\(time)[\(["Europe/Berlin", "Asia/Tokyo"][Int(random.next() % 2)])]')"
        case 9: "datetime('\(day)T\(time)-03:00')"
        case 10: "duration('P\(n % 50)Y\(n % 9)M\(n % 7)DT\(n % 5)H\(n % 3).25S')"
        case 11: "point({x: \(d), y: \(-d)})"
        case 12: "point({longitude: \(d / 100_000), latitude: \(-d / 400_000), height: 1})"
        case 13: "[\(n), 1, -7]"
        case 14: "['a', 'b c', 'ж']"
        case 15: "[true, false]"
        case 16: "[\(d), 1.5]"
        case 17: "[date('\(day)'), date('2024-02-29')]"
        case 18: "[point({x: \(d), y: 2})]"
        case 19: "vector([\(d), 2, 3], 3, FLOAT32)"
        case 20: "vector([\(n % 100), -2], 2, INTEGER8)"
        default: "[\(1)]"
        }
    }

    @Test("Whatever values a store holds, JSON Lines, a script and CSV bring them back", arguments: 1...6)
    func everyValue(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let store = try Database.inMemory().connect()
        for number in 0..<12 {
            // A column of CSV has one type, so that each kind has a key of its own.
            let keys = (0..<21).filter { _ in random.next() % 3 == 0 }
            let map = keys.map { "k\($0): \(Self.value($0, &random))" }.joined(separator: ", ")
            let labels = ["", ":A", ":A:B", ":`o d`"][Int(random.next() % 4)]
            try store.query("CREATE (\(labels) {i: \(number)\(map.isEmpty ? "" : ", " + map)})")
        }
        for _ in 0..<15 {
            let kind = Int(random.next() % 21)
            try store.query(
                """
                MATCH (a {i: \(random.next() % 12)}), (b {i: \(random.next() % 12)})
                CREATE (a)-[:\(random.next() % 2 == 0 ? "R" : "`s t`") {k\(kind): \(Self.value(kind, &random))}]->(b)
                """)
        }
        let folder = try TemporaryDirectory()
        let whole = try graph(store)
        try ExportFile.writing(to: folder.path + "/g.jsonl") { try GraphLinesWriter($0).write(whole) }
        #expect(try content(load([folder.path + "/g.jsonl"])) == content(store), "seed \(seed)")
        try ExportFile.writing(to: folder.path + "/g.cypher") { try CypherGraphWriter($0).write(whole) }
        let copy = try Database.inMemory().connect()
        let script = try String(contentsOfFile: folder.path + "/g.cypher", encoding: .utf8)
        for statement in try ScriptReader.statements(in: script) { try copy.query(statement.text) }
        #expect(try content(copy) == content(store), "seed \(seed)")
        try CSVGraphWriter(whole, directory: folder.path + "/g").write()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/g").sorted()
        let words = files.map { ($0.hasPrefix("nodes") ? "--nodes=" : "--relationships=") + folder.path + "/g/" + $0 }
        #expect(try content(load(words)) == content(store), "seed \(seed)")
    }

    /// Every file of an export by its name.
    private func files(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = folder + "/" + name
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { continue }
            if isDirectory.boolValue {
                for (inner, data) in try self.files(path) { files[name + "/" + inner] = data }
            } else {
                files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
            }
        }
        return files
    }

    private func write(_ connection: Connection, to folder: String, _ delimiter: Character) throws {
        let whole = try graph(connection)
        try ExportFile.writing(to: folder + "/g.jsonl") { try GraphLinesWriter($0).write(whole) }
        try ExportFile.writing(to: folder + "/g.cypher") { try CypherGraphWriter($0).write(whole) }
        var tables = CSVGraphWriter(whole, directory: folder + "/g")
        tables.listDelimiter = delimiter
        try tables.write()
    }

    @Test("What is exported, imported and exported again is the same, byte for byte", arguments: 1...6)
    func roundTrips(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let store = try Database.inMemory().connect()
        // Names become known in another order than the export tells them, and some elements are gone.
        try store.query("CREATE (:Z:B {k3: true}), (:C:A), (:Gone)-[:T0]->(:Gone:A)")
        for number in 0..<30 {
            let keys = (0..<21).filter { _ in random.next() % 4 == 0 }
            let map = keys.map { "k\($0): \(Self.value($0, &random))" }.joined(separator: ", ")
            let labels = ["", ":A", ":A:B", ":`o d`", ":B:Z:A", ":C"][Int(random.next() % 6)]
            try store.query("CREATE (\(labels) {i: \(number)\(map.isEmpty ? "" : ", " + map)})")
        }
        for _ in 0..<40 {
            let kind = Int(random.next() % 21)
            try store.query(
                """
                MATCH (a {i: \(random.next() % 30)}), (b {i: \(random.next() % 30)})
                CREATE (a)-[:\(random.next() % 2 == 0 ? "R" : "`s t`") {k\(kind): \(Self.value(kind, &random))}]->(b)
                """)
        }
        try store.query("MATCH (n) WHERE n.i % 7 = 3 OR n:Gone DETACH DELETE n")
        try store.query("MATCH ()-[r]->() WITH r LIMIT 5 DELETE r")
        try store.query("CREATE INDEX FOR (n:A) ON (n.k0)")
        try store.query("CREATE CONSTRAINT c FOR (n:B) REQUIRE n.i IS UNIQUE")
        let delimiter: Character = seed % 2 == 0 ? "|" : ";"
        if delimiter == "|" { try store.query("MATCH (a) REMOVE a.k2 WITH 1 AS x MATCH ()-[r]->() REMOVE r.k2") }
        if delimiter == ";" { try store.query("MATCH (a) WHERE a.k2 CONTAINS ';' REMOVE a.k2") }
        let first = try TemporaryDirectory()
        try write(store, to: first.path, delimiter)
        let names = try files(first.path).keys.filter { $0.hasSuffix(".csv") }.sorted()
        let words = names.map { ($0.hasPrefix("g/nodes") ? "--nodes=" : "--relationships=") + first.path + "/" + $0 }
        let script = try String(contentsOfFile: first.path + "/g.cypher", encoding: .utf8)
        let schema = try String(contentsOfFile: first.path + "/g/schema.cypher", encoding: .utf8)
        let byLines = try load([first.path + "/g.jsonl"])
        let byTables = try load(words + ["--array-delimiter", String(delimiter)])
        let byScript = try Database.inMemory().connect()
        for statement in try ScriptReader.statements(in: schema) {
            try byLines.query(statement.text)
            try byTables.query(statement.text)
        }
        for statement in try ScriptReader.statements(in: script) { try byScript.query(statement.text) }
        for (copy, prefix) in [(byLines, "g.jsonl"), (byTables, "g/"), (byScript, "g.cypher")] {
            let second = try TemporaryDirectory()
            try write(copy, to: second.path, delimiter)
            let (old, new) = (try files(first.path), try files(second.path))
            for name in Set(old.keys).union(new.keys) where name.hasPrefix(prefix) {
                #expect(old[name] == new[name], "seed \(seed): \(name)")
            }
        }
    }

    @Test("An export's lists have the delimiter that was asked for, and what holds it is refused")
    func arrayDelimiters() throws {
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A:B {l: ['x;y', 'z'], v: vector([1.5, 2], 2, FLOAT32)})")
        let folder = try TemporaryDirectory()
        #expect(throws: IOFailure.self) {
            try CSVGraphWriter(graph(connection), directory: folder.path + "/a").write()
        }
        for (name, delimiter) in [("b", Character("|")), ("c", "."), ("d", "B")] {
            var writer = try CSVGraphWriter(graph(connection), directory: folder.path + "/" + name)
            writer.listDelimiter = delimiter
            if delimiter == "|" { try writer.write() } else { #expect(throws: IOFailure.self) { try writer.write() } }
        }
        let copy = try load(["--nodes", folder.path + "/b/nodes-1.csv", "--array-delimiter", "|"])
        #expect(try content(copy) == content(connection))
        #expect(try ExportArguments.parse(["s.rl", "d", "--array-delimiter", "|"]).listDelimiter == "|")
        #expect(try ExportArguments.parse(["s.rl", "d", "--array-delimiter=TAB"]).listDelimiter == "\t")
        #expect(try ImportArguments.parse(["s.rl", "--nodes=x", "--array-delimiter=TAB"]).listDelimiter == "\t")
        for words in [
            ["d", "--array-delimiter", ","], ["d", "--array-delimiter", "ab"], ["d", "--array-delimiter"],
            ["x.jsonl", "--array-delimiter", "|"], ["d", "--array-delimiter", "\""],
        ] { #expect(throws: UsageError.self) { try ExportArguments.parse(["s.rl"] + words) } }
        #expect(throws: UsageError.self) {
            try ImportArguments.parse(["s.rl", "--nodes=x", "--array-delimiter", "|", "--delimiter", "|"])
        }
    }

    @Test("Every header that the help shows is one that an import takes")
    func headersOfTheHelp() throws {
        let headers = ImportArguments.helpText.split(separator: "\n").filter {
            $0.hasPrefix("  ") && $0.contains(":ID")
                || $0.hasPrefix("  ") && $0.contains(":START_ID")
        }
        .map { $0.trimmingPrefix("  ").prefix { $0 != " " } }
        #expect(headers.count == 3)
        let folder = try TemporaryDirectory()
        for (number, header) in headers.enumerated() {
            let path = "\(folder.path)/\(number).csv"
            try "\(header)\n".write(toFile: path, atomically: true, encoding: .utf8)
            _ = try load([(header.contains(":START_ID") ? "--relationships=T=" : "--nodes=") + path])
        }
    }

    @Test("A graph type and its constraints come back with a script")
    func graphType() throws {
        let store = try Database.inMemory().connect()
        try store.query(
            """
            ALTER CURRENT GRAPH TYPE SET {
              (p:Person => :Being {name :: STRING NOT NULL, born :: INTEGER NOT NULL | DATE NOT NULL}),
              (p)-[:KNOWS => {since :: DATE}]->(:Being), CONSTRAINT k FOR (n:Person) REQUIRE n.name IS KEY
            }
            """)
        try store.query("CREATE CONSTRAINT u FOR (n:Other) REQUIRE n.x IS UNIQUE")
        try store.query("CREATE (:Person:Being {name: 'Ada', born: 1815})-[:KNOWS]->(:Being)")
        let folder = try TemporaryDirectory()
        try ExportFile.writing(to: folder.path + "/g.cypher") { try CypherGraphWriter($0).write(graph(store)) }
        let copy = try Database.inMemory().connect()
        let script = try String(contentsOfFile: folder.path + "/g.cypher", encoding: .utf8)
        for statement in try ScriptReader.statements(in: script) { try copy.query(statement.text) }
        #expect(try copy.query("MATCH (:Person:Being {name: 'Ada'})-[:KNOWS]->(:Being) RETURN count(*)").scalar() == 1)
        for shown in [
            "SHOW CURRENT GRAPH TYPE",
            "SHOW CONSTRAINTS YIELD type, labelsOrTypes, properties, enforcedLabel, propertyType, classification "
                + "ORDER BY type, labelsOrTypes, properties",
        ] { #expect(try copy.query(shown).rows == store.query(shown).rows) }
        #expect(throws: RelateError.self) { try copy.query("MATCH (n:Person) CREATE (n)-[:KNOWS]->(:Rock)") }
    }

    @Test("What a CSV column cannot hold is refused, never written otherwise")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        for (number, statement) in [
            "CREATE (:A {x: 1}), (:A {x: 'a'})", "CREATE (:A {x: ['a;b']})", "CREATE (:A {x: []})", "CREATE (:`A;B`)",
            "CREATE (:A {x: 1}), (:B {x: []})",
        ].enumerated() {
            let connection = try Database.inMemory().connect()
            try connection.query(statement)
            let failure = #expect(throws: IOFailure.self) {
                try CSVGraphWriter(graph(connection), directory: folder.path + "/\(number)").write()
            }
            #expect(failure?.message.contains(".jsonl") == true)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/\(number)"))
        }
        // A directory that was there stays, as empty as it was.
        let connection = try Database.inMemory().connect()
        try connection.query("CREATE (:A {x: 1}), (:B {x: []})")
        #expect(mkdir(folder.path + "/mine", 0o777) == 0)
        #expect(throws: IOFailure.self) {
            try CSVGraphWriter(graph(connection), directory: folder.path + "/mine").write()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mine") == [])
    }

    @Test("A script makes the graph and its schema anew, and leaves nothing of its own")
    func script() throws {
        let store = try store()
        let folder = try TemporaryDirectory()
        let path = folder.path + "/g.cypher"
        try ExportFile.writing(to: path) { try CypherGraphWriter($0).write(graph(store)) }
        let copy = try Database.inMemory().connect()
        for statement in try ScriptReader.statements(in: String(contentsOfFile: path, encoding: .utf8)) {
            try copy.query(statement.text)
        }
        #expect(try content(copy) == content(store))
        #expect(try graph(copy).schemaStatements == graph(store).schemaStatements)
    }

    @Test("JSON Lines may begin with a byte order mark")
    func byteOrderMark() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/g.jsonl"
        try "\u{FEFF}{\"type\":\"node\",\"id\":1}\n\u{FEFF}{\"type\":\"node\",\"id\":2}\n"
            .write(toFile: path, atomically: false, encoding: .utf8)
        let connection = try Database.inMemory().connect()
        try connection.begin()
        let load = try BulkImport(connection, BulkImport.Options()) { _ in }
        try GraphLinesReader.load(path, into: load)
        #expect(load.nodeCount == 1)
        // Anywhere else it is no JSON.
        #expect(load.problems.map(\.line) == [2])
    }

    @Test("Bad lines of JSON are told by their line")
    func badLines() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/g.jsonl"
        let text = """
            {"type":"node","id":1}

            {"type":"node","id":"1"}
            {"type":"edge"}
            {"type":"relationship","label":"T","start":{"id":"1"},"end":{"id":"2"}}
            {"type":"node","id":"3","properties":{"m":{"a":1}}}
            [
            """
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let connection = try Database.inMemory().connect()
        try connection.begin()
        let load = try BulkImport(connection, BulkImport.Options()) { _ in }
        try GraphLinesReader.load(path, into: load)
        #expect(load.problems.map(\.line) == [3, 4, 5, 6, 7])
        #expect(load.nodeCount == 1)
    }

    @Test(
        "Words that make no sense are refused",
        arguments: [
            [], ["s.rl"], ["s.rl", "--nodes"], ["s.rl", "--nodes=A="], ["s.rl", "x.csv"], [":memory:", "x.jsonl"],
            ["s.rl", "--delimiter", "ab", "x.jsonl"], ["s.rl", "--id-type=x", "x.jsonl"], ["s.rl", "--what=1"],
        ])
    func importWords(words: [String]) {
        #expect(throws: UsageError.self) { try ImportArguments.parse(words) }
    }

    @Test("A store that cannot be opened is told with the reason")
    func unopenedStores() throws {
        let folder = try TemporaryDirectory()
        let missing = folder.path + "/none.rl"
        #expect(throws: StoreError.missing(path: missing)) {
            try ExportCommand(arguments: .parse([missing, folder.path + "/x.jsonl"])).run()
        }
        let lines = folder.path + "/x.jsonl"
        try "".write(toFile: lines, atomically: true, encoding: .utf8)
        #expect(throws: StoreError.folderMissing(path: folder.path + "/no")) {
            try ImportCommand(arguments: .parse([folder.path + "/no/s.rl", lines])).run()
        }
    }

    private static func names(in folder: TemporaryDirectory) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("An import of files that are not there says which, and leaves no store behind", arguments: ["s.rl", "s"])
    func missingFiles(store: String) throws {
        let folder = try TemporaryDirectory()
        let path = "\(folder.path)/\(store)"
        let failure = #expect(throws: IOFailure.self) {
            try ImportCommand(arguments: .parse([path, "--nodes", "Person=\(folder.path)/missing.csv"])).run()
        }
        #expect(failure?.message == "cannot open \(folder.path)/missing.csv: No such file or directory")
        let other = #expect(throws: IOFailure.self) {
            try ImportCommand(arguments: .parse([path, "--nodes", folder.path])).run()
        }
        #expect(other?.message == "cannot open \(folder.path): Is a directory")
        #expect(try Self.names(in: folder) == [])
    }

    @Test(
        "An import with a bad row leaves no store that it made, and one that was there as it was",
        arguments: ["s.rl", "s"])
    func badRowsLeaveNothing(store: String) throws {
        let folder = try TemporaryDirectory()
        let path = "\(folder.path)/\(store)"
        let good = folder.path + "/good.jsonl"
        let bad = folder.path + "/bad.jsonl"
        try #"{"type":"node","id":"1","labels":["A"]}"#.write(toFile: good, atomically: true, encoding: .utf8)
        try #"{"type":"none"}"#.write(toFile: bad, atomically: true, encoding: .utf8)
        #expect(try ImportCommand(arguments: .parse([path, bad])).run() == App.Status.statementFailed)
        #expect(try Self.names(in: folder) == ["bad.jsonl", "good.jsonl"])
        #expect(try ImportCommand(arguments: .parse([path, good])).run() == App.Status.success)
        #expect(try ImportCommand(arguments: .parse([path, bad])).run() == App.Status.statementFailed)
        #expect(try Database(readOnlyPath: path).connect().query("MATCH (n) RETURN count(n)").scalar() == 1)
    }

    @Test("An export replaces no file unless it is forced, and a name with another ending is refused")
    func exportsKeepFiles() throws {
        let folder = try TemporaryDirectory()
        let (store, target) = (folder.path + "/s.rl", folder.path + "/x.jsonl")
        try Database(path: store).connect().query("CREATE (:A)")
        #expect(try ExportCommand(arguments: .parse([store, target])).run() == App.Status.success)
        let failure = #expect(throws: IOFailure.self) { try ExportCommand(arguments: .parse([store, target])).run() }
        #expect(failure?.message == "\(target) exists already; --force replaces it")
        #expect(try ExportCommand(arguments: .parse([store, target, "--force"])).run() == App.Status.success)
        #expect(throws: UsageError.self) { try ExportArguments.parse([store, folder.path + "/files.xyz"]) }
        #expect(try ExportArguments.parse([store, "files.xyz", "--format=csv"]).format == .csv)
        #expect("\(StoreError.missing(path: "none"))" == "there is no store at none")
    }

    @Test("Import and export are commands like the others, with help of their own")
    func commands() throws {
        #expect(try Arguments.parse(["import", "--help"]) == .importHelp)
        #expect(try Arguments.parse(["export", "s.rl", "-h"]) == .exportHelp)
        #expect(try Arguments.parse(["export", "s.rl", "-"]) == .exportStore(.parse(["s.rl", "-"])))
        #expect(throws: UsageError.self) { try Arguments.parse(["import", "s.rl"]) }
    }

    @Test("Labels, types and files are told apart")
    func importTables() throws {
        let arguments = try ImportArguments.parse(
            [
                "s.rl", "--nodes", "A:B=h.csv,d.csv.gz", "--nodes=x.csv", "--relationships=KNOWS=k.csv",
                "--delimiter=TAB",
            ])
        #expect(
            arguments.nodes == [
                .init(names: ["A", "B"], files: ["h.csv", "d.csv.gz"]), .init(names: [], files: ["x.csv"]),
            ])
        #expect(arguments.relationships == [.init(names: ["KNOWS"], files: ["k.csv"])])
        #expect(arguments.delimiter == "\t")
    }

    @Test(
        "The target's name says the format",
        arguments: [("a.cypher", "cypher"), ("a.jsonl", "jsonl"), ("a", "csv"), ("-", "jsonl")])
    func exportFormats(target: String, format: String) throws {
        #expect(try ExportArguments.parse(["s.rl", target]).format.rawValue == format)
        #expect(throws: UsageError.self) { try ExportArguments.parse(["s.rl", "-", "--format=csv"]) }
    }
}
