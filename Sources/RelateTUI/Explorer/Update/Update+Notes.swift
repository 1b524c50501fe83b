extension Model {
    mutating func performInNotes(_ command: Command) -> [Effect] {
        let shown = notes.shown
        if let row = Self.moved(notes.cursor, by: command, count: shown.count, page: 5) {
            notes.cursor = row
            return []
        }
        if command == .back { return perform(.focusQuery) }
        guard let note = notes.selected else { return [] }
        switch command {
        case .open: jump(to: note)
        case .applyRemedy:
            guard !note.remedy.isEmpty else {
                message = .information("This note has no remedy")
                break
            }
            openBuffer(title: "remedy", text: Self.scratchText(for: note))
            message = .information("Nothing was run: read the text, then F5")
        case .hideCode:
            notes.hiddenCodes.insert(note.code)
            notes.cursor = min(notes.cursor, max(0, notes.shown.count - 1))
            message = .information("Notes with \(note.code) stay hidden until the program ends")
        case .retry: return retry(note.request)
        case .copy, .copyRow:
            let lines = [note.title, note.detail, note.remedy, note.code].filter { !$0.isEmpty }
            return [.copy(lines.joined(separator: "\n"), what: "The note")]
        default: break
        }
        return []
    }

    /// To the operator it speaks of, or to its place in the text.
    private mutating func jump(to note: NotesState.Note) {
        if let number = note.operatorNumber, plan?.request.number == note.request.number {
            plan?.presentation = .tree
            plan?.collapsed = []
            plan?.foldsCheap = false
            plan?.select(number)
            focus(on: .plan)
            return
        }
        guard showBuffer(number: note.request.buffer) else {
            message = .information("The buffer it came from is gone")
            return
        }
        editor.move(to: editor.position(ofOffset: note.span?.lowerBound ?? note.request.offset))
        focus(on: .query)
    }

    /// The remedy as a comment in front of what it is about; a remedy that is Cypher by itself as a statement.
    private static func scratchText(for note: NotesState.Note) -> String {
        let words = ["CREATE ", "MATCH ", "DROP ", "CALL ", "PROFILE ", "EXPLAIN "]
        for word in words {
            if let range = note.remedy.firstRange(of: word) {
                let statement = note.remedy[range.lowerBound...].prefix { $0 != "`" }
                let lead = note.remedy[..<range.lowerBound].filter { $0 != "`" }
                return comment(note.title) + comment(String(lead)) + statement
            }
        }
        return comment(note.title) + comment(note.remedy) + note.request.text
    }

    private static func comment(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { "// \($0)\n" }.joined()
    }
}
