import Render

/// The first line: which store, what state, which panes.
enum StatusBarView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        frame.clear(rect, backdrop: .statusBar)
        let left = left(model)
        let tabs = [tabs(model, isShort: false), tabs(model, isShort: true)]
            .first { $0.columns + min(left.columns, 24) + 4 <= rect.columns }
        let room = rect.columns - (tabs?.columns ?? -1) - 3
        frame.draw(left, row: rect.row, column: rect.column + 1, width: max(0, room))
        if let tabs { frame.draw(tabs, row: rect.row, column: rect.endColumn - tabs.columns - 1) }
    }

    private static func left(_ model: Model) -> StyledLine {
        let session = model.session
        var line = StyledLine("◆ ", .key)
        line.append(Span(session.name, .strong, .bold, limit: 60))
        line.append("  ")
        if session.isOpening {
            line.append("opening…", .information)
            return line
        }
        if session.openFailure != nil {
            line.append(" NOT OPEN ", .badgeError)
            return line
        }
        if !model.parked.isEmpty, let place = model.sessions.firstIndex(where: { $0.number == session.number }) {
            line.append("\(place + 1)/\(model.parked.count + 1) ", .dim)
        }
        line.append(session.isReadOnly ? " READ ONLY " : " RW ", session.isReadOnly ? .badgeRead : .badge)
        if model.running != nil { line.append("  ●", .hot) }
        if case .open(let count) = session.transaction {
            line.append("  ")
            line.append(" TX \(count) ", .badgeWrite)
        }
        line.append("  ")
        line.append(Span(session.namespace, .dim, limit: 20))
        if let bookmark = session.bookmark { line.append("  " + bookmark, .dim) }
        return line
    }

    private static func tabs(_ model: Model, isShort: Bool) -> StyledLine {
        let parts = Pane.tabs.map { pane -> StyledLine in
            let isFocused = pane == model.focus
            var name = isShort && !isFocused ? String(pane.title.prefix(1)) : pane.title
            if pane == .notes, !model.notes.shown.isEmpty { name += "·\(model.notes.shown.count)" }
            if isFocused { return StyledLine(" \(pane.digit) \(name) ", .badge) }
            let hasError = pane == .notes && model.notes.count(.error) > 0
            let hasWarning = pane == .notes && model.notes.count(.warning) > 0
            return StyledLine("\(pane.digit) ", .key)
                + StyledLine(name, hasError ? .error : hasWarning ? .warning : .dim)
        }
        return StyledLine.joined(parts, separator: StyledLine("  "))
    }
}

/// The line above the footer: what just happened at the left, where the cursor is at the right.
enum MessageLineView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        let place = place(model).cut(to: max(0, rect.columns * 2 / 3))
        frame.draw(place, row: rect.row, column: rect.endColumn - place.columns - 1)
        guard let text = news(model, limit: rect.columns + 1) else { return }
        let room =
            text.columns <= rect.columns - place.columns - 4 ? rect.columns - place.columns - 4 : rect.columns - 2
        frame.clear(Rect(row: rect.row, column: rect.column, rows: 1, columns: min(rect.columns, text.columns + 2)))
        frame.draw(text, row: rect.row, column: rect.column + 1, width: room)
    }

    /// A message; without one, how far the running statement is.
    private static func news(_ model: Model, limit: Int) -> StyledLine? {
        if let message = model.message { return StyledLine([Span(message.text, message.role, limit: limit)]) }
        if model.running == nil, model.focus == .query, let problem = model.problemAtCursor {
            return StyledLine([Span(problem.message, ProblemView.role(of: problem), limit: limit)])
        }
        guard let running = model.running else { return nil }
        var line = StyledLine("● ", running.isInterrupted ? .warning : .hot)
        line.append(running.isInterrupted ? "cancelling" : "running", .strong)
        if running.elapsedMs > 0 { line.append("  " + Quantities.duration(ms: running.elapsedMs), .number) }
        if let rows = running.progress.rowCount, rows > 0 {
            line.append("  " + Quantities.count(Int64(rows)), .number)
            line.append(" rows so far", .dim)
        }
        if let bytes = running.progress.memoryByteCount, bytes > 0 {
            line.append("  " + Quantities.bytes(Int64(bytes)), .number)
            line.append(" held", .dim)
        }
        return line
    }

    private static func place(_ model: Model) -> StyledLine {
        switch model.focus {
        case .query:
            let cursor = model.editor.cursor
            let place = StyledLine("line \(cursor.line + 1), column \(cursor.column + 1)", .dim)
            guard model.settings.keyStyle == .vim else { return place }
            return StyledLine(model.vim.mode.title, .key, .bold) + StyledLine(" \(model.vim.pending)  ") + place
        case .result: return model.grid.map(gridPlace) ?? StyledLine()
        case .plan:
            guard let plan = model.plan else { return StyledLine() }
            var line = StyledLine("step \(plan.cursor + 1) of \(plan.rowCount)", .dim)
            if let pinned = plan.pinned {
                let isThis = pinned.request.number == plan.request.number
                let isCompared = plan.presentation == .diff
                line.append(
                    isCompared ? "  D leads back" : isThis ? "  pinned" : "  one is pinned: D compares", .key)
            }
            return line
        case .notes:
            let count = model.notes.shown.count
            return count == 0 ? StyledLine() : StyledLine("note \(model.notes.cursor + 1) of \(count)", .dim)
        case .graph:
            guard model.graph.presentation == .cards else { return StyledLine() }
            return model.graph.current.map(neighbours) ?? StyledLine()
        case .schema:
            return model.schema.selectedEntry.map { StyledLine([Span($0.detail, .dim, limit: 400)]) } ?? StyledLine()
        }
    }

    private static func gridPlace(_ grid: GridState) -> StyledLine {
        guard grid.layout.rowCount > 0, let value = grid.cursorValue else { return StyledLine() }
        var line = StyledLine(ValueRendering.typeName(of: value), .dim)
        if let elementID = value.focusElementID, case .node = value { line.append("  " + elementID, .elementId) }
        line.append(
            "  row \(Counts.grouped(grid.layout.cursorRow + 1)) of \(Counts.grouped(grid.layout.rowCount))", .dim)
        if grid.layout.columns.count > 1 {
            line.append("  column \(grid.layout.cursorColumn + 1) of \(grid.layout.columns.count)", .dim)
        }
        return line
    }

    private static func neighbours(_ stop: GraphStop) -> StyledLine {
        func count(_ side: GraphCards.Side) -> String {
            Counts.grouped(stop.groups(side).reduce(0) { $0 + $1.count })
        }
        return StyledLine("\(count(.incoming)) in  \(count(.outgoing)) out", .dim)
    }
}

/// The last line: keys of the focused pane, from the key table.
enum FooterView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        var column = rect.column + 1
        for (key, text) in hints(model) {
            let line = StyledLine(key, .key) + StyledLine(" " + text, .dim)
            guard column + line.columns <= rect.endColumn - 1 else { break }
            frame.draw(line, row: rect.row, column: column)
            column += line.columns + 2
        }
    }

    private static func hints(_ model: Model) -> [(String, String)] {
        if let layer = model.layers.last { return layerHints(layer) }
        if model.running != nil { return [("^C", "cancel"), ("Tab", "pane"), ("^Q", "quit")] }
        let isText = model.focus == .query
        let first: [KeyMap.Context] = isText ? [.query, .anywhere] : [KeyMap.Context(model.focus)]
        var hints: [(String, String)] = []
        if !isText { hints.append(("F5", "run")) }
        for context in first + (isText ? [] : [.outsideText]) {
            for binding in model.keys.bindings(in: context) where !binding.short.isEmpty {
                guard let key = binding.keys.first, !isUseless(binding.command, model) else { continue }
                hints.append((key.name, binding.short))
            }
        }
        if !isText { hints.append(("Tab", "pane")) }
        return hints
    }

    /// A hint at something that would do nothing here.
    private static func isUseless(_ command: Command, _ model: Model) -> Bool {
        switch command {
        case .forward: true
        case .back: model.focus != .graph
        case .open: model.focus == .plan
        case .copy: model.focus == .schema
        case .timeBack: !model.hasTime
        default: false
        }
    }

    private static func layerHints(_ layer: Layer) -> [(String, String)] {
        switch layer {
        case .help: [("PgDn", "more"), ("Esc", "close")]
        case .picker: [("Enter", "choose"), ("↑↓", "move"), ("Esc", "close")]
        case .prompt: [("Enter", "do it"), ("Esc", "close")]
        case .parameters(let state):
            state.editing != nil
                ? [("Enter", "set"), ("Esc", "back")]
                : [("Enter", "edit"), ("a", "add"), ("d", "delete"), ("Esc", "close")]
        case .inspector:
            [
                ("Space", "fold"), ("t", "as literal, bytes"), ("Enter", "to the graph"), ("y", "copy"),
                ("Y", "copy path"),
                ("Esc", "close"),
            ]
        case .timeline: [("Enter", "as of there"), ("↑↓", "move"), ("Esc", "close")]
        case .question: [("y", "yes"), ("n", "no")]
        }
    }
}
