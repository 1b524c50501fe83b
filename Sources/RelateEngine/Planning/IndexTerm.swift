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
        case endsWith(BoundExpression)
        case contains(BoundExpression)
        case within(lower: BoundExpression, upper: BoundExpression)
        case near(BoundExpression, distance: BoundExpression)
        case exists
        /// It holds of no element without the property, but no index is asked for it.
        case other

        var isExistence: Bool { if case .exists = self { true } else { false } }
    }

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
            // What is drawn is drawn for each element, and not once for a look-up of them all.
            !expression.hasSubquery && !expression.draws && expression.freeSlots.isSubset(of: available)
        }
        switch predicate {
        case .compare(.function(let function, let points, _), let comparison, let limit)
        where function.name == "point.distance" && comparison.isUpperBound:
            return near(points, limit, key, isKnown)
        case .compare(let limit, let comparison, .function(let function, let points, _))
        where function.name == "point.distance" && comparison.mirrored.isUpperBound:
            return near(points, limit, key, isKnown)
        case .function(let function, let points, _) where function.name == "point.withinBBox" && points.count == 3:
            guard let key = key(points[0]), isKnown(points[1]), isKnown(points[2]) else { return [] }
            return [(key, .within(lower: points[1], upper: points[2]))]
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
        case .or(let parts):
            // `n.p = 1 OR n.p = 2` is `n.p IN [1, 2]`.
            var alternatives: [BoundExpression] = []
            var shared: String?
            for part in parts {
                guard case .compare(let left, .equal, let right) = part,
                    let (name, value) = key(left).map({ ($0, right) }) ?? key(right).map({ ($0, left) }),
                    isKnown(value), shared.map({ $0.hasSameBytes(as: name) }) ?? true
                else { return [] }
                shared = name
                alternatives.append(value)
            }
            return shared.map { [($0, .isIn(.list(alternatives)))] } ?? []
        case .isIn(let element, let list):
            if let key = key(element), isKnown(list) { return [(key, .isIn(list))] }
            return []
        case .string(let operand, let operation, let value, _):
            guard let key = key(operand) else { return [] }
            guard isKnown(value) else { return [(key, .other)] }
            switch operation {
            case .startsWith: return [(key, .startsWith(value))]
            case .endsWith: return [(key, .endsWith(value))]
            case .contains: return [(key, .contains(value))]
            case .matches: return [(key, .other)]
            }
        case .isNull(let operand, negated: true): return key(operand).map { [($0, .exists)] } ?? []
        default: return []
        }
    }

    private static func near(
        _ points: [BoundExpression], _ limit: BoundExpression, _ key: (BoundExpression) -> String?,
        _ isKnown: (BoundExpression) -> Bool
    ) -> [(key: String, form: Form)] {
        guard points.count == 2, isKnown(limit) else { return [] }
        if let key = key(points[0]), isKnown(points[1]) { return [(key, .near(points[1], distance: limit))] }
        if let key = key(points[1]), isKnown(points[0]) { return [(key, .near(points[0], distance: limit))] }
        return []
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

extension ComparisonOperator {
    fileprivate var isUpperBound: Bool { self == .less || self == .lessOrEqual }
}
