import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

/// What an import takes, and what it says of the rest.
@Suite("Files that an import is given") struct ImportFilesTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func place(_ name: String) -> String { folder.path + "/" + name }

    @discardableResult
    private func write(_ text: String, _ name: String) throws -> String {
        try text.write(toFile: place(name), atomically: true, encoding: .utf8)
        return place(name)
    }

    private func count(_ pattern: String, in store: String) throws -> CypherValue {
        try Database(readOnlyPath: store).connect().query("MATCH \(pattern) RETURN count(*)").scalar()
    }

    @Test("A Datalog store is refused by its name, before anything is made", arguments: ["y.graph", ":datalog:"])
    func datalog(name: String) throws {
        let store = name.hasPrefix(":") ? name : place(name)
        let failure = #expect(throws: UsageError.self) { try ImportArguments.parse([store, place("x.jsonl")]) }
        #expect(failure?.message.contains("is a Datalog store by its name") == true)
        #expect(throws: UsageError.self) { try ExportArguments.parse([store, place("x.jsonl")]) }
        #expect(!NewStore.isThere(store))
    }

    @Test("The folder of an export is taken as such: its tables in order, and where its schema stands")
    func exportedFolder() throws {
        let store = place("a.rl")
        do {
            let connection = try Database(path: store).connect()
            try connection.query("UNWIND range(1, 11) AS i CALL (i) { CREATE (n:$('L' + toString(i)) {i: i}) }")
            try connection.query("MATCH (a {i: 1}), (b {i: 11}) CREATE (a)-[:T {w: 2}]->(b)")
            try connection.query("CREATE INDEX FOR (n:L1) ON (n.i)")
        }
        let files = place("files")
        #expect(try ExportCommand(arguments: .parse([store, files])).run() == 0)
        let arguments = try ImportArguments.parse([place("b.rl"), files])
        #expect(arguments.nodes.map(\.files) == (1...11).map { ["\(files)/nodes-\($0).csv"] })
        #expect(arguments.relationships.map(\.files) == [["\(files)/relationships-1.csv"]])
        #expect(try ImportCommand(arguments: arguments).run() == 0)
        #expect(try count("(:L1 {i: 1})-[:T {w: 2}]->(:L11 {i: 11})", in: place("b.rl")) == 1)
        #expect(try count("(n)", in: place("b.rl")) == 11)
        let failure = #expect(throws: IOFailure.self) {
            try ExportCommand(arguments: .parse([store, files, "--force"])).run()
        }
        #expect(failure?.message.contains("--force replaces single files only") == true)
        try FileManager.default.createDirectory(atPath: place("empty"), withIntermediateDirectories: false)
        #expect(throws: IOFailure.self) { try ImportCommand(arguments: .parse([place("c.rl"), place("empty")])).run() }
        #expect(!NewStore.isThere(place("c.rl")))
    }

    @Test("CSV files that follow a table's are tables of their own, with its names")
    func globbedFiles() throws {
        let arguments = try ImportArguments.parse(
            ["s.rl", "--nodes", "A=n1.csv", "n2.csv", "n3.csv.gz", "--relationships=T=r1.csv", "r2.csv"])
        #expect(
            arguments.nodes == ["n1.csv", "n2.csv", "n3.csv.gz"].map { .init(names: ["A"], files: [$0]) })
        #expect(arguments.relationships == ["r1.csv", "r2.csv"].map { .init(names: ["T"], files: [$0]) })
        #expect(throws: UsageError.self) {
            try ImportArguments.parse(["s.rl", "--nodes=n.csv", "--id-type=string", "x.csv"])
        }
    }

    @Test("JSON Lines may be compressed by gzip")
    func compressedLines() throws {
        // {"type":"node","id":"1","labels":["A"]}
        let bytes =
            "H4sIAAAAAAACA6tWKqksSFWyUsrLT0lV0lHKTAGyDYGMnMSk1JxiJatoJUel2FouANEYtYcoAAAA"
        let data = try #require(Data(base64Encoded: bytes))
        try data.write(to: URL(fileURLWithPath: place("g.jsonl.gz")))
        #expect(try ImportCommand(arguments: .parse([place("s.rl"), place("g.jsonl.gz")])).run() == 0)
        #expect(try count("(:A)", in: place("s.rl")) == 1)
        try data.prefix(30).write(to: URL(fileURLWithPath: place("cut.jsonl.gz")))
        let failure = #expect(throws: (any Error).self) {
            try ImportCommand(arguments: .parse([place("t.rl"), place("cut.jsonl.gz")])).run()
        }
        #expect((failure as? IOFailure)?.message.contains("ends too early") == true)
        #expect(!NewStore.isThere(place("t.rl")))
    }

    @Test("Where semicolons end fields, commas end elements, unless another sign is asked for")
    func semicolons() throws {
        let arguments = try ImportArguments.parse(["s.rl", "--delimiter", ";", "--nodes=n.csv"])
        #expect(arguments.delimiter == ";" && arguments.listDelimiter == ",")
        let other = try ImportArguments.parse(["s.rl", "--array-delimiter=|", "--delimiter", ";", "--nodes=n.csv"])
        #expect(other.listDelimiter == "|")
        let failure = #expect(throws: UsageError.self) {
            try ImportArguments.parse(["s.rl", "--delimiter", ";", "--array-delimiter", ";", "--nodes=n.csv"])
        }
        #expect(failure?.message.hasSuffix("give another --array-delimiter") == true)
        let file = try write("id:ID;name;tags:string[]\n1;Ada;a,b\n", "n.csv")
        #expect(try ImportCommand(arguments: .parse([place("s.rl"), "--delimiter=;", "--nodes=" + file])).run() == 0)
        #expect(try count("(n {name: 'Ada', tags: ['a', 'b']})", in: place("s.rl")) == 1)
    }

    @Test(
        "A header that other signs cut says which option tells them",
        arguments: [("id:ID;name", "';'"), ("id:ID\tname", "TAB"), ("id:ID|name", "'|'")])
    func otherDelimiters(header: String, option: String) throws {
        let file = try write(header + "\n1\n", "n.csv")
        let failure = #expect(throws: IOFailure.self) {
            try ImportCommand(arguments: .parse([place("s.rl"), "--nodes=" + file])).run()
        }
        #expect(failure?.message.hasSuffix("give --delimiter \(option)") == true, "\(failure?.message ?? "")")
    }

    @Test("stdin is a source like a file, once")
    func standardInput() throws {
        #expect(try ImportArguments.parse(["s.rl", "-"]).lines == ["-"])
        #expect(try ImportArguments.parse(["s.rl", "--nodes", "A=-"]).nodes == [.init(names: ["A"], files: ["-"])])
        #expect(throws: UsageError.self) { try ImportArguments.parse(["s.rl", "-", "--nodes=-"]) }
    }

    @Test("A signal ends an import, and the store that it began is gone")
    func ended() throws {
        let file = try write("{\"type\":\"node\",\"id\":\"1\"}\n", "n.jsonl")
        #expect(throws: ExportEnding.Ended.self) {
            let table = try write("a:ID\n1\n", "n.csv")
            let arguments = try ImportArguments.parse([place("s.rl"), "--nodes", table, file])
            _ = try ImportCommand(arguments: arguments) { throw ExportEnding.Ended(signal: SIGINT) }.run()
        }
        #expect(!NewStore.isThere(place("s.rl")))
    }

    @Test("An option that there is none of is told as such, also without a value")
    func unknownOptions() throws {
        let failure = #expect(throws: UsageError.self) { try ImportArguments.parse(["s.rl", "--frob"]) }
        #expect(failure?.message.hasPrefix("import has no option --frob") == true)
    }
}
