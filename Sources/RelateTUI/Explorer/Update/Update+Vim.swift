/// `keymap = "vim"`: the query pane's modes.
extension Model {
    /// `nil` for a key that the editor itself has.
    mutating func pressInVim(_ key: Key) -> [Effect]? {
        if key == Key(.escape) || key == .control("[") {
            record(key)
            leaveVimMode()
            keepOnCharacter()
            noteChange()
            return []
        }
        if vim.mode == .insert {
            record(key)
            if key.text == nil, key != Key(.backspace), key != Key(.enter) { vim.insertStart = nil }
            return nil
        }
        defer {
            keepOnCharacter()
            keepInView()
        }
        if key == .control("r") {
            vim.count = ""
            editor.redo()
            return []
        }
        guard let character = key.text else {
            (vim.pending, vim.count) = ("", "")
            if vim.mode == .normal { editor.isGrouping = false }
            return moveOnLine(key) ? [] : nil
        }
        if vim.isIdle {
            switch character {
            case ":": return perform(.commandLine)
            case "/": return perform(.search)
            case "n", "N": return findInEditor(backward: character == "N")
            case ".":
                repeatChange()
                return []
            default: break
            }
        }
        if vim.isIdle { editor.isGrouping = true }
        record(key)
        if vim.mode == .visual { pressInVisual(character) } else { pressInNormal(character) }
        if vim.isIdle { editor.isGrouping = false }
        noteChange()
        return []
    }

    /// In the normal mode the cursor is on a character, where the line has one, and not behind the last.
    private mutating func keepOnCharacter() {
        let place = editor.cursor
        guard vim.mode == .normal, editor.selection == nil, place.column > 0, place == editor.lineEnd(of: place)
        else {
            return
        }
        editor.move(to: editor.place(before: place))
    }

    /// The arrows and End in the normal mode; `false` for other keys.
    private mutating func moveOnLine(_ key: Key) -> Bool {
        guard vim.mode == .normal, key.modifiers.isEmpty else { return false }
        switch keys.command(for: key, in: [.query, .anywhere]) {
        case .cursorUp: editor.moveVertically(by: -1)
        case .cursorDown: editor.moveVertically(by: 1)
        case .cursorLeft where editor.cursor.column > 0: editor.move(to: editor.place(before: editor.cursor))
        case .cursorLeft: break
        case .cursorRight:
            editor.move(to: min(editor.place(after: editor.cursor), editor.lineEnd(of: editor.cursor)))
        case .cursorEnd: editor.move(to: editor.lineEnd(of: editor.cursor))
        default: return false
        }
        return true
    }

    private mutating func leaveVimMode() {
        if vim.mode == .insert { repeatInsert() }
        editor.isGrouping = false
        if vim.mode == .insert, editor.cursor.column > 0 { editor.move(to: editor.place(before: editor.cursor)) }
        editor.clearSelection()
        vim.mode = .normal
        (vim.pending, vim.count) = ("", "")
    }

    // MARK: - The last change

    private mutating func record(_ key: Key) {
        guard !vim.isRepeating else { return }
        if vim.isIdle { (vim.recorded, vim.recordedVersion) = ([], editor.version) }
        vim.recorded.append(key)
    }

    /// What was recorded has come to an end, and changed something.
    private mutating func noteChange() {
        guard !vim.isRepeating, vim.isIdle, editor.version != vim.recordedVersion, !vim.isUndoing
        else {
            return
        }
        vim.lastChange = vim.recorded
        vim.recordedVersion = editor.version
    }

    private mutating func repeatChange() {
        guard !vim.lastChange.isEmpty else {
            message = .information("Nothing was changed yet")
            return
        }
        vim.isRepeating = true
        for key in vim.lastChange { _ = pressInEditor(key) }
        vim.isRepeating = false
        completion = nil
    }

    // MARK: - Normal

    private mutating func pressInNormal(_ character: Character) {
        if takesDigit(character) { return }
        let pending = vim.pending
        vim.pending = ""
        if !pending.isEmpty { return finish(pending, character) }
        let place = editor.cursor
        switch character {
        case "i", "a", "I", "A", "o", "O":
            beginInserting(character, place)
        case "x":
            let end = editor.lineEnd(of: place)
            let column = min(end.column, place.column + (vim.takeCount() ?? 1))
            cut(place..<TextPosition(line: place.line, column: column))
        case "D", "C":
            vim.count = ""
            cut(place..<editor.lineEnd(of: place))
            if character == "C" { vim.mode = .insert }
        case "p", "P": for _ in 0..<(vim.takeCount() ?? 1) { put(before: character == "P") }
        case "u": for _ in 0..<(vim.takeCount() ?? 1) { editor.undo() }
        case "J": joinLines(vim.takeCount() ?? 2)
        case "v":
            vim.count = ""
            vim.mode = .visual
            editor.move(to: place, selecting: true)
        case "d", "c", "y", "g", "f", "t", "F", "T", "r": vim.pending = String(character)
        default:
            if let target = move(character, from: place) {
                editor.move(to: target)
            } else {
                vim.count = ""
                message = .information("\(character) is no key here: F1 shows those there are")
            }
        }
    }

    /// What was inserted, as often as was typed before.
    private mutating func repeatInsert() {
        defer { (vim.insertStart, vim.insertCount) = (nil, 1) }
        guard vim.insertCount > 1, var start = vim.insertStart, start <= editor.cursor else { return }
        if vim.insertsLines { start.column = 0 }
        let text = (vim.insertsLines ? "\n" : "") + editor.text(in: start..<editor.cursor)
        let count = vim.insertCount - 1
        guard text.utf8.count * count + editor.byteCount <= Self.statementByteLimit else { return }
        if vim.insertsLines { editor.move(to: editor.lineEnd(of: editor.cursor)) }
        editor.insertText(String(repeating: text, count: count))
    }

    private mutating func beginInserting(_ character: Character, _ place: TextPosition) {
        vim.insertCount = vim.takeCount() ?? 1
        vim.insertsLines = character == "o" || character == "O"
        defer { vim.insertStart = editor.cursor }
        vim.mode = .insert
        switch character {
        case "a": if editor.lineEnd(of: place) != place { editor.move(to: editor.place(after: place)) }
        case "I": editor.move(to: editor.lineStart(of: place))
        case "A": editor.move(to: editor.lineEnd(of: place))
        case "o":
            editor.move(to: editor.lineEnd(of: place))
            editor.breakLine()
        case "O":
            editor.move(to: TextPosition(line: place.line, column: 0))
            editor.insertText("\n")
            editor.move(to: TextPosition(line: place.line, column: 0))
        default: break
        }
    }

    private mutating func joinLines(_ count: Int) {
        for _ in 0..<max(1, count - 1) {
            let end = editor.lineEnd(of: editor.cursor)
            guard end.line + 1 < editor.lines.count else { return }
            let indent = editor.lines[end.line + 1].prefix { $0 == " " || $0 == "\t" }.count
            editor.replace(end..<TextPosition(line: end.line + 1, column: indent), with: " ")
        }
    }

    /// A number before a key says how often; 0 alone is a move.
    private mutating func takesDigit(_ character: Character) -> Bool {
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
        if pending == "r" { return replaceCharacters(with: character) }
        if let kind = pending.last, "ftFT".contains(kind) {
            vim.lastFind = (kind, character)
            guard let target = found(kind, character, from: place, count: vim.takeCount() ?? 1) else { return }
            guard pending.count == 2, let operation = pending.first else { return editor.move(to: target) }
            let end = kind.isLowercase ? editor.place(after: target) : target
            return operate(operation, min(place, end)..<max(place, end))
        }
        if pending == "g" {
            let line = vim.takeCount() ?? 1
            if character == "g" { editor.move(to: TextPosition(line: line - 1, column: 0)) }
            return
        }
        guard let operation = pending.first else { return }
        if pending.count == 2 {
            if pending.last == "g" {
                vim.count = ""
                if character == "g" { operate(operation, .start..<place) }
            } else if let range = VimText.object(character, isAround: pending.last == "a", at: place, in: editor) {
                vim.count = ""
                operate(operation, range)
            } else {
                vim.count = ""
            }
            return
        }
        if "giaftFT".contains(character) {
            vim.pending = pending + String(character)
            return
        }
        if character == operation { return operateOnLines(operation, vim.takeCount() ?? 1) }
        let count = Int(vim.count) ?? 1
        guard var target = move(character, from: place) else {
            vim.count = ""
            return
        }
        // A word is changed without the spaces behind it.
        if operation == "c", character == "w", editor.character(at: place).map(TextBuffer.isWord) == true {
            target = place
            for _ in 0..<count { target = editor.wordEnd(after: target) }
        }
        // `e` takes the character it ends on with it.
        if character == "e" { target = editor.place(after: target) }
        if character == "j" || character == "k" {
            if character == "k" { editor.move(to: target) }
            return operateOnLines(operation, abs(target.line - place.line) + 1)
        }
        operate(operation, min(place, target)..<max(place, target))
    }

    private mutating func replaceCharacters(with character: Character) {
        let place = editor.cursor
        let end = TextPosition(line: place.line, column: place.column + (vim.takeCount() ?? 1))
        guard end.column <= editor.lines[place.line].count else { return }
        editor.replace(place..<end, with: String(repeating: String(character), count: end.column - place.column))
        editor.move(to: editor.place(before: editor.cursor))
    }

    private mutating func operate(_ operation: Character, _ range: Range<TextPosition>) {
        vim.isLinewise = false
        if operation == "y" {
            killedText = editor.text(in: range)
            editor.move(to: range.lowerBound)
            return
        }
        cut(range)
        if operation == "c" {
            editor.move(to: range.lowerBound)
            vim.mode = .insert
        }
    }

    private mutating func operateOnLines(_ operation: Character, _ count: Int) {
        let line = editor.cursor.line
        let lastLine = min(editor.lines.count - 1, line + max(1, count) - 1)
        let start = TextPosition(line: line, column: 0)
        let end = editor.lineEnd(of: TextPosition(line: lastLine, column: 0))
        killedText = editor.text(in: start..<end) + "\n"
        vim.isLinewise = true
        switch operation {
        case "c":
            editor.delete(start..<end)
            vim.mode = .insert
        case "d":
            let next = lastLine + 1 < editor.lines.count ? TextPosition(line: lastLine + 1, column: 0) : end
            let from = next == end && line > 0 ? editor.place(before: start) : start
            editor.delete(from..<next)
            editor.move(to: TextPosition(line: min(line, editor.lines.count - 1), column: 0))
        default: break
        }
    }

    private mutating func cut(_ range: Range<TextPosition>) {
        guard !range.isEmpty else { return }
        vim.isLinewise = false
        killedText = editor.text(in: range)
        editor.delete(range)
    }

    private mutating func put(before: Bool) {
        let place = editor.cursor
        guard vim.isLinewise else {
            if !before, editor.lineEnd(of: place) != place { editor.move(to: editor.place(after: place)) }
            return editor.insertText(killedText)
        }
        let text = killedText.last == "\n" ? String(killedText.dropLast()) : killedText
        if before {
            editor.move(to: TextPosition(line: place.line, column: 0))
            editor.insertText(text + "\n")
            editor.move(to: TextPosition(line: place.line, column: 0))
        } else {
            editor.move(to: editor.lineEnd(of: place))
            editor.insertText("\n" + text)
            editor.move(to: TextPosition(line: place.line + 1, column: 0))
        }
    }

    // MARK: - Visual

    private mutating func pressInVisual(_ character: Character) {
        if takesDigit(character) { return }
        let pending = vim.pending
        vim.pending = ""
        if let kind = pending.last {
            let place = editor.cursor
            if kind == "g", character == "g" { editor.move(to: .start, selecting: true) }
            if "ftFT".contains(kind), let target = found(kind, character, from: place, count: vim.takeCount() ?? 1) {
                editor.move(to: target, selecting: true)
            }
            if kind == "i" || kind == "a",
                let range = VimText.object(character, isAround: kind == "a", at: place, in: editor)
            {
                editor.move(to: range.lowerBound)
                editor.move(to: range.upperBound, selecting: true)
            }
            return
        }
        let range = editor.selection
        switch character {
        case "v":
            editor.clearSelection()
            vim.mode = .normal
        case "d", "x", "c":
            vim.mode = character == "c" ? .insert : .normal
            if let range { cut(range) }
            editor.clearSelection()
        case "y":
            if let range { killedText = editor.text(in: range) }
            vim.isLinewise = false
            editor.clearSelection()
            vim.mode = .normal
        case "g", "f", "t", "F", "T", "i", "a": vim.pending = String(character)
        default: if let target = move(character, from: editor.cursor) { editor.move(to: target, selecting: true) }
        }
    }

    // MARK: - Motions

    /// As often as was typed before; `G` goes to a line of that number. The number is used up.
    private mutating func move(_ character: Character, from place: TextPosition) -> TextPosition? {
        if character == ";" || character == "," {
            let count = vim.takeCount() ?? 1
            guard let (kind, wanted) = vim.lastFind else { return place }
            let other: Character = kind.isLowercase ? (kind == "f" ? "F" : "T") : (kind == "F" ? "f" : "t")
            return found(character == ";" ? kind : other, wanted, from: place, count: count) ?? place
        }
        guard VimText.motion(character, from: place, in: editor) != nil else { return nil }
        guard let count = vim.takeCount() else { return VimText.motion(character, from: place, in: editor) }
        if character == "G" { return TextPosition(line: min(count, editor.lines.count) - 1, column: 0) }
        var target = place
        for _ in 0..<count {
            guard let next = VimText.motion(character, from: target, in: editor), next != target else { break }
            target = next
        }
        return target
    }

    private func found(_ kind: Character, _ wanted: Character, from place: TextPosition, count: Int) -> TextPosition? {
        VimText.place(of: wanted, kind, from: place, count: count, in: editor)
    }
}
