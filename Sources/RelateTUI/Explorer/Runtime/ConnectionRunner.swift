import Relate

/// Does what one connection is asked for; what it gives comes back through the mailbox, as events of this connection.
///
/// Statements have a thread of their own with the session. What reads the schema and neighbours has another session on
/// another thread, so that browsing goes on while a statement runs.
final class ConnectionRunner: Sendable {
    private let number: Int
    private let mailbox: Mailbox
    private let openStore: StoreOpener
    private let stores: OpenStores
    private let statements = SessionWorker()
    private let browsing = SessionWorker()
    private let editing: EditorRunner
    /// What other connections may share.
    private let openedStore = Guarded<(any ExplorerStore)?>(nil)

    init(
        _ number: Int, mailbox: Mailbox, stores: OpenStores, openStore: @escaping StoreOpener, checkDelayMs: Int
    ) {
        self.number = number
        self.mailbox = mailbox
        self.stores = stores
        self.openStore = openStore
        editing = EditorRunner(checkDelayMs: checkDelayMs) { event in
            mailbox.post(.of(connection: number, .editor(event)))
        }
    }

    /// How far the running statement is.
    var progress: RunProgress { statements.control?.progress ?? RunProgress() }

    func interrupt() { statements.control?.interrupt() }

    /// Interrupts what runs, and begins to close the store and to end the threads. The store closes with the last of them.
    func finishing(keepsMemory: Bool) -> Ending {
        interrupt()
        openedStore.withLock { $0 = nil }
        return Ending(
            editing.finishing(keepsMemory: keepsMemory)
                + [browsing, statements].map { $0.finishing(keepsMemory: keepsMemory) }, editing)
    }

    /// What is on its way to its end.
    struct Ending: Sendable {
        fileprivate let workers: [SessionWorker.Ending]

        private let editing: EditorRunner

        fileprivate init(_ workers: [SessionWorker.Ending], _ editing: EditorRunner) {
            self.workers = workers
            self.editing = editing
        }

        /// Returns when the store is closed, and files are written.
        func wait() {
            for worker in workers { worker.wait() }
            editing.waitForFiles()
        }
    }

    func perform(_ effect: EditorEffect) { editing.perform(effect) }

    private func post(_ event: Event) { mailbox.post(.of(connection: number, event)) }

    // MARK: - The store

    /// Opens a store, or finds that another connection has it. A store in memory that is open already stays what it is.
    ///
    /// - Parameter prepare: Called first, on the thread that opens.
    func open(_ request: StoreRequest, prepare: @escaping @Sendable () -> Void) {
        statements.submit { [self] worker in
            let memory = StoreOpening.isInMemory(request.path) ? openedStore.withLock { $0 } : nil
            close(worker)
            prepare()
            if let other = stores.claim(request.path, for: number) {
                return post(.session(.storeIsOpen(path: request.path, connection: other)))
            }
            open(request, worker) { [openStore] () throws(StatementFailure) in
                if let memory { return memory }
                return try openStore(request)
            }
        }
    }

    /// The store that another connection has open: a session of its own on it.
    func open(_ request: StoreRequest, of other: ConnectionRunner?) {
        let store = other?.openedStore.withLock { $0 }
        if let other { stores.share(of: other.number, with: number) }
        statements.submit { [self] worker in
            close(worker)
            open(request, worker) { () throws(StatementFailure) in
                guard let store else { throw .local("no store is open there") }
                return store
            }
        }
    }

    /// Lets go of what is open. On the thread of the statements.
    private func close(_ worker: SessionWorker) {
        openedStore.withLock { $0 = nil }
        worker.close()
        browsing.closeAndWait()
        editing.closeAndWait()
    }

    private func open(
        _ request: StoreRequest, _ worker: SessionWorker, _ store: () throws(StatementFailure) -> any ExplorerStore
    ) {
        do throws(StatementFailure) {
            let store = try store()
            try worker.connect(to: store)
            openedStore.withLock { $0 = store }
            browsing.submit { $0.connectLater(to: store) }
            editing.use(store)
            post(.storeOpened(store.info))
        } catch {
            stores.release(number)
            post(.storeFailed(path: request.path, error))
        }
    }

    func run(_ request: RunRequest) {
        statements.submit { [self] worker in post(worker.event(running: request)) }
    }

    func transaction(_ step: TransactionStep) {
        statements.submit { [self] worker in
            let result = worker.attempt { session throws(StatementFailure) -> String? in
                switch step {
                case .begin: try session.begin()
                case .commit: return try session.commit()
                case .rollback: try session.rollback()
                }
                return nil
            }
            post(.transactionEnded(step, result))
        }
    }

    func use(_ namespace: String) {
        let change: @Sendable (SessionWorker) -> Result<Void, StatementFailure> = { worker in
            worker.attempt { session throws(StatementFailure) in try session.use(namespace: namespace) }
        }
        statements.submit { [self] worker in
            let result = change(worker)
            if case .failure(let failure) = result { return post(.namespaceUsed(namespace, failure)) }
            browsing.submit { _ = change($0) }
            editing.use(namespace: namespace)
            post(.namespaceUsed(namespace, nil))
        }
    }

    func checkpoint() {
        statements.submit { [self] worker in
            let result = worker.attempt { session throws(StatementFailure) in try session.checkpoint() }
            post(.session(.checkpointed(result.failure)))
        }
    }

    func loadSchema() {
        browsing.submit { [self] worker in
            let result = worker.attempt { session throws(StatementFailure) in try session.schema() }
            post(.schemaLoaded((try? result.get()) ?? SchemaSummary()))
        }
    }

    func evaluateParameter(_ name: String, _ text: String) {
        browsing.submit { [self] worker in
            let result = worker.attempt { session throws(StatementFailure) in
                try session.value(ofExpression: text)
            }
            switch result {
            case .success(let value?):
                post(.parameterEvaluated(ParameterEntry(name: name, text: text, value: value)))
            case .success(nil): post(.parameterRefused(name: name, text: text, reason: "it is no single value"))
            case .failure(let failure):
                post(.parameterRefused(name: name, text: text, reason: failure.message.firstLine))
            }
        }
    }

    // MARK: - Time

    func perform(_ effect: DatalogEffect) {
        browsing.submit { [self] worker in
            let event = worker.attempt { session throws(StatementFailure) -> DatalogEvent in
                guard let session = session as? DatalogExplorerSession else {
                    throw .local("This store keeps no history")
                }
                switch effect {
                case .loadRulers: return .rulersLoaded(session.rulers())
                case .loadTimeline(let subject): return .timelineLoaded(session.history(subject))
                }
            }
            post(.datalog(event))
        }
    }

    // MARK: - The graph

    func perform(_ effect: GraphEffect) {
        switch effect {
        case .loadFocus(let elementID, let limit, let reader):
            read(reader) { session throws(StatementFailure) in
                try GraphFocus.load(elementID, limit: limit, from: session)
            } then: {
                .focusLoaded(elementID: elementID, $0)
            }
        case .loadPage(let page, let reader):
            read(reader) { session throws(StatementFailure) in
                try session.neighbours(page)
            } then: {
                .pageLoaded(page, $0)
            }
        case .expand(let elementID, let limit, let known, let reader):
            read(reader) { session throws(StatementFailure) in
                let around = try session.neighbourhood(of: elementID, limit: limit)
                let new = around.groups.flatMap { $0.neighbours.map(\.node.elementId) }
                let links = try session.links(among: GraphFocus.distinct(known + new), limit: GraphSet.linksLimit)
                return GraphExpansion(neighbourhood: around, links: links)
            } then: {
                .expanded(elementID: elementID, $0)
            }
        case .connect(let elementIDs, let reader):
            read(reader) { session throws(StatementFailure) in
                try session.links(among: elementIDs, limit: GraphSet.linksLimit)
            } then: {
                .connected($0)
            }
        case .search(let text, let reader):
            read(reader) { session throws(StatementFailure) in
                try session.search(text, limit: GraphPaneState.foundLimit)
            } then: {
                .found(text: text, $0)
            }
        case .proposeIndex(let reader):
            read(reader) { session throws(StatementFailure) in
                try session.fullTextStatement()
            } then: {
                .indexProposed($0)
            }
        case .collect, .layOut, .export: break
        }
    }

    private func read<Answer: Sendable>(
        _ reader: GraphSight,
        _ body: @escaping @Sendable (any ExplorerSession) throws(StatementFailure) -> Answer,
        then event: @escaping @Sendable (Result<Answer, StatementFailure>) -> GraphEvent
    ) {
        (reader == .transaction ? statements : browsing).submit { [self] worker in
            post(.graph(event(worker.attempt(body))))
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
