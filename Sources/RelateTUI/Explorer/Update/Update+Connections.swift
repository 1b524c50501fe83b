import Render

/// Several stores at once: each connection has its own session and panes.
extension Model {
    /// `:open [-r] PATH`. The store opens beside the others; one that could not be opened makes room for it.
    mutating func open(_ argument: String) -> [Effect] {
        var path = argument
        var isReadOnly = false
        if path == "-r" || path.hasPrefix("-r ") {
            isReadOnly = true
            path = path.dropFirst(2).trimmingSpaces
        }
        guard let path = needPath(path, "the store's path") else { return [] }
        var namespace: String?
        var title: String?
        var place = ExportFile.expanded(path)
        if let named = settings.stores.first(where: { $0.name == path && !$0.path.isEmpty }) {
            title = path
            place = ExportFile.expanded(named.path)
            isReadOnly = isReadOnly || named.isReadOnly
            namespace = named.namespace
        }
        let isElsewhere = place != session.name || session.openFailure == nil
        if let known = sessions.first(where: { $0.name == place && $0.openFailure == nil && !$0.isInMemory }) {
            message = .information("\(place) is open already")
            return go(toConnection: known.number)
        }
        var new = SessionState(name: place, isReadOnly: isReadOnly, namespace: "")
        new.themeName = session.themeName
        new.wantedNamespace = namespace
        new.storeTitle = title
        if isElsewhere {
            new.number = (sessions.map(\.number).max() ?? 0) + 1
            new.openedFrom = session.number
            parked.append(workspace)
        } else {
            new.number = session.number
        }
        workspace = Workspace(new)
        return [.open(new.request)]
    }

    /// `:connect`: another session on the same store, with a transaction and panes of its own.
    mutating func connectAgain() -> [Effect] {
        guard session.openFailure == nil, !session.isOpening else {
            message = .information("No store is open: :open opens one")
            return []
        }
        let present = session
        var new = SessionState(name: present.name, isReadOnly: present.isReadOnly, namespace: present.namespace)
        new.themeName = present.themeName
        new.wantedNamespace = present.wantedNamespace
        new.storeTitle = present.storeTitle
        new.hasConsent = present.hasConsent
        new.isChanged = present.isChanged
        new.sharedStore = present.storeNumber
        new.number = (sessions.map(\.number).max() ?? 0) + 1
        parked.append(workspace)
        workspace = Workspace(new)
        message = .information("Another session on \(present.title): M-` goes to the next one, :close ends it")
        return [.session(.share(with: present.number, new.request))]
    }

    /// `:switch [NUMBER or NAME]`.
    mutating func switchConnection(_ argument: String) -> [Effect] {
        if argument.isEmpty { return perform(.connections) }
        let named = sessions.firstIndex { $0.title == argument }
        guard let place = Int(argument) ?? named.map({ $0 + 1 }), sessions.indices.contains(place - 1) else {
            message = .error("There is no open store \(argument)")
            return []
        }
        return go(toConnection: sessions[place - 1].number)
    }

    mutating func go(toConnection number: Int) -> [Effect] {
        guard select(connection: number) else { return [] }
        keepInView()
        return []
    }

    mutating func goToNextConnection() -> [Effect] {
        let sessions = sessions
        guard sessions.count > 1, let place = sessions.firstIndex(where: { $0.number == session.number }) else {
            message = .information("No other store is open: :open opens one")
            return []
        }
        return go(toConnection: sessions[(place + 1) % sessions.count].number)
    }

    /// Another session keeps the store open.
    var isShared: Bool {
        parked.contains { $0.session.storeNumber == session.storeNumber && $0.session.openFailure == nil }
    }

    /// What a session wrote stays in the store that others share with it.
    private mutating func noteChanges() {
        guard session.isChanged else { return }
        for place in parked.indices where parked[place].session.storeNumber == session.storeNumber {
            parked[place].session.isChanged = true
        }
    }

    mutating func closeConnection(isForced: Bool = false) -> [Effect] {
        guard !parked.isEmpty else {
            message = .information("This is the only store: Ctrl-Q quits")
            return []
        }
        guard session.transaction == .none else {
            message = .warning("A transaction is open: commit it or roll it back first")
            return []
        }
        guard isForced || !session.isInMemory || !session.isChanged || isShared else {
            layers.append(
                .question(
                    Question(
                        title: "Close the store",
                        detail: "\(session.name) holds what was written to it, and is gone then. Close it?",
                        action: .closeStore(session.number))))
            return []
        }
        let closed = session.number
        noteChanges()
        _ = goToNextConnection()
        parked.removeAll { $0.session.number == closed }
        return [.session(.close(connection: closed))]
    }

    func connectionsPicker() -> Picker {
        let items = sessions.enumerated().map { place, other in
            var words = [other.isReadOnly ? "read only" : "read and write", other.language.title]
            if other.transaction != .none { words.append("transaction open") }
            if other.openFailure != nil { words = ["not open"] }
            if other.number == session.number { words.append("here") }
            return Picker.Item(
                title: "\(place + 1)  \(other.title)", detail: words.joined(separator: ", "),
                choice: .connection(other.number))
        }
        return Picker(.connections, title: "Open stores", items: items)
    }

    mutating func checkpoint() -> [Effect] {
        guard session.abilities.contains(.checkpoints) else {
            message = .information("This store has no checkpoints")
            return []
        }
        guard running == nil else {
            message = .warning("A statement is running: Ctrl-C cancels it")
            return []
        }
        session.pendingCount += 1
        return [.session(.checkpoint)]
    }

    mutating func sessionEvent(_ event: SessionEvent) -> [Effect] {
        switch event {
        case .checkpointed(let failure):
            session.pendingCount -= 1
            message = failure.map { .error($0.message.firstLine) } ?? .success("Checkpoint written")
        case .storeIsOpen(let path, let connection): return storeIsOpen(path, on: connection)
        }
        return []
    }

    /// `:graph [cards|map|overview|trail]`.
    mutating func drawGraph(_ argument: String) -> [Effect] {
        switch argument {
        case "": return showResultAsGraph()
        case "cards", "map", "overview":
            focus(on: .graph)
            return perform(argument == "cards" ? .showCards : argument == "map" ? .showMap : .showOverview)
        case "trail": return copyTrail()
        default:
            message = .error("A graph shows as cards, map or overview; trail copies the way")
            return []
        }
    }
}

extension Model {
    /// `:mouse on|off`.
    mutating func useMouse(_ argument: String) -> [Effect] {
        guard argument == "on" || argument == "off" else {
            message = .error("The mouse is on or off")
            return []
        }
        message = .information(
            argument == "on" ? "The mouse works here; with Shift the terminal has it" : "The terminal has the mouse")
        return [.session(.useMouse(argument == "on"))]
    }
}
