/// What `.` does again: keys, and how much they were about where that was selected.
struct VimChange: Hashable, Sendable {
    var keys: [Key] = []
    var extent: VimExtent?
}

/// How much was selected: as much again is taken from the cursor on, wherever the moves led that selected it.
enum VimExtent: Hashable, Sendable {
    case lines(Int)
    /// Of the last line so many, from its start where it is not the first; `nil` all of it, and its end.
    case characters(lines: Int, last: Int?)
    /// `nil` up to each line's end.
    case block(lines: Int, columns: Int?)

    /// The visual mode in which it is selected.
    var mode: VimState.Mode {
        switch self {
        case .lines: .visualLines
        case .characters: .visual
        case .block: .visualBlock
        }
    }
}

extension TextBuffer {
    /// How much is selected.
    var extent: VimExtent? {
        guard let selectedLines else { return nil }
        if let block {
            return .block(lines: selectedLines.count, columns: block.end.map { $0 - block.left })
        }
        if selectionKind == .lines { return .lines(selectedLines.count) }
        guard let selection else { return nil }
        let (start, last) = (selection.lowerBound, place(before: selection.upperBound))
        let count = last.line - start.line + 1
        let isWhole = last == lineEnd(of: last)
        return .characters(lines: count, last: isWhole ? nil : last.column + 1 - (count == 1 ? start.column : 0))
    }

    /// Selects as much from the cursor on, as far as there is so much.
    mutating func select(_ extent: VimExtent) {
        let start = cursor
        clearSelection()
        func line(_ count: Int) -> Int { min(lines.count, start.line + count) - 1 }
        switch extent {
        case .lines(let count):
            select(.lines)
            move(to: TextPosition(line: line(count), column: start.column), selecting: true)
        case .characters(let count, let last):
            let end = lineEnd(of: TextPosition(line: line(count), column: 0))
            let first = count == 1 ? start.column : 0
            select(.throughCursor)
            move(
                to: last.map { min(TextPosition(line: end.line, column: first + $0 - 1), end) } ?? end, selecting: true)
        case .block(let count, let columns):
            let left = EditorMetrics.column(of: start, in: self)
            select(.block(columns.map { .column(left + $0) } ?? .lineEnds))
            move(to: EditorMetrics.place(line: line(count), column: left, in: self), selecting: true)
        }
    }
}
