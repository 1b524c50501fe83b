import MinigrafKit
import Relate

/// Opens a store of the kind that its path names.
enum StoreOpening {
    /// A `.graph` file, or `:datalog:` for one in memory.
    static func isDatalog(_ path: String) -> Bool { path == ":datalog:" || path.hasSuffix(".graph") }

    /// What is gone with the process.
    static func isInMemory(_ path: String) -> Bool { path == ":memory:" || path == ":datalog:" }

    static func open(_ request: StoreRequest) throws(StatementFailure) -> any ExplorerStore {
        isDatalog(request.path) ? try DatalogStore(request) : try RelateStore(request)
    }
}
