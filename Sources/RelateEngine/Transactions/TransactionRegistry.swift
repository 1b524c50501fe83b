import Synchronization

/// What the connections of one database have open: `SHOW TRANSACTIONS` lists it, `TERMINATE TRANSACTIONS` ends some of it.
///
/// Each connection has its own `SessionActivity`, so that a statement costs a few short locks that nobody else holds.
final class TransactionRegistry: Sendable {
    private struct Entry {
        weak var session: SessionActivity?
    }

    private let entries = Mutex<[Entry]>([])
    private let connectionNumber = Atomic<UInt64>(0)
    private let transactionNumber = Atomic<UInt64>(0)
    private let statementNumber = Atomic<UInt64>(0)

    /// A new connection's place. It leaves the registry when it is released.
    func register() -> SessionActivity {
        let number = connectionNumber.wrappingAdd(1, ordering: .relaxed).newValue
        let session = SessionActivity(number: number, registry: self)
        entries.withLock { entries in
            entries.removeAll { $0.session == nil }
            entries.append(Entry(session: session))
        }
        return session
    }

    fileprivate func nextTransaction() -> UInt64 { transactionNumber.wrappingAdd(1, ordering: .relaxed).newValue }
    fileprivate func nextStatement() -> UInt64 { statementNumber.wrappingAdd(1, ordering: .relaxed).newValue }

    /// One for each connection.
    var sessions: [SessionActivity] { entries.withLock { $0.compactMap(\.session) } }

    /// The open transactions, the eldest first.
    var open: [OpenTransaction] { sessions.compactMap(\.open).sorted { $0.number < $1.number } }

    enum Termination {
        case terminated
        /// Its commit has begun: what it wrote may be durable already.
        case isClosing
        case notFound
    }

    /// Ends the transaction: a running statement of it stops soon, and what it wrote is undone.
    func terminate(_ id: String) -> Termination {
        for session in sessions {
            if let outcome = session.terminate(id) { return outcome }
        }
        return .notFound
    }
}

/// A transaction as others see it.
struct OpenTransaction: Sendable {
    enum Status: String {
        case running = "Running"
        /// An auto-commit statement that waits for its turn to write.
        case blocked = "Blocked"
        case closing = "Closing"
        case terminated = "Terminated"
    }

    typealias Instant = (epochSecond: Int64, nanosecond: Int32)

    struct Statement: Sendable {
        let number: UInt64
        let text: String
        let parameters: [String: Value]
        let start: Instant
        let control: StatementControl
    }

    let number: UInt64
    let connection: UInt64
    let namespace: Namespace
    let start: Instant
    var status = Status.running
    /// What `tx.setMetaData` said of it.
    var metadata = MapValue.empty
    /// What runs in it now.
    var statement: Statement?

    var id: String { "\(namespace.rawValue)-transaction-\(number)" }
}

/// The transaction that one connection has open, if any: written by the connection, read and terminated by others.
final class SessionActivity: Sendable {
    let number: UInt64
    let start = Clock.now()
    private let registry: TransactionRegistry
    private let transaction = Mutex<OpenTransaction?>(nil)

    fileprivate init(number: UInt64, registry: TransactionRegistry) {
        self.number = number
        self.registry = registry
    }

    var open: OpenTransaction? { transaction.withLock { $0 } }

    private func new(_ namespace: Namespace, _ start: OpenTransaction.Instant) -> OpenTransaction {
        OpenTransaction(
            number: registry.nextTransaction(), connection: number, namespace: namespace, start: start)
    }

    /// An explicit transaction begins.
    func begin(_ namespace: Namespace) {
        let new = new(namespace, Clock.now())
        transaction.withLock { $0 = new }
    }

    func setMetadata(_ metadata: MapValue) { transaction.withLock { $0?.metadata = metadata } }

    func end() { transaction.withLock { $0 = nil } }

    /// A statement begins, in the open transaction or in one of its own.
    ///
    /// - Throws: `transactionTerminated` where another connection ended the transaction.
    func beginStatement(
        _ text: String, _ parameters: [String: Value], _ namespace: Namespace, _ control: StatementControl
    ) throws(EngineError) {
        let start = Clock.now()
        let statement = OpenTransaction.Statement(
            number: registry.nextStatement(), text: text, parameters: parameters, start: start, control: control)
        let isTerminated = transaction.withLock { open in
            if open == nil { open = new(namespace, start) }
            guard open?.status != .terminated else { return true }
            open?.statement = statement
            return false
        }
        if isTerminated { throw .transactionTerminated() }
    }

    /// - Parameter isTransaction: the transaction was the statement's own and ends with it.
    func endStatement(isTransaction: Bool) {
        transaction.withLock { open in
            if isTransaction { open = nil } else { open?.statement = nil }
        }
    }

    /// The statement waits for its turn, or has it.
    func noteWaiting(_ isWaiting: Bool) {
        transaction.withLock { open in
            guard open?.status != .terminated else { return }
            open?.status = isWaiting ? .blocked : .running
        }
    }

    /// The commit begins: from here on the transaction cannot be terminated.
    ///
    /// - Throws: `transactionTerminated` where it was.
    func beginClosing() throws(EngineError) {
        let isTerminated = transaction.withLock { open in
            guard open?.status != .terminated else { return true }
            open?.status = .closing
            return false
        }
        if isTerminated { throw .transactionTerminated() }
    }

    /// `nil` where the id is not that of the open transaction.
    fileprivate func terminate(_ id: String) -> TransactionRegistry.Termination? {
        transaction.withLock { open in
            guard let found = open, found.id == id else { return nil }
            guard found.status != .closing else { return .isClosing }
            open?.status = .terminated
            // Under the lock, so that a statement that ends is not taken for the next one.
            found.statement?.control.terminate()
            return .terminated
        }
    }
}
