/// Finding text, whatever the case of its letters. Lines are looked at one by one: what is sought has no line end.
extension TextBuffer {
    /// Where the text next stands behind a place, or before it, going round at the end; `nil` where it is nowhere.
    ///
    /// - Parameter includesPlace: The place itself counts.
    func place(of text: String, from start: TextPosition, backward: Bool, includesPlace: Bool) -> TextPosition? {
        let matches = LineMatches(text)
        guard !matches.isEmpty else { return nil }
        for step in 0...lines.count {
            let line = (start.line + (backward ? -step : step) + lines.count * 2) % lines.count
            let columns = matches.columns(in: lines[line])
            // The line of the start comes twice: first what is ahead in it, at last the rest.
            let found: Int?
            if step > 0, step < lines.count {
                found = backward ? columns.last : columns.first
            } else {
                let isAhead = step == 0
                let fitting = columns.filter { column in
                    if column == start.column { return includesPlace || !isAhead }
                    return (backward ? column < start.column : column > start.column) == isAhead
                }
                found = backward ? fitting.last : fitting.first
            }
            if let found { return TextPosition(line: line, column: found) }
        }
        return nil
    }
}

/// Where a text stands in a line.
struct LineMatches: Sendable {
    private let wanted: [String]

    init(_ text: String) { wanted = text.map { $0.lowercased() } }

    var isEmpty: Bool { wanted.isEmpty }
    /// Characters of a match.
    var length: Int { wanted.count }

    /// The columns where matches begin; none overlaps another.
    func columns(in line: [Character]) -> [Int] {
        guard !wanted.isEmpty, line.count >= wanted.count else { return [] }
        var columns: [Int] = []
        var column = 0
        while column <= line.count - wanted.count {
            let isMatch = wanted.indices.allSatisfy { line[column + $0].lowercased() == wanted[$0] }
            if isMatch { columns.append(column) }
            column += isMatch ? wanted.count : 1
        }
        return columns
    }
}
