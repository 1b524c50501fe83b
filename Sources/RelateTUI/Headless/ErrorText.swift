import Render

/// A failure as people read it on stderr.
enum ErrorText {
    /// The place, the code and the message with its excerpt, each line made harmless for a terminal.
    static func text(_ failure: Failure, at place: InputPlace?) -> String {
        // The store speaks of prepared queries, which a command line has not.
        let advice =
            ["API-010", "API-022"].contains(failure.code)
            ? "\na slot has no value: --param NAME=VALUE gives it one, as in --param who=:ada" : ""
        guard let place else { return lines("relate-tui: \(failure.code): \(failure.text)\(advice)") }
        // The place in the file is the one to go to: that within the statement would be a second one.
        let rest = failure.text.drop { !$0.isNewline }
        let text = place.column == nil ? failure.text : failure.text.firstLine.withoutPlace + rest
        return lines("relate-tui: \(place.text(of: failure)): \(failure.code): \(text)\(advice)")
    }

    /// Lines with an end each, harmless for a terminal.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) + "\n" }.joined()
    }

    /// Tabs stay, so that a caret stands where it belongs; other controls become visible.
    private static func visible(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false)
            .map { TextWidth.visible(String($0)).text }.joined(separator: "\t")
    }
}
