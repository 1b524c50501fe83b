import Relate

/// All that the explorer may ask of the world. What it gives comes back as an event.
enum Effect: Sendable {
    /// What was asked for by the model of another connection than the present one.
    indirect case of(connection: Int, [Effect])
    case open(StoreRequest)
    case run(RunRequest)
    case interrupt
    case transaction(TransactionStep)
    case use(namespace: String)
    case loadSchema
    case session(SessionEffect)
    case graph(GraphEffect)
    case datalog(DatalogEffect)
    case arrange(GridTable, sort: RowArrangement.Sort?, filter: String)
    case find(GridTable, text: String, order: [Int32]?, from: Int, step: Int)
    /// What an expression without variables is; a text that is none is refused.
    case evaluateParameter(name: String, text: String)
    case loadHistory
    case appendHistory(String)
    case removeFromHistory(String)
    /// - Parameter isForced: A file that is there is replaced.
    case export(GridTable, order: [Int32]?, path: String, isForced: Bool)
    /// Ends the sorting, filtering, searching or exporting under way.
    case cancelRows
    case copy(String, what: String)
    /// - Parameter column: Of the table, for the format that takes one.
    case copyRows(GridTable, order: [Int32]?, column: Int, RowsText.Format)
    case editor(EditorEffect)
    case loadTheme(String)
    case suspend
    case repaint
    case quit
}
