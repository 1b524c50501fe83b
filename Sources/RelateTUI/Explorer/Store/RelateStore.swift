import Relate

/// The embedded Cypher engine as the explorer sees it.
final class RelateStore: ExplorerStore {
    let info: StoreInfo
    private let database: Database
    private let namespace: Namespace?

    /// Opens the store at a path.
    ///
    /// - Parameter prepare: Called with a connection once the store is open, to load a sample into it.
    convenience init(
        _ request: StoreRequest, prepare: (@Sendable (Connection) throws -> Void)? = nil
    ) throws(StatementFailure) {
        let isNew = StoreOpening.holdsNothing(request.path)
        do {
            // These say why, where the API says no more than that it failed.
            let database =
                try request.isReadOnly ? Database(reading: request.path) : Database(opening: request.path)
            if let prepare { try prepare(database.connect()) }
            let connection = try database.connect(namespace: request.namespace)
            self.init(database, name: request.path, namespace: connection.currentNamespace, isNew: isNew)
        } catch {
            throw StatementFailure(error)
        }
    }

    /// A store that is open already.
    init(_ database: Database, name: String, namespace: Namespace, isNew: Bool = false) {
        self.database = database
        self.namespace = namespace
        info = StoreInfo(name: name, isReadOnly: database.isReadOnly, namespace: namespace.rawValue, isNew: isNew)
    }

    var memory: (any Sendable)? { database.snapshot }

    func connect() throws(StatementFailure) -> any ExplorerSession {
        do {
            return RelateSession(try database.connect(namespace: namespace?.rawValue))
        } catch {
            throw StatementFailure(error)
        }
    }
}

extension StatementFailure {
    /// Any error of the engine, and whatever else a sample or a file may throw.
    init(_ error: any Error) {
        if let failure = error as? StatementFailure {
            self = failure
            return
        }
        if let error = error as? StoreError {
            // What the API says of any failed open, and what there is to know.
            self.init(
                code: "Neo.DatabaseError.General.UnknownError", status: "42000", stage: "internal", isRetryable: false,
                message: "\(error)", span: nil)
            return
        }
        guard let engine = (error as? RelateError)?.engineError ?? error as? EngineError else {
            let message = (error as? RelateError)?.message ?? "\(error)"
            self.init(code: "", status: "", stage: "", isRetryable: false, message: message, span: nil)
            return
        }
        let span = engine.position.map { $0.offset..<($0.offset + max(0, $0.length)) }
        self.init(
            code: engine.code, status: engine.gqlStatus, stage: engine.stage.rawValue, isRetryable: engine.retryable,
            message: engine.message, span: span, suggestion: engine.suggestion)
    }
}
