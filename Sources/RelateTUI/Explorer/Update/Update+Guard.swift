extension Model {
    /// Statements that write are asked about before they run.
    var isGuarded: Bool {
        (guardsWrites ?? !session.isInMemory) && !session.isReadOnly
            && !session.hasConsent
    }

    mutating func askForConsent(_ request: RunRequest) {
        guard running?.request.number == request.number else { return }
        running = nil
        let verb = request.mode == .profile ? "PROFILE runs the statement, and it" : "The statement"
        layers.append(
            .question(
                Question(
                    title: "\(session.shortName) would be changed",
                    detail: "\(verb) writes to the store. Run it, and later ones without asking?",
                    action: .write(request))))
    }

    mutating func answer(_ question: Question, _ isYes: Bool) -> [Effect] {
        switch question.action {
        case .quit:
            guard isYes else { return [] }
            return quit()
        case .write(var request):
            guard isYes else {
                queued = []
                message = .information("Nothing was run")
                return []
            }
            session.hasConsent = true
            for index in queued.indices { queued[index].needsConsent = false }
            request.needsConsent = false
            request.number = nextNumber
            nextNumber += 1
            return start(request)
        case .scratch(let statement):
            guard isYes else { return [] }
            openBuffer(title: "remedy", text: statement)
            message = .information("Nothing was run: read the text, then F5")
            return []
        case .removeSaved(let path):
            guard isYes else { return [] }
            session.pendingCount += 1
            return [.editor(.removeSaved(path: path))]
        case .removeStatement(let text): return isYes ? removeStatement(text) : []
        case .closeBuffer(let number):
            if isYes, buffers[currentBuffer].number == number { dropBuffer() }
            return []
        case .rollback(let number):
            return isYes && session.number == number ? transaction(.rollback) : []
        case .reopen(let number):
            return isYes && session.number == number ? reopen() : []
        case .closeStore(let number):
            return isYes && session.number == number ? closeConnection(isForced: true) : []
        }
    }

    /// `:guard on`, `:guard off`.
    mutating func setGuard(_ argument: String) {
        switch argument {
        case "on": (guardsWrites, session.hasConsent) = (true, false)
        case "off": guardsWrites = false
        default: break
        }
        message = .information(
            isGuarded ? "Statements that write are asked about" : "Statements that write run without a question")
    }
}
