import Relate

/// A node and what is around it, for the graph cards.
struct Neighbourhood: Hashable, Sendable {
    enum Direction: Hashable, Sendable {
        case incoming, outgoing
    }

    /// Relationships of one type and direction.
    struct Group: Hashable, Sendable {
        var type: String
        var direction: Direction
        /// All of them, shown or not.
        var count: Int
        var neighbours: [Neighbour]
    }

    struct Neighbour: Hashable, Sendable {
        var relationship: CypherValue.Relationship
        var node: CypherValue.Node
    }

    var focus: CypherValue.Node
    var groups: [Group]
}

/// A stretch of one group's neighbours.
struct NeighbourPage: Hashable, Sendable {
    var elementID: String
    var type: String
    var direction: Neighbourhood.Direction
    /// Neighbours of the group before the page.
    var offset: Int
    var limit: Int
}

/// What a search in the store found.
struct GraphHit: Hashable, Sendable {
    /// A node or a relationship.
    var element: CypherValue
    /// How well it fits, by the index.
    var score: Double
    /// The index that has it.
    var index: String
}

/// How some nodes are connected.
struct GraphLinks: Hashable, Sendable {
    /// The nodes themselves, as far as they exist.
    var nodes: [CypherValue.Node] = []
    /// Those that have both ends among the nodes.
    var relationships: [CypherValue.Relationship] = []
    /// All relationships of each node, shown or not, by its id; what is not known is not in it.
    var degrees: [String: Int] = [:]
}
