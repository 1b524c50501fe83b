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
    /// Of averages: the sums of groups whose plain one is not finite; empty until there is such a group.
    @exclusivity(unchecked) private var scaled: [ScaledSum?] = []
    /// No group's sum of integers is farther from 0, where it is below 2^63: what was added without a test for overflow.
    @exclusivity(unchecked) private var reach: UInt64 = 0

    init(_ kind: Kind, _ function: FunctionDefinition) {
        self.kind = kind
        fallback = AccumulatorAggregate(function, isDistinct: false)
    }

    var byteCount: Int { counts.count * 24 + scaled.count * 16 + fallback.byteCount }

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
        if vector.areAllValid(rows), let bounds = vector.bounds(of: rows), canAdd(rows.count, bounds) {
            let values = vector.base
            if let groups {
                groups.withUnsafeBufferPointer { groups in
                    addUntested(ChunkPlaces(rows), groups.baseAddress) { values[$0] }
                }
            } else {
                addUntested(ChunkPlaces(rows), nil) { values[$0] }
            }
            return true
        }
        reach = .max
        guard let groups else { return addWholeToOne(vector, rows) }
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

    // MARK: Without a test for overflow

    func takes(_ chunk: PropertyChunk?, rowCount: Int) -> Bool {
        guard let chunk, chunk.kind == .int, !usesFallback, !isFloat else { return false }
        return reach(with: rowCount, chunk.integerBounds) != nil
    }

    func add(_ chunk: PropertyChunk?, _ rows: ChunkPlaces, _ groups: UnsafePointer<Int32>?, groupCount: Int) {
        guard let chunk else { return }
        reserve(groupCount)
        let bounds = chunk.integerBounds
        guard canAdd(rows.count, bounds) else { return }
        guard let narrow = chunk.narrowIntegers else {
            let ints = chunk.ints
            return addUntested(rows, groups) { ints[$0] }
        }
        let least = narrow.least
        if narrow.isOfBytes {
            let distances = narrow.bytes
            addUntested(rows, groups) { least &+ Int64(distances[$0]) }
        } else {
            let distances = narrow.shorts
            addUntested(rows, groups) { least &+ Int64(distances[$0]) }
        }
    }

    var isSummed: Bool { true }

    func packing(of chunk: PropertyChunk?, rowCount: Int) -> GroupPacking {
        guard kind == .sum || kind == .average, let values = chunk?.narrowIntegers,
            GroupTotals.takes(values.bounds), canAdd(rowCount, values.bounds)
        else { return .none }
        return .sum(values)
    }

    func take(_ totals: [GroupTotal], groupCount: Int) {
        reserve(groupCount)
        for total in totals {
            whole[total.group] &+= total.sum
            counts[total.group] &+= total.count
        }
    }

    /// Whether so many more integers within the bounds can be added to any group; they count as added.
    private func canAdd(_ count: Int, _ bounds: ClosedRange<Int64>) -> Bool {
        guard let reach = reach(with: count, bounds) else { return false }
        self.reach = reach
        return true
    }

    /// `nil` where a sum may overflow.
    private func reach(with count: Int, _ bounds: ClosedRange<Int64>) -> UInt64? {
        if kind == .minimum || kind == .maximum { return reach }
        let (most, isTooMuch) = max(bounds.lowerBound.magnitude, bounds.upperBound.magnitude)
            .multipliedReportingOverflow(by: UInt64(count))
        let (sum, isTooFar) = reach.addingReportingOverflow(most)
        return isTooMuch || isTooFar || sum > UInt64(Int64.max) ? nil : sum
    }

    /// The values in `rows`, which are all there.
    @inline(__always)
    private func addUntested(
        _ rows: ChunkPlaces, _ groups: UnsafePointer<Int32>?, _ value: (Int) -> Int64
    ) {
        guard let groups else { return addUntestedToOne(rows, value) }
        let kind = kind
        whole.withUnsafeMutableBufferPointer { whole in
            counts.withUnsafeMutableBufferPointer { counts in
                guard let whole = whole.baseAddress, let counts = counts.baseAddress else { return }
                switch kind {
                case .sum, .average:
                    rows.forEach { index, row in
                        let group = Int(groups[index])
                        whole[group] &+= value(row)
                        counts[group] &+= 1
                    }
                case .minimum:
                    rows.forEach { index, row in
                        let group = Int(groups[index])
                        let least = counts[group] == 0 ? Int64.max : whole[group]
                        whole[group] = min(least, value(row))
                        counts[group] &+= 1
                    }
                case .maximum:
                    rows.forEach { index, row in
                        let group = Int(groups[index])
                        let greatest = counts[group] == 0 ? Int64.min : whole[group]
                        whole[group] = max(greatest, value(row))
                        counts[group] &+= 1
                    }
                }
            }
        }
    }

    @inline(__always)
    private func addUntestedToOne(_ rows: ChunkPlaces, _ value: (Int) -> Int64) {
        guard rows.count > 0 else { return }
        let isFirst = counts[0] == 0
        counts[0] &+= Int64(rows.count)
        switch kind {
        case .sum, .average:
            var sum: Int64 = 0
            rows.forEach { _, row in sum &+= value(row) }
            whole[0] &+= sum
        case .minimum:
            var least = isFirst ? Int64.max : whole[0]
            rows.forEach { _, row in least = min(least, value(row)) }
            whole[0] = least
        case .maximum:
            var greatest = isFirst ? Int64.min : whole[0]
            rows.forEach { _, row in greatest = max(greatest, value(row)) }
            whole[0] = greatest
        }
    }

    // MARK: With a test

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
        case .sum: floats[group] += number
        case .average:
            let sum = floats[group] + number
            if !sum.isFinite { addScaled(ScaledSum(number), to: group, before: floats[group]) }
            floats[group] = sum
        case .minimum: if counts[group] == 0 || Ordering.order(number, floats[group]) < 0 { floats[group] = number }
        case .maximum: if counts[group] == 0 || Ordering.order(number, floats[group]) > 0 { floats[group] = number }
        }
        counts[group] &+= count
    }

    /// Where the group's plain sum stops being finite, and from then on.
    @inline(never) private func addScaled(_ sum: ScaledSum, to group: Int, before plain: Double) {
        while scaled.count <= group { scaled.append(nil) }
        scaled[group] = (scaled[group] ?? ScaledSum(plain)) + sum
    }

    private func scaledSum(of group: Int) -> ScaledSum? { group < scaled.count ? scaled[group] : nil }

    private func addFloats(_ vector: TypedVector<Double>, _ rows: Selection, _ groups: [Int32]?) {
        if kind == .sum || kind == .average {
            guard let groups else { return addFloatsToOne(vector, rows) }
            return addFloats(vector, rows, to: groups)
        }
        var index = 0
        rows.forEach { row in
            let group = Self.group(groups, index)
            index &+= 1
            if vector.isValid(row) { take(vector[row], count: 1, in: group) }
        }
    }

    private func addFloats(_ vector: TypedVector<Double>, _ rows: Selection, to groups: [Int32]) {
        let isAverage = kind == .average
        var index = 0
        floats.withUnsafeMutableBufferPointer { floats in
            counts.withUnsafeMutableBufferPointer { counts in
                rows.forEach { row in
                    let group = Int(groups[index])
                    index &+= 1
                    guard vector.isValid(row) else { return }
                    let sum = floats[group] + vector[row]
                    if isAverage, !sum.isFinite {
                        addScaled(ScaledSum(vector[row]), to: group, before: floats[group])
                    }
                    floats[group] = sum
                    counts[group] &+= 1
                }
            }
        }
    }

    /// One group: the sum stays in a register.
    private func addFloatsToOne(_ vector: TypedVector<Double>, _ rows: Selection) {
        var sum = floats[0]
        var count: Int64 = 0
        rows.forEach { row in
            guard vector.isValid(row) else { return }
            sum += vector[row]
            count &+= 1
        }
        guard kind == .sum || sum.isFinite else {
            // Once more, with an eye on where it leaves the range.
            rows.forEach { if vector.isValid($0) { take(vector[$0], count: 1, in: 0) } }
            return
        }
        floats[0] = sum
        counts[0] &+= count
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
            case .int(let number): take(Double(number), count: 1, in: group)
            case .float(let number): take(number, count: 1, in: group)
            case let other:
                throw .typeMismatch("avg() takes numbers or durations, not both: got \(other.typeName)")
            }
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
            let group = Int(groups[from])
            guard let sum = other.scaledSum(of: from) else {
                take(other.floats[from], count: count, in: group)
                continue
            }
            addScaled(sum, to: group, before: floats[group])
            floats[group] += other.floats[from]
            counts[group] &+= count
        }
    }

    /// - Returns: false where a sum overflows; nothing is added then.
    private func mergeWhole(_ other: NumberAggregate, _ groups: [Int32]) -> Bool {
        if kind == .sum || kind == .average {
            for (from, count) in other.counts.enumerated() where count > 0 {
                if whole[Int(groups[from])].addingReportingOverflow(other.whole[from]).overflow { return false }
            }
        }
        let (sum, isTooFar) = reach.addingReportingOverflow(other.reach)
        reach = isTooFar ? .max : sum
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
                    ? NumberTotal(floats[group], scaledSum(of: group), count: counts[group])
                    : NumberTotal(whole[group], count: counts[group])
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
        case .average:
            if let sum = scaledSum(of: group) { return .float(sum.mean(of: counts[group])) }
            return .float((isFloat ? floats[group] : Double(whole[group])) / Double(counts[group]))
        }
    }
}
