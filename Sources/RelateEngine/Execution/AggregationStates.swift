import CypherSyntax

/// One aggregate of an aggregation: how its state begins, and what it is given.
struct Aggregate {
    var slot: Slot
    var make: () -> any GroupAggregate
    var arguments: [VectorExpression]
    /// For errors.
    var span: SourceSpan? = nil
    /// `count(*)`.
    var countsRows = false
}

/// What rows are grouped by, and what is computed of each group.
struct Aggregation {
    let keys: [(slot: Slot, expression: VectorExpression)]
    let aggregates: [Aggregate]

    /// Nothing but the number of rows matters.
    var countsRowsAlone: Bool { keys.isEmpty && aggregates.allSatisfy(\.countsRows) }

    /// What an aggregation reads of a batch.
    struct Input {
        let rows: Selection
        let keys: [Vector]
        /// By aggregate.
        let arguments: [[Vector]]
    }

    func evaluate(_ batch: RowBatch, _ context: ExecutionContext) throws(EngineError) -> Input {
        let rows = batch.selection
        var keyVectors: [Vector] = []
        for key in keys { keyVectors.append(try key.expression.evaluate(batch, rows, context)) }
        var arguments: [[Vector]] = []
        for aggregate in aggregates {
            var vectors: [Vector] = []
            for argument in aggregate.arguments { vectors.append(try argument.evaluate(batch, rows, context)) }
            arguments.append(vectors)
        }
        return Input(rows: rows, keys: keyVectors, arguments: arguments)
    }
}

/// The groups of the rows so far, with each aggregate's state; without keys one group, also of no rows.
final class AggregationStates {
    private let aggregates: [Aggregate]
    private let hasKeys: Bool
    /// Without keys there is none.
    private let table: GroupTable?
    private var states: [any GroupAggregate]
    private var groups: [Int32] = []
    /// Of each sum; of the count alone where there is none.
    private var totals: [GroupTotals] = []
    private var charged = 0
    private(set) var rowCount = 0

    init(_ aggregation: Aggregation) {
        aggregates = aggregation.aggregates
        hasKeys = !aggregation.keys.isEmpty
        table = hasKeys ? GroupTable(keyCount: aggregation.keys.count) : nil
        states = aggregates.map { $0.make() }
    }

    var groupCount: Int { table?.count ?? 1 }

    /// Another's groups can be taken in.
    var isMergeable: Bool { states.allSatisfy(\.isMergeable) }

    func add(_ input: Aggregation.Input, _ context: ExecutionContext) throws(EngineError) {
        rowCount &+= input.rows.count
        if let table { try table.find(input.keys, input.rows, into: &groups, context) }
        for index in states.indices {
            do throws(EngineError) {
                try states[index].add(
                    input.arguments[index], input.rows, hasKeys ? groups : nil, groupCount: groupCount, context)
            } catch {
                throw error.at(aggregates[index].span)
            }
        }
        try charge(context)
    }

    /// Rows of which only the number matters.
    func add(rowCount: Int, _ context: ExecutionContext) throws(EngineError) {
        self.rowCount &+= rowCount
        for state in states { try state.add([], Selection(all: rowCount), nil, groupCount: 1, context) }
        try charge(context)
    }

    /// All rows of an operator.
    func addAll(
        of input: Operator, _ aggregation: Aggregation, _ context: ExecutionContext
    ) throws(EngineError) {
        if aggregation.countsRowsAlone {
            while let rowCount = try input.nextCount(context) { try add(rowCount: rowCount, context) }
        } else if let chunks = ChunkAggregation(aggregation, over: input, context) {
            try addAll(of: chunks, aggregation, context)
        } else {
            while let batch = try input.next(context) { try add(try aggregation.evaluate(batch, context), context) }
        }
    }

    /// Values where they lie in the store's chunks, as far as table and aggregates take them so.
    private func addAll(
        of chunks: ChunkAggregation, _ aggregation: Aggregation, _ context: ExecutionContext
    ) throws(EngineError) {
        defer { takeTotals() }
        while let part = try chunks.source.nextPart(context) {
            switch part {
            case .batch(let batch):
                takeTotals()
                try add(try aggregation.evaluate(batch, context), context)
            case .chunk(let chunk):
                if try !add(chunk, of: chunks, context) {
                    takeTotals()
                    let batch = chunks.nodes.batch(chunk.index, chunk.found, context)
                    try add(try aggregation.evaluate(batch, context), context)
                }
            }
        }
    }

    /// - Returns: false, and nothing is done, where a value is absent or of another kind than that there is a loop for.
    private func add(
        _ chunk: FoundChunk, of chunks: ChunkAggregation, _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        guard chunks.isComplete(chunk) else { return false }
        for place in states.indices
        where !states[place].takes(chunks.argument(place, chunk.index), rowCount: chunk.found.count) { return false }
        if try addUp(chunk, of: chunks, context) { return true }
        let rows = chunks.places(of: chunk)
        if let table {
            guard let strings = chunks.keys(chunk.index),
                try table.find(strings: strings, rows.rows, rows.count, into: &groups, context)
            else { return false }
        }
        rowCount &+= rows.count
        context.statistics.nodeReads &+= rows.count * chunks.columnCount
        groups.withUnsafeBufferPointer { groups in
            for place in states.indices {
                states[place].add(
                    chunks.argument(place, chunk.index), rows, hasKeys ? groups.baseAddress : nil,
                    groupCount: groupCount)
            }
        }
        try charge(context)
        return true
    }

    /// As `add`, with all that is counted and summed up of a group in few words.
    private func addUp(
        _ chunk: FoundChunk, of chunks: ChunkAggregation, _ context: ExecutionContext
    ) throws(EngineError) -> Bool {
        guard let table, chunk.found.isFull, let strings = chunks.keys(chunk.index) else { return false }
        let rowCount = chunk.found.count
        var sums: [NarrowIntegers?] = []
        for place in states.indices {
            switch states[place].packing(of: chunks.argument(place, chunk.index), rowCount: rowCount) {
            case .none: return false
            case .count: break
            case .sum(let values): sums.append(values)
            }
        }
        if sums.isEmpty { sums.append(nil) }
        if totals.first?.isFull(with: rowCount) ?? false { takeTotals() }
        for (index, values) in sums.enumerated() {
            if index == totals.count { totals.append(GroupTotals()) }
            guard try table.addUp(strings: strings, rowCount, values, into: totals[index], context) else {
                return false
            }
        }
        self.rowCount &+= rowCount
        context.statistics.nodeReads &+= rowCount * chunks.columnCount
        try charge(context)
        return true
    }

    /// What was added up in `totals` goes to the aggregates.
    private func takeTotals() {
        guard let first = totals.first, first.rowCount > 0 else { return }
        let found = totals.map { totals in
            var found: [GroupTotal] = []
            totals.empty(groupCount: groupCount) { found.append(GroupTotal(group: $0, count: $1, sum: $2)) }
            return found
        }
        var next = 0
        for state in states {
            state.take(found[state.isSummed ? next : 0], groupCount: groupCount)
            if state.isSummed { next += 1 }
        }
    }

    /// Makes groups of the keys, with nothing in them.
    func begin(_ keys: [Vector], _ rows: Selection, _ context: ExecutionContext) throws(EngineError) {
        try table?.find(keys, rows, into: &groups, context)
    }

    /// Takes in the groups of rows that come behind those so far.
    func merge(_ other: AggregationStates, _ context: ExecutionContext) throws(EngineError) {
        rowCount &+= other.rowCount
        if let table, let other = other.table {
            try table.merge(other, into: &groups, context)
        } else if groups.isEmpty {
            groups = [0]
        }
        for index in states.indices {
            do throws(EngineError) {
                try states[index].merge(other.states[index], groups, groupCount: groupCount, context)
            } catch {
                throw error.at(aggregates[index].span)
            }
        }
        try charge(context)
    }

    private func charge(_ context: ExecutionContext) throws(EngineError) {
        var held = 0
        for state in states { held &+= state.byteCount }
        for part in totals { held &+= part.byteCount }
        guard held > charged else { return }
        try context.charge(held - charged)
        charged = held
    }

    func keys(_ index: Int, _ groups: Range<Int>) -> Vector { table?.keys(index, groups) ?? .absent }

    /// The values of one aggregate; each is asked for once.
    func finish(
        _ index: Int, _ groups: Range<Int>, _ context: ExecutionContext
    ) throws(EngineError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(groups.count)
        do throws(EngineError) {
            for group in groups { values.append(try states[index].finish(group, context)) }
        } catch {
            throw error.at(aggregates[index].span)
        }
        return values
    }

    /// As at the beginning; memory is kept for the next use.
    func reset(_ context: ExecutionContext) {
        table?.reset(context)
        totals = []
        Disposal.free(&states, leaving: aggregates.map { $0.make() }, bytes: charged)
        context.release(charged)
        charged = 0
        rowCount = 0
    }

    func removeAll(_ context: ExecutionContext) {
        reset(context)
        table?.removeAll(context)
    }
}
