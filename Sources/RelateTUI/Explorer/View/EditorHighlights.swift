import CypherSyntax
import Render

/// The roles of a text's characters, by its tokens.
struct EditorHighlights {
    private let text: TextBuffer
    /// Stretches of the bytes lexed, in order.
    private let stretches: [Highlight]
    /// What was lexed: all of a short text, the shown lines of a long one.
    private let lexedLines: Range<Int>
    private let lineOffsets: [Int]

    private static let wholeTextByteLimit = 1 << 16
    /// A longer line shows without colours, and only what is seen of it is looked at.
    static let lineLengthLimit = 1 << 16

    init(_ text: TextBuffer, lines: Range<Int>, language: StatementLanguage = .cypher) {
        self.text = text
        let byteCount = text.lines.reduce(0) { $0 + $1.count }
        lexedLines = byteCount <= Self.wholeTextByteLimit ? 0..<text.lines.count : lines
        var offsets: [Int] = []
        var source = ""
        for line in lexedLines {
            offsets.append(source.utf8.count)
            if text.lines[line].count <= Self.lineLengthLimit { source += String(text.lines[line]) }
            source += "\n"
        }
        lineOffsets = offsets
        stretches =
            language == .datalog ? DatalogHighlights.highlights(in: source) : Highlighter.highlights(in: source)
    }

    /// What shows of a line from one column to another, and how many columns the line has; of one that is very long and
    /// goes on, more than are asked for.
    func part(_ number: Int, columns: Range<Int>) -> (line: StyledLine, columns: Int) {
        let characters = text.lines[number]
        guard characters.count > Self.lineLengthLimit else {
            let line = line(number)
            return (line.slice(columns), line.columns)
        }
        let start = EditorMetrics.place(line: number, column: columns.lowerBound, in: text)
        let before = EditorMetrics.column(of: start, in: text)
        let end = min(characters.count, start.column + columns.count + text.tabWidth)
        let seen = String(characters[start.column..<end])
        // Half of a wide character may stand at the edge.
        var line = StyledLine(String(repeating: " ", count: max(0, before - columns.lowerBound)))
        line.append(EditorMetrics.withoutTabs(seen, from: before, tabWidth: text.tabWidth), .text)
        let first = max(0, columns.lowerBound - before)
        let count = end < characters.count ? columns.upperBound + 1 : min(before, columns.lowerBound) + line.columns
        return (line.slice(first..<(first + columns.count)), count)
    }

    func line(_ number: Int) -> StyledLine {
        let string = String(text.lines[number])
        guard lexedLines.contains(number) else {
            return StyledLine(EditorMetrics.withoutTabs(string, tabWidth: text.tabWidth))
        }
        let bytes = Array(string.utf8)
        let start = lineOffsets[number - lexedLines.lowerBound]
        let end = start + bytes.count
        var line = StyledLine()
        var place = start
        var index = stretches.partitioningIndex { $0.span.upperBound > start }
        while place < end {
            guard index < stretches.count, stretches[index].span.lowerBound < end else { break }
            let range = stretches[index].span
            if range.lowerBound > place { append(bytes, place - start, range.lowerBound - start, .text, to: &line) }
            let from = max(place, range.lowerBound)
            let to = min(end, range.upperBound)
            append(bytes, from - start, to - start, StatementRendering.role(of: stretches[index].role), to: &line)
            place = to
            index += 1
        }
        if place < end { append(bytes, place - start, end - start, .text, to: &line) }
        return line
    }

    private func append(_ bytes: [UInt8], _ from: Int, _ to: Int, _ role: Role, to line: inout StyledLine) {
        guard from < to else { return }
        let part = String(decoding: bytes[from..<to], as: UTF8.self)
        line.append(EditorMetrics.withoutTabs(part, from: line.columns, tabWidth: text.tabWidth), role)
    }
}

extension Array {
    /// The first index whose element fits, where all elements behind one that fits do too.
    fileprivate func partitioningIndex(where fits: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The bracket at the cursor and the one that belongs to it.
enum BracketPairs {
    private static let byteLimit = 1 << 16

    /// Both places, or none where the cursor is at no bracket or it has no partner.
    static func pair(in buffer: TextBuffer) -> [TextPosition] {
        let here = buffer.character(at: buffer.cursor)
        let before = buffer.cursor > .start ? buffer.character(at: buffer.place(before: buffer.cursor)) : nil
        guard [here, before].contains(where: { $0.map("()[]{}".contains) ?? false }), buffer.byteCount <= byteLimit
        else { return [] }
        let text = buffer.text
        guard let (open, close) = Highlighter.matchingBrackets(at: buffer.offset(of: buffer.cursor), in: text)
        else { return [] }
        return [open, close].map { buffer.position(ofOffset: $0.lowerBound) }
    }
}
