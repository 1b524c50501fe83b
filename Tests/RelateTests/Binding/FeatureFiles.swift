import Foundation

@testable import Relate

/// A scenario of an openCypher TCK feature file, outlines expanded: its queries and what it expects of the last.
struct FeatureScenario {
    var name: String
    /// Queries that prepare the graph.
    var setup: [String] = []
    var query = ""
    /// Of `a SyntaxError should be raised at compile time: UndefinedVariable`.
    var error: (type: String, phase: String, detail: String)?
    var procedures: [ProcedureSignature] = []

    /// The features' folder: `TCK_FEATURES`, or the one beside the checkout; `nil` where there is none.
    static let folder: URL? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["TCK_FEATURES"].map(URL.init(fileURLWithPath:))
        let folder = path ?? package.deletingLastPathComponent().appendingPathComponent("shared/tck/features")
        return FileManager.default.fileExists(atPath: folder.path) ? folder.resolvingSymlinksInPath() : nil
    }()

    static func all(in folder: URL) throws -> [FeatureScenario] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var found: [FeatureScenario] = []
        for path in paths.sorted() where path.hasSuffix(".feature") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            found.append(contentsOf: scenarios(in: text, file: path))
        }
        return found
    }

    private static func scenarios(in text: String, file: String) -> [FeatureScenario] {
        var blocks: [[String]] = []
        for line in text.components(separatedBy: "\n") {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("Scenario") { blocks.append([]) }
            if !blocks.isEmpty { blocks[blocks.count - 1].append(line) }
        }
        return blocks.flatMap { expanded($0, file: file) }
    }

    private static func expanded(_ lines: [String], file: String) -> [FeatureScenario] {
        let name = file + ": " + (lines.first ?? "").trimmingCharacters(in: .whitespaces)
        guard let start = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces).hasPrefix("Examples") })
        else { return [scenario(lines, name: name)] }
        let rows = lines[(start + 1)...].map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("|") }
            .map(cells)
        guard let header = rows.first else { return [] }
        return rows.dropFirst().enumerated().map { index, row in
            let filled = lines[..<start].map { line in
                zip(header, row).reduce(line) { $0.replacingOccurrences(of: "<\($1.0)>", with: $1.1) }
            }
            return scenario(filled, name: "\(name) #\(index + 1)")
        }
    }

    private static func cells(_ row: String) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in row.dropFirst() {
            if isEscaped {
                cell += character == "|" ? "|" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                cells.append(cell.trimmingCharacters(in: .whitespaces))
                cell = ""
            } else {
                cell.append(character)
            }
        }
        return cells
    }

    private static func scenario(_ lines: [String], name: String) -> FeatureScenario {
        var scenario = FeatureScenario(name: name)
        var text: [String]?
        var step = ""
        for line in lines {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed == "\"\"\"" {
                if let query = text {
                    let joined = query.joined(separator: "\n")
                    if step.contains("having executed") {
                        scenario.setup.append(joined)
                    } else {
                        scenario.query = joined
                    }
                    text = nil
                } else {
                    text = []
                }
            } else if text != nil {
                text?.append(line)
            } else if trimmed.hasPrefix("Given") || trimmed.hasPrefix("And") || trimmed.hasPrefix("When")
                || trimmed.hasPrefix("Then")
            {
                step = trimmed
                if step.contains("should be raised") { scenario.error = expectedError(step) }
                if step.contains("there exists a procedure") { scenario.procedures.append(procedure(step)) }
            }
        }
        return scenario
    }

    private static func expectedError(_ step: String) -> (type: String, phase: String, detail: String) {
        let words = step.components(separatedBy: " should be raised at ")
        let type = words[0].components(separatedBy: " ").last ?? ""
        let parts = words[1].components(separatedBy: ": ")
        return (type, parts[0], parts.count > 1 ? parts[1] : "*")
    }

    /// `test.proc(in :: INTEGER?) :: (out :: STRING?):`
    private static func procedure(_ step: String) -> ProcedureSignature {
        let text = step.components(separatedBy: "procedure ")[1]
        let parts = text.components(separatedBy: ") :: ")
        let head = parts[0].components(separatedBy: "(")
        let columns = parts.count > 1 ? parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " ():")) : ""
        return ProcedureSignature(
            name: head[0],
            parameters: fields(head.count > 1 ? head[1] : "").map { FunctionDefinition.Parameter($0.0, $0.1) },
            columns: fields(columns == "VOID" ? "" : columns).map { ProcedureSignature.Column($0.0, $0.1) })
    }

    private static func fields(_ text: String) -> [(String, StaticType)] {
        text.components(separatedBy: ",").compactMap { field in
            let parts = field.components(separatedBy: "::").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { return nil }
            switch parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "?")) {
            case "INTEGER": return (parts[0], .integer)
            case "FLOAT": return (parts[0], .float)
            case "NUMBER": return (parts[0], .number)
            case "STRING": return (parts[0], .string)
            default: return (parts[0], .any)
            }
        }
    }
}

/// The built-in catalogue with procedures of a test.
struct ScenarioCatalog: BinderCatalog {
    var procedures: [ProcedureSignature] = []
    private let builtIn = BuiltInCatalog()

    init(procedures: [ProcedureSignature] = []) { self.procedures = procedures }

    func function(named name: String) -> FunctionDefinition? { builtIn.function(named: name) }
    var functionNames: [String] { builtIn.functionNames }
    func procedure(named name: String) -> ProcedureSignature? {
        procedures.first { $0.name == name } ?? builtIn.procedure(named: name)
    }
    var procedureNames: [String] { procedures.map(\.name) + builtIn.procedureNames }
}
