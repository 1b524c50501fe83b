/// What is wrong with files that hold a store.
package enum StorageProblem: Error, Hashable, Sendable {
    /// The operating system refused an operation on the file.
    case io(FileError, path: String)
    /// Bytes that nothing this program writes would leave there, whatever crash befell it.
    case damaged(path: String, offset: Int, reason: String)
    /// Written by a newer program in a way that this one cannot read.
    case newerVersion(path: String, version: UInt32)
    /// A log beside the store that another store wrote.
    case foreignLog(path: String)
    /// Commits are missing between what was read before and this file.
    case gap(path: String, expected: UInt64, found: UInt64)
    /// Another program put something else in the place of a store that is open for writing.
    case replaced(path: String, StoreReplacement)
    /// Somebody else writes to the file.
    case inUse(path: String, FileIdentity)
}

/// Runs an operation on the file at `path`, and says of a failure which file it was.
package func onFile<Success>(
    _ path: String, _ body: () throws(FileError) -> Success
) throws(StorageProblem) -> Success {
    do {
        return try body()
    } catch {
        throw .io(error, path: path)
    }
}
