/// A command that changes indexes, constraints or the graph type.
public enum SchemaCommand: Hashable, Sendable {
    case createIndex(CreateIndexCommand)
    case createConstraint(CreateConstraintCommand)
    case drop(DropCommand)
    case alterGraphType(GraphTypeCommand)
}

public enum IndexKind: String, Hashable, Sendable, CaseIterable {
    case range = "RANGE"
    case text = "TEXT"
    case point = "POINT"
    case lookup = "LOOKUP"
    case fulltext = "FULLTEXT"
    case vector = "VECTOR"
}

/// What an index or constraint is for: `(v:A|B)` or `()-[v:T|U]-()`.
public struct SchemaTarget: Hashable, Sendable {
    public var isRelationship: Bool
    public var variable: Name
    /// More than one only for full-text and vector indexes, none for lookup indexes.
    public var labelsOrTypes: [Name]
    @Uncompared public var span: SourceSpan
}

/// `variable.key`
public struct SchemaProperty: Hashable, Sendable {
    public var variable: Name
    public var key: Name
}

public struct CreateIndexCommand: Hashable, Sendable {
    public var kind: IndexKind
    public var isOrReplace: Bool
    public var name: NameOrParameter?
    public var isIfNotExists: Bool
    public var target: SchemaTarget
    /// Empty for lookup indexes.
    public var properties: [SchemaProperty]
    /// `labels` or `type` of `ON EACH labels(n)`, for lookup indexes.
    public var lookupFunction: Name?
    /// `WITH [v.p, …]` of vector indexes.
    public var additionalProperties: [SchemaProperty]
    /// A map or a parameter.
    public var options: Expression?
    @Uncompared public var span: SourceSpan
}

public struct CreateConstraintCommand: Hashable, Sendable {
    public var isOrReplace: Bool
    public var name: NameOrParameter?
    public var isIfNotExists: Bool
    public var target: SchemaTarget
    public var requirement: Requirement
    public var options: Expression?
    @Uncompared public var span: SourceSpan
}

/// What follows `REQUIRE`.
public enum Requirement: Hashable, Sendable {
    /// `IS [NODE|RELATIONSHIP] UNIQUE`
    case unique([SchemaProperty], entity: EntityKind?)
    /// `IS [NODE|RELATIONSHIP] KEY`
    case key([SchemaProperty], entity: EntityKind?)
    case exists([SchemaProperty])
    case type([SchemaProperty], TypeSyntax)
    /// `REQUIRE v:Label`
    case label(variable: Name, label: Name)
}

public enum EntityKind: Hashable, Sendable { case node, relationship }

/// `DROP INDEX name [IF EXISTS]`, `DROP CONSTRAINT name [IF EXISTS]`
public struct DropCommand: Hashable, Sendable {
    public var isConstraint: Bool
    public var name: NameOrParameter
    public var isIfExists: Bool
    @Uncompared public var span: SourceSpan
}

/// `ALTER CURRENT GRAPH TYPE SET|ADD|ALTER|DROP { … }` and `CREATE GRAPH TYPE name { … }`
public struct GraphTypeCommand: Hashable, Sendable {
    public var operation: Operation
    public var elements: [GraphTypeElement]
    @Uncompared public var span: SourceSpan

    public enum Operation: Hashable, Sendable {
        case set, add, alter, drop
        case create(name: NameOrParameter)
    }
}

public enum GraphTypeElement: Hashable, Sendable {
    case node(GraphNodeType)
    case relationship(GraphRelationshipType)
    case constraint(GraphTypeConstraint)
    /// `CONSTRAINT name` in a `DROP`.
    case constraintName(NameOrParameter)
}

/// `([alias] :Id [=> [:Implied & …] [{…}]]) [REQUIRE …]`
public struct GraphNodeType: Hashable, Sendable {
    public var alias: Name?
    public var label: Name
    /// `=>` is written: a full element, not only its identifying label.
    public var isFull: Bool
    public var impliedLabels: [Name]
    public var properties: [GraphTypeProperty]
    public var requirements: [Requirement]
    @Uncompared public var span: SourceSpan
}

/// `(end)-[[alias] :T [=> {…}]]->(end) [REQUIRE …]`
public struct GraphRelationshipType: Hashable, Sendable {
    public var source: GraphTypeEnd
    public var alias: Name?
    public var type: Name
    public var isFull: Bool
    public var properties: [GraphTypeProperty]
    public var target: GraphTypeEnd
    public var requirements: [Requirement]
    @Uncompared public var span: SourceSpan
}

public enum GraphTypeEnd: Hashable, Sendable {
    /// `()`
    case any
    /// `(alias)`
    case alias(Name)
    /// `(:L)`
    case label(Name)
    /// `(:L =>)`
    case elementType(Name)
}

/// `key [::] T [IS [NODE|RELATIONSHIP] KEY|UNIQUE]`
public struct GraphTypeProperty: Hashable, Sendable {
    public var key: Name
    public var type: TypeSyntax
    public var constraint: Constraint?

    public enum Constraint: Hashable, Sendable {
        case key(EntityKind?)
        case unique(EntityKind?)
    }
}

/// `CONSTRAINT [name] FOR target REQUIRE …`
public struct GraphTypeConstraint: Hashable, Sendable {
    public var name: NameOrParameter?
    public var target: SchemaTarget
    public var requirement: Requirement
    public var options: Expression?
    @Uncompared public var span: SourceSpan
}
