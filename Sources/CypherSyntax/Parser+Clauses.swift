// Clauses, each by the word it begins with.

extension Parser {
    /// The clause that begins here; `nil` where none does.
    mutating func clause() throws(Failure) -> Clause? {
        guard let keyword else {
            note(.clauses)
            return nil
        }
        switch keyword {
        case .match: return .match(try matchClause())
        case .optional:
            switch token(1).keyword {
            case .match: return .match(try matchClause())
            case .call: return try callClause()
            default:
                advance()
                note(.keyword(.match))
                note(.keyword(.call))
                throw unexpected()
            }
        case .return: return .return(try returnClause())
        case .with: return .with(try withClause())
        case .unwind: return .unwind(try unwindClause())
        case .for: return .unwind(try forClause())
        case .create, .insert: return .create(try createClause())
        case .merge: return .merge(try mergeClause())
        case .set: return .set(try setClause())
        case .remove: return .remove(try removeClause())
        case .delete, .detach, .noDetach: return .delete(try deleteClause())
        case .foreach: return .foreach(try foreachClause())
        case .call: return try callClause()
        case .let: return .let(try letClause())
        case .filter: return .filter(try filterClause())
        case .finish:
            let span = current.span
            advance()
            return .finish(FinishClause(span: span))
        case .order, .skip, .offset, .limit: return .order(try orderClause())
        case .use: return .use(try useClause())
        case .load: return .loadCSV(try loadCSVClause())
        case .show: return .show(try showClause())
        case .terminate: return .terminate(try terminateClause())
        default:
            note(.clauses)
            return nil
        }
    }

    private mutating func matchClause() throws(Failure) -> MatchClause {
        let start = start
        let isOptional = accept(.optional)
        try expect(.match)
        return try matchBody(isOptional: isOptional, from: start)
    }

    /// `[mode] pattern, … hints [WHERE e] [SEARCH …]`
    mutating func matchBody(isOptional: Bool, from start: Int) throws(Failure) -> MatchClause {
        var mode = matchMode()
        var patterns: [PathPattern] = []
        repeat {
            let patternStart = self.start
            if patterns.isEmpty, mode == nil, Self.isName(current), token(1).kind == .equal,
                token(2).keyword == .repeatable || token(2).keyword == .different
            {
                let variable = try variable()
                advance()
                mode = matchMode()
                patterns.append(try pathPattern(variable, from: patternStart))
            } else {
                patterns.append(try pathPattern())
            }
        } while accept(.comma)
        var match = MatchClause(
            isOptional: isOptional, mode: mode, patterns: patterns, hints: [], predicate: nil, search: nil,
            span: span(from: start))
        while isAt(.using) { match.hints.append(try hint()) }
        if accept(.where) { match.predicate = try expression() }
        if isAt(.search) {
            match.search = try searchSubclause()
            if match.predicate == nil, accept(.where) { match.predicate = try expression() }
        }
        match.span = span(from: start)
        return match
    }

    private mutating func matchMode() -> MatchMode? {
        switch (keyword, token(1).keyword) {
        case (.repeatable, .element), (.repeatable, .elements):
            position += 2
            _ = accept(.bindings)
            return .repeatableElements
        case (.different, .relationship), (.different, .relationships):
            position += 2
            _ = accept(.bindings)
            return .differentRelationships
        default: return nil
        }
    }

    private mutating func hint() throws(Failure) -> Hint {
        let start = start
        advance()
        let kind: Hint.Kind
        switch keyword {
        case .scan:
            advance()
            let variable = try variable()
            kind = .scan(variable: variable, labelOrType: try hintLabel())
        case .join:
            advance()
            try expect(.on)
            kind = .join(try names("a variable"))
        case .expand:
            advance()
            let isInto: Bool? = accept(.into) ? true : accept(.all) ? false : nil
            try expect(.from)
            let from = try variable()
            try expect(.to)
            let to = try variable()
            kind = .expand(isInto: isInto, from: from, to: to, via: accept(.via) ? try variable() : nil)
        default: kind = try indexHint()
        }
        return Hint(kind: kind, span: span(from: start))
    }

    private mutating func indexHint() throws(Failure) -> Hint.Kind {
        let index = indexKind()
        try expect(.index)
        let isSeek = keyword == .seek && Self.isName(token(1))
        if isSeek { advance() }
        let variable = try variable()
        let label = try hintLabel()
        try expect(.leftParenthesis)
        let properties = try names("a property key")
        try expect(.rightParenthesis)
        return .index(index, isSeek: isSeek, variable: variable, labelOrType: label, properties: properties)
    }

    private mutating func hintLabel() throws(Failure) -> Name {
        guard accept(.colon) || accept(.is) else { throw unexpected() }
        return try name("a label or type")
    }

    private mutating func searchSubclause() throws(Failure) -> SearchSubclause {
        let start = start
        advance()
        let variable = try variable()
        try expect(.in)
        return try nested { (parser) throws(Failure) in
            try parser.expect(.leftParenthesis)
            let isFulltext = parser.accept(.fulltext)
            if !isFulltext { try parser.expect(.vector) }
            try parser.expect(.index)
            let index = try parser.nameOrParameter("an index")
            try parser.expect(.for)
            let query = try parser.expression()
            var analyzer: Expression?
            if parser.accept(.with, .analyzer) { analyzer = try parser.expression() }
            let predicate = parser.accept(.where) ? try parser.expression() : nil
            let skip = parser.accept(.skip) || parser.accept(.offset) ? try parser.expression() : nil
            try parser.expect(.limit)
            let limit = try parser.expression()
            try parser.expect(.rightParenthesis)
            let score = parser.accept(.score) ? try parser.alias() : nil
            return SearchSubclause(
                variable: variable, isFulltext: isFulltext, index: index, query: query, analyzer: analyzer,
                predicate: predicate, skip: skip, limit: limit, score: score, span: parser.span(from: start))
        }
    }

    /// `AS name`
    mutating func alias() throws(Failure) -> Name {
        try expect(.as)
        return try variable()
    }
}

// MARK: - Reading clauses

extension Parser {
    private mutating func unwindClause() throws(Failure) -> UnwindClause {
        let start = start
        advance()
        let list = try expression()
        let variable = try alias()
        return UnwindClause(list: list, variable: variable, span: span(from: start))
    }

    private mutating func forClause() throws(Failure) -> UnwindClause {
        let start = start
        advance()
        let variable = try variable()
        try expect(.in)
        let list = try expression()
        return UnwindClause(list: list, variable: variable, span: span(from: start))
    }

    private mutating func letClause() throws(Failure) -> LetClause {
        let start = start
        advance()
        var items: [LetClause.Item] = []
        repeat {
            let variable = try variable()
            try expect(.equal)
            items.append(LetClause.Item(variable: variable, expression: try expression()))
        } while accept(.comma)
        return LetClause(items: items, span: span(from: start))
    }

    private mutating func filterClause() throws(Failure) -> FilterClause {
        let start = start
        advance()
        if keyword == .where, beginsExpression(token(1), position + 1) { advance() }
        let predicate = try expression()
        return FilterClause(predicate: predicate, span: span(from: start))
    }

    mutating func useClause() throws(Failure) -> UseClause {
        let start = start
        advance()
        if keyword == .graph, Self.isName(token(1)) || token(1).kind == .leftParenthesis { advance() }
        let target: UseClause.Target
        if accept(.leftParenthesis) {
            target = .name(try dottedName("a graph"))
            try expect(.rightParenthesis)
        } else {
            var end = position
            while Self.isName(tokens[end]), tokens[end + 1].kind == .dot { end += 2 }
            let isCall = Self.isName(tokens[end]) && tokens[end + 1].kind == .leftParenthesis && end > position
            target = isCall ? .function(try primary()) : .name(try dottedName("a graph"))
        }
        return UseClause(target: target, span: span(from: start))
    }

    private mutating func loadCSVClause() throws(Failure) -> LoadCSVClause {
        let start = start
        advance()
        try expect(.csv)
        let hasHeaders = accept(.with, .headers)
        try expect(.from)
        let url = try expression()
        let row = try alias()
        var terminator: LoadCSVClause.FieldTerminator?
        if accept(.fieldTerminator) {
            let span = current.span
            terminator = LoadCSVClause.FieldTerminator(text: try stringLiteral(), span: span)
        }
        return LoadCSVClause(
            hasHeaders: hasHeaders, url: url, row: row, fieldTerminator: terminator, span: span(from: start))
    }
}
