import MinigrafKit
import Relate

/// A session on a store of either kind.
protocol RequestSession: AnyObject {
    /// A transaction was begun and not ended.
    var isInTransaction: Bool { get }

    /// - Throws: What the store throws, or a `Failure`.
    func perform(_ request: Request) throws -> RequestAnswer

    /// What was performed is answered: there is time to clean up.
    func answered()
}

extension RequestSession {
    func answered() {}
}

/// What came of a request.
enum RequestAnswer {
    case result(QueryResult)
    case datalog(CommandOutcome)
    /// A command was obeyed.
    case done
}

/// One session on a Cypher store: does what requests ask for.
final class Session: RequestSession {
    private(set) var database: Database
    private(set) var connection: Connection
    private let namespace: String?
    private let interruption: Interruption?
    /// `--format plan` shows the plan of every statement: those that ask for none are profiled.
    private let planning: PlanRequest?

    /// Opens the store that the command line names.
    ///
    /// - Parameter interruption: Lets Ctrl-C cancel statements.
    /// - Throws: A `StoreError`, which says why the store cannot be opened, or a `UsageError`.
    init(_ arguments: Arguments, interruption: Interruption?) throws {
        database =
            arguments.isReadOnly
            ? try Database(reading: arguments.store) : try Database(opening: arguments.store)
        namespace = arguments.namespace
        planning = arguments.format == .plan ? .profile : nil
        do {
            connection = try database.connect(namespace: namespace)
        } catch RelateError.engine(let error) where error.code.hasSuffix(".DatabaseNotFound") {
            throw UsageError(
                "there is no namespace \(namespace ?? ""); there are neo4j, system and system_ontologies")
        }
        self.interruption = interruption
    }

    var isInTransaction: Bool { connection.isInTransaction }

    func answered() { connection.letGo() }

    func perform(_ request: Request) throws -> RequestAnswer {
        connection.keepsRemains = true
        switch request {
        case .datalog: throw Failure.usage("this store takes Cypher statements, not Datalog")
        case .statement(let text, let parameters): return .result(try query(text, parameters))
        case .statementOfValues(let text, let values):
            return .result(
                try guarding { try connection.query(text, values: values, control: $0, planning: planning) })
        case .begin: return .result(try timed { try connection.begin() })
        case .commit: return .result(try timed { try connection.commit() })
        case .rollback: return .result(try timed { try connection.rollback() })
        case .reset:
            try reset()
            return .done
        case .checkpoint:
            try database.checkpoint()
            return .done
        }
    }

    func query(_ text: String, _ parameters: [String: CypherValue] = [:]) throws -> QueryResult {
        try guarding { try connection.query(text, parameters, control: $0, planning: planning) }
    }

    private func guarding(_ run: (StatementControl) throws -> QueryResult) throws -> QueryResult {
        let control = StatementControl()
        guard let interruption else { return try run(control) }
        return try interruption.guarding({ control.interrupt() }) { try run(control) }
    }

    private func reset() throws {
        guard database.path == ":memory:" else {
            throw Failure.usage("reset empties stores in memory only, not \(database.path)")
        }
        let fresh = try Database.inMemory()
        connection = try fresh.connect(namespace: namespace)
        database = fresh
    }

    /// The answer to `BEGIN` and its like: the shape of a result, without rows.
    private func timed<Outcome>(_ call: () throws -> Outcome) throws -> QueryResult {
        var outcome: Outcome?
        let elapsed = try ContinuousClock().measure { outcome = try call() }
        let milliseconds = Double(elapsed / .nanoseconds(1)) / 1e6
        return QueryResult(
            columns: [], rows: [], queryType: .read, namespace: connection.currentNamespace,
            bookmark: outcome as? String, stats: QueryStats(), notifications: [], plan: nil, elapsedMs: milliseconds,
            parseMs: 0, planMs: 0, executeMs: milliseconds)
    }
}
