/// One editable line.
struct LineInput: Hashable, Sendable {
    private(set) var characters: [Character] = []
    private(set) var cursor = 0
    /// All of it is marked: typing takes its place, a move leaves it as it is.
    private(set) var isSelected = false
    /// What was cut last, for Ctrl-Y.
    private var killed = ""

    init(_ text: String = "", isSelected: Bool = false) {
        characters = Array(text)
        cursor = characters.count
        self.isSelected = isSelected && !text.isEmpty
    }

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty }
    /// Nothing stands behind the cursor that Delete could take.
    var isAtEnd: Bool { cursor == characters.count && !isSelected }
    /// What stands before the cursor, to find the cursor's column.
    var textBeforeCursor: String { String(characters[..<cursor]) }

    /// `false` for a key that a line has no use for.
    mutating func handle(_ pressed: Key) -> Bool {
        // What is held beside a moving key, and means nothing in a line, is as if it were not.
        let isWordMove =
            [.left, .right].contains(pressed.code) && !pressed.modifiers.isDisjoint(with: [.control, .alt])
        let key = !pressed.isMoving ? pressed : isWordMove ? pressed.without(.shift) : Key(pressed.code)
        if isSelected, [Key(.backspace), .control("h"), Key(.delete), .control("d")].contains(key) {
            self = LineInput()
            return true
        }
        if key.text == nil { isSelected = false }
        if let character = key.text {
            insert(String(character))
            return true
        }
        switch key {
        case Key(.left, .control), Key(.left, .alt), .alt("b"): cursor = wordStart
        case Key(.right, .control), Key(.right, .alt), .alt("f"): cursor = wordEnd
        case Key(.backspace, .alt), Key(.backspace, .control): kill(wordStart..<cursor)
        case Key(.delete, .control), .alt("d"): kill(cursor..<wordEnd)
        case .control("y"): insert(killed)
        case Key(.left), .control("b"): cursor = max(0, cursor - 1)
        case Key(.right), .control("f"): cursor = min(characters.count, cursor + 1)
        case Key(.home), .control("a"): cursor = 0
        case Key(.end), .control("e"): cursor = characters.count
        case Key(.backspace), .control("h"):
            guard cursor > 0 else { return true }
            cursor -= 1
            characters.remove(at: cursor)
        case Key(.delete), .control("d"):
            if cursor < characters.count { characters.remove(at: cursor) }
        case .control("u"): kill(0..<cursor)
        case .control("k"): kill(cursor..<characters.count)
        case .control("w"):
            var start = cursor
            while start > 0, characters[start - 1] == " " { start -= 1 }
            while start > 0, characters[start - 1] != " " { start -= 1 }
            kill(start..<cursor)
        default: return false
        }
        return true
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = String(characters[range])
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, !TextBuffer.isWord(characters[place - 1]) { place -= 1 }
        while place > 0, TextBuffer.isWord(characters[place - 1]) { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, !TextBuffer.isWord(characters[place]) { place += 1 }
        while place < characters.count, TextBuffer.isWord(characters[place]) { place += 1 }
        return place
    }

    mutating func insert(_ text: String) {
        if isSelected { self = LineInput() }
        let before = String(characters[..<cursor]) + text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let joined = Array(before)
        characters = Array(before + String(characters[cursor...]))
        cursor = min(joined.count, characters.count)
    }
}
