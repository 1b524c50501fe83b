/// `keymap = "vim"`: the query pane's modes.
extension Model {
    /// `nil` for a key that the editor itself has.
    mutating func pressInVim(_ key: Key) -> [Effect]? {
        // A click, or a change from elsewhere, has ended what was being selected.
        if vim.mode.isVisual, editor.anchor == nil { vim.mode = .normal }
        if key == Key(.escape) || key == .control("[") {
            record(key)
            leaveVimMode()
            keepOnCharacter()
            noteChange()
            return []
        }
        if vim.mode == .insert {
            // Another buffer may have come in front meanwhile.
            if !editor.isGrouping { editor.isGrouping = true }
            record(key)
            if key.text == nil, key != Key(.backspace), key != Key(.enter) { vim.insertStart = nil }
            if key.isMoving { editor.beginUndoGroup() }
            return nil
        }
        defer {
            keepOnCharacter()
            keepInView()
        }
        guard let character = key.text else { return pressOtherInVim(key) }
        if vim.pending.isEmpty, vim.count.isEmpty {
            switch character {
            case ":": return perform(.commandLine)
            case "/": return perform(.search)
            case "." where vim.mode == .normal:
                repeatChange()
                return []
            default: break
            }
        }
        if vim.isIdle {
            editor.isGrouping = true
            record(key)
            // What was selected by the mouse, or with Shift, is what the key is about.
            if editor.selection != nil { vim.mode = .visual }
        } else {
            record(key)
        }
        if vim.mode.isVisual { pressInVisual(character) } else { pressInNormal(character) }
        if vim.isIdle { editor.isGrouping = false }
        noteChange()
        return []
    }

    /// Keys that are no text, in the normal and the visual modes.
    private mutating func pressOtherInVim(_ key: Key) -> [Effect]? {
        let count = vim.takeCount() ?? 1
        vim.pending = ""
        if vim.mode == .normal { editor.isGrouping = false }
        let isOwn = settings.keys.contains { $0.key == key && ($0.context == .query || $0.context == .anywhere) }
        guard !isOwn else { return nil }
        switch key {
        case .control("r"): for _ in 0..<count { editor.redo() }
        // As vim has them; the editor's own would change the text.
        case Key(.delete): return pressInVim(.character(vim.mode.isVisual ? "d" : "x"))
        case Key(.enter):
            let line = min(editor.cursor.line + count, editor.lines.count - 1)
            editor.move(to: editor.firstText(ofLine: line), selecting: vim.mode.isVisual)
        case Key(.backspace), .control("h"):
            editor.move(to: editor.place(before: editor.cursor), selecting: vim.mode.isVisual)
        case .control("v"):
            if vim.mode == .normal {
                record(key)
                editor.isGrouping = true
            }
            select(in: .visualBlock)
        case .control("d"), .control("u"), .control("f"), .control("b"):
            let page = max(1, (Layout(self).inner(.query)?.rows ?? 10) - 1)
            let step = [.control("d"), .control("u")].contains(key) ? max(1, page / 2) : page
            moveLines(by: [.control("d"), .control("f")].contains(key) ? step : -step)
        case .control("w"), .control("k"), Key(.backspace, .control), Key(.backspace, .alt):
            message = .information("\(key.name) is no key here: F1 shows those there are")
        default:
            let command = keys.command(for: key.without(.shift), in: [.query, .anywhere])
            if vim.mode == .visualBlock, let command, ![.cursorUp, .cursorDown].contains(command) {
                editor.select(.block(command == .cursorEnd ? .lineEnds : .cursor))
            }
            if vim.mode.isVisual, key.isMoving, let command, moveInEditor(command, isSelecting: true) { return [] }
            return moveOnLine(key) ? [] : nil
        }
        return []
    }

    /// Lines up or down, in the column one was in; the first and the last line end it.
    mutating func moveLines(by count: Int) {
        let line = editor.cursor.line
        let target = min(max(0, line + count), editor.lines.count - 1)
        editor.moveVertically(by: target - line, selecting: vim.mode.isVisual)
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
        case .cursorUp: moveLines(by: -1)
        case .cursorDown: moveLines(by: 1)
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
        let corner = vim.insertStart == nil ? nil : vim.blockInsert?.corner
        if vim.mode == .insert { repeatInsert() }
        editor.isGrouping = false
        if vim.mode == .insert, let corner {
            editor.move(to: corner)
        } else if vim.mode == .insert, editor.cursor.column > 0 {
            editor.move(to: editor.place(before: editor.cursor))
        }
        editor.clearSelection()
        vim.mode = .normal
        vim.pending = ""
        vim.dropCount()
    }

    // MARK: - The last change

    private mutating func record(_ key: Key) {
        guard !vim.isRepeating else { return }
        if vim.isIdle { (vim.recorded, vim.recordedVersion) = (VimChange(), editor.version) }
        vim.recorded.keys.append(key)
    }

    /// What is under way is these keys, and about as much as is selected: `.` needs no moves to select it.
    mutating func recordOperation(_ character: Character, count: Int?, behind first: Character? = nil) {
        guard !vim.isRepeating else { return }
        let keys = (count.map { Array(String($0)) } ?? []) + [first, character].compactMap { $0 }
        vim.recorded = VimChange(keys: keys.map { .character($0) }, extent: editor.extent)
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
        guard !vim.lastChange.keys.isEmpty else {
            message = .information("Nothing was changed yet")
            return
        }
        vim.isRepeating = true
        if let extent = vim.lastChange.extent {
            editor.isGrouping = true
            editor.select(extent)
            vim.mode = extent.mode
        }
        for key in vim.lastChange.keys { _ = pressInEditor(key) }
        vim.isRepeating = false
        completion = nil
    }

    // MARK: - Inserting

    /// What was inserted, as often as was typed before.
    private mutating func repeatInsert() {
        defer { (vim.insertStart, vim.insertCount, vim.blockInsert) = (nil, 1, nil) }
        if let insert = vim.blockInsert { return repeatInsert(in: insert) }
        guard vim.insertCount > 1, var start = vim.insertStart, start <= editor.cursor else { return }
        if vim.insertsLines { start.column = 0 }
        let text = (vim.insertsLines ? "\n" : "") + editor.text(in: start..<editor.cursor)
        let count = vim.insertCount - 1
        guard hasRoom(for: text, times: count) else { return }
        if vim.insertsLines { editor.move(to: editor.lineEnd(of: editor.cursor)) }
        editor.insertText(String(repeating: text, count: count))
    }

    /// `false`, and a message, where the text would be longer than the engine takes.
    mutating func hasRoom(for text: String, times count: Int = 1) -> Bool {
        hasRoom(forBytes: text.utf8.count * count)
    }

    mutating func hasRoom(forBytes count: Int) -> Bool {
        guard count + editor.byteCount > Self.statementByteLimit else { return true }
        message = .error("The text would be longer than \(Counts.grouped(Self.statementByteLimit)) bytes")
        return false
    }

    mutating func beginInserting(_ character: Character, _ place: TextPosition) {
        vim.insertCount = vim.takeCount() ?? 1
        vim.insertsLines = character == "o" || character == "O"
        defer { vim.insertStart = editor.cursor }
        vim.mode = .insert
        switch character {
        case "a": if editor.lineEnd(of: place) != place { editor.move(to: editor.place(after: place)) }
        case "I": editor.move(to: editor.firstText(ofLine: place.line))
        case "A": editor.move(to: editor.lineEnd(of: place))
        case "o":
            editor.move(to: editor.lineEnd(of: place))
            editor.breakLine()
        case "O":
            let indent = editor.firstText(ofLine: place.line).column
            let text = String(editor.lines[place.line][..<indent])
            editor.move(to: TextPosition(line: place.line, column: 0))
            editor.insertText(text + "\n")
            editor.move(to: TextPosition(line: place.line, column: indent))
        default: break
        }
    }

    /// A change of the query that does not come from typing in it: it is taken back by itself, in the midst of an insert as
    /// well.
    mutating func changeQuery(_ change: (inout TextBuffer) -> Void) {
        editor.beginUndoGroup()
        change(&editor)
        editor.beginUndoGroup()
        vim.insertStart = nil
    }
}
