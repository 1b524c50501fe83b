import Relate

/// What a store says of a statement that it has not run.
struct StatementCheck: Sendable {
    var queryType: QueryType
    /// It begins with `EXPLAIN`: running it changes nothing.
    var isExplained: Bool
    /// The rows it is expected to give.
    var estimatedRows: Int64?
    /// The parameters it reads.
    var parameters: [String]
    /// Places in the statement as it was given.
    var remarks: [Remark]

    struct Remark: Sendable {
        var notification: Relate.Notification
        var span: Range<Int>?
    }

    /// Running it may change the store.
    var isWriting: Bool { queryType != .read && !isExplained }
}

/// Asks for checks of all statements of a buffer.
struct CheckRequest: Sendable {
    /// Counts up; answers of earlier ones are out of date.
    var number: Int
    var buffer: Int
    var text: TextBuffer
    /// Names of the parameters that have values.
    var parameters: Set<String>
}

/// What is known of a buffer's statements.
struct CheckReport: Sendable {
    struct Statement: Sendable {
        /// In UTF-8 bytes of the buffer's text, to the end of what belongs to the statement.
        var territory: Range<Int>
        /// `nil` for a statement with an error, or of a store that cannot tell.
        var check: StatementCheck?
        var hasError = false
        /// What is wrong is that it ends.
        var isUnfinished = false
    }

    var number: Int
    var buffer: Int
    /// The text that was checked.
    var text: TextBuffer
    var statements: [Statement]
    var problems: [EditorProblem]

    /// The statement that a place belongs to.
    func statement(at offset: Int) -> Statement? {
        statements.first { offset < $0.territory.upperBound } ?? statements.last
    }
}

/// Something to be underlined in a text.
struct EditorProblem: Hashable, Sendable {
    var severity: NotesState.Note.Severity
    var range: Range<TextPosition>
    /// One line.
    var message: String
    var code: String
}

/// The checks that go on behind the query pane.
struct CheckState: Sendable {
    /// Off by `:check off`, and for stores that cannot tell.
    var isOn = true
    var askedNumber = 0
    var answeredNumber = 0
    /// The version of the text, its buffer and the parameters that were asked about last.
    var asked: Asked?
    /// By buffer.
    var reports: [Int: CheckReport] = [:]

    struct Asked: Hashable, Sendable {
        var buffer: Int
        var version: Int
        var parameters: [String]
        /// Counts up when the schema changes.
        var generation: Int
    }

    var generation = 0
    var isWaiting: Bool { askedNumber != answeredNumber }
}
