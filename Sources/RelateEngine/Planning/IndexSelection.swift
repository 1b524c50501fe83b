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
    ///
    /// - Parameter only: the one index that a hint allows.
    func best(
        _ slot: Slot, entity: EntityKind, tokens: [String], target: LogicalPlan.IndexSeek.Target,
        only: IndexDefinition? = nil
    ) -> Choice? {
        guard !tokens.isEmpty else { return nil }
        let candidates = state.schema.indexes.filter { index in
            index.isSearchedByPredicates && index.entity == entity && index.labelsOrTypes.count == 1
                && (only.map { $0.id == index.id } ?? true)
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
        guard let live = state.liveIndex(id: index.id) else { return nil }
        if let text = live.text { return choice(index, text, terms, target) }
        if let points = live.points { return choice(index, points, terms, target) }
        // An element that lacks one of the properties is not in the index: the statement must not ask for it.
        for key in index.properties
        where !terms.contains(where: { $0.key.hasSameBytes(as: key) }) { return nil }
        guard let range = live.range else { return nil }
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
        let estimate = IndexEstimate(range.entries, isUnique: index.owningConstraint != nil)
        let consumed = IndexTerm.whole(used, of: terms)
        let reads = conditions.flatMap(\.expressions).contains { !$0.freeSlots.isEmpty }
        return Choice(
            seek: LogicalPlan.IndexSeek(
                index: index, target: target, conditions: conditions,
                predicates: consumed.map { pending[$0].expression }),
            rows: estimate.rows(conditions, of: index.properties.count), consumed: consumed, isCorrelated: reads)
    }

    /// Of a text index: what a string is, contains, begins or ends with.
    private func choice(
        _ index: IndexDefinition, _ text: TextIndex, _ terms: [IndexTerm], _ target: LogicalPlan.IndexSeek.Target
    ) -> Choice? {
        var best: Choice?
        for term in terms where index.properties == [term.key] && term.parts == 1 {
            let condition: LogicalPlan.IndexSeek.Condition
            let place: TextIndex.Place
            switch term.form {
            case .contains(let value): (condition, place) = (.contains(value), .anywhere)
            case .startsWith(let value): (condition, place) = (.startsWith(value), .atBegin)
            case .endsWith(let value): (condition, place) = (.endsWith(value), .atEnd)
            // Others than strings are not in the index: where a value turns out to be one, the run reads all elements.
            case .equal(let value) where value.mayBe(.string): (condition, place) = (.equal(value), .whole)
            case .isIn(let list) where list.mayHoldOnly(.string): (condition, place) = (.isIn(list), .whole)
            default: continue
            }
            var rows =
                Double(text.entryCount) * CardinalityEstimator.equalitySelectivity * (condition.isExactMatch ? 0.1 : 1)
            var reads = false
            if let value = condition.expressions.first {
                if let known = value.knownStrings {
                    rows = known.reduce(0) { $0 + Double(text.estimate($1, place)) }
                }
                reads = !value.freeSlots.isEmpty
            }
            let choice = Choice(
                seek: LogicalPlan.IndexSeek(
                    index: index, target: target, conditions: [condition], predicates: [pending[term.source].expression]
                ),
                rows: rows, consumed: [term.source], isCorrelated: reads)
            if best.map({ choice.isBetter(than: $0) }) ?? true { best = choice }
        }
        return best
    }

    /// Of a point index: points within a box, near another, or at one place.
    private func choice(
        _ index: IndexDefinition, _ points: PointIndex, _ terms: [IndexTerm], _ target: LogicalPlan.IndexSeek.Target
    ) -> Choice? {
        var best: Choice?
        for term in terms where index.properties == [term.key] {
            let condition: LogicalPlan.IndexSeek.Condition
            switch term.form {
            case .within(let lower, let upper): condition = .within(lower: lower, upper: upper)
            case .near(let center, let distance): condition = .near(center, distance: distance)
            case .equal(let value) where value.mayBe(.point): condition = .equal(value)
            case .isIn(let list) where list.mayHoldOnly(.point): condition = .isIn(list)
            default: continue
            }
            let choice = Choice(
                seek: LogicalPlan.IndexSeek(
                    index: index, target: target, conditions: [condition], predicates: [pending[term.source].expression]
                ),
                rows: Double(points.entryCount) * (condition.isExactMatch ? 0.001 : 0.01),
                // The box of the search is larger than what lies near: the predicate stays.
                consumed: [],
                isCorrelated: condition.expressions.contains { !$0.freeSlots.isEmpty })
            if best.map({ choice.isBetter(than: $0) }) ?? true { best = choice }
        }
        return best
    }
}

extension IndexDefinition {
    /// `WHERE` and patterns are answered by it.
    fileprivate var isSearchedByPredicates: Bool {
        switch kind {
        case .range, .text, .point: true
        case .lookup, .fulltext, .vector: false
        }
    }
}

extension IndexSelection.Choice {
    /// Of more of a label's elements than this share, a scan is quicker than an index, which finds them one by one.
    private static let shareLimit = 0.7
    /// Among so few it makes no difference: what an index serves is found by it.
    private static let smallCount = 100.0

    /// So many that indexes find beat a scan of `count` elements.
    static func isWorthwhile(_ rows: Double, among count: Double) -> Bool {
        rows < shareLimit * count || count < smallCount
    }

    /// It beats a scan of `count` elements.
    func isWorthwhile(among count: Double) -> Bool {
        switch seek.conditions.first {
        case .equal, .isIn, .contains, .endsWith, .within, .near: true
        case .range, .startsWith: Self.isWorthwhile(rows, among: count)
        case .exists, nil: rows < Self.shareLimit * count
        }
    }

    fileprivate func isBetter(than other: IndexSelection.Choice) -> Bool {
        if rows != other.rows { return rows < other.rows }
        if consumed.count != other.consumed.count { return consumed.count > other.consumed.count }
        if seek.index.kind != other.seek.index.kind { return seek.index.kind == .range }
        return seek.index.properties.count < other.seek.index.properties.count
    }
}

extension BoundExpression {
    /// False where it is plain that the value is of no such kind.
    fileprivate func mayBe(_ kind: StaticType) -> Bool {
        switch self {
        case .literal(.string): kind == .string
        case .literal(.point): kind == .point
        case .literal, .list, .map, .and, .or, .xor, .not, .isNull, .compare: false
        default: true
        }
    }

    /// Likewise of each element of a list.
    fileprivate func mayHoldOnly(_ kind: StaticType) -> Bool {
        switch self {
        case .literal(.list(let values)): values.allSatisfy { BoundExpression.literal($0).mayBe(kind) }
        case .list(let items): items.allSatisfy { $0.mayBe(kind) }
        case .literal, .map: false
        default: true
        }
    }

    /// Of a literal string, or a list of such.
    fileprivate var knownStrings: [String]? {
        let values: [Value]
        switch self {
        case .literal(.list(let items)): values = items
        case .literal(let value): values = [value]
        case .list(let items):
            values = items.compactMap { if case .literal(let value) = $0 { value } else { nil } }
            guard values.count == items.count else { return nil }
        default: return nil
        }
        let texts = values.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }
}
