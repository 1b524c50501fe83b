/// What belongs to one connection: its session, and what the panes show of it. The query's buffers, the parameters and
/// the history belong to all.
struct Workspace: Sendable {
    var session: SessionState
    var grid: GridState?
    var rowWork: RowWork?
    var plan: PlanState?
    var notes = NotesState()
    var graph = GraphPaneState()
    var schema = SchemaState()
    var time = TimeState()
    var lastQuery: RunRequest?
    var running: RunningStatement?
    var queued: [RunRequest] = []
    var transactionStatements: [RunRequest] = []
    var script: ScriptProgress?
    var checks = CheckState()

    init(_ session: SessionState) { self.session = session }

    var isBusy: Bool { running != nil || session.isOpening || session.pendingCount > 0 || checks.isWaiting }
}

extension Model {
    /// The workspace of the present connection.
    var workspace: Workspace {
        get {
            var workspace = Workspace(session)
            workspace.grid = grid
            workspace.rowWork = rowWork
            workspace.plan = plan
            workspace.notes = notes
            workspace.graph = graph
            workspace.schema = schema
            workspace.time = time
            workspace.lastQuery = lastQuery
            workspace.running = running
            workspace.queued = queued
            workspace.transactionStatements = transactionStatements
            workspace.script = script
            workspace.checks = checks
            return workspace
        }
        set {
            session = newValue.session
            grid = newValue.grid
            rowWork = newValue.rowWork
            plan = newValue.plan
            notes = newValue.notes
            graph = newValue.graph
            schema = newValue.schema
            time = newValue.time
            lastQuery = newValue.lastQuery
            running = newValue.running
            queued = newValue.queued
            transactionStatements = newValue.transactionStatements
            script = newValue.script
            checks = newValue.checks
        }
    }

    /// Sessions of all connections, by number.
    var sessions: [SessionState] { (parked.map(\.session) + [session]).sorted { $0.number < $1.number } }

    /// Makes another connection the present one; `false` where there is none of that number.
    mutating func select(connection number: Int) -> Bool {
        if number == session.number { return true }
        guard let place = parked.firstIndex(where: { $0.session.number == number }) else { return false }
        let other = parked.remove(at: place)
        parked.append(workspace)
        workspace = other
        return true
    }

    /// Lets an event change the connection that it belongs to.
    mutating func take(_ event: Event, of connection: Int) -> [Effect] {
        let present = session.number
        if connection == present { return update(&self, event) }
        // Of a connection that was closed meanwhile.
        guard select(connection: connection) else { return [] }
        let message = message
        let effects = update(&self, event)
        _ = select(connection: present)
        // That a store cannot be had concerns whoever is there.
        if case .storeFailed = event {} else { self.message = message }
        return [.of(connection: connection, effects)]
    }
}
