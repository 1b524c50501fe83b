/// A state of a database that queries read: it stays as it is, whatever is written after.
final class FactSnapshot: Sendable {
    let table: FactTable
    let book: RuleBook
    let functions: FunctionRegistry

    init(table: FactTable, book: RuleBook = RuleBook(), functions: FunctionRegistry = FunctionRegistry()) {
        self.table = table
        self.book = book
        self.functions = functions
    }
}
