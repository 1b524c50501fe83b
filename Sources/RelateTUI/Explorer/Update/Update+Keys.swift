extension Model {
    /// A key: the top layer has it first, then the focused pane, then what holds anywhere.
    mutating func press(_ key: Key) -> [Effect] {
        message = nil
        if let layer = layers.last { return press(key, in: layer) }
        var key = key
        if isPrefixed {
            isPrefixed = false
            guard !Self.isGivingUp(key) else { return [] }
            key = key.prefixed
        }
        if Self.isGivingUp(key), key == Key(.escape) || keys.command(for: key, in: [KeyMap.Context(focus)]) == nil {
            key = Key(.escape)
            if completion != nil {
                completion = nil
                return []
            }
            if focus == .query, vim.mode != .normal || !vim.isIdle { return pressInVim(key) ?? [] }
            return escape()
        }
        lastEscape = false
        if focus == .query { return pressInEditor(key) }
        let contexts: [KeyMap.Context] = [KeyMap.Context(focus), .outsideText, .anywhere]
        guard let command = keys.command(for: key, in: contexts) else {
            sayUnknown(key)
            return []
        }
        return perform(command)
    }

    /// Esc, and Emacs's key for it.
    private static func isGivingUp(_ key: Key) -> Bool { key == Key(.escape) || key == .control("g") }

    /// Ctrl-X: the first of two keys. What is selected stays: the second one may be about the whole text.
    private mutating func beginKeyOfTwo() -> [Effect] {
        isPrefixed = true
        let cut = focus == .query && editor.selection != nil ? "^X cuts what is selected, " : ""
        message = .information(
            "^X, and now: \(cut)e edits the query elsewhere, ^S writes it, b buffers, k closes, ^C quits")
        return []
    }

    /// What was said at the bottom, to be read whole.
    mutating func showMessages() {
        guard !messages.messages.isEmpty else {
            message = .information("Nothing was said yet")
            return
        }
        layers.append(
            .inspector(InspectorState(name: "messages", place: "Messages", value: .string(messages.text))))
    }

    /// A line behind the colon, to be completed.
    private mutating func typeCommand(_ text: String) {
        layers.append(.prompt(Prompt(purpose: .command, line: LineInput(text))))
    }

    /// Esc twice cancels what runs; once takes back what is marked.
    private mutating func escape() -> [Effect] {
        if running != nil || rowWork != nil {
            if lastEscape || running == nil { return cancel() }
            lastEscape = true
            message = .information("Esc again, or Ctrl-C, cancels the statement")
            return []
        }
        if focus == .query {
            editor.clearSelection()
            editorSearch = ""
            buffers[currentBuffer].jump = nil
        }
        grid?.searchText = ""
        if focus == .schema, !schema.filter.isEmpty { filterSchema("") }
        return []
    }

    /// Text that arrived in one piece.
    mutating func paste(_ text: String) -> [Effect] {
        message = nil
        if let layer = layers.last { return paste(text, into: layer) }
        guard focus == .query else {
            message = .information("Paste goes to the query: press 1 first")
            return []
        }
        // A byte order mark at its front is the file's, not the text's.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        completion = nil
        guard text.utf8.count + editor.byteCount <= Self.statementByteLimit else {
            message = .error("The text would be longer than \(Counts.grouped(Self.statementByteLimit)) bytes")
            return []
        }
        editor.insertText(text)
        keepInView()
        return []
    }

    /// What the engine takes at most.
    static let statementByteLimit = 4_194_304

    /// A command, from a key, the palette or the command line.
    mutating func perform(_ command: Command) -> [Effect] {
        switch command {
        case .run: return run(.run)
        case .runAll: return runAll()
        case .explain: return run(.explain)
        case .profile: return run(.profile)
        case .cancel: return cancel()
        case .begin: return transaction(.begin)
        case .commit: return transaction(.commit)
        case .rollback: return askToRollBack()

        case .quit: return askToQuit()
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .help: layers.append(.help(HelpState()))
        case .palette: layers.append(.picker(palettePicker()))
        case .history: layers.append(.picker(historyPicker()))
        case .theme: layers.append(.picker(themePicker()))
        case .parameters: layers.append(.parameters(ParametersState(entries: parameters)))
        case .messages: showMessages()
        case .commandLine: typeCommand("")
        case .export: typeCommand("export ")
        case .goToElement: typeCommand("goto ")
        case .prefix: return beginKeyOfTwo()
        case .close: layers = layers.dropLast()

        case .nextPane: cycleFocus(by: 1)
        case .previousPane: cycleFocus(by: -1)
        case .zoom:
            isZoomed.toggle()
            keepInView()
        case .sidebar: toggleSchema()
        case .taller, .lessTall, .broader, .lessBroad, .usualSizes: return resizePane(command)
        case .connections: layers.append(.picker(connectionsPicker()))
        case .nextConnection: return goToNextConnection()
        case .closeConnection: return closeConnection()
        case .checkpoint: return checkpoint()
        case .reopen: return askToReopen()
        case .timeBack, .timeForward, .validBack, .validForward, .anyValidTime, .timeNow, .entityHistory,
            .attributeHistory:
            return performInTime(command)
        case .resultGraph: return showResultAsGraph()
        case .copyTrail: return copyTrail()
        case .focusQuery: focus(on: .query)
        case .focusResult: focus(on: .result)
        case .focusGraph: focus(on: .graph)
        case .focusPlan: focus(on: .plan)
        case .focusNotes: focus(on: .notes)
        case .focusSchema: focus(on: .schema)
        case .newBuffer, .nextBuffer, .previousBuffer, .closeBuffer, .saveBuffer, .format, .externalEditor:
            focus(on: .query)
            return performInEditor(command)
        case .savedQueries: return showSaved()
        case .chooseBuffer: layers.append(.picker(bufferPicker()))
        default: return performInPane(command)
        }
        return []
    }

    /// Where the screen has no room for a sidebar, the schema takes its turn below the query.
    private mutating func toggleSchema() {
        guard Layout(self).hasRoomForSidebar else { return focus(on: focus == .schema ? .query : .schema) }
        isSidebarHidden.toggle()
        if focus == .schema, isSidebarHidden { focus = .query }
        keepInView()
    }

    /// Commands that each pane understands in its own way.
    private mutating func performInPane(_ command: Command) -> [Effect] {
        if command != .back, let reason = emptiness(for: command) {
            message = .information(reason)
            return []
        }
        switch focus {
        case .query: return performInEditor(command)
        case .result: return performInGrid(command)
        case .plan: return performInPlan(command)
        case .notes: return performInNotes(command)
        case .graph: return performInGraph(command)
        case .schema: return performInSchema(command)
        }
    }

    // MARK: - Moving in lists

    /// Where a moving command leads in a list; `nil` for a command that does not move.
    static func moved(_ place: Int, by command: Command, count: Int, page: Int) -> Int? {
        let new: Int
        switch command {
        case .up: new = place - 1
        case .down: new = place + 1
        case .pageUp: new = place - max(1, page)
        case .pageDown: new = place + max(1, page)
        case .halfPageUp: new = place - max(1, page / 2)
        case .halfPageDown: new = place + max(1, page / 2)
        case .first: new = 0
        case .last: new = count - 1
        default: return nil
        }
        return min(max(0, new), max(0, count - 1))
    }

    /// The first row to show, so that `cursor` is among `page` rows.
    static func scrolled(_ top: Int, cursor: Int, count: Int, page: Int) -> Int {
        let page = max(1, page)
        var top = min(top, max(0, count - page))
        if cursor < top { top = cursor }
        if cursor >= top + page { top = cursor - page + 1 }
        return max(0, top)
    }
}
