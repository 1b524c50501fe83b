import Foundation
import Relate
import Testing

/// The examples of `docs/cypher.md`, as cases: a block of Cypher, and the table below it.
@Suite struct LanguagePageTests {
    private static let page: String = {
        let root = CaseFile.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appendingPathComponent("docs/cypher.md"), encoding: .utf8)) ?? ""
    }()

    private struct Example: Sendable {
        var line: Int
        var statements: [String]
        var table: [String]
    }

    private static let examples: [Example] = {
        var result: [Example] = []
        var block: [String]?
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "## What is not there" { break }
            if line == "```cypher" {
                block = []
                result.append(Example(line: index + 1, statements: [], table: []))
            } else if line == "```", let lines = block {
                let text = lines.joined(separator: "\n")
                result[result.count - 1].statements = text.components(separatedBy: ";\n")
                block = nil
            } else if block != nil {
                block?.append(String(line))
            } else if line.hasPrefix("| "), !line.hasPrefix("| ---"), !line.contains("`"), !result.isEmpty {
                result[result.count - 1].table.append(String(line))
            }
        }
        return result
    }()

    @Test("an example of the language page gives the table below it", arguments: examples.indices)
    func example(index: Int) throws {
        let example = Self.examples[index]
        var text = "== line \(example.line)\n"
        for (place, statement) in example.statements.enumerated() {
            text += place == example.statements.count - 1 ? "when\n" : "given\n"
            for line in statement.split(separator: "\n") { text += "    \(line)\n" }
        }
        text += "then\n" + example.table.map { "    \($0)\n" }.joined()
        var runner = CaseRunner(try Database.inMemory().connect())
        for item in try CaseFile.cases(in: text, file: "docs/cypher.md") {
            for placed in item.steps {
                let complaint = runner.run(placed.step)
                #expect(complaint == nil, "docs/cypher.md:\(example.line): \(complaint ?? "")")
            }
        }
    }

    /// The rows of the table below a heading, a row the texts in its backticks.
    private static func rows(below heading: String) -> [[String]] {
        let section =
            page.components(separatedBy: "\n## \(heading)\n").last?.components(separatedBy: "\n## ").first ?? ""
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }.map { row in
            row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }

    @Test("the page's table of functions has every function that is shown, and no other")
    func functions() throws {
        let shown = try Database.inMemory().connect().query("SHOW FUNCTIONS YIELD name RETURN name")
        let names = Self.rows(below: "Functions").dropFirst().flatMap { $0 }
        #expect(Set(names).count == names.count)
        #expect(Set(names) == Set(shown.rows.compactMap { $0[0].stringValue }))
    }

    @Test("an error of the page is what the statement fails with")
    func errors() throws {
        let connection = try Database.inMemory().connect()
        let rows = Self.rows(below: "Errors")
        #expect(rows.count > 5)
        for row in rows where row.count == 2 {
            let error = #expect(throws: RelateError.self, "\(row[0])") { try connection.query(row[0]) }
            // A backtick cannot stand in the page's code.
            let message = error?.message.replacingOccurrences(of: "`", with: "'") ?? ""
            #expect(message.hasPrefix(row[1]), "\(row[0]): \(message)")
        }
    }

    @Test("there are examples, each with a table")
    func presence() {
        #expect(Self.examples.count > 20)
        #expect(Self.examples.allSatisfy { $0.table.count > 1 && !$0.statements.isEmpty })
    }

    @Test("what the page says is not there is refused, and says so")
    func refusals() throws {
        let connection = try Database.inMemory().connect()
        let rows = Self.page.components(separatedBy: "## What is not there").last?.split(separator: "\n") ?? []
        var count = 0
        for row in rows where row.hasPrefix("| `") {
            let parts = row.split(separator: "`")
            guard parts.count > 1 else { continue }
            count += 1
            let error = #expect(throws: RelateError.self, "\(parts[1])") { try connection.query(String(parts[1])) }
            #expect(
                error?.message.contains("not supported") ?? false || error?.message.contains("cannot be run") ?? false)
        }
        #expect(count > 5)
    }

    @Test("the statements of the pages about schema and search run", arguments: ["schema.md", "search.md"])
    func statementsOfPages(name: String) throws {
        let root = CaseFile.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/" + name), encoding: .utf8)
        let connection = try Database.inMemory().connect()
        var count = 0
        for block in page.components(separatedBy: "```cypher\n").dropFirst() {
            let text = block.components(separatedBy: "```").first ?? ""
            let lines = text.split(separator: "\n").map { $0.components(separatedBy: " //")[0] }
            for statement in lines.joined(separator: "\n").split(separator: ";") {
                guard statement.contains(where: \.isLetter) else { continue }
                try connection.query(String(statement))
                count += 1
            }
        }
        #expect(count >= 3)
    }
}
