import MinigrafKit
import Relate

/// One session on a Datalog store: does what requests ask for.
final class DatalogSession: RequestSession {
    private(set) var database: MiniGrafDb
    private let path: String
    /// Queries answer with their plan, measured.
    private let showsPlans: Bool
    private let interruption: Interruption?

    /// Opens the store that the command line names.
    init(_ arguments: Arguments, interruption: Interruption?) throws {
        path = arguments.store
        showsPlans = arguments.format == .plan
        self.interruption = interruption
        database = try Self.open(arguments.store, isReadOnly: arguments.isReadOnly)
    }

    static func open(_ path: String, isReadOnly: Bool) throws -> MiniGrafDb {
        if path == ":datalog:" { return try MiniGrafDb.openInMemory() }
        return try MiniGrafDb.openWithOptions(path: path, options: OpenOptions(readOnly: isReadOnly))
    }

    /// Each form is a transaction of its own.
    var isInTransaction: Bool { false }

    func perform(_ request: Request) throws -> RequestAnswer {
        switch request {
        case .datalog(let text, let parameters):
            if showsPlans, let plan = try plan(text, parameters) { return .result(plan) }
            return .datalog(try run(text, parameters))
        case .reset:
            guard path == ":datalog:" else { throw Failure.usage("reset empties stores in memory only, not \(path)") }
            database = try MiniGrafDb.openInMemory()
            return .done
        case .checkpoint:
            try database.checkpoint()
            return .done
        case .statement, .statementOfValues, .begin, .commit, .rollback:
            throw Failure.usage("this store takes Datalog, not Cypher statements")
        }
    }

    /// `nil` for statements without a plan.
    private func plan(_ text: String, _ parameters: [String: MiniGrafBindValue]) throws -> QueryResult? {
        do throws(MiniGrafError) {
            let (plan, answer) = try database.plan(text, bindings: parameters, runs: true)
            return QueryResult(
                columns: answer?.columns ?? [], rows: [], queryType: .read, plan: plan.document(of: text))
        } catch {
            if error.parts.code == "API-012" { return nil }
            throw error
        }
    }

    private func run(_ text: String, _ parameters: [String: MiniGrafBindValue]) throws -> CommandOutcome {
        guard let interruption else { return try database.run(text, bindings: parameters) }
        let control = QueryControl()
        return try interruption.guarding({ control.interrupt() }) {
            try database.run(text, bindings: parameters, control: control)
        }
    }
}
