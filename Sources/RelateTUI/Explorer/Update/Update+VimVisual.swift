/// The keys of vim's visual modes: over characters, lines and blocks.
extension Model {
    mutating func pressInVisual(_ character: Character) {
        if takesDigit(character) { return }
        let pending = vim.pending
        vim.pending = ""
        if let kind = pending.last { return finish(kind, character) }
        switch character {
        case "v", "V": change(to: character == "v" ? .visual : .visualLines)
        case "O" where vim.mode == .visualBlock:
            vim.dropCount()
            goToOtherCorner()
        case "I" where vim.mode == .visualBlock, "A" where vim.mode == .visualBlock:
            recordOperation(character, count: nil)
            vim.dropCount()
            insertIntoBlock(behind: character == "A")
        case "o", "O":
            vim.dropCount()
            editor.swapSelectionEnds()
        case "d", "x", "c", "s", "y", "<", ">", "X", "D", "C", "S", "R", "Y", "J", "~", "u", "U", "p", "P":
            operateOnSelection(character)
        case "g", "f", "t", "F", "T", "i", "a", "r": vim.pending = String(character)
        case "j", "k": moveLines(by: (vim.takeCount() ?? 1) * (character == "j" ? 1 : -1))
        case "n", "N": for _ in 0..<(vim.takeCount() ?? 1) { _ = findInEditor(backward: character == "N") }
        case "*", "#": findWord(backward: character == "#", times: vim.takeCount() ?? 1)
        default:
            if vim.mode == .visualBlock, character != "G" {
                editor.select(.block(character == "$" ? .lineEnds : .cursor))
            }
            go(character, from: editor.cursor)
        }
    }

    /// `v` and `V` go from one to the other, and from their own back to the normal mode.
    private mutating func change(to mode: VimState.Mode) {
        vim.dropCount()
        select(in: mode)
    }

    /// Begins to select, or goes on with what is selected as this mode has it; in its own mode, ends it.
    mutating func select(in mode: VimState.Mode) {
        guard vim.mode != mode, let kind = mode.selectionKind else { return endSelecting() }
        vim.mode = mode
        editor.select(kind)
    }

    private mutating func endSelecting() {
        editor.clearSelection()
        vim.mode = .normal
    }

    /// The key behind `g`, `r`, `i`, `a` and what looks for a character.
    private mutating func finish(_ kind: Character, _ character: Character) {
        let place = editor.cursor
        switch kind {
        case "g":
            let line = min(vim.takeCount() ?? 1, editor.lines.count) - 1
            if character == "g" { editor.move(to: editor.firstText(ofLine: line), selecting: true) }
        case "r":
            vim.dropCount()
            recordOperation(character, count: nil, behind: "r")
            changeSelected { String($0.map { $0.isNewline ? $0 : character }) }
        case "i", "a":
            vim.dropCount()
            guard let range = VimText.object(character, isAround: kind == "a", at: place, in: editor), !range.isEmpty
            else { return }
            // A block goes on to where the object ends.
            if vim.mode != .visualBlock {
                editor.move(to: range.lowerBound)
                editor.select(vim.mode == .visualLines ? .lines : .throughCursor)
            }
            editor.move(to: editor.place(before: range.upperBound), selecting: true)
        default:
            vim.lastFind = (kind, character)
            guard let motion = found(kind, character, from: place, count: vim.takeCount() ?? 1) else { return }
            if vim.mode == .visualBlock { editor.select(.block(.cursor)) }
            editor.move(to: motion.target, selecting: true)
        }
    }

    private mutating func operateOnSelection(_ character: Character) {
        let count = vim.takeCount()
        guard let lines = editor.selectedLines else { return endSelecting() }
        recordOperation(character, count: count)
        if let block = editor.block, operate(character, on: block, count: count) { return editor.clearSelection() }
        let takesLines = vim.mode == .visualLines
        // Of an empty line nothing is selected.
        let place = min(editor.anchor ?? editor.cursor, editor.cursor)
        let range = editor.selection ?? place..<place
        vim.mode = .normal
        switch character {
        case "<", ">": operateOnLines(character, lines, steps: count ?? 1)
        case "X", "D": operateOnLines("d", lines)
        case "C", "S", "R": operateOnLines("c", lines)
        case "Y": operateOnLines("y", lines)
        case "J":
            editor.move(to: TextPosition(line: lines.lowerBound, column: 0))
            joinLines(max(2, lines.count))
        case "~": changeSelected { VimText.otherCase($0) }
        case "u": changeSelected { $0.lowercased() }
        case "U": changeSelected { $0.uppercased() }
        case "p", "P": putOverSelection(range, takesLines: takesLines, times: count ?? 1)
        case "y" where takesLines:
            operateOnLines("y", lines)
            editor.move(to: TextPosition(line: lines.lowerBound, column: 0))
        default:
            let operation: Character = character == "x" ? "d" : character == "s" ? "c" : character
            if takesLines { operateOnLines(operation, lines) } else { operate(operation, range) }
        }
        editor.clearSelection()
    }

    /// Other text in the place of what is selected; the cursor goes to its start.
    mutating func changeSelected(_ change: (String) -> String) {
        vim.mode = .normal
        defer { editor.clearSelection() }
        if let block = editor.block { return editor.replace(block, with: change) }
        guard let range = editor.selection else { return }
        editor.replace(range, with: change(editor.text(in: range)))
        editor.move(to: range.lowerBound)
    }

    /// What was cut takes the place of what is selected, and the other way round.
    private mutating func putOverSelection(_ range: Range<TextPosition>, takesLines: Bool, times count: Int) {
        guard hasRoom(for: killedText, times: count) else { return }
        let isLines = vim.linesText == killedText && !killedText.isEmpty
        var text = String(repeating: killedText, count: count)
        let old = editor.text(in: range)
        if isLines { text = takesLines ? String(text.dropLast()) : "\n" + text }
        editor.replace(range, with: text)
        editor.move(to: range.lowerBound)
        killedText = takesLines ? old + "\n" : old
        vim.linesText = takesLines ? killedText : nil
    }
}
