import CypherSyntax
import Testing

@Suite struct ScriptTests {
    @Test(arguments: [
        ("RETURN 1; RETURN 2;\nRETURN 3", ["RETURN 1", "RETURN 2", "RETURN 3"]),
        ("\u{FEFF}RETURN 1;\r\n\r\nRETURN 2\r\n", ["RETURN 1", "RETURN 2"]),
        ("RETURN ';'; RETURN \";\"; RETURN `;`", ["RETURN ';'", "RETURN \";\"", "RETURN `;`"]),
        ("// a; b\nRETURN 1 /* ; */ + 1; // c;", ["RETURN 1 /* ; */ + 1"]),
        (";;  ; RETURN 1 ;; ", ["RETURN 1"]),
        ("RETURN 'a\\'; b'; RETURN 'open ; ", ["RETURN 'a\\'; b'", "RETURN 'open ; "]),
        ("", []), ("  // nothing", []),
    ])
    func statementsAreSplitAtSemicolonsOutsideOfTexts(_ text: String, _ expected: [String]) {
        #expect(Script.statements(in: text) == expected)
    }

    @Test func partsSayWhetherASemicolonFollows() {
        let parts = Script.parts(of: "RETURN 1;\n RETURN 2 ")
        #expect(parts.map(\.isTerminated) == [true, false])
        #expect(parts.map(\.span) == [SourceSpan(0, 8), SourceSpan(11, 19)])
        #expect(parts.map(\.territory) == [SourceSpan(0, 9), SourceSpan(9, 20)])
    }

    @Test(arguments: [(0, 0), (8, 0), (9, 1), (10, 1), (15, 1), (20, 1), (21, 1), (24, 1)])
    func theStatementAtTheCursorIsTheOneWhoseTerritoryHoldsIt(_ offset: Int, _ index: Int) {
        let text = "RETURN 1;\n RETURN 2 ; \n "
        #expect(Script.statement(at: offset, in: text) == Script.parts(of: text)[index])
    }

    @Test func anEmptyScriptHasNoStatementAtAnyCursor() {
        #expect(Script.statement(at: 0, in: " // c") == nil)
    }
}
