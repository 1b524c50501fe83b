import Render

/// The first line: which store, what state, which panes.
enum StatusBarView {
    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        frame.clear(rect, backdrop: .statusBar)
        let tabs = placedTabs(model, rect)
        let room = room(before: tabs, rect)
        // Where statements go stays; the bookmark tells of the last commit, and shows where there is room for both.
        let endings = [ending(model, hasBookmark: true), ending(model, hasBookmark: false), StyledLine()]
        let left = left(model)
        let line = endings.lazy.map { left + $0 }.first { $0.columns <= room } ?? left
        frame.draw(line, row: rect.row, column: rect.column + 1, width: max(0, room))
        for tab in tabs { frame.draw(tab.line, row: rect.row, column: tab.column) }
    }

    /// The pane whose tab is there.
    static func tab(_ model: Model, atColumn column: Int, in rect: Rect) -> Pane? {
        placedTabs(model, rect).first { column >= $0.column && column < $0.column + $0.line.columns }?.pane
    }

    private typealias Tab = (pane: Pane, line: StyledLine, column: Int)

    private static func room(before tabs: [Tab], _ rect: Rect) -> Int {
        (tabs.first?.column ?? rect.endColumn + 1) - rect.column - 2
    }

    /// The tabs at the right end, short ones where there is little room; none where there is not even that.
    ///
    /// Their keys and the pane that has the keyboard stay readable in short ones, so titles give way before anything of what
    /// the left tells.
    private static func placedTabs(_ model: Model, _ rect: Rect) -> [Tab] {
        let left = left(model)
        let wholeColumns = (left + ending(model, hasBookmark: true)).columns
        let (long, short) = (placed(tabs(model, isShort: false), rect), placed(tabs(model, isShort: true), rect))
        for tabs in [long, short] where room(before: tabs, rect) >= wholeColumns { return tabs }
        // A long path is cut at the left.
        let fewestColumns = min(wholeColumns, leastColumns)
        return room(before: short, rect) >= fewestColumns + 2 ? short : []
    }

    /// What the left keeps beside tabs.
    private static let leastColumns = 24

    private static func placed(_ lines: [StyledLine], _ rect: Rect) -> [Tab] {
        var column = rect.endColumn - lines.reduce(0) { $0 + $1.columns } - 2 * (lines.count - 1) - 1
        return zip(Pane.tabs, lines).map { pane, line in
            defer { column += line.columns + 2 }
            return (pane, line, column)
        }
    }

    private static func left(_ model: Model) -> StyledLine {
        let session = model.session
        var line = StyledLine("◆ ", .key)
        line += .name(session.title, .strong, .bold, atMost: 60)
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
        return line
    }

    private static func ending(_ model: Model, hasBookmark: Bool) -> StyledLine {
        let session = model.session
        guard !session.isOpening, session.openFailure == nil else { return StyledLine() }
        var line = StyledLine("  ") + StyledLine.name(session.namespace, .dim, atMost: 20)
        if hasBookmark, let bookmark = session.bookmark { line.append("  " + bookmark, .dim) }
        return line
    }

    private static func tabs(_ model: Model, isShort: Bool) -> [StyledLine] {
        Pane.tabs.map { pane -> StyledLine in
            let isFocused = pane == model.focus
            var name = isShort && !isFocused ? String(pane.title.prefix(1)) : pane.title
            if pane == .notes, !model.notes.shown.isEmpty { name += "·\(model.notes.shown.count)" }
            if isFocused { return StyledLine(" \(pane.digit) \(name) ", .badge) }
            let hasError = pane == .notes && model.notes.count(.error) > 0
            let hasWarning = pane == .notes && model.notes.count(.warning) > 0
            return StyledLine("\(pane.digit) ", .key)
                + StyledLine(name, hasError ? .error : hasWarning ? .warning : .dim)
        }
    }
}

/// The line above the footer: what just happened at the left, where the cursor is at the right. The two never meet: the
/// place gives way first.
enum MessageLineView {
    private static let gap = 3
    /// Less of a place says nothing.
    private static let placeColumnsLeast = 8

    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        guard !rect.isEmpty else { return }
        let room = max(0, rect.columns - 2)
        let newsRoom = newsRoom(model, rect)
        var news = news(model, limit: rect.columns + 1)
        if let whole = news, whole.columns > newsRoom {
            news = model.message == nil ? whole.cut(to: newsRoom) : shortened(whole, newsRoom)
        }
        let place = place(model)
        let left = news.map { room - $0.columns - gap } ?? room * 2 / 3
        if place.columns > left, newsRoom < room {
            let mode = mode(model).cut(to: left)
            frame.draw(mode, row: rect.row, column: rect.endColumn - mode.columns - 1)
        } else if place.columns <= left || left >= placeColumnsLeast {
            let place = place.cut(to: left)
            frame.draw(place, row: rect.row, column: rect.endColumn - place.columns - 1)
        }
        if let news { frame.draw(news, row: rect.row, column: rect.column + 1, width: room) }
    }

    /// What a message may take: vim's mode stays beside it.
    private static func newsRoom(_ model: Model, _ rect: Rect) -> Int {
        let room = max(0, rect.columns - 2)
        let mode = mode(model)
        return mode.isEmpty || room < 30 ? room : room - mode.columns - gap
    }

    /// Vim's mode, and the keys that wait for others.
    private static func mode(_ model: Model) -> StyledLine {
        guard model.focus == .query, model.settings.keyStyle == .vim else { return StyledLine() }
        return StyledLine(model.vim.mode.title, .key, .bold) + StyledLine(" \(model.vim.count)\(model.vim.pending)")
    }

    /// A message that is longer than the line says where it is whole.
    private static func shortened(_ news: StyledLine, _ room: Int) -> StyledLine {
        let way = StyledLine("  ^X m", .key) + StyledLine(" all", .dim)
        guard room >= 40 else { return news.cut(to: room) }
        return news.cut(to: room - way.columns) + way
    }

    /// The key of a message that was cut, where that stands.
    static func leadsToMessages(_ model: Model, in rect: Rect) -> Bool {
        model.message != nil
            && news(model, limit: rect.columns + 1).map { $0.columns > newsRoom(model, rect) } ?? false
    }

    /// A message; without one, how far the running statement is.
    private static func news(_ model: Model, limit: Int) -> StyledLine? {
        if let message = model.message { return StyledLine([Span(message.text, message.role, limit: limit)]) }
        if model.running == nil, model.focus == .query, let problem = model.problemAtCursor {
            return StyledLine([Span(problem.message, ProblemView.role(of: problem), limit: limit)])
        }
        guard let running = model.running else { return model.rowWork.map(progress) }
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

    private static func progress(of work: RowWork) -> StyledLine {
        var line = StyledLine("● ", work.isCancelled ? .warning : .hot)
        line.append(work.isCancelled ? "cancelling" : work.kind.title, .strong)
        line.append("  \(Counts.of(work.rowCount, "row"))", .dim)
        if work.fraction > 0 { line.append("  \(Int(work.fraction * 100)) %", .number) }
        return line
    }

    private static func place(_ model: Model) -> StyledLine {
        switch model.focus {
        case .query:
            let cursor = model.editor.cursor
            let place = StyledLine("line \(cursor.line + 1), column \(cursor.column + 1)", .dim)
            let mode = mode(model)
            return mode.isEmpty ? place : mode + StyledLine("  ") + place
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
        guard grid.layout.rowCount > 0, let value = grid.cursorGlance else { return StyledLine() }
        var line = StyledLine(ValueRendering.typeName(of: value), .dim)
        if let elementID = value.focusElementID, case .node = value { line.append("  " + elementID, .elementId) }
        let isWhole = grid.layout.rowCount == grid.table.rowCount
        let all = isWhole ? grid.firstRows : nil
        line.append(
            "  row \(Counts.grouped(grid.layout.cursorRow + 1)) of \(all ?? Counts.grouped(grid.layout.rowCount))", .dim
        )
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

/// The last line: keys of the focused pane, from the key table. A click on one presses it.
enum FooterView {
    /// A key and what it does.
    struct Hint {
        /// As it is shown.
        var name: String
        var text: String
        /// What a click presses; `nil` for several keys in one.
        var key: Key?
        /// Where there is little room, the lowest stay.
        var rank = 3

        init(_ key: Key, _ text: String, rank: Int = 3) {
            self.init(key.name, text, key)
            self.rank = rank
        }

        init(_ name: String, _ text: String, _ key: Key? = nil) {
            self.name = name
            self.text = text
            self.key = key
        }

        var line: StyledLine { StyledLine(name, .key) + StyledLine(" " + text, .dim) }
    }

    static func draw(_ model: Model, into frame: inout Frame, _ rect: Rect) {
        for (hint, column) in placed(model, rect) { frame.draw(hint.line, row: rect.row, column: column) }
    }

    /// What a click there presses.
    static func key(_ model: Model, atColumn column: Int, in rect: Rect) -> Key? {
        // The line to type into stands where the hints would be.
        if case .prompt? = model.layers.last { return nil }
        let hit = placed(model, rect).first { hint, start in column >= start && column < start + hint.line.columns }
        return hit?.0.key
    }

    /// The hints that fit, and where they stand.
    private static func placed(_ model: Model, _ rect: Rect) -> [(Hint, Int)] {
        guard !rect.isEmpty else { return [] }
        let hints = hints(model)
        var room = rect.columns
        var shown: Set<Int> = []
        for index in hints.indices.sorted(by: { (hints[$0].rank, $0) < (hints[$1].rank, $1) }) {
            room -= hints[index].line.columns + 2
            guard room >= 0 else { break }
            shown.insert(index)
        }
        var column = rect.column + 1
        return shown.sorted().map { index in
            defer { column += hints[index].line.columns + 2 }
            return (hints[index], column)
        }
    }

    private static func hints(_ model: Model) -> [Hint] {
        if let layer = model.layers.last { return hints(of: layer, model) }
        if model.running != nil {
            return [Hint(.control("c"), "cancel"), Hint(Key(.tab), "pane"), Hint(.control("q"), "quit")]
        }
        let isText = model.focus == .query
        let first: [KeyMap.Context] = isText ? [.query, .anywhere] : [KeyMap.Context(model.focus)]
        var hints: [Hint] = []
        if model.rowWork != nil { hints.append(Hint(.control("c"), "cancel")) }
        if !isText { hints.append(Hint(.function(5), "run", rank: 0)) }
        for context in first + (isText ? [] : [.outsideText]) {
            for binding in model.keys.bindings(in: context) where !binding.short.isEmpty {
                guard let key = binding.keys.first, !isUseless(binding.command, model) else { continue }
                hints.append(Hint(key, binding.short, rank: rank(of: binding.command, model)))
            }
        }
        if !isText { hints.append(Hint(Key(.tab), "pane", rank: 1)) }
        return hints
    }

    private static func rank(of command: Command, _ model: Model) -> Int {
        switch command {
        case .run: 0
        // A plan is pinned to be compared with.
        case .planDiff where model.plan?.pinned != nil: 1
        case .nextPane, .help, .quit: 1
        case .open, .back: model.focus == .graph ? 1 : 3
        case .search, .expand: model.focus == .graph ? 2 : 3
        case .palette, .explain, .profile: 2
        case .history, .parameters: 4
        default: 3
        }
    }

    /// A hint at something that would do nothing here.
    private static func isUseless(_ command: Command, _ model: Model) -> Bool {
        switch command {
        case .forward: true
        case .back: model.focus != .graph
        case .open: model.focus == .plan || model.focus == .notes && model.notes.selected?.isOfStatement != true
        case .copy: model.focus == .schema
        case .applyRemedy: model.notes.selected?.fix == nil
        case .hideCode: model.notes.selected == nil
        case .retry: model.notes.selected?.isOfStatement != true
        case .showText: model.focus == .notes && model.notes.selected?.isOfStatement != true
        case .timeBack: !model.hasTime
        case .pinPlan: model.plan.map { $0.pinned?.request.number == $0.request.number } ?? false
        default: false
        }
    }

    private static func hints(of layer: Layer, _ model: Model) -> [Hint] {
        let close = Hint(Key(.escape), "close", rank: 0)
        let move = Hint("↑↓", "move")
        switch layer {
        case .help(let state):
            if state.isTyping { return [Hint(Key(.enter), "keep"), Hint(Key(.escape), "all")] }
            let room = LayerView.rect(of: layer, model).rows - 2 - (state.filter.isEmpty ? 0 : 1)
            let goesOn = HelpText.lines(model, with: state.filter.text).count > room
            return [Hint(.character("/"), "find")] + (goesOn ? [Hint(Key(.pageDown), "more")] : []) + [close]
        case .picker(let picker):
            var own: [Hint] = []
            if picker.kind == .saved { own.append(Hint(.function(2), "rename")) }
            if picker.kind == .saved || picker.kind == .history { own.append(Hint(Key(.delete), "delete")) }
            return [Hint(Key(.enter), "choose"), move] + own + [close]
        case .prompt: return [Hint(Key(.enter), "do it"), close]
        case .parameters(let state):
            if state.editing != nil { return [Hint(Key(.enter), "set"), Hint(Key(.escape), "back")] }
            return [
                Hint(Key(.enter), "edit"), Hint("name = value", "adds one"), Hint(Key(.delete), "delete"), close,
            ]
        case .inspector(let state): return hints(of: state) + [close]
        case .timeline: return [Hint(Key(.enter), "as of there"), move, close]
        case .question: return [Hint(.character("y"), "yes"), Hint(.character("n"), "no")]
        }
    }

    /// Only what the chosen part can do.
    private static func hints(of state: InspectorState) -> [Hint] {
        guard let row = state.selectedRow else { return [] }
        var hints: [Hint] = []
        if row.childCount > 0 { hints.append(Hint(.character(" "), "fold")) }
        if state.text != nil { hints.append(Hint("↑↓", "scroll")) }
        if ValueTree.childCount(of: state.value) > 0 || state.text != nil {
            hints.append(Hint(.character("/"), "find"))
        }
        if case .string = row.value, state.text == nil { hints.append(Hint(Key(.enter), "the whole text")) }
        if case .string = row.value { hints.append(Hint(.character("t"), "as literal, bytes")) }
        if row.value.leadsToGraph { hints.append(Hint(Key(.enter), "to the graph", rank: 1)) }
        return hints + [
            Hint(.character("y"), "copy", rank: 1), Hint(.character("Y"), "its path", rank: 4),
            Hint(.character("C"), "as Cypher"), Hint(.character("J"), "as JSON"),
        ]
    }
}
