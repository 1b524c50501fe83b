import Render

/// Errors and warnings at their places in the text: underlined, and the gravest of a line said behind it.
enum ProblemView {
    static func role(of problem: EditorProblem) -> Role {
        switch problem.severity {
        case .error: .error
        case .warning: .warning
        case .information: .information
        }
    }

    /// - Parameters:
    ///   - problems: The gravest first.
    ///   - columns: Those of the line's text.
    ///   - place: Where the line's text is drawn.
    static func draw(
        _ problems: [EditorProblem], _ buffer: EditorBuffer, line number: Int, columns: Int, into frame: inout Frame,
        _ place: Rect
    ) {
        var said: EditorProblem?
        var end = 0
        // The gravest last, so that it is seen where two overlap.
        for problem in problems.reversed() {
            let range = problem.range
            guard range.lowerBound.line <= number, range.upperBound.line >= number else { continue }
            let (start, stop) = stretch(range, buffer, number, columns)
            let isLong = range.lowerBound.line != range.upperBound.line && problem.severity != .error
            // A remark on a whole clause would underline everything.
            if !isLong, min(place.columns, stop - buffer.leftColumn) > max(0, start - buffer.leftColumn) {
                let from = max(0, start - buffer.leftColumn)
                let cells = Rect(
                    row: place.row, column: place.column + from, rows: 1,
                    columns: min(place.columns, stop - buffer.leftColumn) - from)
                frame.restyle(cells) {
                    if problem.severity == .error { $0.role = .invalid } else { $0.emphasis.remove(.bold) }
                    $0.emphasis.formUnion(problem.severity == .error ? [.underline, .bold] : .underline)
                }
            }
            if number == range.upperBound.line {
                said = problem
                end = stop
            }
        }
        guard let said, said.severity != .information else { return }
        let column = max(end, columns) - buffer.leftColumn + 2
        guard place.columns - column >= 12 else { return }
        let role = role(of: said)
        let note =
            StyledLine("◀ ", role) + StyledLine([Span(said.message, role, .italic, limit: place.columns)])
        frame.draw(note, row: place.row, column: place.column + column, width: place.columns - column)
    }

    /// First and last column in a line; never empty.
    private static func stretch(
        _ range: Range<TextPosition>, _ buffer: EditorBuffer, _ number: Int, _ columns: Int
    ) -> (Int, Int) {
        let start = number == range.lowerBound.line ? EditorMetrics.column(of: range.lowerBound, in: buffer.text) : 0
        let end =
            number == range.upperBound.line ? EditorMetrics.column(of: range.upperBound, in: buffer.text) : columns
        return (start, max(end, start + 1))
    }
}
