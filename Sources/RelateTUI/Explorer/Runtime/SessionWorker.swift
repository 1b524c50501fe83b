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
