/// Adds up integers without overflow on the way: only the sum itself must fit.
struct WideSum {
    private(set) var high: Int64 = 0
    private(set) var low: UInt64 = 0

    mutating func add(_ number: Int64) {
        let (sum, isCarried) = low.addingReportingOverflow(UInt64(bitPattern: number))
        low = sum
        high = high &+ (number < 0 ? -1 : 0) &+ (isCarried ? 1 : 0)
    }

    mutating func add(_ other: WideSum) {
        let (sum, isCarried) = low.addingReportingOverflow(other.low)
        low = sum
        high = high &+ other.high &+ (isCarried ? 1 : 0)
    }

    /// `nil` beyond 64 bits.
    var exactly: Int64? {
        let value = Int64(bitPattern: low)
        return high == (value < 0 ? -1 : 0) ? value : nil
    }

    /// By its magnitude: the two's complement of a small negative sum has a low half that rounds to all of 64 bits.
    var asDouble: Double {
        guard high < 0 else { return Double(high) * 0x1p64 + Double(low) }
        let (negatedLow, isCarried) = (~low).addingReportingOverflow(1)
        return -(Double(~high &+ (isCarried ? 1 : 0)) * 0x1p64 + Double(negatedLow))
    }
}

/// A sum of floats that keeps what each addition rounds away (Neumaier's), so that the order of rows hardly shows.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0
    /// The sum from where on `sum` is not finite: means go on from it.
    private(set) var scaled: ScaledSum?

    init() {}

    init(_ sum: Double, scaled: ScaledSum?) {
        self.sum = sum
        self.scaled = scaled
    }

    mutating func add(_ number: Double) {
        let total = sum + number
        if !total.isFinite { scaled = asScaled + ScaledSum(number) }
        compensation += sum.magnitude >= number.magnitude ? (sum - total) + number : (number - total) + sum
        sum = total
    }

    mutating func add(_ other: CompensatedSum) {
        let both = asScaled + other.asScaled
        scaled = nil
        add(other.sum)
        compensation += other.compensation
        scaled = sum.isFinite ? nil : both
    }

    var asScaled: ScaledSum { scaled ?? ScaledSum(total) }

    /// Once infinite or NaN, the compensation is NaN and means nothing.
    var total: Double { compensation.isFinite ? sum + compensation : sum }
}

/// A sum in a unit so large that no count of finite numbers leaves the range, for means.
struct ScaledSum {
    private static let unit = 0x1p64
    private var units: Double

    init(_ number: Double) { units = number / Self.unit }

    static func + (left: ScaledSum, right: ScaledSum) -> ScaledSum {
        var sum = left
        sum.units += right.units
        return sum
    }

    /// Of so many numbers: finite where all of them are.
    func mean(of count: Int64) -> Double {
        guard units.isFinite else { return units }
        let limit = Double.greatestFiniteMagnitude
        return min(max(units / Double(count) * Self.unit, -limit), limit)
    }
}

/// What `sum` and `avg` gather: integers, floats or durations, numbers and durations never together.
struct NumberTotal {
    private(set) var integers = WideSum()
    private(set) var floats = CompensatedSum()
    private(set) var hasFloats = false
    private(set) var durations: DurationValue?
    private(set) var count: Int64 = 0

    mutating func add(_ value: Value, for function: String) throws(EngineError) {
        switch value {
        case .null: return
        case .int(let number) where durations == nil: integers.add(number)
        case .float(let number) where durations == nil:
            floats.add(number)
            hasFloats = true
        case .duration(let duration) where durations != nil || count == 0:
            durations = try durations?.adding(duration) ?? duration
        case .int, .float, .duration:
            throw .typeMismatch("\(function)() cannot add up numbers and durations together")
        default: throw .wrongType(of: value, for: "\(function)()", expected: "numbers or durations")
        }
        count += 1
    }

    init() {}

    /// Of `count` integers whose sum this is.
    init(_ sum: Int64, count: Int64) {
        integers.add(sum)
        self.count = count
    }

    /// Likewise, of floats.
    init(_ sum: Double, _ scaled: ScaledSum?, count: Int64) {
        floats = CompensatedSum(sum, scaled: scaled)
        hasFloats = true
        self.count = count
    }

    /// Adds what was added up elsewhere.
    mutating func add(_ other: NumberTotal, for function: String) throws(EngineError) {
        guard other.count > 0 else { return }
        guard count == 0 || (durations == nil) == (other.durations == nil) else {
            throw .typeMismatch("\(function)() cannot add up numbers and durations together")
        }
        integers.add(other.integers)
        floats.add(other.floats)
        hasFloats = hasFloats || other.hasFloats
        if let more = other.durations { durations = try durations?.adding(more) ?? more }
        count += other.count
    }

    /// Of numbers, of which there is one at least.
    var mean: Double {
        let sum = asDouble
        if sum.isFinite { return sum / Double(count) }
        return (floats.asScaled + ScaledSum(integers.asDouble)).mean(of: count)
    }

    var asDouble: Double { hasFloats ? floats.total + integers.asDouble : integers.asDouble }
}

/// An accumulator that takes in what another of the same function gathered of later rows.
protocol MergingAccumulator: Accumulator {
    func merge(_ other: any Accumulator) throws(EngineError)
}

final class SumAccumulator: MergingAccumulator {
    fileprivate var total = NumberTotal()

    init(_ total: NumberTotal = NumberTotal()) { self.total = total }

    func merge(_ other: any Accumulator) throws(EngineError) {
        if let other = other as? SumAccumulator { try total.add(other.total, for: "sum") }
    }

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        if let value = arguments.first { try total.add(value, for: "sum") }
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value {
        if let durations = total.durations { return .duration(durations) }
        if total.hasFloats { return .float(total.asDouble) }
        guard let sum = total.integers.exactly else { throw .integerOverflow("the sum") }
        return .int(sum)
    }

    var byteCount: Int { 0 }
}

final class AverageAccumulator: MergingAccumulator {
    private var total = NumberTotal()

    func merge(_ other: any Accumulator) throws(EngineError) {
        if let other = other as? AverageAccumulator { try total.add(other.total, for: "avg") }
        if let other = other as? SumAccumulator { try total.add(other.total, for: "avg") }
    }

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        if let value = arguments.first { try total.add(value, for: "avg") }
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value {
        guard total.count > 0 else { return .null }
        if let durations = total.durations { return .duration(try durations.divided(by: total.count)) }
        return .float(total.mean)
    }

    var byteCount: Int { 0 }
}

/// The standard deviation by Welford's running means; 0.0 for fewer than two values of a sample.
final class DeviationAccumulator: Accumulator {
    private let name: String
    private let isSample: Bool
    private var count = 0.0
    private var mean = 0.0
    private var squares = 0.0

    init(name: String, isSample: Bool) {
        self.name = name
        self.isSample = isSample
    }

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        guard let value = arguments.first, !value.isNull else { return }
        let number = try value.number(for: name)
        count += 1
        let difference = number - mean
        mean += difference / count
        squares += difference * (number - mean)
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value {
        let divisor = isSample ? count - 1 : count
        return .float(divisor > 0 ? (squares / divisor).squareRoot() : 0)
    }

    var byteCount: Int { 0 }
}

/// `percentileCont` and `percentileDisc`: the percentile is taken from the group's first value.
final class PercentileAccumulator: Accumulator {
    private let name: String
    private let isContinuous: Bool
    private var percentile: Double?
    private var values = ChunkedArray<Value>()

    init(name: String, isContinuous: Bool) {
        self.name = name
        self.isContinuous = isContinuous
    }

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        guard arguments.count > 1, !arguments[0].isNull else { return }
        _ = try arguments[0].number(for: name)
        if percentile == nil { percentile = try checked(arguments[1]) }
        values.append(arguments[0])
    }

    private func checked(_ value: Value) throws(EngineError) -> Double {
        guard !value.isNull else { throw .nullNotAllowed("the percentile of \(name)()") }
        let number = try value.number(for: name)
        guard number >= 0, number <= 1 else {
            throw .numberOutOfRange(
                "the percentile of \(name)() is a number from 0.0 to 1.0, got \(NumberText.text(of: number))")
        }
        return number
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value {
        guard let percentile, !values.isEmpty else { return .null }
        let sorted = try sortedPlaces(context)
        guard isContinuous else {
            // The first value with at least that share of the group at or below it.
            let place = (percentile * Double(sorted.count)).rounded(.up)
            return values[Int(sorted[min(max(0, Int(place) - 1), sorted.count - 1)])]
        }
        let place = percentile * Double(sorted.count - 1)
        let below = min(Int(place), sorted.count - 1)
        let above = min(below + 1, sorted.count - 1)
        let low = try values[Int(sorted[below])].number(for: name)
        let high = try values[Int(sorted[above])].number(for: name)
        let share = place - Double(below)
        return .float(share == 0 ? low : low * (1 - share) + high * share)
    }

    /// Where the values stand, in their order.
    private func sortedPlaces(_ context: EvaluationContext) throws(EngineError) -> [Int32] {
        var places = [Int32](0..<Int32(truncatingIfNeeded: values.count))
        let values = values
        try MergeSort.sort(&places, context.checkInterrupt) { Ordering.compare(values[Int($0)], values[Int($1)]) }
        return places
    }

    /// With the places by which they are put in order, and as many to merge into.
    var byteCount: Int { values.count * 32 }
}
