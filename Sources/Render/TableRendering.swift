import Relate

/// Results as tables of text, for pipes and documents.
package enum TableRendering {
    /// A framed table: a header, a line for each row, cells aligned by kind.
    ///
    /// - Parameter maxColumns: The columns to keep to, by cutting the widest cells; `nil` cuts nothing.
    package static func table(
        columns: [String], rows: [[CypherValue]], maxColumns: Int? = nil, _ options: ValueOptions = ValueOptions()
    ) -> [StyledLine] {
        guard !columns.isEmpty else { return [] }
        var options = options
        options.columnsLimit = maxColumns ?? .max - 8
        let measures = ColumnFitting.measure(names: columns, rows: rows, cap: options.columnsLimit, options)
        var widths = measures.map(\.width)
        if let maxColumns {
            widths = ColumnFitting.shared(widths, room: max(columns.count, maxColumns - 3 * columns.count - 1))
        }
        let frame = options.glyphs == .unicode ? FrameGlyphs.unicode : FrameGlyphs.ascii
        var lines = [frame.rule(widths, frame.top)]
        let header = zip(columns, measures).map { name, measure in
            (StyledLine(name, .label, .bold), measure.alignment)
        }
        lines.append(frame.row(header, widths))
        lines.append(frame.rule(widths, frame.middle))
        for row in rows {
            let cells = zip(row, widths).map { value, width in
                (
                    maxColumns == nil
                        ? ValueRendering.line(value, options) : ValueRendering.cell(value, width: width, options),
                    ValueRendering.alignment(of: value)
                )
            }
            lines.append(frame.row(cells, widths))
        }
        lines.append(frame.rule(widths, frame.bottom))
        return lines
    }

    /// A GitHub table: cells padded so that the source reads well too, `|` and line breaks escaped.
    package static func markdown(columns: [String], rows: [[CypherValue]]) -> String {
        guard !columns.isEmpty else { return "" }
        var options = ValueOptions()
        options.nullText = "NULL"
        options.columnsLimit = .max - 8
        let headers = columns.map { escaped(TextWidth.visible($0).text) }
        let cells = rows.map { row in row.map { escaped(cellText($0, options)) } }
        let measures = ColumnFitting.measure(names: columns, rows: rows.prefix(1000), cap: 40, options)
        var widths = headers.map { max(3, TextWidth.columns(of: $0)) }
        for row in cells {
            for (index, cell) in row.prefix(widths.count).enumerated() {
                widths[index] = max(widths[index], min(60, TextWidth.columns(of: cell)))
            }
        }
        func line(_ texts: [String]) -> String {
            let padded = texts.prefix(widths.count).enumerated().map { index, text in
                let spaces = StyledLine.spaces(widths[index] - TextWidth.columns(of: text))
                return measures[index].alignment == .right ? spaces + text : text + spaces
            }
            return "| " + padded.joined(separator: " | ") + " |\n"
        }
        let rule = zip(widths, measures).map { width, measure in
            String(repeating: "-", count: width - 1) + (measure.alignment == .right ? ":" : "-")
        }
        return line(headers) + "| " + rule.joined(separator: " | ") + " |\n" + cells.map(line).joined()
    }

    /// Line breaks stay line breaks in Markdown; everything else as in the grid.
    private static func cellText(_ value: CypherValue, _ options: ValueOptions) -> String {
        guard case .string(let text) = value, !text.isEmpty else {
            return ValueRendering.line(value, options).plainText
        }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { TextWidth.visible(String($0)).text }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "|": result += "\\|"
            case "\\": result += "\\\\"
            case "\n": result += "<br>"
            case "<": result += "&lt;"
            case "`", "*", "_": result += "\\" + String(character)
            default: result.append(character)
            }
        }
        return result
    }
}

/// The lines around a table.
private struct FrameGlyphs {
    let top: [String]
    let middle: [String]
    let bottom: [String]
    let line: String
    let bar: String

    static let unicode = FrameGlyphs(
        top: ["╭", "┬", "╮"], middle: ["├", "┼", "┤"], bottom: ["╰", "┴", "╯"], line: "─", bar: "│")
    static let ascii = FrameGlyphs(
        top: ["+", "+", "+"], middle: ["+", "+", "+"], bottom: ["+", "+", "+"], line: "-", bar: "|")

    func rule(_ widths: [Int], _ corners: [String]) -> StyledLine {
        let parts = widths.map { String(repeating: line, count: $0 + 2) }
        return StyledLine(corners[0] + parts.joined(separator: corners[1]) + corners[2], .border)
    }

    func row(_ cells: [(StyledLine, Alignment)], _ widths: [Int]) -> StyledLine {
        var result = StyledLine(bar + " ", .border)
        for (index, width) in widths.enumerated() {
            if index > 0 { result.append(" " + bar + " ", .border) }
            let cell = index < cells.count ? cells[index] : (StyledLine(), .left)
            result.append(cell.0.fitted(to: width, cell.1))
        }
        result.append(" " + bar, .border)
        return result
    }
}
