import Foundation
import Relate
import TestSupport
import Testing

@testable import RelateTUI

@Suite struct HeadlessRequestTests {
    private func request(_ line: String) throws -> Request {
        try Request(line: Array(line.utf8), defaults: RequestDefaults(cypher: ["d": .int(7)]))
    }

    @Test func `a statement comes with its parameters, above those of the command line`() throws {
        let line = #"{"statement":"RETURN $a","parameters":{"a":1,"b":{"$type":"Float","_value":"2"}}}"#
        guard case .statement(let text, let parameters) = try request(line) else {
            Issue.record("no statement")
            return
        }
        #expect(text == "RETURN $a")
        #expect(parameters == ["a": .int(1), "b": .float(2), "d": .int(7)])
    }

    @Test(arguments: ["BEGIN", "begin transaction", " Begin\nTransaction ;"])
    func `transactions begin in any case`(_ text: String) {
        guard case .begin = Request(statement: text, [:]) else {
            Issue.record("not begun")
            return
        }
    }

    @Test(arguments: ["COMMIT", "commit TRANSACTION;", "ROLLBACK", "Rollback Transaction"])
    func `transactions end in any case`(_ text: String) {
        switch Request(statement: text, [:]) {
        case .commit: #expect(text.lowercased().contains("commit"))
        case .rollback: #expect(text.lowercased().contains("rollback"))
        default: Issue.record("not ended")
        }
    }

    @Test(arguments: ["BEGIN x", "TRANSACTION", "", "COMMIT TRANSACTION TRANSACTION", "RETURN 'COMMIT'"])
    func `other statements go to the engine`(_ text: String) {
        guard case .statement(text, _) = Request(statement: text, [:]) else {
            Issue.record("no statement")
            return
        }
    }

    @Test(arguments: ["COMMIT\u{A0}", "\u{A0};rollback", "Begin\u{2028}TRANSACTION"])
    func `any white space parts words`(_ text: String) {
        if case .statement = Request(statement: text, [:]) { Issue.record("a statement") }
    }

    @Test func `rows come as values, as they would through the API`() throws {
        let rows = #"[{"b":1,"a":"x"},{"b":null,"a":[true,2.5]},{"a":{"z":1,"y":2},"c":-3},{}]"#
        let line = #"{"statement":"RETURN 1","parameters":{"rows":\#(rows),"n":7}}"#
        let request = try Request(line: Array(line.utf8), defaults: RequestDefaults())
        guard case .statementOfValues("RETURN 1", let values) = request else {
            Issue.record("no values")
            return
        }
        guard case .object(let members) = try JSONReader.value(in: #"{"rows":\#(rows),"n":7}"#) else { return }
        let expected = try ParameterConversion.values(of: TypedValueReader.parameters(members))
        #expect(values.keys.sorted() == ["n", "rows"])
        for (name, value) in expected {
            #expect(values[name].map { Equivalence.holds($0, value) } == true)
        }
    }

    @Test(arguments: [
        #"[{"$type":"Integer","_value":"1"}]"#, #"[{"a":1,"a":2}]"#, #"[12345678901234567890]"#, #"[{"a\u0000":1}]"#,
        String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
    ])
    func `what must be judged goes through the API`(_ value: String) throws {
        guard case .object(let members) = try JSONReader.value(in: #"{"p":\#(value)}"#) else { return }
        #expect(PlainValueReader.parameters(members) == nil)
    }

    @Test func `commands`() throws {
        guard case .reset = try request(#"{"command":"reset"}"#) else {
            Issue.record("no reset")
            return
        }
        guard case .checkpoint = try request(#"{"command":"checkpoint"}"#) else {
            Issue.record("no checkpoint")
            return
        }
    }

    @Test(arguments: [
        "", " ", "x", "[]", "1", "\"RETURN 1\"", "{}", "{\"statement\":1}", "{\"statement\":null}",
        "{\"command\":\"drop\"}",
        "{\"command\":1}", "{\"statement\":\"x\",\"parameters\":[]}", "{\"statement\":\"x\",\"more\":1}",
        "{\"statement\":\"x\",\"command\":\"reset\"}", "{\"parameters\":{}}",
        "{\"command\":\"reset\",\"parameters\":{}}",
        "{\"datalog\":\"(query)\",\"statement\":\"x\"}", "{\"datalog\":1}", "{\"statement\":\"x\"} {}",
        "{\"statement\":\"\\ud800\"}",
    ])
    func `a line of another shape is a usage error`(_ line: String) {
        let error = #expect(throws: Failure.self) { try request(line) }
        #expect(error?.code == "Relate.Usage")
    }

    @Test func `no parameters may be null`() throws {
        guard case .statement(_, ["d": .int(7)]) = try request(#"{"statement":"x","parameters":null}"#) else {
            Issue.record("no statement")
            return
        }
    }
}

/// Sources that give what a pipe would: the pieces given, one a read.
private func source(_ pieces: [String]) -> ByteSource {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let (reading, writing) = (ends[0], ends[1])
    let thread = Thread {
        for piece in pieces {
            var bytes = Array(piece.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                bytes = bytes.dropFirst(count)
            }
        }
        close(writing)
    }
    thread.start()
    return ByteSource(descriptor: reading, name: "pipe")
}

@Suite struct HeadlessReaderTests {
    @Test func `lines are cut, the last one needs no end`() throws {
        var reader = LineReader(source(["a\n\nb", "c\r\n", "d"]))
        var lines: [String] = []
        while case .bytes(let line) = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(lines == ["a", "", "bc\r", "d"])
    }

    @Test(arguments: [["\u{FEFF}a\n\u{FEFF}b\n"], ["\u{FEFF}", "a\n", "\u{FEFF}b"]])
    func `a byte order mark at the beginning belongs to no line`(pieces: [String]) throws {
        var reader = LineReader(source(pieces))
        #expect(try reader.next() == .bytes(Array("a".utf8)))
        #expect(try reader.next() == .bytes(Array("\u{FEFF}b".utf8)))
        #expect(try reader.next() == nil)
    }

    @Test func `a line that is too long is told once and passed over`() throws {
        var reader = LineReader(source(["abc", "defg", "hij\nok\n", "abcdefgh"]), limit: 5)
        #expect(try reader.next() == .tooLong)
        #expect(try reader.next() == .bytes(Array("ok".utf8)))
        #expect(try reader.next() == .tooLong)
        #expect(try reader.next() == nil)
    }

    private func statements(_ pieces: [String], limit: Int = 1 << 24) throws -> [ScriptReader.Statement] {
        var reader = ScriptReader(source(pieces), limit: limit)
        var statements: [ScriptReader.Statement] = []
        while let statement = try reader.next() { statements.append(statement) }
        return statements
    }

    @Test func `statements end at semicolons, but not inside strings, names and comments`() throws {
        let script = """
            // first; comment
            RETURN 'a;b' AS x;
            /* second ; */ RETURN "c;'d" AS `x;y`;;
              RETURN 'it\\'s; ok' // end;
            """
        #expect(
            try statements([script]) == [
                .init(text: "RETURN 'a;b' AS x", line: 2),
                .init(text: "RETURN \"c;'d\" AS `x;y`", line: 3, column: 16),
                .init(text: "RETURN 'it\\'s; ok'", line: 4, column: 3),
            ])
    }

    @Test func `it does not matter where the pieces of a script are cut`() throws {
        let script = "RETURN 'é;☃' AS a;\n/* ; */ RETURN `b;` ;\n// ;\nRETURN \"c;\\\";\" ; RETURN 4"
        let expected = try statements([script])
        #expect(expected.count == 4)
        let bytes = Array(script.unicodeScalars).map { String(Character($0)) }
        #expect(try statements(bytes) == expected)
        for place in 1..<script.utf8.count
        where script.utf8.index(script.startIndex, offsetBy: place).samePosition(in: script) != nil {
            let index = script.utf8.index(script.startIndex, offsetBy: place)
            #expect(try statements([String(script[..<index]), String(script[index...])]) == expected)
        }
    }

    @Test func `a script of comments has no statement`() throws {
        #expect(try statements(["// nothing;\n/* at ; all */ ;; \n"]).isEmpty)
        #expect(try statements([]).isEmpty)
    }

    @Test func `a string without end swallows the rest`() throws {
        #expect(
            try statements(["RETURN 1; RETURN 'x; RETURN 2;\nRETURN 3;"]).map(\.text) == [
                "RETURN 1", "RETURN 'x; RETURN 2;\nRETURN 3;",
            ])
    }

    @Test func `a long statement full of semicolons is read in little time`() throws {
        let long = "RETURN '" + String(repeating: "a;", count: 200_000) + "'"
        let read = try statements([long + ";\nRETURN 1;"])
        #expect(read.map(\.text.utf8.count) == [long.utf8.count, 8])
    }

    @Test func `a statement without end is refused before it fills the memory`() {
        #expect(throws: IOFailure.self) {
            try statements(["RETURN '" + String(repeating: "a;", count: 100_000)], limit: 100_000)
        }
    }
}
