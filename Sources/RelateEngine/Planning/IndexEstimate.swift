/// How many entries a search will find: counted where the values are literals, else the average of the index's keys.
struct IndexEstimate {
    let entries: OrderedIndex
    let isUnique: Bool

    init(_ entries: OrderedIndex, isUnique: Bool) {
        self.entries = entries
        self.isUnique = isUnique
    }

    /// Elements of an `IN` list that is not known before it runs.
    private static let listLength = 10.0

    func rows(_ conditions: [LogicalPlan.IndexSeek.Condition], of propertyCount: Int) -> Double {
        let total = Double(entries.count)
        let ranges = IndexRanges(conditions.map(\.literals))
        if let ranges { return Double(ranges.all.reduce(0) { $0 + entries.count(from: $1.lower, to: $1.upper) }) }
        // A key's share; of the first of several properties it is taken to be between one and all of them.
        let distinct = max(1, Double(entries.distinctCount))
        var share = 1.0
        for condition in conditions {
            let one = propertyCount == 1 ? 1 / distinct : 1 / distinct.squareRoot()
            switch condition {
            case .equal: share *= one
            case .isIn(let list): share *= min(1, one * (condition.literals?.count ?? Self.length(list)))
            case .range(let lower, let upper):
                let one = CardinalityEstimator.rangeSelectivity
                share *= lower != nil && upper != nil ? one * one : one
            case .startsWith: share *= CardinalityEstimator.equalitySelectivity
            case .endsWith, .contains, .within, .near, .exists: break
            }
        }
        return total * max(share, total > 0 ? 1 / total : 0)
    }

    private static func length(_ list: BoundExpression) -> Double {
        if case .list(let items) = list { return Double(items.count) }
        return listLength
    }
}

extension LogicalPlan.IndexSeek.Condition {
    /// The condition over values, where all of them are literals.
    fileprivate var literals: IndexCondition? {
        switch self {
        case .equal(let value): value.literal.map { .equal($0) }
        case .isIn(let list): list.literalList.map { .isIn($0) }
        case .startsWith(let prefix): prefix.literal.map { .startsWith($0) }
        case .range(let lower, let upper):
            (lower == nil || lower?.value.literal != nil) && (upper == nil || upper?.value.literal != nil)
                ? .range(
                    lower: lower.flatMap { bound in
                        bound.value.literal.map { IndexCondition.Bound(value: $0, isInclusive: bound.isInclusive) }
                    },
                    upper: upper.flatMap { bound in
                        bound.value.literal.map { IndexCondition.Bound(value: $0, isInclusive: bound.isInclusive) }
                    }) : nil
        case .exists: .exists
        case .endsWith, .contains, .within, .near: nil
        }
    }
}

extension IndexCondition {
    fileprivate var count: Double {
        if case .isIn(let values) = self { return Double(values.count) }
        return 1
    }
}

extension BoundExpression {
    fileprivate var literal: Value? {
        if case .literal(let value) = self { return value }
        return nil
    }

    fileprivate var literalList: [Value]? {
        if case .literal(.list(let values)) = self { return values }
        guard case .list(let items) = self else { return nil }
        let values = items.compactMap(\.literal)
        return values.count == items.count ? values : nil
    }
}
