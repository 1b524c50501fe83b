import Synchronization

/// What a handle, its cursors and its prepared queries share. Queries run on a copy of the state, so readers and
/// callbacks never wait for each other; writers queue.
final class DatabaseCore: Sendable {
    struct State: Sendable {
        var table = FactTable()
        var book = RuleBook()
        var functions = FunctionRegistry()
        var store: GraphStore?
        var lastTxID: Int64 = 0
    }

    private let state: Mutex<State>
    private let limits: QueryRun.QueryLimits
    private let isReadOnly: Bool
    /// Fact logs that are open; checkpoints wait for them.
    let openLogs = Atomic<Int>(0)

    init(table: FactTable = FactTable(), store: GraphStore? = nil, options: OpenOptions = OpenOptions()) {
        var limits = QueryRun.QueryLimits()
        limits.derivedFacts = options.maxDerivedFacts
        limits.results = options.maxResults
        limits.memoryBytes = options.queryMemoryLimit
        self.limits = limits
        isReadOnly = options.readOnly ?? false
        let lastTxID = (0..<table.txIDs.count).reduce(0) { max($0, table.txIDs[$1]) }
        state = Mutex(State(table: table, store: store, lastTxID: lastTxID))
    }

    deinit {
        state.withLock { $0.store?.close(table: $0.table) }
    }

    /// Runs `body` on the state. `Mutex.withLock` carries no typed errors, so the outcome travels as a value.
    private func locked<Success>(
        _ body: (inout State) throws(MiniGrafError) -> Success
    ) throws(MiniGrafError) -> Success where Success: Sendable {
        let outcome: Result<Success, MiniGrafError> = state.withLock { state in
            do throws(MiniGrafError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    func execute(_ text: String) throws(MiniGrafError) -> String {
        try run(text, bindings: [:], time: QueryTime(), control: nil).json
    }

    /// - Parameters:
    ///   - bindings: Where there are none, slots are refused.
    ///   - time: Stands above what a query says of time.
    func run(
        _ text: String, bindings: [String: MiniGrafBindValue], time: QueryTime, control: QueryControl?
    ) throws(MiniGrafError) -> CommandOutcome {
        switch try StatementParser.statement(in: text) {
        case .query(let query):
            return .answer(QueryAnswer(answer: try run(try Self.bound(query, bindings).at(time), control: control)))
        case .rule(let rule):
            try locked { (state: inout State) throws(MiniGrafError) in try state.book.add(rule) }
            return .ruleAdded
        case .transact(let facts):
            try checkWritable("transact")
            return .transacted(txID: try write(facts, isAssertion: true))
        case .retract(let facts):
            try checkWritable("retract")
            return .retracted(txID: try write(facts, isAssertion: false))
        }
    }

    func plan(
        _ text: String, bindings: [String: MiniGrafBindValue], time: QueryTime, runs: Bool, control: QueryControl?
    ) throws(MiniGrafError) -> (plan: QueryPlan, answer: QueryAnswer?) {
        let statement = try StatementParser.statement(in: text)
        guard case .query(let query) = statement else {
            throw .coded("API-012", "only (query ...) commands have a plan; got \(statement.commandName)")
        }
        let (plan, answer) = try queryRun(control).plan(
            try Self.bound(query, bindings).at(time), now: Timestamp.now(), runs: runs)
        return (plan, answer.map { QueryAnswer(answer: $0) })
    }

    private static func bound(
        _ query: Query, _ bindings: [String: MiniGrafBindValue]
    ) throws(MiniGrafError) -> Query {
        if bindings.isEmpty {
            try checkSlots(query)
            return query
        }
        try SlotBinding.checkAttributes(query.clauses)
        return try SlotBinding(bindings: bindings, convertsKinds: true).fill(query)
    }

    var knownNames: (rules: [(name: String, argumentCount: Int)], predicates: [String], aggregates: [String]) {
        let current = state.withLock { $0 }
        let rules = current.book.rules.sorted { $0.key < $1.key }.map { name, rules in
            (name, rules.map(\.arguments.count).max() ?? 0)
        }
        return (rules, current.functions.predicates.keys.sorted(), current.functions.aggregates.keys.sorted())
    }

    static func checkSlots(_ query: Query) throws(MiniGrafError) {
        let names = SlotBinding.names(in: query)
        if names.isEmpty { return }
        throw .coded(
            "API-010",
            "query contains bind slots (\(names.joined(separator: ", "))); use prepare() and execute the prepared "
                + "query with bind values")
    }

    func run(_ query: Query, control: QueryControl? = nil) throws(MiniGrafError) -> QueryRun.Answer {
        try queryRun(control).run(query, now: Timestamp.now())
    }

    private func queryRun(_ control: QueryControl?) -> QueryRun {
        let current = state.withLock { $0 }
        return QueryRun(
            table: current.table, book: current.book, functions: current.functions, limits: limits, control: control)
    }

    /// The facts as they are now.
    var table: FactTable { state.withLock { $0.table } }

    private func checkWritable(_ what: String) throws(MiniGrafError) {
        if isReadOnly { throw .coded("API-014", "database is open read-only; \(what) is not allowed") }
    }

    // MARK: writing

    private func write(_ forms: [FactForm], isAssertion: Bool) throws(MiniGrafError) -> Int64 {
        let waits = openLogs.load(ordering: .sequentiallyConsistent) > 0
        return try locked { (state: inout State) throws(MiniGrafError) in
            let now = max(Timestamp.now(), state.lastTxID)
            let facts = try FactWriter.facts(
                of: forms, isAssertion: isAssertion, now: now, values: &state.table.values)
            let count = state.table.lastTxCount + 1
            do throws(MiniGrafError) {
                try state.store?.append(facts, txCount: count, txID: now)
            } catch {
                // A refused fact uses up its transaction's number, as in the original.
                state.table.lastTxCount = count
                throw error
            }
            state.lastTxID = now
            state.table.append(facts, txCount: count, txID: now)
            // The write is safe in the log already; a checkpoint that fails is tried again with the next write.
            if !waits { try? state.store?.checkpointIfDue(table: state.table) }
            return now
        }
    }

    func checkpoint() throws(MiniGrafError) {
        try checkWritable("checkpoint")
        let logs = openLogs.load(ordering: .sequentiallyConsistent)
        try locked { (state: inout State) throws(MiniGrafError) in
            guard let store = state.store, store.hasWork else { return }
            if logs > 0 {
                throw .coded(
                    "API-013",
                    "checkpoint deferred while \(logs) fact log(s) are open; close them and checkpoint again")
            }
            try state.store?.checkpoint(table: state.table, withTrees: true)
        }
    }

    func register(predicate: any MiniGrafPredicate, name: String) throws(MiniGrafError) {
        try locked { (state: inout State) throws(MiniGrafError) in
            if state.functions.predicates[name] != nil {
                throw .coded("INT-040", "predicate '\(name)' is already registered")
            }
            state.functions.predicates[name] = predicate
        }
    }

    func register(aggregate: any MiniGrafAggregate, name: String) throws(MiniGrafError) {
        let isBuiltIn =
            FindParser.aggregateNames.contains(name) || FindParser.windowNames.contains(name)
            || FindParser.rankNames.contains(name)
        try locked { (state: inout State) throws(MiniGrafError) in
            if isBuiltIn || state.functions.aggregates[name] != nil {
                throw .coded("INT-040", "aggregate '\(name)' is already registered")
            }
            state.functions.aggregates[name] = aggregate
        }
    }
}
