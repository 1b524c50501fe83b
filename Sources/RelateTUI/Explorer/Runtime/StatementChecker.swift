import CypherSyntax
import Relate

/// Checks what stands in the query pane, on a session and a thread of its own.
///
/// It waits until nothing more is typed for a while, and knows only the newest request: one under way is interrupted when a
/// newer one comes. Statements that did not change are not checked again.
final class StatementChecker: Sendable {
    typealias Answer = @Sendable (CheckReport?, _ number: Int) -> Void

    private struct Waiting {
        var request: CheckRequest
        var dueNanoseconds: Int
    }

    private struct State {
        var waiting: Waiting?
        /// Texts checked before; emptied when the store may say something else.
        var known: [String: Result<StatementCheck?, StatementFailure>] = [:]
        var isStopped = false
    }

    private let worker = SessionWorker()
    private let state = Guarded(State())
    private let delayNanoseconds: Int
    private let answer: Answer

    private static let statementsLimit = 64
    private static let textBytesLimit = 1 << 18
    private static let knownLimit = 256

    /// - Parameter answer: Takes the report of a request, or `nil` for one that a newer one took the place of; called on
    ///   the checker's thread.
    init(delayMs: Int, answer: @escaping Answer) {
        delayNanoseconds = delayMs * 1_000_000
        self.answer = answer
    }

    /// Further requests are about this store.
    func use(_ store: any ExplorerStore) {
        forget()
        worker.submit { $0.connectLater(to: store) }
    }

    func closeAndWait() { worker.closeAndWait() }

    func use(namespace: String) {
        forget()
        worker.submit { worker in
            _ = worker.attempt { session throws(StatementFailure) in try session.use(namespace: namespace) }
        }
    }

    /// The store's schema or its counts have changed.
    func forget() { state.withLock { $0.known = [:] } }

    func submit(_ request: CheckRequest) {
        let due = SystemClock.nanoseconds() + delayNanoseconds
        var isFirst = false
        state.signal { state in
            isFirst = state.waiting == nil
            state.waiting = Waiting(request: request, dueNanoseconds: due)
        }
        worker.control?.interrupt()
        if isFirst { worker.submit { self.work($0) } }
    }

    /// Ends the checks, and lets go of the store.
    func finishing(keepsMemory: Bool) -> SessionWorker.Ending {
        state.signal { $0.isStopped = true }
        return worker.finishing(keepsMemory: keepsMemory)
    }

    // MARK: - On the checker's thread

    private func work(_ worker: SessionWorker) {
        guard let request = take() else { return }
        let report = check(request, worker)
        answer(report, request.number)
    }

    /// The newest request, once it is due.
    private func take() -> CheckRequest? {
        while true {
            let due: Int? = state.withLock { state in state.isStopped ? nil : state.waiting?.dueNanoseconds }
            guard let due else { return nil }
            if due <= SystemClock.nanoseconds() { break }
            state.sleep(untilNanoseconds: due)
        }
        return state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting?.request
        }
    }

    private var isOutOfDate: Bool { state.withLock { $0.waiting != nil || $0.isStopped } }

    private func check(_ request: CheckRequest, _ worker: SessionWorker) -> CheckReport? {
        let text = request.text.text
        guard text.utf8.count <= Self.textBytesLimit else {
            return CheckReport(
                number: request.number, buffer: request.buffer, text: request.text, statements: [], problems: [])
        }
        var report = CheckReport(
            number: request.number, buffer: request.buffer, text: request.text, statements: [], problems: [])
        let bytes = Array(text.utf8)
        for part in Script.parts(of: text).prefix(Self.statementsLimit) {
            let statement = String(decoding: bytes[part.span.lowerBound..<part.span.upperBound], as: UTF8.self)
            guard let result = result(of: statement, worker) else { return nil }
            report.add(result, of: part, statement, in: request)
        }
        return report
    }

    /// `nil` when a newer request has come.
    private func result(
        of statement: String, _ worker: SessionWorker
    ) -> Result<StatementCheck?, StatementFailure>? {
        // `BEGIN` and its like are for the explorer, not for the store.
        if TransactionStep(statement: statement) != nil { return .success(nil) }
        if let known = state.withLock({ $0.known[statement] }) { return known }
        let result = worker.attempt { session throws(StatementFailure) in try session.check(statement) }
        if isOutOfDate { return nil }
        state.withLock { state in
            if state.known.count >= Self.knownLimit { state.known = [:] }
            state.known[statement] = result
        }
        return result
    }
}

extension CheckReport {
    fileprivate mutating func add(
        _ result: Result<StatementCheck?, StatementFailure>, of part: Script.Part, _ statement: String,
        in request: CheckRequest
    ) {
        let territory = part.territory.lowerBound..<part.territory.upperBound
        func range(_ span: Range<Int>) -> Range<TextPosition> {
            let start = text.position(ofOffset: part.span.lowerBound + span.lowerBound)
            let end = text.position(ofOffset: part.span.lowerBound + span.upperBound)
            return start..<max(start, end)
        }
        switch result {
        case .failure(let failure):
            let isUnfinished =
                !part.isTerminated
                && Completion.isUnfinished(statement, failingAt: failure.span?.lowerBound ?? 0)
            statements.append(
                Statement(territory: territory, check: nil, hasError: true, isUnfinished: isUnfinished))
            guard let span = failure.span, !isUnfinished else { return }
            problems.append(
                EditorProblem(
                    severity: .error, range: range(span),
                    message: failure.message.firstLine.withoutErrorKind.withoutPlace, code: failure.code))
        case .success(let check):
            statements.append(Statement(territory: territory, check: check))
            guard let check else { return }
            for remark in check.remarks {
                guard let span = remark.span else { continue }
                let notification = remark.notification
                problems.append(
                    EditorProblem(
                        severity: notification.severity == "WARNING" ? .warning : .information, range: range(span),
                        message: notification.description.firstLine, code: notification.code))
            }
            let missing = check.parameters.filter { !request.parameters.contains($0) }
            if !missing.isEmpty { addMissing(Set(missing), of: part) }
        }
    }

    private mutating func addMissing(_ names: Set<String>, of part: Script.Part) {
        let bytes = Array(text.text.utf8)
        for token in Lexer.tokens(in: text.text)
        where token.kind == .parameter && token.span.lowerBound >= part.span.lowerBound
            && token.span.upperBound <= part.span.upperBound
        {
            let written = String(decoding: bytes[token.span.lowerBound..<token.span.upperBound], as: UTF8.self)
            let name = written.drop { $0 == "$" || $0 == "`" }.prefix { $0 != "`" }
            guard names.contains(String(name)) else { continue }
            problems.append(
                EditorProblem(
                    severity: .warning,
                    range: text.position(
                        ofOffset: token.span.lowerBound)..<text.position(ofOffset: token.span.upperBound),
                    message: "$\(name) has no value yet: ^T sets it", code: ""))
        }
    }
}
