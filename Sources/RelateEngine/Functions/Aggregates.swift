/// Functions of a group of rows; nulls are left out by all of them but `count(*)`.
///
/// - Source: Cypher manual, "Aggregating functions".
enum Aggregates {
    private static let numberOrDuration: StaticType = .union([.number, .duration])

    static let all: [FunctionDefinition] =
        [
            .aggregate("count", [.init("value", .any)], .integer, "How many values are not null, or rows for `*`.") {
                CountAccumulator()
            },
            .aggregate("sum", [.init("value", numberOrDuration)], numberOrDuration, "The sum of numbers or durations.")
            {
                SumAccumulator()
            },
            .aggregate("avg", [.init("value", numberOrDuration)], .union([.float, .duration]), "The arithmetic mean.") {
                AverageAccumulator()
            },
            .aggregate("min", [.init("value", .any)], .any, "The least value.") {
                ExtremeAccumulator(isMaximum: false)
            },
            .aggregate("max", [.init("value", .any)], .any, "The greatest value.") {
                ExtremeAccumulator(isMaximum: true)
            },
        ] + named

    /// Those that GQL gives a name of its own.
    private static let named: [FunctionDefinition] =
        ["collect", "collect_list"].map { name in
            .aggregate(name, [.init("value", .any)], .list(.any), "A list of the values.") { CollectAccumulator() }
        }
        + ["stdev", "stddev_samp"].map { name in
            .aggregate(name, [.init("value", .number)], .float, "The standard deviation of a sample.") {
                DeviationAccumulator(name: name, isSample: true)
            }
        }
        + ["stdevp", "stddev_pop"].map { name in
            .aggregate(name, [.init("value", .number)], .float, "The standard deviation of a whole population.") {
                DeviationAccumulator(name: name, isSample: false)
            }
        }
        + ["percentileCont", "percentile_cont"].map { name in
            .aggregate(
                name, [.init("value", .number), .init("percentile", .number)], .float,
                "The value at a percentile from 0 to 1, between two values by how near it is to each."
            ) { PercentileAccumulator(name: name, isContinuous: true) }
        }
        + ["percentileDisc", "percentile_disc"].map { name in
            .aggregate(
                name, [.init("value", .number), .init("percentile", .number)], .number,
                "The value of the group nearest to a percentile from 0 to 1."
            ) { PercentileAccumulator(name: name, isContinuous: false) }
        }
}

/// `count(value)`, and `count(*)` when called without arguments.
final class CountAccumulator: Accumulator {
    private var count: Int64 = 0

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        if let value = arguments.first, value.isNull { return }
        count &+= 1
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value { .int(count) }
    var byteCount: Int { 0 }
}

final class CollectAccumulator: Accumulator {
    private var values: [Value] = []
    private(set) var byteCount = 0

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        guard let value = arguments.first, !value.isNull else { return }
        values.append(value)
        byteCount &+= 24 &+ value.heapByteCount
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value { .list(values) }
}

/// `min` and `max`, by the order of all values.
final class ExtremeAccumulator: MergingAccumulator {
    private let isMaximum: Bool
    private var best: Value = .null

    init(isMaximum: Bool) { self.isMaximum = isMaximum }

    func add(_ arguments: [Value], _ context: EvaluationContext) throws(EngineError) {
        if let value = arguments.first { add(value) }
    }

    private func add(_ value: Value) {
        guard !value.isNull else { return }
        let order = best.isNull ? 0 : Ordering.compare(value, best)
        if best.isNull || (isMaximum ? order > 0 : order < 0) { best = value }
    }

    func merge(_ other: any Accumulator) throws(EngineError) {
        if let other = other as? ExtremeAccumulator { add(other.best) }
    }

    func finish(_ context: EvaluationContext) throws(EngineError) -> Value { best }
    var byteCount: Int { best.heapByteCount }
}
