import CypherSyntax

/// Finds the index by which an element of a pattern is found with the least work.
struct IndexSelection {
    let estimator: CardinalityEstimator
    let pending: [PatternWork.Pending]
    /// Slots that search values may read.
    let available: SlotSet

    struct Choice {
        var seek: LogicalPlan.IndexSeek
        /// Found for one row of the input.
        var rows: Double
        /// Indices into `pending` of what the seek has tested.
        var consumed: [Int]
        /// Search values read slots: other rows, other elements.
        var isCorrelated: Bool
    }

    private var state: GraphState { estimator.state }

    /// The choice that finds the fewest; `nil` where no index serves.
    func best(_ slot: Slot, entity: EntityKind, tokens: [String], target: LogicalPlan.IndexSeek.Target) -> Choice? {
        guard !tokens.isEmpty else { return nil }
        let candidates = state.schema.indexes.filter { index in
            index.kind == .range && index.entity == entity && index.labelsOrTypes.count == 1
                && tokens.contains { $0.hasSameBytes(as: index.labelsOrTypes[0]) }
        }
        guard !candidates.isEmpty else { return nil }
        let terms = IndexTerm.terms(of: pending, on: slot, available: available)
        guard !terms.isEmpty else { return nil }
        var best: Choice?
        for index in candidates {
            guard let choice = choice(index, terms, target) else { continue }
            if best.map({ choice.isBetter(than: $0) }) ?? true { best = choice }
        }
        return best
    }

    private func choice(
        _ index: IndexDefinition, _ terms: [IndexTerm], _ target: LogicalPlan.IndexSeek.Target
    ) -> Choice? {
        guard let live = state.liveIndex(id: index.id)?.range else { return nil }
        // An element that lacks one of the properties is not in the index: the statement must not ask for it.
        for key in index.properties
        where !terms.contains(where: { $0.key.hasSameBytes(as: key) && $0.impliesPresence }) { return nil }
        var conditions: [LogicalPlan.IndexSeek.Condition] = []
        var used: [IndexTerm] = []
        for key in index.properties {
            guard let (condition, terms) = IndexTerm.condition(terms.filter { $0.key.hasSameBytes(as: key) }) else {
                break
            }
            conditions.append(condition)
            used += terms
            guard condition.isExactMatch else { break }
        }
        // What the entries themselves say needs no test: every property is there.
        for term in terms
        where index.properties.contains(where: { $0.hasSameBytes(as: term.key) }) && term.form.isExistence {
            if !used.contains(where: { $0.source == term.source }) { used.append(term) }
        }
        let estimate = IndexEstimate(live.entries, isUnique: index.owningConstraint != nil)
        let consumed = IndexTerm.whole(used, of: terms)
        let reads = conditions.flatMap(\.expressions).contains { !$0.freeSlots.isEmpty }
        return Choice(
            seek: LogicalPlan.IndexSeek(
                index: index, target: target, conditions: conditions,
                predicates: consumed.map { pending[$0].expression }),
            rows: estimate.rows(conditions, of: index.properties.count), consumed: consumed, isCorrelated: reads)
    }
}

extension IndexSelection.Choice {
    /// Of more of a label's elements than this share, a scan is quicker than an index, which finds them one by one.
    private static let shareLimit = 0.7
    /// Among so few it makes no difference: what an index serves is found by it.
    private static let smallCount = 100.0

    /// It beats a scan of `count` elements.
    func isWorthwhile(among count: Double) -> Bool {
        switch seek.conditions.first {
        case .equal, .isIn: true
        case .range, .startsWith: rows < Self.shareLimit * count || count < Self.smallCount
        case .exists, nil: rows < Self.shareLimit * count
        }
    }

    fileprivate func isBetter(than other: IndexSelection.Choice) -> Bool {
        if rows != other.rows { return rows < other.rows }
        if consumed.count != other.consumed.count { return consumed.count > other.consumed.count }
        return seek.index.properties.count < other.seek.index.properties.count
    }
}

/// One predicate, or a part of a chained one, that says something of one property of one element.
struct IndexTerm {
    var key: String
    var form: Form
    /// Index of the predicate it comes from, and how many terms that predicate has.
    var source: Int
    var parts: Int

    enum Form {
        case equal(BoundExpression)
        case isIn(BoundExpression)
        case lower(BoundExpression, isInclusive: Bool)
        case upper(BoundExpression, isInclusive: Bool)
        case startsWith(BoundExpression)
        case exists
        /// It holds of no element without the property, but no index is asked for it.
        case other

        var isExistence: Bool { if case .exists = self { true } else { false } }
    }

    var impliesPresence: Bool { true }

    static func terms(of pending: [PatternWork.Pending], on slot: Slot, available: SlotSet) -> [IndexTerm] {
        var terms: [IndexTerm] = []
        for (source, predicate) in pending.enumerated() where predicate.free.contains(slot) {
            let found = forms(of: predicate.expression, on: slot, available: available)
            for (key, form) in found {
                terms.append(IndexTerm(key: key, form: form, source: source, parts: found.count))
            }
        }
        return terms
    }

    private static func forms(
        of predicate: BoundExpression, on slot: Slot, available: SlotSet
    ) -> [(key: String, form: Form)] {
        func key(_ expression: BoundExpression) -> String? {
            if case .property(.slot(slot), let key, _) = expression { return key }
            return nil
        }
        func isKnown(_ expression: BoundExpression) -> Bool {
            !expression.hasSubquery && expression.freeSlots.isSubset(of: available)
        }
        switch predicate {
        case .compare(let left, let comparison, let right):
            if let key = key(left), isKnown(right) { return [(key, form(comparison, right))] }
            if let key = key(right), isKnown(left) { return [(key, form(comparison.mirrored, left))] }
            return []
        case .comparisonChain(let first, let rest):
            var found: [(key: String, form: Form)] = []
            var left = first
            for (comparison, right) in rest {
                if let key = key(left), isKnown(right) {
                    found.append((key, form(comparison, right)))
                } else if let key = key(right), isKnown(left) {
                    found.append((key, form(comparison.mirrored, left)))
                } else {
                    return []
                }
                left = right
            }
            return found
        case .isIn(let element, let list):
            if let key = key(element), isKnown(list) { return [(key, .isIn(list))] }
            return []
        case .string(let operand, let operation, let value):
            guard let key = key(operand) else { return [] }
            return [(key, operation == .startsWith && isKnown(value) ? .startsWith(value) : .other)]
        case .isNull(let operand, negated: true): return key(operand).map { [($0, .exists)] } ?? []
        default: return []
        }
    }

    private static func form(_ comparison: ComparisonOperator, _ value: BoundExpression) -> Form {
        switch comparison {
        case .equal: .equal(value)
        case .notEqual: .other
        case .less: .upper(value, isInclusive: false)
        case .lessOrEqual: .upper(value, isInclusive: true)
        case .greater: .lower(value, isInclusive: false)
        case .greaterOrEqual: .lower(value, isInclusive: true)
        }
    }

    /// The narrowest search that the terms of one property allow, and which of them it answers.
    static func condition(_ terms: [IndexTerm]) -> (LogicalPlan.IndexSeek.Condition, [IndexTerm])? {
        for term in terms { if case .equal(let value) = term.form { return (.equal(value), [term]) } }
        for term in terms { if case .isIn(let list) = term.form { return (.isIn(list), [term]) } }
        for term in terms { if case .startsWith(let prefix) = term.form { return (.startsWith(prefix), [term]) } }
        var lower: (LogicalPlan.IndexSeek.Bound, IndexTerm)?
        var upper: (LogicalPlan.IndexSeek.Bound, IndexTerm)?
        for term in terms {
            switch term.form {
            case .lower(let value, let isInclusive) where lower == nil:
                lower = (LogicalPlan.IndexSeek.Bound(value: value, isInclusive: isInclusive), term)
            case .upper(let value, let isInclusive) where upper == nil:
                upper = (LogicalPlan.IndexSeek.Bound(value: value, isInclusive: isInclusive), term)
            default: break
            }
        }
        if lower != nil || upper != nil {
            return (.range(lower: lower?.0, upper: upper?.0), [lower?.1, upper?.1].compactMap { $0 })
        }
        return terms.isEmpty ? nil : (.exists, terms.filter(\.form.isExistence))
    }

    /// The predicates all of whose terms were used: the others are tested again.
    static func whole(_ used: [IndexTerm], of terms: [IndexTerm]) -> [Int] {
        var counts: [Int: Int] = [:]
        for term in used { counts[term.source, default: 0] += 1 }
        return counts.filter { source, count in
            terms.first { $0.source == source }.map { $0.parts == count } ?? false
        }.map(\.key).sorted()
    }
}

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
            case .exists: break
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
