import Durability

/// A file's records, read by a thread of its own ahead of whoever takes them, in their order.
///
/// The first batches are read by whoever takes them: a small file needs no thread.
final class CSVReadAhead {
    private let work: Work
    private var thread: BackgroundThread?
    private var takenCount = 0

    private static let ownBatches = 2
    /// That wait to be taken.
    private static let aheadLimit = 4
    private static let interruptCheckMs = 20

    /// What both threads know.
    private final class Work: @unchecked Sendable {
        let monitor = Monitor()
        /// The thread's alone, once there is one.
        var reader: CSVRecordReader
        // Under the monitor.
        var waiting: [CSVRecords] = []
        var failure: EngineError?
        var isAtEnd = false
        var isStopped = false

        init(_ reader: CSVRecordReader) { self.reader = reader }

        func run() {
            while true {
                let outcome: Result<CSVRecords?, EngineError>
                do throws(EngineError) {
                    outcome = .success(try reader.next())
                } catch {
                    outcome = .failure(error)
                }
                let goesOn = monitor.withLock {
                    switch outcome {
                    case .success(let records?): waiting.append(records)
                    case .success(nil): isAtEnd = true
                    case .failure(let error): failure = error
                    }
                    monitor.wakeAll()
                    while waiting.count >= CSVReadAhead.aheadLimit, !isStopped { monitor.wait() }
                    return !isAtEnd && failure == nil && !isStopped
                }
                guard goesOn else { return }
            }
        }
    }

    init(_ reader: CSVRecordReader) { work = Work(reader) }

    deinit { stop() }

    /// The next records; `nil` at the file's end.
    func next(_ context: ExecutionContext) throws(EngineError) -> CSVRecords? {
        if thread == nil {
            if takenCount >= Self.ownBatches, Parallelism.configuredThreads > 1 {
                let work = work
                thread = BackgroundThread { work.run() }
            }
            if thread == nil {
                takenCount += 1
                return try work.reader.next()
            }
        }
        while true {
            try context.checkInterrupt()
            let taken = work.monitor.withLock { () -> Result<CSVRecords?, EngineError>? in
                if !work.waiting.isEmpty {
                    work.monitor.wakeAll()
                    return .success(work.waiting.removeFirst())
                }
                if let failure = work.failure { return .failure(failure) }
                if work.isAtEnd { return .success(nil) }
                work.monitor.wait(atMostMs: Self.interruptCheckMs)
                return nil
            }
            if let taken { return try taken.get() }
        }
    }

    /// Ends the thread.
    func stop() {
        work.monitor.withLock {
            work.isStopped = true
            work.waiting = []
            work.monitor.wakeAll()
        }
        thread?.join()
        thread = nil
    }
}
