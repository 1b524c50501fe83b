import Durability
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
    let transactions = TransactionRegistry()
    private let tuning = Mutex(EngineTuning())
    /// Where `LOAD CSV` may read: `RELATE_LOAD_CSV_DIR` as it was at the opening, `nil` for nowhere.
    let csvDirectory: String?
    private let poison = Mutex<EngineError?>(nil)

    /// The files; `nil` in memory, and where the database only reads.
    private let store: OpenStore?

    /// Opens `:memory:`, a directory or a `.rl` file for writing; creates a missing store, but no folder above it.
    public convenience init(path: String) throws {
        do throws(StoreError) {
            try self.init(opening: path)
        } catch {
            try ParameterConversion.refuseNUL(in: path, of: "path")
            throw RelateError.engine(.failedOpen())
        }
    }

    /// Loads an existing store once, and changes nothing of it.
    public convenience init(readOnlyPath path: String) throws {
        do throws(StoreError) {
            try self.init(reading: path)
        } catch {
            try ParameterConversion.refuseNUL(in: path, of: "path")
            throw RelateError.engine(.failedOpen())
        }
    }

    /// As `init(path:)`, with the reason why not.
    ///
    /// - Parameter csvDirectory: where `LOAD CSV` may read, in place of what the environment names.
    package convenience init(
        opening path: String, csvDirectory: String? = Database.configuredCSVDirectory
    ) throws(StoreError) {
        try self.init(opening: path, OpenStore.Options(), csvDirectory: csvDirectory)
    }

    init(
        opening path: String, _ options: OpenStore.Options, csvDirectory: String? = Database.configuredCSVDirectory
    ) throws(StoreError) {
        try Self.refuseNUL(in: path)
        self.path = path
        self.csvDirectory = csvDirectory
        isReadOnly = false
        guard path != ":memory:" else {
            store = nil
            graph = TransactionManager()
            return
        }
        let (store, stored) = try OpenStore.open(path, options)
        self.store = store
        graph = TransactionManager(state: stored.state, number: stored.number, log: store)
        store.startCheckpoints(of: graph)
    }

    /// As `init(readOnlyPath:)`, with the reason why not.
    package convenience init(reading path: String) throws(StoreError) {
        try self.init(reading: path, in: POSIXFileSystem())
    }

    init(reading path: String, in files: any FileSystem) throws(StoreError) {
        try Self.refuseNUL(in: path)
        guard path != ":memory:" else { throw .missing(path: path) }
        self.path = path
        csvDirectory = Self.configuredCSVDirectory
        isReadOnly = true
        store = nil
        let stored = try StoredGraph.reading(path, in: files)
        graph = TransactionManager(state: stored.state, number: stored.number)
    }

    package static var configuredCSVDirectory: String? {
        getenv("RELATE_LOAD_CSV_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    deinit {
        store?.close(graph, isHealthy: poison.withLock { $0 == nil })
    }

    private static func refuseNUL(in path: String) throws(StoreError) {
        if path.utf8.contains(0) { throw .notAStore(path: "", reason: "a path holds no NUL byte") }
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
        do throws(StoreError) {
            try store?.checkpoint(graph)
        } catch {
            throw RelateError.engine(.checkpointFailed(error))
        }
    }

    func manager(of namespace: Namespace) -> TransactionManager { namespace == .neo4j ? graph : empty }

    /// The committed graph, for counts and names: costs a few reference counts.
    package var snapshot: GraphState { graph.snapshot.state }

    /// How statements are planned and run; a change lets go of the plans made so far. Tests compare rows across it.
    package var engineTuning: EngineTuning {
        get { tuning.withLock { $0 } }
        set {
            tuning.withLock { $0 = newValue }
            planCache.removeAll()
        }
    }

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
