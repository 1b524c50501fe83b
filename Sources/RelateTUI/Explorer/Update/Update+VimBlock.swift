/// What vim does to a block: the same columns of several lines.
extension Model {
    /// The cursor goes to the other end of its line's part of the block.
    mutating func goToOtherCorner() {
        guard let anchor = editor.anchor else { return }
        let (line, column) = (editor.cursor.line, EditorMetrics.column(of: editor.cursor, in: editor))
        let other = EditorMetrics.column(of: anchor, in: editor)
        editor.move(to: EditorMetrics.place(line: anchor.line, column: column, in: editor))
        editor.select(.block(.cursor))
        editor.move(to: EditorMetrics.place(line: line, column: other, in: editor), selecting: true)
    }

    /// - Returns: `false` for what is done to the lines that it stands in.
    mutating func operate(_ character: Character, on block: TextBlock, count: Int?) -> Bool {
        var block = block
        switch character {
        case "y", "Y":
            copy(block)
            vim.mode = .normal
            let line = block.lines.lowerBound
            let column = editor.characters(ofLine: line, in: block).lowerBound
            editor.move(to: TextPosition(line: line, column: column))
        case "d", "x", "X", "D", "c", "s", "C":
            if character == "D" || character == "C" { block.end = nil }
            copy(block)
            vim.mode = .normal
            editor.replace(block) { _ in "" }
            if "csC".contains(character) { beginInserting(into: block, atColumn: block.left, fills: false) }
        case "~": changeSelected { VimText.otherCase($0) }
        case "u": changeSelected { $0.lowercased() }
        case "U": changeSelected { $0.uppercased() }
        case "p", "P": put(over: block, times: count ?? 1)
        default: return false
        }
        return true
    }

    private mutating func copy(_ block: TextBlock) {
        killedText = editor.texts(in: block).joined(separator: "\n")
        (vim.linesText, vim.blockText) = (nil, killedText)
    }

    // MARK: - Inserting into each line

    /// Before a block, or behind it: there, a line that ends before it gets spaces up to it.
    mutating func insertIntoBlock(behind isBehind: Bool) {
        guard let block = editor.block else { return }
        editor.clearSelection()
        beginInserting(into: block, atColumn: isBehind ? block.end : block.left, fills: isBehind)
    }

    /// - Parameter column: `nil` at each line's end.
    private mutating func beginInserting(into block: TextBlock, atColumn column: Int?, fills: Bool) {
        let first = block.lines.lowerBound
        vim.mode = .normal
        if fills, let column {
            guard hasRoom(forBytes: max(0, column - editor.columns(ofLine: first))) else { return }
            editor.insert([""], fromLine: first, column: column)
        }
        vim.mode = .insert
        let corner = editor.characters(ofLine: first, in: block.left..<block.left).lowerBound
        let count = editor.lines[first].count
        let place = column.map { editor.characters(ofLine: first, in: $0..<$0).lowerBound } ?? count
        editor.move(to: TextPosition(line: first, column: place))
        vim.insertStart = editor.cursor
        vim.blockInsert = VimState.BlockInsert(
            lines: (first + 1)..<(block.lines.upperBound + 1), column: column, fills: fills, firstCount: count,
            corner: TextPosition(line: first, column: corner))
    }

    /// What was inserted into the block's first line goes into the others; what goes over lines stays where it is.
    mutating func repeatInsert(in insert: VimState.BlockInsert) {
        guard let start = vim.insertStart, start.line == editor.cursor.line, start <= editor.cursor else { return }
        let line = editor.lines[start.line]
        let count = min(line.count - insert.firstCount, line.count - start.column)
        let lines = insert.lines.clamped(to: 0..<editor.lines.count)
        guard count > 0, !lines.isEmpty else { return }
        let text = String(line[start.column..<(start.column + count)])
        let lacking = lines.map { number in insert.column.map { max(0, $0 - editor.columns(ofLine: number)) } ?? 0 }
        let padding = insert.fills ? lacking.reduce(0, +) : 0
        guard hasRoom(forBytes: padding + text.utf8.count * lines.count) else { return }
        let texts = lacking.map { insert.fills || $0 == 0 ? text : nil }
        editor.insert(texts, fromLine: lines.lowerBound, column: insert.column)
    }

    // MARK: - Putting a block

    /// Each line of it into a line of the text, from the cursor's on; lines that are not there yet come.
    mutating func putBlock(before: Bool, times count: Int) {
        let place = editor.cursor
        let isBehind = !before && editor.lineEnd(of: place) != place
        let start = isBehind ? editor.place(after: place) : place
        putBlock(atLine: place.line, column: EditorMetrics.column(of: start, in: editor), times: count)
    }

    private mutating func putBlock(atLine first: Int, column: Int, times count: Int) {
        let rows = killedText.split(separator: "\n", omittingEmptySubsequences: false)
        let widest = rows.map { EditorMetrics.columns(of: String($0)) }.max() ?? 0
        guard hasRoom(forBytes: (killedText.utf8.count + rows.count * widest) * count) else { return }
        let texts = rows.map { row -> String in
            guard count > 1 else { return String(row) }
            let padded = row + String(repeating: " ", count: widest - EditorMetrics.columns(of: String(row)))
            return String(repeating: String(padded), count: count - 1) + row
        }
        let new = max(0, first + rows.count - editor.lines.count)
        let padding = texts.indices.reduce(0) { sum, index in
            let number = first + index
            return sum + max(0, column - (number < editor.lines.count ? editor.columns(ofLine: number) : 0))
        }
        guard hasRoom(forBytes: (killedText.utf8.count + rows.count * widest) * count + padding + new) else { return }
        if new > 0 {
            editor.move(to: editor.end)
            editor.insertText(String(repeating: "\n", count: new))
        }
        editor.insert(texts, fromLine: first, column: column, width: widest * count)
        let corner = editor.characters(ofLine: first, in: column..<column).lowerBound
        editor.move(to: TextPosition(line: first, column: corner))
    }

    /// What was cut takes the place of a block, and the other way round: a text without lines in each line.
    private mutating func put(over block: TextBlock, times count: Int) {
        let (text, isBlock) = (killedText, vim.blockText == killedText)
        guard hasRoom(for: text, times: count * block.lines.count) else { return }
        vim.mode = .normal
        let old = editor.texts(in: block).joined(separator: "\n")
        editor.replace(block) { _ in "" }
        if isBlock {
            putBlock(atLine: block.lines.lowerBound, column: block.left, times: count)
        } else if text.contains(where: \.isNewline) {
            editor.move(to: TextPosition(line: block.lines.upperBound, column: 0))
            put(before: false, times: count)
        } else {
            let texts = [String?](repeating: String(repeating: text, count: count), count: block.lines.count)
            let corner = editor.cursor
            editor.insert(texts, fromLine: block.lines.lowerBound, column: block.left)
            editor.move(to: corner)
        }
        killedText = old
        (vim.linesText, vim.blockText) = (nil, old)
    }
}
