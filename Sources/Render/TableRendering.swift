import Relate

/// Results as tables of text, for pipes and documents.
package enum TableRendering {
    /// A framed table: a header, a line for each row, cells aligned by kind. Lines are made as they are asked for.
    ///
    /// - Parameters:
    ///   - rows: Gone through twice.
    ///   - maxColumns: The columns to keep to, by cutting the widest cells; `nil` cuts nothing.
    package static func table(
        columns: [String], rows: some Sequence<[CypherValue]>, maxColumns: Int? = nil,
        _ options: ValueOptions = ValueOptions()
    ) -> some Sequence<StyledLine> {
        var options = options
        options.columnsLimit = maxColumns ?? .max - 8
        let measures = ColumnFitting.measure(names: columns, rows: rows, cap: options.columnsLimit, options)
        var widths = measures.map(\.width)
        if let maxColumns {
            widths = ColumnFitting.shared(widths, room: max(columns.count, maxColumns - 3 * columns.count - 1))
        }
        let frame = options.glyphs == .unicode ? FrameGlyphs.unicode : FrameGlyphs.ascii
        let header = zip(columns, measures).map { name, measure in
            (StyledLine(name, .label, .bold), measure.alignment)
        }
        let above = [frame.rule(widths, frame.top), frame.row(header, widths), frame.rule(widths, frame.middle)]
        let lines = rows.lazy.map { [widths, options] row in
            let cells = zip(row, widths).map { value, width in
                (
                    maxColumns == nil
                        ? ValueRendering.line(value, options) : ValueRendering.cell(value, width: width, options),
                    ValueRendering.alignment(of: value)
                )
            }
            return frame.row(cells, widths)
        }
        let parts = [AnySequence(above), AnySequence(lines), AnySequence([frame.rule(widths, frame.bottom)])]
        return parts.prefix(columns.isEmpty ? 0 : 3).lazy.joined()
    }

    /// A GitHub table: cells padded so that the source reads well too, `|` and line breaks escaped.
    package static func markdown(columns: [String], rows: [[CypherValue]]) -> String {
        markdownLines(columns: columns, rows: rows).joined()
    }

    /// The lines of `markdown`, each with its line break, made as they are asked for.
    ///
    /// - Parameter rows: Gone through twice, the first thousand of them once more.
    package static func markdownLines(
        columns: [String], rows: some Sequence<[CypherValue]>
    ) -> some Sequence<String> {
        var options = ValueOptions()
        options.nullText = "NULL"
        options.columnsLimit = .max - 8
        let headers = columns.map { escaped(TextWidth.visible($0).text) }
        let measures = ColumnFitting.measure(names: columns, rows: rows.prefix(1000), cap: 40, options)
        var widths = headers.map { max(3, TextWidth.columns(of: $0)) }
        for row in rows {
            for (index, value) in row.prefix(widths.count).enumerated() where widths[index] < 60 {
                let cell = escaped(cellText(value, options))
                widths[index] = max(widths[index], min(60, TextWidth.columns(of: cell)))
            }
        }
        let line = { [widths] (texts: [String]) -> String in
            var result = "| "
            for (index, (text, width)) in zip(texts, widths).enumerated() {
                if index > 0 { result += " | " }
                let spaces = StyledLine.spaces(width - TextWidth.columns(of: text))
                result += measures[index].alignment == .right ? spaces + text : text + spaces
            }
            return result + " |\n"
        }
        let rule = zip(widths, measures).map { width, measure in
            String(repeating: "-", count: width - 1) + (measure.alignment == .right ? ":" : "-")
        }
        let above = [line(headers), "| " + rule.joined(separator: " | ") + " |\n"]
        let lines = rows.lazy.map { [options] row in line(row.map { escaped(cellText($0, options)) }) }
        return [AnySequence(above), AnySequence(lines)].prefix(columns.isEmpty ? 0 : 2).lazy.joined()
    }

    /// Line breaks stay line breaks in Markdown; everything else as in the grid.
    private static func cellText(_ value: CypherValue, _ options: ValueOptions) -> String {
        guard case .string(let text) = value, !text.isEmpty else {
            return ValueRendering.line(value, options).plainText
        }
        if TextWidth.isPlain(text) { return text }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { TextWidth.visible(String($0)).text }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): bytes += "<br>".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case _ where isSpecial(byte): bytes += [UInt8(ascii: "\\"), byte]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Means something in a cell of a Markdown table, whatever stands beside it.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: "<"), UInt8(ascii: "`"),
            UInt8(ascii: "*"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The lines around a table.
private struct FrameGlyphs {
    let top: [String]
    let middle: [String]
    let bottom: [String]
    let line: String
    /// At the left of a row, between two cells, at the right.
    private let bars: (left: Span, between: Span, right: Span)

    private init(top: [String], middle: [String], bottom: [String], line: String, bar: String) {
        self.top = top
        self.middle = middle
        self.bottom = bottom
        self.line = line
        bars = (Span(bar + " ", .border), Span(" " + bar + " ", .border), Span(" " + bar, .border))
    }

    static let unicode = FrameGlyphs(
        top: ["╭", "┬", "╮"], middle: ["├", "┼", "┤"], bottom: ["╰", "┴", "╯"], line: "─", bar: "│")
    static let ascii = FrameGlyphs(
        top: ["+", "+", "+"], middle: ["+", "+", "+"], bottom: ["+", "+", "+"], line: "-", bar: "|")

    func rule(_ widths: [Int], _ corners: [String]) -> StyledLine {
        let parts = widths.map { String(repeating: line, count: $0 + 2) }
        return StyledLine(corners[0] + parts.joined(separator: corners[1]) + corners[2], .border)
    }

    func row(_ cells: [(StyledLine, Alignment)], _ widths: [Int]) -> StyledLine {
        var result = StyledLine([bars.left])
        for (index, width) in widths.enumerated() {
            if index > 0 { result.append(bars.between) }
            let cell = index < cells.count ? cells[index] : (StyledLine(), .left)
            result.append(cell.0.fitted(to: width, cell.1))
        }
        result.append(bars.right)
        return result
    }
}
