// A statement from its prefixes to its end, and how queries are put together.

extension Parser {
    mutating func wholeStatement() throws(Failure) -> Statement {
        if isAt(.endOfText) {
            throw Failure(.incompleteQuery, "The text holds no statement", at: current.span, gqlStatus: "42N45")
        }
        let start = start
        var statement = try prefixes()
        try body(of: &statement)
        statement.span = span(from: start)
        let hasSemicolon = accept(.semicolon)
        while isAt(.semicolon) { advance() }
        if hasSemicolon, !isAt(.endOfText) {
            throw Failure(
                .unexpectedSyntax, "One statement was expected: another one begins behind the ';'", at: current.span,
                gqlStatus: "42I15")
        }
        try expectEnd()
        if depthLimit > Self.shallowDepthLimit { statement.keeper = TreeKeeper(statement.body) }
        return statement
    }

    /// `EXPLAIN`, `PROFILE` and `CYPHER [version] [option=value …]`, in any order.
    private mutating func prefixes() throws(Failure) -> Statement {
        var statement = Statement(
            mode: .run, languageVersion: nil, options: [],
            body: .query(Query(parts: [], span: current.span)), span: current.span)
        while true {
            switch keyword {
            case .explain, .profile:
                let mode: Statement.ExecutionMode = isAt(.explain) ? .explain : .profile
                if statement.mode != .run, statement.mode != mode {
                    throw Failure(
                        .unexpectedSyntax, "EXPLAIN and PROFILE exclude one another", at: current.span,
                        gqlStatus: "22N52")
                }
                advance()
                statement.mode = mode
            case .cypher:
                advance()
                try cypherOptions(&statement)
            default: return statement
            }
        }
    }

    private mutating func cypherOptions(_ statement: inout Statement) throws(Failure) {
        if isAt(.integer) || isAt(.float) {
            statement.languageVersion = Name(text(current), span: current.span)
            advance()
        }
        while Self.isName(current), token(1).kind == .equal {
            let name = try name("an option")
            advance()
            guard Self.isName(current) || isAt(.integer) || isAt(.float) else {
                note(.category("a value"))
                throw unexpected()
            }
            let value = Name(Self.isName(current) ? nameText(current) : text(current), span: current.span)
            advance()
            statement.options.append(QueryOption(name: name, value: value))
        }
    }

    private mutating func body(of statement: inout Statement) throws(Failure) {
        if keyword == .use {
            let use = try useClause()
            if let command = try command() {
                (statement.use, statement.body) = (use, command)
                return
            }
            leadingUse = use
        } else if let command = try command() {
            statement.body = command
            return
        }
        statement.body = .query(try query())
    }

    private mutating func command() throws(Failure) -> Statement.Body? {
        if let command = try schemaCommand() { return .schema(command) }
        return try administrationCommand().map { .administration($0) }
    }

    /// Where the query at hand begins, which its `USE` may have done before.
    private var queryStart: Int { leadingUse?.span.lowerBound ?? start }

    /// Parts joined by `NEXT`.
    mutating func query() throws(Failure) -> Query {
        let start = queryStart
        var parts = [try queryPart()]
        while accept(.next) { parts.append(try queryPart()) }
        return Query(parts: parts, span: span(from: start))
    }

    private mutating func queryPart() throws(Failure) -> QueryPart {
        if isAt(.when), leadingUse == nil { return .conditional(try conditionalQuery()) }
        let start = queryStart
        var query = UnionQuery(first: try singleQuery(), rest: [], span: span(from: start))
        while isAt(.union) {
            let keywordSpan = current.span
            advance()
            let isAll = accept(.all)
            if !isAll { _ = accept(.distinct) }
            if let first = query.rest.first, first.isAll != isAll {
                throw Failure(
                    .invalidClauseComposition, "UNION and UNION ALL cannot be mixed without braces", at: keywordSpan,
                    gqlStatus: "42I40")
            }
            query.rest.append(UnionArm(isAll: isAll, keywordSpan: keywordSpan, query: try singleQuery()))
        }
        if expectations != nil {
            note(.keyword(.union))
            note(.keyword(.next))
        }
        query.span = span(from: start)
        return .union(query)
    }

    private mutating func conditionalQuery() throws(Failure) -> ConditionalQuery {
        let start = start
        var branches: [ConditionalQuery.Branch] = []
        while accept(.when) {
            let predicate = try expression()
            try expect(.then)
            branches.append(ConditionalQuery.Branch(predicate: predicate, query: try singleQuery()))
        }
        let otherwise = accept(.else) ? try singleQuery() : nil
        return ConditionalQuery(branches: branches, otherwise: otherwise, span: span(from: start))
    }

    private mutating func singleQuery() throws(Failure) -> SingleQuery {
        let start = queryStart
        let use = leadingUse
        leadingUse = nil
        if isAt(.leftBrace) {
            let query = try bracedQuery()
            return SingleQuery(body: .nested(use: use, query), span: span(from: start))
        }
        var clauses: [Clause] = use.map { [.use($0)] } ?? []
        while let clause = try clause() {
            clauses.append(clause)
            if clauses.count == 1, case .use(let use) = clause, isAt(.leftBrace) {
                let query = try bracedQuery()
                return SingleQuery(body: .nested(use: use, query), span: span(from: start))
            }
        }
        if clauses.isEmpty {
            note(.clauses)
            throw unexpected()
        }
        return SingleQuery(body: .clauses(clauses), span: span(from: start))
    }

    private mutating func bracedQuery() throws(Failure) -> Query {
        try descendIntoQuery()
        let query = try nested { (parser) throws(Failure) in
            parser.advance()
            let query = try parser.query()
            try parser.expect(.rightBrace)
            return query
        }
        ascendFromQuery()
        return query
    }
}
