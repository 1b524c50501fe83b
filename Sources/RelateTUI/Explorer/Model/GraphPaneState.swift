import Relate
import Render

/// The graph pane: one model at three distances.
///
/// Cards show a node and what is around it, with the trail that led there. Map and overview show the same set of nodes:
/// the map with boxes and labels, the overview as a shape.
struct GraphPaneState: Sendable {
    enum Presentation: Hashable, Sendable {
        case cards, map, overview

        var title: String {
            switch self {
            case .cards: "cards"
            case .map: "map"
            case .overview: "overview"
            }
        }
    }

    /// With more nodes a map is no longer read, and takes long to be laid out.
    static let mapNodesLimit = 200
    /// Elements that a search in the store brings.
    static let foundLimit = 100
    private static let undoLimit = 50

    var presentation = Presentation.cards

    // Cards
    var trail: [GraphStop] = []
    var ahead: [GraphStop] = []
    /// Asked for and not yet there.
    var loading: String?
    /// The relationship that leads to what is loading.
    var loadingVia: CypherValue.Relationship?
    var failure: String?

    // Map and overview
    private(set) var set = GraphSet()
    private(set) var filter = GraphFilter()
    /// From where the map's layers count.
    private(set) var root: String?
    var selected: String?
    var searchText = ""
    private(set) var scene = GraphScene()
    private(set) var map: GraphMap?
    private(set) var overview: GraphOverview?
    var offset: (row: Int, column: Int) = (0, 0)
    /// The map's columns on the screen: a path that is longer goes down, a hop a line.
    private(set) var room = 0
    /// The user asked for all relationships among the nodes.
    var asksAllLinks = false
    /// Counts changes of what shows, so that a late layout is known as late.
    private(set) var revision = 0
    /// The result that the set was collected from.
    var resultNumber: Int?
    private var undone: [Visible] = []

    private struct Visible: Sendable {
        var set: GraphSet
        var filter: GraphFilter
        var root: String?
        var selected: String?
        var resultNumber: Int?
        /// Another set came in its place.
        var isReplaced: Bool
    }

    /// Taking back the last change brings another map, not another state of this one.
    var isMapBefore: Bool { undone.last?.isReplaced ?? false }

    var current: GraphStop? { trail.last }

    /// Takes this place for the cards' present one.
    mutating func replaceCurrent(_ stop: GraphStop) {
        guard !trail.isEmpty else { return }
        trail[trail.count - 1] = stop
    }

    /// The node under the cursor, whatever shows.
    var selectedNode: CypherValue.Node? {
        switch presentation {
        case .cards: current.map { $0.selectedNeighbour?.node ?? $0.neighbourhood.focus }
        case .map, .overview: selected.flatMap { set.node($0) }
        }
    }

    /// The place in the scene of the selected node.
    var selectedPlace: Int? { selected.flatMap { scene.place(of: $0) } }

    // MARK: - Changing what shows

    /// Changes the set, in a way that can be taken back.
    mutating func change(_ body: (inout GraphSet, inout GraphFilter) -> Void) {
        remember()
        body(&set, &filter)
    }

    /// Adds to the set what belongs to the last change.
    mutating func extend(_ body: (inout GraphSet) -> Void) { body(&set) }

    /// Another set, seen from `root`.
    mutating func show(_ new: GraphSet, root: String?, resultNumber: Int? = nil) {
        if !set.isEmpty { remember(isReplaced: true) }
        set = new
        filter = GraphFilter()
        self.root = root
        selected = root ?? new.nodes.first?.elementId
        self.resultNumber = resultNumber
        offset = (0, 0)
    }

    private mutating func remember(isReplaced: Bool = false) {
        undone.append(
            Visible(
                set: set, filter: filter, root: root, selected: selected, resultNumber: resultNumber,
                isReplaced: isReplaced))
        if undone.count > Self.undoLimit { undone.removeFirst() }
    }

    /// `false` when there is nothing to take back.
    mutating func undo() -> Bool {
        guard let last = undone.popLast() else { return false }
        set = last.set
        filter = last.filter
        root = last.root
        selected = last.selected
        resultNumber = last.resultNumber
        return true
    }

    /// Brings the picture up to date with the set.
    ///
    /// - Returns: A scene to be laid out by a worker, where the overview shows.
    mutating func redraw(_ options: ValueOptions, room: Int) -> GraphScene? {
        scene = set.scene(filter, keeping: root, options)
        revision += 1
        map = nil
        overview = nil
        if selected.flatMap({ scene.place(of: $0) }) == nil { selected = root ?? scene.nodes.first?.elementId }
        if presentation == .map, scene.nodes.count > Self.mapNodesLimit, set.chain.isEmpty { presentation = .overview }
        switch presentation {
        case .cards: return nil
        case .map:
            drawMap(room)
            return nil
        case .overview: return scene
        }
    }

    private mutating func drawMap(_ room: Int) {
        self.room = room
        // Boxes of so many nodes fit no screen.
        let row = set.chain.count > GraphMap.nodesLimit ? nil : GraphMap(scene, focus: root, chain: set.chain)
        guard !set.chain.isEmpty, row.map({ $0.frame.columns > room }) ?? true else {
            map = row
            return
        }
        map = GraphMap(hops: scene, chain: set.chain, room: room) ?? row ?? GraphMap(scene, focus: root)
    }

    /// Draws a path anew for a map of other columns.
    ///
    /// - Returns: `false` where nothing depends on them.
    mutating func fit(to room: Int) -> Bool {
        guard presentation == .map, map != nil, !set.chain.isEmpty, room != self.room else { return false }
        drawMap(room)
        return true
    }

    mutating func take(_ overview: GraphOverview, revision: Int) {
        if revision == self.revision { self.overview = overview }
    }
}

/// How many neighbours of each group come at a time.
struct GraphPages: Hashable, Sendable {
    /// When a node comes into focus.
    var first = 20
    /// With each further page of its card.
    var further = 50
    /// With one expansion of the map.
    var expansion = 20
}

extension GraphPages {
    /// The same number everywhere.
    init(of count: Int) { self.init(first: count, further: count, expansion: count) }
}

/// A place on the cards' trail, with the cursor as it was.
struct GraphStop: Sendable {
    private(set) var neighbourhood: Neighbourhood
    var cards: GraphCards
    /// The relationship that led here.
    var via: CypherValue.Relationship?
    /// What was hidden when the cards were made.
    private var filter: GraphFilter
    private let options: ValueOptions

    init(_ focus: GraphFocus, via: CypherValue.Relationship? = nil, _ filter: GraphFilter, _ options: ValueOptions) {
        neighbourhood = focus.neighbourhood
        self.via = via
        self.filter = filter
        self.options = options
        cards = Self.cards(neighbourhood, filter, options)
        let side: GraphCards.Side = cards.rows(.outgoing).isEmpty ? .incoming : .outgoing
        if cards.rows(side).count > 1 { cards.cursor = .row(side, 1) }
        if let relationshipID = focus.relationshipID { select(relationshipID) }
    }

    /// Puts the cursor on a neighbour.
    private mutating func select(_ relationshipID: String) {
        for side in GraphCards.Side.allCases {
            for (place, row) in cards.rows(side).enumerated() {
                guard case .neighbour(let group, let index) = row,
                    groups(side)[group].neighbours[index].relationship.elementId == relationshipID
                else { continue }
                cards.cursor = .row(side, place)
            }
        }
    }

    /// The groups of a side that the filter lets through, as the cards number them.
    func groups(_ side: GraphCards.Side) -> [Neighbourhood.Group] { Self.groups(neighbourhood, side, filter) }

    private static func groups(
        _ neighbourhood: Neighbourhood, _ side: GraphCards.Side, _ filter: GraphFilter
    ) -> [Neighbourhood.Group] {
        neighbourhood.groups.filter {
            ($0.direction == .incoming) == (side == .incoming) && !filter.types.contains($0.type)
        }
    }

    mutating func use(_ filter: GraphFilter) {
        guard filter != self.filter else { return }
        self.filter = filter
        cards = Self.cards(neighbourhood, filter, options)
    }

    /// The next page of a group; the cursor stays where it is.
    mutating func append(_ neighbours: [Neighbourhood.Neighbour], to page: NeighbourPage) {
        guard
            let index = neighbourhood.groups.firstIndex(where: {
                $0.type == page.type && $0.direction == page.direction
            })
        else { return }
        let known = Set(neighbourhood.groups[index].neighbours.map(\.relationship.elementId))
        neighbourhood.groups[index].neighbours += neighbours.filter { !known.contains($0.relationship.elementId) }
        if neighbours.count < page.limit {
            // Fewer than were counted: something was deleted meanwhile.
            neighbourhood.groups[index].count = neighbourhood.groups[index].neighbours.count
        }
        let old = cards
        cards = Self.cards(neighbourhood, filter, options)
        cards.cursor = old.cursor
        for (group, other) in zip(cards.incoming.indices, old.incoming) { cards.incoming[group].isOpen = other.isOpen }
        for (group, other) in zip(cards.outgoing.indices, old.outgoing) { cards.outgoing[group].isOpen = other.isOpen }
    }

    /// What to ask for to see more of a group; `nil` where all of it is there.
    ///
    /// - Parameter limit: Neighbours on the page.
    func nextPage(_ side: GraphCards.Side, _ group: Int, limit: Int) -> NeighbourPage? {
        let groups = groups(side)
        guard groups.indices.contains(group), groups[group].count > groups[group].neighbours.count else { return nil }
        return NeighbourPage(
            elementID: neighbourhood.focus.elementId, type: groups[group].type, direction: groups[group].direction,
            // One again: a relationship that was asked for by its id may stand before its place.
            offset: max(0, groups[group].neighbours.count - 1),
            limit: groups[group].neighbours.isEmpty ? limit : limit + 1)
    }

    /// The neighbour under the cursor.
    var selectedNeighbour: Neighbourhood.Neighbour? {
        guard case .row(let side, let place) = cards.cursor else { return nil }
        let rows = cards.rows(side)
        guard rows.indices.contains(place), case .neighbour(let group, let index) = rows[place] else { return nil }
        let groups = groups(side)
        guard groups.indices.contains(group), groups[group].neighbours.indices.contains(index) else { return nil }
        return groups[group].neighbours[index]
    }

    /// The group that the cursor is in.
    var selectedGroup: (side: GraphCards.Side, index: Int)? {
        guard case .row(let side, let place) = cards.cursor else { return nil }
        let rows = cards.rows(side)
        guard rows.indices.contains(place) else { return nil }
        switch rows[place] {
        case .group(let index), .neighbour(let index, _), .more(let index, _): return (side, index)
        }
    }

    private static func cards(
        _ neighbourhood: Neighbourhood, _ filter: GraphFilter, _ options: ValueOptions
    ) -> GraphCards {
        func drawn(_ node: CypherValue.Node) -> GraphScene.Node { GraphScene.Node(node, options) }
        func drawn(_ side: GraphCards.Side) -> [GraphCards.Group] {
            groups(neighbourhood, side, filter).map { group in
                GraphCards.Group(
                    type: group.type, count: group.count, neighbours: group.neighbours.map { drawn($0.node) },
                    properties: group.neighbours.map(\.relationship.properties))
            }
        }
        return GraphCards(focus: drawn(neighbourhood.focus), incoming: drawn(.incoming), outgoing: drawn(.outgoing))
    }
}
