/// What becomes of a store that was to be opened.
extension Model {
    mutating func storeOpened(_ info: StoreInfo) -> [Effect] {
        let wasReopening = session.isReopening
        let from = session.openedFrom
        session.name = info.name
        session.isReadOnly = info.isReadOnly
        session.namespace = info.namespace
        session.language = info.language
        session.abilities = info.abilities
        session.openFailure = nil
        session.isOpening = false
        session.isReopening = false
        session.openedFrom = nil
        session.mustExist = !session.isInMemory
        if wasReopening {
            message = .success("\(session.title) is open again, as it is now")
        } else if info.isNew, session.sharedStore == nil, message == nil {
            message = .information("Made a new store: \(info.name)")
        } else if info.isReadOnly, !session.isInMemory, message == nil {
            message = .information("Shows \(session.title) as it is now: :reopen shows what is written later")
        }
        return leave(failed: from) + loadSchema() + (hasTime ? loadRulers() : []) + readParameters()
    }

    /// The entry of a store that could not be opened makes room for the one that could.
    private mutating func leave(failed number: Int?) -> [Effect] {
        guard let number, let place = parked.firstIndex(where: { $0.session.number == number }),
            parked[place].session.openFailure != nil
        else { return [] }
        parked.remove(at: place)
        return [.session(.close(connection: number))]
    }

    /// One stays where one was before; at the start there is nothing but the store that failed.
    mutating func storeFailed(_ path: String, _ failure: StatementFailure) -> [Effect] {
        session.isOpening = false
        session.isReopening = false
        session.openFailure = failure
        let effects = goBack(to: session.openedFrom)
        message = .error("\(path) could not be opened: \(failure.message.firstLine)")
        return effects
    }

    /// Leaves a connection that has no store for the one it was asked for from; `nil` stays.
    private mutating func goBack(to number: Int?) -> [Effect] {
        let failed = session.number
        guard let number, number != failed, select(connection: number) || selectAny() else { return [] }
        parked.removeAll { $0.session.number == failed }
        keepInView()
        return [.session(.close(connection: failed))]
    }

    private mutating func selectAny() -> Bool {
        guard let other = parked.first else { return false }
        return select(connection: other.session.number)
    }

    /// The store has another spelling, and is open by that: it is gone to.
    mutating func storeIsOpen(_ path: String, on connection: Int) -> [Effect] {
        session.isOpening = false
        guard sessions.contains(where: { $0.number == connection }) else {
            return storeFailed(path, .local("another session has it open"))
        }
        session.openFailure = .local("another session has it open")
        let effects = goBack(to: connection)
        message = .information("\(session.title) is open already")
        return effects
    }

    /// Opens the store anew, for a session that can do no more, or to see what others have written. An open transaction is
    /// lost by it.
    mutating func askToReopen() -> [Effect] {
        guard running == nil else {
            message = .warning("A statement is running: Ctrl-C cancels it")
            return []
        }
        guard !session.isOpening else {
            message = .information("\(session.title) is being opened")
            return []
        }
        guard !isShared else {
            message = .warning("Another session uses \(session.title): :close it first")
            return []
        }
        guard session.transaction != .none else { return reopen() }
        layers.append(
            .question(
                Question(
                    title: "Open the store again", detail: "A transaction is open, and is rolled back by it. Go on?",
                    action: .reopen(session.number))))
        return []
    }

    mutating func reopen() -> [Effect] {
        session.isOpening = true
        session.isReopening = true
        session.transaction = .none
        session.hasUncommittedWrites = false
        transactionStatements = []
        message = .information("Opening \(session.title) again")
        return [.open(session.request)]
    }
}

extension SessionState {
    /// What is opened for it.
    var request: StoreRequest {
        StoreRequest(path: name, isReadOnly: isReadOnly, namespace: wantedNamespace, mustExist: mustExist)
    }
}
