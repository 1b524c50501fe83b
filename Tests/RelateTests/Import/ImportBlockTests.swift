import Foundation
import TestSupport
import Testing

@testable import Relate

@Suite("Tables read in blocks") struct ImportBlockTests {
    /// A table's fields, from which files are written in several ways.
    private struct Table {
        var header: String
        var rows: [[String]] = []

        /// - Parameter isQuoted: whether a field that is not empty stands in quotes.
        func text(_ isQuoted: (_ row: Int, _ column: Int) -> Bool) -> String {
            rows.enumerated().reduce(into: header + "\n") { text, row in
                let fields = row.element.enumerated().map {
                    $0.element.isEmpty || !isQuoted(row.offset, $0.offset) ? $0.element : "\"\($0.element)\""
                }
                text += fields.joined(separator: ",") + "\n"
            }
        }
    }

    private static func pick(_ random: inout SplitMix, _ texts: [String]) -> String {
        texts[Int(random.next() % UInt64(texts.count))]
    }

    private static func nodes(_ random: inout SplitMix, hasBadRows: Bool) -> Table {
        var table = Table(header: "id:ID,name,n:int,f:float,tags:string[],:LABEL,x:IGNORE")
        for number in 0..<1500 {
            let id = pick(&random, ["\(number)", "\(number)", "k\(number)", "0\(number)", "-\(number + 1)", ""])
            table.rows.append([
                number == 7 ? "9223372036854775807" : id, pick(&random, ["Ada", "é𝄞", "", "x\(number)", "Ada"]),
                number % 400 == 399 ? " 5 " : pick(&random, ["", "1", "-12", "007", "2147483647"]),
                pick(&random, ["", "0.5", "-1e3", "2.25"]), pick(&random, ["", "a;b", "é", ";"]),
                pick(&random, ["", "A", "B;A", "A", "C"]), pick(&random, ["", "?"]),
            ])
        }
        guard hasBadRows else { return table }
        table.rows[40][2] = "2147483648"
        table.rows[700] = ["1", "short"]
        table.rows[701][3] = "much"
        table.rows[900][0] = "k11"
        table.rows[901][0] = "k11"
        table.rows[1200].append("more")
        return table
    }

    private static func relationships(_ random: inout SplitMix, _ nodes: Table, hasBadRows: Bool) -> Table {
        var table = Table(header: ":START_ID,:END_ID,:TYPE,w:long,s")
        let ids = nodes.rows.map { $0[0] }.filter { !$0.isEmpty }
        for number in 0..<3000 {
            table.rows.append([
                pick(&random, ids), pick(&random, ids), pick(&random, ["", "S", "é"]),
                pick(&random, ["", "\(number)"]),
                pick(&random, ["", "t", "u\(number % 9)"]),
            ])
        }
        guard hasBadRows else { return table }
        table.rows[3][0] = "nobody"
        table.rows[1400][1] = "123456789"
        table.rows[1401] = ["1"]
        table.rows[2900][3] = "x"
        return table
    }

    private struct Loaded: Equatable {
        var rows: [[CypherValue]]
        var problems: [String]
        /// Of elements, or of problems where there are any.
        var count: Int
    }

    private func load(
        _ nodes: String, _ relationships: String, bufferBytes: Int
    ) throws -> Loaded {
        let folder = try TemporaryDirectory()
        try nodes.write(toFile: folder.path + "/n", atomically: false, encoding: .utf8)
        try relationships.write(toFile: folder.path + "/r", atomically: false, encoding: .utf8)
        let connection = try Database.inMemory().connect()
        try connection.begin()
        var options = BulkImport.Options()
        options.bufferBytes = bufferBytes
        let load = try BulkImport(connection, options) { _ in }
        try load.nodes(from: [folder.path + "/n"], labels: ["N"])
        try load.relationships(from: [folder.path + "/r"], type: "R")
        let problems = load.problems.map { "\($0.line): \($0.message)" }
        guard load.problemCount == 0 else {
            try connection.rollback()
            return Loaded(rows: [], problems: problems, count: load.problemCount)
        }
        try connection.commit(isWhole: true)
        #expect(connection.database.snapshot.checkInvariants() == [])
        let rows =
            try connection.query("MATCH (n) RETURN id(n), labels(n), properties(n)").rows
            + connection.query(
                "MATCH (a)-[r]->(b) RETURN id(r), id(a), type(r), properties(r), id(b) ORDER BY id(r)"
            )
            .rows
        return Loaded(rows: rows, problems: problems, count: load.nodeCount + load.relationshipCount)
    }

    @Test("What is read in blocks is what is read row by row, good or bad", arguments: 1...6)
    func blocks(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let nodes = Self.nodes(&random, hasBadRows: seed % 2 == 0)
        let relationships = Self.relationships(&random, nodes, hasBadRows: seed % 2 == 0)
        let byRows = try load(nodes.text { _, _ in true }, relationships.text { _, _ in true }, bufferBytes: 1 << 20)
        #expect(byRows.problems.isEmpty == (seed % 2 == 1))
        #expect(seed % 2 == 0 || byRows.count == 4500)
        for bufferBytes in [1 << 13, 1 << 15, 1 << 20] {
            let plain = try load(
                nodes.text { _, _ in false }, relationships.text { _, _ in false }, bufferBytes: bufferBytes)
            #expect(plain == byRows, "a buffer of \(bufferBytes)")
            let mixed = try load(
                nodes.text { row, column in row % 611 == 610 && column < 3 },
                relationships.text { row, column in row % 397 == 0 && column == 1 }, bufferBytes: bufferBytes)
            #expect(mixed == byRows, "a buffer of \(bufferBytes), some quotes")
        }
    }

    @Test("A quote, an empty line and a line end of two characters are met wherever they stand")
    func oddLines() throws {
        let lines = (0..<4000).map { $0 % 1999 == 1998 ? "\($0),\"a\nb\"" : "\($0),x\($0)" }
        let plain = try load(
            "id:ID,s\n" + lines.joined(separator: "\n"), ":START_ID,:END_ID\n1,2\n", bufferBytes: 1 << 14)
        let returns = try load(
            "id:ID,s\r\n" + lines.joined(separator: "\r\n"), ":START_ID,:END_ID\r\n1,2", bufferBytes: 1 << 14)
        let spaced = try load(
            "id:ID,s\n\n" + lines.joined(separator: "\n\n"), ":START_ID,:END_ID\n\n\n1,2\n\n", bufferBytes: 1 << 14)
        #expect(plain.count == 4001)
        #expect(plain.problems == [])
        #expect(plain == returns)
        #expect(plain == spaced)
        let bad = try load(
            "id:ID,n:int\n" + (0..<5000).map { "\($0),\($0 == 4321 ? "x" : "1")\n" }.joined(), ":START_ID,:END_ID\n",
            bufferBytes: 1 << 14)
        #expect(bad.problems == ["4323: n: 'x' is no integer of 32 bits"])
    }

    @Test("Bytes that are no UTF-8 are told by their line")
    func notUTF8() throws {
        let folder = try TemporaryDirectory()
        var bytes = Array("id:ID,s,x:IGNORE\n".utf8)
        for number in 0..<100 {
            bytes += Array("\(number),".utf8) + (number == 60 ? [0xC3] : [0x61]) + Array(",".utf8)
            bytes += (number == 70 ? [0xFF] : []) + [0x0A]
        }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/n"))
        let connection = try Database.inMemory().connect()
        try connection.begin()
        let load = try BulkImport(connection, BulkImport.Options()) { _ in }
        try load.nodes(from: [folder.path + "/n"], labels: [])
        #expect(load.problems.map(\.line) == [62])
        #expect(load.problems.map(\.message) == ["s: a field is no UTF-8"])
    }

    @Test("Ids are found as in a dictionary, whatever they are", arguments: 1...4)
    func ids(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let ids = ImportIDs()
        var model: [String: UInt32] = [:]
        func text() -> String {
            let integer = Int64(bitPattern: random.next())
            switch random.next() % 6 {
            case 0: return "\(integer)"
            case 1: return "\(integer % 100)"
            case 2: return "\(20_000_000_000 + integer % 1000)"
            case 3: return ["9223372036854775807", "-9223372036854775808", "-0", "00", "0", ""][Int(random.next() % 6)]
            case 4: return "0\(abs(integer % 10))"
            default: return "é\(integer % 50)"
            }
        }
        for number in 0..<UInt32(3000) {
            let id = text()
            #expect(ids.insert(id, NodeID(number)) == (model[id] == nil))
            if model[id] == nil { model[id] = number }
        }
        for _ in 0..<3000 {
            let id = text()
            #expect(ids[id]?.rawValue == model[id], "\(id)")
        }
        let integers = model.keys.compactMap { Int64($0) }.filter { model["\($0)"] != nil } + [5_555_555_555]
        #expect(ids.nodes(of: integers) == integers.map { model["\($0)"] ?? ImportIDs.unknown })
    }

    @Test(
        "An integer's text is taken as it is written",
        arguments: [
            ("0", 0, 0), ("-0", 0, nil), ("007", 7, nil), ("-07", -7, nil), ("12", 12, 12), ("-5", -5, -5),
            ("", nil, nil),
            ("-", nil, nil), ("+1", nil, nil), ("1 ", nil, nil), ("1a", nil, nil), ("٣", nil, nil),
            ("9223372036854775807", .max, .max), ("-9223372036854775808", .min, .min),
            ("9223372036854775808", nil, nil),
            ("-9223372036854775809", nil, nil), ("9999999999999999999", nil, nil), ("18446744073709551616", nil, nil),
            ("00000000000000000007", nil, nil),
        ] as [(String, Int64?, Int64?)])
    func integers(text: String, value: Int64?, shortest: Int64?) {
        #expect(text.withBytes { DecimalInteger.value($0) } == value)
        #expect(text.withBytes { DecimalInteger.shortest($0) } == shortest)
    }
}
