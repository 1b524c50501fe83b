import CypherSyntax

// Full-text and vector indexes from what a state holds.
extension IndexBuilder {
    func fulltext(_ definition: IndexDefinition) -> FullTextIndex {
        var name = AnalyzerCatalog.defaultName
        if case .string(let given)? = definition.configuration["fulltext.analyzer"] { name = given }
        // A store from a system whose library knows more languages opens all the same.
        let analyzer =
            AnalyzerCatalog.analyzer(named: name)
            ?? Analyzer(name, "Words by the boundaries of Unicode, in lower case.", .standard)
        var index = FullTextIndex(analyzer, fieldCount: keys.count)
        index.load { each in
            forEachMember(definition.entity, 0..<keys.count) { element, values in
                each(TextDocument(element: element, values: values))
            }
        }
        return index
    }

    func vectors(_ definition: IndexDefinition) -> VectorIndex {
        var index = VectorIndex(VectorIndexSettings(definition.configuration))
        forEachMember(definition.entity, 0..<min(1, keys.count)) { element, values in index.load(element, values) }
        index.linkAll()
        return index
    }

    /// Every element of the index's tokens that has one of the properties, once, in order of number.
    private func forEachMember(_ entity: EntityKind, _ range: Range<Int>, _ body: (UInt32, [Value]) -> Void) {
        let columns = keys[range].map { key in
            entity == .node ? state.nodeColumn(PropertyKeyID(key)) : state.relationshipColumn(PropertyKeyID(key))
        }
        let readers = columns.map { $0?.reader }
        for chunk in 0..<(columns.compactMap { $0?.chunkCapacity }.max() ?? 0) {
            for row in 0..<GraphState.chunkRows {
                let element = UInt32(truncatingIfNeeded: chunk * GraphState.chunkRows + row)
                guard readers.contains(where: { $0?.isPresent(element) ?? false }) else { continue }
                guard entity == .node ? isMember(NodeID(element)) : isMember(RelationshipID(element)) else { continue }
                body(
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
