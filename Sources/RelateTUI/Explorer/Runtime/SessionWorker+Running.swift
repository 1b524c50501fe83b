extension SessionWorker {
    /// Runs a statement, unless it needs consent that nobody gave. On the worker's thread.
    func event(running request: RunRequest) -> Event {
        if request.needsConsent {
            let check = attempt { session throws(StatementFailure) in try session.isWriting(request.text, request.mode)
            }
            // A statement with an error runs into it below, and changes nothing.
            if case .success(true) = check { return .editor(.consentNeeded(request)) }
        }
        return .statementEnded(
            request,
            attempt { session throws(StatementFailure) in
                try session.run(
                    request.text, mode: request.mode, parameters: request.parameters, time: request.time,
                    keeping: request.limit)
            })
    }
}

extension ExplorerSession {
    /// Running the statement would change the store; `PROFILE` runs it as well. What a store cannot tell counts as writing.
    func isWriting(_ statement: String, _ mode: RunMode) throws(StatementFailure) -> Bool {
        guard mode != .explain else { return false }
        return try writes(statement) ?? true
    }
}
