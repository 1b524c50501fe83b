import Relate

/// One connection of the embedded engine, with what the explorer reads beside statements.
final class RelateSession: ExplorerSession {
    private let connection: Connection
    private let runControl = RelateControl()

    init(_ connection: Connection) { self.connection = connection }

    var control: any RunControl { runControl }

    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue]
    ) throws(StatementFailure) -> StatementOutcome {
        try run(statement, mode: mode, parameters: parameters, time: TimePoint(), keeping: ResultLimit())
    }

    func run(
        _ statement: String, mode: RunMode, parameters: [String: CypherValue], time: TimePoint,
        keeping limit: ResultLimit
    ) throws(StatementFailure) -> StatementOutcome {
        let planning: PlanRequest? =
            switch mode {
            case .run: nil
            case .explain: .explain
            case .profile: .profile
            }
        do {
            let result = try runControl.during { control in
                try connection.query(statement, parameters, control: control, planning: planning, keeping: limit)
            }
            return StatementOutcome(result)
        } catch {
            throw StatementFailure(error)
        }
    }

    func outline(of statement: String) throws -> StatementOutline { try connection.outline(of: statement) }

    func value(ofExpression text: String) throws(StatementFailure) -> CypherValue? {
        let statement = "RETURN \(text)"
        guard try writes(statement) == false else { return nil }
        let outcome = try run(statement, mode: .run, parameters: [:])
        guard outcome.queryType == .read, outcome.rows.rowCount == 1, outcome.columns.count == 1 else { return nil }
        return outcome.rows.cell(row: 0, column: 0)
    }

    func begin() throws(StatementFailure) { try call { try connection.begin() } }
    func commit() throws(StatementFailure) -> String? { try call { try connection.commit() } }
    func rollback() throws(StatementFailure) { try call { try connection.rollback() } }
    func use(namespace: String) throws(StatementFailure) { try call { try connection.setNamespace(namespace) } }

    func checkpoint() throws(StatementFailure) { try call { try connection.database.checkpoint() } }

    private func call<Answer>(_ body: () throws -> Answer) throws(StatementFailure) -> Answer {
        do { return try body() } catch { throw StatementFailure(error) }
    }

    // MARK: - Browsing

    /// The graph as this session sees it, with what its open transaction wrote; the other namespaces hold no data.
    private var graph: GraphState? {
        guard connection.currentNamespace == .neo4j else { return nil }
        return connection.openTransaction?.state ?? connection.database.snapshot
    }

    var fullTextIndexes: [IndexDefinition] { graph?.schema.indexes.filter { $0.kind == .fulltext } ?? [] }

    func schema() throws(StatementFailure) -> SchemaSummary { RelateSchema.summary(of: graph) }

    func element(_ elementID: String) throws(StatementFailure) -> CypherValue {
        let graph = graph
        return try call {
            if let graph, let found = try RelateNeighbours(graph).element(elementID) { return found }
            throw StatementFailure.local("There is no node or relationship \(elementID)")
        }
    }

    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood {
        let (graph, node) = try node(elementID)
        return try call { try RelateNeighbours(graph).around(node, limit: limit) }
    }

    func neighbours(_ page: NeighbourPage) throws(StatementFailure) -> [Neighbourhood.Neighbour] {
        let (graph, node) = try node(page.elementID)
        return try call { try RelateNeighbours(graph).page(page, of: node) }
    }

    func links(among elementIDs: [String], limit: Int) throws(StatementFailure) -> GraphLinks {
        guard let graph else { return GraphLinks() }
        return try call { try RelateNeighbours(graph).links(among: elementIDs, limit: limit) }
    }

    private func node(_ elementID: String) throws(StatementFailure) -> (GraphState, NodeID) {
        guard let graph, let node = ElementIDText.node(elementID), graph.exists(node) else {
            throw .local("There is no node \(elementID)")
        }
        return (graph, node)
    }
}

extension StatementOutcome {
    init(_ result: QueryResult) {
        self.init(
            columns: result.columns, rows: result, queryType: result.queryType, stats: result.stats,
            notifications: result.notifications, plan: result.plan, bookmark: result.bookmark,
            elapsedMs: result.elapsedMs, parseMs: result.parseMs, planMs: result.planMs, executeMs: result.executeMs,
            rest: result.rest)
    }
}

extension QueryResult: RowSource {}

/// Reaches the statement that runs, if one does.
private final class RelateControl: RunControl {
    private let current = Guarded<StatementControl?>(nil)

    func during<Answer>(_ body: (StatementControl) throws -> Answer) rethrows -> Answer {
        let control = StatementControl()
        current.withLock { $0 = control }
        defer { current.withLock { $0 = nil } }
        return try body(control)
    }

    func interrupt() { current.withLock { $0?.interrupt() } }

    var progress: RunProgress {
        current.withLock { RunProgress(rowCount: $0?.rowsProcessed, memoryByteCount: $0?.bytesHeld) }
    }
}
