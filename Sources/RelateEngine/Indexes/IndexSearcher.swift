import CypherSyntax

/// Searches of a state's full-text and vector indexes, by name.
struct IndexSearcher {
    let state: GraphState
    /// Called from time to time in a long search.
    let check: () throws(EngineError) -> Void

    typealias Hit = (element: UInt32, score: Double)

    /// - Throws: where no index of the kind and for the entity has the name.
    private func index(_ name: String, _ kind: IndexKind, _ entity: EntityKind) throws(EngineError) -> LiveIndex {
        let definition = try state.schema.searchIndex(named: name, kind, entity)
        guard let live = state.liveIndex(id: definition.id) else {
            throw .internalError("the index \(name) has no entries")
        }
        live.shape.usage.noteReads(1)
        return live
    }

    // MARK: Full text

    /// The elements whose texts match, the best first.
    ///
    /// - Parameters:
    ///   - analyzer: of the query's words; `nil` for the index's own.
    ///   - limit: how many behind those that are skipped; `nil` for all.
    func fulltext(
        _ name: String, _ entity: EntityKind, query: String, analyzer: String? = nil, skip: Int = 0, limit: Int?
    ) throws(EngineError) -> [Hit] {
        let live = try index(name, .fulltext, entity)
        guard let index = live.structure as? FullTextIndex else {
            throw .internalError("the index \(name) is no full-text index")
        }
        var words = index.analyzer
        if let analyzer {
            guard let named = AnalyzerCatalog.analyzer(named: analyzer) else { throw .unknownAnalyzer(analyzer) }
            words = named
        }
        let parsed = try TextQueryParser.query(query, fields: live.definition.properties, words)
        let count = limit.map { $0.addingReportingOverflow(skip) }.map { $0.overflow ? Int.max : $0.partialValue }
        return try index.matches(of: parsed, count: count, check: check).dropFirst(skip).map {
            ($0.element, Double($0.score))
        }
    }

    // MARK: Vectors

    /// The elements with the vectors nearest to the query, the nearest first.
    ///
    /// - Parameter filters: properties of an element that the index was told of, and what they must be.
    func vector(
        _ name: String, _ entity: EntityKind, query: Value, skip: Int = 0, limit: Int, filters: [SearchFilter] = []
    ) throws(EngineError) -> [Hit] {
        let live = try index(name, .vector, entity)
        guard let index = live.structure as? VectorIndex, let key = live.keys.first else {
            throw .internalError("the index \(name) is no vector index")
        }
        guard let coordinates = VectorIndex.coordinates(of: query) else {
            throw .wrongType(
                of: query, for: "A search of the vector index `\(name)`", expected: "a VECTOR or a LIST of numbers")
        }
        if let dimension = index.settings.dimension, coordinates.count != dimension {
            throw .vectorDimensionMismatch(name, expected: dimension, found: coordinates.count)
        }
        guard let prepared = index.settings.similarity.prepared(coordinates) else { throw .invalidQueryVector(name) }
        for filter in filters
        where !live.definition.additionalProperties.contains(where: { $0.hasSameBytes(as: filter.key) }) {
            throw .propertyNotInIndex(filter.key, live.definition)
        }
        guard let graph = index.graphs[prepared.count] else { return [] }
        let (sum, overflow) = limit.addingReportingOverflow(skip)
        let found = try graph.nearest(
            to: prepared, count: overflow ? .max : sum, admits: filters.isEmpty ? nil : admission(filters, entity),
            check: check)
        // The index works in single precision and with vectors of length 1; a score is that of the values themselves.
        let hits: [Hit] = found.map { hit in
            let value = property(PropertyKeyID(key), of: hit.element, entity)
            let own = VectorIndex.coordinates(of: value) ?? []
            return (hit.element, index.settings.similarity.score(coordinates, own))
        }
        return Array(
            hits.sorted { $0.score != $1.score ? $0.score > $1.score : $0.element < $1.element }.dropFirst(skip))
    }

    private func admission(_ filters: [SearchFilter], _ entity: EntityKind) -> (UInt32) -> Bool {
        let resolved = filters.map { ($0, state.propertyKeyID(named: $0.key)) }
        return { element in
            resolved.allSatisfy { filter, key in
                filter.holds(key.map { property($0, of: element, entity) } ?? .null)
            }
        }
    }

    private func property(_ key: PropertyKeyID, of element: UInt32, _ entity: EntityKind) -> Value {
        entity == .node
            ? state.property(key, of: NodeID(element)) : state.property(key, of: RelationshipID(element))
    }
}

extension SchemaCatalog {
    /// The full-text or vector index of that name.
    ///
    /// - Throws: where there is none, or one that cannot be searched so.
    @discardableResult
    func searchIndex(
        named name: String, _ kind: IndexKind, _ entity: EntityKind
    ) throws(EngineError) -> IndexDefinition {
        guard let definition = index(named: name) else { throw .indexNotFound(name) }
        guard definition.kind == kind else { throw .wrongIndexKind(definition, needed: kind) }
        guard definition.entity == entity else { throw .wrongIndexEntity(definition, needed: entity) }
        return definition
    }
}

/// A property and what it must be for an element to be found.
struct SearchFilter {
    let key: String
    let condition: Condition

    enum Condition {
        case index(IndexCondition)
        case isNull
    }

    func holds(_ value: Value) -> Bool {
        let value = Self.isComparable(value) ? value : .null
        switch condition {
        case .index(let condition): return !value.isNull && condition.holds(value)
        case .isNull: return value.isNull
        }
    }

    /// Values of other types an index of vectors does not see.
    private static func isComparable(_ value: Value) -> Bool {
        switch value {
        case .bool, .int, .float, .string, .date, .time, .localTime, .dateTime, .localDateTime, .duration: true
        default: false
        }
    }
}
