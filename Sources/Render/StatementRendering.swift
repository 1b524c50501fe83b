import CypherSyntax

/// A statement's text as styled lines.
package enum StatementRendering {
    /// The lines of `text`, coloured by what the parser knows of them. A line break of any kind ends a line.
    package static func lines(_ text: String) -> [StyledLine] {
        lines(text, highlights: Highlighter.highlights(in: text))
    }

    /// The lines of `text` with highlights that were made before.
    package static func lines(_ text: String, highlights: [Highlight]) -> [StyledLine] {
        let bytes = Array(text.utf8)
        var lines: [StyledLine] = []
        var start = 0
        var next = 0
        for end in lineEnds(bytes) {
            lines.append(line(bytes, start..<end.text, highlights, from: &next))
            start = end.next
        }
        return lines
    }

    /// All of `text` on one line, spaces and line breaks as single spaces: for lists of statements.
    package static func oneLine(_ text: String, limit: Int = 400) -> StyledLine {
        let short = text.unicodeScalars.count > 4 * limit ? String(text.prefix(4 * limit)) : text
        var result = StyledLine()
        for line in lines(short) {
            let part = line.strippedOfSpaces
            if part.isEmpty { continue }
            if !result.isEmpty { result.append(" ") }
            result.append(part)
            if result.columns > limit { break }
        }
        return result.cut(to: limit)
    }

    /// What a highlight is on the screen.
    package static func role(of role: Highlight.Role) -> Role {
        switch role {
        case .keyword: .keyword
        case .function: .function
        case .label: .nodeLabel
        case .relationshipType: .relationshipType
        case .propertyKey: .propertyKey
        case .variable: .variable
        case .parameter: .parameter
        case .constant: .boolean
        case .string: .string
        case .number: .number
        case .comment: .comment
        case .operator: .operator
        case .bracket, .punctuation: .bracket
        case .type: .temporal
        case .error: .invalid
        }
    }

    /// Where each line's text ends and the next line begins; `\n`, `\r\n` and `\r` end a line.
    private static func lineEnds(_ bytes: [UInt8]) -> [(text: Int, next: Int)] {
        var ends: [(text: Int, next: Int)] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0A {
                ends.append((index, index + 1))
            } else if bytes[index] == 0x0D {
                let isPair = index + 1 < bytes.count && bytes[index + 1] == 0x0A
                ends.append((index, index + (isPair ? 2 : 1)))
                if isPair { index += 1 }
            }
            index += 1
        }
        ends.append((bytes.count, bytes.count))
        return ends
    }

    private static func line(
        _ bytes: [UInt8], _ range: Range<Int>, _ highlights: [Highlight], from next: inout Int
    ) -> StyledLine {
        var line = StyledLine()
        var place = range.lowerBound
        func append(to end: Int, _ role: Role) {
            guard end > place else { return }
            line.append(Span(expandingTabs(String(decoding: bytes[place..<end], as: UTF8.self)), role))
            place = end
        }
        while next < highlights.count, highlights[next].span.upperBound <= range.lowerBound { next += 1 }
        var index = next
        while index < highlights.count, highlights[index].span.lowerBound < range.upperBound {
            let highlight = highlights[index]
            append(to: max(place, min(highlight.span.lowerBound, range.upperBound)), .text)
            append(to: min(highlight.span.upperBound, range.upperBound), role(of: highlight.role))
            index += 1
        }
        append(to: range.upperBound, .text)
        return line
    }

    /// Tabs are indentation in a text, not hidden data.
    private static func expandingTabs(_ text: String) -> String {
        text.utf8.contains(0x09)
            ? text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ") : text
    }
}

extension StyledLine {
    /// Without spaces at both ends.
    fileprivate var strippedOfSpaces: StyledLine {
        let text = plainText
        let lead = text.prefix { $0 == " " }.count
        return trimmed.slice(lead..<max(lead, columns))
    }
}
