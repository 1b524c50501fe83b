#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that appears whole or not at all: it is written beside its place, synced, and then renamed.
enum ExportFile {
    /// What becomes of a file that is there already.
    enum Existing: Hashable, Sendable {
        case isReplaced
        /// The failure says which command replaces it.
        case isKept(replacedBy: String)

        /// - Parameter command: What replaces the file once a `!` stands behind it.
        init(isForced: Bool, _ command: String) {
            self = isForced ? .isReplaced : .isKept(replacedBy: command + "!")
        }
    }

    /// - Returns: The bytes written, or why none were.
    static func write(
        _ text: String, to path: String, mode: mode_t = 0o666, _ existing: Existing = .isReplaced
    ) -> Result<Int, StatementFailure> {
        write(to: path, mode: mode, existing) { descriptor in
            let output = Output(descriptor: descriptor)
            output.text(text)
            try output.flush()
            return text.utf8.count
        }
    }

    /// - Parameter body: Writes the content; what it returns is the answer.
    static func write(
        to path: String, mode: mode_t = 0o666, _ existing: Existing = .isReplaced,
        _ body: (_ descriptor: Int32) throws -> Int
    ) -> Result<Int, StatementFailure> {
        let path = expanded(path)
        // Before the work is done; once more when the file takes its place.
        if case .isKept = existing, isThere(path) { return .failure(thereAlready(path, existing)) }
        let temporary = "\(path).\(getpid()).part"
        // What a process of this number left behind goes; a link that another user put there is not followed.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return .failure(.local("\(path) cannot be written: \(reason())")) }
        let count: Int
        do {
            count = try body(descriptor)
        } catch {
            close(descriptor)
            unlink(temporary)
            if let failure = error as? StatementFailure { return .failure(failure) }
            let reason = (error as? IOFailure)?.message ?? String(describing: error)
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        let isSynced = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSynced, place(temporary, at: path, existing) else {
            let isTaken = errno == EEXIST
            let reason = reason()
            unlink(temporary)
            if isTaken, existing != .isReplaced { return .failure(thereAlready(path, existing)) }
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        return .success(count)
    }

    /// The same for callers that throw.
    ///
    /// - Throws: `IOFailure`.
    static func writing(
        to path: String, _ existing: Existing = .isReplaced, _ body: (Output) throws -> Void
    ) throws {
        let result = write(to: path, existing) { descriptor in
            let output = Output(descriptor: descriptor)
            try body(output)
            try output.flush()
            return 0
        }
        if case .failure(let failure) = result { throw IOFailure(failure.message) }
    }

    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func thereAlready(_ path: String, _ existing: Existing) -> StatementFailure {
        guard case .isKept(let command) = existing else { return .local("\(path) exists already") }
        return .local("\(path) exists already; \(command) replaces it")
    }

    /// Gives the finished file its name. `false` with `errno`.
    private static func place(_ temporary: String, at path: String, _ existing: Existing) -> Bool {
        if existing == .isReplaced { return rename(temporary, path) == 0 }
        // A second name never takes another file's place, as a new name does.
        if link(temporary, path) == 0 {
            unlink(temporary)
            return true
        }
        if errno == EEXIST { return false }
        // This file system has no second names.
        return rename(temporary, path) == 0
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// With the home directory in the place of `~`.
    static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
