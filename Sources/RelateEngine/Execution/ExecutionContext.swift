import Synchronization

/// What one operator did, for `PROFILE`. The counts are always kept: they cost an addition a batch.
final class OperatorStatistics {
    var rows = 0
    /// Of the operator and of what lies below it.
    var inclusiveNanoseconds: UInt64 = 0
    /// Relationships followed.
    var hops = 0
    /// Adjacency lists looked at.
    var neighborWalks = 0
    /// Nodes or relationships of which labels or properties were read.
    var nodeReads = 0
    var memoryBytes = 0
    /// It has handed out its last row, in some run at least: what it gave is all that there was.
    var hasEnded = false

    /// Takes over what another thread's copy of the operator did.
    func take(_ other: OperatorStatistics) {
        rows &+= other.rows
        inclusiveNanoseconds &+= other.inclusiveNanoseconds
        hasEnded = hasEnded || other.hasEnded
        other.rows = 0
        other.hasEnded = false
        other.inclusiveNanoseconds = 0
        takeWork(of: other)
    }

    /// Likewise, of what is no operator of the plan: rows and time are counted elsewhere.
    func takeWork(of other: OperatorStatistics) {
        hops &+= other.hops
        neighborWalks &+= other.neighborWalks
        nodeReads &+= other.nodeReads
        memoryBytes &+= other.memoryBytes
        other.hops = 0
        other.neighborWalks = 0
        other.nodeReads = 0
        other.memoryBytes = 0
    }
}

/// The bytes a statement's operators may hold together, whichever thread they are on.
final class MemoryBudget: Sendable {
    let limit: Int
    private let held = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    var used: Int { held.load(ordering: .relaxed) }

    func charge(_ bytes: Int) throws(EngineError) {
        if held.wrappingAdd(bytes, ordering: .relaxed).newValue > limit { throw .memoryLimitReached(limit: limit) }
    }

    func release(_ bytes: Int) { held.wrappingSubtract(bytes, ordering: .relaxed) }
}

/// Everything that one run of a plan shares; each thread that takes part has one of its own.
final class ExecutionContext {
    let transaction: Transaction
    let strings: StringPool
    let parameters: [Value]
    let evaluation: EvaluationContext
    let control: StatementControl
    let slotCount: Int
    let namespace: Namespace
    /// What `LOAD CSV` may read; `nil` for nothing.
    let csvDirectory: String?
    let isReadOnly: Bool
    /// For procedures about the whole store; `nil` outside of one.
    let database: Database?
    /// Of the connection that asks.
    let session: SessionActivity?
    let budget: MemoryBudget
    /// How work is shared between threads; `nil` where one thread does it all, since something is written.
    let parallelism: Parallelism?
    /// Of a thread that works ahead for another.
    private let abandoned: AbandonFlag?
    /// What is to be stopped before the statement ends.
    private var sharedWork: [any SharedWork] = []
    /// Time that other threads worked for this one, less the time it waited for them.
    private var otherNanoseconds: UInt64 = 0
    private var untoldRows = 0
    /// Operators take times (`PROFILE`).
    var isProfiling = false
    /// Of the operator at work.
    var statistics = OperatorStatistics()

    init(
        transaction: Transaction, parameters: [Value], evaluation: EvaluationContext, control: StatementControl,
        slotCount: Int, budget: MemoryBudget, namespace: Namespace = .neo4j, csvDirectory: String? = nil,
        isReadOnly: Bool = false, database: Database? = nil, session: SessionActivity? = nil,
        parallelism: Parallelism? = nil
    ) {
        self.transaction = transaction
        strings = transaction.state.strings
        self.parameters = parameters
        self.evaluation = evaluation
        self.control = control
        self.slotCount = slotCount
        self.budget = budget
        self.namespace = namespace
        self.csvDirectory = csvDirectory
        self.isReadOnly = isReadOnly
        self.database = database
        self.session = session
        self.parallelism = parallelism
        abandoned = nil
        evaluation.control = control
    }

    /// For another thread, or for what may be on any: with statistics of its own.
    ///
    /// - Parameters:
    ///   - abandoned: what it does ends as though interrupted once this is set.
    ///   - isOfSameThread: it is never on another thread than `other`, so that both may count references to one transaction.
    init(sharing other: ExecutionContext, abandoned: AbandonFlag?, isOfSameThread: Bool = false) {
        transaction = isOfSameThread ? other.transaction : Transaction(reading: other.transaction)
        strings = other.strings
        parameters = other.parameters
        evaluation = other.evaluation.reading(TransactionGraph(transaction))
        control = other.control
        slotCount = other.slotCount
        namespace = other.namespace
        csvDirectory = other.csvDirectory
        isReadOnly = other.isReadOnly
        database = other.database
        session = other.session
        budget = other.budget
        isProfiling = other.isProfiling
        parallelism = nil
        self.abandoned = abandoned
    }

    /// - Throws: `EngineError.interrupted` once another thread asked for it.
    @inline(__always) func checkInterrupt() throws(EngineError) {
        if control.isInterrupted { throw control.interruption }
        if let abandoned, abandoned.isSet { throw .interrupted() }
    }

    // MARK: Other threads

    /// To be stopped when the statement ends, however it does.
    func note(_ work: any SharedWork) { sharedWork.append(work) }

    func stopSharedWork() {
        for work in sharedWork { work.stop() }
        sharedWork = []
    }

    /// A clock that goes on while other threads work for this one, and stands while it waits for them: times of a profile
    /// are those of all threads together.
    func nanoseconds() -> UInt64 { Clock.nanoseconds() &+ otherNanoseconds }

    func addTime(_ nanoseconds: UInt64) { otherNanoseconds &+= nanoseconds }

    /// Counts rows that an operator has handed on. Threads that share work tell it now and then: to write to one word for each batch
    /// would keep them waiting.
    func addRows(_ count: Int) {
        if abandoned == nil { control.addRows(count) } else { untoldRows &+= count }
    }

    func tellRows() {
        if untoldRows > 0 { control.addRows(untoldRows) }
        untoldRows = 0
    }

    // MARK: Memory

    func charge(_ bytes: Int) throws(EngineError) {
        statistics.memoryBytes &+= bytes
        try budget.charge(bytes)
        control.setBytes(budget.used)
    }

    /// Memory that grows by being copied: the new one is there beside the old while it is. `grow` is not called where both do
    /// not fit; what is held beyond `old` afterwards is left to the caller to charge.
    func growing(to new: Int, _ grow: () -> Void) throws(EngineError) {
        guard new >= Self.growthMinimum else { return grow() }
        do throws(EngineError) {
            try budget.charge(new)
        } catch {
            budget.release(new)
            throw error
        }
        defer { budget.release(new) }
        grow()
    }

    /// Smaller ones are not worth the count.
    static let growthMinimum = 1 << 20

    func release(_ bytes: Int) {
        budget.release(bytes)
        control.setBytes(budget.used)
    }
}

extension Transaction {
    /// Elements may be met that are gone: then reading one is an error, for which rows have to be looked through.
    var hasDeletions: Bool { !writeSet.deletedNodes.isEmpty || !writeSet.deletedRelationships.isEmpty }
}
