/// Shortens what curses draws with: the same picture in about half the bytes.
///
/// Curses sends both colours whenever one of them changes, takes attributes back by taking back everything, and gives
/// blanks the colour of a text that they do not have. Here styles are held back until something is written that shows
/// them, and then only what differs from the terminal's own state is sent, in one sequence.
struct StyleCoalescer {
    private struct Style: Equatable {
        /// Parameters of the sequence that sets it, such as `38;5;253`; empty is the terminal's own.
        var foreground: [UInt8] = []
        var background: [UInt8] = []
        var attributes: Attributes = []
        /// `11` or `12`, by which the Linux console and others draw lines; empty is the usual one. A 0 does not take it back.
        var font: [UInt8] = []
    }

    private struct Attributes: OptionSet {
        let rawValue: UInt8

        static let bold = Attributes(rawValue: 1)
        static let faint = Attributes(rawValue: 2)
        static let italic = Attributes(rawValue: 4)
        static let underline = Attributes(rawValue: 8)
        static let blink = Attributes(rawValue: 16)
        static let reverse = Attributes(rawValue: 32)
        static let strikethrough = Attributes(rawValue: 64)

        /// With these a blank shows more than its background.
        static let seenOnBlanks: Attributes = [.underline, .reverse, .strikethrough]

        /// By the number that sets it.
        static let numbers: [(Attributes, UInt8)] = [
            (.bold, 1), (.faint, 2), (.italic, 3), (.underline, 4), (.blink, 5), (.reverse, 7), (.strikethrough, 9),
        ]
    }

    private enum Text { case blank, visible }

    private var wanted = Style()
    /// What the terminal is set to; `nil` where that is not known.
    private var sent: Style?
    /// The second character set is shifted in; `nil` where that is not known.
    private var isShiftedOut: Bool?
    /// The terminal draws ASCII as ASCII.
    private var isPlainCharset = false
    private var output: [UInt8] = []
    /// The screen's columns, where the terminal knows a shorter sequence for a move within the row; else 0.
    private let columns: Int
    /// The cursor's row as sequences count it, while that is certain, and a column that it is not beyond.
    private var row: Int?
    private var columnBound = 1

    init(columnsMovedInRow columns: Int = 0) { self.columns = columns }

    /// - Parameter bytes: Whole sequences, as a frame has them.
    mutating func coalesce(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        output.removeAll(keepingCapacity: true)
        row = nil
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x1B {
                place = takeSequence(bytes, place)
            } else {
                switch byte {
                case 0x20: show(.blank)
                case 0x0A:
                    row = nil
                    showBackground()
                case 0x0D: columnBound = 1
                case 0x0E: isShiftedOut = true
                case 0x0F:
                    // Taking all attributes back, some terminals take that back as well, each time.
                    place += 1
                    if isShiftedOut == false { continue }
                    isShiftedOut = false
                    output.append(byte)
                    continue
                case ..<0x20: break
                default: show(.visible)
                }
                output.append(byte)
                place += 1
                // A byte is a column at most. At the end of the row the cursor's place is the terminal's affair.
                if byte >= 0x20 { columnBound += 1 }
                if columnBound > columns { row = nil }
            }
        }
        return output
    }

    // MARK: - Sequences

    /// - Returns: The place behind the sequence.
    private mutating func takeSequence(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        guard start + 1 < bytes.count else {
            output.append(bytes[start])
            return start + 1
        }
        switch bytes[start + 1] {
        case UInt8(ascii: "["): return takeControl(bytes, start)
        case UInt8(ascii: "("):
            let end = min(bytes.count, start + 3)
            let isASCII = end == start + 3 && bytes[start + 2] == UInt8(ascii: "B")
            if !(isASCII && isPlainCharset) { output.append(contentsOf: bytes[start..<end]) }
            isPlainCharset = isASCII
            return end
        default:
            row = nil
            // Restoring a cursor restores a style with it.
            if bytes[start + 1] == UInt8(ascii: "8") || bytes[start + 1] == UInt8(ascii: "c") { sent = nil }
            output.append(contentsOf: bytes[start..<(start + 2)])
            return start + 2
        }
    }

    private mutating func takeControl(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var end = start + 2
        while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else {
            output.append(contentsOf: bytes[start...])
            return bytes.count
        }
        let parameters = bytes[(start + 2)..<end]
        switch bytes[end] {
        case UInt8(ascii: "m"):
            if takeStyle(parameters) { return end + 1 }
            // A style that is not known here goes through as it is, and what it does is not relied on.
            show(.visible)
            sent = nil
        case UInt8(ascii: "H"):
            if moveInRow(to: parameters) { return end + 1 }
        case UInt8(ascii: "G"): columnBound = Self.number(parameters) ?? columns
        case UInt8(ascii: "X"), UInt8(ascii: "K"), UInt8(ascii: "J"), UInt8(ascii: "@"), UInt8(ascii: "P"),
            UInt8(ascii: "L"), UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "T"):
            // What becomes blank takes the background.
            showBackground()
            if ![UInt8(ascii: "X"), UInt8(ascii: "K"), UInt8(ascii: "J")].contains(bytes[end]) { row = nil }
        default: row = nil
        }
        output.append(contentsOf: bytes[start...end])
        return end + 1
    }

    /// `ESC [ 7 G` for `ESC [ 12 ; 7 H` in row 12. Notes where the cursor goes.
    private mutating func moveInRow(to parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        let words = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard words.count == 2, let newRow = Self.number(words[0]), let column = Self.number(words[1]) else {
            row = nil
            return false
        }
        defer { (row, columnBound) = (newRow, column) }
        guard row == newRow, columns > 0 else { return false }
        output += [0x1B, UInt8(ascii: "[")] + Array(words[1]) + [UInt8(ascii: "G")]
        return true
    }

    /// `false` for a parameter that is not known.
    private mutating func takeStyle(_ parameters: Slice<UnsafeRawBufferPointer>) -> Bool {
        var style = wanted
        let words = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        var place = 0
        while place < words.count {
            let word = words[place]
            place += 1
            if word.contains(UInt8(ascii: ":")) {
                guard let first = word.first, word.count > 3 else { return false }
                let isForeground = first == UInt8(ascii: "3")
                guard isForeground || first == UInt8(ascii: "4"), word.dropFirst().first == UInt8(ascii: "8") else {
                    return false
                }
                if isForeground { style.foreground = Array(word) } else { style.background = Array(word) }
                continue
            }
            guard let number = Self.number(word) else { return false }
            switch number {
            case 0: style = Style(font: style.font)
            case 10: style.font = []
            case 11, 12: style.font = Array(word)
            case 1...5, 7, 9:
                for (attribute, code) in Attributes.numbers where Int(code) == number {
                    style.attributes.insert(attribute)
                }
            case 22: style.attributes.subtract([.bold, .faint])
            case 23: style.attributes.remove(.italic)
            case 24: style.attributes.remove(.underline)
            case 25: style.attributes.remove(.blink)
            case 27: style.attributes.remove(.reverse)
            case 29: style.attributes.remove(.strikethrough)
            case 30...37, 90...97: style.foreground = Array(word)
            case 39: style.foreground = []
            case 40...47, 100...107: style.background = Array(word)
            case 49: style.background = []
            case 38, 48:
                guard place < words.count, let kind = Self.number(words[place]), kind == 5 || kind == 2 else {
                    return false
                }
                let count = kind == 5 ? 2 : 4
                guard place + count <= words.count else { return false }
                let color = Array(words[(place - 1)..<(place + count)].joined(separator: [UInt8(ascii: ";")]))
                if number == 38 { style.foreground = color } else { style.background = color }
                place += count
            default: return false
            }
        }
        wanted = style
        return true
    }

    /// An empty parameter is 0.
    private static func number(_ word: Slice<UnsafeRawBufferPointer>) -> Int? {
        var value = 0
        for byte in word {
            guard (0x30...0x39).contains(byte), value < 1000 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    // MARK: - What is sent

    private mutating func show(_ text: Text) {
        guard let sent else { return send(wanted) }
        if text == .visible { return sent == wanted ? () : send(wanted) }
        let isSeen = !sent.attributes.union(wanted.attributes).isDisjoint(with: .seenOnBlanks)
        if isSeen { return sent == wanted ? () : send(wanted) }
        showBackground()
    }

    private mutating func showBackground() {
        guard var style = sent else { return send(wanted) }
        guard style.background != wanted.background else { return }
        style.background = wanted.background
        send(style)
    }

    private mutating func send(_ style: Style) {
        defer { sent = style }
        guard let old = sent else { return write([[0x30]] + Self.parts(of: style)) }
        if style == Style(), old.font.isEmpty { return write([]) }
        var parts: [[UInt8]] = []
        let gone = old.attributes.subtracting(style.attributes)
        var kept = old.attributes
        if !gone.isDisjoint(with: [.bold, .faint]) {
            parts.append(Array("22".utf8))
            kept.subtract([.bold, .faint])
        }
        for (attribute, code) in Attributes.numbers.dropFirst(2) where gone.contains(attribute) {
            parts.append([0x32, 0x30 + code])
        }
        parts += Self.parts(of: style.attributes.subtracting(kept))
        if style.foreground != old.foreground {
            parts.append(style.foreground.isEmpty ? Array("39".utf8) : style.foreground)
        }
        if style.background != old.background {
            parts.append(style.background.isEmpty ? Array("49".utf8) : style.background)
        }
        if style.font != old.font { parts.append(style.font.isEmpty ? Array("10".utf8) : style.font) }
        write(parts)
    }

    private static func parts(of style: Style) -> [[UInt8]] {
        parts(of: style.attributes) + [style.foreground, style.background, style.font].filter { !$0.isEmpty }
    }

    private static func parts(of attributes: Attributes) -> [[UInt8]] {
        Attributes.numbers.filter { attributes.contains($0.0) }.map { [0x30 + $0.1] }
    }

    private mutating func write(_ parts: [[UInt8]]) {
        output += [0x1B, UInt8(ascii: "[")]
        output += parts.joined(separator: [UInt8(ascii: ";")])
        output.append(UInt8(ascii: "m"))
    }
}
