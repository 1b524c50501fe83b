// RETURN, WITH and the parts they share with other clauses.

extension Parser {
    mutating func returnClause() throws(Failure) -> ReturnClause {
        let start = start
        advance()
        let projection = try projection()
        return ReturnClause(projection: projection, span: span(from: start))
    }

    mutating func withClause() throws(Failure) -> WithClause {
        let start = start
        advance()
        let projection = try projection()
        let predicate = accept(.where) ? try expression() : nil
        return WithClause(projection: projection, predicate: predicate, span: span(from: start))
    }

    private mutating func projection() throws(Failure) -> Projection {
        var projection = Projection(
            isDistinct: false, star: nil, items: [], groupBy: nil, orderBy: [], skip: nil, limit: nil)
        let next = token(1)
        if keyword == .distinct, next.kind == .star || beginsExpression(next, position + 1) {
            advance()
            projection.isDistinct = true
        } else if keyword == .all, next.kind == .star || beginsExpression(next, position + 1) {
            switch next.kind {
            // A quantifier, or what is done to a variable of this name.
            case .leftParenthesis, .leftBracket, .leftBrace, .plus, .minus: break
            default: advance()
            }
        }
        if isAt(.star) {
            projection.star = Projection.Star(span: current.span)
            advance()
        } else {
            projection.items.append(try projectionItem())
        }
        while accept(.comma) { projection.items.append(try projectionItem()) }
        if accept(.group) {
            try expect(.by)
            projection.groupBy = try groupBy()
        }
        try ordering(&projection.orderBy, &projection.skip, &projection.limit)
        return projection
    }

    private mutating func projectionItem() throws(Failure) -> ProjectionItem {
        let start = start
        let expression = try expression()
        let textSpan = span(from: start)
        let alias = accept(.as) ? try variable() : nil
        let sourceText = alias == nil ? text(textSpan.lowerBound, textSpan.upperBound) : ""
        return ProjectionItem(
            expression: expression, alias: alias, sourceText: sourceText, span: span(from: start))
    }

    private mutating func groupBy() throws(Failure) -> GroupBy {
        if keyword == .all, !beginsExpression(token(1), position + 1) || token(1).kind == .word {
            advance()
            return .all
        }
        if isAt(.leftParenthesis), token(1).kind == .rightParenthesis {
            position += 2
            return .keys([])
        }
        return .keys(try expressions())
    }

    /// `[ORDER BY …] [SKIP e] [LIMIT e]`
    mutating func ordering(
        _ orderBy: inout [SortItem], _ skip: inout Expression?, _ limit: inout Expression?
    ) throws(Failure) {
        if accept(.order) {
            try expect(.by)
            repeat { orderBy.append(try sortItem()) } while accept(.comma)
        }
        if accept(.skip) || accept(.offset) { skip = try expression() }
        if accept(.limit) { limit = try expression() }
        if limit != nil, isAt(.skip) || isAt(.offset) {
            throw Failure(
                .unexpectedSyntax, "SKIP and OFFSET stand before LIMIT", at: current.span, gqlStatus: "42I63")
        }
    }

    private mutating func sortItem() throws(Failure) -> SortItem {
        let start = start
        let expression = try expression()
        var isDescending = false
        if accept(.desc) || accept(.descending) {
            isDescending = true
        } else if accept(.asc) || accept(.ascending) {
        }
        return SortItem(expression: expression, isDescending: isDescending, span: span(from: start))
    }

    mutating func orderClause() throws(Failure) -> OrderClause {
        let start = start
        var clause = OrderClause(orderBy: [], skip: nil, limit: nil, span: span(from: start))
        try ordering(&clause.orderBy, &clause.skip, &clause.limit)
        if self.start == start { throw unexpected() }
        clause.span = span(from: start)
        return clause
    }

    /// Behind `YIELD`; `hasOrdering` where `ORDER BY`, `SKIP` and `LIMIT` belong to it.
    mutating func yield(hasOrdering: Bool) throws(Failure) -> Yield {
        let start = start
        var yield = Yield(
            isStar: false, items: [], orderBy: [], skip: nil, limit: nil, predicate: nil, span: current.span)
        if accept(.star) {
            yield.isStar = true
        } else {
            repeat {
                let column = try name("a column")
                yield.items.append(Yield.Item(column: column, alias: accept(.as) ? try variable() : nil))
            } while accept(.comma)
        }
        if hasOrdering { try ordering(&yield.orderBy, &yield.skip, &yield.limit) }
        if accept(.where) { yield.predicate = try expression() }
        yield.span = span(from: start)
        return yield
    }
}
