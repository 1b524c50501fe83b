import Relate

/// One connection of the embedded engine, with what the explorer reads beside statements.
final class RelateSession: ExplorerSession {
    private let connection: Connection
    private let runControl = RelateControl()

    init(_ connection: Connection) { self.connection = connection }

    var control: any RunControl { runControl }

    func run(_ statement: String, parameters: [String: CypherValue]) throws(StatementFailure) -> StatementOutcome {
        do {
            let result = try runControl.during { control in
                try connection.query(statement, parameters, control: control)
            }
            return StatementOutcome(result)
        } catch {
            throw StatementFailure(error)
        }
    }

    func begin() throws(StatementFailure) { try call { try connection.begin() } }
    func commit() throws(StatementFailure) -> String? { try call { try connection.commit() } }
    func rollback() throws(StatementFailure) { try call { try connection.rollback() } }
    func use(namespace: String) throws(StatementFailure) { try call { try connection.setNamespace(namespace) } }

    private func call<Answer>(_ body: () throws -> Answer) throws(StatementFailure) -> Answer {
        do { return try body() } catch { throw StatementFailure(error) }
    }

    // MARK: - Browsing

    /// The committed graph; the other namespaces hold no data.
    private var graph: GraphState? { connection.currentNamespace == .neo4j ? connection.database.snapshot : nil }

    func schema() throws(StatementFailure) -> SchemaSummary {
        guard let graph else { return SchemaSummary(nodeCount: 0, relationshipCount: 0) }
        func entries(_ names: [String], _ count: (String) -> Int?) -> [SchemaSummary.Entry] {
            names.map { SchemaSummary.Entry(name: $0, count: count($0)) }
                .filter { $0.count != 0 }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        return SchemaSummary(
            nodeCount: graph.nodeCount, relationshipCount: graph.relationshipCount,
            labels: entries(graph.labelNames) { name in graph.labelID(named: name).map { graph.nodeCount(of: $0) } },
            relationshipTypes: entries(graph.relationshipTypeNames) { name in
                graph.relationshipTypeID(named: name).map { graph.relationshipCount(of: $0) }
            }, propertyKeys: entries(graph.propertyKeyNames) { _ in nil })
    }

    func neighbourhood(of elementID: String, limit: Int) throws(StatementFailure) -> Neighbourhood {
        guard let graph, let node = ElementIDText.node(elementID), graph.exists(node) else {
            throw StatementFailure(
                code: "", status: "", stage: "", isRetryable: false, message: "There is no committed node \(elementID)",
                span: nil)
        }
        return try call { try RelateNeighbourhood(graph).around(node, limit: limit) }
    }
}

extension StatementOutcome {
    init(_ result: QueryResult) {
        self.init(
            columns: result.columns, rows: result, queryType: result.queryType, stats: result.stats,
            notifications: result.notifications, plan: result.plan, bookmark: result.bookmark,
            elapsedMs: result.elapsedMs, parseMs: result.parseMs, planMs: result.planMs, executeMs: result.executeMs)
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

    var rowCount: Int? { current.withLock { $0?.rowsProcessed } }
}

/// What is around a node, read from the graph itself.
private struct RelateNeighbourhood {
    private let graph: GraphState
    private let conversion: ResultConversion

    init(_ graph: GraphState) {
        self.graph = graph
        conversion = ResultConversion(reading: GraphReader(graph), namespace: .neo4j)
    }

    func around(_ node: NodeID, limit: Int) throws -> Neighbourhood {
        var groups: [Neighbourhood.Group] = []
        let names = graph.relationshipTypeNames.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for direction in [AdjacencyDirection.incoming, .outgoing] {
            for name in names {
                guard let type = graph.relationshipTypeID(named: name) else { continue }
                let count = graph.degree(of: node, type: type, direction: direction)
                guard count > 0 else { continue }
                let neighbours = try self.neighbours(of: node, type, direction, limit: limit)
                groups.append(
                    Neighbourhood.Group(
                        type: name, direction: direction == .incoming ? .incoming : .outgoing, count: count,
                        neighbours: neighbours))
            }
        }
        return Neighbourhood(focus: try conversion.node(node), groups: groups)
    }

    private func neighbours(
        of node: NodeID, _ type: RelationshipTypeID, _ direction: AdjacencyDirection, limit: Int
    ) throws -> [Neighbourhood.Neighbour] {
        var found: [(NodeID, RelationshipID)] = []
        graph.withNeighbours(of: node, type: type, direction: direction) { nodes, relationships in
            for index in nodes.indices where found.count < limit {
                found.append((NodeID(nodes[index]), RelationshipID(relationships[index])))
            }
        }
        return try found.map { node, relationship in
            Neighbourhood.Neighbour(
                relationship: try conversion.relationship(relationship), node: try conversion.node(node))
        }
    }
}
