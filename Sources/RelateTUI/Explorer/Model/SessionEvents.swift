/// What is asked for connections beside statements.
enum SessionEffect: Sendable {
    case checkpoint
    /// Begins a session of its own on the store that another connection has open.
    case share(with: Int, StoreRequest)
    /// Ends a connection's threads; its store closes when nothing else uses it.
    case close(connection: Int)
    /// Clicks and the wheel come here, or stay with the terminal.
    case useMouse(Bool)
}

enum SessionEvent: Sendable {
    case checkpointed(StatementFailure?)
    /// What was to be opened is open on another connection.
    case storeIsOpen(path: String, connection: Int)
}
