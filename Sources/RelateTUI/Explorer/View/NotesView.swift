import Render

/// The notes pane: errors and notifications of the last run, the selected one in full.
enum NotesView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect, isFocused: Bool) {
        let shown = model.notes.shown
        let hidden = model.notes.notes.count - shown.count
        PaneFrame.draw(
            .notes, into: &frame, rect, isFocused: isFocused, detail: counts(model.notes),
            trailing: hidden > 0 ? StyledLine("\(hidden) hidden", .dim) : nil)
        let area = rect.inner
        guard !area.isEmpty else { return }
        guard !shown.isEmpty else {
            return PaneFrame.drawHint(
                [
                    StyledLine("No errors, no notifications", .dim),
                    StyledLine("EXPLAIN and PROFILE bring notifications", .dim, .italic),
                ], into: &frame, area)
        }
        drawNotes(model.notes, into: &frame, area, isFocused: isFocused)
    }

    private static func counts(_ notes: NotesState) -> StyledLine {
        let kinds: [(NotesState.Note.Severity, String, Role)] = [
            (.error, "error", .error), (.warning, "warning", .warning), (.information, "hint", .information),
        ]
        let parts = kinds.compactMap { severity, noun, role -> StyledLine? in
            let count = notes.count(severity)
            return count > 0 ? StyledLine(Counts.of(count, noun), role) : nil
        }
        return StyledLine.joined(parts, separator: StyledLine("  "))
    }

    private static func drawNotes(
        _ notes: NotesState, into frame: inout Frame, _ area: Rect, isFocused: Bool
    ) {
        let (lines, top) = placedLines(notes, area)
        for row in 0..<min(area.rows, lines.count - top) {
            let (line, note) = lines[top + row]
            if note == notes.cursor {
                let place = Rect(row: area.row + row, column: area.column, rows: 1, columns: area.columns)
                frame.fill(place, backdrop: isFocused ? .cursorLine : nil)
                frame.draw("▎", isFocused ? .key : .dim, row: place.row, column: place.column)
            }
            frame.draw(line, row: area.row + row, column: area.column + 2, width: area.columns - 2)
        }
    }

    /// The note that stands in a row of the pane's inside.
    static func note(_ notes: NotesState, atRow row: Int, in area: Rect) -> Int? {
        let (lines, top) = placedLines(notes, area)
        let place = top + row - area.row
        guard row >= area.row, row < area.endRow, lines.indices.contains(place) else { return nil }
        return notes.shown.indices.contains(lines[place].note) ? lines[place].note : nil
    }

    /// All lines, each with its note, and the first that shows; the note is none between two.
    private static func placedLines(
        _ notes: NotesState, _ area: Rect
    ) -> (lines: [(line: StyledLine, note: Int)], top: Int) {
        var lines: [(line: StyledLine, note: Int)] = []
        var cursorLine = 0
        for (index, note) in notes.shown.enumerated() {
            if index > 0 { lines.append((StyledLine(), -1)) }
            if index == notes.cursor { cursorLine = lines.count }
            lines += self.lines(note, width: area.columns - 3).map { ($0, index) }
        }
        return (lines, min(max(0, cursorLine - area.rows / 3), max(0, lines.count - area.rows)))
    }

    private static func lines(_ note: NotesState.Note, width: Int) -> [StyledLine] {
        let role: Role =
            switch note.severity {
            case .error: .error
            case .warning: .warning
            case .information: .information
            }
        var head = StyledLine(" \(note.severity.letter) ", badge(note.severity))
        head.append(" ")
        head.append(Span(note.title, role, .bold, limit: 4000))
        var lines = head.wrapped(to: width, indent: 4)
        lines += paragraph(note.detail, .text, width)
        if !note.remedy.isEmpty { lines += paragraph("→ " + note.remedy, .success, width) }
        let facts = [note.code, note.status, note.stage.isEmpty ? "" : "at \(note.stage)", note.category.lowercased()]
        var code = StyledLine([Span("    " + facts.filter { !$0.isEmpty }.joined(separator: "  "), .dim, limit: 300)])
        if let number = note.operatorNumber { code.append("  operator \(number)", .dim) }
        let hints = keys(note).map { PaneFrame.hint($0, $1) }
        lines += code.wrapped(to: width, indent: 4)
        if !hints.isEmpty {
            lines += (StyledLine("    ") + StyledLine.joined(hints, separator: StyledLine("  "))).wrapped(
                to: width, indent: 4)
        }
        return lines
    }

    /// What one key does about it.
    private static func keys(_ note: NotesState.Note) -> [(String, String)] {
        var keys: [(String, String)] = []
        if note.isRetryable { keys.append(("r", "runs it again")) }
        if note.asksToReopen { keys.append(("R", "opens the store again")) }
        if note.fix != nil { keys.append(("a", "puts the remedy into a scratch buffer")) }
        return keys
    }

    private static func badge(_ severity: NotesState.Note.Severity) -> Role {
        switch severity {
        case .error: .badgeError
        case .warning: .badgeWarning
        case .information: .badge
        }
    }

    /// Lines wrapped where they are too long; an excerpt with a caret below is cut to what is around the caret.
    static func paragraph(_ text: String, _ role: Role, _ width: Int) -> [StyledLine] {
        guard !text.isEmpty else { return [] }
        var parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        var lines: [StyledLine] = []
        while let part = parts.popFirst() {
            if let caret = parts.first, caret.last == "^", caret.dropLast().allSatisfy({ $0 == " " }) {
                parts.removeFirst()
                lines += ErrorRendering.excerpt(String(part), caret: String(caret), width: max(1, width - 2))
                    .map { StyledLine("  ") + $0 }
            } else {
                lines += StyledLine([Span("    " + part, role, limit: 8000)]).wrapped(to: width, indent: 4)
            }
        }
        return lines
    }
}
