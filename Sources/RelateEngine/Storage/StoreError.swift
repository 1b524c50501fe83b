import Durability

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Why a store on disk cannot be opened, or a checkpoint not be written. The API says no more than `internal error`;
/// this is for those who can tell a person.
package enum StoreError: Error, Hashable, Sendable {
    case missing(path: String)
    case folderMissing(path: String)
    /// The path ends in a symbolic link that leads to nothing.
    case deadLink(path: String)
    /// A log is there, and not what it continues.
    case checkpointMissing(path: String, log: String)
    case alreadyThere(path: String)
    case notAStore(path: String, reason: String)
    case locked(path: String, process: Int32?)
    case storage(StorageProblem)
}

extension StoreError: CustomStringConvertible {
    /// What is wrong, where, and what can be done about it.
    package var description: String {
        switch self {
        case .missing(let path): "there is no store at \(path)"
        case .folderMissing(let path): "there is no folder \(path) to create the store in"
        case .deadLink(let path): "\(path) is a symbolic link that leads to nothing; remove it, or make what it names"
        case .checkpointMissing(let path, let log):
            "\(path) is missing, and its log \(log) is there; nothing was changed: put it back from a copy, or move the log "
                + "away to begin a new store"
        case .alreadyThere(let path): "\(path) is there already; nothing is written over it"
        case .notAStore(let path, let reason): "\(path) is not a store: \(reason)"
        case .locked(let path, let process):
            "\(path) is open for writing in \(process.map { "process \($0)" } ?? "another process"); "
                + "open it read-only, or end that process"
        case .storage(let problem): problem.text
        }
    }
}

extension StoreError {
    /// The files are there, and what they hold cannot be.
    package var isDamage: Bool {
        switch self {
        case .storage(.damaged), .storage(.gap), .storage(.foreignLog), .checkpointMissing: true
        default: false
        }
    }

    /// A file that does not even begin as a checkpoint is not a damaged store, but none.
    func named(_ path: String) -> StoreError {
        guard case .storage(.damaged(_, offset: 0, reason: CheckpointFormat.notACheckpoint)) = self else { return self }
        return .notAStore(path: path, reason: CheckpointFormat.notACheckpoint)
    }
}

extension StorageProblem {
    /// What is wrong, where, and what can be done about it.
    fileprivate var text: String {
        switch self {
        case .io(let error, let path): "\(path): \(error.text)\(error.advice(on: path))"
        case .damaged(let path, let offset, let reason):
            "\(path) is damaged at offset \(offset): \(reason); nothing was changed, restore it from a copy"
        case .newerVersion(let path, let version):
            "\(path) was written by a newer version of Relate (format \(version)); this one cannot read it"
        case .foreignLog(let path):
            "\(path) is the log of another store; move it away if the store beside it is the one you want"
        case .replaced(let path, let replacement): "\(path): \(replacement.text); \(replacement.consequence)"
        case .inUse(let path, let identity):
            "\(path) is written to by \(LockHolder.process(of: identity).map { "process \($0)" } ?? "another process"), "
                + "which opened the store before its file was replaced; end that process"
        case .gap(let path, let expected, let found):
            "\(path) begins with commit \(found), but commit \(expected) is missing: a part of the log is lost; nothing "
                + "was changed, restore the store from a copy"
        }
    }
}

extension FileError {
    private static let noPermission: Set<Int32> = [1, 13, 30]
    private static let tooManyFiles: Set<Int32> = [23, 24]
    /// Linux, macOS.
    private static let noLocks: Set<Int32> = [37, 77]

    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    /// Begins with a semicolon, or is empty.
    func advice(on path: String) -> String {
        if Self.noPermission.contains(errorNumber) {
            // To be read it has to be there, and to be readable.
            guard access(path, F_OK) == 0 else { return "; see to the permissions of its folder" }
            // What is empty is a store that is yet to be made: there is nothing to read.
            return access(path, R_OK) == 0 && !Self.isEmpty(path)
                ? "; open it read-only, or see to its permissions" : "; see to its permissions"
        }
        if errorNumber == 27 { return "; files may not be so large: see to the limit (ulimit -f)" }
        if isNoRoom { return "; the disk is full: free some space and try again" }
        if errorNumber == 5 {
            return "; the disk, or the way to it, is failing: look at the system's log, copy the store away"
        }
        if Self.tooManyFiles.contains(errorNumber) {
            return "; too many files are open: close some, or raise the limit (ulimit -n)"
        }
        if Self.noLocks.contains(errorNumber) {
            return "; this file system gives no locks: put the store on one that does, or open it read-only"
        }
        return ""
    }
}

extension StoreReplacement {
    /// What was done, in a sentence without an end.
    var text: String {
        switch self {
        case .removed: "another program removed it while the store was open"
        case .file: "another program put another file in its place while the store was open"
        case .folder: "another program moved or removed its folder while the store was open"
        case .content: "another program wrote to it while the store was open"
        case .log: "another program removed it, or put another file in its place, while the store was open"
        }
    }

    /// For who must know what is lost.
    var consequence: String {
        let commits =
            self == .log
            ? "what is in no checkpoint went with that file"
            : "earlier commits are in the files that were there, the log included"
        return "nothing was written over what is there now; \(commits): open the store again to see what it holds"
    }
}

extension EngineError {
    /// The store's path leads to something else: the commit is not there, and none will be.
    static func storeReplaced(_ replacement: StoreReplacement, _ path: String) -> EngineError {
        EngineError(
            .unknownError, stage: .internal,
            "internal error: \(path): \(replacement.text). The commit is lost; \(replacement.consequence)")
    }

    /// The log could not take a commit, and it was undone.
    ///
    /// - Source: status 2DN01, commit failed.
    static func commitFailed(_ failure: LogFailure) -> EngineError {
        EngineError(
            .commitFailed, stage: .runtime,
            "runtime error: CommitFailed: The commit was undone, \(failure.action) \(failure.path) failed: "
                + "\(failure.error.text)\(failure.error.advice(on: failure.path))")
    }

    /// Nobody knows what of the last commits is on disk.
    static func storePoisoned(_ failure: LogFailure) -> EngineError {
        EngineError(
            .unknownError, stage: .internal,
            "internal error: \(failure.action) \(failure.path) failed: \(failure.error.text); open the store again to "
                + "see what it holds")
    }

    /// What the graph's columns lie in is no longer what it was.
    static func storeChanged(_ path: String) -> EngineError {
        EngineError(
            .unknownError, stage: .internal,
            "internal error: another program changed \(path) while it was open; open the store again to see what it holds"
        )
    }

    static func transactionTooLarge(_ byteCount: Int) -> EngineError {
        EngineError(
            .commitFailed, stage: .runtime,
            "runtime error: CommitFailed: The commit was undone: its record of \(byteCount) bytes is larger than "
                + "\(Limits.commitRecordBytesLimit); write in several transactions")
    }

    static func checkpointFailed(_ error: StoreError) -> EngineError {
        EngineError(.checkpointFailed, stage: .runtime, "runtime error: CheckpointFailed: \(error)")
    }
}
