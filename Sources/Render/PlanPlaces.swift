import CypherSyntax

/// Where in a statement's text the operators of its plan come from.
///
/// A plan document says nothing of places, so the text is searched for what an operator's details say: the longest run of
/// tokens that both have. Comments, white space and the case of keywords do not matter.
package struct PlanPlaces: Sendable {
    /// By operator, in UTF-8 bytes of the statement; `nil` where nothing of it stands there.
    package let ranges: [Range<Int>?]

    private static let statementTokensLimit = 4_000
    private static let detailTokensLimit = 120
    private static let operatorsLimit = 400

    package init(_ model: PlanModel, in statement: String) {
        let text = Words(statement)
        guard text.words.count <= Self.statementTokensLimit else {
            ranges = model.operators.map { _ in nil }
            return
        }
        ranges = model.operators.enumerated().map { index, item in
            guard index < Self.operatorsLimit else { return nil }
            let node = item.node
            if let clause = Self.clause(of: node.operator, in: text) { return clause }
            let details = Words(node.details, limit: Self.detailTokensLimit)
            return text.longestRun(with: details, identifiers: Set(node.identifiers))
        }
    }

    package func range(of id: Int) -> Range<Int>? { ranges.indices.contains(id) ? ranges[id] : nil }

    /// The operator whose place is the smallest that holds `offset`; of several the one that runs first.
    package func operatorID(at offset: Int) -> Int? {
        let holding = ranges.indices.filter { id in
            ranges[id].map { $0.lowerBound <= offset && offset <= $0.upperBound } ?? false
        }
        return holding.min { left, right in
            let (one, two) = (ranges[left]?.count ?? 0, ranges[right]?.count ?? 0)
            return one == two ? left > right : one < two
        }
    }

    /// Operators that stand for a word of the language.
    private static func clause(of operator: String, in text: Words) -> Range<Int>? {
        switch `operator` {
        case "ProduceResults": return text.last("RETURN")
        case "Limit", "ExhaustiveLimit": return text.last("LIMIT", withNext: true)
        case "Skip": return text.last("SKIP", withNext: true)
        default: return nil
        }
    }
}

/// The tokens of a text as they compare, with their places.
private struct Words {
    struct Word {
        var text: String
        var isName: Bool
        var lower: Int
        var upper: Int
    }

    private(set) var words: [Word] = []

    init(_ text: String, limit: Int = .max) {
        let bytes = Array(text.utf8)
        for token in Lexer.tokens(in: text) where token.kind != .endOfText {
            guard words.count < limit else { break }
            var written = String(decoding: bytes[token.span.lowerBound..<token.span.upperBound], as: UTF8.self)
            if token.kind == .quotedName { written = String(written.dropFirst().dropLast()) }
            words.append(
                Word(
                    text: token.keyword == nil ? written : written.uppercased(),
                    isName: token.kind == .word || token.kind == .quotedName || token.kind == .parameter,
                    lower: token.span.lowerBound, upper: token.span.upperBound))
        }
    }

    func last(_ keyword: String, withNext: Bool = false) -> Range<Int>? {
        guard let index = words.lastIndex(where: { $0.text == keyword }) else { return nil }
        let end = withNext && index + 1 < words.count ? words[index + 1].upper : words[index].upper
        return words[index].lower..<end
    }

    /// The place of the longest run of words that stands in `other` too: at least two words with a name among them, or one
    /// that is an identifier. Of runs of one length the one with more identifiers.
    func longestRun(with other: Words, identifiers: Set<String>) -> Range<Int>? {
        guard !words.isEmpty, !other.words.isEmpty else { return nil }
        var best: (score: Int, range: Range<Int>)?
        var previous = [Int](repeating: 0, count: other.words.count + 1)
        for (index, word) in words.enumerated() {
            var row = [Int](repeating: 0, count: other.words.count + 1)
            for (place, candidate) in other.words.enumerated() where candidate.text == word.text {
                let length = previous[place] + 1
                row[place + 1] = length
                let run = words[(index - length + 1)...index]
                guard let score = Self.score(run, identifiers), score > best?.score ?? 0, let first = run.first else {
                    continue
                }
                best = (score, first.lower..<word.upper)
            }
            previous = row
        }
        return best?.range
    }

    private static func score(_ run: ArraySlice<Word>, _ identifiers: Set<String>) -> Int? {
        let names = run.filter(\.isName)
        guard !names.isEmpty else { return nil }
        let known = names.filter { identifiers.contains($0.text) }.count
        if run.count == 1, known == 0 { return nil }
        return run.count * 4 + names.count * 2 + known
    }
}
