import Relate

@testable import RelateTUI

/// A store whose answers are written down, for tests of the explorer alone.
final class FakeStore: ExplorerStore {
    typealias Answer = @Sendable (String) throws(StatementFailure) -> StatementOutcome

    let info: StoreInfo
    let summary: SchemaSummary
    let answer: Answer
    let neighbourhoods: [String: Neighbourhood]

    init(
        name: String = "movies.rl", isReadOnly: Bool = false, summary: SchemaSummary = Fixtures.schema,
        neighbourhoods: [String: Neighbourhood] = [:], answer: @escaping Answer = Fixtures.answer
    ) {
        info = StoreInfo(name: name, isReadOnly: isReadOnly, namespace: "neo4j")
        self.summary = summary
        self.neighbourhoods = neighbourhoods
        self.answer = answer
    }

    func connect() throws(StatementFailure) -> any ExplorerSession { FakeSession(self) }
}

final class FakeSession: ExplorerSession {
    private let store: FakeStore
    private let fakeControl = FakeControl()
    var control: any RunControl { fakeControl }

    init(_ store: FakeStore) { self.store = store }

    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue]
    ) throws(StatementFailure) -> StatementOutcome {
        if statement == "WAIT" {
            fakeControl.waitForInterrupt()
            throw StatementFailure(
                code: "Neo.ClientError.Transaction.Terminated", status: "25N14", stage: "runtime", isRetryable: false,
                message: "runtime error: Terminated", span: nil)
        }
        switch mode {
        case .run: return try store.answer(statement)
        case .explain: return try store.answer("EXPLAIN " + statement)
        case .profile: return try store.answer("PROFILE " + statement)
        }
    }

    func value(ofExpression text: String) throws(StatementFailure) -> CypherValue? {
        let outcome = try store.answer("RETURN \(text)")
        return outcome.rows.rowCount == 1 ? outcome.rows.cell(row: 0, column: 0) : nil
    }

    func writes(_ statement: String) throws(StatementFailure) -> Bool? { statement.hasPrefix("CREATE") }
    func begin() throws(StatementFailure) {}
    func commit() throws(StatementFailure) -> String? { "relate:7" }
    func rollback() throws(StatementFailure) {}
    func use(namespace: String) throws(StatementFailure) {}
    func schema() throws(StatementFailure) -> SchemaSummary { store.summary }

    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood {
        guard let neighbourhood = store.neighbourhoods[elementID] else {
            throw StatementFailure(
                code: "", status: "", stage: "", isRetryable: false, message: "no element \(elementID)", span: nil)
        }
        return neighbourhood
    }
}

final class FakeControl: RunControl {
    private let isInterrupted = Guarded(false)
    var progress: RunProgress { RunProgress(rowCount: 4_711, memoryByteCount: nil) }

    func interrupt() { isInterrupted.signal { $0 = true } }

    func waitForInterrupt() {
        isInterrupted.wait { $0 ? () : nil }
        isInterrupted.signal { $0 = false }
    }
}

/// Rows in an array.
struct ArrayRows: RowSource {
    let rows: [[CypherValue]]

    init(_ rows: [[CypherValue]]) { self.rows = rows }

    var rowCount: Int { rows.count }
    func cell(row: Int, column: Int) -> CypherValue { rows[row][column] }
}
