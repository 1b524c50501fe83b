import Render

/// Where a text's characters stand on the screen.
enum EditorMetrics {
    /// Line numbers, right-aligned, between a space and a space.
    static func gutterColumns(lineCount: Int) -> Int { max(1, String(lineCount).count) + 2 }

    /// Columns before a place in its line.
    static func column(of position: TextPosition, in text: TextBuffer) -> Int {
        TextWidth.visible(String(text.lines[position.line][..<position.column])).columns
    }

    /// The place whose column is nearest to `column`.
    static func place(line: Int, column: Int, in text: TextBuffer) -> TextPosition {
        let line = min(max(0, line), text.lines.count - 1)
        var columns = 0
        for (index, character) in text.lines[line].enumerated() {
            let width = TextWidth.visible(String(character)).columns
            if columns + (width + 1) / 2 > column { return TextPosition(line: line, column: index) }
            columns += width
        }
        return TextPosition(line: line, column: text.lines[line].count)
    }
}
