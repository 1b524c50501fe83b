import CypherSyntax

/// Makes an index's entries from what a state holds.
struct IndexBuilder {
    let state: GraphState
    let tokens: [UInt32]
    let keys: [UInt32]

    /// `nil` for a kind without entries of its own.
    func structure(of definition: IndexDefinition) -> (any IndexStructure)? { structure(of: definition, {}) }

    /// - Parameter check: called every few milliseconds; what it throws ends the work, of which nothing is left.
    func structure<Failure: Error>(
        of definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> (any IndexStructure)? {
        switch definition.kind {
        case .range: return try range(definition, check)
        case .text: return try text(definition, check)
        case .point: return try points(definition, check)
        case .fulltext: return try fulltext(definition, check)
        case .vector: return try vectors(definition, check)
        case .lookup: return nil
        }
    }

    private func range<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> RangeIndex {
        if let entries = try integers(definition.entity, check) {
            return RangeIndex(OrderedIndex(entries), cutCount: 0)
        }
        var builder = OrderedIndex.Builder()
        if definition.entity == .node { builder.reserve(tokens.reduce(0) { $0 + state.nodeCount(of: LabelID($1)) }) }
        var key = IndexKey()
        var cutCount = 0
        try forEach(definition.entity, check) { element, columns in
            if columns.count == 1, let integer = columns[0].integer(atRow: element) {
                return builder.add(integer: integer, element)
            }
            key.removeAll()
            for column in columns {
                let value = column.value(atRow: element, pool: state.strings)
                if value.isNull { return }
                key.append(value)
            }
            key.finish()
            if key.isCut { cutCount += 1 }
            builder.add(key.bytes, element)
        }
        return RangeIndex(try builder.finished(check), cutCount: cutCount)
    }

    /// Of an index of one property; `nil` where an element has another value than an integer.
    private func integers<Failure: Error>(
        _ entity: EntityKind, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> IntegerEntries? {
        guard keys.count == 1 else { return nil }
        var entries = IntegerEntries()
        if entity == .node { entries.reserve(tokens.reduce(0) { $0 + state.nodeCount(of: LabelID($1)) }) }
        var isOfIntegers = true
        try forEach(entity, check) { element, columns in
            guard isOfIntegers, let integer = columns[0].integer(atRow: element) else { return isOfIntegers = false }
            entries.append(integer, element)
        }
        return isOfIntegers ? entries : nil
    }

    private func text<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> TextIndex {
        var builder = TextIndex.Builder()
        try forEach(definition.entity, check) { element, columns in
            guard let column = columns.first,
                case .string(let text) = column.value(atRow: element, pool: state.strings)
            else { return }
            builder.add(text, element)
        }
        return try builder.finished(check)
    }

    private func points<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> PointIndex {
        let index = PointIndex(PointBounds(definition.configuration))
        var builder = OrderedIndex.Builder()
        try forEach(definition.entity, check) { element, columns in
            guard let column = columns.first else { return }
            let value = column.value(atRow: element, pool: state.strings)
            if let key = index.key([value]) { builder.add(key, element) }
        }
        return index.with(try builder.finished(check))
    }

    /// Every element of the index's tokens that has the first of its properties, whether or not it is in the index.
    func elements(_ entity: EntityKind) -> [UInt32] {
        var found: [UInt32] = []
        forEach(entity, {}) { element, _ in found.append(element) }
        return found
    }

    /// Every element of the index's tokens that has the first of its properties, once, in order of number.
    private func forEach<Failure: Error>(
        _ entity: EntityKind, _ check: () throws(Failure) -> Void, _ body: (UInt32, [PropertyColumnReader]) -> Void
    ) throws(Failure) {
        let isOfNodes = entity == .node
        var columns: [PropertyColumn] = []
        for key in keys {
            let id = PropertyKeyID(key)
            guard let column = isOfNodes ? state.nodeColumn(id) : state.relationshipColumn(id) else { return }
            columns.append(column)
        }
        guard let first = columns.first else { return }
        let readers = columns.map(\.reader)
        for index in 0..<first.chunkCapacity {
            guard let chunk = first.chunk(at: index), chunk.presentCount > 0 else { continue }
            try check()
            let base = UInt32(truncatingIfNeeded: index * GraphState.chunkRows)
            for word in 0..<BitmapChunk.wordCount {
                var bits = chunk.presence[word]
                if isOfNodes { bits &= members(chunk: index, word: word) }
                while bits != 0 {
                    let element = base + UInt32(truncatingIfNeeded: word << 6 + bits.trailingZeroBitCount)
                    bits &= bits - 1
                    guard isOfNodes || isMember(RelationshipID(element)) else { continue }
                    body(element, readers)
                }
            }
        }
        withExtendedLifetime(columns) {}
    }

    /// 64 rows' bits: the nodes among them that have one of the labels.
    private func members(chunk: Int, word: Int) -> UInt64 {
        tokens.reduce(0) { $0 | (state.nodeChunk(at: chunk, label: LabelID($1))?.words[word] ?? 0) }
    }

    func isMember(_ node: NodeID) -> Bool {
        state.exists(node) && tokens.contains { state.hasLabel(node, LabelID($0)) }
    }

    func isMember(_ relationship: RelationshipID) -> Bool {
        state.exists(relationship) && tokens.contains(state.type(of: relationship).rawValue)
    }
}
