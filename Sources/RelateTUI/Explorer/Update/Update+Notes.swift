extension Model {
    mutating func performInNotes(_ command: Command) -> [Effect] {
        let shown = notes.shown
        if let row = Self.moved(notes.cursor, by: command, count: shown.count, page: 5) {
            notes.cursor = row
            return []
        }
        switch command {
        case .back: return perform(.focusQuery)
        case .showCodes:
            let count = notes.notes.count - shown.count
            notes.hiddenCodes = []
            message = .information(count > 0 ? "\(Counts.of(count, "note")) back" : "Nothing was hidden")
            return []
        default: break
        }
        guard let note = notes.selected else { return [] }
        if !note.isOfStatement, [.open, .showText, .applyRemedy, .retry].contains(command) {
            message = .information("This note is of the configuration: no statement stands behind it")
            return []
        }
        switch command {
        case .open: jump(to: note)
        case .showText: showText(of: note)
        case .applyRemedy: applyRemedy(of: note)
        case .hideCode:
            notes.hiddenCodes.insert(note.code)
            notes.cursor = min(notes.cursor, max(0, notes.shown.count - 1))
            message = .information("Notes with \(note.code) stay hidden until the program ends; A shows them")
        case .retry:
            return note.transaction.isEmpty ? retry(note.request) : retry(transaction: note.transaction)
        case .copy, .copyRow:
            let codes = [note.code, note.status].filter { !$0.isEmpty }.joined(separator: "  ")
            let lines = [note.title, note.detail, note.remedy, codes].filter { !$0.isEmpty }
            return [.copy(lines.joined(separator: "\n"), what: "The note")]
        default: sayMeaningless(command)
        }
        return []
    }

    /// To the operator it speaks of; without one, to its place in the text.
    private mutating func jump(to note: NotesState.Note) {
        guard let number = note.operatorNumber, plan?.request.number == note.request.number else {
            return showText(of: note)
        }
        plan?.reveal(number)
        focus(on: .plan)
    }

    private mutating func showText(of note: NotesState.Note) {
        let start = note.span?.lowerBound ?? note.request.offset
        let end = note.span?.upperBound ?? start
        jump(to: start..<end, of: note.request)
    }

    /// Goes to a stretch of a request's buffer and marks it; offsets are the buffer's.
    mutating func jump(to range: Range<Int>, of request: RunRequest) {
        guard showBuffer(number: request.buffer) else {
            message = .information("The buffer it came from is gone")
            return
        }
        guard isThere(request) else {
            message = .information("The text has changed since")
            focus(on: .query)
            return
        }
        let start = editor.position(ofOffset: range.lowerBound)
        editor.move(to: start)
        buffers[currentBuffer].jump = EditorBuffer.Jump(
            range: start..<max(start, editor.position(ofOffset: range.upperBound)), version: editor.version)
        focus(on: .query)
    }

    /// The buffer in front still holds the statement where it was.
    func isThere(_ request: RunRequest) -> Bool {
        guard buffers[currentBuffer].number == request.buffer else { return false }
        return editor.text.utf8.dropFirst(request.offset).starts(with: request.text.utf8)
    }

    // MARK: - Remedies

    private mutating func applyRemedy(of note: NotesState.Note) {
        guard note.fix != nil else {
            message = .information(
                note.remedy.isEmpty ? "This note has no remedy" : "Its remedy is advice: there is nothing to put in")
            return
        }
        openBuffer(title: "remedy", text: Self.scratchText(for: note))
        editor.move(to: .start)
        while editor.cursor.line + 1 < editor.lines.count, editor.lines[editor.cursor.line].starts(with: "//") {
            editor.moveVertically(by: 1)
        }
        keepInView()
        message = .information("Nothing was run: read the text, then F5")
    }

    /// The remedy as something to run, below a comment on what it is about.
    private static func scratchText(for note: NotesState.Note) -> String {
        switch note.fix {
        case .statement(let statement):
            return comment(note.title) + statement + ";\n\n// Then again\n" + note.request.text
        case .edit(let offset, let length, let replacement):
            var bytes = Array(note.request.text.utf8)
            let lower = min(max(0, offset), bytes.count)
            bytes.replaceSubrange(lower..<min(bytes.count, lower + max(0, length)), with: replacement.utf8)
            return comment(note.title) + String(decoding: bytes, as: UTF8.self)
        case nil: return note.request.text
        }
    }

    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { "// \($0)\n" }.joined()
    }
}
