/// Where vim's moves lead in a text, and what its words, quotes and brackets hold.
enum VimText {
    static func motion(_ character: Character, from place: TextPosition, in editor: TextBuffer) -> TextPosition? {
        switch character {
        case "h": return place.column > 0 ? editor.place(before: place) : place
        case "l", " ": return min(editor.place(after: place), editor.lineEnd(of: place))
        case "j", "k":
            let line = min(max(0, place.line + (character == "j" ? 1 : -1)), editor.lines.count - 1)
            return TextPosition(line: line, column: min(place.column, editor.lines[line].count))
        case "w":
            var target = editor.wordEnd(after: place)
            while target < editor.end, editor.character(at: target)?.isWhitespace ?? true {
                target = editor.place(after: target)
            }
            return target
        case "e":
            let end = editor.wordEnd(after: editor.place(after: place))
            return max(place, editor.place(before: end))
        case "b": return editor.wordStart(before: place)
        case "0": return TextPosition(line: place.line, column: 0)
        case "^": return editor.lineStart(of: place)
        case "$": return editor.lineEnd(of: place)
        case "G": return editor.end
        default: return nil
        }
    }

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
