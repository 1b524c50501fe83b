import CypherSyntax

/// Groups rows by keys and computes aggregates of each group; without keys one group, also over no rows.
class EagerAggregationOperator: Operator {
    final let aggregation: Aggregation
    /// Each row that the plan is run on, which the first key numbers, is aggregated by itself.
    private let isPerRow: Bool
    /// `nil` until the first row is asked for.
    private var states: AggregationStates?
    private var arguments: RowBatch?
    private var emitted = 0

    init(_ aggregation: Aggregation, isPerRow: Bool = false, _ input: Operator, carried: [Int]) {
        self.aggregation = aggregation
        self.isPerRow = isPerRow
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try openInput(arguments, context)
        states?.removeAll(context)
        states = nil
        self.arguments = arguments
        emitted = 0
    }

    override var isReusable: Bool {
        aggregation.keys.allSatisfy { $0.expression.isReusable }
            && aggregation.aggregates.allSatisfy { $0.arguments.allSatisfy(\.isReusable) }
    }

    override func noteMemory(_ memory: inout TouchedMemory) {
        super.noteMemory(&memory)
        memory.note(aggregation.keys)
        memory.note(aggregation.aggregates)
        for aggregate in aggregation.aggregates { memory.note(aggregate.arguments) }
    }

    override func forget(_ context: ExecutionContext) {
        super.forget(context)
        arguments = nil
    }

    func openInput(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        for input in inputs { try input.open(arguments, context) }
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        let states = try gathered(context)
        guard emitted < states.groupCount else { return nil }
        let groups = emitted..<min(states.groupCount, emitted + RowBatch.rowsLimit)
        emitted = groups.upperBound
        // A subquery's given variables are still there behind an aggregation.
        var columns = arguments?.columns ?? SlotColumns(slotCount: context.slotCount)
        if isPerRow, let numbers = aggregation.keys.first.map({ _ in states.keys(0, groups) }) {
            let rows = (0..<groups.count).map {
                UInt16(truncatingIfNeeded: OuterRows.number(numbers, $0, context))
            }
            rows.withUnsafeBufferPointer { rows in
                for slot in columns.indices { columns[slot] = columns[slot].gathered(rows) }
            }
        }
        for (index, key) in aggregation.keys.enumerated() {
            columns[key.slot.index] = states.keys(index, groups)
        }
        for (index, aggregate) in aggregation.aggregates.enumerated() {
            columns[aggregate.slot.index] = try states.finish(index, groups, context).asVector
        }
        return RowBatch(columns: columns, rowCount: groups.count)
    }

    private func gathered(_ context: ExecutionContext) throws(EngineError) -> AggregationStates {
        if let states { return states }
        let states = AggregationStates(aggregation)
        self.states = states
        // Without other keys there is a group for each row, also for one that nothing was found for.
        if isPerRow, aggregation.keys.count == 1, let arguments {
            try states.begin([arguments[aggregation.keys[0].slot]], arguments.selection, context)
        }
        try gather(into: states, context)
        return states
    }

    /// Reads all rows.
    func gather(into states: AggregationStates, _ context: ExecutionContext) throws(EngineError) {
        try states.addAll(of: inputs[0], aggregation, context)
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        states?.removeAll(context)
        states = nil
    }
}

/// One aggregate over all groups.
protocol GroupAggregate: AnyObject {
    /// - Parameter groups: the group of each row in the order of `rows`; `nil` where all are of group 0.
    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError)
    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value
    var byteCount: Int { get }
    /// Whether `add(_:_:_:groupCount:)` serves for so many values of a chunk.
    ///
    /// - Parameter chunk: of the argument, `nil` where there is none.
    func takes(_ chunk: PropertyChunk?, rowCount: Int) -> Bool
    /// As the other `add`, of values where they lie: each row has one.
    func add(_ chunk: PropertyChunk?, _ rows: ChunkPlaces, _ groups: UnsafePointer<Int32>?, groupCount: Int)
    /// How the chunk's values, which are all there and as `takes` asks, are added up by `GroupTotals`; they count as added.
    func packing(of chunk: PropertyChunk?, rowCount: Int) -> GroupPacking
    /// Its packing is never a count.
    var isSummed: Bool { get }
    /// Takes what `GroupTotals` added up.
    func take(_ totals: [GroupTotal], groupCount: Int)
    /// Whether `merge` serves.
    var isMergeable: Bool { get }
    /// Adds what another of the same kind gathered of rows behind this one's.
    ///
    /// - Parameter groups: by the other's group, which one it is here.
    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError)
}

extension GroupAggregate {
    func takes(_ chunk: PropertyChunk?, rowCount: Int) -> Bool { false }

    func add(_ chunk: PropertyChunk?, _ rows: ChunkPlaces, _ groups: UnsafePointer<Int32>?, groupCount: Int) {
        preconditionFailure("an aggregate that takes no chunk")
    }

    func packing(of chunk: PropertyChunk?, rowCount: Int) -> GroupPacking { .none }

    var isSummed: Bool { false }

    func take(_ totals: [GroupTotal], groupCount: Int) { preconditionFailure("an aggregate without totals") }

    var isMergeable: Bool { false }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        throw .internalError("an aggregate that is not merged")
    }
}

/// `count(*)` and `count(x)`.
final class CountAggregate: GroupAggregate {
    @exclusivity(unchecked) private var counts: [Int64] = []

    var byteCount: Int { counts.count * 8 }

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        reserve(groupCount)
        guard let groups else {
            guard let vector = arguments.first else {
                counts[0] &+= Int64(rows.count)
                return
            }
            var count: Int64 = 0
            rows.forEach { count &+= vector.isNull(at: $0) ? 0 : 1 }
            counts[0] &+= count
            return
        }
        var index = 0
        if let vector = arguments.first {
            rows.forEach { row in
                if !vector.isNull(at: row) { counts[Int(groups[index])] &+= 1 }
                index &+= 1
            }
        } else {
            counts.withUnsafeMutableBufferPointer { counts in
                for group in groups { counts[Int(group)] &+= 1 }
            }
        }
    }

    private func reserve(_ groupCount: Int) {
        if counts.count < groupCount { counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count)) }
    }

    func takes(_ chunk: PropertyChunk?, rowCount: Int) -> Bool { true }

    func add(_ chunk: PropertyChunk?, _ rows: ChunkPlaces, _ groups: UnsafePointer<Int32>?, groupCount: Int) {
        reserve(groupCount)
        guard let groups else {
            counts[0] &+= Int64(rows.count)
            return
        }
        counts.withUnsafeMutableBufferPointer { counts in
            guard let counts = counts.baseAddress else { return }
            for index in 0..<rows.count { counts[Int(groups[index])] &+= 1 }
        }
    }

    /// The rows have values, all of them.
    func packing(of chunk: PropertyChunk?, rowCount: Int) -> GroupPacking { .count }

    func take(_ totals: [GroupTotal], groupCount: Int) {
        reserve(groupCount)
        for total in totals { counts[total.group] &+= total.count }
    }

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? CountAggregate else { return }
        reserve(groupCount)
        for (group, count) in other.counts.enumerated() { counts[Int(groups[group])] &+= count }
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        .int(group < counts.count ? counts[group] : 0)
    }
}

/// Any aggregate function, with an accumulator a group; with `DISTINCT` each value of a group once.
final class AccumulatorAggregate: GroupAggregate {
    private let make: () -> any Accumulator
    private let isDistinct: Bool
    private var accumulators: [any Accumulator] = []
    private var seen: [Set<EquivalenceKey>] = []
    private(set) var byteCount = 0

    init(_ function: FunctionDefinition, isDistinct: Bool) {
        if case .aggregate(let make) = function.body { self.make = make } else { self.make = { EmptyAccumulator() } }
        self.isDistinct = isDistinct
    }

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        var values = [Value](repeating: .null, count: arguments.count)
        var index = 0
        try rows.forEach { row throws(EngineError) in
            for place in arguments.indices { values[place] = arguments[place].value(at: row, context.strings) }
            let group = groups.map { Int($0[index]) } ?? 0
            index += 1
            try add(values, to: group, context)
        }
    }

    func add(_ values: [Value], to group: Int, _ context: ExecutionContext) throws(EngineError) {
        reserve(group + 1)
        if isDistinct {
            guard let value = values.first else { return }
            if seen[group].count == seen[group].capacity { try growSeen(group, context) }
            guard seen[group].insert(EquivalenceKey(value)).inserted else { return }
            byteCount += value.heapByteCount
        }
        let before = accumulators[group].byteCount
        try accumulators[group].add(values, context.evaluation)
        byteCount += accumulators[group].byteCount - before
    }

    private func growSeen(_ group: Int, _ context: ExecutionContext) throws(EngineError) {
        // A set is three quarters full at most.
        let entryBytes = MemoryLayout<EquivalenceKey>.stride * 4 / 3
        let old = seen[group].capacity
        let new = max(3, old * 2)
        try context.growing(to: new * entryBytes) { seen[group].reserveCapacity(new) }
        byteCount += (seen[group].capacity - old) * entryBytes
    }

    private func reserve(_ groupCount: Int) {
        while accumulators.count < groupCount {
            accumulators.append(make())
            if isDistinct { seen.append([]) }
            byteCount += 64
        }
    }

    /// The sum of many values, where the function adds up.
    func add(_ total: NumberTotal, to group: Int) throws(EngineError) {
        reserve(group + 1)
        try (accumulators[group] as? any MergingAccumulator)?.merge(SumAccumulator(total))
    }

    /// Of functions whose accumulators merge, without `DISTINCT`.
    func merge(
        _ other: AccumulatorAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        reserve(groupCount)
        for (from, accumulator) in other.accumulators.enumerated() {
            guard let own = accumulators[Int(groups[from])] as? any MergingAccumulator else { continue }
            let before = own.byteCount
            try own.merge(accumulator)
            byteCount += own.byteCount - before
        }
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        guard group < accumulators.count else { return try make().finish(context.evaluation) }
        return try accumulators[group].finish(context.evaluation)
    }
}

/// Stands in for a function that is no aggregate; Binding lets none through.
private final class EmptyAccumulator: Accumulator {
    var byteCount: Int { 0 }
    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {}
    func finish(_ context: EvaluationContext) throws(EngineError) -> Value { .null }
}
