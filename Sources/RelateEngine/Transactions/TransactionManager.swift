/// The committed state of one graph, and the rules by which transactions change it. All connections share one.
///
/// Readers copy the committed state under a short lock and wait for nobody. Writers pass the writer queue: an auto-commit
/// statement from its beginning to its end, an explicit transaction for its commit alone.
///
/// In its turn a commit gets its number, goes to the log and becomes the `latest` state, upon which the next writer
/// builds. It leaves the turn, waits until the log has made it durable, and only then becomes the committed state: so
/// what anybody reads, and what is acknowledged, is durable. An auto-commit statement may meanwhile build on what is not
/// durable yet, but ends only when that is; where it was lost, the statement is refused as well.
package final class TransactionManager: @unchecked Sendable {
    private let lock = Lock()
    private let writers = WriterQueue()
    private let log: (any CommitLog)?

    // Under the lock.
    private var committed: GraphState
    private var committedNumber: UInt64
    /// What the next commit builds on.
    private var latest: GraphState
    private var latestNumber: UInt64
    /// The log's generation that `latest` belongs to.
    private var generation = 0
    /// Commits between `committed` and `latest`, oldest first.
    private var pending: [PendingCommit] = []
    /// How many open explicit transactions began at which commit.
    private var openBases: [UInt64: Int] = [:]
    private var openCount = 0
    /// Elements' rows when memory was last put into large pages.
    private var settledRows = 0

    /// Not under the lock: readers do not wait for who looks things up in it.
    let history = CommitHistory()

    /// - Parameter number: of the last commit that `state` holds.
    package init(state: GraphState = GraphState(), number: UInt64 = 0, log: (any CommitLog)? = nil) {
        committed = state
        committedNumber = number
        latest = state
        latestNumber = number
        self.log = log
    }

    /// The committed state, with the number of the commit that made it.
    package var snapshot: (state: GraphState, number: UInt64) { lock.withLock { (committed, committedNumber) } }

    /// Waits for other writers' turn with `.autoCommit` only.
    package func begin(_ mode: Transaction.Mode) -> Transaction {
        if mode == .autoCommit {
            writers.enter()
            return lock.withLock {
                Transaction(
                    manager: self, mode: mode, base: latest, baseNumber: latestNumber, generation: generation)
            }
        }
        return lock.withLock {
            if mode == .explicit {
                openBases[committedNumber, default: 0] += 1
                openCount += 1
            }
            return Transaction(
                manager: self, mode: mode, base: committed, baseNumber: committedNumber, generation: generation)
        }
    }

    // MARK: Committing

    /// - Precondition: the transaction wrote something and is open.
    func commit(_ transaction: Transaction, isWhole: Bool = false) throws(EngineError) -> UInt64 {
        precondition(transaction.mode != .read, "a reading transaction writes nothing")
        if transaction.mode == .explicit {
            writers.enter()
            transaction.holdsTurn = true
        }
        let ordered: (number: UInt64, generation: Int)
        do {
            defer { leaveTurn(transaction) }
            ordered = try order(transaction, isWhole: isWhole)
        }
        try makeDurable(ordered.number, ordered.generation)
        publish(through: ordered.number, ownOpenCount: transaction.mode == .explicit ? 1 : 0, isRead: !isWhole)
        return ordered.number
    }

    /// As `commit`, but the transaction keeps its turn, and can go on from what it has committed.
    func commitPart(_ transaction: Transaction) throws(EngineError) -> (number: UInt64, generation: Int) {
        let ordered = try order(transaction)
        try makeDurable(ordered.number, ordered.generation)
        publish(through: ordered.number, ownOpenCount: 0)
        return ordered
    }

    /// For a statement that might have written and did not: what it read was perhaps not durable yet.
    func waitForBase(of transaction: Transaction) throws(EngineError) {
        guard transaction.mode == .autoCommit else { return }
        leaveTurn(transaction)
        try makeDurable(transaction.baseNumber, transaction.generation)
    }

    private func makeDurable(_ number: UInt64, _ generation: Int) throws(EngineError) {
        guard let log else { return }
        do throws(EngineError) {
            try log.waitUntilDurable(number, generation: generation)
        } catch {
            goBack(from: generation, log)
            throw error
        }
    }

    /// Gives the commit its number and its place behind the others; the turn is this transaction's.
    private func order(
        _ transaction: Transaction, isWhole: Bool = false
    ) throws(EngineError) -> (number: UInt64, generation: Int) {
        let (current, number, generation) = lock.withLock { (latest, latestNumber, self.generation) }
        if transaction.mode == .autoCommit, transaction.generation != generation {
            // The statement built on commits that were handed in; did they last, before the generation ended?
            try log?.waitUntilDurable(transaction.baseNumber, generation: transaction.generation)
        }
        var next = transaction.state
        if number != transaction.baseNumber {
            let own = CommitFootprint(of: transaction.writeSet, in: transaction.state, since: transaction.base)
            // First those that wait: meanwhile they may come into the history, but none leaves it.
            let waiting = lock.withLock { pending }
            let isConflict =
                waiting.contains { $0.number > transaction.baseNumber && $0.footprint.conflicts(with: own) }
                || history.conflicts(with: own, after: transaction.baseNumber)
            if isConflict { throw .writeConflict() }
            let isSchemaChanged = current.schema.version != transaction.base.schema.version
            if isSchemaChanged, !transaction.writeSet.schemaChanges.isEmpty { throw .writeConflict() }
            next = current
            next.apply(transaction.writeSet, from: transaction.state)
            try ConstraintCheck(next).commit(transaction.writeSet)
        }
        let commit = PendingCommit(number: number &+ 1, state: next, transaction)
        if let log {
            do throws(EngineError) {
                if isWhole {
                    try log.submitWhole(next, number: commit.number, generation: generation)
                } else {
                    try log.submit(transaction.writeSet, state: next, number: commit.number, generation: generation)
                }
            } catch {
                goBack(from: generation, log)
                throw error
            }
        }
        var old = next
        lock.withLock {
            // The old state is dropped after the lock is: freeing its chunks may take a while.
            swap(&latest, &old)
            latestNumber = commit.number
            pending.append(commit)
        }
        if log == nil {
            publish(through: commit.number, ownOpenCount: transaction.mode == .explicit ? 1 : 0)
        }
        return (commit.number, generation)
    }

    /// Makes durable commits everybody's.
    ///
    /// - Parameters:
    ///   - ownOpenCount: how many open explicit transactions are the committing one itself.
    ///   - isRead: whether statements follow for which the memory is worth to be put in order.
    private func publish(through number: UInt64, ownOpenCount: Int, isRead: Bool = true) {
        var noted: Set<UInt64> = []
        while true {
            var dropped: [PendingCommit] = []
            var old: GraphState?
            var isGrown = false
            let unknown = lock.withLock { () -> [PendingCommit] in
                let ready = pending.prefix { $0.number <= number }
                guard let last = ready.last else { return [] }
                if openCount > ownOpenCount {
                    let unknown = ready.filter { !noted.contains($0.number) }
                    if !unknown.isEmpty { return Array(unknown) }
                }
                old = committed
                committed = last.state
                committedNumber = last.number
                isGrown = noteRows(of: last.state)
                dropped = Array(ready)
                pending.removeFirst(ready.count)
                return []
            }
            if unknown.isEmpty {
                withExtendedLifetime((dropped, old)) {}
                if isGrown, isRead { HugePages.collapseInBackground() }
                return
            }
            // Before anybody sees them, so that no transaction can miss them.
            for commit in unknown {
                history.note(commit.footprint, number: commit.number)
                noted.insert(commit.number)
            }
        }
    }

    /// Under the lock.
    ///
    /// - Returns: whether so much has come since the last time that its memory is worth to be put in order.
    private func noteRows(of state: GraphState) -> Bool {
        let rows = state.nodeRowCount + state.relationshipRowCount
        guard rows - settledRows >= max(1 << 18, settledRows / 8) else { return false }
        settledRows = rows
        return true
    }

    /// After a generation has ended: what of it is durable is everybody's, the rest never happened.
    private func goBack(from generation: Int, _ log: any CommitLog) {
        guard log.generation > generation else { return }
        publish(through: log.durableNumber(of: generation), ownOpenCount: 0)
        let dropped = lock.withLock { () -> [PendingCommit] in
            guard generation == self.generation else { return [] }
            self.generation += 1
            latest = committed
            latestNumber = committedNumber
            defer { pending = [] }
            return pending
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: The end

    private func leaveTurn(_ transaction: Transaction) {
        guard transaction.holdsTurn else { return }
        transaction.holdsTurn = false
        writers.leave()
    }

    func end(_ transaction: Transaction) {
        leaveTurn(transaction)
        guard transaction.mode == .explicit else { return }
        let seenByAll = lock.withLock { () -> UInt64 in
            openCount -= 1
            let count = openBases[transaction.baseNumber] ?? 0
            openBases[transaction.baseNumber] = count > 1 ? count - 1 : nil
            return openBases.keys.min() ?? committedNumber
        }
        history.forget(through: seenByAll)
    }
}

/// A commit that has its number and is not everybody's yet.
private final class PendingCommit: Sendable {
    let number: UInt64
    let state: GraphState
    private let own: GraphState
    private let base: GraphState
    private let writeSet: WriteSet

    init(number: UInt64, state: GraphState, _ transaction: Transaction) {
        self.number = number
        self.state = state
        own = transaction.state
        base = transaction.base
        writeSet = transaction.writeSet
    }

    /// Made when it is asked for: most commits meet no other.
    var footprint: CommitFootprint { CommitFootprint(of: writeSet, in: own, since: base) }
}
