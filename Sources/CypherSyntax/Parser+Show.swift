// SHOW and TERMINATE, and commands that only a server has.

extension Parser {
    mutating func showClause() throws(Failure) -> ShowClause {
        let start = start
        advance()
        let subject = try showSubject()
        var clause = ShowClause(subject: subject, yield: nil, predicate: nil, span: span(from: start))
        if accept(.yield) {
            clause.yield = try yield(hasOrdering: true)
        } else if accept(.where) {
            clause.predicate = try expression()
        }
        clause.span = span(from: start)
        return clause
    }

    mutating func terminateClause() throws(Failure) -> TerminateClause {
        let start = start
        advance()
        guard accept(.transactions) || accept(.transaction) else { throw unexpected() }
        let transactions = try expressions()
        var clause = TerminateClause(transactions: transactions, yield: nil, predicate: nil, span: span(from: start))
        if accept(.yield) {
            clause.yield = try yield(hasOrdering: true)
        } else if accept(.where) {
            clause.predicate = try expression()
        }
        clause.span = span(from: start)
        return clause
    }

    private mutating func showSubject() throws(Failure) -> ShowSubject {
        switch keyword {
        case .function, .functions:
            advance()
            return .functions(.all, executable: try executable())
        case .built:
            advance()
            try expect(.in)
            try expectFunctions()
            return .functions(.builtIn, executable: try executable())
        case .user where token(1).keyword == .defined:
            position += 2
            try expectFunctions()
            return .functions(.userDefined, executable: try executable())
        case .procedure, .procedures:
            advance()
            return .procedures(executable: try executable())
        case .setting, .settings:
            advance()
            return .settings(try showArguments())
        case .transaction, .transactions:
            advance()
            return .transactions(try showArguments())
        case .index, .indexes:
            advance()
            return .indexes(nil)
        case .range, .text, .point, .lookup, .fulltext, .vector:
            let kind = indexKind()
            guard accept(.index) || accept(.indexes) else { throw unexpected() }
            return .indexes(kind)
        case .database, .databases, .default, .home: return .databases(try databases())
        case .current where token(1).keyword == .graph: return try graphType()
        case .graph where token(1).keyword == .type: return try graphType()
        case .all: return try showAll()
        case .constraint, .constraints:
            advance()
            return .constraints(nil)
        case .node, .rel, .relationship, .unique, .uniqueness, .key, .exist, .existence, .property:
            return .constraints(try constraintFilter())
        default: return try otherSubject()
        }
    }

    private mutating func showAll() throws(Failure) -> ShowSubject {
        switch token(1).keyword {
        case .index, .indexes:
            position += 2
            return .indexes(nil)
        case .constraint, .constraints:
            position += 2
            return .constraints(nil)
        case .function, .functions:
            position += 2
            return .functions(.all, executable: try executable())
        default: return try otherSubject()
        }
    }

    private mutating func expectFunctions() throws(Failure) {
        guard accept(.functions) || accept(.function) else { throw unexpected() }
    }

    private mutating func executable() throws(Failure) -> ShowSubject.Executable? {
        guard accept(.executable) else { return nil }
        guard accept(.by) else { return .byCurrentUser }
        if keyword == .current, token(1).keyword == .user {
            position += 2
            return .byCurrentUser
        }
        return .by(try name("a user"))
    }

    /// Strings or expressions, if any stand here.
    private mutating func showArguments() throws(Failure) -> [Expression] {
        guard beginsExpression(current, position) else { return [] }
        switch keyword {
        case .yield, .where, .next, .union: return []
        case let word? where Expectations.clauseKeywords.contains(word): return []
        default: return try expressions()
        }
    }

    private mutating func databases() throws(Failure) -> ShowSubject.DatabaseSelection {
        if keyword == .default || keyword == .home {
            let isDefault = keyword == .default
            advance()
            try expect(.database)
            return isDefault ? .default : .home
        }
        advance()
        if isAt(.parameter) { return .named(.parameter(try parameter())) }
        switch keyword {
        case .yield, .where, .next, .union: return .all
        case let word? where Expectations.clauseKeywords.contains(word): return .all
        default: break
        }
        guard Self.isName(current) else { return .all }
        let parts = try dottedName("a database")
        let name = Name(parts.map(\.text).joined(separator: "."), span: span(from: parts[0].span.lowerBound))
        return .named(.name(name))
    }

    private mutating func graphType() throws(Failure) -> ShowSubject {
        _ = accept(.current)
        try expect(.graph)
        try expect(.type)
        let isAsGraph = accept(.as, .graph)
        return .graphType(isAsGraph: isAsGraph)
    }

    /// `[NODE|REL[ATIONSHIP]] [PROPERTY] UNIQUE[NESS]|KEY|EXIST[ENCE]|TYPE CONSTRAINT[S]`
    private mutating func constraintFilter() throws(Failure) -> ShowSubject.ConstraintFilter {
        let entity = entityKind()
        let filter: ShowSubject.ConstraintFilter
        let hasProperty = accept(.property)
        if accept(.unique) || accept(.uniqueness) {
            filter = .unique(entity)
        } else if accept(.exist) || accept(.existence) {
            filter = .existence(entity)
        } else if hasProperty {
            try expect(.type)
            filter = .propertyType(entity)
        } else {
            try expect(.key)
            filter = .key(entity)
        }
        guard accept(.constraints) || accept(.constraint) else { throw unexpected() }
        return filter
    }

    /// What only a server can show.
    private mutating func otherSubject() throws(Failure) -> ShowSubject {
        let nouns: Set<String> = [
            "USER", "USERS", "ROLE", "ROLES", "SERVER", "SERVERS", "PRIVILEGE", "PRIVILEGES", "ALIAS", "ALIASES",
            "CURRENT", "POPULATED", "SUPPORTED", "ALL", "AUTH",
        ]
        guard isAt(.word), nouns.contains(text(current).uppercased()) else {
            for word in [
                Keyword.indexes, .constraints, .functions, .procedures, .settings, .transactions, .databases,
            ] { note(.keyword(word)) }
            throw unexpected()
        }
        var words: [String] = []
        while !isAt(.endOfText), !isAt(.semicolon), keyword != .yield, keyword != .where, keyword != .return {
            switch kind {
            // An escape in a word is read only as it is written.
            case .word:
                let word = text(current)
                words.append(current.partner == Token.hasEscapes ? word : word.uppercased())
            case .quotedName, .parameter, .string, .comma, .dot: words.append(text(current))
            default: throw unexpected()
            }
            advance()
        }
        return .other(words.joined(separator: " "))
    }
}

// MARK: - Administration

extension Parser {
    /// The administration command that begins here; `nil` where none does.
    mutating func administrationCommand() throws(Failure) -> AdministrationCommand? {
        guard isAt(.word), isAdministration() else { return nil }
        let start = start
        if keyword == .alter, token(1).keyword == .database, let command = try setDefaultLanguage() {
            return .setDefaultLanguage(command)
        }
        var words: [String] = []
        while !isAt(.endOfText), !isAt(.semicolon) {
            if words.count < 2, isAt(.word) { words.append(text(current).uppercased()) }
            advance()
        }
        let span = span(from: start)
        return .unsupported(
            UnsupportedCommand(
                words: words.joined(separator: " "), text: text(span.lowerBound, span.upperBound), span: span))
    }

    private func isAdministration() -> Bool {
        let nouns: Set<String> = [
            "USER", "ROLE", "DATABASE", "COMPOSITE", "ALIAS", "IMMUTABLE", "SERVER", "AUTH", "OR", "STANDARD",
        ]
        let next = token(1).kind == .word && token(2).kind != .equal ? text(token(1)).uppercased() : ""
        switch text(current).uppercased() {
        case "CREATE", "DROP", "ALTER", "RENAME": return nouns.contains(next)
        case "START", "STOP": return next == "DATABASE"
        case "ENABLE": return next == "SERVER"
        case "GRANT", "DENY", "REVOKE", "DEALLOCATE", "REALLOCATE", "DRYRUN": return !next.isEmpty
        default: return false
        }
    }

    /// `ALTER DATABASE name [IF EXISTS] SET DEFAULT LANGUAGE CYPHER n`; `nil`, at the same place, where it sets another thing.
    private mutating func setDefaultLanguage() throws(Failure) -> SetDefaultLanguageCommand? {
        let first = position
        let start = start
        position += 2
        guard isAt(.parameter) || Self.isName(current) else {
            position = first
            return nil
        }
        let database = try nameOrParameter("a database")
        let isIfExists = accept(.if, .exists)
        guard isAt(.set, .default), token(2).keyword == .language else {
            position = first
            return nil
        }
        position += 3
        try expect(.cypher)
        guard isAt(.integer) || isAt(.float) || isAt(.malformedNumber) else {
            note(.kind(.integer))
            throw unexpected()
        }
        let version = Name(text(current), span: current.span)
        advance()
        return SetDefaultLanguageCommand(
            database: database, isIfExists: isIfExists, version: version, span: span(from: start))
    }
}
