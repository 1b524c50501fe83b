import CypherSyntax

/// Where a move of vim's leads, and what an operator takes of the way there.
struct VimMotion: Hashable {
    enum Kind: Hashable {
        /// Up to the target.
        case exclusive
        /// The character at the target too.
        case inclusive
        /// All lines from here to the target's.
        case lines
    }

    var target: TextPosition
    var kind = Kind.exclusive

    init(_ target: TextPosition, _ kind: Kind = .exclusive) {
        self.target = target
        self.kind = kind
    }

    /// What an operator takes from this place on.
    func range(from place: TextPosition, in editor: TextBuffer) -> Range<TextPosition> {
        let end = max(place, target)
        return min(place, target)..<(kind == .inclusive ? editor.place(after: end) : end)
    }

    func lines(from place: TextPosition) -> ClosedRange<Int> {
        min(place.line, target.line)...max(place.line, target.line)
    }
}

/// Moves by one: `nil` for a key that moves nowhere.
extension VimMotion {
    static func of(_ character: Character, from place: TextPosition, in editor: TextBuffer) -> VimMotion? {
        switch character {
        case "h": VimMotion(place.column > 0 ? editor.place(before: place) : place)
        case "l", " ": VimMotion(min(editor.place(after: place), editor.lineEnd(of: place)))
        case "j", "k": vertical(character == "j" ? 1 : -1, place, editor)
        case "w", "W": VimMotion(VimWords(editor, isBig: character == "W").next(after: place))
        case "b", "B": VimMotion(VimWords(editor, isBig: character == "B").start(before: place))
        case "e", "E": VimMotion(VimWords(editor, isBig: character == "E").end(after: place), .inclusive)
        case "0": VimMotion(TextPosition(line: place.line, column: 0))
        case "^": VimMotion(editor.firstText(ofLine: place.line))
        case "$": VimMotion(editor.lineEnd(of: place))
        case "G": VimMotion(editor.firstText(ofLine: editor.lines.count - 1), .lines)
        case "%": VimBrackets.partner(from: place, in: editor).map { VimMotion($0, .inclusive) }
        default: nil
        }
    }

    private static func vertical(_ step: Int, _ place: TextPosition, _ editor: TextBuffer) -> VimMotion {
        let line = min(max(0, place.line + step), editor.lines.count - 1)
        return VimMotion(TextPosition(line: line, column: min(place.column, editor.lines[line].count)), .lines)
    }

    /// The keys of `of`, for one that leads nowhere from where one is.
    static let keys = "hl jkwWbBeE0^$G%"
}

/// What vim takes for words: letters and digits in a row, or other signs in a row; big ones are all that is no space. An
/// empty line is a word, too.
struct VimWords {
    private let editor: TextBuffer
    private let isBig: Bool

    init(_ editor: TextBuffer, isBig: Bool = false) {
        self.editor = editor
        self.isBig = isBig
    }

    private enum Kind { case space, word, sign }

    private func kind(at place: TextPosition) -> Kind? {
        guard let character = editor.character(at: place) else { return nil }
        if character.isWhitespace { return .space }
        return isBig || TextBuffer.isWord(character) ? .word : .sign
    }

    private func isEmptyLine(_ place: TextPosition) -> Bool { editor.lines[place.line].isEmpty }

    func isOnText(_ place: TextPosition) -> Bool { kind(at: place).map { $0 != .space } ?? false }

    /// Behind the word at a place.
    func end(at place: TextPosition) -> TextPosition {
        var place = place
        let own = kind(at: place)
        while let kind = kind(at: place), kind == own { place = editor.place(after: place) }
        return place
    }

    func next(after place: TextPosition) -> TextPosition {
        var place = isOnText(place) ? end(at: place) : editor.place(after: place)
        while kind(at: place) == .space, !isEmptyLine(place) { place = editor.place(after: place) }
        return place
    }

    /// The last character of the word, or of the next one.
    func end(after place: TextPosition) -> TextPosition {
        var next = editor.place(after: place)
        while kind(at: next) == .space { next = editor.place(after: next) }
        guard kind(at: next) != nil else { return max(place, editor.place(before: editor.end)) }
        return editor.place(before: end(at: next))
    }

    func start(before place: TextPosition) -> TextPosition {
        var place = editor.place(before: place)
        while place > .start, kind(at: place) ?? .space == .space, !isEmptyLine(place) {
            place = editor.place(before: place)
        }
        let own = kind(at: place)
        guard own != .space else { return place }
        while place > .start, kind(at: editor.place(before: place)) == own { place = editor.place(before: place) }
        return place
    }
}

/// `%`: from the bracket at a place, or the first one behind it in the line, to the one that belongs to it.
enum VimBrackets {
    private static let partners: [Character: Character] = ["(": ")", "[": "]", "{": "}", ")": "(", "]": "[", "}": "{"]
    /// A longer text is not taken apart for a key: brackets in its strings count as any.
    private static let lexedByteLimit = 1 << 20

    static func partner(from place: TextPosition, in editor: TextBuffer) -> TextPosition? {
        let line = editor.lines[place.line]
        guard let column = line.indices.dropFirst(place.column).first(where: { partners[line[$0]] != nil }) else {
            return nil
        }
        let start = TextPosition(line: place.line, column: column)
        return lexedPartner(of: start, editor) ?? countedPartner(of: start, editor)
    }

    /// Brackets in strings and comments are none.
    private static func lexedPartner(of place: TextPosition, _ editor: TextBuffer) -> TextPosition? {
        guard editor.byteCount <= lexedByteLimit else { return nil }
        let offset = editor.offset(of: place)
        guard let (open, close) = Highlighter.matchingBrackets(at: offset, in: editor.text) else { return nil }
        if open.lowerBound == offset { return editor.position(ofOffset: close.lowerBound) }
        return close.lowerBound == offset ? editor.position(ofOffset: open.lowerBound) : nil
    }

    private static func countedPartner(of place: TextPosition, _ editor: TextBuffer) -> TextPosition? {
        guard let own = editor.character(at: place), let wanted = partners[own] else { return nil }
        let isForward = "([{".contains(own)
        var depth = 0
        var place = place
        while true {
            let next = isForward ? editor.place(after: place) : editor.place(before: place)
            guard next != place, let character = editor.character(at: next) else { return nil }
            if character == own { depth += 1 }
            if character == wanted {
                guard depth > 0 else { return next }
                depth -= 1
            }
            place = next
        }
    }
}
