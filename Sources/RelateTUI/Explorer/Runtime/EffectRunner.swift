import Relate

/// Does effects on workers; what they give comes back through the mailbox.
///
/// Statements have a thread of their own with the session. What reads the schema and neighbours has another session on
/// another thread, so that browsing goes on while a statement runs. Sorting and searching have a third thread.
final class EffectRunner {
    private let mailbox: Mailbox
    private let openStore: StoreOpener
    private let namespace: String?
    private let historyFile: HistoryFile?
    private let statements: SessionWorker
    private let browsing: SessionWorker
    private let rows: Worker

    init(configuration: ExplorerConfiguration, mailbox: Mailbox) {
        self.mailbox = mailbox
        openStore = configuration.openStore
        namespace = configuration.namespace
        historyFile = configuration.keepsHistory ? HistoryFile.standard : nil
        statements = SessionWorker()
        browsing = SessionWorker()
        rows = Worker(prepare: CursesTerminal.guardThread)
    }

    /// How far the running statement is.
    var progress: RunProgress { statements.control?.progress ?? RunProgress() }

    func perform(_ effect: Effect) {
        switch effect {
        case .open(let path, let isReadOnly): open(path, isReadOnly)
        case .run(let request): run(request)
        case .interrupt: statements.control?.interrupt()
        case .transaction(let step): transaction(step)
        case .use(let namespace): use(namespace)
        case .loadSchema: loadSchema()
        case .loadNeighbourhood(let elementID, let limit): loadNeighbourhood(elementID, limit)
        case .arrange(let table, let sort, let filter):
            rows.submit { [mailbox] in
                let order = GridSearch.order(of: table, sort: sort, filter: filter)
                let arrangement = RowArrangement(sort: sort, filter: filter, order: order)
                mailbox.post(.rowsArranged(resultNumber: table.number, arrangement))
            }
        case .find(let table, let text, let order, let from, let step):
            rows.submit { [mailbox] in
                let row = GridSearch.place(of: text, in: table, order: order, from: from, step: step)
                mailbox.post(.rowFound(resultNumber: table.number, row: row))
            }
        case .export(let table, let order, let path):
            rows.submit { [mailbox] in
                mailbox.post(.exported(path: path, ResultExport.write(table, order: order, to: path)))
            }
        case .evaluateParameter(let name, let text): evaluateParameter(name, text)
        case .loadHistory:
            rows.submit { [mailbox, historyFile] in mailbox.post(.historyLoaded(historyFile?.read() ?? [])) }
        case .appendHistory(let text):
            rows.submit { [historyFile] in historyFile?.append(text) }
        case .quit, .copy, .loadTheme, .suspend, .repaint: break
        }
    }

    func stop() {
        statements.control?.interrupt()
        statements.stop()
        browsing.stop()
        rows.stop()
    }

    // MARK: - The store

    private func open(_ path: String, _ isReadOnly: Bool) {
        let request = StoreRequest(path: path, isReadOnly: isReadOnly, namespace: namespace)
        statements.submit { [mailbox, openStore, browsing] worker in
            worker.close()
            do throws(StatementFailure) {
                let store = try openStore(request)
                try worker.connect(to: store)
                browsing.submit { $0.connectLater(to: store) }
                mailbox.post(.storeOpened(store.info))
            } catch {
                mailbox.post(.storeFailed(path: path, error))
            }
        }
    }

    private func run(_ request: RunRequest) {
        statements.submit { [mailbox] worker in
            let result = worker.attempt { session throws(StatementFailure) in
                try session.run(request.text, mode: request.mode, parameters: request.parameters)
            }
            mailbox.post(.statementEnded(request, result))
        }
    }

    private func transaction(_ step: TransactionStep) {
        statements.submit { [mailbox] worker in
            let result = worker.attempt { session throws(StatementFailure) -> String? in
                switch step {
                case .begin: try session.begin()
                case .commit: return try session.commit()
                case .rollback: try session.rollback()
                }
                return nil
            }
            mailbox.post(.transactionEnded(step, result))
        }
    }

    private func use(_ namespace: String) {
        let change: @Sendable (SessionWorker) -> Result<Void, StatementFailure> = { worker in
            worker.attempt { session throws(StatementFailure) in try session.use(namespace: namespace) }
        }
        statements.submit { [mailbox, browsing] worker in
            let result = change(worker)
            if case .failure(let failure) = result { return mailbox.post(.namespaceUsed(namespace, failure)) }
            browsing.submit { _ = change($0) }
            mailbox.post(.namespaceUsed(namespace, nil))
        }
    }

    private func loadSchema() {
        browsing.submit { [mailbox] worker in
            let result = worker.attempt { session throws(StatementFailure) in try session.schema() }
            mailbox.post(.schemaLoaded((try? result.get()) ?? SchemaSummary()))
        }
    }

    private func loadNeighbourhood(_ elementID: String, _ limit: Int) {
        browsing.submit { [mailbox] worker in
            let result = worker.attempt { session throws(StatementFailure) in
                try session.neighbourhood(of: elementID, limit: limit)
            }
            mailbox.post(.neighbourhoodLoaded(elementID: elementID, limit: limit, result))
        }
    }

    private func evaluateParameter(_ name: String, _ text: String) {
        browsing.submit { [mailbox] worker in
            let result = worker.attempt { session throws(StatementFailure) in
                try session.value(ofExpression: text)
            }
            // Bare words and whatever else is no expression stand for themselves.
            let value = (try? result.get()).flatMap { $0 } ?? .string(text)
            mailbox.post(.parameterEvaluated(ParameterEntry(name: name, text: text, value: value)))
        }
    }
}
