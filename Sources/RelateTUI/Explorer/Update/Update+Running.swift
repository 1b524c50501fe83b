import CypherSyntax
import Relate
import Render

extension Model {
    /// Sends the selection or the statement at the cursor to the store.
    mutating func run(_ mode: RunRequest.Mode) -> [Effect] {
        guard canRun() else { return [] }
        guard let piece = statementToRun() else {
            message = .information("There is no statement at the cursor")
            return []
        }
        guard let request = request(for: piece, mode: mode) else { return [] }
        script = nil
        buffers[currentBuffer].ranVersion = editor.version
        return start(request)
    }

    /// Sends all statements of the buffer, one after another.
    mutating func runAll() -> [Effect] {
        guard canRun() else { return [] }
        let pieces = statements(of: editor.text)
        var requests = pieces.compactMap { piece in request(for: piece, mode: .run) }
        guard !requests.isEmpty else {
            message = .information("There is no statement to run")
            return []
        }
        script = requests.count > 1 ? ScriptProgress(statementCount: requests.count) : nil
        let first = requests.removeFirst()
        queued = requests
        buffers[currentBuffer].ranVersion = editor.version
        return start(first)
    }

    /// `:limit off` keeps all rows of results from now on, and brings those that the present one left out; `:limit on`
    /// keeps as many as the configuration says.
    mutating func limitRows(_ argument: String) -> [Effect] {
        guard ["", "on", "off"].contains(argument) else {
            message = .error(":limit off keeps all rows of a result, :limit on as many as the configuration says")
            return []
        }
        if !argument.isEmpty { keepsAllRows = argument == "off" }
        guard keepsAllRows else {
            message = .information(settings.resultLimit.sentence)
            return []
        }
        message = .information("Results keep all of their rows")
        guard argument == "off", let grid, grid.outcome.rest != .none, running == nil else { return [] }
        guard grid.outcome.queryType == .read else {
            message = .warning("From now on all rows are kept; this statement changed the store, and is not run again")
            return []
        }
        return retry(grid.request)
    }

    mutating func retry(_ request: RunRequest) -> [Effect] {
        guard canRun() else { return [] }
        var again = request
        script = nil
        again.number = nextNumber
        nextNumber += 1
        return start(again)
    }

    /// The statements of a transaction that is over, in a new one, which stays open.
    mutating func retry(transaction statements: [RunRequest]) -> [Effect] {
        guard canRun(), var first = statements.first else { return [] }
        first.text = "BEGIN"
        first.step = .begin
        var requests = [first] + statements
        for index in requests.indices {
            requests[index].number = nextNumber
            requests[index].needsConsent = false
            nextNumber += 1
        }
        script = ScriptProgress(statementCount: requests.count)
        queued = Array(requests.dropFirst())
        return start(requests[0])
    }

    mutating func cancel() -> [Effect] {
        if rowWork != nil, running == nil {
            rowWork?.isCancelled = true
            rowWork?.next = nil
            return [.cancelRows]
        }
        guard running != nil else {
            message = .information("Nothing runs. Ctrl-Q quits")
            return []
        }
        running?.isInterrupted = true
        queued = []
        return [.interrupt]
    }

    /// Shows how far the running statement is, and interrupts it once it takes longer than the configuration allows.
    mutating func progressed(elapsedMs: Double, _ progress: RunProgress) -> [Effect] {
        running?.elapsedMs = elapsedMs
        running?.progress = progress
        guard let seconds = settings.timeoutSeconds, let statement = running, !statement.isInterrupted,
            elapsedMs >= Double(seconds) * 1000
        else { return [] }
        running?.isTimedOut = true
        return cancel()
    }

    /// While a store is being opened too: its worker does one thing after the other.
    mutating func canRun() -> Bool {
        if let failure = session.openFailure {
            message = .error("No store is open: \(failure.message.firstLine)")
            return false
        }
        if running != nil {
            message = .warning("A statement is running: Ctrl-C cancels it")
            return false
        }
        return true
    }

    private func statementToRun() -> StatementScript.Piece? {
        if let selection = editor.selection {
            let text = editor.text(in: selection)
            guard text.contains(where: { !$0.isWhitespace }) else { return nil }
            return StatementScript.Piece(text: text, offset: editor.offset(of: selection.lowerBound))
        }
        return statement(at: editor.offset(of: editor.cursor))
    }

    /// The statement of the buffer in front that a place belongs to.
    func statement(at offset: Int) -> StatementScript.Piece? {
        session.language == .datalog
            ? DatalogScript.statement(at: offset, in: editor.text)
            : StatementScript.statement(at: offset, in: editor.text)
    }

    /// A text's statements, in the language of the store.
    func statements(of text: String) -> [StatementScript.Piece] {
        session.language == .datalog ? DatalogScript.statements(in: text) : StatementScript.statements(in: text)
    }

    private mutating func request(for piece: StatementScript.Piece, mode: RunRequest.Mode) -> RunRequest? {
        if piece.text.contains("\0") {
            message = .error("The statement holds a NUL character")
            return nil
        }
        let step = session.language == .cypher ? TransactionStep(statement: piece.text) : nil
        guard step == nil || mode == .run else {
            message = .information("\(piece.text.uppercased()) has no plan: F5 does it")
            return nil
        }
        defer { nextNumber += 1 }
        return RunRequest(
            number: nextNumber, text: piece.text, offset: piece.offset, buffer: buffers[currentBuffer].number,
            mode: StatementScript.asksForPlan(piece.text) ? .run : mode, parameters: boundParameters, time: time.point,
            needsConsent: isGuarded && step == nil, step: step)
    }

    mutating func start(_ request: RunRequest) -> [Effect] {
        if let step = request.step { return start(step, request) }
        var request = request
        request.limit = keepsAllRows ? ResultLimit() : settings.resultLimit
        running = RunningStatement(request: request)
        grid?.isOld = true
        clearProblem(ofBuffer: request.buffer)
        var effects: [Effect] = [.run(request)]
        if history.last != request.text {
            history.append(request.text)
            effects.append(.appendHistory(request.text))
        }
        return effects
    }

    /// `BEGIN` and its like in a text.
    private mutating func start(_ step: TransactionStep, _ request: RunRequest) -> [Effect] {
        let effects = transaction(step)
        if effects.isEmpty {
            // Refused: the message says why. What follows in a script would mean something else.
            queued = []
        } else {
            running = RunningStatement(request: request)
        }
        return effects
    }

    var boundParameters: [String: CypherValue] {
        var values: [String: CypherValue] = [:]
        for entry in parameters { values[entry.name] = entry.value }
        return values
    }

    // MARK: - What came back

    mutating func statementEnded(
        _ request: RunRequest, _ result: Result<StatementOutcome, StatementFailure>
    ) -> [Effect] {
        guard running?.request.number == request.number else { return [] }
        let ended = running
        running = nil
        switch result {
        case .success(let outcome): return succeeded(request, outcome)
        case .failure(let failure):
            failed(request, failure, ended)
            return []
        }
    }

    private mutating func succeeded(_ request: RunRequest, _ outcome: StatementOutcome) -> [Effect] {
        if case .open(let count) = session.transaction {
            session.transaction = .open(statementCount: count + 1)
            transactionStatements.append(request)
        }
        if let bookmark = outcome.bookmark { session.bookmark = bookmark }
        if let document = outcome.plan {
            plan = newPlan(document, request)
        } else if let last = plan {
            plan?.isOld = last.request.text != request.text
        }
        takeNotes(request, outcome)
        let isPlanOnly = outcome.plan != nil && outcome.columns.isEmpty
        if !isPlanOnly || grid == nil {
            lowerPane = isPlanOnly ? .plan : .result
            grid = GridState(
                outcome: outcome, of: request, room: gridRect(Layout(self)).columns, options: valueOptions)
        }
        if queued.isEmpty { showOutcome(request, outcome) }
        script?.add(outcome)
        var summary = Self.summary(of: outcome)
        if let script, queued.isEmpty { summary.text = script.summary + "; the last: " + summary.text }
        message = summary
        var effects = timeFollows(request, outcome)
        keepInView()
        if outcome.queryType != .read, outcome.plan?.profiled ?? true {
            session.isChanged = true
            session.hasUncommittedWrites = session.transaction != .none
            effects += loadSchema()
        }
        if !queued.isEmpty { effects += start(queued.removeFirst()) }
        return effects
    }

    /// A commit that was refused: what the transaction did can be done again.
    mutating func conflicted(_ failure: StatementFailure) {
        guard let last = transactionStatements.last else { return }
        var note = NotesState.Note(failure, last)
        note.remedy = "Nothing of the transaction was kept. r runs its statements again in a new one; commit that then."
        note.transaction = transactionStatements
        notes.notes = [note]
        notes.cursor = 0
        bringForward(.notes)
    }

    /// Brings the pane to the front that has the answer. The keyboard stays where it is.
    private mutating func showOutcome(_ request: RunRequest, _ outcome: StatementOutcome) {
        bringForward(outcome.plan != nil ? .plan : .result)
    }

    /// Shows a pane; the keyboard follows where the pane that had it makes room.
    private mutating func bringForward(_ pane: Pane) {
        if Layout(self).panes[pane] != nil, !isZoomed { return }
        lowerPane = pane
        if isZoomed || Layout(self).panes[focus] == nil { focus = pane }
    }

    private mutating func failed(_ request: RunRequest, _ failure: StatementFailure, _ ended: RunningStatement?) {
        queued = []
        notes.notes = [NotesState.Note(failure, request)]
        notes.cursor = 0
        let lead = script.map { "Statement \($0.done + 1) of \($0.statementCount): " } ?? ""
        if ended?.isTimedOut == true, let seconds = settings.timeoutSeconds {
            message = .warning(lead + "Cancelled after \(seconds) s: run.timeout of the configuration")
            return
        }
        if ended?.isInterrupted == true {
            message = .warning(lead + "Cancelled")
            return
        }
        message = .error(lead + failure.message.firstLine)
        let note = NotesState.Note(failure, request)
        if let index = buffers.firstIndex(where: { $0.number == request.buffer }), let span = note.span {
            let text = buffers[index].text
            let start = text.position(ofOffset: span.lowerBound)
            let end = text.position(ofOffset: max(span.upperBound, span.lowerBound))
            buffers[index].problem = EditorBuffer.Problem(
                range: start..<max(start, end), message: failure.message.firstLine.withoutErrorKind.withoutPlace,
                version: text.version)
            // In a script the statement that failed may be far from the cursor.
            if script != nil, index == currentBuffer { buffers[index].text.move(to: start, selecting: false) }
        }
        if focus == .query, isZoomed { return }
        bringForward(.notes)
    }

    private mutating func takeNotes(_ request: RunRequest, _ outcome: StatementOutcome) {
        let ofStatement = outcome.notifications.map { NotesState.Note($0, request) }
        let known = Set(ofStatement.map { $0.code + $0.detail })
        let operators = outcome.plan == nil ? [] : plan?.model.operators ?? []
        let ofOperators = operators.flatMap { item in
            item.node.warnings.map { NotesState.Note($0, request, operatorNumber: item.id) }
        }
        let notes = ofStatement + ofOperators.filter { !known.contains($0.code + $0.detail) }
        self.notes.notes = NotesState.inOrder(notes)
        self.notes.cursor = 0
        self.notes.top = 0
    }

    private static func summary(of outcome: StatementOutcome) -> StatusMessage {
        let changes = QueryChanges.summary(outcome.stats)
        let time = Quantities.duration(ms: outcome.elapsedMs)
        if let first = outcome.rest.firstRows(outcome.rows.rowCount) {
            let lead = changes.isEmpty ? "" : changes + ", "
            return .warning("\(lead)\(first) kept in \(time); :limit off keeps all")
        }
        if let plan = outcome.plan, !plan.profiled { return .information("Plan made in \(time), nothing was run") }
        let rows = outcome.columns.isEmpty ? "done" : Counts.of(outcome.rows.rowCount, "row")
        return changes.isEmpty
            ? .information("\(rows) in \(time)") : .success("\(changes) in \(time)")
    }

    private mutating func clearProblem(ofBuffer number: Int) {
        for index in buffers.indices where buffers[index].number == number { buffers[index].problem = nil }
    }

    // MARK: - Transactions

    mutating func transaction(_ step: TransactionStep) -> [Effect] {
        guard canRun() else { return [] }
        let isOpen = session.transaction != .none
        if step == .begin, isOpen {
            message = .warning("A transaction is open already")
            return []
        }
        if step != .begin, !isOpen {
            message = .warning("No transaction is open")
            return []
        }
        session.pendingCount += 1
        return [.transaction(step)]
    }
}

extension String {
    /// `Invalid input` of `syntax error: UnexpectedSyntax: Invalid input`.
    var withoutErrorKind: String {
        let parts = split(separator: ": ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasSuffix(" error"), !parts[1].contains(" ") else { return self }
        return String(parts[2])
    }
}

extension String {
    /// Without `(line 1, column 8 (offset: 7))` at its end, for what is said at that place.
    var withoutPlace: String {
        guard hasSuffix("))"), let range = ranges(of: " (line ").last else { return self }
        return String(self[..<range.lowerBound])
    }
}

/// The counters of a statement that changed something, as one line.
enum QueryChanges {
    static func summary(_ stats: QueryStats) -> String {
        let counts: [(Int, String)] = [
            (stats.nodesCreated, "node created"), (stats.nodesDeleted, "node deleted"),
            (stats.relationshipsCreated, "relationship created"), (stats.relationshipsDeleted, "relationship deleted"),
            (stats.propertiesSet, "property set"), (stats.labelsAdded, "label added"),
            (stats.labelsRemoved, "label removed"), (stats.indexesAdded, "index added"),
            (stats.indexesRemoved, "index removed"), (stats.constraintsAdded, "constraint added"),
            (stats.constraintsRemoved, "constraint removed"),
        ]
        return counts.filter { $0.0 > 0 }.map { phrase($0.0, $0.1) }.joined(separator: ", ")
    }

    private static func phrase(_ count: Int, _ words: String) -> String {
        guard count != 1, let space = words.firstIndex(of: " ") else { return "\(count) \(words)" }
        let noun = words[..<space]
        let plural = noun == "property" ? "properties" : noun == "index" ? "indexes" : noun + "s"
        return "\(Counts.grouped(count)) \(plural)\(words[space...])"
    }
}
