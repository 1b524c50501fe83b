import CypherSyntax

// Full-text and vector indexes from what a state holds.
extension IndexBuilder {
    func fulltext<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> FullTextIndex {
        var name = AnalyzerCatalog.defaultName
        if case .string(let given)? = definition.configuration["fulltext.analyzer"] { name = given }
        // A store from a system whose library knows more languages opens all the same.
        let analyzer =
            AnalyzerCatalog.analyzer(named: name)
            ?? Analyzer(name, "Words by the boundaries of Unicode, in lower case.", .standard)
        var loader = FullTextIndex.Loader(FullTextIndex(analyzer, fieldCount: keys.count))
        try forEachMember(definition.entity, 0..<keys.count, check) { (element, values) throws(Failure) in
            try loader.add(TextDocument(element: element, values: values), check)
        }
        return try loader.finished(check)
    }

    func vectors<Failure: Error>(
        _ definition: IndexDefinition, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> VectorIndex {
        var index = VectorIndex(VectorIndexSettings(definition.configuration))
        try forEachMember(definition.entity, 0..<min(1, keys.count), check) { (element, values) throws(Failure) in
            index.load(element, values)
        }
        try index.linkAll(check)
        return index
    }

    /// Every element of the index's tokens that has one of the properties, once, in order of number.
    private func forEachMember<Failure: Error>(
        _ entity: EntityKind, _ range: Range<Int>, _ check: () throws(Failure) -> Void,
        _ body: (UInt32, [Value]) throws(Failure) -> Void
    ) throws(Failure) {
        let columns = keys[range].map { key in
            entity == .node ? state.nodeColumn(PropertyKeyID(key)) : state.relationshipColumn(PropertyKeyID(key))
        }
        let readers = columns.map { $0?.reader }
        for chunk in 0..<(columns.compactMap { $0?.chunkCapacity }.max() ?? 0) {
            for row in 0..<GraphState.chunkRows {
                let element = UInt32(truncatingIfNeeded: chunk * GraphState.chunkRows + row)
                guard readers.contains(where: { $0?.isPresent(element) ?? false }) else { continue }
                guard entity == .node ? isMember(NodeID(element)) : isMember(RelationshipID(element)) else { continue }
                // Texts may be long.
                if row & 0x3f == 0 { try check() }
                try body(
                    element,
                    readers.map { reader in
                        guard let reader, reader.isPresent(element) else { return .null }
                        return reader.value(atRow: element, pool: state.strings)
                    })
            }
        }
        withExtendedLifetime(columns) {}
    }
}
