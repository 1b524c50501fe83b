import Foundation

/// Texts that tests compare with files: `__Snapshots__/<suite>/<test>.txt` beside the test's source.
///
/// `RECORD_SNAPSHOTS=1` writes the files instead; the reviewer reads the diff.
package enum Snapshot {
    /// Why `text` is not what the snapshot holds, with the first line that differs; `nil` where it is.
    ///
    ///     #expect(Snapshot.mismatch(frame.description, suite: "Plan", test: "tree 80x24") == nil)
    package static func mismatch(
        _ text: String, suite: String, test: String, filePath: String = #filePath
    ) -> String? {
        let file = URL(fileURLWithPath: filePath).deletingLastPathComponent()
            .appendingPathComponent("__Snapshots__").appendingPathComponent(suite)
            .appendingPathComponent(test.replacingOccurrences(of: "/", with: "-") + ".txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            return record(text, in: file)
        }
        guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
            return "no snapshot \(suite)/\(file.lastPathComponent): record it with RECORD_SNAPSHOTS=1"
        }
        return difference(text, expected, name: "\(suite)/\(file.lastPathComponent)")
    }

    private static func record(_ text: String, in file: URL) -> String? {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return nil
        } catch {
            return "cannot record \(file.path): \(error)"
        }
    }

    private static func difference(_ text: String, _ expected: String, name: String) -> String? {
        guard !text.utf8.elementsEqual(expected.utf8) else { return nil }
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let index = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = index ?? min(found.count, wanted.count)
        let was = line < wanted.count ? String(wanted[line]) : "(end)"
        let now = line < found.count ? String(found[line]) : "(end)"
        return "\(name) differs in line \(line + 1):\n- \(was)\n+ \(now)\n--- whole text now:\n\(text)"
    }
}
