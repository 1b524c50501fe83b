/// Makes commits last, before anybody sees them.
package protocol CommitLog: AnyObject, Sendable {
    /// - Parameters:
    ///   - writeSet: what changed.
    ///   - state: the state about to be published: values of what changed are read from it.
    ///   - number: the commit's number, one more than the one before.
    /// - Throws: the commit is refused then, and nobody sees it.
    func append(_ writeSet: WriteSet, state: GraphState, number: UInt64) throws(EngineError)
}

/// The committed state of one graph, and the rules by which transactions change it. All connections share one.
///
/// Readers copy the committed state under a short lock and wait for nobody. Writers pass the writer queue: an auto-commit
/// statement from its beginning to its end, an explicit transaction for its commit alone.
package final class TransactionManager: @unchecked Sendable {
    private let lock = Lock()
    private let writers = WriterQueue()
    private let log: (any CommitLog)?

    // Under the lock.
    private var committed: GraphState
    private var committedNumber: UInt64
    /// How many open explicit transactions began at which commit.
    private var openBases: [UInt64: Int] = [:]
    private var openCount = 0
    /// What commits did that an open explicit transaction has not seen, oldest first, without gaps up to the newest.
    private var footprints: [(number: UInt64, footprint: CommitFootprint)] = []

    /// - Parameter number: of the last commit that `state` holds.
    package init(state: GraphState = GraphState(), number: UInt64 = 0, log: (any CommitLog)? = nil) {
        committed = state
        committedNumber = number
        self.log = log
    }

    /// The committed state, with the number of the commit that made it.
    package var snapshot: (state: GraphState, number: UInt64) { lock.withLock { (committed, committedNumber) } }

    /// Waits for other writers' turn with `.autoCommit` only.
    package func begin(_ mode: Transaction.Mode) -> Transaction {
        if mode == .autoCommit { writers.enter() }
        return lock.withLock {
            if mode == .explicit {
                openBases[committedNumber, default: 0] += 1
                openCount += 1
            }
            return Transaction(manager: self, mode: mode, base: committed, baseNumber: committedNumber)
        }
    }

    /// - Precondition: the transaction wrote something and is open.
    func commit(_ transaction: Transaction) throws(EngineError) -> UInt64 {
        precondition(transaction.mode != .read, "a reading transaction writes nothing")
        if transaction.mode == .explicit { writers.enter() }
        defer { if transaction.mode == .explicit { writers.leave() } }

        // Only who is at the head of the writer queue changes what is committed: it may be read now and stays.
        let (current, number) = snapshot
        var next = transaction.state
        var footprint: CommitFootprint?
        if number != transaction.baseNumber {
            let own = CommitFootprint(of: transaction.writeSet, in: transaction.state, since: transaction.base)
            let later = lock.withLock { footprints.filter { $0.number > transaction.baseNumber } }
            if later.contains(where: { $0.footprint.conflicts(with: own) }) { throw .writeConflict() }
            next = current
            next.apply(transaction.writeSet, from: transaction.state)
            footprint = own
        }
        let nextNumber = number &+ 1
        try log?.append(transaction.writeSet, state: next, number: nextNumber)
        let othersOpenLimit = transaction.mode == .explicit ? 1 : 0
        if !publish(next, number: nextNumber, footprint, othersOpenLimit: othersOpenLimit) {
            let own = CommitFootprint(of: transaction.writeSet, in: transaction.state, since: transaction.base)
            _ = publish(next, number: nextNumber, own, othersOpenLimit: othersOpenLimit)
        }
        return nextNumber
    }

    /// - Parameter othersOpenLimit: how many open explicit transactions are the committing one itself.
    /// - Returns: `false`, with nothing done, where other transactions are open, which need to know the footprint.
    private func publish(
        _ state: GraphState, number: UInt64, _ footprint: CommitFootprint?, othersOpenLimit: Int
    ) -> Bool {
        var old = state
        return lock.withLock {
            let isFootprintNeeded = openCount > othersOpenLimit
            if isFootprintNeeded && footprint == nil { return false }
            // The old state is dropped after the lock is: freeing its chunks may take a while.
            swap(&committed, &old)
            committedNumber = number
            if isFootprintNeeded, let footprint { footprints.append((number, footprint)) }
            return true
        }
    }

    func end(_ transaction: Transaction) {
        switch transaction.mode {
        case .read: break
        case .autoCommit: writers.leave()
        case .explicit:
            lock.withLock {
                openCount -= 1
                let count = openBases[transaction.baseNumber] ?? 0
                openBases[transaction.baseNumber] = count > 1 ? count - 1 : nil
                let oldest = openBases.keys.min()
                footprints.removeAll { $0.number <= (oldest ?? .max) }
            }
        }
    }
}
