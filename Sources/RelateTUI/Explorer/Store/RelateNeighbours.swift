import Relate

/// What is around a node, read from the graph itself: groups cost their count, and neighbours what is asked for.
struct RelateNeighbours {
    private let graph: GraphState
    private let conversion: ResultConversion

    init(_ graph: GraphState) {
        self.graph = graph
        conversion = ResultConversion(reading: GraphReader(graph), namespace: .neo4j)
    }

    func element(_ elementID: String) throws -> CypherValue? {
        if let node = ElementIDText.node(elementID), graph.exists(node) { return .node(try conversion.node(node)) }
        guard let relationship = ElementIDText.relationship(elementID), graph.exists(relationship) else { return nil }
        return .relationship(try conversion.relationship(relationship))
    }

    func around(_ node: NodeID, limit: Int) throws -> Neighbourhood {
        var groups: [Neighbourhood.Group] = []
        let names = graph.relationshipTypeNames.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for direction in [Neighbourhood.Direction.incoming, .outgoing] {
            for name in names {
                guard let type = graph.relationshipTypeID(named: name) else { continue }
                let count = graph.degree(of: node, type: type, direction: direction.inAdjacency)
                guard count > 0 else { continue }
                let neighbours = try self.neighbours(of: node, type, direction, from: 0, limit: limit)
                groups.append(
                    Neighbourhood.Group(type: name, direction: direction, count: count, neighbours: neighbours))
            }
        }
        return Neighbourhood(focus: try conversion.node(node), groups: groups)
    }

    func page(_ page: NeighbourPage, of node: NodeID) throws -> [Neighbourhood.Neighbour] {
        guard let type = graph.relationshipTypeID(named: page.type) else { return [] }
        return try neighbours(of: node, type, page.direction, from: page.offset, limit: page.limit)
    }

    private func neighbours(
        of node: NodeID, _ type: RelationshipTypeID, _ direction: Neighbourhood.Direction, from offset: Int, limit: Int
    ) throws -> [Neighbourhood.Neighbour] {
        var found: [(NodeID, RelationshipID)] = []
        var place = 0
        graph.withNeighbours(of: node, type: type, direction: direction.inAdjacency) { nodes, relationships in
            let first = min(nodes.count, max(0, offset - place))
            let count = min(nodes.count - first, max(0, limit - found.count))
            for index in first..<(first + count) {
                found.append((NodeID(nodes[index]), RelationshipID(relationships[index])))
            }
            place += nodes.count
        }
        return try found.map { node, relationship in
            Neighbourhood.Neighbour(
                relationship: try conversion.relationship(relationship), node: try conversion.node(node))
        }
    }

    /// Relationships by the node they start at, in the order of `elementIDs`, then by number.
    func links(among elementIDs: [String], limit: Int) throws -> GraphLinks {
        let nodes = elementIDs.compactMap { ElementIDText.node($0) }.filter { graph.exists($0) }
        let wanted = Set(nodes.map(\.rawValue))
        var links = GraphLinks()
        for node in nodes {
            links.nodes.append(try conversion.node(node))
            links.degrees[ElementIDText.text(of: node)] = graph.degree(of: node, type: nil, direction: .both)
            guard links.relationships.count < limit else { continue }
            var own: [UInt32] = []
            graph.withNeighbours(of: node, type: nil, direction: .outgoing) { ends, relationships in
                for index in ends.indices where wanted.contains(ends[index]) { own.append(relationships[index]) }
            }
            for relationship in own.sorted().prefix(limit - links.relationships.count) {
                links.relationships.append(try conversion.relationship(RelationshipID(relationship)))
            }
        }
        return links
    }
}

extension Neighbourhood.Direction {
    fileprivate var inAdjacency: AdjacencyDirection { self == .incoming ? .incoming : .outgoing }
}
