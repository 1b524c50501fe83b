import Foundation

/// One case of a case file: steps upon a graph that begins empty. The format stands in `README.md`.
struct Case: Sendable {
    enum Step: Sendable {
        case given(String)
        case when(String, parameters: [String: Expected])
        case rows(columns: [String], rows: [[Expected]], isOrdered: Bool)
        case nothing
        case stats([String: Int])
        case error(kind: String, stage: String, parts: [String])
    }

    /// Where a step stands, for failures.
    struct PlacedStep: Sendable {
        var step: Step
        var line: Int
    }

    var title: String
    /// Below `Cases/`.
    var file: String
    var line: Int
    var steps: [PlacedStep] = []
}

struct CaseFileError: Error, CustomStringConvertible {
    var file: String
    var line: Int
    var message: String

    var description: String { "\(file):\(line): \(message)" }
}

/// Reads case files.
struct CaseFile {
    /// The folder `Cases` beside this source file.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")

    /// The files below `folder`, in the order of their names, relative to it.
    static func names() -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".case") }.sorted()
    }

    static func cases(inFile name: String) throws -> [Case] {
        try cases(in: String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8), file: name)
    }

    static func cases(in text: String, file: String) throws -> [Case] {
        var reader = CaseFile(file: file)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            try reader.take(String(line), number: index + 1)
        }
        try reader.finishSection()
        return reader.cases
    }

    private struct Section {
        var head: String
        var line: Int
        var body: [(text: String, line: Int)] = []

        /// The body as one statement.
        var text: String { body.map(\.text).joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    private let file: String
    private var cases: [Case] = []
    private var section: Section?
    private var parameters: [String: Expected] = [:]

    private init(file: String) { self.file = file }

    private mutating func take(_ line: String, number: Int) throws {
        if line.hasPrefix("#") { return }
        if line.hasPrefix("== ") {
            try finishSection()
            let title = String(line.dropFirst(3)).trimmingCharacters(in: .whitespaces)
            guard !title.isEmpty else { throw error("a case has a title", number) }
            cases.append(Case(title: title, file: file, line: number))
            return
        }
        if line.hasPrefix(" ") || line.isEmpty {
            let text = line.trimmingCharacters(in: .whitespaces)
            if section != nil {
                section?.body.append((String(line.dropFirst(4)), number))
            } else if !text.isEmpty {
                throw error("a line that belongs to no section", number)
            }
            return
        }
        try finishSection()
        guard !cases.isEmpty else { throw error("a section before the first case", number) }
        section = Section(head: line.trimmingCharacters(in: .whitespaces), line: number)
    }

    private mutating func finishSection() throws {
        guard let section else { return }
        self.section = nil
        let words = section.head.split(separator: " ").map(String.init)
        switch words.first {
        case "given" where words.count == 1: add(.given(section.text), section)
        case "with" where words.count == 1: parameters = try parameters(of: section)
        case "when" where words.count == 1:
            add(.when(section.text, parameters: parameters), section)
            parameters = [:]
        case "then": try finishThen(Array(words.dropFirst()), section)
        default: throw error("there is no section \(section.head)", section.line)
        }
    }

    private mutating func finishThen(_ words: [String], _ section: Section) throws {
        switch words.first {
        case nil: add(try table(of: section, isOrdered: false), section)
        case "ordered" where words.count == 1: add(try table(of: section, isOrdered: true), section)
        case "nothing" where words.count == 1: add(.nothing, section)
        case "stats" where words.count == 1: add(.stats(try stats(of: section)), section)
        case "error" where words.count == 4 && words[2] == "at":
            let parts = section.body.map { $0.text.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            add(.error(kind: words[1], stage: words[3], parts: parts), section)
        default: throw error("there is no section \(section.head)", section.line)
        }
    }

    private mutating func add(_ step: Case.Step, _ section: Section) {
        cases[cases.count - 1].steps.append(Case.PlacedStep(step: step, line: section.line))
    }

    private func parameters(of section: Section) throws -> [String: Expected] {
        var parameters: [String: Expected] = [:]
        for (text, line) in section.body where !text.trimmingCharacters(in: .whitespaces).isEmpty {
            guard let equals = text.firstIndex(of: "=") else { throw error("a parameter is name = VALUE", line) }
            let name = text[..<equals].trimmingCharacters(in: .whitespaces)
            parameters[name] = try value(String(text[text.index(after: equals)...]), line)
        }
        return parameters
    }

    private func value(_ text: String, _ line: Int) throws -> Expected {
        do {
            return try ExpectedParser.value(in: text)
        } catch let error as ExpectedParser.Mistake {
            throw self.error(error.message, line)
        }
    }

    private func table(of section: Section, isOrdered: Bool) throws -> Case.Step {
        let lines = section.body.filter { !$0.text.trimmingCharacters(in: .whitespaces).isEmpty }
        guard let header = lines.first else { throw error("a table has a header", section.line) }
        let columns = header.text.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.dropFirst().dropLast()
        var rows: [[Expected]] = []
        for (text, line) in lines.dropFirst() {
            do {
                rows.append(try ExpectedParser.row(in: text))
            } catch let mistake as ExpectedParser.Mistake {
                throw error(mistake.message, line)
            }
            guard rows.last?.count == columns.count else { throw error("a row has \(columns.count) cells", line) }
        }
        return .rows(columns: Array(columns), rows: rows, isOrdered: isOrdered)
    }

    private func stats(of section: Section) throws -> [String: Int] {
        var stats: [String: Int] = [:]
        for item in section.text.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let words = item.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]) else {
                throw error("a counter is a name and a number", section.line)
            }
            stats[String(words[0])] = count
        }
        return stats
    }

    private func error(_ message: String, _ line: Int) -> CaseFileError {
        CaseFileError(file: file, line: line, message: message)
    }
}
