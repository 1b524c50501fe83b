/// `MERGE` of one node, or of one relationship between two given nodes: a batch of rows is looked for at once, as the graph
/// was before it; what several of its rows make is told by their keys, so that a row finds what those before it made.
final class BatchedMergeOperator: Operator {
    private let merge: LogicalPlan.BatchedMerge
    private let creator: ElementCreator
    private let onCreate: PropertySetter
    private let onMatch: PropertySetter
    private let checks: [MergeOperator.MergeCheck]
    private let number: Slot
    private let table: GroupTable
    private var ready: [RowBatch] = []

    init(
        _ merge: LogicalPlan.BatchedMerge, _ creator: ElementCreator, onCreate: PropertySetter,
        onMatch: PropertySetter, checks: [MergeOperator.MergeCheck], rowNumber: Slot, _ input: Operator,
        _ match: Operator, carried: [Int]
    ) {
        self.merge = merge
        self.creator = creator
        self.onCreate = onCreate
        self.onMatch = onMatch
        self.checks = checks
        number = rowNumber
        table = GroupTable(keyCount: checks.count + (merge.ends == nil ? 0 : 2))
        super.init([input, match], carried: carried)
    }

    override var isReusable: Bool {
        creator.isReusable && onCreate.isReusable && onMatch.isReusable && checks.allSatisfy(\.isReusable)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try inputs[0].open(arguments, context)
        ready = []
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        while true {
            if let batch = ready.popLast() { return batch }
            guard let batch = try inputs[0].next(context) else { return nil }
            let outer = OuterRows.numbered(batch, keeping: batch.columns.indices, number)
            let keys = try keys(outer, context)
            let found = try look(outer, context)
            ready = try batches(outer, merged(outer, keys, found, context), context).reversed()
        }
    }

    /// An outer row and an element that it has found or made.
    private typealias Pair = (row: UInt16, element: UInt32)

    private func keys(_ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Vector] {
        var vectors: [Vector] = []
        for check in checks { vectors.append(try check.value.evaluate(outer, outer.selection, context)) }
        for row in 0..<outer.rowCount {
            for (check, vector) in zip(checks, vectors) {
                let value = vector.value(at: row, context.strings)
                guard value.isEqualToItself else { throw check.refusal(of: value) }
            }
        }
        guard let ends = merge.ends else { return vectors }
        let first = TypedVector<Int64>(capacity: outer.rowCount)
        let second = TypedVector<Int64>(capacity: outer.rowCount)
        for row in 0..<outer.rowCount {
            // A null end is refused when the relationship is made.
            let from = outer[ends.from].node(at: row).map { Int64($0) } ?? -1
            let to = outer[ends.to].node(at: row).map { Int64($0) } ?? -1
            first.base[row] = ends.isDirected ? from : min(from, to)
            second.base[row] = ends.isDirected ? to : max(from, to)
        }
        return vectors + [.ints(first), .ints(second)]
    }

    /// What the pattern matches, by outer row, ascending.
    private func look(_ outer: RowBatch, _ context: ExecutionContext) throws(EngineError) -> [Pair] {
        var found: [Pair] = []
        try inputs[1].open(outer, context)
        while let batch = try inputs[1].next(context) {
            let numbers = batch[number]
            let elements = batch[merge.element]
            batch.selection.forEach { row in
                guard let element = elements.node(at: row) ?? elements.relationship(at: row) else { return }
                found.append((UInt16(truncatingIfNeeded: OuterRows.number(numbers, row, context)), element))
            }
        }
        inputs[1].close(context)
        return found
    }

    private func merged(
        _ outer: RowBatch, _ keys: [Vector], _ found: [Pair], _ context: ExecutionContext
    ) throws(EngineError) -> [Pair] {
        var isFound = [Bool](repeating: false, count: outer.rowCount)
        for pair in found { isFound[Int(pair.row)] = true }
        let missing = outer.selection.filtered { !isFound[$0] }
        var groups: [Int32] = []
        table.removeAll(context)
        try table.find(keys, missing, into: &groups, context)
        // Of each key the first row makes the element.
        var makers = [Int](repeating: -1, count: table.count)
        var place = 0
        let making = missing.filtered { row in
            defer { place += 1 }
            guard makers[Int(groups[place])] < 0 else { return false }
            makers[Int(groups[place])] = row
            return true
        }
        if merge.isCreatedAtOnce {
            let new = try create(outer, making, context)
            return pairs(outer, found, isFound, groups) { new[makers[$0]] }
        }
        return try mergedInOrder(outer, found, isFound, groups, makers, context)
    }

    /// All rows' pairs in their order; `made` gives the element of a key.
    private func pairs(
        _ outer: RowBatch, _ found: [Pair], _ isFound: [Bool], _ groups: [Int32], _ made: (Int) -> UInt32
    ) -> [Pair] {
        var result: [Pair] = []
        result.reserveCapacity(max(outer.rowCount, found.count))
        var nextFound = 0
        var nextGroup = 0
        for row in 0..<outer.rowCount {
            if isFound[row] {
                while nextFound < found.count, Int(found[nextFound].row) == row {
                    result.append(found[nextFound])
                    nextFound += 1
                }
            } else {
                result.append((UInt16(truncatingIfNeeded: row), made(Int(groups[nextGroup]))))
                nextGroup += 1
            }
        }
        return result
    }

    /// `ON MATCH` and `ON CREATE` run row after row: one may see what another wrote.
    private func mergedInOrder(
        _ outer: RowBatch, _ found: [Pair], _ isFound: [Bool], _ groups: [Int32], _ makers: [Int],
        _ context: ExecutionContext
    ) throws(EngineError) -> [Pair] {
        var made = [UInt32?](repeating: nil, count: makers.count)
        var result: [Pair] = []
        func match(_ pair: Pair) throws(EngineError) {
            result.append(pair)
            guard !onMatch.isEmpty else { return }
            let row = RowBatch(
                columns: outer.columns, rowCount: outer.rowCount, selection: Selection(row: Int(pair.row)))
            row[merge.element] = .constant(merge.value(pair.element))
            try onMatch.apply(row, context)
        }
        var nextFound = 0
        var nextGroup = 0
        for row in 0..<outer.rowCount {
            if isFound[row] {
                while nextFound < found.count, Int(found[nextFound].row) == row {
                    try match(found[nextFound])
                    nextFound += 1
                }
                continue
            }
            let group = Int(groups[nextGroup])
            nextGroup += 1
            if let element = made[group] {
                try match((UInt16(truncatingIfNeeded: row), element))
            } else {
                let element = try create(outer, Selection(row: row), context)[row]
                made[group] = element
                result.append((UInt16(truncatingIfNeeded: row), element))
            }
        }
        return result
    }

    /// Makes the elements of some rows; they stand at the rows' places.
    private func create(
        _ outer: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> [UInt32] {
        var elements = [UInt32](repeating: 0, count: outer.rowCount)
        guard !rows.isEmpty else { return elements }
        let batch = RowBatch(columns: outer.columns, rowCount: outer.rowCount, selection: rows)
        try creator.create(batch, context)
        try onCreate.apply(batch, context)
        let vector = batch[merge.element]
        rows.forEach { row in elements[row] = vector.node(at: row) ?? vector.relationship(at: row) ?? 0 }
        return elements
    }

    private func batches(
        _ outer: RowBatch, _ pairs: [Pair], _ context: ExecutionContext
    ) throws(EngineError) -> [RowBatch] {
        var result: [RowBatch] = []
        var start = 0
        while start < pairs.count {
            let part = pairs[start..<min(pairs.count, start + RowBatch.rowsLimit)]
            start += part.count
            let rows = part.map(\.row)
            var columns = SlotColumns(slotCount: context.slotCount)
            rows.withUnsafeBufferPointer { rows in
                for slot in carried where slot != merge.element.index {
                    columns[slot] = outer.columns[slot].gathered(rows)
                }
            }
            let elements = TypedVector<UInt32>(capacity: part.count)
            for (index, pair) in part.enumerated() { elements.base[index] = pair.element }
            columns[merge.element.index] = merge.ends == nil ? .nodes(elements) : .relationships(elements)
            result.append(RowBatch(columns: columns, rowCount: part.count))
        }
        return result
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        table.removeAll(context)
        ready = []
    }
}

extension LogicalPlan.BatchedMerge {
    fileprivate func value(_ element: UInt32) -> Value {
        ends == nil ? .node(NodeID(element)) : .relationship(RelationshipID(element))
    }
}
