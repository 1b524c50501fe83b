import Relate
import Render

/// Does effects on workers; what they give comes back through the mailbox.
///
/// Every connection has its own threads; sorting, searching, layouts and files have one for all.
final class EffectRunner {
    private let mailbox: Mailbox
    private let openStore: StoreOpener
    private let historyFile: HistoryFile?
    private let rows: Worker
    /// Has a thread of its own: a helper may hang.
    private lazy var clipboard = Worker(prepare: CursesTerminal.prepareWorker)
    private let checkDelayMs: Int
    /// The work on rows begun last: it gives way to the next.
    private var rowJob: RowJob?
    private var connections: [Int: ConnectionRunner] = [:]
    private let stores = OpenStores()
    /// How many connections are being closed.
    private let closing = Guarded(0)
    /// Where large values, and connections, come to their end.
    let disposal = Disposal()

    /// How long the opening of a store waits for one that is being closed: it may be the same.
    private static let closingSeconds = 10
    /// How long quitting waits for work on rows that was given up, and for a text on its way to the clipboard.
    private static let rowsSeconds = 3
    private static let copyingSeconds = 1
    private let helpers = ClipboardHelper.Running()

    init(configuration: ExplorerConfiguration, mailbox: Mailbox) {
        self.mailbox = mailbox
        openStore = configuration.openStore
        historyFile = configuration.keepsHistory ? HistoryFile.standard : nil
        checkDelayMs = configuration.checkDelayMs
        rows = Worker(prepare: CursesTerminal.prepareWorker)
    }

    /// How far the statement is that runs on a connection.
    func progress(of connection: Int) -> RunProgress { connections[connection]?.progress ?? RunProgress() }

    /// - Parameter number: The connection whose model asked for it.
    func perform(_ effect: Effect, connection number: Int) {
        switch effect {
        case .open(let request):
            connection(number).open(request) { [closing] in
                let limit = SystemClock.nanoseconds(inSeconds: Self.closingSeconds)
                _ = closing.wait(untilNanoseconds: limit) { $0 == 0 ? () : nil }
            }
        case .run(let request): connection(number).run(request)
        case .interrupt: connection(number).interrupt()
        case .transaction(let step): connection(number).transaction(step)
        case .use(let namespace): connection(number).use(namespace)
        case .session(.checkpoint): connection(number).checkpoint()
        case .session(.share(let other, let request)):
            connection(number).open(request, of: connections[other])
        case .session(.close(let number)): close(number)
        case .session(.useMouse): break
        case .loadSchema: connection(number).loadSchema()
        case .evaluateParameter(let name, let text): connection(number).evaluateParameter(name, text)
        case .graph(let effect): perform(effect, number)
        case .datalog(let effect): connection(number).perform(effect)
        case .arrange(let table, let sort, let filter):
            work(number) { job throws(RowJob.Cancelled) -> Event in
                let order = try GridSearch.order(of: table, sort: sort, filter: filter, job)
                return .rowsArranged(
                    resultNumber: table.number, RowArrangement(sort: sort, filter: filter, order: order))
            }
        case .find(let table, let text, let order, let from, let step):
            work(number) { job throws(RowJob.Cancelled) -> Event in
                let row = try GridSearch.place(of: text, in: table, order: order, from: from, step: step, job)
                return .rowFound(resultNumber: table.number, row: row)
            }
        case .export(let table, let order, let path, let isForced):
            work(number) { job throws(RowJob.Cancelled) -> Event in
                let existing = ExportFile.Existing(isForced: isForced, ":export")
                return .exported(path: path, try ResultExport.write(table, order: order, to: path, existing, job))
            }
        case .copyRows(let table, let order, let column, let format):
            work(number) { job throws(RowJob.Cancelled) -> Event in
                .rowsWritten(
                    try RowsText.text(table, order: order, column: column, as: format, job), what: format.what)
            }
        case .cancelRows: rowJob?.cancel()
        case .loadHistory:
            rows.submit { [mailbox, historyFile] in mailbox.post(.historyLoaded(historyFile?.read() ?? [])) }
        case .appendHistory(let text):
            rows.submit { [historyFile] in historyFile?.append(text) }
        case .removeFromHistory(let text):
            submit(number) { [historyFile] in .removedFromHistory(historyFile?.remove(text)) }
        case .editor(let effect): connection(number).perform(effect)
        case .of, .quit, .copy, .loadTheme, .suspend, .repaint: break
        }
    }

    func copy(_ text: String, what: String, by helper: ClipboardHelper, isSentToTerminal: Bool) {
        clipboard.submit { [mailbox, helpers] in
            let reason = helper.put(text, running: helpers)
            let outcome = reason.map {
                CopyOutcome.failed(by: helper.name, reason: $0, isSentToTerminal: isSentToTerminal)
            }
            mailbox.post(.copied(what: what, outcome ?? .copied(by: helper.name)))
        }
    }

    private func perform(_ effect: GraphEffect, _ number: Int) {
        switch effect {
        case .collect(let table, let order):
            work(number) { job throws(RowJob.Cancelled) -> Event in
                .graph(
                    .collected(
                        resultNumber: table.number, try GraphSet(collecting: table, order: order, job)))
            }
        case .layOut(let scene, let revision):
            submit(number) { .graph(.laidOut(revision: revision, GraphOverview(scene))) }
        case .export(let drawing, let path, let isForced):
            submit(number) {
                .graph(.exported(path: path, drawing.write(to: path, .init(isForced: isForced, ":export"))))
            }
        case .loadFocus, .loadPage, .expand, .connect, .search, .proposeIndex: connection(number).perform(effect)
        }
    }

    /// Closing waits for what is under way, may write a large store, and frees it.
    private func close(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        connection.interrupt()
        closing.withLock { $0 += 1 }
        disposal.perform { [closing, stores] in
            connection.finishing(keepsMemory: false).wait()
            stores.release(number)
            closing.signal { $0 -= 1 }
        }
    }

    /// Ends all threads; the stores are closed when it returns.
    ///
    /// - Parameter keepsMemory: What the stores hold in memory is left to the process's end.
    func finish(keepsMemory: Bool) {
        rowJob?.cancel()
        let isIdle = Guarded(false)
        rows.submit { isIdle.signal { $0 = true } }
        helpers.end(afterSeconds: Self.copyingSeconds)
        let endings = connections.values.map { $0.finishing(keepsMemory: keepsMemory) }
        for ending in endings { ending.wait() }
        connections = [:]
        closing.wait { $0 == 0 ? () : nil }
        // A file that was being written is given up, and what was written of it taken away.
        let limit = SystemClock.nanoseconds(inSeconds: Self.rowsSeconds)
        _ = isIdle.wait(untilNanoseconds: limit) { $0 ? () : nil }
        rows.stop()
        if !keepsMemory { disposal.stop() }
    }

    private func connection(_ number: Int) -> ConnectionRunner {
        if let connection = connections[number] { return connection }
        let connection = ConnectionRunner(
            number, mailbox: mailbox, stores: stores, openStore: openStore, checkDelayMs: checkDelayMs)
        connections[number] = connection
        return connection
    }

    /// How far the work on rows is.
    var rowFraction: Double { rowJob?.fraction ?? 0 }

    /// Work on rows, in the place of what was begun before.
    private func work(_ number: Int, _ work: @escaping @Sendable (RowJob) throws(RowJob.Cancelled) -> Event) {
        rowJob?.cancel()
        let job = RowJob()
        rowJob = job
        rows.submit { [mailbox] in
            let event: Event
            do throws(RowJob.Cancelled) { event = try work(job) } catch { event = .rowsCancelled }
            mailbox.post(.of(connection: number, event))
            job.freeLeftovers()
        }
    }

    /// Work without a session; its event belongs to the connection.
    private func submit(_ number: Int, _ work: @escaping @Sendable () -> Event) {
        rows.submit { [mailbox] in mailbox.post(.of(connection: number, work())) }
    }
}
