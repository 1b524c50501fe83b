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

    private static func columns(of character: Character, at column: Int, _ tabWidth: Int) -> Int {
        character == "\t" ? tabWidth - column % tabWidth : TextWidth.visible(String(character)).columns
    }

    /// Columns before a place in its line.
    static func column(of position: TextPosition, in text: TextBuffer) -> Int {
        TextWidth.visible(
            withoutTabs(String(text.lines[position.line][..<position.column]), tabWidth: text.tabWidth)
        ).columns
    }

    /// The place whose column is nearest to `column`.
    static func place(line: Int, column: Int, in text: TextBuffer) -> TextPosition {
        let line = min(max(0, line), text.lines.count - 1)
        var columns = 0
        for (index, character) in text.lines[line].enumerated() {
            let width = Self.columns(of: character, at: columns, text.tabWidth)
            if columns + (width + 1) / 2 > column { return TextPosition(line: line, column: index) }
            columns += width
        }
        return TextPosition(line: line, column: text.lines[line].count)
    }
}
