/// What vim's operators do, to characters and to lines.
extension Model {
    mutating func operate(_ operation: Character, _ motion: VimMotion) {
        let place = editor.cursor
        if motion.kind == .lines || operation == "<" || operation == ">" {
            return operateOnLines(operation, motion.lines(from: place))
        }
        operate(operation, motion.range(from: place, in: editor))
    }

    mutating func operate(_ operation: Character, _ range: Range<TextPosition>) {
        switch operation {
        case "y":
            killedText = editor.text(in: range)
            vim.linesText = nil
            editor.move(to: range.lowerBound)
        case "<", ">": operateOnLines(operation, range.lowerBound.line...range.upperBound.line)
        default:
            cut(range)
            guard operation == "c" else { break }
            editor.move(to: range.lowerBound)
            vim.mode = .insert
        }
    }

    /// From the cursor's line on, so many.
    mutating func operateOnLines(_ operation: Character, count: Int) {
        let line = editor.cursor.line
        let last = min(editor.lines.count - 1, line + max(1, count) - 1)
        // Several lines are copied with the cursor where it was.
        let place = editor.cursor
        operateOnLines(operation, line...last)
        if operation == "y" { editor.move(to: place) }
    }

    /// - Parameter steps: Of indentation.
    mutating func operateOnLines(_ operation: Character, _ lines: ClosedRange<Int>, steps: Int = 1) {
        let start = TextPosition(line: lines.lowerBound, column: 0)
        let end = editor.lineEnd(of: TextPosition(line: lines.upperBound, column: 0))
        editor.clearSelection()
        switch operation {
        case "<", ">":
            indent(lines, by: operation == ">" ? steps : -steps)
            editor.move(to: editor.firstText(ofLine: lines.lowerBound))
            return
        default: break
        }
        killedText = editor.text(in: start..<end) + "\n"
        vim.linesText = killedText
        switch operation {
        case "c":
            // The indentation stays, as vim's autoindent has it.
            let text = min(editor.firstText(ofLine: lines.lowerBound), end)
            editor.delete(text..<end)
            editor.move(to: text)
            vim.mode = .insert
        case "d":
            let next = TextPosition(line: lines.upperBound + 1, column: 0)
            if next.line < editor.lines.count {
                editor.delete(start..<next)
            } else {
                editor.delete((start.line > 0 ? editor.place(before: start) : start)..<end)
            }
            editor.move(to: editor.firstText(ofLine: min(start.line, editor.lines.count - 1)))
        default:
            // Upwards the cursor goes with the lines, and stays in its column.
            if editor.cursor.line != start.line {
                editor.move(to: TextPosition(line: start.line, column: editor.cursor.column))
            }
        }
    }

    /// Empty lines stay empty.
    private mutating func indent(_ lines: ClosedRange<Int>, by steps: Int) {
        let count = min(abs(steps), 100) * TextBuffer.indentWidth
        if steps > 0 {
            let bytes = lines.count * count
            guard bytes + editor.byteCount <= Self.statementByteLimit else {
                _ = hasRoom(for: " ", times: bytes)
                return
            }
        }
        editor.changeLines(lines) { line in
            guard steps < 0 else {
                if !line.isEmpty { line.insert(contentsOf: repeatElement(" ", count: count), at: 0) }
                return
            }
            var left = count
            while left > 0, let first = line.first, first == " " || first == "\t" {
                line.removeFirst()
                left -= first == "\t" ? left : 1
            }
        }
    }

    mutating func cut(_ range: Range<TextPosition>) {
        guard !range.isEmpty else { return }
        vim.linesText = nil
        killedText = editor.text(in: range)
        editor.delete(range)
    }

    /// Lines are joined by a space, where none stands there and the next one does not begin by closing a bracket.
    mutating func joinLines(_ count: Int) {
        for _ in 0..<max(1, count - 1) {
            let line = editor.cursor.line
            let end = editor.lineEnd(of: TextPosition(line: line, column: 0))
            guard line + 1 < editor.lines.count else { return }
            let text = editor.firstText(ofLine: line + 1)
            let next = editor.lines[line + 1].dropFirst(text.column).first
            let last = editor.lines[line].last
            let needsSpace = next != nil && next != ")" && last.map { !$0.isWhitespace } ?? false
            editor.replace(end..<text, with: needsSpace ? " " : "")
            editor.move(to: end)
        }
    }

    mutating func put(before: Bool, times count: Int) {
        guard !killedText.isEmpty, hasRoom(for: killedText, times: count) else { return }
        let place = editor.cursor
        if vim.blockText == killedText { return putBlock(before: before, times: count) }
        guard vim.linesText == killedText else {
            if !before, editor.lineEnd(of: place) != place { editor.move(to: editor.place(after: place)) }
            let start = editor.cursor
            editor.insertText(String(repeating: killedText, count: count))
            // On its last character, where it is one line, and else where it begins.
            editor.move(to: editor.cursor.line == start.line ? editor.place(before: editor.cursor) : start)
            return
        }
        let text = String(repeating: killedText, count: count).dropLast()
        if before {
            editor.move(to: TextPosition(line: place.line, column: 0))
            editor.insertText(text + "\n")
        } else {
            editor.move(to: editor.lineEnd(of: place))
            editor.insertText("\n" + text)
        }
        editor.move(to: editor.firstText(ofLine: place.line + (before ? 0 : 1)))
    }
}
