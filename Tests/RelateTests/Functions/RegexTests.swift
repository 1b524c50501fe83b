import Testing

@testable import Relate

struct RegexTests {
    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test(arguments: [
        "(a+)+[bc]", "(a*)*[bc]", "(a|aa)+[bc]", "(.*)*[xy]", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?:(?:a*)*)*[bc]",
    ])
    func `Patterns that backtrack without end are stopped`(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let start = ContinuousClock.now
        let error = #expect(throws: EngineError.self) { try expression.matches(Self.letters(60)) }
        #expect(error?.message.contains("costs too much") == true)
        #expect(error?.stage == .runtime)
        // 40 ms on an idle machine.
        #expect(ContinuousClock.now - start < .seconds(10))
        // The expression goes on to serve other texts.
        #expect(throws: Never.self) { try expression.matches("-") }
    }

    @Test(arguments: ["(a|b)*", "(?:a|b)*", "(.|\\n)*", "(a(?=a|$))*", "a*+"])
    func `Long texts need no more than a larger stack`(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        #expect(try expression.matches(Self.letters(100_000)))
        #expect(try !expression.matches(Self.letters(100_000) + "\n!") || pattern == "(.|\\n)*")
    }

    @Test(arguments: [
        "(", "[a", "a{2,1}", "*", "(?<n>a)(?<n>b)", "\\C", "(?P<", "\\", "((a{1,200}){1,200}){1,200}", "[[:nothing:]]",
        String(repeating: "(", count: 300) + String(repeating: ")", count: 300),
    ])
    func `Patterns that are none are refused with their place`(_ pattern: String) {
        let error = #expect(throws: EngineError.self) { try RegularExpression(pattern) }
        #expect(error?.message.contains("invalid regular expression") == true)
        #expect(error?.message.contains("at byte") == true)
    }

    @Test func `A cache answers as new expressions do, whatever it has forgotten`() throws {
        let cache = RegexCache()
        var random = TemporalRandom(seed: 11)
        // Canonically equal, but other bytes: the second letter of the decomposed one is a mark.
        let patterns = (0..<50).map { "a{\($0)}" } + ["\u{E9}", "e\u{301}"]
        for _ in 0..<2_000 {
            let pattern = patterns.randomElement(using: &random) ?? ""
            let text =
                Int.random(in: 0...20, using: &random) == 0
                ? "\u{E9}" : Self.letters(Int.random(in: 0..<50, using: &random))
            #expect(try cache.matches(text, pattern) == RegularExpression(pattern).matches(text))
        }
        #expect(throws: EngineError.self) { try cache.matches("a", "(") }
        #expect(try cache.matches("a", "a"))
    }
}
