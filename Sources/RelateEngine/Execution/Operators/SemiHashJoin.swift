/// Rows of the first input that have a partner in the second, each once and in their order: the keys of both are equal, and
/// the pair is as the predicates ask. However many partners a row has, few of them are looked at before one is found.
final class SemiHashJoinOperator: Operator {
    private let leftKeys: [VectorExpression]
    private let predicates: [VectorExpression]
    private let table: JoinTable
    private let rightSlots: [Int]
    private var groups: [Int32] = []
    /// The second input is read once a run, whatever is written meanwhile.
    private var isReady = false

    /// A row without a partner so far, and the row of its group to be tried next.
    private struct Candidate {
        var row: UInt16
        var next: Int32
    }

    /// - Parameter rightSlots: slots of the second input that the predicates read.
    init(
        left leftKeys: [VectorExpression], right rightKeys: [VectorExpression], predicates: [VectorExpression],
        _ left: Operator, _ right: Operator, rightSlots: [Int], carried: [Int]
    ) {
        self.leftKeys = leftKeys
        self.predicates = predicates
        self.rightSlots = rightSlots
        table = JoinTable(rightKeys, keeping: rightSlots, keepsRows: !predicates.isEmpty)
        super.init([left, right], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        isReady = false
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        guard let batch = try inputs[0].next(context) else { return nil }
        if !isReady { try table.fill(from: inputs[1], context) }
        isReady = true
        let rows = try table.find(batch, by: leftKeys, into: &groups, context)
        var candidates: [Candidate] = []
        candidates.reserveCapacity(rows.count)
        var number = 0
        let matched = rows.filtered { row in
            let group = groups[number]
            number &+= 1
            guard group != GroupTable.missing else { return false }
            if !predicates.isEmpty {
                candidates.append(Candidate(row: UInt16(truncatingIfNeeded: row), next: table.first(of: group)))
            }
            return true
        }
        batch.selection = predicates.isEmpty ? matched : try partnered(candidates, of: batch, matched, context)
        return batch
    }

    /// Each round tries twice as many partners of every row that has none yet.
    private func partnered(
        _ candidates: [Candidate], of batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        var isFound = [Bool](repeating: false, count: batch.rowCount)
        var open = candidates
        var share = 1
        while !open.isEmpty {
            var left: [Candidate] = []
            var position = 0
            while position < open.count {
                try context.checkInterrupt()
                let first = position
                try tryPairs(&open, from: &position, each: share, of: batch, &isFound, context)
                for candidate in open[first..<position] where candidate.next >= 0 && !isFound[Int(candidate.row)] {
                    left.append(candidate)
                }
            }
            open = left
            share = min(share * 2, RowBatch.rowsLimit)
        }
        return rows.filtered { isFound[$0] }
    }

    /// A batch of pairs, those of as many candidates from `position` on as go into it.
    private func tryPairs(
        _ open: inout [Candidate], from position: inout Int, each share: Int, of batch: RowBatch,
        _ isFound: inout [Bool], _ context: ExecutionContext
    ) throws(EngineError) {
        var parents: [UInt16] = []
        var places: [BatchStore.Place] = []
        while position < open.count, places.count + share <= RowBatch.rowsLimit {
            var taken = 0
            while taken < share, open[position].next >= 0 {
                parents.append(open[position].row)
                places.append(table.place(of: open[position].next))
                open[position].next = table.next(behind: open[position].next)
                taken += 1
            }
            position += 1
        }
        let pairs = table.gather(places, context)
        parents.withUnsafeBufferPointer { rows in
            for slot in inputs[0].carried where !rightSlots.contains(slot) {
                pairs.columns[slot] = batch.columns[slot].gathered(rows)
            }
        }
        var rows = pairs.selection
        for predicate in predicates where !rows.isEmpty { rows = try predicate.select(pairs, rows, context) }
        rows.forEach { isFound[Int(parents[$0])] = true }
    }

    override func close(_ context: ExecutionContext) { inputs[0].close(context) }
}
