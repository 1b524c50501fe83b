import Render
import Testing

@testable import RelateTUI

@Suite("Text buffer") struct TextBufferTests {
    private func typed(_ text: String, into buffer: inout TextBuffer) {
        for character in text { buffer.type(character) }
    }

    @Test("Typed words are undone word by word, and redone")
    func undoByWords() {
        var buffer = TextBuffer()
        typed("MATCH (n", into: &buffer)
        buffer.undo()
        #expect(buffer.text == "MATCH (")
        buffer.undo()
        buffer.undo()
        #expect(buffer.text == "MATCH")
        buffer.redo()
        #expect(buffer.text == "MATCH ")
        buffer.undo()
        buffer.undo()
        #expect(buffer.isEmpty)
    }

    @Test("A new line keeps the indentation, and goes deeper behind an open bracket")
    func autoIndent() {
        var buffer = TextBuffer("  CALL {")
        buffer.move(to: buffer.end)
        buffer.breakLine()
        #expect(buffer.text == "  CALL {\n    ")
        buffer.deleteBackward()
        #expect(buffer.text == "  CALL {\n  ")
    }

    @Test("Selecting everything of an empty text selects nothing that the next letter would replace")
    func selectsNothing() {
        var buffer = TextBuffer()
        buffer.selectAll()
        typed("RETURN", into: &buffer)
        #expect(buffer.text == "RETURN")
    }

    @Test("A combining mark joins the letter before it")
    func combiningMark() {
        var buffer = TextBuffer("cafe")
        buffer.move(to: buffer.end)
        buffer.type("\u{301}")
        #expect(buffer.cursor.column == 4)
        buffer.deleteBackward()
        #expect(buffer.text == "caf")
    }

    @Test(
        "A line's characters are those of its text, whatever is put into it or taken out",
        arguments: [
            "e\u{301}a", "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}x", "👨\u{200D}👩\u{200D}👧ab", "\u{600}12", "abc",
            "क\u{94D}\u{937}z", "각ab", "\u{1F1E9}",
        ])
    func joinsCharacters(line: String) {
        let inserted = ["x", "\u{301}", "\u{1F1E9}", "\u{200D}", "\u{600}", "a\nb", "\n", "\u{94D}", "👧"]
        for column in 0...line.count {
            for text in inserted {
                var buffer = TextBuffer(line)
                buffer.move(to: TextPosition(line: 0, column: column))
                buffer.insertText(text)
                let whole = TextBuffer(String(line.prefix(column)) + text + String(line.dropFirst(column)))
                #expect(buffer.lines == whole.lines, "\(text.debugDescription) at \(column)")
            }
            for end in column...line.count {
                var buffer = TextBuffer(line)
                buffer.delete(TextPosition(line: 0, column: column)..<TextPosition(line: 0, column: end))
                let whole = TextBuffer(String(line.prefix(column)) + String(line.dropFirst(end)))
                #expect(buffer.lines == whole.lines, "without \(column)..<\(end)")
            }
        }
    }

    @Test("A very long line keeps fewer earlier texts: each is a copy of it")
    func limitsUndo() {
        var buffer = TextBuffer(String(repeating: "x", count: 1_500_000))
        for _ in 0..<30 {
            buffer.move(to: .start)
            buffer.insertText("y")
        }
        for _ in 0..<30 { buffer.undo() }
        #expect(buffer.lines[0].prefix(40).count { $0 == "y" } == 19)
    }

    @Test("Columns are counted through tabs, wide characters and marks, from the front as from the whole")
    func countsColumns() {
        let buffer = TextBuffer("ab\tc渡e\u{301}\tx" + String(repeating: "z", count: 10))
        let columns = (0...18).map { EditorMetrics.column(of: TextPosition(line: 0, column: $0), in: buffer) }
        #expect(columns.prefix(9) == [0, 1, 2, 4, 5, 7, 8, 12, 13])
        for (place, column) in columns.enumerated() {
            #expect(EditorMetrics.place(line: 0, column: column, in: buffer) == TextPosition(line: 0, column: place))
        }
    }

    @Test("What shows of a very long line is what would show of it whole")
    func showsLongLines() {
        let unit = "MATCH\t渡 e\u{301} 'x' "
        let long = String(repeating: unit, count: EditorHighlights.lineLengthLimit / 10)
        let buffer = TextBuffer("RETURN 1\n" + long)
        let highlights = EditorHighlights(buffer, lines: 0..<2)
        let whole = StyledLine(EditorMetrics.withoutTabs(long, tabWidth: buffer.tabWidth))
        for left in [0, 1, 8, 9, 10, 700, whole.columns - 40] {
            let (line, columns) = highlights.part(1, columns: left..<(left + 60))
            #expect(line.plainText == whole.slice(left..<(left + 60)).plainText, "from \(left)")
            #expect(columns > left + 60 || columns == whole.columns)
        }
        #expect(highlights.part(0, columns: 0..<60).line.plainText == "RETURN 1")
        #expect(highlights.part(0, columns: 0..<60).line.spans.count > 1)
    }

    @Test("A paste in place of a selection over lines is one change")
    func pasteOverSelection() {
        var buffer = TextBuffer("one\ntwo\nthree")
        buffer.move(to: TextPosition(line: 0, column: 1))
        buffer.move(to: TextPosition(line: 2, column: 2), selecting: true)
        #expect(buffer.selectedText == "ne\ntwo\nth")
        buffer.insertText("X\r\nY")
        #expect(buffer.text == "oX\nYree")
        #expect(buffer.cursor == TextPosition(line: 1, column: 1))
        buffer.undo()
        #expect(buffer.text == "one\ntwo\nthree")
    }

    @Test("Offsets and places lead to each other", arguments: ["", "a", "é渡\n😀x\n\nend", "\n\n"])
    func offsets(text: String) {
        let buffer = TextBuffer(text)
        var place = TextPosition.start
        while true {
            #expect(buffer.position(ofOffset: buffer.offset(of: place)) == place)
            let next = buffer.place(after: place)
            if next == place { break }
            place = next
        }
        #expect(buffer.offset(of: buffer.end) == text.utf8.count)
        #expect(buffer.position(ofOffset: 1_000) == buffer.end)
    }

    @Test("Words are found over line ends")
    func words() {
        let buffer = TextBuffer("MATCH (ab)\n  cd")
        let end = buffer.wordEnd(after: TextPosition(line: 0, column: 5))
        #expect(end == TextPosition(line: 0, column: 9))
        #expect(buffer.wordEnd(after: end) == TextPosition(line: 1, column: 4))
        #expect(buffer.wordStart(before: TextPosition(line: 1, column: 2)) == TextPosition(line: 0, column: 7))
        #expect(buffer.wordStart(before: .start) == .start)
    }

    @Test("Comments go on and off, and leave empty lines alone")
    func comments() {
        var buffer = TextBuffer("  a\n\nb")
        buffer.selectAll()
        buffer.toggleComment()
        #expect(buffer.text == "  // a\n\n// b")
        buffer.toggleComment()
        #expect(buffer.text == "  a\n\nb")
    }

    @Test("Up and down keep the column over short lines")
    func keepsColumn() {
        var buffer = TextBuffer("long line\nx\nlong line")
        buffer.move(to: TextPosition(line: 0, column: 7))
        buffer.moveVertically(by: 1)
        #expect(buffer.cursor == TextPosition(line: 1, column: 1))
        buffer.moveVertically(by: 1)
        #expect(buffer.cursor == TextPosition(line: 2, column: 7))
        buffer.moveVertically(by: 1)
        #expect(buffer.cursor == buffer.end)
    }

    @Test("Random changes leave a sound buffer, and undo leads back to the beginning", arguments: 1...20)
    func randomChanges(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: (state >> 33) % UInt64(bound))
        }
        let start = "MATCH (n)\n  WHERE n.é = '渡'\nRETURN n"
        var buffer = TextBuffer(start)
        for _ in 0..<200 {
            switch random(9) {
            case 0: buffer.type("x")
            case 1: buffer.breakLine()
            case 2: buffer.deleteBackward()
            case 3: buffer.deleteForward()
            case 4: buffer.insertText("a\nb")
            case 5:
                buffer.move(to: TextPosition(line: random(9) - 2, column: random(30) - 3), selecting: random(2) == 0)
            case 6: buffer.moveVertically(by: random(7) - 3, selecting: random(3) == 0)
            case 7: buffer.toggleComment()
            default: buffer.undo()
            }
            #expect(buffer.cursor == min(buffer.cursor, buffer.end))
            #expect(buffer.cursor.column <= buffer.lines[buffer.cursor.line].count)
        }
        for _ in 0..<500 { buffer.undo() }
        #expect(buffer.text == start)
    }

    @Test(
        "Brackets and quotes come in pairs, and what is typed as ever is what comes out",
        arguments: [
            ("f(", "f()"), ("f(a)", "f(a)"), ("[{(", "[{()}]"), ("'it''s'", "'it''s'"), ("it's", "it's"),
            ("\"a\\\"b\"", "\"a\\\"b\""), ("'\\\\'", "'\\\\'"), ("'\\", "'\\'"), ("'\\'", "'\\''"),
            ("MATCH (n:A {x: 'y'})-[r]->(m) RETURN n", "MATCH (n:A {x: 'y'})-[r]->(m) RETURN n"),
        ])
    func pairs(_ typed: String, _ expected: String) {
        var buffer = TextBuffer()
        for character in typed { buffer.typePaired(character) }
        #expect(buffer.text == expected)
    }

    @Test("An empty pair goes with one backspace, and a selection is put into brackets")
    func pairsAround() {
        var buffer = TextBuffer()
        buffer.typePaired("(")
        buffer.deletePairBackward()
        #expect(buffer.isEmpty)
        buffer = TextBuffer("ab")
        buffer.selectAll()
        buffer.typePaired("[")
        #expect(buffer.text == "[ab]")
    }
}
