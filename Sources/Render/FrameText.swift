extension Frame {
    /// Its rows as text, without colours and without spaces at their ends.
    package var plainText: String {
        (0..<rows).map { row in
            var line = ""
            for column in 0..<columns { line += self[row, column].text }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n") + "\n"
    }

    /// Its rows as text with SGR sequences, for a terminal of `capability`; each row ends in its own reset.
    package func ansiText(theme: Theme, capability: ColorCapability = .trueColor) -> String {
        var text = ""
        for row in 0..<rows {
            var current = Style()
            for column in 0..<columns {
                let cell = self[row, column]
                if cell.width == 0 { continue }
                let style = theme.style(cell.role, on: cell.backdrop, cell.emphasis, capability: capability)
                if style != current {
                    text += style.escapeSequence
                    current = style
                }
                text += cell.text
            }
            if current != Style() { text += "\u{1B}[0m" }
            text += "\n"
        }
        return text
    }
}

extension StyledLine {
    /// The line with SGR sequences, for output to a terminal that is no screen of ours.
    package func ansiText(theme: Theme, capability: ColorCapability) -> String {
        var text = ""
        var isStyled = false
        for span in spans {
            let style = theme.style(span.role, span.emphasis, capability: capability)
            let plain = theme.style(.text, capability: capability)
            if style == plain || style == Style() {
                if isStyled { text += "\u{1B}[0m" }
                isStyled = false
            } else {
                text += style.escapeSequence
                isStyled = true
            }
            text += span.text
        }
        return isStyled ? text + "\u{1B}[0m" : text
    }
}

extension Style {
    /// Resets, then sets everything: a style doesn't depend on the one before.
    var escapeSequence: String {
        var codes = ["0"]
        let attributes: [(Emphasis, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
        ]
        for (attribute, code) in attributes where emphasis.contains(attribute) { codes.append(code) }
        codes += foreground.codes(base: 30)
        codes += background.codes(base: 40)
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
}

extension Color {
    fileprivate func codes(base: Int) -> [String] {
        switch self {
        case .terminalDefault: []
        case .indexed(let index) where index < 8: [String(base + Int(index))]
        case .indexed(let index) where index < 16: [String(base + 52 + Int(index))]
        case .indexed(let index): [String(base + 8), "5", String(index)]
        case .rgb(let red, let green, let blue): [String(base + 8), "2", String(red), String(green), String(blue)]
        }
    }
}
