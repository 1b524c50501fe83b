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
}

/// The bytes a statement's operators may hold together.
struct MemoryBudget {
    let limit: Int
    private(set) var used = 0
    private(set) var peak = 0

    init(limit: Int) { self.limit = limit }

    mutating func charge(_ bytes: Int) throws(EngineError) {
        used &+= bytes
        peak = max(peak, used)
        if used > limit { throw .memoryLimitReached(limit: limit) }
    }

    mutating func release(_ bytes: Int) { used &-= bytes }
}

/// Everything that one run of a plan shares.
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
    var budget: MemoryBudget
    /// Operators take times (`PROFILE`).
    var isProfiling = false
    /// Of the operator at work.
    var statistics = OperatorStatistics()

    init(
        transaction: Transaction, parameters: [Value], evaluation: EvaluationContext, control: StatementControl,
        slotCount: Int, budget: MemoryBudget, namespace: Namespace = .neo4j, csvDirectory: String? = nil,
        isReadOnly: Bool = false
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
    }

    /// - Throws: `EngineError.interrupted` once another thread asked for it.
    @inline(__always) func checkInterrupt() throws(EngineError) {
        if control.isInterrupted { throw .interrupted() }
    }

    func charge(_ bytes: Int) throws(EngineError) {
        statistics.memoryBytes &+= bytes
        try budget.charge(bytes)
        control.setBytes(budget.used)
    }

    func release(_ bytes: Int) {
        budget.release(bytes)
        control.setBytes(budget.used)
    }
}

extension Transaction {
    /// Elements may be met that are gone: then reading one is an error, for which rows have to be looked through.
    var hasDeletions: Bool { !writeSet.deletedNodes.isEmpty || !writeSet.deletedRelationships.isEmpty }
}
