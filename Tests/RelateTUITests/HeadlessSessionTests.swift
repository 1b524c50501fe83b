import Foundation
import Relate
import Testing

@testable import RelateTUI

/// Statements go in by the command line, and the engine's answers come out.
@Suite struct HeadlessSessionTests {
    struct Outcome {
        var succeeded: Bool
        var output: String
        var errors: String
    }

    /// A file without a name, to write to and read back.
    final class Sink {
        let file = tmpfile()
        var output: Output { Output(descriptor: fileno(file)) }

        var text: String {
            lseek(fileno(file), 0, SEEK_SET)
            let source = ByteSource(descriptor: fileno(file), name: "sink")
            return String(decoding: (try? source.rest()) ?? [], as: UTF8.self)
        }

        deinit { if let file { fclose(file) } }
    }

    private func run(_ words: [String]) throws -> Outcome {
        guard case .run(let arguments) = try Arguments.parse(words) else { throw UsageError("not a run") }
        let (output, errors) = (Sink(), Sink())
        var headless = Headless(
            arguments, session: try Session(arguments, interruption: nil),
            parameters: RequestDefaults(cypher: try ParameterArguments.values(of: arguments.parameters)), style: .plain,
            output: output.output,
            errors: errors.output)
        let succeeded = try headless.run()
        return Outcome(succeeded: succeeded, output: output.text, errors: errors.text)
    }

    @Test(arguments: [
        ("csv", "a,b\n1,x\n2,\n"), ("jsonl", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":null}\n"),
        ("json", "[\n{\"a\":1,\"b\":\"x\"},\n{\"a\":2,\"b\":null}\n]\n"),
    ])
    func `a result in each plain format`(_ format: String, _ text: String) throws {
        let outcome = try run([
            "--format", format, "-c", "UNWIND [[1, 'x'], [2, null]] AS p RETURN p[0] AS a, p[1] AS b",
        ])
        #expect(outcome.output == text)
        #expect(outcome.succeeded && outcome.errors.isEmpty)
    }

    @Test(
        "Ctrl-C while rows are written ends them at a row's end, and the statement has failed",
        arguments: [
            ("csv", false), ("jsonl", false), ("json", false), ("markdown", false), ("table", false),
            ("typed-jsonl", true),
        ])
    func interruptsOutput(format: String, isOneLine: Bool) throws {
        let rowCount = 50_000
        let text = "UNWIND range(1, \(rowCount)) AS i RETURN i, 'some more text' AS t"
        guard case .run(let arguments) = try Arguments.parse(["--format", format, "-c", text]) else {
            throw UsageError("not a run")
        }
        var written: [UInt8] = []
        var stop: (() -> Void)?
        let output = Output { bytes in
            written += bytes
            stop?()
        }
        stop = { output.isInterrupted.withLock { $0 = true } }
        let errors = Sink()
        var headless = Headless(
            arguments, session: try Session(arguments, interruption: nil), parameters: RequestDefaults(cypher: [:]),
            style: .plain, output: output, errors: errors.output)
        #expect(try !headless.run())
        let lines = String(decoding: written, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if isOneLine {
            // Whoever waits for the line's end gets it, and an error instead of what was to follow.
            #expect(lines.count == 2 && written.count < rowCount * 20)
            let answer = try JSONReader.value(in: Array(lines[0].utf8))
            guard case .object(let members) = answer else { throw UsageError("no object") }
            #expect(members.map(\.name) == ["columns", "rows", "error"])
            #expect(errors.text.isEmpty)
        } else {
            #expect(lines.count > 1_000 && lines.count < rowCount)
            #expect(errors.text.contains("Relate.Interrupted: the statement has ended, but not all of its rows"))
        }
    }

    /// Notes what it is told.
    private final class NotingSession: RequestSession {
        var notes: [String] = []
        var isInTransaction: Bool { false }

        func perform(_ request: Request) throws -> RequestAnswer {
            notes.append("performs")
            guard notes.count < 3 else { throw Failure.usage("enough") }
            return .done
        }

        func answered() { notes.append("has answered") }
    }

    @Test func `a session is told when each answer is out, also that it failed`() throws {
        guard case .run(let arguments) = try Arguments.parse(["-c", "RETURN 1; RETURN 2"]) else {
            throw UsageError("not a run")
        }
        let session = NotingSession()
        var headless = Headless(
            arguments, session: session, parameters: RequestDefaults(cypher: [:]), style: .plain,
            output: Sink().output, errors: Output { _ in session.notes.append("is told of") })
        #expect(try !headless.run())
        let steps = session.notes.filter { $0 != "is told of" }
        #expect(steps == ["performs", "has answered", "performs", "has answered"])
        #expect(session.notes.last == "has answered")
    }

    @Test func `a script that ends in an open transaction has not done well`() throws {
        let outcome = try run(["-c", "BEGIN; CREATE (:A)"])
        #expect(!outcome.succeeded)
        #expect(outcome.errors.contains("the input ended without COMMIT"))
        #expect(try run(["-c", "BEGIN; CREATE (:A); COMMIT"]).succeeded)
        #expect(try run(["-c", "BEGIN; CREATE (:A); ROLLBACK"]).succeeded)
    }

    @Test func `a pipe gets CSV, and two results have a line between them`() throws {
        #expect(
            try run(["-c", "RETURN 1 AS a; CREATE (:A); MATCH (n:A) RETURN count(n) AS c"]).output == "a\n1\n\nc\n1\n")
    }

    @Test func `a table and a Markdown table hold the rows`() throws {
        for format in ["table", "markdown"] {
            let text = try run(["--format", format, "-c", "RETURN 1 AS one, 'a|b' AS two"]).output
            #expect(text.contains("one") && text.contains("a"))
            #expect(!text.contains("\u{1B}"))
        }
    }

    @Test func `the plan format shows plans, of plain statements too, and runs them`() throws {
        let text = try run([
            "--format", "plan", "-c", "CREATE (:A); MATCH (n:A) RETURN n; EXPLAIN MATCH (n:A) RETURN n",
        ]).output
        #expect(text.contains("NodeByLabelScan"))
        #expect(text.contains("1→1") && text.contains("estimates only"))
    }

    @Test func `the first failure ends a script, unless it is to keep going`() throws {
        let script = "RETURN 1 AS a; RETURN foo; RETURN 3 AS c"
        let stopped = try run(["-c", script])
        #expect(!stopped.succeeded && stopped.output == "a\n1\n")
        #expect(stopped.errors.contains("UndefinedVariable") && stopped.errors.contains("\"RETURN foo\""))
        let kept = try run(["--keep-going", "-c", script])
        #expect(!kept.succeeded && kept.output == "a\n1\n\nc\n3\n")
    }

    @Test func `a transaction that is rolled back leaves nothing`() throws {
        let script =
            "BEGIN; CREATE (:A); ROLLBACK TRANSACTION; begin; CREATE (:B); commit; MATCH (n) RETURN labels(n)[0] AS l"
        #expect(try run(["-c", script]).output == "l\nB\n")
    }

    @Test func `parameters of the command line are literals, texts and JSON`() throws {
        let outcome = try run([
            "--param", "a=1", "--param", "b=one two", "--param", "c=[1, {x: -2.5}]", "--param", "d='quoted'",
            "--params",
            #"{"e":{"$type":"Date","_value":"2024-05-06"},"a":7}"#, "--format", "jsonl", "-c",
            "RETURN $a AS a, $b AS b, $c AS c, $d AS d, $e AS e",
        ])
        #expect(outcome.output == #"{"a":7,"b":"one two","c":[1,{"x":-2.5}],"d":"quoted","e":"2024-05-06"}"# + "\n")
    }

    @Test(arguments: ["{", "[1]", "{\"a\":{\"$type\":\"Nope\",\"_value\":1}}"])
    func `parameters that are no JSON object are bad usage`(_ text: String) {
        #expect(throws: UsageError.self) { try run(["--params", text, "-c", "RETURN 1"]) }
    }

    @Test func `a namespace that is not there is bad usage`() {
        #expect(throws: UsageError.self) { try run(["--namespace", "nope", "-c", "RETURN 1"]) }
    }

    @Test func `typed answers carry failures, one line each`() throws {
        let outcome = try run([
            "--format", "typed-jsonl", "--keep-going", "-c", "RETURN 1 AS a; RETURN; COMMIT; RETURN 2 AS b",
        ])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix(#"{"columns":["a"],"rows":[[{"$type":"Integer","_value":"1"}]],"queryType":"r""#))
        #expect(
            lines[1].contains(#""code":"Neo.ClientError.Statement.SyntaxError""#)
                && lines[1].contains(#""stage":"compile""#))
        #expect(lines[2].contains("no transaction"))
        #expect(outcome.errors.isEmpty && !outcome.succeeded)
    }

    @Test func `the samples load, and a second one does not go on top`() throws {
        let connection = try Database.inMemory().connect()
        try SampleLoader.load(MoviesSample.graph(), into: connection)
        let movies = try connection.query("MATCH (:Person)-[r]->(m:Movie) RETURN count(DISTINCT m) AS m, count(r) AS r")
        #expect(movies.rows[0][0] == 48)
        #expect(movies.rows[0][1] == .int(Int64(MoviesSample.graph().relationships.count)))
        #expect(throws: UsageError.self) { try SampleLoader.load(MoviesSample.graph(), into: connection) }
    }

    @Test func `the first queries of the samples run`() throws {
        let connection = try Database.inMemory().connect()
        try SampleLoader.load(MoviesSample.graph(), into: connection)
        for query in MoviesSample.firstQueries.split(separator: ";") where query.contains("RETURN") {
            #expect(try !connection.query(String(query)).rows.isEmpty, "\(query)")
        }
        let packages = try Database.inMemory().connect()
        for query in PackagesSample.firstQueries.split(separator: ";") where query.contains("RETURN") {
            #expect(throws: Never.self) { try packages.query(String(query)) }
        }
    }
}
