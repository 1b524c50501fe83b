/// How the lines of boxes look. Where lines meet, the right joint is drawn, so boxes may share their borders.
package enum LineStyle: Hashable, Sendable { case square, rounded, heavy, double }

/// The four arms of a line glyph.
struct LineArms: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let up = LineArms(rawValue: 1)
    static let down = LineArms(rawValue: 2)
    static let left = LineArms(rawValue: 4)
    static let right = LineArms(rawValue: 8)

    /// Glyphs by raw value; light ones join with one another.
    private static let light: [Character] = Array(" ╵╷│╴┘┐┤╶└┌├─┴┬┼")
    private static let heavy: [Character] = Array(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋")
    private static let double: [Character] = Array(" ║║║═╝╗╣═╚╔╠═╩╦╬")
    private static let byGlyph: [Character: LineArms] = {
        var table: [Character: LineArms] = [
            "╭": [.down, .right], "╮": [.down, .left], "╰": [.up, .right], "╯": [.up, .left],
        ]
        for glyphs in [light, heavy, double] {
            for (index, glyph) in glyphs.enumerated() where index > 0 && table[glyph] == nil {
                table[glyph] = LineArms(rawValue: UInt8(index))
            }
        }
        return table
    }()

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of text: String) {
        guard let glyph = text.first else {
            self = []
            return
        }
        self = Self.byGlyph[glyph] ?? []
    }

    func glyph(_ style: LineStyle) -> String {
        let index = Int(rawValue & 15)
        switch style {
        case .square: return String(Self.light[index])
        case .heavy: return String(Self.heavy[index])
        case .double: return String(Self.double[index])
        case .rounded:
            switch self {
            case [.down, .right]: return "╭"
            case [.down, .left]: return "╮"
            case [.up, .right]: return "╰"
            case [.up, .left]: return "╯"
            default: return String(Self.light[index])
            }
        }
    }
}

extension Frame {
    /// A line from `column` over `length` cells, joined with the lines it meets inside; `├` and `┤` at its ends with
    /// `joined`.
    package mutating func horizontalLine(
        row: Int, column: Int, length: Int, role: Role = .border, style: LineStyle = .square, joined: Bool = false
    ) {
        guard length > 0 else { return }
        for place in column..<(column + length) {
            var arms: LineArms = [.left, .right]
            if joined, length > 1 {
                if place == column { arms = .right }
                if place == column + length - 1 { arms = .left }
            }
            addLine(arms, row: row, column: place, role: role, style: style)
        }
    }

    package mutating func verticalLine(
        row: Int, column: Int, length: Int, role: Role = .border, style: LineStyle = .square, joined: Bool = false
    ) {
        guard length > 0 else { return }
        for place in row..<(row + length) {
            var arms: LineArms = [.up, .down]
            if joined, length > 1 {
                if place == row { arms = .down }
                if place == row + length - 1 { arms = .up }
            }
            addLine(arms, row: place, column: column, role: role, style: style)
        }
    }

    /// A border along the inside of `rect`, with `title` in its upper and `footer` in its lower edge.
    package mutating func box(
        _ rect: Rect, title: StyledLine? = nil, footer: StyledLine? = nil, trailing: StyledLine? = nil,
        focused: Bool = false, style: LineStyle = .rounded, role: Role? = nil
    ) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        let role = role ?? (focused ? .borderFocused : .border)
        let right = rect.endColumn - 1
        let bottom = rect.endRow - 1
        if rect.columns > 2 {
            for row in [rect.row, bottom] {
                horizontalLine(row: row, column: rect.column + 1, length: rect.columns - 2, role: role, style: style)
            }
        }
        if rect.rows > 2 {
            for column in [rect.column, right] {
                verticalLine(row: rect.row + 1, column: column, length: rect.rows - 2, role: role, style: style)
            }
        }
        addLine([.down, .right], row: rect.row, column: rect.column, role: role, style: style)
        addLine([.down, .left], row: rect.row, column: right, role: role, style: style)
        addLine([.up, .right], row: bottom, column: rect.column, role: role, style: style)
        addLine([.up, .left], row: bottom, column: right, role: role, style: style)
        drawEdgeTexts(rect, title, footer, trailing)
    }

    private mutating func drawEdgeTexts(
        _ rect: Rect, _ title: StyledLine?, _ footer: StyledLine?, _ trailing: StyledLine?
    ) {
        let room = rect.columns - 4
        guard room > 0 else { return }
        let pad = StyledLine(" ")
        var left = room
        let titleColumns = title.map { $0.columns + 2 } ?? 0
        if let trailing, !trailing.isEmpty, room - titleColumns >= 8 {
            let text = (pad + trailing + pad).cut(to: room - (titleColumns > 0 ? titleColumns + 2 : 0))
            draw(text, row: rect.row, column: rect.endColumn - 2 - text.columns)
            left -= text.columns + 1
        }
        if let title, !title.isEmpty, left > 2 {
            draw((pad + title + pad).cut(to: left), row: rect.row, column: rect.column + 2)
        }
        if let footer, !footer.isEmpty {
            let text = (pad + footer + pad).cut(to: room)
            draw(text, row: rect.endRow - 1, column: rect.endColumn - 2 - text.columns)
        }
    }

    /// Adds the arms of a line to a cell, keeping those that are there.
    mutating func addLine(_ arms: LineArms, row: Int, column: Int, role: Role, style: LineStyle) {
        guard row >= 0, row < rows, column >= 0, column < columns else { return }
        let present = LineArms(of: self[row, column].text)
        let keepsRole = !present.isEmpty && self[row, column].role == .borderFocused
        setGlyph(
            present.union(arms).glyph(style), row: row, column: column, role: keepsRole ? .borderFocused : role)
    }

    /// A scroll bar in the column at `rect`'s right edge; nothing where all is visible.
    package mutating func scrollBar(_ rect: Rect, total: Int, offset: Int, visible: Int) {
        guard rect.rows > 0, rect.columns > 0, total > visible, visible > 0 else { return }
        let thumb = max(1, min(rect.rows, rect.rows * visible / total))
        let range = max(1, total - visible)
        let (high, overflow) = (rect.rows - thumb).multipliedReportingOverflow(by: min(max(0, offset), range))
        let start = overflow ? 0 : high / range
        for index in 0..<rect.rows {
            let isThumb = index >= start && index < start + thumb
            setGlyph(
                isThumb ? "┃" : "│", row: rect.row + index, column: rect.endColumn - 1,
                role: isThumb ? .scrollThumb : .scrollTrack)
        }
    }
}

/// Bars of eighth blocks, and sparklines.
package enum Bars {
    private static let eighths: [String] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let levels: [String] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A bar of `fraction` (0…1) of `width` columns; anything above zero shows at least an eighth. Not padded.
    package static func bar(_ fraction: Double, width: Int, role: Role = .bar) -> StyledLine {
        guard fraction.isFinite, fraction > 0, width > 0 else { return StyledLine() }
        let filled = max(1, Int((min(1, fraction) * Double(width) * 8).rounded()))
        return StyledLine(String(repeating: "█", count: filled / 8) + eighths[filled % 8], role)
    }

    /// One block a value, from the lowest to the highest; the means of equal stretches where there are more than `width`.
    package static func sparkline(_ values: [Double], width: Int, role: Role = .vector) -> StyledLine {
        guard width > 0, !values.isEmpty else { return StyledLine() }
        var points: [Double] = []
        let count = min(width, values.count)
        for index in 0..<count {
            let from = index * values.count / count
            let to = max(from + 1, (index + 1) * values.count / count)
            let part = values[from..<to].filter(\.isFinite)
            points.append(part.isEmpty ? 0 : part.reduce(0, +) / Double(part.count))
        }
        let low = points.min() ?? 0
        let range = (points.max() ?? 0) - low
        let text = points.map { point -> String in
            guard range > 0, range.isFinite else { return levels[3] }
            return levels[min(7, max(0, Int((point - low) / range * 7.999)))]
        }
        return StyledLine(text.joined(), role)
    }
}
