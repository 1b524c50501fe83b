extension StatementParser {
    /// `(query [sections])`
    static func query(_ arguments: [Form]) throws(MiniGrafError) -> Query {
        guard let first = arguments.first else { throw .coded("PRS-013", "Query requires a map argument") }
        if arguments.count > 1 {
            throw .coded(
                "PRS-078", "query takes (query [...]); found \(arguments.count - 1) unexpected trailing argument(s)")
        }
        guard case .vector(let members) = first else { throw .parser("Query argument must be a vector") }
        var sections = QuerySections(members: members)
        try sections.parse()
        try ClauseSafety.check(sections.query.clauses)
        try ClauseSafety.checkFind(sections.query)
        return sections.query
    }
}

/// Reads the sections of a query, one after another.
private struct QuerySections {
    let members: [Form]
    var query = Query()
    private var place = 0
    private var section = Section.none

    /// What a member that is no keyword belongs to. Times, limits and `:with` take their arguments and leave it as it is.
    private enum Section { case none, find, `where` }

    init(members: [Form]) {
        self.members = members
    }

    mutating func parse() throws(MiniGrafError) {
        while place < members.count {
            let member = members[place]
            place += 1
            if case .keyword(let name) = member {
                try start(name)
                continue
            }
            switch section {
            case .none: throw .coded("PRS-061", "Unexpected element in query: \(member)")
            case .find: query.find.append(try FindParser.specification(member))
            case .where: query.clauses.append(try ClauseParser.clause(member, in: .query))
            }
        }
    }

    private mutating func start(_ keyword: String) throws(MiniGrafError) {
        switch keyword {
        case ":find": section = .find
        case ":where": section = .where
        case ":with": try with()
        case ":as-of": query.asOf = try asOf()
        case ":valid-at": query.validAt = try validAt()
        case ":any-valid-time": query.validAt = .anyTime
        case ":max-derived-facts":
            if query.derivedFactsLimit != nil { throw .coded("INT-012", "duplicate :max-derived-facts") }
            query.derivedFactsLimit = try limit(keyword)
        case ":max-results":
            if query.resultsLimit != nil { throw .coded("INT-012", "duplicate :max-results") }
            query.resultsLimit = try limit(keyword)
        default: section = .none
        }
    }

    /// The variables up to the next keyword.
    private mutating func with() throws(MiniGrafError) {
        while place < members.count {
            if case .keyword = members[place] { return }
            guard let variable = members[place].variable else {
                throw .parser("':with' clause accepts only variables, got \(members[place])")
            }
            query.with.append(variable)
            place += 1
        }
    }

    private mutating func argument() -> Form? {
        guard place < members.count else { return nil }
        place += 1
        return members[place - 1]
    }

    private mutating func asOf() throws(MiniGrafError) -> Query.AsOf {
        guard let form = argument() else { throw .coded("PRS-014", ":as-of requires a value") }
        switch form {
        case .integer(let count):
            if count < 0 { throw .coded("PRS-015", ":as-of counter must be non-negative, got \(count)") }
            return .txCount(count)
        case .string(let text): return .timestamp(try Timestamp.parse(text))
        case .slot(let name): return .slot(name)
        default:
            throw .coded("PRS-016", ":as-of must be an integer (counter) or ISO 8601 string, got \(form)")
        }
    }

    private mutating func validAt() throws(MiniGrafError) -> Query.ValidAt {
        guard let form = argument() else { throw .coded("PRS-017", ":valid-at requires a value") }
        switch form {
        case .string(let text): return .timestamp(try Timestamp.parse(text))
        case .keyword(":any-valid-time"): return .anyTime
        case .slot(let name): return .slot(name)
        default:
            throw .coded("PRS-018", ":valid-at must be an ISO 8601 string or :any-valid-time, got \(form)")
        }
    }

    private mutating func limit(_ keyword: String) throws(MiniGrafError) -> Int64 {
        guard let form = argument() else { throw .coded("INT-013", "\(keyword) requires a value") }
        guard case .integer(let count) = form else {
            throw .coded("INT-015", "\(keyword) must be a positive integer")
        }
        if count < 1 { throw .coded("INT-014", "\(keyword) must be >= 1") }
        return count
    }
}
