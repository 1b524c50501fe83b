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
        var statement = prepared.statement
        if let planning { statement.mode = planning.mode(of: statement.mode) }
        let namespace = statement.namespace ?? session
        if namespace != session, let span = statement.sessionGraphConflict { throw .severalGraphs(at: span) }
        if statement.queryType != .read, statement.mode != .explain { try checkWritable(namespace) }
        var bound: [Value] = []
        if statement.mode != .explain { bound = try values(of: statement, parameters, lifted?.values) }

        let transaction = begin(statement, namespace)
        if statement.changesData, !transaction.writeSet.schemaChanges.isEmpty {
            throw .schemaAndDataInOneTransaction(isSchema: false)
        }
        let isOwn = open == nil || namespace != .neo4j
        let savepoint = isOwn ? nil : transaction.savepoint()
        do throws(EngineError) {
            // It may have been asked to stop while it waited for its turn.
            if control.isInterrupted { throw control.interruption }
            let planned = try plan(prepared, transaction, lifted?.text ?? text, &times)
            let outcome = try DeepStack.run(nesting: max(statement.nesting, planned.depth / 16)) {
                () throws(EngineError) -> Outcome in
                try execute(statement, planned, bound, transaction, namespace, text)
            }
            if isOwn, open == nil { try activity.beginClosing() }
            let bookmark = isOwn ? try transaction.commit() : nil
            times.markEnded()
            return result(statement, outcome, namespace, bookmark, times)
        } catch {
            if let savepoint { transaction.undo(to: savepoint) } else { transaction.rollback() }
            throw error
        }
    }

    // MARK: Stages

    private func prepare(
        _ text: String, _ lifted: inout LiftedLiterals?, _ times: inout PhaseTimes
    ) throws(EngineError) -> PreparedStatement {
        if let kept = database.planCache.statement(text) {
            times.markParsed()
            return kept
        }
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
        return LiftedLiterals(text, open?.state ?? database.manager(of: .neo4j).snapshot.state)
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
        let statement = prepared.statement
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
        var plan: PlanDocument?
        var notifications: [Notification]
        var counters: UpdateCounters
    }

    private func execute(
        _ statement: BoundStatement, _ planned: PlannedStatement, _ parameters: [Value], _ transaction: Transaction,
        _ namespace: Namespace, _ text: String
    ) throws(EngineError) -> Outcome {
        var batches: [RowBatch] = []
        let columns = statement.columns.map(\.slot)
        var root: Operator?
        if statement.mode != .explain {
            let now = Clock.now()
            let context = ExecutionContext(
                transaction: transaction, parameters: parameters,
                evaluation: EvaluationContext(
                    graph: TransactionGraph(transaction), statementInstant: now, transactionInstant: now),
                control: control, slotCount: planned.query.slots.count,
                budget: MemoryBudget(limit: Limits.statementMemoryBytesLimit), namespace: namespace,
                csvDirectory: database.csvDirectory, isReadOnly: database.isReadOnly, database: database,
                session: activity, parallelism: parallelism(of: statement, planned))
            context.isProfiling = statement.mode == .profile
            let built = try OperatorBuilder.build(planned.query.plan, context)
            root = built
            batches = try drain(built, columns.map(\.index), context)
            try transaction.checkDeletions()
            try transaction.checkConstraints()
        }
        let table = ResultTable(batches, columns: columns, state: transaction.state, namespace: namespace)
        let counters = transaction.takeCounters()
        guard statement.mode != .run else {
            return Outcome(table: table, plan: nil, notifications: [], counters: counters)
        }
        let finder = NotificationFinder(
            statement: statement, plan: planned.query.plan, slots: planned.query.slots, state: transaction.state,
            root: root, text: text)
        let notifications = finder.find()
        var warnings: [Int: [Notification]] = [:]
        for notification in notifications {
            if let id = notification.operatorId { warnings[Int(id), default: []].append(notification) }
        }
        let description = PlanDescription(
            slots: planned.query.slots, parameters: statement.parameters, root: root)
        let document = PlanDocument(
            profiled: statement.mode == .profile, statement: text,
            root: description.node(planned.query.plan, warnings: warnings))
        return Outcome(table: table, plan: document, notifications: notifications, counters: counters)
    }

    /// `nil` where something is written: what is read then must not change between threads.
    private func parallelism(of statement: BoundStatement, _ planned: PlannedStatement) -> Parallelism? {
        guard statement.queryType == .read, !planned.query.plan.containsWrites else { return nil }
        var parallelism = database.engineTuning.parallelism
        // Others have no more stack than is usual.
        if max(statement.nesting, planned.depth / 16) > DeepStack.shallowNestingLimit { parallelism.threads = 1 }
        return parallelism
    }

    private func drain(
        _ root: Operator, _ columns: [Int], _ context: ExecutionContext
    ) throws(EngineError) -> [RowBatch] {
        defer {
            root.close(context)
            context.stopSharedWork()
        }
        try root.open(.unit(slotCount: context.slotCount), context)
        var batches: [RowBatch] = []
        while let batch = try root.next(context) {
            let dense = batch.compacted(keeping: columns)
            var bytes = 64
            for slot in columns { bytes &+= dense.columns[slot].byteCount(rows: dense.rowCount) }
            try context.charge(bytes)
            for slot in columns {
                if case .values(let values) = dense.columns[slot] {
                    for value in values where Nesting.isExceeded(by: value) { throw .valueNestedTooDeep() }
                }
            }
            batches.append(dense)
        }
        return batches
    }

    // MARK: What a statement needs before it runs

    /// - Source: Swift API page, "Parameters", refusals.
    private func values(
        of statement: BoundStatement, _ parameters: [String: Value], _ lifted: [String: Value]?
    ) throws(EngineError) -> [Value] {
        var values: [Value] = []
        var missing: [String] = []
        for name in statement.parameters {
            if let value = lifted?[name] ?? parameters[name] { values.append(value) } else { missing.append(name) }
        }
        guard missing.isEmpty else { throw .parameterMissing(missing) }
        return values
    }

    private func begin(_ statement: BoundStatement, _ namespace: Namespace) -> Transaction {
        if let open, namespace == .neo4j { return open }
        let isWriting = statement.queryType != .read && statement.mode != .explain
        guard isWriting else { return database.manager(of: namespace).begin(.read) }
        activity.noteWaiting(true)
        defer { activity.noteWaiting(false) }
        return database.manager(of: namespace).begin(.autoCommit)
    }

    private func checkWritable(_ namespace: Namespace) throws(EngineError) {
        if database.isReadOnly { throw .readOnlyDatabase() }
        if namespace != .neo4j { throw .readOnlyNamespace(namespace) }
    }

    private func result(
        _ statement: BoundStatement, _ outcome: Outcome, _ namespace: Namespace, _ bookmark: UInt64?,
        _ times: PhaseTimes
    ) -> QueryResult {
        QueryResult(
            columns: statement.columns.map(\.name), table: outcome.table, queryType: statement.queryType,
            namespace: namespace,
            bookmark: outcome.counters == UpdateCounters() ? nil : bookmark.map { "relate:\($0)" },
            stats: QueryStats(outcome.counters), notifications: outcome.notifications, plan: outcome.plan,
            elapsedMs: times.elapsedMs, parseMs: times.parseMs, planMs: times.planMs, executeMs: times.executeMs)
    }
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
