extension Model {
    mutating func pressInEditor(_ key: Key) -> [Effect] {
        let isCommanding = settings.keyStyle == .vim && vim.mode == .normal
        if !isCommanding, let effects = pressInCompletion(key) { return effects }
        if settings.keyStyle == .vim, let effects = pressInVim(key) { return effects }
        if let character = key.text {
            if pairsBrackets { editor.typePaired(character) } else { editor.type(character) }
            keepInView()
            return suggest(after: character)
        }
        if key == Key(.backspace), completion != nil {
            editor.deleteBackward()
            keepInView()
            return suggest(isAsked: completion?.isAsked ?? false)
        }
        completion = nil
        var key = key
        var isSelecting = false
        var command = keys.exactCommand(for: key, in: [.query, .anywhere])
        if command == nil, key.modifiers.contains(.shift) {
            key.modifiers.remove(.shift)
            isSelecting = true
        }
        command = command ?? keys.command(for: key, in: [.query, .anywhere])
        guard let command else {
            if key.modifiers.contains(.prefixed) {
                message = .information("\(key.name) is no key here: F1 shows those there are")
            }
            return []
        }
        if moveInEditor(command, isSelecting: isSelecting) {
            keepInView()
            return []
        }
        return perform(command)
    }

    /// `false` for a command that does not move the cursor.
    mutating func moveInEditor(_ command: Command, isSelecting: Bool) -> Bool {
        let place = editor.cursor
        let page = max(1, (Layout(self).inner(.query)?.rows ?? 10) - 1)
        switch command {
        case .cursorUp: editor.moveVertically(by: -1, selecting: isSelecting)
        case .cursorDown: editor.moveVertically(by: 1, selecting: isSelecting)
        case .cursorPageUp: editor.moveVertically(by: -page, selecting: isSelecting)
        case .cursorPageDown: editor.moveVertically(by: page, selecting: isSelecting)
        case .cursorLeft: editor.move(to: editor.place(before: place), selecting: isSelecting)
        case .cursorRight: editor.move(to: editor.place(after: place), selecting: isSelecting)
        case .wordLeft: editor.move(to: editor.wordStart(before: place), selecting: isSelecting)
        case .wordRight: editor.move(to: editor.wordEnd(after: place), selecting: isSelecting)
        case .cursorHome: editor.move(to: editor.lineStart(of: place), selecting: isSelecting)
        case .cursorEnd: editor.move(to: editor.lineEnd(of: place), selecting: isSelecting)
        case .textStart: editor.move(to: .start, selecting: isSelecting)
        case .textEnd: editor.move(to: editor.end, selecting: isSelecting)
        default: return false
        }
        return true
    }

    mutating func performInEditor(_ command: Command) -> [Effect] {
        let place = editor.cursor
        switch command {
        case .newline: if pairsBrackets { editor.breakPairedLine() } else { editor.breakLine() }
        case .deleteBackward:
            if pairsBrackets { editor.deletePairBackward() } else { editor.deleteBackward() }
        case .deleteForward: editor.deleteForward()
        case .deleteWordBackward where editor.selection != nil: return performInEditor(.cutSelection)
        case .deleteWordBackward: kill(editor.selection ?? editor.wordStart(before: place)..<place)
        case .deleteWordForward: kill(editor.selection ?? place..<editor.wordEnd(after: place))
        case .killLine:
            let end = editor.lineEnd(of: place)
            kill(place..<(end == place ? editor.place(after: place) : end))
        case .killLineBackward: kill(TextPosition(line: place.line, column: 0)..<place)
        case .yank: if hasRoom(for: killedText) { editor.insertText(killedText) }
        case .undo: editor.undo()
        case .redo: editor.redo()
        case .selectAll: editor.selectAll()
        case .comment: changeQuery { $0.toggleComment() }
        case .clearEditor: changeQuery { $0.replaceAll(with: "") }
        case .cutSelection:
            guard let selection = editor.selection else { break }
            kill(selection)
            keepInView()
            return [.copy(killedText, what: "The cut text")]
        case .copySelection, .copy, .copyRow:
            killedText = editor.selectedText ?? editor.text
            return [.copy(killedText, what: editor.selectedText == nil ? "The whole query" : "The selection")]
        case .newBuffer: openBuffer(title: "scratch", text: "")
        case .nextBuffer: showNextBuffer(step: 1)
        case .previousBuffer: showNextBuffer(step: -1)
        case .closeBuffer: closeBuffer(isForced: false)
        case .saveBuffer: return write("", isForced: false)
        case .complete: return suggest(isAsked: true)
        case .search:
            layers.append(.prompt(Prompt(purpose: .search, line: LineInput())))
        case .searchNext: return findInEditor(backward: false)
        case .searchPrevious: return findInEditor(backward: true)
        case .format: format()
        case .externalEditor: return edit("")
        case .showOperator: showOperatorAtCursor()
        default: break
        }
        keepInView()
        return []
    }

    private mutating func kill(_ range: Range<TextPosition>) {
        guard !range.isEmpty else { return }
        killedText = editor.text(in: range)
        editor.delete(range)
    }

    /// A new buffer at the end, in front of the user.
    mutating func openBuffer(title: String, text: String) {
        let number = (buffers.map(\.number).max() ?? 0) + 1
        let buffer = TextBuffer(text, tabWidth: settings.tabWidth)
        buffers.append(EditorBuffer(number: number, title: "\(title) \(number)", text: buffer))
        currentBuffer = buffers.count - 1
        focus(on: .query)
    }

    /// The buffer with this number, in front of the user; `false` when it is gone.
    mutating func showBuffer(number: Int) -> Bool {
        guard let index = buffers.firstIndex(where: { $0.number == number }) else { return false }
        currentBuffer = index
        return true
    }

    mutating func scrollEditor(rows: Int, columns: Int) {
        let cursor = editor.cursor
        let width = max(1, columns - EditorMetrics.gutterColumns(lineCount: editor.lines.count) - 1)
        let column = EditorMetrics.column(of: cursor, in: editor)
        var buffer = buffers[currentBuffer]
        buffer.topLine = Self.scrolled(buffer.topLine, cursor: cursor.line, count: editor.lines.count, page: rows)
        if column < buffer.leftColumn { buffer.leftColumn = max(0, column - width / 4) }
        if column > buffer.leftColumn + width { buffer.leftColumn = column - width * 3 / 4 }
        if column <= width { buffer.leftColumn = 0 }
        buffers[currentBuffer] = buffer
    }
}
