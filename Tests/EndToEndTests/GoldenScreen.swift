import Foundation

/// Screens that tests compare with files in `Screens/`. `RECORD_SNAPSHOTS=1` writes the files instead.
enum GoldenScreen {
    /// Why the screen is not the recorded one; `nil` where it is.
    static func mismatch(_ screen: String, _ name: String, filePath: String = #filePath) -> String? {
        let file = URL(fileURLWithPath: filePath).deletingLastPathComponent()
            .appendingPathComponent("Screens/\(name).txt")
        let text = withoutTimes(screen)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            do {
                try Data(text.utf8).write(to: file)
                return nil
            } catch {
                return "cannot record \(file.path): \(error)"
            }
        }
        guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
            return "no golden screen \(name): record it with RECORD_SNAPSHOTS=1"
        }
        return text == expected ? nil : "the screen is not \(name).txt:\n\(text)\n--- recorded:\n\(expected)"
    }

    /// Lines with a time in them lose the time, and the filling that depends on its length.
    private static func withoutTimes(_ screen: String) -> String {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let time = "[0-9][0-9 .]* ?(µs|ms|s)( +parse [0-9.]+ plan [0-9.]+ run [0-9. ]+)?"
            // The check behind the query pane comes when it comes, and its title says more then.
            let badge = " +(READ|WRITE|SCHEMA|ERROR|…) ( +~[0-9 ]+ rows?)?(?= [─-])"
            let isQueryTitle = line.contains("─ 1 Query") || line.contains("- 1 Query")
            let text = line.replacingOccurrences(of: time, with: "TIME", options: .regularExpression)
                .replacingOccurrences(of: isQueryTitle ? badge : "^$", with: "", options: .regularExpression)
            guard text != line || isQueryTitle else { return String(line) }
            return text.replacingOccurrences(of: "─+", with: "─", options: .regularExpression)
                .replacingOccurrences(of: "--+", with: "-", options: .regularExpression)
                .replacingOccurrences(of: " +", with: " ", options: .regularExpression)
        }.joined(separator: "\n")
    }
}
