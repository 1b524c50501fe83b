import Foundation
import MinigrafKit
import Testing

@testable import RelateTUI

/// Datalog goes in by the command line and by lines of JSON, and what the store answers comes out.
@Suite struct HeadlessDatalogTests {
    private static let facts =
        #"(transact {:valid-from "2020-01-01"} [[:ada :name "Ada"] [:ada :age 36] [:bob :name "Bob"] [:bob :friend :ada]])"#

    private func run(
        _ words: [String], store: String = ":datalog:", input: String? = nil
    ) throws -> HeadlessSessionTests.Outcome {
        var words = [store] + words
        let directory = FileManager.default.temporaryDirectory.appending(path: "headless-datalog-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        if let input {
            let path = directory.appending(path: "script.edn").path
            try input.write(toFile: path, atomically: true, encoding: .utf8)
            words += ["-f", path]
        }
        guard case .run(let arguments) = try Arguments.parse(words) else { throw UsageError("not a run") }
        let (output, errors) = (HeadlessSessionTests.Sink(), HeadlessSessionTests.Sink())
        var headless = Headless(
            arguments, session: try DatalogSession(arguments, interruption: nil),
            parameters: RequestDefaults(datalog: try DatalogParameters.values(of: arguments.parameters)),
            style: .plain, output: output.output, errors: errors.output)
        let succeeded = try headless.run()
        return .init(succeeded: succeeded, output: output.text, errors: errors.text)
    }

    /// The answers to lines of `--input jsonl`, as `typed-jsonl`.
    private func answers(_ lines: [String], store: String = ":datalog:") throws -> [String] {
        guard case .run(let arguments) = try Arguments.parse([store, "--format", "typed-jsonl"]) else { return [] }
        let session = try DatalogSession(arguments, interruption: nil)
        let output = HeadlessSessionTests.Sink()
        var writer = ResultWriter(
            .typedJSONLines, output: output.output, errors: output.output, style: .plain)
        for line in lines {
            do {
                let request = try Request(line: Array(line.utf8), defaults: RequestDefaults())
                switch try session.perform(request) {
                case .datalog(let outcome): try writer.write(outcome)
                case .done: try writer.writeDone()
                case .result: Issue.record("a Cypher result")
                }
            } catch {
                try writer.write(Failure(error), at: nil)
            }
        }
        return output.text.split(separator: "\n").map(String.init)
    }

    private static let query = "(query [:find ?n ?a :where [?e :name ?n] [?e :age ?a]])"

    @Test(arguments: [
        ("csv", "transacted\nT\n\n?n,?a\nAda,36\n"),
        ("jsonl", "{\"transacted\":T}\n{\"?n\":\"Ada\",\"?a\":36}\n"),
        ("json", "[\n{\"transacted\":T}\n]\n[\n{\"?n\":\"Ada\",\"?a\":36}\n]\n"),
        (
            "typed-jsonl",
            "{\"result\":{\"transacted\":T}}\n{\"result\":{\"results\":[[\"Ada\",36]],\"variables\":[\"?n\",\"?a\"]}}\n"
        ),
    ])
    func `an answer in each format`(_ format: String, _ text: String) throws {
        let outcome = try run(["--format", format, "-c", Self.facts + " " + Self.query])
        #expect(outcome.output.replacing(/1\d{12}/, with: "T") == text)
        #expect(outcome.succeeded && outcome.errors.isEmpty)
    }

    @Test func `the plan format shows the join order of queries, and runs the rest`() throws {
        let outcome = try run(["--format", "plan", "-c", Self.facts + " " + Self.query])
        #expect(outcome.succeeded && outcome.output.contains("Pattern") && outcome.output.contains("[?e :age ?a]"))
        #expect(!outcome.output.contains("transacted"))
    }

    @Test func `a script is cut by forms, and a failure names its line and code`() throws {
        let script = """
            ; people (and a stray bracket in a comment: ")
            \(Self.facts)
            (query [:find ?n
                    :where [?e :name ?n] ; a comment ) inside
                           [?e :name ")"]])
            (select ?x) (rule [(r ?x) [?x :name ?n]])
            """
        let stopped = try run(["--format", "jsonl"], input: script)
        #expect(!stopped.succeeded)
        #expect(stopped.errors.hasSuffix("script.edn:6: PRS-011: Unknown command: select\n"))
        #expect(!stopped.output.contains("ok"))
        let kept = try run(["--format", "jsonl", "--keep-going"], input: script)
        #expect(!kept.succeeded && kept.output.hasSuffix("{\"ok\":true}\n"))
    }

    @Test(arguments: [
        ("(a) (b)(c [)] d)", ["(a)", "(b)", "(c [)]", "d", ")"]), ("a \"b c\" :d", ["a", "\"b c\"", ":d"]),
        ("(a \"\\\")\" ; )\n)", ["(a \"\\\")\" ; )\n)"]), ("(a", ["(a"]), (" ; only\n,", []), ("x(y)", ["x", "(y)"]),
    ])
    func `forms end with their brackets`(_ text: String, _ forms: [String]) {
        #expect(FormScriptReader.forms(in: text).map(\.text) == forms)
    }

    @Test func `parameters are EDN literals, and fit the place of their slot`() throws {
        let outcome = try run([
            "--format", "jsonl", "--param", "who=:ada", "--param", "name=Bob", "--param", "tx=1", "--param",
            "ages=#{36 40}", "--param", "when=\"2021-01-01\"", "-c",
            Self.facts + "(query [:find ?a :as-of $tx :valid-at $when :where [$who :age ?a] [(in? ?a $ages)]])"
                + "(query [:find ?f :where [?e :name $name] [?e :friend ?f] [?e :friend $who]])",
        ])
        #expect(outcome.output.hasSuffix("{\"?a\":36}\n{\"?f\":\":ada\"}\n"))
        let missing = try run(["--param", "a=1", "-c", "(query [:find ?e :where [?e :x $b]])"])
        #expect(missing.errors.contains("API-022"))
        let none = try run(["-c", "(query [:find ?e :where [?e :x $b]])"])
        #expect(none.errors.contains("API-010"))
    }

    @Test func `lines of JSON are answered one by one`() throws {
        let lines = try answers([
            #"{"datalog":"(transact [[:ada :name \"A\u007fd\u0085a\"] [:ada :bits 1.0]])"}"#,
            #"{"datalog":"(query [:find ?n ?b :where [:ada :name ?n] [?e :bits ?b]])"}"#,
            #"{"datalog":"(query [:find ?e :where [?e :name $n]])","parameters":{"n":{"$type":"String","_value":"x"}}}"#,
            #"{"datalog":"(query [:find ?b :where [$e :bits ?b]])","parameters":{"e":{"$type":"Entity","_value":":ada"}}}"#,
            #"{"datalog":"(select)"}"#, #"{"datalog":"(query [:find ?e :where [?e :x 1]]) x"}"#,
            #"{"statement":"RETURN 1"}"#, #"{"command":"checkpoint"}"#, #"{"command":"reset"}"#,
            #"{"datalog":"(query [:find (count ?e) :where [?e :bits ?b]])"}"#, "nonsense",
        ])
        #expect(lines.count == 11)
        #expect(lines[0].wholeMatch(of: /\{"result":\{"transacted":\d+\}\}/) != nil)
        #expect(
            lines[1] == #"{"result":{"results":[["A\u007fd\u0085a",1.0]],"variables":["?n","?b"]}}"#)
        #expect(lines[2] == #"{"result":{"results":[],"variables":["?e"]}}"#)
        #expect(lines[3] == #"{"result":{"results":[[1.0]],"variables":["?b"]}}"#)
        #expect(lines[4] == #"{"error":{"code":"PRS-011","message":"[PRS-011] Unknown command: select"}}"#)
        #expect(lines[5].hasPrefix(#"{"error":{"code":"PRS-077","message":"#))
        #expect(lines[6].hasPrefix(#"{"error":{"code":"Relate.Usage","message":"#))
        #expect(lines[7] == #"{"ok":true}"# && lines[8] == #"{"ok":true}"#)
        #expect(lines[9] == #"{"result":{"results":[[0]],"variables":["(count ?e)"]}}"#)
        #expect(lines[10].hasPrefix(#"{"error":{"code":"Relate.Usage","message":"#))
    }

    @Test func `a file keeps its facts, and read-only refuses writes`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "headless-\(UUID()).graph").path
        defer { for end in ["", ".wal"] { try? FileManager.default.removeItem(atPath: path + end) } }
        #expect(try run(["-c", Self.facts], store: path).succeeded)
        let reading = try run(
            ["--read-only", "--format", "jsonl", "--keep-going", "-c", Self.query + "(transact [[:a :b 1]])"],
            store: path)
        #expect(reading.output == "{\"?n\":\"Ada\",\"?a\":36}\n")
        #expect(reading.errors.contains("API-014"))
        let lines = try answers([#"{"command":"reset"}"#], store: path)
        #expect(lines[0].contains("Relate.Usage"))
    }

    @Test(arguments: [
        ["--namespace", "system"], ["--sample", "movies"], ["--read-only"],
    ])
    func `what only Cypher stores have is bad usage`(_ words: [String]) {
        #expect(throws: UsageError.self) { try Arguments.parse([":datalog:"] + words) }
    }
}
