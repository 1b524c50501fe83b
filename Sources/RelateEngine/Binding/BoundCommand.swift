import CypherSyntax

/// Schema and administration commands. Cases arrive with the features that serve them.
package enum BoundCommand: Sendable {
    case createIndex(BoundIndexDefinition)
    case dropIndex(name: BoundExpression, isIfExists: Bool)
    case createConstraint(BoundConstraintDefinition)
    case dropConstraint(name: BoundExpression, isIfExists: Bool)
    case alterGraphType(BoundGraphType)
}

/// `CREATE CONSTRAINT … FOR … REQUIRE …`
package struct BoundConstraintDefinition: Sendable {
    package var name: BoundExpression?
    package var kind: Kind
    package var isRelationship: Bool
    package var labelOrType: String
    package var properties: [String]
    package var options: BoundExpression?
    package var isIfNotExists: Bool
    package var span: SourceSpan

    package enum Kind: Sendable {
        case unique, key, exists
        case type(StaticType)
        /// `REQUIRE v:Label`
        case label(String)
        /// Of the ends of a graph type's relationships.
        case sourceLabel(String), targetLabel(String)
    }
}

package struct BoundIndexDefinition: Sendable {
    /// A string: a literal or a parameter.
    package var name: BoundExpression?
    /// `RANGE`, `TEXT`, `POINT`, `LOOKUP`, `FULLTEXT` or `VECTOR`.
    package var kind: String
    package var isRelationship: Bool
    package var labelsOrTypes: [String]
    package var properties: [String]
    /// `WITH [v.q, …]` of a vector index.
    package var additionalProperties: [String] = []
    package var options: BoundExpression?
    package var isIfNotExists: Bool
    package var span: SourceSpan
}
