import Synchronization

/// An open store. It closes when its last reference, a connection's included, is released.
///
/// - Source: Swift API page, "Database".
public final class Database: @unchecked Sendable {
    /// The path the database was opened with.
    public let path: String
    public let isReadOnly: Bool

    private let graph: TransactionManager
    /// `system` and `system_ontologies` hold no data.
    private let empty = TransactionManager()
    let planCache = PlanCache()
    private let poison = Mutex<EngineError?>(nil)

    /// Opens `:memory:` for writing. Stores on disk are refused for now.
    public convenience init(path: String) throws { try self.init(path, isReadOnly: false) }

    /// Opens an existing store for reading. Stores on disk are refused for now, and in memory there is none to find.
    public convenience init(readOnlyPath path: String) throws { try self.init(path, isReadOnly: true) }

    private init(_ path: String, isReadOnly: Bool) throws(RelateError) {
        try ParameterConversion.refuseNUL(in: path, of: "path")
        guard path == ":memory:" else { throw .engine(.storeUnsupported(path)) }
        guard !isReadOnly else { throw .engine(.failedOpen()) }
        self.path = path
        self.isReadOnly = isReadOnly
        graph = TransactionManager()
    }

    /// `Database(path: ":memory:")`.
    public static func inMemory() throws -> Database { try Database(path: ":memory:") }

    /// A connection in the `neo4j` namespace.
    public func connect() throws -> Connection { try connect(namespace: nil) }

    /// A connection in `neo4j`, `system` or `system_ontologies`, without regard to case; `nil` is `neo4j`.
    ///
    /// - Throws: `semantic error: DatabaseNotFound: Graph not found: <name>`.
    public func connect(namespace: String?) throws -> Connection {
        try checkHealth()
        return Connection(self, try namespace.map { try Namespace.named($0) } ?? .neo4j)
    }

    /// Writes a checkpoint; for a store in memory there is nothing to write. Refused on a read-only database.
    public func checkpoint() throws {
        try checkHealth()
        if isReadOnly { throw RelateError.engine(.readOnlyDatabase()) }
    }

    func manager(of namespace: Namespace) -> TransactionManager { namespace == .neo4j ? graph : empty }

    /// The committed graph, for counts and names: costs a few reference counts.
    package var snapshot: GraphState { graph.snapshot.state }

    /// After a failure inside the engine nothing is trusted any more: every later call throws the same.
    func notePoison(_ error: EngineError) {
        guard error.stage == .internal else { return }
        poison.withLock { if $0 == nil { $0 = error } }
    }

    func checkHealth() throws(RelateError) {
        if let error = poison.withLock({ $0 }) { throw .engine(error) }
    }
}

extension Namespace {
    /// Without regard to case.
    static func named(_ name: String) throws(RelateError) -> Namespace {
        try ParameterConversion.refuseNUL(in: name, of: "namespace")
        guard let namespace = Namespace(rawValue: name.lowercased()) else { throw .engine(.databaseNotFound(name)) }
        return namespace
    }
}
