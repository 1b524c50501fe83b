import Durability

/// Writes blocks of a file on a thread of its own, in their order, while the next ones are made.
final class BlockWriter: @unchecked Sendable {
    private let file: any StorageFile
    private let monitor = Monitor()
    private var thread: BackgroundThread?

    // Under the monitor.
    private var waiting: [(bytes: [UInt8], offset: Int)] = []
    private var failure: FileError?
    private var isAtEnd = false

    /// Blocks that wait to be written.
    private static let waitingLimit = 4
    /// So many bytes are given to the disk together.
    private static let syncedBytes = 1 << 24

    init?(_ file: any StorageFile) {
        self.file = file
        guard Parallelism.configuredThreads > 1 else { return nil }
        thread = BackgroundThread { [self] in run() }
        if thread == nil { return nil }
    }

    /// - Throws: why one before it could not be written.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try monitor.withLock { () throws(FileError) in
            while waiting.count >= Self.waitingLimit, failure == nil { monitor.wait() }
            if let failure { throw failure }
            waiting.append((bytes, offset))
            monitor.wakeAll()
        }
    }

    /// Ends the thread, once all is written.
    func finish() throws(FileError) {
        monitor.withLock {
            isAtEnd = true
            monitor.wakeAll()
        }
        thread?.join()
        thread = nil
        if let failure = monitor.withLock({ failure }) { throw failure }
    }

    private func run() {
        var unsynced = 0
        while let (bytes, offset) = next() {
            do throws(FileError) {
                try file.write(bytes, at: offset)
                unsynced += bytes.count
                guard unsynced >= Self.syncedBytes else { continue }
                unsynced = 0
                try file.sync()
            } catch {
                monitor.withLock {
                    failure = error
                    waiting = []
                    monitor.wakeAll()
                }
                return
            }
        }
    }

    private func next() -> (bytes: [UInt8], offset: Int)? {
        monitor.withLock {
            while waiting.isEmpty, !isAtEnd { monitor.wait() }
            guard !waiting.isEmpty else { return nil }
            defer { monitor.wakeAll() }
            return waiting.removeFirst()
        }
    }
}
