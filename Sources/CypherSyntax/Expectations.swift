/// What could have stood at the farthest place that the parser reached.
struct Expectations {
    enum Item: Hashable {
        case kind(Token.Kind)
        /// `offset` tokens behind the place.
        case keyword(Keyword, offset: Int = 0)
        /// Such as `an expression`.
        case category(String)
        /// `an operator`, among them these words.
        case operators
        /// `a clause`: any of the words that open one.
        case clauses
    }

    private(set) var position = -1
    private(set) var items: [Item] = []

    mutating func add(_ item: Item, at place: Int) {
        var place = place
        if case .keyword(_, let offset) = item { place += offset }
        guard place >= position else { return }
        if place > position {
            position = place
            items = []
        }
        let item = if case .keyword(let keyword, _) = item { Item.keyword(keyword) } else { item }
        if !items.contains(item) { items.append(item) }
    }

    static let clauseKeywords: [Keyword] = [
        .match, .optional, .return, .with, .create, .merge, .unwind, .set, .delete, .detach, .remove, .call, .foreach,
        .insert, .filter, .let, .for, .finish, .order, .skip, .limit, .offset, .use, .load, .show, .terminate,
        .noDetach,
    ]

    static let operatorKeywords: [Keyword] = [.and, .or, .xor, .in, .is, .starts, .ends, .contains]

    /// The words that could have been meant.
    private var words: [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .keyword(let keyword, _): [keyword.spelling]
            case .operators: Self.operatorKeywords.map(\.spelling)
            case .clauses: Self.clauseKeywords.map(\.spelling)
            case .kind, .category: []
            }
        }
    }

    /// The word nearest to `text`, where one is near.
    func suggestion(for text: String) -> String? { Self.nearest(to: text, among: words) }

    /// For a message: words in quotes, kinds without, at most ten.
    func descriptions(suggestion: String?) -> [String] {
        var descriptions: [String] = []
        if let suggestion { descriptions.append("'\(suggestion)'") }
        for item in items {
            let description =
                switch item {
                case .kind(let kind): kind.description
                case .keyword(let keyword, _): "'\(keyword.spelling)'"
                case .category(let text): text
                case .operators: "an operator"
                case .clauses: "a clause"
                }
            if !descriptions.contains(description) { descriptions.append(description) }
        }
        return Array(descriptions.prefix(10))
    }

    /// The candidate with the fewest edits, at most one for short words and two for longer ones, in any case.
    static func nearest(to text: String, among candidates: [String]) -> String? {
        let word = Array(text.uppercased().utf8)
        guard word.count >= 2, word.count <= 40 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let limit = min(word.count, candidate.utf8.count) <= 3 ? 1 : 2
            let distance = editDistance(word, Array(candidate.utf8))
            if distance > 0, distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours.
    static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var previous: [Int] = []
        var row = Array(0...right.count)
        for i in 0..<left.count {
            var next = [i + 1]
            for j in 0..<right.count {
                var distance = min(row[j] + (left[i] == right[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    distance = min(distance, previous[j - 1] + 1)
                }
                next.append(distance)
            }
            previous = row
            row = next
        }
        return row[right.count]
    }
}

extension Token.Kind {
    /// As a message names it.
    var description: String {
        switch self {
        case .word, .quotedName: "a name"
        case .parameter, .dollar: "a parameter"
        case .integer, .malformedNumber: "an integer"
        case .float: "a number"
        case .string, .interpolatedString: "a string"
        case .leftParenthesis: "'('"
        case .rightParenthesis: "')'"
        case .leftBracket: "'['"
        case .rightBracket: "']'"
        case .leftBrace: "'{'"
        case .rightBrace: "'}'"
        case .comma: "','"
        case .dot: "'.'"
        case .dotDot: "'..'"
        case .colon: "':'"
        case .doubleColon: "'::'"
        case .semicolon: "';'"
        case .plus: "'+'"
        case .plusEqual: "'+='"
        case .minus, .unicodeDash: "'-'"
        case .star: "'*'"
        case .slash: "'/'"
        case .percent: "'%'"
        case .caret: "'^'"
        case .equal: "'='"
        case .notEqual, .exclamationEqual: "'<>'"
        case .less, .unicodeLeftHead: "'<'"
        case .lessOrEqual: "'<='"
        case .greater, .unicodeRightHead: "'>'"
        case .greaterOrEqual: "'>='"
        case .matches: "'=~'"
        case .doubleArrow: "'=>'"
        case .bar: "'|'"
        case .doubleBar: "'||'"
        case .ampersand: "'&'"
        case .exclamation: "'!'"
        case .whitespace, .lineComment, .blockComment: "white space"
        case .unterminatedString, .unterminatedName, .unterminatedComment, .unknown: "text"
        case .endOfText: "the end of the statement"
        }
    }
}
