import CypherSyntax

/// What an index is on, as `CREATE INDEX` says it. Plain data, in names: it means the same in every state and in a file.
package struct IndexDefinition: Sendable {
    /// Its own among the indexes and constraints of a state.
    package var id: UInt32
    package var name: String
    package var kind: IndexKind
    package var entity: EntityKind
    /// Empty for a lookup index; more than one for full-text and vector indexes alone.
    package var labelsOrTypes: [String]
    /// Empty for a lookup index.
    package var properties: [String]
    /// `WITH [v.q, …]` of a vector index.
    package var additionalProperties: [String] = []
    /// `OPTIONS {indexConfig: …}` as given, with what was left out at its default.
    package var configuration = MapValue.empty
    /// The constraint that this index serves and goes with.
    package var owningConstraint: String?

    package init(
        id: UInt32, name: String, kind: IndexKind, entity: EntityKind, labelsOrTypes: [String],
        properties: [String], additionalProperties: [String] = [], configuration: MapValue = .empty,
        owningConstraint: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.entity = entity
        self.labelsOrTypes = labelsOrTypes
        self.properties = properties
        self.additionalProperties = additionalProperties
        self.configuration = configuration
        self.owningConstraint = owningConstraint
    }

    /// Whether both are of one kind, for the same elements and properties, whatever their names: a store has one of such.
    package func hasSameSchema(as other: IndexDefinition) -> Bool {
        guard kind == other.kind, entity == other.entity else { return false }
        // Several labels of a search index are a set.
        let isSet = kind == .fulltext || kind == .vector
        return isSet
            ? Set(labelsOrTypes) == Set(other.labelsOrTypes) && Set(properties) == Set(other.properties)
            : labelsOrTypes == other.labelsOrTypes && properties == other.properties
    }

    /// Elements are found by a token alone, which the graph's bitmaps and type columns answer.
    var isLookup: Bool { kind == .lookup }

    /// The indexes that every store begins with: of labels and of relationship types.
    static let lookups = [
        IndexDefinition(
            id: 1, name: "index_343aff4e", kind: .lookup, entity: .node, labelsOrTypes: [], properties: []),
        IndexDefinition(
            id: 2, name: "index_f7700477", kind: .lookup, entity: .relationship, labelsOrTypes: [], properties: []),
    ]

    /// What `SHOW INDEXES` calls the provider.
    package var provider: String {
        switch kind {
        case .range: "range-1.0"
        case .text: "text-2.0"
        case .point: "point-1.0"
        case .lookup: "token-lookup-1.0"
        case .fulltext: "fulltext-1.0"
        case .vector: "vector-2.0"
        }
    }
}

extension EntityKind {
    /// As `SHOW` writes it.
    package var word: String { self == .node ? "NODE" : "RELATIONSHIP" }
    /// As messages write it.
    var noun: String { self == .node ? "node" : "relationship" }
}
