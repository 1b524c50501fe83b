import Relate

/// What the last statements had to say: errors and notifications.
struct NotesState: Sendable {
    struct Note: Hashable, Sendable {
        enum Severity: Int, Hashable, Sendable {
            case error, warning, information

            var letter: String {
                switch self {
                case .error: "E"
                case .warning: "W"
                case .information: "I"
                }
            }
        }

        var severity: Severity
        var code: String
        /// GQLSTATUS.
        var status = ""
        /// Of a notification.
        var category = ""
        /// Of an error: `compile`, `runtime`, `internal`.
        var stage = ""
        var title: String
        var detail: String
        var remedy: String
        var fix: Relate.Notification.Fix?
        var operatorNumber: Int?
        var isRetryable = false
        var request: RunRequest
        /// Of a transaction that met a conflict: all its statements, to be run again.
        var transaction: [RunRequest] = []
        /// The place in the request's buffer.
        var span: Range<Int>?

        /// A statement stands behind it, and not the configuration.
        var isOfStatement: Bool { request.number > 0 }

        /// The session can do no more: only opening the store again helps.
        var asksToReopen: Bool { stage == "internal" }
    }

    var notes: [Note] = []
    var cursor = 0
    var top = 0
    var hiddenCodes: Set<String> = []

    var shown: [Note] { notes.filter { !hiddenCodes.contains($0.code) } }
    var selected: Note? {
        let shown = self.shown
        return shown.indices.contains(cursor) ? shown[cursor] : nil
    }

    /// The gravest first; of the same severity, those that one key helps with; then as they came.
    static func inOrder(_ notes: [Note]) -> [Note] {
        let ranked = notes.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if one.severity != other.severity { return one.severity.rawValue < other.severity.rawValue }
            if (one.fix == nil) != (other.fix == nil) { return one.fix != nil }
            return left.offset < right.offset
        }
        return ranked.map(\.element)
    }

    func count(_ severity: Note.Severity) -> Int { shown.lazy.filter { $0.severity == severity }.count }
}
