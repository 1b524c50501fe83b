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
        var columns = arguments?.columns ?? [Vector](repeating: .absent, count: context.slotCount)
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
        if counts.count < groupCount { counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count)) }
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

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? CountAggregate else { return }
        if counts.count < groupCount { counts.append(contentsOf: repeatElement(0, count: groupCount - counts.count)) }
        for (group, count) in other.counts.enumerated() { counts[Int(groups[group])] &+= count }
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        .int(group < counts.count ? counts[group] : 0)
    }
}

/// `sum`, `avg`, `min`, `max` of one argument while it is unboxed INTEGER or FLOAT; anything else goes to accumulators.
final class NumberAggregate: GroupAggregate {
    enum Kind { case sum, average, minimum, maximum }

    private let kind: Kind
    private let fallback: AccumulatorAggregate
    /// Groups whose values went to the fallback: all of them from the first such batch on.
    private var usesFallback = false
    @exclusivity(unchecked) private var counts: [Int64] = []
    @exclusivity(unchecked) private var whole: [Int64] = []
    @exclusivity(unchecked) private var floats: [Double] = []
    @exclusivity(unchecked) private var isFloat = false

    init(_ kind: Kind, _ function: FunctionDefinition) {
        self.kind = kind
        fallback = AccumulatorAggregate(function, isDistinct: false)
    }

    var byteCount: Int { counts.count * 24 + fallback.byteCount }

    func add(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard !usesFallback, let vector = arguments.first else {
            return try fallback.add(arguments, rows, groups, groupCount: groupCount, context)
        }
        reserve(groupCount)
        switch vector {
        case .ints(let ints) where !isFloat:
            guard addWhole(ints, rows, groups) else {
                return try moveToFallback(arguments, rows, groups, groupCount, context)
            }
        case .doubles(let doubles) where isFloat || counts.allSatisfy({ $0 == 0 }):
            isFloat = true
            addFloats(doubles, rows, groups)
        case .absent, .constant(.null): return
        default: try moveToFallback(arguments, rows, groups, groupCount, context)
        }
    }

    private func reserve(_ groupCount: Int) {
        guard counts.count < groupCount else { return }
        let more = groupCount - counts.count
        counts.append(contentsOf: repeatElement(0, count: more))
        whole.append(contentsOf: repeatElement(0, count: more))
        floats.append(contentsOf: repeatElement(0, count: more))
    }

    /// - Returns: false where a sum overflows; nothing is added then.
    private func addWhole(_ vector: TypedVector<Int64>, _ rows: Selection, _ groups: [Int32]?) -> Bool {
        guard let groups else { return addWholeToOne(vector, rows) }
        var index = 0
        switch kind {
        case .sum, .average:
            if rows.rows == nil, vector.areAllValid(rows) {
                if addAllWhole(vector.base, groups) { return true }
                takeBack(vector, rows, groups)
                return false
            }
            var isBroken = false
            whole.withUnsafeMutableBufferPointer { whole in
                counts.withUnsafeMutableBufferPointer { counts in
                    rows.forEach { row in
                        let group = Self.group(groups, index)
                        index &+= 1
                        guard vector.isValid(row) else { return }
                        let (sum, overflow) = whole[group].addingReportingOverflow(vector[row])
                        whole[group] = sum
                        counts[group] &+= 1
                        isBroken = isBroken || overflow
                    }
                }
            }
            if isBroken { takeBack(vector, rows, groups) }
            return !isBroken
        case .minimum, .maximum:
            rows.forEach { row in
                let group = Self.group(groups, index)
                index &+= 1
                guard vector.isValid(row) else { return }
                let number = vector[row]
                if counts[group] == 0 || (kind == .minimum ? number < whole[group] : number > whole[group]) {
                    whole[group] = number
                }
                counts[group] &+= 1
            }
            return true
        }
    }

    /// A value for each of the groups, none of them null.
    ///
    /// - Returns: false where a sum overflows.
    private func addAllWhole(_ values: UnsafePointer<Int64>, _ groups: [Int32]) -> Bool {
        var isBroken = false
        whole.withUnsafeMutableBufferPointer { whole in
            counts.withUnsafeMutableBufferPointer { counts in
                groups.withUnsafeBufferPointer { groups in
                    for index in groups.indices {
                        let group = Int(groups[index])
                        let (sum, overflow) = whole[group].addingReportingOverflow(values[index])
                        whole[group] = sum
                        counts[group] &+= 1
                        isBroken = isBroken || overflow
                    }
                }
            }
        }
        return !isBroken
    }

    /// Undoes the sums of a batch: what wrapped round wraps back.
    private func takeBack(_ vector: TypedVector<Int64>, _ rows: Selection, _ groups: [Int32]?) {
        var index = 0
        rows.forEach { row in
            let group = Self.group(groups, index)
            index &+= 1
            guard vector.isValid(row) else { return }
            whole[group] &-= vector[row]
            counts[group] &-= 1
        }
    }

    /// One group: sums stay in registers.
    private func addWholeToOne(_ vector: TypedVector<Int64>, _ rows: Selection) -> Bool {
        var sum = whole[0]
        var count: Int64 = 0
        var isBroken = false
        let isFirst = counts[0] == 0
        var least = isFirst ? Int64.max : whole[0]
        var greatest = isFirst ? Int64.min : whole[0]
        switch kind {
        case .sum, .average:
            rows.forEach { row in
                guard vector.isValid(row) else { return }
                let (next, overflow) = sum.addingReportingOverflow(vector[row])
                sum = next
                count &+= 1
                isBroken = isBroken || overflow
            }
            if isBroken { return false }
            whole[0] = sum
        case .minimum:
            rows.forEach { row in
                guard vector.isValid(row) else { return }
                least = min(least, vector[row])
                count &+= 1
            }
            if count > 0 { whole[0] = least }
        case .maximum:
            rows.forEach { row in
                guard vector.isValid(row) else { return }
                greatest = max(greatest, vector[row])
                count &+= 1
            }
            if count > 0 { whole[0] = greatest }
        }
        counts[0] &+= count
        return true
    }

    @inline(__always) private static func group(_ groups: [Int32]?, _ index: Int) -> Int {
        guard let groups else { return 0 }
        return Int(groups[index])
    }

    /// A value, or what so many of them made elsewhere.
    @inline(__always) private func take(_ number: Double, count: Int64, in group: Int) {
        switch kind {
        case .sum, .average: floats[group] += number
        case .minimum: if counts[group] == 0 || Ordering.order(number, floats[group]) < 0 { floats[group] = number }
        case .maximum: if counts[group] == 0 || Ordering.order(number, floats[group]) > 0 { floats[group] = number }
        }
        counts[group] &+= count
    }

    private func addFloats(_ vector: TypedVector<Double>, _ rows: Selection, _ groups: [Int32]?) {
        var index = 0
        rows.forEach { row in
            let group = Self.group(groups, index)
            index &+= 1
            if vector.isValid(row) { take(vector[row], count: 1, in: group) }
        }
    }

    /// What was added so far goes to the accumulators as one value a group; an average of mixed numbers goes on here.
    private func moveToFallback(
        _ arguments: [Vector], _ rows: Selection, _ groups: [Int32]?, _ groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        if kind == .average, counts.contains(where: { $0 > 0 }) {
            return try addMixed(arguments[0], rows, groups, context)
        }
        usesFallback = true
        for group in counts.indices where counts[group] > 0 {
            try fallback.add([isFloat ? .float(floats[group]) : .int(whole[group])], to: group, context)
        }
        try fallback.add(arguments, rows, groups, groupCount: groupCount, context)
    }

    private func addMixed(
        _ vector: Vector, _ rows: Selection, _ groups: [Int32]?, _ context: ExecutionContext
    ) throws(EngineError) {
        if !isFloat {
            floats = whole.map { Double($0) }
            isFloat = true
        }
        var index = 0
        try rows.forEach { row throws(EngineError) in
            let group = groups.map { Int($0[index]) } ?? 0
            index += 1
            switch vector.value(at: row, context.strings) {
            case .null: return
            case .int(let number): floats[group] += Double(number)
            case .float(let number): floats[group] += number
            case let other:
                throw .typeMismatch("avg() takes numbers or durations, not both: got \(other.typeName)")
            }
            counts[group] += 1
        }
    }

    // MARK: Merging

    var isMergeable: Bool { true }

    func merge(
        _ other: any GroupAggregate, _ groups: [Int32], groupCount: Int, _ context: ExecutionContext
    ) throws(EngineError) {
        guard let other = other as? NumberAggregate, other.usesFallback || other.hasValues else { return }
        reserve(groupCount)
        if !usesFallback, !hasValues { isFloat = other.isFloat }
        if !usesFallback, !other.usesFallback, isFloat == other.isFloat {
            if isFloat {
                mergeFloats(other, groups)
                return
            }
            if mergeWhole(other, groups) { return }
        }
        try moveAllToFallback(context)
        try other.moveAllToFallback(context)
        try fallback.merge(other.fallback, groups, groupCount: groupCount, context)
    }

    private var hasValues: Bool { counts.contains { $0 > 0 } }

    private func mergeFloats(_ other: NumberAggregate, _ groups: [Int32]) {
        for (from, count) in other.counts.enumerated() where count > 0 {
            take(other.floats[from], count: count, in: Int(groups[from]))
        }
    }

    /// - Returns: false where a sum overflows; nothing is added then.
    private func mergeWhole(_ other: NumberAggregate, _ groups: [Int32]) -> Bool {
        if kind == .sum || kind == .average {
            for (from, count) in other.counts.enumerated() where count > 0 {
                if whole[Int(groups[from])].addingReportingOverflow(other.whole[from]).overflow { return false }
            }
        }
        for (from, count) in other.counts.enumerated() where count > 0 {
            let group = Int(groups[from])
            let number = other.whole[from]
            switch kind {
            case .sum, .average: whole[group] &+= number
            case .minimum: if counts[group] == 0 || number < whole[group] { whole[group] = number }
            case .maximum: if counts[group] == 0 || number > whole[group] { whole[group] = number }
            }
            counts[group] &+= count
        }
        return true
    }

    /// Totals with the number of values behind them, so that averages go on right.
    private func moveAllToFallback(_ context: ExecutionContext) throws(EngineError) {
        guard !usesFallback else { return }
        usesFallback = true
        for group in counts.indices where counts[group] > 0 {
            switch kind {
            case .sum, .average:
                let total =
                    isFloat
                    ? NumberTotal(floats[group], count: counts[group]) : NumberTotal(whole[group], count: counts[group])
                try fallback.add(total, to: group)
            case .minimum, .maximum:
                try fallback.add([isFloat ? .float(floats[group]) : .int(whole[group])], to: group, context)
            }
        }
    }

    func finish(_ group: Int, _ context: ExecutionContext) throws(EngineError) -> Value {
        if usesFallback { return try fallback.finish(group, context) }
        guard group < counts.count, counts[group] > 0 else { return kind == .sum ? .int(0) : .null }
        switch kind {
        case .sum, .minimum, .maximum: return isFloat ? .float(floats[group]) : .int(whole[group])
        case .average: return .float((isFloat ? floats[group] : Double(whole[group])) / Double(counts[group]))
        }
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
            guard let value = values.first, seen[group].insert(EquivalenceKey(value)).inserted else { return }
            byteCount += 64 + value.heapByteCount
        }
        let before = accumulators[group].byteCount
        try accumulators[group].add(values, context.evaluation)
        byteCount += accumulators[group].byteCount - before
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
