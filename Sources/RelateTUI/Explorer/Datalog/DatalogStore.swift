import MinigrafKit
import Relate

/// A Datalog store as the explorer sees it: its results name entities, which are nodes to walk through.
final class DatalogStore: ExplorerStore {
    let info: StoreInfo
    private let database: MiniGrafDb
    /// The point in time of the last statement, which the browsing sessions follow.
    private let time = Guarded(TimePoint())

    convenience init(_ request: StoreRequest) throws(StatementFailure) {
        let isNew = StoreOpening.holdsNothing(request.path)
        do {
            let database =
                request.path == ":datalog:"
                ? try MiniGrafDb.openInMemory()
                : try MiniGrafDb.openWithOptions(path: request.path, options: OpenOptions(readOnly: request.isReadOnly))
            self.init(database, name: request.path, isReadOnly: request.isReadOnly, isNew: isNew)
        } catch {
            throw StatementFailure(datalog: error)
        }
    }

    /// A store that is open already.
    init(_ database: MiniGrafDb, name: String, isReadOnly: Bool, isNew: Bool = false) {
        self.database = database
        var info = StoreInfo(name: name, isReadOnly: isReadOnly, namespace: "", isNew: isNew)
        info.language = .datalog
        info.abilities = [.plans, .neighbours, .parameters]
        if !isReadOnly { info.abilities.insert(.checkpoints) }
        self.info = info
    }

    var memory: (any Sendable)? { database.factView() }

    func connect() throws(StatementFailure) -> any ExplorerSession { DatalogExplorerSession(database, time) }
}

/// A point in time that a statement runs at; see `QueryTime`.
typealias TimePoint = QueryTime

extension StatementFailure {
    /// The code of a Datalog error, and its text without it.
    init(datalog error: any Error) {
        guard let error = error as? MiniGrafError else {
            self = .local("\(error)")
            return
        }
        let (code, text) = error.parts
        self.init(code: code, status: "", stage: "", isRetryable: false, message: text, span: nil)
    }
}

/// One session: statements, and the facts as of the last statement's time.
final class DatalogExplorerSession: ExplorerSession {
    private let database: MiniGrafDb
    private let time: Guarded<TimePoint>
    private let runControl = DatalogControl()

    init(_ database: MiniGrafDb, _ time: Guarded<TimePoint>) {
        self.database = database
        self.time = time
    }

    var control: any RunControl { runControl }

    /// The facts at the time of the last statement.
    var facts: FactView { database.factView(at: time.withLock { $0 }) }

    private func call<Answer>(_ body: () throws -> Answer) throws(StatementFailure) -> Answer {
        do { return try body() } catch { throw StatementFailure(datalog: error) }
    }

    // MARK: - Statements

    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue]
    ) throws(StatementFailure) -> StatementOutcome {
        try run(statement, mode: mode, parameters: parameters, time: TimePoint())
    }

    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time point: TimePoint
    ) throws(StatementFailure) -> StatementOutcome {
        do throws(StatementFailure) {
            return try answer(statement, mode: mode, parameters: parameters, time: point)
        } catch {
            throw DatalogErrorText.explained(error, of: statement)
        }
    }

    private func answer(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time point: TimePoint
    ) throws(StatementFailure) -> StatementOutcome {
        let bindings = parameters.compactMapValues { DatalogParameterValue.binding(of: $0) }
        time.withLock { $0 = point }
        let clock = ContinuousClock()
        let start = clock.now
        func elapsed() -> Double { (clock.now - start) / .milliseconds(1) }
        switch mode {
        case .run:
            let result = try call {
                try runControl.during { control in
                    try database.run(statement, bindings: bindings, time: point, control: control)
                }
            }
            if case .answer(let answer) = result { time.withLock { $0 = answer.time } }
            return outcome(result, elapsedMs: elapsed())
        case .explain, .profile:
            let (plan, answer) = try call {
                try runControl.during { control in
                    try database.plan(
                        statement, bindings: bindings, time: point, runs: mode == .profile, control: control)
                }
            }
            let document = plan.document(of: statement)
            guard let answer else { return Self.outcome(columns: [], EmptyRows(), .read, elapsed(), plan: document) }
            time.withLock { $0 = answer.time }
            return Self.outcome(
                columns: answer.columns, rows(of: answer), .read, elapsed(), plan: document, time: answer.time)
        }
    }

    private func rows(of answer: QueryAnswer) -> DatalogRows {
        DatalogRows(answer: answer, entities: DatalogEntities(facts))
    }

    private func outcome(_ outcome: CommandOutcome, elapsedMs: Double) -> StatementOutcome {
        switch outcome {
        case .answer(let answer):
            Self.outcome(columns: answer.columns, rows(of: answer), .read, elapsedMs, time: answer.time)
        case .transacted, .retracted: Self.outcome(columns: outcome.table.columns, outcome.table, .write, elapsedMs)
        case .ruleAdded: Self.outcome(columns: outcome.table.columns, outcome.table, .schema, elapsedMs)
        }
    }

    private static func outcome(
        columns: [String], _ rows: any RowSource, _ type: QueryType, _ elapsedMs: Double, plan: PlanDocument? = nil,
        time: TimePoint? = nil
    ) -> StatementOutcome {
        StatementOutcome(
            columns: columns, rows: rows, queryType: type, stats: QueryStats(), notifications: [], plan: plan,
            bookmark: nil, elapsedMs: elapsedMs, parseMs: 0, planMs: 0, executeMs: elapsedMs, time: time)
    }

    func value(ofExpression text: String) throws(StatementFailure) -> CypherValue? {
        MiniGrafBindValue(literal: text).flatMap { DatalogParameterValue.value(of: $0) }
    }

    func checkpoint() throws(StatementFailure) { try call { try database.checkpoint() } }

    // MARK: - Browsing

    func schema() throws(StatementFailure) -> SchemaSummary {
        DatalogSchema.summary(of: facts, names: database.knownNames)
    }

    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood {
        let entities = DatalogEntities(facts)
        guard let entity = entities.facts.entity(elementID) else { throw .local("There is no entity \(elementID)") }
        return entities.around(entity, limit: limit)
    }

    func links(among elementIDs: [String], limit: Int) throws(StatementFailure) -> GraphLinks {
        DatalogEntities(facts).links(among: elementIDs, limit: limit)
    }

    /// What happened to an entity, or to an attribute of all of them.
    func history(_ subject: TimelineSubject) -> Timeline {
        Timeline(subject, database.factView(), DatalogEntities(database.factView()))
    }

    /// The transactions and instants to step through.
    func rulers() -> TimeRulers { TimeRulers(database.factView()) }
}

private struct EmptyRows: RowSource {
    var rowCount: Int { 0 }
    func cell(row: Int, column: Int) -> CypherValue { .null }
}

/// Reaches the query that runs, if one does.
private final class DatalogControl: RunControl {
    private let current = Guarded<QueryControl?>(nil)

    func during<Answer>(_ body: (QueryControl) throws -> Answer) rethrows -> Answer {
        let control = QueryControl()
        current.withLock { $0 = control }
        defer { current.withLock { $0 = nil } }
        return try body(control)
    }

    func interrupt() { current.withLock { $0?.interrupt() } }

    var progress: RunProgress { RunProgress() }
}
