import Relate

/// What a line behind the colon could become, while Tab goes through it.
struct PromptCompletion: Hashable, Sendable {
    /// What stands before the part that is completed.
    var head: String
    var items: [String]
    /// Which of them stands in the line; `nil` while only their common beginning does.
    var place: Int?
}

/// Tab on the line behind the colon: commands, and what they take.
extension Model {
    /// Completes what is typed, or shows the next of what it could become.
    mutating func completePrompt(_ prompt: Prompt, step: Int) -> [Effect] {
        var prompt = prompt
        if var completion = prompt.completion, completion.items.count > 1 {
            let count = completion.items.count
            completion.place = completion.place.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
            prompt.line = LineInput(completion.head + completion.items[completion.place ?? 0])
            prompt.completion = completion
            replaceTop(.prompt(prompt))
            return []
        }
        switch Self.wanted(prompt.line.text) {
        case .command(let name):
            offer(ColonCommands.entries.flatMap(\.names).sorted(), for: name, behind: "", &prompt)
        case .argument(let entry, let head, let typed):
            guard !entry.takesPath else {
                session.pendingCount += 1
                return [.editor(.listPaths(typed))]
            }
            offer(words(of: entry), for: typed, behind: head, &prompt)
        }
        return []
    }

    mutating func pathsListed(_ typed: String, _ paths: [String]) {
        guard case .prompt(var prompt)? = layers.last, prompt.purpose == .command,
            case .argument(let entry, let head, typed) = Self.wanted(prompt.line.text)
        else { return }
        let stores =
            entry.names.contains("open")
            ? settings.stores.map(\.name).filter { !$0.isEmpty && $0.hasPrefix(typed) } : []
        offer(stores + paths, for: typed, behind: head, &prompt)
    }

    private enum Wanted {
        case command(String)
        /// - Parameter head: The line up to what is typed of the argument.
        case argument(ColonCommands.Entry, head: String, typed: String)
    }

    private static func wanted(_ line: String) -> Wanted {
        let name = line.prefix { $0 != " " }
        let word = name.hasSuffix("!") ? name.dropLast() : name
        let entry = ColonCommands.entries.first { $0.names.contains(String(word)) }
        guard name.count < line.count, let entry else { return .command(String(line.drop { $0 == " " })) }
        var typed = line.dropFirst(name.count).drop { $0 == " " }
        for option in ["-r ", "-a "] where typed.hasPrefix(option) {
            typed = typed.dropFirst(option.count).drop { $0 == " " }
        }
        return .argument(entry, head: String(line.prefix(line.count - typed.count)), typed: String(typed))
    }

    /// What can stand behind a command that takes no path.
    private func words(of entry: ColonCommands.Entry) -> [String] {
        switch entry.names[0] {
        case "theme": return themeNames
        case "use": return ["neo4j", "system", "system_ontologies"]
        case "switch": return sessions.indices.map { String($0 + 1) }
        case "param": return parameters.map(\.name)
        default:
            let words = entry.argument.filter { $0 != "[" && $0 != "]" }.split(separator: "|").map(String.init)
            return words.filter { $0.allSatisfy { $0.isLowercase } }
        }
    }

    private mutating func offer(_ items: [String], for typed: String, behind head: String, _ prompt: inout Prompt) {
        let fitting = items.filter { $0.hasPrefix(typed) }
        guard let first = fitting.first else {
            message = .information(typed.isEmpty ? "There is nothing to choose from" : "Nothing begins with “\(typed)”")
            return
        }
        if fitting.count == 1 {
            let takesMore =
                head.isEmpty && ColonCommands.entries.contains { $0.names.contains(first) && !$0.argument.isEmpty }
            prompt.line = LineInput(head + first + (takesMore ? " " : ""))
            prompt.completion = nil
        } else {
            let common = fitting.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
            prompt.line = LineInput(head + common)
            prompt.completion = PromptCompletion(head: head, items: fitting)
        }
        replaceTop(.prompt(prompt))
    }
}

extension ColonCommands.Entry {
    /// What is typed behind it is a file, or a store.
    fileprivate var takesPath: Bool { ["open", "export", "plan", "edit", "write", "wq"].contains(names[0]) }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
