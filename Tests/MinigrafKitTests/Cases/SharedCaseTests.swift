import Foundation
import Testing

/// The shared conformance cases: one test a file, and the figures by area in its report.
struct SharedCaseTests {
    static let folder = ProcessInfo.processInfo.environment["MINIGRAF_CASES"] ?? "../shared/minigraf/cases"
    static let files: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".jsonl") }.sorted()

    @Test("Every shared case of an area passes", .enabled(if: !files.isEmpty), arguments: files)
    func area(file: String) throws {
        let text = try String(contentsOfFile: Self.folder + "/" + file, encoding: .utf8)
        var passed = 0
        var total = 0
        for line in text.split(separator: "\n") {
            guard let example = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                continue
            }
            total += 1
            do {
                try CaseRunner().run(example)
                passed += 1
            } catch {
                Issue.record("\(example["id"] ?? "?") (\(example["note"] ?? "")): \(error)")
            }
        }
        print("area \(file.replacingOccurrences(of: ".jsonl", with: "")): \(passed) of \(total)")
    }
}
