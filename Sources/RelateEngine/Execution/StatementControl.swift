import Synchronization

/// What another thread may do with a running statement: interrupt it, and see how far it is.
///
/// An addition to the API page.
public final class StatementControl: Sendable {
    private let interrupted = Atomic<Bool>(false)
    private let terminated = Atomic<Bool>(false)
    private let rows = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)

    public init() {}

    /// The statement stops soon (within some thousand rows of work) and throws; one that has ended is not disturbed.
    public func interrupt() { interrupted.store(true, ordering: .relaxed) }

    public var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

    /// As `interrupt()`, for `TERMINATE TRANSACTIONS`: the error says so.
    func terminate() {
        terminated.store(true, ordering: .relaxed)
        interrupt()
    }

    /// Why an interrupted statement stops.
    var interruption: EngineError { terminated.load(ordering: .relaxed) ? .transactionTerminated() : .interrupted() }

    /// Rows that operators have handed on so far, of all operators together.
    public var rowsProcessed: Int { rows.load(ordering: .relaxed) }

    /// Bytes that the statement's operators hold now.
    public var bytesHeld: Int { bytes.load(ordering: .relaxed) }

    func addRows(_ count: Int) { rows.wrappingAdd(count, ordering: .relaxed) }

    func setBytes(_ count: Int) { bytes.store(count, ordering: .relaxed) }
}
