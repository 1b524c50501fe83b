import CypherSyntax
import Testing

@Suite struct SyntaxErrorTests {
    private static func error(_ text: String) -> SyntaxError? {
        do throws(SyntaxError) {
            _ = try Parser.statement(in: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("MATCH (n) RETRUN n", "RETRUN", "RETURN"),
        ("MTACH (n) RETURN n", "MTACH", "MATCH"),
        ("CREAT (n)", "CREAT", "CREATE"),
        ("MATCH (n) WHRE n.a = 1 RETURN n", "WHRE", "WHERE"),
        ("MATCH (n) RETURN n LIMT 5", "LIMT", "LIMIT"),
        ("MATCH (n) RETURN n ODER BY n", "ODER", "ORDER"),
        ("MATCH (n) RETURN n ORDER YB n", "YB", "BY"),
        ("MATCH (n) WHERE n.a = 1 ADN n.b = 2 RETURN n", "ADN", "AND"),
        ("UNWIND [1] SA x RETURN x", "SA", "AS"),
        ("MATCH (n) DETACH DELTE n", "DELTE", "DELETE"),
        ("MERGE (n) ON CRAETE SET n.a = 1", "CRAETE", "CREATE"),
        ("SHOW INDEXS", "INDEXS", "INDEXES"),
        ("RETURN CASE WHEN a THNE 1 END", "THNE", "THEN"),
    ])
    func aMisspeltKeywordIsPointedAtAndItsWordSuggested(_ text: String, _ word: String, _ suggestion: String) throws {
        let error = try #require(Self.error(text))
        let bytes = Array(text.utf8)
        #expect(
            String(decoding: bytes[error.span.lowerBound..<error.span.upperBound], as: UTF8.self) == word)
        #expect(error.suggestion == suggestion)
        #expect(error.kind == .unexpectedSyntax)
        #expect(error.detail.hasPrefix("Invalid input '\(word)': expected "))
        #expect(error.detail.contains("Did you mean '\(suggestion)'?"))
    }

    @Test(arguments: [
        ("", SyntaxError.Kind.incompleteQuery, "The text holds no statement", "42N45"),
        ("  // nothing", .incompleteQuery, "The text holds no statement", "42N45"),
        ("MATCH (n", .incompleteQuery, "Unexpected end of the statement: expected ':', 'WHERE', ')'", "42N45"),
        ("RETURN", .incompleteQuery, "Unexpected end of the statement: expected an expression", "42N45"),
        ("RETURN 'abc", .unexpectedSyntax, "The string that begins here has no closing quote", "42I19"),
        ("RETURN 1 /* abc", .unexpectedSyntax, "The comment that begins here has no closing '*/'", "42I02"),
        ("RETURN `abc", .unexpectedSyntax, "The name that begins here has no closing backtick", "42N06"),
        ("RETURN 1 != 2", .unexpectedSyntax, "Invalid input '!=': Cypher writes inequality as '<>'", "42I49"),
        ("RETURN 12ab", .invalidNumberLiteral, "'12ab' is not a number", "42I07"),
        ("RETURN 0x", .invalidNumberLiteral, "'0x' is not a number", "42I07"),
        ("RETURN 007", .invalidNumberLiteral, "'007' is not a number", "42I07"),
        (
            "RETURN 9223372036854775808", .integerOverflow, "The integer 9223372036854775808 does not fit into 64 bits",
            "22003"
        ),
        (
            "RETURN -9223372036854775809", .integerOverflow,
            "The integer -9223372036854775809 does not fit into 64 bits", "22003"
        ),
        (
            "RETURN 0x8000000000000000", .integerOverflow, "The integer 0x8000000000000000 does not fit into 64 bits",
            "22003"
        ),
        (
            "RETURN 0o1000000000000000000000", .integerOverflow,
            "The integer 0o1000000000000000000000 does not fit into 64 bits", "22003"
        ),
        ("RETURN 1e999", .floatingPointOverflow, "The number 1e999 is too large for a float", "22003"),
        ("RETURN '\\uH'", .invalidUnicodeLiteral, "'\\uH' is no \\uXXXX escape of a character", "42N06"),
        ("RETURN '\\ud800'", .invalidUnicodeLiteral, "'\\ud800' is no \\uXXXX escape of a character", "42N06"),
        (
            "RETURN '\\q'", .invalidStringLiteral,
            "Invalid escape '\\q': a backslash stands before one of t b n r f ' \" \\ or uXXXX", "42N06"
        ),
        (
            "RETURN 42 — 41", .invalidUnicodeCharacter,
            "Invalid character '—'. It can stand only in the arrow of a pattern", "42N06"
        ),
        ("RETURN {1a: 1}", .unexpectedSyntax, "Invalid input '1a': expected '}', a property key", "42N06"),
        ("RETURN {k1#k: 1}", .unexpectedSyntax, "Invalid input '#': expected ':'", "42N06"),
        ("RETURN [,]", .unexpectedSyntax, "Invalid input ',': expected ']', an expression", "42N06"),
        ("RETURN l[]", .unexpectedSyntax, "An index or a range is missing between '[' and ']'", "42N20"),
        ("MATCH (a)-[:T..]->(b) RETURN a", .invalidRelationshipPattern, "", "42N06"),
        ("MATCH (a)-[:T*-2]->(b) RETURN a", .invalidRelationshipPattern, "", "42N06"),
        ("MATCH (a:A:B|C) RETURN a", .invalidLabelExpression, "", "42I10"),
        (
            "MATCH (n) SET n:$any(['A'])", .invalidLabelExpression, "$any(…) cannot name labels to write or remove",
            "42I55"
        ),
        ("MATCH ((a)-->(b)){0} RETURN a", .invalidQuantifier, "A quantifier's upper bound is at least 1", "42I17"),
        (
            "MATCH (a)-->{3,2}(b) RETURN a", .invalidQuantifier,
            "A quantifier's lower bound, 3, is not above its upper bound, 2", "42I17"
        ),
        (
            "RETURN 1 AS a UNION RETURN 2 AS a UNION ALL RETURN 3 AS a", .invalidClauseComposition,
            "UNION and UNION ALL cannot be mixed without braces", "42I40"
        ),
        (
            "FOREACH (x IN [1] | MATCH (n))", .invalidClauseComposition,
            "FOREACH holds only clauses that update, not MATCH", "42I01"
        ),
        ("EXPLAIN PROFILE RETURN 1", .unexpectedSyntax, "EXPLAIN and PROFILE exclude one another", "22N52"),
        (
            "RETURN 1; RETURN 2", .unexpectedSyntax, "One statement was expected: another one begins behind the ';'",
            "42I15"
        ),
        ("RETURN 1 LIMIT 1 SKIP 2", .unexpectedSyntax, "SKIP and OFFSET stand before LIMIT", "42I63"),
        ("RETURN reduce(a = 0, x IN l)", .unexpectedSyntax, "reduce(…) needs '| expression' behind its list", "42N41"),
        ("RETURN x :: INTGER", .unexpectedSyntax, "Unknown type 'INTGER'", "42N52"),
        (
            "CALL (x) { RETURN 1 } IN TRANSACTIONS OF 1 ROWS OF 2 ROWS", .unexpectedSyntax,
            "OF … ROWS stands here a second time", "42N19"
        ),
        (
            "CREATE LOOKUP INDEX FOR (n) ON EACH n", .unexpectedSyntax,
            "A lookup index needs labels(n) or type(r) behind ON EACH", "42I61"
        ),
        (
            "MATCH (n) SET n", .incompleteQuery, "Unexpected end of the statement: expected an operator, '.', ':', '='",
            "42N45"
        ),
        ("MATCH (a) (b) RETURN a", .unexpectedSyntax, "", "42N06"),
        ("BEGIN", .unexpectedSyntax, "", "42N06"),
        ("COMMIT", .unexpectedSyntax, "", "42N06"),
        ("RETURN a = NOT b", .unexpectedSyntax, "", "42N06"),
        ("RETURN 1 2", .unexpectedSyntax, "", "42N06"),
        ("RETURN (1", .incompleteQuery, "", "42N45"),
        ("RETURN {a: 1", .incompleteQuery, "", "42N45"),
        ("MATCH (n)-[r-(m) RETURN n", .invalidRelationshipPattern, "", "42N06"),
        ("RETURN $", .incompleteQuery, "", "42N45"),
    ])
    func aBadTextIsRefusedWithItsReason(
        _ text: String, _ kind: SyntaxError.Kind, _ detail: String, _ gqlStatus: String
    ) throws {
        let error = try #require(Self.error(text))
        #expect(error.kind == kind)
        if !detail.isEmpty { #expect(error.detail == detail) }
        #expect(error.gqlStatus == gqlStatus)
    }
}
