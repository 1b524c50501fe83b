import CypherSyntax
import Relate
import Render

/// The query pane: numbered lines, highlighted, with selection, matching brackets and the last error at its place.
enum QueryView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let buffer = model.buffers[model.currentBuffer]
        PaneFrame.draw(
            .query, into: &frame, rect, isFocused: isFocused, detail: title(model, buffer),
            trailing: parameters(model, room: (rect.columns - 4) / 2 - 2))
        let area = rect.inner
        guard !area.isEmpty else { return }
        if buffer.text.isEmpty, !isFocused || model.running != nil {
            drawEmpty(model.session.language, into: &frame, area)
        }
        drawText(model, buffer, into: &frame, area, isFocused: isFocused && model.layers.isEmpty)
        if buffer.text.isEmpty, isFocused { drawEmpty(model.session.language, into: &frame, area) }
        let lines = buffer.text.lines.count
        if lines > area.rows {
            let track = Rect(row: area.row, column: rect.column, rows: area.rows, columns: rect.columns)
            frame.scrollBar(track, total: lines, offset: buffer.topLine, visible: area.rows)
        }
    }

    private static func title(_ model: Model, _ buffer: EditorBuffer) -> StyledLine? {
        var line = StyledLine.name(buffer.title, .dim, atMost: 40)
        if buffer.isModified { line.append(" *", .warning) }
        if model.buffers.count > 1 {
            line.append("  \(model.currentBuffer + 1)/\(model.buffers.count)", .dim)
        }
        if let badge = StatementBadge.line(model) {
            if !line.isEmpty { line.append("  ") }
            line += badge
        }
        return line
    }

    private static func parameters(_ model: Model, room: Int) -> StyledLine? {
        guard !model.parameters.isEmpty else { return nil }
        let parts = model.parameters.map { entry -> StyledLine in
            StyledLine.name("$" + entry.name, .parameter, atMost: 30) + StyledLine(" = ", .operator)
                + parameterValue(entry.value, width: 30, model)
        }
        return StyledLine.joined(parts, separator: StyledLine("  ")).cut(to: max(0, room))
    }

    /// A parameter's value; of a slot's keyword or entity what is typed for it.
    static func parameterValue(_ value: CypherValue, width: Int, _ model: Model) -> StyledLine {
        guard model.session.language == .datalog, let slot = DatalogParameterValue.shown(value) else {
            return ValueRendering.cell(value, width: width, model.valueOptions)
        }
        return StyledLine([Span(slot.text, .string, limit: 1000)]).cut(to: width)
    }

    private static func drawEmpty(_ language: StatementLanguage, into frame: inout Frame, _ area: Rect) {
        let hint = StyledLine("Type \(language.title), then ", .dim, .italic) + StyledLine("F5", .key)
        frame.draw(
            hint, row: area.row, column: area.column + EditorMetrics.gutterColumns(lineCount: 1) + 1,
            width: max(0, area.columns - 4))
    }

    // MARK: - Text

    private static func drawText(
        _ model: Model, _ buffer: EditorBuffer, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let text = buffer.text
        let problems = model.shownProblems
        let marked = model.planPlace ?? buffer.jumpPlace
        let sought = LineMatches(model.shownEditorSearch)
        let block = text.block
        let gutter = EditorMetrics.gutterColumns(lineCount: text.lines.count)
        let first = min(buffer.topLine, text.lines.count)
        let shown = first..<min(text.lines.count, first + area.rows)
        let highlights = EditorHighlights(text, lines: shown, language: model.session.language)
        let width = area.columns - gutter
        for number in shown {
            let row = area.row + number - buffer.topLine
            let isCurrent = number == text.cursor.line && isFocused
            if isCurrent {
                frame.fill(Rect(row: row, column: area.column, rows: 1, columns: area.columns), backdrop: .cursorLine)
            }
            let label = StyledLine(String(number + 1), isCurrent ? .key : .dim).padded(to: gutter - 1, .right)
            frame.draw(label, row: row, column: area.column)
            guard width > 0 else { continue }
            let (visible, columns) = highlights.part(
                number, columns: buffer.leftColumn..<(buffer.leftColumn + width))
            frame.draw(visible, row: row, column: area.column + gutter)
            let place = Rect(row: row, column: area.column + gutter, rows: 1, columns: width)
            if let marked {
                fill(marked, .match, text, number, buffer.leftColumn, into: &frame, place)
            }
            if let selection = text.selection {
                fill(selection, .selection, text, number, buffer.leftColumn, into: &frame, place)
            }
            if let block, block.lines.contains(number) {
                let taken = text.characters(ofLine: number, in: block)
                let range =
                    TextPosition(
                        line: number, column: taken.lowerBound)..<TextPosition(line: number, column: taken.upperBound)
                fill(range, .selection, text, number, buffer.leftColumn, into: &frame, place)
            }
            markMatches(sought, text.lines[number], buffer.leftColumn, into: &frame, place)
            ProblemView.draw(problems, buffer, line: number, columns: columns, into: &frame, place)
            markEdges(columns, buffer.leftColumn, into: &frame, place)
        }
        if isFocused { placeCursor(buffer, into: &frame, area, gutter) }
    }

    private static func markMatches(
        _ sought: LineMatches, _ line: [Character], _ left: Int, into frame: inout Frame, _ place: Rect
    ) {
        for column in sought.columns(in: line) {
            let before = TextWidth.visible(String(line[..<column])).columns - left
            let columns = TextWidth.visible(String(line[column..<(column + sought.length)])).columns
            let cells = Rect(row: place.row, column: place.column + before, rows: 1, columns: columns)
            frame.fill(cells.intersection(place), backdrop: .match)
        }
    }

    /// `◀` before and `▶` at the end of a line that goes on there.
    private static func markEdges(_ columns: Int, _ left: Int, into frame: inout Frame, _ place: Rect) {
        if left > 0, columns > 0 { frame.draw("◀", .key, row: place.row, column: place.column - 1) }
        if columns > left + place.columns {
            frame.draw("▶", .key, row: place.row, column: place.endColumn - 1)
        }
    }

    private static func placeCursor(_ buffer: EditorBuffer, into frame: inout Frame, _ area: Rect, _ gutter: Int) {
        let cursor = buffer.text.cursor
        let row = area.row + cursor.line - buffer.topLine
        let column = area.column + gutter + EditorMetrics.column(of: cursor, in: buffer.text) - buffer.leftColumn
        guard area.contains(row: row, column: min(column, area.endColumn - 1)) else { return }
        frame.cursor = Frame.Cursor(row: row, column: min(column, area.endColumn - 1))
        for place in BracketPairs.pair(in: buffer.text) where place.line - buffer.topLine < area.rows {
            let row = area.row + place.line - buffer.topLine
            let column = area.column + gutter + EditorMetrics.column(of: place, in: buffer.text) - buffer.leftColumn
            guard row >= area.row, column >= area.column + gutter, column < area.endColumn else { continue }
            frame.restyle(Rect(row: row, column: column, rows: 1, columns: 1)) {
                $0.role = .key
                $0.emphasis = [.bold, .underline]
            }
        }
    }

    private static func fill(
        _ range: Range<TextPosition>, _ backdrop: Role, _ text: TextBuffer, _ number: Int, _ left: Int,
        into frame: inout Frame, _ place: Rect
    ) {
        guard range.lowerBound.line <= number, range.upperBound.line >= number else { return }
        let from = number == range.lowerBound.line ? EditorMetrics.column(of: range.lowerBound, in: text) : 0
        let end =
            number == range.upperBound.line
            ? EditorMetrics.column(of: range.upperBound, in: text)
            : EditorMetrics.column(of: text.lineEnd(of: TextPosition(line: number, column: 0)), in: text) + 1
        let start = max(0, from - left)
        let stop = min(place.columns, end - left)
        guard stop > start else { return }
        frame.fill(
            Rect(row: place.row, column: place.column + start, rows: 1, columns: stop - start), backdrop: backdrop)
    }
}
