#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that appears whole or not at all: it is written beside its place, synced, and then renamed.
enum ExportFile {
    /// - Returns: The bytes written, or why none were.
    static func write(_ text: String, to path: String, mode: mode_t = 0o666) -> Result<Int, StatementFailure> {
        write(to: path, mode: mode) { descriptor in
            let output = Output(descriptor: descriptor)
            output.text(text)
            try output.flush()
            return text.utf8.count
        }
    }

    /// - Parameter body: Writes the content; what it returns is the answer.
    static func write(
        to path: String, mode: mode_t = 0o666, _ body: (_ descriptor: Int32) throws -> Int
    ) -> Result<Int, StatementFailure> {
        let path = expanded(path)
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
            let reason = (error as? IOFailure)?.message ?? String(describing: error)
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        let isSynced = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSynced, rename(temporary, path) == 0 else {
            let reason = reason()
            unlink(temporary)
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        return .success(count)
    }

    /// The same for callers that throw.
    ///
    /// - Throws: `IOFailure`.
    static func writing(to path: String, _ body: (Output) throws -> Void) throws {
        let result = write(to: path) { descriptor in
            let output = Output(descriptor: descriptor)
            try body(output)
            try output.flush()
            return 0
        }
        if case .failure(let failure) = result { throw IOFailure(failure.message) }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// With the home directory in the place of `~`.
    static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
