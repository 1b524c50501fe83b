import CypherSyntax

// The schema of a state, and the upkeep of its indexes: a write tells them the values before and after it. A state's own
// indexes are part of it, so own writes are seen, and what a transaction takes back is taken back in them.

extension GraphState {
    package var schema: SchemaCatalog { storage.schema }

    /// The entries of an index of this state.
    func liveIndex(id: UInt32) -> LiveIndex? { storage.indexes.index(id: id) }

    /// How many entries an index has; `nil` for a lookup index, which has none of its own, and for one that is yet to be
    /// built because nobody has asked for it: that takes longer than a count may.
    package func entryCount(ofIndex id: UInt32) -> Int? {
        guard let index = liveIndex(id: id), index.isBuilt else { return nil }
        return index.structure.entryCount
    }

    // MARK: Changes of the schema

    /// Makes the schema change; a new index is built from what the state holds.
    package mutating func apply(_ change: SchemaChange) { apply(change, {}) }

    /// - Parameter check: called every few milliseconds of the build; what it throws ends it, and the state is as before.
    package mutating func apply<Failure: Error>(
        _ change: SchemaChange, _ check: () throws(Failure) -> Void
    ) throws(Failure) {
        makeUnique()
        let built: LiveIndex?
        switch change {
        case .createIndex(let index): built = try build(index, check)
        case .createConstraint(_, let index?): built = try build(index, check)
        case .createConstraint, .dropIndex, .dropConstraint: built = nil
        }
        storage.schema.apply(change, version: shared.nextSchemaVersion())
        if let built { storage.indexes.insert(built) }
        switch change {
        case .createIndex, .createConstraint: break
        case .dropIndex(let index): storage.indexes.remove { $0.id == index.id }
        case .dropConstraint:
            let schema = storage.schema
            storage.indexes.remove { index in !schema.indexes.contains { $0.id == index.id } }
        }
    }

    /// Gives a state that was read from a file its schema: every index is built from what the state holds now, once
    /// somebody looks at it.
    package mutating func restoreSchema(indexes: [IndexDefinition], constraints: [ConstraintDefinition]) {
        makeUnique()
        storage.schema = SchemaCatalog(indexes: [], constraints: [])
        storage.indexes = LiveIndexes()
        let source = self
        for constraint in constraints { apply(.createConstraint(constraint, index: nil)) }
        for index in indexes {
            makeUnique()
            storage.schema.apply(.createIndex(index), version: shared.nextSchemaVersion())
            guard !index.isLookup else { continue }
            storage.indexes.insert(LiveIndex(pending: PendingIndex(shape(of: index), of: source)))
        }
    }

    /// Builds the indexes that nobody has asked for yet, and lets go of the state that they were to be built from.
    func finishIndexes() {
        for index in storage.indexes.all { _ = index.structure }
    }

    private func shape(of definition: IndexDefinition) -> IndexShape {
        let tokens = definition.labelsOrTypes.map {
            definition.entity == .node ? internLabel($0).rawValue : internRelationshipType($0).rawValue
        }
        let keys = (definition.properties + definition.additionalProperties).map { internPropertyKey($0).rawValue }
        return IndexShape(definition, tokens: tokens, keys: keys)
    }

    private func build<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> LiveIndex? {
        guard !definition.isLookup else { return nil }
        let shape = shape(of: definition)
        let builder = IndexBuilder(state: self, tokens: shape.tokens, keys: shape.keys)
        guard let structure = try builder.structure(of: definition, check) else { return nil }
        return LiveIndex(shape: shape, structure: structure)
    }

    // MARK: Upkeep

    /// Does the write, and tells the indexes at `positions` what it changed of the element.
    @inline(never)
    mutating func withUpkeep(
        _ positions: [Int], ofNode node: NodeID, _ write: (inout GraphState) -> Void
    ) {
        if positions.count == 1 {
            let shape = storage.indexes.all[positions[0]].shape
            let old = values(of: node, for: shape)
            write(&self)
            return replace(old, by: values(of: node, for: shape), of: node.rawValue, at: positions[0])
        }
        let before = positions.map { values(of: node, for: storage.indexes.all[$0].shape) }
        write(&self)
        for (position, old) in zip(positions, before) {
            let new = values(of: node, for: storage.indexes.all[position].shape)
            replace(old, by: new, of: node.rawValue, at: position)
        }
    }

    @inline(never)
    mutating func withUpkeep(
        _ positions: [Int], ofRelationship relationship: RelationshipID, _ write: (inout GraphState) -> Void
    ) {
        let before = positions.map { values(of: relationship, for: storage.indexes.all[$0].shape) }
        write(&self)
        for (position, old) in zip(positions, before) {
            let new = values(of: relationship, for: storage.indexes.all[position].shape)
            replace(old, by: new, of: relationship.rawValue, at: position)
        }
    }

    /// Puts new nodes into the indexes of their labels.
    mutating func insertIntoIndexes(_ nodes: [NodeID], labels: [LabelID]) {
        makeUnique()
        var positions: [Int] = []
        for label in labels {
            for position in storage.indexes.concerned(label: label) where !positions.contains(position) {
                positions.append(position)
            }
        }
        for position in positions {
            let shape = storage.indexes.all[position].shape
            for node in nodes { replace(nil, by: values(of: node, for: shape), of: node.rawValue, at: position) }
        }
    }

    /// Puts a new node into the indexes of its labels.
    mutating func insertIntoIndexes(_ node: NodeID, labels: [LabelID]) {
        for (place, label) in labels.enumerated() {
            for position in storage.indexes.concerned(label: label) {
                let shape = storage.indexes.all[position].shape
                // One of several labels came by before.
                if shape.tokens.contains(where: { token in labels[..<place].contains { $0.rawValue == token } }) {
                    continue
                }
                replace(nil, by: values(of: node, for: shape), of: node.rawValue, at: position)
            }
        }
    }

    private func replace(_ old: [Value]?, by new: [Value]?, of element: UInt32, at position: Int) {
        if old == nil && new == nil { return }
        storage.indexes.change(position) { structure in
            if let old { structure.remove(element, old) }
            if let new { structure.insert(element, new) }
        }
    }

    /// The values that an index has of a node; `nil` where the node is none of its own or has none of its properties.
    private func values(of node: NodeID, for index: IndexShape) -> [Value]? {
        guard exists(node), index.tokens.contains(where: { hasLabel(node, LabelID($0)) }) else { return nil }
        return present(index.keys.map { property(PropertyKeyID($0), of: node) })
    }

    private func values(of relationship: RelationshipID, for index: IndexShape) -> [Value]? {
        guard exists(relationship), index.tokens.contains(type(of: relationship).rawValue) else { return nil }
        return present(index.keys.map { property(PropertyKeyID($0), of: relationship) })
    }

    private func present(_ values: [Value]) -> [Value]? { values.allSatisfy(\.isNull) ? nil : values }

    /// Indexes that the deletion of a node, or the loss of all its labels, concerns.
    func indexPositions(of node: NodeID) -> [Int] {
        guard !storage.indexes.all.isEmpty else { return [] }
        var positions: [Int] = []
        for label in labels(of: node) {
            for position in storage.indexes.concerned(label: label) where !positions.contains(position) {
                positions.append(position)
            }
        }
        return positions
    }
}

extension GraphState {
    /// Every index holds what one built anew would hold.
    func brokenIndexInvariants() -> [String] {
        var broken: [String] = []
        for index in storage.indexes.all {
            let name = "index \(index.definition.name)"
            broken += index.structure.brokenInvariants().map { "\(name): \($0)" }
            let anew = IndexBuilder(state: self, tokens: index.tokens, keys: index.keys).structure(of: index.definition)
            if let anew, !index.structure.hasSameEntries(as: anew) {
                broken.append("\(name) does not hold what the graph does")
            }
        }
        return broken
    }
}
