/// Breaks a line into lines of a width, one at a time: a long text costs what is taken of it, each cell twice at most.
struct LineWrapping: Sequence, IteratorProtocol {
    /// Between two cells.
    private struct Place {
        var span: Int
        /// In the span's text; its start if `nil`.
        var index: String.Index?
    }

    private let spans: [Span]
    private let width: Int
    private let indent: Int
    private var start = Place(span: 0, index: nil)
    private var isFirst = true
    private(set) var isDone = false
    /// Cells looked at so far, for who asks what it costs.
    private(set) var measuredCells = 0

    init(_ line: StyledLine, width: Int, indent: Int = 0) {
        spans = line.spans
        self.width = Swift.max(2, width)
        // Two columns are left, so that every cell fits.
        self.indent = Swift.max(0, Swift.min(indent, self.width / 2, self.width - 2))
    }

    /// Where the next line begins in the first span's text, in bytes.
    var offsetInFirstSpan: Int {
        guard let span = spans.first else { return 0 }
        if start.span > 0 { return span.text.utf8.count }
        return start.index.map { span.text.utf8.distance(from: span.text.startIndex, to: $0) } ?? 0
    }

    mutating func next() -> StyledLine? {
        guard !isDone else { return nil }
        let lead = isFirst ? 0 : indent
        isFirst = false
        let (end, next) = breakPlace(within: width - lead)
        let line = (lead > 0 ? StyledLine(StyledLine.spaces(lead)) : StyledLine()) + part(from: start, to: end)
        if let next, hasCells(from: next) { start = next } else { isDone = true }
        return line
    }

    /// Where a line of `limit` columns ends, and where the next one begins; `nil` if all the rest fits.
    private mutating func breakPlace(within limit: Int) -> (end: Place, next: Place?) {
        var column = 0
        var space: (before: Place, after: Place)?
        var fitting: Place?
        for number in start.span..<spans.count {
            let text = spans[number].text
            let from = number == start.span ? start.index : nil
            TextWidth.forEachCell(of: text, from: from) { cell, width in
                measuredCells += 1
                let before = Place(span: number, index: cell.startIndex)
                if cell == " ", column > 0, column <= limit {
                    space = (before, Place(span: number, index: cell.endIndex))
                }
                column += width
                if column > limit { fitting = before }
                return column <= limit
            }
            if let fitting { return space.map { ($0.before, $0.after) } ?? (fitting, fitting) }
        }
        return (Place(span: spans.count, index: nil), nil)
    }

    private func hasCells(from place: Place) -> Bool {
        guard place.span < spans.count else { return false }
        return place.span + 1 < spans.count || place.index.map { $0 < spans[place.span].text.endIndex } ?? true
    }

    private func part(from start: Place, to end: Place) -> StyledLine {
        var line = StyledLine()
        for number in start.span..<Swift.min(spans.count, end.span + 1) {
            let span = spans[number]
            let lower = number == start.span ? start.index : nil
            let upper = number == end.span ? end.index : nil
            guard lower != nil || upper != nil else {
                if number < end.span { line.append(span) }
                continue
            }
            let text = String(span.text[(lower ?? span.text.startIndex)..<(upper ?? span.text.endIndex)])
            line.append(Span(visible: text, columns: TextWidth.columns(of: text), like: span))
        }
        return line
    }
}
