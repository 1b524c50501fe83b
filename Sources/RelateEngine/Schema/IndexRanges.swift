/// What is asked of one property of an ordered index, in values.
enum IndexCondition: Sendable {
    case equal(Value)
    case isIn([Value])
    case range(lower: Bound?, upper: Bound?)
    case startsWith(Value)
    case endsWith(Value)
    case contains(Value)
    /// Points in one of the boxes, or beyond: the statement tests them itself.
    case boxes([PointBox])
    case exists

    struct Bound: Sendable {
        var value: Value
        var isInclusive: Bool
    }

    /// The condition itself, asked of a property's value: what an index finds for keys that are not exact.
    func holds(_ value: Value) -> Bool {
        switch self {
        case .equal(let wanted): return Equality.equals(value, wanted) == true
        case .isIn(let wanted): return Equality.isIn(value, wanted) == true
        case .range(let lower, let upper):
            if let lower, Comparison.holds(value, lower.isInclusive ? .greaterOrEqual : .greater, lower.value) != true {
                return false
            }
            if let upper, Comparison.holds(value, upper.isInclusive ? .lessOrEqual : .less, upper.value) != true {
                return false
            }
            return true
        case .startsWith(let prefix):
            guard case .string(let text) = value, case .string(let prefix) = prefix else { return false }
            return text.hasPrefixBytes(prefix)
        case .endsWith(let suffix):
            guard case .string(let text) = value, case .string(let suffix) = suffix else { return false }
            return text.hasSuffixBytes(suffix)
        case .contains(let part):
            guard case .string(let text) = value, case .string(let part) = part else { return false }
            return text.containsBytes(part)
        case .boxes, .exists: return !value.isNull
        }
    }
}

/// Where the entries lie that conditions on an index's first properties ask for: runs of keys, disjoint and in order.
struct IndexRanges {
    struct Run {
        var lower: IndexPlace
        var upper: IndexPlace
    }

    private(set) var all: [Run] = []
    /// The runs hold nothing but what is asked for. Otherwise each value found must be tested.
    private(set) var isExact = true

    /// A run begins later: what lay before was read.
    mutating func moveLower(of run: Int, to place: IndexPlace) { all[run].lower = place }

    /// A run ends earlier: what lay behind was read.
    mutating func moveUpper(of run: Int, to place: IndexPlace) { all[run].upper = place }

    /// `nil` where a condition is missing.
    init?(_ conditions: [IndexCondition?]) {
        var known: [IndexCondition] = []
        for condition in conditions {
            guard let condition else { return nil }
            known.append(condition)
        }
        self.init(known)
    }

    /// Conditions that match exactly come first, one other may follow.
    init(_ conditions: [IndexCondition]) {
        var prefixes = [IndexKey()]
        for (place, condition) in conditions.enumerated() {
            switch condition {
            case .equal(let value): prefixes = extend(prefixes, by: [value])
            case .isIn(let values):
                // Every pair of two long lists would be too many: the first list narrows, the second is tested.
                if prefixes.count > 1, values.count > Self.keysLimit / prefixes.count {
                    for prefix in prefixes { addAll(beginning: prefix) }
                    isExact = false
                    finish()
                    return
                }
                prefixes = extend(prefixes, by: values)
            case .range, .startsWith, .endsWith, .contains, .boxes, .exists:
                for prefix in prefixes { add(condition, behind: prefix) }
                if place + 1 < conditions.count { isExact = false }
                finish()
                return
            }
        }
        for prefix in prefixes { addAll(beginning: prefix) }
        finish()
    }

    /// A value for each of the index's properties: one key, the quickest of all searches to make.
    init(wholeKey conditions: [IndexCondition]) {
        var key = IndexKey()
        for condition in conditions {
            guard case .equal(let value) = condition, Equality.equals(value, value) == true else { return }
            key.append(value)
        }
        key.finish()
        isExact = key.isExact
        all = [Run(lower: .before(key.bytes), upper: .behind(key.bytes))]
    }

    /// Keys that several lists make together.
    private static let keysLimit = 10_000

    private func extend(_ prefixes: [IndexKey], by values: [Value]) -> [IndexKey] {
        // Null equals nothing, and neither does NaN.
        let values = values.filter { Equality.equals($0, $0) == true }
        return prefixes.flatMap { prefix in
            values.map { value in
                var key = prefix
                key.append(value)
                return key
            }
        }
    }

    private mutating func addAll(beginning prefix: IndexKey) {
        var prefix = prefix
        prefix.finish()
        if !prefix.isExact { isExact = false }
        all.append(
            Run(
                lower: .before(prefix.bytes),
                upper: prefix.bytes.isEmpty ? .behind([.max]) : .before(prefix.successor.bytes)))
    }

    private mutating func add(_ condition: IndexCondition, behind prefix: IndexKey) {
        switch condition {
        case .exists: addAll(beginning: prefix)
        case .startsWith(.string(let text)):
            var key = prefix
            key.append(prefix: text)
            addAll(beginning: key)
        case .range(let lower, let upper): add(lower, upper, behind: prefix)
        case .startsWith, .equal, .isIn, .endsWith, .contains, .boxes: break
        }
    }

    private mutating func add(_ lower: IndexCondition.Bound?, _ upper: IndexCondition.Bound?, behind prefix: IndexKey) {
        guard let type = (lower ?? upper).map({ IndexKey.Tag(of: $0.value) }), type.isOrdered else { return }
        for bound in [lower, upper] {
            guard let bound else { continue }
            if IndexKey.Tag(of: bound.value) != type { return }
            if case .float(let number) = bound.value, number.isNaN { return }
        }
        var whole = prefix
        whole.append(tag: type)
        // Lists are compared element by element, with outcomes that no order of keys has: all are looked at.
        if type == .list {
            addAll(beginning: whole)
            isExact = false
            return
        }
        var begin = IndexPlace.before(whole.bytes)
        var end = IndexPlace.before(whole.successor.bytes)
        if type == .number {
            var notANumber = prefix
            notANumber.append(.float(.nan))
            end = .before(notANumber.bytes)
        }
        if let lower {
            let (first, behind) = places(of: lower.value, behind: prefix)
            begin = lower.isInclusive || !isExact ? first : behind
        }
        if let upper {
            let (first, behind) = places(of: upper.value, behind: prefix)
            end = upper.isInclusive || !isExact ? behind : first
        }
        all.append(Run(lower: begin, upper: end))
    }

    /// Before and behind all keys that have the value here.
    private mutating func places(of value: Value, behind prefix: IndexKey) -> (IndexPlace, IndexPlace) {
        var key = prefix
        key.append(value)
        key.finish()
        if !key.isExact { isExact = false }
        return (.before(key.bytes), .before(key.successor.bytes))
    }

    /// In order, each once: `IN [1, 1.0]` asks for one key.
    private mutating func finish() {
        all.removeAll { !IndexRanges.isBefore($0.lower, $0.upper) }
        guard all.count > 1 else { return }
        all.sort { IndexRanges.isBefore($0.lower, $1.lower) }
        var merged = [all[0]]
        for run in all.dropFirst() {
            if IndexRanges.isBefore(run.lower, merged[merged.count - 1].upper) {
                if IndexRanges.isBefore(merged[merged.count - 1].upper, run.upper) {
                    merged[merged.count - 1].upper = run.upper
                }
            } else {
                merged.append(run)
            }
        }
        all = merged
    }

    private static func isBefore(_ left: IndexPlace, _ right: IndexPlace) -> Bool {
        let order = left.key.withUnsafeBufferPointer { left in
            right.key.withUnsafeBufferPointer { IndexBytes.compare(left, $0) }
        }
        return order != 0 ? order < 0 : left.element < right.element
    }
}

extension IndexKey.Tag {
    /// Values of the type are before or behind each other, as `<` says.
    var isOrdered: Bool {
        switch self {
        case .list, .dateTime, .localDateTime, .date, .time, .localTime, .string, .bool, .number: true
        case .vector, .point, .duration, .other: false
        }
    }
}
