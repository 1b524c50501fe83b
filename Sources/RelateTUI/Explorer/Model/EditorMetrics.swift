import Render

/// Where a text's characters stand on the screen.
enum EditorMetrics {
    /// Line numbers, right-aligned, between a space and a space.
    static func gutterColumns(lineCount: Int) -> Int { max(1, String(lineCount).count) + 2 }

    /// A text with spaces in the place of each tab, up to the next stop.
    ///
    /// - Parameter column: The line's columns before the text.
    static func withoutTabs(_ text: String, from column: Int = 0, tabWidth: Int) -> String {
        guard text.utf8.contains(UInt8(ascii: "\t")) else { return text }
        var result = ""
        var column = column
        for character in text {
            let width = columns(of: character, at: column, tabWidth)
            result += character == "\t" ? String(repeating: " ", count: width) : String(character)
            column += width
        }
        return result
    }

    static func columns(of character: Character, at column: Int, _ tabWidth: Int) -> Int {
        character == "\t" ? tabWidth - column % tabWidth : TextWidth.visible(String(character)).columns
    }

    /// Columns of a text that stands alone.
    static func columns(of text: String) -> Int { TextWidth.visible(text).columns }

    /// Columns before a place in its line.
    static func column(of position: TextPosition, in text: TextBuffer) -> Int {
        let line = text.lines[position.line][..<position.column]
        let plain = plainCount(line)
        guard plain < line.count else { return plain }
        return plain
            + TextWidth.visible(withoutTabs(String(line[plain...]), from: plain, tabWidth: text.tabWidth)).columns
    }

    /// How many characters of one column each a line begins with.
    static func plainCount(_ line: ArraySlice<Character>) -> Int {
        var count = 0
        for character in line {
            guard let value = character.asciiValue, value >= 0x20, value < 0x7F else { break }
            count += 1
        }
        // A mark behind the last one would belong to it.
        return count == line.count ? count : max(0, count - 1)
    }

    /// The place whose column is nearest to `column`.
    static func place(line: Int, column: Int, in text: TextBuffer) -> TextPosition {
        let line = min(max(0, line), text.lines.count - 1)
        let plain = plainCount(text.lines[line].prefix(min(max(0, column), 1 << 30) + 2))
        if column < plain { return TextPosition(line: line, column: max(0, column)) }
        var columns = plain
        for (index, character) in text.lines[line].enumerated().dropFirst(plain) {
            let width = Self.columns(of: character, at: columns, text.tabWidth)
            if columns + (width + 1) / 2 > column { return TextPosition(line: line, column: index) }
            columns += width
        }
        return TextPosition(line: line, column: text.lines[line].count)
    }
}
