extension CypherValue {
    /// A path in the order it was walked. A relationship may point against that order: its `startId` and `endId` say so.
    public struct Path: Hashable, Sendable {
        /// One more than there are relationships.
        public let nodes: [Node]
        public let relationships: [Relationship]

        /// An addition to the API page: for tests and previews of an application. A path is no valid parameter.
        public init(nodes: [Node], relationships: [Relationship]) {
            self.nodes = nodes
            self.relationships = relationships
        }
    }
}
