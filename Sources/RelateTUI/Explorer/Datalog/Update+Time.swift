import MinigrafKit
import Relate

extension Model {
    var hasTime: Bool { session.language == .datalog && session.openFailure == nil }

    /// Commands of stores that have a past.
    mutating func performInTime(_ command: Command) -> [Effect] {
        guard hasTime else {
            message = .information("Only Datalog stores keep their past")
            return []
        }
        switch command {
        case .timeBack: return move(to: time.stepped(transactions: -1), "There is nothing before the first transaction")
        case .timeForward: return move(to: time.stepped(transactions: 1), "This is the last transaction")
        case .validBack: return move(to: time.stepped(validTime: -1, now: nil), "No window of a fact begins earlier")
        case .validForward: return move(to: time.stepped(validTime: 1, now: nil), "No window of a fact begins later")
        case .timeNow: return move(to: time.point.isPresent ? nil : TimePoint(), "This is the present")
        case .anyValidTime:
            var point = time.point
            let isOwn = time.own.validAt == .anyTime
            point.validAt = point.validAt == .anyTime || isOwn ? nil : .anyTime
            return move(to: point == time.point ? nil : point, "The query itself asks for any valid time")
        case .entityHistory:
            guard let id = grid?.cursorValue?.ownElementID ?? graph.selectedNode?.elementId else {
                message = .information("The cursor is on no entity")
                return []
            }
            return timeline(.entity(id))
        case .attributeHistory:
            guard let name = attributeAtCursor else {
                message = .information(
                    "The cursor is on no attribute: a cell with its name, or its line in the sidebar")
                return []
            }
            return timeline(.attribute(name))
        default: return []
        }
    }

    private mutating func timeline(_ subject: TimelineSubject) -> [Effect] {
        session.pendingCount += 1
        return [.datalog(.loadTimeline(subject))]
    }

    private var attributeAtCursor: String? {
        if focus == .schema, case .entry(.attributes, let entry)? = schema.rows.dropFirst(schema.cursor).first {
            return entry.name
        }
        if case .string(let text)? = grid?.cursorValue, text.hasPrefix(":") { return text }
        return nil
    }

    /// Runs the result's statement again at another point in time.
    private mutating func move(to point: TimePoint?, _ refusal: String) -> [Effect] {
        guard let point else {
            message = .information(time.rulers == nil ? "The rulers are not read yet" : refusal)
            return []
        }
        guard let grid, let request = lastQuery, running == nil else {
            message = .information("Run a query first: the rulers ask it again")
            return []
        }
        time.point = point
        time.before = grid.table
        time.cursorBefore = (grid.layout.cursorRow, grid.layout.cursorColumn)
        var again = request
        again.mode = .run
        again.time = point
        return retry(again)
    }

    mutating func datalogEvent(_ result: Result<DatalogEvent, StatementFailure>) {
        session.pendingCount -= 1
        switch result {
        case .success(.rulersLoaded(let rulers)): time.rulers = rulers
        case .success(.timelineLoaded(let timeline)):
            guard !timeline.entries.isEmpty else {
                message = .information("\(timeline.title) has no history")
                return
            }
            layers.append(.timeline(TimelineState(timeline: timeline)))
        case .failure(let failure): message = .error(failure.message.firstLine)
        }
    }

    /// After a statement: what changed in the answer, and rulers anew where something was written.
    mutating func timeFollows(_ request: RunRequest, _ outcome: StatementOutcome) -> [Effect] {
        guard hasTime else { return [] }
        time.changes = GridChanges()
        time.goneRowCount = 0
        if outcome.queryType == .read {
            if lastQuery?.text == request.text, let before = time.before, let table = grid?.table {
                time.changes = GridChanges(from: before, to: table, goneCount: &time.goneRowCount)
                grid?.layout.cursorRow = min(time.cursorBefore.row, max(0, table.rowCount - 1))
                grid?.layout.cursorColumn = min(time.cursorBefore.column, max(0, table.columns.count - 1))
            }
            lastQuery = request
            if request.time.txCount == nil { time.own.txCount = outcome.time?.txCount }
            if request.time.validAt == nil { time.own.validAt = outcome.time?.validAt }
            if request.time != time.point { time.point = request.time }
        }
        time.before = nil
        guard outcome.queryType != .read || time.rulers == nil else { return [] }
        return loadRulers()
    }

    mutating func loadRulers() -> [Effect] {
        session.pendingCount += 1
        return [.datalog(.loadRulers)]
    }

    // MARK: - The timeline

    mutating func press(_ key: Key, in state: TimelineState) -> [Effect] {
        var state = state
        let page = TimelineView.page(size)
        if key == Key(.enter), state.timeline.entries.indices.contains(state.cursor) {
            closeTop()
            var point = time.point
            point.txCount = state.timeline.entries[state.cursor].txCount
            return move(to: point, "")
        }
        if let command = KeyMap.command(for: key, in: [.outsideText]) {
            if let place = Self.moved(state.cursor, by: command, count: state.timeline.entries.count, page: page) {
                state.cursor = place
            } else if command == .quit || command == .back {
                closeTop()
                return []
            }
        }
        if Self.isClosing(key) {
            closeTop()
            return []
        }
        state.top = Self.scrolled(state.top, cursor: state.cursor, count: state.timeline.entries.count, page: page)
        replaceTop(.timeline(state))
        return []
    }
}
