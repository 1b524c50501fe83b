/// A thread with a session of its own. The session is made, used and dropped on that thread alone.
final class SessionWorker: @unchecked Sendable {
    private let worker = Worker(prepare: CursesTerminal.prepareWorker)
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

    /// Interrupts what runs, and begins to close the store and to end the thread.
    ///
    /// - Parameter keepsMemory: What the store holds in memory is left to the process's end.
    func finishing(keepsMemory: Bool) -> Ending {
        control?.interrupt()
        let ending = Ending(self)
        worker.submit {
            ending.stage.signal { $0 = .closing }
            if keepsMemory, let memory = self.store?.memory { UntilExit.keep(memory) }
            self.close()
            ending.stage.signal { $0 = .closed }
        }
        return ending
    }

    /// A store that is being closed: it is to be whole when the program ends.
    struct Ending: Sendable {
        fileprivate enum Stage { case waiting, closing, closed }

        fileprivate let stage = Guarded(Stage.waiting)
        private let worker: SessionWorker

        fileprivate init(_ worker: SessionWorker) { self.worker = worker }

        /// Returns when the store is closed. What does not heed its interruption in time is left to the process's end.
        func wait() {
            let limit = SystemClock.nanoseconds(inSeconds: SessionWorker.interruptionSeconds)
            let hasBegun: Void? = stage.wait(untilNanoseconds: limit) { $0 == .waiting ? nil : () }
            // Writing a large store may take its time.
            if hasBegun != nil { stage.wait { $0 == .closed ? () : nil } }
            worker.worker.stop()
        }
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
