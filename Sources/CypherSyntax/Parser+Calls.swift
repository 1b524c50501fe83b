// CALL of procedures and subqueries.

extension Parser {
    mutating func callClause() throws(Failure) -> Clause {
        let start = start
        let isOptional = accept(.optional)
        try expect(.call)
        if isAt(.leftBrace) || isAt(.leftParenthesis) {
            return .callSubquery(try subqueryCall(isOptional: isOptional, from: start))
        }
        let name = try dottedName("a procedure")
        var call = CallProcedureClause(
            isOptional: isOptional, name: name, arguments: nil, yield: nil, span: span(from: start))
        if isAt(.leftParenthesis) {
            call.arguments = try nested { (parser) throws(Failure) in
                parser.advance()
                if parser.accept(.rightParenthesis) { return [] }
                let arguments = try parser.expressions()
                try parser.expect(.rightParenthesis)
                return arguments
            }
        }
        if accept(.yield) { call.yield = try yield(hasOrdering: false) }
        call.span = span(from: start)
        return .callProcedure(call)
    }

    private mutating func subqueryCall(isOptional: Bool, from start: Int) throws(Failure) -> CallSubqueryClause {
        var scope = CallSubqueryClause.Scope.implicit
        if accept(.leftParenthesis) {
            if accept(.star) {
                scope = .all
            } else {
                scope = .variables(isAt(.rightParenthesis) ? [] : try names("a variable"))
            }
            try expect(.rightParenthesis)
        }
        try descendIntoQuery()
        let query = try nested { (parser) throws(Failure) in
            try parser.expect(.leftBrace)
            let query = try parser.query()
            try parser.expect(.rightBrace)
            return query
        }
        ascendFromQuery()
        let transactions = isAt(.in) ? try inTransactions() : nil
        return CallSubqueryClause(
            isOptional: isOptional, scope: scope, query: query, transactions: transactions, span: span(from: start))
    }

    /// `IN [[n] CONCURRENT] TRANSACTIONS …`
    private mutating func inTransactions() throws(Failure) -> InTransactions {
        let start = start
        advance()
        var settings = InTransactions(
            isConcurrent: false, concurrency: nil, batchRows: nil, disjoint: nil, onError: nil, statusVariable: nil,
            span: current.span)
        if !isAt(.concurrent) && !isAt(.transactions) && !isAt(.transaction) {
            settings.concurrency = try expression()
            try expect(.concurrent)
            settings.isConcurrent = true
        } else if accept(.concurrent) {
            settings.isConcurrent = true
        }
        guard accept(.transactions) || accept(.transaction) else { throw unexpected() }
        while try transactionSetting(&settings) {}
        settings.span = span(from: start)
        return settings
    }

    private mutating func transactionSetting(_ settings: inout InTransactions) throws(Failure) -> Bool {
        let place = current.span
        if isAt(.of) {
            advance()
            if settings.batchRows != nil { throw repeated("OF … ROWS", at: place) }
            settings.batchRows = try expression()
            guard accept(.rows) || accept(.row) else { throw unexpected() }
            return true
        }
        if isAt(.disjoint) {
            advance()
            try expect(.by)
            if settings.disjoint != nil { throw repeated("DISJOINT BY", at: place) }
            settings.disjoint = try disjoint()
            return true
        }
        if isAt(.on, .error) {
            position += 2
            if settings.onError != nil { throw repeated("ON ERROR", at: place) }
            settings.onError = try onError()
            return true
        }
        if isAt(.report, .status) {
            position += 2
            if settings.statusVariable != nil { throw repeated("REPORT STATUS", at: place) }
            settings.statusVariable = try alias()
            return true
        }
        return false
    }

    private func repeated(_ what: String, at span: SourceSpan) -> Failure {
        Failure(.unexpectedSyntax, "\(what) stands here a second time", at: span, gqlStatus: "42N19")
    }

    private mutating func disjoint() throws(Failure) -> InTransactions.Disjoint {
        if accept(.auto) { return .automatic }
        if accept(.noneOf) { return .none }
        return try nested { (parser) throws(Failure) in
            try parser.expect(.leftParenthesis)
            let keys = try parser.expressions()
            try parser.expect(.rightParenthesis)
            return .keys(keys)
        }
    }

    private mutating func onError() throws(Failure) -> InTransactions.OnError {
        if accept(.continue) { return .continue }
        if accept(.break) { return .break }
        if accept(.fail) { return .fail }
        try expect(.retry)
        var seconds: Expression?
        if accept(.for) || beginsRetrySeconds() {
            seconds = try expression()
            guard accept(.seconds) || accept(.second) || accept(.sec) else { throw unexpected() }
        }
        guard accept(.then) else { return .retry(seconds: seconds, then: nil) }
        if accept(.continue) { return .retry(seconds: seconds, then: .continue) }
        if accept(.break) { return .retry(seconds: seconds, then: .break) }
        try expect(.fail)
        return .retry(seconds: seconds, then: .fail)
    }

    private func beginsRetrySeconds() -> Bool {
        switch kind {
        case .integer, .float, .malformedNumber, .parameter, .leftParenthesis: true
        default: false
        }
    }
}
