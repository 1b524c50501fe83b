/// What a statement changed, in 11 counters; all zero for a read and for an `EXPLAIN`.
///
/// - Source: Swift API page, "QueryResult".
public struct QueryStats: Hashable, Sendable {
    public package(set) var nodesCreated = 0
    public package(set) var nodesDeleted = 0
    public package(set) var relationshipsCreated = 0
    public package(set) var relationshipsDeleted = 0
    public package(set) var propertiesSet = 0
    public package(set) var labelsAdded = 0
    public package(set) var labelsRemoved = 0
    public package(set) var indexesAdded = 0
    public package(set) var indexesRemoved = 0
    public package(set) var constraintsAdded = 0
    public package(set) var constraintsRemoved = 0

    package init() {}

    /// Whether any counter is above zero. An addition to the API page.
    public var containsUpdates: Bool { self != QueryStats() }
}
