import Foundation

/// The statements of the openCypher TCK, read from its feature files, with outlines expanded.
enum TCKFeatures {
    struct Scenario: Sendable {
        var name: String
        /// Statements that every engine must run.
        var valid: [String] = []
        /// The statement under test.
        var query: String?
        /// Such as `UnexpectedSyntax`, where the scenario wants an error at compile time.
        var compileError: String?
    }

    /// The folder: `TCK_FEATURES`, or beside the package. Empty where there is none.
    static let scenarios: [Scenario] = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder =
            ProcessInfo.processInfo.environment["TCK_FEATURES"].map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared/tck/features")
        guard
            let files = FileManager.default.enumerator(
                at: folder.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        else { return [] }
        var urls: [URL] = []
        while let url = files.nextObject() as? URL { if url.pathExtension == "feature" { urls.append(url) } }
        return urls.sorted { $0.path < $1.path }.flatMap { url -> [Scenario] in
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
            return scenarios(in: text, file: url.lastPathComponent)
        }
    }()

    static func scenarios(in text: String, file: String) -> [Scenario] {
        var scenarios: [Scenario] = []
        var background: [String] = []
        var block: [String] = []
        var isBackground = false
        func finish() {
            guard !block.isEmpty else { return }
            if isBackground { background = block } else { scenarios += expand(background + block, file: file) }
            block = []
        }
        for line in text.components(separatedBy: "\n") {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("Scenario") || trimmed.hasPrefix("Background:") {
                finish()
                isBackground = trimmed.hasPrefix("Background:")
            }
            if !block.isEmpty || trimmed.hasPrefix("Scenario") || isBackground { block.append(line) }
        }
        finish()
        return scenarios
    }

    private static func expand(_ lines: [String], file: String) -> [Scenario] {
        guard let examples = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == "Examples:" }) else {
            return [scenario(lines, file: file)]
        }
        let rows = lines[(examples + 1)...].map(cells).filter { !$0.isEmpty }
        guard let header = rows.first else { return [] }
        return rows.dropFirst().map { row in
            let substituted = lines[..<examples].map { line in
                zip(header, row).reduce(line) { $0.replacingOccurrences(of: "<\($1.0)>", with: $1.1) }
            }
            return scenario(substituted, file: file)
        }
    }

    /// The cells of `| a | b |`, with `\|` for a bar.
    private static func cells(_ line: String) -> [String] {
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        guard trimmed.hasPrefix("|") else { return [] }
        return trimmed.replacingOccurrences(of: "\\|", with: "\u{1}").split(separator: "|")
            .map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\u{1}", with: "|") }
    }

    private static func scenario(_ lines: [String], file: String) -> Scenario {
        let title = lines.first { $0.contains("Scenario") }?.trimmingCharacters(in: .whitespaces) ?? ""
        var scenario = Scenario(name: "\(file) :: \(title)")
        var step = ""
        var text: [String]?
        var controls: [String] = []
        for line in lines {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed == "\"\"\"" {
                if let query = text {
                    let query = query.joined(separator: "\n")
                    if step.hasSuffix("executing query:") && !step.contains("control") {
                        scenario.query = query
                    } else if step.contains("having executed:") {
                        scenario.valid.append(query)
                    } else if step.contains("control query:") {
                        controls.append(query)
                    }
                    text = nil
                } else {
                    text = []
                }
            } else if text != nil {
                text?.append(line)
            } else if !trimmed.isEmpty {
                step = trimmed
                if trimmed.contains("should be raised at compile time:") {
                    scenario.compileError = trimmed.components(separatedBy: ": ").last
                }
            }
        }
        scenario.valid += controls
        return scenario
    }
}
