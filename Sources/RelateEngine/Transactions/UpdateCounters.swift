/// What a statement changed, as `QueryStats` reports it.
package struct UpdateCounters: Hashable, Sendable {
    package var nodesCreated = 0
    package var nodesDeleted = 0
    package var relationshipsCreated = 0
    package var relationshipsDeleted = 0
    package var propertiesSet = 0
    package var labelsAdded = 0
    package var labelsRemoved = 0
    package var indexesAdded = 0
    package var indexesRemoved = 0
    package var constraintsAdded = 0
    package var constraintsRemoved = 0

    package init() {}
}
