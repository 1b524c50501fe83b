/// One session on a store: a namespace, and at most one explicit transaction. It disconnects when it is released.
///
/// - Source: Swift API page, "Connection".
public final class Connection {
    public let database: Database
    private var namespace: Namespace
    private var transaction: Transaction?
    private let activity: SessionActivity
    /// Until `letGo()`, where the caller calls that.
    private let remains = StatementRemains()
    /// What a statement of its own transaction leaves to be freed is kept until `letGo()`, which whoever answers calls behind the
    /// answer. Nobody else should set it: the graph as it was before a write stays in memory meanwhile.
    package var keepsRemains = false

    init(_ database: Database, _ namespace: Namespace) {
        self.database = database
        self.namespace = namespace
        activity = database.transactions.register()
    }

    deinit { transaction?.rollback() }

    /// Frees what the last statement left.
    package func letGo() { remains.transaction = nil }

    /// Runs one statement; it commits by itself outside an explicit transaction.
    ///
    /// A statement that fails inside an explicit transaction leaves no effect; the transaction goes on.
    @discardableResult
    public func query(_ cypher: String, _ parameters: [String: CypherValue] = [:]) throws -> QueryResult {
        try query(cypher, parameters, control: StatementControl())
    }

    /// Runs one statement that another thread may watch and interrupt by `control`. An addition to the API page.
    @discardableResult
    public func query(
        _ cypher: String, _ parameters: [String: CypherValue] = [:], control: StatementControl
    ) throws -> QueryResult {
        try query(cypher, parameters, control: control, planning: nil)
    }

    @discardableResult
    package func query(
        _ cypher: String, _ parameters: [String: CypherValue] = [:], control: StatementControl = StatementControl(),
        planning: PlanRequest?, keeping limit: ResultLimit = ResultLimit()
    ) throws -> QueryResult {
        try database.checkHealth()
        try ParameterConversion.refuseNUL(in: cypher, of: "statement")
        return try run(
            cypher, try ParameterConversion.values(of: parameters), control: control, planning: planning,
            keeping: limit)
    }

    /// As `query`, with parameters that are the engine's values already.
    ///
    /// - Precondition: they are what `ParameterConversion` would make of values of the API.
    package func query(
        _ cypher: String, values: [String: Value], control: StatementControl = StatementControl(),
        planning: PlanRequest?
    ) throws -> QueryResult {
        try database.checkHealth()
        try ParameterConversion.refuseNUL(in: cypher, of: "statement")
        return try run(cypher, values, control: control, planning: planning)
    }

    private func run(
        _ cypher: String, _ values: [String: Value], control: StatementControl, planning: PlanRequest?,
        keeping limit: ResultLimit = ResultLimit()
    ) throws -> QueryResult {
        let pipeline = Pipeline(
            database: database, session: namespace, control: control, open: transaction, activity: activity,
            planning: planning, limit: limit, remains: keepsRemains ? remains : nil)
        do throws(EngineError) {
            try activity.beginStatement(cypher, values, namespace, control)
            defer { activity.endStatement(isTransaction: transaction == nil) }
            guard DeepStack.mayBeNeeded(by: cypher) else { return try pipeline.run(cypher, values) }
            return try DeepStack.onLargeStack { () throws(EngineError) in try pipeline.run(cypher, values) }
        } catch {
            database.notePoison(error)
            throw RelateError.engine(error)
        }
    }

    /// Changes the session namespace; refused inside a transaction.
    public func setNamespace(_ name: String) throws {
        try database.checkHealth()
        guard transaction == nil else { throw RelateError.engine(.namespaceInTransaction()) }
        namespace = try Namespace.named(name)
    }

    /// The session namespace. An addition to the API page.
    public var currentNamespace: Namespace { namespace }

    /// An explicit transaction is open. An addition to the API page.
    public var isInTransaction: Bool { transaction != nil }

    /// The explicit transaction, for tools that read the graph as it sees it.
    package var openTransaction: Transaction? { transaction }

    /// Opens an explicit transaction; transactions do not nest.
    public func begin() throws {
        try database.checkHealth()
        guard transaction == nil else { throw RelateError.engine(.alreadyInTransaction()) }
        transaction = database.manager(of: .neo4j).begin(.explicit)
        activity.begin(.neo4j)
    }

    /// Commits; the bookmark `relate:<n>`, or `nil` when the transaction wrote nothing.
    @discardableResult
    public func commit() throws -> String? { try commit(isWhole: false) }

    /// - Parameter isWhole: as of `Transaction.commit`.
    @discardableResult
    package func commit(isWhole: Bool) throws -> String? {
        try database.checkHealth()
        guard let transaction else { throw RelateError.engine(.noTransaction()) }
        self.transaction = nil
        defer { activity.end() }
        do throws(EngineError) {
            do throws(EngineError) {
                try activity.beginClosing()
            } catch {
                transaction.rollback()
                throw error
            }
            return try transaction.commit(isWhole: isWhole).map { "relate:\($0)" }
        } catch {
            database.notePoison(error)
            throw RelateError.engine(error)
        }
    }

    /// Discards the explicit transaction.
    public func rollback() throws {
        try database.checkHealth()
        guard let transaction else { throw RelateError.engine(.noTransaction()) }
        self.transaction = nil
        transaction.rollback()
        activity.end()
    }

    /// Begins, runs the body, and commits when it returns; when the body or the commit throws, rolls back and rethrows.
    @discardableResult
    public func transaction<T>(_ body: (Connection) throws -> T) throws -> T {
        try begin()
        do {
            let result = try body(self)
            try commit()
            return result
        } catch {
            if let transaction {
                transaction.rollback()
                activity.end()
            }
            transaction = nil
            throw error
        }
    }
}
