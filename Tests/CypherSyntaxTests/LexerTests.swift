import CypherSyntax
import Testing

@Suite struct LexerTests {
    /// Kinds of the tokens, as `kind(text)`.
    private static func kinds(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return Lexer.tokens(in: text).dropLast().map { token in
            let span = token.span
            return "\(token.kind)(\(String(decoding: bytes[span.lowerBound..<span.upperBound], as: UTF8.self)))"
        }
    }

    @Test(arguments: [
        ("a _b c1 ünï 名", "word(a) word(_b) word(c1) word(ünï) word(名)"),
        ("`a b` `c``d`", "quotedName(`a b`) quotedName(`c``d`)"),
        ("$a $0 $0ab $`x y` $", "parameter($a) parameter($0) parameter($0ab) parameter($`x y`) dollar($)"),
        ("0 12 1_000 0x1F 0o17", "integer(0) integer(12) integer(1_000) integer(0x1F) integer(0o17)"),
        ("1.5 .5 1e3 1E-3 1.5e+2", "float(1.5) float(.5) float(1e3) float(1E-3) float(1.5e+2)"),
        (
            "007 0x 0o8 12ab 1_ 1__0 0x1G 1.5f",
            "malformedNumber(007) malformedNumber(0x) malformedNumber(0o8) "
                + "malformedNumber(12ab) malformedNumber(1_) malformedNumber(1__0) malformedNumber(0x1G) malformedNumber(1.5f)"
        ),
        (
            "1..3 *..4 l[1..] n.5",
            "integer(1) dotDot(..) integer(3) star(*) dotDot(..) integer(4) word(l) leftBracket([) "
                + "integer(1) dotDot(..) rightBracket(]) word(n) dot(.) integer(5)"
        ),
        ("1.a 1e x", "integer(1) dot(.) word(a) malformedNumber(1e) word(x)"),
        ("'a' \"b\" 'c\\'d' 's\ne'", "string('a') string(\"b\") string('c\\'d') string('s\ne')"),
        ("'a", "unterminatedString('a)"),
        ("'a\\", "unterminatedString('a\\)"),
        ("`a", "unterminatedName(`a)"),
        ("a /* b", "word(a) unterminatedComment(/* b)"),
        ("a // b\nc /* d */ e", "word(a) word(c) word(e)"),
        ("s'a ${'}' + {b: 1}} c' S\"x\"", "interpolatedString(s'a ${'}' + {b: 1}} c') interpolatedString(S\"x\")"),
        (
            "<> <= >= =~ != += || :: .. =>",
            "notEqual(<>) lessOrEqual(<=) greaterOrEqual(>=) matches(=~) "
                + "exclamationEqual(!=) plusEqual(+=) doubleBar(||) doubleColon(::) dotDot(..) doubleArrow(=>)"
        ),
        ("<-- -->", "less(<) minus(-) minus(-) minus(-) minus(-) greater(>)"),
        ("— ⟨ ⟩ #", "unicodeDash(—) unicodeLeftHead(⟨) unicodeRightHead(⟩) unknown(#)"),
        ("a\u{85}b\u{A0}c\u{2003}d\u{3000}e\u{1C}f", "word(a) word(b) word(c) word(d) word(e) word(f)"),
        ("\\u0061b \\u0028 \\u12", "word(\\u0061b) unknown(\\u0028) unknown(\\) word(u12)"),
        ("\u{FEFF}a", "word(a)"),
        ("", ""),
    ])
    func textBecomesTokens(_ text: String, _ expected: String) {
        #expect(Self.kinds(text).joined(separator: " ") == expected)
    }

    @Test(arguments: ["MATCH (n) /* c */ RETURN n // d", "'open", "a\u{A0}— # 'x' `y` $z 1.5e", "\u{FEFF}\r\n\t;"])
    func tokensWithTriviaCoverTheWholeText(_ text: String) {
        var end = 0
        for token in Lexer.tokensWithTrivia(in: text) {
            #expect(token.span.lowerBound == end)
            #expect(token.span.upperBound > end)
            end = token.span.upperBound
        }
        #expect(end == text.utf8.count)
    }

    @Test func everyKeywordIsFoundInAnyCaseAndSpelledAsItsCase() {
        for keyword in Keyword.allCases {
            let spelling = keyword.spelling
            for text in [spelling, spelling.lowercased(), spelling.capitalized] {
                #expect(Lexer.tokens(in: text).first?.keyword == keyword)
            }
            let name = "\(keyword)".uppercased()
            #expect(name == spelling || (keyword == .noneOf && spelling == "NONE"))
        }
        for word in ["matchx", "matc", "m4tch", "MATCH_", "ｍatch", "ſet"] {
            #expect(Lexer.tokens(in: word).first?.keyword == nil)
        }
    }

    @Test func bytesThatAreNoUTF8NeverReachTheLexerUnrepaired() {
        let text = String(decoding: [0x52, 0xFF, 0xC3, 0x28] as [UInt8], as: UTF8.self)
        #expect(Lexer.tokens(in: text).count >= 2)
    }
}
