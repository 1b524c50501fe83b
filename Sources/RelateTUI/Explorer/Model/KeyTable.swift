/// The bindings that hold: the standard ones with what the user changed.
struct KeyTable: Sendable {
    private(set) var bindings: [KeyMap.Binding]
    /// The query has vim's modes.
    private(set) var usesVim = false
    private var commands: [KeyMap.Context: [Key: Command]] = [:]

    static let standard = KeyTable(KeyMap.bindings)

    private init(_ bindings: [KeyMap.Binding]) {
        self.bindings = bindings
        for binding in bindings {
            for key in binding.keys { commands[binding.context, default: [:]][key] = binding.command }
        }
    }

    init(_ settings: Settings) {
        guard !settings.keys.isEmpty else {
            self = .standard
            usesVim = settings.keyStyle == .vim
            return
        }
        var bindings = KeyMap.bindings
        for assignment in settings.keys {
            for index in bindings.indices where bindings[index].context == assignment.context {
                bindings[index].keys.removeAll { $0 == assignment.key }
            }
            guard let command = assignment.command else { continue }
            if let index = bindings.firstIndex(where: { $0.command == command && $0.context == assignment.context }) {
                // The user's key is the one that is shown.
                bindings[index].keys.insert(assignment.key, at: 0)
            } else {
                let known = KeyMap.binding(of: command)
                bindings.append(
                    KeyMap.Binding(
                        command, assignment.context, [assignment.key], known?.sentence ?? command.rawValue))
            }
        }
        self.init(bindings)
        usesVim = settings.keyStyle == .vim
    }

    /// Contexts are asked in order. A moving key with something held beside it that means nothing by that does what it does
    /// alone.
    func command(for key: Key, in contexts: [KeyMap.Context]) -> Command? {
        if let command = exactCommand(for: key, in: contexts) { return command }
        guard key.isMoving, !key.modifiers.isEmpty, !key.modifiers.contains(.prefixed) else { return nil }
        return exactCommand(for: key.without(.shift), in: contexts)
            ?? exactCommand(for: Key(key.code), in: contexts)
    }

    /// Of the key as it is alone.
    func exactCommand(for key: Key, in contexts: [KeyMap.Context]) -> Command? {
        for context in contexts {
            if let command = commands[context]?[key] { return command }
        }
        return nil
    }

    func bindings(in context: KeyMap.Context) -> [KeyMap.Binding] { bindings.filter { $0.context == context } }
}
