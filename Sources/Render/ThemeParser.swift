/// Why a theme's text was refused.
package struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` where the whole text is meant.
    package let line: Int?
    package let message: String

    package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension Theme {
    /// A theme from the text of a base16 or base24 file.
    ///
    /// The subset of YAML that such files use: `key: value` lines, quoted or not, `#` comments, and the maps `palette`
    /// and `roles`, indented. Older files have the sixteen colours at the top level. A colour is six hexadecimal digits,
    /// with or without `#`; beyond base16 also `ansi0` … `ansi15` and `default`, the terminal's own. A role is
    /// `COLOUR [on COLOUR] [bold] [italic] [underline] [reverse] [faint]` with a slot or a colour for each COLOUR. Node
    /// labels share the roles `category1` to `category8`; `node.Person` means the one that this label has.
    ///
    /// - Throws: `ThemeError` with the number of the first line that can't be read. Unknown keys are passed over, so
    ///   that files of other tools load.
    package init(parsing text: String) throws(ThemeError) {
        var parser = ThemeParser()
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            try parser.read(line, number: index + 1)
        }
        self = try parser.theme()
    }
}

private struct ThemeParser {
    private var texts: [String: String] = [:]
    private var slots: [Int: Color] = [:]
    private var roleLines: [(name: String, value: String, line: Int)] = []
    private var section = ""

    mutating func read(_ line: Substring, number: Int) throws(ThemeError) {
        let line = number == 1 && line.first == "\u{FEFF}" ? line.dropFirst() : line
        let content = Self.trimmed(Self.withoutComment(line))
        if content.isEmpty || content == "---" { return }
        guard let colon = content.firstIndex(of: ":") else {
            throw ThemeError(line: number, message: "expected `key: value`, found `\(content)`")
        }
        let key = Self.unquoted(Self.trimmed(content[..<colon]))
        let value = Self.unquoted(Self.trimmed(content[content.index(after: colon)...]))
        let isNested = line.first == " " || line.first == "\t"
        if !isNested { section = value.isEmpty ? key : "" }
        if isNested, section == "roles" {
            roleLines.append((key, value, number))
        } else if key.hasPrefix("base"), let slot = Self.slot(key), !isNested || section == "palette" {
            guard let color = Self.color(value) else {
                throw ThemeError(line: number, message: "`\(key)`: `\(value)` is not a colour, such as `#a1b2c3`")
            }
            slots[slot] = color
        } else if isNested, section == "palette" {
            throw ThemeError(line: number, message: "`\(key)` is no slot; slots are base00 to base17")
        } else if !isNested {
            texts[key] = value
        }
    }

    func theme() throws(ThemeError) -> Theme {
        let missing = (0..<16).filter { slots[$0] == nil }
        if let first = missing.first {
            throw ThemeError(line: nil, message: "the palette lacks \(Self.slotName(first))")
        }
        let palette = (0..<24).map { slots[$0] ?? slots[Self.substitute($0)] ?? .terminalDefault }
        var overrides: [Role: Theme.RoleStyle] = [:]
        for entry in roleLines {
            let style = try Self.roleStyle(entry.value, palette: palette, line: entry.line)
            if let role = Role.named[entry.name] {
                overrides[role] = style
            } else if entry.name.hasPrefix("node.") {
                overrides[Role.category(for: String(entry.name.dropFirst(5)))] = style
            } else {
                throw ThemeError(line: entry.line, message: "there is no role `\(entry.name)`")
            }
        }
        return Theme(
            name: texts["name"] ?? texts["scheme"] ?? "unnamed", author: texts["author"] ?? "",
            variant: variant(palette), palette: palette, paintsBackground: texts["paint_background"] == "true",
            overrides: overrides)
    }

    private func variant(_ palette: [Color]) -> Theme.Variant {
        if let text = texts["variant"], let variant = Theme.Variant(rawValue: text) { return variant }
        let onWhite = palette[0].contrast(with: .rgb(0xFFFFFF)) ?? 21
        let onBlack = palette[0].contrast(with: .rgb(0x000000)) ?? 1
        return onWhite < onBlack ? .light : .dark
    }

    /// The base16 slot that stands in for a base24 one.
    private static func substitute(_ slot: Int) -> Int {
        switch slot {
        case 16, 17: 0
        case 18: 8
        case 19: 10
        case 20: 11
        case 21: 12
        case 22: 13
        default: 14
        }
    }

    // MARK: Values

    private static func roleStyle(_ text: String, palette: [Color], line: Int) throws(ThemeError) -> Theme.RoleStyle {
        var style = Theme.RoleStyle()
        var takesBackground = false
        for word in text.split(separator: " ").map(String.init) {
            if let emphasis = emphases[word] {
                style.emphasis.formUnion(emphasis)
            } else if word == "on" {
                takesBackground = true
            } else if let color = slot(word).map({ palette[$0] }) ?? color(word) {
                if takesBackground { style.background = color } else { style.foreground = color }
            } else {
                throw ThemeError(line: line, message: "`\(word)` is neither a slot, a colour nor an attribute")
            }
        }
        return style
    }

    private static let emphases: [String: Emphasis] = [
        "bold": .bold, "italic": .italic, "underline": .underline, "reverse": .reverse, "faint": .faint,
        "strikethrough": .strikethrough,
    ]

    private static func slot(_ key: String) -> Int? {
        guard key.utf8.count == 6, key.hasPrefix("base"), let slot = Int(key.dropFirst(4), radix: 16), slot >= 0,
            slot < 24
        else { return nil }
        return slot
    }

    private static func slotName(_ slot: Int) -> String {
        "base" + (slot < 16 ? "0" : "") + String(slot, radix: 16, uppercase: true)
    }

    private static func color(_ text: String) -> Color? {
        if text == "default" { return .terminalDefault }
        if text.hasPrefix("ansi") {
            guard let index = UInt8(text.dropFirst(4)), index < 16 else { return nil }
            return .indexed(index)
        }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        return .rgb(value)
    }

    // MARK: Text

    /// A comment begins at a `#` after a space or at the line's start, outside quotes.
    private static func withoutComment(_ line: Substring) -> Substring {
        var quote: Character?
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#", previous == " " || previous == "\t", !startsColor(line[index...]) {
                return line[..<index]
            }
            previous = character
        }
        return line
    }

    /// `base00: #1c1f26` without quotes is no YAML, but people write it.
    private static func startsColor(_ text: Substring) -> Bool {
        let word = text.dropFirst().prefix { !$0.isWhitespace }
        return word.utf8.count == 6 && word.allSatisfy(\.isHexDigit)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }
}
