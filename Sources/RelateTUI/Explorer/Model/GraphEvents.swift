import Relate
import Render

/// What the graph pane asks for.
enum GraphEffect: Sendable {
    /// An element and what is around it: a node, or the node that a relationship starts at.
    case loadFocus(elementID: String, limit: Int, GraphSight)
    case loadPage(NeighbourPage, GraphSight)
    /// What is around a node, and how that is connected with what is `known`.
    case expand(elementID: String, limit: Int, known: [String], GraphSight)
    /// How these nodes are connected.
    case connect([String], GraphSight)
    /// Elements whose texts have these words.
    case search(String, GraphSight)
    /// Which full-text index would let the store's texts be searched.
    case proposeIndex(GraphSight)
    /// The nodes and relationships in a result's rows.
    case collect(GridTable, order: [Int32]?)
    /// Takes long for many nodes.
    case layOut(GraphScene, revision: Int)
    case export(GraphDrawing, path: String, isForced: Bool)
}

enum GraphEvent: Sendable {
    case focusLoaded(elementID: String, Result<GraphFocus, StatementFailure>)
    case pageLoaded(NeighbourPage, Result<[Neighbourhood.Neighbour], StatementFailure>)
    case expanded(elementID: String, Result<GraphExpansion, StatementFailure>)
    case connected(Result<GraphLinks, StatementFailure>)
    case found(text: String, Result<[GraphHit], StatementFailure>)
    /// The statement that makes one; `nil` where the store has no texts.
    case indexProposed(Result<String?, StatementFailure>)
    case collected(resultNumber: Int, GraphSet)
    case laidOut(revision: Int, GraphOverview)
    case exported(path: String, Result<Int, StatementFailure>)
}

/// Whose eyes the graph is read with: while a transaction is open, its own writes show.
enum GraphSight: Hashable, Sendable {
    case committed, transaction
}

/// An element with what is around it.
struct GraphFocus: Hashable, Sendable {
    var neighbourhood: Neighbourhood
    /// The relationship that was asked for; it is among the neighbours.
    var relationshipID: String?

    static func load(
        _ elementID: String, limit: Int, from session: any ExplorerSession
    ) throws(StatementFailure) -> GraphFocus {
        guard case .relationship(let relationship) = try session.element(elementID) else {
            return GraphFocus(neighbourhood: try session.neighbourhood(of: elementID, limit: limit))
        }
        var around = try session.neighbourhood(of: relationship.startElementId, limit: limit)
        let place = around.groups.firstIndex { $0.direction == .outgoing && $0.type == relationship.type }
        if let place, !around.groups[place].neighbours.contains(where: { $0.relationship.elementId == elementID }),
            case .node(let end) = try session.element(relationship.endElementId)
        {
            // Beyond the first page: it comes first, and the page that has it brings it again no more.
            around.groups[place].neighbours.insert(
                Neighbourhood.Neighbour(relationship: relationship, node: end), at: 0)
        }
        return GraphFocus(neighbourhood: around, relationshipID: elementID)
    }

    /// Each once, in the order they came.
    static func distinct(_ elementIDs: [String]) -> [String] {
        var seen: Set<String> = []
        return elementIDs.filter { seen.insert($0).inserted }
    }
}

/// What an expansion brings to the map.
struct GraphExpansion: Hashable, Sendable {
    var neighbourhood: Neighbourhood
    var links: GraphLinks
}
