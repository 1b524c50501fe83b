import Durability

/// Where the files of a store lie.
///
/// - A directory `<d>`: `<d>/checkpoint`, `<d>/wal-<sequence>`, and `<d>/checkpoint-new`, `<d>/wal-new` while they are made.
/// - A single file `<f>.rl`, which is the checkpoint: `<f>.rl-wal-<sequence>`, `<f>.rl-new` and `<f>.rl-wal-new` beside it
///   while it is open, or after a crash.
struct StoreLocation: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        case directory, file
    }

    let form: Form
    let checkpointPath: String
    let temporaryPath: String
    let log: LogLocation

    /// The directory at that path, without symbolic links.
    init(directory: String) {
        form = .directory
        checkpointPath = directory + "/checkpoint"
        temporaryPath = directory + "/checkpoint-new"
        log = LogLocation(folder: directory, prefix: "wal-")
    }

    /// The single file at that path, without symbolic links.
    init(file: String) {
        form = .file
        checkpointPath = file
        temporaryPath = file + "-new"
        let start = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
        log = LogLocation(folder: POSIXFileSystem.folder(of: file), prefix: file[start...] + "-wal-")
    }

    /// What a path leads to; where there is nothing, the form that an open for writing creates.
    static func at(_ path: String, in files: any FileSystem) throws(StoreError) -> (StoreLocation, isThere: Bool) {
        let isNamedFile = path.utf8.count > 3 && path.hasSuffix(".rl")
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        let kind: FileKind?
        let resolved: String
        do throws(FileError) {
            kind = try files.kind(of: path)
            resolved = try files.resolve(path)
        } catch {
            if error.isDeadLink { throw .deadLink(path: path) }
            if error.errorNumber == 2 { throw .folderMissing(path: POSIXFileSystem.folder(of: path)) }
            throw .storage(.io(error, path: path))
        }
        switch kind {
        case .folder: return (StoreLocation(directory: resolved), true)
        case .file:
            guard isNamedFile else {
                throw .notAStore(path: path, reason: "a store in one file has a name that ends in .rl")
            }
            return (StoreLocation(file: resolved), true)
        case .other: throw .notAStore(path: path, reason: "it is neither a file nor a folder")
        case nil:
            return (isNamedFile ? StoreLocation(file: resolved) : StoreLocation(directory: resolved), false)
        }
    }

    func hasCheckpoint(_ files: any FileSystem) throws(StoreError) -> Bool {
        try store { () throws(StorageProblem) in
            try onFile(checkpointPath) { () throws(FileError) in try files.kind(of: checkpointPath) != nil }
        }
    }

    /// Where there is no checkpoint: a log is no store, and none to be made anew.
    func refuseLogAlone(_ files: any FileSystem) throws(StoreError) {
        let segments = try store { () throws(StorageProblem) in try log.segments(in: files) }
        if let first = segments.first {
            throw .checkpointMissing(path: checkpointPath, log: log.path(ofSegment: first))
        }
    }

    /// A directory that holds nothing but what a store puts there, and maybe not even that.
    func holdsNothingElse(_ files: any FileSystem) throws(StoreError) -> Bool {
        let names = try store { () throws(StorageProblem) in
            try onFile(log.folder) { () throws(FileError) in try files.names(in: log.folder) }
        }
        return names.allSatisfy { name in
            let path = log.path(of: name)
            return path == checkpointPath || path == temporaryPath || log.owns(name)
        }
    }
}

/// Runs work on a store's files; what fails becomes a `StoreError`.
func store<Success>(_ body: () throws(StorageProblem) -> Success) throws(StoreError) -> Success {
    do {
        return try body()
    } catch {
        throw .storage(error)
    }
}
