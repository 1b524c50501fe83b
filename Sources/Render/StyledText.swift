/// A stretch of visible text of one role. Its text has been through `TextWidth.visible`; there is no other way in.
package struct Span: Hashable, Sendable {
    package let text: String
    package let columns: Int
    package var role: Role
    package var emphasis: Emphasis

    /// - Parameters:
    ///   - limit: Columns after which the text may end; see `TextWidth.visible`.
    ///   - isWhole: Emoji show all that they are made of.
    package init(
        _ text: String, _ role: Role = .text, _ emphasis: Emphasis = [], limit: Int = .max, isWhole: Bool = false
    ) {
        (self.text, columns) = TextWidth.visible(text, limit: limit, isWhole: isWhole)
        self.role = role
        self.emphasis = emphasis
    }

    /// - Parameter text: Printable ASCII, which is visible as it is.
    init(plain text: String, _ role: Role) {
        self.text = text
        columns = text.utf8.count
        self.role = role
        emphasis = []
    }

    /// - Parameter text: A part of what `TextWidth.visible` made, of so many columns.
    init(visible text: String, columns: Int, like span: Span) {
        self.text = text
        self.columns = columns
        role = span.role
        emphasis = span.emphasis
    }
}

/// One line of spans, without a line break.
package struct StyledLine: Hashable, Sendable {
    package private(set) var spans: [Span]
    package private(set) var columns: Int

    package init() {
        spans = []
        columns = 0
    }

    package init(_ spans: [Span]) {
        self.init()
        for span in spans { append(span) }
    }

    package init(_ text: String, _ role: Role = .text, _ emphasis: Emphasis = []) {
        self.init([Span(text, role, emphasis)])
    }

    /// A name in at most so many columns, with `…` where it has more.
    package static func name(
        _ text: String, _ role: Role = .text, _ emphasis: Emphasis = [], atMost width: Int
    ) -> StyledLine {
        StyledLine([Span(text, role, emphasis, limit: width)]).cut(to: width)
    }

    package var isEmpty: Bool { columns == 0 }

    /// The text without its roles.
    package var plainText: String { spans.map(\.text).joined() }

    package mutating func append(_ span: Span) {
        guard !span.text.isEmpty else { return }
        columns += span.columns
        if let last = spans.last, last.role == span.role, last.emphasis == span.emphasis {
            spans[spans.count - 1] = Span(
                visible: last.text + span.text, columns: last.columns + span.columns, like: last)
        } else {
            spans.append(span)
        }
    }

    package mutating func append(_ text: String, _ role: Role = .text, _ emphasis: Emphasis = []) {
        append(Span(text, role, emphasis))
    }

    package mutating func append(_ line: StyledLine) {
        for span in line.spans { append(span) }
    }

    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.append(right)
        return line
    }

    package static func += (left: inout StyledLine, right: StyledLine) { left.append(right) }

    /// The lines one after another, with `separator` between two.
    package static func joined(_ lines: [StyledLine], separator: StyledLine = StyledLine()) -> StyledLine {
        var result = StyledLine()
        for (index, line) in lines.enumerated() {
            if index > 0 { result.append(separator) }
            result.append(line)
        }
        return result
    }

    /// Every span with `role` instead of its own.
    package func with(role: Role) -> StyledLine { mapSpans { $0.role = role } }

    /// Every span with `emphasis` beside its own.
    package func emphasized(_ emphasis: Emphasis) -> StyledLine { mapSpans { $0.emphasis.formUnion(emphasis) } }

    private func mapSpans(_ change: (inout Span) -> Void) -> StyledLine {
        var line = self
        for index in line.spans.indices { change(&line.spans[index]) }
        return line
    }
}

// MARK: - Cutting, padding, wrapping

package enum Alignment: Hashable, Sendable { case left, right, center }

extension StyledLine {
    /// At most `limit` columns; what is cut away shows as `…` in the last column.
    package func cut(to limit: Int) -> StyledLine {
        guard columns > limit else { return self }
        guard limit > 0 else { return StyledLine() }
        var line = slice(0..<(limit - 1))
        let role = line.spans.last?.role ?? spans.first?.role ?? .text
        line.append(Span("…", role, line.spans.last?.emphasis ?? []))
        return line
    }

    /// At most `limit` columns, with the middle folded to `…`.
    package func cutInMiddle(to limit: Int) -> StyledLine {
        guard columns > limit else { return self }
        guard limit > 2 else { return cut(to: limit) }
        let head = (limit - 1) / 2
        let tail = limit - 1 - head
        return slice(0..<head) + StyledLine("…", .dim) + slice((columns - tail)..<columns)
    }

    /// Exactly `width` columns: cut if longer, spaces added if shorter.
    package func fitted(to width: Int, _ alignment: Alignment = .left) -> StyledLine {
        cut(to: width).padded(to: width, alignment)
    }

    /// At least `width` columns, with spaces added.
    package func padded(to width: Int, _ alignment: Alignment = .left) -> StyledLine {
        let missing = width - columns
        guard missing > 0 else { return self }
        let before =
            switch alignment {
            case .left: 0
            case .right: missing
            case .center: missing / 2
            }
        var line = before > 0 ? StyledLine(Self.spaces(before)) + self : self
        if missing > before { line.append(Self.spaces(missing - before)) }
        return line
    }

    /// The part in these columns. A wide character that lies half outside shows as spaces.
    package func slice(_ range: Range<Int>) -> StyledLine {
        var result = StyledLine()
        var column = 0
        for span in spans {
            let end = column + span.columns
            defer { column = end }
            if end <= range.lowerBound { continue }
            if column >= range.upperBound { break }
            if column >= range.lowerBound, end <= range.upperBound {
                result.append(span)
            } else {
                result.append(Self.slice(span, at: column, range))
            }
        }
        return result
    }

    private static func slice(_ span: Span, at start: Int, _ range: Range<Int>) -> Span {
        var text = ""
        var count = 0
        var column = start
        TextWidth.forEachCell(of: span.text) { cell, width in
            let end = column + width
            defer { column = end }
            if column >= range.upperBound { return false }
            if end <= range.lowerBound { return true }
            if column >= range.lowerBound, end <= range.upperBound {
                text += cell
                count += width
            } else {
                let visible = min(end, range.upperBound) - max(column, range.lowerBound)
                text += spaces(visible)
                count += visible
            }
            return true
        }
        return Span(visible: text, columns: count, like: span)
    }

    /// Lines of at most `width` columns, broken at spaces where there are any; `indent` columns before all but the first.
    ///
    /// Never empty: an empty line gives one empty line. Costs what the lines hold, and no more than `most` of them.
    package func wrapped(to width: Int, indent: Int = 0, most: Int = .max) -> [StyledLine] {
        var wrapping = LineWrapping(self, width: width, indent: indent)
        var lines: [StyledLine] = []
        while lines.count < most, let line = wrapping.next() { lines.append(line) }
        return lines
    }

    static func spaces(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return String(unsafeUninitializedCapacity: count) { buffer in
            buffer.initialize(repeating: UInt8(ascii: " "))
            return count
        }
    }
}
