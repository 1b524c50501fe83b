/// The keys of `--keys`: words separated by spaces, a quoted string types its characters, `wait` waits.
///
/// - Source: the command line's contract, "KEYS".
enum KeyWords {
    enum Step: Hashable, Sendable {
        case press(Key)
        /// Until nothing runs.
        case wait
    }

    struct UnknownWord: Error, Hashable, CustomStringConvertible {
        let word: String

        var description: String {
            "unknown key: \(word). Keys are x, F1 to F12, Enter, Tab, Esc, Space, Backspace, Delete, Insert, Up, Down, "
                + "Left, Right, Home, End, PageUp, PageDown, each also with C-, M- or S- before it; \"text\" types a "
                + "text, and wait waits until nothing runs"
        }
    }

    static func parse(_ text: String) throws(UnknownWord) -> [Step] {
        var steps: [Step] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" {
                rest.removeFirst()
                try takeQuoted(&rest, into: &steps)
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(word.count)
                steps.append(try step(word))
            }
        }
        return steps
    }

    /// The key that these steps are: one, or Ctrl-X and another.
    static func key(_ steps: [Step]) -> Key? {
        switch (steps.count, steps.first, steps.last) {
        case (1, .press(let key), _): key
        case (2, .press(.control("x")), .press(let key)): key.prefixed
        default: nil
        }
    }

    private static func takeQuoted(_ rest: inout Substring, into steps: inout [Step]) throws(UnknownWord) {
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                return
            case "\\":
                let escaped = rest.popFirst() ?? "\\"
                steps.append(.press(escaped == "n" ? Key(.enter) : typed(escaped)))
            default:
                steps.append(.press(typed(character)))
            }
        }
        throw UnknownWord(word: "\" without its end")
    }

    private static func typed(_ character: Character) -> Key {
        character == "\n" || character == "\r\n" ? Key(.enter) : .character(character)
    }

    private static func step(_ word: Substring) throws(UnknownWord) -> Step {
        if word == "wait" { return .wait }
        var modifiers: Key.Modifiers = []
        var name = word
        while name.count > 2, name.dropFirst().first == "-", let modifier = modifier(name.first) {
            modifiers.insert(modifier)
            name = name.dropFirst(2)
        }
        if name.count == 2 || name == "^Space", name.first == "^" {
            modifiers.insert(.control)
            name = name.dropFirst()
        }
        guard let code = code(name) else { throw UnknownWord(word: String(word)) }
        return .press(normalized(Key(code, modifiers)))
    }

    private static func modifier(_ character: Character?) -> Key.Modifiers? {
        switch character {
        case "C": .control
        case "M": .alt
        case "S": .shift
        default: nil
        }
    }

    /// As a terminal would send it: control letters are small, a shifted letter is the capital.
    private static func normalized(_ key: Key) -> Key {
        guard case .character(let character) = key.code else { return key }
        var key = key
        if key.modifiers.contains(.control) {
            key.code = .character(String(character).lowercased().first ?? character)
        } else if key.modifiers.contains(.shift) {
            key.code = .character(String(character).uppercased().first ?? character)
            key.modifiers.remove(.shift)
        }
        return key
    }

    private static let names: [String: Key.Code] = [
        "Enter": .enter, "Tab": .tab, "Esc": .escape, "Up": .up, "Down": .down, "Left": .left, "Right": .right,
        "Home": .home, "End": .end, "PageUp": .pageUp, "PageDown": .pageDown, "Backspace": .backspace,
        "Delete": .delete, "Insert": .insert, "Space": .character(" "),
        // As help and the footer spell them, and as tmux and terminfo do.
        "Del": .delete, "Ins": .insert, "PgUp": .pageUp, "PgDn": .pageDown, "Escape": .escape, "BSpace": .backspace,
        "DC": .delete, "IC": .insert, "PPage": .pageUp, "NPage": .pageDown, "Return": .enter,
    ]

    private static func code(_ name: Substring) -> Key.Code? {
        if let code = names[String(name)] { return code }
        if name.count == 1, let character = name.first { return .character(character) }
        if name.first == "F", let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        return nil
    }
}
