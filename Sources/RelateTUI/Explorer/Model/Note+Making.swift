import Relate

extension NotesState.Note {
    /// Something that the configuration has wrong.
    init(_ warning: Settings.Warning) {
        severity = .warning
        code = "config.toml"
        title = "config.toml, \(warning)"
        detail = ""
        remedy = ""
        request = RunRequest(number: 0, text: "", offset: 0, buffer: -1, mode: .run, parameters: [:])
    }

    init(_ notification: Relate.Notification, _ request: RunRequest, operatorNumber: Int? = nil) {
        severity = notification.severity == "WARNING" ? .warning : .information
        code = notification.code
        title = notification.title
        detail = notification.description
        remedy = notification.remedy
        status = notification.gqlStatus
        category = notification.category
        fix = notification.fix
        self.operatorNumber = operatorNumber ?? notification.operatorId.flatMap { Int(exactly: $0) }
        self.request = request
        span = notification.position.map { position in
            let lower = max(0, position.offset) + request.offset
            return lower..<(lower + max(0, position.length))
        }
    }

    init(_ failure: StatementFailure, _ request: RunRequest) {
        severity = .error
        code = failure.code
        status = failure.status
        stage = failure.stage
        let parts = failure.message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        title = parts.first.map { String($0) } ?? failure.code
        detail = parts.count > 1 ? String(parts[1]) : ""
        remedy = ""
        isRetryable = failure.isRetryable
        self.request = request
        span = failure.span.map { span in
            let lower = max(0, span.lowerBound) + request.offset
            return lower..<max(lower, span.upperBound + request.offset)
        }
        fix = Self.fix(failure, in: request.text)
    }

    /// The name that was meant, in the place of the one that stands there.
    private static func fix(_ failure: StatementFailure, in text: String) -> Relate.Notification.Fix? {
        guard let suggestion = failure.suggestion, let span = failure.span, span.lowerBound >= 0 else { return nil }
        // A call's place goes on behind its name.
        let name = text.utf8.dropFirst(span.lowerBound).prefix(span.count).prefix { $0 != UInt8(ascii: "(") }
        return name.isEmpty ? nil : .edit(offset: span.lowerBound, length: name.count, replacement: suggestion)
    }
}
