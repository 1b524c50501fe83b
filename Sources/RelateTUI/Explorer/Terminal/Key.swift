/// A key as it was pressed, free of how a terminal spells it.
struct Key: Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
        /// The second of a key of two, the first being Ctrl-X.
        static let prefixed = Modifiers(rawValue: 8)
    }

    var code: Code
    var modifiers: Modifiers

    init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    static func character(_ character: Character) -> Key { Key(.character(character)) }
    static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
    static func function(_ number: Int) -> Key { Key(.function(number)) }

    /// This key behind Ctrl-X.
    var prefixed: Key { Key(code, modifiers.union(.prefixed)) }

    /// An arrow, a page or an end.
    var isMoving: Bool {
        switch code {
        case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown: true
        default: false
        }
    }

    func without(_ held: Modifiers) -> Key { Key(code, modifiers.subtracting(held)) }

    /// The text this key types, if it types any.
    var text: Character? {
        guard case .character(let character) = code, modifiers.isDisjoint(with: [.alt, .control, .prefixed]) else {
            return nil
        }
        return character
    }

    /// How help and the footer spell the key: `^T`, `M-b`, `F5`, `S-Tab`, `^X e`.
    var name: String {
        var name = modifiers.contains(.prefixed) ? "^X " : ""
        if modifiers.contains(.alt) { name += "M-" }
        if modifiers.contains(.shift) { name += "S-" }
        guard case .character(let character) = code else {
            return (modifiers.contains(.control) ? "C-" : "") + name + codeName
        }
        if modifiers.contains(.control) {
            return name + "^" + (character == " " ? "Space" : String(character).uppercased())
        }
        return name + (character == " " ? "Space" : String(character))
    }

    private var codeName: String {
        switch code {
        case .character(let character): String(character)
        case .enter: "Enter"
        case .tab: "Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}

/// What a mouse did, in cells from the top left corner, which is 0, 0.
struct MouseAction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case press, release, drag, wheelUp, wheelDown
    }

    var kind: Kind
    var column: Int
    var row: Int
}
