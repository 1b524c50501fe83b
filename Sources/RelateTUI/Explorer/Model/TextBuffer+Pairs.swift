/// Brackets and quotes that come in pairs while one types.
extension TextBuffer {
    private static let closing: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "'": "'", "\"": "\"", "`": "`",
    ]

    /// Types a character: an opening one brings its partner, a closing one steps over that, and both go round a selection.
    mutating func typePaired(_ character: Character) {
        let next = self.character(at: cursor)
        // Behind a backslash a quote is a character of the string.
        if selection == nil, character == "'" || character == "\"", isEscaped(cursor) { return type(character) }
        if selection == nil, next == character, Self.closing.values.contains(character) {
            return move(to: place(after: cursor))
        }
        guard let partner = Self.closing[character] else { return type(character) }
        if let selectedText {
            insertText(String(character) + selectedText + String(partner))
            return
        }
        let isFree = next.map { $0.isWhitespace || ")]},;".contains($0) } ?? true
        // A quote behind a word is an apostrophe, or ends a string.
        let isBehindWord =
            partner == character && cursor.column > 0 && Self.isWord(lines[cursor.line][cursor.column - 1])
        guard isFree, !isBehindWord else { return type(character) }
        insertText(String([character, partner]))
        move(to: place(before: cursor))
    }

    /// Begins a new line; between an opening bracket and its partner two, and the cursor stays on the indented one.
    mutating func breakPairedLine() {
        guard selection == nil, cursor.column > 0, let next = character(at: cursor), ")]}".contains(next),
            Self.closing[lines[cursor.line][cursor.column - 1]] == next
        else { return breakLine() }
        let indent = lines[cursor.line].prefix { $0 == " " || $0 == "\t" }
        let inner = String(indent) + String(repeating: " ", count: Self.indentWidth)
        replace(cursor..<cursor, with: "\n\(inner)\n\(String(indent))", cursorBack: indent.count + 1)
    }

    /// An odd number of backslashes stands before the place.
    private func isEscaped(_ position: TextPosition) -> Bool {
        let before = lines[position.line][..<position.column]
        return !before.reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
    }

    /// Deletes to the left; between the two of an empty pair both.
    mutating func deletePairBackward() {
        guard selection == nil, cursor.column > 0, let next = character(at: cursor),
            Self.closing[lines[cursor.line][cursor.column - 1]] == next
        else { return deleteBackward() }
        delete(place(before: cursor)..<place(after: cursor))
    }
}
