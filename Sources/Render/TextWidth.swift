/// The only way from a string to a screen: makes every scalar visible or harmless, and counts columns as curses does.
///
/// In this order: valid UTF-8 (Swift's strings are), controls and formatting characters to visible marks, clusters
/// reduced to what one terminal cell holds, width, cut. `Span` calls it in its initializer, so nothing goes around it.
package enum TextWidth {
    /// Marks that one spacing character may carry: a curses cell holds one spacing character and four more.
    private static let marksLimit = 4

    /// No column of writing takes more: of an emoji family eleven scalars show in two, and a letter has a mark or three.
    static let scalarsPerColumn = 64

    /// The columns of one scalar as `wcwidth` counts: 0, 1 or 2; -1 for one that cannot be printed.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 {
            return value < 0x20 || (value >= 0x7F && value < 0xA0) ? -1 : 1
        }
        if contains(WidthTables.wide, value) { return 2 }
        if contains(WidthTables.zeroWidth, value) { return 0 }
        return contains(WidthTables.unprintable, value) ? -1 : 1
    }

    /// The columns of text that `visible` made.
    package static func columns(of visibleText: String) -> Int {
        if isPlain(visibleText) { return visibleText.utf8.count }
        var columns = 0
        for scalar in visibleText.unicodeScalars { columns += max(0, self.columns(of: scalar)) }
        return columns
    }

    /// `text` as a terminal may have it, and its columns: no control, no bidirectional or invisible character is left.
    ///
    /// C0 controls show as control pictures (`␛`), other controls and formatting characters by their code point
    /// (`⟨U+202E⟩`), what has no width as U+FFFD. Emoji families, skin tones and flags of tags show as their first
    /// emoji, flags of letters as the letters; variation selectors are dropped. Characters of several spacing scalars
    /// stay whole.
    ///
    /// - Parameters:
    ///   - limit: Stops soon after this many columns, so that a huge string costs no more than a short one.
    ///   - isWhole: Nothing is left out of emoji: what a family, a skin tone or a flag is made of stands side by side, a
    ///     joiner as `‿`.
    package static func visible(
        _ text: String, limit: Int = .max, isWhole: Bool = false
    ) -> (text: String, columns: Int) {
        let count = text.utf8.count
        if count > limit {
            let head = text.utf8.prefix(limit + 1)
            if isPlain(head) { return (String(decoding: head, as: UTF8.self), limit + 1) }
        } else if isPlain(text) {
            return (text, count)
        }
        var reducer = ClusterReducer(marksLimit: marksLimit, isWhole: isWhole)
        // What has no width may go on for long.
        var left = limit < .max / scalarsPerColumn - 1 ? (limit + 1) * scalarsPerColumn : .max
        for scalar in text.unicodeScalars {
            reducer.add(scalar)
            left -= 1
            if reducer.columns > limit || left <= 0 { break }
        }
        reducer.finish()
        return (reducer.text, reducer.columns)
    }

    /// Calls `body` with each cell's text (a spacing scalar with its marks) and its columns, until it returns `false`.
    ///
    /// - Parameter place: Where the first of these cells begins; the text's start if `nil`.
    static func forEachCell(
        of visibleText: String, from place: String.Index? = nil, _ body: (Substring, Int) -> Bool
    ) {
        let scalars = visibleText.unicodeScalars
        var start = place ?? scalars.startIndex
        while start < scalars.endIndex {
            let columns = max(0, self.columns(of: scalars[start]))
            var end = scalars.index(after: start)
            while end < scalars.endIndex, scalars[end].value >= 0x300, self.columns(of: scalars[end]) == 0 {
                end = scalars.index(after: end)
            }
            guard body(visibleText[start..<end], columns) else { return }
            start = end
        }
    }

    /// Printable ASCII alone: nothing to change, a byte a column.
    static func isPlain(_ text: String) -> Bool { isPlain(text.utf8) }

    private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.withContiguousStorageIfAvailable(isPlain) ?? bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Eight bytes at a time: most of what a store holds is plain, and every cell asks.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let words = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset + 8 <= words.count {
            let word = words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let hasControl = (word &- 0x2020_2020_2020_2020) & ~word
            let hasDelete = word &+ 0x0101_0101_0101_0101
            guard (word | hasControl | hasDelete) & 0x8080_8080_8080_8080 == 0 else { return false }
            offset += 8
        }
        return bytes[offset...].allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static func contains(_ ranges: [UInt32], _ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count / 2
        while low < high {
            let middle = (low + high) / 2
            if ranges[2 * middle + 1] < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < ranges.count / 2 && ranges[2 * low] <= value
    }
}

/// Takes scalars one by one and keeps what a terminal can show of them.
private struct ClusterReducer {
    private(set) var text = ""
    private(set) var columns = 0
    private let marksLimit: Int
    private let isWhole: Bool
    private var marks = 0
    private var hasBase = false
    /// What the characters so far allow the next one to continue.
    private var state = State.none
    /// A joiner after an emoji: dropped if an emoji follows, shown if not.
    private var pendingJoiner = false

    private enum State { case none, emoji, blackFlag }

    init(marksLimit: Int, isWhole: Bool) {
        self.marksLimit = marksLimit
        self.isWhole = isWhole
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if pendingJoiner {
            pendingJoiner = false
            if Self.isEmoji(scalar) {
                guard isWhole else { return }
                append("\u{203F}", columns: 1)
            } else {
                showCodePoint(0x200D)
            }
        }
        if value >= 0x20, value < 0x7F { return append(scalar, columns: 1) }
        switch value {
        case 0x00...0x1F: append(Self.picture(0x2400 + value), columns: 1)
        case 0x7F: append(Self.picture(0x2421), columns: 1)
        case 0x200D where state != .none: pendingJoiner = true
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: break
        case 0x1F3FB...0x1F3FF where state != .none && !isWhole: break
        case 0xE0020...0xE007F where state == .blackFlag:
            // The letters of a region; the last tag only ends them.
            guard isWhole, value < 0xE007F else { break }
            append(Self.picture(value - 0xE0000), columns: 1)
            state = .blackFlag
        case 0x1F1E6...0x1F1FF: append(Self.picture(value - 0x1F1E6 + 0x41), columns: 1)
        default: addOther(scalar)
        }
    }

    mutating func finish() {
        if pendingJoiner { showCodePoint(0x200D) }
        pendingJoiner = false
    }

    private mutating func addOther(_ scalar: Unicode.Scalar) {
        if Self.isInvisible(scalar) { return showCodePoint(scalar.value) }
        switch TextWidth.columns(of: scalar) {
        case 0:
            if !hasBase { append("\u{25CC}", columns: 1) }
            if marks < marksLimit {
                text.unicodeScalars.append(scalar)
                marks += 1
            }
        case 1, 2:
            append(scalar, columns: TextWidth.columns(of: scalar))
            if Self.isEmoji(scalar) { state = scalar.value == 0x1F3F4 ? .blackFlag : .emoji }
        default:
            append("\u{FFFD}", columns: 1)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, columns count: Int) {
        text.unicodeScalars.append(scalar)
        columns += count
        marks = 0
        hasBase = true
        state = .none
    }

    private mutating func showCodePoint(_ value: UInt32) {
        let digits = String(value, radix: 16, uppercase: true)
        let mark = "\u{27E8}U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)\u{27E9}"
        for scalar in mark.unicodeScalars { append(scalar, columns: 1) }
        hasBase = false
    }

    private static func picture(_ value: UInt32) -> Unicode.Scalar { Unicode.Scalar(value) ?? "\u{FFFD}" }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && scalar.properties.isEmoji
    }

    /// Changes how its neighbours look, or shows nothing itself.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
