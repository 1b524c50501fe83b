import Relate
import Testing

@Suite("Strings by their bytes")
struct StringBytesTests {
    @Test("text of one canonical form and other bytes differs")
    func canonicalForms() {
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
        #expect("é".compareBytes(to: "e\u{301}") > 0)
        #expect(Equivalence.hash(.string("é")) != Equivalence.hash(.string("e\u{301}")))
        #expect("".hasSameBytes(as: ""))
        #expect("a".compareBytes(to: "ab") < 0)
        #expect("a\u{0}".compareBytes(to: "a") > 0)
    }

    @Test("searching agrees with comparing at every place")
    func searching() {
        var random = SplitMix(seed: 7)
        for _ in 0..<3_000 {
            let whole = random.text(upTo: 40)
            let part = random.text(upTo: 4)
            let bytes = Array(whole.utf8)
            let wanted = Array(part.utf8)
            let start = Int(random.next() % 5)
            let expected = (start...max(start, bytes.count)).first { place in
                place + wanted.count <= bytes.count && Array(bytes[place..<(place + wanted.count)]) == wanted
            }
            let found = bytes.withUnsafeBufferPointer { whole in
                wanted.withUnsafeBufferPointer { ByteSearch.firstIndex(of: $0, in: whole, from: start) }
            }
            #expect(found == expected, "\(part) in \(whole) from \(start)")
        }
    }

    @Test("prefix, suffix and content are told by bytes")
    func parts() throws {
        // Source: openCypher TCK, String8 to String10.
        #expect(try StringOperators.holds("ABCDEF", .startsWith, "ABC") == true)
        #expect(try StringOperators.holds("ABCDEF", .startsWith, "abc") == false)
        #expect(try StringOperators.holds("ABCDEF", .endsWith, "DEF") == true)
        #expect(try StringOperators.holds("AB", .endsWith, "ABC") == false)
        #expect(try StringOperators.holds("ABCDEF", .contains, "CD") == true)
        #expect(try StringOperators.holds("", .contains, "") == true)
        for operation in [StringOperator.startsWith, .endsWith, .contains] {
            for operand in [1, 3.14, true, [], [:], nil] as [Value] {
                #expect(try StringOperators.holds("a", operation, operand) == nil)
                #expect(try StringOperators.holds(operand, operation, "a") == nil)
            }
        }
    }

    static let patterns: [(String, String, Bool)] = [
        ("abc", "abc", true), ("abc", "ab", false), ("abc", ".*", true), ("a\nb", "a.b", false),
        ("a\nb", "(?s)a.b", true),
        ("ABC", "(?i)abc", true), ("", "", true), ("abc\n", "abc", false), ("ab", "a|ab", true), ("😀", ".", true),
        ("x@y.org", "[^@]+@[^.]+\\.org", true), ("aab", "(a+)b", true), ("d", "\\d", false), ("٣", "\\d", false),
    ]

    @Test("=~ matches the whole text", arguments: patterns)
    func regularExpressions(text: String, pattern: String, expected: Bool) throws {
        #expect(try RegularExpression(pattern).matches(text) == expected)
    }

    @Test("a bad pattern, and one that backtracks without end, are errors")
    func badPatterns() throws {
        #expect(
            errorKind(of: caughtError { () throws(EngineError) in _ = try RegularExpression("(") })
                == "InvalidArgumentValue"
        )
        let evil = try RegularExpression("(a*)*b\\1(c*)*d?")
        let text = String(repeating: "a", count: 5_000)
        let error = caughtError { () throws(EngineError) in _ = try evil.matches(text) }
        #expect(error == nil || errorKind(of: error) == "InvalidArgumentValue")
    }
}

extension SplitMix {
    /// Of few letters, so that parts repeat.
    mutating func text(upTo length: Int) -> String {
        let count = Int(next() % UInt64(length + 1))
        return String((0..<count).map { _ in ["a", "b", "é"][Int(next() % 3)] as Character })
    }
}
