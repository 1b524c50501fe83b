extension CypherValue {
    /// A node, copied out of the graph.
    public struct Node: Hashable, Sendable {
        /// What `id()` returns: deprecated there, stable while the store is open.
        public let id: Int64
        /// What `elementId()` returns, such as `4:relate-neo4j:n0`.
        public let elementId: String
        public let labels: [String]
        /// Never holds `.null`: a property without a value is absent.
        public let properties: [String: CypherValue]

        /// An addition to the API page: for tests and previews of an application. A node is no valid parameter.
        public init(id: Int64, elementId: String, labels: [String], properties: [String: CypherValue]) {
            self.id = id
            self.elementId = elementId
            self.labels = labels
            self.properties = properties
        }
    }
}
