/// The file that a log's next segment is made in: room of zeros that last, written while commits still go to the segment
/// before, since it takes longer than a commit should wait.
///
/// Zeros are written, not merely reserved: a later commit then changes no bookkeeping of the file system.
package final class SegmentRoom: Sendable {
    /// Who makes the room for the next segment.
    package enum Maker: Sendable {
        case backgroundThread
        /// The thread that commits, so that operations on files come in the same order each time.
        case committingThread
    }

    /// What the thread has made; read when it has ended.
    private final class Outcome: @unchecked Sendable {
        var file: (any StorageFile)?
    }

    let blockCount: Int
    private let outcome = Outcome()
    private let thread: BackgroundThread?

    /// Begins to make room for `blockCount` blocks at `path`.
    init(_ blockCount: Int, at path: String, access: FileAccess?, in files: any FileSystem, by maker: Maker) {
        self.blockCount = blockCount
        let outcome = outcome
        let work: @Sendable () -> Void = {
            do throws(FileError) {
                outcome.file = try Self.make(blockCount, at: path, access: access, in: files)
            } catch {
                // Whoever needs the room tries again, and says what was wrong.
                try? files.remove(path)
            }
        }
        thread = maker == .backgroundThread ? BackgroundThread(work) : nil
        if thread == nil { work() }
    }

    deinit { thread?.join() }

    /// The file, once it is made; `nil` where it could not be. By one caller, once.
    func take() -> (any StorageFile)? {
        thread?.join()
        return outcome.file
    }

    /// A new file of `blockCount` blocks that are zero, for certain.
    static func make(
        _ blockCount: Int, at path: String, access: FileAccess?, in files: any FileSystem
    ) throws(FileError) -> any StorageFile {
        let file = try files.open(path, .createAnew)
        if let access { file.setAccess(access) }
        let end = blockCount * LogFormat.blockSize
        var place = 0
        while place < end {
            let count = min(pieceBytes, end - place)
            try file.write([UInt8](repeating: 0, count: count), at: place)
            // A commit that is synced meanwhile waits for what is in flight: little of it at a time.
            try file.sync()
            place += count
        }
        return file
    }

    private static let pieceBytes = 1 << 18
}
