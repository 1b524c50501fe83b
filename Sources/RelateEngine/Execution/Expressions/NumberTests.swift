import CKernels

/// A test of one unboxed value. Types of their own, so that each loop over a vector is compiled for its test.
protocol NumberTest {
    associatedtype Number: BitwiseCopyable
    func holds(_ number: Number) -> Bool
    /// What passes, where a wide kernel can tell it.
    var range: PassingRange? { get }
}

/// The whole numbers of one range, or all others.
struct PassingRange {
    let lower: Int64
    /// Of the upper bound from the lower; both belong to the range.
    let distance: UInt64
    var isInverted = false

    init(lower: Int64, upper: Int64, isInverted: Bool = false) {
        self.lower = lower
        distance = UInt64(bitPattern: upper &- lower)
        self.isInverted = isInverted
    }

    var upper: Int64 { lower &+ Int64(bitPattern: distance) }

    enum Outcome { case nothing, something, everything }

    /// Of numbers of which only bounds are known.
    func outcome(of bounds: ClosedRange<Int64>) -> Outcome {
        if bounds.upperBound < lower || upper < bounds.lowerBound { return isInverted ? .everything : .nothing }
        if lower <= bounds.lowerBound, bounds.upperBound <= upper { return isInverted ? .nothing : .everything }
        return .something
    }
}

struct EqualTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number == bound }

    var range: PassingRange? {
        if let bound = bound as? Int64 { return PassingRange(lower: bound, upper: bound) }
        return (bound as? UInt32).map { PassingRange(lower: Int64($0), upper: Int64($0)) }
    }
}

struct NotEqualTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number != bound }

    var range: PassingRange? {
        if let bound = bound as? Int64 { return PassingRange(lower: bound, upper: bound, isInverted: true) }
        return (bound as? UInt32).map { PassingRange(lower: Int64($0), upper: Int64($0), isInverted: true) }
    }
}

struct LessTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number < bound }

    var range: PassingRange? {
        guard let bound = bound as? Int64, bound > .min else { return nil }
        return PassingRange(lower: .min, upper: bound - 1)
    }
}

struct LessOrEqualTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number <= bound }

    var range: PassingRange? { (bound as? Int64).map { PassingRange(lower: .min, upper: $0) } }
}

struct GreaterTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number > bound }

    var range: PassingRange? {
        guard let bound = bound as? Int64, bound < .max else { return nil }
        return PassingRange(lower: bound + 1, upper: .max)
    }
}

struct GreaterOrEqualTest<Number: Comparable & BitwiseCopyable>: NumberTest {
    let bound: Number
    @inline(__always) func holds(_ number: Number) -> Bool { number >= bound }

    var range: PassingRange? { (bound as? Int64).map { PassingRange(lower: $0, upper: .max) } }
}

/// Within two bounds, both included: one comparison of the distance from the lower.
struct WithinTest: NumberTest {
    private let passing: PassingRange

    init(_ range: PassingRange) { passing = range }

    @inline(__always) func holds(_ number: Int64) -> Bool {
        UInt64(bitPattern: number &- passing.lower) <= passing.distance
    }

    var range: PassingRange? { passing }
}

extension TypedVector {
    /// Those of `rows` whose value is there and passes.
    func rows<Test: NumberTest>(_ rows: Selection, passing test: Test) -> Selection where Test.Number == Element {
        if let range = test.range {
            switch lentBounds.map({ range.outcome(of: $0) }) {
            case .nothing?: return Selection(all: 0)
            case .everything? where areAllValid(rows): return rows
            default: if rows.rows == nil { return allRows(rows.count, in: range) }
            }
        }
        let buffer = Selection.Buffer(capacity: rows.count)
        guard let list = rows.rows else {
            return Selection(buffer, count: pass(rows.count, test, into: buffer.rows))
        }
        let (base, out) = (base, buffer.rows)
        var kept = 0
        if let validity {
            for index in 0..<rows.count {
                let row = Int(list[index])
                out[kept] = list[index]
                let valid = Int(truncatingIfNeeded: validity[row >> 6] >> UInt64(row & 63) & 1)
                kept &+= (test.holds(base[row]) ? 1 : 0) & valid
            }
        } else {
            for index in 0..<rows.count {
                out[kept] = list[index]
                kept &+= test.holds(base[Int(list[index])]) ? 1 : 0
            }
        }
        return Selection(buffer, count: kept)
    }

    /// Those of all rows below `count` whose value is there and lies in the range.
    ///
    /// - Precondition: the elements are `Int64`, or `UInt32` and the range is one number.
    private func allRows(_ count: Int, in range: PassingRange) -> Selection {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (count + 63) >> 6 + 1) { outcomes in
            guard let words = outcomes.baseAddress, count > 0 else { return Selection(all: 0) }
            let wordCount = (count + 63) >> 6
            let raw = UnsafeRawPointer(base)
            if Element.self == Int64.self {
                relate_mask_within(
                    raw.assumingMemoryBound(to: Int64.self), count, range.lower, range.distance, words)
            } else {
                relate_mask_equal(
                    raw.assumingMemoryBound(to: UInt32.self), count, UInt32(truncatingIfNeeded: range.lower), words)
            }
            if range.isInverted { for word in 0..<wordCount { words[word] = ~words[word] } }
            if count & 63 != 0 { words[wordCount - 1] &= 1 << UInt64(count & 63) - 1 }
            if let validity { for word in 0..<wordCount { words[word] &= validity[word] } }
            return Selection(words: words, of: count)
        }
    }

    /// All rows below `count`: a word of 64 outcomes at a time, so that rows that fail together cost little.
    private func pass<Test: NumberTest>(
        _ count: Int, _ test: Test, into out: UnsafeMutablePointer<UInt16>
    ) -> Int where Test.Number == Element {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { outcomes in
            guard let flags = outcomes.baseAddress else { return 0 }
            let base = base
            var kept = 0
            var row = 0
            while row + 64 <= count {
                let values = base + row
                for index in 0..<64 { flags[index] = test.holds(values[index]) ? 1 : 0 }
                let present = validity.map { $0[row >> 6] } ?? .max
                if present != .max {
                    for index in 0..<64 {
                        flags[index] &= UInt8(truncatingIfNeeded: present >> UInt64(index) & 1)
                    }
                }
                let words = UnsafeRawPointer(flags)
                for eighth in 0..<8 where words.load(fromByteOffset: eighth * 8, as: UInt64.self) != 0 {
                    for index in (eighth * 8)..<(eighth * 8 + 8) {
                        out[kept] = UInt16(truncatingIfNeeded: row + index)
                        kept &+= Int(flags[index])
                    }
                }
                row += 64
            }
            while row < count {
                out[kept] = UInt16(truncatingIfNeeded: row)
                kept &+= isValid(row) && test.holds(base[row]) ? 1 : 0
                row += 1
            }
            return kept
        }
    }

    /// The outcome for each of `rows`; null where the value is.
    func outcomes<Test: NumberTest>(
        _ rows: Selection, rowCount: Int, _ test: Test
    ) -> TypedVector<UInt8> where Test.Number == Element {
        let out = TypedVector<UInt8>(capacity: rowCount, isNullable: validity != nil)
        let base = base
        rows.forEach { row in out.base[row] = test.holds(base[row]) ? 1 : 0 }
        if validity != nil { rows.forEach { row in if isValid(row) { out.setValid(row) } } }
        return out
    }

    /// No row is null.
    func areAllValid(_ rows: Selection) -> Bool {
        guard let validity else { return true }
        if rows.rows == nil {
            for word in 0..<(rows.count >> 6) where validity[word] != .max { return false }
            let rest = UInt64(rows.count & 63)
            return rest == 0 || ~validity[rows.count >> 6] & (1 << rest - 1) == 0
        }
        for index in 0..<rows.count {
            let row = rows.row(at: index)
            if validity[row >> 6] >> UInt64(row & 63) & 1 == 0 { return false }
        }
        return true
    }
}

/// `lower < property < upper`, either bound included or not: both tests in one pass where all are INTEGER.
final class RangeExpression: VectorExpression {
    struct Bound {
        let value: VectorExpression
        let comparison: ComparisonOperator
    }

    private let operand: VectorExpression
    private let lower: Bound
    private let upper: Bound
    /// The same as two comparisons, for other values.
    private let tests: JunctionExpression
    private let passing: Passing?

    init(_ operand: VectorExpression, lower: Bound, upper: Bound) {
        self.operand = operand
        self.lower = lower
        self.upper = upper
        passing = Self.passing(lower, upper)
        tests = JunctionExpression(
            [
                CompareExpression(operand, lower.comparison, lower.value),
                CompareExpression(operand, upper.comparison, upper.value),
            ], isConjunction: true)
    }

    override func evaluate(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Vector { try tests.evaluate(batch, rows, context) }

    override func select(
        _ batch: RowBatch, _ rows: Selection, _ context: ExecutionContext
    ) throws(EngineError) -> Selection {
        guard let passing, case .ints(let vector) = try operand.evaluate(batch, rows, context) else {
            return try tests.select(batch, rows, context)
        }
        guard let range = passing.range else { return Selection(all: 0) }
        return vector.rows(rows, passing: WithinTest(range))
    }

    override func narrow(_ rows: inout ChunkRows, _ context: ExecutionContext) throws(EngineError) -> Bool {
        guard let passing, let property = operand as? PropertyExpression else { return false }
        return try property.narrow(&rows, context, to: .int) { chunk, rows in
            if let range = passing.range { rows.keep(chunk, in: range) } else { rows.removeAll() }
        }
    }

    /// The integers between the bounds, `nil` for no integer at all.
    private struct Passing {
        let range: PassingRange?
    }

    /// `nil` where a bound is no known integer.
    private static func passing(_ lower: Bound, _ upper: Bound) -> Passing? {
        guard case .int(let low)? = lower.value.constantValue, case .int(let high)? = upper.value.constantValue else {
            return nil
        }
        let (first, isAboveAll) = low.addingReportingOverflow(lower.comparison == .greater ? 1 : 0)
        let (last, isBelowAll) = high.subtractingReportingOverflow(upper.comparison == .less ? 1 : 0)
        guard !isAboveAll, !isBelowAll, first <= last else { return Passing(range: nil) }
        return Passing(range: PassingRange(lower: first, upper: last))
    }
}

extension ExpressionCompiler {
    /// Predicates that all must hold. Two bounds of the same property become one test.
    func compilePredicates(_ predicates: [BoundExpression]) throws(EngineError) -> [VectorExpression] {
        var result: [VectorExpression] = []
        var taken: Set<Int> = []
        for (index, predicate) in predicates.enumerated() where !taken.contains(index) {
            guard let bound = PropertyBound(predicate),
                let other = predicates.indices.first(where: { place in
                    place > index && !taken.contains(place)
                        && PropertyBound(predicates[place]).map { $0.closes(bound) } ?? false
                }), let partner = PropertyBound(predicates[other])
            else {
                result.append(try compile(predicate))
                continue
            }
            taken.insert(other)
            let (low, high) = bound.isLower ? (bound, partner) : (partner, bound)
            result.append(
                RangeExpression(
                    try compile(low.property),
                    lower: RangeExpression.Bound(value: try compile(low.value), comparison: low.comparison),
                    upper: RangeExpression.Bound(value: try compile(high.value), comparison: high.comparison)))
        }
        return result
    }
}

/// `v.key < constant` and the like.
private struct PropertyBound {
    let property: BoundExpression
    let slot: Slot
    let key: String
    let comparison: ComparisonOperator
    let value: BoundExpression

    init?(_ predicate: BoundExpression) {
        guard case .compare(let left, let comparison, let right) = predicate, comparison != .equal,
            comparison != .notEqual
        else { return nil }
        if case .property(.slot(let slot), let key, _) = left, right.isConstant {
            (self.slot, self.key, property, value) = (slot, key, left, right)
            self.comparison = comparison
        } else if case .property(.slot(let slot), let key, _) = right, left.isConstant {
            (self.slot, self.key, property, value) = (slot, key, right, left)
            self.comparison = comparison.mirrored
        } else {
            return nil
        }
    }

    var isLower: Bool { comparison == .greater || comparison == .greaterOrEqual }

    func closes(_ other: PropertyBound) -> Bool { slot == other.slot && key == other.key && isLower != other.isLower }
}
