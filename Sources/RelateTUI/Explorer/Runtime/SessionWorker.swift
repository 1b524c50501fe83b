#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread with a session of its own. The session is made, used and dropped on that thread alone.
final class SessionWorker: @unchecked Sendable {
    private let worker = Worker(prepare: CursesTerminal.guardThread)
    /// Touched on the worker's thread only.
    private var session: (any ExplorerSession)?
    private var store: (any ExplorerStore)?
    /// What other threads may reach of the session.
    private let sharedControl = Guarded<(any RunControl)?>(nil)

    private static let notOpen = StatementFailure(
        code: "", status: "", stage: "", isRetryable: false, message: "no store is open", span: nil)

    var control: (any RunControl)? { sharedControl.withLock { $0 } }

    func submit(_ job: @escaping @Sendable (SessionWorker) -> Void) {
        worker.submit { job(self) }
    }

    func stop() {
        worker.submit { self.close() }
        worker.stopAfterJobs()
    }

    /// Lets go of the store, once what is under way has been interrupted: a store that is opened anew has to be free.
    func closeAndWait() {
        control?.interrupt()
        let isClosed = Guarded(false)
        worker.submit {
            self.close()
            isClosed.signal { $0 = true }
        }
        isClosed.wait { $0 ? () : nil }
    }

    /// Closes the store and ends the thread, and returns when that is done: a store is to be whole when the program ends.
    /// What does not heed its interruption in time is left to the process's end.
    func finish() {
        control?.interrupt()
        enum Stage { case waiting, closing, closed }
        let stage = Guarded(Stage.waiting)
        worker.submit {
            stage.signal { $0 = .closing }
            self.close()
            stage.signal { $0 = .closed }
        }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let limit = (now.tv_sec + Self.interruptionSeconds) * 1_000_000_000 + now.tv_nsec
        let hasBegun: Void? = stage.wait(untilNanoseconds: limit) { $0 == .waiting ? nil : () }
        // Writing a large store may take its time.
        if hasBegun != nil { stage.wait { $0 == .closed ? () : nil } }
        worker.stop()
    }

    private static let interruptionSeconds = 2

    // MARK: - On the worker's thread

    func connect(to store: any ExplorerStore) throws(StatementFailure) {
        let session = try store.connect()
        self.store = store
        self.session = session
        sharedControl.withLock { $0 = session.control }
    }

    /// Connects when the session is first used.
    func connectLater(to store: any ExplorerStore) {
        close()
        self.store = store
    }

    func close() {
        sharedControl.withLock { $0 = nil }
        session = nil
        store = nil
    }

    func attempt<Answer>(
        _ body: (any ExplorerSession) throws(StatementFailure) -> Answer
    ) -> Result<Answer, StatementFailure> {
        do throws(StatementFailure) {
            if session == nil, let store { try connect(to: store) }
            guard let session else { return .failure(Self.notOpen) }
            return .success(try body(session))
        } catch {
            return .failure(error)
        }
    }
}
