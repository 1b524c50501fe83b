import Testing

@testable import MinigrafKit

/// The dialect of `matches?`, as the original has it: what matches, and what is said of a pattern that is none.
struct RegularExpressionTests {
    private static let texts = ["a b A 0 é", "ab", "", "x-y ] [ b^c"]

    /// Which of the texts match, as ones and zeros; or why there is no pattern.
    private static func outcome(_ pattern: String) -> String {
        do throws(RegularExpression.Problem) {
            let expression = try RegularExpression(pattern)
            return texts.map { expression.matches($0) ? "1" : "0" }.joined()
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        (#"a|b"#, "1101"),
        (#"^$"#, "0010"),
        (#"(?i)AB"#, "0100"),
        (#"(?i-s:a)"#, "1100"),
        (#"(?s).b"#, "1101"),
        (#"(?x) a b"#, "0100"),
        (#"(?x)[ a b ]"#, "1101"),
        (#"(?x)a {2}"#, "0000"),
        (#"(?x)a#c"#, "1100"),
        (#"a{ 2 , 3 }"#, "0000"),
        (#"a{2}"#, "0000"),
        (#"a{0}"#, "1111"),
        (#"a(?i)*"#, "1111"),
        (#"(?i)*"#, "uncounted repetition operator must be applied to a sub-expression"),
        (#"*a"#, "uncounted repetition operator must be applied to a sub-expression"),
        (#"a|+"#, "uncounted repetition operator must be applied to a sub-expression"),
        (#"{2}"#, "counted repetition operator must be applied to a sub-expression"),
        (#"a{"#, "found unclosed counted repetition operator"),
        (#"a{2"#, "found incomplete and unclosed counted repetition operator"),
        (#"a{2,"#, "found counted repetition operator with a comma that is unclosed"),
        (#"a{2,3"#, "found counted repetition with min and max that is unclosed"),
        (#"a{x}"#, "expected decimal number, but found no digits"),
        (#"a{2x}"#, "expected closing brace for counted repetition, but got something else"),
        (#"a{2,1}"#, "found counted repetition with a min bigger than its max"),
        (#"a{99999999999}"#, "got invalid decimal number"),
        (#"(){5000}"#, "1111"),
        (#"a{1001}"#, "0000"),
        (#"("#, "found open group without closing ')'"),
        (#"a)"#, "found closing ')' without matching '('"),
        (#"(?"#, "expected closing ')', but got end of pattern"),
        (#"(?i"#, "expected ':' or ')' to end inline flags, but got end of pattern"),
        (#"(?z)a"#, "unrecognized inline flag"),
        (#"(?ii)a"#, "duplicate inline flag is not allowed"),
        (#"(?-)a"#, "inline flags cannot end with negation directive"),
        (#"(?i--s)a"#, "inline flag negation cannot be repeated"),
        (#"(?)a"#, "empty flag directive '(?)' is not allowed"),
        (#"(?P<"#, "expected capture group name, but got end of pattern"),
        (#"(?<n"#, "expected end of capture group name, but got end of pattern"),
        (#"(?P<>a)"#, "empty capture group names are not allowed"),
        (#"(?P<1>a)"#, "invalid group name"),
        (#"(?P<n>a)(?P<n>b)"#, "duplicate capture group name"),
        (#"(?P<n.x>a)"#, "1100"),
        (#"(?=a)"#, "look-around is not supported"),
        (#"(?<!a)"#, "look-around is not supported"),
        (#"\"#, "saw start of escape sequence, but saw end of pattern before it finished"),
        (#"\q"#, "unrecognized escape sequence"),
        (#"\_"#, "0000"),
        (#"\1"#, "backreferences are not supported"),
        (#"\p{L}"#, "Unicode character classes are not supported"),
        (#"\x41"#, "1000"),
        (#"\x4"#, "expected fixed length hexadecimal number, but saw end of pattern first"),
        (#"\x{41}"#, "1000"),
        (#"\x{}"#, "expected hexadecimal number in braces, but got no digits"),
        (#"\x{110000}"#, "got invalid hexadecimal number in braces"),
        (#"\x{zz}"#, "expected hexadecimal number in braces, but got non-hex digit"),
        (#"\u{e9}"#, "1000"),
        (#"\bA"#, "1000"),
        (#"\b{start}b"#, "1001"),
        (#"\b{end-half}"#, "1111"),
        (#"\b{foo}"#, "special word boundary assertion is unrecognized"),
        (#"\b{start"#, "special word boundary assertion is unclosed or has an invalid character"),
        (#"\<b"#, "1001"),
        (#"b\>"#, "1101"),
        (#"["#, "found unclosed character class"),
        (#"[^"#, "negated character class has no closing bracket"),
        (#"[a"#, "non-empty character class has no closing bracket"),
        (#"[]"#, "character class begins with literal ']' but has no closing bracket"),
        (#"[]a]"#, "1101"),
        (#"[-a]"#, "1101"),
        (#"[-"#, "non-empty character class has no closing bracket after dash"),
        (#"[a-"#, "non-empty character class has no closing bracket after dash"),
        (#"[z-a]"#, "invalid range in character class"),
        (#"[a-b-c]"#, "1101"),
        (#"[\d-z]"#, "character class ranges must start and end with a single character"),
        (#"[a-\d]"#, "character class ranges must start and end with a single character"),
        (#"[\b]"#, "invalid escape sequence in character class"),
        (#"[[a]]"#, "nested character classes are not supported"),
        (#"[[:alpha:]]"#, "1101"),
        (#"[[:^alpha:]]"#, "1001"),
        (#"[[:foo:]]"#, "nested character classes are not supported"),
        (#"[a&&b]"#, "character class intersection is not supported"),
        (#"[a--b]"#, "character class difference is not supported"),
        (#"[a~~b]"#, "character class symmetric difference is not supported"),
        (#"[^\w\s]"#, "1001"),
    ])
    func `a pattern matches, or is refused`(_ pattern: String, _ outcome: String) {
        #expect(Self.outcome(pattern) == outcome)
    }
}
