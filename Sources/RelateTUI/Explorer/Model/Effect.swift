import Relate

/// All that the explorer may ask of the world. What it gives comes back as an event.
enum Effect: Sendable {
    case open(path: String, isReadOnly: Bool)
    case run(RunRequest)
    case interrupt
    case transaction(TransactionStep)
    case use(namespace: String)
    case loadSchema
    case loadNeighbourhood(elementID: String)
    case arrange(ResultTable, sort: RowArrangement.Sort?, filter: String)
    case find(ResultTable, text: String, order: [Int32]?, from: Int, step: Int)
    case loadHistory
    case appendHistory(String)
    case export(ResultTable, order: [Int32]?, path: String)
    case copy(String, what: String)
    case loadTheme(String)
    case suspend
    case repaint
    case quit
}
