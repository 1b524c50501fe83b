import CypherSyntax
import Testing

@Suite struct SourceExcerptTests {
    @Test("A place in a long line is quoted with what is around it, whether its characters are bytes or not")
    func window() {
        for letter in ["a", "é", "👨‍👩‍👧"] {
            let before = String(repeating: letter, count: 100)
            let text = "RETURN 1\n" + before + "X" + String(repeating: letter, count: 100) + "\nRETURN 2"
            let offset = 9 + before.utf8.count
            let excerpt = SourceExcerpt(of: SourceSpan(offset, offset + 1), in: text)
            let shown = String(repeating: letter, count: 40)
            let rest = String(repeating: letter, count: 39)
            #expect(excerpt.line == 2 && excerpt.column == 101)
            #expect(excerpt.characterOffset == 9 + before.unicodeScalars.count)
            #expect(excerpt.text == "\"...\(shown)X\(rest)\"\n \(String(repeating: " ", count: 43))^")
        }
    }

    @Test("A mark that belongs to the last letter that is quoted is quoted with it")
    func clusters() {
        let text = String(repeating: "a", count: 79) + "e\u{301}" + "bcd"
        let excerpt = SourceExcerpt(of: SourceSpan(0, 1), in: text)
        #expect(excerpt.text == "\"\(String(repeating: "a", count: 79))e\u{301}\"\n ^")
        #expect(excerpt.column == 1 && excerpt.characterOffset == 0)
    }
}
