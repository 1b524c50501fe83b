extension CypherValue {
    /// A relationship, copied out of the graph; its ends are there by their ids.
    public struct Relationship: Hashable, Sendable {
        /// What `id()` returns: deprecated there, stable while the store is open.
        public let id: Int64
        /// What `elementId()` returns, such as `5:relate-neo4j:r0`.
        public let elementId: String
        public let type: String
        public let startId: Int64
        public let endId: Int64
        public let startElementId: String
        public let endElementId: String
        /// Never holds `.null`: a property without a value is absent.
        public let properties: [String: CypherValue]

        /// An addition to the API page: for tests and previews of an application. A relationship is no valid parameter.
        public init(
            id: Int64, elementId: String, type: String, startId: Int64, endId: Int64, startElementId: String,
            endElementId: String, properties: [String: CypherValue]
        ) {
            self.id = id
            self.elementId = elementId
            self.type = type
            self.startId = startId
            self.endId = endId
            self.startElementId = startElementId
            self.endElementId = endElementId
            self.properties = properties
        }
    }
}
