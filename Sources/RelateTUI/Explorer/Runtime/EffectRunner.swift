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
    private let checkDelayMs: Int
    private var connections: [Int: ConnectionRunner] = [:]

    init(configuration: ExplorerConfiguration, mailbox: Mailbox) {
        self.mailbox = mailbox
        openStore = configuration.openStore
        historyFile = configuration.keepsHistory ? HistoryFile.standard : nil
        checkDelayMs = configuration.checkDelayMs
        rows = Worker(prepare: CursesTerminal.guardThread)
    }

    /// How far the statement is that runs on a connection.
    func progress(of connection: Int) -> RunProgress { connections[connection]?.progress ?? RunProgress() }

    /// - Parameter number: The connection whose model asked for it.
    func perform(_ effect: Effect, connection number: Int) {
        switch effect {
        case .open(let request): connection(number).open(request)
        case .run(let request): connection(number).run(request)
        case .interrupt: connection(number).interrupt()
        case .transaction(let step): connection(number).transaction(step)
        case .use(let namespace): connection(number).use(namespace)
        case .session(.checkpoint): connection(number).checkpoint()
        case .session(.close(let number)): connections.removeValue(forKey: number)?.stop()
        case .session(.useMouse): break
        case .loadSchema: connection(number).loadSchema()
        case .evaluateParameter(let name, let text): connection(number).evaluateParameter(name, text)
        case .graph(let effect): perform(effect, number)
        case .datalog(let effect): connection(number).perform(effect)
        case .arrange(let table, let sort, let filter):
            submit(number) {
                let order = GridSearch.order(of: table, sort: sort, filter: filter)
                return .rowsArranged(
                    resultNumber: table.number, RowArrangement(sort: sort, filter: filter, order: order))
            }
        case .find(let table, let text, let order, let from, let step):
            submit(number) {
                let row = GridSearch.place(of: text, in: table, order: order, from: from, step: step)
                return .rowFound(resultNumber: table.number, row: row)
            }
        case .export(let table, let order, let path):
            submit(number) { .exported(path: path, ResultExport.write(table, order: order, to: path)) }
        case .loadHistory:
            rows.submit { [mailbox, historyFile] in mailbox.post(.historyLoaded(historyFile?.read() ?? [])) }
        case .appendHistory(let text):
            rows.submit { [historyFile] in historyFile?.append(text) }
        case .editor(let effect): connection(number).perform(effect)
        case .of, .quit, .copy, .loadTheme, .suspend, .repaint: break
        }
    }

    private func perform(_ effect: GraphEffect, _ number: Int) {
        switch effect {
        case .collect(let table, let order):
            submit(number) { .graph(.collected(resultNumber: table.number, GraphSet(collecting: table, order: order))) }
        case .layOut(let scene, let revision):
            submit(number) { .graph(.laidOut(revision: revision, GraphOverview(scene))) }
        case .export(let drawing, let path):
            submit(number) { .graph(.exported(path: path, drawing.write(to: path))) }
        case .loadFocus, .loadPage, .expand, .connect: connection(number).perform(effect)
        }
    }

    /// Ends all threads; the stores are closed when it returns.
    func finish() {
        for connection in connections.values { connection.interrupt() }
        for connection in connections.values { connection.finish() }
        connections = [:]
        rows.stop()
    }

    private func connection(_ number: Int) -> ConnectionRunner {
        if let connection = connections[number] { return connection }
        let connection = ConnectionRunner(number, mailbox: mailbox, openStore: openStore, checkDelayMs: checkDelayMs)
        connections[number] = connection
        return connection
    }

    /// Work without a session; its event belongs to the connection.
    private func submit(_ number: Int, _ work: @escaping @Sendable () -> Event) {
        rows.submit { [mailbox] in mailbox.post(.of(connection: number, work())) }
    }
}
