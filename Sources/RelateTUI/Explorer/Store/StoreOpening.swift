import MinigrafKit
import Relate

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Opens a store of the kind that its path names.
enum StoreOpening {
    /// A `.graph` file, or `:datalog:` for one in memory.
    static func isDatalog(_ path: String) -> Bool { path == ":datalog:" || path.hasSuffix(".graph") }

    /// What is gone with the process.
    static func isInMemory(_ path: String) -> Bool { path == ":memory:" || path == ":datalog:" }

    static func open(_ request: StoreRequest) throws(StatementFailure) -> any ExplorerStore {
        if request.mustExist, holdsNothing(request.path) {
            throw .local("it is there no more; :open \(request.path) makes a new one")
        }
        return isDatalog(request.path) ? try DatalogStore(request) : try RelateStore(request)
    }

    /// Opening for writing makes a store here: there is nothing, an empty file, or an empty folder.
    static func holdsNothing(_ path: String) -> Bool {
        guard !isInMemory(path) else { return false }
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status.st_size == 0
        case S_IFDIR: return UserFolders.names(in: path).allSatisfy { $0 == "." || $0 == ".." }
        default: return false
        }
    }
}
