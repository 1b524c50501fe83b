/// Lucene's classic query syntax: words, phrases, operators, groups, fields, patterns, ranges and boosts.
///
/// Operators work as there: `AND` makes what stands on both its sides required, `OR` leaves both as they are, and a query of
/// nothing but prohibited clauses finds nothing.
struct TextQueryParser {
    private var lexer: TextQueryLexer
    private let analyzer: Analyzer
    private let fields: [String]
    private var token: TextQueryLexer.Token = .end
    private var column = 1
    private var depth = 0
    private var clauseCount = 0

    /// - Parameter fields: names of the fields by number; a word without a field is sought in all.
    /// - Throws: where the query is not of the syntax, or larger than the limits.
    static func query(_ text: String, fields: [String], _ analyzer: Analyzer) throws(EngineError) -> TextQuery {
        guard text.utf8.count <= Limits.fullTextQueryBytesLimit else {
            throw .fullTextQueryTooLarge("\(text.utf8.count) bytes", limit: "\(Limits.fullTextQueryBytesLimit) bytes")
        }
        var parser = TextQueryParser(text, fields, analyzer)
        try parser.advance()
        guard parser.token != .end else { throw .invalidFullTextQuery("the query is empty", column: 1) }
        let query = try parser.clauses(in: nil)
        guard parser.token == .end else {
            throw .invalidFullTextQuery(
                "`)` closes no group; `\\` before it makes it a character", column: parser.column)
        }
        return query ?? .none
    }

    private init(_ text: String, _ fields: [String], _ analyzer: Analyzer) {
        lexer = TextQueryLexer(text)
        self.fields = fields
        self.analyzer = analyzer
    }

    private mutating func advance() throws(EngineError) { (token, column) = try lexer.next() }

    /// Which fields a clause is about.
    private enum Scope {
        case field(Int)
        /// There is no such field, so that nothing is found.
        case unknown
        /// `*:`.
        case every
    }

    // MARK: Clauses

    /// Up to the end or a closing parenthesis; `nil` where nothing is left of it.
    private mutating func clauses(in scope: Scope?) throws(EngineError) -> TextQuery? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Limits.fullTextNestingLimit else {
            throw .fullTextQueryTooLarge("groups nested deeper", limit: "\(Limits.fullTextNestingLimit) levels")
        }
        var clauses: [TextQuery.Clause] = []
        var isFirst = true
        while token != .end, token != .close {
            var isAnd = false
            if token == .and || token == .or {
                guard !isFirst else {
                    throw .invalidFullTextQuery("an operator needs a clause before it", column: column)
                }
                isAnd = token == .and
                try advance()
            }
            isFirst = false
            var modifier: TextQuery.Occurrence?
            switch token {
            case .plus: modifier = .must
            case .minus, .not: modifier = .mustNot
            default: break
            }
            if modifier != nil { try advance() }
            let query = try clause(in: scope)
            // `AND` requires what is before it too, even where analysis leaves nothing of what is behind.
            if isAnd, let last = clauses.indices.last, clauses[last].occurrence == .should {
                clauses[last].occurrence = .must
            }
            guard let query else { continue }
            clauses.append(TextQuery.Clause(occurrence: modifier ?? (isAnd ? .must : .should), query: query))
        }
        if isFirst { throw .invalidFullTextQuery("a group needs a clause", column: column) }
        if clauses.count == 1, clauses[0].occurrence != .mustNot { return clauses[0].query }
        return clauses.isEmpty ? nil : .boolean(clauses)
    }

    private mutating func clause(in outer: Scope?) throws(EngineError) -> TextQuery? {
        var scope = outer
        if let name = fieldName() {
            var ahead = lexer
            if try ahead.next().token == .colon {
                scope = .some(try fieldScope(name))
                try advance()
                try advance()
            }
        }
        guard case .open = token else { return try term(in: scope) }
        try advance()
        let group = try clauses(in: scope)
        guard token == .close else { throw .invalidFullTextQuery("`(` is not closed", column: column) }
        try advance()
        return try boosted(group)
    }

    private func fieldName() -> [Unicode.Scalar]? {
        switch token {
        case .word(let name): name
        case .star: ["*"]
        default: nil
        }
    }

    private func fieldScope(_ name: [Unicode.Scalar]) throws(EngineError) -> Scope {
        if name == ["*"] { return .every }
        let text = Self.string(try TextQueryLexer.unescaped(name, column: column))
        return fields.firstIndex { $0.hasSameBytes(as: text) }.map { .field($0) } ?? .unknown
    }

    private mutating func boosted(_ query: TextQuery?) throws(EngineError) -> TextQuery? {
        guard case .boost(let factor) = token else { return query }
        try advance()
        return query.map { .boosted($0, Float(factor)) }
    }

    // MARK: Terms

    private mutating func term(in scope: Scope?) throws(EngineError) -> TextQuery? {
        let start = column
        let found = token
        switch found {
        case .word(let raw):
            try advance()
            return try word(raw, start, scope)
        case .star:
            try advance()
            if case .every? = scope { return try boosted(.all) }
            return try boosted(inFields(scope) { .pattern(field: $0, .any) })
        case .prefix(let raw):
            try advance()
            let pieces = try TextQueryLexer.unescaped(raw, column: start).map { analyzer.normalized($0) }
            return try boosted(inFields(scope) { .pattern(field: $0, .prefix(Self.bytes(pieces))) })
        case .wildcard(let raw):
            try advance()
            let pieces = try TextQueryLexer.pieces(raw, column: start).map { piece -> TermPattern.Piece in
                if !piece.isEscaped, piece.scalar == "*" { return .many }
                if !piece.isEscaped, piece.scalar == "?" { return .one }
                return .scalar(analyzer.normalized(piece.scalar))
            }
            return try boosted(inFields(scope) { .pattern(field: $0, .wildcard(pieces)) })
        case .regularExpression(let raw):
            try advance()
            // A slash alone needs its backslash to stand in an expression.
            let pattern = Self.string(raw).split(separator: "\\/", omittingEmptySubsequences: false).joined(
                separator: "/")
            return try boosted(inFields(scope) { .pattern(field: $0, .regularExpression(pattern)) })
        case .quoted(let raw): return try quoted(raw, start, scope)
        case .rangeStart(let isInclusive):
            let range = try lexer.range(from: start)
            try advance()
            return try boosted(self.range(range, isInclusive, scope))
        case .and, .or, .not, .plus, .minus:
            throw .invalidFullTextQuery("an operator needs a clause behind it", column: start)
        case .end: throw .invalidFullTextQuery("the query ends where a clause should stand", column: start)
        case .close: throw .invalidFullTextQuery("`)` stands where a clause should", column: start)
        case .open, .colon, .tilde, .boost:
            throw .invalidFullTextQuery(
                "a word should stand here; `\\` before a sign makes it a character", column: start)
        }
    }

    private mutating func word(_ raw: [Unicode.Scalar], _ start: Int, _ scope: Scope?) throws(EngineError) -> TextQuery?
    {
        let scalars = try TextQueryLexer.unescaped(raw, column: start)
        var boost: Float?
        if case .boost(let factor) = token {
            boost = Float(factor)
            try advance()
        }
        guard case .tilde(let similarity) = token else {
            let text = Self.string(scalars)
            let query = try inFieldsIfAny(scope) { (parser, field) throws(EngineError) in
                let terms = parser.terms(of: text)
                try parser.count(terms.count)
                return TextQuery.any(terms.map { TextQuery.term(field: field, $0.term) })
            }
            guard let boost else { return try boosted(query) }
            return query.map { .boosted($0, boost) }
        }
        try advance()
        let normal = scalars.map { analyzer.normalized($0) }
        let edits = try Self.edits(similarity, normal.count, start)
        let query = try inFieldsIfAny(scope) { (parser, field) throws(EngineError) in
            try parser.count(1)
            return TextQuery.fuzzy(field: field, normal, edits: edits)
        }
        guard let boost else { return try boosted(query) }
        return query.map { .boosted($0, boost) }
    }

    /// Two without a number; a fraction is, as it once was, the share of a word that has to be the same.
    private static func edits(_ similarity: Double?, _ length: Int, _ column: Int) throws(EngineError) -> Int {
        guard let similarity else { return 2 }
        if similarity == 0 { return 0 }
        if similarity < 1 { return min(2, Int((1 - similarity) * Double(length))) }
        guard similarity == similarity.rounded() else {
            throw .invalidFullTextQuery("a number of edits is 0, 1 or 2", column: column)
        }
        return Int(min(2, similarity))
    }

    private mutating func quoted(
        _ raw: [Unicode.Scalar], _ start: Int, _ scope: Scope?
    ) throws(EngineError) -> TextQuery? {
        let text = Self.string(try TextQueryLexer.unescaped(raw, column: start))
        try advance()
        var slop = 0
        if case .tilde(let distance) = token {
            slop = Int(min(1e6, distance ?? 0))
            try advance()
        }
        let query = try inFieldsIfAny(scope) { (parser, field) throws(EngineError) in
            let terms = parser.terms(of: text)
            try parser.count(terms.count)
            return terms.count > 1
                ? TextQuery.phrase(field: field, terms, slop: slop)
                : terms.first.map { TextQuery.term(field: field, $0.term) }
        }
        return try boosted(query)
    }

    private mutating func range(
        _ range: (lower: [Unicode.Scalar], upper: [Unicode.Scalar], isUpperInclusive: Bool), _ isInclusive: Bool,
        _ scope: Scope?
    ) throws(EngineError) -> TextQuery? {
        func bound(_ word: [Unicode.Scalar], _ isInclusive: Bool) -> TermPattern.Bound? {
            word == ["*"]
                ? nil
                : TermPattern.Bound(term: Self.bytes(word.map { analyzer.normalized($0) }), isInclusive: isInclusive)
        }
        let pattern = TermPattern.range(
            lower: bound(range.lower, isInclusive), upper: bound(range.upper, range.isUpperInclusive))
        return try inFields(scope) { .pattern(field: $0, pattern) }
    }

    // MARK: Fields

    private mutating func inFields(_ scope: Scope?, _ make: (Int) -> TextQuery) throws(EngineError) -> TextQuery? {
        try inFieldsIfAny(scope) { (parser, field) throws(EngineError) in
            try parser.count(1)
            return make(field)
        }
    }

    private mutating func inFieldsIfAny(
        _ scope: Scope?, _ make: (inout TextQueryParser, Int) throws(EngineError) -> TextQuery?
    ) throws(EngineError) -> TextQuery? {
        switch scope {
        case .field(let field)?: return try make(&self, field)
        case .unknown?: return TextQuery.none
        case nil, .every?:
            var queries: [TextQuery] = []
            for field in fields.indices {
                if let query = try make(&self, field) { queries.append(query) }
            }
            return TextQuery.any(queries)
        }
    }

    private mutating func count(_ clauses: Int) throws(EngineError) {
        clauseCount += clauses
        guard clauseCount <= Limits.fullTextClausesLimit else {
            throw .fullTextQueryTooLarge("more clauses", limit: "\(Limits.fullTextClausesLimit) clauses")
        }
    }

    private func terms(of text: String) -> [(term: [UInt8], place: Int)] {
        var terms: [([UInt8], Int)] = []
        analyzer.forEachTerm(of: text) { terms.append((Array($0), $1)) }
        return terms
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func bytes(_ scalars: [Unicode.Scalar]) -> [UInt8] { Array(string(scalars).utf8) }
}
