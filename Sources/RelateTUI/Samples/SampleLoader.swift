import Relate

/// Writes a graph into an empty store, through statements as any program could run them.
enum SampleLoader {
    /// Rows a statement takes; bounds the parameters.
    private static let batchRows = 10_000

    /// - Throws: `UsageError` when the store is not empty; what the engine throws.
    static func load(_ seed: GraphSeed, into connection: Connection) throws {
        guard try connection.query("MATCH (n) RETURN count(n) AS nodes").scalar() == .int(0) else {
            throw UsageError("--sample needs an empty store, and this one has nodes")
        }
        try connection.transaction { connection in
            let ids = try createNodes(of: seed, connection)
            try createRelationships(of: seed, between: ids, connection)
        }
    }

    /// The `elementId` of each node by its place in the seed.
    private static func createNodes(of seed: GraphSeed, _ connection: Connection) throws -> [CypherValue] {
        var ids = [CypherValue](repeating: .null, count: seed.nodes.count)
        for (label, nodes) in Dictionary(grouping: seed.nodes.enumerated(), by: \.element.label).inKeyOrder {
            for batch in batches(of: nodes) {
                let rows = batch.map { place, node -> CypherValue in
                    .map(["place": .int(Int64(place)), "properties": .map(node.properties)])
                }
                let result = try connection.query(
                    "UNWIND $rows AS row CREATE (n:\(label)) SET n = row.properties RETURN row.place, elementId(n)",
                    ["rows": .list(rows)])
                for row in result.rows {
                    if case .int(let place) = row[0] { ids[Int(place)] = row[1] }
                }
            }
        }
        return ids
    }

    private static func createRelationships(
        of seed: GraphSeed, between ids: [CypherValue], _ connection: Connection
    ) throws {
        for (type, relationships) in Dictionary(grouping: seed.relationships, by: \.type).inKeyOrder {
            for batch in batches(of: relationships) {
                let rows = batch.map { relationship -> CypherValue in
                    .map([
                        "start": ids[relationship.start], "end": ids[relationship.end],
                        "properties": .map(relationship.properties),
                    ])
                }
                try connection.query(
                    """
                    UNWIND $rows AS row
                    MATCH (a), (b) WHERE elementId(a) = row.start AND elementId(b) = row.end
                    CREATE (a)-[r:\(type)]->(b) SET r = row.properties
                    """, ["rows": .list(rows)])
            }
        }
    }

    private static func batches<Item>(of items: [Item]) -> [ArraySlice<Item>] {
        stride(from: 0, to: items.count, by: batchRows).map { items[$0..<min($0 + batchRows, items.count)] }
    }
}
