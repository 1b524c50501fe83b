/// The list of saved queries, and other names for them.
extension Model {
    mutating func showSaved() -> [Effect] {
        session.pendingCount += 1
        return [.editor(.listSaved)]
    }

    /// Where a saved query of that name is; `nil` for none that can be, which is said.
    mutating func savedPath(_ name: String) -> String? {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_ .".contains($0) } && !name.hasPrefix(".")
        guard isPlain, let directory = FilePlaces.queries else {
            message = .error(
                isPlain
                    ? "Neither HOME nor XDG_DATA_HOME says where saved queries are"
                    : "A name has letters, digits, spaces, -, _ and dots")
            return nil
        }
        return "\(directory)/\(name.hasSuffix(Self.savedEnding) ? name : name + Self.savedEnding)"
    }

    private static let savedEnding = ".cypher"

    /// The list anew where it shows, and else above everything.
    mutating func showSaved(_ queries: [SavedQuery]) {
        let items = queries.map { query in
            Picker.Item(
                title: "\(PathBytes.shown(query.name))  \(query.head)", detail: "", choice: .file(query.path))
        }
        var picker = Picker(.saved, title: "Saved queries", items: items)
        let isShown = if case .picker(let old) = layers.last { old.kind == .saved } else { false }
        if isShown, case .picker(let old) = layers.last { picker = picker.like(old) }
        if let savedSelection { picker.select(.file(savedSelection)) }
        savedSelection = nil
        if isShown { replaceTop(.picker(picker)) } else { layers.append(.picker(picker)) }
    }

    /// What is listed may have changed.
    mutating func relistSaved() -> [Effect] {
        guard case .picker(let picker) = layers.last, picker.kind == .saved else { return [] }
        return showSaved()
    }

    /// Asks before the file under the cursor of the list goes.
    mutating func askToRemoveSaved(_ path: String) {
        layers.append(
            .question(
                Question(
                    title: "Delete a saved query", detail: "\(PathBytes.shown(path)) goes for good. Delete it?",
                    action: .removeSaved(path: path))))
    }

    /// A line for the new name, with the old one in it.
    mutating func askForName(ofSaved path: String) {
        let name = Self.title(ofPath: path)
        let line = LineInput(name.hasSuffix(Self.savedEnding) ? String(name.dropLast(Self.savedEnding.count)) : name)
        layers.append(.prompt(Prompt(purpose: .renameSaved(path: path), line: line)))
    }

    mutating func renameSaved(_ path: String, to name: String) -> [Effect] {
        guard !name.allSatisfy(\.isWhitespace) else {
            message = .information("Without a name it keeps its own")
            return []
        }
        guard let newPath = savedPath(name), newPath != path else { return [] }
        session.pendingCount += 1
        return [.editor(.renameSaved(path: path, newPath: newPath))]
    }

    /// A buffer of the file goes on with it.
    mutating func savedRenamed(_ path: String, _ newPath: String, _ failure: StatementFailure?) {
        if let failure {
            message = .error(failure.message)
            return
        }
        savedSelection = newPath
        message = .success("\(Self.title(ofPath: path)) is now \(Self.title(ofPath: newPath))")
        for index in buffers.indices where buffers[index].file?.path == path {
            buffers[index].file?.path = newPath
            buffers[index].title = Self.title(ofPath: newPath)
        }
    }

    // MARK: - The history

    mutating func askToRemoveStatement(_ text: String) {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let shown = line.count > Self.shownStatementLimit ? line.prefix(Self.shownStatementLimit) + "…" : line[...]
        layers.append(
            .question(
                Question(
                    title: "Delete from the history", detail: "\(shown)\nDelete this statement from the history?",
                    action: .removeStatement(text))))
    }

    private static let shownStatementLimit = 200

    /// All of its runs, here and in the file.
    mutating func removeStatement(_ text: String) -> [Effect] {
        history.removeAll { $0.utf8.elementsEqual(text.utf8) }
        if case .picker(let picker) = layers.last, picker.kind == .history {
            replaceTop(.picker(historyPicker().like(picker)))
        }
        session.pendingCount += 1
        return [.removeFromHistory(text)]
    }

    mutating func removedFromHistory(_ failure: StatementFailure?) {
        session.pendingCount -= 1
        message =
            failure.map { .error("It stays in the history's file: \($0.message)") }
            ?? .success("Deleted from the history")
    }
}
