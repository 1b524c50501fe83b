import Relate
import Testing

@testable import RelateTUI

/// What vim's users type without thinking, in the query pane.
@Suite("Vim's lines, brackets and words") struct VimMovesTests {
    private func typed(_ keys: String, in text: String) throws -> Model {
        var model = Model.opened(text) { $0.settings = Settings(parsing: "[ui]\nkeymap = \"vim\"") }
        try press(keys, &model)
        return model
    }

    @Test(
        "Lines are selected by V, and cut, copied, changed, indented, joined and replaced",
        arguments: [
            ("V d", "a\nb\nc", "b\nc"), ("V j d", "a\nb\nc", "c"), ("j V k d", "a\nb\nc", "c"),
            ("V G d", "a\nb", ""), ("G V d", "a\nb", "a"), ("V j y G p", "a\nb\nc", "a\nb\nc\na\nb"),
            ("j V c \"x\" Esc", "a\n  b\nc", "a\n  x\nc"), ("V j >", "a\n\nb", "  a\n\nb"),
            ("V G >", "a\n\nb", "  a\n\n  b"), ("V 2 >", "a", "    a"), ("V G <", "    a\n\tb\nc", "  a\nb\nc"),
            ("V j J", "a\n  b\nc", "a b\nc"), ("V J", "a\nb", "a b"), ("y y j V p", "a\nb\nc", "a\na\nc"),
            ("V j d p", "a\nb\nc", "c\na\nb"), ("V j d P", "a\nb\nc", "a\nb\nc"), ("V ~", "aB c", "Ab C"),
            ("V U", "ab\nc", "AB\nc"), ("V v d", "abc", "bc"), ("v V d", "a\nb", "b"), ("V V x", "ab", "b"),
            ("V o j d", "a\nb\nc\nd", "c\nd"), ("V Esc x", "ab", "b"), ("V j r x", "ab\ncd\ne", "xx\nxx\ne"),
            ("V d . u", "a\nb\nc\nd", "b\nc\nd"), ("j V d u", "a\nb", "a\nb"), ("V Down d", "a\nb\nc", "c"),
            ("V 1 j d", "a\nb\nc", "c"), ("j V g g d", "a\nb\nc", "c"), ("V d", "", ""),
            ("j V y P", "a\n\nb", "a\n\n\nb"),
        ])
    func lines(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test(
        "% goes to the other bracket, and an operator takes both",
        arguments: [
            ("d %", "f(a, [b])c", "c"), ("f [ d %", "f(a, [b])c", "f(a, )c"), ("f ) d %", "f(a)c", "fc"),
            ("% x", "f(a)", "f(a"), ("% % x", "f(a)", "fa)"), ("% x", "{\n (\n}", "{\n (\n"), ("v % d", "(a)b", "b"),
            ("d %", "(')')b", "b"), ("d %", "(a", "(a"), ("d %", "no", "no"), ("% x", "'(a]' )", "'(a]' "),
        ])
    func brackets(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test(
        "Words, lines, puts and counts do what vim does",
        arguments: [
            ("d w", "one\ntwo", "\ntwo"), ("d 2 w", "one\ntwo\nx", "\nx"), ("2 d w", "a b c", "c"),
            ("2 d 2 w", "a b c d e", "e"), ("w x", "(a)", "()"), ("d W", "a.b c", "c"), ("W d B", "a.b c", "c"),
            ("E x", "a.b c", "a. c"), ("e x", "a.b c", "ab c"), ("$ b x", "a.b", "ab"), ("c w x Esc", "a.b", "x.b"),
            ("2 c w x Esc", "a b c", "x c"), ("> >", "a\nb", "  a\nb"), ("2 > >", "a\nb", "  a\n  b"),
            ("< <", "    a", "  a"), ("> j", "a\nb", "  a\n  b"), ("> > .", "a", "    a"), ("> > u", "a", "a"),
            ("~", "ab", "Ab"), ("2 ~", "abc", "ABc"), ("~ ~", "ab", "AB"), ("~ .", "ab", "AB"),
            ("J", "a\n)", "a)"), ("J", "a \nb", "a b"), ("J", "a\n\nb", "a\nb"), ("3 J", "a\nb\nc", "a b c"),
            ("J x", "a\nb", "ab"), ("x p", "ab", "ba"), ("x 3 p x", "abc", "baac"), ("x $ p p", "abc", "bcaa"),
            ("y y 2 p", "a", "a\na\na"), ("y w P", "a b", "a a b"), ("y i w $ p", "ab c", "ab cab"),
            ("s x Esc", "abc", "xbc"), ("S x Esc", "  abc", "  x"), ("$ X", "abc", "ac"), ("Y p", "a\nb", "a\na\nb"),
            ("j I x Esc", "a\n  b", "a\n  xb"), ("j 0 I x Esc", "a\n  b", "a\n  xb"), ("O x Esc", "  a", "  x\n  a"),
            ("d ; x", "a", ""), ("f o d ;", "a o b o c", "a  c"), ("d j", "a\nb\nc", "c"), ("j d j", "a\nb", "a\nb"),
            ("d k", "a\nb", "a\nb"), ("j d k", "a\nb\nc", "c"), ("j d G", "a\nb\nc", "a"),
            ("2 j x", "a\nb\ncd", "a\nb\nd"),
            ("Enter x", "a\n  bc", "a\n  c"), ("l Backspace x", "ab", "b"), ("Del", "ab", "b"), ("v Del", "ab", "b"),
            ("C-w C-k x", "ab cd", "b cd"), ("C-d x", "a\nb", "a\n"), ("i ( a Esc d i (", "", "(a"),
            ("x i C-y Esc", "ab", "ab"), ("d d i C-k Esc p", "a\nbc", "bc"), ("v i w y P", "ab c", "abab c"),
            ("v e d", "ab c", " c"), ("v i w p", "ab c", " c"), ("y w w v i w p", "a bc", "a a "),
            ("g z x", "ab", "b"), ("d z x", "ab", "b"),
        ])
    func basics(keys: String, text: String, expected: String) throws {
        #expect(try typed(keys, in: text).editor.text == expected)
    }

    @Test("Columns are kept over short lines, and words are found by *, # and n")
    func moves() throws {
        #expect(try typed("$ j j", in: "abc\n\nabc").editor.cursor == TextPosition(line: 2, column: 2))
        #expect(try typed("l l v j j", in: "abc\n\nabc").editor.cursor == TextPosition(line: 2, column: 2))
        for (keys, column) in [("*", 6), ("* *", 12), ("* #", 0), ("2 *", 12), ("#", 12), ("* n", 12), ("* N", 0)] {
            #expect(try typed(keys, in: "one 2 one 4 one").editor.cursor.column == column, "\(keys)")
        }
        #expect(try typed("*", in: "  ;").message?.text == "No word stands here")
    }

    @Test("The mode is told, a click ends a selection, and F5 runs what is selected with the last character")
    func selects() throws {
        #expect(view(try typed("V", in: "abc")).plainText.contains("V-LINE"))
        var model = try typed("j V", in: "RETURN 1;\nRETURN 22;\nRETURN 3")
        #expect(model.editor.selectedText == "RETURN 22;")
        #expect(try press("F5", &model).runRequest?.text.contains("RETURN 22") == true)
        model = try typed("v e", in: "abc d")
        #expect(model.editor.selectedText == "abc")
        model.editor.move(to: .start)
        try press("x", &model)
        #expect(model.vim.mode == .normal && model.editor.text == "bc d")
        // What the mouse selected is what an operator takes.
        model = try typed("Esc", in: "abcd")
        model.editor.move(to: TextPosition(line: 0, column: 2), selecting: true)
        try press("d", &model)
        #expect(model.editor.text == "cd")
    }

    @Test("What comes from elsewhere in the midst of an insert is taken back by itself")
    func undoesForeignChanges() throws {
        var model = try typed("i \"RETURN 1\"", in: "")
        model.history = ["MATCH (n) RETURN n"]
        try press("C-r Enter \" LIMIT 1\" Esc", &model)
        #expect(model.editor.text == "MATCH (n) RETURN n LIMIT 1")
        try press("u", &model)
        #expect(model.editor.text == "MATCH (n) RETURN n")
        try press("u", &model)
        #expect(model.editor.text == "RETURN 1")
        try press("u", &model)
        #expect(model.editor.text.isEmpty)
        // So is what is typed in a buffer after one was in another.
        model = try typed("i \"ab\" M-n \"cd\" M-, \"ef\" Esc", in: "")
        #expect(model.editor.text == "abef")
        try press("u", &model)
        #expect(model.editor.text == "ab")
        try press("M-. u", &model)
        #expect(model.editor.text.isEmpty)
    }

    @Test("Nothing that is put, indented or inserted often makes the text longer than the engine takes")
    func bounds() throws {
        var model = try typed("Esc", in: String(repeating: "x", count: 1_000_000))
        try press("y y 9 9 9 9 p", &model)
        #expect(model.editor.lines.count == 1)
        #expect(
            model.message?.text == "The text would be longer than \(Counts.grouped(Model.statementByteLimit)) bytes")
        try press("V 9 9 9 9 >", &model)
        #expect(model.editor.byteCount < 1_001_000)
    }
}
