/// The words and signs of a full-text query.
///
/// - Source: Lucene's classic query syntax.
struct TextQueryLexer {
    let text: [Unicode.Scalar]
    private(set) var place = 0

    enum Token: Equatable {
        case end, and, or, not, plus, minus, open, close, colon, star
        /// A word; escapes stand in it as they were written.
        case word([Unicode.Scalar])
        case prefix([Unicode.Scalar])
        case wildcard([Unicode.Scalar])
        case quoted([Unicode.Scalar])
        case regularExpression([Unicode.Scalar])
        case rangeStart(isInclusive: Bool)
        /// `~` and the number behind it, `nil` where there is none.
        case tilde(Double?)
        case boost(Double)
    }

    init(_ query: String) { text = Array(query.unicodeScalars) }

    /// The next token and where it begins, counted in characters from 1.
    mutating func next() throws(EngineError) -> (token: Token, column: Int) {
        skipSpace()
        let column = place + 1
        guard place < text.count else { return (.end, column) }
        let first = text[place]
        switch first {
        case "(": return one(.open, column)
        case ")": return one(.close, column)
        case ":": return one(.colon, column)
        case "[": return one(.rangeStart(isInclusive: true), column)
        case "{": return one(.rangeStart(isInclusive: false), column)
        case "+", "-", "!":
            place += 1
            // By itself it is a word, which analysis leaves nothing of.
            if place < text.count, Self.isSpace(text[place]) { return (.word([first]), column) }
            return (first == "+" ? .plus : first == "-" ? .minus : .not, column)
        case "&" where place + 1 < text.count && text[place + 1] == "&":
            place += 2
            return (.and, column)
        case "|" where place + 1 < text.count && text[place + 1] == "|":
            place += 2
            return (.or, column)
        case "\"":
            place += 1
            return (.quoted(try delimited("\"", from: column, "a quotation mark")), column)
        case "/":
            place += 1
            return (.regularExpression(try delimited("/", from: column, "a slash")), column)
        case "~":
            place += 1
            return (.tilde(number()), column)
        case "^":
            place += 1
            guard let boost = number() else {
                throw .invalidFullTextQuery("`^` takes a number", column: column)
            }
            return (.boost(boost), column)
        case "]", "}":
            throw .invalidFullTextQuery(
                "`\(first)` closes no range; `\\` before it makes it a character", column: column)
        default: return (try word(column), column)
        }
    }

    private mutating func one(_ token: Token, _ column: Int) -> (token: Token, column: Int) {
        place += 1
        return (token, column)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar.value == 0x3000
    }

    private mutating func skipSpace() { while place < text.count, Self.isSpace(text[place]) { place += 1 } }

    private mutating func number() -> Double? {
        let start = place
        while place < text.count, ("0"..."9").contains(text[place]) { place += 1 }
        guard place > start else { return nil }
        if place + 1 < text.count, text[place] == ".", ("0"..."9").contains(text[place + 1]) {
            place += 1
            while place < text.count, ("0"..."9").contains(text[place]) { place += 1 }
        }
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: text[start..<place])
        return Double(String(digits))
    }

    private mutating func delimited(
        _ end: Unicode.Scalar, from column: Int, _ what: String
    ) throws(EngineError) -> [Unicode.Scalar] {
        let start = place
        while place < text.count {
            if text[place] == end {
                place += 1
                return Array(text[start..<(place - 1)])
            }
            place += text[place] == "\\" ? 2 : 1
        }
        throw .invalidFullTextQuery("\(what) is not closed", column: column)
    }

    private static func ends(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || ["!", "(", ")", ":", "^", "[", "]", "\"", "{", "}", "~", "/"].contains(scalar)
    }

    private mutating func word(_ column: Int) throws(EngineError) -> Token {
        let start = place
        var (stars, marks) = (0, 0)
        while place < text.count, !Self.ends(text[place]) {
            switch text[place] {
            case "\\":
                guard place + 1 < text.count else {
                    throw .invalidFullTextQuery("`\\` needs a character behind it", column: place + 1)
                }
                place += 1
            case "*": stars += 1
            case "?": marks += 1
            default: break
            }
            place += 1
        }
        let scalars = Array(text[start..<place])
        if scalars == ["*"] { return .star }
        if marks == 0, stars == 1, scalars.last == "*" { return .prefix(scalars.dropLast()) }
        if marks + stars > 0 { return .wildcard(scalars) }
        if scalars == ["A", "N", "D"] { return .and }
        if scalars == ["O", "R"] { return .or }
        if scalars == ["N", "O", "T"] { return .not }
        return .word(scalars)
    }

    /// What stands between the brackets of a range: two words, and whether the second belongs to it.
    mutating func range(from column: Int) throws(EngineError) -> (
        lower: [Unicode.Scalar], upper: [Unicode.Scalar], isUpperInclusive: Bool
    ) {
        let lower = try rangeWord(column)
        skipSpace()
        let isTo = place + 1 < text.count && text[place] == "T" && text[place + 1] == "O"
        guard isTo else { throw .invalidFullTextQuery("a range is `[from TO to]`", column: column) }
        place += 2
        let upper = try rangeWord(column)
        skipSpace()
        guard place < text.count, text[place] == "]" || text[place] == "}" else {
            throw .invalidFullTextQuery("a range ends with `]` or `}`", column: column)
        }
        place += 1
        return (lower, upper, text[place - 1] == "]")
    }

    private mutating func rangeWord(_ column: Int) throws(EngineError) -> [Unicode.Scalar] {
        skipSpace()
        guard place < text.count else { throw .invalidFullTextQuery("a range is `[from TO to]`", column: column) }
        if text[place] == "\"" {
            place += 1
            return try Self.unescaped(delimited("\"", from: column, "a quotation mark"), column: column)
        }
        let start = place
        while place < text.count, !Self.isSpace(text[place]), text[place] != "]", text[place] != "}" { place += 1 }
        guard place > start else { throw .invalidFullTextQuery("a range is `[from TO to]`", column: column) }
        return try Self.unescaped(Array(text[start..<place]), column: column)
    }

    /// Without the backslashes of escapes.
    static func unescaped(_ scalars: [Unicode.Scalar], column: Int) throws(EngineError) -> [Unicode.Scalar] {
        try pieces(scalars, column: column).map(\.scalar)
    }

    /// Characters, and whether each was escaped.
    static func pieces(
        _ scalars: [Unicode.Scalar], column: Int
    ) throws(EngineError) -> [(scalar: Unicode.Scalar, isEscaped: Bool)] {
        var result: [(Unicode.Scalar, Bool)] = []
        var place = 0
        while place < scalars.count {
            guard scalars[place] == "\\" else {
                result.append((scalars[place], false))
                place += 1
                continue
            }
            guard place + 1 < scalars.count else {
                throw .invalidFullTextQuery("`\\` needs a character behind it", column: column)
            }
            if scalars[place + 1] == "u" {
                var digits = String.UnicodeScalarView()
                digits.append(contentsOf: scalars[(place + 2)..<min(scalars.count, place + 6)])
                guard digits.count == 4, let code = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(code)
                else { throw .invalidFullTextQuery("`\\u` takes four hexadecimal digits", column: column) }
                result.append((scalar, true))
                place += 6
            } else {
                result.append((scalars[place + 1], true))
                place += 2
            }
        }
        return result
    }
}
