import Durability

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Threads that sleep until a statement has work for them. They are started when first needed and never end.
final class WorkerPool: @unchecked Sendable {
    typealias Job = @Sendable () -> Void

    static let shared = WorkerPool()

    private let monitor = Monitor()
    // Under the monitor.
    private var threads: [BackgroundThread] = []
    private var sleepingCount = 0
    /// Jobs given and not done yet.
    private var busyCount = 0
    private var jobs: [Job] = []

    /// Has the job done by a thread that has nothing to do.
    ///
    /// - Parameter limit: how many threads may be at work, for all statements together.
    /// - Returns: false where they all are, and then the job is not done.
    func lend(limit: Int, _ job: @escaping Job) -> Bool {
        monitor.withLock {
            guard busyCount < limit else { return false }
            if sleepingCount <= jobs.count {
                guard let thread = BackgroundThread({ [self] in work() }) else { return false }
                threads.append(thread)
            }
            busyCount += 1
            jobs.append(job)
            monitor.wakeAll()
            return true
        }
    }

    private func work() {
        Self.leaveSignalsToOthers()
        while true {
            let job = monitor.withLock { () -> Job? in
                sleepingCount += 1
                while jobs.isEmpty { monitor.wait() }
                sleepingCount -= 1
                return jobs.popLast()
            }
            job?()
            monitor.withLock { busyCount -= 1 }
        }
    }

    /// Signals from outside belong to the threads of the program, not to those of a library.
    private static func leaveSignalsToOthers() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
