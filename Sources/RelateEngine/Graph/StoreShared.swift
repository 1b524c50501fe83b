/// What all states of one store share: names, strings, and the numbers not yet given. All of it only grows.
package final class StoreShared: @unchecked Sendable {
    package let strings = StringPool()
    package let labels = NameRegistry()
    package let relationshipTypes = NameRegistry()
    package let propertyKeys = NameRegistry()
    package let numbers = ElementAllocator()

    private let schemaLock = Lock()
    @exclusivity(unchecked) private var schemaVersion: UInt64 = 0

    package init() {}

    /// Another one each time: changes that were rolled back had versions too, which nothing else may have.
    func nextSchemaVersion() -> UInt64 {
        schemaLock.withLock {
            schemaVersion &+= 1
            return schemaVersion
        }
    }
}

/// Hands out the numbers of nodes and relationships. None is given twice, though its transaction be rolled back.
package final class ElementAllocator: @unchecked Sendable {
    private let lock = Lock()
    @exclusivity(unchecked) private var nodes: UInt32 = 0
    @exclusivity(unchecked) private var relationships: UInt32 = 0

    /// `nil` once all 2^32 - 1 numbers are given.
    func nextNode() -> NodeID? {
        lock.withLock {
            guard nodes < .max else { return nil }
            defer { nodes += 1 }
            return NodeID(nodes)
        }
    }

    /// The first of so many that follow each other; `nil` where there are not as many.
    func nextNodes(_ count: Int) -> UInt32? {
        lock.withLock {
            guard count <= Int(UInt32.max - nodes) else { return nil }
            defer { nodes += UInt32(count) }
            return nodes
        }
    }

    /// As `nextNodes`.
    func nextRelationships(_ count: Int) -> UInt32? {
        lock.withLock {
            guard count <= Int(UInt32.max - relationships) else { return nil }
            defer { relationships += UInt32(count) }
            return relationships
        }
    }

    func nextRelationship() -> RelationshipID? {
        lock.withLock {
            guard relationships < .max else { return nil }
            defer { relationships += 1 }
            return RelationshipID(relationships)
        }
    }

    /// After reading a store from its file: numbers below these are taken.
    package func reserve(nodes: UInt32, relationships: UInt32) {
        lock.withLock {
            self.nodes = max(self.nodes, nodes)
            self.relationships = max(self.relationships, relationships)
        }
    }
}
