extension Model {
    /// `name value` or `$name = value`, as typed.
    mutating func setParameter(_ text: String) -> [Effect] {
        guard let (name, value) = Self.splitParameter(text) else {
            message = .information("Type a name and a value: year 1999")
            return []
        }
        if value.isEmpty {
            let isKnown = parameters.contains { $0.name == name }
            // In the list one deletes by a key, and what is typed there has been begun.
            if case .parameters? = layers.last {
                parameterRefused(name, "", "a value is missing: \(name) = 1999")
            } else if isKnown {
                parameters.removeAll { $0.name == name }
                message = .information("$\(name) has no value any more")
            } else {
                message = .error("$\(name): a value is missing: :param \(name) 1999")
            }
            return []
        }
        guard session.openFailure == nil else {
            refuseParameter(name, value, "$\(name): no store is open that could read the value; :open opens one")
            return []
        }
        guard !session.isOpening else {
            unreadParameters[name] = value
            return []
        }
        session.pendingCount += 1
        return [.evaluateParameter(name: name, text: value)]
    }

    mutating func setParameter(_ entry: ParameterEntry) {
        if let index = parameters.firstIndex(where: { $0.name == entry.name }) {
            parameters[index] = entry
        } else {
            parameters.append(entry)
        }
        if case .parameters(var state) = layers.last {
            state.entries = parameters
            state.cursor = parameters.firstIndex { $0.name == entry.name } ?? state.cursor
            replaceTop(.parameters(state))
        }
    }

    /// The text is no value: it stays to be mended, with the reason.
    mutating func parameterRefused(_ name: String, _ text: String, _ reason: String) {
        var sentence = "$\(name): " + reason.withoutErrorKind.withoutPlace
        let isWord = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || " _-".contains($0) }
        if isWord, session.language == .cypher { sentence = "$\(name): a text stands in quotes: '\(text)'" }
        refuseParameter(name, text, sentence)
    }

    private mutating func refuseParameter(_ name: String, _ text: String, _ sentence: String) {
        guard case .parameters(var state) = layers.last else {
            message = .error(sentence)
            return
        }
        if state.editing == nil { state.editing = LineInput(text.isEmpty ? name : "\(name) = \(text)") }
        state.refusal = sentence
        replaceTop(.parameters(state))
    }

    /// The name without `$`, and what stands behind it and an optional `=`.
    private static func splitParameter(_ text: String) -> (name: String, value: String)? {
        var rest = text.drop { $0 == " " || $0 == "$" }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count).drop { $0 == " " }
        if rest.first == "=" { rest = rest.dropFirst() }
        return (String(name), rest.trimmingSpaces)
    }

    mutating func press(_ key: Key, in state: ParametersState) -> [Effect] {
        var state = state
        state.refusal = nil
        if var line = state.editing {
            if Self.isClosing(key) || (key == Key(.backspace) && line.isEmpty) {
                state.editing = nil
            } else if key == Key(.enter) {
                state.editing = nil
                replaceTop(.parameters(state))
                return setParameter(line.text)
            } else {
                _ = line.handle(key)
                state.editing = line
            }
            replaceTop(.parameters(state))
            return []
        }
        switch key.isMoving ? Key(key.code) : key {
        case Key(.up): state.cursor = max(0, state.cursor - 1)
        case Key(.down): state.cursor = min(state.entries.count, state.cursor + 1)
        case Key(.pageUp), Key(.home): state.cursor = 0
        case Key(.pageDown), Key(.end): state.cursor = state.entries.count
        case Key(.enter):
            let entry = state.entries.indices.contains(state.cursor) ? state.entries[state.cursor] : nil
            state.editing = LineInput(entry.map { "\($0.name) = \($0.text)" } ?? "")
        case Key(.delete), .control("d"):
            guard state.entries.indices.contains(state.cursor) else { break }
            state.entries.remove(at: state.cursor)
            parameters = state.entries
        default:
            if Self.isClosing(key) || key == .control("t") {
                closeTop()
                return []
            }
            // What is typed is a new parameter, from its first letter on.
            guard let character = key.text, !character.isWhitespace else { break }
            state.cursor = state.entries.count
            state.editing = LineInput(character == "$" ? "" : String(character))
        }
        replaceTop(.parameters(state))
        return []
    }
}
