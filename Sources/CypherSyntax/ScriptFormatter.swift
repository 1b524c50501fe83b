/// Lays a script out anew: a line a clause, keywords in capitals, subqueries indented.
///
/// It works on tokens and changes nothing but white space and the letters of keywords, so that comments stay where they
/// are, and what does not parse is laid out as far as it goes. What a column is named by, an item of `RETURN` without `AS`,
/// stays as it is written, and so do names of functions.
public enum ScriptFormatter {
    /// Lines get longer than this only where nothing can be parted.
    static let lineColumns = 100

    /// The script laid out; as it was where that would change more than white space.
    public static func formatted(_ text: String) -> String {
        let source = Array(text.utf8)
        let result = Layout(source, text).text()
        return Self.sameTokens(text, result) ? result : text
    }

    /// The words and signs of both texts are the same, but for the case of keywords.
    private static func sameTokens(_ old: String, _ new: String) -> Bool {
        func tokens(_ text: String) -> [(Token.Kind, String)] {
            let bytes = Array(text.utf8)
            return Lexer.tokens(in: bytes, withTrivia: true).compactMap { token in
                guard token.kind != .whitespace else { return nil }
                let written = String(decoding: bytes[token.span.lowerBound..<token.span.upperBound], as: UTF8.self)
                if token.kind == .lineComment { return (token.kind, Layout.trimmed(written)) }
                return (token.kind, token.keyword == nil ? written : written.uppercased())
            }
        }
        let (before, after) = (tokens(old), tokens(new))
        return before.count == after.count && zip(before, after).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 }
    }
}

/// One pass over the tokens; a line is gathered, and broken where it is too long when it is full.
private struct Layout {
    private struct Piece {
        var text: String
        /// White space stood before it, or belongs there.
        var hasSpace: Bool
        /// A long line may be parted before it.
        var mayBreak = false
    }

    private struct Block {
        /// Brackets that opened since the block did.
        var depth = 0
        var indent: Int
        /// A line each for its clauses; else it stays in its line.
        var isLines: Bool
    }

    private let source: [UInt8]
    private let tokens: [Token]
    private let roles: [Int: Highlight.Role]
    /// Where items begin that name their columns, and the token behind each.
    private let namingItems: [Int: Int]
    private var lines: [String] = []
    private var pieces: [Piece] = []
    private var blocks = [Block(indent: 0, isLines: true)]
    private var lineIndent = 0

    init(_ source: [UInt8], _ text: String) {
        self.source = source
        tokens = Lexer.tokens(in: source, withTrivia: true).filter { $0.kind != .endOfText }
        var roles: [Int: Highlight.Role] = [:]
        for highlight in Highlighter.highlights(in: text) { roles[highlight.span.lowerBound] = highlight.role }
        self.roles = roles
        namingItems = NamingItems.find(in: tokens) { roles[$0.span.lowerBound] == .keyword }
    }

    static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while let last = text.unicodeScalars.last, last.value <= 0x20 { text.unicodeScalars.removeLast() }
        return String(text)
    }

    func text() -> String {
        var layout = self
        layout.run()
        return layout.lines.joined(separator: "\n") + (source.last == 0x0A ? "\n" : "")
    }

    private func written(_ token: Token) -> String {
        String(decoding: source[token.span.lowerBound..<token.span.upperBound], as: UTF8.self)
    }

    // MARK: - The pass

    private mutating func run() {
        var index = 0
        var hasSpace = false
        var previous: Token?
        while index < tokens.count {
            let token = tokens[index]
            if let end = namingItems[index] {
                placeWhole(index..<end, after: previous, hasSpace: hasSpace)
                hasSpace = false
                previous = tokens[end - 1]
                index = end
                continue
            }
            switch token.kind {
            case .whitespace:
                // A line left empty parts what is said from what is said next.
                let breaks = source[token.span.lowerBound..<token.span.upperBound].lazy.filter { $0 == 0x0A }.count
                if breaks > 1, blocks.count == 1, blocks[0].depth == 0 {
                    endLine()
                    if lines.last?.isEmpty == false, index + 1 < tokens.count { lines.append("") }
                }
                hasSpace = true
            case .lineComment, .blockComment:
                comment(token, hasSpace: hasSpace, at: index)
                hasSpace = true
            default:
                place(token, at: index, after: previous, hasSpace: hasSpace)
                hasSpace = false
                previous = token
            }
            index += 1
        }
        endLine()
        while lines.last?.isEmpty == true { lines.removeLast() }
    }

    /// A comment stays on its line, or has one of its own; behind `//` a line ends.
    private mutating func comment(_ token: Token, hasSpace: Bool, at index: Int) {
        let before = index > 0 ? tokens[index - 1] : nil
        let beginsLine =
            before.map { $0.kind == .whitespace && source[$0.span.lowerBound..<$0.span.upperBound].contains(0x0A) }
            ?? true
        if beginsLine, !pieces.isEmpty { endLine(continuing: true) }
        if pieces.isEmpty { lineIndent = blocks.last?.indent ?? 0 }
        if token.kind == .lineComment {
            pieces.append(Piece(text: Self.trimmed(written(token)), hasSpace: true))
            endLine(continuing: true)
        } else {
            pieces.append(Piece(text: written(token), hasSpace: hasSpace || beginsLine))
            if beginsLine, written(token).contains("\n") { endLine(continuing: true) }
        }
    }

    /// Tokens and what is between them, as they are written.
    private mutating func placeWhole(_ range: Range<Int>, after previous: Token?, hasSpace: Bool) {
        let span = tokens[range.lowerBound].span.lowerBound..<tokens[range.upperBound - 1].span.upperBound
        pieces.append(
            Piece(
                text: String(decoding: source[span], as: UTF8.self), hasSpace: hasSpace || previous?.kind == .comma,
                mayBreak: previous?.kind == .comma))
    }

    private mutating func place(_ token: Token, at index: Int, after previous: Token?, hasSpace: Bool) {
        let isKeyword = token.keyword != nil && roles[token.span.lowerBound] == .keyword
        let text = isKeyword && !isFunctionName(token, at: index) ? written(token).uppercased() : written(token)
        let block = blocks[blocks.count - 1]
        var space = hasSpace
        if isKeyword, block.depth == 0, block.isLines, beginsClause(token, at: index, after: previous) {
            endLine()
            lineIndent = block.indent + (isSubclause(token) ? 2 : 0)
        }
        switch token.kind {
        case .comma: space = false
        case .rightParenthesis, .rightBracket: space = space && previous?.isOpen != true && pieces.isEmpty
        default: if previous?.kind == .leftParenthesis || previous?.kind == .leftBracket { space = false }
        }
        if previous?.kind == .comma || previous?.kind == .semicolon { space = true }
        if token.kind == .rightBrace { closeBrace(&space) }
        let mayBreak =
            blocks[blocks.count - 1].depth == 0
            && (previous?.kind == .comma || isKeyword && (token.keyword == .and || token.keyword == .or))
        pieces.append(Piece(text: text, hasSpace: space, mayBreak: mayBreak))
        switch token.kind {
        case .leftParenthesis, .leftBracket: blocks[blocks.count - 1].depth += 1
        case .rightParenthesis, .rightBracket:
            blocks[blocks.count - 1].depth = max(0, blocks[blocks.count - 1].depth - 1)
        case .leftBrace: openBrace(at: index)
        case .semicolon where blocks.count == 1 && blocks[0].depth == 0: endLine()
        default: break
        }
    }

    /// A word of the language that a function goes by as well.
    private func isFunctionName(_ token: Token, at index: Int) -> Bool {
        switch token.keyword {
        case .count, .exists, .collect, .any, .all, .noneOf, .single, .reduce, .allReduce, .shortestPath,
            .allShortestPaths, .trim:
            tokens[(index + 1)...].first { !$0.kind.isTrivia }?.kind == .leftParenthesis
        default: false
        }
    }

    /// A brace with clauses inside has them on lines of their own, unless they fit the line.
    private mutating func openBrace(at index: Int) {
        let outer = blocks[blocks.count - 1]
        let isLines = outer.isLines && outer.depth == 0 && holdsClauses(from: index)
        blocks.append(Block(indent: isLines ? lineIndent + 2 : outer.indent, isLines: isLines))
        if isLines {
            endLine()
            lineIndent = blocks[blocks.count - 1].indent
        }
    }

    private mutating func closeBrace(_ space: inout Bool) {
        guard blocks.count > 1 else { return }
        let block = blocks.removeLast()
        if block.isLines {
            endLine()
            lineIndent = block.indent - 2
            space = true
        }
    }

    private func holdsClauses(from start: Int) -> Bool {
        var depth = 0
        var clauses = 0
        var bytes = 0
        var previous: Token?
        for index in start..<tokens.count {
            let token = tokens[index]
            bytes = token.span.upperBound - tokens[start].span.lowerBound
            // Enough to know that it is long.
            if bytes > Self.lookAheadBytes { break }
            switch token.kind {
            case .leftBrace, .leftParenthesis, .leftBracket: depth += 1
            case .rightBrace, .rightParenthesis, .rightBracket: depth -= 1
            case .lineComment: return true
            default:
                if depth == 1, token.keyword != nil, roles[token.span.lowerBound] == .keyword,
                    beginsClause(token, at: index, after: previous), !isSubclause(token)
                {
                    clauses += 1
                }
            }
            if !token.kind.isTrivia { previous = token }
            if depth == 0 { break }
        }
        return clauses > 1 || clauses == 1 && bytes > ScriptFormatter.lineColumns / 2
    }

    private static let lookAheadBytes = 2_000

    // MARK: - Clauses

    private func beginsClause(_ token: Token, at index: Int, after previous: Token?) -> Bool {
        guard let keyword = token.keyword else { return false }
        let before = previous?.keyword
        switch keyword {
        case .match: return before != .optional && before != .on
        case .create, .merge, .unwind, .return, .call, .foreach, .union, .insert, .finish, .let, .filter, .optional,
            .load, .show, .terminate, .use, .next:
            return before != .on && before != .optional
        case .remove: return true
        case .with: return before != .starts && before != .ends && before != .csv
        case .set: return before != .on && before != .create && before != .match
        case .delete: return before != .detach && before != .noDetach
        case .detach, .noDetach: return true
        case .order: return true
        case .skip, .offset, .limit: return true
        case .where, .on: return keyword == .where || isMergeAction(at: index)
        default: return false
        }
    }

    /// Indented below its clause.
    private func isSubclause(_ token: Token) -> Bool { token.keyword == .where || token.keyword == .on }

    private func isMergeAction(at index: Int) -> Bool {
        let next = tokens[(index + 1)...].first { !$0.kind.isTrivia }
        return next?.keyword == .create || next?.keyword == .match
    }

    // MARK: - Lines

    private mutating func endLine(continuing: Bool = false) {
        guard !pieces.isEmpty else { return }
        let indent = String(repeating: " ", count: lineIndent)
        var line = indent
        var isFirst = true
        let isLong = pieces.reduce(lineIndent) { $0 + $1.text.count + 1 } > ScriptFormatter.lineColumns
        for (index, piece) in pieces.enumerated() {
            if isLong, piece.mayBreak, !isFirst, line.count + lengthToBreak(from: index) > ScriptFormatter.lineColumns {
                lines.append(Self.trimmed(line))
                line = indent + "  "
                isFirst = true
            }
            if piece.hasSpace, !isFirst { line += " " }
            line += piece.text
            isFirst = false
        }
        lines.append(Self.trimmed(line))
        pieces = []
        if !continuing { lineIndent = blocks.last?.indent ?? 0 } else { lineIndent = (blocks.last?.indent ?? 0) + 2 }
    }

    private func lengthToBreak(from index: Int) -> Int {
        var length = 0
        for (offset, piece) in pieces[index...].enumerated() {
            if offset > 0, piece.mayBreak { break }
            length += piece.text.count + 1
        }
        return length
    }
}

extension Token {
    fileprivate var isOpen: Bool {
        kind == .leftParenthesis || kind == .leftBracket || kind == .leftBrace
    }
}
