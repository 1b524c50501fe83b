/// A part of vim for the query pane: modes, motions, and the operators d, c and y over them.
extension Model {
    /// `nil` for a key that is not vim's: the other tables have it then.
    mutating func pressInVim(_ key: Key) -> [Effect]? {
        if key == Key(.escape) || key == .control("[") {
            leaveVimMode()
            return []
        }
        if vim.mode == .insert { return nil }
        defer { keepInView() }
        if key == .control("r") {
            editor.redo()
            return []
        }
        guard let character = key.text else {
            vim.pending = ""
            return nil
        }
        if character == ":" {
            vim.pending = ""
            return perform(.commandLine)
        }
        if character == "/", vim.mode == .normal, vim.pending.isEmpty { return perform(.search) }
        if character == "n" || character == "N", vim.mode == .normal, vim.pending.isEmpty {
            return findInEditor(backward: character == "N")
        }
        if vim.mode == .visual { pressInVisual(character) } else { pressInNormal(character) }
        return []
    }

    private mutating func leaveVimMode() {
        if vim.mode == .insert, editor.cursor.column > 0 { editor.move(to: editor.place(before: editor.cursor)) }
        editor.clearSelection()
        vim.mode = .normal
        vim.pending = ""
    }

    // MARK: - Normal

    private mutating func pressInNormal(_ character: Character) {
        let pending = vim.pending
        vim.pending = ""
        if !pending.isEmpty { return finish(pending, character) }
        let place = editor.cursor
        switch character {
        case "i": vim.mode = .insert
        case "a":
            if editor.lineEnd(of: place) != place { editor.move(to: editor.place(after: place)) }
            vim.mode = .insert
        case "I":
            editor.move(to: editor.lineStart(of: place))
            vim.mode = .insert
        case "A":
            editor.move(to: editor.lineEnd(of: place))
            vim.mode = .insert
        case "o":
            editor.move(to: editor.lineEnd(of: place))
            editor.breakLine()
            vim.mode = .insert
        case "O":
            editor.move(to: TextPosition(line: place.line, column: 0))
            editor.insertText("\n")
            editor.move(to: TextPosition(line: place.line, column: 0))
            vim.mode = .insert
        case "x": cut(place..<min(editor.place(after: place), editor.lineEnd(of: place)))
        case "D": cut(place..<editor.lineEnd(of: place))
        case "C":
            cut(place..<editor.lineEnd(of: place))
            vim.mode = .insert
        case "p", "P": put(before: character == "P")
        case "u": editor.undo()
        case "v":
            vim.mode = .visual
            editor.move(to: place, selecting: true)
        case "d", "c", "y", "g": vim.pending = String(character)
        default: if let target = motion(character, from: place) { editor.move(to: target) }
        }
    }

    /// The key behind an operator, or behind `g`.
    private mutating func finish(_ pending: String, _ character: Character) {
        if character == "g", pending != "g", pending.count == 1 {
            vim.pending = pending + "g"
            return
        }
        if pending == "g" {
            if character == "g" { editor.move(to: .start) }
            return
        }
        guard let operation = pending.first else { return }
        let place = editor.cursor
        if pending.count == 2 {
            guard character == "g" else { return }
            return operate(operation, .start..<place)
        }
        if character == operation { return operateOnLine(operation) }
        // `e` and `$` take the character they end on with them.
        guard var target = motion(character, from: place) else { return }
        if character == "e" { target = editor.place(after: target) }
        if character == "j" || character == "k" { return operateOnLine(operation) }
        operate(operation, min(place, target)..<max(place, target))
    }

    private mutating func operate(_ operation: Character, _ range: Range<TextPosition>) {
        vim.isLinewise = false
        if operation == "y" {
            killedText = editor.text(in: range)
            editor.move(to: range.lowerBound)
            return
        }
        cut(range)
        if operation == "c" { vim.mode = .insert }
    }

    private mutating func operateOnLine(_ operation: Character) {
        let line = editor.cursor.line
        let start = TextPosition(line: line, column: 0)
        let end = editor.lineEnd(of: start)
        killedText = editor.text(in: start..<end) + "\n"
        vim.isLinewise = true
        switch operation {
        case "c":
            editor.delete(start..<end)
            vim.mode = .insert
        case "d":
            let next = line + 1 < editor.lines.count ? TextPosition(line: line + 1, column: 0) : end
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
        case "g":
            if vim.pending == "g" { editor.move(to: .start, selecting: true) }
            vim.pending = vim.pending == "g" ? "" : "g"
        default: if let target = motion(character, from: editor.cursor) { editor.move(to: target, selecting: true) }
        }
    }

    // MARK: - Motions

    private func motion(_ character: Character, from place: TextPosition) -> TextPosition? {
        switch character {
        case "h": return place.column > 0 ? editor.place(before: place) : place
        case "l", " ": return min(editor.place(after: place), editor.lineEnd(of: place))
        case "j", "k":
            var copy = editor
            copy.moveVertically(by: character == "j" ? 1 : -1, selecting: false)
            return copy.cursor
        case "w":
            var target = editor.wordEnd(after: place)
            while target < editor.end, editor.character(at: target)?.isWhitespace ?? true {
                target = editor.place(after: target)
            }
            return target
        case "e":
            let end = editor.wordEnd(after: editor.place(after: place))
            return max(place, editor.place(before: end))
        case "b": return editor.wordStart(before: place)
        case "0": return TextPosition(line: place.line, column: 0)
        case "^": return editor.lineStart(of: place)
        case "$": return editor.lineEnd(of: place)
        case "G": return editor.end
        default: return nil
        }
    }
}
