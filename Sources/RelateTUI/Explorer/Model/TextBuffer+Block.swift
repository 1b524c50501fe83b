/// The same columns of several lines, on the screen.
struct TextBlock: Hashable, Sendable {
    let lines: ClosedRange<Int>
    let left: Int
    /// The first column beyond it; `nil` where it goes to each line's end.
    var end: Int?
}

extension TextBuffer {
    /// What is selected, where that is a block.
    var block: TextBlock? {
        guard case .block(let end) = selectionKind, let anchor, let lines = selectedLines else { return nil }
        let (first, second) = (columns(of: anchor), columns(of: cursor))
        var block = TextBlock(lines: lines, left: min(first.lowerBound, second.lowerBound))
        switch end {
        case .cursor: block.end = max(first.upperBound, second.upperBound)
        case .lineEnds: break
        case .column(let column): block.end = column
        }
        return block
    }

    /// Columns of the character at a place; one of a line's end.
    private func columns(of place: TextPosition) -> Range<Int> {
        let start = EditorMetrics.column(of: place, in: self)
        let line = lines[place.line]
        guard line.indices.contains(place.column) else { return start..<(start + 1) }
        return start..<(start + max(1, EditorMetrics.columns(of: line[place.column], at: start, tabWidth)))
    }

    /// The characters of a line of which something stands in the columns; where none does, the place where they would.
    func characters(ofLine number: Int, in columns: Range<Int>) -> Range<Int> {
        let line = lines[number]
        // What stands farther away is not looked at.
        let plain = EditorMetrics.plainCount(line.prefix(min(line.count, columns.upperBound) + 1))
        if columns.upperBound <= plain || plain == line.count {
            return min(columns.lowerBound, line.count)..<min(columns.upperBound, line.count)
        }
        var index = min(columns.lowerBound, plain)
        var column = index
        var start: Int?
        while index < line.count, column < columns.upperBound {
            column += EditorMetrics.columns(of: line[index], at: column, tabWidth)
            if start == nil, column > columns.lowerBound { start = index }
            index += 1
        }
        return (start ?? index)..<index
    }

    func characters(ofLine number: Int, in block: TextBlock) -> Range<Int> {
        characters(ofLine: number, in: block.left..<max(block.left, block.end ?? .max))
    }

    /// Columns that a line has.
    func columns(ofLine number: Int) -> Int {
        EditorMetrics.column(of: TextPosition(line: number, column: lines[number].count), in: self)
    }

    /// What the block takes of each of its lines.
    func texts(in block: TextBlock) -> [String] {
        block.lines.map { String(lines[$0][characters(ofLine: $0, in: block)]) }
    }

    /// Another text in the place of what the block takes of each line, undone as one; the cursor goes to its corner.
    mutating func replace(_ block: TextBlock, with change: (String) -> String) {
        let ranges = block.lines.map { characters(ofLine: $0, in: block) }
        var index = 0
        changeLines(block.lines) { line in
            let range = ranges[index]
            index += 1
            guard !range.isEmpty else { return }
            let (head, own, tail) = (line[..<range.lowerBound], line[range], line[range.upperBound...])
            // Joined as strings, so that a combining mark finds its letter.
            line = Array(String(head) + change(String(own)) + String(tail))
        }
        clearSelection()
        move(to: TextPosition(line: block.lines.lowerBound, column: ranges.first?.lowerBound ?? 0))
    }

    /// Puts a text into each of some lines, undone as one.
    ///
    /// - Parameters:
    ///   - texts: By line, from the first on; `nil` leaves one as it is.
    ///   - column: On the screen, or `nil` at each line's end. A line that ends before gets spaces up to there.
    ///   - width: Where something follows, a text gets spaces up to so many columns.
    mutating func insert(_ texts: [String?], fromLine first: Int, column: Int?, width: Int = 0) {
        guard !texts.isEmpty else { return }
        let places = texts.indices.map { index -> (place: Int, lacking: Int) in
            let number = first + index
            guard lines.indices.contains(number), texts[index] != nil else { return (0, 0) }
            guard let column else { return (lines[number].count, 0) }
            let place = characters(ofLine: number, in: column..<column).lowerBound
            return (place, max(0, column - columns(ofLine: number)))
        }
        var index = 0
        changeLines(first...(first + texts.count - 1)) { line in
            defer { index += 1 }
            guard let text = texts[index] else { return }
            let (place, lacking) = places[index]
            let rest = line[place...]
            let behind = rest.isEmpty ? 0 : max(0, width - EditorMetrics.columns(of: text))
            line = Array(
                String(line[..<place]) + Self.spaces(lacking) + text + Self.spaces(behind) + String(rest))
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
