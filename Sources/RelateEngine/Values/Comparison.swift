/// Cypher's `<`, `<=`, `>` and `>=`: three-valued, `nil` is unknown.
///
/// Numbers, strings (by code point), booleans (false first), instants of one type, and lists by their first difference can
/// be compared; with every other pair the outcome is unknown. Two numbers of which one is NaN compare as false.
///
/// - Source: openCypher's rules for comparability.
package enum Comparison {
    /// Any of the six operators.
    package static func holds(_ left: Value, _ comparison: ComparisonOperator, _ right: Value) -> Bool? {
        switch comparison {
        case .equal: return Equality.equals(left, right)
        case .notEqual: return Equality.equals(left, right).map { !$0 }
        case .less, .lessOrEqual, .greater, .greaterOrEqual: break
        }
        switch order(left, right) {
        case .unknown: return nil
        case .unordered: return false
        case .order(let order):
            switch comparison {
            case .less: return order < 0
            case .lessOrEqual: return order <= 0
            case .greater: return order > 0
            case .greaterOrEqual: return order >= 0
            case .equal, .notEqual: return nil
            }
        }
    }

    private enum Outcome {
        case order(Int)
        /// Two numbers of which one is NaN.
        case unordered
        /// No order is defined, or a null is in the way.
        case unknown
    }

    private static func order(_ left: Value, _ right: Value) -> Outcome {
        switch (left, right) {
        case (.int(let left), .int(let right)): return .order(Ordering.order(left, right))
        case (.float(let left), .float(let right)):
            return left.isNaN || right.isNaN ? .unordered : .order(Ordering.order(left, right))
        case (.int(let left), .float(let right)):
            return NumberComparison.order(left, right).map { .order($0) } ?? .unordered
        case (.float(let left), .int(let right)):
            return NumberComparison.order(right, left).map { .order(-$0) } ?? .unordered
        case (.string(let left), .string(let right)): return .order(left.compareBytes(to: right))
        case (.bool, .bool), (.date, .date), (.time, .time), (.localTime, .localTime),
            (.localDateTime, .localDateTime), (.dateTime, .dateTime):
            return .order(Ordering.compare(left, right))
        case (.list(let left), .list(let right)): return order(left, right)
        default: return .unknown
        }
    }

    private static func order(_ left: [Value], _ right: [Value]) -> Outcome {
        for index in 0..<min(left.count, right.count) {
            // Equal elements without an order of their own (maps, nodes) do not stand in the way.
            if Equality.equals(left[index], right[index]) == true { continue }
            let outcome = order(left[index], right[index])
            if case .order(0) = outcome { continue }
            return outcome
        }
        return .order(Ordering.order(left.count, right.count))
    }
}
