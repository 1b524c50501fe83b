/// The end of the program, and what would be lost by it.
extension Model {
    /// What is gone when the program ends, a sentence each.
    var losses: [String] {
        var losses: [String] = []
        if sessions.contains(where: { $0.transaction != .none }) {
            losses.append("A transaction is open: quitting rolls it back.")
        }
        var named: Set<Int> = []
        for session in sessions where session.isInMemory && session.isChanged {
            guard named.insert(session.storeNumber).inserted else { continue }
            losses.append("\(session.name) holds what was written to it, and is gone then.")
        }
        if isExporting { losses.append("A file is being written, and is given up then.") }
        let count = buffers.count { $0.isModified }
        if count > 0 { losses.append("\(Counts.of(count, "buffer")) with a file not written.") }
        if !settings.restoresSession, buffers.contains(where: { holdsOnlyCopy($0) }) {
            losses.append("What was typed is kept nowhere.")
        }
        return losses
    }

    /// Something that the user typed stands neither in a file nor among the statements run before.
    func holdsOnlyCopy(_ buffer: EditorBuffer) -> Bool {
        guard buffer.file == nil, buffer.text.version > 0 else { return false }
        let text = buffer.text.text
        guard !text.allSatisfy(\.isWhitespace) else { return false }
        let statements = statements(of: text).filter { TransactionStep(statement: $0.text) == nil }
        let known = Set(history)
        return statements.isEmpty || !statements.allSatisfy { known.contains($0.text) }
    }

    mutating func askToQuit() -> [Effect] {
        let losses = losses
        guard !losses.isEmpty else { return quit() }
        layers.append(
            .question(
                Question(title: "Quit", detail: (losses + ["Quit?"]).joined(separator: " "), action: .quit)))
        return []
    }

    /// Rolls back; where that loses something, after a yes alone.
    mutating func askToRollBack() -> [Effect] {
        guard session.hasUncommittedWrites, canRun() else { return transaction(.rollback) }
        layers.append(
            .question(
                Question(
                    title: "Roll back", detail: "What the transaction has written is lost. Roll it back?",
                    action: .rollback(session.number))))
        return []
    }

    mutating func quit() -> [Effect] {
        hasEnded = true
        return [.quit]
    }
}
