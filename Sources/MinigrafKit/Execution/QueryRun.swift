/// The trip of a query: bind, derive rules, join, project. The only place that knows the order.
struct QueryRun {
    let table: FactTable
    let book: RuleBook
    let functions: FunctionRegistry
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
    }

    /// A query whose names are resolved, and what it runs with.
    private struct Prepared {
        let clauses: [BoundClause]
        let names: ClauseBinder.Names
        let width: Int
        let evaluator: ClauseEvaluator
        let order: [ClauseOrder.Step]

        var values: QueryValues { evaluator.values }
    }

    func run(_ query: Query, now: Int64) throws(MiniGrafError) -> Answer {
        try answer(query, try prepare(query, now), nil)
    }

    /// The order of the clauses, and where `runs`, the answer and what each of them did.
    func plan(_ query: Query, now: Int64, runs: Bool) throws(MiniGrafError) -> (plan: QueryPlan, answer: Answer?) {
        let prepared = try prepare(query, now)
        let recorder = PlanRecorder()
        recorder.plan(prepared.order)
        let start = recorder.now()
        let answer = runs ? try answer(query, prepared, recorder) : nil
        let plan = QueryPlan(
            prepared.clauses, prepared.names, prepared.values, recorder, columns: query.find.map(\.columnName),
            resultRows: answer?.rows.count, milliseconds: (recorder.now() - start) * 1000)
        return (plan, answer)
    }

    private func prepare(_ query: Query, _ now: Int64) throws(MiniGrafError) -> Prepared {
        try Projection.check(query, functions.aggregates)
        if query.clauses.isEmpty {
            throw .coded(
                "INT-027",
                "query has no :where clause, rules, or aggregates — nothing binds the variables. Add a :where clause "
                    + "(e.g., [:find ?e ?a ?v :where [?e ?a ?v]]) or use an aggregate.")
        }
        try ClauseSafety.checkBound(query)
        let view = try view(of: query, now: now)
        let values = QueryValues(store: table.values)
        var binder = ClauseBinder(
            values: values, predicates: functions.predicates, patternsDecideFirst: true)
        var names: ClauseBinder.Names = [:]
        let clauses = try binder.bind(query.clauses, &names)
        let evaluator = ClauseEvaluator(
            table: table, view: view, values: values, relations: RuleRelations(),
            budget: MemoryBudget(limit: limits.memoryBytes, control: control))
        let calls = RuleBook.calls(in: query.clauses).map(\.name)
        if !calls.isEmpty {
            let rules = RuleEvaluator(
                book: book, evaluator: evaluator, predicates: functions.predicates,
                limits: RuleEvaluator.Limits(
                    derivedFacts: query.derivedFactsLimit ?? limits.derivedFacts ?? Self.defaultLimit,
                    results: query.resultsLimit ?? limits.results ?? Self.defaultLimit,
                    areExplicit: query.derivedFactsLimit != nil || query.resultsLimit != nil
                        || limits.derivedFacts != nil || limits.results != nil))
            evaluator.rules = rules
            try rules.prepare(calls)
        }
        return Prepared(
            clauses: clauses, names: names, width: binder.slotCount, evaluator: evaluator,
            order: ClauseOrder(evaluator: evaluator).order(clauses, bound: []))
    }

    private func answer(
        _ query: Query, _ prepared: Prepared, _ recorder: PlanRecorder?
    ) throws(MiniGrafError) -> Answer {
        let rows = try prepared.evaluator.run(
            prepared.clauses, order: prepared.order.map(\.clause), over: .start(width: prepared.width), bound: [],
            holdsResult: false, recorder: recorder)
        let projection = Projection(
            query: query, slots: prepared.names, values: prepared.values, aggregates: functions.aggregates,
            budget: prepared.evaluator.budget)
        let result = try projection.run(over: rows)
        return Answer(
            variables: query.find.map(\.columnName), rows: result, values: prepared.values.snapshot)
    }

    private func view(of query: Query, now: Int64) throws(MiniGrafError) -> TimeView {
        var view = TimeView(validAt: now)
        switch query.asOf {
        case .txCount(let count): view.txCount = count
        case .timestamp(let instant): view.txID = instant
        case .slot, nil: break
        }
        switch query.validAt {
        case .timestamp(let instant): view.validAt = instant
        case .anyTime: view.validAt = nil
        case .slot, nil: break
        }
        if view.validAt != nil, Self.readsVersions(query.clauses) {
            throw .coded(
                "INT-026",
                "temporal pseudo-attributes :db/valid-from, :db/valid-to, :db/tx-count, and :db/tx-id require "
                    + ":any-valid-time; add :any-valid-time to your query")
        }
        return view
    }

    private static func readsVersions(_ clauses: [Clause]) -> Bool {
        clauses.contains { clause in
            switch clause {
            case .pattern(_, .constant(.keyword(let name)), _):
                PseudoAttribute(rawValue: name).map { $0 != .validAt } ?? false
            case .pattern, .ruleCall, .expression: false
            case .not(let inner), .notJoin(_, let inner): readsVersions(inner)
            case .or(let branches), .orJoin(_, let branches): branches.contains { readsVersions($0) }
            }
        }
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
