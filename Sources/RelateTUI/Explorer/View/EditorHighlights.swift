import CypherSyntax
import Render

/// The roles of a text's characters, by its tokens.
struct EditorHighlights {
    private let text: TextBuffer
    /// Stretches of the bytes lexed, in order.
    private let stretches: [(range: Range<Int>, role: Role)]
    /// What was lexed: all of a short text, the shown lines of a long one.
    private let lexedLines: Range<Int>
    private let lineOffsets: [Int]

    private static let wholeTextByteLimit = 1 << 16

    init(_ text: TextBuffer, lines: Range<Int>) {
        self.text = text
        let byteCount = text.lines.reduce(0) { $0 + $1.count }
        lexedLines = byteCount <= Self.wholeTextByteLimit ? 0..<text.lines.count : lines
        var offsets: [Int] = []
        var source = ""
        for line in lexedLines {
            offsets.append(source.utf8.count)
            source += String(text.lines[line]) + "\n"
        }
        lineOffsets = offsets
        stretches = SyntaxRoles.stretches(of: source)
    }

    func line(_ number: Int) -> StyledLine {
        let string = String(text.lines[number])
        guard lexedLines.contains(number) else { return StyledLine(string) }
        let bytes = Array(string.utf8)
        let start = lineOffsets[number - lexedLines.lowerBound]
        let end = start + bytes.count
        var line = StyledLine()
        var place = start
        var index = stretches.partitioningIndex { $0.range.upperBound > start }
        while place < end {
            guard index < stretches.count, stretches[index].range.lowerBound < end else { break }
            let (range, role) = stretches[index]
            if range.lowerBound > place { append(bytes, place - start, range.lowerBound - start, .text, to: &line) }
            let from = max(place, range.lowerBound)
            let to = min(end, range.upperBound)
            append(bytes, from - start, to - start, role, to: &line)
            place = to
            index += 1
        }
        if place < end { append(bytes, place - start, end - start, .text, to: &line) }
        return line
    }

    private func append(_ bytes: [UInt8], _ from: Int, _ to: Int, _ role: Role, to line: inout StyledLine) {
        guard from < to else { return }
        line.append(String(decoding: bytes[from..<to], as: UTF8.self), role)
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

/// What the tokens of Cypher are to the eye.
enum SyntaxRoles {
    static func stretches(of text: String) -> [(range: Range<Int>, role: Role)] {
        let tokens = Lexer.tokensWithTrivia(in: text)
        var stretches: [(range: Range<Int>, role: Role)] = []
        let meaningful = tokens.indices.filter { !tokens[$0].kind.isTrivia }
        var context = Context()
        var next = 0
        for (index, token) in tokens.enumerated() {
            let range = token.span.lowerBound..<token.span.upperBound
            if token.kind.isTrivia {
                if token.kind != .whitespace { stretches.append((range, .comment)) }
                continue
            }
            while next < meaningful.count, meaningful[next] <= index { next += 1 }
            let following = next < meaningful.count ? tokens[meaningful[next]].kind : .endOfText
            if let role = context.role(of: token, before: following) { stretches.append((range, role)) }
        }
        return stretches
    }

    /// What has been seen to the left.
    private struct Context {
        private var brackets: [Token.Kind] = []
        private var previous = Token.Kind.endOfText

        mutating func role(of token: Token, before next: Token.Kind) -> Role? {
            defer { previous = token.kind }
            switch token.kind {
            case .leftParenthesis, .leftBracket, .leftBrace:
                brackets.append(token.kind)
                return .bracket
            case .rightParenthesis, .rightBracket, .rightBrace:
                _ = brackets.popLast()
                return .bracket
            case .word, .quotedName: return name(token, next)
            case .parameter: return .parameter
            case .integer, .float: return .number
            case .string, .interpolatedString: return .string
            case .malformedNumber, .unterminatedString, .unterminatedName, .unterminatedComment, .unknown:
                return .invalid
            case .comma, .semicolon: return .bracket
            case .endOfText, .whitespace, .lineComment, .blockComment: return nil
            default: return .operator
            }
        }

        private func name(_ token: Token, _ next: Token.Kind) -> Role {
            if previous == .colon || previous == .bar || previous == .ampersand || previous == .exclamation {
                switch brackets.last {
                case .leftBracket: return .relationshipType
                case .leftBrace: break
                default: return .nodeLabel
                }
            }
            if previous == .dot { return next == .leftParenthesis ? .function : .propertyKey }
            if brackets.last == .leftBrace, next == .colon { return .propertyKey }
            if token.keyword != nil, token.kind == .word { return .keyword }
            return next == .leftParenthesis ? .function : .variable
        }
    }
}

/// The bracket at the cursor and the one that belongs to it.
enum BracketPairs {
    private static let searchLimit = 20_000
    private static let pairs: [Character: Character] = ["(": ")", "[": "]", "{": "}"]
    private static let closing: [Character: Character] = [")": "(", "]": "[", "}": "{"]

    /// Both places, or none where the cursor is at no bracket or it has no partner.
    static func pair(in text: TextBuffer) -> [TextPosition] {
        let cursor = text.cursor
        if let here = text.character(at: cursor), pairs[here] != nil || closing[here] != nil {
            return pair(at: cursor, here, in: text)
        }
        guard cursor.column > 0 else { return [] }
        let before = text.place(before: cursor)
        guard let character = text.character(at: before), pairs[character] != nil || closing[character] != nil else {
            return []
        }
        return pair(at: before, character, in: text)
    }

    private static func pair(at place: TextPosition, _ character: Character, in text: TextBuffer) -> [TextPosition] {
        let isOpening = pairs[character] != nil
        guard let wanted = pairs[character] ?? closing[character] else { return [] }
        var depth = 0
        var position = place
        for _ in 0..<searchLimit {
            let next = isOpening ? text.place(after: position) : text.place(before: position)
            guard next != position else { return [] }
            position = next
            guard let found = text.character(at: position) else { return [] }
            if found == wanted {
                if depth == 0 { return [place, position] }
                depth -= 1
            } else if found == character {
                depth += 1
            }
        }
        return []
    }
}
