import Foundation
import Testing

/// Files written here open with the Python package `minigraf`, and its files here, with the same answers.
///
/// `MINIGRAF_PYTHON` names an interpreter that has the package.
@Suite("Files beside the package minigraf", .enabled(if: MinigrafPython.isAvailable, "needs the package minigraf"))
struct MinigrafFilesTests {
    @Test("Histories of all kinds of values answer alike on both sides, after a close and after a kill")
    func files() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scripts/compare-minigraf-files").path
        let program = try #require(Tmux.program)
        let outcome = MinigrafPython.run([script, program, "1", "2", "3"])
        #expect(outcome.status == 0 && outcome.output.contains("15 files agree"), "\(outcome.output)")
    }

    @Test("Random statements, sound and damaged, answer and fail alike on both sides")
    func answers() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Scripts/compare-minigraf-answers").path
        let program = try #require(Tmux.program)
        let outcome = MinigrafPython.run([script, program, "--seeds", "1", "12", "--messages"])
        #expect(outcome.status == 0 && outcome.output.contains(" 0 differences"), "\(outcome.output)")
    }
}

/// The interpreter that may have the package.
private enum MinigrafPython {
    private static let python = ProcessInfo.processInfo.environment["MINIGRAF_PYTHON"] ?? "python3"

    static func run(_ words: [String]) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python] + words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        guard (try? process.run()) != nil else { return (-1, "") }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    static let isAvailable = Tmux.program != nil && run(["-c", "import minigraf"]).status == 0
}
