import Relate
import Testing

/// Runs the case files.
@Suite struct CypherCases {
    /// Every case of every file; a file that cannot be read is a case that fails.
    private static let all: [CaseOrMistake] = CaseFile.names().flatMap { name -> [CaseOrMistake] in
        do {
            return try CaseFile.cases(inFile: name).map(CaseOrMistake.case)
        } catch {
            return [.mistake("\(error)")]
        }
    }

    @Test(arguments: all)
    func `a case gives what it says`(_ item: CaseOrMistake) throws {
        switch item {
        case .case(let item): try run(item)
        case .mistake(let message): Issue.record(Comment(rawValue: message))
        }
    }

    @Test func `there are cases`() {
        #expect(Self.all.count > 100)
    }

    private func run(_ item: Case) throws {
        var runner = CaseRunner(try Database.inMemory().connect())
        for placed in item.steps {
            guard let complaint = runner.run(placed.step) else { continue }
            let place = SourceLocation(
                fileID: "CypherCaseTests/Cases/\(item.file)",
                filePath: CaseFile.folder.appendingPathComponent(item.file).path, line: placed.line, column: 1)
            Issue.record(Comment(rawValue: complaint), sourceLocation: place)
            return
        }
    }
}

enum CaseOrMistake: Sendable, CustomTestStringConvertible {
    case `case`(Case)
    case mistake(String)

    var testDescription: String {
        switch self {
        case .case(let item): "\(item.file):\(item.line) \(item.title)"
        case .mistake(let message): message
        }
    }
}
