/// How many rows an operator will give, from the counts that the graph keeps.
struct CardinalityEstimator {
    let state: GraphState

    static let equalitySelectivity = 0.1
    static let rangeSelectivity = 0.3
    static let otherSelectivity = 0.5

    var nodeCount: Double { Double(state.nodeCount) }

    /// Nodes that fit the labels, counting them as independent.
    func nodeCount(_ labels: LabelExpression?) -> Double {
        nodeCount * selectivity(labels)
    }

    /// The share of all nodes that fits, `0 ... 1`.
    func selectivity(_ labels: LabelExpression?) -> Double {
        guard let labels, nodeCount > 0 else { return 1 }
        switch labels {
        case .label(let name):
            guard let id = state.labelID(named: name) else { return 0 }
            return Double(state.nodeCount(of: id)) / nodeCount
        case .dynamic: return Self.otherSelectivity
        case .wildcard: return 1
        case .not(let inner): return 1 - selectivity(inner)
        case .and(let parts): return parts.reduce(1) { $0 * selectivity($1) }
        case .or(let parts): return 1 - parts.reduce(1) { $0 * (1 - selectivity($1)) }
        }
    }

    /// Relationships of the types, of all where `nil`.
    func relationshipCount(_ types: [String]?) -> Double {
        guard let types else { return Double(state.relationshipCount) }
        return types.reduce(0) { sum, name in
            sum + (state.relationshipTypeID(named: name).map { Double(state.relationshipCount(of: $0)) } ?? 0)
        }
    }

    /// Relationships a node has on the average, of the types, in one direction or both: of the nodes with its rarest label
    /// where one is known.
    func degree(
        _ types: [String]?, from labels: LabelExpression?, direction: PatternRelationship.Direction
    ) -> Double {
        let known = labels?.requiredLabels.compactMap { state.labelID(named: $0) } ?? []
        guard let label = known.min(by: { state.nodeCount(of: $0) < state.nodeCount(of: $1) }) else {
            let nodes = max(1, labels == nil ? nodeCount : nodeCount(labels))
            return relationshipCount(types) * (direction == .either ? 2 : 1) / nodes
        }
        var relationships = 0
        for name in types ?? state.relationshipTypeNames {
            guard let type = state.relationshipTypeID(named: name) else { continue }
            if direction != .rightToLeft { relationships += state.relationshipCount(of: type, startLabel: label) }
            if direction != .leftToRight { relationships += state.relationshipCount(of: type, endLabel: label) }
        }
        return Double(relationships) / Double(max(1, state.nodeCount(of: label)))
    }

    /// Ways that a walk of so many steps can take, where each step multiplies by `degree`; long ones count as five steps.
    func walks(_ minimum: Int, _ maximum: Int?, degree: Double) -> Double {
        let steps = max(1, min(maximum ?? max(minimum, 3), 5))
        var sum = minimum == 0 ? 1.0 : 0
        var power = 1.0
        for step in 1...steps {
            power *= degree
            if step >= min(minimum, steps) { sum += power }
        }
        return sum
    }

    /// Ways that one repetition of a pattern can take, from a node with the labels.
    func repetitions(of inner: BoundQuantifiedPattern, isFromLeft: Bool, labels: LabelExpression?) -> Double {
        let entry = isFromLeft ? inner.first : inner.last
        var result = 1.0
        for relationship in inner.pattern.relationships {
            let near = isFromLeft ? relationship.left : relationship.right
            let direction = isFromLeft ? relationship.direction : relationship.direction.reversed
            let own = inner.pattern.nodes[near].labels
            let degree = degree(
                relationship.types.flatMap(\.plainAlternatives), from: near == entry ? own ?? labels : own,
                direction: direction)
            if case .variable(let minimum, let maximum) = relationship.length {
                result *= walks(minimum, maximum, degree: degree)
            } else {
                result *= degree
            }
        }
        for pending in PatternWork(inner.pattern, inner.predicates).pending
        where !pending.reads(only: inner.pattern.nodes[entry].slot) {
            result *= selectivity(pending.expression)
        }
        return result
    }

    func selectivity(_ predicate: BoundExpression) -> Double {
        switch predicate {
        case .compare(_, .equal, _): return Self.equalitySelectivity
        case .compare(_, .notEqual, _): return 1 - Self.equalitySelectivity
        case .compare: return Self.rangeSelectivity
        case .string: return Self.equalitySelectivity
        case .hasLabels(_, let labels): return selectivity(labels)
        case .isIn: return Self.rangeSelectivity
        case .and(let parts): return parts.reduce(1) { $0 * selectivity($1) }
        case .or(let parts): return 1 - parts.reduce(1) { $0 * (1 - selectivity($1)) }
        case .not(let inner): return 1 - selectivity(inner)
        default: return Self.otherSelectivity
        }
    }
}
