import CypherSyntax

/// Runs one statement. The only place that knows the order of the stages, and times them.
struct Pipeline {
    let database: Database
    let session: Namespace
    let control: StatementControl
    /// The explicit transaction, where one is open.
    let open: Transaction?
    /// What others see of the statement.
    let activity: SessionActivity
    /// Asks for the plan of a statement whose text does not.
    var planning: PlanRequest?
    /// How much of the rows is kept.
    var limit = ResultLimit()
    /// Where the statement's own transaction goes; `nil` where it is let go of at once.
    var remains: StatementRemains?

    /// Text → tokens → tree → bound tree → plan → operators → rows.
    func run(_ text: String, _ parameters: [String: Value]) throws(EngineError) -> QueryResult {
        var lifted: LiftedLiterals?
        do throws(EngineError) {
            return try runStages(text, parameters, &lifted)
        } catch {
            throw (lifted?.original(error) ?? error).located(in: text)
        }
    }

    private func runStages(
        _ text: String, _ parameters: [String: Value], _ lifted: inout LiftedLiterals?
    ) throws(EngineError) -> QueryResult {
        guard text.utf8.count <= Limits.statementBytesLimit else { throw .statementTooLong(text.utf8.count) }
        var times = PhaseTimes()
        let prepared = try prepare(text, &lifted, &times)
        let traits = prepared.traits
        let mode = planning?.mode(of: traits.mode) ?? traits.mode
        let namespace = traits.namespace ?? session
        if namespace != session, let span = prepared.statement.sessionGraphConflict { throw .severalGraphs(at: span) }
        if traits.queryType != .read, mode != .explain { try checkWritable(namespace) }
        if namespace == .system, !prepared.statement.isOfSystem {
            throw .notOfSystem(at: prepared.statement.matchSpan)
        }
        let run = Run(
            prepared: prepared, mode: mode, namespace: namespace, text: text,
            parameters: mode == .explain
                ? [] : try values(of: prepared.statement.parameters, parameters, lifted))

        let transaction = begin(run)
        if traits.changesData(in: mode), !transaction.writeSet.schemaChanges.isEmpty {
            throw .schemaAndDataInOneTransaction(isSchema: false)
        }
        guard open == nil || namespace != .neo4j else {
            return try runAsPart(of: transaction, run, lifted?.text, &times)
        }
        do throws(EngineError) {
            let outcome = try perform(run, transaction, lifted?.text, &times)
            if open == nil { try activity.beginClosing() }
            let bookmark = try transaction.commit()
            times.markEnded()
            remains?.transaction = transaction
            return result(run, outcome, bookmark, times)
        } catch {
            transaction.rollback()
            throw error
        }
    }

    /// In an explicit transaction, which goes on without the statement's effects where it fails.
    private func runAsPart(
        of transaction: Transaction, _ run: Run, _ lifted: String?, _ times: inout PhaseTimes
    ) throws(EngineError) -> QueryResult {
        let savepoint = transaction.savepoint()
        do throws(EngineError) {
            let outcome = try perform(run, transaction, lifted, &times)
            times.markEnded()
            return result(run, outcome, nil, times)
        } catch {
            transaction.undo(to: savepoint)
            throw error
        }
    }

    /// - Parameter lifted: the text by which the plan is kept, where it is not the statement's own.
    private func perform(
        _ run: Run, _ transaction: Transaction, _ lifted: String?, _ times: inout PhaseTimes
    ) throws(EngineError) -> Outcome {
        // It may have been asked to stop while it waited for its turn.
        if control.isInterrupted { throw control.interruption }
        let planned: PlannedStatement
        do throws(EngineError) {
            planned = try plan(run.prepared, transaction, lifted ?? run.text, &times)
        } catch {
            throw run.mode == .explain && !control.isInterrupted ? error.foundInPlan() : error
        }
        return try DeepStack.run(nesting: max(run.prepared.traits.nesting, planned.depth / 16)) {
            () throws(EngineError) -> Outcome in
            try execute(run, planned, transaction)
        }
    }

    /// One run of a statement: what does not change from stage to stage.
    private struct Run {
        let prepared: PreparedStatement
        let mode: BoundStatement.ExecutionMode
        let namespace: Namespace
        /// As it was written.
        let text: String
        let parameters: [Value]
    }

    // MARK: Stages

    private func prepare(
        _ text: String, _ lifted: inout LiftedLiterals?, _ times: inout PhaseTimes
    ) throws(EngineError) -> PreparedStatement {
        if let kept = database.planCache.statement(text) {
            times.markParsed()
            return kept
        }
        return try prepareAnew(text, &lifted, &times)
    }

    /// Apart from what runs each time, as is every long way below: a statement that is run again touches little code.
    @inline(never)
    private func prepareAnew(
        _ text: String, _ lifted: inout LiftedLiterals?, _ times: inout PhaseTimes
    ) throws(EngineError) -> PreparedStatement {
        if let literals = literals(of: text) {
            if let kept = database.planCache.statement(literals.text) {
                times.markParsed()
                lifted = literals
                return kept
            }
            // What cannot be bound so is said of the statement as it was written.
            if let prepared = try? prepare(literals.text, &times) {
                lifted = literals
                return prepared
            }
        }
        return try prepare(text, &times)
    }

    /// Of a statement that only runs: a plan document shows what was written.
    private func literals(of text: String) -> LiftedLiterals? {
        guard planning == nil, database.engineTuning.liftsLiterals else { return nil }
        let state = open?.state ?? database.manager(of: .neo4j).snapshot.state
        let templates = database.planCache.templates
        if let known = templates.literals(of: text, state) { return known }
        guard let literals = LiftedLiterals(text, state) else { return nil }
        templates.keep(literals, of: text)
        return literals
    }

    private func prepare(_ text: String, _ times: inout PhaseTimes) throws(EngineError) -> PreparedStatement {
        let tree: Statement
        do throws(SyntaxError) {
            tree = try Parser.statement(in: text)
        } catch {
            throw EngineError(error)
        }
        times.markParsed()
        return PreparedStatement(statement: try Binder.bind(tree, catalog: BuiltInCatalog()))
    }

    private func plan(
        _ prepared: PreparedStatement, _ transaction: Transaction, _ text: String, _ times: inout PhaseTimes
    ) throws(EngineError) -> PlannedStatement {
        defer { times.markPlanned() }
        let state = transaction.state
        if let planned = prepared.planned, planned.isFresh(state) { return planned }
        return try plan(prepared.statement, state, text)
    }

    @inline(never)
    private func plan(
        _ statement: BoundStatement, _ state: GraphState, _ text: String
    ) throws(EngineError) -> PlannedStatement {
        guard case .query(let query) = statement.body else {
            return PlannedStatement(
                query: Planner.plan(statement.body), statistics: PlannedStatement.Statistics(state))
        }
        // Many clauses make a deep plan of a flat statement: planning goes down it by recursion.
        let result = try DeepStack.run(nesting: max(statement.nesting, query.clauseCount / 2)) {
            () throws(EngineError) -> PlannedQuery in
            try Planner.plan(
                query, columns: statement.columns, slots: statement.slots, statistics: state,
                rules: database.engineTuning.rules, control: control)
        }
        let planned = PlannedStatement(query: result, statistics: PlannedStatement.Statistics(state))
        guard planned.depth <= Limits.planDepthLimit else { throw .planTooDeep(planned.depth) }
        database.planCache.keep(PreparedStatement(statement: statement, planned: planned), for: text)
        return planned
    }

    private struct Outcome {
        var table: ResultTable
        var explanation: Explanation?
        var counters: UpdateCounters
    }

    /// What `EXPLAIN` and `PROFILE` tell beside the rows.
    private final class Explanation {
        let plan: PlanDocument
        let notifications: [Notification]

        init(_ plan: PlanDocument, _ notifications: [Notification]) {
            self.plan = plan
            self.notifications = notifications
        }
    }

    private func execute(
        _ run: Run, _ planned: PlannedStatement, _ transaction: Transaction
    ) throws(EngineError) -> Outcome {
        let columns = run.prepared.columns
        guard run.mode != .explain else {
            let table = ResultTable([], columns: columns, state: transaction.state, namespace: run.namespace)
            return Outcome(
                table: table, explanation: explain(run, planned, transaction, root: nil),
                counters: transaction.takeCounters())
        }
        let now = Clock.now()
        let context = ExecutionContext(
            transaction: transaction, parameters: run.parameters,
            evaluation: EvaluationContext(
                graph: TransactionGraph(transaction), statementInstant: now, transactionInstant: now),
            control: control, slotCount: planned.query.slots.count,
            budget: MemoryBudget(limit: database.engineTuning.statementMemoryBytesLimit), namespace: run.namespace,
            csvDirectory: database.csvDirectory, isReadOnly: database.isReadOnly, database: database,
            session: activity, parallelism: parallelism(of: run.prepared.traits, planned))
        context.isProfiling = run.mode == .profile
        let operators = try operators(of: planned, run, context)
        // What writes is to be done whole, and what is measured is to be measured whole.
        let mayEndEarly = run.mode == .run && run.prepared.traits.queryType == .read
        // What is kept of a batch has the result's columns alone: a statement may have very many slots.
        let places = columns.indices.map { Slot($0) }
        var rows = ResultCollector(limit, columns: places)
        do throws(EngineError) {
            try drain(operators, columns, into: &rows, context, mayEndEarly: mayEndEarly)
        } catch {
            rows.removeAll()
            throw error
        }
        try transaction.checkDeletions()
        try transaction.checkConstraints()
        let table = ResultTable(
            rows.batches, columns: places, state: transaction.state, namespace: run.namespace,
            rest: rows.rest(isComplete: !mayEndEarly))
        let counters = transaction.takeCounters()
        guard run.mode != .run else {
            if mayKeepOperators(of: planned, run) { planned.shelf.give(operators, context) }
            return Outcome(table: table, explanation: nil, counters: counters)
        }
        return Outcome(
            table: table, explanation: explain(run, planned, transaction, root: operators.root), counters: counters)
    }

    /// Those of an earlier run, or new ones.
    private func operators(
        of planned: PlannedStatement, _ run: Run, _ context: ExecutionContext
    ) throws(EngineError) -> OperatorTree {
        if mayKeepOperators(of: planned, run), let kept = planned.shelf.take() {
            kept.fetch()
            kept.bind(run.parameters)
            return kept
        }
        return try OperatorBuilder.build(planned.query.plan, context)
    }

    /// What is profiled has counts of its own. Deep ones are released where they were made, as plans are. The other graphs have
    /// numbers of their own for names.
    private func mayKeepOperators(of planned: PlannedStatement, _ run: Run) -> Bool {
        run.mode == .run && run.namespace == .neo4j && planned.depth <= DeepStack.shallowNestingLimit
    }

    /// - Parameter root: the operators that ran, `nil` where none did.
    @inline(never)
    private func explain(
        _ run: Run, _ planned: PlannedStatement, _ transaction: Transaction, root: Operator?
    ) -> Explanation {
        var statement = run.prepared.statement
        statement.mode = run.mode
        let finder = NotificationFinder(
            statement: statement, plan: planned.query.plan, slots: planned.query.slots, state: transaction.state,
            root: root, text: run.text)
        let notifications = finder.find()
        var warnings: [Int: [Notification]] = [:]
        for notification in notifications {
            if let id = notification.operatorId { warnings[Int(id), default: []].append(notification) }
        }
        let description = PlanDescription(
            slots: planned.query.slots, parameters: statement.parameters, root: root)
        let document = PlanDocument(
            profiled: run.mode == .profile, statement: run.text,
            root: description.node(planned.query.plan, warnings: warnings))
        return Explanation(document, notifications)
    }

    /// `nil` where something is written, since what is read must not change between threads, and where no operator has rows
    /// enough to be shared.
    private func parallelism(of statement: PreparedStatement.Traits, _ planned: PlannedStatement) -> Parallelism? {
        guard statement.queryType == .read, !planned.query.plan.containsWrites else { return nil }
        var parallelism = database.engineTuning.parallelism
        guard planned.mostRows >= parallelism.rowsMinimum else { return nil }
        // Others have no more stack than is usual.
        if max(statement.nesting, planned.depth / 16) > DeepStack.shallowNestingLimit { parallelism.threads = 1 }
        return parallelism
    }

    private func drain(
        _ operators: OperatorTree, _ columns: [Slot], into rows: inout ResultCollector, _ context: ExecutionContext,
        mayEndEarly: Bool
    ) throws(EngineError) {
        let root = operators.root
        defer {
            root.close(context)
            context.stopSharedWork()
        }
        try root.open(operators.arguments, context)
        while !(rows.isFull && mayEndEarly), let batch = try root.next(context) {
            let dense = batch.compacted(to: columns)
            try context.charge(rows.add(dense))
            for case .values(let values) in dense.columns.vectors {
                for value in values where Nesting.isExceeded(by: value) { throw .valueNestedTooDeep() }
            }
        }
    }

    // MARK: What a statement needs before it runs

    /// - Source: Swift API page, "Parameters", refusals.
    private func values(
        of names: [String], _ parameters: [String: Value], _ lifted: LiftedLiterals?
    ) throws(EngineError) -> [Value] {
        guard !names.isEmpty else { return [] }
        var values: [Value] = []
        values.reserveCapacity(names.count)
        var missing: [String] = []
        for name in names {
            if let value = lifted?.value(named: name) ?? parameters[name] {
                values.append(value)
            } else {
                missing.append(name)
            }
        }
        guard missing.isEmpty else { throw .parameterMissing(missing) }
        return values
    }

    private func begin(_ run: Run) -> Transaction {
        if let open, run.namespace == .neo4j { return open }
        let isWriting = run.prepared.traits.queryType != .read && run.mode != .explain
        guard isWriting else { return database.manager(of: run.namespace).begin(.read) }
        activity.noteWaiting(true)
        defer { activity.noteWaiting(false) }
        return database.manager(of: run.namespace).begin(.autoCommit)
    }

    private func checkWritable(_ namespace: Namespace) throws(EngineError) {
        if database.isReadOnly { throw .readOnlyDatabase() }
        if namespace != .neo4j { throw .readOnlyNamespace(namespace) }
    }

    private func result(_ run: Run, _ outcome: Outcome, _ bookmark: UInt64?, _ times: PhaseTimes) -> QueryResult {
        QueryResult(
            columns: run.prepared.columnNames, table: outcome.table, queryType: run.prepared.traits.queryType,
            namespace: run.namespace,
            bookmark: outcome.counters == UpdateCounters() ? nil : bookmark.map { "relate:\($0)" },
            stats: QueryStats(outcome.counters), notifications: outcome.explanation?.notifications ?? [],
            plan: outcome.explanation?.plan, elapsedMs: times.elapsedMs, parseMs: times.parseMs, planMs: times.planMs,
            executeMs: times.executeMs)
    }
}

/// The transaction of a statement that is over, for whoever lets go of it later: the chunks that a small write replaced take
/// a tenth of its time to free.
final class StatementRemains {
    var transaction: Transaction?
}

/// The clock at the end of each phase.
private struct PhaseTimes {
    private let start = Clock.nanoseconds()
    private var parsed: UInt64 = 0
    private var planned: UInt64 = 0
    private var ended: UInt64 = 0

    mutating func markParsed() { parsed = Clock.nanoseconds() }
    mutating func markPlanned() { planned = Clock.nanoseconds() }
    mutating func markEnded() { ended = Clock.nanoseconds() }

    var parseMs: Double { Double(parsed &- start) / 1_000_000 }
    var planMs: Double { Double(planned &- parsed) / 1_000_000 }
    var executeMs: Double { Double(ended &- planned) / 1_000_000 }
    /// Not the sum of the phases as they are rounded, but never less.
    var elapsedMs: Double { max(Double(ended &- start) / 1_000_000, parseMs + planMs + executeMs) }
}

extension QueryStats {
    init(_ counters: UpdateCounters) {
        self.init()
        nodesCreated = counters.nodesCreated
        nodesDeleted = counters.nodesDeleted
        relationshipsCreated = counters.relationshipsCreated
        relationshipsDeleted = counters.relationshipsDeleted
        propertiesSet = counters.propertiesSet
        labelsAdded = counters.labelsAdded
        labelsRemoved = counters.labelsRemoved
        indexesAdded = counters.indexesAdded
        indexesRemoved = counters.indexesRemoved
        constraintsAdded = counters.constraintsAdded
        constraintsRemoved = counters.constraintsRemoved
    }
}
