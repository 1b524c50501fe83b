import Durability

/// When a checkpoint is due, and the thread that writes it: some time after the first change since the last one, or when
/// the log has grown long.
final class CheckpointSchedule: @unchecked Sendable {
    private let intervalMs: Int
    private let logBytesLimit: Int
    private let monitor = Monitor()
    private var thread: BackgroundThread?

    // Under the monitor.
    private var loggedBytes: Int
    private var firstChangeMs: UInt64?
    private var isStopped = false

    init(intervalMs: Int, logBytes: Int, loggedBytes: Int) {
        self.intervalMs = intervalMs
        logBytesLimit = logBytes
        self.loggedBytes = loggedBytes
        if loggedBytes > 0 { firstChangeMs = Self.nowMs() }
    }

    private static func nowMs() -> UInt64 { Clock.nanoseconds() / 1_000_000 }

    enum Outcome: Sendable {
        case written
        /// The last checkpoint holds all that lasts: what was committed since is on its way to the disk.
        case nothingLasts
        /// It is tried again later.
        case failed
    }

    /// How long a commit is given to last before a checkpoint of it is tried again.
    private static let pauseMs = 20

    func start(_ write: @escaping @Sendable () -> Outcome) {
        thread = BackgroundThread { [self] in
            while waitUntilDue() {
                switch write() {
                case .written: continue
                case .nothingLasts: monitor.withLock { if !isStopped { monitor.wait(atMostMs: Self.pauseMs) } }
                case .failed: postpone()
                }
            }
        }
    }

    func noteCommit(byteCount: Int) {
        monitor.withLock {
            loggedBytes += byteCount
            if firstChangeMs == nil {
                firstChangeMs = Self.nowMs()
                monitor.wakeAll()
            } else if loggedBytes >= logBytesLimit && loggedBytes - byteCount < logBytesLimit {
                monitor.wakeAll()
            }
        }
    }

    /// A checkpoint is being made of all that was committed so far.
    func noteCheckpoint() {
        monitor.withLock {
            loggedBytes = 0
            firstChangeMs = nil
        }
    }

    private func postpone() {
        monitor.withLock {
            loggedBytes = 0
            firstChangeMs = Self.nowMs()
        }
    }

    /// - Returns: `false` once the store closes.
    private func waitUntilDue() -> Bool {
        monitor.withLock {
            while !isStopped {
                guard let firstChangeMs else {
                    monitor.wait()
                    continue
                }
                let passed = Int(Self.nowMs() &- firstChangeMs)
                if loggedBytes >= logBytesLimit || passed >= intervalMs { return true }
                monitor.wait(atMostMs: intervalMs - passed)
            }
            return false
        }
    }

    /// Waits for a checkpoint that is being written.
    func stop() {
        monitor.withLock {
            isStopped = true
            monitor.wakeAll()
        }
        thread?.join()
        thread = nil
    }
}
