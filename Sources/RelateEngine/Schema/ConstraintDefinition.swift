import CypherSyntax

/// What must hold of every element with a label or type, as `CREATE CONSTRAINT` says it. Plain data, in names.
package struct ConstraintDefinition: Sendable {
    /// Its own among the indexes and constraints of a state.
    package var id: UInt32
    package var name: String
    package var kind: Kind
    package var entity: EntityKind
    package var labelOrType: String
    package var properties: [String]
    /// The index that serves it: of uniqueness and keys.
    package var ownedIndex: String?
    /// It is part of an element of the graph type, and goes with that.
    package var isDependent = false

    package enum Kind: Hashable, Sendable {
        /// No two elements have the same values; who lacks one is free.
        case unique
        /// Unique, and every element has the values.
        case key
        case exists
        /// The value, where there is one, is of this type: normalized text such as `LIST<STRING NOT NULL>`.
        case propertyType(PropertyType)
        /// A node with the label has this one too.
        case label(String)
        /// The start, or the end, of a relationship of the type has this label: of a graph type alone.
        case sourceLabel(String)
        case targetLabel(String)
    }

    package init(
        id: UInt32, name: String, kind: Kind, entity: EntityKind, labelOrType: String, properties: [String],
        ownedIndex: String? = nil, isDependent: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.entity = entity
        self.labelOrType = labelOrType
        self.properties = properties
        self.ownedIndex = ownedIndex
        self.isDependent = isDependent
    }

    package var isIndexed: Bool { kind == .unique || kind == .key }

    /// Whether both say something of the same elements and properties.
    package func hasSameSchema(as other: ConstraintDefinition) -> Bool {
        entity == other.entity && labelOrType == other.labelOrType && properties == other.properties
    }
}
