import Relate
import Testing

@testable import RelateTUI

/// Checks behind the query pane, on a real store and the checker's own thread.
@Suite("Statement checker") struct StatementCheckerTests {
    private func store() throws -> RelateStore {
        try RelateStore(StoreRequest(path: ":memory:", isReadOnly: false, namespace: nil)) { connection in
            try connection.query("CREATE (:Person {name: 'Ada'})-[:KNOWS]->(:Person {name: 'Charles'})")
        }
    }

    /// The answers up to that of the last request.
    private func answers(_ texts: [String], parameters: Set<String> = []) throws -> [(
        report: CheckReport?, number: Int
    )] {
        let found = Guarded<[(report: CheckReport?, number: Int)]>([])
        let checker = StatementChecker(delayMs: 20) { report, number in found.signal { $0.append((report, number)) } }
        checker.use(try store())
        for (number, text) in texts.enumerated() {
            checker.submit(CheckRequest(number: number, buffer: 0, text: TextBuffer(text), parameters: parameters))
        }
        found.wait { answers in answers.contains { $0.number == texts.count - 1 } ? () : nil }
        checker.finishing(keepsMemory: false).wait()
        return found.withLock { $0 }
    }

    private func report(_ text: String, parameters: Set<String> = []) throws -> CheckReport {
        try #require(answers([text], parameters: parameters).last?.report)
    }

    @Test("Only the newest of several requests is answered with a report")
    func newest() throws {
        let answers = try answers((1...50).map { "RETURN \($0) AS x" })
        #expect(answers.last?.report?.text.text == "RETURN 50 AS x")
        #expect(answers.count < 50)
    }

    @Test("Statements have types and estimates, and nothing of them runs")
    func types() throws {
        let report = try report(
            "MATCH (p:Person) RETURN p; CREATE (:X); CREATE INDEX FOR (n:X) ON (n.y); PROFILE CREATE (:Y)")
        let checks = report.statements.map(\.check)
        #expect(checks.map { $0?.queryType } == [.read, .write, .schema, .write])
        #expect(checks[0]?.estimatedRows == 2)
        #expect(checks.map { $0?.isWriting } == [false, true, true, true])
        #expect(report.statement(at: 0)?.check?.queryType == .read)
        #expect(report.statement(at: 30)?.check?.queryType == .write)
    }

    @Test("Errors and warnings stand at their places, in every statement of the text")
    func places() throws {
        let report = try report(
            "MATCH (p:Persn)\nRETURN p;\nRETURN nobody;\nprofile MATCH (a:Person), (b:Person) RETURN id(a)")
        func problem(_ message: String) -> EditorProblem? { report.problems.first { $0.message.contains(message) } }
        #expect(problem("`Persn`")?.range == TextPosition(line: 0, column: 9)..<TextPosition(line: 0, column: 14))
        #expect(problem("`nobody` not defined")?.severity == .error)
        #expect(problem("`nobody` not defined")?.range.lowerBound == TextPosition(line: 2, column: 7))
        #expect(problem("id()")?.range == TextPosition(line: 3, column: 44)..<TextPosition(line: 3, column: 46))
        #expect(problem("share no variable")?.severity == .information)
        #expect(report.statements.map(\.hasError) == [false, true, false])
    }

    @Test("A statement that is not there yet has no error at its end")
    func unfinished() throws {
        #expect(try report("MATCH (n) WHERE").problems.isEmpty)
        #expect(try !report("MATCH (n) WHERE;").problems.isEmpty)
        #expect(try !report("MATCH (n) WHERE n.x = = 1 RETURN n").problems.isEmpty)
    }

    @Test("Parameters without a value are told where they stand")
    func parameters() throws {
        let report = try report("RETURN $year + $`other one`", parameters: ["other one"])
        #expect(report.problems.map(\.range) == [TextPosition(line: 0, column: 7)..<TextPosition(line: 0, column: 12)])
        #expect(report.problems.map(\.severity) == [.warning])
    }

    @Test("Keys of labels and types are found, the most frequent first")
    func propertyKeys() throws {
        let session = try store().connect()
        _ = try session.run(
            "CREATE (:M {a: 1, b: 2}), (:M {b: 1}), (:`odd name` {c: 1})-[:T {w: 1}]->(:M)", mode: .run, parameters: [:]
        )
        #expect(try session.propertyKeys(of: "M") == ["b", "a"])
        #expect(try session.propertyKeys(of: "odd name") == ["c"])
        #expect(try session.propertyKeys(of: "T") == ["w"])
        #expect(try session.propertyKeys(of: "Nothing").isEmpty)
    }
}
