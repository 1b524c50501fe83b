import Relate

/// All nodes and relationships of a store at one moment, handed out one by one in ascending order of their numbers.
///
/// They are read from the state itself: as values of the API each would have its own texts for ids and labels, and a table
/// of properties.
struct WholeGraph {
    typealias Properties = [(name: String, value: CypherValue)]

    struct Node {
        /// In the store.
        let number: UInt32
        /// In the order of their bytes: a store has them in the order in which they became known.
        let labels: [String]
        /// In the order of the names' bytes.
        let properties: Properties
    }

    struct Relationship {
        let type: String
        /// Numbers of nodes in the store.
        let start: UInt32
        let end: UInt32
        let properties: Properties
    }

    private let state: GraphState
    private let conversion: ResultConversion
    /// The numbers of those that are there.
    private let nodes: [UInt32]
    private let relationships: [UInt32]
    private let labels: Names
    private let types: [String]
    private let keys: Names
    /// What makes indexes and constraints anew.
    let schemaStatements: [String]
    private let progress: TransferProgress

    var nodeCount: Int { nodes.count }
    var relationshipCount: Int { relationships.count }

    /// - Parameter connection: With an open transaction, so that all is of one moment.
    init(_ connection: Connection, _ progress: TransferProgress) throws {
        let indexes = try connection.query(
            "SHOW INDEXES YIELD type, owningConstraint, createStatement "
                + "WHERE owningConstraint IS NULL AND type <> 'LOOKUP' RETURN createStatement")
        // Those of the graph type's elements are part of these, and cannot be made one by one.
        let constraints = try connection.query(
            "SHOW CONSTRAINTS YIELD classification, createStatement WHERE classification <> 'dependent' "
                + "RETURN createStatement")
        var statements = (indexes.rows + constraints.rows).compactMap { $0.first?.stringValue }
        let state = connection.openTransaction?.state ?? connection.database.snapshot
        let elements = state.schema.graphTypeElements
        if !elements.isEmpty {
            statements.append("ALTER CURRENT GRAPH TYPE ADD {\n   \(elements.joined(separator: ",\n   "))\n}")
        }
        schemaStatements = statements
        self.progress = progress
        self.state = state
        conversion = ResultConversion(reading: GraphReader(state), namespace: .neo4j)
        nodes = (0..<UInt32(truncatingIfNeeded: state.nodeRowCount)).filter { state.exists(NodeID($0)) }
        relationships = (0..<UInt32(truncatingIfNeeded: state.relationshipRowCount))
            .filter { state.exists(RelationshipID($0)) }
        labels = Names(state.labelNames)
        types = state.relationshipTypeNames
        keys = Names(state.propertyKeyNames)
    }

    /// - Parameter rows: Those to hand out, each below `nodeCount`; all by default.
    func forEachNode(in rows: some Sequence<Int>, _ body: (Node) throws -> Void) throws {
        var count = 0
        for row in rows {
            let node = NodeID(nodes[row])
            try body(
                Node(
                    number: node.rawValue,
                    labels: labels.inOrder(state.labels(of: node).map { Int($0.rawValue) }).map { labels.texts[$0] },
                    properties: properties(state.properties(of: node))))
            if count % 1024 == 0 { try show(row) }
            count += 1
        }
    }

    func forEachNode(_ body: (Node) throws -> Void) throws { try forEachNode(in: 0..<nodeCount, body) }

    /// - Parameter rows: Those to hand out, each below `relationshipCount`; all by default.
    func forEachRelationship(in rows: some Sequence<Int>, _ body: (Relationship) throws -> Void) throws {
        var count = 0
        for row in rows {
            let relationship = RelationshipID(relationships[row])
            try body(
                Relationship(
                    type: types[Int(state.type(of: relationship).rawValue)],
                    start: state.start(of: relationship).rawValue, end: state.end(of: relationship).rawValue,
                    properties: properties(state.properties(of: relationship))))
            if count % 1024 == 0 { try show(nodeCount + row) }
            count += 1
        }
    }

    func forEachRelationship(_ body: (Relationship) throws -> Void) throws {
        try forEachRelationship(in: 0..<relationshipCount, body)
    }

    private func properties(_ stored: [(PropertyKeyID, Value)]) throws -> Properties {
        guard !stored.isEmpty else { return [] }
        let inOrder =
            stored.count < 2
            ? stored : stored.sorted { keys.ranks[Int($0.0.rawValue)] < keys.ranks[Int($1.0.rawValue)] }
        return try inOrder.map { key, value in (keys.texts[Int(key.rawValue)], try conversion.value(of: value)) }
    }

    private func show(_ done: Int) throws {
        try progress.show(done, "element", share: Double(done) / Double(max(1, nodeCount + relationshipCount)))
    }

    /// Names of a store by their numbers, with the place of each among all in the order of their bytes.
    private struct Names {
        let texts: [String]
        let ranks: [Int]

        init(_ texts: [String]) {
            self.texts = texts
            var ranks = [Int](repeating: 0, count: texts.count)
            let sorted = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
            for (rank, number) in sorted.enumerated() { ranks[number] = rank }
            self.ranks = ranks
        }

        func inOrder(_ numbers: [Int]) -> [Int] {
            numbers.count < 2 ? numbers : numbers.sorted { ranks[$0] < ranks[$1] }
        }
    }
}
