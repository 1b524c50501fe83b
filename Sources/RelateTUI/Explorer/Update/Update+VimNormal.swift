/// The keys of vim's normal mode.
extension Model {
    mutating func pressInNormal(_ character: Character) {
        if takesDigit(character) { return }
        let pending = vim.pending
        vim.pending = ""
        if !pending.isEmpty { return finish(pending, character) }
        let place = editor.cursor
        switch character {
        case "i", "a", "I", "A", "o", "O":
            beginInserting(character, place)
        case "x", "s":
            let end = editor.lineEnd(of: place)
            let column = min(end.column, place.column + (vim.takeCount() ?? 1))
            cut(place..<TextPosition(line: place.line, column: column))
            if character == "s" { vim.mode = .insert }
        case "X":
            let column = max(0, place.column - (vim.takeCount() ?? 1))
            cut(TextPosition(line: place.line, column: column)..<place)
        case "D", "C":
            vim.dropCount()
            cut(place..<editor.lineEnd(of: place))
            if character == "C" { vim.mode = .insert }
        case "S", "Y": operateOnLines(character == "S" ? "c" : "y", count: vim.takeCount() ?? 1)
        case "p", "P": put(before: character == "P", times: vim.takeCount() ?? 1)
        case "u": for _ in 0..<(vim.takeCount() ?? 1) { editor.undo() }
        case "J": joinLines(vim.takeCount() ?? 2)
        case "~":
            let end = min(place.column + (vim.takeCount() ?? 1), editor.lines[place.line].count)
            guard end > place.column else { break }
            let range = place..<TextPosition(line: place.line, column: end)
            editor.replace(range, with: VimText.otherCase(editor.text(in: range)))
        case "v", "V":
            vim.dropCount()
            select(in: character == "v" ? .visual : .visualLines)
        case "n", "N": for _ in 0..<(vim.takeCount() ?? 1) { _ = findInEditor(backward: character == "N") }
        case "*", "#": findWord(backward: character == "#", times: vim.takeCount() ?? 1)
        case "d", "c", "y", "<", ">": vim.wait(with: character)
        case "g", "f", "t", "F", "T", "r": vim.pending = String(character)
        case "j", "k": moveLines(by: (vim.takeCount() ?? 1) * (character == "j" ? 1 : -1))
        default: go(character, from: place)
        }
    }

    /// Goes where the key leads, or says why it leads nowhere.
    mutating func go(_ character: Character, from place: TextPosition) {
        if let motion = motion(character, from: place) {
            editor.move(to: motion.target, selecting: vim.mode.isVisual)
        } else {
            vim.dropCount()
            message = .information(
                character == "%"
                    ? "No bracket stands here or behind in the line, or none belongs to it"
                    : "\(character) is no key here: F1 shows those there are")
        }
    }

    /// A number before a key says how often; 0 alone is a move.
    mutating func takesDigit(_ character: Character) -> Bool {
        let waitsForCharacter = vim.pending.last.map { "ftFTr".contains($0) } ?? false
        guard character.isASCII, character.isNumber, !waitsForCharacter, character != "0" || !vim.count.isEmpty else {
            return false
        }
        if vim.count.count < 6 { vim.count.append(character) }
        return true
    }

    /// The key behind `g`, an operator, or what looks for a character.
    private mutating func finish(_ pending: String, _ character: Character) {
        let place = editor.cursor
        guard let first = pending.first, let last = pending.last else { return }
        let operation: Character? = "dcy<>".contains(first) ? first : nil
        switch last {
        case "r": replaceCharacters(with: character)
        case "f", "t", "F", "T":
            vim.lastFind = (last, character)
            guard let motion = found(last, character, from: place, count: vim.takeCount() ?? 1) else { return }
            if let operation { operate(operation, motion) } else { editor.move(to: motion.target) }
        case "g":
            let line = min(vim.takeCount() ?? 1, editor.lines.count) - 1
            guard character == "g" else { return sayUnknown("g\(character)") }
            let motion = VimMotion(editor.firstText(ofLine: line), .lines)
            if let operation { operate(operation, motion) } else { editor.move(to: motion.target) }
        case "i", "a":
            vim.dropCount()
            guard let operation else { return }
            guard let range = VimText.object(character, isAround: last == "a", at: place, in: editor) else { return }
            operate(operation, range)
        default:
            guard let operation else { return }
            finish(operator: operation, character, from: place)
        }
    }

    private mutating func sayUnknown(_ keys: String) {
        message = .information("\(keys) is no key here: F1 shows those there are")
    }

    /// What stands behind an operator: itself for lines, a move, or the first of two keys.
    private mutating func finish(operator operation: Character, _ character: Character, from place: TextPosition) {
        if "giaftFT".contains(character) {
            vim.pending = String(operation) + String(character)
            return
        }
        if character == operation { return operateOnLines(operation, count: vim.takeCount() ?? 1) }
        // A word is changed without the spaces behind it.
        if operation == "c", character == "w" || character == "W" {
            let words = VimWords(editor, isBig: character == "W")
            if words.isOnText(place) {
                var end = words.end(at: place)
                for _ in 1..<max(1, vim.takeCount() ?? 1) {
                    end = editor.place(after: words.end(after: editor.place(before: end)))
                }
                return operate(operation, place..<end)
            }
        }
        guard var motion = motion(character, from: place) else {
            vim.dropCount()
            return sayUnknown(String([operation, character]))
        }
        if character == "j" || character == "k", motion.target.line == place.line { return }
        if character == "w" || character == "W" { motion.target = endOfWords(motion.target, from: place) }
        operate(operation, motion)
    }

    /// The last word that is taken ends its line: what follows stays where it is.
    private func endOfWords(_ target: TextPosition, from place: TextPosition) -> TextPosition {
        guard target.line > place.line, target <= editor.firstText(ofLine: target.line) else { return target }
        var line = target.line - 1
        while line > place.line, editor.lines[line].allSatisfy(\.isWhitespace) { line -= 1 }
        return max(place, editor.lineEnd(of: TextPosition(line: line, column: 0)))
    }

    private mutating func replaceCharacters(with character: Character) {
        let place = editor.cursor
        let end = TextPosition(line: place.line, column: place.column + (vim.takeCount() ?? 1))
        guard end.column <= editor.lines[place.line].count else { return }
        editor.replace(place..<end, with: String(repeating: String(character), count: end.column - place.column))
        editor.move(to: editor.place(before: editor.cursor))
    }

    /// `*` and `#`: the word at the cursor, or the next one in the line.
    mutating func findWord(backward: Bool, times count: Int) {
        let line = editor.lines[editor.cursor.line]
        let column = line.indices.dropFirst(editor.cursor.column).first { TextBuffer.isWord(line[$0]) }
        guard let column else {
            message = .information("No word stands here")
            return
        }
        let place = TextPosition(line: editor.cursor.line, column: column)
        let start = editor.wordStart(before: editor.place(after: place))
        editorSearch = editor.text(in: start..<editor.wordEnd(after: place))
        editor.move(to: start, selecting: vim.mode.isVisual)
        for _ in 0..<count { _ = findInEditor(backward: backward) }
    }

    // MARK: - Motions

    /// As often as was typed before; `G` goes to a line of that number. The number is used up.
    private mutating func motion(_ character: Character, from place: TextPosition) -> VimMotion? {
        if character == ";" || character == "," {
            let count = vim.takeCount() ?? 1
            guard let (kind, wanted) = vim.lastFind else { return VimMotion(place) }
            let other: Character = kind.isLowercase ? (kind == "f" ? "F" : "T") : (kind == "F" ? "f" : "t")
            return found(character == ";" ? kind : other, wanted, from: place, count: count) ?? VimMotion(place)
        }
        guard var motion = VimMotion.of(character, from: place, in: editor) else { return nil }
        guard let count = vim.takeCount() else { return motion }
        if character == "G" {
            return VimMotion(editor.firstText(ofLine: min(count, editor.lines.count) - 1), .lines)
        }
        guard character != "%" else { return motion }
        for _ in 1..<max(1, count) {
            guard let next = VimMotion.of(character, from: motion.target, in: editor), next != motion else { break }
            motion = next
        }
        return motion
    }

    func found(_ kind: Character, _ wanted: Character, from place: TextPosition, count: Int) -> VimMotion? {
        VimText.place(of: wanted, kind, from: place, count: count, in: editor)
            .map { VimMotion($0, kind.isLowercase ? .inclusive : .exclusive) }
    }
}
