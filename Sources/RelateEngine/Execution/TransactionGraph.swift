/// Elements as a running transaction sees them now, its own writes included.
final class TransactionGraph: GraphReading {
    private unowned let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    private var reader: GraphReader { GraphReader(transaction.state) }

    func exists(_ node: NodeID) -> Bool { transaction.state.exists(node) }
    func exists(_ relationship: RelationshipID) -> Bool { transaction.state.exists(relationship) }
    func labels(of node: NodeID) -> [String] { reader.labels(of: node) }
    func type(of relationship: RelationshipID) -> String { reader.type(of: relationship) }
    func start(of relationship: RelationshipID) -> NodeID { transaction.state.start(of: relationship) }
    func end(of relationship: RelationshipID) -> NodeID { transaction.state.end(of: relationship) }
    func property(_ key: String, of node: NodeID) -> Value { reader.property(key, of: node) }
    func property(_ key: String, of relationship: RelationshipID) -> Value { reader.property(key, of: relationship) }
    func properties(of node: NodeID) -> MapValue { reader.properties(of: node) }
    func properties(of relationship: RelationshipID) -> MapValue { reader.properties(of: relationship) }
    func degree(of node: NodeID) -> Int { reader.degree(of: node) }
}
