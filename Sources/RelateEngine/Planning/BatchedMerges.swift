// Which `MERGE`s may look for many rows at once.
extension BoundMerge {
    /// How, where the pattern is one node, or one relationship between given nodes, and nothing that is set changes what a
    /// later row would find.
    var batched: LogicalPlan.BatchedMerge? {
        guard pattern.paths.allSatisfy({ $0.slot == nil }) else { return nil }
        var labels: Set<String> = []
        var properties: [(key: String, value: BoundExpression)] = []
        var result: LogicalPlan.BatchedMerge
        if pattern.relationships.isEmpty, pattern.nodes.count == 1, let node = pattern.nodes.first, !node.isBound,
            node.propertyMap == nil
        {
            guard let names = node.labels.map(\.fixedNames) ?? [] else { return nil }
            labels = Set(names)
            properties = node.properties
            result = LogicalPlan.BatchedMerge(element: node.slot, ends: nil, isCreatedAtOnce: false)
        } else if pattern.relationships.count == 1, let relationship = pattern.relationships.first,
            pattern.nodes.allSatisfy({ $0.isBound && $0.labels == nil && $0.properties.isEmpty }),
            !relationship.isBound, relationship.propertyMap == nil, case .one = relationship.length,
            case .label? = relationship.types
        {
            let left = pattern.nodes[relationship.left].slot
            let right = pattern.nodes[relationship.right].slot
            properties = relationship.properties
            let isTurned = relationship.direction == .rightToLeft
            result = LogicalPlan.BatchedMerge(
                element: relationship.slot,
                ends: (
                    from: isTurned ? right : left, to: isTurned ? left : right,
                    isDirected: relationship.direction != .either
                ), isCreatedAtOnce: false)
        } else {
            return nil
        }
        // What rows are looked for by must not change from row to row.
        var keys = Set(properties.map(\.key))
        for property in properties {
            guard property.value.collectKeys(into: &keys) else { return nil }
        }
        for item in onCreate + onMatch {
            switch item {
            case .property(_, let key, _): guard !keys.contains(key) else { return nil }
            case .labels(_, let names):
                for name in names {
                    guard case .name(let name) = name, !labels.contains(name) else { return nil }
                }
            case .dynamicProperty, .properties: return nil
            }
        }
        result.isCreatedAtOnce =
            onMatch.isEmpty
            && onCreate.allSatisfy { item in
                if case .property(_, _, let value) = item { return !value.hasSubquery }
                return true
            }
        return result
    }
}

extension LabelExpression {
    /// The labels, where all are plain names that must hold.
    fileprivate var fixedNames: [String]? {
        switch self {
        case .label(let name): return [name]
        case .and(let parts):
            var names: [String] = []
            for part in parts {
                guard let more = part.fixedNames else { return nil }
                names += more
            }
            return names
        default: return nil
        }
    }
}

extension BoundExpression {
    /// Adds the property keys that this reads; false where it looks at the graph otherwise, or gives another value each time.
    fileprivate func collectKeys(into keys: inout Set<String>) -> Bool {
        switch self {
        case .property(_, let key, _): keys.insert(key)
        case .subscriptOf, .hasLabels, .mapProjection, .degree: return false
        case .function(let function, _, _) where function.readsGraph || !function.isDeterministic: return false
        default: if hasSubquery { return false }
        }
        var isPlain = true
        var collected = keys
        forEachChild { if isPlain { isPlain = $0.collectKeys(into: &collected) } }
        keys = collected
        return isPlain
    }
}
