/// `Sort`: all rows, in order.
final class SortOperator: Operator {
    private let order: SortOrder
    private var buffer: SortBuffer
    private var rows: [Int32]?
    private var emitted = 0

    init(_ order: SortOrder, _ input: Operator, carried: [Int]) {
        self.order = order
        buffer = SortBuffer(order, keeping: carried)
        super.init([input], carried: carried)
    }

    override var isReusable: Bool { order.isReusable }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        buffer.removeAll(context)
        rows = nil
        emitted = 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if rows == nil {
            while let batch = try inputs[0].next(context) { try buffer.append(batch, context) }
            rows = try buffer.sorted(context)
        }
        guard let rows, emitted < rows.count else { return nil }
        let end = min(rows.count, emitted + RowBatch.rowsLimit)
        defer { emitted = end }
        return buffer.batch(rows[emitted..<end], context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        buffer.removeAll(context)
        rows = nil
    }
}

/// `Top`: the first rows in order, without keeping the rest.
final class TopOperator: Operator {
    private let order: SortOrder
    private let skip: VectorExpression?
    private let limit: VectorExpression
    /// Of a part of the rows at each opening: those to skip may be among the parts that follow.
    private let isPartial: Bool
    /// Below it: it passes over what cannot be wanted.
    private let projection: ProjectionOperator?
    private var buffer: SortBuffer
    private var rows: ArraySlice<Int32>?
    private var wanted = 0
    private var toSkip = 0

    init(
        _ order: SortOrder, skip: VectorExpression?, limit: VectorExpression, isPartial: Bool = false,
        _ input: Operator, carried: [Int]
    ) {
        self.order = order
        self.isPartial = isPartial
        self.skip = skip
        self.limit = limit
        buffer = SortBuffer(order, keeping: carried)
        projection = input as? ProjectionOperator
        super.init([input], carried: carried)
    }

    override var isReusable: Bool { order.isReusable && limit.isReusable && (skip?.isReusable ?? true) }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        buffer.removeAll(context)
        rows = nil
        // What holds for the parts of all rows tells nothing of other rows.
        if !isPartial { threshold = nil }
        toSkip = try RowCount.value(of: skip, "SKIP", arguments, context) ?? 0
        let limit = try RowCount.value(of: limit, "LIMIT", arguments, context) ?? 0
        wanted = limit == 0 ? 0 : toSkip.addingReportingOverflow(limit).overflow ? .max : toSkip + limit
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if rows == nil { try gather(context) }
        guard let rest = rows, !rest.isEmpty else { return nil }
        let part = rest.prefix(RowBatch.rowsLimit)
        rows = rest.dropFirst(part.count)
        return buffer.batch(part, context)
    }

    private func gather(_ context: ExecutionContext) throws(EngineError) {
        // Kept rows are cut back now and then, so that each is compared a few times on the average.
        let bound = wanted > 1 << 40 ? Int.max : wanted + max(wanted, 64)
        while let batch = try inputs[0].next(context) {
            guard wanted > 0 else { continue }
            let last = try narrowToBest(batch, longerThan: bound, context)
            if last == nil { try narrow(batch, context) }
            guard !batch.selection.isEmpty else { continue }
            try buffer.append(batch, context)
            // Kept are as many as are wanted, of which none is behind the last.
            tighten(last)
            if buffer.count >= bound {
                try buffer.truncate(to: wanted, context)
                if buffer.count == wanted { tighten(buffer.firstKeys?.last) }
            }
        }
        let best = try buffer.sorted(context)[...].prefix(wanted)
        rows = best.dropFirst(isPartial ? 0 : toSkip)
        if isPartial, wanted <= Self.bestKeysLimit { noteBest(best) }
    }

    /// Takes the first keys of a part's best rows in among those of the parts before.
    private func noteBest(_ rows: ArraySlice<Int32>) {
        guard let numbers = buffer.firstKeys else { return }
        let isDescending = order.keys[0].isDescending
        var merged: [Int64] = []
        merged.reserveCapacity(min(wanted, bestKeys.count + rows.count))
        var earlier = bestKeys[...]
        var later = rows
        while merged.count < wanted {
            let number = later.first.map { numbers[Int($0)] }
            if let best = earlier.first, number.map({ isDescending ? best >= $0 : best <= $0 }) ?? true {
                merged.append(best)
                earlier.removeFirst()
            } else if let number {
                merged.append(number)
                later.removeFirst()
            } else {
                break
            }
        }
        bestKeys = merged
        if merged.count == wanted { tighten(merged.last) }
    }

    /// So many rows as are wanted have first keys up to this one.
    private func tighten(_ key: Int64?) {
        guard let key else { return }
        threshold = threshold.map { order.keys[0].isDescending ? max($0, key) : min($0, key) } ?? key
    }

    /// Of the best rows of all parts so far, in their order, where all of a part's were INTEGER.
    private var bestKeys: [Int64] = []
    /// To merge more of them at each part costs more than it spares.
    private static let bestKeysLimit = 1_024

    /// The first key of the worst of the best rows, where it is INTEGER: rows behind it are dropped before they are kept. It
    /// holds for later parts too: there have been that many better rows.
    private var threshold: Int64? {
        didSet {
            guard let projection, let slot = order.keys[0].expression.readSlot else { return }
            projection.wanted = threshold.flatMap { passing($0) }.map { (slot, $0) }
        }
    }

    /// First keys of rows that may still be among the best.
    private func passing(_ threshold: Int64) -> PassingRange? {
        // A single key: an equal row came later, so that it stands behind. More keys may still put it before.
        switch (order.keys[0].isDescending, order.keys.count == 1) {
        case (true, true): GreaterTest(bound: threshold).range
        case (true, false): GreaterOrEqualTest(bound: threshold).range
        case (false, true): LessTest(bound: threshold).range
        case (false, false): LessOrEqualTest(bound: threshold).range
        }
    }

    /// Of a first batch, leaves alone the rows whose first keys are among its best: the others need not be put in order.
    ///
    /// - Returns: the last of those keys; `nil`, and nothing is done, where the keys are not INTEGER, or many rows are wanted.
    private func narrowToBest(
        _ batch: RowBatch, longerThan bound: Int, _ context: ExecutionContext
    ) throws(EngineError) -> Int64? {
        let rows = batch.selection
        guard threshold == nil, rows.count > bound, wanted <= Self.narrowedLimit,
            let slot = order.keys[0].expression.readSlot, case .ints(let ints) = batch[slot], ints.areAllValid(rows)
        else { return nil }
        let isDescending = order.keys[0].isDescending
        var best: [Int64] = []
        best.reserveCapacity(wanted + 1)
        rows.forEach { row in
            let number = ints[row]
            if best.count == wanted, let last = best.last, isDescending ? number <= last : number >= last { return }
            var place = best.count
            while place > 0, isDescending ? best[place - 1] < number : best[place - 1] > number { place -= 1 }
            best.insert(number, at: place)
            if best.count > wanted { best.removeLast() }
        }
        guard let last = best.last else { return nil }
        let range = isDescending ? GreaterOrEqualTest(bound: last).range : LessOrEqualTest(bound: last).range
        if let range { batch.selection = ints.rows(rows, passing: WithinTest(range)) }
        return last
    }

    /// More are found faster by putting all rows in order.
    private static let narrowedLimit = 128

    private func narrow(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        guard let threshold else { return }
        let key = order.keys[0]
        guard case .ints(let ints) = try key.expression.evaluate(batch, batch.selection, context),
            ints.areAllValid(batch.selection)
        else { return }
        guard let range = passing(threshold) else {
            // Nothing is beyond the ends of INTEGER.
            batch.selection = Selection(all: 0)
            return
        }
        batch.selection = ints.rows(batch.selection, passing: WithinTest(range))
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        buffer.removeAll(context)
        rows = nil
        threshold = nil
        bestKeys = []
    }
}
