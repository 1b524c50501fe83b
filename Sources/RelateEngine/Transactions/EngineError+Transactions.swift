/// Why a transaction was refused.
extension EngineError {
    /// Another transaction that committed since this one began touched the same elements.
    ///
    /// - Source: Swift API page, "Errors": `retryable`.
    package static func writeConflict() -> EngineError {
        EngineError(.outdated, stage: .runtime, retryable: true, "write-write conflict")
    }

    /// A node was deleted and some of its relationships were not.
    package static func deleteConnectedNode(_ node: NodeID) -> EngineError {
        EngineError(
            .nodeHasRelationships, stage: .runtime,
            "runtime error: DeleteConnectedNode: Cannot delete node<\(node.rawValue)>, because it still has "
                + "relationships. To delete this node, you must first delete its relationships.")
    }

    /// A property, label or end of an element was asked for, or a write to it tried, that this transaction deleted.
    package static func deletedEntityAccess(_ element: String) -> EngineError {
        EngineError(
            .entityNotFound, stage: .runtime,
            "runtime error: DeletedEntityAccess: \(element) has been deleted in this transaction")
    }

    /// All 2^32 - 1 numbers of nodes, or of relationships, were given.
    package static func elementNumbersExhausted() -> EngineError {
        EngineError(
            .unknownError, stage: .runtime,
            "runtime error: StoreFull: The store has given out every element number it has.")
    }
}
