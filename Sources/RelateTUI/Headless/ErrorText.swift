import Render

/// A failure as people read it on stderr.
enum ErrorText {
    /// The place, the code and the message with its excerpt, each line made harmless for a terminal.
    static func text(_ failure: Failure, at place: InputPlace?) -> String {
        let lead = "relate-tui: " + (place.map { $0.text(of: failure) + ": " } ?? "")
        return lines("\(lead)\(failure.code): \(failure.text)")
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
