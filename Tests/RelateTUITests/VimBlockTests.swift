import Relate
import Testing

@testable import RelateTUI

/// Vim's visual block, and `.` behind what was selected.
@Suite("Vim's blocks, and doing it again") struct VimBlockTests {
    private func typed(_ keys: String, in text: String) throws -> Model {
        var model = Model.opened(text) { $0.settings = Settings(parsing: "[ui]\nkeymap = \"vim\"") }
        try press(keys, &model)
        return model
    }

    @Test(
        "Columns of several lines are cut, copied, changed, inserted before and behind, and put",
        arguments: [
            ("C-v j d", "abc\nabc\nabc", "bc\nbc\nabc"), ("l C-v j l x", "abcd\nabcd", "ad\nad"),
            ("j l l l C-v k h d", "abcd\nefgh", "ab\nef"), ("C-v j $ d", "abc\nd\ne", "\n\ne"),
            ("l C-v j $ d", "abc\nd\nefgh", "a\nd\nefgh"), ("l C-v j j d", "abc\nd\nefg", "ac\nd\neg"),
            ("C-v j I \"x\" Esc", "ab\ncd\ne", "xab\nxcd\ne"), ("l C-v j j I \"x\" Esc", "ab\n\ncd", "axb\n\ncxd"),
            ("C-v j j A \"x\" Esc", "ab\n\ncd", "axb\n x\ncxd"), ("C-v j j $ A \"x\" Esc", "abc\n\nd", "abcx\nx\ndx"),
            ("l C-v j c \"xy\" Esc", "abc\ndef", "axyc\ndxyf"), ("l C-v j s \"x\" Esc", "abc\nd", "axc\ndx"),
            ("l C-v j C \"x\" Esc", "abc\ndef", "ax\ndx"), ("l C-v j D", "abc\ndef\ng", "a\nd\ng"),
            ("C-v j r x", "ab\ncd", "xb\nxd"), ("C-v j l ~", "aB\ncD", "Ab\nCd"), ("C-v j U", "ab\ncd", "Ab\nCd"),
            ("C-v j u", "AB\nCD", "aB\ncD"), ("C-v j J", "ab\ncd", "ab cd"), ("C-v j >", "ab\ncd", "  ab\n  cd"),
            ("C-v j S \"x\" Esc", "ab\ncd\ne", "x\ne"), ("C-v C-v x", "ab\nc", "b\nc"), ("C-v V d", "ab\nc", "c"),
            ("v C-v j d", "ab\ncd", "b\nd"), ("C-v l v d", "abc", "c"), ("C-v j Esc x", "ab\ncd", "ab\nd"),
            ("C-v j l o h d", "abc\nabc", "c\nc"), ("l C-v j l O h d", "abcd\nabcd", "d\nd"),
            ("C-v Down Right d", "abc\nabc", "c\nc"), ("C-v j End d", "abc\nd", "\n"),
            ("C-v j y P", "abc\ndef", "aabc\nddef"), ("C-v j y p", "abc\ndef", "aabc\nddef"),
            ("C-v j d p", "abc\ndef", "bac\nedf"), ("C-v j d G $ p", "ab\ncd\nx", "b\nd\nxa\n c"),
            ("C-v j $ y G o Esc p", "abc\nd", "abc\nd\nabc\nd"), ("C-v j $ y 0 P", "abc\nd", "abcabc\nd  d"),
            ("C-v j y 2 P", "ab\ncd", "aaab\ncccd"), ("C-v j y l C-v j p", "ab\ncd", "aa\ncc"),
            ("y l l C-v j p", "ab\ncd", "aa\nca"), ("C-v j y v y p", "ab\ncd", "aab\ncd"),
            // What is wide, or a tab, goes with any of its columns.
            ("C-v j l d", "ab\n日本", "\n"), ("l C-v j d", "ab\n日本", "\n本"),
            ("4 l C-v j d", "abcdef\n\tx", "abcdf\n\t"),
            ("C-v j I \"x\" Esc u", "ab\ncd", "ab\ncd"), ("C-v j c \"x\" Esc u", "ab\ncd", "ab\ncd"), ("C-v d", "", ""),
            ("C-v j d u", "ab\ncd", "ab\ncd"), ("C-v j A \"xy\" Backspace Esc", "ab\ncd", "axb\ncxd"),
            ("C-v j I \"x\" Enter Esc", "ab\ncd", "x\nab\ncd"),
            ("C-v j d i \"q\" Esc", "ab\ncd", "qb\nd"), ("C-v j i w d", "ab c\ncd e", " c\n e"),
        ])
    func blocks(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test(
        "A dot does to as much again what was done to a selection, wherever the moves led that selected it",
        arguments: [
            ("V d .", "a\nb\nc", "c"), ("j V k d .", "a\nb\nc\nd\ne", "e"), ("V j d . .", "1\n2\n3\n4\n5", ""),
            ("j j V g g d .", "1\n2\n3\n4\n5\n6\n7", "7"), ("V j > j j .", "a\nb\nc\nd", "  a\n  b\n  c\n  d"),
            ("V 2 > j .", "a\nb", "    a\n    b"), ("V c \"x\" Esc j .", "a\nb\nc", "x\nx\nc"),
            ("V U j .", "a\nb", "A\nB"),
            ("V r x j .", "ab\ncd", "xx\nxx"), ("V j J j .", "a\nb\nc\nd", "a b\nc d"), ("V d . . .", "a\nb", ""),
            ("v l d .", "abcdef", "ef"), ("w v h h d 0 .", "ab cd", ""), ("v e U w .", "ab cd", "AB CD"),
            ("v e d w .", "abc de", " "),
            ("v $ d .", "ab\ncd\ne", "e"), ("v j d .", "abc\nabc\nabc\nabc", "bc\nabc"),
            ("v i w c \"x\" Esc w .", "ab cd", "x x"),
            ("C-v j d .", "abc\ndef", "c\nf"), ("j C-v k l d .", "abcde\nfghij", "e\nj"),
            ("C-v j I \"x\" Esc l l .", "ab\ncd", "xaxb\nxcxd"),
            ("C-v j A \"x\" Esc j j .", "a\nb\nc\nd", "ax\nbx\ncx\ndx"),
            ("C-v j $ A \";\" Esc j j .", "ab\nc\nde\nf", "ab;\nc;\nde;\nf;"), ("C-v j r x l .", "ab\ncd", "xx\nxx"),
            ("V d u .", "a\nb\nc", "b\nc"), ("V y j .", "a\nb", "a\nb"), ("x V y .", "abc", "c"),
        ])
    func again(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test("A dot behind what the mouse selected waits for no move")
    func repeatsMouseSelections() throws {
        var model = try typed("Esc", in: "abcdef")
        model.editor.move(to: TextPosition(line: 0, column: 2), selecting: true)
        try press("d .", &model)
        #expect(model.editor.text == "ef")
        #expect(model.vim.isIdle)
        try press("u", &model)
        #expect(model.editor.text == "cdef")
    }

    @Test("A block shows in each of its lines, and is what is copied; the cursor goes to its corner")
    func shows() throws {
        let model = try typed("l C-v j j l", in: "abcd\ne\nfghi")
        #expect(view(model).plainText.contains("V-BLOCK"))
        #expect(model.editor.selectedText == "bc\n\ngh")
        let frame = view(model)
        let selected = (0..<frame.rows).map { row in
            (0..<frame.columns).filter { frame[row, $0].backdrop == .selection }.map { frame[row, $0].text }.joined()
        }
        #expect(selected.filter { !$0.isEmpty } == ["bc", "gh"])
        #expect(try typed("l C-v j l y", in: "abcd\nefgh").editor.cursor == TextPosition(line: 0, column: 1))
        #expect(try typed("l C-v j I \"xy\" Esc", in: "abcd\nefgh").editor.cursor == TextPosition(line: 0, column: 1))
        // F5 runs the statement that the cursor is in.
        var other = try typed("C-v j", in: "RETURN 1;\nRETURN 2")
        #expect(try press("F5", &other).runRequest?.text.contains("RETURN 2") == true)
    }

    @Test("Nothing that is put or inserted into a block makes the text longer than the engine takes")
    func bounds() throws {
        let long = String(repeating: "x", count: 3_000_000)
        var model = try typed("$ C-v j k A \"y\" Esc", in: long + String(repeating: "\n", count: 2000))
        try press("$ C-v G A \"y\" Esc", &model)
        #expect(model.editor.byteCount < 3_010_000)
        #expect(
            model.message?.text == "The text would be longer than \(Counts.grouped(Model.statementByteLimit)) bytes")
        model = try typed("C-v j j $ y 9 9 9 9 9 p", in: String(repeating: "abc", count: 300) + "\n\nx")
        #expect(model.editor.byteCount < 1000)
    }
}
