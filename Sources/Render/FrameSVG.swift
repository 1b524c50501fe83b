extension Frame {
    /// How `svg` draws.
    package struct SVGOptions: Sendable {
        /// In pixels; a cell is 0.6 of it wide and 1.35 high.
        package var fontSize: Double = 14
        /// Shown in a window's title bar; `nil` draws no window.
        package var windowTitle: String?
        package var padding: Double = 14

        package init(windowTitle: String? = nil) { self.windowTitle = windowTitle }
    }

    /// The picture as SVG: text as text, each run fitted to its columns; lines, blocks and braille as shapes, so that
    /// they join whatever the font.
    package func svg(theme: Theme, options: SVGOptions = SVGOptions()) -> String {
        var writer = SVGWriter(theme: theme, options: options)
        return writer.write(self)
    }
}

private struct SVGWriter {
    private let theme: Theme
    private let options: Frame.SVGOptions
    private let cellWidth: Double
    private let cellHeight: Double
    private let top: Double
    private let left: Double
    private var classes: [String: String] = [:]
    private var rules: [String] = []
    private var body = ""

    init(theme: Theme, options: Frame.SVGOptions) {
        self.theme = theme
        self.options = options
        cellWidth = options.fontSize * 0.602
        cellHeight = (options.fontSize * 1.35).rounded()
        left = options.padding
        top = options.padding + (options.windowTitle == nil ? 0 : 30)
    }

    private var background: String { theme.background.hexText ?? (theme.variant == .dark ? "#101216" : "#ffffff") }
    private var foreground: String { theme.foreground.hexText ?? (theme.variant == .dark ? "#d8dee9" : "#202020") }

    mutating func write(_ frame: Frame) -> String {
        for row in 0..<frame.rows { writeBackgrounds(frame, row) }
        for row in 0..<frame.rows { writeRow(frame, row) }
        let width = number(Double(frame.columns) * cellWidth + 2 * left)
        let height = number(Double(frame.rows) * cellHeight + top + options.padding)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <style>text{font:\(number(options.fontSize))px ui-monospace,"SF Mono","JetBrains Mono","Cascadia Mono",\
            "DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;unicode-bidi:isolate}
            \(rules.joined(separator: "\n"))
            </style>
            <rect width="\(width)" height="\(height)" rx="8" fill="\(background)"/>

            """
        if let title = options.windowTitle { text += windowBar(title, width: width) }
        return text + body + "</svg>\n"
    }

    private func windowBar(_ title: String, width: String) -> String {
        let dots = zip(["#ff5f57", "#febc2e", "#28c840"], [20.0, 40.0, 60.0]).map { color, x in
            "<circle cx=\"\(number(x))\" cy=\"20\" r=\"6\" fill=\"\(color)\"/>"
        }
        let fill = theme.palette[4].hexText ?? foreground
        return dots.joined() + "<text x=\"50%\" y=\"25\" text-anchor=\"middle\" fill=\"\(fill)\">"
            + escaped(TextWidth.visible(title).text) + "</text>\n"
    }

    // MARK: Backgrounds

    private mutating func writeBackgrounds(_ frame: Frame, _ row: Int) {
        var column = 0
        while column < frame.columns {
            let color = colors(frame, row, column).background
            var end = column + 1
            while end < frame.columns, colors(frame, row, end).background == color { end += 1 }
            if let color, color != background {
                body +=
                    "<rect x=\"\(x(column))\" y=\"\(y(row))\" width=\"\(number(Double(end - column) * cellWidth))\" "
                body += "height=\"\(number(cellHeight))\" fill=\"\(color)\"/>\n"
            }
            column = end
        }
    }

    private func colors(_ frame: Frame, _ row: Int, _ column: Int) -> (foreground: String, background: String?) {
        let cell = frame[row, column]
        let style = theme.style(cell.role, on: cell.backdrop, cell.emphasis)
        var text = style.foreground.hexText ?? foreground
        var back = style.background.hexText
        let isCursor = frame.cursor.map { $0.row == row && $0.column == column } ?? false
        if style.emphasis.contains(.reverse) != isCursor { (text, back) = (back ?? background, text) }
        return (text, back)
    }

    // MARK: Text and shapes

    private mutating func writeRow(_ frame: Frame, _ row: Int) {
        var column = 0
        while column < frame.columns {
            let cell = frame[row, column]
            let fill = colors(frame, row, column).foreground
            if cell.text == " " || cell.width == 0 {
                column += 1
            } else if Self.isSolid(cell.text) {
                let end = solidEnd(frame, row, column, fill)
                body += solid(frame, row, column..<end, fill)
                column = end
            } else if let shape = shape(cell.text, row, column, fill) {
                body += shape
                column += 1
            } else if cell.width == 2 {
                writeText(cell.text, columns: 2, row, column, fill, emphasis(cell))
                column += 2
            } else {
                let end = runEnd(frame, row, column, fill, emphasis(cell))
                var text = ""
                for place in column..<end { text += frame[row, place].text }
                while text.last == " " { text.removeLast() }
                writeText(text, columns: TextWidth.columns(of: text), row, column, fill, emphasis(cell))
                column = end
            }
        }
    }

    private func emphasis(_ cell: Frame.Cell) -> Emphasis {
        theme.style(cell.role, on: cell.backdrop, cell.emphasis).emphasis.subtracting(.reverse)
    }

    /// The end of a run of one style; two spaces end it too, so that a viewer without `textLength` drifts little.
    private func runEnd(_ frame: Frame, _ row: Int, _ start: Int, _ fill: String, _ style: Emphasis) -> Int {
        var end = start + 1
        while end < frame.columns {
            let cell = frame[row, end]
            guard cell.width == 1, emphasis(cell) == style, colors(frame, row, end).foreground == fill else { break }
            if cell.text == " " {
                guard end + 1 < frame.columns, frame[row, end + 1].text != " " else { break }
            } else if Self.isShape(cell.text) {
                break
            }
            end += 1
        }
        return end
    }

    private mutating func writeText(
        _ text: String, columns: Int, _ row: Int, _ column: Int, _ fill: String, _ emphasis: Emphasis
    ) {
        let baseline = number(top + Double(row) * cellHeight + cellHeight * 0.5 + options.fontSize * 0.35)
        let name = className(fill, emphasis)
        let adjust = columns > 1 ? " lengthAdjust=\"spacingAndGlyphs\"" : ""
        body += "<text class=\"\(name)\" x=\"\(x(column))\" y=\"\(baseline)\" "
        body += "textLength=\"\(number(Double(columns) * cellWidth))\"\(adjust)>\(escaped(text))</text>\n"
    }

    private mutating func className(_ fill: String, _ emphasis: Emphasis) -> String {
        let key = "\(fill)/\(emphasis.rawValue)"
        if let name = classes[key] { return name }
        let name = "c\(classes.count)"
        classes[key] = name
        var rule = "fill:\(fill)"
        if emphasis.contains(.bold) { rule += ";font-weight:bold" }
        if emphasis.contains(.italic) { rule += ";font-style:italic" }
        if emphasis.contains(.underline) { rule += ";text-decoration:underline" }
        if emphasis.contains(.strikethrough) { rule += ";text-decoration:line-through" }
        if emphasis.contains(.faint) { rule += ";opacity:.7" }
        rules.append(".\(name){\(rule)}")
        return name
    }

    // MARK: Shapes

    /// Glyphs of which neighbours make one shape, without seams.
    private static func isSolid(_ text: String) -> Bool { ["█", "░", "▒", "▓", "─"].contains(text) }

    private func solidEnd(_ frame: Frame, _ row: Int, _ start: Int, _ fill: String) -> Int {
        let text = frame[row, start].text
        var end = start + 1
        while end < frame.columns, frame[row, end].text == text, colors(frame, row, end).foreground == fill { end += 1 }
        return end
    }

    private func solid(_ frame: Frame, _ row: Int, _ range: Range<Int>, _ fill: String) -> String {
        let text = frame[row, range.lowerBound].text
        let left = self.left + Double(range.lowerBound) * cellWidth
        let width = Double(range.count) * cellWidth
        let top = self.top + Double(row) * cellHeight
        if text == "─" {
            let middle = number(top + cellHeight / 2)
            return "<path d=\"M\(number(left)) \(middle)H\(number(left + width))\" stroke=\"\(fill)\" "
                + "stroke-width=\"1.2\" fill=\"none\"/>\n"
        }
        let inset = isSparkline(frame, row, range) ? 0 : 0.18
        let opacity = ["░": "0.25", "▒": "0.5", "▓": "0.75"][text].map { " fill-opacity=\"\($0)\"" } ?? ""
        return "<rect x=\"\(number(left))\" y=\"\(number(top + inset * cellHeight))\" width=\"\(number(width))\" "
            + "height=\"\(number((1 - 2 * inset) * cellHeight))\" fill=\"\(fill)\"\(opacity)/>\n"
    }

    /// A full block beside a lower one stands on the line; alone it is a bar.
    private func isSparkline(_ frame: Frame, _ row: Int, _ range: Range<Int>) -> Bool {
        [range.lowerBound - 1, range.upperBound].contains { place in
            guard place >= 0, place < frame.columns, let scalar = frame[row, place].text.unicodeScalars.first else {
                return false
            }
            return (0x2581...0x2587).contains(scalar.value)
        }
    }

    private static func isShape(_ text: String) -> Bool {
        guard let scalar = text.unicodeScalars.first else { return false }
        return (0x2500...0x259F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
    }

    private func shape(_ text: String, _ row: Int, _ column: Int, _ fill: String) -> String? {
        guard Self.isShape(text), let value = text.unicodeScalars.first?.value else { return nil }
        let left = self.left + Double(column) * cellWidth
        let top = self.top + Double(row) * cellHeight
        func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
            "<rect x=\"\(number(left + x * cellWidth))\" y=\"\(number(top + y * cellHeight))\" "
                + "width=\"\(number(width * cellWidth))\" height=\"\(number(height * cellHeight))\" "
                + "fill=\"\(fill)\"/>\n"
        }
        switch value {
        case 0x2581...0x2587:
            let height = Double(value - 0x2580) / 8
            return rectangle(0, 1 - height, 1, height)
        case 0x2589...0x258F: return rectangle(0, 0.18, Double(0x2590 - value) / 8, 0.64)
        case 0x2580: return rectangle(0, 0, 1, 0.5)
        case 0x2584: return rectangle(0, 0.5, 1, 0.5)
        case 0x2800...0x28FF: return braille(value - 0x2800, left, top, fill)
        default: return lines(text, left, top, fill)
        }
    }

    private func braille(_ dots: UInt32, _ left: Double, _ top: Double, _ fill: String) -> String {
        let places: [(Double, Double)] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        var text = ""
        for (bit, place) in places.enumerated() where dots & (1 << UInt32(bit)) != 0 {
            let x = left + (0.27 + 0.46 * place.0) * cellWidth
            let y = top + (0.125 + 0.25 * place.1) * cellHeight
            text += "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"1.3\" fill=\"\(fill)\"/>"
        }
        return text + "\n"
    }

    /// A line glyph as a path from the middle of the cell along its arms.
    private func lines(_ text: String, _ left: Double, _ top: Double, _ fill: String) -> String? {
        let arms = LineArms(of: text)
        guard !arms.isEmpty, !"═║╔╗╚╝╠╣╦╩╬".contains(text) else { return nil }
        let isHeavy = arms.glyph(.heavy) == text
        let middleX = left + cellWidth / 2
        let middleY = top + cellHeight / 2
        let right = left + cellWidth
        let bottom = top + cellHeight
        var path = ""
        if "╭╮╰╯".contains(text) {
            let endY = arms.contains(.up) ? top : bottom
            let endX = arms.contains(.left) ? left : right
            let radius = cellWidth / 2
            let bendY = middleY + (arms.contains(.up) ? -radius : radius)
            path = "M\(number(middleX)) \(number(endY))V\(number(bendY))"
            path += "Q\(number(middleX)) \(number(middleY)) \(number(endX)) \(number(middleY))"
        } else {
            if arms.contains(.left) || arms.contains(.right) {
                let from = arms.contains(.left) ? left : middleX
                let to = arms.contains(.right) ? right : middleX
                path += "M\(number(from)) \(number(middleY))H\(number(to))"
            }
            if arms.contains(.up) || arms.contains(.down) {
                let from = arms.contains(.up) ? top : middleY
                let to = arms.contains(.down) ? bottom : middleY
                path += "M\(number(middleX)) \(number(from))V\(number(to))"
            }
        }
        return "<path d=\"\(path)\" stroke=\"\(fill)\" stroke-width=\"\(isHeavy ? "2.4" : "1.2")\" fill=\"none\"/>\n"
    }

    // MARK: Numbers and text

    private func x(_ column: Int) -> String { number(left + Double(column) * cellWidth) }
    private func y(_ row: Int) -> String { number(top + Double(row) * cellHeight) }

    /// Two decimals at most.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = (hundredths / 100, abs(hundredths % 100))
        if rest == 0 { return String(whole) }
        let sign = hundredths < 0 && whole == 0 ? "-" : ""
        let digits = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
        return "\(sign)\(whole).\(digits)"
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
