import Testing

@testable import Relate

@Suite struct FullTextQueryTests {
    private static let sample = FullTextSample([
        ["the quick brown fox"],  // 0
        ["the lazy dog sleeps"],  // 1
        ["quick quick dogs and a fox"],  // 2
        ["brown bread, not a fox"],  // 3
        ["foxes are quicker than dogs"],  // 4
    ])

    @Test(
        arguments: [
            ("fox", [0, 2, 3]), ("FOX", [0, 2, 3]), ("quick fox", [0, 2, 3]), ("quick OR lazy", [0, 1, 2]),
            ("quick || lazy", [0, 1, 2]), ("quick AND fox", [0, 2]), ("quick && brown", [0]), ("+quick brown", [0, 2]),
            ("fox -brown", [2]), ("-a fox", [0]), ("fox NOT brown", [2]), ("fox !brown", [2]), ("-fox", []),
            ("NOT fox", []),
            ("(quick OR lazy) AND dog", [1]), ("(fox -brown) lazy", [1, 2]), ("quick AND fox OR bread", [0, 2]),
            ("bread OR quick AND fox", [0, 2]), ("\"quick brown\"", [0]), ("\"brown quick\"", []),
            ("\"brown quick\"~2", [0]), ("\"quick fox\"", []), ("\"quick fox\"~1", [0]), ("\"quick fox\"~3", [0, 2]),
            ("quick*", [0, 2, 4]), ("*ox*", [0, 2, 3, 4]), ("?ox", [0, 2, 3]), ("d?g*", [1, 2, 4]),
            ("QUICK*", [0, 2, 4]),
            ("dog~1", [1, 2, 4]), ("dgo~1", [1]), ("foks~2", [0, 2, 3, 4]), ("fox~0", [0, 2, 3]),
            ("text:fox", [0, 2, 3]), ("other:fox", []), ("text:(lazy bread)", [1, 3]), ("*:*", [0, 1, 2, 3, 4]),
            ("text:*", [0, 1, 2, 3, 4]), ("[bread TO brown]", [0, 3]), ("{bread TO brown]", [0, 3]),
            ("{bread TO brown}", []), ("[* TO bread]", [2, 3, 4]), ("[sleeps TO *]", [0, 1, 4]),
            ("/fox(es)?/", [0, 2, 3, 4]),
            ("lazy\\ dog", [1]), ("dog\\!", [1]), ("quick^2 lazy", [0, 1, 2]), ("(quick lazy)^0.5", [0, 1, 2]),
            ("a - b", [2, 3]),
        ] as [(String, [UInt32])])
    func aQueryFinds(query: String, expected: [UInt32]) throws {
        let found = try Self.sample.found(query)
        #expect(found == expected, "\(query)")
    }

    @Test(
        arguments: [
            ("(fox", "`(` is not closed"), ("fox)", "closes no group"), ("\"fox", "a quotation mark is not closed"),
            ("fox AND", "the query ends"), ("AND fox", "an operator needs a clause before it"),
            ("fox^", "`^` takes a number"),
            ("fox^x", "`^` takes a number"), ("[a b]", "a range is"), ("[a TO b", "a range ends"),
            ("/fox", "a slash is not closed"),
            ("", "the query is empty"), ("  ", "the query is empty"), ("fox~1.5", "a number of edits"),
            ("()", "a group needs a clause"),
            ("a AND OR b", "an operator needs a clause behind it"),
            ("~", "a word should stand here"), ("fox\\", "needs a character behind it"),
            ("\\u00g0", "four hexadecimal digits"),
            ("a]", "closes no range"), ("text:", "the query ends"), ("!!fox", "an operator needs a clause behind it"),
        ])
    func aBadQueryIsRefused(query: String, message: String) throws {
        let error = try #require(throws: EngineError.self) { try Self.sample.found(query) }
        #expect(error.message.contains(message) && error.message.contains("column"), "\(error.message)")
    }

    @Test func hostileQueriesMeetLimits() throws {
        let deep = String(repeating: "(", count: 5000) + "a" + String(repeating: ")", count: 5000)
        #expect(throws: EngineError.self) { try Self.sample.found(deep) }
        let many = String(repeating: "a ", count: 2000)
        #expect(throws: EngineError.self) { try Self.sample.found(many) }
        let long = String(repeating: "a", count: 70_000)
        #expect(throws: EngineError.self) { try Self.sample.found(long) }
        // Many stars cost no more than the text times the pattern.
        let stars = String(repeating: "*a", count: 2000) + "*b"
        #expect(try Self.sample.found(stars) == [])
    }

    @Test func aWordThatAnalysisDropsIsNoClause() throws {
        let sample = FullTextSample([["to be or not to be"], ["the question"]], analyzer: "standard")
        #expect(try sample.found("+the +question") == [1])
        #expect(try sample.found("the") == [])
        #expect(try sample.found("\"the question\"") == [1])
    }

    @Test func severalFieldsAreSoughtTogether() throws {
        let sample = FullTextSample(
            [["red fox", "blue"], ["blue", "red"], [nil, "red fox"], ["fox", nil]], fields: ["title", "body"])
        #expect(try sample.found("red") == [0, 1, 2])
        #expect(try sample.found("title:red") == [0])
        #expect(try sample.found("+red +blue") == [0, 1])
        #expect(try sample.found("title:blue AND body:red") == [1])
        #expect(try sample.found("\"red fox\"") == [0, 2])
        #expect(try sample.found("body:*") == [0, 1, 2])
    }

    @Test func listsOfStringsAreTextsOfOneField() throws {
        var index = FullTextSample().index
        index.insert(7, [.list([.string("red fox"), .int(1), .string("blue dog")])])
        index.insert(8, [.int(5)])
        #expect(index.entryCount == 1)
        let query = try TextQueryParser.query("\"fox blue\"", fields: ["text"], index.analyzer)
        #expect(try index.matches(of: query, count: nil).map(\.element) == [7])
    }
}
