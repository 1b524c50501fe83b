import Relate

/// All that can happen to the explorer.
enum Event: Sendable {
    case key(Key)
    case mouse(MouseAction)
    case paste(String)
    case resized(ScreenSize)
    /// While something runs: the time since it began, and what it has done.
    case progressed(elapsedMs: Double, RunProgress)
    /// A yes was typed before what is asked could be read.
    case answeredTooSoon
    case suspensionAsked
    case inputClosed

    /// What happened on a connection, which may not be the present one.
    indirect case of(connection: Int, Event)
    case storeOpened(StoreInfo)
    case storeFailed(path: String, StatementFailure)
    case statementEnded(RunRequest, Result<StatementOutcome, StatementFailure>)
    case transactionEnded(TransactionStep, Result<String?, StatementFailure>)
    case namespaceUsed(String, StatementFailure?)
    case schemaLoaded(SchemaSummary)
    case session(SessionEvent)
    case graph(GraphEvent)
    case datalog(Result<DatalogEvent, StatementFailure>)
    /// Rows of the result that has this number, in the order to be shown.
    case rowsArranged(resultNumber: Int, RowArrangement)
    case rowFound(resultNumber: Int, row: Int?)
    /// How far the work on rows is, from 0 to 1.
    case rowsProgressed(Double)
    /// The work on rows was given up: by the user, or for newer work.
    case rowsCancelled
    case historyLoaded([String])
    /// A statement is no more in the history's file, or why it still is.
    case removedFromHistory(StatementFailure?)
    case parameterEvaluated(ParameterEntry)
    /// The text is no value, for this reason.
    case parameterRefused(name: String, text: String, reason: String)
    case exported(path: String, Result<Int, StatementFailure>)
    case themeLoaded(String, failure: String?)
    /// Rows to be copied; `nil` where they are more than a clipboard takes.
    case rowsWritten(String?, what: String)
    case copied(what: String, CopyOutcome)
    case editor(EditorEvent)
}

/// A statement on its way to the store.
struct RunRequest: Hashable, Sendable {
    typealias Mode = RunMode

    /// Counts up, so that a late answer is known as late.
    var number: Int
    /// As the user wrote it.
    var text: String
    /// Where the text begins in its buffer, in UTF-8 bytes, and that buffer's number.
    var offset: Int
    var buffer: Int
    var mode: Mode
    var parameters: [String: CypherValue]
    /// When it runs, in a store that has a past; the present unless the rulers say otherwise.
    var time = TimePoint()
    /// How much of its rows is kept.
    var limit = ResultLimit()
    /// The store is guarded: a statement that writes is asked about first.
    var needsConsent = false
    /// It is no statement of the store's: it begins or ends a transaction.
    var step: TransactionStep?
}

/// How a result's rows are shown: sorted, filtered, or as they came.
struct RowArrangement: Hashable, Sendable {
    struct Sort: Hashable, Sendable {
        var column: Int
        var isDescending: Bool
    }

    var sort: Sort?
    /// Only rows with this text in a cell.
    var filter: String = ""
    /// Row numbers in the order shown; `nil` is as they came.
    var order: [Int32]?
}
