import Testing

@testable import Render

@Suite struct StatementRenderingTests {
    @Test("A statement in its colours, at every size", arguments: ScreenSize.all)
    func screen(size: ScreenSize) {
        let text = """
            // Who played with whom?
            PROFILE MATCH (a:Person {name: $name})-[r:ACTED_IN*1..2]->(m:Movie)
            WHERE m.released >= 1999 AND a.born IS NOT NULL\tOR true
            RETURN a.name AS name, count(DISTINCT m) + 1.5 AS films, 'it''s\\n' /* all
            of it */ ORDER BY films DESC
            """
        var frame = Frame(rows: size.rows, columns: size.columns)
        frame.box(frame.bounds, title: StyledLine("Query", .titleFocused, .bold), focused: true)
        frame.draw(StatementRendering.lines(text), in: frame.bounds.inner.inset(rows: 0, columns: 1))
        expectSnapshot(frame, suite: "Statement", test: "\(size)")
    }

    @Test(
        "Every byte of a text shows, whatever it is",
        arguments: [
            "", "\n", "a\r\nb\rc\n", "RETURN '\u{1B}[31m", "MATCH (", "\u{FEFF}RETURN 1", "é 日本 'x' // \u{202E}", "`a",
            "/*\n\n*/ x",
        ])
    func complete(text: String) {
        let lines = StatementRendering.lines(text)
        let expected = text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { StyledLine(String($0)).plainText }
        #expect(lines.map(\.plainText) == expected)
    }

    @Test("A statement on one line")
    func oneLine() {
        #expect(StatementRendering.oneLine("MATCH (n)\n\n   RETURN n\n").plainText == "MATCH (n) RETURN n")
        #expect(StatementRendering.oneLine("MATCH (n) RETURN n", limit: 9).plainText == "MATCH (n…")
    }
}
