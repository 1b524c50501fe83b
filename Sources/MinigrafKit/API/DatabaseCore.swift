import Synchronization

/// What a handle, its cursors and its prepared queries share. Queries run on a snapshot, so readers and callbacks never wait for
/// each other, nor for a writer's disk; writers queue.
final class DatabaseCore: Sendable {
    private struct State: Sendable {
        var table = FactTable()
        var book = RuleBook()
        var functions = FunctionRegistry()
        /// Of this state, if a query asked for it. A write takes it away before it changes anything, or it would copy.
        var snapshot: FactSnapshot?
    }

    /// Taken before `state` by whoever writes, and held while the disk is waited for.
    private struct Writing: Sendable {
        var store: GraphStore?
        var lastTxID: Int64 = 0
    }

    private let writing: Mutex<Writing>
    private let state: Mutex<State>
    private let plans = QueryCache()
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
        state = Mutex(State(table: table))
        writing = Mutex(Writing(store: store, lastTxID: lastTxID))
    }

    deinit {
        let table = table
        writing.withLock { $0.store?.close(table: table) }
    }

    /// Runs `body` on the value of a lock. `Mutex.withLock` carries no typed errors, so the outcome travels as a value.
    private static func locked<Value, Success: Sendable>(
        _ mutex: borrowing Mutex<Value>, _ body: (inout Value) throws(MiniGrafError) -> Success
    ) throws(MiniGrafError) -> Success {
        let outcome: Result<Success, MiniGrafError> = mutex.withLock { value in
            do throws(MiniGrafError) {
                return .success(try body(&value))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Runs `body` on the state, which it may change.
    private func changing<Success: Sendable>(
        _ body: (inout State) throws(MiniGrafError) -> Success
    ) throws(MiniGrafError) -> Success {
        try Self.locked(state) { (state: inout State) throws(MiniGrafError) in
            state.snapshot = nil
            return try body(&state)
        }
    }

    /// What queries that begin now read.
    var snapshot: FactSnapshot {
        state.withLock { state in
            if let snapshot = state.snapshot { return snapshot }
            let snapshot = FactSnapshot(table: state.table, book: state.book, functions: state.functions)
            state.snapshot = snapshot
            return snapshot
        }
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
        if let outcome = try runPlain(text, bindings, time, control) { return outcome }
        switch try StatementParser.statement(in: text) {
        case .query(let query):
            return .answer(QueryAnswer(answer: try run(try Self.bound(query, bindings).at(time), control: control)))
        case .rule(let rule):
            try changing { (state: inout State) throws(MiniGrafError) in try state.book.add(rule) }
            return .ruleAdded
        case .transact(let facts):
            try checkWritable("transact")
            return .transacted(txID: try write(facts, isAssertion: true))
        case .retract(let facts):
            try checkWritable("retract")
            return .retracted(txID: try write(facts, isAssertion: false))
        }
    }

    /// Runs a text that needs no closer look: a query of a known shape, or a plain list of facts. `nil` for others.
    private func runPlain(
        _ text: String, _ bindings: [String: MiniGrafBindValue], _ time: QueryTime, _ control: QueryControl?
    ) throws(MiniGrafError) -> CommandOutcome? {
        let outcome: Result<CommandOutcome?, MiniGrafError>? = text.utf8.withContiguousStorageIfAvailable { bytes in
            do throws(MiniGrafError) {
                if let command = FactReader.command(bytes) {
                    return .success(isReadOnly ? nil : try writePlain(bytes, command))
                }
                guard bindings.isEmpty, time.isPresent, let (query, shape) = plans.query(bytes, snapshot: { snapshot })
                else { return .success(nil) }
                let answer = try queryRun(control).run(query, now: Timestamp.now()) { values in
                    shape.literals.map { values.id(of: $0, in: bytes) }
                }
                return .success(.answer(QueryAnswer(answer: answer)))
            } catch {
                return .failure(error)
            }
        }
        return try outcome?.get()
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
        let current = snapshot
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
        QueryRun(facts: snapshot, limits: limits, control: control)
    }

    /// The facts as they are now.
    var table: FactTable { state.withLock { $0.table } }

    var lastTxCount: Int64 { state.withLock { $0.table.lastTxCount } }

    private func checkWritable(_ what: String) throws(MiniGrafError) {
        if isReadOnly { throw .coded("API-014", "database is open read-only; \(what) is not allowed") }
    }

    // MARK: writing

    private func write(_ forms: [FactForm], isAssertion: Bool) throws(MiniGrafError) -> Int64 {
        let txID = try write { (now, values: inout ValueTable) throws(MiniGrafError) in
            try FactWriter.facts(of: forms, isAssertion: isAssertion, now: now, values: &values)
        }
        return txID ?? 0
    }

    private func writePlain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ command: FactReader.Command
    ) throws(MiniGrafError) -> CommandOutcome? {
        let txID = try write { (now, values: inout ValueTable) in
            FactReader.facts(in: bytes, of: command, now: now, values: &values)
        }
        return txID.map { command == .transact ? .transacted(txID: $0) : .retracted(txID: $0) }
    }

    /// Writes the facts that `make` makes, in one transaction; none where it makes `nil`.
    ///
    /// - Returns: The transaction's wall clock.
    private func write(
        _ make: (_ now: Int64, _ values: inout ValueTable) throws(MiniGrafError) -> [NumberedFact]?
    ) throws(MiniGrafError) -> Int64? {
        let waits = openLogs.load(ordering: .sequentiallyConsistent) > 0
        return try Self.locked(writing) { (writing: inout Writing) throws(MiniGrafError) in
            let now = max(Timestamp.now(), writing.lastTxID)
            let hasStore = writing.store != nil
            let new = try changing { (state: inout State) throws(MiniGrafError) -> NewFacts? in
                guard let facts = try make(now, &state.table.values) else { return nil }
                let count = state.table.lastTxCount + 1
                if !hasStore {
                    state.table.append(facts, txCount: count, txID: now)
                    return NewFacts(facts: [], txCount: count, entry: [])
                }
                // A refused fact uses up its transaction's number, as in the original.
                state.table.lastTxCount = count
                let entry = try WriteAheadFile.encode(facts, values: state.table.values, txCount: count, txID: now)
                return NewFacts(facts: facts, txCount: count, entry: entry)
            }
            guard let new else { return nil }
            writing.lastTxID = now
            guard hasStore else { return now }
            try writing.store?.append(new.entry)
            try changing { (state: inout State) in
                state.table.append(new.facts, txCount: new.txCount, txID: now)
            }
            // The write is safe in the log already; a checkpoint that fails is tried again with the next write.
            if !waits { try? writing.store?.checkpointIfDue { table } }
            return now
        }
    }

    /// Facts that have their numbers and are not in the table yet.
    private struct NewFacts: Sendable {
        let facts: [NumberedFact]
        let txCount: Int64
        let entry: [UInt8]
    }

    func checkpoint() throws(MiniGrafError) {
        try checkWritable("checkpoint")
        let logs = openLogs.load(ordering: .sequentiallyConsistent)
        try Self.locked(writing) { (writing: inout Writing) throws(MiniGrafError) in
            guard let store = writing.store, store.hasWork else { return }
            if logs > 0 {
                throw .coded(
                    "API-013",
                    "checkpoint deferred while \(logs) fact log(s) are open; close them and checkpoint again")
            }
            try writing.store?.checkpoint(table: table, withTrees: true)
        }
    }

    func register(predicate: any MiniGrafPredicate, name: String) throws(MiniGrafError) {
        try changing { (state: inout State) throws(MiniGrafError) in
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
        try changing { (state: inout State) throws(MiniGrafError) in
            if isBuiltIn || state.functions.aggregates[name] != nil {
                throw .coded("INT-040", "aggregate '\(name)' is already registered")
            }
            state.functions.aggregates[name] = aggregate
        }
    }
}
