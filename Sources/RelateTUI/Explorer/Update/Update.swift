import Relate

/// Changes the model by what happened, and says what the world is asked for. Pure: reads no clock, no file.
func update(_ model: inout Model, _ event: Event) -> [Effect] {
    let effects = react(&model, event)
    model.followPanes()
    model.followMapRoom()
    return effects + model.followText()
}

private func react(_ model: inout Model, _ event: Event) -> [Effect] {
    switch event {
    case .key(let key):
        return model.press(key)
    case .mouse(let action):
        return model.point(action)
    case .paste(let text):
        return model.paste(text)
    case .resized(let size):
        model.size = size
        // The pane in use stays, whatever has room beside it now.
        if Layout(model).panes[model.focus] == nil { model.focus(on: model.focus) }
        model.keepInView()
        return [.repaint]
    case .progressed(let elapsedMs, let progress):
        return model.progressed(elapsedMs: elapsedMs, progress)
    case .answeredTooSoon:
        model.answeredTooSoon()
    case .suspensionAsked:
        return [.suspend]
    case .inputClosed:
        model.hasEnded = true
        return [.quit]

    case .of(let connection, let event):
        return model.take(event, of: connection)
    case .storeOpened(let info):
        return model.storeOpened(info)
    case .storeFailed(let path, let failure):
        return model.storeFailed(path, failure)
    case .statementEnded(let request, let result):
        return model.statementEnded(request, result)
    case .transactionEnded(let step, let result):
        return model.transactionEnded(step, result)
    case .namespaceUsed(let name, let failure):
        return model.namespaceUsed(name, failure)
    case .schemaLoaded(let summary):
        model.session.pendingCount -= 1
        model.schema.summary = summary
        model.checks.generation += 1
        model.completions = CompletionCache()
    case .session(let event):
        return model.sessionEvent(event)
    case .graph(let event):
        return model.graphEvent(event)
    case .datalog(let result):
        model.datalogEvent(result)
    case .rowsArranged(let number, let arrangement):
        return model.rowsArranged(number, arrangement)
    case .rowFound(let number, let row):
        model.rowFound(number, row)
    case .rowsProgressed(let fraction):
        model.rowWork?.fraction = fraction
    case .rowsCancelled:
        if model.rowWork?.isCancelled == true { model.message = .warning("Cancelled") }
        model.rowWorkEnded()
    case .historyLoaded(let statements):
        model.session.pendingCount -= 1
        model.history = statements + model.history
    case .removedFromHistory(let failure):
        model.removedFromHistory(failure)
    case .parameterEvaluated(let entry):
        model.session.pendingCount -= 1
        model.setParameter(entry)
    case .parameterRefused(let name, let text, let reason):
        model.session.pendingCount -= 1
        model.parameterRefused(name, text, reason)
    case .exported(let path, let result):
        let scope = model.rowWork?.scope
        model.rowWorkEnded()
        switch result {
        case .success(let count):
            let what = scope?.text ?? Counts.of(count, "row")
            let isCut = scope.map { $0.rest != .none } ?? false
            let rest = isCut ? " (:limit off keeps all)" : scope?.isWhole ?? true ? "" : " (-a writes all)"
            model.message = .success(
                model.focus == .plan
                    ? "The result's \(what) written\(rest) to \(path); :plan FILE writes the plan"
                    : "\(what) written\(rest) to \(path)")
        case .failure(let failure): model.message = .error(failure.message)
        }
    case .editor(let event):
        return model.take(event)
    case .themeLoaded(let name, let failure):
        if failure == nil { model.session.themeName = name }
        if let failure { model.message = .error(failure) }
    case .rowsWritten(let text, let what):
        let scope = model.rowWork?.scope
        model.rowWorkEnded()
        if let text {
            let isWhole = scope.map { $0.isWhole && $0.rest == .none } ?? true
            return [.copy(text, what: isWhole ? what : "\(what) (\(scope?.text ?? ""))")]
        }
        model.message = CopyOutcome.tooLong.message(of: what)
    case .copied(let what, let outcome):
        model.message = outcome.message(of: what)
    }
    return []
}

/// What a new explorer asks for first.
func initialEffects(of model: Model) -> [Effect] {
    [.open(model.session.request), .loadHistory]
        + model.parked.map { .of(connection: $0.session.number, [.open($0.session.request)]) }
}

extension Model {
    // MARK: - The store

    mutating func namespaceUsed(_ name: String, _ failure: StatementFailure?) -> [Effect] {
        session.pendingCount -= 1
        if let failure {
            message = .error(failure.message.firstLine)
            return []
        }
        session.namespace = name
        return loadSchema()
    }

    mutating func loadSchema() -> [Effect] {
        session.pendingCount += 1
        return [.loadSchema]
    }

    mutating func transactionEnded(_ step: TransactionStep, _ result: Result<String?, StatementFailure>) -> [Effect] {
        session.pendingCount -= 1
        let isOfScript = running?.request.step != nil
        if isOfScript { running = nil }
        switch result {
        case .failure(let failure):
            message = .error(failure.message.firstLine)
            if failure.isRetryable {
                session.transaction = .none
                session.hasUncommittedWrites = false
                conflicted(failure)
                transactionStatements = []
            }
            if isOfScript { queued = [] }
            return []
        case .success(let bookmark):
            if let bookmark { session.bookmark = bookmark }
            transactionStatements = []
            session.hasUncommittedWrites = false
            switch step {
            case .begin:
                session.transaction = .open(statementCount: 0)
                message = .information(
                    session.isReadOnly
                        ? "A transaction is open, and can only read: so is the store; M-r ends it"
                        : "A transaction is open: M-c commits, M-r rolls back")
            case .commit:
                session.transaction = .none
                message = .success("Committed" + (bookmark.map { " as \($0)" } ?? ", nothing was written"))
            case .rollback:
                session.transaction = .none
                message = .information("Rolled back")
            }
            if isOfScript { script?.addStep() }
            let next = isOfScript && !queued.isEmpty ? start(queued.removeFirst()) : []
            return (step == .begin ? [] : loadSchema()) + next
        }
    }

    // MARK: - Focus

    mutating func focus(on pane: Pane) {
        focus = pane
        completion = nil
        if pane != .query { lowerPane = pane == .schema && hasSidebar ? lowerPane : pane }
        if pane == .schema { isSidebarHidden = false }
        keepInView()
    }

    /// The keyboard is never in a pane that does not show: it goes to the one that took its place.
    fileprivate mutating func followPanes() {
        let layout = Layout(self)
        guard layout.panes[focus] == nil, !layout.isTooSmall else { return }
        focus = layout.panes[lowerPane] == nil ? .query : lowerPane
        completion = nil
    }

    var hasSidebar: Bool { !isZoomed && Layout(self).panes[.schema] != nil }

    mutating func cycleFocus(by step: Int) {
        if isZoomed {
            let tabs = Pane.tabs
            let index = tabs.firstIndex(of: focus) ?? 0
            return focus(on: tabs[(index + step + tabs.count) % tabs.count])
        }
        let panes = Layout(self).visiblePanes
        guard let index = panes.firstIndex(of: focus) else { return focus(on: panes.first ?? .query) }
        focus(on: panes[(index + step + panes.count) % panes.count])
    }

    /// After a change of size or focus, cursors show.
    mutating func keepInView() {
        let layout = Layout(self)
        if let rect = layout.inner(.query) { scrollEditor(rows: rect.rows, columns: rect.columns) }
        if grid != nil { scrollGrid(layout) }
        scrollLists(layout)
    }
}

extension String {
    /// Up to the first line end.
    var firstLine: String { String(prefix { !$0.isNewline }) }
}
