/// Where vim's searches in a line lead, and what its words, quotes and brackets hold.
enum VimText {
    /// The character's place in the line, for `f` and `F`, or the one this side of it, for `t` and `T`.
    static func place(
        of wanted: Character, _ kind: Character, from place: TextPosition, count: Int, in editor: TextBuffer
    ) -> TextPosition? {
        let line = editor.lines[place.line]
        let isForward = kind.isLowercase
        let isTill = kind == "t" || kind == "T"
        var column = place.column
        // One that stands right beside was reached before.
        if isTill { column += isForward ? 1 : -1 }
        var left = max(1, count)
        while left > 0 {
            column += isForward ? 1 : -1
            guard line.indices.contains(column) else { return nil }
            if line[column] == wanted { left -= 1 }
        }
        return TextPosition(line: place.line, column: isTill ? column - (isForward ? 1 : -1) : column)
    }

    /// Capitals for small letters, and the other way round.
    static func otherCase(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1.isUppercase ? $1.lowercased() : $1.uppercased() }
    }

    /// What `i` and `a` take with this key; `nil` where the place is in no such thing.
    static func object(
        _ character: Character, isAround: Bool, at place: TextPosition, in editor: TextBuffer
    ) -> Range<TextPosition>? {
        switch character {
        case "w": return word(isAround, place, editor)
        case "\"", "'", "`": return quoted(character, isAround, place, editor)
        case "(", ")", "b": return bracketed("(", ")", isAround, place, editor)
        case "[", "]": return bracketed("[", "]", isAround, place, editor)
        case "{", "}", "B": return bracketed("{", "}", isAround, place, editor)
        default: return nil
        }
    }

    private static func word(_ isAround: Bool, _ place: TextPosition, _ editor: TextBuffer) -> Range<TextPosition>? {
        let line = editor.lines[place.line]
        guard line.indices.contains(place.column) else { return nil }
        func kind(_ character: Character) -> Int { character.isWhitespace ? 0 : TextBuffer.isWord(character) ? 1 : 2 }
        let own = kind(line[place.column])
        var start = place.column
        var end = place.column + 1
        while start > 0, kind(line[start - 1]) == own { start -= 1 }
        while end < line.count, kind(line[end]) == own { end += 1 }
        if isAround { while end < line.count, line[end].isWhitespace { end += 1 } }
        return TextPosition(line: place.line, column: start)..<TextPosition(line: place.line, column: end)
    }

    private static func quoted(
        _ quote: Character, _ isAround: Bool, _ place: TextPosition, _ editor: TextBuffer
    ) -> Range<TextPosition>? {
        let line = editor.lines[place.line]
        var places: [Int] = []
        var column = 0
        while column < line.count {
            if line[column] == "\\" { column += 1 } else if line[column] == quote { places.append(column) }
            column += 1
        }
        // The pair around the place, or the next one behind it.
        for index in stride(from: 0, to: places.count - 1, by: 2) where places[index + 1] >= place.column {
            let (start, end) =
                isAround ? (places[index], places[index + 1] + 1) : (places[index] + 1, places[index + 1])
            return TextPosition(line: place.line, column: start)..<TextPosition(line: place.line, column: end)
        }
        return nil
    }

    private static func bracketed(
        _ open: Character, _ close: Character, _ isAround: Bool, _ place: TextPosition, _ editor: TextBuffer
    ) -> Range<TextPosition>? {
        var start = place
        var depth = 0
        while editor.character(at: start) != open || depth > 0 {
            if start != place {
                if editor.character(at: start) == close { depth += 1 }
                if editor.character(at: start) == open { depth -= 1 }
            }
            guard start > .start else { return nil }
            start = editor.place(before: start)
        }
        var end = editor.place(after: start)
        depth = 0
        while let character = editor.character(at: end), character != close || depth > 0 {
            if character == open { depth += 1 }
            if character == close { depth -= 1 }
            end = editor.place(after: end)
        }
        guard editor.character(at: end) == close else { return nil }
        return isAround ? start..<editor.place(after: end) : editor.place(after: start)..<end
    }
}
