import Relate

/// A text as lines of a width, from any place of it on: what does not show costs nothing, however long the text is.
///
/// The text is cut into pieces at its line ends and, in long lines, about every 16 KiB, at the same places always; each piece
/// is broken into lines by itself. So a line is found from its piece alone, and nothing has to be known of those before.
package struct TextPages {
    /// A line: its piece by the byte where that begins, and its number in it.
    package struct Place: Hashable, Comparable, Sendable {
        package var piece: Int
        package var line: Int

        package static let start = Place(piece: 0, line: 0)

        package static func < (left: Place, right: Place) -> Bool {
            (left.piece, left.line) < (right.piece, right.line)
        }
    }

    /// Bytes of the longest pieces, about.
    private static let pieceBytes = 16_384
    /// How far behind that a space is looked for, to break there.
    private static let spaceBytes = 256

    private let text: String
    private let bytes: String.UTF8View
    private let width: Int
    private let view: InspectorRendering.TextView

    package init(_ text: String, width: Int, view: InspectorRendering.TextView) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        bytes = text.utf8
        self.width = max(2, width)
        self.view = view
    }

    package var byteCount: Int { bytes.count }

    // MARK: Lines

    /// Lines from a place on, at most so many; a line behind its piece's end is the piece's last.
    package func lines(from place: Place, most: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        var piece = piece(at: place.piece)
        let skipped = place.line > 0 ? min(place.line, lineCount(piece) - 1) : 0
        lines += self.lines(of: piece, most: skipped + most).dropFirst(skipped)
        while lines.count < most, let next = self.piece(after: piece) {
            piece = next
            lines += self.lines(of: piece, most: most - lines.count)
        }
        return Array(lines.prefix(max(0, most)))
    }

    /// The place so many lines on, or back; at the text's ends it stays there.
    package func moved(_ place: Place, by count: Int) -> Place {
        var piece = piece(at: place.piece)
        var line = min(place.line, lineCount(piece) - 1) + count
        while line < 0 {
            guard let before = self.piece(before: piece) else { return .start }
            piece = before
            line += lineCount(piece)
        }
        while true {
            let lineCount = lineCount(piece)
            if line < lineCount { return Place(piece: piece.lowerBound, line: line) }
            guard let next = self.piece(after: piece) else {
                return Place(piece: piece.lowerBound, line: lineCount - 1)
            }
            line -= lineCount
            piece = next
        }
    }

    /// The first line of the last `page` lines.
    package func last(page: Int) -> Place {
        let piece = piece(at: byteCount)
        return moved(Place(piece: piece.lowerBound, line: lineCount(piece) - 1), by: 1 - max(1, page))
    }

    /// The byte that a line begins at.
    package func byte(of place: Place) -> Int {
        let piece = piece(at: place.piece)
        guard place.line > 0, view != .hex else { return piece.lowerBound }
        let starts = lineStarts(of: piece)
        let wanted = starts[min(place.line, starts.count - 1)]
        // The longest beginning of the piece that shows no more than stands before.
        var (low, high) = (piece.lowerBound, piece.upperBound)
        while low < high {
            let middle = (low + high + 1) / 2
            if shownCount(of: piece, before: middle) <= wanted { low = middle } else { high = middle - 1 }
        }
        return shownEnd(low)
    }

    /// The line that the byte is on.
    package func place(ofByte offset: Int) -> Place {
        let piece = piece(at: offset)
        if view == .hex { return Place(piece: piece.lowerBound, line: 0) }
        // Where what shows of its character ends.
        var end = min(max(offset, piece.lowerBound) + 1, piece.upperBound)
        while end < piece.upperBound, self[end] & 0xC0 == 0x80 { end += 1 }
        let last = shownCount(of: piece, before: end) - 1
        let line = lineStarts(of: piece).lastIndex { $0 <= last } ?? 0
        return Place(piece: piece.lowerBound, line: line)
    }

    /// Where the lines of a piece begin, in bytes of what it shows.
    private func lineStarts(of piece: Range<Int>) -> [Int] {
        var wrapping = LineWrapping(StyledLine([span(shown(piece))]), width: width)
        var starts: [Int] = []
        repeat { starts.append(wrapping.offsetInFirstSpan) } while wrapping.next() != nil && !wrapping.isDone
        return starts
    }

    /// How many bytes of what the piece shows stand for those before a place; the closing quote for none.
    private func shownCount(of piece: Range<Int>, before place: Int) -> Int {
        let end = max(piece.lowerBound, shownEnd(place))
        let count = span(shown(piece.lowerBound..<end)).text.utf8.count
        return view == .escaped && end == byteCount ? count - 1 : count
    }

    /// The place between two characters at or before another one; not behind a joiner, which shows by what follows it.
    private func shownEnd(_ place: Int) -> Int {
        var end = place
        while end > 0, end < byteCount, self[end] & 0xC0 == 0x80 { end -= 1 }
        while end > 2, self[end - 3] == 0xE2, self[end - 2] == 0x80, self[end - 1] == 0x8D { end -= 3 }
        return end
    }

    private func lineCount(_ piece: Range<Int>) -> Int { lines(of: piece, most: .max).count }

    private func lines(of piece: Range<Int>, most: Int) -> [StyledLine] {
        if view == .hex { return [hexLine(piece)] }
        // So much fits into the lines and the spaces that they break at.
        let limit = (width + 1).multipliedReportingOverflow(by: most == .max ? most : max(0, most) + 1)
        let span = span(shown(piece), limit: limit.overflow ? .max : limit.partialValue)
        return StyledLine([span]).wrapped(to: width, most: most)
    }

    /// What a piece or its beginning is as text or as a literal, before anything is made visible.
    private func shown(_ piece: Range<Int>) -> String {
        if view == .escaped {
            // The quotes stand at the ends of the whole.
            var literal = CypherLiteral.text(.string(part(piece)))
            if piece.upperBound < byteCount { literal.unicodeScalars.removeLast() }
            if piece.lowerBound > 0 { literal.unicodeScalars.removeFirst() }
            return literal
        }
        var end = piece.upperBound
        if end > piece.lowerBound, self[end - 1] == 0x0A {
            end -= 1
            if end > piece.lowerBound, self[end - 1] == 0x0D { end -= 1 }
        }
        return part(piece.lowerBound..<end)
    }

    private func span(_ text: String, limit: Int = .max) -> Span {
        Span(text, .string, limit: limit, isWhole: true)
    }

    // MARK: Pieces

    private subscript(offset: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: offset)] }

    private func part(_ range: Range<Int>) -> String {
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return String(decoding: bytes[start..<bytes.index(start, offsetBy: range.count)], as: UTF8.self)
    }

    private var bytesPerLine: Int { width >= 76 ? 16 : width >= 44 ? 8 : 4 }

    /// The piece that the byte is in. The one that begins at the text's end is empty: behind the last line end, and in an
    /// empty text.
    private func piece(at offset: Int) -> Range<Int> {
        let offset = min(max(0, offset), byteCount)
        if view == .hex {
            let place = min(offset, max(0, byteCount - 1))
            let start = place - place % bytesPerLine
            return start..<min(byteCount, start + bytesPerLine)
        }
        let start = pieceStart(upTo: offset)
        return start..<pieceEnd(from: start)
    }

    private func piece(after piece: Range<Int>) -> Range<Int>? {
        if piece.upperBound < byteCount { return self.piece(at: piece.upperBound) }
        guard view == .wrapped, !piece.isEmpty, self[byteCount - 1] == 0x0A else { return nil }
        return byteCount..<byteCount
    }

    private func piece(before piece: Range<Int>) -> Range<Int>? {
        guard piece.lowerBound > 0 else { return nil }
        let start = view == .hex ? piece.lowerBound - bytesPerLine : pieceStart(upTo: piece.lowerBound - 1)
        return start..<piece.lowerBound
    }

    /// The last beginning of a piece at or before the place.
    private func pieceStart(upTo offset: Int) -> Int {
        if offset >= byteCount, byteCount > 0, view != .wrapped || self[byteCount - 1] != 0x0A {
            return pieceStart(upTo: byteCount - 1)
        }
        var start = 0
        var cut = offset / Self.pieceBytes
        while cut > 0 {
            let place = self.cut(cut)
            if place <= offset, place < byteCount {
                start = place
                break
            }
            cut -= 1
        }
        guard view == .wrapped else { return start }
        var place = offset
        while place > start {
            if self[place - 1] == 0x0A { return place }
            place -= 1
        }
        return start
    }

    private func pieceEnd(from start: Int) -> Int {
        let end = min(byteCount, cut(start / Self.pieceBytes + 1))
        guard view == .wrapped else { return end }
        var place = start
        while place < end {
            if self[place] == 0x0A { return place + 1 }
            place += 1
        }
        return end
    }

    /// Where a long line is cut: behind the first space or line end from there on, else between two characters.
    private func cut(_ number: Int) -> Int {
        let wanted = number * Self.pieceBytes
        guard wanted < byteCount else { return byteCount }
        for place in wanted..<min(byteCount, wanted + Self.spaceBytes) where self[place] == 0x20 || self[place] == 0x0A
        {
            return place + 1
        }
        var place = wanted
        while place < byteCount, self[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    /// `00000010  48 65 6c 6c 6f  Hello`.
    private func hexLine(_ piece: Range<Int>) -> StyledLine {
        let part = piece.map { self[$0] }
        let codes = part.map { Self.hex(UInt64($0), 2) }.joined(separator: " ")
        let text = part.map { $0 >= 0x20 && $0 < 0x7F ? String(UnicodeScalar($0)) : "·" }.joined()
        var line = StyledLine(Self.hex(UInt64(piece.lowerBound), 8) + "  ", .dim)
        line.append(codes + StyledLine.spaces(3 * bytesPerLine - 1 - codes.utf8.count), .number)
        line.append("  ")
        line.append(text, .string)
        return line
    }

    private static func hex(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension TextPages {
    /// Where the text that is sought next stands, whatever the case of its letters; round the ends.
    ///
    /// - Parameters:
    ///   - start: A byte; it counts itself.
    ///   - isBackward: Before it, in place of from it on.
    package func offset(of wanted: String, from start: Int, isBackward: Bool) -> Int? {
        // Beyond ASCII only these spellings are known.
        let spellings = Set([wanted, wanted.lowercased(), wanted.uppercased()]).map { $0.utf8.map(Self.lowered) }
        guard !wanted.isEmpty else { return nil }
        var text = text
        return text.withUTF8 { bytes -> Int? in
            func isMatch(_ place: Int) -> Bool {
                spellings.contains { wanted in
                    place + wanted.count <= bytes.count
                        && wanted.indices.allSatisfy { Self.lowered(bytes[place + $0]) == wanted[$0] }
                }
            }
            let first = Set(spellings.compactMap(\.first))
            let isFirst = (0...255).map { first.contains(Self.lowered(UInt8($0))) }
            func find(_ range: some Sequence<Int>) -> Int? {
                for place in range where isFirst[Int(bytes[place])] {
                    if isMatch(place) { return place }
                }
                return nil
            }
            let start = min(max(0, start), bytes.count)
            if isBackward { return find((0..<start).reversed()) ?? find((start..<bytes.count).reversed()) }
            return find(start..<bytes.count) ?? find(0..<start)
        }
    }

    @inline(__always)
    private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
