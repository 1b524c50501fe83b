/// Phrases of several words, by which a word is known before the parser can know it: it tells a keyword from a name by
/// what follows, and at the end of a text nothing does.
struct KeywordPhrases {
    private let source: [UInt8]
    /// Without the one that ends the text.
    private let tokens: ArraySlice<Token>

    /// - Parameter tokens: Of a statement up to some place, with or without `.endOfText` at their end.
    init(_ source: [UInt8], _ tokens: [Token]) {
        self.source = source
        self.tokens = tokens.prefix { $0.kind != .endOfText }[...]
    }

    private enum Element: Hashable {
        case words([Keyword])
        case kinds([Token.Kind])
    }

    /// `a|b` stands for either, `name`, `number` and `{…}`'s end for what they say.
    private static let all: [[Element]] = """
        STARTS|ENDS WITH
        IS NOT NULL|NORMALIZED|TYPED|LABELED
        IS NULL|UNIQUE|NODE|RELATIONSHIP|TYPED|NORMALIZED|NOT|LABELED
        IS NODE|RELATIONSHIP|REL KEY|UNIQUE
        ORDER BY
        UNION ALL|DISTINCT
        DETACH|NODETACH DELETE
        OPTIONAL MATCH|CALL
        ON CREATE|MATCH SET
        LOAD CSV WITH HEADERS FROM
        LOAD CSV FROM
        } IN TRANSACTIONS|CONCURRENT
        IN TRANSACTIONS OF|ON|REPORT
        IN number CONCURRENT TRANSACTIONS
        IN CONCURRENT TRANSACTIONS
        TRANSACTIONS OF number ROWS|ROW
        TRANSACTIONS|ROWS|ROW ON ERROR CONTINUE|BREAK|FAIL|RETRY
        TRANSACTIONS|ROWS|ROW|CONTINUE|BREAK|FAIL REPORT STATUS AS
        CASE WHEN
        MATCH SHORTEST|ALL|ANY|WALK|TRAIL|ACYCLIC|SIMPLE|SHORTESTPATH|ALLSHORTESTPATHS
        MATCH name = SHORTEST|ALL|ANY|WALK|TRAIL|ACYCLIC|SIMPLE|SHORTESTPATH|ALLSHORTESTPATHS
        MATCH ALL|ANY SHORTEST
        MATCH name = ALL|ANY SHORTEST
        CREATE TEXT|POINT|RANGE|FULLTEXT|VECTOR|LOOKUP INDEX
        CREATE INDEX|CONSTRAINT
        CREATE OR REPLACE INDEX|CONSTRAINT|TEXT|POINT|RANGE|FULLTEXT|VECTOR|LOOKUP
        REPLACE TEXT|POINT|RANGE|FULLTEXT|VECTOR|LOOKUP INDEX
        INDEX|CONSTRAINT name IF NOT EXISTS
        INDEX|CONSTRAINT IF NOT EXISTS
        DROP INDEX|CONSTRAINT
        DROP INDEX|CONSTRAINT name IF EXISTS
        RETURN|WITH DISTINCT
        ( DISTINCT
        """.split(separator: "\n").map { $0.split(separator: " ").map(element) }

    private static func element(_ text: Substring) -> Element {
        switch text {
        case "name": .kinds([.word, .quotedName])
        case "number": .kinds([.integer, .parameter])
        case "}": .kinds([.rightBrace])
        case "(": .kinds([.leftParenthesis])
        case "=": .kinds([.equal])
        default: .words(text.split(separator: "|").compactMap { KeywordTable.keyword(of: String($0)) })
        }
    }

    /// What could go on with the phrases that the tokens end in.
    var nextKeywords: [Keyword] { Self.continuations(of: tokens).flatMap(\.keywords) }

    private static func continuations(of tokens: ArraySlice<Token>) -> [(start: Int, keywords: [Keyword])] {
        all.flatMap { phrase in
            (1..<phrase.count).compactMap { count in
                guard case .words(let keywords) = phrase[count], tokens.count >= count else { return nil }
                let end = tokens.suffix(count)
                guard zip(phrase, end).allSatisfy({ matches($0, $1) }), let first = end.first else { return nil }
                return (Int(first.lower), keywords)
            }
        }
    }

    private static func matches(_ element: Element, _ token: Token) -> Bool {
        switch element {
        case .words(let keywords): token.keyword.map(keywords.contains) ?? false
        case .kinds(let kinds): kinds.contains(token.kind)
        }
    }

    /// The tokens end in a phrase that is not whole yet, its last word perhaps begun, and `offset` is in it.
    func isBegun(around offset: Int) -> Bool {
        if Self.continuations(of: tokens).contains(where: { $0.start <= offset }) { return true }
        guard let last = tokens.last, last.kind == .word else { return false }
        let word = String(decoding: source[Int(last.lower)..<Int(last.upper)], as: UTF8.self).uppercased()
        return Self.continuations(of: tokens.dropLast()).contains { found in
            found.start <= offset && found.keywords.contains { $0.spelling.hasPrefix(word) && $0.spelling != word }
        }
    }
}

extension Completion {
    /// The statement may still become right: its end is where it fails, or the beginning of what the grammar takes there.
    ///
    /// - Parameter failure: Where it fails, in UTF-8 bytes.
    public static func isUnfinished(_ statement: String, failingAt failure: Int) -> Bool {
        let source = Array(statement.utf8)
        if failure >= source.count { return true }
        let tokens = Lexer.tokens(in: source, withTrivia: false)
        guard let last = tokens.last(where: { $0.kind != .endOfText }) else { return false }
        if KeywordPhrases(source, tokens).isBegun(around: failure) { return true }
        guard last.kind == .word, Int(last.upper) == source.count, failure >= Int(last.lower) else { return false }
        let context = context(in: statement, at: source.count)
        let word = context.prefix.uppercased()
        return context.keywords.contains { $0.hasPrefix(word) && $0 != word }
    }
}
