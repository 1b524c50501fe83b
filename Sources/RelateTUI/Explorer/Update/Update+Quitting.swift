/// The end of the program, and what would be lost by it.
extension Model {
    /// What is gone when the program ends, a sentence each.
    var losses: [String] {
        var losses: [String] = []
        if sessions.contains(where: { $0.transaction != .none }) {
            losses.append("A transaction is open: quitting rolls it back.")
        }
        for session in sessions where session.isInMemory && session.isChanged {
            losses.append("\(session.name) holds what was written to it, and is gone then.")
        }
        let count = buffers.count { $0.isModified }
        if count > 0 { losses.append("\(Counts.of(count, "buffer")) with a file not written.") }
        return losses
    }

    /// A text that the user typed stands in no file, and will not come back.
    var hasTypedText: Bool {
        guard !settings.restoresSession else { return false }
        return buffers.contains { buffer in
            buffer.file == nil && buffer.text.version > 0 && !buffer.text.text.allSatisfy(\.isWhitespace)
        }
    }

    mutating func askToQuit(for losses: [String]) -> [Effect] {
        guard !losses.isEmpty else { return quit() }
        layers.append(
            .question(
                Question(title: "Quit", detail: (losses + ["Quit?"]).joined(separator: " "), action: .quit)))
        return []
    }

    mutating func quit() -> [Effect] {
        hasEnded = true
        return [.quit]
    }
}
