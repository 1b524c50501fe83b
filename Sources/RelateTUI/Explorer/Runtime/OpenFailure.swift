#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why a store could not be opened, from a look at its path: the engine says the same of a store that is missing and
/// one that is locked.
enum OpenFailure {
    /// The failure with what the path tells beside it, where that says more.
    static func explained(_ failure: StatementFailure, _ request: StoreRequest) -> StatementFailure {
        guard failure.message == "internal error", let finding = finding(request) else { return failure }
        var failure = failure
        failure.message = failure.message.firstLine + ". " + finding
        return failure
    }

    private static func finding(_ request: StoreRequest) -> String? {
        let path = request.path
        guard !path.isEmpty, !path.hasPrefix(":") else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { return missing(path, request) }
        let wanted = request.isReadOnly ? R_OK : R_OK | W_OK
        if access(path, wanted) != 0 {
            return access(path, R_OK) == 0
                ? "You may read it but not write it: open it read-only" : "You have no right to read it"
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if !isFolder, status.st_mode & S_IFMT != S_IFREG { return "It is neither a file nor a directory" }
        return nil
    }

    private static func missing(_ path: String, _ request: StoreRequest) -> String {
        if errno == EACCES { return "You have no right to look into the directory it is in" }
        if errno != ENOENT { return String(cString: strerror(errno)) }
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        if access(parent, F_OK) != 0 { return "There is no directory \(parent)" }
        if request.isReadOnly { return "There is no such store, and a read-only open makes none" }
        return access(parent, W_OK) == 0 ? "There is no such store" : "You have no right to make it in \(parent)"
    }
}
