import CypherSyntax

/// Asks whether what was written agrees with a state's constraints.
struct ConstraintCheck {
    private let state: GraphState
    private let rules: [Rule]
    /// Positions in `rules` by label, by type.
    private var byLabel: [LabelID: [Int]] = [:]
    private var byType: [RelationshipTypeID: [Int]] = [:]
    private let hasEndRules: Bool

    /// A constraint with its names resolved.
    private struct Rule {
        let definition: ConstraintDefinition
        let token: UInt32
        let keys: [PropertyKeyID]
        /// Of the index that serves it.
        let entries: OrderedIndex?
    }

    init(_ state: GraphState) {
        self.state = state
        rules = state.schema.constraints.map { ConstraintCheck.rule($0, state) }
        hasEndRules = rules.contains { rule in
            switch rule.definition.kind {
            case .sourceLabel, .targetLabel: true
            default: false
            }
        }
        for (position, rule) in rules.enumerated() {
            if rule.definition.entity == .node {
                byLabel[LabelID(rule.token), default: []].append(position)
            } else {
                byType[RelationshipTypeID(rule.token), default: []].append(position)
            }
        }
    }

    private static func rule(_ definition: ConstraintDefinition, _ state: GraphState) -> Rule {
        let isOfNodes = definition.entity == .node
        var entries: OrderedIndex?
        if let owned = definition.ownedIndex, let index = state.schema.index(named: owned) {
            entries = state.liveIndex(id: index.id)?.range?.entries
        }
        return Rule(
            definition: definition,
            token: isOfNodes
                ? state.internLabel(definition.labelOrType).rawValue
                : state.internRelationshipType(definition.labelOrType).rawValue,
            keys: definition.properties.map { state.internPropertyKey($0) }, entries: entries)
    }

    // MARK: What was written

    /// After a statement: uniqueness and types of what was written since the mark.
    ///
    /// - Parameter changed: elements of an earlier statement's making that this one changed, which the write set notes as
    ///   created alone.
    func statement(
        _ writeSet: WriteSet, since mark: WriteSet.Mark, changed: ChangedNewElements
    ) throws(EngineError) {
        try check(writeSet, since: mark, .values)
        if !byLabel.isEmpty { for node in changed.nodes { try check(node, key: nil, .values) } }
        if !byType.isEmpty { for relationship in changed.relationships { try check(relationship, key: nil, .values) } }
    }

    /// At the commit: properties and labels that must be there.
    func presence(_ writeSet: WriteSet) throws(EngineError) {
        try check(writeSet, since: WriteSet().mark, .presence)
    }

    /// All of it, in a state that other commits changed since the transaction began.
    func commit(_ writeSet: WriteSet) throws(EngineError) {
        try check(writeSet, since: WriteSet().mark, .values)
        try check(writeSet, since: WriteSet().mark, .presence)
        for case .createConstraint(let constraint, _) in writeSet.schemaChanges { try all(of: constraint) }
    }

    private enum Aspect { case values, presence }

    private func check(_ writeSet: WriteSet, since mark: WriteSet.Mark, _ aspect: Aspect) throws(EngineError) {
        if !byLabel.isEmpty {
            for node in writeSet.createdNodes[mark.createdNodes...] { try check(node, key: nil, aspect) }
            for change in writeSet.nodeProperties[mark.nodeProperties...] {
                try check(change.node, key: change.key, aspect)
            }
            for change in writeSet.nodeLabels[mark.nodeLabels...] { try check(change.node, key: nil, aspect) }
        }
        if aspect == .presence, hasEndRules {
            for change in writeSet.nodeLabels[mark.nodeLabels...] {
                try checkEnds(of: change.node, without: change.label)
            }
        }
        if !byType.isEmpty {
            for relationship in writeSet.createdRelationships[mark.createdRelationships...] {
                try check(relationship, key: nil, aspect)
            }
            for change in writeSet.relationshipProperties[mark.relationshipProperties...] {
                try check(change.relationship, key: change.key, aspect)
            }
        }
    }

    private func check(_ node: NodeID, key: PropertyKeyID?, _ aspect: Aspect) throws(EngineError) {
        guard state.exists(node) else { return }
        for (label, positions) in byLabel where state.hasLabel(node, label) {
            for position in positions {
                if let key, !rules[position].keys.contains(key) { continue }
                try check(node.rawValue, rules[position], aspect)
            }
        }
    }

    private func check(
        _ relationship: RelationshipID, key: PropertyKeyID?, _ aspect: Aspect
    ) throws(EngineError) {
        guard state.exists(relationship) else { return }
        for position in byType[state.type(of: relationship)] ?? [] {
            if let key, !rules[position].keys.contains(key) { continue }
            try check(relationship.rawValue, rules[position], aspect)
        }
    }

    private func check(_ element: UInt32, _ rule: Rule, _ aspect: Aspect) throws(EngineError) {
        let violation =
            switch aspect {
            case .values: valueViolation(of: element, rule)
            case .presence: presenceViolation(of: element, rule)
            }
        if let violation { throw .constraintViolated(violation) }
    }

    // MARK: One element

    private func value(_ key: PropertyKeyID, of element: UInt32, _ rule: Rule) -> Value {
        rule.definition.entity == .node
            ? state.property(key, of: NodeID(element)) : state.property(key, of: RelationshipID(element))
    }

    private func valueViolation(of element: UInt32, _ rule: Rule) -> ConstraintViolation? {
        switch rule.definition.kind {
        case .unique, .key:
            let values = rule.keys.map { value($0, of: element, rule) }
            guard let entries = rule.entries, let key = IndexKey(values),
                entries.count(from: .before(key.bytes), to: .behind(key.bytes)) > 1
            else { return nil }
            var other: UInt32?
            entries.forEach(from: .before(key.bytes), to: .behind(key.bytes)) { _, candidate in
                guard candidate != element else { return true }
                let isSame = zip(rule.keys, values).allSatisfy { key, own in
                    Equality.equals(value(key, of: candidate, rule), own) == true
                }
                if isSame { other = candidate }
                return !isSame
            }
            return other.map {
                ConstraintViolation(
                    constraint: rule.definition, element: element, fault: .duplicate(of: $0, values: values))
            }
        case .propertyType(let type):
            guard let key = rule.keys.first else { return nil }
            let value = value(key, of: element, rule)
            if value.isNull || TypePredicate.holds(value, type.type) { return nil }
            return ConstraintViolation(constraint: rule.definition, element: element, fault: .wrongType(value))
        case .exists, .label, .sourceLabel, .targetLabel: return nil
        }
    }

    private func presenceViolation(of element: UInt32, _ rule: Rule) -> ConstraintViolation? {
        switch rule.definition.kind {
        case .exists, .key:
            for (key, name) in zip(rule.keys, rule.definition.properties) where value(key, of: element, rule).isNull {
                return ConstraintViolation(
                    constraint: rule.definition, element: element, fault: .missing(property: name))
            }
            return nil
        case .label(let label):
            if state.labelID(named: label).map({ state.hasLabel(NodeID(element), $0) }) ?? false { return nil }
            return ConstraintViolation(constraint: rule.definition, element: element, fault: .missingLabel(label))
        case .sourceLabel(let label): return endViolation(of: element, rule, label, isSource: true)
        case .targetLabel(let label): return endViolation(of: element, rule, label, isSource: false)
        case .unique, .propertyType: return nil
        }
    }

    private func endViolation(
        of relationship: UInt32, _ rule: Rule, _ label: String, isSource: Bool
    ) -> ConstraintViolation? {
        let id = RelationshipID(relationship)
        let node = isSource ? state.start(of: id) : state.end(of: id)
        if state.labelID(named: label).map({ state.hasLabel(node, $0) }) ?? false { return nil }
        return ConstraintViolation(
            constraint: rule.definition, element: relationship, fault: .missingEndLabel(label, isSource: isSource))
    }

    /// A node that lost a label may leave relationships whose ends need it.
    private func checkEnds(of node: NodeID, without label: LabelID) throws(EngineError) {
        guard state.exists(node), !state.hasLabel(node, label) else { return }
        let name = state.name(of: label)
        for rule in rules {
            let direction: AdjacencyDirection
            switch rule.definition.kind {
            case .sourceLabel(name): direction = .outgoing
            case .targetLabel(name): direction = .incoming
            default: continue
            }
            var first: UInt32?
            state.withNeighbours(of: node, type: RelationshipTypeID(rule.token), direction: direction) {
                if first == nil { first = $1.first }
            }
            if let first { try check(first, rule, .presence) }
        }
    }

    // MARK: All data

    /// Violations that an error names.
    private static let namedLimit = 3

    /// A new constraint against all that it is about.
    ///
    /// - Parameter check: called every few milliseconds; what it throws ends the work.
    func all(
        of definition: ConstraintDefinition, _ check: () throws(EngineError) -> Void = {}
    ) throws(EngineError) {
        let rule = Self.rule(definition, state)
        // Where all keys of the index differ, no two elements have the same values.
        let isPlainlyUnique = rule.entries.map { $0.distinctCount == $0.count } ?? false
        if isPlainlyUnique, case .unique = definition.kind { return }
        var violations: [ConstraintViolation] = []
        var hasMore = false
        try forEachMember(rule, check) { element in
            guard
                let violation = presenceViolation(of: element, rule)
                    ?? (isPlainlyUnique ? nil : valueViolation(of: element, rule))
            else { return true }
            // Of two that have the same values the second is named, with the first.
            if case .duplicate(let other, _) = violation.fault, other > element { return true }
            hasMore = violations.count == Self.namedLimit
            if !hasMore { violations.append(violation) }
            return !hasMore
        }
        if !violations.isEmpty { throw .constraintCreationFailed(violations, hasMore: hasMore) }
    }

    private func forEachMember(
        _ rule: Rule, _ check: () throws(EngineError) -> Void, _ body: (UInt32) -> Bool
    ) throws(EngineError) {
        if rule.definition.entity == .node {
            for index in 0..<state.nodeChunkCount {
                try check()
                guard let chunk = state.nodeChunk(at: index, label: LabelID(rule.token)) else { continue }
                guard chunk.forEachRow(at: index, body) else { return }
            }
        } else {
            for index in 0..<state.relationshipChunkCount {
                try check()
                guard let chunk = state.relationshipChunk(at: index) else { continue }
                let isDone = !chunk.live.forEachRow(at: index) { element in
                    chunk.types[Int(element & 1023)] != rule.token || body(element)
                }
                if isDone { return }
            }
        }
    }
}

extension ElementChunk {
    /// Calls `body` with each element of the chunk in order until it says no.
    ///
    /// - Returns: whether it never did.
    fileprivate func forEachRow(at chunk: Int, _ body: (UInt32) -> Bool) -> Bool {
        for word in 0..<(GraphState.chunkRows / 64) {
            var bits = words[word]
            while bits != 0 {
                let row = chunk * GraphState.chunkRows + word * 64 + bits.trailingZeroBitCount
                guard body(UInt32(truncatingIfNeeded: row)) else { return false }
                bits &= bits &- 1
            }
        }
        return true
    }
}

/// Elements that their own transaction changed after it made them, since its last statement. May hold one twice.
struct ChangedNewElements: Sendable {
    var nodes: [NodeID] = []
    var relationships: [RelationshipID] = []
}
