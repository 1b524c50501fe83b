import Testing

@testable import Relate

@Suite struct TokenizerTests {
    private static func terms(_ analyzer: String, _ text: String) -> [String] {
        var terms: [String] = []
        AnalyzerCatalog.analyzer(named: analyzer)?.forEachTerm(of: text) { term, _ in
            terms.append(String(decoding: term, as: UTF8.self))
        }
        return terms
    }

    @Test(
        arguments: [
            ("The Quick, brown-fox!", ["the", "quick", "brown", "fox"]),
            ("can't won’t 3.14 1,000 a.b.c x:y", ["can't", "won’t", "3.14", "1,000", "a.b.c", "x:y"]),
            ("end. Next 5. fine, 'quoted'", ["end", "next", "5", "fine", "quoted"]),
            ("snake_case __ _a 2nd", ["snake_case", "_a", "2nd"]),
            ("Größe ÉTÉ İstanbul", ["größe", "été", "istanbul"]),
            ("e\u{301}te\u{301}", ["e\u{301}te\u{301}"]),
            ("東京タワー ひらがな", ["東", "京", "タワー", "ひ", "ら", "が", "な"]),
            ("한국어 text", ["한국어", "text"]), ("hi 🎉 👩‍💻!", ["hi", "🎉", "👩‍💻"]), ("", []), (" \t\n", []),
            ("a\u{0}b", ["a", "b"]), ("+-&&||!(){}[]^\"~*?:\\/", []),
        ])
    func standardWords(text: String, expected: [String]) {
        #expect(Self.terms("standard-no-stop-words", text) == expected)
    }

    @Test(
        arguments: [
            ("standard", "To be or not to be, that is The Question", ["question"]),
            ("english", "The foxes' owner's running quickly", ["fox", "owner", "run", "quickli"]),
            ("german", "Die Häuser der Städte", ["die", "haus", "der", "stadt"]),
            ("french", "Les chevaux mangeaient", ["le", "cheval", "mang"]),
            ("russian", "книгами", ["книг"]), ("simple", "It's R2-D2", ["it", "s", "r", "d"]),
            ("stop", "This is a test2", ["test"]), ("whitespace", "Foo-Bar  baz\tQux", ["Foo-Bar", "baz", "Qux"]),
            ("keyword", "All of It", ["All of It"]),
            ("standard-folding", "Crème Brûlée øl Straße", ["creme", "brulee", "ol", "strasse"]),
            (
                "url_or_email", "Write to Jane.Doe+x@Example.org, see https://example.org/a?b=1.",
                ["write", "jane.doe+x@example.org", "see", "https://example.org/a?b=1"]
            ),
        ])
    func analyzers(name: String, text: String, expected: [String]) {
        #expect(Self.terms(name, text) == expected)
    }

    /// Texts of ASCII have a way of their own, which finds the same.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func asciiIsCutAsAnyText(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let characters = Array("aZ9_.,':; -@/q")
        let length = seed % 10 == 0 ? 700 : Int(random.next() % 40)
        let few = seed % 10 == 0 ? 4 : characters.count
        let text = String((0..<length).map { _ in characters[Int(random.next() % UInt64(few))] })
        for analyzer in ["standard-no-stop-words", "english", "url_or_email"] {
            #expect(Self.terms(analyzer, text) == Self.terms(analyzer, text + " €"), "\(text)")
        }
    }

    @Test func aLongWordIsCut() {
        let terms = Self.terms("standard-no-stop-words", String(repeating: "a", count: 600))
        #expect(terms.map(\.count) == [255, 255, 90])
    }

    @Test func aWordLeftOutCountsAsAPosition() {
        var positions: [Int] = []
        AnalyzerCatalog.analyzer(named: "standard")?.forEachTerm(of: "house of the rising sun") { positions.append($1) }
        #expect(positions == [0, 3, 4])
    }
}
