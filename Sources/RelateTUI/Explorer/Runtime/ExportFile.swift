#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that appears whole or not at all: it is written beside its place, synced, and then renamed.
///
/// A link stays one, and what it points to is written. What takes the place of a file has its mode, and its owner where
/// that can be had. A device or a pipe is written into.
enum ExportFile {
    /// What becomes of a file that is there already.
    enum Existing: Hashable, Sendable {
        case isReplaced
        /// The failure says which command replaces it.
        case isKept(replacedBy: String)
        /// Replaced where it is as it was then: no other program has written to it since. `nil`: there was none.
        case isReplacedUnchanged(since: FileStamp?, replacedBy: String)

        /// - Parameter command: What replaces the file once a `!` stands behind it.
        init(isForced: Bool, _ command: String) {
            self = isForced ? .isReplaced : .isKept(replacedBy: command + "!")
        }
    }

    /// Who may read and write a new file, before the process's mask is taken off.
    enum Access {
        case of(mode_t)
        /// For the owner alone, whatever the file was before.
        case owner
    }

    /// - Returns: The bytes written, or why none were.
    static func write(
        _ text: String, to path: String, access: Access = .of(0o666), _ existing: Existing = .isReplaced
    ) -> Result<Int, StatementFailure> {
        write(to: path, access: access, existing) { descriptor in
            let output = Output(descriptor: descriptor)
            output.text(text)
            try output.flush()
            return text.utf8.count
        }
    }

    /// - Parameters:
    ///   - waitsForReader: A pipe that nobody reads yet is waited for, and not refused.
    ///   - body: Writes the content; what it returns is the answer.
    static func write(
        to path: String, access: Access = .of(0o666), _ existing: Existing = .isReplaced,
        waitsForReader: Bool = false, _ body: (_ descriptor: Int32) throws -> Int
    ) -> Result<Int, StatementFailure> {
        let shown = expanded(path)
        guard let path = FileLinks.target(of: shown) else {
            return .failure(.local("\(shown) is a link that leads to itself, and so to no file"))
        }
        // What a link leads to may have no name, as the pipe behind /dev/stdout: it is opened through the link.
        if let special = PosixFile.status(of: shown), ![S_IFREG, S_IFDIR].contains(special.st_mode & S_IFMT) {
            if let failure = refusal(shown, special, existing) { return .failure(failure) }
            return writeInto(shown, waitsForReader: waitsForReader, body)
        }
        let present = PosixFile.status(of: path)
        // Before the work is done; once more when the file takes its place.
        if let failure = refusal(shown, present, existing) { return .failure(failure) }
        let temporary = "\(path).\(getpid()).part"
        // What a process of this number left behind goes; a link that another user put there is not followed.
        PosixFile.remove(temporary)
        let isPrivate = if case .owner = access { true } else { present != nil }
        let mode: mode_t = if case .of(let mode) = access, !isPrivate { mode } else { 0o600 }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = PosixFile.descriptor(of: temporary, flags, mode)
        guard descriptor >= 0 else { return .failure(unwritable(shown, path, present)) }
        PartialFiles.add(temporary)
        defer { PartialFiles.remove(temporary) }
        let count: Int
        do {
            count = try body(descriptor)
        } catch {
            close(descriptor)
            PosixFile.remove(temporary)
            return .failure(failure(shown, error))
        }
        if let present, case .of = access { takeOver(present, descriptor) }
        let isSynced = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSynced else {
            let reason = reason()
            PosixFile.remove(temporary)
            return .failure(.local("\(shown) cannot be written: \(reason)"))
        }
        if let failure = refusal(shown, PosixFile.status(of: path), existing) {
            PosixFile.remove(temporary)
            return .failure(failure)
        }
        guard place(temporary, at: path, existing) else {
            let isTaken = errno == EEXIST
            let reason = reason()
            PosixFile.remove(temporary)
            if isTaken, case .isKept(let command) = existing { return .failure(thereAlready(shown, command)) }
            return .failure(.local("\(shown) cannot be written: \(reason)"))
        }
        return .success(count)
    }

    /// The same for callers that throw. A pipe that nobody reads yet is waited for.
    ///
    /// - Throws: `IOFailure`, and `Ended` as `body` throws it.
    static func writing(
        to path: String, _ existing: Existing = .isReplaced, _ body: (Output) throws -> Void
    ) throws {
        var ended: ExportEnding.Ended?
        let result = write(to: path, existing, waitsForReader: true) { descriptor in
            let output = Output(descriptor: descriptor)
            do {
                try body(output)
                try output.flush()
            } catch let error as ExportEnding.Ended {
                ended = error
                throw error
            }
            return 0
        }
        if let ended { throw ended }
        if case .failure(let failure) = result { throw IOFailure(failure.message) }
    }

    /// Why the file may not be written.
    private static func refusal(_ path: String, _ present: stat?, _ existing: Existing) -> StatementFailure? {
        if let present, present.st_mode & S_IFMT == S_IFDIR { return .local("\(path) is a folder") }
        switch existing {
        case .isReplaced: return nil
        case .isKept(let command):
            guard let present else {
                // A link to nowhere is somebody's, too.
                guard PosixFile.linkStatus(of: path) != nil, let target = FileLinks.target(of: path) else { return nil }
                return .local("\(path) is a link to \(target), which is not there; \(command) makes that file")
            }
            guard present.st_mode & S_IFMT == S_IFREG else {
                return .local("\(path) is no regular file; \(command) writes into it")
            }
            return thereAlready(path, command)
        case .isReplacedUnchanged(let stamp, let command):
            guard let present else { return nil }
            guard let stamp else {
                return .local("\(path) was made by another program meanwhile; \(command) replaces it")
            }
            return FileStamp(present) == stamp
                ? nil : .local("\(path) was changed by another program since it was read; \(command) replaces it")
        }
    }

    private static func thereAlready(_ path: String, _ command: String) -> StatementFailure {
        .local("\(path) exists already; \(command) replaces it")
    }

    /// Why the file cannot be made, with the folder that is missing, and what a link leads to.
    private static func unwritable(_ shown: String, _ path: String, _ present: stat?) -> StatementFailure {
        let isMissing = errno == ENOENT
        let reason = reason()
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard isMissing, PosixFile.status(of: folder) == nil else {
            return .local("\(shown) cannot be written: \(reason)")
        }
        let lead = path == shown ? "" : "it is a link to \(path), and "
        return .local("\(shown) cannot be written: \(lead)there is no folder \(folder)")
    }

    private static func failure(_ path: String, _ error: any Error) -> StatementFailure {
        if let failure = error as? StatementFailure { return failure }
        let reason =
            error is OutputClosed ? "nobody reads it any more" : (error as? IOFailure)?.message ?? "\(error)"
        return .local("\(path) cannot be written: \(reason)")
    }

    /// The mode of the file that is replaced, and its owner where that can be had.
    private static func takeOver(_ present: stat, _ descriptor: Int32) {
        var mode = present.st_mode & 0o777
        if fchown(descriptor, present.st_uid, present.st_gid) != 0, fchown(descriptor, uid_t.max, present.st_gid) != 0 {
            // The group is another one: it may no more than everybody.
            mode = mode & 0o707 | (mode & 0o007) << 3
        }
        fchmod(descriptor, mode)
    }

    /// Into a device, a pipe or the like, which no other file takes the place of.
    private static func writeInto(
        _ path: String, waitsForReader: Bool, _ body: (_ descriptor: Int32) throws -> Int
    ) -> Result<Int, StatementFailure> {
        let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (waitsForReader ? 0 : O_NONBLOCK)
        let descriptor = PosixFile.descriptor(of: path, flags)
        guard descriptor >= 0 else {
            let reason = errno == ENXIO ? "nobody reads from it" : reason()
            return .failure(.local("\(path) cannot be written: \(reason)"))
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        defer { close(descriptor) }
        do { return .success(try body(descriptor)) } catch { return .failure(failure(path, error)) }
    }

    /// Gives the finished file its name. `false` with `errno`.
    private static func place(_ temporary: String, at path: String, _ existing: Existing) -> Bool {
        guard case .isKept = existing else { return PosixFile.rename(temporary, to: path) }
        // A second name never takes another file's place, as a new name does.
        if PosixFile.link(temporary, as: path) {
            PosixFile.remove(temporary)
            return true
        }
        if errno == EEXIST { return false }
        // This file system has no second names.
        return PosixFile.rename(temporary, to: path)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// With the home directory in the place of `~`.
    static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }
}
