/// A place in a text: a line from 0, and a column from 0 in characters.
struct TextPosition: Hashable, Comparable, Sendable {
    var line: Int
    var column: Int

    static let start = TextPosition(line: 0, column: 0)

    static func < (left: TextPosition, right: TextPosition) -> Bool {
        left.line != right.line ? left.line < right.line : left.column < right.column
    }
}

/// Lines of characters with a cursor, a selection, and what was undone and killed. Never without a line.
///
/// A value: undo keeps whole earlier texts, which share all lines that did not change.
struct TextBuffer: Hashable, Sendable {
    private(set) var lines: [[Character]]
    private(set) var cursor = TextPosition.start
    /// The other end of the selection.
    private(set) var anchor: TextPosition? {
        didSet { if anchor == nil { selectionKind = .upToCursor } }
    }
    /// What is selected between the two ends, until nothing is.
    private(set) var selectionKind = SelectionKind.upToCursor
    /// Counts up with every change of the text.
    private(set) var version = 0

    /// The column on the screen that moving up and down tries to keep.
    private var wantedColumn: Int?
    private var undoStack: [Snapshot] = []
    private var redoStack: [Snapshot] = []
    /// The last change was a typed character, so that the next one joins it in the undo history.
    private var isTyping = false
    /// Changes are undone as one from when this is set until it is set again.
    var isGrouping = false { didSet { hasGroupBegun = false } }
    private var hasGroupBegun = false

    /// Columns from one tab stop to the next, on the screen.
    let tabWidth: Int

    static let standardTabWidth = 4
    /// A step of indentation, in spaces.
    static let indentWidth = 2
    private static let measuredColumnsLimit = 1 << 16
    private static let undoLimit = 500
    private static let undoMinimum = 5
    private static let undoByteLimit = 256 << 20

    enum SelectionKind: Hashable, Sendable {
        case upToCursor
        /// As vim selects: the character under the cursor too, and so at the other end.
        case throughCursor
        case lines
        /// As vim's visual block: the same columns of each line.
        case block(BlockEnd)
    }

    /// How far a block goes to the right.
    enum BlockEnd: Hashable, Sendable {
        case cursor, lineEnds
        /// The first one beyond it.
        case column(Int)
    }

    private struct Snapshot: Hashable, Sendable {
        var lines: [[Character]]
        var cursor: TextPosition
    }

    init(_ text: String = "", tabWidth: Int = Self.standardTabWidth) {
        self.tabWidth = tabWidth
        lines = Self.split(text)
    }

    // MARK: - Reading

    var text: String { lines.map { String($0) }.joined(separator: "\n") }
    /// As `text.utf8.count`.
    var byteCount: Int { lines.reduce(lines.count - 1) { $0 + Self.byteCount($1[...]) } }
    var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }
    var end: TextPosition { TextPosition(line: lines.count - 1, column: lines[lines.count - 1].count) }

    /// From its start to its end; `nil` of a block, which is none.
    var selection: Range<TextPosition>? {
        guard let anchor else { return nil }
        var start = min(anchor, cursor)
        var end = max(anchor, cursor)
        switch selectionKind {
        case .upToCursor: break
        case .throughCursor: end = place(after: end)
        case .lines: (start, end) = (TextPosition(line: start.line, column: 0), lineEnd(of: end))
        case .block: return nil
        }
        return start < end ? start..<end : nil
    }

    /// The lines from one end of the selection to the other, where there is one, even of nothing.
    var selectedLines: ClosedRange<Int>? {
        anchor.map { min($0.line, cursor.line)...max($0.line, cursor.line) }
    }

    var selectedText: String? { selection.map(text(in:)) ?? block.map { texts(in: $0).joined(separator: "\n") } }

    func text(in range: Range<TextPosition>) -> String {
        let from = range.lowerBound
        let to = range.upperBound
        if from.line == to.line { return String(lines[from.line][from.column..<to.column]) }
        var parts: [String] = [String(lines[from.line][from.column...])]
        parts += lines[(from.line + 1)..<to.line].map { String($0) }
        parts.append(String(lines[to.line][..<to.column]))
        return parts.joined(separator: "\n")
    }

    /// The UTF-8 offset of a place from the text's start.
    func offset(of position: TextPosition) -> Int {
        var offset = 0
        for line in lines[..<position.line] { offset += Self.byteCount(line[...]) + 1 }
        return offset + Self.byteCount(lines[position.line][..<position.column])
    }

    /// The place of a UTF-8 offset; the nearest one where the offset lies outside or inside a character.
    func position(ofOffset offset: Int) -> TextPosition {
        var rest = max(0, offset)
        for (number, line) in lines.enumerated() {
            var column = 0
            while column < line.count {
                let count = line[column].utf8.count
                if rest < count { return TextPosition(line: number, column: column) }
                rest -= count
                column += 1
            }
            if rest == 0 || number == lines.count - 1 { return TextPosition(line: number, column: column) }
            rest -= 1
        }
        return end
    }

    private static func byteCount(_ characters: ArraySlice<Character>) -> Int {
        characters.reduce(0) { $0 + $1.utf8.count }
    }

    private static func split(_ text: String) -> [[Character]] {
        var lines: [[Character]] = [[]]
        for character in text {
            // Other line separators are characters like any: inside strings they are data.
            if character == "\n" || character == "\r\n" || character == "\r" {
                lines.append([])
            } else {
                lines[lines.count - 1].append(character)
            }
        }
        return lines
    }

    // MARK: - The cursor

    /// Moves the cursor; with `selecting` the selection grows, else it ends.
    mutating func move(to position: TextPosition, selecting: Bool = false) {
        setCursor(position, selecting: selecting)
        wantedColumn = nil
    }

    private mutating func setCursor(_ position: TextPosition, selecting: Bool) {
        anchor = selecting ? (anchor ?? cursor) : nil
        cursor = clamped(position)
        isTyping = false
    }

    private func clamped(_ position: TextPosition) -> TextPosition {
        let line = min(max(0, position.line), lines.count - 1)
        return TextPosition(line: line, column: min(max(0, position.column), lines[line].count))
    }

    mutating func moveVertically(by count: Int, selecting: Bool = false) {
        // Far out in a very long line, characters are taken for columns: to add theirs up would take long.
        let isFar = cursor.column > Self.measuredColumnsLimit
        let column = wantedColumn ?? (isFar ? cursor.column : EditorMetrics.column(of: cursor, in: self))
        let line = cursor.line + count
        if line < 0 {
            setCursor(.start, selecting: selecting)
        } else if line >= lines.count {
            setCursor(end, selecting: selecting)
        } else {
            let place = characters(ofLine: line, in: column..<(column + 1)).lowerBound
            setCursor(TextPosition(line: line, column: place), selecting: selecting)
        }
        wantedColumn = column
    }

    func place(after position: TextPosition) -> TextPosition {
        if position.column < lines[position.line].count {
            return TextPosition(line: position.line, column: position.column + 1)
        }
        return position.line + 1 < lines.count ? TextPosition(line: position.line + 1, column: 0) : position
    }

    func place(before position: TextPosition) -> TextPosition {
        if position.column > 0 { return TextPosition(line: position.line, column: position.column - 1) }
        return position.line > 0
            ? TextPosition(line: position.line - 1, column: lines[position.line - 1].count) : position
    }

    func wordEnd(after position: TextPosition) -> TextPosition {
        var place = position
        while let character = character(at: place), !Self.isWord(character) { place = self.place(after: place) }
        while let character = character(at: place), Self.isWord(character) { place = self.place(after: place) }
        return place
    }

    func wordStart(before position: TextPosition) -> TextPosition {
        var place = position
        while place > .start, let character = character(at: self.place(before: place)), !Self.isWord(character) {
            place = self.place(before: place)
        }
        while place > .start, let character = character(at: self.place(before: place)), Self.isWord(character) {
            place = self.place(before: place)
        }
        return place
    }

    /// The character behind a place, a line's end being `\n`; `nil` at the text's end.
    func character(at position: TextPosition) -> Character? {
        if position.column < lines[position.line].count { return lines[position.line][position.column] }
        return position.line + 1 < lines.count ? "\n" : nil
    }

    static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The first column with text, or the line's start when the cursor is there already.
    func lineStart(of position: TextPosition) -> TextPosition {
        let indent = lines[position.line].prefix { $0 == " " || $0 == "\t" }.count
        return TextPosition(line: position.line, column: position.column == indent ? 0 : indent)
    }

    /// The first character of a line that is no space; its end where there is none.
    func firstText(ofLine line: Int) -> TextPosition {
        TextPosition(line: line, column: lines[line].prefix { $0 == " " || $0 == "\t" }.count)
    }

    func lineEnd(of position: TextPosition) -> TextPosition {
        TextPosition(line: position.line, column: lines[position.line].count)
    }

    /// Selects the word around a place; where that is selected, its line; where that is, nothing.
    mutating func selectMore(at place: TextPosition) {
        let word = wordStart(before: self.place(after: place))..<wordEnd(after: place)
        let isWord = character(at: place).map(Self.isWord) ?? false
        let line = TextPosition(line: place.line, column: 0)..<lineEnd(of: place)
        let next: Range<TextPosition>? = selection == line ? nil : isWord && selection != word ? word : line
        move(to: next?.lowerBound ?? place)
        if let next { move(to: next.upperBound, selecting: true) }
    }

    mutating func selectAll() {
        selectionKind = .upToCursor
        anchor = .start
        cursor = end
        wantedColumn = nil
        isTyping = false
    }

    mutating func clearSelection() { anchor = nil }

    /// Begins a selection at the cursor, or makes another kind of the one there is.
    mutating func select(_ kind: SelectionKind) {
        if anchor == nil { anchor = cursor }
        selectionKind = kind
    }

    /// The cursor goes to the other end of the selection.
    mutating func swapSelectionEnds() {
        guard let other = anchor else { return }
        anchor = cursor
        cursor = other
        wantedColumn = nil
    }

    // MARK: - Changing the text

    /// A typed character: several in a row are undone together.
    mutating func type(_ character: Character) {
        let isInWord = cursor.column > 0 && Self.isWord(lines[cursor.line][cursor.column - 1])
        let joins = isTyping && selection == nil && isInWord && Self.isWord(character)
        if !joins { remember() }
        insert(String(character))
        isTyping = true
    }

    /// A line end that keeps the line's indentation, deeper by a step behind an open bracket.
    mutating func breakLine() {
        remember()
        let before = lines[cursor.line][..<cursor.column]
        var indent = String(before.prefix { $0 == " " || $0 == "\t" })
        if let last = before.last(where: { $0 != " " }), "({[".contains(last) {
            indent += String(repeating: " ", count: Self.indentWidth)
        }
        insert("\n" + indent)
    }

    /// Text at the cursor, in place of the selection, undone as one.
    mutating func insertText(_ text: String) {
        remember()
        insert(text)
    }

    /// Other text in the place of a stretch, undone as one; the cursor is behind it, less some characters.
    mutating func replace(_ range: Range<TextPosition>, with text: String, cursorBack: Int = 0) {
        remember()
        if !range.isEmpty { remove(range) }
        anchor = nil
        cursor = clamped(range.lowerBound)
        insert(text)
        for _ in 0..<cursorBack { cursor = place(before: cursor) }
    }

    mutating func delete(_ range: Range<TextPosition>) {
        guard !range.isEmpty else { return }
        remember()
        remove(range)
    }

    mutating func deleteBackward() {
        if let selection { return delete(selection) }
        let indent = lines[cursor.line].prefix { $0 == " " }.count
        if cursor.column > 0, cursor.column <= indent, cursor.column.isMultiple(of: Self.indentWidth) {
            let start = TextPosition(line: cursor.line, column: cursor.column - Self.indentWidth)
            return delete(start..<cursor)
        }
        delete(place(before: cursor)..<cursor)
    }

    mutating func deleteForward() {
        delete(selection ?? cursor..<place(after: cursor))
    }

    /// The whole text anew, undone as one.
    mutating func replaceAll(with text: String, cursor: TextPosition? = nil) {
        remember()
        lines = Self.split(text)
        anchor = nil
        self.cursor = clamped(cursor ?? end)
        changed()
    }

    /// Changes whole lines, undone as one; no line comes or goes.
    mutating func changeLines(_ numbers: ClosedRange<Int>, _ change: (inout [Character]) -> Void) {
        remember()
        for number in numbers.clamped(to: 0...(lines.count - 1)) { change(&lines[number]) }
        cursor = clamped(cursor)
        anchor = anchor.map(clamped)
        changed()
    }

    /// Puts `//` before the selected lines, or takes it away when all have it.
    mutating func toggleComment() {
        remember()
        let selected = selectedLines ?? cursor.line...cursor.line
        var last = selected.upperBound
        if let selection, last > selected.lowerBound, selection.upperBound.column == 0 {
            last = selection.upperBound.line - 1
        }
        let numbers = (selected.lowerBound...last).filter { !lines[$0].allSatisfy(\.isWhitespace) }
        let isCommented = numbers.allSatisfy { lines[$0].drop { $0 == " " }.starts(with: "//") }
        for number in numbers {
            let indent = lines[number].prefix { $0 == " " }.count
            if isCommented {
                let hasSpace = lines[number].dropFirst(indent + 2).first == " "
                lines[number].removeSubrange(indent..<(indent + (hasSpace ? 3 : 2)))
            } else {
                lines[number].insert(contentsOf: "// ", at: indent)
            }
        }
        cursor = clamped(cursor)
        anchor = anchor.map(clamped)
        changed()
    }

    private mutating func insert(_ text: String) {
        if let selection { remove(selection) }
        anchor = nil
        let line = lines[cursor.line]
        let lower = max(0, cursor.column - 1)
        let upper = Self.settledPlace(in: line, from: cursor.column)
        // Joined as strings, so that a combining mark finds its letter. What stands farther away is not looked at.
        var new = Self.split(String(line[lower..<cursor.column]) + text)
        let last = new.count - 1
        let column = new[last].count + (last == 0 ? lower : 0)
        new[last] = Array(String(new[last]) + String(line[cursor.column..<upper]))
        if last == 0 {
            lines[cursor.line].replaceSubrange(lower..<upper, with: new[0])
        } else {
            new[last] += line[upper...]
            lines[cursor.line].replaceSubrange(lower..., with: new[0])
            lines.insert(contentsOf: new[1...], at: cursor.line + 1)
        }
        cursor = TextPosition(line: cursor.line + last, column: column)
        changed()
    }

    private mutating func remove(_ range: Range<TextPosition>) {
        let from = range.lowerBound
        let to = range.upperBound
        let lower = max(0, from.column - 1)
        let upper = Self.settledPlace(in: lines[to.line], from: to.column)
        let joined = String(lines[from.line][lower..<from.column]) + String(lines[to.line][to.column..<upper])
        if from.line == to.line {
            lines[from.line].replaceSubrange(lower..<upper, with: Array(joined))
        } else {
            lines[from.line].replaceSubrange(lower..., with: Array(joined) + lines[to.line][upper...])
            lines.removeSubrange((from.line + 1)...to.line)
        }
        anchor = nil
        cursor = clamped(from)
        changed()
    }

    /// From here on a line's characters are what they are, whatever is put before: two ASCII characters never join.
    private static func settledPlace(in line: [Character], from column: Int) -> Int {
        var place = column
        while place < line.count {
            place += 1
            if place < line.count, line[place - 1].isASCII, line[place].isASCII { return place }
        }
        return line.count
    }

    private mutating func changed() {
        version &+= 1
        wantedColumn = nil
        isTyping = false
    }

    // MARK: - Undo

    /// What is changed from here on is undone by itself, and not with what was changed before.
    mutating func beginUndoGroup() {
        hasGroupBegun = false
        isTyping = false
    }

    mutating func undo() {
        guard let snapshot = undoStack.popLast() else { return }
        redoStack.append(Snapshot(lines: lines, cursor: cursor))
        restore(snapshot)
    }

    mutating func redo() {
        guard let snapshot = redoStack.popLast() else { return }
        undoStack.append(Snapshot(lines: lines, cursor: cursor))
        restore(snapshot)
    }

    private mutating func restore(_ snapshot: Snapshot) {
        lines = snapshot.lines
        cursor = snapshot.cursor
        anchor = nil
        hasGroupBegun = false
        changed()
    }

    private mutating func remember() {
        if isGrouping, hasGroupBegun { return }
        hasGroupBegun = true
        undoStack.append(Snapshot(lines: lines, cursor: cursor))
        // What was a very long line is a copy of it each time.
        let byteCount = lines[cursor.line].count * MemoryLayout<Character>.stride
        let limit = min(Self.undoLimit, max(Self.undoMinimum, Self.undoByteLimit / max(1, byteCount)))
        if undoStack.count > limit { undoStack.removeFirst(undoStack.count - limit) }
        redoStack.removeAll()
    }
}
