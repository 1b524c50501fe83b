/// The path of a store that is open for writing, and the file that its writer holds there.
///
/// Other programs can put something else in their place: a backup that is moved there, a folder that is moved away. The lock
/// stays with the file that was there, and another writer may be at work on the new one. So before anything at the path gets
/// a name or loses it, it is looked whether the path still leads to what is held.
package final class StorePlace: Sendable {
    private struct Held: Sendable {
        var file: any StorageFile
        var stamp: FileStamp
        /// Its first bytes: checksums of all others are in them, or follow from them.
        var head: [UInt8]

        init(_ file: any StorageFile) throws(FileError) {
            self.file = file
            stamp = try file.stamp()
            head = try file.read(at: 0, count: Self.headBytes)
        }

        private static let headBytes = 512

        /// Whether the file is as it was; a new time alone is no other content.
        mutating func isIntact() throws(FileError) -> Bool {
            let stamp = try file.stamp()
            guard stamp != self.stamp else { return true }
            guard stamp.size == self.stamp.size, try file.read(at: 0, count: Self.headBytes) == head else {
                return false
            }
            self.stamp = stamp
            return true
        }
    }

    package let path: String
    private let files: any FileSystem
    private let folderPath: String
    private let folder: any StorageFile
    private let held: Guarded<Held>

    /// - Parameters:
    ///   - file: the locked file, whole.
    ///   - path: absolute, and without symbolic links.
    package init(_ file: any StorageFile, at path: String, in files: any FileSystem) throws(StorageProblem) {
        self.path = path
        self.files = files
        let folderPath = POSIXFileSystem.folder(of: path)
        self.folderPath = folderPath
        folder = try onFile(folderPath) { () throws(FileError) in try files.open(folderPath, .read) }
        held = Guarded(try onFile(path) { () throws(FileError) in try Held(file) })
    }

    /// The file whose lock is the store's.
    package var file: any StorageFile { held.withLock { $0.file } }

    /// Who may do what with the file, and so with all others of the store.
    package var access: FileAccess? { (try? file.access()) ?? nil }

    /// Another file has been put there, by this writer.
    package func hold(_ file: any StorageFile) throws(StorageProblem) {
        let new = try onFile(path) { () throws(FileError) in try Held(file) }
        held.withLock { $0 = new }
    }

    /// Looks whether the path leads to the file that is held, with what it held.
    ///
    /// - Throws: `.replaced` where it does not.
    package func check() throws(StorageProblem) {
        guard try identity(of: folderPath) == folder.identity else {
            throw .replaced(path: path, .folder)
        }
        guard let identity = try identity(of: path) else { throw .replaced(path: path, .removed) }
        try held.withLock { (held) throws(StorageProblem) in
            guard identity == held.file.identity else { throw .replaced(path: path, .file) }
            let isIntact = try onFile(path) { () throws(FileError) in try held.isIntact() }
            guard isIntact else { throw .replaced(path: path, .content) }
        }
    }

    /// `nil` where there is nothing.
    private func identity(of path: String) throws(StorageProblem) -> FileIdentity? {
        do throws(FileError) {
            return try files.identity(of: path)
        } catch {
            if error.isMissing { return nil }
            throw .io(error, path: path)
        }
    }
}

/// What another program did to a store that was open for writing.
package enum StoreReplacement: Hashable, Sendable {
    /// Its file is not there any more.
    case removed
    /// Another file is in its place.
    case file
    /// Another folder is in the place of the one that holds it, or none.
    case folder
    /// The file was written to.
    case content
    /// A segment of the log has no name any more, or another file has its name.
    case log
}
