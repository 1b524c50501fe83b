/// One change of the schema, with all that it needs to be done again: what a transaction notes and a commit log writes.
package enum SchemaChange: Sendable {
    case createIndex(IndexDefinition)
    case dropIndex(IndexDefinition)
    /// `index` is the one that serves the constraint and goes with it.
    case createConstraint(ConstraintDefinition, index: IndexDefinition?)
    case dropConstraint(ConstraintDefinition)
}
