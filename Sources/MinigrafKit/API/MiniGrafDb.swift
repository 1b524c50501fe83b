/// An embedded bi-temporal Datalog database, in memory or in one file.
public final class MiniGrafDb: Sendable {
    let core: DatabaseCore

    private init(core: DatabaseCore) {
        self.core = core
    }

    /// Opens a file, which is created where it is missing.
    public static func open(path: String) throws -> MiniGrafDb {
        try openWithOptions(path: path, options: OpenOptions())
    }

    public static func openInMemory() throws -> MiniGrafDb {
        MiniGrafDb(core: DatabaseCore())
    }

    public static func openWithOptions(path: String, options: OpenOptions) throws -> MiniGrafDb {
        let (store, table) = try GraphStore.open(path: path, options: options)
        return MiniGrafDb(core: DatabaseCore(table: table, store: store, options: options))
    }

    /// Runs one command; the result is JSON.
    public func execute(datalog: String) throws -> String {
        try core.execute(datalog)
    }

    /// Runs a query; its rows come in batches.
    public func query(datalog: String) throws -> MiniGrafCursor {
        let statement = try StatementParser.statement(in: datalog)
        guard case .query(let query) = statement else {
            throw MiniGrafError.coded(
                "API-012", "only (query ...) commands can be opened as a cursor; got \(statement.commandName)")
        }
        try DatabaseCore.checkSlots(query)
        return MiniGrafCursor(answer: try core.run(query), database: core)
    }

    /// Reads a query with `$slots` once, to run it often.
    public func prepare(datalog: String) throws -> MiniGrafPreparedQuery {
        let statement = try StatementParser.statement(in: datalog)
        guard case .query(let query) = statement else {
            let codes = ["transact": "API-005", "retract": "API-006", "rule": "API-007"]
            throw MiniGrafError.coded(
                codes[statement.commandName] ?? "API-005",
                "only (query ...) commands can be prepared; got \(statement.commandName)")
        }
        try SlotBinding.checkAttributes(query.clauses)
        try ClauseSafety.checkBound(query)
        return MiniGrafPreparedQuery(query: query, database: core)
    }

    /// Every assertion and retraction, as of now.
    public func factLog(filter: FactFilter) throws -> MiniGrafFactLog {
        try MiniGrafFactLog(table: core.table, filter: filter, database: core)
    }

    /// The number of the last transaction; 0 before the first.
    public func currentTxCount() throws -> Int64 {
        core.lastTxCount
    }

    /// Moves what the write-ahead log holds into the file; nothing in memory.
    public func checkpoint() throws {
        try core.checkpoint()
    }

    public func registerPredicate(name: String, predicate: any MiniGrafPredicate) throws {
        try core.register(predicate: predicate, name: name)
    }

    public func registerAggregate(name: String, aggregate: any MiniGrafAggregate) throws {
        try core.register(aggregate: aggregate, name: name)
    }
}
