/// The trip of a query: bind, derive rules, join, project. The only place that knows the order.
struct QueryRun {
    let facts: FactSnapshot
    let limits: QueryLimits
    var control: QueryControl?

    private static let defaultLimit: Int64 = 1_000_000

    struct QueryLimits: Sendable {
        /// `nil` for the default.
        var derivedFacts: Int64?
        var results: Int64?
        var memoryBytes: Int64?
    }

    /// Result rows, and the values their numbers stand for.
    struct Answer: Sendable {
        let variables: [String]
        let rows: RowSet
        let values: ValueSnapshot
        let time: QueryTime
    }

    /// A query that has its constants, and what it runs with.
    private struct Prepared {
        let query: BoundQuery
        let clauses: [BoundClause]
        let evaluator: ClauseEvaluator
        let order: [ClauseOrder.Step]

        var values: QueryValues { evaluator.values }
    }

    func run(_ query: Query, now: Int64) throws(MiniGrafError) -> Answer {
        try run(try BoundQuery(query, facts.functions), now: now) { _ in [] }
    }

    /// - Parameter parameters: The numbers of the constants that the query itself does not say.
    func run(
        _ query: BoundQuery, now: Int64, parameters: (QueryValues) -> [ValueID]
    ) throws(MiniGrafError) -> Answer {
        try answer(try prepare(query, now, parameters, estimates: false), nil)
    }

    /// The order of the clauses, and where `runs`, the answer and what each of them did.
    func plan(_ query: Query, now: Int64, runs: Bool) throws(MiniGrafError) -> (plan: QueryPlan, answer: Answer?) {
        let prepared = try prepare(try BoundQuery(query, facts.functions), now, { _ in [] }, estimates: true)
        let recorder = PlanRecorder()
        recorder.plan(prepared.order)
        let start = recorder.now()
        let answer = runs ? try answer(prepared, recorder) : nil
        let plan = QueryPlan(
            prepared.clauses, prepared.query.names, prepared.values, recorder, columns: prepared.query.columns,
            resultRows: answer?.rows.count, milliseconds: (recorder.now() - start) * 1000)
        return (plan, answer)
    }

    private func prepare(
        _ query: BoundQuery, _ now: Int64, _ parameters: (QueryValues) -> [ValueID], estimates: Bool
    ) throws(MiniGrafError) -> Prepared {
        let view = query.view(now: now)
        let values = QueryValues(facts)
        let clauses = query.clauses(values, parameters: parameters(values))
        let evaluator = ClauseEvaluator(
            facts: facts, view: view, values: values, relations: RuleRelations(),
            budget: MemoryBudget(limit: limits.memoryBytes, control: control))
        if !query.ruleCalls.isEmpty {
            let parsed = query.query
            let rules = RuleEvaluator(
                book: facts.book, evaluator: evaluator, predicates: facts.functions.predicates,
                limits: RuleEvaluator.Limits(
                    derivedFacts: parsed.derivedFactsLimit ?? limits.derivedFacts ?? Self.defaultLimit,
                    results: parsed.resultsLimit ?? limits.results ?? Self.defaultLimit,
                    areExplicit: parsed.derivedFactsLimit != nil || parsed.resultsLimit != nil
                        || limits.derivedFacts != nil || limits.results != nil))
            evaluator.rules = rules
            try rules.prepare(query.ruleCalls)
        }
        // One clause has one order; what it costs only a plan tells.
        let order =
            clauses.count == 1 && !estimates
            ? [ClauseOrder.Step(clause: 0, cost: 1)] : ClauseOrder(evaluator: evaluator).order(clauses, bound: [])
        return Prepared(query: query, clauses: clauses, evaluator: evaluator, order: order)
    }

    private func answer(_ prepared: Prepared, _ recorder: PlanRecorder?) throws(MiniGrafError) -> Answer {
        let query = prepared.query
        let rows = try prepared.evaluator.run(
            prepared.clauses, order: prepared.order.map(\.clause), over: .start(width: query.width), bound: [],
            holdsResult: false, recorder: recorder)
        let projection = Projection(
            query: query.query, slots: query.names, values: prepared.values, aggregates: facts.functions.aggregates,
            budget: prepared.evaluator.budget)
        let result = try projection.run(over: rows)
        return Answer(
            variables: query.columns, rows: result, values: prepared.values.snapshot, time: time(of: query.query))
    }

    /// What a query says of time, an instant of transaction time as the last transaction up to it.
    private func time(of query: Query) -> QueryTime {
        var time = QueryTime()
        switch query.asOf {
        case .txCount(let count): time.txCount = count
        case .timestamp(let instant):
            let table = facts.table
            let last = (0..<table.txIDs.count).last { table.txIDs[$0] <= instant }
            time.txCount = last.map { table.txCounts[$0] } ?? 0
        case .slot, nil: break
        }
        switch query.validAt {
        case .timestamp(let instant): time.validAt = .instant(instant)
        case .anyTime: time.validAt = .anyTime
        case .slot, nil: break
        }
        return time
    }
}

extension QueryRun.Answer {
    func json(rows range: Range<Int>, into text: inout JSONText) {
        text.raw("[")
        for row in range {
            if row > range.lowerBound { text.raw(",") }
            text.raw("[")
            for column in 0..<rows.width {
                if column > 0 { text.raw(",") }
                text.value(values.value(rows.data[row * rows.width + column]))
            }
            text.raw("]")
        }
        text.raw("]")
    }

    func json() -> String {
        var text = JSONText()
        text.reserve(48 + rows.count * rows.width * 16)
        text.raw("{\"results\":")
        json(rows: 0..<rows.count, into: &text)
        text.raw(",\"variables\":[")
        for (index, name) in variables.enumerated() {
            if index > 0 { text.raw(",") }
            text.string(name)
        }
        text.raw("]}")
        return text.string
    }
}
