import Foundation
import Testing

@testable import RelateTUI

/// The README says what the program does, as far as that can be compared.
@Suite struct HeadlessReadmeTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")

    /// The bindings that the footer names, as a Markdown table.
    private static var keyTable: String {
        var text = "\n| where | keys | |\n| --- | --- | --- |\n"
        for binding in KeyMap.bindings where !binding.short.isEmpty && !binding.keys.isEmpty {
            let keys = binding.keys.map { "`\($0.name)`" }.joined(separator: ", ").replacing("|", with: "\\|")
            text += "| \(binding.context.title) | \(keys) | \(binding.sentence) |\n"
        }
        return text + "\n"
    }

    @Test func `the key table is that of the key map`() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- keys -->\n")
        let rest = try #require(parts.last?.range(of: "<!-- /keys -->"))
        let table = String(parts[1][..<rest.lowerBound])
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try (parts[0] + "<!-- keys -->\n" + Self.keyTable + parts[1][rest.lowerBound...])
                .write(to: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(table == Self.keyTable, "RECORD_SNAPSHOTS=1 writes it anew")
        }
    }

    @Test func `every option is there`() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        for option in Option.allCases {
            #expect(text.contains("`\(option.rawValue)") || text.contains(", `\(option.rawValue)"))
        }
    }

    @Test func `every sample is there`() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        for sample in Samples.all { #expect(text.contains("`\(sample.name)`")) }
    }
}
