/// How far the planning of one pattern is.
struct PatternWork {
    var pattern: QueryGraph
    var solvedNodes: Set<Int> = []
    var solvedRelationships: Set<Int> = []
    var solvedPaths: Set<Int> = []
    /// Predicates that wait for their variables: those of `WHERE`, and labels, types and maps of the pattern.
    var pending: [Pending] = []
    /// What each relationship of a variable-length one must be, where a plain list of types cannot say it.
    var elementPredicates: [Int: LabelExpression] = [:]
    /// How relationships are to be followed, by `USING EXPAND`.
    var expandHints: [Int: ExpandHint] = [:]
    /// Paths that are searched for once their ends are matched.
    var shortestPaths: [Int] = []
    /// Paths with a selector or a mode, likewise.
    var pathSearches: [Int] = []

    struct Pending {
        var expression: BoundExpression
        var free: SlotSet
        /// Said by the pattern itself, not by the clause's `WHERE`: it holds before a path selector selects.
        var isOfPattern: Bool
        /// The pattern's node has it among its labels as well.
        var isOfLabels = false

        init(_ expression: BoundExpression, isOfPattern: Bool = false) {
            self.expression = expression
            self.isOfPattern = isOfPattern
            free = expression.freeSlots
        }

        func reads(only slot: Slot) -> Bool { free.contains(slot) && free.indices.count == 1 }
    }

    /// By relationship: the groups of distinct relationships it is in, and its types where they are a plain list.
    private let groups: [[Int]]
    private let types: [Set<String>?]

    init(_ pattern: QueryGraph, _ predicates: [BoundExpression]) {
        self.pattern = pattern
        var groups = [[Int]](repeating: [], count: pattern.relationships.count)
        for (number, group) in pattern.distinctRelationships.enumerated() {
            for relationship in group { groups[relationship].append(number) }
        }
        self.groups = groups
        types = pattern.relationships.map { $0.types?.plainAlternatives.map { Set($0) } }
        for node in pattern.nodes {
            if let labels = node.labels {
                for part in labels.conjuncts {
                    var condition = Pending(.hasLabels(.slot(node.slot), part), isOfPattern: true)
                    condition.isOfLabels = true
                    pending.append(condition)
                }
            }
            for property in node.properties {
                pending.append(
                    Pending(
                        .compare(
                            .property(of: .slot(node.slot), key: property.key, span: node.span), .equal,
                            property.value), isOfPattern: true))
            }
        }
        for (index, relationship) in pattern.relationships.enumerated() {
            let isPlain = relationship.types == nil || relationship.types?.plainAlternatives != nil
            switch relationship.length {
            case .one:
                if !isPlain, let types = relationship.types {
                    pending.append(Pending(.hasLabels(.slot(relationship.slot), types), isOfPattern: true))
                }
                for property in relationship.properties {
                    pending.append(
                        Pending(
                            .compare(
                                .property(of: .slot(relationship.slot), key: property.key, span: relationship.span),
                                .equal, property.value), isOfPattern: true))
                }
            case .variable, .quantified:
                if !isPlain { elementPredicates[index] = relationship.types }
            }
        }
        for path in pattern.paths {
            pending += path.predicates.flatMap(\.conjuncts).map { Pending($0, isOfPattern: true) }
        }
        pending += predicates.flatMap(\.conjuncts).map { Pending($0) }
        if !pattern.paths.contains(where: \.isSearched) { addLabelsOfPredicates() }
    }

    /// Takes out the predicates that read no variable and are drawn, as `rand() < 0.1`: each of the pattern's rows has its own
    /// draw. Those before a path selector stay.
    mutating func takeDraws() -> [BoundExpression] {
        let isSearched = pattern.paths.contains(where: \.isSearched)
        var draws: [BoundExpression] = []
        pending.removeAll { predicate in
            guard predicate.free.isEmpty, predicate.expression.draws, !(isSearched && predicate.isOfPattern) else {
                return false
            }
            draws.append(predicate.expression)
            return true
        }
        return draws
    }

    /// Of one node without relationships.
    init(single node: PatternNode, _ pending: [Pending]) {
        pattern = QueryGraph()
        pattern.nodes = [node]
        self.pending = pending
        groups = []
        types = []
    }

    /// What `WHERE` says of a node's labels is known of it as if the pattern said so, but for a path selector, which selects before it.
    private mutating func addLabelsOfPredicates() {
        var nodes: [Slot: Int] = [:]
        for (place, node) in pattern.nodes.enumerated() where !node.isBound && nodes[node.slot] == nil {
            nodes[node.slot] = place
        }
        for place in pending.indices where !pending[place].isOfLabels {
            guard let slot = pending[place].free.slots.first, pending[place].reads(only: slot),
                let labels = pending[place].expression.labels(of: slot), let node = nodes[slot]
            else { continue }
            let parts = (pattern.nodes[node].labels?.conjuncts ?? []) + labels.conjuncts
            pattern.nodes[node].labels = parts.count == 1 ? parts[0] : .and(parts)
            pending[place].isOfLabels = true
        }
    }

    /// Nodes that a relationship touches which is not part of a path that is searched for as a whole.
    var nodesOutsideSearches: Set<Int> {
        var searched: Set<Int> = []
        for path in pattern.paths where path.isSearched { searched.formUnion(path.relationships) }
        var result: Set<Int> = []
        for (index, relationship) in pattern.relationships.enumerated() where !searched.contains(index) {
            result.insert(relationship.left)
            result.insert(relationship.right)
        }
        return result
    }

    /// Labels that every match of the node has.
    func requiredLabels(of slot: Slot) -> [String] { Self.requiredLabels(of: slot, pending) }

    static func requiredLabels(of slot: Slot, _ pending: [Pending]) -> [String] {
        pending.compactMap { pending in
            if case .hasLabels(.slot(slot), .label(let label)) = pending.expression { return label }
            return nil
        }
    }

    /// Solved relationships which relationship `index` may not be equal to.
    func relationshipsToDifferFrom(_ index: Int) -> [Slot] {
        var result: [Slot] = []
        var seen: Set<Slot> = []
        for other in solvedRelationships.sorted() where other != index {
            guard groups[index].contains(where: groups[other].contains) else { continue }
            if let mine = types[index], let theirs = types[other], mine.isDisjoint(with: theirs) { continue }
            let slot = pattern.relationships[other].slot
            if seen.insert(slot).inserted { result.append(slot) }
        }
        return result
    }

    /// The scan of `label` has tested it.
    mutating func dropLabelPredicate(of slot: Slot, _ label: String) {
        pending.removeAll { pending in
            if case .hasLabels(.slot(slot), .label(label)) = pending.expression { return true }
            return false
        }
    }
}

extension BoundExpression {
    /// `n:A`, `n:A|B`, `n:A OR n:B` as labels of the slot; `nil` for all else.
    func labels(of slot: Slot) -> LabelExpression? {
        switch self {
        case .hasLabels(.slot(slot), let labels): return labels
        case .or(let parts):
            let alternatives = parts.compactMap { $0.labels(of: slot) }
            return alternatives.count == parts.count ? .or(alternatives) : nil
        default: return nil
        }
    }
}

extension LabelExpression {
    var conjuncts: [LabelExpression] {
        if case .and(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }
}

extension QueryGraph {
    /// Every slot that a match of this pattern gives a value.
    var introducedSlots: [Slot] {
        var result = nodes.map(\.slot) + relationships.map(\.slot) + paths.compactMap(\.slot)
        for relationship in relationships {
            if case .quantified(let inner) = relationship.length { result += inner.groupVariables.map(\.outer) }
        }
        return result
    }

    /// A path's elements in order: node, relationship (or list of them), node …
    func pathSlots(_ index: Int) -> [Slot] {
        let path = paths[index]
        var result: [Slot] = []
        for (place, node) in path.nodes.enumerated() {
            result.append(nodes[node].slot)
            if place < path.relationships.count { result.append(relationships[path.relationships[place]].slot) }
        }
        return result
    }
}
