import CypherSyntax

/// Groups rows by keys and computes aggregates of each group; without keys one group, also over no rows.
final class EagerAggregationOperator: Operator {
    struct Aggregate {
        var slot: Slot
        var make: () -> any GroupAggregate
        var arguments: [VectorExpression]
        /// For errors.
        var span: SourceSpan? = nil
    }

    private let keys: [(slot: Slot, expression: VectorExpression)]
    private let aggregates: [Aggregate]
    private let table: GroupTable
    private var states: [any GroupAggregate] = []
    private var arguments: RowBatch?
    private var isDone = false
    private var emitted = 0
    private var groupCount = 0
    private var charged = 0

    init(
        keys: [(slot: Slot, expression: VectorExpression)], aggregates: [Aggregate], _ input: Operator, carried: [Int]
    ) {
        self.keys = keys
        self.aggregates = aggregates
        table = GroupTable(keyCount: keys.count)
        super.init([input], carried: carried)
    }

    override func open(_ arguments: RowBatch, _ context: ExecutionContext) throws(EngineError) {
        try super.open(arguments, context)
        table.removeAll(context)
        states = aggregates.map { $0.make() }
        self.arguments = arguments
        isDone = false
        emitted = 0
        groupCount = keys.isEmpty ? 1 : 0
    }

    override func produce(_ context: ExecutionContext) throws(EngineError) -> RowBatch? {
        if !isDone { try gather(context) }
        guard emitted < groupCount else { return nil }
        let groups = emitted..<min(groupCount, emitted + RowBatch.rowsLimit)
        emitted = groups.upperBound
        // A subquery's given variables are still there behind an aggregation.
        var columns = arguments?.columns ?? [Vector](repeating: .absent, count: context.slotCount)
        for (index, key) in keys.enumerated() { columns[key.slot.index] = table.keys(index, groups) }
        for (index, aggregate) in aggregates.enumerated() {
            var values: [Value] = []
            values.reserveCapacity(groups.count)
            do throws(EngineError) {
                for group in groups { values.append(try states[index].finish(group, context)) }
            } catch {
                throw error.at(aggregate.span)
            }
            columns[aggregate.slot.index] = values.asVector
        }
        return RowBatch(columns: columns, rowCount: groups.count)
    }

    private func gather(_ context: ExecutionContext) throws(EngineError) {
        var groups: [Int32] = []
        while let batch = try inputs[0].next(context) {
            let rows = batch.selection
            if keys.isEmpty {
                groups.removeAll(keepingCapacity: true)
            } else {
                var vectors: [Vector] = []
                for key in keys { vectors.append(try key.expression.evaluate(batch, rows, context)) }
                try table.find(vectors, rows, into: &groups, context)
                groupCount = table.count
            }
            for (index, aggregate) in aggregates.enumerated() {
                var vectors: [Vector] = []
                for argument in aggregate.arguments { vectors.append(try argument.evaluate(batch, rows, context)) }
                do throws(EngineError) {
                    try states[index].add(
                        vectors, rows, keys.isEmpty ? nil : groups, groupCount: groupCount, context)
                } catch {
                    throw error.at(aggregate.span)
                }
            }
            var held = 0
            for state in states { held &+= state.byteCount }
            if held > charged {
                try context.charge(held - charged)
                charged = held
            }
        }
        isDone = true
    }

    override func close(_ context: ExecutionContext) {
        super.close(context)
        table.removeAll(context)
        states = []
        context.release(charged)
        charged = 0
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
        if counts.count < groupCount {
            let more = groupCount - counts.count
            counts.append(contentsOf: repeatElement(0, count: more))
            whole.append(contentsOf: repeatElement(0, count: more))
            floats.append(contentsOf: repeatElement(0, count: more))
        }
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

    /// - Returns: false where a sum overflows; nothing is added then.
    private func addWhole(_ vector: TypedVector<Int64>, _ rows: Selection, _ groups: [Int32]?) -> Bool {
        if groups == nil { return addWholeToOne(vector, rows) }
        var index = 0
        switch kind {
        case .sum, .average:
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

    private func addFloats(_ vector: TypedVector<Double>, _ rows: Selection, _ groups: [Int32]?) {
        var index = 0
        rows.forEach { row in
            let group = Self.group(groups, index)
            index &+= 1
            guard vector.isValid(row) else { return }
            let number = vector[row]
            switch kind {
            case .sum, .average: floats[group] += number
            case .minimum:
                if counts[group] == 0 || Ordering.order(number, floats[group]) < 0 { floats[group] = number }
            case .maximum:
                if counts[group] == 0 || Ordering.order(number, floats[group]) > 0 { floats[group] = number }
            }
            counts[group] &+= 1
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
        while accumulators.count <= group {
            accumulators.append(make())
            if isDistinct { seen.append([]) }
            byteCount += 64
        }
        if isDistinct {
            guard let value = values.first, seen[group].insert(EquivalenceKey(value)).inserted else { return }
            byteCount += 64 + value.heapByteCount
        }
        let before = accumulators[group].byteCount
        try accumulators[group].add(values, context.evaluation)
        byteCount += accumulators[group].byteCount - before
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
